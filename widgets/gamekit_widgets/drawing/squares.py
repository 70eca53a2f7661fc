"""Square cells in rows, between the bands of two players: what several boards have in common."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamekit.boards import grid
from gamekit_widgets.drawing.pieces import Words, edges

PAD = 10.0  # around the board
LEFT, ABOVE = 28.0, 18.0  # for the letters of the rows, and for the numbers of the columns
SPARE = 8.5  # at either side, beside the letters and beside the cells


@dataclass(frozen=True, slots=True)
class Squares:
    """Where the cells are.

    Attributes:
        rows, columns: how many there are.
        size: of a cell.
        band: height of a player's band: player 0 has the one above the cells.
        narrowest: what the bands need at least.
    """

    rows: int
    columns: int
    size: float
    band: float
    narrowest: float = 0.0

    @property
    def width(self) -> float:
        """Width of the whole picture."""
        return max(self.narrowest, LEFT + self.columns * self.size + PAD)

    @property
    def height(self) -> float:
        """Height of the whole picture."""
        return self._bottom + self.band

    def centre(self, cell: int) -> tuple[float, float]:
        """Return the middle of a cell; cells are counted row by row."""
        row, column = divmod(cell, self.columns)
        top = self.band + ABOVE
        return self._left + (column + 0.5) * self.size, top + (row + 0.5) * self.size

    def middle_of_band(self, player: int) -> float:
        """Return the height at which a player's name stands."""
        return self.band / 2 if player == 0 else self._bottom + self.band / 2

    def edges(self) -> Iterator[Words]:
        """Return the coordinates: letters at the left, numbers on top."""
        rows = [(grid.LETTERS[n], self.centre(n * self.columns)[1]) for n in range(self.rows)]
        columns = [(str(n + 1), self.centre(n)[0]) for n in range(self.columns)]
        return edges(rows, columns, self._left - LEFT / 2 + 1, self.band + ABOVE / 2 - 1)

    @property
    def _left(self) -> float:
        return (self.width + LEFT - PAD - self.columns * self.size) / 2

    @property
    def _bottom(self) -> float:
        return self.band + ABOVE + self.rows * self.size
