"""Turns of several moves: they are read as a whole, and nobody is stuck in one."""

from __future__ import annotations

from random import Random

from gamekit.checking.answers import Asked, Broken
from gamekit.checking.finding import ADVICE
from gamekit.errors import Unreadable
from gamekit.match.match import Match
from gamekit.match.view import goes_on, has_long_turns, numbered_moves

LONGEST = 20  # moves of a turn that is tried
WHOLE = "People write whole turns: let read return all their moves, one after the other."


def whole_turns(match: Match, random: Random) -> None:
    """A whole turn, its moves joined as the kit joins them, is read as these moves."""
    game, rules, state = match.game, match.rules, match.state
    if match.to_act not in (0, 1) or not has_long_turns(game) or game.namespace.get("turn_text"):
        return
    moves: list[int] = []
    words: list[str] = []
    open_, legal = True, numbered_moves(game, rules, state)
    while open_ and legal and len(words) < LONGEST:
        move = random.choice(legal)
        word = game.write(rules, state, move)
        if word != "stop":  # which people leave out
            moves.append(move)
            words.append(word)
        open_ = goes_on(game, rules, state, move)
        game.apply(rules, state, move)
        legal = numbered_moves(game, rules, state) if open_ else ()
    if open_ or len(words) < 2:
        return
    text = game.turn_text(rules, state, words)
    try:
        found = Asked(match)("read", text)
    except Unreadable as problem:
        said = f"{text!r} is a whole turn, and read refuses it: {problem}"
        raise Broken("not-read-back", "read", said, advice=WHOLE) from problem
    if found[: len(moves)] != moves:
        what = f"{len(moves)} moves, and read returns {len(found)}"
        if len(found) >= len(moves):
            what = f"the moves {moves}, and read returns {found}"
        raise Broken("not-read-back", "read", f"{text!r} is {what}", advice=WHOLE)


def stuck(match: Match) -> Broken:
    """Return that the player to act has no legal move, and what to do about it."""
    advice, last = ADVICE["no-legal-move"], match.history[-1] if match.history else None
    if last and last.move is not None and last.player == match.to_act:
        before = match.fork().goto(last.ply - 1).state
        if goes_on(match.game, match.rules, before, last.move):
            advice += (
                f" Or, as the turn goes on, let why_illegal forbid the move before: {last.text}."
            )
    said = f"player {match.to_act} has no legal move"
    return Broken("no-legal-move", "why_illegal", said, advice=advice)
