"""How often does a game seem to differ from itself? Prints the share of measures that stand out.

    python -m tests.bench.false_alarms [--repeats 1000] [--games 200]

Take-Back-Toe between random players is compared with itself under another seed, again and again:
only the dice differ. The table of a comparison marks a measure if p, adjusted for all of its rows, is
below 0.05. So at most 5% of comparisons may have any mark, and far fewer measures. Before the
adjustment, p may be below 0.05 in 5% of the comparisons of each measure.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from time import perf_counter
from typing import NamedTuple

import gamekit as gk
from gamekit.intervals import ALPHA

GAME, BOTS = "take-back-toe", ("random", "random")
LINE = "{:<24}{:>10}{:>12}{:>12}"


class Alarms(NamedTuple):
    """What was counted: by measure, how often it was in a table, stood out, and had a small p; and
    the comparisons in which anything stood out."""

    rows: Counter[str]
    marked: Counter[str]
    small: Counter[str]
    comparisons: int

    def line(self, name: str) -> str:
        n = self.rows[name]
        return LINE.format(
            name, f"{n:,}", f"{self.marked[name] / n:.2%}", f"{self.small[name] / n:.2%}"
        )


def alarms(repeats: int, games: int) -> Alarms:
    """Compare the game with itself, under seeds that are used once."""
    rows, marked, small, comparisons = Counter[str](), Counter[str](), Counter[str](), 0
    for k in range(repeats):
        one, other = (
            gk.playtest(GAME, BOTS, games, seed, workers=1, progress=False)
            for seed in (2 * k + 1, 2 * k + 2)
        )
        found = gk.compare(one, other)
        assert not found.is_paired
        rows.update(list(found.found))
        small.update(name for name, both in found.found.items() if both.gap.p < ALPHA)
        clear = [name for name, row in found.rows.items() if row["p"] < ALPHA]
        marked.update(clear)
        comparisons += bool(clear)
    return Alarms(rows, marked, small, comparisons)


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=1000, help="comparisons (1000)")
    parser.add_argument("--games", type=int, default=200, help="of each study (200)")
    given = parser.parse_args()
    began = perf_counter()
    found = alarms(given.repeats, given.games)
    print(f"{GAME} against itself, {given.games:,} games under each of two seeds")
    print(LINE.format("measure", "times", "stands out", "p < 0.05"))
    print(*map(found.line, found.rows), sep="\n")
    total = found.rows.total()
    print(LINE.format("all measures", f"{total:,}", f"{found.marked.total() / total:.2%}",
                      f"{found.small.total() / total:.2%}"))  # fmt: skip
    print(f"comparisons with any that stands out: {found.comparisons / given.repeats:.2%}")
    print(f"{perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
