"""Liar's Dice: claim more and more, or call the other's claim a lie.

    player 0   [2] [2] [5] [6]     what player 0 sees:
    player 1   [?] [?] [?] [?]     their own dice, and how many the other player has

Both players start with four dice. In each bout all dice are rolled in secret; then the players
take turns. The first one makes a claim about all the dice together: 3x4 claims that three or more
of them show a four. Each later turn is a higher claim (more dice, or as many of a higher face) or a
challenge. A challenge ends the bout: the dice are shown and counted. If the claim holds, the
challenger loses the bout; otherwise the player who made it does. The loser gets one more die, and all
dice are rolled again. A player who would get a ninth die loses the game.
"""

from __future__ import annotations

from gamekit.contract import Game
from gamekit.games.liars_dice import bots, rulebook, rules, state, text

GAME = Game(
    state,
    rules,
    rulebook,
    text,
    bots,
    name="liars-dice",
    title="Liar's Dice",
    players=("Fox", "Owl"),
    board="two hidden hands of dice",
    tags=("bluffing", "dice", "luck", "secrets", "turn-based"),
    join=None,
    essentials=("LD-4", "LD-6", "LD-8", "LD-9", "LD-10"),
    aim="Whoever is wrong gets a die, and nine dice lose. Claim how many of all dice show a face, or challenge.",
    guide=(
        "A claim is about all dice, yours and your opponent's hidden ones: eight at first. A higher "
        "claim names more dice, of any face, or as many of a higher face. A challenge shows all dice. "
        "If the claim holds, the challenger gets a die; if not, the claimer. Then all dice are rolled "
        "again."
    ),
)
