"""Hexagonal boards: rows A, B, C, ... from the top, numbers from the left, from 1 in every row.

            A1 A2 A3
          B1 B2 B3 B4          three cells a side
        C1 C2 C3 C4 C5
          D1 D2 D3 D4
            E1 E2 E3

A cell is a whole number: 0 in the middle, then ring after ring, each clockwise from its top left
corner. So the cells of a smaller board are the first ones of any larger board, and one table of
neighbors serves them all. `size` is the number of cells a side, up to `LARGEST`.

The letter is a true axis of the board, but the number is not: A3, B3 and C3 run straight, and D2, not
D3, continues them. Axial coordinates (q, s) are straight both ways: the middle is (0, 0), a step east
adds (1, 0), and a step south-east adds (0, 1).

Pieces form groups, rows, flowers and baskets. The state keeps track of the groups and of what is around
each cell, so that rules need not search for them. Only `clear`, `join` and `take_away` change that. The
first cell of a group is its name.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Protocol

from gamekit.boards import shapes
from gamekit.boards.grid import LETTERS, no_cell
from gamekit.boards.grid import cell as row_and_number

LARGEST = 7
MOST_CELLS = 3 * LARGEST * (LARGEST - 1) + 1
# East, then clockwise. The opposite of direction d is d + 3; 0, 1 and 2 are the three axes.
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SIDES = ("top", "upper right", "lower right", "bottom", "lower left", "upper left")


def _rings() -> list[tuple[int, int]]:
    """Return the axial coordinates of every cell of the largest board."""
    cells = [(0, 0)]
    for ring in range(1, LARGEST):
        q, s = 0, -ring
        for dq, ds in DIRECTIONS:
            for _ in range(ring):
                cells.append((q, s))
                q, s = q + dq, s + ds
    return cells


AXIAL = tuple(_rings())
_cells = {place: cell for cell, place in enumerate(AXIAL)}
EAST = tuple(q for q, _ in AXIAL)
SOUTH = tuple(s for _, s in AXIAL)
BESIDE = tuple(_cells.get((q + dq, s + ds), -1) for q, s in AXIAL for dq, ds in DIRECTIONS)

# Leaps of several steps at once, on a square grid that holds the board and an empty margin around it.
REACH = 4  # cells a leap may go
HALF = LARGEST - 1 + REACH
WIDTH = 2 * HALF + 1
PLACE = tuple((q + HALF) * WIDTH + s + HALF for q, s in AXIAL)
CELL_AT = tuple(
    _cells.get((q, s), -1) for q in range(-HALF, HALF + 1) for s in range(-HALF, HALF + 1)
)


# --- for rules ---------------------------------------------------------------------------------


def cell_count(size: int) -> int:
    """Return the number of cells of the board: they are 0 .. cell_count-1."""
    return 3 * size * (size - 1) + 1


def step(size: int, cell: int, direction: int) -> int:
    """Return the cell one step away in this direction (0 to 5), or -1 off the board."""
    beside = BESIDE[cell * 6 + direction]
    return beside if beside < cell_count(size) else -1


def leap(q: int, s: int) -> int:
    """Return the number that stands for a leap q cells east and s south-east, each at most `REACH`."""
    return q * WIDTH + s


def landing(size: int, cell: int, leap: int) -> int:
    """Return the cell in which a leap from here ends, or -1 off the board."""
    there = CELL_AT[PLACE[cell] + leap]
    return there if there < cell_count(size) else -1


def touching(size: int, cells: Sequence[int], cell: int, mark: int) -> int:
    """Return how many of the cells beside this one hold a mark."""
    count = 0
    for way in range(6):
        there = step(size, cell, way)
        if there >= 0 and cells[there] == mark:
            count += 1
    return count


def spread(size: int, cells: MutableSequence[int], start: int, mark: int) -> int:
    """Mark a cell and every connected cell that holds the same, and return how many there are.

    This counts a group, and finds out what is connected."""
    own, count, grown = cells[start], 1, True
    cells[start] = mark
    while grown and own != mark:
        grown = False
        for cell in range(cell_count(size)):
            if cells[cell] == own and touching(size, cells, cell, mark) > 0:
                cells[cell] = mark
                count += 1
                grown = True
    return count


def longest_line(size: int, cells: Sequence[int], mark: int) -> int:
    """Return the length of the longest straight line of cells that all hold this mark."""
    longest = 0
    for cell in range(cell_count(size)):
        for axis in range(3):
            length, there = 0, cell
            while there >= 0 and cells[there] == mark:
                length += 1
                there = step(size, there, axis)
            longest = max(longest, length)
    return longest


def border(size: int, side: int, place: int) -> int:
    """Return the cell at a place (0 to size-1) of a side (0 to 5): clockwise, from the top left.

    Sides are in the order of `SIDES`. The opposite side is 3 further on. A corner is on two sides.
    """
    ring = size - 1
    return cell_count(ring) + (side * ring + place) % (6 * ring)


def sides_of(size: int, cell: int) -> int:
    """Return the sides that a cell is on, a bit for each, numbered as in `border`."""
    ring = size - 1
    place = cell - cell_count(ring)
    if place < 0:
        return 0
    before = (place // ring + 5) % 6  # a corner is on this one, too
    return 1 << place // ring | (1 << before if place % ring == 0 else 0)


def number_of(size: int, cell: int) -> int:
    """Return the number in the label of a cell, counted from the left of its row."""
    return size + EAST[cell] + min(SOUTH[cell], 0)


# --- for people --------------------------------------------------------------------------------


def label(size: int, cell: int) -> str:
    """Return the label of a cell, for example "E5"."""
    return f"{LETTERS[SOUTH[cell] + size - 1]}{number_of(size, cell)}"


def cell(size: int, text: str) -> int | None:
    """Return the cell with a label, in any case, or None if the board has none."""
    place = row_and_number(text)
    if place is None or place[0] > 2 * size - 2 or place[1] < 0:
        return None
    south = place[0] - (size - 1)
    found = _cells.get((place[1] + 1 - size - min(south, 0), south), -1)
    return found if 0 <= found < cell_count(size) else None


def cell_named(size: int, text: str, rule: int) -> int:
    """Return the cell with a label, in any case. A label that is not on the board breaks this rule."""
    found = cell(size, text)
    if found is None:
        top, *_, bottom = [f"{label(size, row[0])} to {label(size, row[-1])}" for row in rows(size)]
        raise no_cell(text, f"the rows go from {top} down to {bottom}", rule)
    return found


def rows(size: int) -> list[list[int]]:
    """Return the cells row by row from the top, each row from the left."""
    return [
        sorted((c for c in range(cell_count(size)) if SOUTH[c] == south), key=lambda c: EAST[c])
        for south in range(1 - size, size)
    ]


def neighbors(size: int, cell: int) -> list[int]:
    """Return the three to six cells beside a cell."""
    return [there for way in range(6) if (there := step(size, cell, way)) >= 0]


def side(size: int, number: int) -> list[int]:
    """Return the cells of a side of the board (0 to 5, see `border`)."""
    return [border(size, number, place) for place in range(size)]


def line(size: int, cell: int, direction: int) -> list[int]:
    """Return the straight line from a cell to the end of the board."""
    found = [cell]
    while (ahead := step(size, found[-1], direction)) >= 0:
        found.append(ahead)
    return found


def lines(size: int) -> list[list[int]]:
    """Return every straight line across the board."""
    return [
        line(size, cell, axis)
        for axis in range(3)
        for cell in range(cell_count(size))
        if step(size, cell, axis + 3) < 0
    ]


def windows(size: int, length: int) -> list[list[int]]:
    """Return every straight row of this many cells."""
    return [row[i : i + length] for row in lines(size) for i in range(len(row) - length + 1)]


def flowers(size: int) -> list[list[int]]:
    """Return every flower: a center, then three cells beside it, 120 degrees apart."""
    found = []
    for center in range(cell_count(size)):
        for turn in range(2):
            petals = [step(size, center, way) for way in (turn, turn + 2, turn + 4)]
            if min(petals) >= 0:
                found.append([center, *petals])
    return found


def connected(size: int, count: int) -> list[shapes.Shape]:
    """Return every connected set of this many cells in axial coordinates, which `shapes` takes."""
    return shapes.placements(AXIAL[: cell_count(size)], beside, count)


def beside(place: shapes.Cell) -> list[shapes.Cell]:
    """Return the six axial places around one, on any board."""
    return [(place[0] + dq, place[1] + ds) for dq, ds in DIRECTIONS]


def text(size: int, marks: Sequence[str]) -> str:
    """Draw a board as text: letters on the left, numbers counting from the left in every row."""
    lines = []
    for letter, row in zip(LETTERS, rows(size), strict=False):
        indent = " " * abs(SOUTH[row[0]])
        lines.append(f"{letter} {indent}" + " ".join(marks[cell] for cell in row))
    return "\n".join(lines)


EMPTY, NO_GROUP, NOWHERE = -1, -1, -1
BASKET = 5  # cells in one


class Pieces(Protocol):
    """What the state of a game says about the pieces on its board, in lists by cell."""

    board: list[int]  # whose piece stands there, or EMPTY
    group: list[int]  # the first cell of the group it is part of, or NO_GROUP
    pieces: list[int]  # at the first cell of a group: how many pieces it has,
    sides: list[int]  # and the sides of the board they are on, a bit for each
    # the directions from each cell to empty cells, to pieces of player 0, and to pieces of player 1
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
        update_around(size, state, cell, EMPTY)


def around(state: Pieces, owner: int, cell: int) -> int:
    """Return a bit for each direction from a cell to a piece of this owner's or, for EMPTY, to an empty cell."""
    return state.around[(1 + owner) * MOST_CELLS + cell]


def update_around(size: int, state: Pieces, cell: int, before: int) -> None:
    """Update `around` of the cells beside this one, which held `before`."""
    gone, new = (1 + before) * MOST_CELLS, (1 + state.board[cell]) * MOST_CELLS
    for direction in range(6):
        beside = step(size, cell, direction)
        if beside >= 0:
            back = 1 << (direction + 3) % 6
            state.around[gone + beside] &= ~back
            state.around[new + beside] |= back


# --- groups --------------------------------------------------------------------------------------


def join(size: int, state: Pieces, cell: int) -> None:
    """Join a new piece and its owner's neighboring groups into one group."""
    update_around(size, state, cell, EMPTY)
    add_to_groups(size, state, cell)


def add_to_groups(size: int, state: Pieces, cell: int) -> None:
    """Join a piece that is in no group and its owner's neighboring groups into one group."""
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
    update_around(size, state, cell, owner)
    state.pieces[broken], state.sides[broken] = 0, 0
    for piece in range(cell_count(size)):
        if state.group[piece] == broken:
            state.group[piece] = NO_GROUP
    for piece in range(cell_count(size)):
        if state.board[piece] == owner and state.group[piece] == NO_GROUP:
            add_to_groups(size, state, piece)


def is_group(state: Pieces, cell: int, owner: int) -> bool:
    """Is this the first cell of a group of this owner's, and thus its name?"""
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
    """Does this group touch a piece of this owner's or, for EMPTY, an empty cell?"""
    unseen = state.pieces[name]
    for cell in range(name, cell_count(size)):
        if state.group[cell] == name:
            if around(state, owner, cell) != 0:
                return True
            unseen -= 1
            if unseen == 0:
                return False
    return False


# --- rows and flowers ----------------------------------------------------------------------------


def row_length(size: int, board: list[int], cell: int, axis: int) -> int:
    """Return how many pieces of its color stand in the straight row through this one.

    Axis 0 runs east, 1 south-east, 2 south-west.
    """
    pieces = 1
    for direction in (axis, axis + 3):
        ahead = step(size, cell, direction)
        while ahead >= 0 and board[ahead] == board[cell]:
            pieces += 1
            ahead = step(size, ahead, direction)
    return pieces


def is_flower(size: int, board: list[int], center: int, turn: int) -> bool:
    """Do this cell and every second cell around it, from direction `turn` on, hold one color?"""
    owner = board[center]
    for direction in range(turn, turn + 6, 2):
        petal = step(size, center, direction)
        if petal < 0 or board[petal] != owner:
            return False
    return bool(owner != EMPTY)


# --- baskets: five connected cells ---------------------------------------------------------------


def _baskets() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return every way that five connected cells can lie, as four leaps from the first cell, sorted by kind.
    Return also where each kind begins, and where the last one ends."""
    kinds: dict[shapes.Shape, list[shapes.Shape]] = {}
    for shape in sorted({shapes.shifted(cells) for cells in connected(3, 5)}):
        kinds.setdefault(shapes.free(shape, shapes.HEXAGON), []).append(shape)
    leaps: list[int] = []
    begins = [0]
    for alike in kinds.values():
        leaps += [leap(q, s) for shape in alike for q, s in shape[1:]]
        begins.append(len(leaps) // 4)
    return tuple(leaps), tuple(begins)


BASKETS, KINDS = _baskets()


def _tree() -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return the baskets as a tree, in which those that begin with the same leaps share a branch.

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
    """Do the five cells of this basket, laid with its first one here, hold one color?"""
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
    """Do these two baskets, laid here and there, share a cell?"""
    for leap in range(4 * twin, 4 * twin + 4):
        if in_basket(size, first, basket, landing(size, other, BASKETS[leap])):
            return True
    return in_basket(size, first, basket, other)


def are_twins(size: int, board: list[int], owner: int) -> bool:
    """Does this owner have two baskets of one kind? They may share cells."""
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
    if not has_room_for_twins(size, state, owner):  # this is fast, and usually settles it
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
    """Return two identical baskets of this owner's: the first cell and the number of each. Without any, return
    four times -1."""
    if not are_twins(size, board, owner):  # this is fast, and there are rarely any
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
    """Return a basket identical to this one, among those after it and before basket `end`, where the next
    kind begins. Return -1, -1 if there is none."""
    cells = cell_count(size)
    for place in range(basket * cells + first + 1, end * cells):
        other, twin = place % cells, place // cells
        if board[other] != board[first] or not is_basket(size, board, other, twin):
            continue
        if may_overlap or not share_a_cell(size, first, basket, other, twin):
            return other, twin
    return NOWHERE, NOWHERE
