"""What decides the game within this turn and the next: wins to be taken, and not to be given away.

The rest of a turn is looked through move by move, which a game's `may_win` makes rare. With secrets
only that counts which happens in all of some states that the mover may believe in, and with chance
in between only what happens whatever it brings. In a match of several rounds, to win or lose a round
decides as well, where that changes the game's `standing`.

Source: F. Teytaud, O. Teytaud, "On the huge benefit of decisive moves in Monte-Carlo tree search
algorithms", 2010.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.chance import draw
from gamekit.drivers.room import (
    AHEAD,
    KNOWN,
    LEFT,
    LISTED,
    MINE,
    REPLY,
    SCRATCH,
    SHARE,
    TRIED,
    WAY,
    Room,
)
from gamekit.status import CHANCE, DRAW, ONGOING, SURE

if TYPE_CHECKING:
    from gamekit.drivers.advice import imagine_into
    from gamekit.drivers.bound import (
        HAS_SECRETS,
        apply,
        copy_state,
        may_win,
        outcomes,
        result,
        sensible_moves,
        standing,
        to_act,
    )

WORLDS = 12  # states that a mover who does not know all has in mind
FACES = 36  # outcomes that are looked at one by one
PATIENCE = 10_000  # ways to end the turn that are looked at in search of a win
REPLIES = 2_000  # and of one that answers a move
LOOKS = 2000  # positions looked at before a decision, so that nothing is given away


def winning_move(room: Room, me: int) -> int:
    """Return a move that wins within the turn, or -1."""
    rules, moves = room.rules[0], room.moves
    room.depths[LEFT] = LOOKS
    imagine_into(room, SCRATCH, me)
    if not may_win(rules, room.bank[SCRATCH]):
        return -1
    count = sensible_moves(rules, room.bank[KNOWN], moves)
    offset = draw(room.random[0], count)
    for i in range(count):
        move = moves[(offset + i) % count]
        if wins_with(room, me, move, 1 + PATIENCE // count):
            return move
    return -1


def wins_with(room: Room, me: int, move: int, patience: int) -> bool:
    """Does this move, or a way to go on after it in the same turn, win for sure?"""
    rules, bank = room.rules[0], room.bank
    for _ in range(WORLDS if HAS_SECRETS else 1):
        imagine_into(room, SCRATCH, me)
        apply(rules, bank[SCRATCH], move)
        if decided_for(room, SCRATCH) != me:
            goes_on = is_turn(room, SCRATCH, bank[KNOWN].turn, me)
            if not (goes_on and turn_wins(room, MINE, me, patience)):
                return False
    return True


def hands_over(room: Room, me: int, move: int) -> bool:
    """Does this move lose at once, or leave the opponent a win within the next turn for sure?"""
    rules, bank = room.rules[0], room.bank
    for _ in range(WORLDS if HAS_SECRETS else 1):
        imagine_into(room, SCRATCH, me)
        apply(rules, bank[SCRATCH], move)
        if is_turn(room, SCRATCH, bank[KNOWN].turn, me):
            safe = turn_ends_safely(room, me)
        else:
            safe = is_safe(room, SCRATCH, me)
        if safe:
            return False
    return True


def safe_move(room: Room, me: int) -> int:
    """Return a move that does not hand over the game, any of them, or -1."""
    rules, moves = room.rules[0], room.moves
    room.depths[LEFT] = LOOKS
    count = sensible_moves(rules, room.bank[KNOWN], moves)
    offset = draw(room.random[0], count)
    for i in range(count):
        move = moves[(offset + i) % count]
        if not hands_over(room, me, move):
            return move
    return -1


def is_safe(room: Room, index: int, me: int) -> bool:
    """Now that the turn of `me` is over: is it neither lost nor sure to be lost in the next one?"""
    rules, bank = room.rules[0], room.bank
    reply = SCRATCH + REPLY * WAY
    winner = decided_for(room, index)
    if winner != ONGOING:
        return winner in (me, DRAW)
    is_chance = to_act(rules, bank[index]) == CHANCE
    count = outcomes(rules, bank[index]) if is_chance else 1
    if count > FACES:
        return True
    for chance in range(count):
        copy_state(bank, reply, index)
        if is_chance:
            apply(rules, bank[reply], chance)
        if decided_for(room, reply) == 1 - me:
            continue
        if to_act(rules, bank[reply]) != 1 - me or not may_win(rules, bank[reply]):
            return True
        if room.depths[LEFT] <= 0 or not turn_wins(room, REPLY, 1 - me, REPLIES):
            return True
    return False


def decided_for(room: Room, index: int) -> int:
    """Return who has won the game or, since the decision, a round of it; DRAW, or ONGOING."""
    rules, bank = room.rules[0], room.bank
    winner = result(rules, bank[index])[0]
    if winner == ONGOING:
        now, before = standing(rules, bank[index]), standing(rules, bank[KNOWN])
        if now != before:
            return 0 if now > before else 1
    return winner


def turn_wins(room: Room, level: int, player: int, patience: int) -> bool:
    """Does some way to play the rest of the turn that is laid out on this level win it?"""
    chance = may_win(room.rules[0], room.bank[SCRATCH + level * WAY])
    if chance == SURE or not chance:
        return chance == SURE
    begin_ways(room, level, patience)
    while True:
        index = next_position(room, level, player, True)
        if index < 0:
            return False
        if decided_for(room, index) == player:
            return True


def turn_ends_safely(room: Room, me: int) -> bool:
    """Is there a way to play the rest of the turn after which `is_safe`?"""
    begin_ways(room, MINE, REPLIES)
    while room.depths[LEFT] > 0:
        index = next_position(room, MINE, me, False)
        if index < 0:
            return False
        if not is_turn(room, index, room.bank[KNOWN].turn, me) and is_safe(room, index, me):
            return True
    return True


def is_turn(room: Room, index: int, turn: int, player: int) -> bool:
    """Is it this turn of the player's in a state of the bank?"""
    return room.bank[index].turn == turn and to_act(room.rules[0], room.bank[index]) == player


def begin_ways(room: Room, level: int, patience: int) -> None:
    """Get ready to look through the turn that stands first among the states of this level.

    About `patience` ways will be looked at, shared equally among the moves at each point, so that
    where there are more, as in turns of several games, those close at hand are looked at all the same.
    """
    room.depths[level] = 0
    room.counts[SHARE][level * AHEAD] = patience
    list_moves(room, level, 0)


def list_moves(room: Room, level: int, depth: int) -> None:
    """List the moves of the position that the turn has come to."""
    here, state = level * AHEAD + depth, room.bank[SCRATCH + level * WAY + depth]
    room.counts[LISTED][here] = sensible_moves(room.rules[0], state, room.ahead[here])
    room.counts[TRIED][here] = 0


def next_position(room: Room, level: int, player: int, to_win: bool) -> int:
    """Make the next move that was not yet tried; return where in the bank it led, -1 after the last.

    Where only a win counts, nothing is tried behind a position that cannot win any more.
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
        share[here] -= part
        move = room.ahead[here][tried[here]]
        tried[here] += 1
        room.depths[LEFT] -= 1
        copy_state(bank, index + 1, index)
        apply(room.rules[0], bank[index + 1], move)
        goes_on = depth + 1 < AHEAD and is_turn(room, index + 1, turn, player)
        if goes_on and (not to_win or may_win(room.rules[0], bank[index + 1])):
            depth += 1
            share[here + 1] = part
            list_moves(room, level, depth)
        room.depths[level] = depth
        return index + 1
    return -1
