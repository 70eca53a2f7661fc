"""The rules as a phone shows them: five sentences, how to make a move, and the whole rulebook."""

from __future__ import annotations

from typing import TypedDict

import gamekit as gk
from gamekit_widgets.page import Law
from gamekit_widgets.scenes import scene_of
from gamekit_widgets.table.picking import Gesture

SENTENCES, EXAMPLES = 5, 3  # where a game names no essentials; turns to type


class RulesCard(TypedDict):
    """What a phone shows of a game's rules; `typed` are moves as they can be typed."""

    title: str
    svg: str
    short: list[str]
    how: str
    typed: list[str]
    rules: list[Law]


def rules_card(match: gk.Match) -> RulesCard:
    """Return the rules of a match's game, in its variant, with the board as everybody sees it."""
    game = match.game
    start = gk.Match(game, seed=0)
    chosen = [rule for rule in game.essentials if rule in game.rulebook]
    first = [rule.id for rule in game.rulebook if not rule.note]
    return {
        "title": game.title,
        "svg": scene_of(match.view(gk.PUBLIC)).svg(),
        "short": [game.rulebook[rule].text for rule in chosen or first[:SENTENCES]],
        "how": _how(start),
        "typed": list(dict.fromkeys(_turn(start, seed) for seed in range(EXAMPLES))),
        "rules": [
            {"id": rule.id, "title": rule.title, "text": rule.text} for rule in game.rulebook
        ],
    }


def _how(start: gk.Match) -> str:
    """Return what the board asks of the first player."""
    player = start.to_act
    if player not in (0, 1):
        return ""
    gesture, view = Gesture(), start.view(player)
    asked = gesture.draw(view, gesture.hand(view)).prompt
    told = asked.partition(": ")[2] or asked
    return told[:1].upper() + told[1:]


def _turn(start: gk.Match, seed: int) -> str:
    """Return a first turn as it can be typed."""
    match, player, bot = start.fork(), start.to_act, gk.bot("random")
    while match.to_act == player and not match.result:
        match.play(int(bot.choose(match.view(player), seed=seed)))
    words = [entry.text for entry in match.history[len(start.history) :] if entry.player == player]
    turn = start.game.turn_text(start.rules, start.state, tuple(words))
    return turn if start.why_not(turn) is None else words[0]  # some games take it in parts
