"""Bots that look no further than this turn and the opponent's next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.chance import draw
from gamekit.drivers.workspace import KNOWN, Room

if TYPE_CHECKING:
    from gamekit.drivers.advice import advised, any_move
    from gamekit.drivers.lookahead import hands_over, safe_move, winning_move
    from gamekit.drivers.rules import legal_moves

ADVICE = 6  # pieces of advice taken before all moves are looked at


def naive_choice(room: Room, careless: int) -> int:
    """Play what the policy says, or a random move in `careless` of 100 cases."""
    if careless > 0 and draw(room.random[0], 100) < careless:
        return any_move(room, KNOWN)
    return advised(room, KNOWN)


def unwary_choice(room: Room, careless: int) -> int:
    """Play what the policy says, or in `careless` of 100 cases any legal move, however bad."""
    if draw(room.random[0], 100) >= careless:
        return advised(room, KNOWN)
    count = legal_moves(room.rules[0], room.bank[KNOWN], room.moves)
    return room.moves[draw(room.random[0], count)]


def greedy_choice(room: Room, me: int, careless: int, looks: int) -> int:
    """Win within the turn where that can be done; otherwise play what the policy says, or a random
    move in `careless` of 100 cases, but nothing that hands over the game, as far as some looks at
    what may follow can tell."""
    first = winning_move(room, me)
    if first >= 0:
        return first
    for _ in range(ADVICE):
        move = naive_choice(room, careless)
        if move == first:
            continue
        if first < 0:
            first = move
        if not hands_over(room, me, move, looks):
            return move
    move = safe_move(room, me, looks)
    return move if move >= 0 else first
