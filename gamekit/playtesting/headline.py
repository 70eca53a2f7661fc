"""What a comparison found, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor, isnan, log10
from typing import Any

from gamekit.contract import Game

ALPHA = 0.05
ENDINGS_TOLD = 1


def digits_for(width: float) -> int:
    """Return how many digits after the point a value has whose interval is this wide."""
    return min(5, max(0, -floor(log10(width / 2)))) if 0 < width < float("inf") else 3


Row = Mapping[str, Any]


def headline(
    rows: Mapping[str, Row], game: Game, touched: tuple[float, float, float] | None, games: int
) -> str:
    """Return what changed, in one sentence, and how sure it is.

    Args:
        rows: of the table of a comparison, by measure.
        game: the variant that the sentence speaks of.
        touched: the share of pairs that differ, with its interval; None where there are no pairs.
        games: how many pairs there are, or games of the smaller study.
    """
    if touched and touched[0] == 0:
        return (
            f"It makes no difference: in none of {games:,} games did anything change, "
            f"so it does in {share(touched[2], up=True)} of games at most."
        )
    parts = [_length(rows["length"]), _start(rows["first-player score"])]
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


def _start(row: Row) -> str:
    a, b = row["a"], row["b"]
    if not row["p"] < ALPHA:
        return f"who starts matters as much as before, within {_bound(row['low'], row['high'])}"
    scores = f"the starter scores {b:.2f} instead of {a:.2f}"
    if (a - 0.5) * (b - 0.5) < 0:
        return f"starting is now {'an advantage' if b > 0.5 else 'a drawback'} ({scores})"
    word = "more" if abs(b - 0.5) > abs(a - 0.5) else "less"
    return f"who starts matters {word} ({scores})"


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
