"""The tables of studies and comparisons, and a comparison's finding in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from math import ceil, floor, isnan, log10
from typing import Any, Protocol

from gamekit.contract import Game
from gamekit.intervals import ALPHA
from gamekit.naming import called
from gamekit.studies.measures import Estimate
from gamekit.studies.plan import INTERPRETED

UNKNOWN = "–"
HEADS = ("measure", "{a}", "{b}", "difference", "interval", "p", "worth")
ENDINGS_TOLD = 1
SIDES = {1: "an advantage", -1: "a drawback"}
Row = Mapping[str, Any]


class Compared(Protocol):
    """What tables need to know of a comparison."""

    a: Any  # studies
    b: Any
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
    """A comparison, for reading: a sentence, a table, figures."""

    def __init__(self, comparison: Compared) -> None:
        self.comparison = comparison

    @property
    def heads(self) -> list[str]:
        """The headings of the columns."""
        a, b = names(self.comparison)
        return [head.format(a=a, b=b) for head in HEADS]

    def cells(self) -> Iterator[tuple[list[str], bool]]:
        """Yield the cells of each row, and whether its difference stands out."""
        for name, row in self.comparison.rows.items():
            yield [words(name, self.comparison), *numbers(row)], row["p"] < ALPHA

    @property
    def caption(self) -> str:
        """How the games were played, and how to read the table."""
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
    """Return the name of a measure, or the title of an ending's rule."""
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
    """Yield sentences on how the comparison was made and how to read it."""
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


def digits_for(width: float) -> int:
    """Return how many decimals a value needs when its interval is this wide."""
    return min(5, max(0, -floor(log10(width / 2)))) if 0 < width < float("inf") else 3


def headline(
    rows: Mapping[str, Row],
    starts: tuple[Estimate, Estimate] | None,
    game: Game,
    touched: Estimate | None,
    games: int,
) -> str:
    """Return what changed, in one sentence, and how sure it is.

    Args:
        rows: of the table of a comparison, by measure.
        starts: the first-player score of both variants, if it has a row.
        game: the variant that the sentence is about.
        touched: the share of differing pairs, with its interval; None without pairs.
        games: the number of pairs, or of games in the smaller study.
    """
    if touched and touched[0] == 0:
        return (
            f"It makes no difference: in none of {games:,} games did anything change, "
            f"so it does in {share(touched[2], up=True)} of games at most."
        )
    parts = [_length(rows["length"])]
    parts += [_start(rows["first-player score"], *starts)] if starts else []
    parts += _payoffs(rows, game)
    parts += _endings(rows, game)
    if touched:
        parts.append(f"{share(touched[0])} of games went differently")
    return "; ".join(parts) + "."


def share(value: float, up: bool = False) -> str:
    """Return a share of games: "98 %", and "0.15 %" or "99.8 %" if it is near 0 or 1."""
    percent = 100 * value
    rest = min(percent, 100 - percent)
    digits = 0 if rest >= 10 or rest <= 0 else 1 if rest >= 1 else 2
    rounded = ceil(percent * 10**digits - 1e-9) / 10**digits if up else percent
    return f"{rounded:.{digits}f} %".replace("100.00", "100")


def _length(row: Row) -> str:
    value, low, high = row["difference"], row["low"], row["high"]
    if isnan(value):
        return "No game came to its end in one of the two, so lengths cannot be compared"
    digits = digits_for(high - low)
    if row["p"] < ALPHA:
        word = "longer" if value > 0 else "shorter"
        near, far = sorted((abs(low), abs(high)))
        moves = f"{abs(value):.{digits}f}"
        return f"Games are {moves} moves {word} ({near:.{digits}f} to {far:.{digits}f})"
    return f"Games are as long as before, within {_bound(low, high)} moves"


def _bound(low: float, high: float) -> str:
    """Return the larger of two limits, rounded up."""
    most = max(abs(low), abs(high))
    if most == 0 or most == float("inf"):
        return "0" if most == 0 else "any number of"
    step = 10.0 ** floor(log10(most))
    digits = max(0, -floor(log10(most)))
    return f"{ceil(most / step - 1e-9) * step:.{digits}f}"


def _start(row: Row, before: Estimate, after: Estimate) -> str:
    if not row["p"] < ALPHA:
        return f"who starts matters as much as before, within {_bound(row['low'], row['high'])}"
    scores = f"the starter scores {after[0]:.2f} instead of {before[0]:.2f}"
    was, is_now = _side(before), _side(after)
    if is_now == 0:
        what = f", no longer clearly {SIDES[was]}" if was else ""
        return f"{scores}{what}"
    if was != is_now:
        return f"starting is now {SIDES[is_now]} ({scores})"
    word = "more" if abs(after[0] - 0.5) > abs(before[0] - 0.5) else "less"
    return f"who starts matters {word} ({scores})"


def _side(score: Estimate) -> int:
    """Return the side of one half on which the whole interval lies: 1, -1, or 0 for neither."""
    _, low, high = score
    return (low > 0.5) - (high < 0.5)


def _payoffs(rows: Mapping[str, Row], game: Game) -> list[str]:
    """Return whether the starter or, if that is unclear, player 0 gets more or less, and whether the
    score alone would say otherwise."""
    for who, whose in (("the starter", "first-player {}"), ("player 0", "{} of player 0")):
        row, score = rows.get(whose.format("payoff")), rows.get(whose.format("score"))
        if row is None or not row["p"] < ALPHA:
            continue
        word = "more" if row["difference"] > 0 else "less"
        gets = f"{who} gets {row['b']:+.2f} instead of {row['a']:+.2f} {game.points}"
        opposed = score and score["p"] < ALPHA and score["difference"] * row["difference"] < 0
        wins = "less" if word == "more" else "more"
        return [f"{gets}: they win {wins} often and gain {word}" if opposed else gets]
    return []


def _endings(rows: Mapping[str, Row], game: Game) -> list[str]:
    """Return the ending whose share changed most, if that is clear."""
    others = {"capped": "are never decided", "both lose": "are lost by both"}
    clear = [
        name
        for name, row in rows.items()
        if (name in game.rulebook or name in others) and row["p"] < ALPHA
    ]
    told = []
    for name in sorted(clear, key=lambda name: -abs(rows[name]["difference"]))[:ENDINGS_TOLD]:
        a, b = share(rows[name]["a"]), share(rows[name]["b"])
        words = others.get(name) or f"end by {name}, {game.rulebook[name].title}"
        told.append(f"{b} {words}, instead of {a}")
    return told


# --- a study -----------------------------------------------------------------------------------


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
