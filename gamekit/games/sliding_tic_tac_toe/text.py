"""Sliding Tic-Tac-Toe, as people write and read it: notation, explanations, positions and the board as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from gamekit.boards import grid
from gamekit.boards.slides import carry, parts
from gamekit.boards.slides import number as slide_number
from gamekit.contract import RULING, Scenario, Unreadable
from gamekit.games.sliding_tic_tac_toe.rules import (
    FIRST_PLACE,
    NO,
    STOP,
    Parameters,
    State,
    act,
    first_neutral,
    first_slide,
    has_acted,
    is_capped,
    judge,
    neutral_tiles,
    why_illegal,
    why_taken,
)
from gamekit.games.sliding_tic_tac_toe.slides import (
    EMPTY,
    NEUTRAL,
    REMEMBERED,
    THREEFOLD_DRAW,
    lay,
    may_slide,
    remember,
)

MARKS = ".XON"
DIRECTIONS = ("up", "down", "left", "right")
ACTIONS = {"place": "has_placed", "slide": "has_slid", "neutral": "has_laid"}


def name(rules: Parameters, cell: int) -> str:
    """The label of a cell."""
    return grid.name(rules.size, cell)


def cell_named(rules: Parameters, label: str) -> int:
    """The cell with this label; refuses one that is not on the board (STT-1)."""
    return grid.cell_named(rules.size, rules.size, label, 1)


CELL = r"([a-z][0-9]+)"
SLIDE = re.compile(rf"slide\s+{CELL}(?:\s*(?:-|to)\s*{CELL})?\s+([a-z-]+)\s+([0-9]{{1,3}})", re.I)
NOTATION = "A turn is written like C3, slide C1-C3 right 2, or N D4 for the neutral tile."


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "C3, slide C1-C3 right 2" and "N D4", in any order; each part must fit those before."""
    moves = [read_move(rules, " ".join(part.split())) for part in text.split(",")]
    state = state.copy()
    for n, move in enumerate(moves):
        rule = why_illegal(rules, state, move)
        if rule != 0 and n > 0:
            sentence, cells = explain(rules, state, move, rule)
            raise Unreadable(sentence, rule, cells)
        if rule != 0 or move == STOP:
            break
        act(rules, state, move)
    return moves


def read_move(rules: Parameters, text: str) -> int:
    """Read one move of a turn."""
    if text.lower() == "stop":
        return STOP
    if match := re.fullmatch(rf"(n )?{CELL}", text, re.I):
        first = first_neutral(rules) if match[1] else FIRST_PLACE
        return first + cell_named(rules, match[2].upper())
    if match := SLIDE.fullmatch(text):
        return read_slide(rules, match[1], match[2] or match[1], match[3].lower(), int(match[4]))
    raise Unreadable(NOTATION, RULING + 21)


def read_slide(rules: Parameters, one: str, other: str, way: str, distance: int) -> int:
    """The slide of the tiles from one cell to another, in this direction, so many spaces."""
    if rules.sliding == NO:
        raise Unreadable("Tiles are not slid in this game.", 4)
    labels = one.upper(), other.upper()
    ends = [cell_named(rules, label) for label in labels]
    if way not in DIRECTIONS:
        words = ", ".join(DIRECTIONS)
        raise Unreadable(f"Tiles slide {words}, not {way}.", 9, labels)
    rows = way in ("left", "right")
    (one_line, one_place), (other_line, other_place) = (
        divmod(end, rules.size) if rows else divmod(end, rules.size)[::-1] for end in ends
    )
    if one_line != other_line:
        kind = "row" if rows else "column"
        raise Unreadable(
            f"{labels[0]} and {labels[1]} do not share the {kind} they slide along.", 7, labels
        )
    if distance == 0:
        raise Unreadable("A slide goes at least one space.", RULING + 4, labels)
    low, high = sorted((one_place, other_place))
    forward = way in ("right", "down")
    begin, cut, end = (low, high, high + distance) if forward else (low - distance, low - 1, high)
    if begin < 0 or end >= rules.size:
        raise Unreadable(f"The board ends before {distance} spaces {way}.", 10, labels)
    line = one_line if rows else rules.size + one_line
    backward = 0 if forward else 1
    return first_slide(rules) + slide_number(rules.size, line, backward, begin, cut, end)


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a move."""
    if move == STOP:
        return "stop"
    if move < first_neutral(rules):
        return name(rules, move - FIRST_PLACE)
    if move < first_slide(rules):
        return f"N {name(rules, move - first_neutral(rules))}"
    cells = slid_cells(rules, move)
    tiles = name(rules, cells[0]) + (f"-{name(rules, cells[-1])}" if len(cells) > 1 else "")
    _, ahead, _, distance = slide_of(rules, move)
    way = {1: "right", -1: "left", rules.size: "down", -rules.size: "up"}[ahead]
    return f"slide {tiles} {way} {distance}"


def slide_of(rules: Parameters, move: int) -> tuple[int, int, int, int]:
    """A slide as (cell of the front tile, what to add for the next one ahead, tiles, distance)."""
    return parts(rules.size, move - first_slide(rules))


def slid_cells(rules: Parameters, move: int) -> list[int]:
    """The cells of the tiles that a slide moves, from the top left."""
    front, ahead, count, _ = slide_of(rules, move)
    return sorted(front - k * ahead for k in range(count))


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the cells concerned."""
    if rule == 6 or rule == 8 or rule == RULING + 1:
        return explain_slide(rules, state, move, rule)
    cells: tuple[str, ...] = ()
    if FIRST_PLACE <= move < first_slide(rules):
        cells = (name(rules, (move - FIRST_PLACE) % (rules.size * rules.size)),)
        if rule == 4 and why_taken(state, cell_named(rules, cells[0])):
            return f"{cells[0]} is not empty.", cells
    elif move != STOP:
        cells = tuple(name(rules, cell) for cell in slid_cells(rules, move))
    return why_not_now(rules, state, move, rule), cells


def why_not_now(rules: Parameters, state: State, move: int, rule: int) -> str:
    """Why a kind of move is not possible now."""
    mover = f"{{{state.player}}}"
    spaces = f"{state.empty} empty space{'' if state.empty == 1 else 's'}"
    sentences = {
        2: f"{mover} has placed all {rules.tiles} tiles.",
        3: "The first turn of the game is a single tile.",
        4: "A tile has been placed in this turn.",
        5: "There has been a slide in this turn.",
        12: "A tile is placed before sliding, not after it.",
        13: f"{mover} has no neutral tile.",
        15: f"With {spaces} left nobody places a tile.",
        RULING + 12: f"With {spaces} left the neutral tile cannot be put down either.",
        RULING + 10: "The neutral tile is no action: place or slide as well.",
    }
    if rule == 4 and move == STOP:
        return f"{mover} has neither placed nor slid yet."
    if rule == RULING + 10 and move != STOP:
        return f"With the neutral tile there, {mover} could neither place nor slide in this turn."
    return sentences[rule]


def explain_slide(
    rules: Parameters, state: State, move: int, rule: int
) -> tuple[str, tuple[str, ...]]:
    """Why these tiles do not slide that far."""
    front, ahead, _, distance = slide_of(rules, move)
    if rule == 8:
        way = [front + k * ahead for k in range(1, distance + 1)]
        tile = name(rules, next(cell for cell in way if state.board[cell] != EMPTY))
        return f"The tile on {tile} is in the way, and it is not pushed.", (tile,)
    cells = slid_cells(rules, move)
    if rule == 6:
        gap = name(rules, next(cell for cell in cells if state.board[cell] == EMPTY))
        return f"There is no tile on {gap} to slide.", (gap,)
    tile = name(rules, next(c for c in cells if not may_slide(rules, state, state.board[c])))
    return f"{{{state.player}}} may not slide the tile on {tile}.", (tile,)


def ending(rules: Parameters, state: State) -> str:
    """How the game ended."""
    if state.winner in (0, 1):
        mark = state.winner + 1
        row = next(
            window
            for window in grid.windows(rules.size, rules.size, rules.line)
            if all(state.board[cell] == mark for cell in window)
        )
        ends = name(rules, row[0]), name(rules, row[-1])
        return f"{rules.line} {MARKS[mark]} stand in a row from {ends[0]} to {ends[1]}."
    if state.rule == RULING + 15:
        full = "the board is full" if state.empty == 0 else f"{{{state.player}}} can do nothing"
        return f"Nobody has {rules.line} in a row, and {full}."
    if is_capped(rules, state):
        return f"After {rules.turn_cap} turns each nobody has {rules.line} in a row."
    return "The same position stands for the third time."


FIELDS = ("rows", "to_move", "placed", "neutral", "turns", "done", "slides")


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up `rows`, `to_move`, `placed`, `neutral` (left to each), and what dump adds to them:
    `turns` taken by each, what is `done` in this turn, the past `slides` a repetition could need.

    A neutral tile that is neither left to its owner nor on the board is out of play.
    """
    scene = Scenario(fields, FIELDS)
    set_rows(rules, state, scene)
    set_turn(rules, state, scene)
    set_neutral(rules, state, scene)
    if "slides" in scene and rules.repetition == THREEFOLD_DRAW:
        set_slides(rules, state, scene)
    if state.turn > 0 and not (has_acted(state) or state.has_laid):
        judge(rules, state, 1 - state.player)


def set_rows(rules: Parameters, state: State, scene: Scenario) -> None:
    """Put the tiles of `rows` on the board; `placed` must agree with them."""
    size = rules.size
    if "rows" in scene:
        shape = f"{size} strings of {size} marks out of {MARKS}"
        for row, marks in enumerate(scene.sequence("rows", size, shape)):
            if not isinstance(marks, str) or len(marks) != size or set(marks) - set(MARKS):
                scene.refuse(f"row {grid.LETTERS[row]} is {marks!r}; rows are {shape}.")
            for column, mark in enumerate(marks):
                if MARKS.index(mark) != EMPTY:
                    lay(rules, state, row * size + column, MARKS.index(mark))
    state.empty = state.board[: size * size].count(EMPTY)
    if state.empty < rules.stop_at:
        scene.refuse(f"{state.empty} spaces are empty; placing stops at {rules.stop_at} (STT-15).")
    for player in range(2):
        state.placed[player] = state.board.count(player + 1)
        if state.placed[player] > rules.tiles:
            scene.refuse(
                f"there are {state.placed[player]} {MARKS[player + 1]}; a player has {rules.tiles}."
            )
    if "placed" in scene and scene.sequence("placed", 2, "[3, 2]") != list(state.placed):
        scene.refuse(f"placed is {scene.raw('placed')}, but the board holds {list(state.placed)}.")


def set_turn(rules: Parameters, state: State, scene: Scenario) -> None:
    """Say whose turn it is, how many there were, and what is done in this one."""
    for deed in scene.several("done", '["place", "slide"]', len(ACTIONS)):
        if deed not in list(ACTIONS):
            scene.refuse(f"done holds {deed!r}; it is a list out of {', '.join(ACTIONS)}.")
        setattr(state, ACTIONS[str(deed)], 1)
    state.turn, state.player = scene.turns(state.first, 10_000)
    before = list(state.placed)  # this turn
    before[state.player] -= state.has_placed
    turns = scene.turns_done(state.first, state.turn)
    missing = max(before[0] - turns[0], before[1] - turns[1])
    if "turns" not in scene:
        state.turn += 2 * max(0, missing)
    elif missing > 0:
        scene.refuse(f"{before} tiles cannot have been placed in {turns} turns.")
    if min(before) < 0 or (state.turn > 0 and sum(before) == 0):
        scene.refuse("there is no tile on the board that must have been placed.")


def set_neutral(rules: Parameters, state: State, scene: Scenario) -> None:
    """Say which neutral tiles are left; by default the second player's lies on the board first."""
    owned = [neutral_tiles(rules, state, player) for player in range(2)]
    lying = state.board.count(NEUTRAL)
    if "neutral" in scene:
        for player, left in enumerate(scene.sequence("neutral", 2, "[0, 1]")):
            what = f"the number of neutral tiles left to player {player}"
            state.neutral[player] = scene.number(what, left, 0, owned[player])
    else:
        second = 1 - state.first
        state.neutral[second] = max(0, owned[second] - lying)
        state.neutral[state.first] = owned[state.first] - max(0, lying - owned[second])
    gone = owned[state.player] - state.neutral[state.player]
    if lying + max(0, sum(state.neutral)) > sum(owned) or state.has_laid > min(lying, gone):
        scene.refuse(
            f"{lying} neutral tiles lie on the board and {list(state.neutral)} are left; the players "
            f"own {owned}."
        )


def set_slides(rules: Parameters, state: State, scene: Scenario) -> None:
    """Remember past slides, the latest last; each must lead to where the tiles lie."""
    shape = f'["slide C3 right 1"], at most {REMEMBERED} slides'
    texts = scene.several("slides", shape, REMEMBERED)
    for text in texts:
        move = scene.understood(partial(read_move, rules), text)
        if move < first_slide(rules):
            scene.refuse(f"slides: {text!r} is no slide.")
        remember(rules, state, move - first_slide(rules))
    cells = state.board[:]
    for k in reversed(range(len(texts))):
        front, ahead, count, distance = parts(rules.size, state.slides[k])
        way = [cells[front + (place - count + 1) * ahead] for place in range(count + distance)]
        if any(way[:distance]) or not all(way[distance:]):
            scene.refuse(f"slides: {texts[k]!r} does not lead to where the tiles lie.")
        carry(cells, front + (distance - count + 1) * ahead, -ahead, count, distance)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as scenario fields."""
    size = rules.size
    marks = "".join(MARKS[tile] for tile in state.board)
    fields: dict[str, object] = {
        "rows": [marks[row * size : (row + 1) * size] for row in range(size)],
        "to_move": state.player,
        "placed": list(state.placed),
        "neutral": list(state.neutral),
        "turns": Scenario.turns_done(state.first, state.turn),
    }
    if has_acted(state) or state.has_laid:
        fields["done"] = [act for act, flag in ACTIONS.items() if getattr(state, flag)]
    if state.remembered > 0:
        past = state.slides[: state.remembered]
        fields["slides"] = [write(rules, state, first_slide(rules) + slide) for slide in past]
    return fields


def text_board(rules: Parameters, state: State) -> str:
    """The tiles, and beside them what each player has left."""
    cells = state.board[: rules.size * rules.size]
    margin = []
    for player in range(2):
        left = rules.tiles - state.placed[player]
        neutral = " and N" if state.neutral[player] else ""
        margin.append(f"{MARKS[player + 1]}  {{{player}}}, {left} left{neutral}")
    return grid.text(rules.size, [MARKS[tile] if tile else "" for tile in cells], margin)
