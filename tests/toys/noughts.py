"""Noughts and crosses: a draw."""

from __future__ import annotations

from gamekit.boards.grid import has_line
from gamekit.contract import DRAW, ONGOING, OVER, Game, array, draw
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from tests.toys import words


class Parameters(BaseParameters):
    pass


class State(BaseState):
    marks: list[int] = array(9, "i1")


def setup(rules, state):
    state.turn, state.player = 0, state.first
    for cell in range(9):
        state.marks[cell] = -1


def to_act(rules, state):
    return OVER if result(rules, state)[0] != ONGOING else state.player


def move_count(rules):
    return 9


def why_illegal(rules, state, move):
    return 0 if state.marks[move] < 0 else 1


def random_move(rules, state, moves, random):
    while True:
        cell = draw(random, 9)
        if state.marks[cell] < 0:
            return cell


def apply(rules, state, move):
    state.marks[move] = state.player
    state.player = 1 - state.player
    state.turn += 1


def result(rules, state):
    for player in range(2):
        if has_line(3, 3, state.marks, player, 3):
            return player, 1
    for cell in range(9):
        if state.marks[cell] < 0:
            return ONGOING, 0
    return DRAW, 1


def position(rules, state, fields):
    for cell, mark in enumerate(fields["marks"]):
        state.marks[cell] = " XO".index(mark) - 1
    state.turn = sum(mark != " " for mark in fields["marks"])
    state.player = (state.first + state.turn) % 2


def dump(rules, state):
    return {"marks": "".join(" XO"[mark + 1] for mark in state.marks)}


OTHERS = {key: value for key, value in vars(words).items() if key not in ("position", "dump")}
GAME = Game(OTHERS, globals(), name="noughts", title="Noughts and Crosses")
