"""Matching pennies: player 0 wins if both show the same side. Nobody has an advantage."""

from __future__ import annotations

from gamekit.contract import ONGOING, OVER, Game, array
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from tests.small_games import words


class Parameters(BaseParameters):
    pass


class State(BaseState):
    coins: list[int] = array(2, "i1")


def setup(rules, state):
    state.turn = state.player = 0
    for player in range(2):
        state.coins[player] = 0  # a side, too: what is covered looks like any other coin


def to_act(rules, state):
    return OVER if state.turn == 2 else state.player


def move_count(rules):
    return 2


def why_illegal(rules, state, move):
    return 0


def apply(rules, state, move):
    state.coins[state.player] = move
    state.player = 1 - state.player
    state.turn += 1


def result(rules, state):
    if state.turn < 2:
        return ONGOING, 0
    return (0 if state.coins[0] == state.coins[1] else 1), 1


def hide(rules, view, player):
    if view.turn < 2:
        for other in range(2):
            if other != player:
                view.coins[other] = 0


def imagine(rules, view, player, random):
    pass


def sees(rules, state, move, player):
    return state.turn == 1


GAME = Game(vars(words), globals(), name="pennies", title="Matching Pennies")
