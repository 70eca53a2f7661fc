"""What was played, in words: "moves 3 from B3 to A3", "plants red on D5 and blue on C4"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamekit.contract import CHANCE
from gamekit.grammar import YOU, addressed, plain
from gamekit.match.turns import OPENS, moves_in
from gamekit.match.view import HIDDEN, Entry

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
    (r"give (\d+)", "gives", r"win condition \1"),
    (r"contest (\d,\d)", "contests", r"\1"),
    (r"bid (\d+)", "bids", r"\1"),
    (r"reroll (\d+)", "re-rolls", r"\1"),
    (r"relinquish (\d,\d)(.*)", "gives up", r"\1\2"),
)
SIMPLE = {
    "recharge": "recharges",
    "take 0": "recharges nothing",
    "take 1": "recharges one die",
    "reroll 0": "re-rolls nothing",
    "mark own": "marks it with a die of their own",
    "mark theirs": "marks it with a die of the other's",
    "mark same": "keeps the die there",
    "pass": "passes",
    "challenge flowers": "challenges the flowers",
    "give up": "gives up the challenge",
    "escape": "escapes",
    "pass escape": "passes and escapes",
}
FORCED = {"skip": "the next turn is skipped"}  # steps that the rules force
SECRETS = {
    "tactical-escape": "gives a win condition in secret",
    "tic-tac-toe-evolved": "bids in secret",
    "death-match": "submits in secret",
}
UNSAID = ("stop",)  # moves that whole turns leave out


def in_words(game: str, moves: Sequence[str], rolled: str = "", name: str = "") -> str:
    """Say what the moves of a turn did, as it goes on after a name.

    Args:
        game: its name.
        moves: in notation; "?" for what may not be known.
        rolled: what the mover has rolled before them.
        name: whose moves they are; of "You" the verbs are others.
    """
    told: list[str] = []
    verb = ""
    for i, move in enumerate(moves):
        if move in UNSAID or (move == "challenge" and game == "flower-field" and moves[i + 1 :]):
            continue
        before, (verb, rest) = verb, _phrase(game, _told(game, moves, i), rolled)
        phrase = rest if verb == before and rest else f"{verb} {rest}".strip()
        if name == YOU and phrase != rest:
            word, _, more = phrase.partition(" ")
            phrase = f"{plain(word)} {more}".strip()
        if phrase not in told:
            told.append(phrase)
    return _listed(told) or ("end the turn" if name == YOU else "ends the turn")


def as_advice(game: str, move: str, state: object) -> str:
    """Say a move as advice: "move 4 from B4 to B3".

    Args:
        game: its name.
        move: in notation, also with " ..." behind it.
        state: in which it is made.
    """
    rolled = str(getattr(state, "die", "") or "")
    return in_words(game, [move.removesuffix(" ...")], rolled, YOU)


def _listed(told: Sequence[str]) -> str:
    """Return "one", "one and two" or "one, two and three"."""
    return " and ".join([", ".join(told[:-1])] * bool(told[1:]) + list(told[-1:]))


def turn_in_words(game: str, steps: Sequence[Entry], names: tuple[str, str]) -> str:
    """Say in one line what a turn did and what came of it. The line shows whose it is, and the dice.

    Args:
        game: its name.
        steps: of the turn, with its rolls.
        names: of the players.
    """
    made = [step.text for step in moves_in(steps)]
    came = " ".join(text for step in steps for text in (step.remark, step.came) if text)
    if game == "tic-tac-toe-evolved":
        told, came = _contest(steps, names, came), ""
    elif game == "take-back-toe" and "-" in made[0]:
        told = made[0].replace("-", " to ")  # how many is on the die
    else:
        told = in_words(game, made)
    told = with_outcome(told, came)
    offer = next((step.text for step in steps if step.player == CHANCE and " " in step.text), "")
    told += f" (offered: {', '.join(offer.split())})" * bool(offer)
    return "; then ".join([told, *(forced(step.text) for step in steps if step.player is None)])


def with_outcome(told: str, came: str) -> str:
    """Join what a turn did and what came of it, if there is anything to say."""
    if not came:
        return told
    start = told.removesuffix("the claim")
    is_named_again = start != told and "," not in told
    is_challenge = told.startswith("challenges ") and "," not in told
    joint = "" if is_named_again else ": " if is_challenge else ". "
    return f"{start if is_named_again else told}{joint}{came.removesuffix('.')}"


def forced(text: str) -> str:
    """Say what a step did that the rules forced."""
    return FORCED.get(text, text)


def _contest(steps: Sequence[Entry], names: tuple[str, str], came: str) -> str:
    """Tell a turn of Tic-Tac-Toe Evolved: what opened it, what both bid, and who rolled again."""
    made = moves_in(steps)
    rolls = [step.text for step in steps if step.player == CHANCE and step.whose is None]
    opened = f"the green die says {','.join(rolls[:2])}"
    if made[0].text.startswith(OPENS):
        opened = in_words("tic-tac-toe-evolved", [made.pop(0).text])
        if opened == "recharges" and rolls:
            opened += f": {rolls[-1]} on the die"
    told: dict[bool, list[str]] = {False: [], True: []}  # before and after the last throw
    for step in made:
        name = names[step.player or 0]
        if step.text != "take 0":
            words = in_words("tic-tac-toe-evolved", [step.text], name=name)
            told[step.text.startswith("mark")].append(f"{name} {words}")
    opened += f": {', '.join(told[False])}" * bool(told[False])
    return addressed(". ".join(filter(None, [opened, came.removesuffix("."), *told[True]])))


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
    if game == "flower-field" and CELLS.fullmatch(move):
        return "challenges", move
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
