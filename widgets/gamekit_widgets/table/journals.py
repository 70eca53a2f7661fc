"""Matches at a table are written to journals, and one that was left can be gone on with."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from datetime import datetime

import gamekit as gk
from gamekit.storage.files import named
from gamekit.storage.matches import KeptMatch


class Keeper:
    """Has the matches of a table written down, each to a journal of its own.

    Args:
        journal: True for the folder of matches, False for none, or a file for the first match;
            the files of those after it have numbers.
    """

    def __init__(self, journal: str | os.PathLike[str] | bool | None) -> None:
        is_choice = journal is None or isinstance(journal, bool)
        self._journal = bool(journal) if is_choice else named(journal)
        self._is_first = True

    def begin(self, match: gk.Match) -> None:
        """Take a new match; a file that has a name is there from the beginning."""
        if isinstance(self._journal, bool) or match.journal or match.result:
            return
        path, number = self._journal, 1
        while path.exists() and not self._is_first:
            number += 1
            path = path.with_name(f"{self._journal.stem}-{number}{path.suffix}")
        match.start_journal(path)
        self._is_first = False

    def keep(self, match: gk.Match) -> None:
        """Write down what has been done so far, and all that will be: a person does something."""
        if self._journal and not match.journal and not match.result:
            match.start_journal()

    def offer(self, match: gk.Match) -> KeptMatch | None:
        """Return the match of the same game that can be gone on with instead of this new one."""
        if not self._journal or match.plies or match.position is not None:
            return None
        game = match.game
        for kept in gk.matches(game.name):
            is_same = _frozen(kept.parameters) == dict(game.changes)
            if is_same and kept.replaced == tuple(game.replaced) and kept.moves:
                return kept
        return None


def _frozen(parameters: Mapping[str, object]) -> dict[str, object]:
    """Return parameters as games have them: JSON has no tuples."""
    return {k: tuple(to) if isinstance(to, list) else to for k, to in parameters.items()}


def label(kept: KeptMatch, now: Callable[[], datetime] = datetime.now) -> str:
    """Return what the button says that goes on with a match."""
    is_today = kept.changed.date() == now().date()
    when = kept.changed.strftime("%H:%M" if is_today else "%Y-%m-%d, %H:%M")
    return f"Go on with the match of {when}"
