"""Playtests: many games between two bots, for a study.

Games are played in chunks, on this machine or elsewhere, and counted in the order of their numbers.
Chunks of short games are ready first, and would bias the figures if they counted first.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing
from numbers import Real
from time import perf_counter
from typing import Any

import numpy as np

from gamekit import drivers
from gamekit.bots import Bot
from gamekit.contract import Game
from gamekit.drivers.engine import Halt
from gamekit.errors import GameError
from gamekit.studies.folder import Folder
from gamekit.studies.measures import noted
from gamekit.studies.plan import STEPS, Blocks, Extent, Plan, chunk_size, plan_of
from gamekit.studies.progress import Progress, bar
from gamekit.studies.remote import crew_of, elsewhere
from gamekit.studies.statistics import Rows, games_for, share
from gamekit.studies.study import Study
from gamekit.validation import shown, whole

GAMES, MOST_GAMES, MOST_WORKERS = 10_000, 100_000_000, 1024
LOOK, LEAST, SHARE = 100, 10, 50  # when to look: first, and then after how many more games
SHORT = 0.1  # seconds that a chunk takes without threads, if a game is so short
AHEAD = 4  # chunks for each thread that are begun before they are wanted


def playtest(
    game: Game | str,
    bots: Sequence[str | Bot] = ("random", "random"),
    games: int | None = None,
    seed: int = 1,
    *,
    precision: float | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    client: Any = None,
    save: str | os.PathLike[str] | None = None,
    progress: Progress = True,
    max_moves: int = 2000,
) -> Study:
    """Play many games between two bots and study them.

    Ctrl-C, or a notebook's stop button, ends it early. The games that are finished are kept: the
    study says how many there are, and of how many. `docs/playtests.md` tells of long playtests.

    Args:
        game: a game, a variant or a name.
        bots: who plays player 0 and player 1: names for `gamekit.bot`, or anything with
            `choose(view, seed)`. Where both are "random", they choose among all legal moves; against
            another bot, "random" keeps to the sensible ones, as it does at a table.
        games: how many, at most: 10,000 or, with a precision, as many as that can take. Player 0
            starts the even ones, player 1 the odd ones.
        seed: what all chance comes from. A game depends on the seed and its number, on nothing else.
        precision: the width of the 95 % interval of the first-player score that is narrow enough.
        workers: how many threads; None for one per core.
        executor: plays the games elsewhere: an executor of `concurrent.futures`.
        client: the same, on the workers of a `dask.distributed.Client`.
        save: a folder that keeps the games; the same call goes on where it stopped.
        progress: True to show how far it is, or a function that is called with the number of games
            just finished. What it raises stops the playtest; a KeyboardInterrupt, as Ctrl-C does.
        max_moves: longer games are stopped, with the ending "capped", and left out of what is told
            of lengths.
    """
    plan, workers = plan_of(game, bots, seed, max_moves), threads(workers)
    how: Any = {"workers": workers, "executor": executor, "client": client, "save": save}
    return _study(plan, how, *amounts(games, precision), progress)


def _study(
    plan: Plan,
    how: dict[str, Any],
    games: int,
    precision: float | None,
    progress: Progress,
) -> Study:
    with bar(games, progress) as tell:
        rows, is_interrupted = _play(chunks([plan], games, **how), games, precision, tell)
    extent = Extent(games, precision, is_interrupted)
    how_far = plan.max_moves, extent, plan.engine
    return Study(plan.game, plan.bots, plan.seed, rows, plan.players, *how_far)


def threads(workers: int | None) -> int | None:
    """Return how many threads somebody wants; refuse what makes no sense."""
    return workers if workers is None else whole("workers", workers, 1, MOST_WORKERS)


def amounts(games: int | None, precision: float | None) -> tuple[int, float | None]:
    """Return how many games to play at most, and how precise to be; refuse what makes no sense."""
    games = games if games is None else whole("games", games, 1, MOST_GAMES)
    if precision is None:
        return games or GAMES, None
    is_number = isinstance(precision, Real) and not isinstance(precision, bool)
    if not is_number or not 0 < precision <= 1:
        raise GameError(
            f"precision={shown(precision)}: give the width of an interval of scores, such as 0.02."
        )
    needed = games_for(float(precision))
    most = next((look for look in looks(MOST_GAMES) if look >= needed), MOST_GAMES)
    return games or most, float(precision)


def _play(
    chunks: Generator[Blocks],
    games: int,
    precision: float | None,
    tell: Callable[[int], object],
) -> tuple[Rows, bool]:
    """Return the rows of the games, and whether somebody interrupted them."""
    rows, done = np.zeros((games, drivers.COLUMNS), np.int64), 0
    due = looks(games)
    look = next(due)
    try:
        with closing(chunks):
            for (block,) in chunks:
                rows[done : done + len(block)] = block
                done += len(block)
                tell(len(block))
                while precision and look <= done and look < games:
                    if _is_precise(rows[:look], precision):
                        return rows[:look], False
                    look = next(due)
    except KeyboardInterrupt:
        if not done:
            raise
        return rows[:done], done < games
    return rows, False


def _is_precise(rows: Rows, width: float) -> bool:
    """Is the 95 % interval of the score of whoever starts no wider than that?"""
    games = noted(list(rows.T))
    _, low, high = share(games.score(games.first))
    return high - low <= width


def chunks(
    plans: Sequence[Plan],
    games: int,
    *,
    first: int = 0,
    workers: int | None = None,
    executor: Executor | None = None,
    client: Any = None,
    save: str | os.PathLike[str] | None = None,
) -> Generator[Blocks]:
    """Play games number `first` to `games` - 1 of every plan.

    Yields, for the same numbers of each plan, one array of rows, see `Plan.play`. Numbers follow
    each other without a gap; how many come together depends on the machine and means nothing.
    Whoever has enough closes the generator: games under way are then left.

    Args:
        games: the number behind the last one.
        first: that of the first one; with `save`, those before it are only read.
        workers, executor, client, save: see `gamekit.playtest`.

    Raises:
        GameError: a player had no legal move; the folder holds other games, or cannot be written.
    """
    crew = crew_of(executor, client, workers)

    def play(first: int) -> Generator[Blocks]:
        if crew:
            return elsewhere(plans, games, crew, first=first)
        return on_this_machine(plans, games, first=first, workers=workers)

    folder = None if save is None else Folder(save, plans)
    done = 0 if folder else first
    with closing(folder.kept(games, play) if folder else play(first)) as played:
        for blocks in played:
            for plan, rows in zip(plans, blocks, strict=True):
                plan.check(rows, done)
            begin, done = done, done + len(blocks[0])
            if done > first:
                yield tuple(rows[max(0, first - begin) :] for rows in blocks)


def looks(games: int) -> Iterator[int]:
    """Yield the numbers of games after which to look whether these are enough.

    They are the same whatever the chunks were, so that a study stops with the same game on any
    machine.
    """
    look = LOOK
    while look < games:
        yield look
        look += max(LEAST, look // SHARE)
    yield games


def on_this_machine(
    plans: Sequence[Plan], games: int, *, first: int = 0, workers: int | None = None
) -> Generator[Blocks]:
    """Play games number `first` to `games` - 1 of every plan, see `chunks`."""
    workers = workers or os.cpu_count() or 1
    most, count = chunk_size(plans, games - first, max(workers, STEPS)), 1
    if workers > 1 and all(plan.is_compiled for plan in plans):
        yield from _on_threads(plans, range(first, games), workers, most)
        return
    while first < games:
        count = min(count, most, games - first)
        began = perf_counter()
        blocks = tuple(plan.play(first, count) for plan in plans)
        count = 2 * count if perf_counter() - began < SHORT else max(1, count // 2)
        first += len(blocks[0])
        yield blocks


def _on_threads(
    plans: Sequence[Plan], numbers: range, workers: int, most: int
) -> Generator[Blocks]:
    """Play on threads."""
    halt = Halt()
    parts = (numbers[start : start + most] for start in range(0, len(numbers), most))
    pool = ThreadPoolExecutor(workers)
    begun: deque[list[Future[Rows]]] = deque()
    try:
        for part in parts:
            begun.append([pool.submit(plan.play, part[0], len(part), halt) for plan in plans])
            if len(begun) > AHEAD * workers:
                yield tuple(future.result() for future in begun.popleft())
        while begun:
            yield tuple(future.result() for future in begun.popleft())
    finally:
        halt.want()  # where somebody stopped the playtest, games under way are left there
        pool.shutdown(cancel_futures=True)
