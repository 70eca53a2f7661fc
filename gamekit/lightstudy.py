"""What a playtest shows in plain numbers, without NumPy, pandas or SciPy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import inf, isnan, nan, sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any, NoReturn

from gamekit import drivers
from gamekit.contract import BOTH_LOSE, DRAW, Game
from gamekit.errors import GameError, did_you_mean
from gamekit.intervals import Z, difference, score_interval
from gamekit.validation import shown, whole_number

if TYPE_CHECKING:
    import pandas as pd

COMPARED = ("first-player score", "draws", "both lose", "length")

Row = list[int]
Span = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric of a study, with its 95 % interval."""

    metric: str
    value: float
    low: float
    high: float
    n: int
    unit: str

    @property
    def span(self) -> Span:
        """The value and its interval."""
        return self.value, self.low, self.high


class Metrics(list[Metric]):
    """Metrics as a list, where there are no tables of pandas; whatever else a table does needs it."""

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice) or whole_number(key) is not None:
            return super().__getitem__(key)
        raise _missing("A table's column")

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        raise _missing(f"{name} of a table")


def _missing(what: str) -> ModuleNotFoundError:
    return ModuleNotFoundError(f"{what} needs pandas, which is missing here.", name="pandas")


class LightStudy:
    """What a playtest shows, without tables of pandas: `metrics` is a list.

    Attributes:
        game, bots, seed: what was played, by whom, from which chance.
        rows: the games, a list of `drivers.COLUMNS` each.
        wanted: how many games were asked for.
        metrics: a `Metric` for each; length and turns are those of finished games, which their `n`
            counts.
    """

    def __init__(
        self, game: Game, bots: tuple[str, str], seed: int, rows: Sequence[Row], wanted: int
    ) -> None:
        self.game, self.bots, self.seed = game, bots, seed
        self.rows, self.wanted = list(rows), wanted
        if not self.rows:
            raise GameError("The playtest was stopped before its first game was over.")
        self.metrics = self._metrics()

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def games(self) -> pd.DataFrame:
        """A row for each game; this one needs pandas."""
        import pandas as pd

        names = ("first", "winner", "ending", "moves", "turns", "skips", "choices")
        return pd.DataFrame([row[: len(names)] for row in self.rows], columns=list(names))

    def _metrics(self) -> Metrics:
        rows, n = self.rows, len(self.rows)
        finished = [row for row in rows if row[drivers.RULE] != drivers.CAPPED]
        of_starter = [score(row, row[drivers.FIRST]) for row in rows]
        of_first = [score(row, 0) for row in rows]
        spans = {
            "first-player score": (_share(of_starter), "of 1"),
            f"score of player 0 ({self.bots[0]})": (_share(of_first), "of 1"),
            "draws": (self._share_of(drivers.WINNER, DRAW), "share of games"),
            "both lose": (self._share_of(drivers.WINNER, BOTH_LOSE), "share of games"),
            "capped": (self._share_of(drivers.RULE, drivers.CAPPED), "share of games"),
        }
        lasting = {
            "length": (_mean([row[drivers.MOVES] for row in finished]), "moves"),
            "turns": (_mean([row[drivers.TURNS] for row in finished]), "turns"),
        }
        return Metrics(
            Metric(name, *span, number, unit)
            for found, number in ((spans, n), (lasting, len(finished)))
            for name, (span, unit) in found.items()
        )

    def _share_of(self, column: int, value: int) -> Span:
        return _share([float(row[column] == value) for row in self.rows])

    def endings(self) -> Metrics:
        """Return the share of each ending with its interval, the most frequent first."""
        counts: dict[int, int] = {}
        for row in self.rows:
            counts[row[drivers.RULE]] = counts.get(row[drivers.RULE], 0) + 1
        n = len(self.rows)
        found = sorted(counts.items(), key=lambda item: -item[1])
        return Metrics(
            Metric(self._ending(rule), k / n, *score_interval(k / n, n), n, "share of games")
            for rule, k in found
        )

    def _ending(self, rule: int) -> str:
        return "capped" if rule == drivers.CAPPED else self.game.rule_id(rule)

    def span(self, metric: str, digits: int = 3) -> str:
        """Return a metric with its 95 % interval in words: "0.501 (0.487 to 0.514)"."""
        found = {known.metric: known for known in self.metrics}
        if metric not in found:
            raise GameError(f"no metric {shown(metric)}.{did_you_mean(metric, found)}")
        value, low, high = found[metric].span
        return f"{value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"

    def __repr__(self) -> str:
        number = f"{len(self):,} games"
        if len(self) < self.wanted:
            number = f"{len(self):,} of {self.wanted:,} games"
        return (
            f"{self.game.title}, {number}, {self.bots[0]} against "
            f"{self.bots[1]}: first-player score {self.span('first-player score')[:-1]}, 95 %)"
        )

    def report(self) -> LightReport:
        """Return a table, shown in a notebook."""
        return LightReport(self)

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        raise ModuleNotFoundError(
            f"{name} of a playtest needs NumPy, pandas and SciPy, which are missing here. "
            "What there is: metrics, endings(), span(metric), report().",
            name="numpy",
        )


def measures(study: LightStudy) -> dict[str, Span]:
    """Return what describes a variant, by name: metrics, then each ending."""
    metrics = [metric for metric in study.metrics if metric.metric in COMPARED]
    return {known.metric: known.span for known in (*metrics, *study.endings())}


def side_by_side(study: LightStudy, pinned: LightStudy) -> dict[str, list[Span]]:
    """Return the measures of two studies of different seeds, and their differences."""
    now, then = measures(study), measures(pinned)
    rows = {}
    for name in {**now, **then}:
        one = now.get(name) or (0.0, *score_interval(0.0, len(study)))
        other = then.get(name) or (0.0, *score_interval(0.0, len(pinned)))
        rows[name] = [one, other, difference(one, other)]
    return rows


class LightReport:
    """A study, for reading."""

    def __init__(self, study: LightStudy) -> None:
        self.study = study

    def _lines(self) -> list[tuple[str, str, str, str]]:
        return [
            (
                m.metric,
                f"{m.value:.3f}",
                f"{m.low:.3f} to {m.high:.3f}",
                m.unit,
            )
            for m in self.study.metrics
            if (m.value and not isnan(m.value)) or m.metric == "draws"
        ]

    def __repr__(self) -> str:
        return as_text(repr(self.study), self._lines())

    def _repr_html_(self) -> str:
        return as_html(repr(self.study), self._lines())


def as_text(head: str, lines: Iterable[tuple[str, str, str, str]]) -> str:
    """Return a table of measures: each with its value, its interval and its unit."""
    return "\n".join([head, "", *(f"{a:<32} {b:>9}  {c:<20} {d}" for a, b, c, d in lines)])


def as_html(head: str, lines: Iterable[tuple[str, str, str, str]]) -> str:
    """Return the same for a notebook."""
    titles = "<tr><th>metric</th><th>value</th><th>95 % interval</th><th>unit</th></tr>"
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>" for line in lines
    )
    return f"<p>{escape(head)}</p><table>{titles}{body}</table>"


def score(row: Row, player: int) -> float:
    """Return the score of a player in a game: 1 for a win, 0.5 for a draw or a capped game."""
    if row[drivers.WINNER] == DRAW or row[drivers.RULE] == drivers.CAPPED:
        return 0.5
    return float(row[drivers.WINNER] == player)


def _share(values: Sequence[float]) -> Span:
    mean = fmean(values)
    return mean, *score_interval(mean, len(values))


def _mean(values: Sequence[int]) -> Span:
    """Return the mean with its Student interval, the limit by Cornish and Fisher's expansion.

    Source: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 1964, 26.7.5.
    """
    n = len(values)
    mean = fmean(values) if values else nan
    if n < 2:
        return mean, 0.0, inf
    f = n - 1
    student = Z + (Z**3 + Z) / (4 * f) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * f * f)
    half = student * sqrt(variance(values) / n)
    return mean, max(0.0, mean - half), mean + half
