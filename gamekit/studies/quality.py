"""How exciting games are, in the eyes of a search: drama, changes of lead, decisiveness, choice.

V(p) is the score that a stated search expects for player p, from what the player to act knows. It
is asked before every decision of a player; those are the positions of a game.

drama           in won games, by how much the winner was behind: the mean over positions of max V -
                V(winner). Source: C. Browne, "Automatic Generation and Evaluation of Recombination
                Games", 2008; Ludii's `Drama`.
lead changes    how often another player leads (or both do alike) than at the position before,
                divided by positions - 1. Source: Browne 2008; as Ludii's `LeadChange`, which counts
                the first leader as a change.
decisiveness    in won games, the share of positions that are left when the winner first exceeds the
                highest V that the loser ever had; 0 where that never happens. Source: Browne 2008;
                1 - Ludii's `DecisivenessMoves` without its integer division.
comeback        the share of won games whose winner once stood below V = 0.25.
genuine choice  the share of decisions with at least two moves whose V is less than 0.05 below the
                best and at least one that is worse by more, of the moves that the search tried.
forced choice   the share of decisions with one legal move; of one game, 1 - TAG's
                `DecisionPoints (Mean)`.

The intervals are Student's for means, Wilson's for shares of games, Cochran's for shares of
decisions, and those for rare events where few games have any (`statistics`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from gamekit.bots import Search, bot
from gamekit.chance import MASK, inner_key, stream_key
from gamekit.errors import GameError
from gamekit.match.view import View
from gamekit.studies.measures import Estimate
from gamekit.studies.replaying import END, Repeatable, again
from gamekit.studies.statistics import Values, bounded, rate, share
from gamekit.validation import shown, whole

STREAM = 3  # of random numbers: neither dice nor the players' thoughts
NEAR = 0.05  # moves whose V differ by less are about as good
BEHIND = 0.25  # a winner who once stood lower came back
NOBODY = -1


@dataclass(frozen=True, slots=True)
class Course:
    """The course of one game, in the eyes of a search.

    Attributes:
        winner: 0, 1 or NOBODY.
        values: V(0) at each position; V(1) is what is missing to 1.
        forced: decisions with one legal move.
        genuine: decisions between moves about as good as the best, and worse ones.
    """

    winner: int
    values: tuple[float, ...]
    forced: int = 0
    genuine: int = 0

    def of(self, player: int) -> list[float]:
        """Return V of a player at each position."""
        return [value if player == 0 else 1 - value for value in self.values]


def quality(study: Repeatable, by: str = "search:200", games: int = 100) -> pd.DataFrame:
    """Return how exciting the games of a study are, in the eyes of a search.

    Finished games are played again, and before every decision of a player the search says what it
    expects. Another search expects something else: compare only what the same one found.

    Args:
        study: of which games.
        by: the search, see `gamekit.bot`.
        games: how many to look at, from the first on; all, if the study has fewer. Those that were
            not finished are left out.

    Returns:
        a row for each metric: metric, value, low, high, n (games), unit, by. What they are stands
        above; the limits are those of 95 % intervals over games.
    """
    search = bot(by)
    if not isinstance(search, Search) or search.seconds:
        raise GameError(f'quality(by={shown(by)}): name a search, for example "search:200".')
    if len(study.players) != 2:
        raise GameError("This study does not know its bots: let gamekit.playtest make it.")
    numbers = np.flatnonzero(study.is_finished[: whole("games", games, 1)]).tolist()
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        courses = list(pool.map(partial(course, study, search), numbers))
    return table(courses, by)


def course(study: Repeatable, search: Search, number: int) -> Course:
    """Return the course of a game of a study in the eyes of a search."""
    game, rules = study.game, study.game.rules()
    thoughts = stream_key(study.seed & MASK, number, STREAM)
    values: list[float] = []
    forced = genuine = 0
    winner = NOBODY
    for state, actor, move in again(study, number):
        if move == END:
            winner = game.result(rules, state)[0]
        elif actor in (0, 1):
            view = View(game, rules, state, actor, game.players)
            found = search.think(view, seed=inner_key(thoughts, len(values)))
            best = found[0].value
            values.append(best if actor == 0 else 1 - best)
            forced += len(found) == 1
            genuine += is_genuine([each.value for each in found if each.visits])
    return Course(winner if winner in (0, 1) else NOBODY, tuple(values), forced, genuine)


def table(courses: Sequence[Course], by: str) -> pd.DataFrame:
    """Return the metrics of `quality` for these courses of games."""
    begun = [each for each in courses if each.values]
    won = [each for each in begun if each.winner != NOBODY]
    long = [each for each in begun if len(each.values) > 1]
    decisions = np.array([len(each.values) for each in begun], np.int64)
    rows = [
        ("drama", *_over(won, drama, bounded), len(won), "of V"),
        ("lead changes", *_over(long, lead_changes, bounded), len(long), "of 1"),
        ("decisiveness", *_over(won, decisiveness, bounded), len(won), "of the game"),
        ("comeback", *_over(won, comeback, share), len(won), "share of won games"),
    ]
    for name, counts in (
        ("genuine choice", [each.genuine for each in begun]),
        ("forced choice", [each.forced for each in begun]),
    ):
        found = rate(np.array(counts, np.int64), decisions)
        rows.append((name, *found, len(begun), "share of decisions"))
    whole_table = pd.DataFrame(rows, columns=["metric", "value", "low", "high", "n", "unit"])
    return whole_table.assign(by=by).set_index("metric", drop=False).rename_axis(None)


def _over(
    courses: Sequence[Course],
    measure: Callable[[Course], float],
    estimate: Callable[[Values], Estimate],
) -> Estimate:
    """Return a measure over games; anything is possible where there is none."""
    if not courses:
        return np.nan, 0.0, 1.0
    return estimate(np.array([measure(each) for each in courses], np.float64))


# --- of one game ---------------------------------------------------------------------------------


def drama(game: Course) -> float:
    """Return by how much the winner was behind, on average over the positions."""
    return float(np.mean([max(value, 1 - value) - value for value in game.of(game.winner)]))


def lead_changes(game: Course) -> float:
    """Return the share of positions but the first with another leader than the one before."""
    leads = np.sign(np.array(game.values) - 0.5)
    return float(np.mean(leads[1:] != leads[:-1]))


def decisiveness(game: Course) -> float:
    """Return the share of positions that are left, once the winner stands higher than the loser
    ever does."""
    threshold = max(game.of(1 - game.winner))
    values = game.of(game.winner)
    first = next((k for k, value in enumerate(values) if value > threshold), len(values))
    return 1 - first / len(values)


def comeback(game: Course) -> float:
    """Return 1 if the winner once stood far behind, otherwise 0."""
    return float(min(game.of(game.winner)) < BEHIND)


def is_genuine(values: Sequence[float]) -> bool:
    """Are there moves about as good as the best, and worse ones?"""
    near = sum(value > max(values) - NEAR for value in values)
    return 2 <= near < len(values)
