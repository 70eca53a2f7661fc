"""Playing many games in other processes and on other machines, in chunks.

A chunk says what to play, the number of its first game, and how many games. A worker plays it as this
machine would and returns rows. So it does not matter who plays it, or whether somebody plays it again
after a worker died.
"""

from __future__ import annotations

import os
import pickle
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from time import perf_counter
from typing import Any

import numpy as np

from gamekit.compiling import Program, compiled
from gamekit.drivers.engine import Games
from gamekit.errors import GameError
from gamekit.games import NAMES, load
from gamekit.storage.pickling import by_value, with_its_code
from gamekit.studies.plan import COMPILED, STEPS, Blocks, Driven, Plan, chunk_size
from gamekit.studies.statistics import Rows
from gamekit.validation import shown, whole_number

AHEAD = 2  # chunks for each worker to begin before they are wanted
SHORT, LONG = 0.2, 2.0  # the fewest and the most seconds for a chunk
LARGEST = 200_000  # games in a chunk
KEPT = 16  # plans a worker keeps ready

Played = tuple[Rows, float, set[str]]  # a chunk's rows, the seconds it took, and the engines


# --- who plays ---------------------------------------------------------------------------------


class Crew:
    """An executor and the number of chunks it plays at once."""

    def __init__(self, executor: Executor, size: int) -> None:
        self.executor, self.size = executor, size
        self._own: Executor | None = None

    def submit(self, data: bytes, first: int, count: int) -> Future[Played]:
        """Submit a chunk."""
        return self.executor.submit(play_there, data, first, count)

    def renew(self, problem: BaseException, number: int, is_last: bool) -> None:
        """Replace a broken pool with one of our own.

        Raises:
            GameError: that is impossible, or did not help: it broke again with the same games,
                from `number` on.
        """
        if is_last or not isinstance(self.executor, ProcessPoolExecutor):
            raise GameError(
                f"The workers of the executor died, a second time with the games from {number} on."
                if is_last
                else f"The executor broke with the games from {number} on: {shown(str(problem))}."
            ) from problem
        self.close()
        context = getattr(self.executor, "_mp_context", None)
        self.executor = self._own = ProcessPoolExecutor(self.size, mp_context=context)

    def close(self) -> None:
        """End our own pool."""
        if self._own:
            self._own.shutdown(wait=False, cancel_futures=True)


def crew_of(executor: object, client: object, workers: int | None) -> Crew | None:
    """Return the executor that plays; None for this machine."""
    if executor is None and client is None:
        return None
    if executor is not None and client is not None:
        raise GameError("Give an executor or a client, not both.")
    if client is not None:
        executor, size = _of_dask(client)
        return Crew(executor, workers or size)
    if not isinstance(executor, Executor):
        raise GameError(
            f"executor={shown(executor)}: give an executor of concurrent.futures, such as a "
            "ProcessPoolExecutor."
        )
    known: object = getattr(executor, "_max_workers", None)
    return Crew(executor, workers or whole_number(known) or os.cpu_count() or 1)


def _of_dask(client: Any) -> tuple[Executor, int]:
    """Return the executor of a Dask client and the number of threads of all its workers."""
    try:
        return client.get_executor(pure=False), sum(client.nthreads().values()) or 1
    except AttributeError:
        raise GameError(
            f"client={shown(client)}: give a dask.distributed.Client; "
            'pip install "gamekit-lab[dask]".'
        ) from None


# --- having it played --------------------------------------------------------------------------


@dataclass
class _Begun:
    """A chunk in play: one future for each plan."""

    first: int
    count: int
    futures: list[Future[Played]]


def elsewhere(
    plans: Sequence[Plan], games: int, crew: Crew, *, first: int = 0
) -> Generator[Blocks]:
    """Have games number `first` to `games` - 1 of every plan played, see `run.chunks`."""
    parcels = [packed(plan) for plan in plans]
    count = chunk_size(plans, games - first, max(crew.size, STEPS))
    begun: deque[_Begun] = deque()

    def begin(first: int, count: int) -> _Begun:
        return _Begun(first, count, [crew.submit(data, first, count) for data in parcels])

    broke = -1
    try:
        while first < games or begun:
            head = begun[0].first if begun else first
            try:
                while first < games and len(begun) < AHEAD * crew.size:
                    begun.append(begin(first, min(count, games - first)))
                    first += begun[-1].count
                played = [future.result() for future in begun[0].futures]
            except BrokenExecutor as problem:
                crew.renew(problem, head, is_last=broke == head)
                broke = head
                begun = deque(
                    one if _is_done(one) else begin(one.first, one.count) for one in begun
                )
                continue
            done = begun.popleft()
            seconds = max(took for _, took, _ in played)
            if seconds < SHORT and done.count >= count:
                count = min(2 * count, LARGEST, max(count, (games - first) // (2 * crew.size)))
            elif seconds > LONG:
                count = max(1, count // 2)
            yield tuple(_noted(plan, *found) for plan, found in zip(plans, played, strict=True))
    finally:
        for chunk in begun:
            for future in chunk.futures:
                future.cancel()
        crew.close()


def _noted(plan: Plan, rows: Rows, seconds: float, engines: set[str]) -> Rows:
    """Note which engines played a chunk of a plan; return its rows."""
    plan.engines |= engines
    return rows


def _is_done(chunk: _Begun) -> bool:
    return all(f.done() and not f.cancelled() and f.exception() is None for f in chunk.futures)


# --- what travels ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sent:
    """Games of the kit's own bots for a worker that need not know the game: the compiled module and
    its arguments.

    Attributes:
        program: the module.
        seed, most, seats, simulations: see `Games`.
        engines: which play.
    """

    program: Program
    seed: int
    most: int
    seats: list[int] | None
    simulations: int
    engines: frozenset[str] = frozenset({COMPILED})

    def play(self, first: int, count: int) -> Rows:
        """Play games number `first` and following."""
        games = Games(self.seed, first, count, self.most, self.seats, self.simulations)
        played = self.program.play(games)
        return np.frombuffer(played, np.int64).reshape(count, self.program.width)


def packed(plan: Plan) -> bytes:
    """Return a plan as bytes: the module if the rules compile, otherwise the whole game.

    Raises:
        GameError: a bot or a rule of somebody's own cannot travel.
    """
    if isinstance(plan, Driven) and plan.is_compiled:
        program = compiled(plan.game).program(plan.calls)
        return pickle.dumps(Sent(program, plan.seed, plan.max_moves, plan.seats, plan.work))
    is_ours = plan.game.name in NAMES and plan.game.namespace is load(plan.game.name).namespace
    is_ours = is_ours and not plan.game.measures
    game: Any
    if is_ours:
        game = partial(load, plan.game.name, **plan.game.changes)
    else:
        made, given = with_its_code(plan.game)
        game = partial(made, *given)
    parts = partial(_made, type(plan), game, plan.players, plan.seed, plan.max_moves)
    try:
        if is_ours and _are_ours(plan):
            return pickle.dumps(parts)
        return by_value(f"{plan.game} between {plan.bots[0]} and {plan.bots[1]}", parts)
    except (pickle.PicklingError, TypeError, AttributeError) as problem:
        raise GameError(
            f"{plan.game} between {plan.bots[0]} and {plan.bots[1]} cannot be sent to other "
            f"processes: {shown(str(problem))}."
        ) from None


def _made(kind: type[Plan], game: Any, players: Any, seed: int, max_moves: int) -> Plan:
    return kind(game(), players, seed, max_moves)


def _are_ours(plan: Plan) -> bool:
    """Are the bots the kit's own? `pickle` sends classes by name, even those of a notebook."""
    return all(type(player).__module__.startswith("gamekit.") for player in plan.players)


def play_there(data: bytes, first: int, count: int) -> Played:
    """Play a chunk; a worker calls this."""
    plan, began = _unpacked(data), perf_counter()
    rows = plan.play(first, count)
    return rows, perf_counter() - began, set(plan.engines)


@lru_cache(KEPT)
def _unpacked(data: bytes) -> Plan | Sent:
    """Return what is to be played, the same for each of its chunks."""
    found = pickle.loads(data)
    return found if isinstance(found, Sent) else found()
