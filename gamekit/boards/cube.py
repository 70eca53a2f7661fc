"""Cubes of side 3, 4 or 5: letters from A, letters up to Z, levels from 1 at the top.

A cell is the whole number `(row * size + column) * size + level`; in a cube of side 4 its label
is a letter A to D, a letter W to Z and a level 1 to 4: "AW1" is cell 0 and "DZ4" cell 63.

Along any straight line these numbers grow by the same step, so a line is its first cell and its
step. The lines of all three sizes share one numbering. Within a size, rows, columns and pillars come first,
then diagonals of a plane, then diagonals of space.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, product

from gamekit.boards.grid import no_cell

SIZES = (3, 4, 5)
FROM_A, TO_Z = "ABCDE", "VWXYZ"
EDGE, PLANE, SPACE = 1, 2, 3  # kinds of line: how many coordinates change along it
# One of the two directions of each straight line.
DIRECTIONS = sorted(
    (d for d in product((-1, 0, 1), repeat=3) if d > (0, 0, 0)), key=lambda d: sum(map(abs, d))
)


def number(size: int, row: int, column: int, level: int) -> int:
    """Return the number of the cell at this place, or the step of a direction."""
    return (row * size + column) * size + level


def place(size: int, cell: int) -> tuple[int, int, int]:
    """Return (row, column, level) of a cell."""
    return cell // (size * size), cell // size % size, cell % size


def straight(size: int, length: int) -> list[tuple[int, int]]:
    """Return (first cell, step) of every straight run of this many cells that stays in the cube."""
    reach = length - 1
    found = []
    for direction in DIRECTIONS:
        begins = [range(max(0, -d * reach), size - max(0, d * reach)) for d in direction]
        step = number(size, *direction)
        found += [(number(size, *begin), step) for begin in product(*begins)]
    return found


# --- tables, flat so that rules can be compiled --------------------------------------------------


_LINES = [straight(size, size) for size in SIZES]
_WINDOWS = [straight(size, size - 1) for size in SIZES]
# The lines of a cube begin at `first_line`, and end where those of the next size begin.
FIRST_LINE = (0, *accumulate(len(lines) for lines in _LINES))
LINE_START = tuple(start for lines in _LINES for start, _ in lines)
LINE_STEP = tuple(step for lines in _LINES for _, step in lines)
# A set of cells or lines, up to 125 of them, is the bits of two numbers: the first WIDTH are in one number,
# the rest in the other, so that both fit the 64 bits of compiled rules.
WIDTH = 63
# The cells of each line.
_CELLS = [
    sum(1 << start + i * step for i in range(size))
    for size, lines in zip(SIZES, _LINES, strict=True)
    for start, step in lines
]
LINE_LOW = tuple(bits & (1 << WIDTH) - 1 for bits in _CELLS)
LINE_HIGH = tuple(bits >> WIDTH for bits in _CELLS)
# Straight runs of one cell less than a line, inside lines and on shorter diagonals.
FIRST_WINDOW = (0, *accumulate(len(windows) for windows in _WINDOWS))
WINDOW_START = tuple(start for windows in _WINDOWS for start, _ in windows)
WINDOW_STEP = tuple(step for windows in _WINDOWS for _, step in windows)
FIRST_CELL = (0, *accumulate(size**3 for size in SIZES))


def first_line(size: int) -> int:
    """Return the number of the first line of a cube; its other lines follow."""
    return FIRST_LINE[size - SIZES[0]]


def first_window(size: int) -> int:
    """Return the number of the first window of a cube; its other windows follow."""
    return FIRST_WINDOW[size - SIZES[0]]


def place_of_lines(size: int, cell: int) -> int:
    """Return where in `THROUGH_FROM` the lines through a cell are found."""
    return FIRST_CELL[size - SIZES[0]] + cell


def cells_of(size: int, line: int) -> tuple[int, ...]:
    """Return the cells of a line from its first end to its second."""
    return tuple(LINE_START[line] + i * LINE_STEP[line] for i in range(size))


def lines(size: int) -> range:
    """Return the numbers of the straight lines through the whole cube: 49, 76 or 109."""
    return range(first_line(size), first_line(size + 1))


_THROUGH: list[list[int]] = [[] for size in SIZES for _ in range(size**3)]
_BEFORE: list[list[int]] = [[] for _ in _THROUGH]
for _size in SIZES:
    for _line in lines(_size):
        _row = cells_of(_size, _line)
        for _i, _cell in enumerate(_row):
            _THROUGH[place_of_lines(_size, _cell)].append(_line)
            _BEFORE[place_of_lines(_size, _cell)] += _row[_i - 1], _row[_i + 1 - _size]
# The lines through a cell are THROUGH[THROUGH_FROM[k]] up to THROUGH[THROUGH_FROM[k + 1] - 1],
# where k is `place_of_lines`.
THROUGH_FROM = (0, *accumulate(len(through) for through in _THROUGH))
THROUGH = tuple(line for through in _THROUGH for line in through)
# For the i-th place of `THROUGH`, the cell whose contents move to that one when the line shifts: forward
# [2 * i] and backward.
BEFORE = tuple(cell for before in _BEFORE for cell in before)


def pieces_of(size: int, board: Sequence[int], player: int) -> tuple[int, int]:
    """Return the cells with pieces of this player, as the bits of two numbers."""
    low, high = 0, 0
    for cell in range(min(size**3, WIDTH)):
        low |= int(board[cell] == player) << cell
    for cell in range(WIDTH, size**3):
        high |= int(board[cell] == player) << cell - WIDTH
    return low, high


def lacks_few(line: int, low: int, high: int, few: int) -> bool:
    """Does this line lack at most one of these pieces or, if `few` is 2, two?

    `n & n - 1` is n without its lowest bit.
    """
    low, high = LINE_LOW[line] & ~low, LINE_HIGH[line] & ~high
    if few == 2:
        low, high = low & low - 1, high if low != 0 else high & high - 1
    return low & low - 1 == 0 if high == 0 else low == 0 and high & high - 1 == 0


# --- names ---------------------------------------------------------------------------------------


def label(size: int, cell: int) -> str:
    """Return the label of a cell: `label(4, 0)` is "AW1"."""
    row, column, level = place(size, cell)
    return f"{FROM_A[row]}{TO_Z[column - size]}{level + 1}"


@lru_cache(1024)
def cell(size: int, text: str) -> int | None:
    """Return the cell with this label, in any case, or None if there is none."""
    known = {label(size, cell): cell for cell in range(size**3)}
    return known.get(text.upper())


def cell_named(size: int, text: str, rule: int) -> int:
    """Return the cell with a label, in any case. A label that is not in the cube breaks this rule."""
    found = cell(size, text)
    if found is None:
        ends = f"{label(size, 0)} to {label(size, size**3 - 1)}"
        raise no_cell(text, f"the board goes from {ends}", rule)
    return found


def kind(size: int, line: int) -> int:
    """Return how many coordinates change along a line: EDGE, PLANE or SPACE."""
    first, *_, last = cells_of(size, line)
    ends = zip(place(size, first), place(size, last), strict=True)
    return sum(a != b for a, b in ends)


def through(size: int, cell: int) -> list[int]:
    """Return the lines through a cell."""
    return _THROUGH[place_of_lines(size, cell)][:]


def ends(size: int, line: int, backward: bool = False) -> tuple[int, int]:
    """Return the two end cells of a line. Contents move from the first toward the second."""
    cells = cells_of(size, line)
    return (cells[-1], cells[0]) if backward else (cells[0], cells[-1])


def between(size: int, start: int, end: int) -> tuple[int, bool] | None:
    """Return (line, backward) of the line with these ends, or None."""
    for line in lines(size):
        for backward in (False, True):
            if ends(size, line, backward) == (start, end):
                return line, backward
    return None


def distances(size: int, a: int, b: int) -> tuple[int, ...]:
    """Return how far apart two cells are in each of the three directions."""
    return tuple(abs(x - y) for x, y in zip(place(size, a), place(size, b), strict=True))


# --- text ----------------------------------------------------------------------------------------


def text(size: int, cells: Sequence[str]) -> str:
    """Draw the levels of a cube side by side; `cells` holds one character for each cell."""
    width = max(len("level 1"), 2 * size - 1)

    def row(head: str, blocks: Iterator[str]) -> str:
        return f"{head:4}" + "   ".join(f"{block:{width}}" for block in blocks).rstrip()

    levels = range(size)
    drawn = [
        row("", (f"level {level + 1}" for level in levels)),
        row("", (" ".join(TO_Z[-size:]) for _ in levels)),
    ]
    for r in range(size):
        marks = (" ".join(cells[number(size, r, c, k)] for c in range(size)) for k in levels)
        drawn.append(row(FROM_A[r], marks))
    return "\n".join(drawn)
