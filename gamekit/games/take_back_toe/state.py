"""What Take-Back-Toe is made of: numbers and options, where a game stands, moves and rule ids."""

from __future__ import annotations

from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from gamekit.contract import array, choice, number, whole

# The choices of each option, in the order of `Parameters`.
PREVIOUS_TURN, LAST_ACTUAL_MOVE, NO_BAN = range(3)  # of `reversal`
BOTH_ROWS, MOVERS_ROW = range(2)  # of `win_check`
TIE_TO_STARTER, TIE_IS_DRAW = range(2)  # of `limit_tie`

# Rules that a move may break.
OFF_BOARD = 1  # TBT-1
TOO_FEW_PIECES = 9  # TBT-9
NOT_NEIGHBOURS = 9  # TBT-9
ONLY_A_CORNER = 11  # TBT-11
TAKES_BACK = 12  # TBT-12
SKIPS_ITSELF = 15  # TBT-15
NOT_A_MOVE = 22  # TBT-22

# Rules that end the game.
EQUAL_STACKS = 17  # TBT-17
MORE_AT_HOME = 19  # TBT-19
LIMIT_TIE = 20  # TBT-20

MOST_CELLS = 7 * 8
DIRECTIONS = 4  # up, down, left, right, as in `gamekit.boards.grid`


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    rows: int = number(3, (3, 5, 7), "rows; home rows are the first and last, pieces start between")
    columns: int = number(4, range(2, 9), "columns")
    height: int = number(10, range(1, 61), "pieces on each starting stack")
    sides: int = number(6, range(1, 21), "faces of the die")
    match: int = number(3, range(2, 9), "equal stacks needed to win, at most the columns")
    reversal: int = choice(
        ("previous_turn", "last_actual_move", "none"),
        "which move of the opponent may not be taken back",
    )
    win_check: int = choice(("both", "mover_only"), "whose home row is checked after a turn")
    turn_limit: int = number(40, range(1001), "turns each until pieces are counted, 0 for none")
    limit_tie: int = choice(("starter", "draw"), "who wins when the pieces at the limit are equal")


class State(BaseState):
    """Where the game stands. Cells are numbered row by row from the top left, -1 is none.

    Pieces have no owner (TBT-3), a stack has no maximum (TBT-16) and nothing is hidden (TBT-23).
    """

    stacks: list[int] = array(MOST_CELLS)  # pieces on each cell
    die: int = whole()  # the number rolled, 0 before the roll
    last_from: list[int] = array(2, "i1")  # each player's protected move: from this cell
    last_to: list[int] = array(2, "i1")  # to that one,
    last_count: list[int] = array(2)  # this many pieces; 0 where nothing is protected
    winner: int = whole()  # ONGOING, a player or DRAW
    rule: int = whole()  # the rule that ended the game


def code_of(start: int, direction: int) -> int:
    """Return the number of the move from this cell in this direction."""
    return start * DIRECTIONS + direction


def meaning_of(move: int) -> tuple[int, int]:
    """Return (start, direction) of a move."""
    return move // DIRECTIONS, move % DIRECTIONS
