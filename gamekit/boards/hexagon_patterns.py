"""What pieces can form on a hexagonal board: groups, rows, flowers and baskets.

The state keeps track of the groups and of what is around each cell, so that rules need not search for them.
Only `clear`, `join` and `take_away` change what it keeps. The first cell of a group is its name.
"""

from __future__ import annotations

from typing import Protocol

from gamekit.boards import hexagon, shapes
from gamekit.boards.hexagon import (
    MOST_CELLS,
    border,
    cell_count,
    landing,
    number_of,
    sides_of,
    step,
)

EMPTY, NO_GROUP, NOWHERE = -1, -1, -1
BASKET = 5  # cells in one


class Pieces(Protocol):
    """What the state of a game says about the pieces on its board, in lists by cell."""

    board: list[int]  # whose piece stands there, or EMPTY
    group: list[int]  # the first cell of the group it is part of, or NO_GROUP
    pieces: list[int]  # at the first cell of a group: how many pieces it has,
    sides: list[int]  # and the sides of the board they are on, a bit for each
    # in which directions of each cell an empty one lies; then, one of player 0's; of player 1's
    around: list[int]


def clear(size: int, state: Pieces) -> None:
    """Take all pieces off the board."""
    for cell in range(MOST_CELLS):
        state.board[cell] = EMPTY
        state.group[cell] = NO_GROUP
        state.pieces[cell] = 0
        state.sides[cell] = 0
    for place in range(3 * MOST_CELLS):
        state.around[place] = 0
    for cell in range(cell_count(size)):
        tell_around(size, state, cell, EMPTY)


def around(state: Pieces, owner: int, cell: int) -> int:
    """Return the directions in which a piece of this owner's, or an empty cell for EMPTY, is beside a cell:
    a bit for each."""
    return state.around[(1 + owner) * MOST_CELLS + cell]


def tell_around(size: int, state: Pieces, cell: int, before: int) -> None:
    """Tell the cells around this one that it has changed, and what it held before."""
    gone, new = (1 + before) * MOST_CELLS, (1 + state.board[cell]) * MOST_CELLS
    for direction in range(6):
        beside = step(size, cell, direction)
        if beside >= 0:
            back = 1 << (direction + 3) % 6
            state.around[gone + beside] &= ~back
            state.around[new + beside] |= back


# --- groups --------------------------------------------------------------------------------------


def join(size: int, state: Pieces, cell: int) -> None:
    """Join a new piece and its owner's groups beside it into one group."""
    tell_around(size, state, cell, EMPTY)
    add_to_groups(size, state, cell)


def add_to_groups(size: int, state: Pieces, cell: int) -> None:
    """Join a piece that is in no group and its owner's groups beside it into one group."""
    board, group, first = state.board, state.group, cell
    group[cell], state.pieces[cell], state.sides[cell] = cell, 1, sides_of(size, cell)
    is_renamed = False
    near = around(state, board[cell], cell)
    for direction in range(6):
        if near >> direction & 1:
            name = group[step(size, cell, direction)]
            if name not in (first, NO_GROUP):
                lost, first = max(first, name), min(first, name)  # a group's first cell names it
                group[lost] = first
                is_renamed = is_renamed or lost != cell
                state.pieces[first] += state.pieces[lost]
                state.sides[first] |= state.sides[lost]
                state.pieces[lost], state.sides[lost] = 0, 0
    if is_renamed:
        # in order, so that each name now leads straight to the group
        for piece in range(cell_count(size)):
            if group[piece] != NO_GROUP:
                group[piece] = group[group[piece]]


def take_away(size: int, state: Pieces, cell: int) -> None:
    """Take a piece off the board and regroup what it held together."""
    owner, broken = state.board[cell], state.group[cell]
    state.board[cell] = EMPTY
    tell_around(size, state, cell, owner)
    state.pieces[broken], state.sides[broken] = 0, 0
    for piece in range(cell_count(size)):
        if state.group[piece] == broken:
            state.group[piece] = NO_GROUP
    for piece in range(cell_count(size)):
        if state.board[piece] == owner and state.group[piece] == NO_GROUP:
            add_to_groups(size, state, piece)


def is_group(state: Pieces, cell: int, owner: int) -> bool:
    """Is this the first cell, and so the name, of a group of this owner's?"""
    return state.pieces[cell] > 0 and state.board[cell] == owner


def largest_group(size: int, state: Pieces, owner: int) -> int:
    """Return how many pieces this owner's largest group has."""
    largest = 0
    for cell in range(cell_count(size)):
        if is_group(state, cell, owner):
            largest = max(largest, state.pieces[cell])
    return largest


def connecting_group(size: int, state: Pieces, owner: int) -> int:
    """Return a group of this owner's with pieces on two opposite sides, or NO_GROUP."""
    for side in range(3):
        for place in range(size):
            here = border(size, side, place)
            if state.board[here] == owner and state.sides[state.group[here]] >> side + 3 & 1:
                return state.group[here]
    return NO_GROUP


def touches(size: int, state: Pieces, name: int, owner: int) -> bool:
    """Is a cell beside this group a piece of this owner's or, for EMPTY, an empty cell?"""
    unseen = state.pieces[name]
    for cell in range(name, cell_count(size)):
        if state.group[cell] == name:
            if around(state, owner, cell) != 0:
                return True
            unseen -= 1
            if unseen == 0:
                return False
    return False


def is_surrounded(size: int, state: Pieces, name: int) -> bool:
    """Do enemies stand on every cell beside this group, and on at least one?"""
    enemy = 1 - state.board[name]
    return not touches(size, state, name, EMPTY) and touches(size, state, name, enemy)


# --- rows, flowers and numbers -------------------------------------------------------------------


def row_length(size: int, board: list[int], cell: int, axis: int) -> int:
    """Return how many pieces of its colour stand in the straight row through this one.

    Axis 0 runs east, 1 south-east, 2 south-west.
    """
    pieces = 1
    for direction in (axis, axis + 3):
        ahead = step(size, cell, direction)
        while ahead >= 0 and board[ahead] == board[cell]:
            pieces += 1
            ahead = step(size, ahead, direction)
    return pieces


def is_flower(size: int, board: list[int], centre: int, turn: int) -> bool:
    """Do this cell and every second cell around it, from direction `turn` on, hold one colour?"""
    owner = board[centre]
    for direction in range(turn, turn + 6, 2):
        petal = step(size, centre, direction)
        if petal < 0 or board[petal] != owner:
            return False
    return bool(owner != EMPTY)


def shared_number(size: int, board: list[int], owner: int, enough: int) -> int:
    """Return a number on whose cells enough pieces of this owner's stand, or 0."""
    counts = 0  # four bits a number
    for cell in range(cell_count(size)):
        if board[cell] == owner:
            counts += 1 << 4 * number_of(size, cell)
    for shared in range(1, 2 * size):
        if counts >> 4 * shared & 15 >= enough:
            return shared
    return 0


# --- baskets: five connected cells ---------------------------------------------------------------


def _baskets() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return every way five connected cells can lie, as four leaps from the first cell, sorted by kind; and
    where each kind begins, with the end of the last one."""
    kinds: dict[shapes.Shape, list[shapes.Shape]] = {}
    for shape in sorted({shapes.shifted(cells) for cells in hexagon.connected(3, 5)}):
        kinds.setdefault(shapes.free(shape, shapes.HEXAGON), []).append(shape)
    leaps: list[int] = []
    begins = [0]
    for alike in kinds.values():
        leaps += [hexagon.leap(q, s) for shape in alike for q, s in shape[1:]]
        begins.append(len(leaps) // 4)
    return tuple(leaps), tuple(begins)


BASKETS, KINDS = _baskets()


def _tree() -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return the same as a tree: baskets that begin with the same leaps share a branch that far.

    In walking order, three lists say for each leap: the leap, where to go on if it fails, and the kind of
    the basket that ends with it, or -1.
    """
    kind_of = [kind for kind in range(len(KINDS) - 1) for _ in range(KINDS[kind], KINDS[kind + 1])]
    leaps: list[int] = []
    fails: list[int] = []
    kinds: list[int] = []
    way: list[int] = []  # the leaps walked to reach the basket before
    for basket in sorted((BASKETS[4 * b : 4 * b + 4], kind_of[b]) for b in range(KINDS[-1])):
        shared = 0
        while shared < len(way) and leaps[way[shared]] == basket[0][shared]:
            shared += 1
        for leap in way[shared:]:
            fails[leap] = len(leaps)
        del way[shared:]
        for depth in range(shared, 4):
            way.append(len(leaps))
            leaps.append(basket[0][depth])
            fails.append(0)
            kinds.append(basket[1] if depth == 3 else -1)
    for leap in way:
        fails[leap] = len(leaps)
    return tuple(leaps), tuple(fails), tuple(kinds)


LEAPS, FAILS, ENDS = _tree()


def is_basket(size: int, board: list[int], first: int, basket: int) -> bool:
    """Do the five cells of this basket, laid with its first one here, hold one colour?"""
    owner = board[first]
    for leap in range(4 * basket, 4 * basket + 4):
        cell = landing(size, first, BASKETS[leap])
        if cell < 0 or board[cell] != owner:
            return False
    return bool(owner != EMPTY)


def in_basket(size: int, first: int, basket: int, cell: int) -> bool:
    """Is this cell one of the five?"""
    for leap in range(4 * basket, 4 * basket + 4):
        if landing(size, first, BASKETS[leap]) == cell:
            return True
    return cell == first


def share_a_cell(size: int, first: int, basket: int, other: int, twin: int) -> bool:
    """Do these two baskets, laid here and there, have a cell in common?"""
    for leap in range(4 * twin, 4 * twin + 4):
        if in_basket(size, first, basket, landing(size, other, BASKETS[leap])):
            return True
    return in_basket(size, first, basket, other)


def are_twins(size: int, board: list[int], owner: int) -> bool:
    """Does this owner have two baskets of one kind, which may share cells?"""
    seen = 0  # a bit for each kind
    for first in range(cell_count(size)):
        if board[first] == owner:
            leap = 0
            while leap < len(LEAPS):
                cell = landing(size, first, LEAPS[leap])
                if cell < 0 or board[cell] != owner:
                    leap = FAILS[leap]
                    continue
                if ENDS[leap] >= 0:
                    if seen >> ENDS[leap] & 1:
                        return True
                    seen |= 1 << ENDS[leap]
                leap += 1
    return False


def has_twins(size: int, state: Pieces, owner: int, may_overlap: bool) -> bool:
    """Does this owner have two identical baskets?"""
    if not has_room_for_twins(size, state, owner):  # this is fast, and usually enough
        return False
    if may_overlap:
        return are_twins(size, state.board, owner)
    return twin_baskets(size, state.board, owner, may_overlap)[0] != NOWHERE


def has_room_for_twins(size: int, state: Pieces, owner: int) -> bool:
    """Is there a group with room for two baskets, or one group for each?"""
    baskets = 0
    for cell in range(cell_count(size)):
        if is_group(state, cell, owner) and state.pieces[cell] >= BASKET:
            baskets += 1 if state.pieces[cell] == BASKET else 2
    return baskets > 1


def twin_baskets(
    size: int, board: list[int], owner: int, may_overlap: bool
) -> tuple[int, int, int, int]:
    """Return two identical baskets of this owner's: the first cell and the number of one, the first
    cell and the number of the other; or four times -1."""
    if not are_twins(size, board, owner):  # this is fast, and there are seldom any
        return NOWHERE, NOWHERE, NOWHERE, NOWHERE
    for kind in range(len(KINDS) - 1):
        for basket in range(KINDS[kind], KINDS[kind + 1]):
            for cell in range(cell_count(size)):
                if board[cell] == owner and is_basket(size, board, cell, basket):
                    other, twin = twin_of(size, board, cell, basket, KINDS[kind + 1], may_overlap)
                    if other != NOWHERE:
                        return cell, basket, other, twin
    return NOWHERE, NOWHERE, NOWHERE, NOWHERE


def twin_of(
    size: int, board: list[int], first: int, basket: int, end: int, may_overlap: bool
) -> tuple[int, int]:
    """Return a basket identical to this one, among those that come after it and before basket
    `end`, where the next kind begins; -1, -1 where there is none."""
    cells = cell_count(size)
    for place in range(basket * cells + first + 1, end * cells):
        other, twin = place % cells, place // cells
        if board[other] != board[first] or not is_basket(size, board, other, twin):
            continue
        if may_overlap or not share_a_cell(size, first, basket, other, twin):
            return other, twin
    return NOWHERE, NOWHERE
