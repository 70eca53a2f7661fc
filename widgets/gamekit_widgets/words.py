"""What was played, in words: "moves 3 from B3 to A3", "plants red on D5 and blue on C4"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamekit.view import HIDDEN

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
CLAIM = re.compile(r"(\d+)x(\d+)")
CELLS = re.compile(r"((?:\w\d+ ){3}\w\d+)")

# Moves whose notation says what they are, whatever the game: a verb, and what it is done to.
PHRASES = (
    (r"challenge", "challenges", "the claim"),
    (r"(\w\d+) (purple|red|blue|yellow)", "plants", r"\2 on \1"),
    (CELLS.pattern, "names", r"\1"),
    (r"slide (\S+) (\w+) (\d+)", "slides", r"\1 \2 by \3"),
    (r"N (\w\d+)", "puts", r"the neutral tile on \1"),
    (r"(\w{2,3}\d)>(\w{2,3}\d)", "shifts", r"\1 to \2"),
    (r"(\w{1,3}\d+)", "takes", r"\1"),
    (r"remove (\w\d+)", "removes", r"\1"),
    (r"give (\d+)", "gives", r"win-con \1"),
    (r"contest (\d,\d)", "contests", r"\1"),
    (r"bid (\d+)", "bids", r"\1"),
    (r"reroll (\d+)", "re-rolls", r"\1"),
    (r"mark (own|theirs|same)", "marks", r"with \1"),
    (r"relinquish (\d,\d)(.*)", "gives up", r"\1\2"),
)
SIMPLE = {
    "recharge": "recharges",
    "take 0": "recharges nothing",
    "take 1": "recharges one die",
    "reroll 0": "re-rolls nothing",
    "pass": "passes",
    "challenge flowers": "challenges the flowers",
    "give up": "gives up the challenge",
    "escape": "escapes",
    "pass escape": "passes and escapes",
}
SECRETS = {
    "tactical-escape": "gives a goal in secret",
    "tic-tac-toe-evolved": "bids in secret",
    "death-match": "submits in secret",
}
UNSAID = ("stop",)  # moves that whole turns leave out


def in_words(game: str, moves: Sequence[str], rolled: str = "") -> str:
    """Say what the moves of a turn did, as it goes on after a name.

    Args:
        game: its name.
        moves: in notation; "?" for what may not be known.
        rolled: what the mover has rolled before them.
    """
    told: list[str] = []
    verb = ""
    for i, move in enumerate(moves):
        if move in UNSAID:
            continue
        before, (verb, rest) = verb, _phrase(game, _told(game, moves, i), rolled)
        phrase = rest if verb == before and rest else f"{verb} {rest}".strip()
        if phrase not in told:
            told.append(phrase)
    return ", ".join(told[:-1]) + (" and " if told[1:] else "") + told[-1] if told else "goes on"


def _told(game: str, moves: Sequence[str], i: int) -> str:
    """Return a move as it is told. In Death Match the dice come first, so what is challenged later
    are the flowers, and whoever challenges these names cells next."""
    is_late = i > 0 or (len(moves) > 1 and CELLS.fullmatch(moves[1]))
    if game == "death-match" and moves[i] == "challenge" and is_late:
        return "challenge flowers"
    return moves[i]


def _phrase(game: str, move: str, rolled: str) -> tuple[str, str]:
    if move == HIDDEN:
        return SECRETS.get(game, "plays in secret"), ""
    if game == "flower-field" and move == "challenge":
        return "challenges", ""
    if move in SIMPLE:
        return SIMPLE[move], ""
    if game == "take-back-toe" and "-" in move:
        start, end = move.split("-")
        return "moves", f"{rolled or 'pieces'} from {start} to {end}"
    if claim := CLAIM.fullmatch(move):
        dice, face = int(claim[1]), claim[2]
        number = NUMBERS[dice] if dice < len(NUMBERS) else str(dice)
        return "claims", f"{number} {face}{'s' * (dice != 1)}"
    for pattern, verb, rest in PHRASES:
        if found := re.fullmatch(pattern, move):
            return verb, found.expand(rest)
    return "plays", move
