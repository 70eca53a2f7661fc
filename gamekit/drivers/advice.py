"""What a game says of careful play, as the drivers ask it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.chance import draw
from gamekit.drivers.room import Room

if TYPE_CHECKING:
    from gamekit.drivers.bound import HAS_POLICY, policy, sensible_moves, why_illegal


def advised(room: Room, index: int) -> int:
    """Return what the policy says in a state of the bank.

    Where a game has none, or in a variant whose rules it does not know, it is any sensible move.
    """
    rules, state, moves, random = room.rules[0], room.bank[index], room.moves, room.random[0]
    if HAS_POLICY:
        move = policy(rules, state, moves, random)
        if why_illegal(rules, state, move) == 0:
            return move
    return moves[draw(random, sensible_moves(rules, state, moves))]
