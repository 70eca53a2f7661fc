"""A seat at a match in a room: a table for one viewer's eyes, carried by whoever is given it."""

from __future__ import annotations

import gamekit as gk
from gamekit_widgets.carried import Carried
from gamekit_widgets.page_data import Control, Shown
from gamekit_widgets.scene import Scene
from gamekit_widgets.table.play import Play
from gamekit_widgets.table.seats import Sitting
from gamekit_widgets.table.tabletop import Tabletop


class SeatTop(Tabletop):
    """What is on the table of somebody who may do nothing but play: no taking back, no hints."""

    def controls(self) -> list[Control]:
        """Return the buttons below the board."""
        if self.sitting.is_paused or self.at is not None or self.sitting.match.result:
            return []
        resign = [control for control in self.playing() if control["name"] == "resign"]
        return [*resign, *self.sharing()]

    def prompt(self, scene: Scene, mover: int | None) -> str:
        """Return what is to be done, and by whom."""
        is_paused = self.sitting.is_paused and not self.sitting.match.result
        return "Play is stopped" if is_paused else super().prompt(scene, mover)


class Seat(Carried, Play):
    """One viewer's place at a match. It is drawn when somebody asks for it, not before.

    Args:
        match: what is played.
        seats: "human" or a bot, for each player.
        viewer: 0 or 1 for a player, gk.PUBLIC for an onlooker.
    """

    _tabletop = SeatTop

    def __init__(self, match: gk.Match, seats: tuple[str, str], viewer: int) -> None:
        super().__init__(Sitting(match, seats, viewer, may_assist=False, journal=False))
        self.viewer = viewer
        self.attend()

    @property
    def sitting(self) -> Sitting:
        """Who sits at the match."""
        return self._sitting

    def show(self) -> None:
        """Note that something has changed."""
        self.attend()
        super().show()

    def catch_up(self) -> None:
        """Show the match as it is now."""
        self._catch_up()

    def _play_bots(self) -> None:
        """Bots think elsewhere; nobody's browser waits for them."""
        self.show()

    def _drawn(self) -> Shown:
        return self._top.shown()

    def _put(self, shown: Shown) -> None:
        if self.viewer in (0, 1):
            shown["players"][self.viewer]["who"] = "you"
        super()._put(shown)
