"""Intervals that need no more than arithmetic, for bots in any Python and for playtests."""

from __future__ import annotations

from math import hypot, sqrt

Z = 1.959964  # two-sided 95 %
# The least mean of a Poisson count that reaches 0, 1, 2, 3 with a probability of 5 %.
RARE = (0.0, 0.0512933, 0.3553615, 0.8176914)


def score_interval(mean: float, n: float) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a mean of n scores between 0 and 1.

    Exact in its usual sense where scores are 0 or 1; where some lie between it errs on the wide
    side, because no score between 0 and 1 varies more than a 0-or-1 score of the same mean. With
    Student's limit instead of the normal one, few games cover the truth as often as many.

    Where only one to three scores differ from the others, the limit towards those is a Poisson
    count's, which covers the truth more often.

    Sources: E. Wilson, "Probable inference, the law of succession, and statistical inference", 1927;
    L. Brown, T. Cai and A. DasGupta, "Interval estimation for a binomial proportion", 2001, 4.1.1.
    """
    if n <= 0:
        return 0.0, 1.0
    z = Z + (Z**3 + Z) / (4 * n)  # Student's limit, all but exactly
    centre = (mean + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(max(0.0, mean * (1 - mean)) / n + z * z / (4 * n * n))
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return min(low, _rare(mean * n, n)), max(high, 1 - _rare((1 - mean) * n, n))


def _rare(count: float, n: float) -> float:
    """Return the lower limit of a share seen this often in n; 1 where that is not rare."""
    whole = int(count + 1e-9)
    return RARE[whole] / n if whole < len(RARE) and count <= n / 2 else 1.0


def difference(
    one: tuple[float, float, float], other: tuple[float, float, float]
) -> tuple[float, float, float]:
    """Return one value minus another with an interval, from (value, low, high) of both.

    The two must be independent. The limits come from those of the two values, so that shares near
    0 and 1 keep their lopsided intervals; two 95 % intervals give one of about 95 %.

    Source: R. Newcombe, "Interval estimation for the difference between independent proportions",
    1998, method 10; for any values G. Zou and A. Donner, "Construction of confidence limits about
    effect measures", 2008.
    """
    (a, a_low, a_high), (b, b_low, b_high) = one, other
    return a - b, a - b - hypot(a - a_low, b_high - b), a - b + hypot(a_high - a, b - b_low)
