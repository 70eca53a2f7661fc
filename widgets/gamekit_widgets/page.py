"""What a page shows and what it hears, whatever carries the two.

Python draws and judges; the browser (js/table.js) patches what it shows and reports which cell or
button was used, or what was typed. Nothing else passes between them. A widget carries it in a
notebook (`notebook_widgets.py`), and a socket in a room (`rooms/`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeAlias

from gamekit import GameError
from gamekit.validation import shown
from gamekit_widgets.drawing import space
from gamekit_widgets.page_data import Control, Shown
from gamekit_widgets.scene import Scene
from gamekit_widgets.table.words import in_parts

# what the browser may report: the type of its detail, and what handles it
Handlers: TypeAlias = dict[str, tuple[type, Callable[[Any], object]]]

LONGEST = 20_000  # characters of a text, and the largest number, that a browser may send
MOST = 100  # answers in a form
UNHEARD = "This is nothing that can be done here."


class Here:
    """Something that lives in this process, with whatever shows it. Nobody can copy or pickle it."""

    def __copy__(self) -> NoReturn:
        self.__reduce_ex__(0)

    def __deepcopy__(self, memo: object) -> NoReturn:
        self.__reduce_ex__(0)

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise GameError(
            f"A {type(self).__name__} stays where it is shown: copy or send what is in it, such as its "
            "game, its match or its study, and make a new one of that."
        )


class Page:
    """Something that is shown and hears what is done to it."""

    def hear(self, content: object) -> str:
        """Do what the browser reports: {"do": "press", "what": "B2"}.

        Returns why the page ignores it, or nothing.
        """
        do, what = (
            (content.get(key) for key in ("do", "what")) if isinstance(content, dict) else ("", "")
        )
        handlers: Handlers = {"module": (str, self._send_module), **self._handlers()}
        if not isinstance(do, str) or do not in handlers or not _is_sound(what):
            return UNHEARD
        kind, act = handlers[do]
        if type(what) is not kind:
            return UNHEARD
        said = act(what)
        return said if isinstance(said, str) else ""

    def _send_module(self, name: str) -> None:
        """Send the large module that only some games need, or nothing if it is not available."""
        self.send({"module": name, "source": space.source() if name == space.module() else ""})

    def send(self, content: Any) -> None:
        """Send a message besides what is shown."""
        raise NotImplementedError

    def _drawn(self) -> Shown:
        """Return what to show."""
        raise NotImplementedError

    def _put(self, shown: Shown) -> None:
        """Show this."""
        raise NotImplementedError

    def _handlers(self) -> Handlers:
        """Return what this page does with each report."""
        raise NotImplementedError

    def _still(self) -> tuple[Scene, str]:
        """Return the scene and the text that stand for the page where it cannot run."""
        raise NotImplementedError


def _is_sound(what: object) -> bool:
    """Can this come from a browser? Texts must be fit to send back, and nothing may be huge."""
    if isinstance(what, dict):
        return len(what) < MOST and all(_is_sound(part) for item in what.items() for part in item)
    if isinstance(what, str):
        return len(what) <= LONGEST and not any("\ud800" <= sign <= "\udfff" for sign in what)
    return isinstance(what, int) and abs(what) <= LONGEST


def why_unusable(controls: Sequence[Control], name: object) -> str:
    """Return why the button of this name cannot be used now, or nothing.

    Raises:
        GameError: there is no such button.
    """
    known = {control["name"]: control["why"] for control in controls}
    if not isinstance(name, str) or name not in known:
        raise GameError(f"There is no button {shown(name)} now: {', '.join(known)}.")
    return known[name]


Sent = dict[str, Any]


class Carried(Page):
    """What one browser shows.

    Attributes:
        is_stale: something has changed since it was drawn.
        wake: is called when something has changed.
        messages: what to send besides what is shown.
    """

    def __init__(self, *given: Any) -> None:
        self.is_stale = True
        self.wake: Callable[[], object] = lambda: None
        self.messages: list[Any] = []
        self._sent: Sent = {}
        self._shown: Sent = {}
        super().__init__(*given)  # which may already show something

    def show(self) -> None:
        """Note that something has changed."""
        self.is_stale = True
        self.wake()

    def send(self, content: Any) -> None:
        """Send a message besides what is shown."""
        self.messages.append(content)
        self.wake()

    def fresh(self, whole: bool = False) -> Sent:
        """Return what has changed since the last call, or everything that is shown.

        What has gone is None.
        """
        if self.is_stale or whole:
            self._put(self._drawn())
            self.is_stale = False
        was = {} if whole else self._sent
        self._sent = self._shown
        changed = {name: part for name, part in self._shown.items() if was.get(name, was) != part}
        return {**{name: None for name in was if name not in self._shown}, **changed}

    def forget(self) -> None:
        """Let go of what was drawn, because nobody looks at it any more."""
        self.is_stale, self.messages = True, []
        self._sent, self._shown = {}, {}

    def _put(self, shown: Shown) -> None:
        """Keep what was drawn, and send a list that grows in parts."""
        moves = shown.pop("moves", None)
        parts = (
            {} if moves is None else zip(("early", "middle", "late"), in_parts(moves), strict=True)
        )
        self._shown = {**shown, **dict(parts)}

    def _send_module(self, name: str) -> None:
        """Send nothing: here modules have addresses, so no socket carries megabytes."""
