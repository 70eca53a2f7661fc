"""Playing many games on this machine, in chunks: on all cores where the bots allow it."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from time import perf_counter
from typing import TypeAlias

from gamekit.drivers.engine import Halt
from gamekit.studies.plan import Plan
from gamekit.studies.statistics import Rows

Blocks: TypeAlias = tuple[Rows, ...]  # the same games of several plans

STEPS = 64  # games come in at least this many chunks
MOST, SIMULATIONS = 2000, 2000  # games in a chunk, and simulations behind a move of all of them
SHORT = 0.1  # seconds that a chunk takes without threads, if a game is so short
AHEAD = 4  # chunks for each thread that are begun before they are wanted


def on_this_machine(
    plans: Sequence[Plan], games: int, *, first: int = 0, workers: int | None = None
) -> Generator[Blocks]:
    """Play games number `first` to `games` - 1 of every plan, see `chunks.chunks`."""
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


def chunk_size(plans: Sequence[Plan], games: int, steps: int) -> int:
    """Return how many games make a chunk: fewer, the more is thought about each move."""
    work = 1 + max(plan.work for plan in plans)
    return max(1, min(MOST, SIMULATIONS // work, -(-games // steps)))


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
