"""Tactical Escape: get away in time, by a win condition that you were never told.

            A1 A2 A3 A4 A5
          B1 B2 B3 B4 B5 B6
        C1 C2 C3 C4 C5 C6 C7
      D1 D2 D3 D4 D5 D6 D7 D8
    E1 E2 E3 E4 E5 E6 E7 E8 E9        61 cells, five a side
      F1 F2 F3 F4 F5 F6 F7 F8
        G1 G2 G3 G4 G5 G6 G7
          H1 H2 H3 H4 H5 H6
            I1 I2 I3 I4 I5

Three of twelve win conditions are shown to both players. Each secretly gives one of them to the
opponent, another after ten turns each, the last after ten more. On your turn place up to two pieces
or remove one of the opponent's, who may not place on that cell on the next turn; the very first turn
is one piece. With any turn you may declare ESCAPE, which ends the game: you win if you
fulfill a win condition that the opponent gave you; otherwise you lose. After fifty turns each,
whoever fulfills more of the win conditions received wins. If that is equal, both lose.

Designed by MarcerMercer.
"""

from __future__ import annotations

from gamekit.contract import Game
from gamekit.games.tactical_escape import bots, rulebook, rules, state, text

GAME = Game(
    state,
    rules,
    rulebook,
    text,
    bots,
    name="tactical-escape",
    title="Tactical Escape",
    players=("Red", "Blue"),
    board="hexagon with 5 cells a side",
    tags=(
        "area control", "asymmetric", "connect in a row", "grid", "hex grid", "hidden information",
        "patterns", "piece placement", "psychology", "turn-based",
    ),
    clock=(90, 300, 10),  # TE-33, TE-35; gifts are timed too: TE-34, TE-Q37
    join=" ",
    long_turns=True,
    dmo=True,
    essentials=("TE-14", "TE-4", "TE-5", "TE-9", "TE-13"),
    aim="Escape on your turn. If you have met your secret win condition, you win; if not, you lose at once.",
    guide=(
        "Each gives the other a win condition, in secret. So you know your opponent's, and must guess yours: "
        "watch what they hinder. You get a second after ten turns each, the last after ten more. A turn "
        "places up to two pieces or removes one of your opponent's. Then you may escape, which ends the game."
    ),
    placing="place a piece on",
)  # fmt: skip
