"""The board alone."""

from __future__ import annotations

from collections.abc import Callable

from gamekit import Match, View
from gamekit.match.match import match_of
from gamekit_widgets.drawing.picture import players_view, scene_of
from gamekit_widgets.notebook_widgets import Surface
from gamekit_widgets.page import Deeds
from gamekit_widgets.page_data import note, refusal
from gamekit_widgets.scene import Scene
from gamekit_widgets.table.picking import Gesture


class Board(Surface):
    """A board to look at and to press. It changes nothing by itself.

    Args:
        shown: a match or a view. A match is shown with everything on it if the game has no
            secrets, otherwise as an onlooker sees it; give `match.view(0)` for a player's eyes.

    The board hands every legal move to the functions given to `on_move`, which may play it. A board
    of a match follows the match; a board of a view shows what `show` gives it.
    """

    def __init__(self, shown: Match | View) -> None:
        if not isinstance(shown, View):
            match_of("Board", shown)
        super().__init__()
        self._callbacks: list[Callable[[str], object]] = []
        self._gesture = Gesture()
        self._stop_hearing: Callable[[], object] = lambda: None
        self.show(shown)

    def on_move(self, callback: Callable[[str], object]) -> None:
        """Call `callback` with the notation of every legal move made on the board."""
        self._callbacks.append(callback)

    def show(self, shown: Match | View | None = None) -> None:
        """Draw another match or view, or the same match again after it changed."""
        if shown is not None:
            self._source = shown
            self._stop_hearing()
            if isinstance(shown, Match):
                self._stop_hearing = shown.changed(self.show)
        self._gesture.begin()
        self._draw()

    def press(self, what: str) -> None:
        """Press a cell ("B2"), or one of the choices beside the board."""
        view, gesture = self._view(), self._gesture
        text = None
        gesture.say(None)
        if not gesture.release(view, what) and view.to_act in (0, 1):
            text = gesture.press(view, what, self._explain)
        if text in gesture.ways(view):
            gesture.let_go()
        elif text is not None:
            self._explain(text)
            text = None
        self._draw()
        if text is not None:
            for callback in self._callbacks:
                callback(text)

    def _explain(self, text: str) -> bool:
        """Say what is wrong with this move, if anything is; a view only knows what is legal."""
        problem = self._source.why_not(text) if isinstance(self._source, Match) else None
        if problem:
            self._gesture.say(refusal(self._source.game, problem), problem.cells)
        elif isinstance(self._source, Match) and self._gesture.pressed:
            return False
        else:
            self._gesture.say(note(f"{text} is not a legal move now.", "refusal"))
        return True

    def _view(self) -> View:
        source = self._source
        return source if isinstance(source, View) else players_view(source)

    def _draw(self) -> None:
        view, gesture = self._view(), self._gesture
        scene = gesture.draw(view, gesture.hand(view))
        self._put({"kind": "board", "title": view.game.title, **gesture.shown(scene)})

    def _deeds(self) -> Deeds:
        return {
            "press": (str, self.press),
            "leave": (str, lambda _: self.show()),
        }

    def _still(self) -> tuple[Scene, str]:
        return scene_of(self._view()), self._view().board_text()
