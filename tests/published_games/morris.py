"""Three on a board of nine points: place three pieces, then move them along the lines."""

from gamekit import contract
from gamekit.boards import grid
from gamekit.contract import DRAW, ONGOING, Game, Rule, array, graph, whole

RULES = (
    Rule("MO-1", "Placing", "Until each player has three pieces, you place one on an empty point."),
    Rule("MO-2", "Moving", "After that you move a piece of yours along a line to an empty point."),
    Rule("MO-3", "Row", "Whoever has three in a straight line wins."),
    Rule("MO-4", "Limit", "After 60 turns it is a draw."),
    Rule("MO-5", "Stuck", "Whoever cannot move passes, and nobody else does."),
)
PLACING, MOVING, ROW, LIMIT, STUCK = 1, 2, 3, 4, 5
POINTS = {f"{row}{column}": (column, "abc".index(row)) for row in "abc" for column in range(1, 4)}
NEAR = [(a, b) for a in POINTS for b in POINTS
        if a < b and max(abs(POINTS[a][n] - POINTS[b][n]) for n in range(2)) == 1]  # fmt: skip
BOARD = graph(POINTS, [(a, b) for a, b in NEAR if a[0] == b[0] or a[1] == b[1] or "b2" in (a, b)])
BESIDE = BOARD.beside
PASS = 90


class Parameters(contract.Parameters):
    pass


class State(contract.State):
    board = array(9, "i1")
    placed = whole(range(7), "pieces that have been placed")


def move_count(rules):
    return PASS + 1  # 0 to 8 places, 9 * (1 + start) + target moves, the last passes


def way(rules, state, move):
    if move == PASS:
        return ("pass",)
    return (move,) if move < 9 else (move // 9 - 1, move % 9)


def why_illegal(rules, state, move):
    if move == PASS:
        return STUCK if can_move(state) else 0
    if (move < 9) != (state.placed < 6) or state.board[move % 9]:
        return PLACING if state.placed < 6 else MOVING
    is_own = move < 9 or state.board[move // 9 - 1] == state.player + 1
    return 0 if is_own and (move < 9 or BESIDE[move - 9]) else MOVING


def can_move(state):
    for step in range(81):
        is_own = state.board[step // 9] == state.player + 1
        if is_own and BESIDE[step] and state.board[step % 9] == 0:
            return True
    return state.placed < 6


def apply(rules, state, move):
    if move < PASS:
        state.board[move % 9] = state.player + 1
        if move < 9:
            state.placed += 1
        else:
            state.board[move // 9 - 1] = 0
    state.turn += 1
    state.player = 1 - state.player


def result(rules, state):
    for player in range(2):
        if grid.has_line(3, 3, state.board, player + 1, 3):
            return player, ROW
    return (DRAW, LIMIT) if state.turn >= 60 else (ONGOING, 0)


GAME = Game(
    globals(), name="morris", title="Three Men", players=("Ann", "Bo"), board=BOARD, join=None
)
