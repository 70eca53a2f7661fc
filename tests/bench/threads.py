"""What a second core is worth to a playtest, and how much work holds Python's lock.

    python -m tests.bench.threads

Studies on one thread and on two are played in turns, and the best of each are compared, because
other programs on the machine make both slower. On a busy machine the share of the lock says more: it
is processor time, and limits what any number of threads can gain.
"""

from __future__ import annotations

import os
from statistics import median
from threading import Thread
from time import perf_counter, thread_time
from typing import Any

import gamekit as gk
from gamekit.compiling import compiled
from gamekit.studies.plan import (
    STEPS,
    chunk_size,
    plan_of,
)

STUDIES = (
    ("take-back-toe", "random", 50_000, 1.6),
    ("liars-dice", "search:200", 20, 1.8),
)
ROUNDS, CHUNKS = 3, 3


def gain(game: str, bot: str, games: int) -> float:
    """Return how many times faster two threads are than one."""
    best = {1: float("inf"), 2: float("inf")}
    for _ in range(ROUNDS):
        for workers in best:
            began = perf_counter()
            gk.playtest(game, (bot, bot), games, workers=workers, progress=False)
            best[workers] = min(best[workers], perf_counter() - began)
    return best[1] / best[2]


def locked(game: str, bot: str, games: int) -> float:
    """Return the share of a thread's processor time that is not spent in compiled drivers."""
    plan = plan_of(game, (bot, bot))
    engine: Any = compiled(plan.game)
    count = chunk_size([plan], games, STEPS)
    inside: list[float] = []
    shares: list[float] = []
    play = engine.play

    def timed(*given: Any) -> Any:
        began = thread_time()
        result = play(*given)
        inside.append(thread_time() - began)
        return result

    def work() -> None:
        for n in range(CHUNKS):
            began = thread_time()
            plan.play(n * count, count)
            shares.append(1 - inside[-1] / (thread_time() - began))

    engine.play = timed
    thread = Thread(target=work)
    thread.start()
    thread.join()
    engine.play = play
    return median(shares)


def main() -> None:
    print(f"two threads against one; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for game, bot, games, goal in STUDIES:
        gk.playtest(game, (bot, bot), 4, progress=False)  # compiles
        share, times = locked(game, bot, games), gain(game, bot, games)
        print(
            f"  {game:<16}{bot:<12}{times:.2f} times (goal {goal})   lock held {share:.1%} of the time",
            flush=True,
        )


if __name__ == "__main__":
    main()
