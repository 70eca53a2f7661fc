"""Positions of Take-Back-Toe, as people write them down."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gamekit.boards.grid import step
from gamekit.contract import Position, PositionFields
from gamekit.games.take_back_toe.rules import has_equal_stacks, judge
from gamekit.games.take_back_toe.state import (
    BOTH_ROWS,
    DIRECTIONS,
    LAST_ACTUAL_MOVE,
    NO_BAN,
    PREVIOUS_TURN,
    Parameters,
    State,
)
from gamekit.games.take_back_toe.text import cell_named, name, pieces

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
    if end not in [step(rules.rows, rules.columns, start, way) for way in range(DIRECTIONS)]:
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
    """The position as fields."""
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
    """A player's protected move, such as ["A2", "A1", 3]."""
    if state.last_count[player] == 0:
        return None
    start, end = name(rules, state.last_from[player]), name(rules, state.last_to[player])
    return [start, end, state.last_count[player]]


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """The labels of all cells."""
    return tuple(name(rules, cell) for cell in range(rules.rows * rules.columns))
