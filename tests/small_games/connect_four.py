"""Connect four: 7 columns, 6 rows from the bottom, four in a line win. The first player wins."""

from __future__ import annotations

from gamekit.contract import DRAW, ONGOING, OVER, Game, array, draw, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from tests.small_games import words

COLUMNS, ROWS = 7, 6
HIGH = ROWS + 1  # the bit above a column stays 0, so that no line runs on into the next column
DIRECTIONS = 1, HIGH - 1, HIGH, HIGH + 1


class Parameters(BaseParameters):
    pass


class State(BaseState):
    stones: list[int] = array(2, "i8")  # of each player: a bit per cell, columns HIGH bits apart
    height: list[int] = array(COLUMNS, "i1")
    winner: int = whole()


def setup(rules, state):
    state.turn, state.player, state.winner = 0, state.first, ONGOING
    state.stones[0] = state.stones[1] = 0
    for column in range(COLUMNS):
        state.height[column] = 0


def to_act(rules, state):
    return state.player if state.winner == ONGOING else OVER


def move_count(rules):
    return COLUMNS


def why_illegal(rules, state, move):
    return 0 if state.height[move] < ROWS else 1


def random_move(rules, state, moves, random):
    while True:
        column = draw(random, COLUMNS)
        if state.height[column] < ROWS:
            return column


def apply(rules, state, move):
    state.stones[state.player] |= 1 << (HIGH * move + state.height[move])
    state.height[move] += 1
    state.turn += 1
    if has_four(state.stones[state.player]):
        state.winner = state.player
    elif state.turn == COLUMNS * ROWS:
        state.winner = DRAW
    state.player = 1 - state.player


def has_four(stones):
    for step in DIRECTIONS:
        pairs = stones & (stones >> step)
        if pairs & (pairs >> 2 * step):
            return True
    return False


def result(rules, state):
    return state.winner, 0 if state.winner == ONGOING else 1


GAME = Game(vars(words), globals(), name="connect-four", title="Connect Four")
