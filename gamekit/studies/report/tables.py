"""A comparison, for reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from math import isnan
from typing import Any, Protocol

from gamekit.naming import called
from gamekit.studies.lightstudy import INTERPRETED
from gamekit.studies.report.headline import ALPHA, digits_for, share
from gamekit.studies.statistics import Estimate
from gamekit.studies.study import Study

UNKNOWN = "–"
HEADS = ("measure", "{a}", "{b}", "difference", "interval", "p", "worth")


class Compared(Protocol):
    """What is shown of a comparison."""

    a: Study
    b: Study
    is_paired: bool
    stopped: str

    @property
    def engine(self) -> str: ...
    def __len__(self) -> int: ...
    @property
    def headline(self) -> str: ...
    @property
    def rows(self) -> Mapping[str, Mapping[str, Any]]: ...
    @property
    def touched(self) -> Estimate: ...


class ComparisonReport:
    """What a comparison found: a sentence, a table, figures."""

    def __init__(self, comparison: Compared) -> None:
        self.comparison = comparison

    @property
    def heads(self) -> list[str]:
        """What stands above the columns."""
        a, b = names(self.comparison)
        return [head.format(a=a, b=b) for head in HEADS]

    def cells(self) -> Iterator[tuple[list[str], bool]]:
        """Yield the cells of each row, and whether its difference stands out."""
        for name, row in self.comparison.rows.items():
            yield [words(name, self.comparison), *numbers(row)], row["p"] < ALPHA

    @property
    def caption(self) -> str:
        """How all this came about, and how to read it."""
        return " ".join(caption(self.comparison))

    def table(self) -> str:
        """Return the sentence and the table as HTML."""
        head = "".join(f"<th>{escape(text)}</th>" for text in self.heads)
        body = "".join(
            f"<tr{' style=font-weight:bold' if stands_out else ''}>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            + "</tr>"
            for cells, stands_out in self.cells()
        )
        return (
            f"<p><strong>{escape(self.comparison.headline)}</strong></p>"
            f"<table><tr>{head}</tr>{body}</table><p>{escape(self.caption)}</p>"
        )

    def __repr__(self) -> str:
        rows = [self.heads, *(cells for cells, _ in self.cells())]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = (
            "  ".join(
                cell.ljust(width) if k == 0 else cell.rjust(width)
                for k, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        )
        return "\n".join([self.comparison.headline, "", *lines, "", self.caption])

    def _ipython_display_(self) -> None:
        from IPython import display

        from gamekit.studies.report.figures import comparison_figure

        show: Any = display.display  # IPython gives it no types
        show({"text/plain": repr(self), "text/html": self.table()}, raw=True)
        a, b = names(self.comparison)
        figure = comparison_figure({a: self.comparison.a, b: self.comparison.b})
        show(figure)


def names(comparison: Compared) -> tuple[str, str]:
    """Return what the two are called."""
    a, b = called(comparison.a.game), called(comparison.b.game)
    return (a, b) if a != b else ("a", "b")


def words(name: str, comparison: Compared) -> str:
    """Return what a measure is called: an ending by its rule's title."""
    rulebook = comparison.b.game.rulebook
    return f"{name} {rulebook[name].title}" if name in rulebook else name


def numbers(row: Mapping[str, Any]) -> list[str]:
    """Return a row's values as text, with as many digits as its interval allows."""
    digits = min(4, digits_for(row["high"] - row["low"]) + 1)
    a, b = (UNKNOWN if isnan(row[key]) else f"{row[key]:.{digits}f}" for key in "ab")
    if isnan(row["difference"]):
        return [a, b, *[UNKNOWN] * 4]
    signed = [f"{row[key]:+.{digits}f}".replace("-", "−") for key in ("difference", "low", "high")]
    p = "< 0.0001" if row["p"] < 1e-4 else f"{row['p']:.4f}"
    return [a, b, signed[0], f"{signed[1]} to {signed[2]}", p, worth(row["worth"])]


def worth(games: float) -> str:
    """Return a number of games with two digits."""
    if games == float("inf"):
        return "any number"
    scale = 10 ** max(0, len(str(int(games))) - 2)
    return f"{round(games / scale) * scale:,}"


def caption(comparison: Compared) -> Iterator[str]:
    """Yield how the comparison was made, and how to read it, in sentences."""
    one, other = comparison.b.bots
    n, why = len(comparison), f" ({comparison.stopped})" if comparison.stopped else ""
    if comparison.is_paired:
        value, low, high = comparison.touched
        slow = " by interpreted rules" if comparison.engine == INTERPRETED else ""
        yield f"{n:,} pairs of games{slow}{why}, {one} against {other}, seed {comparison.b.seed}."
        yield (
            f"{share(value)} of the pairs differ ({share(low)} to {share(high, up=True)})."
            if value
            else f"None of the pairs differs; {share(high, up=True)} of games at most would."
        )
    else:
        yield f"{len(comparison.a):,} and {len(comparison.b):,} games that have nothing in common."
        if comparison.a.bots != comparison.b.bots:
            yield "The players differ too, so the rules do not explain all of the difference."
    yield (
        "p and intervals are adjusted for the number of rows (Holm): where p is below 0.05, the "
        "interval leaves out 0 and the row stands out."
    )
    if comparison.is_paired:
        yield "worth: games of each variant that the interval would take without pairs."
