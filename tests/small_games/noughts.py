"""Noughts and crosses: a draw."""

from __future__ import annotations

from gamekit.contract import DRAW, ONGOING, OVER, Game, array, draw, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from tests.small_games import words

LINES = 0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124
FULL = 0o777


class Parameters(BaseParameters):
    pass


class State(BaseState):
    marks: list[int] = array(2, "i2")  # of each player: a bit per cell
    winner: int = whole()


def setup(rules, state):
    state.turn, state.player, state.winner = 0, state.first, ONGOING
    state.marks[0] = state.marks[1] = 0


def to_act(rules, state):
    return OVER if result(rules, state)[0] != ONGOING else state.player


def move_count(rules):
    return 9


def why_illegal(rules, state, move):
    return (state.marks[0] | state.marks[1]) >> move & 1


def random_move(rules, state, moves, random):
    taken = state.marks[0] | state.marks[1]
    while True:
        cell = draw(random, 9)
        if not taken >> cell & 1:
            return cell


def apply(rules, state, move):
    state.marks[state.player] |= 1 << move
    if has_line(state.marks[state.player]):
        state.winner = state.player
    elif state.marks[0] | state.marks[1] == FULL:
        state.winner = DRAW
    state.player = 1 - state.player
    state.turn += 1


def has_line(marks):
    return any(marks & line == line for line in LINES)


def result(rules, state):
    return state.winner, 0 if state.winner == ONGOING else 1


def position(rules, state, fields):
    for player, mark in enumerate("XO"):
        state.marks[player] = sum(1 << cell for cell in range(9) if fields["marks"][cell] == mark)
        if has_line(state.marks[player]):
            state.winner = player
    state.turn = sum(mark != " " for mark in fields["marks"])
    state.player = (state.first + state.turn) % 2


def dump(rules, state):
    marks = [" XO"[(state.marks[0] >> n & 1) + 2 * (state.marks[1] >> n & 1)] for n in range(9)]
    return {"marks": "".join(marks)}


OTHERS = {key: value for key, value in vars(words).items() if key not in ("position", "dump")}
GAME = Game(OTHERS, globals(), name="noughts", title="Noughts and Crosses")
