"""Shift Tac Toe: its rules, options and moves by name, its parameters and its state.

To learn the game, read this file and then `rules.py`: the turn, the fours, the rounds and the match. Both
look up the lines of the cube in `gamekit/boards/cube.py`.
"""

from __future__ import annotations

from gamekit.boards.cube import SIZES, first_line
from gamekit.contract import RULING, array, choice, number, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState

# Rules that forbid a move or decide the match, by their numbers in the rulebook.
NO_SUCH_CELL = 2  # SHT-2
TURN = 3  # SHT-3
NO_SUCH_LINE = 4  # SHT-4
FOURS_ARE_SAFE = 10  # SHT-10
ROUNDS_WON = 13  # SHT-13
A_ROUND_EACH = 14  # SHT-14
NO_ROUND_WON = 15  # SHT-15
LAST_RESORT = 16  # SHT-16
AROUND_THE_EDGE = RULING + 3  # SHT-Q3
SHORT_DIAGONAL = RULING + 4  # SHT-Q4
PIECE_FIRST = RULING + 8  # SHT-Q8
NAMED_BY_ENDS = RULING + 23  # SHT-Q23

# The choices of each option, in the order of `Parameters`.
YES, NO = range(2)  # of `shifting`
ALL_LINES, AXES_ONLY = range(2)  # of `shift_lines`
PRESERVE, FREEZE, UNLOCKED = range(3)  # of `four_lock`
TO_MOVER, TO_MOST_LINES, ROUND_TIED = range(3)  # of `simultaneous`
CONSECUTIVE, ANY_BUT_ONE, WINDOWS = range(3)  # of `threes`

EMPTY = NONE = -1  # no player's, no cell
MOST_CELLS = SIZES[-1] ** 3
MOST_ROUNDS = 2

PLACE, STOP, SHIFT = range(3)  # kinds of moves
FORWARD, BACKWARD = range(2)  # toward the second end of a line, toward the first


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    size: int = number(4, SIZES, "side of the cube, and length of its lines")
    fours_needed: int = number(2, range(1, 6), "full lines that win a round")
    rounds: int = number(2, range(1, MOST_ROUNDS + 1), "rounds of a match")
    shifting: int = choice(("yes", "no"), "may a line be shifted after placing?")
    shift_lines: int = choice(("all", "axes_only"), "which lines: all, or no diagonals")
    four_lock: int = choice(
        ("preserve", "freeze", "none"),
        "fours may not be broken; or not even touched by a crossing shift; or are not safe",
    )
    simultaneous: int = choice(
        ("mover", "most_lines", "tie_round"), "who wins when one turn gives both players enough"
    )
    threes: int = choice(
        ("consecutive", "any3of4", "windows"),
        "lines that lack one end; or any one cell; or any straight run one cell shorter than a line",
    )


class State(BaseState):
    """Where the match stands. Cells are numbered as in `gamekit/boards/cube.py`."""

    board: list[int] = array(MOST_CELLS, "i1")  # whose piece is on each cell
    placed: int = whole()  # cell of the piece just placed, while a shift may follow
    fours: list[int] = array(2)  # full lines of each player,
    locks: list[int] = array(MOST_CELLS, "i1")  # and how many of them cross each cell
    round: int = whole()  # the round being played, from 1
    begun: int = whole()  # turns completed before it
    round_winner: list[int] = array(MOST_ROUNDS, "i1")  # of each finished round, NONE if tied
    round_fours: list[int] = array(2 * MOST_ROUNDS)  # at its end: [2 * round + player], from 0
    round_threes: list[int] = array(2 * MOST_ROUNDS)
    winner: int = whole()  # ONGOING or a player
    rule: int = whole()  # the rule that decided the match


def cells(rules: Parameters) -> int:
    """Return how many cells the cube has."""
    return rules.size * rules.size * rules.size


def code_of(rules: Parameters, kind: int, index: int, direction: int) -> int:
    """Return the number of a move; `index` is the cell to place on, or the line to shift that way."""
    if kind == PLACE:
        return index
    if kind == STOP:
        return cells(rules)
    return cells(rules) + 1 + 2 * (index - first_line(rules.size)) + direction


def meaning_of(rules: Parameters, move: int) -> tuple[int, int, int]:
    """Return the kind of a move, the cell to place on or the line to shift, and the direction of the shift;
    0 where there is none."""
    shift = move - cells(rules) - 1
    if shift >= 0:
        return SHIFT, first_line(rules.size) + shift // 2, shift % 2
    if shift == -1:
        return STOP, 0, 0
    return PLACE, move, 0
