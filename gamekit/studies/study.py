"""The results of a playtest, or of matches between people: a row for each game, metrics and a report."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from gamekit import drivers
from gamekit.bots import Bot, Search, bot
from gamekit.chance import JUDGE_STREAM, MASK, inner_key, stream_key
from gamekit.contract import BOTH_LOSE, DRAW, Game
from gamekit.errors import GameError
from gamekit.intervals import score_interval
from gamekit.match.match import Match
from gamekit.match.view import OUT_OF_TIME, RESIGNED, View
from gamekit.storage.pickling import as_bytes
from gamekit.studies.measures import Estimate, in_words, measures_of, own_name
from gamekit.studies.plan import (
    UNKNOWN,
    Extent,
    notes_of,
    stand_ins_in_words,
    with_engine,
)
from gamekit.studies.receipt import digest, settings, written
from gamekit.studies.replay_games import (
    END,
    Heatmap,
    Repeatable,
    again,
    cells,
    check_bots,
    heatmap,
    match_of,
    rules,
)
from gamekit.studies.report import as_html, as_text, in_a_line, show
from gamekit.studies.statistics import (
    Flags,
    Rows,
    Values,
    bounded,
    count_measure,
    noted_in,
    rate,
    share,
)
from gamekit.validation import shown, whole

if TYPE_CHECKING:
    import pandas as pd
    from plotly.graph_objects import Figure


# Counts have 32 bits, so that people's own arithmetic does not overflow.
WIDEST = 2**31
KINDS = {drivers.FIRST: np.dtype(np.int8), drivers.WINNER: np.dtype(np.int8)}
EARLY = {RESIGNED: -9, OUT_OF_TIME: -2}  # ends outside a game's rules: resignation, lost on time
WITHOUT_WINNER = {"draw": DRAW, "both lose": BOTH_LOSE}


class Study:
    """A playtest.

    Args:
        game: what was played.
        bots: the names of the bots that played player 0 and player 1.
        seed: the seed of all chance.
        rows: a row of `drivers.COLUMNS` for each game, from number 0 on.
        players: the bots themselves, for measures that replay games.
        max_moves: where games were stopped.
        extent: how many games were ordered, and whether somebody interrupted them.
        engine: which rules played: "compiled", "interpreted", both, or "unknown".

    Attributes:
        game, bots, seed, max_moves, extent, engine: as they were given.
        made: the moves and outcomes of replayed games, by number, see `replay_games.again`.
        games: a row for each game: `first` (who started), `winner` (0, 1 or missing), `ending` (a
            rule id, or "capped"), `moves` (decisions of players), `turns`, `skips` (turns skipped
            automatically) and `choices` (legal moves, summed over the game's decisions); then, if
            the game has them, `payoff` (what player 0 gets) and its own measures, missing in a capped
            game, which they do not count.
        metrics: a row for each metric, with its 95% interval. Length, turns, branching and skips
            count finished games alone, which `n` counts.
    """

    def __init__(
        self,
        game: Game,
        bots: tuple[str, str],
        seed: int,
        rows: Rows,
        players: Sequence[Bot] = (),
        max_moves: int = 2000,
        extent: Extent | None = None,
        engine: str = UNKNOWN,
    ) -> None:
        self.game, self.bots, self.seed = game, bots, seed
        self.players, self.max_moves = tuple(players), max_moves
        self.extent, self.engine = extent or Extent(), engine
        self.made: dict[int, list[int]] = {}
        self._columns = tuple(_narrow(rows[:, k], KINDS.get(k)) for k in range(rows.shape[1]))

    def __len__(self) -> int:
        return len(self._columns[0])

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a study with its bots, even those that a notebook defines."""
        known = {key: value for key, value in vars(self).items() if key != "players"}
        return _carried, (as_bytes(f"A study of {self.game.title}", self.players), known)

    def column(self, number: int) -> Rows:
        """Return one of the drivers' columns, with a value for each game."""
        return self._columns[number]

    @property
    def rows(self) -> Rows:
        """The games as the drivers note them, see `drivers.workspace`: int64, games x columns."""
        return np.stack(self._columns, axis=1, dtype=np.int64)

    @property
    def is_finished(self) -> Flags:
        """For each game: did it reach its end? The others were stopped after `max_moves`."""
        return np.asarray(self._columns[drivers.RULE] != drivers.CAPPED)

    @cached_property
    def games(self) -> pd.DataFrame:
        """A row for each game, made on first use."""
        import pandas as pd

        column = self._columns
        winner = column[drivers.WINNER]
        no_winner = (winner != 0) & (winner != 1)
        numbers, places = np.unique(column[drivers.RULE], return_inverse=True)
        names = pd.Index(self._ending_names(numbers))
        return pd.DataFrame(
            {
                "game": np.arange(len(self), dtype=np.int32),
                "first": column[drivers.FIRST],
                "winner": pd.arrays.IntegerArray(winner.copy(), no_winner),
                "ending": pd.Categorical.from_codes(places.astype(np.int16), names),
                "moves": column[drivers.MOVES],
                "turns": column[drivers.TURNS],
                "skips": column[drivers.SKIPS],
                "choices": column[drivers.CHOICES],
                **{
                    name: pd.arrays.IntegerArray(values.copy(), ~self.is_finished)
                    for name, values in zip(
                        drivers.note_names(self.game), column[drivers.COLUMNS :], strict=True
                    )
                },
            }
        )

    @cached_property
    def metrics(self) -> pd.DataFrame:
        """A row for each metric: value, low, high, n and unit."""
        import pandas as pd

        games, of = noted_in(self), int(np.count_nonzero(self.is_finished))
        found = [
            (
                measure.name_for(self.bots),
                *count_measure(measure, games).estimate(),
                of if measure.of_finished else len(self),
                measure.unit,
            )
            for measure in measures_of(self.game).values()
        ]
        table = pd.DataFrame(found, columns=["metric", "value", "low", "high", "n", "unit"])
        return table.set_index("metric", drop=False).rename_axis(None)

    @cached_property
    def _endings(self) -> dict[str, int]:
        """How many games have each ending, most frequent first."""
        numbers, counts = np.unique(self._columns[drivers.RULE], return_counts=True)
        found = sorted(zip(counts.tolist(), self._ending_names(numbers), strict=True), reverse=True)
        return {name: k for k, name in found}

    def _ending_names(self, numbers: Rows) -> list[str]:
        capped = drivers.CAPPED
        return ["capped" if n == capped else self.game.rule_id(n) for n in numbers.tolist()]

    # --- metrics -------------------------------------------------------------------------------

    def scores(self, player: Rows | int) -> Values:
        """Return the score of a player in each game: 1 for a win, 0.5 for a draw, 0 otherwise.

        A capped game counts as a draw; if both lose, nobody scores.
        """
        found: Values = noted_in(self).score(player)
        return found

    def estimate(self, measure: str) -> Estimate:
        """Return a metric, or the share of an ending such as "TBT-17", and the limits of its 95% interval."""
        name, known = own_name(self.game, measure, self.bots), measures_of(self.game)
        if name in known:
            return count_measure(known[name], noted_in(self)).estimate()
        part = self._endings.get(name, 0) / len(self)
        return part, *score_interval(part, len(self))

    def span(self, measure: str, digits: int = 3) -> str:
        """Return the same as text: "0.501 (0.487 to 0.514)"."""
        return in_words(self.estimate(measure), digits)

    @property
    def stopped(self) -> str:
        """Why the games stopped early: "interrupted", "precise enough" or ""."""
        return self.extent.stopped(self.width)

    @property
    def width(self) -> float:
        """How wide the interval of the first-player score is."""
        _, low, high = share(self.scores(self._columns[drivers.FIRST]))
        return high - low

    @property
    def games_in_words(self) -> str:
        """How many games there are, why they stopped early, and whether interpreted rules played them."""
        return with_engine(self.extent.in_words(len(self), self.width), self.engine)

    @property
    def stand_ins(self) -> str:
        """Which bots stood in for levels, in a sentence, or ""."""
        return stand_ins_in_words(self.players, self.game)

    def __repr__(self) -> str:
        return in_a_line(self)

    # --- replays -------------------------------------------------------------------------------

    def match(self, number: int) -> Match:
        """Return a game of this study as a match: `study.match(study.games["moves"].idxmax())` is the
        longest one.

        Raises:
            GameError: there is no such game, or people played it.
        """
        check_bots(self)
        return match_of(self, whole("number", number, 0, len(self) - 1))

    @cached_property
    def cells(self) -> pd.DataFrame:
        """How often each cell of the board is used. `gamekit.studies.cells` also takes a number of games."""
        return cells(self)

    def heatmap(self, what: str = "plays") -> Heatmap:
        """Return the game's own board, colored by a column of `cells`.

        Args:
            what: "plays", moves a game on each cell; "line", the share of games it helped to win;
                "empty", the share of games that end with nothing on it.
        """
        return heatmap(self.game, self.cells, what)

    @cached_property
    def rules(self) -> pd.DataFrame:
        """What each rule forbade and ended. `gamekit.studies.rules` also takes a number of games."""
        return rules(self)

    def quality(self, by: str = "search:200", games: int = 100) -> pd.DataFrame:
        """Return how exciting the games are in the eyes of a search: drama, lead changes,
        decisiveness, comebacks, genuine and forced choice, see `quality` in `gamekit.studies.study`.

        Args:
            by: the search.
            games: how many to look at, from the first on.
        """
        return quality(self, by, games)

    # --- report --------------------------------------------------------------------------------

    @property
    def receipt(self) -> str:
        """What was played, as one short JSON text; `gamekit.rerun(receipt)` plays it again."""
        extent = self.extent
        return written(
            "playtest",
            {
                **settings(self.game, self.bots, self.seed, self.max_moves),
                "games": len(self),
                "asked": extent.games or len(self),
                "precision": extent.precision,
                **({"interrupted": True} if extent.interrupted else {}),
                "engine": self.engine,
                "rows": digest(self.rows[:, : drivers.COLUMNS]),
            },
        )

    def report(self) -> Report:
        """Return a table and two figures, shown in a notebook."""
        return Report(self)

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write the report as one web page that needs no network, to mail or to print.

        It replays games to find what each rule did and how the board was used, which takes some
        seconds.
        """
        from gamekit.studies.report import study_page

        study_page(self).write(path)

    def endings(self) -> pd.DataFrame:
        """Return the share of each ending with its interval, most frequent first."""
        import pandas as pd

        n = len(self)
        rows = [(name, k / n, *score_interval(k / n, n)) for name, k in self._endings.items()]
        return pd.DataFrame(rows, columns=["ending", "share", "low", "high"])

    def figure(self) -> Figure:
        """Return two plots: how games end, and how long they last."""
        from gamekit.studies.figures import study_figure

        return study_figure(self)


def _carried(players: bytes, known: dict[str, Any]) -> Study:
    study = object.__new__(Study)
    vars(study).update(known, players=pickle.loads(players))
    return study


def _narrow(column: Rows, kind: np.dtype[Any] | None) -> Rows:
    """Return a column as numbers of the given kind, or else in 32 bits if they fit."""
    if kind is None:
        fits = len(column) == 0 or -WIDEST <= column.min() <= column.max() < WIDEST
        kind = np.dtype(np.int32 if fits else np.int64)
    return np.ascontiguousarray(column, kind)


class Report:
    """A study as a table, for reading."""

    def __init__(self, study: Study) -> None:
        self.study = study

    @property
    def metrics(self) -> pd.DataFrame:
        """The metrics that are known and not 0. Draws are always among them."""
        found = self.study.metrics
        return found[(found["value"].fillna(0) != 0) | (found["metric"] == "draws")]

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Return each metric with its value, its interval and its unit, as text."""
        return [
            (
                str(row["metric"]),
                _rounded(row["value"]),
                f"{_rounded(row['low'])} to {_rounded(row['high'])}",
                str(row["unit"]),
            )
            for row in self.metrics.to_dict("records")
        ]

    def table(self) -> str:
        """Return the metrics as HTML."""
        return as_html(repr(self.study), self.rows())

    def __repr__(self) -> str:
        return as_text(repr(self.study), self.rows())

    def _ipython_display_(self) -> None:
        show(self, self.study.figure())


def _rounded(value: float) -> str:
    """Return a number with as many digits as a reader needs."""
    return f"{value:.3f}" if value == 0 or abs(value) >= 0.01 else f"{value:.5f}"


class Played(Study):
    """A study of matches played at tables.

    Args:
        matches: matches of one game that are over, in order.
        who: the names of those who played player 0 and player 1.
    """

    def __init__(
        self, matches: Sequence[Match], who: tuple[str, str] = ("people", "people")
    ) -> None:
        if not matches:
            raise GameError("There is nothing to study yet: no match is over.")
        if any(match.result is None for match in matches):
            raise GameError("A study holds only matches that are over.")
        if len({repr(match.game) for match in matches}) > 1:
            raise GameError("A study holds one game: make a study for each game.")
        rows = np.array([row_of(match) for match in matches], np.int64)
        super().__init__(matches[0].game, who, 0, rows)

    def _ending_names(self, numbers: Rows) -> list[str]:
        early = {number: rule for rule, number in EARLY.items()}
        return [early.get(n) or self.game.rule_id(n) for n in numbers.tolist()]


def row_of(match: Match) -> list[int]:
    """Return the row of a finished match, in the columns of `drivers`."""
    result, row = match.result, [0] * drivers.COLUMNS
    notes = notes_of(match)
    assert result is not None
    ended = EARLY.get(result.rule) or match.game.result(match.rules, match.state)[1]
    row[drivers.FIRST] = match.first
    row[drivers.WINNER] = WITHOUT_WINNER[result.kind] if result.winner is None else result.winner
    row[drivers.RULE] = ended
    row[drivers.MOVES], row[drivers.TURNS] = match.ply, match.state.turn
    row[drivers.SKIPS] = match.skips
    row[drivers.CHOICES] = match.choices
    if result.payoff is not None:  # also after a resignation
        notes[0] = result.payoff
    return row + notes


NEAR = 0.05  # moves with values closer than this are about as good
BEHIND = 0.25  # a winner who was once below this came back
NOT_DECIDED = -1


@dataclass(frozen=True, slots=True)
class Course:
    """The course of one game in the eyes of a search.

    Attributes:
        winner: 0, 1 or NOT_DECIDED.
        values: V(0) at each position; V(1) is 1 - V(0).
        forced: decisions with one legal move.
        genuine: decisions with several moves about as good as the best, and others that are worse.
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

    It replays finished games and asks the search what it expects before every decision. Compare only
    figures from the same search.

    Args:
        study: the study whose games to look at.
        by: the search, see `gamekit.bot`.
        games: how many finished games to look at, from the first on; all, if the study has fewer.

    Returns:
        a row for each metric: metric, value, low, high, n (games), unit, by. The functions below define
            them; the limits are 95% intervals over games.
    """
    search = bot(by)
    if not isinstance(search, Search) or search.seconds:
        raise GameError(f'quality(by={shown(by)}): name a search, for example "search:200".')
    check_bots(study)
    numbers = np.flatnonzero(study.is_finished[: whole("games", games, 1)]).tolist()
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        courses = list(pool.map(partial(course, study, search), numbers))
    return table(courses, by)


def course(study: Repeatable, search: Search, number: int) -> Course:
    """Return the course of one game of a study, in the eyes of a search."""
    game, rules = study.game, study.game.rules()
    thoughts = stream_key(study.seed & MASK, number, JUDGE_STREAM)
    values: list[float] = []
    forced = genuine = 0
    winner = NOT_DECIDED
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
    return Course(winner if winner in (0, 1) else NOT_DECIDED, tuple(values), forced, genuine)


def table(courses: Sequence[Course], by: str) -> pd.DataFrame:
    """Return the metrics of `quality` for these courses of games."""
    import pandas as pd

    begun = [each for each in courses if each.values]
    won = [each for each in begun if each.winner != NOT_DECIDED]
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
    """Return the estimate of a measure over games. Without games, its interval is as wide as possible."""
    if not courses:
        return np.nan, 0.0, 1.0
    return estimate(np.array([measure(each) for each in courses], np.float64))


# --- of one game ---------------------------------------------------------------------------------


def drama(game: Course) -> float:
    """Return by how much the winner was behind, on average over the positions."""
    return float(np.mean([max(value, 1 - value) - value for value in game.of(game.winner)]))


def lead_changes(game: Course) -> float:
    """Return the share of positions after the first whose leader differs from the one before."""
    leads = np.sign(np.array(game.values) - 0.5)
    return float(np.mean(leads[1:] != leads[:-1]))


def decisiveness(game: Course) -> float:
    """Return the share of positions left once the winner stands higher than the loser ever does."""
    threshold = max(game.of(1 - game.winner))
    values = game.of(game.winner)
    first = next((k for k, value in enumerate(values) if value > threshold), len(values))
    return 1 - first / len(values)


def comeback(game: Course) -> float:
    """Return 1 if the winner once stood far behind, otherwise 0."""
    return float(min(game.of(game.winner)) < BEHIND)


def is_genuine(values: Sequence[float]) -> bool:
    """Are several moves about as good as the best, and others worse?"""
    near = sum(value > max(values) - NEAR for value in values)
    return 2 <= near < len(values)
