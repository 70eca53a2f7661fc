"""Published games as somebody writes them from the guide: rules, and declarations for all else."""

from __future__ import annotations

from tests.published_games import (
    breakthrough,
    dots,
    hex,
    kuhn,
    mancala,
    morris,
    othello,
    pentago,
    pig,
    yavalath,
)

MODULES = breakthrough, dots, hex, kuhn, mancala, morris, othello, pentago, pig, yavalath
GAMES = [module.GAME for module in MODULES]
