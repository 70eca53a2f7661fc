"""Matches that can be resumed: what the folder of matches holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any

from gamekit.contract import Game
from gamekit.games import name_in
from gamekit.match.match import Match
from gamekit.storage.files import is_held, journals, read_whole
from gamekit.storage.journal import JOURNAL, Damage, checked
from gamekit.storage.record import SHAPES, Record
from gamekit.storage.replay import read
from gamekit.validation import printable


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match in a journal that is not over.

    Attributes:
        path: the journal.
        game: the name of the game.
        parameters: what differs from the game's own.
        replaced: functions that were replaced; to go on, give the variant.
        players: what the two are called.
        moves: how many moves they have made.
        changed: when the last one was made.
        damage: what is wrong with the file and where, or "".
    """

    path: Path
    game: str
    parameters: Mapping[str, object]
    replaced: tuple[str, ...]
    players: tuple[str, str]
    moves: int
    changed: datetime
    damage: str

    def match(self, game: Game | None = None) -> Match:
        """Return the match, which goes on in the same journal, or in a new one if that is damaged.

        Args:
            game: the variant it was played with, where rules were replaced by functions.
        """
        if not self.damage:
            return read(self.path, game=game, journal=True)
        return read(self.path, game=game, salvage=True).start_journal()

    def __str__(self) -> str:
        return ", ".join(self.row())

    def row(self) -> tuple[str, ...]:
        """A table's row: game, players, moves, when, and anything else to know."""
        count = f"{self.moves} {'move' if self.moves == 1 else 'moves'}"
        known = [f"{key}={value!r}" for key, value in self.parameters.items()]
        known += (
            [f"needs the variant: {', '.join(self.replaced)} replaced"] if self.replaced else []
        )
        known += [self.damage] if self.damage else []
        when = self.changed.strftime("%Y-%m-%d %H:%M")
        row = (self.game, " and ".join(self.players), count, when, *known)
        return tuple(map(printable, row))


class KeptMatches(tuple[KeptMatch, ...]):
    """Matches that can be resumed, the latest first: `gk.matches()[0].match()`."""

    def __repr__(self) -> str:
        lines = [f"{n}: {one}" for n, one in enumerate(self)]
        return "\n".join(lines) or "There are no matches to resume."

    def _repr_html_(self) -> str:
        if not self:
            return f"<p>{self!r}</p>"
        rows = "".join(
            f"<tr><td>{n}</td>"
            + "".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in one.row())
            + "</tr>"
            for n, one in enumerate(self)
        )
        return f"<table>{rows}</table>"


def matches(game: str | None = None) -> KeptMatches:
    """Return the matches that can be resumed, the latest first.

    They are in your folder of matches, or in the one that the environment variable
    GAMEKIT_MATCHES names. The list leaves out matches that are over or being played elsewhere.
    Old ones are deleted: 30 days after the last move if they are over, otherwise after 180.

    Args:
        game: the name or title of a game, to list only its matches.
    """
    found = (described(path) for path in journals() if not is_held(path))
    asked = None if game is None else name_in(game)
    return KeptMatches(one for one in found if one and asked in (None, one.game))


def described(path: Path) -> KeptMatch | None:
    """Return what a journal says about its match, or None if the match is over or the file is no journal."""
    said: list[dict[str, Any]] = []
    damage = ""
    try:
        for _, line in checked(read_whole(path)):
            said.append(line)
    except Damage:
        damage = f"damaged in line {len(said) + 1}"
        if not said:
            return None
    except OSError:
        return None
    head, *events = said
    if head.get("format") != JOURNAL or (
        events and (events[-1].get("over") or "end" in events[-1])
    ):
        return None
    with suppress(TypeError, ValueError):
        record = Record.of({key: head[key] for key in SHAPES if key in head})
        return KeptMatch(
            path=path,
            game=record.game,
            parameters=record.parameters,
            replaced=record.replaced,
            players=record.players,
            moves=_moves(events),
            changed=datetime.fromtimestamp(path.stat().st_mtime),
            damage=damage,
        )
    return None


def _moves(events: Sequence[Mapping[str, Any]]) -> int:
    moves = 0
    for event in events:
        moves = event.get("goto", moves)
        steps = event.get("steps", [event["step"]] if "step" in event else [])
        moves += sum(who in ("0", "1") for who, *_ in steps)
    return moves
