"""Can a player escape within the turn? A look at the board answers this, so bots need not try.

The answer never denies a win and is seldom too hopeful.
"""

from __future__ import annotations

from gamekit.boards.hexagon import (
    EAST,
    EMPTY,
    NO_GROUP,
    NOWHERE,
    SOUTH,
    around,
    cell_count,
    is_group,
    sides_of,
    step,
)
from gamekit.games.tactical_escape.rules import (
    fulfils,
    group_counts,
    has_begun,
    has_lingered,
    is_given,
    is_most,
    measure,
    most_pieces,
    next_giver,
    pieces_placed,
)
from gamekit.games.tactical_escape.state import (
    CONTAINS_FIVE,
    HIDDEN,
    NOBODY,
    Parameters,
    State,
)
from gamekit.games.tactical_escape.win_conditions import (
    ADDS,
    ANYTHING,
    ASKS,
    BORDERING_GROUPS,
    CONNECTION,
    ESCAPE_IN_TIME,
    EXACT_ROW,
    FLOWER,
    FLOWER_COUNT,
    LARGE,
    LARGE_GROUPS,
    LARGEST_GROUP,
    LONG_ROW,
    NEEDED,
    OF_GIVER,
    PIECES,
    SHARED_NUMBER,
    SHORT_TURNS,
    SURROUNDED_GROUPS,
    TWIN_BASKETS,
)

PETALS = 0b010101  # of one: every second direction
FLOWERS = 8  # that one piece may be a part of: as the center of two, as a petal of six


def may_win(rules: Parameters, state: State) -> bool:
    """Can the player to act win before the turn ends: by a win condition received, or at the limit?"""
    if next_giver(rules, state) not in (NOBODY, state.player):  # somebody else acts before the turn
        return False
    if rules.turn_cap > 0 and state.turn + 1 >= 2 * rules.turn_cap:
        return True
    me = state.player
    left = most_pieces(state) - pieces_placed(state) if state.removed == NOWHERE else 0
    is_hidden = is_given(state, 1 - me, HIDDEN)
    for condition in state.offer:
        if is_hidden or is_given(state, 1 - me, condition):
            if is_near(rules, state, me, condition, left):
                return True
    return False


def is_near(rules: Parameters, state: State, player: int, condition: int, left: int) -> bool:
    """Might this player fulfill a win condition with this many more pieces, one or two? It never says
    no if they can."""
    asks = ASKS[condition - 1]
    if asks == SHORT_TURNS:
        return has_lingered(state, player)
    if has_too_few(rules, state, player, condition, left):
        return False
    if asks in (LARGEST_GROUP, LARGE_GROUPS, FLOWER_COUNT, BORDERING_GROUPS):
        return most_is_near(rules, state, player, condition, left)
    if fulfils(rules, state, player, condition):
        return True
    if left == 0 or asks in (TWIN_BASKETS, SHARED_NUMBER, ESCAPE_IN_TIME):
        return False  # not for this player's pieces to change
    if asks in (EXACT_ROW, LONG_ROW):
        return row_is_near(rules, state, player, condition, left)
    if asks == CONNECTION:
        return sides_are_near(rules, state, player, left)
    if asks == SURROUNDED_GROUPS:
        return is_closing_in(rules, state, player, left)
    return may_add_up(rules, state, player, condition, left)


def has_too_few(rules: Parameters, state: State, player: int, condition: int, left: int) -> bool:
    """Are there too few pieces for a win condition, even with this many more? This is a quick look."""
    owner = 1 - player if condition in OF_GIVER else player
    pieces = left
    for cell in range(cell_count(rules.size)):
        pieces += 1 if state.board[cell] == owner else 0
    return pieces < PIECES[condition - 1]


def may_add_up(rules: Parameters, state: State, player: int, condition: int, left: int) -> bool:
    """Might this many pieces be enough, by what the row says that each adds? If it says nothing, trying will
    tell."""
    if ADDS[condition - 1] == ANYTHING:
        return True
    owner = 1 - player if condition in OF_GIVER else player
    most = measure(rules, state, owner, condition) + left * ADDS[condition - 1]
    return most >= NEEDED[condition - 1]


# --- rows, flowers, groups that are surrounded ---------------------------------------------------


def row_is_near(rules: Parameters, state: State, player: int, condition: int, left: int) -> bool:
    """Is there a straight row that lacks few pieces, and would not be too long?"""
    length = NEEDED[condition - 1]
    for start in range(cell_count(rules.size)):
        for axis in range(3):
            if lacking_in_row(rules, state, player, start, axis, length, left) <= left:
                if ASKS[condition - 1] == LONG_ROW or rules.wc1 == CONTAINS_FIVE:
                    return True
                if not is_longer(rules, state, player, start, axis, length):
                    return True
    return False


def is_longer(
    rules: Parameters, state: State, player: int, start: int, axis: int, length: int
) -> bool:
    """Does a piece of this player's stand before the row that begins here, or behind it?"""
    before, behind = step(rules.size, start, axis + 3), start
    for _ in range(length):
        behind = step(rules.size, behind, axis)
    is_before = before >= 0 and state.board[before] == player
    return is_before or (behind >= 0 and state.board[behind] == player)


def lacking_in_row(
    rules: Parameters, state: State, player: int, start: int, axis: int, length: int, most: int
) -> int:
    """Return how many of this player's pieces a row from here lacks, or `length` if it is impossible or lacks
    more than `most`."""
    cell, lacks = start, 0
    for _ in range(length):
        if cell < 0 or state.board[cell] == 1 - player:
            return length
        lacks += 1 if state.board[cell] == EMPTY else 0
        if lacks > most:
            return length
        cell = step(rules.size, cell, axis)
    return lacks


def is_closing_in(rules: Parameters, state: State, player: int, left: int) -> bool:
    """Is there a group of the opponent's with few empty cells beside it?"""
    for cell in range(cell_count(rules.size)):
        if is_group(state, cell, 1 - player):
            if freedom(rules, state, cell, left + 1) <= left:
                return True
    return False


def freedom(rules: Parameters, state: State, group: int, most: int) -> int:
    """Count the empty cells beside a group, up to `most`."""
    owner, count = state.board[group], 0
    for cell in range(cell_count(rules.size)):
        near = around(state, owner, cell)
        if near != 0 and state.board[cell] == EMPTY:
            for direction in range(6):
                if near >> direction & 1 and name_beside(rules, state, cell, direction) == group:
                    count += 1
                    break
            if count >= most:
                return count
    return count


def lacking_in_flower(rules: Parameters, state: State, player: int, centre: int, turn: int) -> int:
    """Return how many of this player's pieces a flower lacks, or more than it has if it is impossible."""
    petals = PETALS << turn
    empty, own = around(state, EMPTY, centre) & petals, around(state, player, centre) & petals
    if state.board[centre] == 1 - player or empty | own != petals:
        return FLOWER + 1
    lacks = 1 if state.board[centre] == EMPTY else 0
    for direction in range(turn, turn + 6, 2):
        lacks += empty >> direction & 1
    return lacks


# --- as much as the opponent has, and more -------------------------------------------------------


def most_is_near(rules: Parameters, state: State, player: int, condition: int, left: int) -> bool:
    """Might there be enough groups or flowers, and more than the opponent's?"""
    needed = NEEDED[condition - 1]
    mine = measure(rules, state, player, condition)
    most = at_best(rules, state, player, condition, mine, left) if left > 0 else mine
    if most < needed:
        return False
    theirs = measure(rules, state, 1 - player, condition)
    if is_most(rules, condition, most, theirs):
        return True
    may_remove = left > 0 and (player != state.player or not has_begun(state))
    return (
        may_remove
        and mine >= needed
        and is_most(rules, condition, mine, after_removal(condition, theirs))
    )


def at_best(
    rules: Parameters, state: State, player: int, condition: int, mine: int, left: int
) -> int:
    """Return the most there may be with this many more pieces."""
    if ASKS[condition - 1] == LARGEST_GROUP:
        return largest_at_best(rules, state, player, mine, left, NEEDED[condition - 1])
    if ASKS[condition - 1] == FLOWER_COUNT:
        return mine + flowers_that_lack(rules, state, player, left)
    if mine + left < NEEDED[condition - 1]:
        return mine
    return mine + (left if one_more_counts(rules, state, player, condition) else left - 1)


def after_removal(condition: int, theirs: int) -> int:
    """Return the least that the opponent keeps after one of their pieces is removed: a third of the rest of a
    group, or the flowers without that piece."""
    if ASKS[condition - 1] == LARGEST_GROUP:
        return (theirs + 1) // 3
    return theirs - (FLOWERS if ASKS[condition - 1] == FLOWER_COUNT else 1)


def flowers_that_lack(rules: Parameters, state: State, player: int, left: int) -> int:
    """Count the flowers that lack few pieces."""
    count = 0
    for centre in range(cell_count(rules.size)):
        if state.board[centre] != 1 - player:
            for turn in range(2):
                if 0 < lacking_in_flower(rules, state, player, centre, turn) <= left:
                    count += 1
    return count


WAYS = (1, 0, 2)  # of `row_of`, along which rows lie between each side and the opposite one


def is_free(state: State, player: int, cell: int) -> bool:
    """May this player place a piece here, now or in their next turn?"""
    return state.board[cell] == EMPTY and (cell != state.banned or player != state.player)


# --- groups --------------------------------------------------------------------------------------


def largest_at_best(
    rules: Parameters, state: State, player: int, largest: int, left: int, needed: int
) -> int:
    """Return the most pieces that a group may have with this many more, if that may be enough.

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
    """Count the pieces of the group that this player's piece on this empty cell would make."""
    pieces = 1
    for direction in range(6):
        name = another_group(rules, state, player, cell, direction)
        if name != NO_GROUP:
            pieces += state.pieces[name]
    return pieces


def another_group(rules: Parameters, state: State, player: int, cell: int, direction: int) -> int:
    """Return this player's group in this direction of a cell, or NO_GROUP if an earlier direction leads to the
    same group."""
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
    """Can this many pieces connect opposite sides?"""
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
    """Return a bit for each side from which at most this many rows, up to the opposite side, lack a piece of
    this player's. Each row needs one, so most positions need no further look."""
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
    """Return a bit for each side that a piece on this empty cell would touch, itself or through its group."""
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
    """Return the row of a cell, 0 in the middle, for each way from side to opposite side."""
    return (EAST[cell], SOUTH[cell], EAST[cell] + SOUTH[cell])[way]
