"""What one or two more pieces could join on a hexagonal board: groups with each other, and sides."""

from __future__ import annotations

from gamekit.boards.hexagon import EAST, SOUTH, cell_count, sides_of, step
from gamekit.boards.hexagon_patterns import EMPTY, NO_GROUP, around
from gamekit.games.tactical_escape.rules import group_counts
from gamekit.games.tactical_escape.state import Parameters, State
from gamekit.games.tactical_escape.win_conditions import ASKS, LARGE, LARGE_GROUPS

WAYS = (1, 0, 2)  # of `row_of`, along which rows lie between each side and the opposite one


def is_free(state: State, player: int, cell: int) -> bool:
    """May this player place a piece here, now or in their next turn?"""
    return state.board[cell] == EMPTY and (cell != state.banned or player != state.player)


# --- groups --------------------------------------------------------------------------------------


def largest_at_best(
    rules: Parameters, state: State, player: int, largest: int, left: int, needed: int
) -> int:
    """The most pieces that a group may have with so many more, if that may be enough.

    The second piece joins what the first one joined and at most two other groups.
    """
    most = largest
    if largest + left * (1 + 2 * largest) < needed:
        return most
    for cell in range(cell_count(rules.size)):
        if around(state, player, cell) != 0 and is_free(state, player, cell):
            most = max(most, joined_by(rules, state, player, cell))
    return most + (1 + 2 * largest if left > 1 else 0)


def joined_by(rules: Parameters, state: State, player: int, cell: int) -> int:
    """Count the pieces of the group that a piece of this player's on this empty cell would join."""
    pieces = 1
    for direction in range(6):
        name = another_group(rules, state, player, cell, direction)
        if name != NO_GROUP:
            pieces += state.pieces[name]
    return pieces


def another_group(rules: Parameters, state: State, player: int, cell: int, direction: int) -> int:
    """The group of this player's in this direction of a cell, unless it is in one before; otherwise
    NO_GROUP."""
    near = around(state, player, cell)
    if not near >> direction & 1:
        return NO_GROUP
    name = name_beside(rules, state, cell, direction)
    for other in range(direction):
        if near >> other & 1 and name_beside(rules, state, cell, other) == name:
            return NO_GROUP
    return name


def name_beside(rules: Parameters, state: State, cell: int, direction: int) -> int:
    """Return the group of the piece that stands in this direction of a cell."""
    return state.group[step(rules.size, cell, direction)]


def one_more_counts(rules: Parameters, state: State, player: int, condition: int) -> bool:
    """Is there a cell where one piece makes a new group count, as large or as bordering, without absorbing
    one that counts already? One piece cannot do more."""
    for cell in range(cell_count(rules.size)):
        if is_free(state, player, cell):
            if ASKS[condition - 1] == LARGE_GROUPS:
                counts = joined_by(rules, state, player, cell) >= LARGE
            else:
                counts = around(state, 1 - player, cell) != 0
            if counts and not joins_one_that_counts(rules, state, player, condition, cell):
                return True
    return False


def joins_one_that_counts(
    rules: Parameters, state: State, player: int, condition: int, cell: int
) -> bool:
    """Is there a group of this player's beside this cell that counts already?"""
    for direction in range(6):
        name = another_group(rules, state, player, cell, direction)
        if name != NO_GROUP and group_counts(rules, state, name, condition):
            return True
    return False


# --- from side to side ---------------------------------------------------------------------------


def sides_are_near(rules: Parameters, state: State, player: int, left: int) -> bool:
    """Can so many pieces connect opposite sides?"""
    wanted = sides_at_hand(rules, state, player, left)
    if wanted == 0:
        return False
    for cell in range(cell_count(rules.size)):
        if is_free(state, player, cell):
            ties = wanted & tied_to(rules, state, player, cell)
            if are_opposite(ties):
                return True
            if left > 1 and ties != 0 and leads_on(rules, state, player, cell, ties):
                return True
    return False


def sides_at_hand(rules: Parameters, state: State, player: int, left: int) -> int:
    """The sides, a bit for each, where at most so many of the rows from there to the opposite side lack a
    piece of this player's. Each row needs one, so most positions need no further look.
    """
    seen, reach = 0, rules.size - 1  # sixteen bits for each way
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == player:
            for side in range(3):
                seen |= 1 << 16 * side + row_of(cell, WAYS[side]) + reach
    wanted = 0
    for side in range(3):
        empty = 0
        for row in range(2 * rules.size - 1):
            empty += 1 - (seen >> 16 * side + row & 1)
        if empty <= left:
            wanted |= 0b1001 << side
    return wanted


def tied_to(rules: Parameters, state: State, player: int, cell: int) -> int:
    """The sides, a bit for each, that a piece on this empty cell would be on, by itself or through its
    group."""
    ties, near = sides_of(rules.size, cell), around(state, player, cell)
    if near == 0:
        return ties
    for direction in range(6):
        if near >> direction & 1:
            ties |= state.sides[name_beside(rules, state, cell, direction)]
    return ties


def are_opposite(sides: int) -> bool:
    """Are two of these sides opposite each other?"""
    return sides & sides >> 3 != 0


def leads_on(rules: Parameters, state: State, player: int, cell: int, ties: int) -> bool:
    """Would a second piece connect one on this cell, tied to these sides, with an opposite one?"""
    for other in range(cell_count(rules.size)):
        if other != cell and is_free(state, player, other):
            if are_opposite(ties | tied_to(rules, state, player, other)):
                if is_connected(rules, state, player, cell, other):
                    return True
    return False


def is_connected(rules: Parameters, state: State, player: int, cell: int, other: int) -> bool:
    """Are these two empty cells beside each other, or beside the same group of this player's?"""
    near = around(state, player, other)
    for direction in range(6):
        if step(rules.size, cell, direction) == other:
            return True
        name = another_group(rules, state, player, cell, direction)
        if name != NO_GROUP:
            for way in range(6):
                if near >> way & 1 and name_beside(rules, state, other, way) == name:
                    return True
    return False


def row_of(cell: int, way: int) -> int:
    """The row of a cell, 0 in the middle, for each way from side to opposite side."""
    return (EAST[cell], SOUTH[cell], EAST[cell] + SOUTH[cell])[way]
