"""Time controls: some time for each move, then a reserve for the whole match."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Self

from gamekit.contract import Game
from gamekit.errors import GameError
from gamekit.validation import is_duration, shown

SHORTEST_PERIOD = 1e-3  # seconds


@dataclass(frozen=True, slots=True)
class Charge:
    """What one move cost.

    Attributes:
        used: the reserve that the move used, in seconds or in periods.
        left: the reserve that is left, in the same unit.
        flag: did the player run out of time?
    """

    used: float
    left: float
    flag: bool


class Clock:
    """A clock for two players.

    Args:
        main: seconds for each move.
        reserve: seconds that each player may use beyond that in the whole match.
        period: None for a reserve that runs by the second. Otherwise players use it up in whole
            periods of this many seconds.

    A player runs out of time when a move needs more reserve than is left. Using exactly what is
    left is still in time.
    """

    def __init__(self, main: float = 60, reserve: float = 300, period: float | None = None) -> None:
        for name, value in (("main", main), ("reserve", reserve)):
            if not is_duration(value):
                raise GameError(
                    f"Clock: {name}={shown(value)}; give a number of seconds, 0 or more."
                )
        if period is not None and not is_duration(period, SHORTEST_PERIOD):
            raise GameError(
                f"Clock: period={shown(period)}; give a number of seconds above 0, or None."
            )
        self.main, self.period = float(main), None if period is None else float(period)
        unit = self.period or 1.0
        # A millionth more, because dividing by the period may come out a hair short of a whole number.
        units = reserve / unit
        self.total = round(units, 6) if self.period is None else float(int(units + 1e-6))
        self._left = [self.total, self.total]

    @property
    def reserve(self) -> float:
        """The seconds that each player may use beyond `main` in the whole match."""
        return self.total * (self.period or 1.0)

    def charge(self, player: int, seconds: float) -> Charge:
        """Charge a player for a move that took this many seconds, and return what it cost."""
        if not is_duration(seconds):
            raise GameError(f"Clock: a move cannot take {shown(seconds)} seconds.")
        used = self._needed(seconds)
        flag = used > self._left[player]
        self._left[player] = max(0.0, round(self._left[player] - used, 6))
        return Charge(used, self._left[player], flag)

    def is_out(self, player: int, seconds: float) -> bool:
        """Would a move of this many seconds be too late?"""
        return self._needed(seconds) > self._left[player]

    def remaining(self, player: int) -> tuple[float, float]:
        """Return the seconds for this player's next move and the seconds in reserve."""
        return self.main, self._left[player] * (self.period or 1.0)

    def _needed(self, seconds: float) -> float:
        over = max(0.0, round(seconds - self.main, 6))
        return over if self.period is None else float(ceil(over / self.period))

    @property
    def left(self) -> tuple[float, float]:
        """Reserve left to each player, in seconds or periods."""
        return self._left[0], self._left[1]

    @left.setter
    def left(self, units: tuple[float, float]) -> None:
        self._left = [min(self.total, max(0.0, float(unit))) for unit in units]

    def full(self) -> Self:
        """Return a new clock with these settings and nothing used."""
        return type(self)(self.main, self.reserve, self.period)

    def copy(self) -> Self:
        """Return an independent clock with the same times."""
        new = self.full()
        new.left = self.left
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clock) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Clock(main={self.main:g}, reserve={self.reserve:g}, period={self.period})"


def full_clock(game: Game, clock: object) -> Clock | None:
    """Return the clock that a match is asked to use, with nothing used, or None for no clock."""
    if clock is None:
        return None
    if isinstance(clock, Clock):
        return clock.full()
    if not isinstance(clock, str) or clock != "official":
        raise GameError(f'clock={shown(clock)}: give None, "official" or a gamekit.Clock.')
    if game.official_clock is None:
        raise GameError(
            f"{game.title} has no official clock: its published rules give no times. Set your own, "
            "such as clock=gk.Clock(main=120, reserve=600, period=10)."
        )
    main, reserve, period = game.official_clock
    return Clock(main, reserve, period or None)
