"""The turns of a match, numbered from 1 as the list of turns shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamekit.match.view import Entry

OPENS = "contest", "recharge", "relinquish"  # a turn in which both players take part
OPENED = (*OPENS, "bid")  # a die has opened the turn in which somebody bids first


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
    """Return the moves that players made among these steps."""
    return [step for step in steps if step.player in (0, 1)]


def where(entries: Iterable[Entry], ply: int) -> str:
    """Say which board stands after this many moves: "turn 6 of 17", "turn 6 of 17, move 1 of 2"."""
    whole = [moves_in(steps) for steps in turns(entries)]
    for number, made in enumerate(whole, 1):
        if ply <= made[-1].ply and ply >= made[0].ply:
            done = ply - made[0].ply + 1
            within = f", move {done} of {len(made)}" if done < len(made) else ""
            return f"turn {number} of {len(whole)}{within}"
    return "the start"


def _begins(entry: Entry, made: list[Entry]) -> bool:
    """Does this step begin a turn after these moves of one?"""
    if entry.player is None:
        return False  # the rules forced it: it follows from the turn before
    if entry.player not in (0, 1):
        return entry.turn != made[-1].turn
    if made[0].text.startswith(OPENED) and entry.turn == made[-1].turn:
        return entry.text.startswith(OPENS)
    return entry.turn != made[-1].turn or entry.player != made[-1].player
