"""Do the intervals of small studies cover the truth? Prints the coverage of every measure.

    python tests/intervals.py [repeats [populations]]

Each study is drawn from a large playtest, whose values count as the truth: its metrics and endings,
how cells are used, what a search sees in some of its games, the scores of seat-swapped pairs and
what a bot loses beside a worse one. Studies have 30, 100 and 1,000 games, or as many as an interval
of a given width takes. The goal is 94 % at least; the standard error at 1,000 repeats is 0.7 %.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import product
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1])]

import gamekit as gk  # noqa: E402
from gamekit.bots import Search  # noqa: E402
from gamekit.intervals import score_interval  # noqa: E402
from gamekit.playtesting import quality  # noqa: E402
from gamekit.playtesting.chunks import looks  # noqa: E402
from gamekit.playtesting.coverage import uses  # noqa: E402
from gamekit.playtesting.estimates import bounded, gap, rate, share  # noqa: E402
from gamekit.playtesting.scores import games_for, is_precise  # noqa: E402
from gamekit.playtesting.study import Study  # noqa: E402

GAMES = {"take-back-toe": 10_000, "liars-dice": 10_000, "sliding-tic-tac-toe": 4_000,
         "tactical-escape": 4_000}  # fmt: skip
BOTS = (("random", "random"), ("greedy", "random"), ("greedy", "greedy"))
SIZES = (30, 100, 1000)
WIDTHS = (0.2, 0.08)  # of the interval of the first-player score, where a study stops by itself
LOOKED_AT, SEEN = 300, 100  # games whose board, and whose course, is looked at
SLACK = 1e-12

Estimator = Callable[..., tuple[float, float, float]]


class Noted(NamedTuple):
    """A measure as something noted of each game, and its estimator."""

    estimate: Estimator
    values: tuple[Any, ...]

    def covers(self, part: Any, truth: float) -> bool:
        """Does the interval from these games hold the truth?"""
        _, low, high = self.estimate(*(column[part] for column in self.values))
        return bool(low - SLACK <= truth <= high + SLACK)


def covered(population: Study, games: int, repeats: int, width: float = 0.0) -> dict[str, float]:
    """Return for each metric and ending the share of studies whose interval holds the truth.

    Args:
        population: what studies are drawn from.
        games: in a study; with a width, the most there may be.
        repeats: how many studies.
        width: of the interval of the first-player score, at which a study stops.
    """
    rows, random = population.rows, np.random.default_rng(1)
    truth, ends = population.metrics["value"], population.endings().set_index("ending")["share"]
    hits, endings = np.zeros(len(truth)), np.zeros(len(ends))
    for _ in range(repeats):
        part = rows[random.integers(0, len(rows), games)]
        if width:
            enough = (look for look in looks(games) if is_precise(part[:look], width))
            part = part[: next(enough, games)]
        study = Study(population.game, population.bots, 1, part)
        found = study.metrics
        hits += (found["low"] <= truth + SLACK) & (truth <= found["high"] + SLACK)
        table = study.endings().itertuples(index=False)
        seen = {name: (low, high) for name, _, low, high in table}
        never = score_interval(0, len(part))
        for place, (name, value) in enumerate(ends.items()):
            low, high = seen.get(name, never)
            endings[place] += low - SLACK <= value <= high + SLACK
    names = [*truth.index, *(f"ending {name}" for name in ends.index)]
    return dict(zip(names, np.concatenate([hits, endings]) / repeats, strict=True))


def covered_beyond(noted: dict[str, Noted], games: int, repeats: int) -> dict[str, float]:
    """Return the same for what is noted of games beyond their rows."""
    random, found = np.random.default_rng(2), {}
    for name, measure in noted.items():
        truth, n = measure.estimate(*measure.values)[0], len(measure.values[0])
        parts = (random.integers(0, n, games) for _ in range(repeats))
        found[name] = sum(measure.covers(part, truth) for part in parts) / repeats
    return found


def beyond(study: Study) -> dict[str, Noted]:
    """Return what is noted of some games of a study beyond their rows."""
    used = uses(study, min(LOOKED_AT, len(study)))
    found: dict[str, Noted] = {}
    if used.names:
        order = np.argsort(used.plays.sum(0))
        for k in {order[0], order[len(order) // 2], order[-1]}:
            cell = used.names[k]
            ones = np.ones(len(used.plays), np.int64)
            found[f"plays on {cell}"] = Noted(
                lambda plays, one: rate(plays, one, inf), (used.plays[:, k], ones)
            )
            found[f"line at {cell}"] = Noted(share, (used.lines[:, k],))
            found[f"empty {cell}"] = Noted(share, (used.empty[:, k],))
    courses = [quality.course(study, Search(8), k) for k in range(SEEN)]
    won = [course for course in courses if course.winner != quality.NOBODY]
    for measure in (quality.drama, quality.decisiveness):
        found[measure.__name__] = Noted(bounded, (np.array([measure(each) for each in won]),))
    found["comeback"] = Noted(share, (np.array([quality.comeback(each) for each in won]),))
    changes = np.array([quality.lead_changes(each) for each in courses if len(each.values) > 1])
    found["lead changes"] = Noted(bounded, (changes,))
    decisions = np.array([len(each.values) for each in courses])
    for name in ("genuine", "forced"):
        events = np.array([getattr(each, name) for each in courses])
        found[f"{name} choice"] = Noted(rate, (events, decisions))
    return found


def pairs(one: Study, other: Study) -> dict[str, Noted]:
    """Return the scores of pairs of games: one bot in both seats, and what it is better than."""
    first, second = one.scores(0), other.scores(1)
    worse = 1 - one.scores(1)
    return {
        "ladder": Noted(bounded, ((first + second) / 2,)),
        "restrict": Noted(gap, ((first - worse + second - (1 - other.scores(0))) / 2,)),
        "restrict, rarely": Noted(gap, (np.where(np.arange(len(first)) % 50 == 0, first - second, 0.0),)),
    }  # fmt: skip


def grid(repeats: int, games: dict[str, int]) -> Iterator[tuple[str, str, dict[str, float]]]:
    """Yield the game and its bots, the size of the studies, and the coverage of each measure."""
    for (game, count), bots in product(games.items(), BOTS):
        population = gk.playtest(game, bots, count, seed=7, progress=False)
        title = f"{game}, {bots[0]} against {bots[1]}"
        noted = beyond(population)
        if bots[0] != bots[1]:
            noted |= pairs(population, gk.playtest(game, bots[::-1], count, seed=7, progress=False))
        for size in SIZES:
            found = covered(population, size, repeats) | covered_beyond(noted, size, repeats)
            yield title, f"{size} games", found
        for width in WIDTHS:
            most = next(look for look in looks(10**6) if look >= games_for(width))
            found = covered(population, most, repeats, width)
            yield title, f"stopped at a width of {width:g}", found


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    names = sys.argv[2:] or list(GAMES)
    worst = ("", 1.0)
    for title, size, found in grid(repeats, {name: GAMES[name] for name in names}):
        low = min(found, key=lambda name: found[name])
        line = ", ".join(f"{name} {part:.1%}" for name, part in found.items() if part < 0.945)
        print(f"{title}, {size}: lowest of {len(found)} {found[low]:.1%}; {line}", flush=True)
        worst = min(worst, (f"{low} ({title}, {size})", found[low]), key=lambda one: one[1])
    print(f"The lowest of all: {worst[1]:.1%}, {worst[0]}")


if __name__ == "__main__":
    main()
