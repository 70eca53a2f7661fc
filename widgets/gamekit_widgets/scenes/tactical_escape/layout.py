"""Where the cells of Tactical Escape are drawn."""

from __future__ import annotations

from math import sqrt

from gamekit.boards import hexagon

SIZE = 56.0  # of a cell, side to side
ROW = SIZE * sqrt(3) / 2  # from one row to the next
PAD, BAND, LINE = 4.0, 44.0, 28.0  # around the board, for a player's name, for a win-con
NARROWEST = 480.0  # for the words


def width(size: int) -> float:
    """Return how wide the picture is."""
    return max(NARROWEST, (2 * size - 1) * SIZE + 2 * PAD)


def centre(size: int, cell: int) -> tuple[float, float]:
    """Return where a cell is: half a cell to the right for each row further down its axis."""
    x = width(size) / 2 + SIZE * (hexagon.EAST[cell] + hexagon.SOUTH[cell] / 2)
    return x, BAND + SIZE / sqrt(3) + ROW * (hexagon.SOUTH[cell] + size - 1)


def bottom(size: int) -> float:
    """Return where the board ends."""
    return BAND + 2 * SIZE / sqrt(3) + ROW * (2 * size - 2)
