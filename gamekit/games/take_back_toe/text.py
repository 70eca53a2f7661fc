"""Take-Back-Toe, as people write and read it: notation, explanations, the board as text, and positions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial

from gamekit.boards import grid
from gamekit.boards.grid import around
from gamekit.contract import (
    CHANCE,
    DRAW,
    Position,
    PositionFields,
    Unreadable,
    decisive,
    number_in_words,
)
from gamekit.games.take_back_toe.rules import (
    has_equal_stacks,
    judge,
    legal_moves,
    move_count,
    pieces_at_home,
    to_act,
)
from gamekit.games.take_back_toe.state import (
    BOTH_ROWS,
    DIRECTIONS,
    LAST_ACTUAL_MOVE,
    LIMIT_TIE,
    MORE_AT_HOME,
    NO_BAN,
    NOT_A_MOVE,
    NOT_NEIGHBOURS,
    OFF_BOARD,
    ONLY_A_CORNER,
    PREVIOUS_TURN,
    SKIPS_ITSELF,
    TOO_FEW_PIECES,
    Parameters,
    State,
    code_of,
    meaning_of,
)


def name(rules: Parameters, cell: int) -> str:
    """Return the label of a cell."""
    return grid.name(rules.columns, cell)


def pieces(count: int) -> str:
    """Return a number of pieces, in words."""
    return f"{number_in_words(count, 'no')} piece{'' if count == 1 else 's'}"


def cell_named(rules: Parameters, label: str) -> int:
    """Return the cell with this label. Refuse one that is not on the board (TBT-1)."""
    return grid.cell_named(rules.rows, rules.columns, label, OFF_BOARD)


# --- notation ------------------------------------------------------------------------------------


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "B2-A2", also "b2 to a2" (TBT-9, TBT-11, TBT-22)."""
    match = re.fullmatch(r"([a-z]\d+)\s*(?:-|>|\bto\b|\s)\s*([a-z]\d+)", text.strip(), re.I)
    if match is None:
        if text.strip().lower() in ("pass", "skip"):
            raise Unreadable(
                "Nobody may pass: a turn is skipped automatically, and only when the roll is "
                "larger than every stack.",
                SKIPS_ITSELF,
            )
        raise Unreadable(
            f"A move names its start and its end, like {example(rules, state)}.", NOT_A_MOVE
        )
    labels = match[1].upper(), match[2].upper()
    start, target = cell_named(rules, labels[0]), cell_named(rules, labels[1])
    for direction in range(DIRECTIONS):
        if around(rules.rows, rules.columns, start, direction) == target:
            return [code_of(start, direction)]
    down = abs(start // rules.columns - target // rules.columns)
    across = abs(start % rules.columns - target % rules.columns)
    here, there = labels
    if down == across == 1:
        raise Unreadable(f"{here} and {there} touch only at a corner.", ONLY_A_CORNER, labels)
    if start == target:
        raise Unreadable(
            f"{here} is both start and end; a move goes to another cell.", NOT_NEIGHBOURS, labels
        )
    raise Unreadable(f"{here} and {there} do not share a side.", NOT_NEIGHBOURS, labels)


def example(rules: Parameters, state: State) -> str:
    """Return a legal move, or any move if the die is still to be rolled."""
    moves = [0] * move_count(rules)
    legal = legal_moves(rules, state, moves) if to_act(rules, state) == state.player else 0
    return write(rules, state, moves[0]) if legal else "B2-A2"


def write(rules: Parameters, state: State, move: int) -> str:
    """Return the notation of a move, a roll or a skip."""
    if to_act(rules, state) == CHANCE:
        return str(move + 1) if state.die == 0 else "skip"
    start, direction = meaning_of(move)
    target = around(rules.rows, rules.columns, start, direction)
    return f"{name(rules, start)}-{name(rules, target) if target >= 0 else '?'}"


def phrases(moves: Sequence[str], rolled: str | None) -> Iterator[tuple[str, str]]:
    """Say what the moves of a turn did: "moves", "3 from B3 to A3"."""
    for move in moves:
        way = move.replace("-", " to ")
        yield ("", way) if rolled is None else ("moves", f"{rolled or 'pieces'} from {way}")


# --- explanations --------------------------------------------------------------------------------


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Return why the rule forbids this move, and the cells concerned."""
    start, direction = meaning_of(move)
    target = around(rules.rows, rules.columns, start, direction)
    here = name(rules, start)
    if rule == OFF_BOARD:
        side = ("above", "below", "to the left of", "to the right of")[direction]
        return f"The board ends at {here}: there is no cell {side} it.", (here,)
    there = name(rules, target)
    if rule == TOO_FEW_PIECES:
        held = pieces(state.stacks[start])
        return f"The roll is {state.die}, but {here} holds {held}.", (here,)
    opponent, count = 1 - state.player, state.die
    protected = state.last_from[opponent], state.last_to[opponent], state.last_count[opponent]
    if protected != (target, start, count):  # a variant takes something else back
        return f"{here}-{there} counts as taking back a move.", (here, there)
    moved = "has just moved" if rules.reversal == PREVIOUS_TURN else "last moved"
    return (
        f"{{{opponent}}} {moved} {pieces(count)} from {there} to {here}: "
        f"{here}-{there} would be the exact reverse.",
        (here, there),
    )


# --- how a game ended, and the board -------------------------------------------------------------


def ending(rules: Parameters, state: State) -> str:
    """Return how the game ended."""
    if state.rule not in (MORE_AT_HOME, LIMIT_TIE):
        return winning_stacks(rules, state)
    totals = [pieces_at_home(rules, state, player) for player in range(2)]
    turns = "one turn" if rules.turn_limit == 1 else f"{rules.turn_limit} turns"
    limit = f"After {turns} each,"
    if state.rule == MORE_AT_HOME:
        more, fewer = max(totals), min(totals)
        return f"{limit} {{{state.winner}}} has more pieces at home, {more} against {fewer}."
    return f"{limit} both home rows hold {pieces(totals[0])}" + (
        "." if state.winner == DRAW else f", so {{{state.first}}}, who started, wins."
    )


def winning_cells(rules: Parameters, state: State) -> tuple[str, ...]:
    """Return the cells of the stacks that won, whatever `has_equal_stacks` asks of them."""
    if state.winner not in (0, 1) or state.rule in (MORE_AT_HOME, LIMIT_TIE):
        return ()
    held = [cell for cell in range(rules.rows * rules.columns) if state.stacks[cell] > 0]

    def wins(cells: AbstractSet[int]) -> bool:
        alone = state.copy()
        for cell in held:
            if cell not in cells:
                alone.stacks[cell] = 0
        return has_equal_stacks(rules, alone, state.winner)

    return tuple(name(rules, cell) for cell in decisive(held, wins))


def winning_stacks(rules: Parameters, state: State) -> str:
    """Return the stacks that won, such as "3 stacks of 5 stand in row A."."""
    labels = winning_cells(rules, state)
    sizes = Counter(state.stacks[cell_named(rules, label)] for label in labels)
    if not sizes:  # a variant may ask for other things than stacks
        return f"{{{state.winner}}} has what it takes at home."
    stacks = [
        f"{count} stack{'s' if count > 1 else ''} of {size}"
        for size, count in sorted(sizes.items(), key=lambda item: item[::-1], reverse=True)
    ]
    rows = sorted({label[0] for label in labels})
    verb = "stands" if len(labels) == 1 else "stand"
    return f"{' and '.join(stacks)} {verb} in {'row' if len(rows) == 1 else 'rows'} " + (
        f"{' and '.join(rows)}."
    )


def text_board(rules: Parameters, state: State) -> str:
    """Return the stack sizes, blank for empty cells (TBT-5), and the number of rounds completed after every
    turn of the player who did not start (TBT-24, TBT-Q15)."""
    marks = [str(size) if size else "" for size in state.stacks[: rules.rows * rules.columns]]
    margin = ["{0}", *[""] * (rules.rows - 2), "{1}"]
    lines = [grid.text(rules.columns, marks, margin)]
    if state.turn % 2 == 0 and state.turn > 0:
        lines.append(f"Turn {state.turn // 2}")
    return "\n".join(lines)


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """Return the labels of all cells."""
    return tuple(name(rules, cell) for cell in range(rules.rows * rules.columns))


# --- positions -----------------------------------------------------------------------------------


FIELDS = PositionFields(
    board=("pieces on each cell that holds any", {"A2": 4, "B1": 10}),
    to_move=("the player whose turn it is", 0),
    die=("the number rolled; none before the roll", 3),
    last=("the opponent's protected move: from, to and the number of pieces", ["A2", "A1", 3]),
    own_last=("the same of the player to move, where a skip keeps it", ["B2", "A2", 4]),
    turns=("turns taken by player 0 and by player 1", [3, 2]),
)


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up a position; the pieces stay where they start unless `board` is given."""
    given = FIELDS.read(fields)
    state.turn, state.player = given.turns(state.first, 10_000)
    state.die = given.whole("die", 1, rules.sides, 0)
    if "board" in given:
        set_stacks(rules, state, given)
    for key, player in (("last", 1 - state.player), ("own_last", state.player)):
        if key in given:
            set_protected_move(rules, state, given, key, player)
    if rules.win_check == BOTH_ROWS and all(has_equal_stacks(rules, state, p) for p in range(2)):
        given.refuse("both home rows hold a winning line; no turn can complete two (TBT-Q10).")
    judge(rules, state, 1 - state.player)


def set_stacks(rules: Parameters, state: State, given: Position) -> None:
    """Put all pieces where a position has them."""
    total = rules.height * rules.columns
    stacks = given.cells("board", partial(cell_named, rules))
    for cell in range(rules.rows * rules.columns):
        size = stacks.get(cell, 0)
        state.stacks[cell] = given.number(f"the stack on {name(rules, cell)}", size, 0, total)
    if sum(state.stacks) != total:
        given.refuse(f"the board holds {sum(state.stacks)} pieces; the game has {total}.")


def set_protected_move(
    rules: Parameters, state: State, given: Position, key: str, player: int
) -> None:
    """Put a past move such as ["A2", "A1", 3] under the protection of TBT-12."""
    start, end, count = given.sequence(key, 3)
    start, end = (given.understood(partial(cell_named, rules), cell) for cell in (start, end))
    moved = given.number(f"the number of pieces in {key}", count, 1, rules.sides)
    if end not in [around(rules.rows, rules.columns, start, way) for way in range(DIRECTIONS)]:
        given.refuse(f"{key}: {name(rules, start)} and {name(rules, end)} do not share a side.")
    if rules.reversal == NO_BAN or (key == "own_last" and rules.reversal == PREVIOUS_TURN):
        return
    if rules.reversal == PREVIOUS_TURN and state.stacks[end] < moved:
        given.refuse(
            f"{key}: {pieces(moved)} just moved to {name(rules, end)}, which holds "
            f"{pieces(state.stacks[end])}."
        )
    state.last_from[player], state.last_to[player] = start, end
    state.last_count[player] = moved


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """Return the position as fields."""
    moves = [protected_move(rules, state, player) for player in range(2)]
    cells = range(rules.rows * rules.columns)
    own = {"own_last": moves[state.player]} if rules.reversal == LAST_ACTUAL_MOVE else {}
    return FIELDS.write(
        board={name(rules, cell): state.stacks[cell] for cell in cells if state.stacks[cell]},
        to_move=state.player,
        die=state.die or None,
        last=moves[1 - state.player],
        turns=Position.turns_done(state.first, state.turn),
        **own,
    )


def protected_move(rules: Parameters, state: State, player: int) -> list[object] | None:
    """Return a player's protected move, such as ["A2", "A1", 3]."""
    if state.last_count[player] == 0:
        return None
    start, end = name(rules, state.last_from[player]), name(rules, state.last_to[player])
    return [start, end, state.last_count[player]]
