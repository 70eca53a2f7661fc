"""What the page of a study has on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from gamekit.errors import GameError
from gamekit.naming import called
from gamekit.studies.histogram import lasting
from gamekit.studies.report.headline import share
from gamekit.studies.report.page import Group, Page, Picture, Table, lengths

HOW = "gk.rerun(receipt) plays these games again and says whether they are the same:"


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
    _, low, high = study.metrics.loc["first-player score", ["value", "low", "high"]]
    score = study.span("first-player score")
    if low > 0.5:
        yield f"Whoever starts has the better chances: they score {score} of 1."
    elif high < 0.5:
        yield f"Whoever starts has the worse chances: they score {score} of 1."
    else:
        yield f"Who starts makes no difference that shows: they score {score} of 1."
    if study.bots[0] != study.bots[1]:
        score = study.metrics.iloc[1]
        limits = f"({score['low']:.3f} to {score['high']:.3f})"
        yield f"As player 0, {study.bots[0]} scores {score['value']:.3f} {limits} against {study.bots[1]}."
    capped = study.metrics.loc["capped"]
    if capped["value"] < 1:
        which = "A game that comes to its end" if capped["value"] else "A game"
        yield f"{which} takes {study.span('length', 1)} moves, {study.span('turns', 1)} turns."
        endings = study.endings()
        ending = endings[endings["ending"] != "capped"].iloc[0]
        name = _ending(study, ending["ending"])
        yield f"Most often a game ends by {name}: {_interval(ending, 'share')}."
    for metric, told in (("draws", "are drawn"), ("both lose", "are lost by both")):
        row = study.metrics.loc[metric]
        if row["value"]:
            yield f"{_interval(row, 'value')} {told}."
    if capped["value"]:
        yield f"{_interval(capped, 'value')} were stopped after {study.max_moves:,} moves."


def _interval(row: Any, key: str) -> str:
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
        caption += f" Length, turns, branching and skips are those of {finished:,} finished games."
    return Table("Measures", heads, rows, numbers=(1, 2), caption=caption)


def _endings(study: Any) -> Table:
    found = study.endings().to_dict("records")
    rows = [[_ending(study, row["ending"]), share(row["share"]), _limits(row)] for row in found]
    shares = [(r["share"], r["low"], r["high"]) for r in found]
    heads = ["ending", "share", "95 % interval"]
    return Table("How games end", heads, rows, numbers=(1, 2), shares=shares)


def _rules(study: Any) -> Iterator[Table]:
    """Yield what each rule did, where the games can be looked at again."""
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
    """Yield the heat map, where the game has a board."""
    try:
        heat = study.heatmap()
        picture = Picture(heat._repr_html_())
    except GameError:
        return
    yield Group("Use of the board", f"{heat.title}.", [picture])
