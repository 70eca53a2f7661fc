"""What was played, in words: "moves 3 from B3 to A3", "plants red on D5 and blue on C4"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import gamekit as gk
from gamekit.contract import CHANCE
from gamekit.errors import YOU, addressed, after_you, series, with_names
from gamekit.games.tic_tac_toe_evolved.text import OPENS, with_places
from gamekit.match.history import moves_in, turns
from gamekit.match.view import HIDDEN, Entry
from gamekit_widgets.browser_page import Message, Move, Shown, Times, note
from gamekit_widgets.drawing.scene import Scene
from gamekit_widgets.scenes import scene_file

FORCED = {"skip": "the next turn is skipped"}  # steps that the rules force
CONTESTS = "tic-tac-toe-evolved"
SEVERAL = "death-match"  # the list of its games says what was played in each
UNSAID = ("stop",)  # moves that whole turns leave out


def in_words(game: gk.Game, moves: Sequence[str], rolled: str | None = "", name: str = "") -> str:
    """Say what the moves of a turn did, in words that follow a name.

    Args:
        game: says it of its moves.
        moves: in notation; "?" for what may not be known.
        rolled: what the mover rolled before them; None where that stands beside the words.
        name: whose moves they are. "You" takes other verb forms.
    """
    told: list[str] = []
    before = ""
    for verb, rest in game.phrases([move for move in moves if move not in UNSAID], rolled):
        phrase = rest if verb == before and rest else f"{verb} {rest}".strip()
        before = verb
        if name == YOU and phrase != rest:
            word, _, more = phrase.partition(" ")
            phrase = f"{after_you(word)} {more}".strip().replace("their own", "your own")
        if phrase not in told:
            told.append(phrase)
    return series(told) or ("end the turn" if name == YOU else "ends the turn")


def as_advice(view: gk.View, move: str) -> str:
    """Say a move as advice: "move 4 from B4 to B3".

    Args:
        view: of the position in which it is made.
        move: in notation, with or without " ..." at its end.
    """
    game, move = view.game, move.removesuffix(" ...")
    says: Callable[[gk.View, str], str] | None = getattr(scene_file(game.name), "advised", None)
    if says and (named := says(view, move)):
        return named
    told = in_words(game, [move], str(getattr(view.state, "die", "") or ""), YOU)
    return re.sub(r"^play (?=\w{1,3}\d+$)", f"{game.placing} ", told)


def turn_in_words(game: gk.Game, steps: Sequence[Entry], names: tuple[str, str]) -> str:
    """Say in one line what a turn did and what came of it. Its player and the dice stand beside the line.

    Args:
        game: says it of its moves.
        steps: of the turn, with its rolls.
        names: of the players.
    """
    made = [step.text for step in moves_in(steps)]
    came = " ".join(text for step in steps for text in (step.remark, step.came) if text)
    if game.name == CONTESTS:
        told, came = with_places(_contest(game, steps, names, came)), ""
    else:
        told = in_words(game, made, None)
    told = with_outcome(told, came)
    return "; then ".join([told, *(forced(step.text) for step in steps if step.player is None)])


def with_outcome(told: str, came: str) -> str:
    """Join what a turn did and what came of it, if there is anything to say."""
    if not came:
        return told
    start = told.removesuffix("the claim")
    is_named_again = start != told and "," not in told
    is_challenge = told.startswith("challenges ") and "," not in told
    came = came.removesuffix(".")
    if is_named_again:
        return start + came
    return f"{told}: {came}" if is_challenge else f"{told}. {came[0].upper()}{came[1:]}"


def forced(text: str) -> str:
    """Say what a step did if the rules forced it."""
    return FORCED.get(text, text)


def _contest(game: gk.Game, steps: Sequence[Entry], names: tuple[str, str], came: str) -> str:
    """Tell a turn of Tic-Tac-Toe Evolved: what opened it, what came of it, and what both players bid."""
    made = moves_in(steps)
    rolls = [step.text for step in steps if step.player == CHANCE and step.whose is None]
    opened = f"the green die says square {','.join(rolls[:2])}"
    if made[0].text.startswith(OPENS):
        opened = in_words(game, [made.pop(0).text])
        if opened == "recharges":
            return with_outcome(opened, came)
    told: dict[bool, list[str]] = {False: [], True: []}  # before and after the last throw
    for step in made:
        name = names[step.player or 0]
        if not step.text.startswith(("take 0", "mark own", "reroll")):
            words = in_words(game, [step.text], name=name)
            told[step.text.startswith("mark")].append(f"{name} {words}")
    came = re.sub(r"\b\d,\d\b", "it", came.removesuffix("."))  # the square is named already
    if found := re.fullmatch(r"(X \d+, O \d+): (.*)", came):
        opened += f": {found[2]} ({found[1]})"
        came = ""
    parts = [", ".join(told[False]), came, *told[True]]
    joint = ". " if found else ": "
    return addressed(joint.join(filter(None, [opened, ". ".join(filter(None, parts))])))


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
        "words": turn_in_words(match.game, steps, match.names),
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
    for (player, _), run in groupby(since, key=lambda entry: (entry.player, entry.turn)):
        entries = [*run]
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
            words = in_words(match.game, made, rolled, name)
            if match.game.name == SEVERAL and len(made) > 2:
                words = f"{'have' if name == YOU else 'has'} moved in every game: see the tabs"
            told.append(f"{name} {with_outcome(words, ' '.join(came))}.")
            came = []
        told += came
    said = " ".join(told)
    return note(with_places(said) if match.game.name == CONTESTS else said, "news")


def aim(match: gk.Match) -> Message | None:
    """Say what to play for in a game as it is published."""
    game = match.game
    if not game.aim or not _is_published(game) or match.result or match.position:
        return None
    return note(f"How to win: {with_names(game.aim, match.names, 'aim')}", "aim")


def how_to_play(game: gk.Game) -> Shown:
    """Say how to play a game as it is published, with a picture if its scene file has one. Say nothing of another."""
    if not _is_published(game):
        return {"guide": "", "guide_picture": ""}
    drawn: Callable[[], Scene] | None = getattr(scene_file(game.name), "guide_picture", None)
    return {"guide": game.guide, "guide_picture": drawn().svg() if drawn else ""}


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
    own = {"you": "You win", "other": "You lose"}.get(str(won(match, people)))
    return own or addressed(f"{match.names[ending.winner]} wins")


def won(match: gk.Match, people: list[int]) -> int | str | None:
    """Return who won, as the page colors it: for the only person who played, or for everybody."""
    winner = match.result.winner if match.result else None
    if winner is None or len(people) != 1:
        return winner
    return "you" if winner in people else "other"


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
