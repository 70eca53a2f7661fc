"""Sliding Tic-Tac-Toe, as people write and read it: notation, explanations, the board as text, and positions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial

from gamekit.boards import grid
from gamekit.boards.grid import carry, parts, slide_number
from gamekit.contract import (
    Position,
    PositionFields,
    Unreadable,
    apart,
    complete_after,
    decisive,
    number_in_words,
    series,
    shown,
)
from gamekit.games.sliding_tic_tac_toe.rules import (
    act,
    ends_turn,
    has_acted,
    has_five,
    is_capped,
    judge,
    lay,
    may_slide,
    neutral_tiles,
    remember,
    why_illegal,
    why_taken,
)
from gamekit.games.sliding_tic_tac_toe.state import (
    ALONG_THE_LINE,
    EMPTY,
    FIRST_TURN,
    FOUR_DIRECTIONS,
    LAST_SPACES,
    LAST_SPACES_FOR_ALL,
    NEUTRAL,
    NEUTRAL_OWNER,
    NO,
    NO_GAP,
    NO_PUSHING,
    NO_STAYING,
    NOBODY,
    NOT_A_TURN,
    NOTATION,
    ON_BOARD,
    ONE_SLIDE,
    OWN_AND_NEUTRAL,
    PLACE,
    PLACE_FIRST,
    PLACE_NEUTRAL,
    REMEMBERED,
    SLIDE,
    STOP,
    STUCK,
    SUPPLY,
    THREEFOLD_DRAW,
    TURN,
    WHOSE_TILES,
    WITHIN_THE_BOARD,
    Parameters,
    State,
    code_of,
    meaning_of,
)

MARKS = ".XON"
PLURALS = ("", "crosses", "noughts")
OTHER_KIND = 10_000  # how far any other move is from a slide
DIRECTIONS = ("up", "down", "left", "right")
CELL = r"([a-z][0-9]+)"
FROM_TO = re.compile(rf"{CELL}\s*(?:-?>|[-–→]|to)\s*{CELL}", re.I)  # what looks like a slide
SLIDING = re.compile(rf"slide\s+{CELL}(?:\s*(?:-|to)\s*{CELL})?\s+([a-z-]+)\s+([0-9]{{1,9}})", re.I)


def name(rules: Parameters, cell: int) -> str:
    """Return the label of a cell."""
    return grid.name(rules.size, cell)


def cell_named(rules: Parameters, label: str) -> int:
    """Return the cell with this label. Refuse one that is not on the board (STT-1)."""
    return grid.cell_named(rules.size, rules.size, label, ON_BOARD)


# --- notation ------------------------------------------------------------------------------------


def how_to_write(rules: Parameters) -> str:
    """Return what a turn looks like, on a board of this size (STT-Q21)."""
    ways = ["C3"]
    if rules.sliding != NO:
        ways.append("slide C1-C3 right 2" if rules.size > 4 else "slide A1-A2 down 1")
    neutral = "D4" if rules.size > 3 else "B2"
    if rules.neutral != NOBODY:
        ways.append(f"or N {neutral} for the neutral tile")
    elif len(ways) > 1:
        ways[-1] = f"or {ways[-1]}"
    return f"A turn is written like {', '.join(ways)}."


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "C3, slide C1-C3 right 2" and "N D4", in any order; each part must fit those before."""
    words = [" ".join(part.split()) for part in text.split(",")]
    if rules.sliding != NO and any(word.lower().startswith("slide") for word in words):
        never = FIRST_TURN if state.turn == 0 else ONE_SLIDE if state.has_slid else 0
        if never:  # however it is written
            raise Unreadable(why_not_now(rules, state, SLIDE, never), never)
    moves = [read_move(rules, word) for word in words]
    state, is_over = state.copy(), False
    for n, move in enumerate(moves):
        has_stopped = n > 0 and moves[n - 1] == STOP
        rule = 0 if has_stopped else why_illegal(rules, state, move)
        if rule != 0 and n > 0:
            sentence, cells = explain(rules, state, move, rule)
            raise Unreadable(sentence, rule, cells)
        if is_over:
            raise Unreadable(complete_after(words[n - 1]), FIRST_TURN if state.turn == 0 else TURN)
        if rule != 0:
            break
        if move != STOP:
            act(rules, state, move)
        is_over = ends_turn(rules, state, move)
    return moves


def read_move(rules: Parameters, text: str) -> int:
    """Read one move of a turn (STT-Q21)."""
    if text.lower() == "stop":
        return STOP
    if match := re.fullmatch(rf"(n )?{CELL}", text, re.I):
        kind = PLACE_NEUTRAL if match[1] else PLACE
        return code_of(rules, kind, cell_named(rules, match[2].upper()))
    if match := SLIDING.fullmatch(text):
        return read_slide(rules, match[1], match[2] or match[1], match[3].lower(), int(match[4]))
    for label in re.findall(rf"\b{CELL}\b", text, re.I):
        cell_named(rules, label.upper())  # refuses a cell off the board first
    raise Unreadable(how_to_write(rules), NOTATION)


def read_slide(rules: Parameters, one: str, other: str, way: str, distance: int) -> int:
    """Return the slide of the tiles from one cell to another, this way and this many spaces.

    It goes along one row or column, in one of four directions, at least one space and no further
    than the board (STT-7, STT-9, STT-10, STT-Q4).
    """
    if rules.sliding == NO:
        raise Unreadable("Tiles are not slid in this game.", TURN)
    labels = tuple(dict.fromkeys((one.upper(), other.upper())))
    ends = [cell_named(rules, label) for label in (one.upper(), other.upper())]
    if way not in DIRECTIONS:
        raise Unreadable(
            f"Tiles slide up, down, left or right, not {way}.", FOUR_DIRECTIONS, labels
        )
    in_row = way in ("left", "right")
    (one_line, one_place), (other_line, other_place) = (
        divmod(end, rules.size) if in_row else divmod(end, rules.size)[::-1] for end in ends
    )
    if one_line != other_line:
        kind = "row" if in_row else "column"
        raise Unreadable(
            f"{labels[0]} and {labels[1]} are not in one {kind}, so they do not slide {way} together.",
            ALONG_THE_LINE,
            labels,
        )
    if distance == 0:
        raise Unreadable("A slide goes at least one space.", NO_STAYING, labels)
    low, high = sorted((one_place, other_place))
    forward = way in ("right", "down")
    begin, cut, end = (low, high, high + distance) if forward else (low - distance, low - 1, high)
    if begin < 0 or end >= rules.size:
        spaces = f"{distance} space{'' if distance == 1 else 's'} {way}"
        raise Unreadable(f"Sliding {spaces} would leave the board.", WITHIN_THE_BOARD, labels)
    line = one_line if in_row else rules.size + one_line
    backward = 0 if forward else 1
    return code_of(rules, SLIDE, slide_number(rules.size, line, backward, begin, cut, end))


def write(rules: Parameters, state: State, move: int) -> str:
    """Return the notation of a move."""
    kind, index = meaning_of(rules, move)
    if kind == STOP:
        return "stop"
    if kind == PLACE:
        return name(rules, index)
    if kind == PLACE_NEUTRAL:
        return f"N {name(rules, index)}"
    cells = slid_cells(rules, index)
    tiles = name(rules, cells[0]) + (f"-{name(rules, cells[-1])}" if len(cells) > 1 else "")
    _, ahead, _, distance = parts(rules.size, index)
    way = {1: "right", -1: "left", rules.size: "down", -rules.size: "up"}[ahead]
    return f"slide {tiles} {way} {distance}"


def how_far(rules: Parameters, state: State, text: str, move: int) -> int:
    """Return how far a move is from what somebody wrote, which is a slide if it goes from a cell to another."""
    is_slide = "slide" in text.lower() or FROM_TO.search(text) is not None
    is_other = is_slide != (meaning_of(rules, move)[0] == SLIDE)
    return apart(text, write(rules, state, move)) + OTHER_KIND * is_other


def slid_cells(rules: Parameters, slide: int) -> list[int]:
    """Return the cells of the tiles that a slide moves, from the top left."""
    front, ahead, count, _ = parts(rules.size, slide)
    return sorted(front - k * ahead for k in range(count))


def phrases(moves: Sequence[str], rolled: str | None) -> Iterator[tuple[str, str]]:
    """Say what the moves of a turn did: "plays", "C3"; "slides", "C1-C3 right by 2"."""
    return map(phrase, moves)


def phrase(move: str) -> tuple[str, str]:
    """Return the verb and the rest for one move."""
    match move.split():
        case ["slide", tiles, direction, steps]:
            return "slides", f"{tiles} {direction} by {steps}"
        case ["N", cell]:
            return "puts", f"the neutral tile on {cell}"
    return "plays", move


# --- explanations --------------------------------------------------------------------------------


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Return why the rule forbids this move, and the cells concerned."""
    kind, index = meaning_of(rules, move)
    if rule in (NO_GAP, NO_PUSHING, WHOSE_TILES):
        return explain_slide(rules, state, index, rule)
    if kind == STOP:
        return why_not_now(rules, state, kind, rule), ()
    if kind == SLIDE:
        cells = tuple(name(rules, cell) for cell in slid_cells(rules, index))
        return why_not_now(rules, state, kind, rule), cells
    label = name(rules, index)
    if rule == TURN and not state.has_placed and why_taken(state, index):
        return f"{label} is not empty.", (label,)
    return why_not_now(rules, state, kind, rule), (label,)


def why_not_now(rules: Parameters, state: State, kind: int, rule: int) -> str:
    """Return why a kind of move is not possible now."""
    mover = f"{{{state.player}}}"
    spaces = f"{state.empty} empty space{'' if state.empty == 1 else 's'}"
    if rule == TURN and kind == STOP:
        return f"{mover} has neither placed nor slid yet."
    if rule == NOT_A_TURN and kind != STOP:
        return f"With the neutral tile there, {mover} could neither place nor slide in this turn."
    alone = ", without the neutral one" if kind == PLACE_NEUTRAL else ""
    sentences = {
        SUPPLY: f"{mover} has placed all {rules.tiles} tiles.",
        FIRST_TURN: f"The first turn of the game is a single tile{alone}.",
        TURN: "A tile has already been placed in this turn.",
        ONE_SLIDE: "There has already been a slide in this turn.",
        PLACE_FIRST: "A tile is placed before sliding, not after.",
        NEUTRAL_OWNER: why_no_neutral_left(rules, state),
        LAST_SPACES: f"With {spaces} left, nobody places a tile.",
        LAST_SPACES_FOR_ALL: f"With {spaces} left, the neutral tile cannot be put down either.",
        NOT_A_TURN: "Putting down the neutral tile is not an action: place or slide as well.",
    }
    return sentences[rule]


def explain_slide(
    rules: Parameters, state: State, slide: int, rule: int
) -> tuple[str, tuple[str, ...]]:
    """Return why these tiles do not slide that far."""
    front, ahead, _, distance = parts(rules.size, slide)
    if rule == NO_PUSHING:
        way = [front + k * ahead for k in range(1, distance + 1)]
        tile = name(rules, next(cell for cell in way if state.board[cell] != EMPTY))
        return f"The tile on {tile} is in the way and cannot be pushed.", (tile,)
    cells = slid_cells(rules, slide)
    if rule == NO_GAP:
        gap = name(rules, next(cell for cell in cells if state.board[cell] == EMPTY))
        return f"There is no tile on {gap} to slide.", (gap,)
    tile = name(rules, next(c for c in cells if not may_slide(rules, state, state.board[c])))
    whose = "their own tiles" + (
        " and neutral ones" if rules.slide_whose == OWN_AND_NEUTRAL else ""
    )
    return f"{{{state.player}}} may not slide the tile on {tile}: players slide only {whose}.", (
        tile,
    )


def why_no_neutral_left(rules: Parameters, state: State) -> str:
    """Return why the mover has no neutral tile to put down (STT-13, STT-Q20)."""
    if rules.neutral == NOBODY:
        return "There is no neutral tile in this game."
    if neutral_tiles(rules, state, state.player) == 0:
        return f"{{{state.player}}} started and so has no neutral tile."
    return f"{{{state.player}}} has no neutral tile left."


def length_of_turn(rules: Parameters, state: State, is_over: bool) -> tuple[int, str]:
    """A turn is complete when its player can do no more (STT-3, STT-4)."""
    return (FIRST_TURN if state.turn == 1 else TURN, "") if is_over else (0, "")


# --- how a game ended ----------------------------------------------------------------------------


def ending(rules: Parameters, state: State) -> str:
    """Return how the game ended."""
    if state.winner in (0, 1):
        return how_won(rules, state)
    if state.rule == STUCK:
        full = "the board is full" if state.empty == 0 else f"{{{state.player}}} can do nothing"
        return f"Nobody has {rules.line} in a row, and {full}."
    if is_capped(rules, state):
        return f"After {rules.turn_cap} turns each, nobody has {rules.line} in a row."
    return "The same position has come up for the third time."


def how_won(rules: Parameters, state: State) -> str:
    """Return where the row is, or what else won in a variant."""
    for row in winning_rows(rules, state):
        ends = f"{name(rules, row[0])} to {name(rules, row[-1])}"
        return f"{number_in_words(len(row)).capitalize()} {PLURALS[state.board[row[0]]]} in a row, {ends}."
    cells = winning_tiles(rules, state)
    if not cells:
        return "So the rules of this variant say."
    labels = series(name(rules, cell) for cell in cells)
    return f"The {MARKS[state.board[cells[0]]]} on {labels} decided it."


def winning_cells(rules: Parameters, state: State) -> tuple[str, ...]:
    """Return the cells that won, for sentence and picture."""
    return tuple(name(rules, cell) for cell in winning_tiles(rules, state))


def winning_rows(rules: Parameters, state: State) -> list[tuple[int, ...]]:
    """Return the rows among the cells that won, each enough by itself."""
    cells = set(winning_tiles(rules, state))
    rows = grid.windows(rules.size, rules.size, rules.line)
    return [row for row in rows if cells.issuperset(row) and wins_with(rules, state, set(row))]


def winning_tiles(rules: Parameters, state: State) -> list[int]:
    """Return the cells of the tiles that decided a game that is won, whatever `has_five` asks of them.

    They are the winner's, except in variants where a line loses.
    """
    for player in (state.winner, 1 - state.winner) if state.winner in (0, 1) else ():
        own = [cell for cell in range(rules.size**2) if state.board[cell] == player + 1]
        if cells := decisive(own, partial(wins_with, rules, state)):
            return cells
    return []


def wins_with(rules: Parameters, state: State, cells: AbstractSet[int]) -> bool:
    """Would the tiles on these cells, all of one player, win without any others of that player?"""
    mark = max((state.board[cell] for cell in cells), default=EMPTY)
    if mark == EMPTY:
        return False
    left = state.copy()
    for cell, tile in enumerate(state.board):
        if tile == mark and cell not in cells:
            left.board[cell] = EMPTY
    return has_five(rules, left, mark - 1)


# --- the board -----------------------------------------------------------------------------------


def text_board(rules: Parameters, state: State) -> str:
    """Return the tiles, and beside them what each player has left."""
    cells = state.board[: rules.size * rules.size]
    margin = []
    for player in range(2):
        left = rules.tiles - state.placed[player]
        neutral = " and N" if state.neutral[player] else ""
        margin.append(f"{MARKS[player + 1]}  {{{player}}}, {left} left{neutral}")
    return grid.text(rules.size, [MARKS[tile] if tile else "" for tile in cells], margin)


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """Return the labels of all cells."""
    return tuple(name(rules, cell) for cell in range(rules.size * rules.size))


def played_on(rules: Parameters, state: State, move: int) -> tuple[str, ...]:
    """Return the cell a tile is placed on, or those that tiles slide from and to."""
    kind, index = meaning_of(rules, move)
    if kind == STOP:
        return ()
    if kind != SLIDE:
        return (name(rules, index),)
    _, ahead, _, distance = parts(rules.size, index)
    before = slid_cells(rules, index)
    after = {cell + ahead * distance for cell in before}
    return tuple(name(rules, cell) for cell in sorted(after.union(before)))


def occupied(rules: Parameters, state: State) -> tuple[str, ...]:
    """Return the cells with a tile, neutral ones included."""
    cells = range(rules.size * rules.size)
    return tuple(name(rules, cell) for cell in cells if state.board[cell] != EMPTY)


# --- positions -----------------------------------------------------------------------------------


ACTIONS = {"place": "has_placed", "slide": "has_slid", "neutral": "has_laid"}
FIELDS = PositionFields(
    rows=(
        "a string for each row: X a tile of player 0, O of player 1, N neutral, . empty",
        ["......", "..X...", "..NO..", "......", "......", "......"],
    ),
    to_move=("the player whose turn it is", 0),
    placed=("tiles that each player has placed, as the board has them", [1, 1]),
    neutral=("neutral tiles left to each player", [0, 0]),
    turns=("turns that each player has completed", [1, 1]),
    done=(f"what the mover has done in this turn: {', '.join(ACTIONS)}", ["place"]),
    slides=("slides since a tile was last put down, where repetitions count", ["slide C3 right 1"]),
)


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up a position. A neutral tile that is neither left to its owner nor on the board is out
    of play.
    """
    given = FIELDS.read(fields)
    set_rows(rules, state, given)
    set_turn(rules, state, given)
    set_neutral(rules, state, given)
    if "slides" in given and rules.repetition == THREEFOLD_DRAW:
        set_slides(rules, state, given)
    if state.turn > 0 and not (has_acted(state) or state.has_laid):
        judge(rules, state, 1 - state.player)


def set_rows(rules: Parameters, state: State, given: Position) -> None:
    """Put the tiles of `rows` on the board; `placed` must agree with them."""
    size = rules.size
    if "rows" in given:
        written = given.values("rows", given.raw("rows"), size, size, shape=["." * size] * size)
        for row, marks in enumerate(written):
            if not isinstance(marks, str) or len(marks) != size or set(marks) - set(MARKS):
                label = grid.LETTERS[row]
                given.refuse(
                    f"row {label} is {shown(marks)}; a row is {size} marks out of {MARKS}."
                )
            for column, mark in enumerate(marks):
                if MARKS.index(mark) != EMPTY:
                    lay(rules, state, row * size + column, MARKS.index(mark))
    state.empty = state.board[: size * size].count(EMPTY)
    if state.empty < rules.stop_at:
        given.refuse(f"{state.empty} spaces are empty; placing stops at {rules.stop_at} (STT-15).")
    for player in range(2):
        state.placed[player] = state.board.count(player + 1)
        if state.placed[player] > rules.tiles:
            given.refuse(
                f"there are {state.placed[player]} {MARKS[player + 1]}; a player has {rules.tiles}."
            )
    if "placed" in given and given.numbers("placed", 0, rules.tiles) != list(state.placed):
        given.refuse(f"placed is {given.raw('placed')}, but the board holds {list(state.placed)}.")


def set_turn(rules: Parameters, state: State, given: Position) -> None:
    """Set whose turn it is, how many there were, and what the mover has done in this one."""
    for deed in given.several("done", len(ACTIONS)):
        setattr(state, ACTIONS[given.word("what is done", deed, ACTIONS)], 1)
    state.turn, state.player = given.turns(state.first, 10_000)
    before = list(state.placed)  # this turn
    before[state.player] -= state.has_placed
    turns = given.turns_done(state.first, state.turn)
    missing = max(before[0] - turns[0], before[1] - turns[1])
    if "turns" not in given:
        state.turn += 2 * max(0, missing)
    elif missing > 0:
        given.refuse(f"{before} tiles cannot have been placed in {turns} turns.")
    if min(before) < 0 or (state.turn > 0 and sum(before) == 0):
        given.refuse("a tile must have been placed by now, but it is not on the board.")


def set_neutral(rules: Parameters, state: State, given: Position) -> None:
    """Set which neutral tiles are left; by default the second player's is the first on the board."""
    owned = [neutral_tiles(rules, state, player) for player in range(2)]
    lying = state.board.count(NEUTRAL)
    if "neutral" in given:
        for player, left in enumerate(given.sequence("neutral", 2)):
            what = f"the number of neutral tiles left to player {player}"
            state.neutral[player] = given.number(what, left, 0, owned[player])
    else:
        second = 1 - state.first
        state.neutral[second] = max(0, owned[second] - lying)
        state.neutral[state.first] = owned[state.first] - max(0, lying - owned[second])
    gone = owned[state.player] - state.neutral[state.player]
    if lying + max(0, sum(state.neutral)) > sum(owned) or state.has_laid > min(lying, gone):
        tiles = f"{lying} neutral tile{'' if lying == 1 else 's'}"
        given.refuse(
            f"{tiles} on the board and {list(state.neutral)} left to the players, who own {owned}."
        )


def set_slides(rules: Parameters, state: State, given: Position) -> None:
    """Remember past slides, the latest last; each must lead to where the tiles lie."""
    texts = given.several("slides", REMEMBERED)
    for text in texts:
        kind, slide = meaning_of(rules, given.understood(partial(read_move, rules), text))
        if kind != SLIDE:
            given.refuse(f"slides: {shown(text)} is not a slide.")
        remember(rules, state, slide)
    cells = state.board[:]
    for k in reversed(range(len(texts))):
        front, ahead, count, distance = parts(rules.size, state.slides[k])
        way = [cells[front + (place - count + 1) * ahead] for place in range(count + distance)]
        if any(way[:distance]) or not all(way[distance:]):
            given.refuse(f"slides: {shown(texts[k])} does not lead to where the tiles lie.")
        carry(cells, front + (distance - count + 1) * ahead, -ahead, count, distance)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """Return the position as fields: `done` within a turn, `slides` where there are any."""
    size = rules.size
    marks = "".join(MARKS[tile] for tile in state.board)
    now: dict[str, object] = {}
    if has_acted(state) or state.has_laid:
        now["done"] = [act for act, flag in ACTIONS.items() if getattr(state, flag)]
    if state.remembered > 0:
        past = state.slides[: state.remembered]
        now["slides"] = [write(rules, state, code_of(rules, SLIDE, slide)) for slide in past]
    return FIELDS.write(
        rows=[marks[row * size : (row + 1) * size] for row in range(size)],
        to_move=state.player,
        placed=list(state.placed),
        neutral=list(state.neutral),
        turns=Position.turns_done(state.first, state.turn),
        **now,
    )
