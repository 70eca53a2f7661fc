"""Noughts and crosses where two dice, which mean nothing, are rolled before each move."""

from __future__ import annotations

from gamekit.contract import CHANCE, OVER, Game, whole
from tests.small_games import noughts

DICE = 2


class State(noughts.State):
    rolls: int = whole()


def setup(rules, state):
    noughts.setup(rules, state)
    state.rolls = DICE


def to_act(rules, state):
    actor = noughts.to_act(rules, state)
    return CHANCE if actor != OVER and state.rolls > 0 else actor


def outcomes(rules, state):
    return 6


def apply(rules, state, move):
    if state.rolls > 0:
        state.rolls -= 1
        return
    noughts.apply(rules, state, move)
    state.rolls = DICE


OWN = {item.__name__: item for item in (State, setup, to_act, outcomes, apply)}
GAME = Game(noughts.OTHERS, vars(noughts) | OWN, name="rolled", title="Noughts with Dice")
