"""How much of the result do the dice explain?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

import numpy as np
from scipy import stats

from gamekit.bots import Bot
from gamekit.contract import Game
from gamekit.errors import GameError
from gamekit.games import game_of
from gamekit.studies.plan import MOST_MOVES
from gamekit.studies.players import players_of
from gamekit.studies.replaying import scores as scores_of
from gamekit.studies.replaying import seated
from gamekit.studies.statistics import TAIL, Values
from gamekit.validation import whole

LEAST_F = 0.1
OTHERS = 1_000_000_000  # thoughts are those of games from this number on, whose dice are not used


@dataclass(frozen=True, slots=True)
class Luck:
    """What explains the result of a game.

    Attributes:
        value, low, high: the share of its variance that the dice explain, with the 95 % interval.
        thoughts: the share that the players' own random numbers explain, whatever the dice.
        together: the share that takes both: which decisions meet which dice.
        scores: of player 0: a row for each course of the dice, a column for each of the thoughts.
    """

    value: float
    low: float
    high: float
    thoughts: float
    together: float
    scores: Values

    def __repr__(self) -> str:
        dice, thoughts = self.scores.shape
        return (
            f"The dice explain {self.value:.0%} of the result ({self.low:.0%} to {self.high:.0%}), "
            f"in {dice} x {thoughts} games; decisions {self.thoughts:.0%}, both together "
            f"{self.together:.0%}."
        )


def luck(
    game: Game | str,
    bots: Sequence[str | Bot] = ("greedy", "greedy"),
    dice: int = 40,
    thoughts: int = 40,
    seed: int = 1,
    max_moves: int = 2000,
) -> Luck:
    """Return the share of the result's variance that dice and draws explain.

    Every course of the dice is met by every course of the bots' thoughts, in games that player 0
    starts. The score is split into what dice, thoughts and both together explain, as in an analysis
    of variance with two random factors; the interval is that of a jackknife over dice and thoughts.
    How large it is depends on the bots: careful ones leave more to the dice.

    Sources: S. Searle, G. Casella and C. McCulloch, Variance Components, 1992, chapter 4; J. Arvesen
    and T. Schmitz, "Robust procedures for variance component problems using the jackknife", 1970.

    Args:
        game: a game, a variant or a name.
        bots: who plays player 0 and player 1; where these are not random, there is nothing to see.
        dice: courses of the dice.
        thoughts: courses of the thoughts.
        seed: what all chance comes from.
        max_moves: longer games count as draws.
    """
    game = game_of(game)
    dice, thoughts = whole("dice", dice, 3, 10_000), whole("thoughts", thoughts, 3, 10_000)
    seed, max_moves = whole("seed", seed), whole("max_moves", max_moves, 1, MOST_MOVES)
    players = seated(game, players_of(bots))
    scores = np.zeros((dice, thoughts))
    for row in range(dice):
        for column in range(thoughts):
            of_both = scores_of(game, players, seed, 2 * row, max_moves, OTHERS + column)
            scores[row, column] = of_both[0]
    if np.ptp(scores) == 0:
        raise GameError(f"{game.title}: all {scores.size:,} games ended alike; nothing varies.")
    return explained(scores)


def explained(scores: Values) -> Luck:
    """Return what rows (dice), columns (thoughts) and both together explain of these scores."""
    parts = np.maximum(0, components(scores))
    value, by_thoughts, together = (parts / parts.sum()).tolist()
    return Luck(value, *_limits(scores), by_thoughts, together, scores)


def components(scores: Values) -> Values:
    """Return the components of the variance: rows, columns, both together.

    An estimate of a small one may be below 0.
    """
    rows, columns = scores.shape
    by_row, by_column = scores.mean(1), scores.mean(0)
    rest = scores - by_row[:, None] - by_column + scores.mean()
    both = float(np.sum(rest**2)) / ((rows - 1) * (columns - 1))
    return np.array(
        [
            float(by_row.var(ddof=1)) - both / columns,
            float(by_column.var(ddof=1)) - both / rows,
            both,
        ]
    )


def _limits(scores: Values) -> tuple[float, float]:
    """Return the limits of the share of the rows."""
    rows, columns = scores.shape
    if np.ptp(scores, axis=0).max() == 0:
        return 0.0, 0.0  # the dice made no difference whatever
    if np.ptp(scores, axis=1).max() == 0:
        return 1 - 3 / rows, 1.0  # they decided all; as with a rare event
    middle = _stretched(scores, columns)
    spread = 2 / (rows - 1) if middle <= 0 else 0.0  # of log F at least, where the dice do nothing
    for axis, n in enumerate(scores.shape):
        without = [_stretched(np.delete(scores, k, axis), columns) for k in range(n)]
        spread += (n - 1) ** 2 / n * float(np.var(without, ddof=1))
    reach = float(stats.t.ppf(1 - TAIL, min(rows, columns) - 1)) * spread**0.5
    return max(0.0, _shrunk(middle - reach, columns)), min(1.0, _shrunk(middle + reach, columns))


def _stretched(scores: Values, columns: int) -> float:
    """Return the share of the rows on the scale on which its estimate spreads evenly: log F."""
    parts = components(scores)
    share = min(float(parts[0] / parts.sum()), 1 - 1e-9) if parts.sum() > 0 else 0.0
    return log(max(1 + columns * share / (1 - share), LEAST_F))


def _shrunk(stretched: float, columns: int) -> float:
    """Return the share behind a stretched one."""
    f = exp(min(stretched, 50.0)) - 1
    return f / (f + columns)
