"""Sliding Tic-Tac-Toe: what a designer may change, what a position holds, and names for numbers."""

from __future__ import annotations

from gamekit.boards.grid import MOST, MOST_CELLS
from gamekit.contract import RULING, array, choice, number, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState

REMEMBERED = 64  # slides, for repetitions

EMPTY, NEUTRAL = 0, 3  # on a cell; the tiles of player p are p + 1

NO = 1  # of the option `sliding`
ANY, OWN_AND_NEUTRAL, OWN = range(3)  # of `slide_whose`
MOVER_END, BOTH_END = range(2)  # of `five_check`
SECOND, NOBODY, BOTH = range(3)  # of `neutral`
THREEFOLD_DRAW = 1  # of `repetition`

# The rules that refuse a move or end the game.
ON_BOARD = 1  # STT-1
SUPPLY = 2  # STT-2
FIRST_TURN = 3  # STT-3
TURN = 4  # STT-4
ONE_SLIDE = 5  # STT-5
NO_GAP = 6  # STT-6
ALONG_THE_LINE = 7  # STT-7
NO_PUSHING = 8  # STT-8
FOUR_DIRECTIONS = 9  # STT-9
WITHIN_THE_BOARD = 10  # STT-10
PLACE_FIRST = 12  # STT-12
NEUTRAL_OWNER = 13  # STT-13
LAST_SPACES = 15  # STT-15
WIN = 17  # STT-17
WHOSE_TILES = RULING + 1  # STT-Q1
NO_STAYING = RULING + 4  # STT-Q4
NOT_A_TURN = RULING + 10  # STT-Q10
LAST_SPACES_FOR_ALL = RULING + 12  # STT-Q12
STUCK = RULING + 15  # STT-Q15
NO_END = RULING + 16  # STT-Q16
NOTATION = RULING + 21  # STT-Q21


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    size: int = number(6, range(3, MOST + 1), "rows and columns")
    line: int = number(5, range(3, MOST + 1), "own tiles in a row that win, at most the size")
    tiles: int = number(18, range(1, 33), "tiles of each player")
    sliding: int = choice(("yes", "no"), "may tiles be slid")
    slide_whose: int = choice(("any", "own_and_neutral", "own"), "which tiles a player may slide")
    stop_at: int = number(
        4,
        range(MOST),
        "empty spaces at which placing stops: at least 1 and less than the size, 0 without sliding",
    )
    five_check: int = choice(("mover_end", "both_end"), "whose line is looked for after a turn")
    neutral: int = choice(("second", "none", "both"), "who owns a neutral tile")
    repetition: int = choice(
        ("none", "threefold_draw"),
        f"what happens when a position comes for the third time within {REMEMBERED} slides",
    )
    turn_cap: int = number(0, range(1001), "turns each until the game is drawn, 0 for none")


class State(BaseState):
    """Where the game stands. Cells are numbered row by row from the top left.

    `lanes` follows from the board, and saves a search for slides. To notice repetitions, the state
    remembers the slides since a tile was last put down, see `remember`.
    """

    board: list[int] = array(MOST_CELLS, "i1")  # what is on each cell
    lanes: list[int] = array(2 * MOST)  # where tiles are in each row and column, see `flip`
    placed: list[int] = array(2, "i1")  # own tiles each player has placed
    neutral: list[int] = array(2, "i1")  # neutral tiles each player still has
    empty: int = whole()  # empty spaces
    has_placed: int = whole()  # 1 if the mover has, in this turn: placed a tile,
    has_slid: int = whole()  # slid,
    has_laid: int = whole()  # put down the neutral tile
    slides: list[int] = array(REMEMBERED)  # since a tile was last put down,
    remembered: int = whole()  # this many of them
    before: list[int] = array(MOST_CELLS, "i1")  # an earlier board, while positions are compared
    winner: int = whole()  # ONGOING, a player or DRAW
    rule: int = whole()  # the rule that ended the game


# --- moves: stop, then an own tile on each cell, the neutral tile on each cell, and the slides ----

STOP, PLACE, PLACE_NEUTRAL, SLIDE = range(4)  # kinds of moves; the move that stops is STOP, too


def code_of(rules: Parameters, kind: int, index: int) -> int:
    """Return the number of a move; `index` is a cell, or the number of a slide.

    Moves of a kind follow one another: the next index is the next number.
    """
    if kind == STOP:
        return STOP
    if kind == SLIDE:
        return first_slide(rules) + index
    return 1 + index + (rules.size * rules.size if kind == PLACE_NEUTRAL else 0)


def meaning_of(rules: Parameters, move: int) -> tuple[int, int]:
    """Return (kind, index) of a move."""
    cells = rules.size * rules.size
    if move == STOP:
        return STOP, 0
    if move <= cells:
        return PLACE, move - 1
    if move <= 2 * cells:
        return PLACE_NEUTRAL, move - 1 - cells
    return SLIDE, move - first_slide(rules)


def first_slide(rules: Parameters) -> int:
    """Return the move that makes slide 0."""
    return 1 + 2 * rules.size * rules.size
