"""Dots and boxes: draw lines, close boxes."""

from gamekit import contract
from gamekit.contract import DRAW, ONGOING, Game, Rule, array, lines, number

RULES = (
    Rule("DB-1", "Board", "{rows} by {columns} boxes of dots."),
    Rule("DB-2", "Line", "You draw a line that is not there yet."),
    Rule("DB-3", "Box", "Whoever closes a box owns it and draws again."),
    Rule("DB-4", "End", "When all lines are drawn, whoever has more boxes wins."),
    Rule("DB-5", "Draw", "Equal numbers are a draw."),
)
LINE, END, EQUAL = 2, 4, 5


class Parameters(contract.Parameters):
    rows = number(2, range(1, 6), "rows of boxes")
    columns = number(2, range(1, 6), "columns of boxes")


class State(contract.State):
    drawn = array(60, "i1")  # first the lines across, row by row, then those down
    boxes = array(25, "i1", range(3), "owner of each box: 0 for nobody, 1 + player")
    score = array(2, "i1", range(26), "boxes of player 0 and player 1")


def move_count(rules):
    return (rules.rows + 1) * rules.columns + rules.rows * (rules.columns + 1)


def why_illegal(rules, state, move):
    return LINE if state.drawn[move] else 0


def is_closed(rules, state, box):
    left = (rules.rows + 1) * rules.columns + box + box // rules.columns
    ends = min(state.drawn[box], state.drawn[box + rules.columns])
    return min(ends, state.drawn[left], state.drawn[left + 1]) > 0


def apply(rules, state, move):
    state.drawn[move] = state.player + 1
    before = state.score[state.player]
    for box in range(rules.rows * rules.columns):
        if state.boxes[box] == 0 and is_closed(rules, state, box):
            state.boxes[box] = state.player + 1
            state.score[state.player] += 1
    state.turn += 1
    if state.score[state.player] == before:
        state.player = 1 - state.player


def result(rules, state):
    for line in range(move_count(rules)):
        if state.drawn[line] == 0:
            return ONGOING, 0
    if state.score[0] == state.score[1]:
        return DRAW, EQUAL
    return (0 if state.score[0] > state.score[1] else 1), END


GAME = Game(globals(), name="dots", title="Dots and Boxes", players=("Ann", "Bo"), join=None,
            board=lines("rows", "columns", pieces="drawn", areas="boxes", counts=("score",)))  # fmt: skip
