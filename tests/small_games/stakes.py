"""Poker in which wins differ in what they pay: Kuhn's of 1950, and Leduc's of 2005.

Kuhn's has three cards and one bet of a chip; it costs the player who begins 1/18 of a chip. Leduc's has
two cards each of three ranks, a second round after a card is turned up, bets of 2 and then 4 chips, and
at most two of them in a round.

Sources: H. Kuhn, "A simplified two-person poker", 1950; F. Southey et al., "Bayes' bluff: opponent
modelling in poker", 2005.
"""

from __future__ import annotations

from gamekit.contract import CHANCE, DRAW, ONGOING, OVER, Game, array, choice, draw, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from tests.small_games import words

KUHN, LEDUC = range(2)
FOLD, CALL, RAISE = range(3)
DECK, TABLE = 0, 3  # where a card is; 1 and 2 are the hands


class Parameters(BaseParameters):
    kind = choice(("kuhn", "leduc"), "whose poker it is")


class State(BaseState):
    place: list[int] = array(6, "i1")
    dealt: int = whole()
    paid: list[int] = array(2, "i1")  # chips in the pot
    raised: int = whole()  # bets in this round
    acted: int = whole()  # moves in this round
    round: int = whole()
    folded: int = whole()  # 1 + the player


def setup(rules, state):
    state.turn = state.dealt = state.raised = state.acted = state.round = state.folded = 0
    state.player = state.first
    for card in range(6):
        state.place[card] = DECK
    state.paid[0] = state.paid[1] = 1


def cards(rules):
    return 3 if rules.kind == KUHN else 6


def is_dealing(rules, state):
    return state.dealt < 2 + state.round


def is_over(rules, state):
    last = 1 if rules.kind == KUHN else 2
    return state.folded > 0 or state.round == last


def to_act(rules, state):
    if is_over(rules, state):
        return OVER
    return CHANCE if is_dealing(rules, state) else state.player


def outcomes(rules, state):
    return cards(rules) - state.dealt


def move_count(rules):
    return 3


def why_illegal(rules, state, move):
    if move == FOLD:
        return 0 if state.paid[state.player] < state.paid[1 - state.player] else 2
    if move == RAISE:
        return 0 if state.raised < (1 if rules.kind == KUHN else 2) else 2
    return 0


def deal(state, number):
    card = 0
    while state.place[card] != DECK or number > 0:
        if state.place[card] == DECK:
            number -= 1
        card += 1
    state.place[card] = state.dealt + 1
    state.dealt += 1


def apply(rules, state, move):
    if is_dealing(rules, state):
        deal(state, move)
        return
    player, other = state.player, 1 - state.player
    state.acted += 1
    state.turn += 1
    if move == FOLD:
        state.folded = 1 + player
        return
    state.paid[player] = state.paid[other]
    if move == RAISE:
        state.paid[player] += 1 if rules.kind == KUHN else 2 + 2 * state.round
        state.raised += 1
    state.player = other
    if move == CALL and state.acted > 1:
        state.round += 1
        state.acted = state.raised = 0
        state.player = state.first


def rank(rules, card):
    return card if rules.kind == KUHN else card // 2


def strength(rules, state, player):
    """A pair counts more than any single card."""
    mine, table = 0, -1
    for card in range(6):
        if state.place[card] == 1 + player:
            mine = rank(rules, card)
        if state.place[card] == TABLE:
            table = rank(rules, card)
    return 10 if mine == table else mine


def result(rules, state):
    if not is_over(rules, state):
        return ONGOING, 0
    if state.folded:
        return 2 - state.folded, 1
    mine, theirs = strength(rules, state, 0), strength(rules, state, 1)
    if mine == theirs:
        return DRAW, 1
    return (0 if mine > theirs else 1), 1


def payoff(rules, state):
    winner = result(rules, state)[0]
    if winner == DRAW:
        return 0
    return state.paid[1] if winner == 0 else -state.paid[0]


def highest_payoff(rules):
    return 2 if rules.kind == KUHN else 13


def is_shown(rules, state):
    return is_over(rules, state) and not state.folded


def hide(rules, view, player):
    if is_shown(rules, view):
        return
    for card in range(6):
        if view.place[card] in (1, 2) and view.place[card] != 1 + player:
            view.place[card] = DECK


def imagine(rules, view, player, random):
    hidden = 0
    other = 2 - player
    for card in range(cards(rules)):
        if view.place[card] == DECK:
            hidden += 1
        elif view.place[card] == other:
            return
    if view.dealt < other:
        return
    number = draw(random, hidden)
    for card in range(cards(rules)):
        if view.place[card] == DECK:
            if number == 0:
                view.place[card] = other
            number -= 1


def sees(rules, state, move, player):
    if is_dealing(rules, state):
        return state.dealt == 2 or state.dealt == player
    return True


def write(rules, state, move):
    if not is_dealing(rules, state):
        return ("fold", "call", "raise")[move]
    after = state.copy()
    apply(rules, after, move)
    new = next(card for card in range(6) if state.place[card] != after.place[card])
    return "JQK"[rank(rules, new)]


WORDS = {key: value for key, value in vars(words).items() if key != "write"}
GAME = Game(WORDS, globals(), name="stakes", title="Poker", points="chips", join=None)
