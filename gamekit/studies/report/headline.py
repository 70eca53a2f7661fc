"""What a comparison found, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor, isnan, log10
from typing import Any

from gamekit.contract import Game
from gamekit.studies.statistics import Estimate

ALPHA = 0.05
ENDINGS_TOLD = 1
SIDES = {1: "an advantage", -1: "a drawback"}


def digits_for(width: float) -> int:
    """Return how many digits after the point a value has whose interval is this wide."""
    return min(5, max(0, -floor(log10(width / 2)))) if 0 < width < float("inf") else 3


Row = Mapping[str, Any]


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
        starts: the first-player score of both variants, if there is a row for it.
        game: the variant that the sentence speaks of.
        touched: the share of pairs that differ, with its interval; None where there are no pairs.
        games: how many pairs there are, or games of the smaller study.
    """
    if touched and touched[0] == 0:
        return (
            f"It makes no difference: in none of {games:,} games did anything change, "
            f"so it does in {share(touched[2], up=True)} of games at most."
        )
    parts = [_length(rows["length"])]
    parts += [_start(rows["first-player score"], *starts)] if starts else []
    parts += _endings(rows, game)
    if touched:
        parts.append(f"{share(touched[0])} of games went differently")
    return "; ".join(parts) + "."


def share(value: float, up: bool = False) -> str:
    """Return a share of games: "98 %", and "0.15 %" or "99.8 %" where it is near 0 or 1."""
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
    """On which side of one half is the whole interval of a score: 1, -1, or 0 for neither?"""
    _, low, high = score
    return (low > 0.5) - (high < 0.5)


def _endings(rows: Mapping[str, Row], game: Game) -> list[str]:
    """Return the ending whose share changed most, where that is clear."""
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
