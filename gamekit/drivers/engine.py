"""Engines run the drivers of a game.

`Engine` says what every engine does. `Interpreted` does it in plain Python, everywhere and without NumPy.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import FunctionType
from typing import ClassVar, TypeVar

from gamekit import drivers
from gamekit.chance import MASK, Random
from gamekit.contract.fields import State
from gamekit.contract.game import Game
from gamekit.drivers.workspace import (
    AHEAD,
    BOUND,
    COUNTS,
    DEEPEST,
    DEPTHS,
    EDGE,
    GAME,
    KNOWN,
    LEVELS,
    POINT,
    STEP,
    THINKING,
    Bank,
    Tree,
    Workspace,
    stop,
)

T = TypeVar("T")
# Seconds. On some systems a waiting thread receives no signals, so it waits in short pieces.
PAUSE = 0.1


class Halt:
    """A request that drivers stop. Their results then mean nothing."""

    def __init__(self) -> None:
        self.is_wanted = False
        self.stops: set[Callable[[], object]] = set()  # how to stop the drivers at work

    def want(self) -> None:
        """Stop everything that runs now or begins later."""
        self.is_wanted = True
        for each in list(self.stops):
            each()

    @contextmanager
    def stopping(self, stop: Callable[[], object]) -> Iterator[None]:
        """Let `want` call `stop` while the block runs. Call it now if a stop is wanted already."""
        self.stops.add(stop)
        try:
            if self.is_wanted:
                stop()
            yield
        finally:
            self.stops.discard(stop)


@dataclass(frozen=True, slots=True)
class Games:
    """An order for the drivers to play games.

    Attributes:
        seed: the source of all chance.
        first, count: the number of the first game, and how many games to play.
        most: the number of moves after which a game stops.
        seats: the kind and amount of each bot; None if both play at random.
        simulations: the largest number of simulations for a move.
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
    name: ClassVar[str]  # as in receipts

    @abstractmethod
    def play(self, games: Games, halt: Halt | None = None) -> array[int]:
        """Return rows of games, see `drivers.playing.play_games`.

        Args:
            games: which games to play.
            halt: lets the caller stop the games.
        """

    @abstractmethod
    def trace(
        self, seed: int, number: int, longest: int, first: int = 0
    ) -> tuple[list[int], State]:
        """Return the steps of a random game and its last state, see `drivers.playing.trace`."""

    @abstractmethod
    def choose(
        self, known: State, key: int, me: int, kind: int, amount: int, simulations: int
    ) -> int:
        """Return the move of a bot, see `drivers.playing.choose`.

        Args:
            known: what the mover knows.
            key: the key of the stream that this decision draws from, see `chance.decision_key`.
            me: the mover.
            kind, amount: which bot.
            simulations: how many simulations there must be room for.
        """

    @abstractmethod
    def think(
        self, known: State, key: int, me: int, simulations: int
    ) -> list[tuple[int, int, float]]:
        """Search. Return each move that the search tried, how often, and the sum of its scores."""

    @abstractmethod
    def play_on(self, known: State, key: int, me: int, move: int, most: int) -> int:
        """Return who wins after a move, or what player 0 gets, see `drivers.playing.play_on`."""


def interruptible(work: Callable[[], T], stop: Callable[[], object] = lambda: None) -> T:
    """Return what `work()` returns, and let Ctrl-C interrupt it.

    Only the main thread receives signals, so the work runs in another thread. After Ctrl-C this asks the work to
    stop and does not wait for it.

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
        try:
            thread.start()
        except RuntimeError:  # a browser kernel has no threads
            return work()
        while thread.is_alive():
            thread.join(PAUSE)
        return outcome.result()
    except KeyboardInterrupt:
        stop()
        raise


def _zero(numbers: list[int]) -> None:
    numbers[:] = [0] * len(numbers)


def _digest(words: Bank, index: int, actor: int) -> int:
    return hash((actor, words[index].values())) & 0x7FFFFFFFFFFFFFFF


class Interpreted(Engine):
    """The drivers of one game in plain Python.

    Args:
        game: the game.
        tick: called again and again while bots think. It may stop them by raising an exception.
    """

    name = "interpreted"

    def __init__(self, game: Game, tick: Callable[[], object] | None = None) -> None:
        self.game = game

        def copy_state(bank: Bank, to: int, source: int) -> None:
            if tick:
                tick()
            bank[to].load(bank[source])

        self._scope = bound(game, _zero, copy_state, _digest)

    def play(self, games: Games, halt: Halt | None = None) -> array[int]:
        """Return rows of games."""
        work = self._workspace(simulations=games.simulations)
        rows = [0] * (drivers.width(self.game) * games.count)
        arguments = games.seed & MASK, games.first, games.count, rows, games.most, games.seats
        with (halt or Halt()).stopping(partial(stop, work)):
            try:
                self._scope["play_games"](work, *arguments)
            except (TypeError, ValueError):
                self.game.answer("result", work.rules[0], work.bank[GAME])  # may be at fault
                raise
        try:
            return array("q", (_signed(value) for value in rows))
        except TypeError:
            names = ["result"] * drivers.COLUMNS + drivers.note_names(self.game)
            for column, value in enumerate(rows):
                drivers.checked_number(names[column % len(names)], value)
            raise

    def trace(
        self, seed: int, number: int, longest: int, first: int = 0
    ) -> tuple[list[int], State]:
        """Return the steps of a random game and its last state."""
        work, notes = self._workspace(), [0] * (2 * longest)
        work.bank[GAME].first = first
        steps = self._scope["trace"](work, seed & MASK, number, notes, longest)
        return notes[: 2 * steps], work.bank[GAME]

    def choose(
        self, known: State, key: int, me: int, kind: int, amount: int, simulations: int
    ) -> int:
        """Return the move of a bot."""
        move: int = self._scope["choose"](
            self._workspace(known, key, simulations), me, kind, amount
        )
        return move

    def think(
        self, known: State, key: int, me: int, simulations: int
    ) -> list[tuple[int, int, float]]:
        """Search. Return each move that the search tried, how often, and the sum of its scores."""
        work = self._workspace(known, key, simulations)
        self._scope["choose"](work, me, THINKING, simulations)
        return list(drivers.tried_moves(work.tree))

    def play_on(self, known: State, key: int, me: int, move: int, most: int) -> int:
        """Return who wins after a move."""
        winner: int = self._scope["play_on"](self._workspace(known, key), me, move, most)
        return winner

    def _workspace(
        self, known: State | None = None, key: int = 0, simulations: int = 0
    ) -> Workspace:
        bank = [self.game.State() for _ in range(drivers.BANK)]
        if known is not None:
            bank[KNOWN].load(known)
        moves, nodes = self.game.moves, simulations + 1
        edges = DEEPEST + 2 * nodes
        return Workspace(
            rules=[self.game.rules()],
            bank=bank,
            words=bank,
            random=[Random.from_key(key)],
            moves=[0] * moves,
            ahead=[[0] * moves for _ in range(LEVELS * AHEAD)],
            counts=[[0] * (LEVELS * AHEAD) for _ in range(COUNTS)],
            depths=[0] * DEPTHS,
            way=[0] * (1 + AHEAD),
            tree=Tree(
                slots=[0] * (1 << (2 * nodes - 1).bit_length()),
                keys=[0] * nodes,
                nodes=[0] * (POINT * nodes),
                edges=[0] * (EDGE * edges),
                values=[0.0] * edges,
                bounds=[0.0] * (BOUND * edges),
                weights=[0.0] * nodes,
                stamps=[0] * moves,
                path=[0] * (STEP * DEEPEST),
                counts=[0] * 3,
            ),
            stopped=[0],
        )


def bound(game: Game, zero: object, copy_state: object, digest: object) -> dict[str, FunctionType]:
    """Return the drivers' functions by name, bound to the rules of a game.

    `drivers.workspace` lists the names that they use. The drivers' own names replace the game's, because
    helpers of a game may have the same ones.
    """
    scope: dict[str, object] = {
        **{name: f for name, f in game.namespace.items() if isinstance(f, FunctionType)},
        **{key: value for part in drivers.PARTS for key, value in vars(part).items()},
        "zero": zero,
        "copy_state": copy_state,
        "digest": digest,
        **drivers.flags(game),
    }
    functions = {
        name: FunctionType(function.__code__, scope, name)
        for name, function in drivers.functions().items()
    }
    scope.update(functions)
    return functions


def _signed(n: int) -> int:
    """Return the signed number that the last 64 bits hold, because a rule may return any whole number."""
    return (n + (1 << 63)) % (1 << 64) - (1 << 63)
