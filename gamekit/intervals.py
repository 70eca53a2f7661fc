"""Intervals in plain arithmetic, for bots in any Python and for playtests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import cbrt, fsum, hypot, inf, nan, sqrt

Z = 1.959964  # two-sided 95%
ALPHA = 0.05  # how often an interval may miss the truth
FEW = 20  # games: an event that fewer saw is rare
LATTICE = 7  # from this standard deviation of a count on, its steps no longer matter


def mean_score(scores: Sequence[float], z: float = Z) -> tuple[float, float, float]:
    """Return the mean of scores between 0 and 1 and the limits of its interval, see `score_interval`."""
    n = len(scores)
    mean, between = sum(scores) / n, 4 * sum(score * (1 - score) for score in scores) / n
    return mean, *score_interval(mean, n, z, between)


def score_interval(
    mean: float, n: float, z: float = Z, between: float = 0.0
) -> tuple[float, float]:
    """Return the interval of a mean of n scores between 0 and 1: of 95%, unless `z` says otherwise.

    Wilson's, with Student's limit instead of the normal one, so that few games cover the truth as
    often as many. Counts go in steps; the fewer of them the interval spans, the larger the part of
    one step by which it is widened, more so toward the nearer end of the scale, where Wilson's is
    too narrow. Whatever the truth and n, at least 94% of the intervals of counts then hold it.

    Draws make scores vary less, so n games with draws tell as much as more games without. To stay on
    the safe side, the interval counts only the share of draws that is all but certain.

    Args:
        mean: of the scores.
        n: how many scores.
        z: how many standard deviations the interval reaches to each side.
        between: the mean of `4 * score * (1 - score)`: the share of draws, if these score one half.

    Sources: E. Wilson, "Probable inference, the law of succession, and statistical inference", 1927;
    L. Brown, T. Cai and A. DasGupta, "Interval estimation for a binomial proportion", 2001, on what
    Wilson's misses near 0 and 1, and on steps.
    """
    if n <= 0:
        return 0.0, 1.0
    spread = max(0.0, mean * (1 - mean))
    if between > 0:
        varies = spread - score_interval(between, n, z)[0] / 4
        n *= max(1.0, spread / varies) if varies > 0 else 1.0
    deviation = sqrt(spread * n)
    step = max(0.0, 1 - deviation / LATTICE) / n
    low = _lower(mean - step * (1 - mean), n, z)
    return low, 1 - _lower(1 - mean - step * mean, n, z)


def _lower(mean: float, n: float, normal: float) -> float:
    """Return Wilson's lower limit."""
    mean = max(0.0, mean)
    z = normal + (normal**3 + normal) / (4 * n)  # Student's limit, all but exactly
    root = z * sqrt(max(0.0, mean * (1 - mean)) / n + z * z / (4 * n * n))
    high = mean + z * z / (2 * n) + root  # the other limit, times (1 + z * z / n)
    return mean * mean / high


def reach(
    n: int, moments: Sequence[float], student: Callable[[float], float]
) -> tuple[float, float]:
    """Return how far the interval of a mean goes below and above it.

    Student's, with two corrections. Heavier tails make the spread itself less sure, so the degrees of
    freedom are those of a chi-square with the variance of the sample variance (F. Satterthwaite,
    1946), and never more than for normal values. If values are skewed, as lengths of games are, a
    limit reaches as far as one after a transformation that removes the skewness (P. Hall, "On the
    removal of skewness by transformation", 1992).

    Args:
        n: how many values.
        moments: the means of the squares, the third and the fourth powers of the residuals.
        student: returns Student's limit for these degrees of freedom.
    """
    if n < 2:
        return inf, inf
    variance, third, fourth = moments
    if variance == 0:
        return 0.0, 0.0
    kurtosis = fourth / variance**2
    freedom = min(n - 1.0, 2 * n / max(2 / n, kurtosis - (n - 3) / (n - 1)))
    error, limit = (variance / (n - 1)) ** 0.5, student(freedom)
    skewness = third / variance**1.5 / n**0.5
    below = error * max(limit, _unskewed(limit, skewness))
    return below, error * max(limit, -_unskewed(-limit, skewness))


def _unskewed(limit: float, skewness: float) -> float:
    """Return Student's limit for a mean of this skewness, in standard errors."""
    if abs(skewness) < 1e-6:
        return limit
    inside = 1 + skewness * (limit - skewness / 6)
    return 3 / skewness * (cbrt(inside) - 1)


def ratio(
    above: Sequence[float], below: Sequence[float], z: float = Z
) -> tuple[float, float, float]:
    """Return a ratio of sums with its jackknife interval, as `gamekit.studies.statistics.ratio` has it."""
    n, total = len(above), fsum(below)
    if total == 0:
        return nan, 0.0, inf
    value = fsum(above) / total
    if n < 2:
        return value, 0.0, inf
    residuals = [
        (one - value * part) * n / max(1.0, total - part)
        for one, part in zip(above, below, strict=True)
    ]
    return around(value, residuals, z)


def around(
    value: float, residuals: Sequence[float], z: float, least: float = 0.0
) -> tuple[float, float, float]:
    """Return a value with its interval, cut to possible values."""
    moments = [fsum(one**power for one in residuals) / len(residuals) for power in (2, 3, 4)]
    below, above = reach(len(residuals), moments, partial(student, z))
    return value, max(least, value - below), value + above


def student(z: float, freedom: float) -> float:
    """Return the limit of Student's distribution for one of the normal, by Cornish and Fisher's expansion.

    Source: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 1964, 26.7.5.
    """
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )


def difference(
    one: tuple[float, float, float], other: tuple[float, float, float]
) -> tuple[float, float, float]:
    """Return one value minus another with an interval, from (value, low, high) of both.

    The two must be independent. The limits come from those of the two values, so that shares near
    0 and 1 keep their lopsided intervals; two 95% intervals give one of about 95%.

    Source: R. Newcombe, "Interval estimation for the difference between independent proportions",
    1998, method 10; for any values G. Zou and A. Donner, "Construction of confidence limits about
    effect measures", 2008.
    """
    (a, a_low, a_high), (b, b_low, b_high) = one, other
    return a - b, a - b - hypot(a - a_low, b_high - b), a - b + hypot(a_high - a, b - b_low)


def holm(ps: Sequence[float]) -> list[float]:
    """Return what to multiply each p-value by, so that even one false alarm among them is rare.

    Source: S. Holm, "A simple sequentially rejective multiple test procedure", 1979.
    """
    times, least = [1.0] * len(ps), 0.0
    for rank, n in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        left = float(len(ps) - rank)
        least = max(least, ps[n] * left)
        times[n] = least / ps[n] if ps[n] > 0 else left
    return times
