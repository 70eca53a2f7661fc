"""Intervals that need no more than arithmetic, for bots in any Python and for playtests."""

from __future__ import annotations

from math import sqrt

Z = 1.959964  # two-sided 95 %


def score_interval(mean: float, n: float) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a mean of n scores between 0 and 1.

    Exact in its usual sense where scores are 0 or 1; where some lie between it errs on the wide
    side, because no score between 0 and 1 varies more than a 0-or-1 score of the same mean.

    Source: E. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
    """
    if n <= 0:
        return 0.0, 1.0
    centre = (mean + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(max(0.0, mean * (1 - mean)) / n + Z * Z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)
