"""What the page of a comparison has on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamekit.naming import called
from gamekit.picture import picture
from gamekit.playtesting.comparison_report import ComparisonReport, names
from gamekit.playtesting.page import Group, Page, Picture, Table, lengths
from gamekit.playtesting.study_page import HOW


def comparison_page(comparison: Any) -> Page:
    """Return the page of a comparison."""
    a, b = comparison.a, comparison.b
    report = ComparisonReport(comparison)
    rows = [cells for cells, _ in report.cells()]
    strong = [n for n, (_, stands_out) in enumerate(report.cells()) if stands_out]
    table = Table(
        "What changed",
        report.heads,
        rows,
        numbers=range(1, len(report.heads)),
        strong=strong,
        caption=report.caption,
    )
    paired = comparison.is_paired
    return Page(
        title=a.game.title,
        about=f"{called(b.game)}, against {called(a.game)}; {b.bots[0]} against {b.bots[1]}",
        sentences=[comparison.headline],
        tables=[table],
        plots=[lengths([s.games["moves"].to_numpy() for s in (a, b)], names(comparison))],
        pictures=[*_example(comparison)],
        how=HOW,
        receipts=[comparison.receipt] if paired else [a.receipt, b.receipt],
    )


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
