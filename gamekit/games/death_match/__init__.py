"""Death Match: Liar's Dice, Flower Field and Sliding Tic-Tac-Toe, all at the same time.

    Liar's Dice              Flower Field             Sliding Tic-Tac-Toe
    your dice  [2] [5]       a garden, 7 x 7, that    a board, 6 x 6, of tiles
    the others [?] [?]       both of you plant        that can be pushed along

Each turn is one submission with a part for each game: a claim or a challenge, flowers or a challenge,
a tile and a slide. Nothing is shown before all three parts are in; then they take effect together.
Whoever starts does so in all three games. Whoever is first to win one of them wins the match, however
the other two stand. If the same submission wins games for both, the player who won more of them wins the
match. If both won equally many, the player who made the submission wins it.

A challenger who fails in Flower Field plays that part again, in the same turn.
"""

from __future__ import annotations

from gamekit.contract import Game
from gamekit.games.death_match import bots, rulebook, rules, state, text

GAME = Game(
    state,
    rules,
    rulebook,
    text,
    bots,
    name="death-match",
    title="Death Match",
    players=("Wolf", "Hawk"),
    board="dice, garden and sliding tiles",
    tags=("bluffing", "connect in a row", "dice", "pattern recognition", "secrets", "turn-based"),
    clock=(120, 600, 10),  # DM-4, DM-5, DM-Q11
    join="; ",
    long_turns=True,
    dmo=True,
    placing="place a tile on",
    essentials=("DM-6", "DM-1", "LD-8", "FF-11", "STT-16"),
    aim="Win one of three games to win the match. On each turn, make a move in every game.",
    guide=(
        "Move on all three boards each turn. Win one of them to win the match.\n"
        "Dice: claim how many of all dice show a face, or challenge. Nine dice lose.\n"
        "Tiles: five of yours in a row win.\n"
        "Flowers: catch your opponent at repeating four joined flowers, three times."
    ),
)
