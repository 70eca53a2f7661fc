"""Still pictures: the board as an SVG string, and as the HTML that saved notebooks keep."""

from __future__ import annotations

from base64 import b64encode
from html import escape

from gamekit import ALL, PUBLIC, Match, View
from gamekit_widgets.scene import Hand, Scene
from gamekit_widgets.scenes import scenery
from gamekit_widgets.svg import render


def svg(shown: Match | View) -> str:
    """Return the board as one self-contained SVG string.

    Args:
        shown: a view, or a match, of which an onlooker's view is drawn.
    """
    return render(scene_of(onlookers_view(shown)), still=True)


def scene_of(view: View, hand: Hand | None = None) -> Scene:
    """Return the scene of a view."""
    return scenery(view.game.name).draw(view, hand or Hand())


def onlookers_view(shown: Match | View) -> View:
    """Return the view itself, or what an onlooker may know of the match."""
    return shown if isinstance(shown, View) else shown.view(PUBLIC)


def players_view(match: Match) -> View:
    """Return what to show somebody who moves for both sides: everything, if nothing is secret."""
    return match.view(PUBLIC if match.game.has_secrets else ALL)


def html(scene: Scene) -> str:
    """Return the picture as an HTML image: what shows wherever no widget can."""
    data = b64encode(render(scene, still=True).encode()).decode()
    return (
        f'<img alt="{escape(scene.says)}" style="max-width: 100%"'
        f' src="data:image/svg+xml;base64,{data}">'
    )
