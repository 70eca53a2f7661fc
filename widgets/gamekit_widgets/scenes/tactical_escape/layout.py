"""Where the cells of Tactical Escape are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from gamekit.boards import hexagon
from gamekit_widgets.drawing.pieces import Words

SIZE = 56.0  # of a cell, side to side
ROW = SIZE * sqrt(3) / 2  # from one row to the next
PAD, BAND, LINE = 20.0, 44.0, 28.0  # around the board, for a player's name, for a win condition
NARROWEST = 480.0  # for the words


def width(size: int) -> float:
    """Return how wide the picture is."""
    return max(NARROWEST, (2 * size - 1) * SIZE + 2 * PAD)


def centre(size: int, cell: int) -> tuple[float, float]:
    """Return where a cell is: half a cell to the right for each row further down its axis."""
    x = width(size) / 2 + SIZE * (hexagon.EAST[cell] + hexagon.SOUTH[cell] / 2)
    return x, BAND + SIZE / sqrt(3) + ROW * (hexagon.SOUTH[cell] + size - 1)


def coordinates(size: int) -> Iterator[Words]:
    """Return the letters left of the rows, and the numbers where the lines of the upper half begin.

    A number runs from there down to the left; in the lower half rows are counted from the left.
    """
    rows = hexagon.rows(size)
    for row in rows:
        x, y = centre(size, row[0])
        letter = hexagon.label(size, row[0])[0]
        yield Words(f"edge-{letter}", x - 0.5 * SIZE - 9, y + 5, letter, "edge")
    for number, cell in enumerate([*rows[0], *(row[-1] for row in rows[1:size])], 1):
        x, y = centre(size, cell)
        aside, up = (0.0, 0.68) if number <= size else (0.54, 0.34)
        yield Words(f"edge-{number}", x + aside * SIZE, y - up * SIZE + 5, str(number), "edge")


def bottom(size: int) -> float:
    """Return where the board ends."""
    return BAND + 2 * SIZE / sqrt(3) + ROW * (2 * size - 2)
