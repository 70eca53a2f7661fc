"""Many variants, each compared with the original on the same games, and what they show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import pandas as pd

from gamekit.bots import Bot
from gamekit.contract import Game
from gamekit.contract.fields import Parameter
from gamekit.contract.game import Measures
from gamekit.errors import BadVariant, GameError
from gamekit.games import game_of
from gamekit.intervals import ALPHA
from gamekit.progress import Progress, bar
from gamekit.studies.comparison import Comparison, Found
from gamekit.studies.measures import check_measure, measures_of
from gamekit.studies.plan import same_players
from gamekit.studies.report import remarks, show
from gamekit.studies.run import playtest
from gamekit.studies.statistics import effect, together
from gamekit.studies.study import Study
from gamekit.validation import shown, whole, whole_number

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


GAMES = 2_000
MOST_VARIANTS, MOST_OPTIONS = 1_000, 8
CAREFUL = ("greedy", "greedy")

Changes = dict[str, object]
Left = tuple[Changes, str]
EFFECTS = ["variant", "measure", "a", "b", "difference", "low", "high", "p", "effect", "unit"]


def sweep(
    game: Game | str,
    values: Mapping[str, Sequence[object]],
    bots: Sequence[str | Bot] = CAREFUL,
    games: int = GAMES,
    seed: int = 1,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    client: Any = None,
    progress: Progress = True,
    max_moves: int = 2000,
    measures: Measures = None,
) -> Sweep:
    """Playtest every combination of these values against the original, on the same games.

    Args:
        game: a game, a variant or a name.
        values: the values to try for each parameter: {"columns": [3, 4, 5], "sides": [4, 6, 8]}.
        bots, seed, workers, executor, client, progress, max_moves, measures: see `playtest`.
        games: how many games of each variant to play.

    The sweep skips combinations that the game refuses. `left_out` lists them, with the reasons.
    """
    game = game_of(game).measuring(measures)
    values = _checked(game, values)
    whole("the number of variants", prod(map(len, values.values())), 1, MOST_VARIANTS)
    tried = [dict(zip(values, those, strict=True)) for those in product(*values.values())]
    how = {"workers": workers, "executor": executor, "client": client, "max_moves": max_moves}
    base, variants, left = _played(game, tried, bots, games, seed, progress, how)
    return Sweep(base, variants, left, tuple(values))


def _checked(game: Game, values: object) -> dict[str, list[object]]:
    """Return the values to try as lists in which every whole number is an int."""
    if not isinstance(values, Mapping) or not values:
        raise GameError(f'sweep({shown(values)}): give values, such as {{"columns": [3, 4, 5]}}.')
    found: dict[str, list[object]] = {}
    for name, those in values.items():
        is_list = isinstance(those, Sequence) or getattr(those, "ndim", 0) == 1  # an array has none
        if isinstance(those, str) or not is_list or not len(those):
            raise GameError(f"{shown(name)}={shown(those)}: give a list of values to try.")
        if name not in game.options:
            game.with_(**{str(name): None})  # raises an error that names the known parameters
        numbers = ((value, whole_number(value)) for value in those)
        found[name] = [value if number is None else number for value, number in numbers]
    return found


def ablate(
    game: Game | str,
    bots: Sequence[str | Bot] = CAREFUL,
    games: int = GAMES,
    seed: int = 1,
    *,
    measure: str | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    client: Any = None,
    progress: Progress = True,
    max_moves: int = 2000,
    measures: Measures = None,
) -> Ablation:
    """Change one thing at a time, and rank the changes by their effect.

    Each number goes up and down by one, and each option changes to every other.

    Args:
        game: a game, a variant or a name.
        measure: the measure to rank by: "first-player score", "draws", "length" or another row of
            `gamekit.compare(...).table`. None ranks each change by the measure that it changes most, often
            the length.
        bots, seed, workers, executor, client, progress, max_moves, measures: see `playtest`.
        games: how many games of each variant to play.

    The ablation skips changes that the game refuses. `left_out` lists them, with the reasons.
    """
    game = game_of(game).measuring(measures)
    if measure is not None:
        check_measure(game, measure)
    left: list[Left] = []
    tried = [{name: value} for name, value in _steps(game, left)]
    how = {"workers": workers, "executor": executor, "client": client, "max_moves": max_moves}
    base, variants, refused = _played(game, tried, bots, games, seed, progress, how)
    return Ablation(base, variants, [*left, *refused], measure)


def _steps(game: Game, left: list[Left]) -> Iterator[tuple[str, object]]:
    """Yield every parameter with each neighbor of its value. Note the options that are left out."""
    for name, option in game.options.items():
        value = game.parameters[name]
        yield from ((name, other) for other in _near(option, value))
        rest = len(option.options) - 1 - MOST_OPTIONS
        if rest > 0:
            left.append(({name: "..."}, f"{rest} more options; gk.sweep tries those you name."))


def _near(option: Parameter, value: object) -> list[object]:
    if option.options:
        return [other for other in option.options if other != value][:MOST_OPTIONS]
    place = option.values.index(option.encode("", value))
    return [option.values[k] for k in (place - 1, place + 1) if 0 <= k < len(option.values)]


def _played(
    game: Game,
    tried: Sequence[Changes],
    bots: Sequence[str | Bot],
    games: int,
    seed: int,
    progress: Progress,
    how: dict[str, Any],
) -> tuple[Study, list[Variant], list[Left]]:
    """Play the original, then every variant. Also return which variants are left out.

    Ctrl-C keeps the finished variants.
    """
    games = whole("games", games, 1)
    made, left = _made(game, tried)
    if tried and not made:
        changes, why = left[0]
        raise GameError(f"No variant can be played. {changes_in_words(changes)}: {why}")
    bots = same_players(bots, [game, *(variant for _, variant in made)])
    with bar(games * (1 + len(made)), progress) as tell:
        base, variants = playtest(game, bots, games, seed, progress=tell, **how), list[Variant]()
        for k, (changes, variant) in enumerate(made):
            if len(base) < games:
                left += [(changes, "interrupted before it") for changes, _ in made[k:]]
                break
            try:
                study = base
                if variant.parameters != game.parameters:
                    study = playtest(variant, bots, games, seed, progress=tell, **how)
            except GameError as problem:
                left.append((changes, str(problem)))
                continue
            if len(study) < games:
                left += [(changes, "interrupted") for changes, _ in made[k:]]
                break
            variants.append(Variant(changes, Comparison(base, study)))
    return base, variants, left


def _made(game: Game, tried: Sequence[Changes]) -> tuple[list[tuple[Changes, Game]], list[Left]]:
    """Return the playable variants, and the other changes with the reasons."""
    made, left = [], []
    for changes in tried:
        try:
            made.append((changes, game.with_(**changes)))
        except BadVariant as problem:
            left.append((changes, str(problem)))
    return made, left


@dataclass(frozen=True, slots=True)
class Variant:
    """A change, and its comparison with the original."""

    changes: Mapping[str, object]
    comparison: Comparison


@dataclass(eq=False, repr=False)
class Variants:
    """Variants of a game, each compared with the original on the same games.

    Attributes:
        base: the study of the original.
        variants: the change and its comparison, for each row.
        left: the changes that were not played, each with the reason.
    """

    base: Study
    variants: list[Variant]
    left: list[Left]

    @cached_property
    def left_out(self) -> pd.DataFrame:
        """A row for each change that was not played, with the reason."""
        rows = [(changes_in_words(changes), why) for changes, why in self.left]
        return pd.DataFrame(rows, columns=["change", "why"])

    def __len__(self) -> int:
        return len(self.variants)

    @cached_property
    def effects(self) -> pd.DataFrame:
        """A row for each variant and measure. The original has no rows.

        It has the two values, the difference with its interval and p, both adjusted for all rows together
        (Holm), and the effect: the difference in standard deviations of single games.
        """
        found = [
            (row, name, one)
            for row, variant in enumerate(self.variants)
            if not self._is_base(row)
            for name, one in self._found(variant.comparison).items()
        ]
        judged = together([one.gap for *_, one in found], [one.gap_at for *_, one in found])
        rows = [
            (row, name, one.a.value, one.b.value, *gap[:4], effect(one.a, one.b), one.a.unit)
            for (row, name, one), gap in zip(found, judged, strict=True)
        ]
        return pd.DataFrame(rows, columns=EFFECTS)

    def _found(self, comparison: Comparison) -> Mapping[str, Found]:
        """Return the measures of a comparison that have effects."""
        return comparison.found

    def _is_base(self, row: int) -> bool:
        return self.variants[row].comparison.b is self.base

    def game(self, row: int) -> Game:
        """Return the variant of a row, to play, change and compare further."""
        return self.comparison(row).b.game

    def comparison(self, row: int) -> Comparison:
        """Return the comparison behind a row."""
        return self.variants[whole("row", row, 0, len(self) - 1)].comparison

    def _of(self, measure: str) -> pd.DataFrame:
        """Return the effects on one measure, by variant."""
        check_measure(self.base.game, measure)
        return self.effects[self.effects["measure"] == measure].set_index("variant")

    @property
    def table(self) -> pd.DataFrame:
        """A row for each variant."""
        raise NotImplementedError

    @property
    def pictured(self) -> str:
        """The measure in a report's figure."""
        return "length"

    def figure(self, measure: str | None = None) -> Figure:
        """Return a picture of one measure, by default `pictured`."""
        raise NotImplementedError

    def report(self) -> VariantsReport:
        """Return the table and a figure, shown in a notebook."""
        return VariantsReport(self)

    def __repr__(self) -> str:
        one, other = self.base.bots
        rest = f", {len(self.left_out)} left out" if len(self.left_out) else ""
        many = "variant" if len(self) == 1 else "variants"
        text = (
            f"{self.base.game.title}: {len(self)} {many}{rest}, {len(self.base):,} games each, "
            f"{one} against {other}, seed {self.base.seed}"
        )
        return f"{text}. {more}" if (more := remarks(self.base)) else text


@dataclass(eq=False, repr=False)
class Sweep(Variants):
    """Every combination of some values.

    Attributes:
        parameters: the parameters whose values were tried.
    """

    parameters: tuple[str, ...]

    @cached_property
    def table(self) -> pd.DataFrame:
        """A row for each variant: its parameters, the share of games that differ, some measures, and the names
        of those that stand out from the original."""
        clear = self.effects[self.effects["p"] < ALPHA].groupby("variant")["measure"].agg(list)
        measures = measures_of(self.base.game).items()
        rows, columns = [], [name for name, measure in measures if measure.in_sweep]
        for row, variant in enumerate(self.variants):
            found = variant.comparison.found
            values = {name: found[name].b.value if name in found else 0.0 for name in columns}
            rows.append(
                {
                    **variant.changes,
                    "touched": variant.comparison.touched[0],
                    **values,
                    "stands out": ", ".join(clear.get(row, [])),
                }
            )
        return pd.DataFrame(rows)

    def _of(self, measure: str) -> pd.DataFrame:
        """Return the effects on one measure, by variant, and the value of the original."""
        rows = super()._of(measure)
        same = [
            (row, measure, one.value, one.value, 0.0, 0.0, 0.0, 1.0, 0.0, one.unit)
            for row in filter(self._is_base, range(len(self)))
            for one in [self.comparison(row).in_measure(measure).a]
        ]
        base = pd.DataFrame(same, columns=EFFECTS).set_index("variant")
        return pd.concat([rows, base]).sort_index() if same else rows

    def figure(self, measure: str | None = None) -> Figure:
        """Return a heat map of one measure for two parameters; otherwise lines."""
        from gamekit.studies.figures import sweep_figure

        measure = measure or self.pictured
        return sweep_figure(self.variants, self._of(measure), self.parameters, measure)


@dataclass(eq=False, repr=False)
class Ablation(Variants):
    """One change at a time, the one with the largest effect first.

    Attributes:
        measure: the ranked measure; None for the one that each change affects most.
    """

    measure: str | None

    def __post_init__(self) -> None:
        self.variants.sort(key=self._strength, reverse=True)

    def _strength(self, variant: Variant) -> float:
        found = self._found(variant.comparison)
        ranked = [self.measure] if self.measure else found.keys() - _not_ranked(self.base.game)
        return max(effect(found[name].a, found[name].b) for name in ranked)

    def _found(self, comparison: Comparison) -> Mapping[str, Found]:
        ranked = {self.measure: comparison.in_measure(self.measure)} if self.measure else {}
        return {**comparison.found, **ranked}

    @cached_property
    def table(self) -> pd.DataFrame:
        """A row for each change, the one with the largest effect first.

        It has the share of games that differ, and the change of the ranked measure or, without one, of the
        measure that changes most: the difference with its interval and p, both adjusted for all changes and
        measures (Holm), and the effect in standard deviations of single games.
        """
        is_counted = ~self.effects["measure"].isin(_not_ranked(self.base.game))
        if self.measure:
            is_counted = self.effects["measure"] == self.measure
        counted = self.effects[is_counted]
        strongest = counted.loc[counted.groupby("variant")["effect"].idxmax()]
        strongest = strongest.set_index("variant")
        changes = [changes_in_words(variant.changes) for variant in self.variants]
        touched = [variant.comparison.touched[0] for variant in self.variants]
        return pd.DataFrame({"change": changes, "touched": touched, **strongest[EFFECTS[1:]]})

    @property
    def pictured(self) -> str:
        """The measure in a report's figure: the ranked one."""
        return self.measure or super().pictured

    def figure(self, measure: str | None = None) -> Figure:
        """Return the differences in one measure as bars, with their intervals."""
        from gamekit.studies.figures import ablation_figure

        measure = measure or self.pictured
        return ablation_figure(self.variants, self._of(measure), measure)


def _not_ranked(game: Game) -> set[str]:
    """Return the measures that may not rank changes."""
    return {name for name, measure in measures_of(game).items() if not measure.is_ranked}


def changes_in_words(changes: Mapping[str, object]) -> str:
    """Return changes as text: "columns=4, sides=6"."""
    return ", ".join(f"{name}={value}" for name, value in changes.items())


class VariantsReport:
    """Many variants as a table, for reading."""

    def __init__(self, variants: Variants) -> None:
        self.variants = variants

    def _notes(self) -> list[str]:
        rows = self.variants.left_out.itertuples(index=False)
        return [
            "p and intervals are adjusted for all rows and measures (Holm); .game(row) is the variant "
            "of a row.",
            *(f"Left out: {change}. {why}" for change, why in rows),
        ]

    def __repr__(self) -> str:
        table = self.variants.table.to_string(float_format=_rounded)
        return "\n".join([repr(self.variants), "", table, "", *self._notes()])

    def table(self) -> str:
        """Return the table as HTML."""
        html = self.variants.table.to_html(float_format=_rounded, border=0)
        notes = "".join(f"<p>{escape(note)}</p>" for note in self._notes())
        return f"<p><strong>{escape(repr(self.variants))}</strong></p>{html}{notes}"

    def _ipython_display_(self) -> None:
        show(self, *([self.variants.figure()] if len(self.variants) else []))


def _rounded(value: float) -> str:
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"
