"""Hex: stones on a rhombus; whoever connects their two sides wins."""

from gamekit import contract
from gamekit.boards import grid
from gamekit.contract import ONGOING, Game, Rule, array, number, rhombus, whole

RULES = (
    Rule("HX-1", "Board", "A rhombus of {size} by {size} hexagons."),
    Rule("HX-2", "Placing", "You place a stone of yours on an empty cell."),
    Rule(
        "HX-3", "Winning", "Whoever connects their own two sides wins: the starter top and bottom."
    ),
)
PLACING, WINNING = 2, 3
HEXAGONS = 6  # neighbors of a cell


class Parameters(contract.Parameters):
    size = number(5, range(2, 12), "rows and columns")


class State(contract.State):
    board = array(121, "i1")  # of stones that hang on their player's first side, the second kind
    won = whole(range(3))  # 1 + the winner


def move_count(rules):
    return rules.size * rules.size


def why_illegal(rules, state, move):
    return PLACING if state.board[move] else 0


def along(rules, state, cell, player):
    """How far a cell is from the first side of a player."""
    return cell // rules.size if player == state.first else cell % rules.size


def apply(rules, state, move):
    own = state.player + 1
    state.board[move] = own
    size, hangs = rules.size, along(rules, state, move, state.player) == 0
    if hangs or grid.touching(size, size, state.board, move, own + 2, HEXAGONS):
        grid.spread(size, size, state.board, move, own + 2, HEXAGONS)
    for cell in range(rules.size * rules.size):
        if state.board[cell] == own + 2 and along(rules, state, cell, own - 1) == rules.size - 1:
            state.won = own
    state.turn += 1
    state.player = 1 - state.player


def result(rules, state):
    return (state.won - 1, WINNING) if state.won else (ONGOING, 0)


def ground(rules, state, cell):
    for player in range(2):
        if along(rules, state, cell, player) in (0, rules.size - 1):
            return player
    return -1


GAME = Game(globals(), name="hex", title="Hex", players=("Red", "Green"), join=None,
            board=rhombus("size", "size", kinds=("stone", "stone")))  # fmt: skip
