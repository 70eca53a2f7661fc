"""The compiled rules of a game on their way: loaded, or compiled beside this process.

What somebody waits for comes first. Interpreted rules are at work meanwhile, until they are taken
over.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from operator import itemgetter
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, TypeVar

from gamekit.beside import NICE, URGENT, NoProcess, compile_beside
from gamekit.cache import cache_folder, seems_kept
from gamekit.codename import ALONE, CALLS, code_name
from gamekit.drivers.engine import Engine
from gamekit.drivers.room import Room
from gamekit.fields import Parameters, State
from gamekit.game import Game
from gamekit.interpreted import Interpreted
from gamekit.interruptible import interruptible

T = TypeVar("T")

# Held while compiled rules are loaded. Interpreted ones wait meanwhile: both have the interpreter to
# share, a second's work took ten, and what they reach is soon thrown away.
_loading = Lock()
PATIENT, HASTY = 10.0, 0.2  # seconds that a playtest waits for it, and an answer


def _forget() -> None:
    """In a fork, nobody is loading anything."""
    with suppress(RuntimeError):
        _loading.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


class _Stop(list[int]):
    """One number as the drivers read it: 0 until somebody sets it, or the time is over."""

    def __init__(self, seconds: float | None, patience: float) -> None:
        super().__init__([0])
        self.end, self.patience = inf if seconds is None else monotonic() + seconds, patience

    def __getitem__(self, place: Any) -> Any:
        now = monotonic()
        if _loading.locked() and self.patience > 0:
            if _loading.acquire(timeout=max(0, min(self.patience, self.end - now))):
                _loading.release()
            self.patience -= monotonic() - now
        return super().__getitem__(place) or int(monotonic() > self.end)


class Stoppable(Interpreted):
    """Interpreted drivers that stop when they are told to or the time is over, whatever the room."""

    def __init__(self, game: Game, seconds: float | None, patience: float = HASTY) -> None:
        super().__init__(game)
        self.stopped = _Stop(seconds, patience)

    def room(
        self, rules: Parameters, known: State | None = None, key: int = 0, simulations: int = 0
    ) -> Room:
        """Return memory for the drivers, see `Engine.room`."""
        return super().room(rules, known, key, simulations)._replace(stopped=self.stopped)


class _LastComeFirst:
    """Gives few places to many, first to those that are waited for, of them to the last that came.

    Several processes that compile at once are slower than one after the other where cores are few;
    and the next one needs much that the one before has compiled.
    """

    def __init__(self, places: int) -> None:
        self._free, self._lock = places, Lock()
        self._waiting: list[tuple[Callable[[], bool], Event]] = []

    @contextmanager
    def place(self, is_urgent: Callable[[], bool]) -> Iterator[None]:
        """Wait for a place, and give it back in the end."""
        admitted = Event()
        with self._lock:
            self._waiting.append((is_urgent, admitted))
            self._admit()
        admitted.wait()
        try:
            yield
        finally:
            with self._lock:
                self._free += 1
                self._admit()

    def _admit(self) -> None:
        """Give out the places that are free; the lock is held."""
        while self._free and self._waiting:
            urgent = [each for each in self._waiting if each[0]()]
            chosen = (urgent or self._waiting)[-1]
            self._waiting.remove(chosen)
            self._free -= 1
            chosen[1].set()


_places = {nice: _LastComeFirst(max(1, (os.cpu_count() or 1) - 1)) for nice in (URGENT, NICE)}


class Coming:
    """Makes the compiled drivers of a game ready in the background: those that somebody wants.

    Args:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._engine: Engine | None = None
        self._ready: set[str] = set()
        self._wanted: dict[str, int] = {}  # calls, and how nice the process that compiles them is
        self._begun: set[str] = set()
        self._workers: list[Thread] = []
        self._is_at_work = {True: False, False: False}  # on what is compiled alone; on the rest
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
        """See that these of an engine's `CALLS` will be ready.

        They are made one after the other, since most of what one needs the next one needs too, and
        first what somebody waits for. What shares little with the others is made meanwhile.

        Args:
            calls: what is wanted.
            nice: how much the process that compiles them gives way to others.
        """
        with self._lock:
            for call in calls:
                self._wanted[call] = min(nice, self._wanted.get(call, nice))
            for alone in {call in ALONE for call in calls if call not in self._begun}:
                if not self._is_at_work[alone] and not self._is_in_vain:
                    self._begin(alone)

    def _begin(self, alone: bool) -> None:
        worker = Thread(target=self._work, args=[alone], name="gamekit compiling", daemon=True)
        try:
            worker.start()
        except RuntimeError:  # where no thread can be started, all is interpreted
            self._is_in_vain = True
        else:
            self._is_at_work[alone] = True
            self._workers.append(worker)

    def join(self) -> None:
        """Wait until everything that was wanted is ready, or never will be."""
        for worker in self._workers:
            worker.join()

    def soonest(self, call: str, work: Callable[[Engine], T], seconds: float | None) -> T:
        """Return `work(engine)` from whichever engine has it first."""
        if ready := self.engine(call):
            return work(ready)
        slow = Stoppable(self.game, seconds, PATIENT if CALLS[call] == "play_games" else HASTY)
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

    def _work(self, alone: bool) -> None:
        try:
            while order := self._next(alone):
                self._make_ready(*order)
        except Exception:  # rules that cannot be compiled, or whatever is wrong with the compiler
            self._is_in_vain = True

    def _next(self, alone: bool) -> tuple[str, int] | None:
        """Take the most urgent call that is not begun yet, with how nice its process is to be."""
        with self._lock:
            orders = [
                (call, nice)
                for call, nice in self._wanted.items()
                if (call in ALONE) == alone and call not in self._begun
            ]
            if not orders:
                self._is_at_work[alone] = False
                return None
            order = min(orders, key=itemgetter(1))
            self._begun.add(order[0])
            return order

    def _make_ready(self, call: str, nice: int) -> None:
        """Load a call that is kept, or have it compiled beside this process; if need be, here."""
        with _loading:
            folder, name = cache_folder(), code_name(self.game)
        if seems_kept(folder, f"{name}.{CALLS[call]}") and self._load(call):
            return
        if folder:
            with suppress(NoProcess), _places[nice].place(partial(self._is_waited_for, call)):
                list(compile_beside(self.game, [call], nice))
            if self._load(call):
                return
        self._take_over(call, compiled_here(self.game, call))

    def _is_waited_for(self, call: str) -> bool:
        """Is somebody at work meanwhile who would take it over?"""
        return any(wanted == call for wanted, _ in self._slow)

    def _load(self, call: str) -> bool:
        """Load a call if it is kept."""
        with _loading:
            from gamekit.compiled import compiled

            engine = compiled(self.game)
            if not engine.holds(call):
                return False
            engine.prepare(call)
        self._take_over(call, engine)
        return True

    def _take_over(self, call: str, engine: Engine) -> None:
        with self._lock:
            self._engine = engine
            self._ready.add(call)
            for wanted, slow in self._slow:
                if wanted == call:
                    slow.stopped[0] = 1


def compiled_here(game: Game, call: str) -> Engine:
    """Return the compiled engine after making it ready for a call."""

    def find() -> Engine:
        from gamekit.compiled import compiled

        engine = compiled(game)
        engine.prepare(call)
        return engine

    return interruptible(find)  # half an import cannot be repaired
