"""The report of a study or a comparison as one web page, to mail, to print, or to open years later."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from math import isnan
from typing import Any

import pandas as pd

from gamekit.errors import GameError
from gamekit.match.picture import picture
from gamekit.naming import called
from gamekit.storage.files import named, write_whole
from gamekit.studies.coverage import on_one_scale
from gamekit.studies.measures import (
    FIRST_PLAYER,
    MEASURES,
    Estimate,
    measures_of,
    of_finished_games,
)
from gamekit.studies.report.tables import UNKNOWN, ComparisonReport, digits_for, names, share, words
from gamekit.studies.statistics import Rows, histogram, lasting

TEMPLATE = "page.html.jinja"
WIDTH, HEIGHT, LEFT, FLOOR, TOP = 640, 220, 0, 196, 20  # of a plot
STEPS = (1, 2, 5)  # between ticks, times a power of ten
TICKS = 8  # at most
KINDS = ("first", "second")
HOW = "gk.rerun(receipt) plays these games again and says whether they are the same:"
Rule = Mapping[str, Any]  # a row of a study's rules


@dataclass
class Table:
    """A table: its cells are text."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: Sequence[int] = ()  # columns that are numbers
    strong: Sequence[int] = ()  # rows that stand out
    shares: Sequence[tuple[float, float, float]] = ()  # a bar for each row, with an interval
    caption: str = ""


@dataclass
class Picture:
    """A picture as HTML: an image that holds its data, and says what it shows."""

    html: str
    caption: str = ""


@dataclass
class Group:
    """Pictures under one heading."""

    title: str
    text: str
    pictures: Sequence[Picture]


@dataclass
class Plot:
    """Bars over an axis, measured out."""

    title: str
    told: str
    names: Sequence[str] = ()
    bars: list[tuple[float, float, float, float, str, str]] = field(default_factory=list)
    ticks: list[tuple[float, str]] = field(default_factory=list)
    top: str = ""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    floor: int = FLOOR


@dataclass
class Page:
    """Everything on a page, from top to bottom."""

    title: str
    about: str
    sentences: Sequence[str]
    tables: Sequence[Table]
    plots: Sequence[Plot]
    pictures: Sequence[Group]
    how: str
    receipts: Sequence[str]

    def html(self) -> str:
        """Return the page."""
        try:
            from jinja2 import Environment
        except ImportError:
            raise GameError(
                "A report is written with jinja2, which is not installed: pip install jinja2."
            ) from None
        text = files(__package__).joinpath(TEMPLATE).read_text("utf-8")
        return Environment(autoescape=True).from_string(text).render(vars(self))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the page, completely or not at all."""
        file, text = named(path), self.html()
        write_whole(file, text)


def lengths(moves: Sequence[Rows], names: Sequence[str] = ()) -> Plot:
    """Return how long games last, for one study or two side by side."""
    centres, counts, width = histogram(*moves)
    shares = [
        [n / max(1, len(each)) for n in of_one] for of_one, each in zip(counts, moves, strict=True)
    ]
    highest = max(max(of_one) for of_one in shares)
    slot = (WIDTH - LEFT) / len(centres)
    thick = 0.9 * slot / len(moves)
    spreads = map(_spread, moves)
    told = " ".join(
        f"{name}: {spread}" if name else spread
        for name, spread in zip(names or ("",), spreads, strict=True)
    )
    plot = Plot("How long games last", told, names)
    for k, (of_one, each) in enumerate(zip(shares, counts, strict=True)):
        for n, (part, count) in enumerate(zip(of_one, each, strict=True)):
            height = (FLOOR - TOP) * part / highest
            x = LEFT + slot * n + thick * k
            bar = f"{_moves(centres[n], width)}: {count:,} games"
            plot.bars.append((x, FLOOR - height, thick, height, KINDS[k], bar))
    first = centres[0] - (width - 1) / 2
    step = _step(len(centres) * width)
    begin = -(-int(first) // step) * step
    for tick in range(begin, int(first) + len(centres) * width, step):
        plot.ticks.append((LEFT + slot * ((tick - first) // width + 0.5), f"{tick}"))
    bars = "" if width == 1 else f", bars of {width} moves"
    plot.top = f"share of games{bars}; the highest bar: {100 * highest:.0f} %"
    return plot


def _spread(moves: Rows) -> str:
    """Return how long games last, in words."""
    ordered = sorted(moves.tolist())
    n = len(ordered)
    low, high = ordered[n // 4], ordered[(3 * n) // 4 - (n % 4 == 0)]
    return f"{n:,} games from {ordered[0]} to {ordered[-1]} moves; the middle half takes {low} to {high}."


def _moves(centre: float, width: int) -> str:
    low = int(centre - (width - 1) / 2)
    return f"{low} moves" if width == 1 else f"{low} to {low + width - 1} moves"


def _step(extent: int) -> int:
    """Return a round distance of ticks."""
    power = 1
    while True:
        for step in STEPS:
            if extent / (step * power) <= TICKS:
                return step * power
        power *= 10


def study_page(study: Any) -> Page:
    """Return the page of a study."""
    one, other = study.bots
    tables = [_measures(study), _endings(study)]
    return Page(
        title=study.game.title,
        about=f"{called(study.game)}; {study.told}, {one} against {other}, seed {study.seed}",
        sentences=[*sentences(study)],
        tables=[*tables, *_rules(study)],
        plots=[lengths([lasting(study)])],
        pictures=[*_board(study)],
        how=HOW,
        receipts=[study.receipt],
    )


def sentences(study: Any) -> Iterator[str]:
    """Yield what a study shows, in sentences."""
    _, low, high = study.metrics.loc[FIRST_PLAYER, ["value", "low", "high"]]
    score = study.span(FIRST_PLAYER)
    if low > 0.5:
        yield f"Whoever starts has the better chances: they score {score} of 1."
    elif high < 0.5:
        yield f"Whoever starts has the worse chances: they score {score} of 1."
    else:
        yield f"Who starts makes no difference that shows: they score {score} of 1."
    if study.bots[0] != study.bots[1]:
        score = study.metrics.loc[MEASURES["score of player 0"].called(study.bots)]
        limits = f"({score['low']:.3f} to {score['high']:.3f})"
        yield f"As player 0, {study.bots[0]} scores {score['value']:.3f} {limits} against {study.bots[1]}."
    if study.game.has_payoffs:
        yield from _payoffs(study)
    capped = study.metrics.loc["capped"]
    if capped["value"] < 1:
        which = "A game that comes to its end" if capped["value"] else "A game"
        yield f"{which} takes {study.span('length', 1)} moves, {study.span('turns', 1)} turns."
        endings = study.endings()
        ending = endings[endings["ending"] != "capped"].iloc[0]
        name = _ending(study, ending["ending"])
        yield f"Most often a game ends by {name}: {_share_of_games(ending, 'share')}."
    for metric, told in (("draws", "are drawn"), ("both lose", "are lost by both")):
        row = study.metrics.loc[metric]
        if row["value"]:
            yield f"{_share_of_games(row, 'value')} {told}."
    if capped["value"]:
        yield f"{_share_of_games(capped, 'value')} were stopped after {study.max_moves:,} moves."


def _payoffs(study: Any) -> Iterator[str]:
    """Say what player 0 gets, and when that disagrees with who wins more often."""
    table, bots, unit = measures_of(study.game), study.bots, study.game.points
    payoff, score = (
        study.metrics.loc[table[name].called(bots)]
        for name in ("payoff of player 0", "score of player 0")
    )
    yield (
        f"As player 0, {bots[0]} gets {payoff['value']:.2f} {unit} a game ({payoff['low']:.2f} to "
        f"{payoff['high']:.2f}), with a spread of {study.metrics.loc['payoff spread', 'value']:.2f}."
    )
    if payoff["high"] < 0 and score["low"] > 0.5:
        yield "They win more often, and lose more when they lose."
    if payoff["low"] > 0 and score["high"] < 0.5:
        yield "They win less often, and gain more when they win."


def _share_of_games(row: Any, key: str) -> str:
    return f"{share(row[key])} of games ({_limits(row)})"


def _limits(row: Any) -> str:
    return f"{share(row['low'])} to {share(row['high'], up=True)}"


def _ending(study: Any, name: str) -> str:
    """Return an ending with the title of its rule."""
    rulebook = study.game.rulebook
    return f"{name}, {rulebook[name].title}" if name in rulebook else name


def _measures(study: Any) -> Table:
    rows = study.report().rows()
    heads = ["measure", "value", "95 % interval", "unit"]
    caption = "The game is the unit of every interval."
    finished, games = int(study.is_finished.sum()), len(study)
    if finished < games:
        told = of_finished_games(study.game).capitalize()
        caption += f" {told} are those of {finished:,} finished games."
    return Table("Measures", heads, rows, numbers=(1, 2), caption=caption)


def _endings(study: Any) -> Table:
    found = study.endings().to_dict("records")
    rows = [[_ending(study, row["ending"]), share(row["share"]), _limits(row)] for row in found]
    shares = [(r["share"], r["low"], r["high"]) for r in found]
    heads = ["ending", "share", "95 % interval"]
    return Table("How games end", heads, rows, numbers=(1, 2), shares=shares)


def _rules(study: Any) -> Iterator[Table]:
    """Yield what each rule did, if the games can be replayed."""
    try:
        table: pd.DataFrame = study.rules
    except GameError:
        return
    counted = table[table["countable"].astype(bool)]
    rows = [
        [
            f"{r['rule']} {r['title']}",
            f"{r['removed']:,}",
            f"{r['ended']:,}",
            f"{r['games']:,} of {r['n']:,}" if r["games"] else f"none of {r['n']:,}",
            share(r["high"], up=True),
        ]
        for r in counted.to_dict("records")
    ]
    idle = len(table) - len(counted)
    yield Table(
        "What the rules did",
        ["rule", "moves forbidden", "games ended", "games it touched", "at most"],
        rows,
        numbers=(1, 2, 3, 4),
        caption="A rule touches a game where it ends it, or forbids a move that no rule before it "
        "forbids. “At most” is the upper limit of the share of such games, with 95 % confidence."
        + (f" {idle} other rules do neither and cannot be counted." if idle else ""),
    )


def _board(study: Any) -> Iterator[Group]:
    """Yield the heat map, if the game has a board."""
    try:
        heat = study.heatmap()
        picture = Picture(heat._repr_html_())
    except GameError:
        return
    yield Group("Use of the board", f"{heat.title}.", [picture])


def comparison_page(comparison: Any) -> Page:
    """Return the page of a comparison."""
    a, b = comparison.a, comparison.b
    paired = comparison.is_paired
    return Page(
        title=a.game.title,
        about=f"{called(b.game)}, against {called(a.game)}; {b.bots[0]} against {b.bots[1]}",
        sentences=[comparison.headline],
        tables=[_differences(comparison), _each_by_itself(comparison), *_rules_of_both(comparison)],
        plots=[lengths([lasting(study) for study in (a, b)], names(comparison))],
        pictures=[*_boards(comparison), *_example(comparison)],
        how=HOW,
        receipts=[comparison.receipt] if paired else [a.receipt, b.receipt],
    )


def _differences(comparison: Any) -> Table:
    report = ComparisonReport(comparison)
    rows = [cells for cells, _ in report.cells()]
    strong = [n for n, (_, stands_out) in enumerate(report.cells()) if stands_out]
    columns = range(1, len(report.heads))
    return Table("What changed", report.heads, rows, columns, strong, caption=report.caption)


def _each_by_itself(comparison: Any) -> Table:
    """Return each measure of both, with its own interval."""
    rows = [
        [words(name, comparison), *_interval(one.a.estimate()), *_interval(one.b.estimate()), one.a.unit]
        for name, one in comparison.found.items()
    ]  # fmt: skip
    a, b = names(comparison)
    heads = ["measure", a, "95 % interval", b, "95 % interval", "unit"]
    told = "Where pairs of games tell the two apart, these intervals may overlap all the same."
    return Table("Each by itself", heads, rows, range(1, 5), caption=told)


def _interval(estimate: Estimate) -> tuple[str, str]:
    """Return a value and its interval, with as many digits as the interval allows."""
    value, low, high = estimate
    if isnan(value):
        return UNKNOWN, UNKNOWN
    digits = min(4, digits_for(high - low) + 1)
    return f"{value:.{digits}f}", f"{low:.{digits}f} to {high:.{digits}f}"


# --- the rules of both -------------------------------------------------------------------------


def _rules_of_both(comparison: Any) -> Iterator[Table]:
    """Yield what each rule did in both, if the games can be replayed."""
    try:
        one, other = (_counted(study) for study in (comparison.a, comparison.b))
    except GameError:
        return
    pairs = {rule: (one.get(rule), other.get(rule)) for rule in {**other, **one}}
    looked_at = " and ".join(f"{min(row['n'] for row in each.values()):,}" for each in (one, other))
    a, b = names(comparison)
    heads = ["rule", f"games it touched, {a}", f"games it touched, {b}", "moves it forbade a game",
             "games it ended"]  # fmt: skip
    yield Table(
        "What the rules did",
        heads,
        [_row(rule, *pair) for rule, pair in pairs.items()],
        range(1, len(heads)),
        [n for n, pair in enumerate(pairs.values()) if _are_apart(*pair)],
        caption="A rule touches a game where it ends it, or forbids a move that no rule before it "
        f"forbids; forbidden moves were looked for in the first {looked_at} games. Arrows lead "
        f"from “{a}” to “{b}”. A row stands out where the 95 % intervals of the games touched do not "
        "overlap.",
    )


def _counted(study: Any) -> dict[str, Rule]:
    """Return the rules that can be counted, by id."""
    table = study.rules
    return {row["rule"]: row for row in table[table["countable"].astype(bool)].to_dict("records")}


def _row(rule: str, a: Rule | None, b: Rule | None) -> list[str]:
    both = [row or {"removed": 0, "ended": 0, "n": 1} for row in (a, b)]
    forbade = [row["removed"] / row["n"] for row in both]
    digits = 0 if max(forbade) >= 100 else 1 if max(forbade) >= 10 else 2
    return [
        f"{rule} {(b or a or {})['title']}",
        _touched(a),
        _touched(b),
        _from_to(*(f"{each:,.{digits}f}" for each in forbade)) if any(forbade) else "",
        _from_to(*(f"{row['ended']:,}" for row in both)) if both[0]["ended"] or both[1]["ended"] else "",
    ]  # fmt: skip


def _from_to(a: str, b: str) -> str:
    return f"{a} → {b}"


def _touched(row: Rule | None) -> str:
    """Return the share of games that a rule touched, with its limits."""
    if row is None:
        return "–"
    high = share(row["high"], up=True)
    if not row["games"]:
        return f"none of {row['n']:,} (to {high})"
    low = share(row["low"]).removesuffix(" %")
    return f"{share(row['games'] / row['n'])} ({low} to {high.removesuffix(' %')})"


def _are_apart(a: Rule | None, b: Rule | None) -> bool:
    """Did a rule clearly touch more games of one than of the other?"""
    return bool(a and b and (a["high"] < b["low"] or b["high"] < a["low"]))


# --- pictures ----------------------------------------------------------------------------------


def _boards(comparison: Any) -> Iterator[Group]:
    """Yield the heat maps of both on one scale, if the game has a board."""
    try:
        maps = [study.heatmap() for study in (comparison.a, comparison.b)]
        on_one_scale(*maps)
        boards = [
            Picture(each._repr_html_(), name)
            for each, name in zip(maps, names(comparison), strict=True)
        ]
    except GameError:
        return
    yield Group("Use of the board", "Moves a game on each cell, in the same colours.", boards)


def _example(comparison: Any) -> Iterator[Group]:
    """Yield a game that went differently, if there is one."""
    if not comparison.is_paired or not comparison.touched[0]:
        return
    found = comparison.example()
    boards = [
        Picture(picture(match.view()), name)
        for match, name in zip((found.a, found.b), found.names, strict=True)
    ]
    yield Group("A game that went differently", found.text, boards)
