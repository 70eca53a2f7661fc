"""Kalah, the Mancala of the shops, where every seed of the margin counts.

Seeds are sown into every pit and one's own store. Who ends in the store has another turn; who ends in an
empty pit of their own takes it with what lies across. What is left in the end is its owner's.
"""

from __future__ import annotations

from gamekit.contract import DRAW, ONGOING, OVER, Game, array, measure, number, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from tests.toys import words

MOST = 6


class Parameters(BaseParameters):
    pits = number(6, range(1, MOST + 1), "pits of each player")
    seeds = number(4, range(1, 7), "seeds in each pit at the start")


class State(BaseState):
    pit: list[int] = array(2 * MOST + 2, "i1")  # player 0's pits and store, then player 1's
    sown: int = whole()  # how far the latest sowing went


def setup(rules, state):
    state.turn = state.sown = 0
    state.player = state.first
    for place in range(2 * MOST + 2):
        state.pit[place] = 0
    for place in range(rules.pits):
        state.pit[place] = state.pit[rules.pits + 1 + place] = rules.seeds


def side(rules, player):
    return player * (rules.pits + 1)


def left(rules, state, player):
    total = 0
    for place in range(rules.pits):
        total += state.pit[side(rules, player) + place]
    return total


def kept(rules, state, player):
    return state.pit[side(rules, player) + rules.pits]


def is_over(rules, state):
    return left(rules, state, 0) == 0 or left(rules, state, 1) == 0


def to_act(rules, state):
    return OVER if is_over(rules, state) else state.player


def move_count(rules):
    return rules.pits


def why_illegal(rules, state, move):
    return 0 if state.pit[side(rules, state.player) + move] > 0 else 1


def apply(rules, state, move):
    me, ring = state.player, 2 * rules.pits + 2
    store, theirs = side(rules, me) + rules.pits, side(rules, 1 - me) + rules.pits
    place = side(rules, me) + move
    seeds = state.pit[place]
    state.sown = seeds
    state.pit[place] = 0
    while seeds > 0:
        place = (place + 1) % ring
        if place != theirs:
            state.pit[place] += 1
            seeds -= 1
    across = 2 * rules.pits - place
    is_mine = side(rules, me) <= place < store
    if is_mine and state.pit[place] == 1 and state.pit[across] > 0:
        state.pit[store] += 1 + state.pit[across]
        state.pit[place] = state.pit[across] = 0
    state.turn += 1
    if place != store:
        state.player = 1 - me


def payoff(rules, state):
    mine = kept(rules, state, 0) + left(rules, state, 0)
    return mine - kept(rules, state, 1) - left(rules, state, 1)


def result(rules, state):
    if not is_over(rules, state):
        return ONGOING, 0
    margin = payoff(rules, state)
    return (DRAW if margin == 0 else 0 if margin > 0 else 1), 1


def highest_payoff(rules):
    return 2 * rules.pits * rules.seeds


def again(rules, before, move, after):
    """Turns that end in one's own store, so that another follows."""
    return 1 if before.player == after.player else 0


def empty(rules, state):
    """Is a side empty without a seed to give?"""
    return left(rules, state, 0) + left(rules, state, 1) == 0


GAME = Game(
    vars(words),
    globals(),
    name="mancala",
    title="Mancala",
    points="seeds",
    measures={"extra turns": measure(again, unit="turns a game"), "bare ends": empty},
)
