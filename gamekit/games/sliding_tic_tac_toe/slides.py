"""Slides in Sliding Tic-Tac-Toe: which are possible, and what they do on the board."""

from __future__ import annotations

from gamekit.boards.grid import step
from gamekit.boards.lanes import FROM, POSSIBLE, carry, flip, one_way, parts
from gamekit.games.sliding_tic_tac_toe.state import (
    ANY,
    EMPTY,
    NEUTRAL,
    NO_GAP,
    NO_PUSHING,
    OWN,
    SLIDE,
    WHOSE_TILES,
    Parameters,
    State,
    code_of,
)


def why_blocked(rules: Parameters, state: State, slide: int) -> int:
    """Return 0 or the rule that forbids this slide.

    Tiles without a gap, the front part of a row among them, go over empty spaces (STT-6, STT-8,
    STT-Q2, STT-Q3). It does not matter where they came from (STT-Q17).
    """
    front, ahead, tiles, distance = parts(rules.size, slide)
    for k in range(tiles):
        tile = state.board[front - k * ahead]
        if tile == EMPTY:
            return NO_GAP
        if not may_slide(rules, state, tile):
            return WHOSE_TILES
    for k in range(distance):
        if state.board[front + (k + 1) * ahead] != EMPTY:
            return NO_PUSHING
    return 0


def may_slide(rules: Parameters, state: State, tile: int) -> bool:
    """May the mover slide a tile of this kind, placed in this turn or not (STT-11, STT-Q1)?"""
    if rules.slide_whose == ANY:
        return tile != EMPTY
    return tile == state.player + 1 or (rules.slide_whose != OWN and tile == NEUTRAL)


def can_slide(rules: Parameters, state: State, laid: int) -> bool:
    """Is there a slide, with the neutral tile on the cell `laid` (-1: on none)?"""
    if laid < 0 and may_slide_all(rules, state):
        return count_slides(rules, state) > 0
    size = rules.size
    for cell in range(size * size):
        tile = NEUTRAL if cell == laid else state.board[cell]
        if may_slide(rules, state, tile):
            for direction in range(4):
                beside = step(size, size, cell, direction)
                if beside >= 0 and beside != laid and state.board[beside] == EMPTY:
                    return True
    return False


def add_slides(rules: Parameters, state: State, moves: list[int], count: int) -> int:
    """Add the slides to `moves`, which holds `count`; return how many it holds now."""
    whole_lanes, first = may_slide_all(rules, state), code_of(rules, SLIDE, 0)
    for lane in range(2 * rules.size):
        tiles, slide = state.lanes[lane], 2 * lane * one_way(rules.size)
        begin, end = FROM[tiles], FROM[tiles + 1]
        if whole_lanes:  # without a question between them they are copied several at a time
            for k in range(end - begin):
                moves[count + k] = first + slide + POSSIBLE[begin + k]
            count += end - begin
        else:
            for k in range(begin, end):
                if may_slide_these(rules, state, slide + POSSIBLE[k]):
                    moves[count] = first + slide + POSSIBLE[k]
                    count += 1
    return count


def count_slides(rules: Parameters, state: State) -> int:
    """How many slides are there, where tiles of every kind may be slid?"""
    count = 0
    for lane in range(2 * rules.size):
        count += FROM[state.lanes[lane] + 1] - FROM[state.lanes[lane]]
    return count


def nth_slide(rules: Parameters, state: State, place: int) -> int:
    """The one of them that so many come before."""
    lane = 0
    while place >= FROM[state.lanes[lane] + 1] - FROM[state.lanes[lane]]:
        place -= FROM[state.lanes[lane] + 1] - FROM[state.lanes[lane]]
        lane += 1
    return 2 * lane * one_way(rules.size) + POSSIBLE[FROM[state.lanes[lane]] + place]


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
