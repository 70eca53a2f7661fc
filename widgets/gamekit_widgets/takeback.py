"""What may be taken back at a table: nothing after which anybody has learned anything new."""

from __future__ import annotations

import gamekit as gk
from gamekit.view import HIDDEN


def why_no_return(match: gk.Match, ply: int) -> str:
    """Return why the match may not go back to where that many moves were made, or nothing."""
    if ply < 0:
        return "There is no move to take back."
    if _is_unseen(match, ply):
        return ""
    if match.official:
        return "Under the official clock, moves cannot be taken back."
    if match.open:
        return ""
    if any(entry.player == gk.CHANCE and entry.ply > ply for entry in match.history):
        done = "Since then dice have been rolled or something has been drawn."
    elif _has_revealed(match, ply):
        done = "A secret has been shown since then."
    else:
        return ""
    return f"{done} Only an open table, Table(..., open=True), lets you take that back."


def _is_unseen(match: gk.Match, ply: int) -> bool:
    """Is everything since then the mover's own, in a turn of which nobody else has seen anything?"""
    steps = zip(match.history, match.view(gk.PUBLIC).history, strict=True)
    since = [(entry.player, seen.text) for entry, seen in steps if entry.ply > ply]
    return bool(since) and all(step == (match.to_act, HIDDEN) for step in since)


def _has_revealed(match: gk.Match, ply: int) -> bool:
    """Has anything been shown since that many moves were made? The end of a game shows it all."""
    if not match.game.has_secrets or match.result:
        return match.game.has_secrets
    return match.has_revealed(ply)
