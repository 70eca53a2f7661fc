"""What somebody gave: shown in a message, and taken only where it fits.

Every message that shows a value does so by `shown`; whole numbers, players, seconds and switches
are told from everything else here alone.
"""

from __future__ import annotations

from numbers import Real
from operator import index
from reprlib import Repr
from typing import TypeGuard

from gamekit.errors import GameError
from gamekit.spelling import printable

LONGEST_SHOWN = 80  # characters of a value
LONGEST_TEXT = 300  # characters of a turn, a label or an outcome; the longest turn we know has 62
LONGEST_MESSAGE = 480  # characters, where a game's own words may be many
LARGEST = 10**40 - 1  # whole number, where there is no narrower limit
MOST_SECONDS = 1e9


class _Short(Repr):
    """Python's notation of a value, cut short; there is one whatever the value does."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxstring, self.maxlong, self.maxother = 4, 60, 40, 60

    def repr_int(self, x: int, level: int) -> str:
        if abs(x) < 10**self.maxlong:
            return repr(x)
        return f"<a number of more than {self.maxlong} digits>"

    def repr_instance(self, x: object, level: int) -> str:
        try:
            text = repr(x)
        except Exception:  # anything may happen in somebody's own class
            return f"<{type(x).__name__}>"
        return text if len(text) <= self.maxother else f"{text[: self.maxother]}..."


def shown(value: object) -> str:
    """Return a value as a message shows it: like `repr`, but short, on one line and never failing."""
    try:
        text = _Short().repr(value)
    except Exception:  # a class that is called list and is none
        text = f"<{type(value).__name__}>"
    text = printable(text.replace("\n", " "))
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def brief(text: str, most: int = LONGEST_TEXT) -> str:
    """Return a text with its middle left out where it is longer than that."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


def as_text(value: object) -> str:
    """Return what somebody wrote, as a text that is safe to read: printable and not too long."""
    return brief(printable(value)) if isinstance(value, str) else shown(value)


def is_whole(value: object) -> TypeGuard[int]:
    """Is this an int, as in data from a file or a page? True and False are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole_number(value: object) -> int | None:
    """Return a whole number as an int, or None for anything else.

    Everything that Python itself counts by is a whole number, those of NumPy and of tables too. A
    truth value is not.
    """
    if isinstance(value, bool):
        return None
    try:
        return int(index(value))  # type: ignore[arg-type] # what cannot be one says so
    except Exception:  # anything may happen in somebody's own class
        return None


def whole(name: str, value: object, least: int = -LARGEST, most: int = LARGEST) -> int:
    """Return a whole number as an int, or say what is wrong with it."""
    number = whole_number(value)
    if number is not None and least <= number <= most:
        return number
    if most == LARGEST and not (number is not None and number > most):
        limit = "" if least == -LARGEST else f", {least} or more"
    else:
        limit = f" from {least} to {most}" if most < LARGEST else " of at most 40 digits"
    raise GameError(f"{name}={shown(value)}: give a whole number{limit}.")


def seat(name: str, value: object, choices: str = "0 or 1") -> int:
    """Return a player, 0 or 1, or say what is wrong with it."""
    player = whole_number(value)
    if player not in (0, 1):
        raise GameError(f"{name}={shown(value)}: give {choices}.")
    return player


def switch(name: str, value: object) -> bool:
    """Return True or False, or say that it is neither."""
    if not isinstance(value, bool):
        raise GameError(f"{name}={shown(value)}: give True or False.")
    return value


def is_duration(value: object, least: float = 0.0) -> TypeGuard[float]:
    """Is this a number of seconds that somebody may spend?"""
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    return not value < least and bool(value <= MOST_SECONDS)
