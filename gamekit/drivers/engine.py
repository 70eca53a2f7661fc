"""What the two ways of running a game's drivers have in common."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from gamekit.contract.fields import State
from gamekit.contract.game import Game

T = TypeVar("T")
PAUSE = 0.1  # seconds: waiting hears no signal in some places, so it is cut into these


class Halt:
    """A request that drivers stop. Whatever they return then means nothing."""

    def __init__(self) -> None:
        self.is_wanted = False
        self.stops: set[Callable[[], object]] = set()  # how to stop the drivers at work

    def want(self) -> None:
        """Stop everything under way, and everything that begins later."""
        self.is_wanted = True
        for stop in list(self.stops):
            stop()


@dataclass(frozen=True, slots=True)
class Games:
    """Some games that drivers are to play.

    Attributes:
        seed: what all chance comes from.
        first, count: the number of the first game, and how many follow it.
        most: moves after which a game is stopped.
        seats: kind and amount of each bot; None where both play at random.
        simulations: the most that a search makes for a move.
    """

    seed: int
    first: int
    count: int
    most: int
    seats: Sequence[int] | None = None
    simulations: int = 0


class Engine(ABC):
    """The drivers of one game with its numbers, interpreted or compiled."""

    game: Game
    name: ClassVar[str]  # as receipts say it

    @abstractmethod
    def play(self, games: Games, halt: Halt | None = None) -> array[int]:
        """Return rows of games, see `drivers.playing.play_games`.

        Args:
            games: which ones.
            halt: set by somebody who wants the games no more.
        """

    @abstractmethod
    def trace(
        self, seed: int, number: int, longest: int, first: int = 0
    ) -> tuple[list[int], State]:
        """Return the steps of a random game, see `drivers.playing.trace`, and where it stands then."""

    @abstractmethod
    def choose(
        self, known: State, key: int, me: int, kind: int, amount: int, simulations: int
    ) -> int:
        """Return the move of a bot, see `drivers.playing.choose`.

        Args:
            known: what the mover knows.
            key: of the stream that this decision draws from, see `chance.decision_key`.
            me: the mover.
            kind, amount: which bot.
            simulations: the most that it makes.
        """

    @abstractmethod
    def think(
        self, known: State, key: int, me: int, simulations: int
    ) -> list[tuple[int, int, float]]:
        """Search; return each move that was tried, how often, and the sum of its scores."""

    @abstractmethod
    def play_on(self, known: State, key: int, me: int, move: int, most: int) -> int:
        """Return who wins after a move, or what player 0 gets, see `drivers.playing.play_on`."""


def interruptible(work: Callable[[], T], stop: Callable[[], object] = lambda: None) -> T:
    """Return what `work()` returns, and let Ctrl-C interrupt it.

    Only the main thread hears signals, so there the work runs in another thread. After Ctrl-C this asks it
    to stop and leaves it alone: a function that is being compiled is then ready later.

    Args:
        work: what may take long.
        stop: asks the work to stop soon.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    outcome: Future[T] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as problem:
            outcome.set_exception(problem)

    thread = threading.Thread(target=run, name="gamekit", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # a browser kernel has no threads
        return work()
    try:
        while thread.is_alive():
            thread.join(PAUSE)
        return outcome.result()
    except KeyboardInterrupt:
        stop()
        raise
