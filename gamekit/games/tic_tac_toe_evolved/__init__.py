"""Tic-Tac-Toe Evolved: fight for the squares of noughts and crosses with dice.

          1      2      3
    1  |      |      |      |      squares are named column first: the X stands on 3,2
    2  |      |      |  X   |      pool: dice that can be bid
    3  | O(X) |      |      |      discard: dice to be recharged; O(X) is a mark of O on a die of X

Each player has ten dice, six of them in the pool. A die has four sides with its owner's mark, one
with the opponent's and one R. On your turn recharge dice, relinquish a square or contest one: both
players secretly bid up to four dice, then roll them. An R is re-rolled or goes back to the pool,
whichever its owner prefers. Whoever shows more marks, on all dice together, puts one of them on the square; a
player who holds it has one mark there for free. The other dice are discarded. A tie empties the square. After
every two turns a green die picks a square that both may fight for. Three in a row win immediately.
"""

from __future__ import annotations

from gamekit.contract import Game
from gamekit.games.tic_tac_toe_evolved import bots, rulebook, rules, state, text

GAME = Game(
    state,
    rules,
    rulebook,
    text,
    bots,
    name="tic-tac-toe-evolved",
    title="Tic-Tac-Toe Evolved",
    players=("X", "O"),
    board="3 x 3 grid held by dice",
    tags=("bidding", "connect in a row", "dice", "grid", "luck", "secrets", "turn-based"),
    join=None,
    essentials=("TTE-23", "TTE-11", "TTE-12", "TTE-16", "TTE-24"),
    aim="Hold three squares in a row. Whoever rolls more marks takes a square.",
    guide=(
        "Press a square, then dice for it; your opponent bids dice unseen. All are rolled: more marks take "
        "the square, a tie empties it. Four of six sides show their owner's mark. Bid dice are discarded: "
        "recharging rolls how many come back, 0 to 4. After every two turns, a green die picks a square."
    ),
)
