"""The contest of a square in Tic-Tac-Toe Evolved: bids, dice, re-rolls and the mark."""

from __future__ import annotations

from gamekit.boards.grid import has_line
from gamekit.contract import ONGOING
from gamekit.games.tic_tac_toe_evolved.state import (
    AFTER_CONTEST,
    ALWAYS_REROLL,
    AT_REVEAL,
    BIDDING,
    CHOOSE,
    DECIDING,
    LINE,
    MARKING,
    NOBODY,
    OWN_DIE,
    OWN_SIDES,
    R_SIDE,
    REROLLING,
    ROLLING,
    SAME_DIE,
    SIZE,
    STAYS,
    TAKING,
    THREE_IN_A_ROW,
    TO_POOL,
    TURN_OVER,
    Parameters,
    State,
    meaning_of,
)
from gamekit.games.tic_tac_toe_evolved.turns import is_green


def contest(state: State, square: int) -> None:
    """Fight for this square (TTE-11): player 0 bids first, but the bids are shown together (TTE-12)."""
    state.square = square
    state.phase = BIDDING
    state.actor = 0


def advance(rules: Parameters, state: State, move: int) -> None:
    """Take one bid, decision or roll of a contest."""
    if state.phase in (ROLLING, REROLLING):
        roll(rules, state, move)
    else:
        decide(rules, state, move)
    if state.phase in (ROLLING, DECIDING, REROLLING):
        go_on(rules, state)


def decide(rules: Parameters, state: State, move: int) -> None:
    """Take the actor's bid, free die, re-rolls or mark."""
    _, chosen = meaning_of(move)
    if state.phase == BIDDING:
        bid(rules, state, chosen)
    elif state.phase == TAKING:
        restore(state, state.actor, chosen)
        state.phase = ROLLING if rules.free_recharge_time == AT_REVEAL else TURN_OVER
    elif state.phase == DECIDING:
        state.again[state.actor] = chosen
        state.undecided[state.actor] = 0
    else:
        finish(rules, state, chosen)


def lowest_bid(rules: Parameters, state: State, player: int) -> int:
    """The contester bids at least one die (TTE-13); in a green turn nobody has to (TTE-28)."""
    return 1 if player == state.player and not is_green(rules, state) else 0


def highest_bid(rules: Parameters, state: State, player: int) -> int:
    """Nobody bids more than the pool (TTE-Q5, TTE-Q6)."""
    return min(rules.max_bid, state.pool[player])


def bid(rules: Parameters, state: State, dice: int) -> None:
    """Set the actor's bid; once both are set they are shown (TTE-12)."""
    state.bids[state.actor] = dice
    if state.actor == 0:
        state.actor = 1
    else:
        for player in range(2):
            state.unrolled[player] = state.bids[player]
        state.phase = ROLLING
        if rules.free_recharge_time == AT_REVEAL:
            offer_free_die(state)


def offer_free_die(state: State) -> None:
    """Offer a die from the discard to a player who bid nothing against a bid (TTE-14, TTE-Q8).

    This holds in green turns, too (TTE-Q9); nobody recharges where both bid nothing (TTE-28).
    """
    for player in range(2):
        if state.bids[player] == 0 and state.bids[1 - player] > 0 and state.discard[player] > 0:
            state.phase = TAKING
            state.actor = player


def roller(state: State) -> int:
    """Whose die is rolled next: all of player 0's come first (TTE-15)."""
    if state.phase == ROLLING:
        return 0 if state.unrolled[0] > 0 else 1
    return 0 if state.again[0] > 0 else 1


def roll(rules: Parameters, state: State, side: int) -> None:
    """One die is rolled. What shows no mark in the end is back in the pool (TTE-4, TTE-Q3)."""
    owner = roller(state)
    if state.phase == ROLLING:
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
    """First rolls, then decisions on R, then re-rolls, then the marks (TTE-15).

    The contester decides before the opponent (TTE-Q1).
    """
    if state.unrolled[0] + state.unrolled[1] > 0:
        state.phase = ROLLING
    elif state.undecided[0] + state.undecided[1] > 0:
        state.phase = DECIDING
        contester = state.player
        state.actor = contester if state.undecided[contester] > 0 else 1 - contester
    elif state.again[0] + state.again[1] > 0:
        state.phase = REROLLING
    else:
        settle(rules, state)


def marks_of(state: State, player: int) -> int:
    """The marks that count for this player in the contest, on whichever dice (TTE-16, TTE-Q4).

    The holder has one for free (TTE-21); a player who bid nothing may have marks as well (TTE-Q10).
    """
    free = 1 if state.marks[state.square] == player else 0
    return state.shown[player] + state.shown[2 + player] + free


def settle(rules: Parameters, state: State) -> None:
    """More marks win the square (TTE-16); no marks at all are a tie, too (TTE-Q11).

    A tie empties the square (TTE-20, TTE-22, TTE-Q14). Where several dice could mark it, the winner
    chooses (TTE-Q28).
    """
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
    """Can the winner of the square use this die: their own, the other player's, or the one there?

    The holder's own stays (TTE-Q12). Others have to show the winner's mark (TTE-17); on an empty
    square there is always one that does (TTE-Q29).
    """
    winner = state.actor
    if die == SAME_DIE:
        return state.marks[state.square] == winner
    if state.marks[state.square] == winner and rules.defender_may_swap == STAYS:
        return False
    return state.shown[2 * die_owner(winner, die) + winner] > 0


def die_owner(winner: int, die: int) -> int:
    """The player whose die marks the square."""
    return winner if die == OWN_DIE else 1 - winner


def finish(rules: Parameters, state: State, die: int) -> None:
    """Mark the square, discard the other dice, and look for three in a row (TTE-17, TTE-19).

    A die on a square is in no pool and in no discard, so nobody recharges it (TTE-18).
    """
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
    """All dice that show a mark leave the pools (TTE-5, TTE-19, TTE-20)."""
    for owner in range(2):
        restore(state, owner, -state.shown[2 * owner] - state.shown[2 * owner + 1])
        state.shown[2 * owner] = 0
        state.shown[2 * owner + 1] = 0


def has_three(state: State, player: int) -> bool:
    """Does this player have three in a row (TTE-23)?"""
    return has_line(SIZE, SIZE, state.marks, player, LINE)


def judge_lines(state: State, player: int) -> None:
    """End the game if this player has three in a row, whoever's turn it is (TTE-23, TTE-Q23)."""
    if has_three(state, player):
        state.winner = player
        state.rule = THREE_IN_A_ROW


def end_contest(rules: Parameters, state: State) -> None:
    """The turn is over, but for a free die that is recharged after the contest (TTE-Q8)."""
    if state.winner == ONGOING:
        state.phase = TURN_OVER
        if rules.free_recharge_time == AFTER_CONTEST:
            offer_free_die(state)


def restore(state: State, player: int, count: int) -> None:
    """Move dice from the discard to the pool; below zero the other way."""
    state.discard[player] -= count
    state.pool[player] += count


def clear(state: State, square: int, goal: int) -> None:
    """The die on a square, if there is one, goes to its owner's pool or discard.

    The square is lost or tied (TTE-Q13, TTE-Q14) or given up (TTE-Q19); the die may have been locked
    (TTE-Q15).
    """
    owner = state.owners[square]
    if owner != NOBODY:
        if goal == TO_POOL:
            state.pool[owner] += 1
        else:
            state.discard[owner] += 1
    state.marks[square] = NOBODY
    state.owners[square] = NOBODY
