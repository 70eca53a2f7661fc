"""Shift Tac Toe: four in a row in a cube whose lines can be shifted.

        level 1 (top)   level 2        level 3        level 4
        W X Y Z         W X Y Z        W X Y Z        W X Y Z
    A   AW1 ... AZ1     AW2 ... AZ2    AW3 ... AZ3    AW4 ... AZ4
    B   .       .       .       .      .       .      .       .
    C   .       .       .       .      .       .      .       .
    D   DW1 ... DZ1     DW2 ... DZ2    DW3 ... DZ3    DW4 ... DZ4

On your turn put a piece on an empty cell. Then, if you like, shift one line by one step: any of
the 76 rows, columns, pillars and diagonals of four. Everything on it moves the same way, and what
leaves one end enters at the other. A shift may not rearrange a four in a row, yours or your
opponent's. Whoever has connected two fours at the end of a turn wins the round; a full cube ties
it. Each player starts one of two rounds, and a player who alone has won a round wins the match. A tie is
broken by fours and threes in a row, and finally in favor of the Death Match Opponent (DMO), the
player who was picked for this match.

Designed by Gold for Gold's Genius Game.
"""

from __future__ import annotations

from gamekit.contract import Game
from gamekit.games.shift_tac_toe import bots, rulebook, rules, state, text

GAME = Game(
    state,
    rules,
    rulebook,
    text,
    bots,
    name="shift-tac-toe",
    title="Shift Tac Toe",
    players=("Red", "Blue"),  # any colors; and no official clock (SHT-17, SHT-Q24)
    board="4 x 4 x 4 cube",
    tags=("connect in a row", "grid", "piece movement", "piece placement", "turn-based"),
    long_turns=True,
    dmo=True,
    essentials=("SHT-12", "SHT-11", "SHT-3", "SHT-5", "SHT-10"),
    aim="Two lines of four, across levels too, win a round. After a round each, more lines of three win.",
    guide=(
        "Two lines of four win a round. If each of you wins one, more lines of three on both boards win the "
        "match. Put a piece on an empty cell, such as BX3: row B, column X, level 3. Then you may shift one "
        "line: it moves one step, and what leaves one end enters at the other. No shift may break a line "
        "of four."
    ),
    placing="put a piece on",
)
