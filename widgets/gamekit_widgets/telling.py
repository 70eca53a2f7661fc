"""What a table tells of its match: the moves so far, what was just played, and the clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import gamekit as gk
from gamekit.view import HIDDEN, Entry
from gamekit_widgets.shown import Message, Move, Times, note
from gamekit_widgets.words import UNSAID, in_words


def moves(match: gk.Match, viewer: int) -> Iterator[Move]:
    """Go through the turns of the line being played, taken-back ones included, as the viewer knows it."""
    line = list(match.view(viewer).history)
    line += [_undone(match, entry, viewer) for entry in match.line[len(line) :]]
    rolled: dict[int | None, list[str]] = {0: [], 1: [], None: []}  # and not yet told
    made: list[Entry] = []  # moves of the turn under way
    remarks: list[str] = []  # on it
    for entry in line:
        if made and _begins(entry, made):
            yield _line(match, made, rolled, remarks)
            made, remarks = [], []
        remarks += [entry.remark] * bool(entry.remark)
        if entry.player in (0, 1):
            made.append(entry)
        elif entry.player == gk.CHANCE and entry.text != HIDDEN:
            rolled[entry.whose].append(entry.text)
    if made:
        yield _line(match, made, rolled, remarks)


OPENS = "contest", "recharge", "relinquish"  # a turn in which both players take part


def _begins(entry: Entry, made: list[Entry]) -> bool:
    """Does this step begin a turn after these moves of one?"""
    if entry.player not in (0, 1):
        # a die of nobody's begins another turn, one of a player's may be thrown inside it
        return entry.turn != made[-1].turn or (entry.whose is None and entry.player == gk.CHANCE)
    is_opened = made[0].text.startswith((*OPENS, "bid"))
    if is_opened and entry.turn == made[-1].turn:
        return entry.text.startswith(OPENS)
    return entry.turn != made[-1].turn or entry.player != made[-1].player


def _line(
    match: gk.Match,
    made: list[Entry],
    rolled: dict[int | None, list[str]],
    remarks: list[str],
) -> Move:
    """Return one turn as it stands in the list; the dice of its player, and nobody's, are told."""
    player = made[0].player or 0
    dice = [*rolled[None], *rolled[player]]
    rolled[None], rolled[player] = [], []
    words = in_words(match.game.name, [entry.text for entry in made], " ".join(dice))
    return {
        "first": made[0].ply,
        "ply": made[-1].ply,
        "player": player,
        "before": " ".join(dice),
        "text": _notation(match.game, [entry.text for entry in made]),
        "words": " ".join(remarks) or words,
    }


def _notation(game: gk.Game, texts: list[str]) -> str:
    """Return a turn as it is written; of a contest only what opened it."""
    texts = [text for text in texts if text not in UNSAID] or texts[:1]
    if texts[0].startswith(OPENS):
        return texts[0]
    if texts[0] == "challenge" and len(texts) > 1 and "/" not in texts[-1]:
        return f"challenge {' / '.join(texts[1:])}"
    return str(game.join.join(texts))


def _undone(match: gk.Match, entry: Entry, viewer: int) -> Entry:
    """What was taken back may have been secret: others than its maker only see that it was."""
    if match.game.has_secrets and entry.player != viewer:
        return replace(entry, text=HIDDEN, move=None, remark="")
    return entry


def news(match: gk.Match, viewer: int, ply: int) -> Message:
    """Tell what has been played since that many moves were made."""
    told: list[str] = []
    came = _of_challenge(match)
    since = [entry for entry in match.view(viewer).history if entry.ply >= ply]
    rolled = ""
    for (player, _), steps in groupby(since, key=lambda entry: (entry.player, entry.turn)):
        entries = list(steps)
        if player == gk.CHANCE:
            rolled = entries[-1].text
        elif player is None:
            told += [f"Then, by the rules: {entry.text}." for entry in entries]
        elif came and any(entry.text == "challenge" and entry.ply > ply for entry in entries):
            told.append(came)
        elif made := [entry.text for entry in entries if entry.ply > ply]:
            told.append(f"{match.names[player]} {in_words(match.game.name, made, rolled)}.")
        told += [entry.remark for entry in entries if entry.remark and entry.ply >= ply]
    return note(" ".join(told), "news")


def outcome(match: gk.Match, people: list[int]) -> str:
    """Say in two words how a match ended, to the one person who played, or to all; or nothing."""
    ending = match.result
    if not ending:
        return ""
    if ending.winner is None:
        return "A draw" if ending.kind == "draw" else "Both lose"
    if len(people) == 1:
        return "You win" if ending.winner in people else "You lose"
    return f"{match.names[ending.winner]} wins"


def came_to_light(match: gk.Match) -> bool:
    """Has the latest move revealed, taken or lost something that wants to be looked at?"""
    steps = [entry for entry in match.history if entry.ply == match.ply]
    is_called = any(entry.text == "challenge" and entry.player in (0, 1) for entry in steps)
    return bool(match.result) or is_called or any(entry.remark for entry in steps)


def _of_challenge(match: gk.Match) -> str:
    """Return what came of the latest challenge, in a game that tells it afterwards."""
    verdict = match.game.namespace.get("verdict")
    is_made = any(entry.text == "challenge" for entry in match.history)
    return (
        " ".join(verdict(match.rules, match.state)).format(*match.names)
        if is_made and verdict
        else ""
    )


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
