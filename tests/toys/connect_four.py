"""Connect four: 7 columns, 6 rows from the bottom, four in a line win. The first player wins."""

from __future__ import annotations

from gamekit.boards.grid import run
from gamekit.contract import DRAW, ONGOING, OVER, Game, array, draw, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from tests.toys import words

COLUMNS, ROWS, FOUR = 7, 6, 4


class Parameters(BaseParameters):
    pass


class State(BaseState):
    marks: list[int] = array(COLUMNS * ROWS, "i1")
    height: list[int] = array(COLUMNS, "i1")
    winner: int = whole()


def setup(rules, state):
    state.turn, state.player, state.winner = 0, state.first, ONGOING
    for cell in range(COLUMNS * ROWS):
        state.marks[cell] = -1
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
    row = state.height[move]
    state.marks[row * COLUMNS + move] = state.player
    state.height[move] += 1
    state.turn += 1
    if makes_four(state.marks, row, move):
        state.winner = state.player
    elif state.turn == COLUMNS * ROWS:
        state.winner = DRAW
    state.player = 1 - state.player


def makes_four(marks, row, column):
    return (
        run(ROWS, COLUMNS, marks, row, column, 0, 1) >= FOUR
        or run(ROWS, COLUMNS, marks, row, column, 1, 0) >= FOUR
        or run(ROWS, COLUMNS, marks, row, column, 1, 1) >= FOUR
        or run(ROWS, COLUMNS, marks, row, column, 1, -1) >= FOUR
    )


def result(rules, state):
    return state.winner, 0 if state.winner == ONGOING else 1


GAME = Game(vars(words), globals(), name="connect-four", title="Connect Four")
