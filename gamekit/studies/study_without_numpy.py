"""Playtests without NumPy, pandas or SciPy, as in a browser: plain numbers.

A game depends on the seed and its number alone, on any machine. If nothing compiles, a playtest plays as
many games as fit into a few seconds, and says how many.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from math import fsum, inf, isnan, nan, sqrt
from statistics import NormalDist, fmean, pstdev, variance
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn

from gamekit import drivers
from gamekit.bots import Bot
from gamekit.compiling import Compiled, engine_of
from gamekit.compiling.runtime import Worker, has_workers
from gamekit.contract import Game
from gamekit.contract.game import Measures
from gamekit.drivers.engine import Interpreted
from gamekit.errors import GameError, NotHere
from gamekit.intervals import (
    ALPHA,
    FEW,
    Z,
    around,
    difference,
    holm,
    mean_score,
    ratio,
    score_interval,
    student,
)
from gamekit.progress import PAUSE, Notice, in_notebook
from gamekit.studies.measures import (
    SHARE,
    Estimate,
    Measure,
    Noted,
    in_words,
    measures_of,
    noted,
    own_name,
)
from gamekit.studies.plan import (
    COMPILED,
    GAMES,
    INTERPRETED,
    Driven,
    Plan,
    check_row,
    plan_of,
    played,
    stand_ins_in_words,
    with_engine,
)
from gamekit.studies.report import as_html, as_text, in_a_line
from gamekit.validation import whole, whole_number

if TYPE_CHECKING:
    import pandas as pd


SECONDS = 5.0  # for a playtest; raise it for more games, lower it to wait less
PATIENCE = 20.0  # seconds for the first game, which ignores SECONDS
TRIAL = 0.2  # the share of SECONDS after which the playtest decides how many games it plays
STEP = 0.1  # seconds for the games of one step with compiled rules
NEEDED = ("numpy", "pandas", "scipy")  # libraries of full playtests

Row = list[int]


def lacks_libraries() -> bool:
    """Is a library missing here that full playtests need?"""
    return not all(find_spec(name) for name in NEEDED)


def playtest(
    game: Game | str,
    bots: Sequence[str | Bot] = ("random", "random"),
    games: int | None = None,
    seed: int = 1,
    *,
    progress: bool | Callable[[int], object] = True,
    max_moves: int = 2000,
    measures: Measures = None,
    workers: object = None,
    precision: object = None,
    executor: object = None,
    client: object = None,
    save: object = None,
) -> LightStudy:
    """Play games between two bots, and study them.

    If rules are interpreted, it plays as many games as fit into `gamekit.studies.study_without_numpy.SECONDS`, and raises
    `NotHere` if the first one takes longer than `gamekit.studies.study_without_numpy.PATIENCE` seconds. An
    interrupt keeps the finished games. Of the arguments of the full `gamekit.playtest` it ignores `workers`, and
    raises `NotHere` for those that need libraries.
    """
    needy = {"precision": precision, "executor": executor, "client": client, "save": save}
    for name, value in needy.items():
        if value is not None:
            raise NotHere(
                f"{name}= needs NumPy, pandas and SciPy, which are missing here. Leave it out, or run this "
                "where gamekit is installed."
            )
    plan = plan_of(game, bots, seed, max_moves, measures)
    play = Playtest(plan, GAMES if games is None else games)
    with closing(Notice()) as notice, suppress(KeyboardInterrupt):
        tell = progress if callable(progress) else PlanLine(play, notice).tell
        before = 0
        for done in play:
            if progress:
                tell(done - before)
            before = done
    return play.study()


class Playtest:
    """A playtest in progress: each step of iteration plays some games.

    Args:
        plan: which games to play.
        games: how many.

    Attributes:
        planned: how many games it will play; until it can tell, as many as are wanted.
        rows: the games so far.
        engine: the engine that plays, "compiled" or "interpreted".
    """

    def __init__(self, plan: Plan, games: int) -> None:
        self.plan = plan
        self.wanted = self.planned = whole("games", games, 1)
        self.rows: list[Row] = []
        self.is_planned = False  # has it decided how many games to play?
        self.engine = INTERPRETED
        self._spent = 0.0  # seconds
        self._pace = 1  # games of the next step
        self._deadline = inf

    def __iter__(self) -> Iterator[int]:
        """Play some games at each step, and yield how many there are so far."""
        play = self._player()
        self._deadline = inf if self.rows else monotonic() + PATIENCE
        while len(self.rows) < self.planned:
            begun = monotonic()
            self._take(play(len(self.rows), self._count()), monotonic() - begun)
            yield len(self.rows)

    async def in_worker(self) -> AsyncGenerator[int, None]:
        """Play in a separate worker of the browser, if it has workers and the rules are compiled.

        Closing the generator stops even a game that would never end.
        """
        plan = self.plan
        engine = engine_of(plan.game, plan.calls) if isinstance(plan, Driven) else None
        if not (isinstance(plan, Driven) and isinstance(engine, Compiled) and has_workers()):
            from asyncio import sleep  # heavy: only browsers need it

            for done in self:
                await sleep(0)
                yield done
            return
        program = engine.program(plan.calls)
        self.engine, worker = engine.name, Worker(program.code)
        try:
            while len(self.rows) < self.planned:
                begun, games = monotonic(), plan.games(len(self.rows), self._count())
                found = await program.play_in_worker(games, worker)
                self._take(_rows_in(found, plan.game), monotonic() - begun)
                yield len(self.rows)
        finally:
            worker.end()

    def _count(self) -> int:
        """Return how many games to play next."""
        return min(self._pace, self.planned - len(self.rows))

    def _take(self, rows: Sequence[Row], seconds: float) -> None:
        """Add games, and decide how many to play next."""
        for row in rows:
            check_row(self.plan.game, self.plan.seed, len(self.rows), row)
            self.rows.append(row)
        if self._is_compiled:
            self._pace = 2 * self._pace if seconds < STEP else max(1, self._pace // 2)
        self._deadline = inf
        self._spent += seconds
        self._plan()

    @property
    def _is_compiled(self) -> bool:
        return self.engine == COMPILED

    def _plan(self) -> None:
        """Decide how many games to play, once the first ones show how long they take."""
        done = len(self.rows)
        if self._is_compiled:
            self.is_planned = True
        elif not self.is_planned and self._spent > TRIAL * SECONDS:
            self.planned = max(done, min(self.wanted, _round(done * SECONDS / self._spent)))
            self.is_planned = True

    def pace(self) -> str:
        """Return how many games it will play and why, in a sentence."""
        if self._is_compiled:
            return f"{self.wanted:,} games"
        if self.planned == self.wanted:
            return "The rules are interpreted here"
        return (
            f"The rules are interpreted here, so {self.planned:,} of the {self.wanted:,} games are "
            f"played, about {SECONDS:g} seconds"
        )

    def _check(self) -> None:
        """End a first game that takes too long."""
        if monotonic() > self._deadline:
            bots = " against ".join(self.plan.bots)
            raise NotHere(
                f"Rules are interpreted here, and a game of {bots} takes longer than {PATIENCE:g} "
                "seconds. Let bots play that think less, or run this where gamekit is installed."
            )

    def _player(self) -> Callable[[int, int], list[Row]]:
        """Return a function that plays some games from a given number on."""
        plan = self.plan
        if not isinstance(plan, Driven):
            return lambda first, count: [
                played(plan.game, plan.players, number, plan.seed, plan.max_moves, self._check)
                for number in range(first, first + count)
            ]
        engine = engine_of(plan.game, plan.calls)
        self.engine = engine.name
        if not self._is_compiled:
            engine = Interpreted(plan.game, self._check)
        return lambda first, count: _rows_in(engine.play(plan.games(first, count)), plan.game)

    def study(self) -> LightStudy:
        """Return what the games so far show."""
        game, rows, seed = self.plan.game, self.rows, self.plan.seed
        stand_ins = stand_ins_in_words(self.plan.players, game)
        how = self.wanted, self.engine, stand_ins, self.plan.max_moves
        return LightStudy(game, self.plan.bots, seed, rows, *how)


def _rows_in(found: array[int], game: Game) -> list[Row]:
    numbers, width = found.tolist(), drivers.width(game)
    return [numbers[at : at + width] for at in range(0, len(numbers), width)]


def _round(number: float) -> int:
    """Round a number of games down to two digits."""
    whole_part = max(1, int(number))
    step = int(10 ** max(0, len(str(whole_part)) - 2))
    return whole_part // step * step


class PlanLine:
    """Shows in a notebook how many games a playtest will play, and how far it has come."""

    def __init__(self, play: Playtest, notice: Notice) -> None:
        self.play, self.notice, self.last = play, notice, -inf

    def tell(self, _: int) -> None:
        """Update what it shows, a few times a second."""
        if self.play.is_planned and monotonic() - self.last > PAUSE and in_notebook():
            self.last = monotonic()
            done = len(self.play.rows)
            self.notice.say(f"{self.play.pace()}: {done:,} done.", done, self.play.planned)


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric of a study, with its 95% interval."""

    metric: str
    value: float
    low: float
    high: float
    n: int
    unit: str

    @property
    def span(self) -> Estimate:
        """The value and its interval."""
        return self.value, self.low, self.high

    def __getitem__(self, column: str) -> Any:
        """Return a column, as a row of a table does."""
        if column in self.__slots__:
            return getattr(self, column)
        raise KeyError(column)


class Metrics(list[Metric]):
    """A list of metrics that finds rows and values as a table does, without pandas.

    Everything else that a table does needs pandas.
    """

    @property
    def loc(self) -> dict[str, Metric]:
        """The rows by metric."""
        return {row.metric: row for row in self}

    @property
    def iloc(self) -> list[Metric]:
        """The rows in order."""
        return list(self)

    @property
    def value(self) -> dict[str, float]:
        return {row.metric: row.value for row in self}

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
    """The results of a playtest, without pandas: `metrics` is a list.

    Attributes:
        game, bots, seed: what was played, by whom, and the seed of all chance.
        engine: which rules played, "compiled" or "interpreted".
        rows: the games, each a list of `drivers.width(game)` numbers.
        wanted: how many games were ordered.
        stand_ins: which bots stood in for levels, in a sentence, or "".
        max_moves: where games were stopped.
        metrics: a `Metric` for each measure. If it counts finished games alone, so does `n`.
    """

    def __init__(
        self,
        game: Game,
        bots: tuple[str, str],
        seed: int,
        rows: Sequence[Row],
        wanted: int,
        engine: str,
        stand_ins: str = "",
        max_moves: int = 2000,
    ) -> None:
        self.game, self.bots, self.seed, self.engine = game, bots, seed, engine
        self.max_moves = max_moves
        self.rows, self.wanted, self.stand_ins = list(rows), wanted, stand_ins
        if not self.rows:
            raise GameError("The playtest was stopped before its first game was over.")

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def games(self) -> pd.DataFrame:
        """A row for each game; it needs pandas."""
        import pandas as pd

        names = ["first", "winner", "ending", "moves", "turns", "skips", "choices"]
        games = pd.DataFrame(
            [row[: len(names)] + row[drivers.COLUMNS :] for row in self.rows],
            columns=names + drivers.note_names(self.game),
        )
        games.loc[games["ending"] == drivers.CAPPED, drivers.note_names(self.game)] = None
        return games

    @cached_property
    def metrics(self) -> Metrics:
        """A metric for each measure of the table."""
        finished = sum(row[drivers.RULE] != drivers.CAPPED for row in self.rows)
        return Metrics(
            Metric(
                measure.name_for(self.bots),
                *self.measured(name),
                finished if measure.of_finished else len(self),
                measure.unit,
            )
            for name, measure in self.table.items()
        )

    def measured(self, name: str, z: float = Z) -> Estimate:
        """Return a measure, or the share of an ending.

        Args:
            name: the name of the measure or the ending.
            z: how many standard deviations the interval reaches to each side.
        """
        if name not in self.table:
            k, n = self._endings.get(name, 0) / len(self), len(self)
            return k, *score_interval(k, n, z)
        if name not in self._counted:
            measure = self.table[name]
            self._counted[name] = (
                [float(each) for each in map(measure.above, self._games)],
                [float(each) for each in map(measure.below, self._games)] if measure.below else [],
            )
        return ESTIMATES[self.table[name].kind](*self._counted[name], z)

    def gap(self, base: LightStudy, name: str) -> Estimate:
        """Return how a measure differs from the same measure of another study with the same dice in each game.

        If the games cannot be compared one by one, or if few differ, the interval is wider.
        """
        one, other = self.measured(name), base.measured(name)
        pairs = zip(self._residuals(name), base._residuals(name), strict=False)
        gaps = [a - b for a, b in pairs]
        is_spread = name in self.table and self.table[name].kind == "spread"
        if is_spread or len(self) != len(base) or sum(map(bool, gaps)) < FEW:
            return difference(one, other)
        value = one[0] - other[0]
        half = student(Z, len(gaps) - 1) * sqrt(variance(gaps) / len(gaps))
        return value, value - half, value + half

    def _residuals(self, name: str) -> list[float]:
        """Return how far each game moves a measure away from its value, to first order."""
        value, _, _ = self.measured(name)
        if name not in self.table:
            return [(self._ending(row[drivers.RULE]) == name) - value for row in self.rows]
        above, below = self._counted[name]
        below = below or [1.0] * len(above)
        scale = fmean(below) or 1.0
        return [(a - value * b) / scale for a, b in zip(above, below, strict=True)]

    @cached_property
    def table(self) -> dict[str, Measure]:
        """The measures by name."""
        return measures_of(self.game)

    @cached_property
    def _games(self) -> list[Noted]:
        return [*map(noted, self.rows)]

    @cached_property
    def _counted(self) -> dict[str, tuple[list[float], list[float]]]:
        return {}

    @cached_property
    def _endings(self) -> dict[str, int]:
        """How many games have each ending, most frequent first."""
        counts = Counter(row[drivers.RULE] for row in self.rows)
        return {self._ending(rule): k for rule, k in counts.most_common()}

    def endings(self) -> Metrics:
        """Return the share of each ending with its interval, most frequent first."""
        n = len(self)
        return Metrics(
            Metric(name, k / n, *score_interval(k / n, n), n, SHARE)
            for name, k in self._endings.items()
        )

    def _ending(self, rule: int) -> str:
        return "capped" if rule == drivers.CAPPED else self.game.rule_id(rule)

    def estimate(self, measure: str) -> Estimate:
        """Return a metric, or the share of an ending such as "TBT-17", and the limits of its 95% interval."""
        return self.measured(own_name(self.game, measure, self.bots))

    def span(self, measure: str, digits: int = 3) -> str:
        """Return the same in words: "0.501 (0.487 to 0.514)"."""
        return in_words(self.estimate(measure), digits)

    @property
    def games_in_words(self) -> str:
        """How many games there are, and whether interpreted rules played them."""
        of = f" of {self.wanted:,}" if len(self) < self.wanted else ""
        return with_engine(f"{len(self):,}{of} games", self.engine)

    def __repr__(self) -> str:
        return in_a_line(self)

    def report(self) -> LightReport:
        """Return a table, shown in a notebook."""
        return LightReport(self)

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        raise ModuleNotFoundError(
            f"{name} of a playtest needs NumPy, pandas and SciPy, which are missing here. "
            "Here you have metrics, endings(), estimate(measure), span(measure), report().",
            name="numpy",
        )


def measured(study: LightStudy) -> dict[str, Estimate]:
    """Return each measure of the table, then each ending, by name."""
    return {name: study.measured(name) for name in names_of(study)}


def side_by_side(study: LightStudy, pinned: LightStudy) -> dict[str, list[Estimate]]:
    """Return the measures of two studies, and their differences as if their seeds differed.

    The intervals of the differences are adjusted for the number of rows (Holm).
    """
    names = dict.fromkeys((*names_of(study), *names_of(pinned)))
    both = {name: (study.measured(name), pinned.measured(name)) for name in names}
    rows = {name: two for name, two in both.items() if two[0][0] or two[1][0]}
    ps = [_p(difference(*two)) for two in rows.values()]
    found = {}
    for (name, two), p, times in zip(rows.items(), ps, holm(ps), strict=True):
        z = NormalDist().inv_cdf(1 - ALPHA / times / 2)
        value, low, high = difference(study.measured(name, z), pinned.measured(name, z))
        if p * times >= ALPHA:
            low, high = min(low, 0.0), max(high, 0.0)
        found[name] = [*two, (value, low, high)]
    return found


def names_of(study: LightStudy) -> list[str]:
    """Return the names of all measures and endings; "capped" counts as a measure alone."""
    return [
        *study.table,
        *(ending.metric for ending in study.endings() if ending.metric not in study.table),
    ]


def _p(gap: Estimate) -> float:
    """Return how likely chance alone makes a difference this large, judging by its interval."""
    value, low, high = gap
    if not value or isnan(value):
        return 1.0
    return 2 * NormalDist().cdf(-Z * abs(value) / (value - low if value > 0 else high - value))


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


# --- intervals in plain numbers, from what each game adds above and below the line -----------------


def _share(above: Sequence[float], below: Sequence[float], z: float) -> Estimate:
    return mean_score(above, z)


def _mean(above: Sequence[float], below: Sequence[float], z: float) -> Estimate:
    """Return the mean over the games that count, with its Student interval."""
    values = [value for value, counts in zip(above, below, strict=True) if counts]
    n, value = len(values), fmean(values) if values else nan
    if n < 2:
        return value, 0.0, inf
    least = 0.0 if min(values) >= 0 else -inf
    return around(value, [each - value for each in values], z, least)


def _count(above: Sequence[float], below: Sequence[float], z: float) -> Estimate:
    """Return the mean of a counted number over the games that count, see `statistics.count`."""
    values = [value for value, counts in zip(above, below, strict=True) if counts]
    if values and all(value in (0, 1) for value in values):
        return _share(values, (), z)
    if values and min(values) >= 0:
        return _rate(values, [1.0] * len(values), z, inf)
    return _mean(above, below, z)


def _spread(above: Sequence[float], below: Sequence[float], z: float) -> Estimate:
    """Return the standard deviation over the games that count, see `statistics.spread`."""
    values = [value for value, counts in zip(above, below, strict=True) if counts]
    deviation = pstdev(values) if values else 0.0
    if deviation:
        middle = fmean(values)
        values = [(deviation + (value - middle) ** 2 / deviation) / 2 for value in values]
    else:
        values = [0.0] * len(values)
    return _mean(values, [1.0] * len(values), z)


def _rate(
    above: Sequence[float], below: Sequence[float], z: float, ceiling: float = 1.0
) -> Estimate:
    """Return the events per turn with their interval, see `statistics.rate`."""
    total = fsum(below)
    if total == 0 or sum(one > 0 for one in above) >= FEW:
        value, low, high = ratio(above, below, z)
        return value, low, min(ceiling, high)
    count, spread = fsum(above), fsum(one * one for one in above)
    most = max(1.0, *above)
    low = _gamma(-z, count, spread) if count else 0.0
    high = _gamma(z, count + most, spread + most * most)
    return count / total, low / total, min(ceiling, high / total)


def _gamma(z: float, mean: float, spread: float) -> float:
    """Return a quantile of the gamma distribution with this mean and variance.

    Source: E. Wilson and M. Hilferty, "The distribution of chi-square", 1931.
    """
    shape = mean * mean / spread
    return mean * max(0.0, 1 - 1 / (9 * shape) + z / (3 * sqrt(shape))) ** 3


ESTIMATES = {
    "share": _share,
    "mean": _mean,
    "ratio": ratio,
    "rate": _rate,
    "count": _count,
    "spread": _spread,
}
