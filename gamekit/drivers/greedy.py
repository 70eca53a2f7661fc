"""A bot that looks no further than its own turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.chance import draw
from gamekit.drivers.room import AHEAD, KNOWN, SCRATCH, TRIAL, Room
from gamekit.status import DRAW, ONGOING

if TYPE_CHECKING:
    from gamekit.drivers.advice import advised
    from gamekit.drivers.bound import (
        apply,
        copy_state,
        imagine,
        may_win,
        result,
        sensible_moves,
        to_act,
    )

PATIENCE = 10_000  # ways to end the turn that greedy looks at behind each choice


def greedy_choice(room: Room, me: int) -> int:
    """Win within the turn where that can be done; otherwise play what the policy says, if that does
    not lose at once."""
    rules, bank, moves, random = room.rules[0], room.bank, room.moves, room.random[0]
    copy_state(bank, TRIAL, KNOWN)
    imagine(rules, bank[TRIAL], me, random)
    if may_win(rules, bank[TRIAL]):
        move = winning_move(room, me)
        if move >= 0:
            return move
    advice = advised(room, KNOWN)
    if not loses(room, me, advice):
        return advice
    count = sensible_moves(rules, bank[KNOWN], moves)
    offset = draw(random, count)
    for i in range(count):
        move = moves[(offset + i) % count]
        if not loses(room, me, move):
            return move
    return advice


def winning_move(room: Room, me: int) -> int:
    """Return a move that wins at once or begins a turn that wins, or -1."""
    rules, bank, moves = room.rules[0], room.bank, room.moves
    count = sensible_moves(rules, bank[KNOWN], moves)
    offset = draw(room.random[0], count)
    begin = -1
    for i in range(count):
        move = moves[(offset + i) % count]
        copy_state(bank, SCRATCH, TRIAL)
        apply(rules, bank[SCRATCH], move)
        if result(rules, bank[SCRATCH])[0] == me:
            return move
        begins = begin < 0 and turn_goes_on(room, SCRATCH, me)
        if begins and rest_of_turn_wins(room, me, 1 + PATIENCE // count):
            begin = move
    return begin


def loses(room: Room, me: int, move: int) -> bool:
    """Is the game lost as soon as this move is made?"""
    rules, bank = room.rules[0], room.bank
    copy_state(bank, SCRATCH, TRIAL)
    apply(rules, bank[SCRATCH], move)
    return result(rules, bank[SCRATCH])[0] not in (me, ONGOING, DRAW)


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
