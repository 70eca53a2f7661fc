"""What the page of a comparison has on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isnan
from typing import Any

from gamekit.errors import GameError
from gamekit.match.picture import picture
from gamekit.naming import called
from gamekit.studies.heatmap import on_one_scale
from gamekit.studies.histogram import lasting
from gamekit.studies.report.headline import digits_for, share
from gamekit.studies.report.page import Group, Page, Picture, Table, lengths
from gamekit.studies.report.study_page import HOW
from gamekit.studies.report.tables import UNKNOWN, ComparisonReport, names, words
from gamekit.studies.statistics import Estimate

Rule = Mapping[str, Any]  # a row of a study's rules


def comparison_page(comparison: Any) -> Page:
    """Return the page of a comparison."""
    a, b = comparison.a, comparison.b
    paired = comparison.is_paired
    return Page(
        title=a.game.title,
        about=f"{called(b.game)}, against {called(a.game)}; {b.bots[0]} against {b.bots[1]}",
        sentences=[comparison.headline],
        tables=[_differences(comparison), _measures(comparison), *_rules(comparison)],
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


def _measures(comparison: Any) -> Table:
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
    """Return a value and its interval, with as many digits as that allows."""
    value, low, high = estimate
    if isnan(value):
        return UNKNOWN, UNKNOWN
    digits = min(4, digits_for(high - low) + 1)
    return f"{value:.{digits}f}", f"{low:.{digits}f} to {high:.{digits}f}"


# --- the rules of both -------------------------------------------------------------------------


def _rules(comparison: Any) -> Iterator[Table]:
    """Yield what each rule did in both, where the games can be looked at again."""
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
    """Did a rule touch more games of one than of the other, beyond doubt?"""
    return bool(a and b and (a["high"] < b["low"] or b["high"] < a["low"]))


# --- pictures ----------------------------------------------------------------------------------


def _boards(comparison: Any) -> Iterator[Group]:
    """Yield the heat maps of both on one scale, where the game has a board."""
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
