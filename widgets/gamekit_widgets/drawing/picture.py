"""Pictures of matches and views, and whose view is taken."""

from __future__ import annotations

from gamekit import ALL, PUBLIC, Match, View
from gamekit.match.match import match_of
from gamekit.match.picture import Heat
from gamekit_widgets.drawing.heat import heat_svg
from gamekit_widgets.scene import Hand, Scene
from gamekit_widgets.scenes import drawn


def svg(shown: Match | View, heat: Heat | None = None) -> str:
    """Return the board as one self-contained SVG string.

    Args:
        shown: a view, or a match, of which an onlooker's view is drawn.
        heat: figures for the cells, to be shown on the bare board instead of the pieces.
    """
    scene = scene_of(onlookers_view(shown))
    return heat_svg(scene, heat) if heat else scene.svg(still=True)


def scene_of(view: View, hand: Hand | None = None) -> Scene:
    """Return the scene of a view."""
    return drawn(view, hand or Hand())


def onlookers_view(shown: Match | View) -> View:
    """Return the view itself, or what an onlooker may know of the match."""
    return shown if isinstance(shown, View) else match_of("svg", shown).view(PUBLIC)


def players_view(match: Match) -> View:
    """Return what to show somebody who moves for both sides: everything, if nothing is secret."""
    return match.view(PUBLIC if match.game.has_secrets else ALL)
