"""Stopping as soon as a difference is clear, without being fooled by having looked so often.

An ordinary 95 % interval holds for a number of games fixed beforehand. Look at it a hundred times
on the way, and in four cases of ten it once excludes a difference of nothing where there is
nothing. The interval here is wider, and may be looked at after every game.
"""

from __future__ import annotations

from math import exp, inf, log, sqrt

import numpy as np

from gamekit.studies.statistics import Rows, Values

ALPHA = 0.05
BEST = 500  # pairs at which the interval is narrowest, compared with others of its kind
EVIDENCE = 20  # pairs that differ: before that there is no telling how much they vary


def _width() -> float:
    """Return the width of the mixture that is best at `BEST` pairs (eq. 20 of the source)."""
    return sqrt((-2 * log(ALPHA) + log(-2 * log(ALPHA) + 1)) / BEST)


RHO = _width()


def anytime(gaps: Values, widest: float, alpha: float = ALPHA) -> tuple[float, float]:
    """Return how far the interval of the mean reaches to each side, and the p-value of 0.

    Both hold however often one has looked, and whenever one stops. The variance counts the widest
    gap twice more than it was seen, because early on it may not have been seen yet.

    Args:
        gaps: the differences within the pairs so far.
        widest: how wide a gap may be.
        alpha: how often the interval may ever leave out the truth.

    Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. Kennedy and A. Ramdas, "Time-uniform central
    limit theory and asymptotic confidence sequences", 2021, theorem 2.2.
    """
    n = len(gaps)
    if np.count_nonzero(gaps) < EVIDENCE:
        return inf, 1.0
    mean = np.float64(np.mean(gaps))
    variance = np.float64(np.var(gaps) + 2 * widest**2 / n)
    inside = n * RHO**2 + 1
    reach = sqrt(2 * float(variance) * inside * log(sqrt(inside) / alpha)) / (n * RHO)
    return reach, exp(-max(0.0, float(evidence(n, mean, variance))))


def evidence(
    n: int | Rows, mean: np.float64 | Values, variance: np.float64 | Values
) -> np.float64 | Values:
    """Return the logarithm of the evidence against a mean of 0: what a bet on it would have won.

    If the mean is 0, it ever exceeds log(1 / p) with a probability of at most p.

    Args:
        n, mean, variance: of the gaps so far; numbers, or arrays of one shape.
    """
    inside = n * RHO**2 + 1
    found: np.float64 | Values = (n * RHO * mean) ** 2 / (2 * variance * inside) - np.log(
        inside
    ) / 2
    return found
