"""Hexagonal boards: rows A, B, C, ... from the top, numbers from the left, from 1 in every row.

            A1 A2 A3
          B1 B2 B3 B4          three cells a side
        C1 C2 C3 C4 C5
          D1 D2 D3 D4
            E1 E2 E3

A cell is a whole number: 0 in the middle, then ring after ring, each clockwise from its top left
corner. So the cells of a smaller board are the first ones of any larger board, and one table of
neighbours serves them all. `size` is the number of cells a side, up to `LARGEST`.

The letter is a true axis of the board, but the number is not: A3, B3 and C3 run straight, and D2, not
D3, continues them. Axial coordinates (q, s) are straight both ways: the middle is (0, 0), a step east
adds (1, 0), and a step south-east adds (0, 1).
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from gamekit.boards import shapes
from gamekit.boards.grid import LETTERS, no_cell
from gamekit.boards.grid import cell as row_and_number

LARGEST = 7
MOST_CELLS = 3 * LARGEST * (LARGEST - 1) + 1
# East, then clockwise. The opposite of direction d is d + 3; 0, 1 and 2 are the three axes.
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SIDES = ("top", "upper right", "lower right", "bottom", "lower left", "upper left")


def _rings() -> list[tuple[int, int]]:
    """The axial coordinates of every cell of the largest board."""
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

# Leaps of several steps at once: the board on a square grid with an empty margin around it.
REACH = 4  # cells a leap may go
HALF = LARGEST - 1 + REACH
WIDTH = 2 * HALF + 1
PLACE = tuple((q + HALF) * WIDTH + s + HALF for q, s in AXIAL)
CELL_AT = tuple(
    _cells.get((q, s), -1) for q in range(-HALF, HALF + 1) for s in range(-HALF, HALF + 1)
)


# --- for rules ---------------------------------------------------------------------------------


def cell_count(size: int) -> int:
    """Return how many cells the board has: they are 0 .. cell_count-1."""
    return 3 * size * (size - 1) + 1


def step(size: int, cell: int, direction: int) -> int:
    """Return the cell one step away in this direction (0 to 5), or -1 off the board."""
    beside = BESIDE[cell * 6 + direction]
    return beside if beside < cell_count(size) else -1


def leap(q: int, s: int) -> int:
    """Return the number that stands for a leap q cells east and s south-east, each at most `REACH`."""
    return q * WIDTH + s


def landing(size: int, cell: int, leap: int) -> int:
    """Return the cell where a leap from here ends, or -1 off the board."""
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

    Sides are in the order of `SIDES`; side 3 more is the opposite one. A corner is on two sides.
    """
    ring = size - 1
    return cell_count(ring) + (side * ring + place) % (6 * ring)


def sides_of(size: int, cell: int) -> int:
    """Return the sides that a cell is on, as `border` numbers them: a bit for each."""
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
    """Return the cell with a label in any case, or None where the board has none."""
    place = row_and_number(text)
    if place is None or place[0] > 2 * size - 2 or place[1] < 0:
        return None
    south = place[0] - (size - 1)
    found = _cells.get((place[1] + 1 - size - min(south, 0), south), -1)
    return found if 0 <= found < cell_count(size) else None


def cell_named(size: int, text: str, rule: int) -> int:
    """Return the cell with a label in any case; one that is not on the board breaks this rule."""
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


def neighbours(size: int, cell: int) -> list[int]:
    """Return the three to six cells beside a cell."""
    return [there for way in range(6) if (there := step(size, cell, way)) >= 0]


def distance(one: int, other: int) -> int:
    """Return the fewest steps from one cell to another."""
    q, s = EAST[one] - EAST[other], SOUTH[one] - SOUTH[other]
    return max(abs(q), abs(s), abs(q + s))


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
    """Return every flower: a centre, then three cells beside it, 120 degrees apart."""
    found = []
    for centre in range(cell_count(size)):
        for turn in range(2):
            petals = [step(size, centre, way) for way in (turn, turn + 2, turn + 4)]
            if min(petals) >= 0:
                found.append([centre, *petals])
    return found


def connected(size: int, count: int) -> list[shapes.Shape]:
    """Return every connected set of this many cells, in axial coordinates, as `shapes` takes them."""
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
