"""The contest of a square in Tic-Tac-Toe Evolved: bids, dice, re-rolls and the mark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.boards.grid import has_line
from gamekit.contract import ONGOING
from gamekit.games.tic_tac_toe_evolved.turns import (
    BIDDING,
    DECIDE,
    FREE,
    MARKING,
    NOBODY,
    REROLL,
    ROLL,
    TURN_OVER,
    is_green,
)

if TYPE_CHECKING:
    from gamekit.games.tic_tac_toe_evolved.rules import Parameters, State

# Places of options.
TO_DISCARD, TO_POOL = range(2)
AT_REVEAL, AFTER_CONTEST = range(2)
CHOOSE, ALWAYS_REROLL, ALWAYS_RETURN = range(3)
STAYS, MAY_SWAP = range(2)

HIGHEST_BID = 6
OWN_SIDES, R_SIDE = 4, 5  # sides 0 to 3 show the own mark, side 4 the opponent's, side 5 R
OWN_DIE, THEIR_DIE, SAME_DIE = range(3)

# Moves, each with its number added: the bid; dice taken; dice re-rolled; whose die marks the square.
BID, TAKE, AGAIN, MARK, MOVES = 100, 107, 109, 116, 119


def contest(state: State, square: int) -> None:
    """This square is fought for: player 0 bids first, but the bids are shown together."""
    state.square = square
    state.phase = BIDDING
    state.actor = 0


def advance(rules: Parameters, state: State, move: int) -> None:
    """Take one bid, decision or roll of a contest."""
    phase = state.phase
    if phase == BIDDING:
        bid(rules, state, move - BID)
    elif phase == FREE:
        restore(state, state.actor, move - TAKE)
        state.phase = ROLL if rules.free_recharge_time == AT_REVEAL else TURN_OVER
    elif phase == DECIDE:
        state.again[state.actor] = move - AGAIN
        state.undecided[state.actor] = 0
    elif phase == MARKING:
        finish(rules, state, move - MARK)
    else:
        roll(rules, state, move)
    if state.phase in (ROLL, DECIDE, REROLL):
        go_on(rules, state)


def lowest_bid(rules: Parameters, state: State, player: int) -> int:
    """The contester bids at least one die; in a green turn nobody has to."""
    return 1 if player == state.player and not is_green(rules, state) else 0


def highest_bid(rules: Parameters, state: State, player: int) -> int:
    """Nobody bids more than the pool."""
    return min(rules.max_bid, state.pool[player])


def bid(rules: Parameters, state: State, dice: int) -> None:
    """Set the actor's bid; once both are set they are shown."""
    state.bids[state.actor] = dice
    if state.actor == 0:
        state.actor = 1
    else:
        for player in range(2):
            state.unrolled[player] = state.bids[player]
        state.phase = ROLL
        if rules.free_recharge_time == AT_REVEAL:
            offer_free_die(state)


def offer_free_die(state: State) -> None:
    """Let the player who bid nothing, against a bid, recharge one die if there is one."""
    for player in range(2):
        if state.bids[player] == 0 and state.bids[1 - player] > 0 and state.discard[player] > 0:
            state.phase = FREE
            state.actor = player


def roller(state: State) -> int:
    """Whose die is rolled next: all of player 0's come first."""
    if state.phase == ROLL:
        return 0 if state.unrolled[0] > 0 else 1
    return 0 if state.again[0] > 0 else 1


def roll(rules: Parameters, state: State, side: int) -> None:
    """One die is rolled. Whatever shows nothing in the end is back in the pool."""
    owner = roller(state)
    if state.phase == ROLL:
        state.unrolled[owner] -= 1
        if side == R_SIDE and rules.r_policy == CHOOSE:
            state.undecided[owner] += 1
        elif side == R_SIDE and rules.r_policy == ALWAYS_REROLL:
            state.again[owner] += 1
    else:
        state.again[owner] -= 1
    if side != R_SIDE:
        player = owner if side < OWN_SIDES else 1 - owner
        state.shown[2 * owner + player] += 1


def go_on(rules: Parameters, state: State) -> None:
    """First rolls, then decisions on R, the contester's first, then re-rolls, then the marks."""
    if state.unrolled[0] + state.unrolled[1] > 0:
        state.phase = ROLL
    elif state.undecided[0] + state.undecided[1] > 0:
        state.phase = DECIDE
        contester = state.player
        state.actor = contester if state.undecided[contester] > 0 else 1 - contester
    elif state.again[0] + state.again[1] > 0:
        state.phase = REROLL
    else:
        settle(rules, state)


def marks_of(state: State, player: int) -> int:
    """The marks that count for this player in the contest, the holder's free one included."""
    free = 1 if state.marks[state.square] == player else 0
    return state.shown[player] + state.shown[2 + player] + free


def settle(rules: Parameters, state: State) -> None:
    """More marks win the square; where several dice could mark it, the winner chooses."""
    lead = marks_of(state, 0) - marks_of(state, 1)
    if lead == 0:
        clear(state, state.square, rules.displaced_die)
        discard_dice(state)
        end_contest(rules, state)
        return
    state.actor = 0 if lead > 0 else 1
    choices, last = 0, SAME_DIE
    for die in range(SAME_DIE + 1):
        if can_mark(rules, state, die):
            choices += 1
            last = die
    if choices > 1:
        state.phase = MARKING
    else:
        finish(rules, state, last)


def can_mark(rules: Parameters, state: State, die: int) -> bool:
    """Can the winner of the square mark it with an own die, with theirs, or leave its die there?"""
    winner = state.actor
    if die == SAME_DIE:
        return state.marks[state.square] == winner
    if state.marks[state.square] == winner and rules.defender_may_swap == STAYS:
        return False
    return state.shown[2 * die_owner(winner, die) + winner] > 0


def die_owner(winner: int, die: int) -> int:
    """Whose die is an own die of the winner, or one of theirs?"""
    return winner if die == OWN_DIE else 1 - winner


def finish(rules: Parameters, state: State, die: int) -> None:
    """Mark the square, discard the other dice, and look for three in a row."""
    winner = state.actor
    if die != SAME_DIE:
        owner = die_owner(winner, die)
        clear(state, state.square, rules.displaced_die)
        state.marks[state.square] = winner
        state.owners[state.square] = owner
        state.pool[owner] -= 1
        state.shown[2 * owner + winner] -= 1
    discard_dice(state)
    judge_lines(state, winner)
    end_contest(rules, state)


def discard_dice(state: State) -> None:
    """All dice that show a mark leave the pools."""
    for owner in range(2):
        restore(state, owner, -state.shown[2 * owner] - state.shown[2 * owner + 1])
        state.shown[2 * owner] = 0
        state.shown[2 * owner + 1] = 0


def judge_lines(state: State, player: int) -> None:
    """End the game if this player has three in a row."""
    if has_line(3, 3, state.marks, player, 3):
        state.winner = player
        state.rule = 23


def end_contest(rules: Parameters, state: State) -> None:
    """The turn is over, but for a free die that is recharged after the contest."""
    if state.winner == ONGOING:
        state.phase = TURN_OVER
        if rules.free_recharge_time == AFTER_CONTEST:
            offer_free_die(state)


def restore(state: State, player: int, count: int) -> None:
    """Move dice from the discard to the pool; below zero the other way."""
    state.discard[player] -= count
    state.pool[player] += count


def clear(state: State, square: int, goal: int) -> None:
    """The die on a square, if there is one, goes to its owner's pool or discard."""
    owner = state.owners[square]
    if owner != NOBODY:
        if goal == TO_POOL:
            state.pool[owner] += 1
        else:
            state.discard[owner] += 1
    state.marks[square] = NOBODY
    state.owners[square] = NOBODY
