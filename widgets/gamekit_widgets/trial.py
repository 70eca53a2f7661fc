"""A playtest in the background, that can be watched and stopped."""

from __future__ import annotations

from asyncio import get_running_loop, sleep
from collections.abc import Callable, Iterator
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

import gamekit as gk
from gamekit.light import Playtest, is_all_there_is
from gamekit.lightstudy import LightStudy

if TYPE_CHECKING:
    from gamekit.playtesting import Study

OFTEN = 0.2  # seconds between news of a light playtest


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
        except Exception as problem:
            self.problem = _told(problem)
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


class LightTrial:
    """The same where playtests are light: it takes turns with the page, without a thread."""

    def __init__(
        self,
        game: gk.Game,
        bots: tuple[str, str],
        games: int,
        seed: int,
        delay: float,
        tell: Callable[[LightTrial], object],
    ) -> None:
        self.play = Playtest(game, bots, games, seed)
        self.study: LightStudy | None = None
        self.problem = ""
        self._delay, self._tell = delay, tell
        self._steps = self._played()

    @property
    def done(self) -> int:
        """How many games are finished."""
        return len(self.play.rows)

    @property
    def games(self) -> int:
        """How many there will be."""
        return self.play.dares

    def start(self) -> None:
        """Start in the background; right here where there is nobody to take turns with."""
        try:
            self._turns = get_running_loop().create_task(self._take_turns())
        except RuntimeError:
            self.join()

    def join(self) -> None:
        """Wait until it is over."""
        for _ in self._steps:
            pass

    def stop(self) -> None:
        """Stop, and tell nothing more."""
        self._steps = iter(())

    async def _take_turns(self) -> None:
        await sleep(self._delay)
        while next(self._steps, None):
            await sleep(0)

    def _played(self) -> Iterator[int]:
        last = 0.0
        try:
            for done in self.play:
                if monotonic() - last > OFTEN:
                    last = monotonic()
                    self._tell(self)
                yield done
            self.study = self.play.study()
        except Exception as problem:
            self.problem = _told(problem)
        self._tell(self)


AnyTrial: TypeAlias = Trial | LightTrial


def trial_of(
    game: gk.Game,
    bots: tuple[str, str],
    games: int,
    seed: int,
    delay: float,
    tell: Callable[[AnyTrial], object],
) -> AnyTrial:
    """Return a playtest to be started, of the kind that is to be had here."""
    kind = LightTrial if is_all_there_is() else Trial
    return kind(game, bots, games, seed, delay, tell)


def _told(problem: Exception) -> str:
    """Say why a playtest ended; a rule of somebody's own may raise anything."""
    if isinstance(problem, gk.GameError):
        return str(problem)
    return f"The playtest stopped: {type(problem).__name__}: {problem}"
