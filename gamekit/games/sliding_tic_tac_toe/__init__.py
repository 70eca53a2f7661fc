"""Sliding Tic-Tac-Toe: five in a row on a board where every tile can be pushed along.

         1    2    3    4    5    6
    A |    |    |    |    |    |    |
    B |    |  X |    |    |    |    |   X: tiles of player 0
    C |    |  X |  O |    |    |    |   O: tiles of player 1
    D |    |    |  N |    |    |    |   N: the neutral tile, which counts for nobody
    E |    |    |    |    |    |    |
    F |    |    |    |    |    |    |

The starting player places one tile. After that, a turn takes one of three forms: place a tile; slide;
place a tile and then slide. A slide takes one tile, or several that touch one another in one row or column,
whoever owns them, and moves them along that row or column over empty spaces as far as you like. The
player who did not start may also put down the neutral tile, once, at any moment of their own turn.
That is not an action. Once only four spaces are empty, nobody may place another tile. Whoever has five tiles of
their own in a row, diagonals included, at the end of their turn wins.

Played in Genius Online: All Stars; also one of the three games of Death Match.
"""

from __future__ import annotations

from gamekit.contract import Game
from gamekit.games.sliding_tic_tac_toe import bots, rulebook, rules, state, text

GAME = Game(
    state,
    rules,
    rulebook,
    text,
    bots,
    name="sliding-tic-tac-toe",
    title="Sliding Tic-Tac-Toe",
    players=("Cross", "Nought"),
    board="6 x 6 grid of tiles",
    tags=("connect in a row", "grid", "perfect information", "piece movement", "turn-based"),
    essentials=("STT-16", "STT-4", "STT-6", "STT-10", "STT-8"),
    aim="Get five of your tiles in a row. Place a tile, slide anybody's tiles, or both.",
    guide=(
        "First place a tile, then slide, or do only one of the two. Slide one tile, or several that touch "
        "in one row or column, as far as the cells ahead are empty. Whoever starts second has one neutral tile: it "
        "counts for nobody, and may be put down on any turn besides a tile or a slide. With four empty "
        "cells left, tiles only slide."
    ),
    placing="place a tile on",
)
