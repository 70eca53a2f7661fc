"""The rules as a phone shows them: five sentences, how to make a move, and the whole rulebook."""

from __future__ import annotations

from typing import TypedDict

import gamekit as gk
from gamekit_widgets.page_data import Law
from gamekit_widgets.scenes import scene_of
from gamekit_widgets.table.picking import Gesture

# The five rules with which somebody can begin to play. The sentences are those of the rulebook.
IN_SHORT = {
    "take-back-toe": "TBT-17 TBT-8 TBT-9 TBT-12 TBT-15",
    "shift-tac-toe": "SHT-12 SHT-11 SHT-3 SHT-5 SHT-10",
    "liars-dice": "LD-10 LD-4 LD-6 LD-8 LD-9",
    "flower-field": "FF-16 FF-5 FF-9 FF-11 FF-13",
    "sliding-tic-tac-toe": "STT-16 STT-4 STT-6 STT-10 STT-8",
    "death-match": "DM-6 DM-1 LD-8 FF-11 STT-16",
    "tic-tac-toe-evolved": "TTE-23 TTE-11 TTE-12 TTE-16 TTE-24",
    "tactical-escape": "TE-14 TE-4 TE-5 TE-9 TE-13",
}
SENTENCES, EXAMPLES = 5, 3


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
    chosen = [rule for rule in IN_SHORT.get(game.name, "").split() if rule in game.rulebook]
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
