"""What whoever sits at the board is doing: what is pressed, and which presses lead to a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from gamekit_widgets.pieces import Dial, Mark

Way: TypeAlias = tuple[str | frozenset[str], ...]  # presses; those of a set go in any order
Ways: TypeAlias = dict[str, Way]  # each legal move's notation, and its presses


@dataclass(frozen=True)
class Hand:
    """What whoever sits at the board is doing, beyond what the game knows.

    Attributes:
        pressed: cells and choices pressed so far, in order.
        ways: for each legal move, by notation, the presses that make it.
        refused: labels of the cells that the last refusal was about.
        hint: notation of a move to point at.
        on: names of the switches that are on.
        is_assisted: may the board point out what is on it?
        dialled: what dials were set to, by name.
    """

    pressed: tuple[str, ...] = ()
    ways: Ways = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    hint: str = ""
    on: frozenset[str] = frozenset()
    is_assisted: bool = False
    dialled: Mapping[str, int] = field(default_factory=dict)

    def dial(self, name: str, label: str, low: int, high: int) -> Dial:
        """Return a dial at what it was set to, within these limits."""
        return Dial(name, label, min(max(self.dialled.get(name, low), low), high), low, high)

    @cached_property
    def next(self) -> frozenset[str]:
        """What could be pressed now on the way to a legal move."""
        return frozenset().union(*(_ahead(way, self.pressed) for way in self.ways.values()))

    def heat(self, values: Mapping[str, float]) -> dict[str, float]:
        """Return for what could be pressed now how good the best move it leads to is, from 0 to 1.

        Args:
            values: of moves, by notation.
        """
        best: dict[str, float] = {}
        for move, value in values.items():
            for label in _ahead(self.ways.get(move, ()), self.pressed):
                best[label] = max(value, best.get(label, value))
        low, high = min(best.values(), default=0.0), max(best.values(), default=0.0)
        spread = high - low
        return {label: (value - low) / spread if spread else 0.5 for label, value in best.items()}

    @cached_property
    def hinted(self) -> frozenset[str]:
        """What the hint would press."""
        return _every(self.ways.get(self.hint, ()))

    def marks(
        self, label: str, is_winning: bool = False, is_recent: bool = False
    ) -> frozenset[Mark]:
        """Return what is conspicuous about this cell."""
        every: dict[Mark, bool] = {
            "next": label in self.next,
            "hinted": label in self.hinted,
            "recent": is_recent,
            "pressed": label in self.pressed,
            "refused": label in self.refused,
            "winning": is_winning,
        }
        return frozenset(mark for mark, holds in every.items() if holds)


def _ahead(way: Way, pressed: tuple[str, ...]) -> frozenset[str]:
    """Return what comes next on this way after these presses; nothing where they leave it."""
    done = 0
    for step in way:
        wanted = frozenset([step]) if isinstance(step, str) else step
        here = pressed[done : done + len(wanted)]
        if not wanted.issuperset(here):
            return frozenset()
        if len(here) < len(wanted):
            return wanted.difference(here)
        done += len(here)
    return frozenset()


def _every(way: Way) -> frozenset[str]:
    """Return all presses of a way."""
    return frozenset().union(*([step] if isinstance(step, str) else step for step in way))
