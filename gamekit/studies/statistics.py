"""What many games say of a measure: (value, low, high), the limits those of a 95 % interval unless
`tail`, the part that lies beyond each of them, says otherwise.

The game is the unit everywhere, because decisions and turns within a game are alike. Where there is
no game to go by, the value is nan and the interval holds everything.
"""

from __future__ import annotations

from math import inf, nan

import numpy as np
import numpy.typing as npt
from scipy import special

from gamekit.intervals import Z, difference, score_interval

Values = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Estimate = tuple[float, float, float]
TAIL = 0.025  # on each side of an interval
FEW = 20  # games: an event that fewer saw is rare


def share(values: Values | Flags, tail: float = TAIL) -> Estimate:
    """Return the mean of values between 0 and 1, with its Wilson interval."""
    mean = float(np.mean(values)) if len(values) else nan
    z = Z if tail == TAIL else -float(special.ndtri(tail))
    return mean, *score_interval(mean, len(values), z)


def mean(values: Rows, counts: Flags, tail: float = TAIL) -> Estimate:
    """Return the mean of those values that count, with its Student interval."""
    values = values[counts]
    if not len(values):
        return nan, 0.0, inf
    value = float(np.mean(values))
    return _interval(value, np.asarray(values - value, np.float64), tail)


def bounded(values: Values) -> Estimate:
    """Return the mean of values between 0 and 1 with its Student interval.

    Where few differ from one value, there is too little spread to go by. If that is 0 or 1, the
    interval is Wilson's, which errs on the wide side; otherwise higher and lower values are each
    counted as rare.
    """
    kinds, counts = np.unique(values, return_counts=True)
    usual = float(kinds[np.argmax(counts)])
    if len(values) - np.max(counts) >= FEW:
        value = float(np.mean(values))
        _, low, high = _interval(value, values - value)
        return value, low, min(1.0, high)
    if usual in (0, 1):
        return share(values)
    one = np.ones_like(values)
    higher = rate(np.maximum(values - usual, 0) / (1 - usual), one)
    lower = rate(np.maximum(usual - values, 0) / usual, one)
    value, low, high = difference(_times(higher, 1 - usual), _times(lower, usual))
    return usual + value, max(0.0, usual + low), min(1.0, usual + high)


def _times(estimate: Estimate, factor: float) -> Estimate:
    value, low, high = estimate
    return value * factor, low * factor, high * factor


def gap(values: Values) -> Estimate:
    """Return the mean of differences between -1 and 1 with its interval, see `bounded`."""
    value, low, high = bounded((values + 1) / 2)
    return 2 * value - 1, 2 * low - 1, 2 * high - 1


def ratio(above: Rows | Values, below: Rows | Values, tail: float = TAIL) -> Estimate:
    """Return a ratio of sums over games with its jackknife interval.

    Source: W. Cochran, Sampling Techniques, 1977, 6.4 and 6.17.
    """
    total = float(np.sum(below))
    if total == 0:
        return nan, 0.0, inf
    value = float(np.sum(above)) / total
    others = np.maximum(1.0, total - below)  # the sum over all games but this one
    return _interval(value, (above - value * below) * (len(below) / others), tail)


def rate(
    events: Rows | Values, turns: Rows | Values, ceiling: float = 1.0, tail: float = TAIL
) -> Estimate:
    """Return the events a turn, a share of turns, with an interval that holds for rare ones, too.

    A ratio with no event has no spread. So where few games saw one, the interval is that of a sum
    of Poisson counts of different sizes: the games with one event, with two, and so on.

    Args:
        events: in each game.
        turns: in each game, or of whatever else the events are counted by.
        ceiling: what the rate cannot be above.
        tail: the part beyond each limit.

    Source: M. Fay and E. Feuer, "Confidence intervals for directly standardized rates: a method
    based on the gamma distribution", 1997.
    """
    total = float(np.sum(turns))
    if np.count_nonzero(events) >= FEW or total == 0:
        value, low, high = ratio(events, turns, tail)
        return value, low, min(ceiling, high)
    count, spread = float(np.sum(events)), float(np.sum(np.square(events, dtype=np.float64)))
    most = max(1.0, float(np.max(events)))
    low, high = sum_limits(count, spread, most, tail)
    return count / total, low / total, min(ceiling, high / total)


def sum_limits(count: float, spread: float, most: float, tail: float = TAIL) -> tuple[float, float]:
    """Return the limits of a sum of Poisson counts of different sizes.

    Args:
        count: the sum.
        spread: the sum of their squares.
        most: the largest there may be.
        tail: the part beyond each limit.
    """
    low = _gamma(tail, count, spread) if count else 0.0
    return low, _gamma(1 - tail, count + most, spread + most * most)


def _gamma(part: float, mean: float, variance: float) -> float:
    """Return a quantile of the gamma distribution with this mean and variance."""
    return float(special.gammaincinv(mean * mean / variance, part) * variance / mean)


def _interval(value: float, residuals: Values, tail: float = TAIL) -> Estimate:
    """Return a value with its interval; nothing measured here is below 0."""
    below, above = reach(residuals, tail)
    return value, max(0.0, value - below), value + above


def reach(residuals: Values, tail: float = TAIL) -> tuple[float, float]:
    """Return how far the interval of a mean goes below and above it, given the residuals.

    Student's, with two corrections. The heavier the tails, the less sure the spread itself: so the
    degrees of freedom are those that a chi-square of the same variance as the sample variance has
    (F. Satterthwaite, 1946), and never more than of normal values. And where values are skewed, as
    lengths of games are, a limit goes as far as that of a transformation that removes the skewness
    (P. Hall, "On the removal of skewness by transformation", 1992).
    """
    n = len(residuals)
    if n < 2:
        return inf, inf
    squares = np.square(residuals)
    variance = float(np.mean(squares))
    if variance == 0:
        return 0.0, 0.0
    kurtosis = float(np.mean(np.square(squares))) / variance**2
    freedom = min(n - 1.0, 2 * n / max(2 / n, kurtosis - (n - 3) / (n - 1)))
    error = (variance / (n - 1)) ** 0.5
    skewness = float(np.mean(squares * residuals)) / variance**1.5 / n**0.5
    student = float(special.stdtrit(freedom, 1 - tail))
    below = error * max(student, _unskewed(student, skewness))
    return below, error * max(student, -_unskewed(-student, skewness))


def _unskewed(limit: float, skewness: float) -> float:
    """Return Student's limit for a mean of this skewness, in standard errors."""
    if abs(skewness) < 1e-6:
        return limit
    inside = 1 + skewness * (limit - skewness / 6)
    return float(3 / skewness * (np.cbrt(inside) - 1))
