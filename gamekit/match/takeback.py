"""What players may take back between them: nothing after which anybody has learned anything new."""

from __future__ import annotations

from gamekit.contract import CHANCE, PUBLIC
from gamekit.match.match import Match
from gamekit.match.view import HIDDEN


def why_no_return(match: Match, ply: int, remedy: str) -> str:
    """Return why the match may not go back to where that many moves were made, or nothing.

    Args:
        match: the match.
        ply: how many moves would stay; negative where there is nothing to take back.
        remedy: a sentence that says how to play where this may be taken back.
    """
    if ply < 0:
        return "There is no move to take back."
    if _is_unseen(match, ply):
        return ""
    if match.official:
        return "Under the official clock, moves cannot be taken back."
    if match.open:
        return ""
    if any(entry.player == CHANCE and entry.ply > ply for entry in match.history):
        done = "Since then dice have been rolled or something has been drawn."
    elif _has_revealed(match, ply):
        done = "A secret has been shown since then."
    else:
        return ""
    return f"{done} {remedy}"


def _is_unseen(match: Match, ply: int) -> bool:
    """Is everything since then the mover's own, in a turn of which nobody else has seen anything?"""
    steps = zip(match.history, match.view(PUBLIC).history, strict=True)
    since = [(entry.player, seen.text) for entry, seen in steps if entry.ply > ply]
    return bool(since) and all(step == (match.to_act, HIDDEN) for step in since)


def _has_revealed(match: Match, ply: int) -> bool:
    """Has anything been shown since that many moves were made? The end of a game shows it all."""
    if not match.game.has_secrets or match.result:
        return match.game.has_secrets
    return match.has_revealed(ply)
