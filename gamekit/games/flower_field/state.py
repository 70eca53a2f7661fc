"""Flower Field: its numbers and options, where a game stands, and what its moves are called."""

from __future__ import annotations

from gamekit.boards.tetrominoes import COLORS as MOST_COLORS
from gamekit.boards.tetrominoes import SIZES
from gamekit.contract import RULING, array, choice, number, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState

# The choices of each option, in the order of `Parameters`.
BEFORE_TURN, RUNNING = range(2)  # of `adjacency`
ALLOWED, DISJOINT = range(2)  # of `overlap`
REDO_ANY, REDO_PLANT = range(2)  # of `redo`
PASSING, MORE_LIVES_WINS, MUST_CHALLENGE = range(3)  # of `full_board`

# Rules that forbid a move or end the game.
OFF_BOARD = 1  # FF-1
NO_COLOUR = 3  # FF-3
PLANT_OR_CHALLENGE = 4  # FF-4
NOT_EMPTY = 5  # FF-5
NOT_BESIDE = 6  # FF-6
NOT_NAMING = 11  # FF-11
LIVES_LOST = 16  # FF-16
ONLY_NEW_BESIDE = RULING + 1  # FF-Q1
MUST_PLANT = RULING + 5  # FF-Q5
OWN_PLANTING = RULING + 7  # FF-Q7
NO_PLANTING = RULING + 10  # FF-Q10
NOT_FOUR = RULING + 12  # FF-Q12
NO_CHALLENGE = RULING + 13  # FF-Q13
FULL_GARDEN = RULING + 15  # FF-Q15
NONE_SOWN = RULING + 18  # FF-Q18
BY_CELLS = RULING + 20  # FF-Q20

MOST_CELLS = 9 * 9
PURPLE = 1  # the first color; 0 is an empty cell
NEVER = 127  # in `since`: the cell is taken, or no flower is beside it


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    size: int = number(7, SIZES, "rows and columns; the middle cell starts purple")
    colours: int = number(
        3, range(1, MOST_COLORS + 1), "colors of flowers: purple, then red, blue and yellow"
    )
    lives: int = number(3, range(1, 10), "lives each")
    max_plants: int = number(2, range(1, 4), "flowers that may be planted in a turn")
    adjacency: int = choice(
        ("before_turn", "running"),
        "flowers that a new one may lean on: those from before the turn, or all",
    )
    overlap: int = choice(("allowed", "disjoint"), "whether duplicates may share cells")
    redo: int = choice(("any", "plant_only"), "what a player may do after being caught")
    full_board: int = choice(
        ("pass", "more_lives_wins", "must_challenge"),
        "in a full garden: two passes draw, or more lives win, or nobody may pass",
    )


class State(BaseState):
    """Where the game stands. Cells are numbered row by row from the top left.

    The plantings that still stand have the numbers 1, 2, ... `plants`, and players can challenge the latest
    one. The flowers of an unfinished turn have the next number. `since` follows from where flowers stand,
    see `survey`, and saves a search for legal moves.
    """

    flowers: list[int] = array(MOST_CELLS, "i1")  # the color on each cell, 0 is empty
    planted: list[int] = array(MOST_CELLS, "i1")  # the planting it came with, 0 for none
    since: list[int] = array(MOST_CELLS, "i1")  # the first planting beside an empty cell, or NEVER
    plants: int = whole()  # plantings that stand
    lives: list[int] = array(2, "i1")  # left to each player
    sown: int = whole()  # flowers planted so far this turn
    challenging: int = whole()  # 1 once a challenge has begun
    named: int = whole()  # number of the field named first, -1 for none
    must_plant: int = whole()  # 1 if this turn is played again and may not challenge
    passes: int = whole()  # in a row


# --- moves: four words, then a flower on each cell in each color, then the fields --------------

STOP, CHALLENGE, GIVE_UP, PASS, PLANT, NAME = range(6)  # kinds; a word is its own move


def code_of(rules: Parameters, kind: int, place: int = 0, colour: int = PURPLE) -> int:
    """Return the move of a kind: PLANT on cell `place` in a color, NAME field number `place`, or a word."""
    if kind == PLANT:
        return PLANT + place * rules.colours + colour - PURPLE
    if kind == NAME:
        return PLANT + rules.size * rules.size * rules.colours + place
    return kind


def meaning_of(rules: Parameters, move: int) -> tuple[int, int, int]:
    """Return the kind of a move, its cell or field, and the color that it plants."""
    if move < PLANT:
        return move, 0, 0
    first_field = code_of(rules, NAME)
    if move >= first_field:
        return NAME, move - first_field, 0
    return PLANT, (move - PLANT) // rules.colours, PURPLE + (move - PLANT) % rules.colours
