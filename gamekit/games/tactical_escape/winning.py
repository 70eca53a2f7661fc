"""The cells by which a player wins: for the sentence on the ending, and for the board."""

from __future__ import annotations

from collections.abc import Iterable

from gamekit.boards import hexagon
from gamekit.boards.hexagon import cell_count, number_of
from gamekit.boards.hexagon_patterns import EMPTY, in_basket, row_length, take_away
from gamekit.games.tactical_escape.goals import (
    connecting_group,
    fulfils,
    group_counts,
    identical_baskets,
    measure,
    row_counts,
    shared_number,
)
from gamekit.games.tactical_escape.state import ESCAPED, OFFERED, Parameters, State
from gamekit.games.tactical_escape.win_conditions import (
    ASKS,
    BORDERING_GROUPS,
    CONNECTION,
    EXACT_ROW,
    FLOWER_COUNT,
    LARGE_GROUPS,
    LARGEST_GROUP,
    LONG_ROW,
    NEEDED,
    OF_GIVER,
    SHARED_NUMBER,
    SURROUNDED_GROUPS,
    TWIN_BASKETS,
)


def winning_cells(rules: Parameters, state: State) -> tuple[str, ...]:
    """The cells by which the winner fulfils win conditions; none where an ESCAPE has failed."""
    winner = state.winner
    if winner not in (0, 1) or (state.rule == ESCAPED and winner != state.player):
        return ()
    conditions = fulfilled(rules, state, winner)
    found = {c for n in conditions for c in fulfilling_cells(rules, state, winner, n)}
    return tuple(label for label in labels(rules).values() if label in found)


def fulfilled(rules: Parameters, state: State, player: int) -> tuple[int, ...]:
    """The win conditions that this player has received and would win by."""
    received = state.given[(1 - player) * OFFERED :][:OFFERED]
    return tuple(c for c in received if c > 0 and fulfils(rules, state, player, c))


def labels(rules: Parameters) -> dict[int, str]:
    """The names of all cells, row by row."""
    return {c: hexagon.label(rules.size, c) for row in hexagon.rows(rules.size) for c in row}


def fulfilling_cells(
    rules: Parameters, state: State, player: int, condition: int
) -> tuple[str, ...]:
    """The cells by which this player would win by a win condition, row by row.

    They are found by asking the rules again with pieces taken away, so they hold in every variant:
    what is left is enough, and no piece or figure of it can go. There are none while the win condition
    is not fulfilled, and none where it is about turns. Where it is measured on the giver's pieces, they
    are cells of these: surrounded groups, two baskets, a number.
    """
    if not fulfils(rules, state, player, condition):
        return ()
    owner = 1 - player if condition in OF_GIVER else player
    whole = measure(rules, state, owner, condition)
    figures = figures_of(rules, state, owner, condition)
    together = {cell for figure in figures for cell in figure}
    others = [
        c for c in range(cell_count(rules.size)) if state.board[c] == owner and c not in together
    ]
    left = state
    # Can it be done without these cells, and with this much left to measure?
    tries: list[tuple[Iterable[int], int]] = [(others, 0), (together, 0)]
    tries += [(figure, whole) for figure in figures] + [((cell,), 0) for cell in others]
    for cells, least in tries:
        after = without(rules, left, cells)
        if fulfils(rules, after, player, condition):
            left = after if measure(rules, after, owner, condition) >= least else left
    return tuple(name for cell, name in labels(rules).items() if left.board[cell] == owner)


def without(rules: Parameters, state: State, cells: Iterable[int]) -> State:
    """A copy of the state with these pieces taken off the board."""
    after = state.copy()
    for cell in cells:
        if after.board[cell] != EMPTY:
            take_away(rules.size, after, cell)
    return after


def figures_of(
    rules: Parameters, state: State, owner: int, condition: int
) -> list[tuple[int, ...]]:
    """The figures of this owner's pieces that count for a win condition, each to be shown whole."""
    size, board = rules.size, state.board
    pieces = [cell for cell in range(cell_count(size)) if board[cell] == owner]
    asks = ASKS[condition - 1]
    if asks in (EXACT_ROW, LONG_ROW):
        return [tuple(c for c in pieces if is_in_row(rules, state, c, condition))]
    if asks == FLOWER_COUNT:
        return [tuple(flower) for flower in hexagon.flowers(size) if {*flower} <= {*pieces}]
    if asks == TWIN_BASKETS:
        twins = identical_baskets(rules, state, owner)
        both = twins[:2], twins[2:]
        return [tuple(c for c in pieces if any(in_basket(size, *one, c) for one in both))]
    if asks == SHARED_NUMBER:
        shared = shared_number(rules, state, owner)
        return [tuple(c for c in pieces if number_of(size, c) == shared)]
    found: dict[int, list[int]] = {}
    for cell in pieces:
        found.setdefault(state.group[cell], []).append(cell)
    groups = (name for name in found if group_is_shown(rules, state, owner, condition, name))
    return [tuple(found[name]) for name in groups]


def is_in_row(rules: Parameters, state: State, cell: int, condition: int) -> bool:
    """Is this piece in a row that fulfils a win condition?"""
    lengths = [row_length(rules.size, state.board, cell, axis) for axis in range(3)]
    return any(row_counts(rules, n, condition) and n >= NEEDED[condition - 1] for n in lengths)


def group_is_shown(rules: Parameters, state: State, owner: int, condition: int, group: int) -> bool:
    """Does this group count for a win condition that asks for groups?"""
    asks = ASKS[condition - 1]
    if asks == LARGEST_GROUP:
        return state.pieces[group] == measure(rules, state, owner, condition)
    if asks in (LARGE_GROUPS, SURROUNDED_GROUPS, BORDERING_GROUPS):
        return group_counts(rules, state, group, condition)
    return asks == CONNECTION and group == connecting_group(rules, state, owner)
