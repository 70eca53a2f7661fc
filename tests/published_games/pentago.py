"""Pentago: place a marble and turn a quarter of the board; five in a row win."""

from gamekit import contract
from gamekit.boards import grid
from gamekit.contract import DRAW, ONGOING, Game, Rule, array, squares

RULES = (
    Rule("PE-1", "Turn", "You place a marble on an empty cell, then turn a quarter of the board."),
    Rule("PE-2", "Five", "Whoever then has five in a row wins."),
    Rule("PE-3", "Draw", "If both have five in a row, or the board is full, it is a draw."),
)
TURN, FIVE, EQUAL = 1, 2, 3
SIDE, CELLS = 6, 36
QUARTERS = ("upper left", "upper right", "lower right", "lower left")
CORNER = (0, 3, 21, 18)  # the first cell of each
RING = (0, 2, 14, 12, 1, 8, 13, 6)  # from there: its corners clockwise, and what lies between them


class Parameters(contract.Parameters):
    pass


class State(contract.State):
    board = array(CELLS, "i1")


def move_count(rules):
    return 8 * CELLS


def way(rules, state, move):
    return move // 8, QUARTERS[move % 8 // 2], ("left", "right")[move % 2]


def why_illegal(rules, state, move):
    return TURN if state.board[move // 8] else 0


def apply(rules, state, move):
    state.board[move // 8] = state.player + 1
    first, onward = CORNER[move % 8 // 2], 1 if move % 2 else 3
    for ring in range(0, 8, 4):
        for _ in range(onward):  # three quarters to the right are one to the left
            last = state.board[first + RING[ring + 3]]
            for n in range(3, 0, -1):
                state.board[first + RING[ring + n]] = state.board[first + RING[ring + n - 1]]
            state.board[first + RING[ring]] = last
    state.turn += 1
    state.player = 1 - state.player


def result(rules, state):
    ours = grid.has_line(SIDE, SIDE, state.board, 1, 5)
    theirs = grid.has_line(SIDE, SIDE, state.board, 2, 5)
    if ours != theirs:
        return (0 if ours else 1), FIVE
    return (DRAW, EQUAL) if ours or state.turn == CELLS else (ONGOING, 0)


GAME = Game(globals(), name="pentago", title="Pentago", players=("White", "Black"), join=None,
            board=squares(SIDE, SIDE))  # fmt: skip
