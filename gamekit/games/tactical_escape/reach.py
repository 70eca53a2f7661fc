"""Can a player escape within the turn? A look at counts, to spare bots the trouble of trying."""

from __future__ import annotations

from gamekit.boards.hexagon import EAST, SOUTH, cell_count, step
from gamekit.games.tactical_escape.gifts import is_given, next_giver
from gamekit.games.tactical_escape.goals import LARGE, NEEDED, SHORT, fulfils, largest_group
from gamekit.games.tactical_escape.patterns import EMPTY, NOWHERE, group_size, is_group, touches
from gamekit.games.tactical_escape.rules import most_pieces, pieces_placed
from gamekit.games.tactical_escape.state import HIDDEN, LATEST, NOBODY, Parameters, State


def may_win(rules: Parameters, state: State) -> bool:
    """Can the player to act win before the turn ends: by a win-con received, or at the limit?"""
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
    """Might this player fulfil a win-con with so many pieces more? Never says no where that is so."""
    if condition <= 2:
        return row_is_near(rules, state, player, NEEDED[condition - 1], left)
    if condition == 3:
        return group_is_near(rules, state, player, left)
    if condition in (4, 8):
        return count_groups(rules, state, player, condition) + left >= NEEDED[condition - 1]
    if condition == 5:
        return sides_are_near(rules, state, player, left)
    if condition == 6:
        return is_closing_in(rules, state, player, left)
    if condition == 7:
        return flower_is_near(rules, state, player, left)
    if condition == 11:
        return was_short(state, player)
    return fulfils(rules, state, player, condition)


def row_is_near(rules: Parameters, state: State, player: int, length: int, left: int) -> bool:
    """Is there a straight row of so many cells that lacks few pieces?"""
    for start in range(cell_count(rules.size)):
        for axis in range(3):
            if lacking_in_row(rules, state, player, start, axis, length) <= left:
                return True
    return False


def lacking_in_row(
    rules: Parameters, state: State, player: int, start: int, axis: int, length: int
) -> int:
    """How many pieces of this player's a row from here lacks; `length` and more if it cannot be."""
    cell, lacks = start, 0
    for _ in range(length):
        if cell < 0 or state.board[cell] == 1 - player:
            return length
        lacks += 1 if state.board[cell] == EMPTY else 0
        cell = step(rules.size, cell, axis)
    return lacks


def group_is_near(rules: Parameters, state: State, player: int, left: int) -> bool:
    """Could a group become large enough? A piece joins five groups at most, its own not counted."""
    pieces, largest = left, largest_group(rules, state, player)
    for cell in range(cell_count(rules.size)):
        pieces += 1 if state.board[cell] == player else 0
    return min(pieces, largest + left * (1 + 2 * largest)) >= NEEDED[2]


def count_groups(rules: Parameters, state: State, player: int, condition: int) -> int:
    """Groups that count for win-con 4 or 8; for 4, those that one piece more may make."""
    count = 0
    for cell in range(cell_count(rules.size)):
        if is_group(state.board, state.group, cell, player):
            if condition == 8:
                counts = touches(rules.size, state.board, state.group, cell, 1 - player)
            else:
                counts = group_size(rules.size, state.group, cell) >= LARGE
            count += 1 if counts else 0
    return count


def sides_are_near(rules: Parameters, state: State, player: int, left: int) -> bool:
    """Is there a direction in which few rows are without a piece of this player's?"""
    cells, rows, reach = cell_count(rules.size), 2 * rules.size - 1, rules.size - 1
    for way in range(3):
        seen = 0
        for cell in range(cells):
            if state.board[cell] == player:
                seen |= 1 << (row_of(cell, way) + reach)
        empty = 0
        for row in range(rows):
            empty += 1 - (seen >> row & 1)
        if empty <= left:
            return True
    return False


def row_of(cell: int, way: int) -> int:
    """The row of a cell, 0 in the middle, for each way from side to opposite side."""
    return (EAST[cell], SOUTH[cell], EAST[cell] + SOUTH[cell])[way]


def is_closing_in(rules: Parameters, state: State, player: int, left: int) -> bool:
    """Is there a group of the opponent's with few empty cells beside it?"""
    for cell in range(cell_count(rules.size)):
        if is_group(state.board, state.group, cell, 1 - player):
            if freedom(rules, state, cell, left + 1) <= left:
                return True
    return False


def freedom(rules: Parameters, state: State, group: int, most: int) -> int:
    """How many empty cells there are beside a group, counted no further than `most`."""
    count = 0
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == EMPTY:
            for direction in range(6):
                beside = step(rules.size, cell, direction)
                if beside >= 0 and state.group[beside] == group:
                    count += 1
                    break
            if count >= most:
                return count
    return count


def flower_is_near(rules: Parameters, state: State, player: int, left: int) -> bool:
    """Is there a flower that lacks few pieces?"""
    for centre in range(cell_count(rules.size)):
        if state.board[centre] != 1 - player:
            for turn in range(2):
                if lacking_in_flower(rules, state, player, centre, turn) <= left:
                    return True
    return False


def lacking_in_flower(rules: Parameters, state: State, player: int, centre: int, turn: int) -> int:
    """How many pieces of this player's a flower lacks; more than there are if it cannot be."""
    lacks = 1 if state.board[centre] == EMPTY else 0
    for direction in range(turn, turn + 6, 2):
        petal = step(rules.size, centre, direction)
        if petal < 0 or state.board[petal] == 1 - player:
            return 5
        lacks += 1 if state.board[petal] == EMPTY else 0
    return lacks if state.board[centre] != 1 - player else 5


def was_short(state: State, player: int) -> bool:
    """Were the turns before this one short, for win-con 11, and is this one still?"""
    for turn in range(player * LATEST, player * LATEST + LATEST):
        if not 0 <= state.placed[turn] <= SHORT:
            return False
    return True
