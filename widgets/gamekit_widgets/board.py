"""The board alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import gamekit as gk
from gamekit_widgets.picture import players_view, scene_of
from gamekit_widgets.scene import Hand, Scene
from gamekit_widgets.scenes import scenery
from gamekit_widgets.surface import (
    Deeds,
    Message,
    Shown,
    Surface,
    dials,
    in_space,
    note,
    options,
    refusal,
)
from gamekit_widgets.svg import render


class Board(Surface):
    """A board to look at and to press, which changes nothing by itself.

    Args:
        shown: a match or a view. A match is shown with everything on it if the game has no
            secrets, otherwise as an onlooker sees it; give `match.view(0)` for a player's eyes.

    A legal move made on the board is handed to the functions given to `on_move`; whoever wants it
    played plays it, and calls `show` to have the new position drawn.
    """

    def __init__(self, shown: gk.Match | gk.View) -> None:
        super().__init__()
        self._callbacks: list[Callable[[str], object]] = []
        self.show(shown)

    def on_move(self, callback: Callable[[str], object]) -> None:
        """Call `callback` with the notation of every legal move made on the board."""
        self._callbacks.append(callback)

    def show(self, shown: gk.Match | gk.View | None = None) -> None:
        """Draw another match or view, or the same match again after it changed."""
        if shown is not None:
            self._source = shown
        self._pressed: tuple[str, ...] = ()
        self._dialled: Mapping[str, int] = {}
        self._draw(None)

    def press(self, what: str) -> None:
        """Press a cell ("B2")."""
        view, scene = self._view(), scenery(self._view().game.name)
        pressed = (*self._pressed, what)
        if what in self._pressed:
            self._pressed = self._pressed[: self._pressed.index(what)]
            self._draw(None)
        elif view.to_act not in (0, 1):
            self._draw(None)
        elif (text := scene.compose(view, pressed)) is not None:
            self._finish(text)
        elif Hand(pressed, self._hand().ways).next:
            self._pressed = pressed
            self._draw(None)
        else:
            self._refuse(scene.attempt(view, pressed))

    def dial(self, name: str, by: int) -> None:
        """Turn a dial beside the board by so much."""
        hand = self._hand()
        self._dialled = hand.turn(scene_of(self._view(), hand).dials, name, by)
        self._draw(None)

    def _finish(self, text: str) -> None:
        if text not in self._hand().ways:
            self._refuse(text)
            return
        self._pressed = ()
        self._draw(None)
        for callback in self._callbacks:
            callback(text)

    def _refuse(self, text: str) -> None:
        """Say why; a view cannot, it only knows what is legal."""
        problem = self._source.why_not(text) if isinstance(self._source, gk.Match) else None
        if problem is None:
            self._draw(note(f"{text} is not a legal move now.", "refusal"))
        else:
            self._draw(refusal(self._source.game, problem), problem.cells)

    def _view(self) -> gk.View:
        source = self._source
        return source if isinstance(source, gk.View) else players_view(source)

    def _hand(self, refused: tuple[str, ...] = ()) -> Hand:
        view = self._view()
        presses = scenery(view.game.name).presses
        ways = {move: presses(view, move) for move in view.legal()}
        return Hand(self._pressed, ways, refused, dialled=self._dialled)

    def _draw(self, message: Message | None, refused: tuple[str, ...] = ()) -> None:
        scene = scene_of(self._view(), self._hand(refused))
        shown: Shown = {
            "kind": "board",
            "svg": render(scene),
            "solid": in_space(scene),
            "title": self._source.game.title,
            "message": message,
            "choices": options(scene, self._pressed),
            "dials": dials(scene),
        }
        self._put(shown)

    def _deeds(self) -> Deeds:
        return {
            "press": (str, self.press),
            "more": (str, lambda name: self.dial(name, 1)),
            "less": (str, lambda name: self.dial(name, -1)),
            "leave": (str, lambda _: self.show()),
        }

    def _still(self) -> tuple[Scene, str]:
        return scene_of(self._view()), self._view().board_text()
