"""Positions that come back in Sliding Tic-Tac-Toe: the slides of late, and the boards before them."""

from __future__ import annotations

from gamekit.boards.lanes import carry, parts
from gamekit.games.sliding_tic_tac_toe.state import (
    EMPTY,
    REMEMBERED,
    THREEFOLD_DRAW,
    Parameters,
    State,
)


def remember(rules: Parameters, state: State, slide: int) -> None:
    """Keep a slide in mind, where repetitions matter, and forget the oldest of too many.

    Tiles never leave the board, so a position can come back only while nobody puts one down. Taking
    back the slides since then, one by one, shows every position that could be the same.

    How long players can go without a repetition has no practical bound, so the memory has one: a
    position counts if it stood within the last 64 slides. Going round in a circle of n slides
    brings a position back for the third time after 2 n: all circles of up to 32 are found. Larger
    ones are for the option `turn_cap`.
    """
    if rules.repetition == THREEFOLD_DRAW:
        if state.remembered == REMEMBERED:
            for k in range(1, REMEMBERED):
                state.slides[k - 1] = state.slides[k]
            state.remembered -= 1
        state.slides[state.remembered] = slide
        state.remembered += 1


def forget_slides(state: State) -> None:
    """A tile was put down: no earlier position can come back."""
    for k in range(state.remembered):
        state.slides[k] = 0
    state.remembered = 0


def is_third_time(rules: Parameters, state: State) -> bool:
    """Has this position, with the same player to move, stood twice before (STT-Q16)?"""
    if state.remembered < 4:  # coming back takes two slides
        return False
    for cell in range(rules.size * rules.size):
        state.before[cell] = state.board[cell]
    times = 1
    for back in range(1, state.remembered + 1):
        slide = state.slides[state.remembered - back]
        front, ahead, tiles, distance = parts(rules.size, slide)
        rear = front - (tiles - 1) * ahead
        carry(state.before, rear + distance * ahead, -ahead, tiles, distance)
        if back % 2 == 0 and is_as_before(rules, state):
            times += 1
    for cell in range(rules.size * rules.size):
        state.before[cell] = EMPTY
    return times >= 3


def is_as_before(rules: Parameters, state: State) -> bool:
    """Is the board the same as the earlier one?"""
    for cell in range(rules.size * rules.size):
        if state.before[cell] != state.board[cell]:
            return False
    return True
