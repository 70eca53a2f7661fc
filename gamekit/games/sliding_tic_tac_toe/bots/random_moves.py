"""A random move of Sliding Tic-Tac-Toe, found without listing the hundreds there are."""

from __future__ import annotations

from gamekit.boards.lanes import FROM, POSSIBLE, one_way
from gamekit.contract import Random, draw
from gamekit.games.sliding_tic_tac_toe.bots.policy import sensible_moves
from gamekit.games.sliding_tic_tac_toe.rules import (
    count_slides,
    has_acted,
    has_five,
    may_slide_all,
    why_no_neutral,
    why_no_place,
    why_no_slide,
)
from gamekit.games.sliding_tic_tac_toe.state import (
    EMPTY,
    PLACE,
    PLACE_NEUTRAL,
    SLIDE,
    STOP,
    Parameters,
    State,
    code_of,
)


def random_move(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Any sensible move: the one that would stand at a random place in their list."""
    must_stop = has_acted(state) and has_five(rules, state, state.player)
    if must_stop or not is_counted(rules, state):
        return moves[draw(random, sensible_moves(rules, state, moves))]
    slides = 0
    tiles = state.empty if why_no_place(rules, state) == 0 else 0
    neutral = state.empty if why_no_neutral(rules, state) == 0 else 0
    if why_no_slide(rules, state) == 0:
        slides = count_slides(rules, state)
    place = draw(random, tiles + neutral + slides + int(has_acted(state)))
    if place < tiles:
        return code_of(rules, PLACE, empty_cell(rules, state, place))
    place -= tiles
    if place < neutral:
        return code_of(rules, PLACE_NEUTRAL, empty_cell(rules, state, place))
    place -= neutral
    return code_of(rules, SLIDE, nth_slide(rules, state, place)) if place < slides else STOP


def is_counted(rules: Parameters, state: State) -> bool:
    """Can the number of moves be told without a list?"""
    if why_no_neutral(rules, state) == 0 and not has_acted(state):
        if why_no_place(rules, state) != 0 or state.empty - 1 <= rules.stop_at:
            return False
    return may_slide_all(rules, state)


def empty_cell(rules: Parameters, state: State, place: int) -> int:
    """The empty cell number `place`, counted from 0."""
    found, passed = 0, 0
    for cell in range(rules.size * rules.size):
        passed += 1 if state.board[cell] == EMPTY else 0
        found += 1 if passed <= place else 0
    return found


def nth_slide(rules: Parameters, state: State, place: int) -> int:
    """The possible slide number `place`, counted from 0, where tiles of every kind may be slid."""
    lane = 0
    while place >= FROM[state.lanes[lane] + 1] - FROM[state.lanes[lane]]:
        place -= FROM[state.lanes[lane] + 1] - FROM[state.lanes[lane]]
        lane += 1
    return 2 * lane * one_way(rules.size) + POSSIBLE[FROM[state.lanes[lane]] + place]
