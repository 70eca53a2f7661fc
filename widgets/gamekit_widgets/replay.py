"""A match to step through on a page, board after board."""

from __future__ import annotations

import gamekit as gk
from gamekit.match.history import place_in_match
from gamekit.match.match import match_of
from gamekit.validation import shown as given
from gamekit.validation import whole
from gamekit_widgets.browser_page import Control, Handlers, Message, Page, Shown, law
from gamekit_widgets.drawing import space
from gamekit_widgets.scenes import scene_of
from gamekit_widgets.table.words import moves, news

# How fast it plays, and the name of each speed in js/table/motion.js.
SPEEDS = {0.5: "½", 1: "1", 2: "2", 4: "4"}


class ReplayPage(Page):
    """A match to step through on a page. `Replay` is the widget, and its docstring describes the arguments."""

    def __init__(
        self,
        match: gk.Match,
        viewer: int | None,
        autoplay: bool,
        speed: float,
    ) -> None:
        super().__init__()
        if speed not in SPEEDS:
            raise gk.GameError(f"Replay(speed={given(speed)}): give 0.5, 1, 2 or 4.")
        self.speed = speed
        self.match = match_of("Replay", match)
        self.is_playing = autoplay
        known = gk.ALL if self.match.result else gk.PUBLIC
        self.look_as(known if viewer is None else viewer, at=0 if autoplay else match.ply)
        self._known = match.ply
        self.match.changed(self._catch_up)

    def look(self, ply: int) -> None:
        """Show the board after `ply` moves, and stop playing."""
        ply, self.is_playing = whole("ply", ply), False
        self._turn_to(ply)

    def play(self) -> None:
        """Play from the shown board or, at the end, from the first one."""
        self.is_playing = True
        self._turn_to(self.at if self.at < self.match.ply else 0)

    def pause(self) -> None:
        """Stop at the shown board."""
        self.look(self.at)

    def _turn_to(self, ply: int) -> None:
        self.show(min(max(0, ply), self.match.ply))

    def look_as(self, viewer: int, at: int | None = None) -> None:
        """Show the view of 0, 1, gk.PUBLIC or gk.ALL."""
        self.viewer = self.match.view(viewer).player
        self.show(self.at if at is None else at)

    def show(self, at: int | None = None) -> None:
        """Draw the board after `at` moves, or the latest one."""
        self.at = self.match.ply if at is None else at
        self.is_playing = self.is_playing and self.at < self.match.ply
        self._draw()

    def _draw(self) -> None:
        self._put(self._drawn())

    def _drawn(self) -> Shown:
        match = self.match.fork().goto(self.at)
        view = match.view(self.viewer)
        scene = scene_of(view)
        ending = view.result
        movers = [entry.player for entry in match.history if entry.player in (0, 1)]
        mover = movers[-1] if movers else None  # the message describes this player's move
        place = place_in_match(self.match.history, self.at)
        return {
            "kind": "replay",
            "svg": scene.svg(),
            "signs": scene.signs,
            "solid": space.in_space(scene.solid),
            "title": view.game.title,
            "note": scene.note,
            "besides": scene.besides,
            "prompt": ending.text if ending else place.capitalize(),
            "mover": ending.winner if ending else mover,
            "ending": law(view.game, ending.rule) if ending else None,
            "message": self._news(match),
            "at": self.at,
            "ply": self.match.ply,
            "controls": [self._control()],
            "auto": self.is_playing,
            "pace": SPEEDS[self.speed],
            "moves": list(moves(self.match, self.viewer)),
            "viewers": [
                {"name": str(who), "label": label, "why": "chosen" if who == self.viewer else ""}
                for who, label in self._viewers().items()
            ],
        }

    def _news(self, match: gk.Match) -> Message | None:
        """Describe the move that led to the board, or return None if there is no such move."""
        message = news(match, self.viewer, self.at - 1) if self.at else None
        return message if message and message["text"] else None

    def _control(self) -> Control:
        why = "" if self.match.ply else "No move has been made."
        name = "pause" if self.is_playing else "play"
        return {"name": name, "label": name.capitalize(), "why": why}

    def _catch_up(self) -> None:
        """Take note of a change to the match, and follow it if the latest board was shown."""
        was_latest, self._known = self.at >= self._known, self.match.ply
        self.show(self.match.ply if was_latest else min(self.at, self.match.ply))

    def _viewers(self) -> dict[int, str]:
        first, second = self.match.names
        return {gk.PUBLIC: "an onlooker", 0: first, 1: second, gk.ALL: "everyone"}

    def _handlers(self) -> Handlers:
        return {
            "look": (int, self.look),
            "view": (str, self._look_as),
            "click": (str, self._click),
            "pace": (str, self._set_pace),
        }

    def _set_pace(self, pace: str) -> None:
        """Play at this speed."""
        for speed, name in SPEEDS.items():
            if name == pace:
                self.speed = speed
        self.show(self.at)

    def _click(self, name: str) -> None:
        """Use a button, or show the next board when its time has come."""
        if name == "step" and self.is_playing:
            self._turn_to(self.at + 1)
        elif name == "play" and not self.is_playing:
            self.play()
        elif name == "pause" and self.is_playing:
            self.pause()

    def _look_as(self, viewer: str) -> None:
        """Show the view that somebody chose on the page."""
        known = {str(who): who for who in self._viewers()}
        if viewer in known:
            self.look_as(known[viewer])

    def _still(self) -> tuple[str, str]:
        """Return the shown board or, while it plays, the last one."""
        ply = self.match.ply if self.is_playing else self.at
        view = self.match.fork().goto(ply).view(self.viewer)
        return scene_of(view).html(), view.board_text()
