"""Games of pure luck: a die decides, whatever is called; or nothing but the calls does."""

from __future__ import annotations

from gamekit.contract import CHANCE, ONGOING, OVER, Game, choice, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from tests.small_games import words


class Parameters(BaseParameters):
    decides: int = choice(("die", "calls", "either"), "what decides the game")


class State(BaseState):
    rolled: int = whole()  # 0, or 1 more than the outcome
    called: int = whole()  # what both said, added up


def setup(rules, state):
    state.turn = state.rolled = state.called = 0
    state.player = state.first


def to_act(rules, state):
    if state.turn < 2:
        return state.player
    return CHANCE if state.rolled == 0 else OVER


def outcomes(rules, state):
    return 2


def move_count(rules):
    return 2


def why_illegal(rules, state, move):
    return 0


def apply(rules, state, move):
    if state.turn == 2:
        state.rolled = 1 + move
    else:
        state.called += move
        state.player = 1 - state.player
        state.turn += 1


def result(rules, state):
    if state.rolled == 0:
        return ONGOING, 0
    die, call = state.rolled - 1, state.called % 2
    return (die, call, (die + call) % 2)[rules.decides], 1


GAME = Game(vars(words), globals(), name="dice", title="A Die")
