"""Tic-Tac-Toe Evolved as a careful player plays it: by the lines of a square, the odds and the dice.

Every bid is drawn from a mixture that answers itself, because a bid that can be foreseen is beaten
by one die more, or by none.
"""

from __future__ import annotations

from gamekit.contract import Random, draw
from gamekit.games.tic_tac_toe_evolved.contest import (
    can_mark,
    highest_bid,
    lowest_bid,
    marks_of,
)
from gamekit.games.tic_tac_toe_evolved.rules import legal_moves
from gamekit.games.tic_tac_toe_evolved.state import (
    BID,
    BIDDING,
    CONTEST,
    DECIDING,
    HIGHEST_BID,
    LINE,
    MARK,
    RECHARGE,
    REROLL,
    SQUARES,
    TAKE,
    TAKING,
    THEIR_DIE,
    TURN,
    Parameters,
    State,
    code_of,
)

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
# What taking a square is worth for a line where one player has 0, 1 or 2 marks and the other none.
BUILDING = (10, 35, 400)
BLOCKING = (5, 30, 350)
PRICES = (60, 40, 30, 24, 20, 16, 14)  # of a die, by how many there are in the pool
FEW = 3  # dice to contest a square with, unless much is at stake
MUCH = 300
ROUNDS = 4  # how often the players of a contest answer each other before a bid is drawn


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
    if can_mark(rules, state, THEIR_DIE):  # it is then out of their reach
        return code_of(MARK, THEIR_DIE)
    legal_moves(rules, state, moves)
    return moves[0]


def best_turn(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Contest the square that is worth most, or recharge where there are few dice to do it with."""
    me, best, most = state.player, -1, -1
    count_lines(state, me, moves)
    for square in range(SQUARES):
        worth = moves[square] + draw(random, 5)
        if state.marks[square] != me and worth > most:
            best, most = square, worth
    short = state.pool[me] < (1 if most >= MUCH else FEW) or best < 0
    if short and state.discard[me] > 0:
        return code_of(RECHARGE, 0)
    if best >= 0 and state.pool[me] > 0:
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
    """Return a bid of the actor: the players answer each other's bids so far, for a while.

    So their bids become those of a fair mixture (fictitious play; G. W. Brown, 1951).
    """
    me, other, square = state.actor, 1 - state.actor, state.square
    count_lines(state, me, moves)
    stake = moves[square]
    free = (state.marks[square] == me) - (state.marks[square] == other)
    low, high = lowest_bid(rules, state, me), highest_bid(rules, state, me)
    least, most = lowest_bid(rules, state, other), highest_bid(rules, state, other)
    for k in range(2 * BIDS):
        moves[k] = 0
    mine, theirs = high, least + draw(random, most - least + 1)
    for _ in range(1 + draw(random, ROUNDS)):
        for k in range(low, high + 1):
            moves[k] += stake * edge(k, theirs, free) - price(state, me, k)
        mine = best_of(moves, low, high)
        for k in range(least, most + 1):
            moves[BIDS + k] += stake * edge(k, mine, -free) - price(state, other, k)
        theirs = best_of(moves, BIDS + least, BIDS + most) - BIDS
    return mine


def best_of(numbers: list[int], first: int, last: int) -> int:
    """Return the place of the greatest of these numbers."""
    best = first
    for k in range(first + 1, last + 1):
        if numbers[k] > numbers[best]:
            best = k
    return best


def price(state: State, player: int, dice: int) -> int:
    """What so many dice are worth to a player, in hundredths."""
    pool = state.pool[player]
    return 100 * dice * PRICES[min(pool, len(PRICES) - 1)]


def edge(mine: int, theirs: int, free: int) -> int:
    """How much more often, in percent, the player with the first bid wins than loses.

    `free` is 1 where that player holds the square, -1 where the other does.
    """
    return leads(mine, theirs, free) - leads(theirs, mine, -free)


def leads(mine: int, theirs: int, free: int) -> int:
    """How often, in percent, the player with the first bid wins."""
    if free == 0:
        return LEAD_1[BIDS * mine + theirs]
    return LEAD_2[BIDS * mine + theirs] if free < 0 else 100 - LEAD_1[BIDS * theirs + mine]


def rerolls(state: State) -> int:
    """All of them, unless the square is won or lost already."""
    me, other = state.actor, 1 - state.actor
    lead = marks_of(state, me) - marks_of(state, other)
    waiting = state.undecided[other] + state.again[other]
    is_settled = lead > waiting or lead + waiting + state.undecided[me] < 0
    return 0 if is_settled else state.undecided[me]
