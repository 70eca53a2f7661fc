"""What a playtest shows: a row for each game, metrics with 95 % intervals, a report."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from gamekit import drivers
from gamekit.contract import BOTH_LOSE, DRAW, Game
from gamekit.errors import GameError, did_you_mean
from gamekit.given import shown
from gamekit.intervals import score_interval

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

Values = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int64]
CONFIDENCE = 0.95


class Study:
    """A playtest.

    Attributes:
        game: what was played.
        bots: who played player 0 and player 1.
        seed: what all chance came from.
        games: a row for each game: `first` (who started), `winner` (0, 1 or missing), `ending` (a
            rule id, or "capped"), `moves` (decisions of players), `turns`, `skips` (turns skipped
            automatically) and `choices` (legal moves, summed over the game's decisions).
        metrics: a row for each metric, with its 95 % interval.
    """

    def __init__(self, game: Game, bots: tuple[str, str], seed: int, rows: Rows) -> None:
        self.game, self.bots, self.seed = game, bots, seed
        self._rows = rows
        winner = pd.array(rows[:, drivers.WINNER], dtype="Int8")
        winner[~np.isin(rows[:, drivers.WINNER], (0, 1))] = pd.NA
        endings = [
            "capped" if rule == drivers.CAPPED else game.rule_id(int(rule))
            for rule in rows[:, drivers.RULE]
        ]
        self.games = pd.DataFrame(
            {
                "game": np.arange(len(rows)),
                "first": rows[:, drivers.FIRST],
                "winner": winner,
                "ending": endings,
                "moves": rows[:, drivers.MOVES],
                "turns": rows[:, drivers.TURNS],
                "skips": rows[:, drivers.SKIPS],
                "choices": rows[:, drivers.CHOICES],
            }
        )
        self.metrics = self._metrics()

    # --- metrics -------------------------------------------------------------------------------

    def scores(self, player: Rows | int) -> Values:
        """Return the score of a player in each game: 1 for a win, 0.5 for a draw, 0 otherwise.

        A capped game counts as a draw; where both lose, nobody scores.
        """
        winner = self._rows[:, drivers.WINNER]
        drawn = (winner == DRAW) | (self._rows[:, drivers.RULE] == drivers.CAPPED)
        return np.where(drawn, 0.5, winner == player).astype(np.float64)

    def _metrics(self) -> pd.DataFrame:
        rows, n = self._rows, len(self._rows)
        moves, turns = rows[:, drivers.MOVES], rows[:, drivers.TURNS]
        winner, rule = rows[:, drivers.WINNER], rows[:, drivers.RULE]
        found = [
            ("first-player score", *_share(self.scores(rows[:, drivers.FIRST])), n, "of 1"),
            (f"score of player 0 ({self.bots[0]})", *_share(self.scores(0)), n, "of 1"),
            ("draws", *_share(winner == DRAW), n, "share of games"),
            ("both lose", *_share(winner == BOTH_LOSE), n, "share of games"),
            ("capped", *_share(rule == drivers.CAPPED), n, "share of games"),
            ("length", *_mean(moves), n, "moves"),
            ("turns", *_mean(turns), n, "turns"),
            ("branching", *_ratio(rows[:, drivers.CHOICES], moves), n, "legal moves a decision"),
            ("skips", *_ratio(rows[:, drivers.SKIPS], turns), n, "share of turns"),
        ]
        table = pd.DataFrame(found, columns=["metric", "value", "low", "high", "n", "unit"])
        return table.set_index("metric", drop=False).rename_axis(None)

    def span(self, metric: str, digits: int = 3) -> str:
        """Return a metric with its 95 % interval in words: "0.501 (0.487 to 0.514)"."""
        if metric not in self.metrics.index:
            raise GameError(f"no metric {shown(metric)}.{did_you_mean(metric, self.metrics.index)}")
        value, low, high = self.metrics.loc[metric, ["value", "low", "high"]]
        return f"{value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"

    def __repr__(self) -> str:
        return (
            f"{self.game.title}, {len(self.games):,} games, {self.bots[0]} against "
            f"{self.bots[1]}: first-player score {self.span('first-player score')[:-1]}, 95 %)"
        )

    # --- report --------------------------------------------------------------------------------

    def report(self) -> Report:
        """Return a table and two figures, shown in a notebook."""
        return Report(self)

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write the report as one self-contained web page."""
        figure = self.figure().to_html(full_html=False, include_plotlyjs=True)
        title = escape(self.game.title)
        page = (
            f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{title}</title>"
            f"<body style='font-family:sans-serif'><h1>{title}</h1>"
            f"{Report(self).table()}{figure}</body></html>"
        )
        Path(path).write_text(page, encoding="utf-8")

    def endings(self) -> pd.DataFrame:
        """Return the share of each ending with its interval, the most frequent first."""
        counts = self.games["ending"].value_counts(sort=True)
        n = len(self.games)
        rows = [(name, k / n, *score_interval(k / n, n)) for name, k in counts.items()]
        return pd.DataFrame(rows, columns=["ending", "share", "low", "high"])

    def figure(self) -> Figure:
        """Return two plots side by side: how games end, and how long they last."""
        from gamekit.playtesting.figures import study_figure

        return study_figure(self)


class Report:
    """A study, for reading."""

    def __init__(self, study: Study) -> None:
        self.study = study

    def _rows(self) -> list[tuple[str, str, str, str]]:
        metrics = self.study.metrics
        shown = metrics[(metrics["value"] != 0) | (metrics["metric"] == "draws")]
        return [
            (
                str(row["metric"]),
                _figure(row["value"]),
                f"{_figure(row['low'])} to {_figure(row['high'])}",
                str(row["unit"]),
            )
            for row in shown.to_dict("records")
        ]

    def table(self) -> str:
        """Return the metrics as HTML."""
        head = "<tr><th>metric</th><th>value</th><th>95 % interval</th><th>unit</th></tr>"
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
            for row in self._rows()
        )
        return f"<p>{escape(repr(self.study))}</p><table>{head}{body}</table>"

    def __repr__(self) -> str:
        lines = [repr(self.study), ""]
        lines += [f"{a:<32} {b:>9}  {c:<20} {d}" for a, b, c, d in self._rows()]
        return "\n".join(lines)

    def _ipython_display_(self) -> None:
        from IPython import display

        show: Any = display.display  # IPython gives it no types
        show({"text/plain": repr(self), "text/html": self.table()}, raw=True)
        show(
            {
                "text/plain": "Two plots: how games end, and how long they last.",
                "application/vnd.plotly.v1+json": _plain(self.study.figure()),
            },
            raw=True,
        )


def _figure(value: float) -> str:
    """Return a number with as many digits as a reader needs."""
    return f"{value:.3f}" if value == 0 or abs(value) >= 0.01 else f"{value:.5f}"


def _plain(figure: Figure) -> dict[str, Any]:
    """Return a figure as JSON-able data, without what depends on the machine."""
    import json

    data: dict[str, Any] = json.loads(figure.to_json())
    return data


def _share(values: Values) -> tuple[float, float, float]:
    """Return the mean of values between 0 and 1, with its Wilson interval."""
    mean = float(np.mean(values))
    return mean, *score_interval(mean, len(values))


def _mean(values: Rows) -> tuple[float, float, float]:
    """Return the mean with its Student interval."""
    return _interval(float(np.mean(values)), values - np.mean(values), 1.0)


def _ratio(above: Rows, below: Rows) -> tuple[float, float, float]:
    """Return a ratio of sums over games with its interval.

    Decisions within a game are alike, so the game is the unit: the interval is that of the
    linearised ratio (W. Cochran, Sampling Techniques, 1977, 6.4).
    """
    total = float(np.sum(below))
    if total == 0:
        return 0.0, 0.0, 0.0
    ratio = float(np.sum(above)) / total
    return _interval(ratio, above - ratio * below, total / len(below))


def _interval(value: float, residuals: Values, scale: float) -> tuple[float, float, float]:
    """Return a value with its Student interval; nothing measured here is below 0."""
    n = len(residuals)
    if n < 2:
        return value, 0.0, float("inf")
    error = float(np.sqrt(np.sum(np.square(residuals)) / (n - 1) / n)) / scale
    half = float(stats.t.ppf((1 + CONFIDENCE) / 2, n - 1)) * error
    return value, max(0.0, value - half), value + half
