"""Connected shapes of cells. Two are alike when one can be turned or flipped onto the other.

A cell is a pair of coordinates, (row, column) on a square grid or axial (q, r) on a hexagonal one,
where a step in one direction adds the same pair anywhere on the board. A shape is a sorted tuple
of cells. A symmetry (a, b, c, d) takes the cell (x, y) to (a x + b y, c x + d y); shifting is always
allowed, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import product
from operator import itemgetter
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
Shape: TypeAlias = tuple[Cell, ...]
Symmetry: TypeAlias = tuple[int, int, int, int]
Symmetries: TypeAlias = tuple[Symmetry, ...]


def group(*generators: Symmetry) -> Symmetries:
    """Return every symmetry that these make in any sequence."""
    found: list[Symmetry] = [(1, 0, 0, 1)]
    for a, b, c, d in found:  # grows
        for e, f, g, h in generators:
            after = (e * a + f * c, e * b + f * d, g * a + h * c, g * b + h * d)
            if after not in found:
                found.append(after)
    return tuple(found)


SQUARE = group((0, 1, -1, 0), (1, 0, 0, -1))  # quarter turn and flip: eight
HEXAGON = group((0, -1, 1, 1), (0, 1, 1, 0))  # sixth of a turn and flip: twelve


def placements(
    cells: Iterable[Cell], neighbors: Callable[[Cell], Iterable[Cell]], size: int
) -> list[Shape]:
    """Return every connected set of `size` cells of a board.

    Args:
        cells: the cells of the board.
        neighbors: a function that returns the cells beside a cell. Cells off the board do not count.
        size: the number of cells in a set.
    """
    board = set(cells)
    grown = {frozenset([cell]) for cell in board}
    for _ in range(size - 1):
        grown = {
            shape | {beside}
            for shape in grown
            for cell in shape
            for beside in neighbors(cell)
            if beside in board and beside not in shape
        }
    return sorted(tuple(sorted(shape)) for shape in grown)


def shifted(cells: Iterable[Cell]) -> Shape:
    """Return a shape shifted so that its first cell is (0, 0), the same for all its shifts."""
    shape = sorted(cells)
    x, y = shape[0]
    return tuple((a - x, b - y) for a, b in shape)


def turned(shape: Shape, symmetry: Symmetry) -> list[Cell]:
    """Return where a symmetry takes each cell, in the order of the cells."""
    a, b, c, d = symmetry
    return [(a * x + b * y, c * x + d * y) for x, y in shape]


@cache
def free(shape: Shape, symmetries: Symmetries) -> Shape:
    """Return the one shape that stands for all its turns, flips and shifts."""
    return min(shifted(turned(shape, symmetry)) for symmetry in symmetries)


def onto(shape: Shape, symmetries: Symmetries) -> list[tuple[int, ...]]:
    """Return every way to lay a shape on its `free` one: cell number way[i] takes place i."""
    return list(_onto(shifted(shape), symmetries))


@cache
def _onto(shape: Shape, symmetries: Symmetries) -> tuple[tuple[int, ...], ...]:
    target = free(shape, symmetries)
    ways = set()
    for symmetry in symmetries:
        image = turned(shape, symmetry)
        if shifted(image) == target:
            ways.add(tuple(image.index(cell) for cell in sorted(image)))
    return tuple(sorted(ways))


def in_place(shape: Shape, symmetries: Symmetries) -> Shape:
    """Return the cells of a shape in the order of the places of its `free` one."""
    return tuple(shape[cell] for cell in onto(shape, symmetries)[0])


def colorings(shape: Shape, symmetries: Symmetries, colors: int) -> dict[tuple[int, ...], int]:
    """Return the class number of every coloring of a free shape.

    A coloring lists the color of each place, 0 .. colors-1. Two colorings are in one class if a turn or
    flip of the shape takes one to the other. Classes are numbered 0, 1, 2, ...
    """
    ways = [itemgetter(*way) for way in onto(shape, symmetries)]
    numbers: dict[tuple[int, ...], int] = {}
    return {
        coloring: numbers.setdefault(min([way(coloring) for way in ways]), len(numbers))
        for coloring in product(range(colors), repeat=len(shape))
    }


def classes(kinds: Iterable[Shape], symmetries: Symmetries, colors: int) -> tuple[int, ...]:
    """Return the class of each free shape in all its colorings. Exactly the shapes that are alike share one.

    Free shape h in colors that read as the digits of c is at h * colors ** size + c.
    """
    found: list[int] = []
    for kind in kinds:
        taken = max(found, default=-1) + 1
        numbers = colorings(kind, symmetries, colors).values()  # in the order of their digits
        found += [taken + number for number in numbers]
    return tuple(found)
