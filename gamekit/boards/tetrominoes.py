"""Every four connected cells of a square grid, and which of them look alike once they have colors.

A square grid has 3, 5, 7 or 9 rows, and its cells are numbered row by row. On each grid, the fours have
the numbers 0 to `count(size) - 1`, one free shape after another. A four whose cells all
have flowers is a field of the game (FF-7).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain

from gamekit.boards import shapes

SIZES = (3, 5, 7, 9)
SHAPES = 5  # free shapes: square, line, L, T and S, in the order of their cells
COLORS = 4  # the most colors that a cell can have
ONES = 1 + COLORS + COLORS**2 + COLORS**3  # the digits of four cells of color 1
BITS = 60  # of a number that are used for marks
NOTE = 4096  # more than there are fours


def _shapes() -> list[shapes.Shape]:
    """Return every shape of four connected cells, as (row, column) from its first cell."""
    cells = [(row, column) for row in range(4) for column in range(4)]

    def beside(cell: shapes.Cell) -> list[shapes.Cell]:
        row, column = cell
        return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]

    return sorted(set(map(shapes.shifted, shapes.placements(cells, beside, 4))))


def _fours(size: int, alike: Iterable[shapes.Shape]) -> list[int]:
    """Return the cells of every four on a grid that has one of these shapes."""
    fitting = []
    for cells in alike:
        rows, columns = zip(*cells, strict=True)
        fits = range(-min(rows), size - max(rows)), range(-min(columns), size - max(columns))
        fitting.append((*fits, [row * size + column for row, column in cells]))
    return [
        first + cell
        for first in range(size * size)
        for rows, columns, cells in fitting
        if first // size in rows and first % size in columns
        for cell in cells
    ]


_alike: dict[shapes.Shape, list[shapes.Shape]] = {}  # by free shape
for _shape in _shapes():
    _kind = shapes.free(_shape, shapes.SQUARE)
    _alike.setdefault(_kind, []).append(shapes.in_place(_shape, shapes.SQUARE))
_cells = [_fours(size, _alike[kind]) for size in SIZES for kind in sorted(_alike)]
# The cells of each four, in an order in which fours that look alike have the same colors.
CELLS = tuple(chain.from_iterable(_cells))
# Shape h of SIZES[i] begins with four number FROM[SHAPES * i + h], counting those of all sizes.
FROM = tuple(accumulate((len(cells) // 4 for cells in _cells), initial=0))
# LOOKS gives, for shape h in colors c (four digits), what all fours that look alike share, at
# h * COLORS ** 4 + c.
LOOKS = shapes.classes(sorted(_alike), shapes.SQUARE, COLORS)
MARKS = max(LOOKS) // BITS + 1  # numbers that take a bit for each look
# The same as bits: one number for the cells before BITS, another for those from there on.
_places = zip(*(CELLS[place::4] for place in range(4)), strict=True)
_bits: list[int] = [1 << a | 1 << b | 1 << c | 1 << d for a, b, c, d in _places]
LOW, HIGH = tuple(bits % (1 << BITS) for bits in _bits), tuple(bits >> BITS for bits in _bits)
# The free shape of each four, as the place in LOOKS from which its four digits of 1 to COLORS count.
PLACE = tuple(
    shape * COLORS**4 - ONES
    for i in range(len(SIZES))
    for shape in range(SHAPES)
    for _ in range(FROM[SHAPES * i + shape], FROM[SHAPES * i + shape + 1])
)


_holding: list[list[int]] = [[] for _ in range(len(SIZES) * SIZES[-1] ** 2)]
_held_as: list[list[int]] = [[] for _ in _holding]
for _i in range(len(SIZES)):
    for _place in range(4 * FROM[SHAPES * _i], 4 * FROM[SHAPES * (_i + 1)]):
        _cell = SIZES[-1] ** 2 * _i + CELLS[_place]
        _holding[_cell].append(_place // 4)
        _held_as[_cell].append(COLORS ** (3 - _place % 4))
# The fours that hold a cell, counted with those of all sizes, are HOLDING[n] for n from
# HELD_FROM[first_held(size, cell)] on, up to the next entry. HELD_AS says what color 1 on that cell
# adds to the digits.
HOLDING, HELD_AS = tuple(chain.from_iterable(_holding)), tuple(chain.from_iterable(_held_as))
HELD_FROM = tuple(accumulate(map(len, _holding), initial=0))


def first_shape(size: int) -> int:
    """Return the place in FROM where the shapes of this grid begin."""
    return (size - 3) // 2 * SHAPES


def first_held(size: int, cell: int) -> int:
    """Return the place in HELD_FROM of a cell of this grid."""
    return (size - 3) // 2 * SIZES[-1] ** 2 + cell


def count(size: int) -> int:
    """Return how many fours this grid has."""
    return FROM[first_shape(size) + SHAPES] - FROM[first_shape(size)]


def kind(size: int, four: int) -> int:
    """Return which of the free shapes a four has, 0 to SHAPES - 1."""
    start = first_shape(size)
    shape = start
    while FROM[start] + four >= FROM[shape + 1]:
        shape += 1
    return shape - start


def first_cell(size: int, four: int) -> int:
    """Return the place in CELLS where the cells of a four begin."""
    return 4 * (FROM[first_shape(size)] + four)


def look(size: int, colors: Sequence[int], four: int) -> int:
    """Return a number that two fours share exactly if one can be turned or flipped onto the other.

    Args:
        size: the size of the grid.
        colors: the color of each cell, 1 to COLORS, or 0 for none.
        four: the number of the four.

    Returns:
        The number, or -1 if a cell has no color.
    """
    first = first_cell(size, four)
    for place in range(first, first + 4):
        if colors[CELLS[place]] == 0:
            return -1
    return look_planted(colors, first // 4)


def look_planted(colors: Sequence[int], number: int, more: int = 0) -> int:
    """Return the `look` of a four whose cells all have colors; `number` counts the fours of all sizes.

    If one of them has none yet, `more` is what its color adds to the digits, see `HELD_AS`.
    """
    first = 4 * number
    left = colors[CELLS[first]] * COLORS + colors[CELLS[first + 1]]
    right = colors[CELLS[first + 2]] * COLORS + colors[CELLS[first + 3]]
    return LOOKS[PLACE[number] + left * COLORS**2 + right + more]


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
    table = shape * COLORS**4 - ONES
    for number in range(FROM[start + shape], FROM[start + shape + 1]):
        a = colors[CELLS[4 * number]]
        if a > 0:  # often there is none, so stop here
            b = colors[CELLS[4 * number + 1]]
            c = colors[CELLS[4 * number + 2]]
            d = colors[CELLS[4 * number + 3]]
            if b > 0 and c > 0 and d > 0:
                digits = ((a * COLORS + b) * COLORS + c) * COLORS + d
                found[count] = LOOKS[table + digits] * NOTE + number - FROM[start]
                count += 1
    return count


def overlap(size: int, one: int, other: int) -> bool:
    """Do two fours share a cell?"""
    a, b = first_cell(size, one), first_cell(size, other)
    for i in range(4):
        for j in range(4):
            if CELLS[a + i] == CELLS[b + j]:
                return True
    return False


def cells(size: int, four: int) -> tuple[int, ...]:
    """Return the cells of a four."""
    first = first_cell(size, four)
    return CELLS[first : first + 4]


def found(size: int, wanted: Iterable[int]) -> int:
    """Return the number of the four with these cells, or -1 if they are not connected."""
    target = sorted(wanted)
    for four in range(count(size)):
        if sorted(cells(size, four)) == target:
            return four
    return -1
