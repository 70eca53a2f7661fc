"""Who wants to hear that a match has changed."""

from __future__ import annotations

import warnings
import weakref
from collections.abc import Callable
from types import MethodType

from gamekit.errors import GameError, GameWarning
from gamekit.validation import shown

Heard = Callable[[], object]


class Changes:
    """Functions that are called whenever something has changed, in the order they came."""

    def __init__(self) -> None:
        self._heard: list[Callable[[], Heard | None]] = []

    def call(self, callback: Heard) -> Callable[[], None]:
        """Call this from now on; return what ends it.

        A method is forgotten together with its object, which nobody keeps for our sake.
        """
        if not callable(callback):
            raise GameError(f"changed({shown(callback)}): give a function without arguments.")
        held: Callable[[], Heard | None]
        held = (
            weakref.WeakMethod(callback) if isinstance(callback, MethodType) else lambda: callback
        )
        self._heard.append(held)
        return lambda: self._forget(held)

    def _forget(self, held: Callable[[], Heard | None]) -> None:
        self._heard = [other for other in self._heard if other is not held]

    def tell(self) -> None:
        """Call everybody. What goes wrong there is not the fault of whoever made the change."""
        for held in self._heard:
            callback = held()
            if callback is None:
                self._forget(held)
                continue
            try:
                callback()
            except Exception as problem:
                warnings.warn(
                    f"A function that hears of changes to a match failed: {problem!r}.",
                    GameWarning,
                    stacklevel=2,
                )
