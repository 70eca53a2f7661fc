"""Take-Back-Toe: fight the dice and build three stacks of the same size.

         1    2    3    4
    A |    |    |    |    |   home row of player 0
    B | 10 | 10 | 10 | 10 |   nobody's row; all pieces start here
    C |    |    |    |    |   home row of player 1

The forty pieces belong to neither player. On your turn, roll a die: take exactly that many
pieces from any one stack, and move them to a cell that shares a side with it. Only the
exact reverse of your opponent's last move is forbidden. When the die beats every stack the turn
is skipped. Whoever has three equal stacks in their own home row at the end of any turn wins. After
forty turns each, the player with more pieces at home wins. If that is equal, too, the player who
started wins.

Designed by James Ernest; it won the Thousand-Year Game Design Challenge in 2011.
"""

from __future__ import annotations

from gamekit.contract import Game
from gamekit.games.take_back_toe import bots, rulebook, rules, state, text

GAME = Game(
    state,
    rules,
    rulebook,
    text,
    bots,
    name="take-back-toe",
    title="Take-Back-Toe",
    players=("Red", "Green"),
    board="3 x 4 grid of stacks",
    tags=("connect in a row", "dice", "grid", "luck", "piece movement", "turn-based"),
    clock=(60, 300, 0),  # TBT-25: a minute a move, and a bank (TBT-Q16) by the second (TBT-Q17)
    join=None,
    essentials=("TBT-17", "TBT-8", "TBT-9", "TBT-12", "TBT-15"),
    aim="Get three equal stacks in your home row ({0}: A, {1}: C). Move pieces from any stack: they are nobody's.",
    guide=(
        "Three equal stacks win for whoever's home it is, whoever moved. The pieces belong to nobody: move "
        "as many as you rolled from any stack to a cell beside it. You may not move the same number straight "
        "back where your opponent just took it. After 40 turns each, more pieces at home win."
    ),
)
