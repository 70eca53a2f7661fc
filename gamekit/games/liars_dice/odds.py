"""The odds of Liar's Dice, exactly, as fractions.

The dice are fair and independent; `at_least(2, 4)` is the chance that two or more of four ordinary
dice show a given face.
"""

from __future__ import annotations

from fractions import Fraction

from gamekit.games.liars_dice.bots import counting_faces, ways
from gamekit.games.liars_dice.rules import matching, total_dice
from gamekit.games.liars_dice.state import Parameters, State, claimed


def exactly(k: int, n: int, sides: int = 6, faces: int = 1) -> Fraction:
    """Return the chance that exactly k of n dice show one of `faces` faces out of `sides`."""
    if not 0 <= k <= n:
        return Fraction(0)
    return Fraction(ways(k, n, sides, faces), sides**n)


def at_least(k: int, n: int, sides: int = 6, faces: int = 1) -> Fraction:
    """Return the chance that k or more of n dice show one of `faces` faces out of `sides`.

    It is 1 where k is 0 or less, and 0 where k is more than n.
    """
    return sum((exactly(hits, n, sides, faces) for hits in range(max(k, 0), n + 1)), Fraction(0))


def odds(rules: Parameters, state: State, claim: int) -> Fraction:
    """The chance that a claim is true, for somebody who knows of the dice what this state shows."""
    dice, face = claimed(rules, claim)
    known = matching(rules, state.dice, face)
    unknown = total_dice(state) - sum(die > 0 for die in state.dice)
    return at_least(dice - known, unknown, rules.sides, counting_faces(rules, face))
