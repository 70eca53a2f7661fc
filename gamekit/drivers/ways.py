"""Ways to play the rest of a turn, looked through move by move, and what they decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.contract.status import ONGOING
from gamekit.drivers.workspace import (
    AHEAD,
    HOLD,
    KNOWN,
    LEFT,
    LISTED,
    MINE,
    OTHER,
    SCRATCH,
    SHARE,
    TRIED,
    WAY,
    WIN,
    WIN_SURELY,
    Room,
)

if TYPE_CHECKING:
    from gamekit.drivers.rules import (
        HAS_SECRETS,
        apply,
        copy_state,
        hide,
        may_hold,
        may_win,
        result,
        sensible_moves,
        standing,
        to_act,
        why_illegal,
    )


def begin_ways(room: Room, level: int, patience: int, player: int, aim: int) -> None:
    """Get ready to look through the player's turn that stands first among the states of this level.

    About `patience` ways will be looked at, shared equally among the moves at each point, so that
    where there are more, as in turns of several games, those close at hand are looked at all the same.
    """
    room.depths[level] = 0
    room.counts[SHARE][level * AHEAD] = patience
    list_moves(room, level, 0, player, aim)


def list_moves(room: Room, level: int, depth: int, player: int, aim: int) -> None:
    """List the moves of the position that the turn has come to; for a win of which the player can be
    sure, those that are sensible as far as they know."""
    here, index = level * AHEAD + depth, SCRATCH + level * WAY + depth
    if HAS_SECRETS and (aim == WIN_SURELY or (aim == WIN and level == MINE)):
        copy_state(room.bank, OTHER, index)
        hide(room.rules[0], room.bank[OTHER], player)
        index = OTHER
    room.counts[LISTED][here] = sensible_moves(room.rules[0], room.bank[index], room.ahead[here])
    room.counts[TRIED][here] = 0


def next_position(room: Room, level: int, player: int, aim: int) -> int:
    """Make the next move that was not yet tried; return where in the bank it led, -1 after the last.

    Nothing is tried behind a position that cannot win any more, where only a win counts, or otherwise
    behind one that is lost whatever the rest of the turn brings.
    """
    bank, listed, tried, share = (
        room.bank,
        room.counts[LISTED],
        room.counts[TRIED],
        room.counts[SHARE],
    )
    depth, turn = room.depths[level], bank[SCRATCH + level * WAY].turn
    while depth >= 0:
        here, index = level * AHEAD + depth, SCRATCH + level * WAY + depth
        if tried[here] == listed[here] or share[here] < 1:
            depth -= 1
            continue
        part = max(1, share[here] // (listed[here] - tried[here]))
        share[here] -= 1
        move = room.ahead[here][tried[here]]
        tried[here] += 1
        room.depths[LEFT] -= 1
        copy_state(bank, index + 1, index)
        apply(room.rules[0], bank[index + 1], move)
        goes_on = depth + 1 < AHEAD and is_turn(room, index + 1, turn, player)
        if goes_on and has_a_point(room, index + 1, aim):
            depth += 1
            share[here] -= part - 1
            share[here + 1] = part
            list_moves(room, level, depth, player, aim)
        room.depths[level] = depth
        return index + 1
    return -1


def has_a_point(room: Room, index: int, aim: int) -> bool:
    """Is it worth looking at how this turn may go on?"""
    rules, state = room.rules[0], room.bank[index]
    return may_hold(rules, state) != 0 if aim == HOLD else may_win(rules, state) != 0


def is_turn(room: Room, index: int, turn: int, player: int) -> bool:
    """Is it this turn of the player's in a state of the bank?"""
    return room.bank[index].turn == turn and to_act(room.rules[0], room.bank[index]) == player


def decided_for(room: Room, index: int) -> int:
    """Return who has won the game or, since the decision, a round of it; DRAW, or ONGOING."""
    rules, bank = room.rules[0], room.bank
    winner = result(rules, bank[index])[0]
    if winner == ONGOING:
        now, before = standing(rules, bank[index]), standing(rules, bank[KNOWN])
        if now != before:
            return 0 if now > before else 1
    return winner


def remember_way(room: Room, level: int, more: int) -> None:
    """Keep the way just looked at, so many moves."""
    room.way[0] = more
    for i in range(more):
        here = level * AHEAD + i
        room.way[1 + i] = room.ahead[here][room.counts[TRIED][here] - 1]


def way_wins(room: Room, player: int) -> bool:
    """Does the way that was kept win in the other state that is laid out?"""
    rules, bank = room.rules[0], room.bank
    turn = bank[OTHER].turn
    for i in range(room.way[0]):
        if decided_for(room, OTHER) == player:
            return True
        move = room.way[1 + i]
        if not is_turn(room, OTHER, turn, player) or why_illegal(rules, bank[OTHER], move) != 0:
            return False
        room.depths[LEFT] -= 1
        apply(rules, bank[OTHER], move)
    return decided_for(room, OTHER) == player
