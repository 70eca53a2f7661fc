"""A seat at a match in a room: a table for one viewer's eyes, carried by whoever is given it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gamekit as gk
from gamekit_widgets.play import Play, in_parts
from gamekit_widgets.scene import Scene
from gamekit_widgets.shown import Control, Shown
from gamekit_widgets.sitting import Sitting
from gamekit_widgets.tabletop import Tabletop

Sent = dict[str, Any]


class SeatTop(Tabletop):
    """What is on the table of somebody who may do nothing but play: no taking back, no hints."""

    def controls(self) -> list[Control]:
        """Return the buttons below the board."""
        return [control for control in super().controls() if control["name"] == "resign"]

    def prompt(self, scene: Scene, mover: int | None) -> str:
        """Return what is to be done, and by whom."""
        is_paused = self.sitting.is_paused and not self.sitting.match.result
        return "Play is stopped" if is_paused else super().prompt(scene, mover)


class Seat(Play):
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
        self.is_stale = True  # something has changed since it was drawn
        self.wake: Callable[[], object] = lambda: None  # is called when something has changed
        self.messages: list[Any] = []  # to be sent besides what is shown
        self._sent: Sent = {}
        self.attend()

    @property
    def sitting(self) -> Sitting:
        """Who sits at the match."""
        return self._sitting

    def show(self) -> None:
        """Note that something has changed."""
        self.attend()
        self.is_stale = True
        self.wake()

    def send(self, content: Any) -> None:
        """Send a message besides what is shown."""
        self.messages.append(content)
        self.wake()

    def fresh(self, whole: bool = False) -> Sent:
        """Return what has changed since this was last asked, or all that is shown.

        What is no longer there is None.
        """
        if self.is_stale or whole:
            self._shown: Sent = {}
            self._put(self._top.shown())
            self.is_stale = False
        was = {} if whole else self._sent
        self._sent = self._shown
        changed = {name: part for name, part in self._shown.items() if was.get(name, was) != part}
        return {**{name: None for name in was if name not in self._shown}, **changed}

    def _send_module(self, name: str) -> None:
        """Modules have addresses of their own here; nobody is sent megabytes over a socket."""

    def catch_up(self) -> None:
        """Show the match as it is now."""
        self._catch_up()

    def _play_bots(self) -> None:
        """Bots think elsewhere; nobody's browser waits for them."""
        self.show()

    def _put(self, shown: Shown) -> None:
        moves = shown.pop("moves")
        if self.viewer in (0, 1):
            shown["players"][self.viewer]["who"] = "you"
        parts = dict(zip(("early", "middle", "late"), in_parts(moves), strict=True))
        self._shown = {**shown, **parts}
