"""The signs for who acts, who looks and how a game stands; players themselves are 0 and 1."""

from __future__ import annotations

# Who is to act, besides the players.
CHANCE, OVER = -1, -2
# Who is looking, besides the players.
PUBLIC, ALL = -3, -4
# How a game stands, besides a winner.
ONGOING, DRAW, BOTH_LOSE = -1, 2, 3
# What `may_win` and `may_hold` say where the player to act can for sure; otherwise True or False.
SURE = 2
