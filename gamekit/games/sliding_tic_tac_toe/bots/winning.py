"""Sliding Tic-Tac-Toe: how the player to act can win within this turn.

A tile and a slide bring at most two tiles into a line that the slide crosses. Along its own row or column,
a slide closes a gap.
"""

from __future__ import annotations

from itertools import accumulate

from gamekit.boards.grid import (
    FROM,
    MOST,
    MOST_CELLS,
    POSSIBLE,
    first_cell,
    flip,
    one_way,
    slid,
    slide_number,
    stride,
    windows,
)
from gamekit.games.sliding_tic_tac_toe.rules import (
    may_slide,
    may_slide_these,
    why_no_neutral,
    why_no_place,
    why_no_slide,
)
from gamekit.games.sliding_tic_tac_toe.state import (
    EMPTY,
    NEUTRAL,
    PLACE,
    SLIDE,
    Parameters,
    State,
    code_of,
)

NONE = -1  # no move, and no cell

# The lines of each length from 2 on each board: first cell, and what to add for the next.
LENGTHS = MOST - 1
LINES = [windows(n, n, length) for n in range(MOST + 1) for length in range(2, MOST + 1)]
LINE_START = tuple(line[0] for lines in LINES for line in lines)
LINE_STEP = tuple(line[1] - line[0] for lines in LINES for line in lines)
FIRST_LINE = (0, *accumulate(map(len, LINES)))

# A bit for each cell. The last one is the sign of a number of 64 bits.
BIT = (*(1 << cell for cell in range(MOST_CELLS - 1)), -(1 << MOST_CELLS - 1))
LINE_CELLS = tuple(sum(BIT[cell] for cell in line) for lines in LINES for line in lines)


def winning_move(rules: Parameters, state: State) -> int:
    """Return a move that makes a line or begins a turn that does, or -1.

    It overlooks only ways that need the neutral tile as well.
    """
    most = most_tiles(rules, state)
    if most == 0 or state.placed[state.player] < rules.line - most:
        return NONE
    own = cells_with(rules, state, state.player + 1)
    line = close_line(rules, own, first_line(rules), most)
    while line != NONE:
        move = completing_move(rules, state, line)
        if move != NONE:
            return move
        line = close_line(rules, own, line + 1, most)
    return closing_move(rules, state)


def most_tiles(rules: Parameters, state: State) -> int:
    """Return how many tiles the mover can still bring into one line that a slide crosses."""
    return int(why_no_place(rules, state) == 0) + int(why_no_slide(rules, state) == 0)


def first_line(rules: Parameters) -> int:
    """Return the number of the first line on this board. The others follow."""
    return FIRST_LINE[rules.size * LENGTHS + rules.line - 2]


def last_line(rules: Parameters) -> int:
    """Return the number of the last one."""
    return FIRST_LINE[rules.size * LENGTHS + rules.line - 1] - 1


def cells_with(rules: Parameters, state: State, tile: int) -> int:
    """Return a bit for each cell with a tile of this kind, or for each EMPTY one."""
    cells = 0
    for cell in range(rules.size * rules.size):
        cells |= BIT[cell] if state.board[cell] == tile else 0
    return cells


def close_line(rules: Parameters, own: int, line: int, most: int) -> int:
    """Return the first line, from this one on, that lacks at least one tile of these cells' owner and at
    most `most`, one or two; -1 after the last."""
    last = last_line(rules)
    while line <= last:
        missing = LINE_CELLS[line] & ~own
        if missing != 0:
            more = all_but_one(missing)
            if more == 0 or (most > 1 and all_but_one(more) == 0):
                return line
        line += 1
    return NONE


def all_but_one(cells: int) -> int:
    """Leave out the first of these cells."""
    return cells & (cells - 1) if cells != BIT[MOST_CELLS - 1] else 0


def completing_move(rules: Parameters, state: State, line: int) -> int:
    """Return a move that fills what one line lacks, or the first of two that do, or -1."""
    mark, places = state.player + 1, why_no_place(rules, state) == 0
    slides = why_no_slide(rules, state) == 0
    first, ahead, missing = LINE_START[line], LINE_STEP[line], 0
    for k in range(rules.line):
        if state.board[first + k * ahead] != mark:
            missing += 1
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
        placed: a cell where the mover places a tile first, or -1.
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

    It pushes all tiles that touch it in front, and needs that many empty cells ahead of them.
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
    """Return a slide that makes a line in its own row or column, or a tile to place before such a slide, or
    -1."""
    size, places = rules.size, why_no_place(rules, state) == 0
    if why_no_slide(rules, state) != 0:
        return NONE
    for lane in range(2 * size):
        start, step, own = first_cell(size, lane), stride(size, lane), 0
        for place in range(size):
            if state.board[start + place * step] == state.player + 1:
                own += 1
        if own >= rules.line:
            slide = closing_slide(rules, state, lane)
            if slide != NONE:
                return code_of(rules, SLIDE, slide)
        if own + 1 >= rules.line and places:
            for cell in range(start, start + size * step, step):
                if state.board[cell] == EMPTY and closes_after(rules, state, lane, cell):
                    return code_of(rules, PLACE, cell)
    return NONE


def closes_after(rules: Parameters, state: State, lane: int, cell: int) -> bool:
    """Would a slide along this lane make a line in it after the mover placed a tile on this cell? The
    function places the tile and takes it away again."""
    try_tile(rules, state, cell, state.player + 1)
    slide = closing_slide(rules, state, lane)
    try_tile(rules, state, cell, EMPTY)
    return slide != NONE


def try_tile(rules: Parameters, state: State, cell: int, tile: int) -> None:
    """Put a tile on an empty cell, or take it away again."""
    state.board[cell] = tile
    flip(rules.size, state.lanes, cell)


def closing_slide(rules: Parameters, state: State, lane: int) -> int:
    """Return a slide along a lane that makes a line in it, or -1."""
    size, start, step = rules.size, first_cell(rules.size, lane), stride(rules.size, lane)
    tiles = state.lanes[lane]
    for k in range(FROM[tiles], FROM[tiles + 1]):
        run = 0
        for place in range(size):
            source = slid(size, POSSIBLE[k], place)
            is_own = source >= 0 and state.board[start + source * step] == state.player + 1
            run = run + 1 if is_own else 0
            if run == rules.line:
                slide = 2 * lane * one_way(size) + POSSIBLE[k]
                if may_slide_these(rules, state, slide):
                    return slide
                break
    return NONE


def wins_with_neutral(rules: Parameters, state: State) -> bool:
    """Is there a winning move once the mover's neutral tile lies on some cell?

    It helps a slide only by passing the push from a tile on one side of it to a tile on the other. One of the
    two may be the tile that the mover places in this turn.
    """
    if why_no_neutral(rules, state) != 0 or why_no_slide(rules, state) != 0:
        return False
    size, most = rules.size, most_tiles(rules, state)
    if state.placed[state.player] < rules.line - most:
        return False
    for row in range(size):
        for column in range(size):
            cell = row * size + column
            if state.board[cell] == EMPTY:
                if touching(size, state.board, row, column) > 2 - most:
                    if wins_after(rules, state, cell):
                        return True
    return False


def wins_after(rules: Parameters, state: State, cell: int) -> bool:
    """Is there a winning move with the neutral tile on this cell? The function places it there and takes it
    away again."""
    try_tile(rules, state, cell, NEUTRAL)
    state.empty -= 1
    move = winning_move(rules, state)
    try_tile(rules, state, cell, EMPTY)
    state.empty += 1
    return move != NONE


def touching(size: int, board: list[int], row: int, column: int) -> int:
    """Return how many of two opposite sides of a cell have tiles, for the better pair of sides. A pair with
    an edge counts as none."""
    most, cell = 0, row * size + column
    if 0 < row < size - 1:
        most = int(board[cell - size] != EMPTY) + int(board[cell + size] != EMPTY)
    if 0 < column < size - 1:
        most = max(most, int(board[cell - 1] != EMPTY) + int(board[cell + 1] != EMPTY))
    return most
