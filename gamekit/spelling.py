"""Texts that come from people and from files: names and moves spelled in one way, and safe to print.

One rule for what players, people in rooms, saved games and receipts may say: no sign that steers a
terminal, breaks a line or turns the direction of writing.
"""

from __future__ import annotations

import re
from unicodedata import category, normalize

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


def printable(text: str) -> str:
    """Return a text with escapes for what must not be printed, written to a file or shown on a page:
    control signs, line breaks, lone surrogates, and signs that turn the direction of writing."""
    if text.isprintable():
        return text
    return "".join(sign if _is_printable(sign) else ascii(sign)[1:-1] for sign in text)


def _is_printable(sign: str) -> bool:
    return category(sign) not in UNPRINTABLE and not TURNING.match(sign)


def name_of(value: object, most: int = LONGEST_NAME) -> str:
    """Return the name that somebody gave, spelled in one way, or "" if it can be no name.

    "José" is one name however its accent was typed, and so is "Ana " with a blank behind it. Signs
    that nobody sees go, except for joiners inside a word or an emoji, which change how it looks.

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
    """Return a name that stands in a file as it is spelled now; earlier versions took others, too.

    What can be no name is returned with escapes for what is not printable.
    """
    return name_of(name) or name_of(printable(name)) or printable(name)


def name_key(name: str) -> str:
    """Return what names that look alike have in common."""
    return normalize("NFKC", UNSEEN.sub("", name))


def bare(line: str) -> str:
    """Return a line of a text that was pasted, without what letters, chats and editors put around it;
    "" for a fence, which stands around the whole text."""
    said = AROUND.sub("", line).rstrip()
    return "" if said.startswith(FENCES) else said


def plain(text: str) -> str:
    """Return a line in the signs of a keyboard: full-width signs, dashes and quotation marks of every
    kind become the usual ones, accents and letters one sign, zero-width signs go."""
    if not text.isascii():
        text = normalize("NFKC", UNSEEN.sub("", text)).translate(AS_TYPED)
    return " ".join(text.split())


def typed(text: str) -> str:
    """Return a move, an outcome or the name of a game as a keyboard would have typed it: in plain
    signs and without a full stop at the end."""
    line = plain(text)
    is_sentence = line.endswith(".") and not line.endswith("..")
    return line[:-1].rstrip() if is_sentence else line
