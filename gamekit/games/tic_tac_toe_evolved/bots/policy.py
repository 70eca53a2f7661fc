"""A careful player of Tic-Tac-Toe Evolved weighs the lines of a square, the odds and the dice.

The player draws every bid from a mixture that answers itself. An opponent who foresees a bid beats it with
one die more, or saves their dice.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

from gamekit.contract import ONGOING, Random, draw
from gamekit.games.tic_tac_toe_evolved.rules import (
    apply,
    can_mark,
    highest_bid,
    legal_moves,
    lowest_bid,
    marks_of,
    outcomes,
)
from gamekit.games.tic_tac_toe_evolved.state import (
    BID,
    BIDDING,
    CHANCE_PHASES,
    CONTEST,
    DECIDING,
    HIGHEST_BID,
    LINE,
    MARK,
    MARKING,
    NOBODY,
    RECHARGE,
    RELINQUISH,
    REROLL,
    SQUARES,
    TAKE,
    TAKING,
    THEIR_DIE,
    TURN,
    Parameters,
    State,
    code_of,
    gift_of,
    meaning_of,
)
from gamekit.games.tic_tac_toe_evolved.text import write_side

BIDS = HIGHEST_BID + 1
# In percent, how often a player who rolls a dice against b leads by 1 at least, and by 2: at
# BIDS * a + b. Every R is rolled again.
LEAD_1 = (
    0, 19, 5, 10, 4, 5, 2,
    78, 18, 28, 10, 14, 6, 8,
    65, 67, 27, 33, 15, 17, 9,
    88, 60, 62, 32, 35, 18, 20,
    83, 82, 58, 59, 35, 36, 21,
    93, 79, 78, 58, 57, 37, 37,
    91, 90, 76, 75, 57, 56, 39,
)  # fmt: skip
LEAD_2 = (
    0, 0, 4, 1, 3, 1, 2,
    0, 15, 4, 8, 3, 4, 2,
    60, 14, 23, 8, 11, 5, 6,
    52, 55, 22, 27, 12, 14, 7,
    79, 51, 52, 27, 29, 16, 17,
    75, 74, 50, 51, 30, 31, 18,
    88, 72, 71, 51, 50, 33, 32,
)  # fmt: skip
LINES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 3, 6, 1, 4, 7, 2, 5, 8, 0, 4, 8, 2, 4, 6)
# What a square is worth for a line through it with 0, 1 or 2 marks of one player and none of the
# other's: to the player who builds it, and to the other, who blocks it.
BUILDING = (10, 35, 600)
BLOCKING = (5, 30, 500)
# What the dice in a pool are worth, by their number. The first ones are worth most.
STOCK = (
    0, 22, 35, 44, 52, 57, 62, 67, 70, 74, 77, 80, 82, 84, 87, 89, 91, 92, 94, 96, 97,
)  # fmt: skip
RECHARGED = 2  # dice, on average
ROUNDS = 5  # times that the players of a contest answer each other
WHIM = 5  # squares that differ by less are equal


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Return a turn, a bid, what to do with dice that show R, or a die to mark a square with."""
    if state.phase == TURN:
        return best_turn(rules, state, moves, random)
    if state.phase == BIDDING:
        return code_of(BID, fair_bid(rules, state, moves, random))
    if state.phase == TAKING:
        return code_of(TAKE, 1)
    if state.phase == DECIDING:
        return code_of(REROLL, rerolls(state))
    if can_mark(rules, state, THEIR_DIE):  # this keeps it out of their reach
        return code_of(MARK, THEIR_DIE)
    legal_moves(rules, state, moves)
    return moves[0]


def sensible_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Leave out what helps only the opponent, unless there is nothing else."""
    count = legal_moves(rules, state, moves)
    kept = 0
    for k in range(count):
        if is_worthwhile(state, moves[k]):
            moves[kept] = moves[k]
            kept += 1
    return kept if kept > 0 else count


def is_worthwhile(state: State, move: int) -> bool:
    """Reject a contest of one's own square and a refused gift. With two dice to bid, also reject giving up a
    square for nothing."""
    kind, index = meaning_of(move)
    if kind == CONTEST:
        return state.marks[index] != state.player
    if kind == RELINQUISH:
        return gift_of(index)[1] != NOBODY or state.pool[state.player] < 2
    return kind != TAKE or index > 0


def best_turn(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Contest the square that is worth most, or recharge where more dice are worth more than that."""
    me, best, stake = state.player, NOBODY, -1
    count_lines(state, me, moves)
    for square in range(SQUARES):
        worth = moves[square] + draw(random, WHIM)
        if state.marks[square] != me and worth > stake:
            best, stake = square, worth
    contests = best != NOBODY and state.pool[me] > 0
    if state.discard[me] > 0:
        pool = state.pool[me] + min(RECHARGED, state.discard[me])
        value = 100 * (STOCK[pool] - STOCK[state.pool[1 - me]])
        if not contests or value > duel(rules, state, best, stake, moves, random, ROUNDS):
            return code_of(RECHARGE, 0)
    if contests:
        return code_of(CONTEST, best)
    legal_moves(rules, state, moves)
    return moves[0]


def count_lines(state: State, me: int, worth: list[int]) -> None:
    """Note what each square is worth for the lines through it that are not blocked without it."""
    for square in range(SQUARES):
        worth[square] = 0
    for first in range(0, len(LINES), LINE):
        for k in range(LINE):
            mine, theirs = 0, 0
            for other in range(LINE):
                if other != k and state.marks[LINES[first + other]] == me:
                    mine += 1
                elif other != k and state.marks[LINES[first + other]] == 1 - me:
                    theirs += 1
            if theirs == 0:
                worth[LINES[first + k]] += BUILDING[mine]
            if mine == 0:
                worth[LINES[first + k]] += BLOCKING[theirs]


def fair_bid(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Return the actor's bid in the contest that is on."""
    count_lines(state, state.actor, moves)
    stake, me = moves[state.square], state.actor
    duel(rules, state, state.square, stake, moves, random, 1 + draw(random, ROUNDS))
    return best_of(moves, lowest_bid(rules, state, me), highest_bid(rules, state, me))


def duel(
    rules: Parameters,
    state: State,
    square: int,
    stake: int,
    scratch: list[int],
    random: Random,
    rounds: int,
) -> int:
    """Return what a contest with this stake is worth to the actor, in hundredths.

    The players answer all bids of each other so far, round after round, so that their bids become
    those of a fair mixture (fictitious play; G. W. Brown, 1951). `scratch` then holds what each bid
    has gained: the actor's from 0 on, the other's from BIDS on.
    """
    me, other = state.actor, 1 - state.actor
    holder = state.marks[square]
    free = 0 if holder == NOBODY else (1 if holder == me else -1)
    low, high = lowest_bid(rules, state, me), highest_bid(rules, state, me)
    least, most = lowest_bid(rules, state, other), highest_bid(rules, state, other)
    for k in range(2 * BIDS):
        scratch[k] = 0
    mine, theirs = high, least + draw(random, most - least + 1)
    for _ in range(rounds):
        for k in range(low, high + 1):
            scratch[k] += gain(state, me, k, theirs, stake * edge(k, theirs, free))
        mine = best_of(scratch, low, high)
        for k in range(least, most + 1):
            scratch[BIDS + k] += gain(state, other, k, mine, stake * edge(k, mine, -free))
        theirs = best_of(scratch, BIDS + least, BIDS + most) - BIDS
    return (scratch[mine] - scratch[BIDS + theirs]) // (2 * rounds)


def gain(state: State, player: int, mine: int, theirs: int, won: int) -> int:
    """Return what the square and the dice are worth to a player after these bids, in hundredths."""
    own, others = (
        dice_worth(state, player, mine, theirs),
        dice_worth(state, 1 - player, theirs, mine),
    )
    return won + 100 * (own - others)


def dice_worth(state: State, player: int, mine: int, theirs: int) -> int:
    """Return what a player's pool is worth after these bids. A player who bids nothing may recharge a die."""
    is_free = mine == 0 and theirs > 0 and state.discard[player] > 0
    return STOCK[state.pool[player] - mine + (1 if is_free else 0)]


def best_of(numbers: list[int], first: int, last: int) -> int:
    """Return the place of the greatest of these numbers."""
    best = first
    for k in range(first + 1, last + 1):
        if numbers[k] > numbers[best]:
            best = k
    return best


def edge(mine: int, theirs: int, free: int) -> int:
    """Return in percent how much more often the player with the first bid wins than loses.

    `free` is 1 where that player holds the square, -1 where the other does.
    """
    return leads(mine, theirs, free) - leads(theirs, mine, -free)


def leads(mine: int, theirs: int, free: int) -> int:
    """Return in percent how often the player with the first bid wins."""
    if free == 0:
        return LEAD_1[BIDS * mine + theirs]
    return LEAD_2[BIDS * mine + theirs] if free < 0 else 100 - LEAD_1[BIDS * theirs + mine]


def rerolls(state: State) -> int:
    """Re-roll all of them, unless the square is already won or lost."""
    me, other = state.actor, 1 - state.actor
    lead = marks_of(state, me) - marks_of(state, other)
    waiting = state.undecided[other] + state.again[other]
    is_settled = lead > waiting or lead + waiting + state.undecided[me] < 0
    return 0 if is_settled else state.undecided[me]


# --- the odds, exactly, as fractions -------------------------------------------------------------


def shares_of(
    rules: Parameters, state: State, see: Callable[[State], Hashable]
) -> dict[Hashable, Fraction]:
    """Return the chance of each thing that `see` may find in the state after this turn's rolls.

    Every R is re-rolled, unless `r_policy` returns it. The dice stop where a player has another
    decision to make.
    """
    found: dict[Hashable, Fraction] = {}
    current = {state.values(): (state, Fraction(1))}
    while current:
        following: dict[tuple[Any, ...], tuple[State, Fraction]] = {}
        for before, chance in current.values():
            moves = next_steps(rules, before) if before.slot == state.slot else []
            for move, ways in moves:
                after = before.copy()
                apply(rules, after, move)
                key, share = after.values(), chance * ways / sum(n for _, n in moves)
                following[key] = after, share + (following[key][1] if key in following else 0)
            if not moves:
                found[see(before)] = found.get(see(before), Fraction(0)) + chance
        current = following
    return found


def next_steps(rules: Parameters, state: State) -> list[tuple[int, int]]:
    """Return the next moves, each with its number of equally likely ways.

    They are the faces of the die to be rolled, or the one decision that `shares_of` takes for granted.
    """
    if state.winner == ONGOING and state.phase in CHANCE_PHASES:
        sides = [write_side(state, side) for side in range(outcomes(rules, state))]
        return [(sides.index(face), sides.count(face)) for face in dict.fromkeys(sides)]
    if state.winner == ONGOING and state.phase == DECIDING:
        return [(code_of(REROLL, state.undecided[state.actor]), 1)]
    if state.phase == TAKING and state.unrolled[0] + state.unrolled[1] > 0:
        return [(code_of(TAKE, 0), 1)]  # a recharged die does not take part
    return []


def odds(rules: Parameters, state: State) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that player 0 holds the contested square in the end, that it is empty, and that
    player 1 holds it.

    Both bids must be set; for Rs see `shares_of`.
    """
    square = state.square

    def holder(after: State) -> int:
        return after.actor if after.phase == MARKING else after.marks[square]

    found = shares_of(rules, state, holder)
    win, tie, lose = (found.get(player, Fraction(0)) for player in (0, NOBODY, 1))
    return win, tie, lose
