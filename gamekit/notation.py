"""Comparing moves as people write them."""

from __future__ import annotations

import re

FAR = 100  # no number of a notation counts for more
CELL, NUMBER, WORD = r"\b([A-Z]{1,2})([0-9]+)\b", r"\b[0-9]+\b", r"\b[A-Z]+\b"


def apart(one: str, other: str) -> int:
    """Return how far apart two moves are in notation: their cells, their numbers, their words."""
    a, b = one.upper(), other.upper()
    cells = zip(*_evened(_cells(a), _cells(b)), strict=True)
    numbers = zip(*_evened(_numbers(a), _numbers(b)), strict=True)
    words = set(re.findall(WORD, a)) ^ set(re.findall(WORD, b))
    distance = 10 * len(words)
    for here, there in (*cells, *numbers):
        distance += _between(here, there)
    return distance


def _cells(text: str) -> list[tuple[int, ...]]:
    """The labels of cells in a text, by row and column or by row, column and level."""
    return [(*map(ord, letters), _small(digits)) for letters, digits in re.findall(CELL, text)]


def _numbers(text: str) -> list[tuple[int, ...]]:
    return [(_small(number),) for number in re.findall(NUMBER, text)]


def _small(digits: str) -> int:
    return min(FAR, int(digits[:4]))  # Python reads no number of any length


def _evened(
    a: list[tuple[int, ...]], b: list[tuple[int, ...]]
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Fill up the shorter list with nothing."""
    longest = max(len(a), len(b))
    return a + [()] * (longest - len(a)), b + [()] * (longest - len(b))


def _between(here: tuple[int, ...], there: tuple[int, ...]) -> int:
    """How many steps are between two cells, or two numbers; some where one is missing."""
    if len(here) != len(there):
        return 10
    return sum(min(FAR, abs(a - b)) for a, b in zip(here, there, strict=True))
