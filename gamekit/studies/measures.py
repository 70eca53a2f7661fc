"""Every measure of many games as one sum over the games divided by another.

A game that was stopped has a score, half a point for each player, but no length: counted as long as it
was let run, it would measure where it was stopped. So length, turns, branching and skips are those of
finished games, and `capped` says how many others there are. Ludii's `DurationTurnsNotTimeouts` does
the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

import numpy as np

from gamekit import drivers
from gamekit.contract import BOTH_LOSE, DRAW, Game
from gamekit.errors import GameError, did_you_mean
from gamekit.intervals import score_interval
from gamekit.studies import statistics
from gamekit.studies.statistics import Estimate, Flags, Measure, Rows, Values, share
from gamekit.validation import shown

SHARE = "share of games"  # the unit of events
MEASURES = (
    "first-player score", "score of player 0", "draws", "both lose", "capped", "length", "turns",
    "branching", "skips",
)  # fmt: skip


class Measured(Protocol):
    """What must be known of a study."""

    @property
    def game(self) -> Game: ...
    @property
    def rows(self) -> Rows: ...
    @property
    def is_finished(self) -> Flags: ...
    def scores(self, player: Rows | int) -> Values: ...


def measures(study: Measured) -> dict[str, Measure]:
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


def scores(winner: Rows, rule: Rows, player: Rows | int) -> Values:
    """Return the score of a player in each game, from who won and which rule ended it.

    A capped game counts as a draw; where both lose, nobody scores.
    """
    drawn = (winner == DRAW) | (rule == drivers.CAPPED)
    return np.where(drawn, 0.5, winner == player).astype(np.float64)


def is_precise(rows: Rows, width: float) -> bool:
    """Is the 95 % interval of the score of whoever starts no wider than that?"""
    found = scores(rows[:, drivers.WINNER], rows[:, drivers.RULE], rows[:, drivers.FIRST])
    _, low, high = share(found)
    return high - low <= width


def games_for(width: float) -> int:
    """Return how many games give an interval of that width, whatever the score."""
    least, most = 1, 2
    while _widest(most) > width:
        least, most = most, 2 * most
    while least < most:
        middle = (least + most) // 2
        least, most = (middle + 1, most) if _widest(middle) > width else (least, middle)
    return most


def _widest(games: int) -> float:
    low, high = score_interval(0.5, games)
    return high - low
