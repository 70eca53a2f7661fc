"""Every measure of many games as one sum over the games divided by another.

A game that was stopped has a score, half a point for each player, but no length: counted as long as it
was let run, it would measure where it was stopped. So length, turns, branching and skips are those of
finished games, and `capped` says how many others there are. Ludii's `DurationTurnsNotTimeouts` does
the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import nan
from typing import NamedTuple

import numpy as np

from gamekit import drivers
from gamekit.contract import BOTH_LOSE, DRAW, Game
from gamekit.errors import GameError, did_you_mean
from gamekit.studies import statistics
from gamekit.studies.statistics import Estimate, Flags, Rows, Values
from gamekit.studies.study import Study
from gamekit.validation import shown

SHARE = "share of games"  # the unit of events
MEASURES = (
    "first-player score", "score of player 0", "draws", "both lose", "capped", "length", "turns",
    "branching", "skips",
)  # fmt: skip


class Measure(NamedTuple):
    """One measure: the sum of `above` over the games divided by that of `below`."""

    unit: str
    above: Values
    below: Values
    estimate: Callable[..., Estimate]  # with its interval; `tail` may be given

    @property
    def value(self) -> float:
        """What it is; nan where there is nothing to divide by."""
        total = float(np.sum(self.below))
        return float(np.sum(self.above)) / total if total else nan


def measures(study: Study) -> dict[str, Measure]:
    """Return every measure of a study by name: its metrics, then each ending."""
    rows, ended = study.rows, study.is_finished
    winner, rule = rows[:, drivers.WINNER], rows[:, drivers.RULE]
    moves, turns = rows[:, drivers.MOVES], rows[:, drivers.TURNS]
    skips, choices = rows[:, drivers.SKIPS], rows[:, drivers.CHOICES]
    found = {
        "first-player score": _share(study.scores(rows[:, drivers.FIRST]), "of 1"),
        "score of player 0": _share(study.scores(0), "of 1"),
        "draws": _share(winner == DRAW),
        "both lose": _share(winner == BOTH_LOSE),
        "capped": _share(~ended),
        "length": _mean(moves, ended, "moves"),
        "turns": _mean(turns, ended, "turns"),
        "branching": _ratio(
            choices * ended, moves * ended, "legal moves a decision", statistics.ratio
        ),
        "skips": _ratio(skips * ended, turns * ended, "share of turns", statistics.rate),
    }
    for number in np.unique(rule[ended]).tolist():
        found[study.game.rule_id(number)] = _share(rule == number)
    return found


def check_measure(game: Game, name: object) -> None:
    """Raise `GameError` unless this names a measure of every study, or an ending of this game."""
    if name not in MEASURES and name not in game.rulebook:
        raise GameError(f"no measure {shown(name)}.{did_you_mean(str(name), MEASURES)}")


def never(unit: str, games: int) -> Measure:
    """Return the measure of something that happened in none of the games."""
    return Measure(
        unit, np.zeros(games), np.ones(games), partial(statistics.share, np.zeros(games))
    )


def _share(values: Values | Flags, unit: str = SHARE) -> Measure:
    above = values.astype(np.float64)
    return Measure(unit, above, np.ones(len(above)), partial(statistics.share, above))


def _mean(values: Rows, counts: Flags, unit: str) -> Measure:
    above, below = (values * counts).astype(np.float64), counts.astype(np.float64)
    return Measure(unit, above, below, partial(statistics.mean, values, counts))


def _ratio(above: Rows, below: Rows, unit: str, estimate: Callable[..., Estimate]) -> Measure:
    floats = above.astype(np.float64), below.astype(np.float64)
    return Measure(unit, *floats, partial(estimate, above, below))
