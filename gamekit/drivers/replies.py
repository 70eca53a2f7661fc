"""What the opponent may answer: does some way to play the next turn win?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.contract.status import SURE
from gamekit.drivers.workspace import LEFT, OTHER, REPLY, SCRATCH, WAY, WIN, WIN_SURELY, Room

if TYPE_CHECKING:
    from gamekit.drivers.rules import copy_state, hide, imagine, may_win
    from gamekit.drivers.ways import (
        begin_ways,
        decided_for,
        next_position,
        remember_way,
        way_wins,
    )

WORLDS = 12  # states that a player who does not know all has in mind
MANY_WORLDS = 60  # the same where of thousands of ways one might win in all of a few by luck
REPLIES = 10_000  # ways to play the turn that are looked at


def reply_wins(room: Room, player: int) -> bool:
    """Does some way to play the turn that is laid out as the reply win?

    The way that won last, in another position, is tried first.
    """
    chance = may_win(room.rules[0], room.bank[SCRATCH + REPLY * WAY])
    if chance == SURE or not chance:
        return chance == SURE
    if same_way_wins(room, player):
        return True
    begin_ways(room, REPLY, REPLIES, player, WIN)
    while True:
        index = next_position(room, REPLY, player, WIN)
        if index < 0:
            return False
        if decided_for(room, index) == player:
            remember_way(room, REPLY, index - SCRATCH - REPLY * WAY)
            return True


def same_way_wins(room: Room, player: int) -> bool:
    """Does the way that was kept win the reply, too?"""
    copy_state(room.bank, OTHER, SCRATCH + REPLY * WAY)
    return way_wins(room, player)


def reply_wins_surely(room: Room, player: int) -> bool:
    """Does one way to play the turn that is laid out as the reply win in all of some states that the
    player may believe in?

    The way that won last, in another position, is tried first.
    """
    rules, bank = room.rules[0], room.bank
    if room.way[0] > 0 and way_wins_elsewhere(room, player, WORLDS):
        return True
    unsure = 0
    for _ in range(WORLDS):
        imagine_reply(room, player)
        chance = may_win(rules, bank[OTHER])
        if not chance:
            return False
        unsure += 0 if chance == SURE else 1
    if unsure == 0:
        return True
    begin_ways(room, REPLY, REPLIES, player, WIN_SURELY)
    while True:
        index = next_position(room, REPLY, player, WIN_SURELY)
        if index < 0:
            return False
        if room.depths[LEFT] < 0:  # nobody knows, and other moves are to be looked at
            return True
        if decided_for(room, index) == player:
            remember_way(room, REPLY, index - SCRATCH - REPLY * WAY)
            if way_wins_elsewhere(room, player, MANY_WORLDS):
                return True


def way_wins_elsewhere(room: Room, player: int, worlds: int) -> bool:
    """Does the way that was kept win the reply in so many states that the player may believe in?"""
    for _ in range(worlds):
        imagine_reply(room, player)
        if not way_wins(room, player):
            return False
    return True


def imagine_reply(room: Room, player: int) -> None:
    """Make the `OTHER` state one that the player who is to reply may believe in."""
    rules, other = room.rules[0], room.bank[OTHER]
    copy_state(room.bank, OTHER, SCRATCH + REPLY * WAY)
    hide(rules, other, player)
    imagine(rules, other, player, room.random[0])
