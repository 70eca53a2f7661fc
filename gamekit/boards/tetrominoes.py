"""Every four connected cells of a square grid, and which of them look alike once they have colors.

A square grid has 3, 5, 7 or 9 rows, and its cells are numbered row by row. On each grid, the fours have
the numbers 0 to `count(size) - 1`, one free shape after another. Flower Field calls
a four a field once all its cells have flowers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain

from gamekit.boards import shapes

SIZES = (3, 5, 7, 9)
SHAPES = 5  # free shapes: square, line, L, T and S, in the order of their cells
COLORS = 4  # the most colors that a cell can have
ONES = 1 + COLORS + COLORS**2 + COLORS**3  # the digits of four cells of color 1
BITS = 60  # of a number that tell of cells, of fours or of looks
NOTE = 4096  # more than there are fours


def _shapes() -> list[shapes.Shape]:
    """Return every shape of four connected cells, as (row, column) from its first cell."""
    cells = [(row, column) for row in range(4) for column in range(4)]

    def beside(cell: shapes.Cell) -> list[shapes.Cell]:
        row, column = cell
        return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]

    return sorted(set(map(shapes.shifted, shapes.placements(cells, beside, 4))))


def _fours(size: int, alike: Iterable[shapes.Shape]) -> list[tuple[int, ...]]:
    """Return the cells of every four on a grid that has one of these shapes."""
    fitting = []
    for cells in alike:
        rows, columns = zip(*cells, strict=True)
        fits = range(-min(rows), size - max(rows)), range(-min(columns), size - max(columns))
        fitting.append((*fits, [row * size + column for row, column in cells]))
    return [
        tuple([first + cell for cell in cells])
        for first in range(size * size)
        for rows, columns, cells in fitting
        if first // size in rows and first % size in columns
    ]


_alike: dict[shapes.Shape, list[shapes.Shape]] = {}  # by free shape
for _shape in _shapes():
    _kind = shapes.free(_shape, shapes.SQUARE)
    _alike.setdefault(_kind, []).append(shapes.in_place(_shape, shapes.SQUARE))
_fitting = [_fours(size, _alike[kind]) for size in SIZES for kind in sorted(_alike)]
# The cells of each four, in an order in which fours that look alike have the same colors.
CELLS = tuple(chain.from_iterable(_fitting))
# Shape h of SIZES[i] begins with four number FROM[SHAPES * i + h], counting those of all sizes.
FROM = tuple(accumulate(map(len, _fitting), initial=0))
# LOOKS gives, for shape h in colors c (four digits), what all fours that look alike share, at
# h * COLORS ** 4 + c.
LOOKS = shapes.classes(sorted(_alike), shapes.SQUARE, COLORS)
MARKS = max(LOOKS) // BITS + 1  # numbers that take a bit for each look
# The cells of each four as bits: one number for the cells before BITS, another for those from there on.
_bits: list[int] = [1 << a | 1 << b | 1 << c | 1 << d for a, b, c, d in CELLS]
LOW, HIGH = tuple(bits % (1 << BITS) for bits in _bits), tuple(bits >> BITS for bits in _bits)
# The free shape of each four, as the place in LOOKS from which its four digits of 1 to COLORS count.
PLACE = tuple(
    shape * COLORS**4 - ONES
    for i in range(len(SIZES))
    for shape in range(SHAPES)
    for _ in range(FROM[SHAPES * i + shape], FROM[SHAPES * i + shape + 1])
)


def first_shape(size: int) -> int:
    """Return the place in FROM where the shapes of this grid begin."""
    return (size - 3) // 2 * SHAPES


def first_four(size: int) -> int:
    """Return the number of this grid's first four, counting those of all sizes."""
    return FROM[first_shape(size)]


def count(size: int) -> int:
    """Return how many fours this grid has."""
    return FROM[first_shape(size) + SHAPES] - first_four(size)


def numbers(size: int) -> int:
    """Return how many numbers it takes to have a bit for each four of this grid."""
    return -(-count(size) // BITS)


_held_by: list[int] = []
_begin: list[int] = []
for _size in SIZES:
    _here = [0] * _size**2
    for _four in range(count(_size)):
        for _cell in CELLS[first_four(_size) + _four]:
            _here[_cell] |= 1 << _four
    _begin.append(len(_held_by))
    _held_by += [
        held >> BITS * k & (1 << BITS) - 1 for held in _here for k in range(numbers(_size))
    ]
# The fours that hold a cell, as bits: HELD_BY[n + k] for n = first_held(size, cell) tells of four
# number BITS * k of this grid and those that follow.
HELD_BY, BEGIN = tuple(_held_by), tuple(_begin)


def first_held(size: int, cell: int) -> int:
    """Return the first place in HELD_BY that tells of this cell."""
    return BEGIN[(size - 3) // 2] + cell * numbers(size)


def kind(size: int, four: int) -> int:
    """Return which of the free shapes a four has, 0 to SHAPES - 1."""
    start = first_shape(size)
    shape = start
    while FROM[start] + four >= FROM[shape + 1]:
        shape += 1
    return shape - start


def look(size: int, colors: Sequence[int], four: int) -> int:
    """Return a number that two fours share exactly if one can be turned or flipped onto the other.

    Args:
        size: the size of the grid.
        colors: the color of each cell, 1 to COLORS, or 0 for none.
        four: the number of the four.

    Returns:
        The number, or -1 if a cell has no color.
    """
    for cell in CELLS[first_four(size) + four]:
        if colors[cell] == 0:
            return -1
    return look_planted(colors, first_four(size) + four)


def look_planted(colors: Sequence[int], number: int) -> int:
    """Return the `look` of a four whose cells all have colors; `number` counts the fours of all sizes."""
    a, b, c, d = CELLS[number]
    left, right = colors[a] * COLORS + colors[b], colors[c] * COLORS + colors[d]
    return LOOKS[PLACE[number] + left * COLORS**2 + right]


def empty_cells(size: int, colors: Sequence[int]) -> tuple[int, int]:
    """Return a bit for each cell without a color. Cells from `BITS` on have a number of their own."""
    low, high = 0, 0
    for cell in range(min(BITS, size * size)):
        low |= int(colors[cell] == 0) << cell
    for cell in range(BITS, size * size):
        high |= int(colors[cell] == 0) << cell - BITS
    return low, high


def is_planted(number: int, low: int, high: int) -> bool:
    """Does a four hold none of these empty cells? `number` counts the fours of all sizes."""
    return (LOW[number] & low) | (HIGH[number] & high) == 0


def lowest(bits: int) -> int:
    """Return the place of the lowest bit."""
    return (bits & -bits).bit_length() - 1


def looks(size: int, colors: Sequence[int], shape: int, found: list[int], count: int) -> int:
    """Note every four of one free shape whose cells all have a color.

    Args:
        size: of the grid.
        colors: the colors of its cells, as for `look`.
        shape: the free shape, 0 to SHAPES - 1.
        found: receives `look * NOTE + four` for each.
        count: how many notes `found` already holds.

    Returns:
        How many notes `found` holds now.
    """
    start = first_shape(size)
    for number in range(FROM[start + shape], FROM[start + shape + 1]):
        a, b, c, d = CELLS[number]
        if colors[a] > 0 and colors[b] > 0 and colors[c] > 0 and colors[d] > 0:
            found[count] = look_planted(colors, number) * NOTE + number - FROM[start]
            count += 1
    return count


def overlap(size: int, one: int, other: int) -> bool:
    """Do two fours share a cell?"""
    first = first_four(size)
    return any(cell in CELLS[first + other] for cell in CELLS[first + one])


def cells(size: int, four: int) -> tuple[int, ...]:
    """Return the cells of a four."""
    return CELLS[first_four(size) + four]


def found(size: int, wanted: Iterable[int]) -> int:
    """Return the number of the four with these cells, or -1 if they are not connected."""
    target = sorted(wanted)
    for four in range(count(size)):
        if sorted(cells(size, four)) == target:
            return four
    return -1
