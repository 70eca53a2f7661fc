"""Matches that people played, as a study: the same table and measures as bots' games have."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gamekit import drivers
from gamekit.contract import BOTH_LOSE, DRAW
from gamekit.errors import GameError
from gamekit.match.match import Match
from gamekit.studies.statistics import Rows
from gamekit.studies.study import Study

EARLY = {"X-Q9": -9, "X-Q2": -2}  # ends that no rule of the game makes: resignation, lost on time
NOBODY = {"draw": DRAW, "both lose": BOTH_LOSE}


class Played(Study):
    """A study of matches that were played at tables.

    Args:
        matches: matches of one game that are over, in order.
        who: what those are called who played player 0 and player 1.
    """

    def __init__(
        self, matches: Sequence[Match], who: tuple[str, str] = ("people", "people")
    ) -> None:
        if not matches:
            raise GameError("There is nothing to study yet: no match is over.")
        if any(match.result is None for match in matches):
            raise GameError("A study is of matches that are over.")
        if len({repr(match.game) for match in matches}) > 1:
            raise GameError("A study is of one game; give the matches of each by themselves.")
        rows = np.array([row_of(match) for match in matches], np.int64)
        super().__init__(matches[0].game, who, 0, rows)

    def _ending_names(self, numbers: Rows) -> list[str]:
        early = {number: rule for rule, number in EARLY.items()}
        return [early.get(n) or self.game.rule_id(n) for n in numbers.tolist()]


def row_of(match: Match) -> list[int]:
    """Return what a study notes of a match that is over, in the columns of `drivers`."""
    result, row = match.result, [0] * drivers.COLUMNS
    assert result is not None
    ended = EARLY.get(result.rule) or match.game.result(match.rules, match.state)[1]
    row[drivers.FIRST] = match.first
    row[drivers.WINNER] = NOBODY[result.kind] if result.winner is None else result.winner
    row[drivers.RULE] = ended
    row[drivers.MOVES], row[drivers.TURNS] = match.ply, match.state.turn
    row[drivers.SKIPS] = sum(entry.player is None for entry in match.history)
    row[drivers.CHOICES] = match.choices
    return row
