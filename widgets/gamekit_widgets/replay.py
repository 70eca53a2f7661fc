"""The widget of a match to leaf through."""

from __future__ import annotations

import gamekit as gk
from gamekit_widgets.notebook_widgets import ListSurface
from gamekit_widgets.replay_page import ReplayPage


class Replay(ReplayPage, ListSurface):
    """A finished or running match, board after board, seen by a player, by all or by an onlooker.

    Args:
        match: the match; it is not changed. Of a running match, `show` shows what came since.
        viewer: 0, 1, gk.PUBLIC (an onlooker, the default) or gk.ALL.
        autoplay: begin with the first board and go on by itself, as long as it is in sight. Where it
            cannot run, the latest board is shown.
        speed: how fast it goes on: 0.5, 1, 2 or 4.

    Attributes:
        is_playing: does it go on by itself?
        speed: how fast.
    """

    def __init__(
        self,
        match: gk.Match,
        viewer: int = gk.PUBLIC,
        autoplay: bool = False,
        speed: float = 1,
    ) -> None:
        super().__init__(match, viewer, autoplay, speed)
