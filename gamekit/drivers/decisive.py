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
    from gamekit.drivers.advice import imagine_any, imagine_into
    from gamekit.drivers.bound import (
        HAS_SECRETS,
        apply,
        copy_state,
        may_hold,
        may_win,
        outcomes,
        result,
        sensible_moves,
        standing,
        to_act,
    )

WORLDS = 12  # states that a mover who does not know all has in mind
CERTAIN = 60  # of them in all of which a way to play has to win
LOOKED = 6
FACES = 36  # outcomes that are looked at one by one
PATIENCE = 10_000  # ways to end the turn that are looked at in search of a win
REPLIES = 2_000  # and of one that answers a move
SAFE, UNSAFE, HOPELESS = range(3)  # how a turn ends at best, as far as one knows
LOOKS = 2000  # positions looked at before a decision, so that nothing is given away


def winning_move(room: Room, me: int) -> int:
    """Return a move that wins within the turn, or -1."""
    rules, moves = room.rules[0], room.moves
    room.depths[LEFT] = LOOKS
    for _ in range(CERTAIN if HAS_SECRETS else 1):
        imagine_any(room, SCRATCH, me)
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
    """Does this move, or one way to go on after it in the same turn, win for sure?"""
    looked = 0  # states in which there was a way to win
    for _ in range(CERTAIN if HAS_SECRETS else 1):
        chance = chance_after(room, me, move)
        if chance != SURE:
            chance = chance and one_way_wins(room, me, move, patience)
            looked += 1
            if chance == SURE or not chance or looked == LOOKED:
                return chance == SURE
    return looked == 0


def chance_after(room: Room, me: int, move: int) -> int:
    """Lay out a state that the mover cannot rule out, after this move: can they win there, or is it
    SURE?"""
    rules, bank = room.rules[0], room.bank
    imagine_any(room, SCRATCH, me)
    apply(rules, bank[SCRATCH], move)
    if decided_for(room, SCRATCH) == me:
        return SURE
    if not is_turn(room, SCRATCH, bank[KNOWN].turn, me):
        return 0
    return may_win(rules, bank[SCRATCH])


def one_way_wins(room: Room, me: int, move: int, patience: int) -> int:
    """Now that a state after this move is laid out: can the mover win there, and if so, is it SURE
    because one way to go on wins in the other states as well?"""
    begin_ways(room, MINE, patience)
    can_win = 0
    while True:
        index = next_position(room, MINE, me, True)
        if index < 0:
            return can_win
        if decided_for(room, index) == me:
            can_win = 1
            if not HAS_SECRETS or wins_elsewhere(room, me, move, index - SCRATCH - MINE * WAY):
                return SURE


def wins_elsewhere(room: Room, me: int, move: int, more: int) -> bool:
    """Does the way just looked at, this move and so many more, win in the other states as well?"""
    rules, bank = room.rules[0], room.bank
    other = SCRATCH + REPLY * WAY
    for _ in range(CERTAIN):
        imagine_any(room, other, me)
        apply(rules, bank[other], move)
        for here in range(MINE * AHEAD, MINE * AHEAD + more):
            if decided_for(room, other) != me:
                apply(rules, bank[other], room.ahead[here][room.counts[TRIED][here] - 1])
        if decided_for(room, other) != me:
            return False
    return True


def hands_over(room: Room, me: int, move: int) -> bool:
    """Does this move lose at once, or leave the opponent a win within the next turn for sure?"""
    rules, bank = room.rules[0], room.bank
    for _ in range(WORLDS if HAS_SECRETS else 1):
        imagine_into(room, SCRATCH, me)
        apply(rules, bank[SCRATCH], move)
        if is_turn(room, SCRATCH, bank[KNOWN].turn, me):
            ends = rest_of_turn(room, me)
        else:
            ends = SAFE if is_safe(room, SCRATCH, me) else UNSAFE
        if ends != UNSAFE:
            return ends == HOPELESS
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
        if to_act(rules, bank[reply]) != 1 - me:
            return True
        if room.depths[LEFT] <= 0 or not reply_wins(room, 1 - me):
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


def reply_wins(room: Room, player: int) -> bool:
    """Does some way to play the turn that is laid out as the reply win?"""
    chance = may_win(room.rules[0], room.bank[SCRATCH + REPLY * WAY])
    if chance == SURE or not chance:
        return chance == SURE
    begin_ways(room, REPLY, REPLIES)
    while True:
        index = next_position(room, REPLY, player, True)
        if index < 0:
            return False
        if decided_for(room, index) == player:
            return True


def rest_of_turn(room: Room, me: int) -> int:
    """Return SAFE where there is a way to play the rest of the turn after which `is_safe`, otherwise
    UNSAFE, or HOPELESS where that is so whatever is hidden."""
    if not may_hold(room.rules[0], room.bank[SCRATCH]):
        return HOPELESS
    ends = HOPELESS
    begin_ways(room, MINE, REPLIES)
    while room.depths[LEFT] > 0:
        index = next_position(room, MINE, me, False)
        if index < 0:
            return ends
        if not is_turn(room, index, room.bank[KNOWN].turn, me):
            if is_safe(room, index, me):
                return SAFE
            ends = UNSAFE
    return SAFE


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
        share[here] -= part
        move = room.ahead[here][tried[here]]
        tried[here] += 1
        room.depths[LEFT] -= 1
        copy_state(bank, index + 1, index)
        apply(room.rules[0], bank[index + 1], move)
        goes_on = depth + 1 < AHEAD and is_turn(room, index + 1, turn, player)
        if goes_on and has_a_point(room, index + 1, to_win):
            depth += 1
            share[here + 1] = part
            list_moves(room, level, depth)
        room.depths[level] = depth
        return index + 1
    return -1


def has_a_point(room: Room, index: int, to_win: bool) -> bool:
    """Is it worth looking at how this turn may go on?"""
    rules, state = room.rules[0], room.bank[index]
    return may_win(rules, state) != 0 if to_win else may_hold(rules, state)
