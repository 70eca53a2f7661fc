"""Do the intervals of small studies cover the truth? Prints the coverage of every measure.

    python -m tests.bench.intervals [repeats [games ...]] [--bots greedy,random ...]

Each study is drawn from a large playtest, whose values count as the truth: its metrics and endings,
how cells are used, what a search sees in some of its games, the scores of seat-swapped pairs and
what a bot loses beside a worse one. Studies have 30, 100 and 1,000 games, or as many as an interval
of a given width takes. The goal is 94% at least. The standard error at 1,000 repeats is 0.7%: so a
measure that is found below the goal is tried again with ten times as many studies, and that figure
counts.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import inf
from typing import Any, NamedTuple

import numpy as np

import gamekit as gk
from gamekit.bots import Search
from gamekit.studies import study as quality
from gamekit.studies.replay_games import uses
from gamekit.studies.run import looks
from gamekit.studies.statistics import Rows, Values, bounded, games_for, gap, measured, rate, share
from gamekit.studies.study import Study

GAMES = {"take-back-toe": 10_000, "liars-dice": 10_000, "sliding-tic-tac-toe": 4_000,
         "tactical-escape": 4_000}  # fmt: skip
BOTS = (("random", "random"), ("greedy", "random"), ("greedy", "greedy"))
SIZES = (30, 100, 1000)
WIDTHS = (0.2, 0.08)  # of the interval of the first-player score, where a study stops by itself
LOOKED_AT, SEEN = 300, 100  # games whose board, and whose course, is looked at
GOAL, AGAIN = 0.94, 10
SLACK = 1e-12

Estimator = Callable[..., tuple[float, float, float]]
Draw = Callable[[np.random.Generator, int], Rows]  # which games of a population make a study


class Noted(NamedTuple):
    """A measure: a value noted of each game, and its estimator."""

    estimate: Estimator
    values: tuple[Any, ...]

    @property
    def kind(self) -> str:
        """What the estimator is called."""
        return str(getattr(self.estimate, "func", self.estimate).__name__)

    def coverage(self, studies: Studies) -> float:
        """Return the share of studies whose interval holds the truth."""
        truth, hits = self.estimate(*self.values)[0], 0
        for part in studies.of(len(self.values[0])):
            _, low, high = self.estimate(*(column[part] for column in self.values))
            hits += low - SLACK <= truth <= high + SLACK
        return hits / studies.repeats


class Studies:
    """Small studies, the same ones for every measure of a population.

    Args:
        draw: draws one.
        repeats: how many studies to draw.
        seed: the seed of the draws.
    """

    def __init__(self, draw: Draw, repeats: int, seed: int) -> None:
        self.draw, self.repeats, self.seed = draw, repeats, seed
        self._drawn: dict[int, list[Rows]] = {}

    def of(self, population: int) -> list[Rows]:
        """Return the numbers of the games of each study, from a population of this size."""
        if population not in self._drawn:
            random = np.random.default_rng(self.seed)
            self._drawn[population] = [self.draw(random, population) for _ in range(self.repeats)]
        return self._drawn[population]


def of_rows(population: Study) -> dict[str, Noted]:
    """Return what is noted of every game of a playtest: its metrics, then its endings."""
    return {
        name: Noted(measure.estimate.func, measure.estimate.args)  # type: ignore[attr-defined]
        for name, measure in measured(population).items()
    }


def fixed(games: int) -> Draw:
    """Draw studies of this many games."""
    return lambda random, population: random.integers(0, population, games)


def stopping(scores: Values, width: float) -> Draw:
    """Draw studies that stop by themselves.

    Args:
        scores: the score of whoever starts, in each game of the population.
        width: the width of their interval at which a study stops.
    """
    most = next(look for look in looks(10**6) if look >= games_for(width))

    def is_enough(seen: Values) -> bool:
        _, low, high = share(seen)
        return high - low <= width

    def draw(random: np.random.Generator, population: int) -> Rows:
        part = random.integers(0, population, most)
        return part[: next(look for look in looks(most) if is_enough(scores[part[:look]]))]

    return draw


def covered(noted: Mapping[str, Noted], draw: Draw, repeats: int) -> dict[str, float]:
    """Return for each measure the share of studies whose interval holds the truth.

    Args:
        noted: what is noted of the games that studies are drawn from.
        draw: how to draw one.
        repeats: how many studies; ten times as many others, where these do not reach the goal.
    """
    studies, others = Studies(draw, repeats, 1), Studies(draw, AGAIN * repeats, 2)
    found = {}
    for name, measure in noted.items():
        found[name] = measure.coverage(studies)
        if found[name] < GOAL:
            found[name] = measure.coverage(others)
    return found


def beyond(study: Study) -> dict[str, Noted]:
    """Return what is noted of some games of a study, apart from their rows."""
    used = uses(study, min(LOOKED_AT, len(study)))
    found: dict[str, Noted] = {}
    if used.names:
        order = np.argsort(used.plays.sum(0))
        for k in {order[0], order[len(order) // 2], order[-1]}:
            cell = used.names[k]
            ones = np.ones(len(used.plays), np.int64)
            found[f"plays on {cell}"] = Noted(partial(rate, ceiling=inf), (used.plays[:, k], ones))
            found[f"line at {cell}"] = Noted(share, (used.lines[:, k],))
            found[f"empty {cell}"] = Noted(share, (used.empty[:, k],))
    seen = np.flatnonzero(study.is_finished[:SEEN]).tolist()
    courses = [quality.course(study, Search(8), k) for k in seen]
    won = [course for course in courses if course.winner != quality.NOT_DECIDED]
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


def grid(
    repeats: int, games: Mapping[str, int], pairings: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str, Mapping[str, Noted], dict[str, float]]]:
    """Yield the game and its bots, the size of the studies, the measures and their coverage."""
    for (game, count), bots in product(games.items(), pairings):
        population = gk.playtest(game, bots, count, seed=7, progress=False)
        title = f"{game}, {bots[0]} against {bots[1]}"
        rows = of_rows(population)
        noted = rows | beyond(population)
        if bots[0] != bots[1]:
            noted |= pairs(population, gk.playtest(game, bots[::-1], count, seed=7, progress=False))
        for size in SIZES:
            yield title, f"{size} games", noted, covered(noted, fixed(size), repeats)
        for width in WIDTHS:
            draw = stopping(rows["first-player score"].values[0], width)
            yield title, f"stopped at a width of {width:g}", rows, covered(rows, draw, repeats)


def pairing(text: str) -> tuple[str, str]:
    """Read two names of bots."""
    one, other = text.split(",")
    return one, other


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("repeats", nargs="?", type=int, default=1000, help="studies (1000)")
    parser.add_argument("games", nargs="*", default=[*GAMES], help=f"of {', '.join(GAMES)}")
    parser.add_argument("--bots", nargs="*", default=BOTS, type=pairing, help="two names, a,b")
    given = parser.parse_args()
    kinds: dict[str, list[tuple[float, str]]] = {}
    games = {name: GAMES[name] for name in given.games}
    for title, size, noted, found in grid(given.repeats, games, given.bots):
        for name, part in found.items():
            kinds.setdefault(noted[name].kind, []).append((part, f"{name} ({title}, {size})"))
        low = min(found, key=lambda name: found[name])
        missed = [f"{name} {part:.1%}" for name, part in found.items() if part < GOAL]
        print(f"{title}, {size}: lowest of {len(found)} {found[low]:.1%}", *missed, sep=", ")
        sys.stdout.flush()
    for kind, cells in kinds.items():
        below = sum(part < GOAL for part, _ in cells)
        part, where = min(cells)
        print(f"{kind}: {below} of {len(cells)} below {GOAL:.0%}; lowest {part:.1%}, {where}")


if __name__ == "__main__":
    main()
