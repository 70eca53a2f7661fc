"""Moves as people write them: how far apart they are, and where a turn ends."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import zip_longest

FAR = 100  # no number of a notation counts for more
CELL = re.compile(r"\b([A-Z]{1,2})([0-9]+)\b")
NUMBER, WORD = re.compile(r"\b[0-9]+\b"), re.compile(r"\b[A-Z]+\b")


def complete_after(done: str) -> str:
    """Return why no move can follow one that ended its turn."""
    return f"The turn is complete after {done!r}; remove what follows it."


def apart(one: str, other: str) -> int:
    """Return how far apart two moves are in notation: their cells, their numbers, their words."""
    (cells, numbers, words), (others, their_numbers, their_words) = _parts(one), _parts(other)
    distance = 10 * len(words ^ their_words)
    for here, there in zip_longest(cells, others, fillvalue=()):
        distance += _between(here, there)
    for here, there in zip_longest(numbers, their_numbers, fillvalue=()):
        distance += _between(here, there)
    return distance


@lru_cache(maxsize=2000)  # one text is compared with every legal move, and they are much the same
def _parts(text: str) -> tuple[list[tuple[int, ...]], list[tuple[int]], set[str]]:
    """Return the cells in a text, by row and column or by row, column and level; its numbers; its
    words."""
    upper = text.upper()
    cells = [(*map(ord, letters), _small(digits)) for letters, digits in CELL.findall(upper)]
    numbers = [(_small(number),) for number in NUMBER.findall(upper)]
    return cells, numbers, set(WORD.findall(upper))


def _small(digits: str) -> int:
    return min(FAR, int(digits[:4]))  # Python reads no number of any length


def _between(here: tuple[int, ...], there: tuple[int, ...]) -> int:
    """How many steps are between two cells, or two numbers; some where one is missing."""
    if len(here) != len(there):
        return 10
    return sum(min(FAR, abs(a - b)) for a, b in zip(here, there, strict=True))
