"""Pig, in which the margin counts: how many points the winner is ahead.

On your turn you roll until you hold, which banks what you rolled, or roll a 1, which loses it.
"""

from __future__ import annotations

from gamekit.contract import CHANCE, ONGOING, OVER, Game, array, number, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from tests.toys import words

ROLL, HOLD = range(2)


class Parameters(BaseParameters):
    goal = number(20, range(2, 101), "points to win")
    sides = number(6, range(2, 21), "sides of the die")


class State(BaseState):
    score: list[int] = array(2)
    total: int = whole()  # of this turn
    rolling: int = whole()


def setup(rules, state):
    state.turn = state.total = state.rolling = 0
    state.score[0] = state.score[1] = 0
    state.player = state.first


def is_over(rules, state):
    return state.score[0] >= rules.goal or state.score[1] >= rules.goal


def to_act(rules, state):
    if state.rolling:
        return CHANCE
    return OVER if is_over(rules, state) else state.player


def outcomes(rules, state):
    return rules.sides


def move_count(rules):
    return 2


def why_illegal(rules, state, move):
    """Who has enough holds, and who has nothing rolls."""
    has_enough = state.score[state.player] + state.total >= rules.goal
    if move == ROLL:
        return 1 if has_enough else 0
    return 0 if state.total > 0 else 1


def apply(rules, state, move):
    if state.rolling:
        state.rolling = 0
        state.total += move + 1
        if move > 0:
            return
        state.total = 0
    elif move == ROLL:
        state.rolling = 1
        return
    state.score[state.player] += state.total
    state.total = 0
    state.turn += 1
    state.player = 1 - state.player


def result(rules, state):
    if state.rolling or not is_over(rules, state):
        return ONGOING, 0
    return (0 if state.score[0] > state.score[1] else 1), 1


def payoff(rules, state):
    return state.score[0] - state.score[1]


def highest_payoff(rules):
    return rules.goal - 1 + rules.sides


GAME = Game(vars(words), globals(), name="pig", title="Pig")
