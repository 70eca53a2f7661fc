"""Breakthrough: pawns go forward, capture aslant, and win on the far row."""

from gamekit import contract
from gamekit.boards import grid
from gamekit.contract import ONGOING, Game, Rule, array, number, squares

RULES = (
    Rule("BT-1", "Board", "Each player's pawns fill the two rows nearest to them."),
    Rule("BT-2", "Move", "A pawn moves one cell forward on the board, straight or aslant."),
    Rule("BT-3", "Own pawn", "You move a pawn of your own."),
    Rule("BT-4", "Straight", "Straight ahead a pawn goes only to an empty cell."),
    Rule("BT-5", "Capture", "Aslant it goes to an empty cell, or captures an opposing pawn."),
    Rule("BT-6", "Goal", "Whoever reaches the far row wins."),
    Rule("BT-7", "Nothing left", "Whoever loses the last pawn loses."),
)
MOVE, OWN, STRAIGHT, CAPTURE, GOAL, NOTHING = 2, 3, 4, 5, 6, 7


class Parameters(contract.Parameters):
    rows = number(6, range(5, 9), "rows")
    columns = number(6, range(3, 9), "columns")


class State(contract.State):
    board = array(64, "i1")


def setup(rules, state):
    for cell in range(2 * rules.columns):
        state.board[cell] = 1  # player 0 is at the top
        state.board[rules.rows * rules.columns - 1 - cell] = 2
    state.player = state.first


def move_count(rules):
    return 3 * rules.rows * rules.columns


def target(rules, state, move):
    return grid.leap(rules.rows, rules.columns, move // 3, 1 - 2 * state.player, move % 3 - 1)


def way(rules, state, move):
    return move // 3, target(rules, state, move)


def why_illegal(rules, state, move):
    to = target(rules, state, move)
    if state.board[move // 3] != state.player + 1:
        return OWN
    if to < 0:
        return MOVE
    if move % 3 == 1:
        return STRAIGHT if state.board[to] else 0
    return CAPTURE if state.board[to] == state.player + 1 else 0


def apply(rules, state, move):
    state.board[target(rules, state, move)] = state.player + 1
    state.board[move // 3] = 0
    state.turn += 1
    state.player = 1 - state.player


def result(rules, state):
    left = 0  # pawns of whoever is to move
    for cell in range(rules.rows * rules.columns):
        row = cell // rules.columns
        if state.board[cell] == 1 and row == rules.rows - 1:
            return 0, GOAL
        if state.board[cell] == 2 and row == 0:
            return 1, GOAL
        left += state.board[cell] == state.player + 1
    return (ONGOING, 0) if left else (1 - state.player, NOTHING)


GAME = Game(globals(), name="breakthrough", title="Breakthrough", players=("White", "Black"),
            board=squares("rows", "columns"), join=None)  # fmt: skip
