"""What many variants show, each compared with the game as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

import pandas as pd

from gamekit.contract import Game
from gamekit.errors import GameError, did_you_mean
from gamekit.given import shown, whole
from gamekit.playtesting.comparison import Comparison
from gamekit.playtesting.headline import ALPHA
from gamekit.playtesting.paired import effect, holm
from gamekit.playtesting.study import Study

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

SHOWN = ("first-player score", "draws", "length", "branching")
NOT_RANKED = ("branching", "skips", "turns", "score of player 0")  # what others say better
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
        self.base, self.variants = base, self._ordered(variants)
        self.left_out = pd.DataFrame(
            [(told(changes), why) for changes, why in left_out], columns=["change", "why"]
        )

    def _ordered(self, variants: Sequence[Variant]) -> list[Variant]:
        return list(variants)

    def __len__(self) -> int:
        return len(self.variants)

    @cached_property
    def effects(self) -> pd.DataFrame:
        """A row for each variant and measure: the values, the difference with its 95 % interval, p
        adjusted for all rows together (Holm), and the effect, which is the difference in standard
        deviations of single games."""
        found = [
            (row, name, one)
            for row, variant in enumerate(self.variants)
            for name, one in variant.comparison.found.items()
        ]
        adjusted = holm([one.gap.p for _, _, one in found])
        rows = [
            (row, name, one.a.value, one.b.value, *one.gap[:3], p, effect(one.a, one.b), one.a.unit)
            for (row, name, one), p in zip(found, adjusted, strict=True)
        ]
        return pd.DataFrame(rows, columns=EFFECTS)

    def game(self, row: int) -> Game:
        """Return the variant of a row, to be played, changed and compared further."""
        return self.comparison(row).b.game

    def comparison(self, row: int) -> Comparison:
        """Return the comparison behind a row."""
        return self.variants[whole("row", row, 0, len(self) - 1)].comparison

    def _of(self, measure: str) -> pd.DataFrame:
        """Return the effects on one measure, by variant."""
        rows = self.effects[self.effects["measure"] == measure]
        if rows.empty:
            known = self.effects["measure"].unique()
            raise GameError(f"no measure {shown(measure)}.{did_you_mean(measure, known)}")
        return rows.set_index("variant")

    @property
    def table(self) -> pd.DataFrame:
        """A row for each variant."""
        raise NotImplementedError

    def figure(self, measure: str = "length") -> Figure:
        """Return a picture of one measure."""
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

    def figure(self, measure: str = "length") -> Figure:
        """Return a heat map of one measure for two parameters, otherwise lines."""
        from gamekit.playtesting.variant_figures import sweep_figure

        return sweep_figure(self.variants, self._of(measure), self.parameters, measure)


class Ablation(Variants):
    """One change at a time, the one that does most first."""

    def _ordered(self, variants: Sequence[Variant]) -> list[Variant]:
        return sorted(variants, key=_strength, reverse=True)

    @cached_property
    def table(self) -> pd.DataFrame:
        """A row for each change: the share of games it touched, the measure of how games go and end
        on which it has the largest effect, with the difference, its 95 % interval, p (Holm, over all changes and
        measures), and the effect in standard deviations of single games."""
        counted = self.effects[~self.effects["measure"].isin(NOT_RANKED)]
        strongest = counted.loc[counted.groupby("variant")["effect"].idxmax()]
        strongest = strongest.set_index("variant")
        changes = [told(variant.changes) for variant in self.variants]
        touched = [variant.comparison.touched[0] for variant in self.variants]
        columns = ["measure", "a", "b", "difference", "low", "high", "p", "effect", "unit"]
        return pd.DataFrame({"change": changes, "touched": touched, **strongest[columns]})

    def figure(self, measure: str = "length") -> Figure:
        """Return the differences in one measure as bars, with their intervals."""
        from gamekit.playtesting.variant_figures import ablation_figure

        return ablation_figure(self.variants, self._of(measure), measure)


def told(changes: Mapping[str, object]) -> str:
    """Return changes as they are written."""
    return ", ".join(f"{name}={value}" for name, value in changes.items())


def _strength(variant: Variant) -> float:
    found = variant.comparison.found.items()
    return max(effect(one.a, one.b) for name, one in found if name not in NOT_RANKED)


class VariantsReport:
    """Many variants, for reading."""

    def __init__(self, variants: Variants) -> None:
        self.variants = variants

    def _notes(self) -> list[str]:
        rows = self.variants.left_out.itertuples(index=False)
        return [
            "p is adjusted for all rows and measures (Holm); .game(row) is the variant of a row.",
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
        import json

        from IPython import display

        show: Any = display.display  # IPython gives it no types
        show({"text/plain": repr(self), "text/html": self.table()}, raw=True)
        if len(self.variants):
            plot = json.loads(self.variants.figure().to_json())
            told = "A plot of the lengths of games."
            show({"text/plain": told, "application/vnd.plotly.v1+json": plot}, raw=True)


def _figure(value: float) -> str:
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"
