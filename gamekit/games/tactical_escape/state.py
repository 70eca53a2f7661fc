"""Tactical Escape: its rules, options and moves by name, its parameters and its state.

To learn the game, read this file, then `rules.py`: the gifts, the turn, who wins, and who fulfills which
win condition. `win_conditions.py` is a table with a row for each of the twelve.
"""

from __future__ import annotations

from itertools import combinations

from gamekit.boards.hexagon import LARGEST, MOST_CELLS, cell_count
from gamekit.contract import RULING, array, choice, number, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from gamekit.games.tactical_escape.win_conditions import CONDITIONS, DRAWN

# Rules that forbid a move or end the game, by their numbers in the rulebook.
NO_SUCH_CELL = 1  # TE-1
FIRST_TURN = 3  # TE-3
PLACING = 4  # TE-4
REMOVING = 5  # TE-5
NOT_BACK = 6  # TE-6
NOT_OFFERED = 8  # TE-8
FIRST_GIFT = 9  # TE-9
SECOND_GIFT = 10  # TE-10
THIRD_GIFT = 11  # TE-11
GIVEN_BEFORE = 12  # TE-12
ESCAPED = 14  # TE-14
LIMIT = 32  # TE-32
EMPTY_TURN = RULING + 2  # TE-Q2
EXACTLY_ONE = RULING + 3  # TE-Q3
NO_MIXING = RULING + 6  # TE-Q6
ESCAPE_ALONE = RULING + 8  # TE-Q8

# The choices of each option, in the order of `Parameters`.
STRICT, TIES_OK = range(2)  # of `superlative`
DISTINCT, DISJOINT = range(2)  # of `basket_overlap`
ANY_EXACT_FIVE, LONGEST_IS_FIVE, CONTAINS_FIVE = range(3)  # of `wc1`
COUNTS, EXEMPT = range(2)  # of `wc11_first_turn`
TIE_BOTH_LOSE, TIE_IS_DRAW, TIE_TO_DMO = range(3)  # of `cap_tie`

OFFERED = 3  # of the win conditions
DRAWS = tuple(combinations(range(1, DRAWN + 1), OFFERED))
# What can be offered: first what the game may draw, then what only a variant may name.
TRIPLES = (
    *DRAWS,
    *(each for each in combinations(range(1, CONDITIONS + 1), OFFERED) if each[-1] > DRAWN),
)

LATEST = 3  # turns that win condition 11 looks back on
MOST_PIECES = 2  # that a turn places
NOBODY = -1
NO_TURN = -1
HIDDEN = -1  # a win condition was given, but the viewer may not know which

PLACE, REMOVE, STOP, ESCAPE, GIVE = range(5)  # kinds of moves


def in_order(offer: object) -> object:
    """Return the option that an offer means: its win conditions in ascending order."""
    return tuple(sorted(offer)) if isinstance(offer, list | tuple) else offer


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    size: int = number(5, range(3, LARGEST + 1), "cells on each side of the board")
    offer: int = choice(
        ("random", *TRIPLES),
        f"the three win conditions offered, of 1 to {CONDITIONS}",
        normal=in_order,
    )
    min_place: int = number(
        0,
        (0, 1),
        "pieces a placing turn needs; with 1 only a player who can do nothing else may pass",
    )
    superlative: int = choice(("strict", "ties_ok"), "is it enough to have as many as the opponent")
    basket_overlap: int = choice(("distinct", "disjoint"), "may identical baskets share cells")
    wc1: int = choice(
        ("any_exact5", "longest_is_5", "contains_5"), "which rows fulfill the first win condition"
    )
    wc11_first_turn: int = choice(
        ("counts", "exempt"), "is the forced single piece one of three turns for win condition 11"
    )
    stage_turns: int = number(10, range(1, 101), "turns each from one win condition to the next")
    turn_cap: int = number(
        50, range(501), "turns each until win conditions are counted, 0 for none"
    )
    cap_tie: int = choice(("both_lose", "draw", "dmo"), "who wins when equally many are fulfilled")


class State(BaseState):
    """Where the game stands. Cells are numbered from the middle outwards, -1 is none."""

    board: list[int] = array(MOST_CELLS, "i1")  # whose piece stands on each cell, or EMPTY
    group: list[int] = array(MOST_CELLS, "i1")  # the first cell of the group it is part of
    # What is known of each group, at its first cell: its pieces, and the sides of the board they are on.
    pieces: list[int] = array(MOST_CELLS, "i1")
    sides: list[int] = array(MOST_CELLS, "i1")
    # A bit for each direction in which an empty cell lies, cell by cell; then the same for player 0's pieces;
    # then for player 1's.
    around: list[int] = array(3 * MOST_CELLS, "i1")
    banned: int = whole()  # where the player to move may not place in this turn
    removed: int = whole()  # the cell a piece was taken from in this turn
    # Pieces placed in each player's latest turns, the latest first, the one under way included;
    # NO_TURN where there was none.
    placed: list[int] = array(2 * LATEST, "i1")
    offer: list[int] = array(OFFERED, "i1")  # the three win conditions, 0 before they are drawn
    given: list[int] = array(2 * OFFERED, "i1")  # what each player gave, 0 where nothing yet
    winner: int = whole()  # ONGOING, a player, DRAW or BOTH_LOSE
    rule: int = whole()  # the rule that ended the game


def code_of(rules: Parameters, kind: int, index: int) -> int:
    """Return the number of a move; `index` is the cell it is about, or the win condition that is given."""
    cells = cell_count(rules.size)
    if kind == PLACE:
        return index
    if kind == REMOVE:
        return cells + index
    if kind == GIVE:
        return 2 * cells + 1 + index
    return 2 * cells + kind - STOP


def meaning_of(rules: Parameters, move: int) -> tuple[int, int]:
    """Return the kind of a move, and the cell or win condition it is about; 0 for STOP and ESCAPE."""
    cells = cell_count(rules.size)
    if move < cells:
        return PLACE, move
    if move < 2 * cells:
        return REMOVE, move - cells
    if move < 2 * cells + 2:
        return STOP + move - 2 * cells, 0
    return GIVE, move - 2 * cells - 1
