"""What the person at the board is doing: what they have pressed, and which presses lead to a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from gamekit import View
from gamekit.match.view import Entry
from gamekit_widgets.drawing.pieces import Mark

Way: TypeAlias = tuple[str | frozenset[str], ...]  # presses; those of a set go in any order
Ways: TypeAlias = dict[str, Way]  # each legal move's notation, and its presses


@dataclass(frozen=True)
class Hand:
    """What the person at the board is doing, beyond what the game knows.

    Attributes:
        pressed: cells and choices pressed so far, in order.
        ways: for each legal move, by notation, the presses that make it.
        refused: labels of the cells that the last refusal was about.
        on: names of the switches that are on.
        is_assisted: may the board point out what is on it?
        drafts: the parts that can be made before they are due, by name.
        revisable: names of the parts that the player can take back and make again.
        at: the part where the player did something last; empty for the part that is due.
    """

    pressed: tuple[str, ...] = ()
    ways: Ways = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    on: frozenset[str] = frozenset()
    is_assisted: bool = False
    drafts: Mapping[str, Draft] = field(default_factory=dict)
    revisable: frozenset[str] = frozenset()
    at: str = ""

    @cached_property
    def next(self) -> frozenset[str]:
        """What the player could press now on the way to a legal move."""
        ways = self.ways.values()
        if not self.pressed:  # hundreds of ways share their first presses
            return every(tuple({way[0] for way in ways if way}))
        return frozenset().union(*(_ahead(way, self.pressed) for way in ways))

    @cached_property
    def begun(self) -> tuple[str, ...]:
        """The moves that continue from what is pressed."""
        return tuple(move for move, way in self.ways.items() if _ahead(way, self.pressed))

    @cached_property
    def everywhere(self) -> frozenset[str]:
        """What is pressed, including on boards that are not due."""
        return frozenset(self.pressed).union(
            *(draft.hand.pressed for draft in self.drafts.values())
        )

    def grips(self, cells: frozenset[str]) -> frozenset[str]:
        """Return which of these cells can be dragged onto another: pressing both makes a move or
        begins one.
        """
        found = frozenset().union(*(draft.hand.grips(cells) for draft in self.drafts.values()))
        if self.pressed or not cells:
            return found
        steps = [list(map(_any_of, way[:2])) for way in self.ways.values()]
        alone = set().union(*(step[0] for step in steps if len(step) == 1))
        pairs = (step for step in steps if len(step) == 2 and step[1] <= cells)
        return found.union(set().union(*(first for first, _ in pairs)) & cells - alone)

    def marks(
        self,
        label: str,
        is_winning: bool = False,
        is_recent: bool = False,
        is_earlier: bool = False,
    ) -> frozenset[Mark]:
        """Return the marks of this cell."""
        every: dict[Mark, bool] = {
            "next": label in self.next,
            "recent": is_recent,
            "earlier": is_earlier and not is_recent,
            "pressed": label in self.pressed,
            "refused": label in self.refused,
            "winning": is_winning,
        }
        return frozenset(mark for mark, holds in every.items() if holds)


@dataclass(frozen=True)
class Part:
    """A part of a turn that consists of parts in any order.

    Attributes:
        name: the first word of every press on its board.
        title: what people call it.
        view: the match, with this part due if it is to be made later.
        stands: is it made, due, to be made later, or not in this turn?
        moves: the moves of this part in this turn, which the player may still take back.
    """

    name: str
    title: str
    view: View
    stands: Literal["made", "due", "ahead", "out"]
    moves: tuple[Entry, ...] = ()


@dataclass(frozen=True)
class Draft:
    """A part that the player is making before it is due.

    Attributes:
        view: the match with what is drafted.
        hand: what is being done there.
        is_begun: is anything drafted?
        is_made: all of it?
    """

    view: View
    hand: Hand
    is_begun: bool
    is_made: bool


def _ahead(way: Way, pressed: tuple[str, ...]) -> frozenset[str]:
    """Return what comes next on this way after these presses, or nothing if they leave it."""
    done = 0
    for step in way:
        wanted = _any_of(step)
        here = pressed[done : done + len(wanted)]
        if not wanted.issuperset(here):
            return frozenset()
        if len(here) < len(wanted):
            return wanted.difference(here)
        done += len(here)
    return frozenset()


def every(way: Way) -> frozenset[str]:
    """Return all presses of a way."""
    return frozenset().union(*map(_any_of, way))


def _any_of(step: str | frozenset[str]) -> frozenset[str]:
    return frozenset([step]) if isinstance(step, str) else step
