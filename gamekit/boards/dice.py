"""Odds of dice, exactly, as fractions.

The dice are fair and independent; `at_least(2, 4)` is the chance that two or more of four ordinary
dice show a given face.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb


def exactly(k: int, n: int, sides: int = 6, faces: int = 1) -> Fraction:
    """Return the chance that exactly k of n dice show one of so many `faces` out of `sides`."""
    if not 0 <= k <= n:
        return Fraction(0)
    return Fraction(comb(n, k) * faces**k * (sides - faces) ** (n - k), sides**n)


def at_least(k: int, n: int, sides: int = 6, faces: int = 1) -> Fraction:
    """Return the chance that k or more of n dice show one of so many `faces` out of `sides`.

    It is 1 where k is 0 or less, and 0 where k is more than n.
    """
    return sum((exactly(hits, n, sides, faces) for hits in range(max(k, 0), n + 1)), Fraction(0))
