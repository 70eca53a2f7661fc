"""Pictures of boards, from whichever installed package draws them.

The engine draws nothing. A package offers an entry point in the group "gamekit.match.picture": a
function from a `View` to an SVG string. With a `Heat` as its keyword `heat`, it draws the bare board
with a figure in each cell instead.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from gamekit.match.view import View


class Heat(Protocol):
    """Figures for the cells of a board.

    Attributes:
        values: by the labels of cells.
        title: what they are.
        form: how to write one, as a format: ".2g".
        most: the figure drawn darkest.
    """

    @property
    def values(self) -> Mapping[str, float]: ...
    @property
    def title(self) -> str: ...
    @property
    def form(self) -> str: ...
    @property
    def most(self) -> float: ...


@cache
def _draw() -> Callable[..., str] | None:
    """Return the function that draws, or None."""
    from importlib.metadata import entry_points  # slow to import

    for point in entry_points(group="gamekit.match.picture"):
        draw: Callable[..., str] = point.load()
        return draw
    return None


def picture(view: View) -> str:
    """Return HTML with the board as a still picture, or "" if no package draws.

    An image inside HTML is what saved notebooks show everywhere, trusted or not.
    """
    draw = _draw()
    if draw is None:
        return ""
    data = b64encode(draw(view).encode()).decode()
    return f'<img alt="{escape(view.board_text())}" src="data:image/svg+xml;base64,{data}">'


def heat(view: View, figures: Heat) -> str:
    """Return the board as SVG with a figure in each cell, or "" if no package draws."""
    draw = _draw()
    return draw(view, heat=figures) if draw else ""


_PAIRS: list[Callable[[Any], dict[str, Any]]] = []


def show_pairs(show: Callable[[Any], dict[str, Any]]) -> None:
    """Register the function that shows pairs of matches that part; it returns a mime bundle."""
    _PAIRS[:] = [show]


def pair_shown(example: Any) -> dict[str, Any]:
    """Return the mime bundle of a live pair, empty if nothing shows pairs."""
    return _PAIRS[0](example) if _PAIRS else {}
