"""The playlist of a room: a game, a position, a task, several of these in turn, or two games to compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gamekit as gk
from gamekit.games import game_of
from gamekit.validation import shown
from gamekit_widgets.browser_page import Field
from gamekit_widgets.task import Solve


@dataclass(frozen=True)
class Item:
    """One thing to play.

    Attributes:
        game: the game.
        start: a match whose position begins every match, or None for the usual start.
        task: a task that everybody gets instead of a match, or None.
    """

    game: gk.Game
    start: gk.Match | None = None
    task: Solve | None = None

    @property
    def label(self) -> str:
        """Its name in tables: "take-back-toe, columns=5"."""
        if self.task:
            return f"{self.game.name}, a task: {self.task.text}"
        changed = [f"{key}={value!r}" for key, value in self.game.changes.items()]
        changed += [f"{name} replaced" for name in self.game.replaced]
        return ", ".join([self.game.name, *changed, *(["from a position"] if self.start else [])])

    def begin(
        self,
        names: tuple[str, str],
        seed: int | None,
        clock: gk.Clock | str | None = None,
        journal: Path | None = None,
    ) -> gk.Match:
        if self.start is None:
            return gk.Match(self.game, seed=seed, players=names, clock=clock, journal=journal)
        old = self.start
        return gk.Match(
            self.game,
            seed=seed,
            first=old.first,
            dmo=old.dmo,
            position=self.game.dump(old.rules, old.state),
            players=names,
            clock=clock or ("official" if old.official else old.clock),
            journal=journal,
        )


class Playlist:
    """The items of a room, one for each round. In an experiment every round plays both.

    Args:
        what: a game, its name, a match, a task, or a list of these.
        against: in an experiment, the game of the other half of the matches.
        clock: None, "official" or a gk.Clock, for every match.
    """

    def __init__(
        self,
        what: object,
        against: object = None,
        clock: gk.Clock | str | None = None,
    ) -> None:
        several = list(what) if isinstance(what, list | tuple) else [what]
        if not several:
            raise gk.GameError("Room([]): give at least one game.")
        self.items = [_item(each) for each in several]
        self.is_experiment = against is not None
        if self.is_experiment:
            if len(self.items) > 1:
                raise gk.GameError(
                    "against=: an experiment compares two games; give one, not a list."
                )
            self.items.append(_item(against))
            if any(item.task for item in self.items):
                raise gk.GameError("against=: an experiment compares two games, not tasks.")
        self.check_clock(clock)
        self.clock = clock

    def check_clock(self, clock: gk.Clock | str | None) -> None:
        """Raise `GameError` if this clock does not fit one of the games."""
        for item in self.items:
            if not item.task:
                item.begin(("a", "b"), 1, clock)

    @property
    def has_official_clock(self) -> bool:
        """Do the rules of every game set times?"""
        games = [item.game for item in self.items if not item.task]
        return bool(games) and all(game.official_clock is not None for game in games)

    @property
    def title(self) -> str:
        """The titles of its games, in one line."""
        return " and ".join(dict.fromkeys(item.game.title for item in self.items))

    def task_of(self, round: int) -> Solve | None:
        """Return the task of this round, or None if it is a round of matches."""
        return None if self.is_experiment else self.items[round % len(self.items)].task

    def choose(self, round: int, begun: Sequence[int]) -> int:
        """Return the number of the item that a new match in this round plays.

        Args:
            round: 0 for the first.
            begun: how many matches of each item have begun.
        """
        if self.is_experiment:
            return 0 if begun[0] <= begun[1] else 1
        return round % len(self.items)


def _item(what: object) -> Item:
    if isinstance(what, Solve):
        return Item(what.start.game, task=what)
    if isinstance(what, gk.Match):
        if what.result:
            raise gk.GameError(f"Room({shown(what.game)}): this match is over. {what.result.text}")
        return Item(what.game, what if what.ply or what.position is not None else None)
    return Item(game_of(what))


Clocked = gk.Clock | str | None
OFFERED = [gk.Clock(15, 120), gk.Clock(30, 180), gk.Clock(60, 300), gk.Clock(180, 600)]
NONE, OFFICIAL = "none", "official"


def choices(playlist: Playlist) -> dict[str, Clocked]:
    """Return the clocks that new matches may have, including the present one, by name."""
    found: dict[str, Clocked] = {NONE: None}
    if playlist.has_official_clock:
        found[OFFICIAL] = OFFICIAL
    return (
        found | {name(clock): clock for clock in OFFERED} | {name(playlist.clock): playlist.clock}
    )


def name(clock: Clocked) -> str:
    """Return the name of a clock: "30 s a move, 3 min in reserve"."""
    if not isinstance(clock, gk.Clock):
        return clock or NONE
    minutes, seconds = divmod(clock.reserve, 60)
    reserve = f"{clock.reserve:g} s" if seconds else f"{minutes:g} min"
    if clock.period:
        reserve = f"{clock.total:g} × {clock.period:g} s"
    return f"{clock.main:g} s a move, {reserve} in reserve"


def question(playlist: Playlist) -> Field:
    """Return the menu of clocks as a field of a form."""
    options = [(each, each) for each in choices(playlist)]
    return {
        "name": "clock",
        "label": "Clock of new matches",
        "value": name(playlist.clock),
        "options": options,
    }


def packed(clock: Clocked) -> Any:
    """Return a clock in the form of the journal."""
    if not isinstance(clock, gk.Clock):
        return clock
    return [clock.main, clock.reserve, clock.period]


def unpacked(written: Any) -> Clocked:
    """Return a clock from the form of the journal."""
    return gk.Clock(*written) if isinstance(written, list) else written
