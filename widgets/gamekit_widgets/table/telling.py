"""What a table tells of its match: the moves so far, what was just played, and the clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import gamekit as gk
from gamekit.grammar import addressed
from gamekit.match.turns import OPENS, moves_in, turns
from gamekit.match.view import HIDDEN, Entry
from gamekit_widgets.page_data import Message, Move, Times, law, note
from gamekit_widgets.table.words import UNSAID, forced, in_words, turn_in_words, with_outcome

EARLY, MIDDLE = 256, 16  # how many moves the long parts of the list grow by


def moves(match: gk.Match, viewer: int) -> Iterator[Move]:
    """Go through the turns of the line being played, taken-back ones included, as the viewer knows it."""
    line = list(match.view(viewer).history)
    line += [_undone(match, entry, viewer) for entry in match.line[len(line) :]]
    rolled: dict[int | None, list[str]] = {0: [], 1: [], None: []}  # and not yet told
    for steps in turns(line):
        for entry in steps:
            if entry.player == gk.CHANCE and _is_die(match, entry):
                rolled[entry.whose].append(entry.text)
        yield _line(match, steps, rolled)


def in_parts(moves: list[Move]) -> tuple[list[Move], list[Move], list[Move]]:
    """Return the list of moves in parts that change the more seldom the longer they are.

    With a move, only what has changed is sent.
    """
    old, recent = (len(moves) // size * size for size in (EARLY, MIDDLE))
    return moves[:old], moves[old:recent], moves[recent:]


def _is_die(match: gk.Match, entry: Entry) -> bool:
    """Is this a die to be drawn beside the turn? An offer is told in words, and so is a contest."""
    return HIDDEN not in entry.text and " " not in entry.text and match.game.name != CONTESTS


def _line(match: gk.Match, steps: list[Entry], rolled: dict[int | None, list[str]]) -> Move:
    """Return one turn as it stands in the list; the dice of its player, and nobody's, are told."""
    made = moves_in(steps)
    texts = [entry.text for entry in made]
    player = made[0].player or 0
    dice = [*rolled[None], *rolled[player]]
    rolled[None], rolled[player] = [], []
    is_nobodys = match.game.name == CONTESTS and not texts[0].startswith(OPENS)
    return {
        "first": made[0].ply,
        "ply": made[-1].ply,
        "player": None if is_nobodys else player,
        "before": " ".join(dice),
        "text": _notation(match.game, texts),
        "words": turn_in_words(match.game.name, steps, match.names),
    }


CONTESTS = "tic-tac-toe-evolved"


def _notation(game: gk.Game, texts: list[str]) -> str:
    """Return a turn as it is written; of a contest only what opened it."""
    texts = [text for text in texts if text not in UNSAID] or texts[:1]
    if game.name == CONTESTS and texts[0].startswith(OPENS):
        return texts[0]
    if texts[0] == "challenge" and len(texts) > 1 and "/" not in texts[-1]:
        return f"challenge {' / '.join(texts[1:])}"
    return str(game.join.join(texts))


def _undone(match: gk.Match, entry: Entry, viewer: int) -> Entry:
    """What was taken back may have been secret: others than its maker only see that it was."""
    if match.game.has_secrets and entry.player != viewer:
        return replace(entry, text=HIDDEN, move=None, remark="", came="")
    return entry


def news(match: gk.Match, viewer: int, ply: int) -> Message:
    """Tell what has been played since that many moves were made."""
    told: list[str] = []
    since = [entry for entry in match.view(viewer).history if entry.ply >= ply]
    rolled = ""
    for (player, _), steps in groupby(since, key=lambda entry: (entry.player, entry.turn)):
        entries = list(steps)
        made = [entry.text for entry in entries if entry.ply > ply and player in (0, 1)]
        came = [
            said
            for entry in entries
            if entry.ply > ply or player not in (0, 1)
            for said in (entry.remark, entry.came)
            if said
        ]
        if player == gk.CHANCE:
            rolled = entries[-1].text
        elif player is None:
            told += [f"Then {forced(entry.text)}." for entry in entries]
        elif made:
            name = match.names[player]
            words = in_words(match.game.name, made, rolled, name)
            told.append(f"{name} {with_outcome(words, ' '.join(came))}.")
            came = []
        told += came
    return note(" ".join(told), "news")


AIMS = {  # by game, the rule that says what to play for
    "take-back-toe": "TBT-17",
    "shift-tac-toe": "SHT-12",
    "liars-dice": "LD-10",
    "flower-field": "FF-13",
    "sliding-tic-tac-toe": "STT-16",
    "death-match": "DM-6",
    "tic-tac-toe-evolved": "TTE-23",
    "tactical-escape": "TE-14",
}


def aim(match: gk.Match) -> Message | None:
    """Say what to play for, before the first move."""
    rule = law(match.game, AIMS.get(match.game.name, ""))
    if rule is None or match.ply or match.result or match.position is not None:
        return None
    return {**note("What you play for:"), "law": rule}


def outcome(match: gk.Match, people: list[int]) -> str:
    """Say in two words how a match ended, to the one person who played, or to all; or nothing."""
    ending = match.result
    if not ending:
        return ""
    if ending.winner is None:
        return "A draw" if ending.kind == "draw" else "Both lose"
    if len(people) == 1:
        return "You win" if ending.winner in people else "You lose"
    return addressed(f"{match.names[ending.winner]} wins")


def without(told: str, sentences: str) -> str:
    """Return what these sentences say beyond the first one, where that is what was told already."""
    return sentences.removeprefix(f"{told}. ") if told else sentences


def came_to_light(match: gk.Match) -> bool:
    """Has the latest move revealed, taken or lost something that wants to be looked at?"""
    steps = [entry for entry in match.history if entry.ply == match.ply]
    return bool(match.result) or any(entry.remark or entry.came for entry in steps)


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
