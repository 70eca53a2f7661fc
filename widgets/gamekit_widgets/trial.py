"""A playtest in the background, that can be watched and stopped."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Event, Thread
from typing import TYPE_CHECKING

import gamekit as gk

if TYPE_CHECKING:
    from gamekit.playtesting import Study


class _Stopped(Exception):
    """Ends a playtest between two of its parts."""


class Trial(Thread):
    """One playtest. It starts after a moment, unless it is stopped first.

    Args:
        game: what is played.
        bots: names of the bots.
        games: how many.
        seed: of everything.
        delay: seconds before it starts.
        tell: is called with the trial whenever there is something new: more games, or the end.

    Attributes:
        done: how many games are finished.
        study: the result, once there is one.
        problem: why there is none, in a sentence.
    """

    def __init__(
        self,
        game: gk.Game,
        bots: tuple[str, str],
        games: int,
        seed: int,
        delay: float,
        tell: Callable[[Trial], object],
    ) -> None:
        super().__init__(daemon=True)
        self.game, self.bots, self.games, self.seed = game, bots, games, seed
        self.done = 0
        self.study: Study | None = None
        self.problem = ""
        self._delay, self._tell = delay, tell
        self._stop_asked = Event()

    def start(self) -> None:
        """Start in the background, or right here where there are no threads, as in a browser."""
        if sys.platform == "emscripten":
            self._delay = 0
            self.run()
        else:
            super().start()

    def run(self) -> None:
        """Play."""
        if self._stop_asked.wait(self._delay):
            return
        try:
            self.study = gk.playtest(
                self.game, self.bots, self.games, self.seed, progress=self._count
            )
        except _Stopped:
            return
        except gk.GameError as problem:
            self.problem = str(problem)
        except Exception as problem:  # a rule of somebody's own may raise anything
            self.problem = f"The playtest stopped: {type(problem).__name__}: {problem}"
        self._tell(self)

    def stop(self) -> None:
        """Stop at the next opportunity, and tell nothing more."""
        self._stop_asked.set()

    def _count(self, games: int) -> None:
        if self._stop_asked.is_set():
            raise _Stopped
        before, self.done = self.done, self.done + games
        if self.done * 100 // self.games > before * 100 // self.games:
            self._tell(self)
