"""Slides in Sliding Tic-Tac-Toe: which are possible, what they do, and which positions come back.

They go by their numbers on the board, see `gamekit.boards.slides`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamekit.boards.grid import step
from gamekit.boards.slides import FROM, POSSIBLE, carry, flip, one_way, parts
from gamekit.contract import RULING

if TYPE_CHECKING:
    from gamekit.games.sliding_tic_tac_toe.rules import Parameters, State

EMPTY, NEUTRAL = 0, 3  # on a cell; the tiles of player p are p + 1
ANY, OWN_AND_NEUTRAL, OWN = range(3)
THREEFOLD_DRAW = 1  # of the option `repetition`
REMEMBERED = 64  # slides


def why_blocked(rules: Parameters, state: State, slide: int) -> int:
    """Return 0 or the rule that forbids this slide."""
    front, ahead, tiles, distance = parts(rules.size, slide)
    for k in range(tiles):
        tile = state.board[front - k * ahead]
        if tile == EMPTY:
            return 6
        if not may_slide(rules, state, tile):
            return RULING + 1
    for k in range(distance):
        if state.board[front + (k + 1) * ahead] != EMPTY:
            return 8
    return 0


def may_slide(rules: Parameters, state: State, tile: int) -> bool:
    """May the mover slide a tile of this kind?"""
    if rules.slide_whose == ANY:
        return tile != EMPTY
    return tile == state.player + 1 or (rules.slide_whose != OWN and tile == NEUTRAL)


def can_slide(rules: Parameters, state: State, laid: int) -> bool:
    """Is there a slide, with the neutral tile on the cell `laid` (-1: on none)?"""
    size = rules.size
    for cell in range(size * size):
        tile = NEUTRAL if cell == laid else state.board[cell]
        if may_slide(rules, state, tile):
            for direction in range(4):
                beside = step(size, size, cell, direction)
                if beside >= 0 and beside != laid and state.board[beside] == EMPTY:
                    return True
    return False


def add_slides(rules: Parameters, state: State, first: int, moves: Any, count: int) -> int:
    """Add the slides to `moves`, slide 0 as move `first`; return how many moves there are now."""
    whole_lanes = may_slide_all(rules, state)
    for lane in range(2 * rules.size):
        tiles, slide = state.lanes[lane], 2 * lane * one_way(rules.size)
        for k in range(FROM[tiles], FROM[tiles + 1]):
            if whole_lanes or may_slide_these(rules, state, slide + POSSIBLE[k]):
                moves[count] = first + slide + POSSIBLE[k]
                count += 1
    return count


def may_slide_all(rules: Parameters, state: State) -> bool:
    """May the mover slide tiles of every kind?"""
    for tile in range(1, NEUTRAL + 1):
        if not may_slide(rules, state, tile):
            return False
    return True


def may_slide_these(rules: Parameters, state: State, slide: int) -> bool:
    """May the mover slide every tile that this slide moves?"""
    front, ahead, tiles, _ = parts(rules.size, slide)
    for k in range(tiles):
        if not may_slide(rules, state, state.board[front - k * ahead]):
            return False
    return True


# --- what changes on the board -------------------------------------------------------------------


def lay(rules: Parameters, state: State, cell: int, tile: int) -> None:
    """Put a tile on an empty cell."""
    state.board[cell] = tile
    flip(rules.size, state.lanes, cell)


def move_tiles(rules: Parameters, state: State, slide: int) -> None:
    """Slide."""
    front, ahead, tiles, distance = parts(rules.size, slide)
    carry(state.board, front, ahead, tiles, distance)
    for k in range(min(tiles, distance)):
        flip(rules.size, state.lanes, front - (tiles - 1 - k) * ahead)
        flip(rules.size, state.lanes, front + (distance - k) * ahead)


# --- repetition ----------------------------------------------------------------------------------


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
    """Has this position, with the same player to move, stood twice before?"""
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
