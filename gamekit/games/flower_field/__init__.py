"""Flower Field: plant a garden in which no pattern comes twice, and catch the one that does.

         1    2    3    4    5    6    7
    A |    |    |    |    |    |    |    |
    B |    |    |    |    |    |    |    |
    C |    |    |    |    |    |    |    |
    D |    |    |    |  P |    |    |    |   the first flower, purple, planted by nobody
    E |    |    |    |    |    |    |    |
    F |    |    |    |    |    |    |    |
    G |    |    |    |    |    |    |    |

Flowers are red, blue or purple and belong to nobody. On your turn plant one or two, each beside a
flower that stood there before your turn. Four connected flowers are a field, and every four in the
garden counts. Two fields are duplicates if one, turned or flipped, is the other in shape and
colors.

Instead of planting you may challenge: name two duplicates, at least one of them with a flower that
your opponent has just planted. If you are right, those flowers go, and the opponent loses one of
three lives and plays the turn again. If not, you lose a life and play your turn again. A player
without lives loses.

First played in Genius Game 4; it is also one of the three games of Death Match.
"""

from __future__ import annotations

from gamekit.contract import Game
from gamekit.games.flower_field import bots, rulebook, rules, state, text

GAME = Game(
    state,
    rules,
    rulebook,
    text,
    bots,
    name="flower-field",
    title="Flower Field",
    players=("Bee", "Moth"),
    board="7 x 7 garden",
    tags=("grid", "no luck", "pattern recognition", "tile placement", "turn-based"),
    essentials=("FF-16", "FF-5", "FF-9", "FF-11", "FF-13"),
    aim="Catch your opponent three times at making four joined flowers like four that are there.",
    guide=(
        "Plant one or two flowers beside older ones. If that makes four like four others, your opponent may "
        "challenge: you lose a life. A wrong challenge costs one, too. These two fours are alike: turned, "
        "mirrored and overlapping ones count."
    ),
)
