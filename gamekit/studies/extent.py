"""How far a playtest was to go, and how far it went."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Extent:
    """What was asked for.

    Attributes:
        games: how many at most; None where nobody said.
        precision: the width of an interval that is narrow enough, or None.
        interrupted: did somebody stop it before?
    """

    games: int | None = None
    precision: float | None = None
    interrupted: bool = False

    def stopped(self, width: float) -> str:
        """Say why it ended, where that was not for the number of games.

        Args:
            width: of the interval of the first-player score.
        """
        if self.interrupted:
            return "interrupted"
        return "precise enough" if self.precision is not None and width <= self.precision else ""

    def told(self, played: int, width: float) -> str:
        """Say how many games there are."""
        if self.interrupted:
            return f"{played:,} of {self.games:,} games (interrupted)"
        if self.precision is None:
            return f"{played:,} games"
        which = "enough" if self.stopped(width) else "too few"
        return f"{played:,} games ({which} for a precision of {self.precision:g})"
