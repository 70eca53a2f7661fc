"""Measures of two variants, and how sure the differences between them are.

Where both played the same games, under the same seed and with the same bots, a pair of games is
the unit: what the two have in common, dice and thoughts, cancels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb, inf, isnan, nan, sqrt
from typing import NamedTuple

import numpy as np
from scipy import stats

from gamekit.intervals import difference, holm
from gamekit.studies.measures import Measure
from gamekit.studies.statistics import FEW, Estimate, Values, reach, sum_limits
from gamekit.studies.stopping import ALPHA, anytime


class Gap(NamedTuple):
    """How two variants differ in a measure.

    `p` is the probability of a difference at least as large where there is none. `worth` is how many
    games of each variant would make the interval as narrow, if they had no dice in common. Where one
    of them has no value, there is nothing to compare, see `UNKNOWN`.
    """

    value: float
    low: float
    high: float
    p: float
    worth: float


UNKNOWN = Gap(nan, -inf, inf, 1.0, nan)


def paired(a: Measure, b: Measure, at_any_time: bool = False, alpha: float = ALPHA) -> Gap:
    """Return how `b` differs from `a`, where the k-th games of both are a pair.

    Args:
        a: of one variant.
        b: of the other, in as many games.
        at_any_time: the limits and p hold however often somebody has looked, see `stopping`.
        alpha: how often the interval may leave out the truth.
    """
    of_a, of_b = _parts(a, b)
    gaps, value = of_b - of_a, b.value - a.value
    if isnan(value):
        return UNKNOWN
    widest = float(np.ptp([of_a, of_b])) or 1.0
    spread = float(np.var(gaps))
    worth = len(gaps) * float(np.var(of_a) + np.var(of_b)) / spread if spread else inf
    if at_any_time:
        far, p = anytime(gaps, widest, alpha)
        return Gap(value, value - far, value + far, p, worth)
    usual = float(np.median(gaps))
    if np.count_nonzero(gaps - usual) < FEW:
        around = value - float(np.mean(gaps)) + usual
        low, high = _few(gaps - usual, widest, alpha / 2)
        return Gap(value, around + low, around + high, _sign_test(gaps), worth)
    if _is_rare(a, b):  # gaps then tell how long games are, and nothing of what is counted
        _, low, high = _apart(a, b, alpha)
        return Gap(value, low, high, _sign_test(b.above - a.above), worth)
    residuals = _residuals(b) - _residuals(a)
    below, above = reach(residuals, alpha / 2)
    freedom = len(gaps) - 1
    error = sqrt(float(np.var(residuals)) / freedom)
    z = value / error if error else inf
    return Gap(value, value - below, value + above, _p(z, freedom), worth)


def effect(a: Measure, b: Measure) -> float:
    """Return the difference in standard deviations of single games: one size for all measures.

    It is 0 where nothing differs, or nothing is known.
    """
    of_a, of_b = _parts(a, b)
    deviation, value = sqrt(float(np.var(of_a) + np.var(of_b)) / 2), b.value - a.value
    return abs(value) / deviation if deviation and not isnan(value) else 0.0


def _parts(a: Measure, b: Measure) -> tuple[Values, Values]:
    """Return what each game adds to both measures, such that the means differ as these do.

    For ratios this holds to first order, if they are about equal; a pair of equal games has a gap of
    exactly 0.
    """
    below = float(np.sum(a.below) + np.sum(b.below))
    pooled = float(np.sum(a.above) + np.sum(b.above)) / below if below else 0.0
    scale = below / (len(a.below) + len(b.below)) or 1.0
    return (a.above - pooled * a.below) / scale, (b.above - pooled * b.below) / scale


def _is_rare(a: Measure, b: Measure) -> bool:
    """Are these events a turn, or the like, that few games saw?"""
    seen = np.count_nonzero(a.above) + np.count_nonzero(b.above)
    return bool(seen < FEW and max(np.ptp(a.below), np.ptp(b.below)) > 0)


def _apart(a: Measure, b: Measure, alpha: float) -> Estimate:
    """Return how `b` differs from `a`, from the intervals of both."""
    return difference(b.estimate(tail=alpha / 2), a.estimate(tail=alpha / 2))


def _few(gaps: Values, widest: float, tail: float) -> tuple[float, float]:
    """Return the limits of the mean of gaps, few of which are not 0.

    More and less are each a sum of Poisson counts of different sizes, as in `estimates.rate`; where
    there is none at all, the next one may be as wide as can be.
    """
    more, less = np.maximum(gaps, 0.0), np.maximum(-gaps, 0.0)
    most = float(np.max(np.abs(gaps))) or widest
    _, low, high = difference(_sum(more, most, tail), _sum(less, most, tail))
    return low, high


def _sign_test(gaps: Values) -> float:
    ups, all_of_them = int(np.count_nonzero(gaps > 0)), int(np.count_nonzero(gaps))
    return float(stats.binomtest(ups, all_of_them).pvalue) if all_of_them else 1.0


def _sum(parts: Values, most: float, tail: float) -> Estimate:
    count, spread = float(np.sum(parts)), float(np.sum(np.square(parts)))
    low, high = sum_limits(count, spread, most, tail)
    return count / len(parts), low / len(parts), high / len(parts)


def unpaired(a: Measure, b: Measure, alpha: float = ALPHA) -> Gap:
    """Return how `b` differs from `a`, where their games have nothing in common."""
    value, low, high = _apart(a, b, alpha)
    if isnan(value):
        return UNKNOWN
    games = len(a.above), len(b.above)
    seen = np.count_nonzero(a.above), np.count_nonzero(b.above)
    others = games[0] - seen[0], games[1] - seen[1]
    if sum(seen) < FEW or (sum(others) < FEW and _is_yes_or_no(a) and _is_yes_or_no(b)):
        p = float(stats.fisher_exact(np.array([seen, others])).pvalue)
    else:
        p = _welch(value, [_squared_error(one) for one in (a, b)], games)
    return Gap(value, low, high, p, float(games[1]))


def _is_yes_or_no(one: Measure) -> bool:
    return bool(np.isin(one.above, (0.0, 1.0)).all())


def _welch(value: float, squared_errors: Sequence[float], games: Sequence[int]) -> float:
    """Return p of a difference of two means with these errors; where there are none, all games of
    each being alike, that of the permutation test.

    Source: B. Welch, "The generalization of Student's problem when several different population
    variances are involved", 1947.
    """
    total = sum(squared_errors)
    if total == 0:
        return 2 / comb(sum(games), games[0]) if value else 1.0
    parts = sum(e**2 / max(1, n - 1) for e, n in zip(squared_errors, games, strict=True))
    return _p(value / sqrt(total), total**2 / parts)


def _squared_error(one: Measure) -> float:
    residuals = _residuals(one)
    return float(np.var(residuals)) / max(1, len(residuals) - 1)


def _residuals(one: Measure) -> Values:
    """Return how each game moves a measure away from its value, to first order."""
    found: Values = (one.above - one.value * one.below) / (float(np.mean(one.below)) or 1.0)
    return found


def _p(z: float, freedom: float) -> float:
    return 2 * float(stats.t.sf(abs(z), freedom))


def together(gaps: Sequence[Gap], again: Sequence[Callable[[float], Gap]]) -> list[Gap]:
    """Return gaps as they are judged among each other: with p by Holm, and with intervals to match.

    Where p is multiplied, the interval is one that leaves out the truth so many times less often. So
    it leaves out 0 where p is below `ALPHA`, and nowhere else; where the two would still disagree,
    because they rest on different approximations, the more careful one decides.

    Args:
        gaps: with p by itself and an interval of 95 %.
        again: for each, the same with an interval that may leave out the truth as often as is given.
    """
    found = []
    for gap, wider, times in zip(gaps, again, holm([gap.p for gap in gaps]), strict=True):
        _, low, high, _, worth = wider(ALPHA / times)
        p = min(1.0, gap.p * times)
        if p >= ALPHA:
            low, high = min(low, 0.0), max(high, 0.0)
        elif low <= 0 <= high:
            p = ALPHA
        found.append(Gap(gap.value, low, high, p, worth))
    return found
