"""What a table tells of its match: the moves so far, what was just played, and the clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import gamekit as gk
from gamekit.view import HIDDEN, Entry
from gamekit_widgets.shown import Message, Move, Times, note


def moves(match: gk.Match, viewer: int) -> Iterator[Move]:
    """Go through the line being played, taken-back moves included, as the viewer knows it."""
    line = list(match.view(viewer).history)
    line += [_undone(match, entry, viewer) for entry in match.line[len(line) :]]
    before: list[str] = []
    for entry in line:
        if entry.player not in (0, 1):
            before += [entry.text] * (entry.text != HIDDEN)
            continue
        yield {
            "ply": entry.ply,
            "player": entry.player,
            "before": " ".join(before),
            "text": entry.text,
        }
        before = []


def _undone(match: gk.Match, entry: Entry, viewer: int) -> Entry:
    """What was taken back may have been secret: others than its maker only see that it was."""
    if match.game.has_secrets and entry.player != viewer:
        return replace(entry, text=HIDDEN, move=None, remark="")
    return entry


def news(match: gk.Match, viewer: int, ply: int) -> Message:
    """Tell what has been played since that many moves were made."""
    told = []
    for entry in match.view(viewer).history:
        if entry.ply > ply and entry.player in (0, 1):
            told.append(f"{match.names[entry.player]} played {entry.text}.")
        elif entry.ply >= ply and entry.player is None:
            told.append(f"Then, by the rules: {entry.text}.")
    return note(" ".join(told), "news")


def times(match: gk.Match, mover: int | None, is_paused: bool) -> Times | None:
    """Return what is left on the clock; the time of `mover` is being used."""
    if match.clock is None:
        return None
    left = []
    for player in range(2):
        main, reserve = match.clock.remaining(player)
        if player == mover:
            used = match.seconds_used()
            main, reserve = max(0.0, main - used), reserve - max(0.0, used - main)
        left.append((round(main, 1), round(max(0.0, reserve), 1)))
    return {"running": None if is_paused else mover, "left": left, "period": match.clock.period}
