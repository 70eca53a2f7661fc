"""Rhombuses of hexagons: the cells of a rectangular board, each row half a cell farther to the right.

    A1 A2 A3
      B1 B2 B3
        C1 C2 C3

So a cell is `row * columns + column`, as in `grid`, and has up to six neighbours.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from gamekit.boards import grid

# East, then clockwise, as in `hexagon`.
DOWN, RIGHT = (0, 1, 1, 0, -1, -1), (1, 0, -1, -1, 0, 1)


def step(rows: int, columns: int, cell: int, direction: int) -> int:
    """Return the cell one step away in this direction (0 to 5), or -1 off the board."""
    return grid.leap(rows, columns, cell, DOWN[direction], RIGHT[direction])


def touches(rows: int, columns: int, cells: Sequence[int], cell: int, mark: int) -> bool:
    """Does a cell beside this one hold this mark?"""
    for direction in range(6):
        there = step(rows, columns, cell, direction)
        if there >= 0 and cells[there] == mark:
            return True
    return False


def spread(rows: int, columns: int, cells: MutableSequence[int], start: int, mark: int) -> int:
    """Give this mark to a cell and to all that are connected with it by what it holds; return how
    many there are."""
    own, count, grown = cells[start], 1, True
    cells[start] = mark
    while grown and own != mark:
        grown = False
        for cell in range(rows * columns):
            if cells[cell] == own and touches(rows, columns, cells, cell, mark):
                cells[cell] = mark
                count += 1
                grown = True
    return count
