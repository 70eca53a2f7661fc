"""Othello: enclose the other player's discs to turn them."""

from gamekit import contract
from gamekit.boards import grid
from gamekit.contract import DRAW, ONGOING, Game, Rule, array, squares, whole

RULES = (
    Rule(
        "OT-1", "Board", "On 8 by 8 squares two discs of each player lie crosswise in the middle."
    ),
    Rule("OT-2", "Empty", "You place a disc on an empty square."),
    Rule("OT-3", "Enclosing", "It must enclose discs of the other player in a straight line."),
    Rule("OT-4", "Turning", "All discs that it encloses become yours."),
    Rule("OT-5", "Passing", "You pass if you can enclose nothing, and only then."),
    Rule("OT-6", "End", "When neither player can enclose anything, whoever has more discs wins."),
    Rule("OT-7", "Draw", "Equal numbers are a draw."),
)
EMPTY, ENCLOSING, PASSING, END, EQUAL = 2, 3, 5, 6, 7
SIDE, PASS = 8, 64


class Parameters(contract.Parameters):
    pass


class State(contract.State):
    board = array(64, "i1")
    over = whole(range(2), "1 once neither player can enclose anything")
    discs = array(2, "i1", range(65), "discs of player 0 and player 1")


def setup(rules, state):
    state.player = state.first
    for cell, player in ((27, 1), (28, 0), (35, 0), (36, 1)):
        state.board[cell] = player + 1
    state.discs[0] = state.discs[1] = 2


def move_count(rules):
    return 65


def way(rules, state, move):
    return ("pass",) if move == PASS else (move,)


def encloses(state, cell, player):
    for direction in range(8):
        if grid.flanked(SIDE, SIDE, state.board, cell, direction, player + 1):
            return True
    return False


def can_enclose(state, player):
    return any(state.board[cell] == 0 and encloses(state, cell, player) for cell in range(64))


def why_illegal(rules, state, move):
    if move == PASS:
        return PASSING if can_enclose(state, state.player) else 0
    if state.board[move]:
        return EMPTY
    return 0 if encloses(state, move, state.player) else ENCLOSING


def apply(rules, state, move):
    me = state.player
    if move != PASS:
        for direction in range(8):
            cell = move
            for _ in range(grid.flanked(SIDE, SIDE, state.board, move, direction, me + 1)):
                cell = grid.around(SIDE, SIDE, cell, direction)
                state.board[cell] = me + 1
                state.discs[me] += 1
                state.discs[1 - me] -= 1
        state.board[move] = me + 1
        state.discs[me] += 1
    state.turn += 1
    state.player = 1 - me
    state.over = 0 if can_enclose(state, 0) or can_enclose(state, 1) else 1


def result(rules, state):
    if state.over == 0:
        return ONGOING, 0
    if state.discs[0] == state.discs[1]:
        return DRAW, EQUAL
    return (0 if state.discs[0] > state.discs[1] else 1), END


GAME = Game(globals(), name="othello", title="Othello", players=("Black", "White"), join=None,
            board=squares(8, 8, counts=("discs",)))  # fmt: skip
