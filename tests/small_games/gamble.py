"""One choice, between a sure point and a bet that wins nine in two cases of five."""

from __future__ import annotations

from gamekit.contract import CHANCE, ONGOING, OVER, Game, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from tests.small_games import words


class Parameters(BaseParameters):
    pass


class State(BaseState):
    chosen: int = whole()
    won: int = whole()


def setup(rules, state):
    state.turn = state.chosen = 0
    state.player = 0
    state.won = -1


def to_act(rules, state):
    if state.won >= 0:
        return OVER
    return CHANCE if state.chosen else 0


def outcomes(rules, state):
    return 5


def move_count(rules):
    return 2


def why_illegal(rules, state, move):
    return 0


def apply(rules, state, move):
    if state.chosen:
        state.won = 0 if move < 2 else 1
        return
    state.turn += 1
    state.chosen = move
    if move == 0:
        state.won = 0


def result(rules, state):
    return (state.won, 1) if state.won >= 0 else (ONGOING, 0)


def payoff(rules, state):
    if state.chosen == 0:
        return 1
    return 9 if state.won == 0 else -2


def highest_payoff(rules):
    return 9


GAME = Game(vars(words), globals(), name="gamble", title="Gamble")
