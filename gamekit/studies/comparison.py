"""Two variants side by side: what changed from one to the other, and how sure that is."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd

from gamekit import drivers
from gamekit.contract import Game
from gamekit.errors import GameError
from gamekit.intervals import score_interval
from gamekit.studies.example import Example, played_again
from gamekit.studies.measures import SHARE, Measure, measures, never
from gamekit.studies.paired import Gap, paired, together, unpaired
from gamekit.studies.receipt import digest, played, written
from gamekit.studies.report.headline import headline
from gamekit.studies.statistics import Estimate
from gamekit.studies.study import Study
from gamekit.validation import whole

if TYPE_CHECKING:
    from gamekit.studies.report.tables import ComparisonReport

COLUMNS = ["measure", "a", "b", "difference", "low", "high", "p", "worth", "unit"]
SAME = [drivers.WINNER, drivers.RULE, drivers.MOVES, drivers.TURNS, drivers.TRAIL]
RARE = 3.0  # divided by the games: what happens more often is seen in them, with 95 % probability


def check_variants(a: Game, b: Game) -> None:
    """Raise `GameError` unless both are variants of one game."""
    if a.name != b.name:
        raise GameError(
            f"compare: {a.title} and {b.title} are two games; give two variants of one."
        )


class Found(NamedTuple):
    """A measure of both variants, and how they differ in it, judged by itself."""

    a: Measure
    b: Measure
    gap: Gap
    again: Callable[[float], Gap]  # with an interval that leaves out the truth as often as is given


class Comparison:
    """Two variants of a game, compared.

    Where both played the same games, with the same dice and with the same thoughts of the same bots
    until something really differs, the unit is a pair of games; what the two have in common
    cancels.

    Args:
        a: a study of one variant.
        b: of the other; differences are what it has more than `a`.
        at_any_time: somebody looked at the difference again and again, and stopped when they
            liked it: limits and p allow for that.
        stopped: why there are no more pairs, in a few words, where that was not for their number.

    Attributes:
        a, b, at_any_time, stopped: as they were given.
        is_paired: did both play the same games: same seed, same bots, as many? Then the unit is a
            pair of games; otherwise the two are taken as independent, and there are no pairs to
            look at.
    """

    def __init__(self, a: Study, b: Study, at_any_time: bool = False, stopped: str = "") -> None:
        check_variants(a.game, b.game)
        self.a, self.b, self.at_any_time, self.stopped = a, b, at_any_time, stopped
        self.is_paired = are_paired(a, b)

    def __len__(self) -> int:
        """Return how many pairs there are, or games of the smaller study."""
        return min(len(self.a), len(self.b))

    # --- differences ---------------------------------------------------------------------------

    @cached_property
    def table(self) -> pd.DataFrame:
        """A row for each measure that is not 0 in both.

        Length, turns, branching and skips are those of finished games; where one variant has none,
        they are nan. `a` and `b` are the values, `difference` is b - a with the limits `low` and `high` of its
        interval, and `p` says how often a difference as large comes about by chance. Interval and
        p are adjusted for the number of measures, see `together`: where p is below 0.05, the
        interval leaves out 0, and the measure stands out. `worth` is how many games of each variant
        would give an interval as narrow if the two had no dice and thoughts in common.
        """
        found = self.found.values()
        judged = together([one.gap for one in found], [one.again for one in found])
        rows = [
            (name, one.a.value, one.b.value, *gap, one.a.unit)
            for (name, one), gap in zip(self.found.items(), judged, strict=True)
        ]
        table = pd.DataFrame(rows, columns=COLUMNS)
        return table.set_index("measure", drop=False).rename_axis(None)

    @cached_property
    def found(self) -> dict[str, Found]:
        """Each measure that is not 0 in both, with its difference; nothing is adjusted."""
        both = {name: self.in_measure(name) for one in self.measures for name in one}
        return {name: one for name, one in both.items() if one.a.value or one.b.value}

    @cached_property
    def measures(self) -> tuple[dict[str, Measure], dict[str, Measure]]:
        """The measures of both, by name."""
        return measures(self.a), measures(self.b)

    def in_measure(self, name: str) -> Found:
        """Return a measure, or the share of an ending that there may never have been."""
        of_a, of_b = self.measures
        known = of_a.get(name) or of_b.get(name)
        unit = known.unit if known else SHARE
        one = of_a.get(name) or never(unit, len(self.a))
        other = of_b.get(name) or never(unit, len(self.b))
        again = partial(unpaired, one, other)
        if self.is_paired:
            again = partial(paired, one, other, self.at_any_time)
        return Found(one, other, again(), again)

    @property
    def rows(self) -> Mapping[str, Mapping[str, Any]]:
        """The table as records, by measure."""
        records = self.table.to_dict("records")
        return {str(one["measure"]): {str(k): v for k, v in one.items()} for one in records}

    @property
    def headline(self) -> str:
        """What changed from `a` to `b`, in one sentence."""
        touched = self.touched if self.is_paired else None
        one = self.found.get("first-player score")  # none where no starter ever scores
        starts = one and (one.a.estimate(), one.b.estimate())
        return headline(self.rows, starts, self.b.game, touched, len(self))

    # --- pairs ---------------------------------------------------------------------------------

    @cached_property
    def _parted(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        if not self.is_paired:
            raise GameError(
                "These two studies have no pairs of games: that takes the same bots, the same seed "
                "and as many games. gamekit.compare(game, variant) plays such pairs."
            )
        differs: np.ndarray[tuple[int], np.dtype[np.bool_]] = np.any(
            self.a.rows[:, SAME] != self.b.rows[:, SAME], axis=1
        )
        return differs

    @property
    def touched(self) -> Estimate:
        """The share of pairs in which anything differed, with its 95 % interval.

        Where there is none, the upper limit is 3/n: a larger share would have shown itself.
        """
        count, n = int(np.count_nonzero(self._parted)), len(self)
        if count == 0:
            return 0.0, 0.0, min(1.0, RARE / n)
        return count / n, *score_interval(count / n, n)

    @cached_property
    def games(self) -> pd.DataFrame:
        """A row for each pair: `game` and who was `first`; `winner`, `ending`, `moves` and `turns`
        of both; `differs`: was anything else than in the other?"""
        parted = self._parted
        both = {"a": self.a.games, "b": self.b.games}
        told = {
            f"{column}_{name}": games[column]
            for column in ("winner", "ending", "moves", "turns")
            for name, games in both.items()
        }
        shared = {column: both["a"][column] for column in ("game", "first")}
        return pd.DataFrame({**shared, **told, "differs": parted})

    def example(self, k: int = 0) -> Example:
        """Return the k-th pair that differs, counted from 0, where its games part."""
        numbers = np.flatnonzero(self._parted)
        k = whole("k", k, 0)
        if k >= len(numbers):
            many = f"only {len(numbers):,} of {len(self):,} pairs differ" if len(numbers) else (
                f"none of {len(self):,} pairs differs"
            )  # fmt: skip
            raise GameError(f"example({k}): {many}.")
        number = int(numbers[k])
        one, other = (played_again(study, number) for study in (self.a, self.b))
        return Example(number, one, other)

    # --- reading it ----------------------------------------------------------------------------

    def report(self) -> ComparisonReport:
        """Return the sentence, a table and figures, shown in a notebook."""
        from gamekit.studies.report.tables import ComparisonReport

        return ComparisonReport(self)

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write the report as one web page that needs no network: to be mailed, or printed."""
        from gamekit.studies.report.comparison_page import comparison_page

        comparison_page(self).write(path)

    @property
    def engine(self) -> str:
        """Which rules played: "compiled", "interpreted", both, or "unknown"."""
        both = f"{self.a.engine} and {self.b.engine}".split(" and ")
        return " and ".join(sorted(set(both)))

    @property
    def receipt(self) -> str:
        """What was played, as one short JSON text: `gamekit.rerun(receipt)` plays it again.

        Raises:
            GameError: these are two studies that have no pairs; each has a receipt of its own.
        """
        if not self.is_paired:
            raise GameError(
                "These two studies have no pairs of games: take the receipt of each, "
                "comparison.a.receipt and comparison.b.receipt."
            )
        return written(
            "comparison",
            {
                **{
                    name: played(each.game, each.bots, each.seed, each.max_moves)
                    for name, each in (("a", self.a), ("b", self.b))
                },
                "games": len(self),
                "engine": self.engine,
                "rows": digest(self.a.rows, self.b.rows),
            },
        )

    def __repr__(self) -> str:
        return f"{self.a.game.title}: {self.headline}"


def are_paired(a: Study, b: Study) -> bool:
    """Did two studies play the same games: under one seed, with the same bots, as many?

    Games of people are never the same games.
    """
    return (a.bots, a.seed, len(a), a.max_moves) == (b.bots, b.seed, len(b), b.max_moves) and len(
        a.players
    ) == len(b.players) == 2
