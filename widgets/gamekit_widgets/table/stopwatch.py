"""Time that can be stopped, for a clock that pauses."""

from __future__ import annotations

from collections.abc import Callable


class Stopwatch:
    """Gives the seconds of another timer, without those while it was stopped."""

    def __init__(self, timer: Callable[[], float]) -> None:
        self._timer = timer
        self._lost = 0.0
        self._stopped_at: float | None = None

    def __call__(self) -> float:
        """Return the seconds."""
        return (self._timer() if self._stopped_at is None else self._stopped_at) - self._lost

    @property
    def is_stopped(self) -> bool:
        """Does no time pass?"""
        return self._stopped_at is not None

    def stop(self) -> None:
        """Let no time pass."""
        if self._stopped_at is None:
            self._stopped_at = self._timer()

    def go_on(self) -> None:
        """Let time pass again."""
        if self._stopped_at is not None:
            self._lost += self._timer() - self._stopped_at
            self._stopped_at = None
