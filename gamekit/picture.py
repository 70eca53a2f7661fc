"""Pictures of boards, from whichever installed package draws them.

The engine draws nothing. A package offers an entry point in the group "gamekit.picture": a
function from a `View` to an SVG string.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from functools import cache
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gamekit.view import View


@cache
def _draw() -> Callable[[View], str] | None:
    """Return the function that draws, or None."""
    from importlib.metadata import entry_points  # not at the top: it would slow `import gamekit`

    for point in entry_points(group="gamekit.picture"):
        draw: Callable[[View], str] = point.load()
        return draw
    return None


def picture(view: View) -> str:
    """Return HTML with the board as a still picture, or "" where nothing draws.

    An image inside HTML is what saved notebooks show everywhere, trusted or not.
    """
    draw = _draw()
    if draw is None:
        return ""
    data = b64encode(draw(view).encode()).decode()
    return f'<img alt="{escape(view.board_text())}" src="data:image/svg+xml;base64,{data}">'
