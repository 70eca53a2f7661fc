"""Do the intervals of small studies cover the truth? Prints the coverage of every measure.

    python tests/intervals.py [repeats]

Each study is drawn from a large playtest, whose values count as the truth. The goal is 94 % at
least; the standard error at 1,000 repeats is 0.7 %.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product

import numpy as np

import gamekit as gk
from gamekit.playtesting.study import Study

GAMES = {"take-back-toe": 10_000, "liars-dice": 10_000, "sliding-tic-tac-toe": 4_000,
         "tactical-escape": 4_000}  # fmt: skip
BOTS = (("random", "random"), ("greedy", "random"), ("greedy", "greedy"))
SIZES = (30, 100, 1000)


def covered(population: Study, games: int, repeats: int) -> dict[str, float]:
    """Return for each measure the share of repeated studies whose interval holds the truth."""
    rows, random = population.rows, np.random.default_rng(1)
    truth, hits = population.metrics["value"], np.zeros(len(population.metrics))
    for _ in range(repeats):
        part = rows[random.integers(0, len(rows), games)]
        found = Study(population.game, population.bots, 1, part).metrics
        hits += (found["low"] <= truth + 1e-12) & (truth <= found["high"] + 1e-12)
    return dict(zip(population.metrics.index, hits / repeats, strict=True))


def grid(repeats: int) -> Iterator[tuple[str, int, dict[str, float]]]:
    """Yield the game and its bots, the size of the studies, and the coverage of each measure."""
    for (game, games), bots in product(GAMES.items(), BOTS):
        population = gk.playtest(game, bots, games, seed=7, progress=False)
        for size in SIZES:
            yield f"{game}, {bots[0]} against {bots[1]}", size, covered(population, size, repeats)


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    worst = ("", 1.0)
    for title, size, found in grid(repeats):
        low = min(found, key=lambda name: found[name])
        line = ", ".join(f"{name} {share:.1%}" for name, share in found.items() if share < 0.945)
        print(f"{title}, {size} games: lowest {found[low]:.1%}; {line}", flush=True)
        worst = min(worst, (f"{low} ({title}, {size} games)", found[low]), key=lambda one: one[1])
    print(f"The lowest of all: {worst[1]:.1%}, {worst[0]}")


if __name__ == "__main__":
    main()
