"""A playtest in the background that people can watch and stop."""

from __future__ import annotations

from asyncio import Task, get_running_loop, sleep
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

import gamekit as gk
from gamekit.studies.light_study import Playtest

if TYPE_CHECKING:
    from gamekit.studies.comparison import Pairs

OFTEN = 0.2  # seconds between news of a light playtest


class _Stopped(Exception):
    """Raised to end a playtest between two of its parts."""


class Trial(Thread):
    """One playtest, of a variant alone or of two on the same games. It starts after a moment, unless
    it is stopped first.

    Args:
        rivals: the game to compare with, if any, and then the variant in question.
        bots: names of the bots.
        games: how many.
        seed: of everything.
        delay: seconds before it starts.
        tell: called with the trial whenever there is news: more games, or the end.
        before: earlier pairs, to continue from.

    Attributes:
        pairs: the games so far, once it has started.
        is_over: are all games finished?
        problem: why not, in a sentence.
    """

    def __init__(
        self,
        rivals: Sequence[gk.Game],
        bots: tuple[str, str],
        games: int,
        seed: int,
        delay: float,
        tell: Callable[[Trial], object],
        before: Pairs | None = None,
    ) -> None:
        super().__init__(daemon=True)
        self.rivals, self.bots, self.games, self.seed = rivals, bots, games, seed
        self.pairs, self.is_over, self.problem = before, False, ""
        self._delay, self._tell, self._told_at = delay, tell, 0
        self._stop_asked = Event()

    @property
    def done(self) -> int:
        """How many games each rival has finished."""
        return len(self.pairs) if self.pairs else 0

    @property
    def news(self) -> str:
        """What there is to say once all have been played."""
        return f"{self.games:,} games have been played."

    def run(self) -> None:
        """Play."""
        if self._stop_asked.wait(self._delay):
            return
        try:
            from gamekit.studies.comparison import Pairs
            from gamekit.studies.plan import plans_of

            if self.pairs is None:
                self.pairs = Pairs(*plans_of(self.rivals, self.bots, self.seed))
            self.pairs.play(self.games, self._count)
        except _Stopped:
            return
        except Exception as problem:
            self.problem = _told(problem)
        self.is_over = True
        self._tell(self)

    def stop(self) -> None:
        """Stop at the next opportunity, and send no more news."""
        self._stop_asked.set()

    def _count(self, games: int) -> None:
        if self._stop_asked.is_set():
            raise _Stopped
        part = self.done * 100 // self.games
        if part > self._told_at:
            self._told_at = part
            self._tell(self)


class LightTrial:
    """The same for light playtests: it takes turns with the page and uses no thread."""

    def __init__(
        self,
        game: gk.Game,
        bots: tuple[str, str],
        games: int,
        seed: int,
        delay: float,
        tell: Callable[[LightTrial], object],
        before: Playtest | None = None,
    ) -> None:
        self.play = before or Playtest(game, bots, games, seed)
        self.is_over, self.problem = False, ""
        self._delay, self._tell = delay, tell
        self._told_at = 0.0
        self._turns: Task[None] | None = None

    @property
    def done(self) -> int:
        """How many games are finished."""
        return len(self.play.rows)

    @property
    def games(self) -> int:
        """How many there will be."""
        return self.play.dares

    @property
    def news(self) -> str:
        """What there is to say once all have been played."""
        if self.games == self.play.wanted:
            return f"{self.games:,} games have been played."
        return f"{self.play.pace()}."

    def start(self) -> None:
        """Start in the background, or right here if there is no page to take turns with."""
        try:
            self._turns = get_running_loop().create_task(self._take_turns())
        except RuntimeError:
            self.join()

    def join(self) -> None:
        """Wait for the end."""
        with self._ending():
            for _ in self.play:
                self._count()

    def stop(self) -> None:
        """Stop at once, and send no more news."""
        if self._turns:
            self._turns.cancel()

    async def _take_turns(self) -> None:
        await sleep(self._delay)
        with self._ending():
            async with aclosing(self.play.apart()) as steps:
                async for _ in steps:
                    self._count()

    def _count(self) -> None:
        if monotonic() - self._told_at > OFTEN:
            self._told_at = monotonic()
            self._tell(self)

    @contextmanager
    def _ending(self) -> Iterator[None]:
        try:
            yield
        except Exception as problem:
            self.problem = _told(problem)
        self.is_over = True
        self._tell(self)


AnyTrial: TypeAlias = Trial | LightTrial


def _told(problem: Exception) -> str:
    """Say why a playtest ended. Rules written by users may raise anything."""
    if isinstance(problem, gk.GameError):
        return str(problem)
    return f"The playtest stopped: {type(problem).__name__}: {problem}"
