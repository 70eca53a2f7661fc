"""The picture that a game's file registers, drawn wherever play comes to."""

from __future__ import annotations

import sys
from random import Random

from gamekit.checking.answers import Broken
from gamekit.checking.counsel import counsel
from gamekit.contract import PUBLIC
from gamekit.games import NAMES
from gamekit.match.match import Match


def drawn(match: Match, random: Random) -> None:
    """The picture can be drawn, for both players and an onlooker."""
    home, name = sys.modules.get("gamekit_widgets.scenes"), match.game.name
    if home is None or name in NAMES or name not in home.SCENES:
        return  # tables show the board as text
    for viewer in (0, 1, PUBLIC):
        try:
            sys.modules["gamekit_widgets.drawing.picture"].svg(match.view(viewer))
        except Exception as problem:
            said = f"the picture raises {type(problem).__name__}: {problem}"
            advice = counsel(problem, match.game)
            raise Broken("picture-fails", "draw", said, advice=advice) from problem
