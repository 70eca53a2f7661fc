"""What one piece more, or two, could join on a hexagonal board: groups to each other, and sides."""

from __future__ import annotations

from gamekit.boards.hexagon import EAST, SOUTH, border, cell_count, step
from gamekit.games.tactical_escape.goals import LARGE, NEEDED, group_counts
from gamekit.games.tactical_escape.patterns import EMPTY, NO_GROUP, group_size
from gamekit.games.tactical_escape.state import Parameters, State

WAYS = (1, 0, 2)  # of `row_of`, along which rows lie between each side and the opposite one


def is_free(state: State, player: int, cell: int) -> bool:
    """May this player place a piece here, now or in their next turn?"""
    return state.board[cell] == EMPTY and (cell != state.banned or player != state.player)


# --- groups --------------------------------------------------------------------------------------


def largest_at_best(rules: Parameters, state: State, player: int, largest: int, left: int) -> int:
    """Win-con 3: pieces that a group may have at most, with so many more.

    The second one joins what the first one has joined and two other groups at most.
    """
    most = largest
    if largest + left * (1 + 2 * largest) < NEEDED[2]:
        return most
    for cell in range(cell_count(rules.size)):
        if is_free(state, player, cell):
            most = max(most, joined_by(rules, state, player, cell))
    return most + (1 + 2 * largest if left > 1 else 0)


def joined_by(rules: Parameters, state: State, player: int, cell: int) -> int:
    """Pieces of the group that a piece of this player's on this empty cell would belong to."""
    pieces = 1
    for direction in range(6):
        if is_first_beside(rules, state, player, cell, direction):
            pieces += group_size(
                rules.size, state.group, name_beside(rules, state, cell, direction)
            )
    return pieces


def is_first_beside(
    rules: Parameters, state: State, player: int, cell: int, direction: int
) -> bool:
    """Is there a group of this player's in this direction, and the same one in none before it?"""
    beside = step(rules.size, cell, direction)
    if beside < 0 or state.board[beside] != player:
        return False
    for other in range(direction):
        if name_beside(rules, state, cell, other) == state.group[beside]:
            return False
    return True


def name_beside(rules: Parameters, state: State, cell: int, direction: int) -> int:
    """The group in this direction, or NO_GROUP."""
    beside = step(rules.size, cell, direction)
    return state.group[beside] if beside >= 0 else NO_GROUP


def one_more_counts(rules: Parameters, state: State, player: int, condition: int) -> bool:
    """Win-cons 4 and 8: is there a cell where one piece makes a group count, and none that counts
    already becomes a part of it? One piece cannot do more."""
    for cell in range(cell_count(rules.size)):
        if is_free(state, player, cell):
            if condition == 4:
                counts = joined_by(rules, state, player, cell) >= LARGE
            else:
                counts = stands_beside(rules, state, cell, 1 - player)
            if counts and not joins_one_that_counts(rules, state, player, condition, cell):
                return True
    return False


def stands_beside(rules: Parameters, state: State, cell: int, owner: int) -> bool:
    """Is there a piece of this owner's beside this cell?"""
    for direction in range(6):
        beside = step(rules.size, cell, direction)
        if beside >= 0 and state.board[beside] == owner:
            return True
    return False


def joins_one_that_counts(
    rules: Parameters, state: State, player: int, condition: int, cell: int
) -> bool:
    """Is there a group of this player's beside this cell that counts already?"""
    for direction in range(6):
        if is_first_beside(rules, state, player, cell, direction):
            name = name_beside(rules, state, cell, direction)
            if group_counts(rules, state, name, condition):
                return True
    return False


# --- from side to side ---------------------------------------------------------------------------


def sides_are_near(rules: Parameters, state: State, player: int, left: int) -> bool:
    """Win-con 5: can so many pieces connect opposite sides?"""
    for side in range(3):
        if rows_without(rules, state, player, side) <= left:
            for cell in range(cell_count(rules.size)):
                if is_free(state, player, cell) and is_tied_to(rules, state, player, cell, side):
                    if is_tied_to(rules, state, player, cell, side + 3):
                        return True
                    if left > 1 and leads_on(rules, state, player, cell, side + 3):
                        return True
    return False


def rows_without(rules: Parameters, state: State, player: int, side: int) -> int:
    """How many of the rows between a side and the opposite one are without a piece of this player's.

    Each needs one, so that most positions need no further look.
    """
    seen, reach, empty = 0, rules.size - 1, 0
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == player:
            seen |= 1 << (row_of(cell, WAYS[side]) + reach)
    for row in range(2 * rules.size - 1):
        empty += 1 - (seen >> row & 1)
    return empty


def is_tied_to(rules: Parameters, state: State, player: int, cell: int, side: int) -> bool:
    """Would a piece on this empty cell be on this side, or in one group with a piece that is?"""
    for place in range(rules.size):
        there = border(rules.size, side, place)
        if there == cell:
            return True
        if state.board[there] == player:
            for direction in range(6):
                if name_beside(rules, state, cell, direction) == state.group[there]:
                    return True
    return False


def leads_on(rules: Parameters, state: State, player: int, cell: int, side: int) -> bool:
    """Would a second piece connect one on this cell with this side?"""
    for other in range(cell_count(rules.size)):
        if other != cell and is_free(state, player, other):
            if is_connected(rules, state, player, cell, other):
                if is_tied_to(rules, state, player, other, side):
                    return True
    return False


def is_connected(rules: Parameters, state: State, player: int, cell: int, other: int) -> bool:
    """Are these two empty cells beside each other, or beside the same group of this player's?"""
    for direction in range(6):
        beside = step(rules.size, cell, direction)
        if beside == other:
            return True
        if beside >= 0 and state.board[beside] == player:
            for way in range(6):
                if name_beside(rules, state, other, way) == state.group[beside]:
                    return True
    return False


def row_of(cell: int, way: int) -> int:
    """The row of a cell, 0 in the middle, for each way from side to opposite side."""
    return (EAST[cell], SOUTH[cell], EAST[cell] + SOUTH[cell])[way]
