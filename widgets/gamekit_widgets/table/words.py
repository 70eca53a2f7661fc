"""What was played, in words: "moves 3 from B3 to A3", "plants red on D5 and blue on C4"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, groupby

import gamekit as gk
from gamekit.contract import CHANCE
from gamekit.errors import YOU, addressed, plain
from gamekit.match.match import OPENS, moves_in, turns
from gamekit.match.view import HIDDEN, Entry
from gamekit_widgets.page_data import Message, Move, Times, note
from gamekit_widgets.scenes.tactical_escape import named
from gamekit_widgets.scenes.tic_tac_toe_evolved import with_places

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
    (r"(\w{2,3}\d)>(\w{2,3}\d)", "shifts", r"the line from \1 toward \2"),
    (r"(\w{1,3}\d+)", "plays", r"\1"),
    (r"remove (\w\d+)", "removes", r"\1"),
    (r"contest (\d,\d)", "contests", r"square \1"),
    (r"bid (\d+)", "bids", r"\1"),
    (r"reroll (\d+)", "re-rolls", r"\1"),
    (r"relinquish (\d,\d)", "gives up", r"square \1"),
    (r"relinquish (\d,\d) retrieve (\d,\d)", "gives up", r"square \1 for the die on \2"),
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
PLACING = {  # in the words of prompts
    "shift-tac-toe": "put a piece on",
    "sliding-tic-tac-toe": "place a tile on",
    "tactical-escape": "place a piece on",
}
CONTESTS = "tic-tac-toe-evolved"
UNSAID = ("stop",)  # moves that whole turns leave out


def in_words(game: str, moves: Sequence[str], rolled: str = "", name: str = "") -> str:
    """Say what the moves of a turn did, in words that follow a name.

    Args:
        game: its name.
        moves: in notation; "?" for what may not be known.
        rolled: what the mover rolled before them.
        name: whose moves they are. "You" takes other verb forms.
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
    said = _listed(told) or ("end the turn" if name == YOU else "ends the turn")
    return with_places(said) if game == CONTESTS else said


def as_advice(game: str, move: str, state: object) -> str:
    """Say a move as advice: "move 4 from B4 to B3".

    Args:
        game: its name.
        move: in notation, with or without " ..." at its end.
        state: in which it is made.
    """
    rolled = str(getattr(state, "die", "") or "")
    told = in_words(game, [move.removesuffix(" ...")], rolled, YOU)
    return re.sub(r"^play (?=\w{1,3}\d+$)", f"{PLACING.get(game, 'play')} ", told)


def _listed(told: Sequence[str]) -> str:
    """Return "one", "one and two" or "one, two and three"."""
    return " and ".join([", ".join(told[:-1])] * bool(told[1:]) + list(told[-1:]))


def turn_in_words(game: str, steps: Sequence[Entry], names: tuple[str, str]) -> str:
    """Say in one line what a turn did and what came of it. Its player and the dice stand beside the line.

    Args:
        game: its name.
        steps: of the turn, with its rolls.
        names: of the players.
    """
    made = [step.text for step in moves_in(steps)]
    came = " ".join(text for step in steps for text in (step.remark, step.came) if text)
    if game == CONTESTS:
        told, came = with_places(_contest(steps, names, came)), ""
    elif game == "take-back-toe" and "-" in made[0]:
        told = made[0].replace("-", " to ")  # how many is on the die
    else:
        told = in_words(game, made)
    told = with_outcome(told, came)
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
    """Say what a step did if the rules forced it."""
    return FORCED.get(text, text)


def _contest(steps: Sequence[Entry], names: tuple[str, str], came: str) -> str:
    """Tell a turn of Tic-Tac-Toe Evolved: what opened it, what both players bid, and who rolled again."""
    made = moves_in(steps)
    rolls = [step.text for step in steps if step.player == CHANCE and step.whose is None]
    opened = f"the green die says square {','.join(rolls[:2])}"
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
    """Return a move as the list tells it. In Death Match the dice come first, so a later challenge, which
    cells follow, is about flowers."""
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
    if gift := re.fullmatch(r"give (\d+)", move):
        return "gives", named(int(gift[1]))
    if claim := CLAIM.fullmatch(move):
        dice, face = int(claim[1]), claim[2]
        number = NUMBERS[dice] if dice < len(NUMBERS) else str(dice)
        return "claims", f"{number} {face}{'s' * (dice != 1)}"
    for pattern, verb, rest in PHRASES:
        if found := re.fullmatch(pattern, move):
            return verb, found.expand(rest)
    return "plays", move


EARLY, MIDDLE = 256, 16  # how many moves the long parts of the list grow by


def moves(match: gk.Match, viewer: int) -> Iterator[Move]:
    """Yield each turn of the line, including those taken back, as the viewer knows it."""
    line = list(match.view(viewer).history)
    line += [_undone(match, entry, viewer) for entry in match.line[len(line) :]]
    rolled: dict[int | None, list[str]] = {0: [], 1: [], None: []}  # and not yet told
    for steps in turns(line):
        for entry in steps:
            if entry.player == gk.CHANCE and _is_die(match, entry):
                rolled[entry.whose].append(entry.text)
        yield _line(match, steps, rolled)


def in_parts(moves: list[Move]) -> tuple[list[Move], list[Move], list[Move]]:
    """Return the list of moves in parts. The longer a part, the less often it changes.

    After a move, only the parts that changed are sent.
    """
    old, recent = (len(moves) // size * size for size in (EARLY, MIDDLE))
    return moves[:old], moves[old:recent], moves[recent:]


def _is_die(match: gk.Match, entry: Entry) -> bool:
    """Does this die stand beside its turn? For offers and contests, the words of the turn tell it."""
    return HIDDEN not in entry.text and " " not in entry.text and match.game.name != CONTESTS


def _line(match: gk.Match, steps: list[Entry], rolled: dict[int | None, list[str]]) -> Move:
    """Return a turn for the list, with the dice of its player and those that belong to nobody."""
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


def _notation(game: gk.Game, texts: list[str]) -> str:
    """Return a turn in notation, or only the opening of a contest."""
    texts = [text for text in texts if text not in UNSAID] or texts[:1]
    if game.name == CONTESTS and texts[0].startswith(OPENS):
        return texts[0]
    if texts[0] == "challenge" and len(texts) > 1 and "/" not in texts[-1]:
        return f"challenge {' / '.join(texts[1:])}"
    return str(game.join.join(texts))


def _undone(match: gk.Match, entry: Entry, viewer: int) -> Entry:
    """Hide a move that was taken back from everybody but its maker, because it may have been secret."""
    if match.game.has_secrets and entry.player != viewer:
        return replace(entry, text=HIDDEN, move=None, remark="", came="")
    return entry


def news(match: gk.Match, viewer: int, ply: int) -> Message:
    """Say what was played after so many moves."""
    told: list[str] = []
    since = [entry for entry in match.view(viewer).history if entry.ply >= ply]
    rolled = ""
    opened = accumulate(entry.text.startswith(OPENS) for entry in since)
    runs = groupby(
        zip(since, opened, strict=True), key=lambda at: (at[0].player, at[0].turn, at[1])
    )
    for (player, *_), run in runs:
        entries = [entry for entry, _ in run]
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
    said = " ".join(told)
    return note(with_places(said) if match.game.name == CONTESTS else said, "news")


AIMS = {  # by game: what to play for, short enough to be read whole on a phone
    "take-back-toe": "Get three equal stacks at home (A: {0}, C: {1}). Use any stack. Never move the same number straight back.",
    "shift-tac-toe": "Two fours in a row, also across levels, win a round. Two rounds; at 1 to 1, more threes win.",
    "liars-dice": "Claim how many of all dice show a face, or challenge. Whoever is wrong gets a die; with nine you lose.",
    "flower-field": "Your opponent loses a life when you spot four connected flowers like four others. No lives left loses.",
    "sliding-tic-tac-toe": "Get five of your tiles in a row. Place a tile, slide anybody's tiles, or both.",
    "death-match": "Win one of three games to win the match. Each turn makes a move in every game.",
    "tic-tac-toe-evolved": "Hold three squares in a row. Both bid dice: more marks win. Recharge: roll for how many come back.",
    "tactical-escape": "Escape on your turn. If you have met your secret win condition, you win; if not, you lose at once.",
}
GUIDES = {  # by game: how to play it, with the rules that surprise people
    "take-back-toe": (
        "The pieces belong to nobody: move as many as you rolled from any stack to a cell beside it. You "
        "may not move the same number straight back where your opponent just took it. Three equal stacks "
        "win for whoever's home it is, whoever moved. After 40 turns each, more pieces at home win."
    ),
    "shift-tac-toe": (
        "Put a piece on an empty cell. Then you may shift one line: it moves one step, what leaves one "
        "end enters at the other, and every four in a row must stay. Two fours win a round. If each of "
        "you wins one, more threes in a row on both boards win the match."
    ),
    "liars-dice": (
        "A claim is about all dice, yours and your opponent's hidden ones: eight at first. A higher "
        "claim names more dice, of any face, or as many of a higher face. A challenge shows all dice. "
        "If the claim holds, the challenger gets a die; if not, the claimer. Then all dice are rolled "
        "again."
    ),
    "flower-field": (
        "Plant one or two flowers beside older ones. Fours are alike if shape and colors match, even "
        "turned, mirrored or sharing flowers. Challenge and name two with a flower just planted: your "
        "opponent loses a life and plays again. A wrong challenge costs you one."
    ),
    "sliding-tic-tac-toe": (
        "Slide one tile, or several that touch in one row or column, as far as the cells ahead are empty. "
        "A tile you place comes before the slide. Whoever starts second has one neutral tile to put down "
        "on any turn; it counts for nobody. With four empty cells left, tiles only slide."
    ),
    "death-match": (
        "Dice: claim more dice, or as many of a higher face. Tiles: place, slide a touching line, "
        "or both. Flowers: challenge two fours alike in shape and colors."
    ),
    "tic-tac-toe-evolved": (
        "A die shows its owner's mark on four sides. More marks on all dice take the square; "
        "its holder has one for free, and a tie empties it. Used dice must be recharged before you can "
        "bid them again. After every two turns, a green die picks a square to fight for."
    ),
    "tactical-escape": (
        "Three win conditions are on the table. Each of you secretly gives the other one of them, a second "
        "after ten turns each and the last after ten more: guess what you got. A turn places up to two "
        "pieces or removes one of your opponent's. Then you may escape, which ends the game."
    ),
}


def aim(match: gk.Match) -> Message | None:
    """Say what to play for in a game as it is published."""
    game = match.game
    if game.name not in AIMS or not _is_published(game) or match.result or match.position:
        return None
    return note(f"How to win: {AIMS[game.name].format(*match.names)}", "aim")


def guide(game: gk.Game) -> str:
    """Say how to play a game as it is published, or nothing of another."""
    return GUIDES.get(game.name, "") if _is_published(game) else ""


def _is_published(game: gk.Game) -> bool:
    """Has no rule been changed?"""
    return not (game.changes or game.replaced)


def outcome(match: gk.Match, people: list[int]) -> str:
    """Say in two words how the match ended, to the only person who played, or to everybody.

    Returns nothing while it goes on.
    """
    ending = match.result
    if not ending:
        return ""
    if ending.winner is None:
        return "A draw" if ending.kind == "draw" else "Both lose"
    if len(people) == 1:
        return "You win" if ending.winner in people else "You lose"
    return addressed(f"{match.names[ending.winner]} wins")


def without(told: str, sentences: str, match: gk.Match) -> str:
    """Return these sentences without the first one, if it only says who won, as the outcome does."""
    if not told or not match.result:
        return sentences
    winner = match.result.winner
    wins = told if winner is None else addressed(f"{match.names[winner]} wins")
    return sentences.removeprefix(f"{wins}. ")


def came_to_light(match: gk.Match) -> bool:
    """Return whether the latest move revealed, captured or cost something that deserves a look."""
    steps = [entry for entry in match.history if entry.ply == match.ply]
    return bool(match.result) or any(entry.remark or entry.came for entry in steps)


def times(match: gk.Match, mover: int | None, is_paused: bool) -> Times | None:
    """Return the time left on both clocks while the mover's clock runs."""
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
