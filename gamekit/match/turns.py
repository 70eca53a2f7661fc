"""The turns of a match, numbered from 1 as the list shows them, and the ones players may undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamekit.contract import CHANCE, PUBLIC
from gamekit.match.match import Match
from gamekit.match.view import HIDDEN, Entry

OPENS = "contest", "recharge", "relinquish"  # a turn in which both players take part
OPENED = (*OPENS, "bid")  # a die opened the turn before the first bid


def turns(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Go through a history turn by turn.

    A turn begins with the rolls before its first move and ends with what follows from its last one.
    Rolls after the last turn belong to none yet.
    """
    steps: list[Entry] = []
    made: list[Entry] = []  # the moves among them
    for entry in entries:
        if made and _begins(entry, made):
            yield steps
            steps, made = [], []
        steps.append(entry)
        if entry.player in (0, 1):
            made.append(entry)
    if made:
        yield steps


def turn_numbers(entries: Iterable[Entry]) -> dict[int, int]:
    """Return the number of the turn that each move belongs to, by its ply."""
    numbered = enumerate(turns(entries), 1)
    return {step.ply: number for number, steps in numbered for step in moves_in(steps)}


def moves_in(steps: Iterable[Entry]) -> list[Entry]:
    """Return the moves of players among these steps."""
    return [step for step in steps if step.player in (0, 1)]


def where(entries: Iterable[Entry], ply: int) -> str:
    """Name the board after this many moves: "turn 6 of 17", "turn 6 of 17, move 1 of 2"."""
    whole = [moves_in(steps) for steps in turns(entries)]
    for number, made in enumerate(whole, 1):
        if ply <= made[-1].ply and ply >= made[0].ply:
            done = ply - made[0].ply + 1
            within = f", move {done} of {len(made)}" if done < len(made) else ""
            return f"turn {number} of {len(whole)}{within}"
    return "the start"


def _begins(entry: Entry, made: list[Entry]) -> bool:
    """Does this step begin a new turn after these moves?"""
    if entry.player is None:
        return False  # the rules forced it, so it follows from the turn before
    if entry.player not in (0, 1):
        return entry.turn != made[-1].turn
    if made[0].text.startswith(OPENED) and entry.turn == made[-1].turn:
        return entry.text.startswith(OPENS)
    return entry.turn != made[-1].turn or entry.player != made[-1].player


def why_no_return(match: Match, ply: int, remedy: str) -> str:
    """Return why players may not go back to where `ply` moves were made, or nothing.

    Args:
        match: the match.
        ply: how many moves would stay; negative if there is nothing to take back.
        remedy: a sentence that says how to allow it.
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
    """Did the mover make every step since, in a turn that nobody else has seen?"""
    steps = zip(match.history, match.view(PUBLIC).history, strict=True)
    since = [(entry.player, seen.text) for entry, seen in steps if entry.ply > ply]
    return bool(since) and all(step == (match.to_act, HIDDEN) for step in since)


def _has_revealed(match: Match, ply: int) -> bool:
    """Has anything been revealed since `ply` moves were made? The end of a game reveals it all."""
    if not match.game.has_secrets or match.result:
        return match.game.has_secrets
    return match.has_revealed(ply)
