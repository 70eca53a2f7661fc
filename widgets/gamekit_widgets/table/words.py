"""Moves in words: "moves 3 from B3 to A3", "plants red on D5 and blue on C4"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import gamekit as gk
from gamekit.contract.components import Deck
from gamekit.errors import series
from gamekit.match.history import moves_in, turns
from gamekit.match.view import HIDDEN, Entry, without_open
from gamekit.sentences import YOU, addressed, after_you, with_names
from gamekit_widgets.browser_page import Message, Move, Shown, Times, note
from gamekit_widgets.drawing.scene import TurnLine
from gamekit_widgets.scenes import scene_file

FORCED = {"skip": "the next turn is skipped"}  # steps that the rules force
UNSAID = ("stop",)  # moves that a whole turn does not mention


def in_words(game: gk.Game, moves: Sequence[str], rolled: str | None = "", name: str = "") -> str:
    """Return what the moves of a turn did, in words that follow a name.

    Args:
        game: the game, which puts its moves in words.
        moves: the moves in notation, "?" for a hidden one.
        rolled: what the mover rolled before them; None where the roll stands beside the words.
        name: the player's name. "You" takes other verb forms.
    """
    phrases: list[str] = []
    before = ""
    for verb, rest in game.phrases([move for move in moves if move not in UNSAID], rolled):
        phrase = rest if verb == before and rest else f"{verb} {rest}".strip()
        before = verb
        if name == YOU and phrase != rest:
            word, _, more = phrase.partition(" ")
            phrase = f"{after_you(word)} {more}".strip().replace("their own", "your own")
        if phrase not in phrases:
            phrases.append(phrase)
    return series(phrases) or ("end the turn" if name == YOU else "ends the turn")


def as_advice(view: gk.View, move: str) -> str:
    """Return a move as advice: "move 4 from B4 to B3".

    Args:
        view: the position in which it is made.
        move: the move in notation, with or without " ..." at its end.
    """
    game, move = view.game, without_open(move)
    if named := scene_file(game.name).advised(view, move):
        return named
    words = in_words(game, [move], str(getattr(view.state, "die", "") or ""), YOU)
    return re.sub(r"^play (?=\w{1,3}\d+$)", f"{game.placing} ", words)


def describe_turn(game: gk.Game, steps: Sequence[Entry], names: tuple[str, str]) -> TurnLine:
    """Describe a turn for the list of turns, without its player and dice, which stand beside it.

    Args:
        game: the game, which puts its moves in words.
        steps: the steps of the turn, including its rolls.
        names: the players' names.
    """
    if describe := scene_file(game.name).describe_turn:
        return describe(steps, names, lambda move, name: in_words(game, [move], name=name))
    texts = [step.text for step in moves_in(steps)]
    came = " ".join(text for step in steps for text in (step.remark, step.came) if text)
    return TurnLine(_notation(game, texts), in_words(game, texts, None), came)


def with_outcome(game: gk.Game, did: str, came: str) -> str:
    """Return what a turn did, with its consequences if it had any."""
    return scene_file(game.name).joined(did, came.removesuffix(".")) if came else did


def forced(text: str) -> str:
    """Return the words for a forced step."""
    return FORCED.get(text, text)


def moves(match: gk.Match, viewer: int) -> Iterator[Move]:
    """Yield each turn of the line, including those taken back, as the viewer knows it."""
    line = list(match.view(viewer).history)
    line += [_undone(match, entry, viewer) for entry in match.line[len(line) :]]
    rolled: dict[int | None, list[str]] = {0: [], 1: [], None: []}  # dice that no line shows yet
    for steps in turns(line):
        for entry in steps:
            if entry.player == gk.CHANCE and _is_die(match, entry):
                rolled[entry.whose].append(entry.text)
        yield _line(match, steps, rolled)


def _is_die(match: gk.Match, entry: Entry) -> bool:
    """Does this outcome stand beside its turn, as a die? The words mention offers, and a game that describes its
    own turns mentions its dice."""
    is_described = scene_file(match.game.name).describe_turn is not None
    return HIDDEN not in entry.text and " " not in entry.text and not is_described


def _line(match: gk.Match, steps: list[Entry], rolled: dict[int | None, list[str]]) -> Move:
    """Return a turn for the list, with the dice of its player and those that belong to nobody."""
    made = moves_in(steps)
    player = made[0].player or 0
    dice = [*rolled[None], *rolled[player]]
    rolled[None], rolled[player] = [], []
    line = describe_turn(match.game, steps, match.names)
    did = with_outcome(match.game, line.did, line.came)
    then = [forced(step.text) for step in steps if step.player is None]
    return {
        "first": made[0].ply,
        "ply": made[-1].ply,
        "player": player if line.opening else None,
        "name": match.names[player] if line.opening else "",
        "before": " ".join(dice),
        "dealt": any(isinstance(field, Deck) for field in type(match.state).fields.values()),
        "text": line.opening or _notation(match.game, [entry.text for entry in made]),
        "words": "; then ".join([did, *then]),
    }


def _notation(game: gk.Game, texts: list[str]) -> str:
    texts = [text for text in texts if text not in UNSAID] or texts[:1]
    written = scene_file(game.name).written
    return written(texts) if written else str(game.join.join(texts))


def _undone(match: gk.Match, entry: Entry, viewer: int) -> Entry:
    """Return an undone move, hidden from everybody but its maker if the game has secrets."""
    if match.game.has_secrets and entry.player != viewer:
        return replace(entry, text=HIDDEN, move=None, remark="", came="")
    return entry


def news(match: gk.Match, viewer: int, ply: int) -> Message:
    """Return what was played after the first `ply` moves, as the viewer knows it."""
    file = scene_file(match.game.name)
    sentences: list[str] = []
    since = [entry for entry in match.view(viewer).history if entry.ply >= ply]
    rolled = ""
    for (player, _), run in groupby(since, key=lambda entry: (entry.player, entry.turn)):
        entries = [*run]
        made = [entry.text for entry in entries if entry.ply > ply and player in (0, 1)]
        came = [
            text
            for entry in entries
            if entry.ply > ply or player not in (0, 1)
            for text in (entry.remark, entry.came)
            if text
        ]
        if player == gk.CHANCE:
            rolled = entries[-1].text
        elif player is None:
            sentences += [f"Then {forced(entry.text)}." for entry in entries]
        elif made:
            name = match.names[player]
            words = in_words(match.game, made, rolled, name)
            if file.parts and len(made) > 2:  # the tabs of the parts say what was played
                words = f"{'have' if name == YOU else 'has'} moved in every game: see the tabs"
            sentences.append(f"{name} {with_outcome(match.game, words, ' '.join(came))}.")
            came = []
        sentences += came
    return note(file.placed(" ".join(sentences)), "news")


def aim(match: gk.Match) -> Message | None:
    """Return how to win the published game; None in a variant, from a position and after the end."""
    game = match.game
    if not game.aim or not _is_published(game) or match.result or match.position:
        return None
    return note(f"How to win: {with_names(game.aim, match.names, 'aim')}", "aim")


def how_to_play(game: gk.Game) -> Shown:
    """Return how to play the published game, with its picture if it has one; empty texts for a variant."""
    if not _is_published(game):
        return {"guide": "", "guide_picture": ""}
    drawn = scene_file(game.name).guide_picture
    return {"guide": game.guide, "guide_picture": drawn().svg() if drawn else ""}


def _is_published(game: gk.Game) -> bool:
    """Has no rule been changed?"""
    return not (game.changes or game.replaced)


def outcome(match: gk.Match, people: list[int]) -> str:
    """Return in a few words how the match ended: "You win" for the only person who played, "Ann wins" for others.

    Returns "" while the match goes on.
    """
    ending = match.result
    if not ending:
        return ""
    if ending.winner is None:
        return "A draw" if ending.kind == "draw" else "Both lose"
    own = {"you": "You win", "other": "You lose"}.get(str(won(match, people)))
    return own or addressed(f"{match.names[ending.winner]} wins")


def won(match: gk.Match, people: list[int]) -> int | str | None:
    """Return who won, as the page colors it: "you" or "other" for the only person who played, else the player."""
    winner = match.result.winner if match.result else None
    if winner is None or len(people) != 1:
        return winner
    return "you" if winner in people else "other"


def without_outcome(sentences: str, ending: str, match: gk.Match) -> str:
    """Return these sentences without the first one if it only repeats `ending`, the outcome in a few words."""
    if not ending or not match.result:
        return sentences
    winner = match.result.winner
    wins = ending if winner is None else addressed(f"{match.names[winner]} wins")
    return sentences.removeprefix(f"{wins}. ")


def came_to_light(match: gk.Match) -> bool:
    """Return whether the latest move revealed, captured or cost something that deserves a look."""
    steps = [entry for entry in match.history if entry.ply == match.ply]
    return bool(match.result) or any(entry.remark or entry.came for entry in steps)


def times(match: gk.Match, mover: int | None, is_paused: bool) -> Times | None:
    """Return the time left on both clocks; the mover's clock runs unless it is paused."""
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
