"""What a room does beside answering: bots think, and journals are brought to disk."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from typing import Any

THINKERS = 2  # bots that think at the same time
SCRIBES = 8  # journals that are brought to disk at the same time


class Workers:
    """Threads for slow work. Once they are closed, nothing more is done."""

    def __init__(self) -> None:
        self._thinkers = ThreadPoolExecutor(THINKERS, "gamekit-bot")
        self._scribes = ThreadPoolExecutor(SCRIBES, "gamekit-journal")
        self._unwritten: list[Future[None]] = []
        self._lock = Lock()

    def think(self, job: Callable[..., None], *given: Any) -> None:
        """Have a bot think."""
        with suppress(RuntimeError):  # closed
            self._thinkers.submit(job, *given)

    def write(self, job: Callable[[], None]) -> None:
        """Have a journal brought to disk."""
        with self._lock, suppress(RuntimeError):
            waiting = [each for each in self._unwritten if not each.done()]
            self._unwritten = [*waiting, self._scribes.submit(job)]

    def unwritten(self) -> list[Future[None]]:
        """Return what is on its way to the disk."""
        with self._lock:
            return [each for each in self._unwritten if not each.done()]

    def close(self) -> None:
        """Let journals be written, and bots not think any more."""
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self._scribes.shutdown(wait=True)
