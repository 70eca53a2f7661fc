"""Values from people and files: how messages show them, which are accepted, and how they are spelled.

Every message that shows a value calls `shown`. Only this module decides what counts as a number, a whole
number, a player, a number of seconds or a switch, and only this module normalizes names, moves and texts.
"""

from __future__ import annotations

import re
from inspect import signature
from numbers import Real
from operator import index
from reprlib import Repr
from sys import float_info
from typing import TypeGuard
from unicodedata import category, normalize

from gamekit.errors import GameError

LONGEST_SHOWN = 80  # characters of a value
LONGEST_TEXT = 300  # characters of a turn, a label or an outcome; the longest turn we know has 62
LONGEST_MESSAGE = 480  # characters of a message that may contain a game's own words
LARGEST = 10**40 - 1  # the largest whole number, unless there is a narrower limit
MOST_SECONDS = 1e9
LONGEST_NAME = 60  # characters of what a player is called
FAR_TOO_LONG = 1000  # characters of what may still become a name once it is spelled properly
UNPRINTABLE = ("Cc", "Cs", "Zl", "Zp")  # Unicode's controls, lone surrogates and line breaks
TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")  # the direction of writing
# Zero-width signs, soft hyphens, and fillers that look like nothing. Joiners are not among them.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2060-\u2064\u206a-\u206f\u2800\u3164"
    "\ufeff\uffa0]"
)
JOINERS = "\u200c\u200d"
REPEATED = re.compile(f"(?<=[{JOINERS}])[{JOINERS}]")
DASHES = (
    "\u02d7\u058a\u05be\u1400\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2500\u2e17"
    "\u2e1a\u2e3a\u2e3b\u2e40\u301c\u3030\u30a0\u30fc\ufe31\ufe32\ufe58\ufe63\uff0d"
)
SINGLE, DOUBLE = (
    "\u2018\u2019\u201a\u201b\u2032\u02bc\u02b9\u00b4",
    "\u201c\u201d\u201e\u201f\u2033\u301d\u301e",
)
AS_TYPED = str.maketrans(
    {
        **dict.fromkeys(DASHES, "-"),
        **dict.fromkeys(SINGLE, "'"),
        **dict.fromkeys(DOUBLE, '"'),
        "\u3001": ",",
        "\u3002": ".",
    }
)
AROUND = re.compile(r"\A[\s>\ufeff\u200b]*")  # quotation signs, blanks, a byte-order mark
FENCES = "```", "~~~"
UNSEEN = re.compile(f"[{JOINERS}]|{INVISIBLE.pattern}|{TURNING.pattern}")


class _Short(Repr):
    """Python's notation of a value, cut short. It never fails, whatever the value does."""

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
    except Exception:  # `Repr` trusts the name of a class, and this one only calls itself "list"
        text = f"<{type(value).__name__}>"
    text = printable(text.replace("\n", " "))
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def brief(text: str, most: int = LONGEST_TEXT) -> str:
    """Return a text, without its middle if it is too long."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


def as_text(value: object) -> str:
    """Return what somebody wrote, as a text that is safe to read: printable and not too long."""
    return brief(printable(value)) if isinstance(value, str) else shown(value)


def is_whole(value: object) -> TypeGuard[int]:
    """Is this an int, as in data from a file or a page? True and False are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole_number(value: object) -> int | None:
    """Return a whole number as an int, or None for anything else.

    The whole numbers of NumPy and of tables count. Truth values do not.
    """
    if isinstance(value, bool):
        return None
    try:
        return int(index(value))  # type: ignore[arg-type] # raises an error for anything else
    except Exception:  # anything may happen in somebody's own class
        return None


def whole(name: str, value: object, least: int = -LARGEST, most: int = LARGEST) -> int:
    """Return a whole number as an int; raise `GameError` for anything else."""
    number = whole_number(value)
    if number is not None and least <= number <= most:
        return number
    if most == LARGEST and not (number is not None and number > most):
        limit = "" if least == -LARGEST else f", {least} or more"
    else:
        limit = f" from {least} to {most}" if most < LARGEST else " of at most 40 digits"
    raise GameError(f"{name}={shown(value)}: give a whole number{limit}.")


def seat(name: str, value: object, choices: str = "0 or 1") -> int:
    """Return a player, 0 or 1; raise `GameError` for anything else."""
    player = whole_number(value)
    if player not in (0, 1):
        raise GameError(f"{name}={shown(value)}: give {choices}.")
    return player


def switch(name: str, value: object) -> bool:
    """Return True or False; raise `GameError` for anything else."""
    if not isinstance(value, bool):
        raise GameError(f"{name}={shown(value)}: give True or False.")
    return value


def is_number(value: object) -> TypeGuard[float]:
    """Is this a number that a float can hold? True, False, infinity and NaN are not."""
    is_real = isinstance(value, Real) and not isinstance(value, bool)
    return is_real and bool(abs(value) <= float_info.max)  # type: ignore[arg-type]


def is_duration(value: object, least: float = 0.0) -> TypeGuard[float]:
    """Is this a number of seconds that somebody may spend?"""
    return is_number(value) and least <= value <= MOST_SECONDS


def accepts(function: object, *given: object, **named: object) -> bool:
    """Can this be called with as many arguments, and with those names?"""
    try:
        signature(function).bind(*given, **named)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return True


def printable(text: str) -> str:
    """Return a text with escapes for whatever must not be printed, written to a file or shown on a page.

    These are control characters, line breaks, lone surrogates, and characters that turn the direction of writing.
    """
    if text.isprintable():
        return text
    return "".join(sign if _is_printable(sign) else ascii(sign)[1:-1] for sign in text)


def _is_printable(sign: str) -> bool:
    return category(sign) not in UNPRINTABLE and not TURNING.match(sign)


def name_of(value: object, most: int = LONGEST_NAME) -> str:
    """Return the name that somebody gave, spelled in one way, or "" if it can be no name.

    "José" is one name however its accent was typed, and "Ana " with a blank after it is "Ana". Invisible
    characters go, except for joiners inside a word or an emoji, which change how it looks.

    Args:
        value: what was given.
        most: characters that the name may have.
    """
    if not isinstance(value, str) or len(value) > FAR_TOO_LONG or value.splitlines() != [value]:
        return ""
    words = (word.strip(JOINERS) for word in INVISIBLE.sub("", value).split())
    name = normalize("NFC", REPEATED.sub("", " ".join(filter(None, words))))
    return name if 0 < len(name) <= most and all(map(_is_printable, name)) else ""


def name_kept(name: str) -> str:
    """Return a name from a file as it is spelled now. Earlier versions accepted more names.

    A text that can be no name keeps its characters, with escapes for those that are not printable.
    """
    return name_of(name) or name_of(printable(name)) or printable(name)


def name_key(name: str) -> str:
    """Return a key that is equal for names that look alike."""
    return normalize("NFKC", UNSEEN.sub("", name))


def two_names(players: object) -> tuple[str, str]:
    """Return the two players' names in normalized spelling."""
    given: tuple[object, object] = (None, None)
    if isinstance(players, list | tuple) and len(players) == 2:
        given = (players[0], players[1])
    one, two = map(name_of, given)
    if not one or not two or name_key(one) == name_key(two):
        raise GameError(
            f"players={shown(players)}: give two different names, each on one line and of at most "
            f"{LONGEST_NAME} characters."
        )
    return one, two


def bare(line: str) -> str:
    """Return a line of a pasted text, without the signs that mails, chats and editors put around it.

    Return "" for a fence, which stands around the whole text.
    """
    stripped = AROUND.sub("", line).rstrip()
    return "" if stripped.startswith(FENCES) else stripped


def plain(text: str) -> str:
    """Return a line in the characters of a keyboard.

    Full-width characters, dashes and quotation marks of every kind become the usual ones. Letters and their accents
    become one character. Zero-width characters go.
    """
    if not text.isascii():
        text = normalize("NFKC", UNSEEN.sub("", text)).translate(AS_TYPED)
    return " ".join(text.split())


def typed(text: str) -> str:
    """Return a move, an outcome or the name of a game in plain characters, without a period at its end."""
    line = plain(text)
    is_sentence = line.endswith(".") and not line.endswith("..")
    return line[:-1].rstrip() if is_sentence else line
