"""The board of a game, coloured by how often its cells are used."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from html import escape

import pandas as pd

from gamekit.contract import Game
from gamekit.errors import GameError, listed
from gamekit.match.match import Match
from gamekit.match.picture import heat
from gamekit.validation import shown

FIGURES = {
    "plays": ("Moves a game on each cell", ".2g"),
    "line": ("Share of games that the cell helped to win", ".0%"),
    "empty": ("Share of games at whose end the cell holds nothing", ".0%"),
}


class Heatmap:
    """A figure for each cell, on the game's own board.

    Attributes:
        game: whose board.
        values: by the labels of cells.
        title: what the figures are.
        form: how to write one, as a format: ".2g", ".0%".
        most: the figure that is darkest: the largest one, unless several maps share a scale.
    """

    def __init__(self, game: Game, values: Mapping[str, float], title: str, form: str) -> None:
        self.game, self.values, self.title, self.form = game, dict(values), title, form
        self.most = max(self.values.values(), default=0.0)

    def svg(self) -> str:
        """Return the board as SVG: the more, the darker, with the figure in each cell.

        Raises:
            GameError: no package is installed that draws boards.
        """
        drawn = heat(Match(self.game, seed=1).view(), self)
        if not drawn:
            raise GameError("Boards are drawn by gamekit_widgets, which is not installed.")
        return drawn

    def __repr__(self) -> str:
        figures = (f"{cell} {value:{self.form}}" for cell, value in self.values.items())
        return f"{self.title}: {', '.join(figures)}"

    def _repr_html_(self) -> str:
        data = b64encode(self.svg().encode()).decode()
        return (
            f'<img alt="{escape(repr(self))}" style="max-width: 100%"'
            f' src="data:image/svg+xml;base64,{data}">'
        )


def on_one_scale(*maps: Heatmap) -> None:
    """Colour several maps alike: the same figure has the same colour in all."""
    most = max(each.most for each in maps)
    for each in maps:
        each.most = most


def heatmap(game: Game, cells: pd.DataFrame, what: str) -> Heatmap:
    """Return a column of the table of cells on the game's own board.

    Raises:
        GameError: the game has no board, its table no such column, or no game was finished.
    """
    if not len(cells):
        raise GameError(
            f"{game.title} names no cells of a board, so there is no heat map. A game of your own "
            "names them in cell_names(rules)."
        )
    if not cells["n"].iloc[0]:
        raise GameError("No game was finished, so there is no heat map: give more max_moves.")
    known = [name for name in FIGURES if name in cells]
    if what not in known:
        raise GameError(f"heatmap({shown(what)}): choose from {listed(known)}.")
    title, form = FIGURES[what]
    values = {
        str(cell): float(value) for cell, value in zip(cells["cell"], cells[what], strict=True)
    }
    return Heatmap(game, values, f"{title}, {cells['n'].iloc[0]:,} games", form)
