"""Kuhn's poker of 1950: three cards, one bet. It costs the player who begins 1/18 of a chip.

A pot of two chips is won or lost; one of a single chip is worth half a game, so a fair coin
decides whether its winner has won. Values are those of Kuhn divided by two.
"""

from __future__ import annotations

from gamekit.contract import CHANCE, DRAW, ONGOING, OVER, Game, array, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from tests.toys import words

PASS, BET = range(2)


class Parameters(BaseParameters):
    pass


class State(BaseState):
    cards: list[int] = array(2, "i1")  # 1 to 3, 0 is none or covered
    dealt: int = whole()  # 0 or 1
    bets: int = whole()  # passes and bets so far, as the digits 1 and 2
    winner: int = whole()
    coin: int = whole()  # 0 not to be tossed, 1 to be tossed


def setup(rules, state):
    state.turn = state.player = state.dealt = state.bets = state.coin = 0
    state.cards[0] = state.cards[1] = 0
    state.winner = ONGOING


def to_act(rules, state):
    if state.winner != ONGOING:
        return OVER
    return CHANCE if state.dealt == 0 or state.coin else state.player


def outcomes(rules, state):
    return 2 if state.coin else 6


def move_count(rules):
    return 2


def why_illegal(rules, state, move):
    return 0


def apply(rules, state, move):
    if state.dealt == 0:
        state.cards[0] = 1 + move // 2
        state.cards[1] = 1 + (1 + move // 2 + move % 2) % 3
        state.dealt = 1
    elif state.coin:
        state.winner = state.coin - 1 if move else DRAW
    else:
        state.bets = 3 * state.bets + 1 + move
        state.turn += 1
        state.player = 1 - state.player
        settle(state)


def settle(state):
    better = 0 if state.cards[0] > state.cards[1] else 1
    if state.bets == 4:  # pass, pass
        state.coin = better + 1
    elif state.bets in (8, 17):  # both have bet: bet, bet; pass, bet, bet
        state.winner = better
    elif state.bets == 7:  # bet, pass
        state.coin = 1
    elif state.bets == 16:  # pass, bet, pass
        state.coin = 2


def result(rules, state):
    return state.winner, 1


def hide(rules, view, player):
    for other in range(2):
        if other != player:
            view.cards[other] = 0


def imagine(rules, view, player, random):
    pass


def sees(rules, state, move, player):
    return state.dealt == 1  # nobody sees both cards


GAME = Game(vars(words), globals(), name="kuhn", title="Kuhn Poker")
