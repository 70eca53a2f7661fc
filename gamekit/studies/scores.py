"""Scores: 1 for a win, 0.5 for a draw, 0 otherwise."""

from __future__ import annotations

import numpy as np

from gamekit import drivers
from gamekit.contract import DRAW
from gamekit.intervals import score_interval
from gamekit.studies.statistics import Rows, Values, share


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
