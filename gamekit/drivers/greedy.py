"""A bot that looks no further than its own turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.chance import draw
from gamekit.drivers.room import AHEAD, KNOWN, SCRATCH, TRIAL, Room
from gamekit.status import DRAW, ONGOING

if TYPE_CHECKING:
    from gamekit.drivers.bound import (
        apply,
        copy_state,
        imagine,
        result,
        sensible_moves,
        to_act,
    )

PATIENCE = 10_000  # ways to end the turn that greedy looks at behind each choice


def greedy_choice(room: Room, me: int) -> int:
    """Win at once where one move does, or begin a turn that wins; otherwise a random move that does
    not lose at once."""
    rules, bank, moves, random = room.rules[0], room.bank, room.moves, room.random[0]
    count = sensible_moves(rules, bank[KNOWN], moves)
    copy_state(bank, TRIAL, KNOWN)
    imagine(rules, bank[TRIAL], me, random)
    offset = draw(random, count)
    begin, safe = -1, -1
    for i in range(count):
        move = moves[(offset + i) % count]
        copy_state(bank, SCRATCH, TRIAL)
        apply(rules, bank[SCRATCH], move)
        winner, _ = result(rules, bank[SCRATCH])
        if winner == me:
            return move
        if safe < 0 and (winner in (ONGOING, DRAW)):
            safe = move
        begins = begin < 0 and turn_goes_on(room, SCRATCH, me)
        if begins and rest_of_turn_wins(room, me, 1 + PATIENCE // count):
            begin = move
    if begin >= 0:
        return begin
    return safe if safe >= 0 else moves[offset]


def turn_goes_on(room: Room, index: int, me: int) -> bool:
    """Is the turn under trial still that of `me`?"""
    bank = room.bank
    return bank[index].turn == bank[TRIAL].turn and to_act(room.rules[0], bank[index]) == me


def rest_of_turn_wins(room: Room, me: int, patience: int) -> bool:
    """Does some way to end the turn, from the move that was just tried on, win?

    Looks at about `patience` ways, shared equally among the moves at each point, so that where
    there are more, as in turns of several games, those close at hand are looked at all the same.
    """
    rules, bank = room.rules[0], room.bank
    moves, counts, tried, shares = room.ahead, room.counts[0], room.counts[1], room.counts[2]
    depth, entered = 0, True
    shares[0] = patience
    while depth >= 0:
        if entered:
            counts[depth] = sensible_moves(rules, bank[SCRATCH + depth], moves[depth])
            tried[depth] = 0
            entered = False
        if tried[depth] == counts[depth] or shares[depth] < 1:
            depth -= 1
            continue
        share = max(1, shares[depth] // (counts[depth] - tried[depth]))
        shares[depth] -= share
        move = moves[depth][tried[depth]]
        tried[depth] += 1
        copy_state(bank, SCRATCH + depth + 1, SCRATCH + depth)
        apply(rules, bank[SCRATCH + depth + 1], move)
        if result(rules, bank[SCRATCH + depth + 1])[0] == me:
            return True
        if depth + 1 < AHEAD and turn_goes_on(room, SCRATCH + depth + 1, me):
            depth += 1
            shares[depth] = share
            entered = True
    return False
