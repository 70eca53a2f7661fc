"""Which engine runs a game's drivers: nobody waits for the compiler.

The interpreted rules answer at once. Meanwhile the compiled ones are made ready in the background:
from the cache on disk or, what it lacks, by a process beside this one (`gamekit.beside`). They take
over as soon as they are there, even from an answer under way. It is the same either way.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from math import inf
from threading import Lock, Thread
from time import monotonic
from typing import Any, TypeVar

from gamekit.beside import LESS_NICE, NICE, NoProcess, compile_beside
from gamekit.cache import cache_folder, seems_kept
from gamekit.codename import CALLS, code_name
from gamekit.drivers.engine import Engine
from gamekit.drivers.room import Room
from gamekit.fields import Parameters, State
from gamekit.game import Game
from gamekit.interpreted import Interpreted
from gamekit.interruptible import interruptible

T = TypeVar("T")
COMING = "coming"  # where a game has its compiled engine while it is made ready
AT_A_TABLE = ("choose", "think", "play_on")  # for bots, for hints, for looking back


def soonest(
    game: Game,
    call: str,
    work: Callable[[Engine], T],
    pays: bool = True,
    seconds: float | None = None,
) -> T:
    """Return `work(engine)`, as soon as the interpreted rules or the compiled ones have it.

    Args:
        game: the game.
        call: which of an engine's `CALLS` the work makes.
        work: gives the same with both engines. It may be begun with one and done with the other.
        pays: is it so much work that a program which compiles for itself should?
        seconds: after which the interpreted drivers are told to stop, where an early result will do.
    """
    how = _how()
    if how == "beside":
        return coming(game, call).soonest(call, work, seconds)
    return work(compiled_here(game, call) if how == "here" and pays else Stoppable(game, seconds))


def compiled_soon(game: Game, call: str) -> Engine | None:
    """Return the compiled engine if it is ready for a call; otherwise see that it will be."""
    match _how():
        case "beside":
            return coming(game, call).engine(call)
        case "here":
            return compiled_here(game, call)
    return None


def expect(game: Game, *calls: str) -> None:
    """See that the compiled engine will be ready for calls that somebody is going to make."""
    if _how() == "beside":
        coming(game, *calls, nice=NICE)


def is_preparing(game: Game, call: str) -> bool:
    """Are the compiled rules still to come? Where they never will, the answer is no."""
    found = game.engines.get(COMING)
    if isinstance(found, Coming):
        return found.is_preparing(call)
    return _how() != "never" and not _is_compiled(game, call)


def _is_compiled(game: Game, call: str) -> bool:
    """Is the engine ready for a call, in a process that compiles for itself?"""
    engine: Any = game.engines.get("compiled")
    return engine is not None and engine.is_prepared(call)


def has_compiler() -> bool:
    """Is Numba installed? A browser kernel has none."""
    return find_spec("numba") is not None


def _how() -> str:
    """How are rules compiled? "beside" this process, "here" while everybody waits, or "never"."""
    return os.environ.get("GAMEKIT_COMPILE", "beside") if has_compiler() else "never"


def compiled_here(game: Game, call: str) -> Engine:
    """Return the compiled engine after making it ready for a call."""

    def find() -> Engine:
        from gamekit.compiled import compiled

        engine = compiled(game)
        engine.prepare(call)
        return engine

    return interruptible(find)  # half an import cannot be repaired


def coming(game: Game, *calls: str, nice: int = LESS_NICE) -> Coming:
    """Return the compiled drivers of a game on their way; see that they come for these calls."""
    found = game.engines.get(COMING)
    if not isinstance(found, Coming):
        game.engines[COMING] = found = Coming(game)
    found.want(*calls, nice=nice)
    return found


class _Stop(list[int]):
    """One number as the drivers read it: 0 until somebody sets it, or the time is over."""

    def __init__(self, seconds: float | None) -> None:
        super().__init__([0])
        self.end = inf if seconds is None else monotonic() + seconds

    def __getitem__(self, place: Any) -> Any:
        return super().__getitem__(place) or int(monotonic() > self.end)


class Stoppable(Interpreted):
    """Interpreted drivers that stop when they are told to or the time is over, whatever the room."""

    def __init__(self, game: Game, seconds: float | None) -> None:
        super().__init__(game)
        self.stopped = _Stop(seconds)

    def room(
        self, rules: Parameters, known: State | None = None, key: int = 0, simulations: int = 0
    ) -> Room:
        """Return memory for the drivers, see `Engine.room`."""
        return super().room(rules, known, key, simulations)._replace(stopped=self.stopped)


class _OftenInTurn:
    """While somebody is inside, threads take turns often.

    Interpreted rules at full speed would otherwise keep the thread that loads the compiled ones
    waiting at every step: a second's work took ten.
    """

    INTERVAL = 0.0002  # seconds; Python's own is 0.005

    def __init__(self) -> None:
        self._lock, self._inside, self._before = Lock(), 0, 0.0

    def __enter__(self) -> None:
        with self._lock:
            if self._inside == 0:
                self._before = sys.getswitchinterval()
                sys.setswitchinterval(min(self.INTERVAL, self._before))
            self._inside += 1

    def __exit__(self, *problem: object) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                sys.setswitchinterval(self._before)


_often_in_turn = _OftenInTurn()


class Coming:
    """Makes the compiled drivers of a game ready in the background: those that somebody wants.

    Args:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._engine: Engine | None = None
        self._ready: set[str] = set()
        self._wanted: set[str] = set()
        self._workers: list[Thread] = []
        self._is_in_vain = False
        self._slow: list[tuple[str, Stoppable]] = []  # at work until a call is ready
        self._lock = Lock()

    def engine(self, call: str) -> Engine | None:
        """Return the compiled engine once a call is ready."""
        return self._engine if call in self._ready else None

    def is_preparing(self, call: str) -> bool:
        """Is a call on its way, or would it be if somebody wanted it?"""
        return call not in self._ready and not self._is_in_vain

    def want(self, *calls: str, nice: int) -> None:
        """See that these of an engine's `CALLS` will be ready, one after the other.

        What is wanted later does not wait for them: a playtest may need little, and need it now.

        Args:
            calls: what is wanted.
            nice: how much the process that compiles them gives way to others.
        """
        with self._lock:
            new = [call for call in calls if call not in self._wanted]
            if not new or self._is_in_vain:
                return
            self._wanted.update(new)
            worker = Thread(
                target=self._work, args=[new, nice], name="gamekit compiling", daemon=True
            )
            try:
                worker.start()
            except RuntimeError:  # where no thread can be started, all is interpreted
                self._is_in_vain = True
            else:
                self._workers.append(worker)

    def join(self) -> None:
        """Wait until everything that was wanted is ready, or never will be."""
        for worker in self._workers:
            worker.join()

    def soonest(self, call: str, work: Callable[[Engine], T], seconds: float | None) -> T:
        """Return `work(engine)` from whichever engine has it first."""
        if ready := self.engine(call):
            return work(ready)
        slow = Stoppable(self.game, seconds)
        with self._until_ready(call, slow) as fast:
            result = work(fast or slow)
        fast = self.engine(call)
        return work(fast) if fast and slow.stopped[0] else result

    @contextmanager
    def _until_ready(self, call: str, slow: Stoppable) -> Iterator[Engine | None]:
        with self._lock:
            fast = self.engine(call)
            if not fast:
                self._slow.append((call, slow))
        try:
            yield fast
        finally:
            with self._lock:
                self._slow = [each for each in self._slow if each[1] is not slow]

    def _work(self, calls: Sequence[str], nice: int) -> None:
        """Load what is kept, have the rest compiled beside this process; if need be, compile it."""
        try:
            with _often_in_turn:
                folder, name = cache_folder(), code_name(self.game)
            missing = [
                call
                for call in calls
                if not seems_kept(folder, f"{name}.{CALLS[call]}") or not self._load(call)
            ]
            if missing and folder:
                with suppress(NoProcess):
                    for call in compile_beside(self.game, missing, nice):
                        self._load(call)
            for call in missing:
                self._load(call, may_compile=True)
        except Exception:  # rules that cannot be compiled, or whatever is wrong with the compiler
            self._is_in_vain = True

    def _load(self, call: str, may_compile: bool = False) -> bool:
        with _often_in_turn:
            from gamekit.compiled import compiled

            engine = compiled(self.game)
            if not may_compile and not engine.holds(call):
                return False
            engine.prepare(call)
        with self._lock:
            self._engine = engine
            self._ready.add(call)
            for wanted, slow in self._slow:
                if wanted == call:
                    slow.stopped[0] = 1
        return True
