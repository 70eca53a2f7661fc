"""What many variants show, each compared with the game as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

import pandas as pd

from gamekit.contract import Game
from gamekit.studies.comparison import Comparison, Found
from gamekit.studies.measures import check_measure
from gamekit.studies.paired import effect, together
from gamekit.studies.report.headline import ALPHA
from gamekit.studies.study import Study
from gamekit.validation import whole

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

SHOWN = ("first-player score", "draws", "length", "branching")
NOT_RANKED = {"branching", "skips", "turns", "score of player 0"}  # what others say better
EFFECTS = ["variant", "measure", "a", "b", "difference", "low", "high", "p", "effect", "unit"]


@dataclass(frozen=True, slots=True)
class Variant:
    """What was changed, and what came of it."""

    changes: Mapping[str, object]
    comparison: Comparison


class Variants:
    """Variants of a game, each compared with the game as it is on the same games.

    Attributes:
        base: the study of the game as it is.
        variants: what was changed, and the comparison, for each row.
        left_out: a row for each change that could not be played, and why.
    """

    def __init__(
        self,
        base: Study,
        variants: Sequence[Variant],
        left_out: Sequence[tuple[Mapping[str, object], str]],
    ) -> None:
        self.base = base
        self.variants = self._ordered(variants)
        self.left_out = pd.DataFrame(
            [(told(changes), why) for changes, why in left_out], columns=["change", "why"]
        )

    def _ordered(self, variants: Sequence[Variant]) -> list[Variant]:
        return list(variants)

    def __len__(self) -> int:
        return len(self.variants)

    @cached_property
    def effects(self) -> pd.DataFrame:
        """A row for each variant and measure: the values, the difference with its interval and p,
        both adjusted for all rows together (Holm), and the effect, which is the difference in
        standard deviations of single games. The game as it is has no rows."""
        found = [
            (row, name, one)
            for row, variant in enumerate(self.variants)
            if not self._is_base(row)
            for name, one in self._found(variant.comparison).items()
        ]
        judged = together([one.gap for *_, one in found], [one.again for *_, one in found])
        rows = [
            (row, name, one.a.value, one.b.value, *gap[:4], effect(one.a, one.b), one.a.unit)
            for (row, name, one), gap in zip(found, judged, strict=True)
        ]
        return pd.DataFrame(rows, columns=EFFECTS)

    def _found(self, comparison: Comparison) -> Mapping[str, Found]:
        """Return the measures of a comparison that effects are told of."""
        return comparison.found

    def _is_base(self, row: int) -> bool:
        """Is this the game as it is?"""
        return self.variants[row].comparison.b is self.base

    def game(self, row: int) -> Game:
        """Return the variant of a row, to be played, changed and compared further."""
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
        """The measure that a report has a picture of."""
        return "length"

    def figure(self, measure: str | None = None) -> Figure:
        """Return a picture of one measure, `pictured` unless it is named."""
        raise NotImplementedError

    def report(self) -> VariantsReport:
        """Return the table and a figure, shown in a notebook."""
        return VariantsReport(self)

    def __repr__(self) -> str:
        one, other = self.base.bots
        rest = f", {len(self.left_out)} left out" if len(self.left_out) else ""
        many = "variant" if len(self) == 1 else "variants"
        return (
            f"{self.base.game.title}: {len(self)} {many}{rest}, {len(self.base):,} games each, "
            f"{one} against {other}, seed {self.base.seed}"
        )


class Sweep(Variants):
    """Every combination of some values.

    Args:
        parameters: whose values were tried.
    """

    def __init__(
        self,
        base: Study,
        variants: Sequence[Variant],
        left_out: Sequence[tuple[Mapping[str, object], str]],
        parameters: Sequence[str],
    ) -> None:
        super().__init__(base, variants, left_out)
        self.parameters = tuple(parameters)

    @cached_property
    def table(self) -> pd.DataFrame:
        """A row for each variant: its parameters, the share of games it touched, four measures, and
        which measures stand out from the game as it is."""
        clear = self.effects[self.effects["p"] < ALPHA].groupby("variant")["measure"].agg(list)
        rows = []
        for row, variant in enumerate(self.variants):
            found = variant.comparison.found
            values = {name: found[name].b.value if name in found else 0.0 for name in SHOWN}
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
        """Return the effects on one measure, by variant, and the value of the game as it is."""
        rows = super()._of(measure)
        same = [
            (row, measure, one.value, one.value, 0.0, 0.0, 0.0, 1.0, 0.0, one.unit)
            for row in filter(self._is_base, range(len(self)))
            for one in [self.comparison(row).in_measure(measure).a]
        ]
        base = pd.DataFrame(same, columns=EFFECTS).set_index("variant")
        return pd.concat([rows, base]).sort_index() if same else rows

    def figure(self, measure: str | None = None) -> Figure:
        """Return a heat map of one measure for two parameters, otherwise lines."""
        from gamekit.studies.report.variant_figures import sweep_figure

        measure = measure or self.pictured
        return sweep_figure(self.variants, self._of(measure), self.parameters, measure)


class Ablation(Variants):
    """One change at a time, the one that does most first.

    Args:
        measure: what it does most to; None: whatever it changes most.
    """

    def __init__(
        self,
        base: Study,
        variants: Sequence[Variant],
        left_out: Sequence[tuple[Mapping[str, object], str]],
        measure: str | None = None,
    ) -> None:
        self.measure = measure
        super().__init__(base, variants, left_out)

    def _ordered(self, variants: Sequence[Variant]) -> list[Variant]:
        return sorted(variants, key=self._strength, reverse=True)

    def _strength(self, variant: Variant) -> float:
        found = self._found(variant.comparison)
        ranked = [self.measure] if self.measure else found.keys() - NOT_RANKED
        return max(effect(found[name].a, found[name].b) for name in ranked)

    def _found(self, comparison: Comparison) -> Mapping[str, Found]:
        ranked = {self.measure: comparison.in_measure(self.measure)} if self.measure else {}
        return {**comparison.found, **ranked}

    @cached_property
    def table(self) -> pd.DataFrame:
        """A row for each change: the share of games it touched, and what it did to the measure that
        is ranked or, where none was named, to the one on which it has the largest effect: the
        difference with its interval and p, both adjusted for all changes and measures (Holm), and
        the effect in standard deviations of single games."""
        is_counted = ~self.effects["measure"].isin(NOT_RANKED)
        if self.measure:
            is_counted = self.effects["measure"] == self.measure
        counted = self.effects[is_counted]
        strongest = counted.loc[counted.groupby("variant")["effect"].idxmax()]
        strongest = strongest.set_index("variant")
        changes = [told(variant.changes) for variant in self.variants]
        touched = [variant.comparison.touched[0] for variant in self.variants]
        columns = ["measure", "a", "b", "difference", "low", "high", "p", "effect", "unit"]
        return pd.DataFrame({"change": changes, "touched": touched, **strongest[columns]})

    @property
    def pictured(self) -> str:
        """The measure that a report has a picture of: the one that is ranked."""
        return self.measure or super().pictured

    def figure(self, measure: str | None = None) -> Figure:
        """Return the differences in one measure as bars, with their intervals."""
        from gamekit.studies.report.variant_figures import ablation_figure

        measure = measure or self.pictured
        return ablation_figure(self.variants, self._of(measure), measure)


def told(changes: Mapping[str, object]) -> str:
    """Return changes as they are written."""
    return ", ".join(f"{name}={value}" for name, value in changes.items())


class VariantsReport:
    """Many variants, for reading."""

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
        table = self.variants.table.to_string(float_format=_figure)
        return "\n".join([repr(self.variants), "", table, "", *self._notes()])

    def table(self) -> str:
        """Return the table as HTML."""
        html = self.variants.table.to_html(float_format=_figure, border=0)
        notes = "".join(f"<p>{escape(note)}</p>" for note in self._notes())
        return f"<p><strong>{escape(repr(self.variants))}</strong></p>{html}{notes}"

    def _ipython_display_(self) -> None:
        from IPython import display

        show: Any = display.display  # IPython gives it no types
        show({"text/plain": repr(self), "text/html": self.table()}, raw=True)
        if len(self.variants):
            show(self.variants.figure())


def _figure(value: float) -> str:
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"
