"""Sliding Tic-Tac-Toe: how the player to act can win within this turn.

A tile and a slide bring at most two tiles into a line that the slide crosses; along its own row or
column, a slide closes a gap.
"""

from __future__ import annotations

from gamekit.boards.grid import line_stride
from gamekit.games.sliding_tic_tac_toe.lanes import (
    FROM,
    POSSIBLE,
    first_cell,
    one_way,
    slid,
    slide_number,
    stride,
)
from gamekit.games.sliding_tic_tac_toe.rules import why_no_place, why_no_slide
from gamekit.games.sliding_tic_tac_toe.slides import may_slide, may_slide_these
from gamekit.games.sliding_tic_tac_toe.state import (
    EMPTY,
    PLACE,
    SLIDE,
    Parameters,
    State,
    code_of,
)

NONE = -1  # no move, and no cell


def winning_move(rules: Parameters, state: State) -> int:
    """Return a move that makes a line or begins a turn that does, or -1.

    Only ways that take the neutral tile as well are overlooked.
    """
    size, mark, most = rules.size, state.player + 1, 0
    if why_no_place(rules, state) == 0:
        most += 1
    if why_no_slide(rules, state) == 0:
        most += 1
    if most == 0 or state.placed[state.player] < rules.line - most:
        return NONE
    for cell in range(size * size):
        for direction in range(4):
            ahead = line_stride(size, size, cell, direction, rules.line)
            missing = rules.line if ahead > 0 else 0
            for k in range(missing):
                if state.board[cell + k * ahead] == mark:
                    missing -= 1
            if 1 <= missing <= most:
                move = completing_move(rules, state, cell, ahead, missing)
                if move != NONE:
                    return move
    return closing_move(rules, state)


def completing_move(rules: Parameters, state: State, first: int, ahead: int, missing: int) -> int:
    """Return a move that fills what one line lacks, or the first of two that do, or -1."""
    mark, places = state.player + 1, why_no_place(rules, state) == 0
    slides = why_no_slide(rules, state) == 0
    for k in range(rules.line):
        cell = first + k * ahead
        if state.board[cell] == mark:
            continue
        if missing == 1:
            if places and state.board[cell] == EMPTY:
                return code_of(rules, PLACE, cell)
            slide = slide_into(rules, state, cell, ahead, NONE) if slides else NONE
            if slide != NONE:
                return code_of(rules, SLIDE, slide)
            return pushing_cell(rules, state, cell, ahead) if slides and places else NONE
        for other in range(rules.line):  # a tile there, and a slide brings one here
            there = first + other * ahead
            if other != k and state.board[there] == EMPTY:
                if slide_into(rules, state, cell, ahead, NONE) != NONE:
                    return code_of(rules, PLACE, there)
    return NONE


def pushing_cell(rules: Parameters, state: State, cell: int, ahead: int) -> int:
    """Return the move that places a tile which can then slide to this cell, or -1."""
    for lane in lanes_of(rules.size, cell):
        if stride(rules.size, lane) != ahead:
            for place in range(rules.size):
                behind = first_cell(rules.size, lane) + place * stride(rules.size, lane)
                if state.board[behind] == EMPTY and behind != cell:
                    if slide_into(rules, state, cell, ahead, behind) != NONE:
                        return code_of(rules, PLACE, behind)
    return NONE


def lanes_of(size: int, cell: int) -> tuple[int, int]:
    """Return the row and the column of a cell, as lanes."""
    return cell // size, size + cell % size


def slide_into(rules: Parameters, state: State, cell: int, along: int, placed: int) -> int:
    """Return a slide that brings a tile of the mover to this cell, or -1.

    Args:
        rules: the parameters.
        state: where the game stands.
        cell: where the tile is wanted.
        along: the stride of the line that the slide has to cross, not to follow.
        placed: a cell where the mover is to place a tile before, or -1.
    """
    size = rules.size
    for lane in lanes_of(size, cell):
        start, step = first_cell(size, lane), stride(size, lane)
        target = (cell - start) // step
        if step == along:
            continue
        for place in range(size):
            here = start + place * step
            if place != target and (here == placed or state.board[here] == state.player + 1):
                slide = slide_from(rules, state, lane, place, target, placed)
                if slide != NONE:
                    return slide
    return NONE


def slide_from(
    rules: Parameters, state: State, lane: int, place: int, target: int, placed: int
) -> int:
    """Return the slide that moves the tile at one place of a lane to another, or -1.

    It takes along all tiles that touch it from the front, and needs as many empty cells before them.
    """
    size, start, step = rules.size, first_cell(rules.size, lane), stride(rules.size, lane)
    way = 1 if target > place else -1
    distance, front = (target - place) * way, place
    while 0 <= front + way < size:
        cell = start + (front + way) * step
        if state.board[cell] == EMPTY and cell != placed:
            break
        if cell != placed and not may_slide(rules, state, state.board[cell]):
            return NONE
        front += way
    if not 0 <= front + way * distance < size:
        return NONE
    for k in range(1, distance + 1):
        cell = start + (front + way * k) * step
        if state.board[cell] != EMPTY or cell == placed:
            return NONE
    if way > 0:
        return slide_number(size, lane, 0, place, front, front + distance)
    return slide_number(size, lane, 1, front - distance, front - 1, place)


def closing_move(rules: Parameters, state: State) -> int:
    """Return a slide that makes a line in the row or column it follows, a tile to be placed before
    such a slide, or -1."""
    size, places = rules.size, why_no_place(rules, state) == 0
    if why_no_slide(rules, state) != 0:
        return NONE
    for lane in range(2 * size):
        start, step, own = first_cell(size, lane), stride(size, lane), 0
        for place in range(size):
            if state.board[start + place * step] == state.player + 1:
                own += 1
        if own >= rules.line:
            slide = closing_slide(rules, state, lane, NONE)
            if slide != NONE:
                return code_of(rules, SLIDE, slide)
        if own + 1 >= rules.line and places:
            for place in range(size):
                cell = start + place * step
                if state.board[cell] == EMPTY:
                    if closing_slide(rules, state, lane, place) != NONE:
                        return code_of(rules, PLACE, cell)
    return NONE


def closing_slide(rules: Parameters, state: State, lane: int, placed: int) -> int:
    """Return a slide along a lane that makes a line in it, or -1; `placed` is a place where the mover
    is to place a tile before, or -1."""
    size, start, step = rules.size, first_cell(rules.size, lane), stride(rules.size, lane)
    tiles = state.lanes[lane] + (1 << placed if placed != NONE else 0)
    for k in range(FROM[tiles], FROM[tiles + 1]):
        run = 0
        for place in range(size):
            source = slid(size, POSSIBLE[k], place)
            is_own = source == placed and placed != NONE
            if source >= 0 and state.board[start + source * step] == state.player + 1:
                is_own = True
            run = run + 1 if is_own else 0
            if run == rules.line:
                slide = 2 * lane * one_way(size) + POSSIBLE[k]
                if placed != NONE or may_slide_these(rules, state, slide):
                    return slide
                break
    return NONE
