"""A page that a socket or a worker carries: drawn when somebody asks for it, and sent as far as it has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamekit_widgets.page import Page
from gamekit_widgets.page_data import Shown
from gamekit_widgets.table.words import in_parts

Sent = dict[str, Any]


class Carried(Page):
    """What one browser shows.

    Attributes:
        is_stale: something has changed since it was drawn.
        wake: is called when something has changed.
        messages: to be sent besides what is shown.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.is_stale = True
        self.wake: Callable[[], object] = lambda: None
        self.messages: list[Any] = []
        self._sent: Sent = {}
        self._shown: Sent = {}

    def show(self) -> None:
        """Note that something has changed."""
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
            self._put(self._drawn())
            self.is_stale = False
        was = {} if whole else self._sent
        self._sent = self._shown
        changed = {name: part for name, part in self._shown.items() if was.get(name, was) != part}
        return {**{name: None for name in was if name not in self._shown}, **changed}

    def forget(self) -> None:
        """Let go of what was drawn: nobody looks at this any more."""
        self.is_stale, self.messages = True, []
        self._sent, self._shown = {}, {}

    def _put(self, shown: Shown) -> None:
        """Keep what was drawn; a list that grows is sent in parts."""
        moves = shown.pop("moves", None)
        parts = (
            {} if moves is None else zip(("early", "middle", "late"), in_parts(moves), strict=True)
        )
        self._shown = {**shown, **dict(parts)}

    def _send_module(self, name: str) -> None:
        """Modules have addresses of their own here; nobody is sent megabytes over a socket."""
