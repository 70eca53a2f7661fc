"""Sliding Tic-Tac-Toe, as a careful player plays it: finish lines, break the opponent's, build."""

from __future__ import annotations

from gamekit.boards.lanes import FROM, POSSIBLE, one_way
from gamekit.contract import SURE, Random, draw
from gamekit.games.sliding_tic_tac_toe.bots.winning import winning_move, wins_with_neutral
from gamekit.games.sliding_tic_tac_toe.bots.worth import count_lines, gain_of_slide, gain_of_tile
from gamekit.games.sliding_tic_tac_toe.rules import (
    has_acted,
    has_five,
    legal_moves,
    may_slide_all,
    may_slide_these,
    why_no_neutral,
    why_no_place,
    why_no_slide,
)
from gamekit.games.sliding_tic_tac_toe.state import (
    EMPTY,
    NEUTRAL,
    PLACE,
    PLACE_NEUTRAL,
    SLIDE,
    STOP,
    Parameters,
    State,
    code_of,
)

ENOUGH = 100  # what the neutral tile must gain to be spent


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Win in this turn, or else do what gains the most in lines: a tile, then a slide."""
    if has_acted(state) and has_five(rules, state, state.player):
        return STOP
    move = winning_move(rules, state)
    if move >= 0:
        return move
    count_lines(rules, state, moves)
    if why_no_place(rules, state) == 0:
        return best_tile(rules, state, PLACE, moves, random, -1_000_000)
    if why_no_slide(rules, state) == 0:
        return best_slide(rules, state, moves, random)
    if why_no_neutral(rules, state) == 0:
        return best_tile(rules, state, PLACE_NEUTRAL, moves, random, ENOUGH)
    return STOP


def sensible_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """The legal moves; with five in a row only to stop."""
    if has_acted(state) and has_five(rules, state, state.player):
        moves[0] = STOP
        return 1
    return legal_moves(rules, state, moves)


def best_tile(
    rules: Parameters, state: State, kind: int, counts: list[int], random: Random, enough: int
) -> int:
    """Return the move that puts a tile where it gains most, or stop if that is not enough."""
    tile = NEUTRAL if kind == PLACE_NEUTRAL else state.player + 1
    best, most = STOP, enough
    for cell in range(rules.size * rules.size):
        if state.board[cell] == EMPTY:
            gain = gain_of_tile(rules, state, cell, tile, -1, counts) * 4 + draw(random, 4)
            if gain > most:
                best, most = code_of(rules, kind, cell), gain
    return best


def best_slide(rules: Parameters, state: State, counts: list[int], random: Random) -> int:
    """Return the slide that gains most; stop if none gains anything and stopping is possible."""
    whole_lanes = may_slide_all(rules, state)
    best, most = STOP, 0 if has_acted(state) else -1_000_000
    for lane in range(2 * rules.size):
        tiles, first = state.lanes[lane], 2 * lane * one_way(rules.size)
        for k in range(FROM[tiles], FROM[tiles + 1]):
            slide = first + POSSIBLE[k]
            if whole_lanes or may_slide_these(rules, state, slide):
                gain = gain_of_slide(rules, state, slide, counts) * 4 + draw(random, 4)
                if gain > most:
                    best, most = code_of(rules, SLIDE, slide), gain
    return best


def may_win(rules: Parameters, state: State) -> int:
    """A line is there, or a tile and a slide make one, perhaps with the help of the neutral tile."""
    if has_five(rules, state, state.player):
        return SURE if has_acted(state) else True
    if winning_move(rules, state) >= 0 or wins_with_neutral(rules, state):
        return SURE
    return False
