"""Sliding Tic-Tac-Toe: the ways in which the opponent can make a line in the next turn.

A way works as long as nothing changes on the cells it needs.
"""

from __future__ import annotations

from typing import TypeAlias

from gamekit.boards.lanes import BEGIN, END, first_cell, one_way, stride
from gamekit.games.sliding_tic_tac_toe.bots.winning import (
    BIT,
    LINE_CELLS,
    LINE_START,
    LINE_STEP,
    NONE,
    all_but_one,
    cells_with,
    close_line,
    closes_after,
    closing_slide,
    first_line,
    lanes_of,
    last_line,
    most_tiles,
    pushing_cell,
    slide_into,
    winning_move,
    wins_with_neutral,
)
from gamekit.games.sliding_tic_tac_toe.rules import (
    has_five,
    why_no_place,
    why_no_slide,
)
from gamekit.games.sliding_tic_tac_toe.state import (
    EMPTY,
    Parameters,
    State,
)

Ways: TypeAlias = tuple[int, int, int, int, int, int, int, int]
NO_WAY = 0  # in the first place, if there is no way
ANY = -1  # a way that any change may break; it also fills the places behind the last way
NO_WAYS: Ways = (NO_WAY, ANY, ANY, ANY, ANY, ANY, ANY, ANY)


def ways_of_opponent(rules: Parameters, state: State) -> Ways:
    """Up to eight ways in which the opponent makes a line if the turn ends now, the cells of each as bits.
    For a moment the opponent is the player to act."""
    placed, slid = state.has_placed, state.has_slid
    state.player, state.has_placed, state.has_slid = 1 - state.player, 0, 0
    ways = ways_to_line(rules, state)
    if ways[0] == NO_WAY and wins_with_neutral(rules, state):
        ways = one_more(ways, ANY)
    state.player, state.has_placed, state.has_slid = 1 - state.player, placed, slid
    return ways


def opponent_wins(rules: Parameters, state: State) -> bool:
    """Can the opponent make a line if the turn ends now?"""
    placed, slid = state.has_placed, state.has_slid
    state.player, state.has_placed, state.has_slid = 1 - state.player, 0, 0
    wins = lacks_one(rules, state) or winning_move(rules, state) != NONE
    if not wins:
        wins = wins_with_neutral(rules, state)
    state.player, state.has_placed, state.has_slid = 1 - state.player, placed, slid
    return wins


def lacks_one(rules: Parameters, state: State) -> bool:
    """Can the player to act complete a line with a tile? This quick look comes before slower ones."""
    if why_no_place(rules, state) != 0:
        return False
    own, empty = cells_with(rules, state, state.player + 1), cells_with(rules, state, EMPTY)
    first = first_line(rules)
    for line in range(first, last_line(rules) + 1):
        missing = LINE_CELLS[line] & ~own
        if missing & ~empty == 0 and all_but_one(missing) == 0:  # one cell, or none
            return True
    return False


def one_more(ways: Ways, way: int) -> Ways:
    """Return these ways and another one. The oldest makes room if there are too many."""
    first = ANY if ways[0] == NO_WAY else ways[0]
    return way, first, ways[1], ways[2], ways[3], ways[4], ways[5], ways[6]


def ways_to_line(rules: Parameters, state: State) -> Ways:
    """Ways in which the player to act makes a line without a neutral tile."""
    ways, most = NO_WAYS, most_tiles(rules, state)
    if most == 0 or state.placed[state.player] < rules.line - most:
        return ways
    if has_five(rules, state, state.player):  # it stays where any tile can be placed
        return one_more(ways, ANY) if why_no_place(rules, state) == 0 else ways
    own = cells_with(rules, state, state.player + 1)
    line = close_line(rules, own, first_line(rules), most)
    while line != NONE:
        ways = ways_to_complete(rules, state, line, ways)
        line = close_line(rules, own, line + 1, most)
    if why_no_slide(rules, state) == 0:
        for lane in range(2 * rules.size):
            if can_close(rules, state, lane):
                ways = one_more(ways, cells_between(rules.size, lane, 0, rules.size - 1))
    return ways


def ways_to_complete(rules: Parameters, state: State, line: int, ways: Ways) -> Ways:
    """Add the ways to fill the one or two tiles that a line lacks: see `completing_move`."""
    mark, places = state.player + 1, why_no_place(rules, state) == 0
    slides = why_no_slide(rules, state) == 0
    first, ahead, missing, cells = LINE_START[line], LINE_STEP[line], 0, 0
    for k in range(rules.line):
        cells |= BIT[first + k * ahead]
        missing += int(state.board[first + k * ahead] != mark)
    for k in range(rules.line):
        cell = first + k * ahead
        if state.board[cell] == mark:
            continue
        if missing == 1 and places and state.board[cell] == EMPTY:
            return one_more(ways, cells)
        slide = slide_into(rules, state, cell, ahead, NONE) if slides else NONE
        if slide != NONE and (missing == 1 or has_other_gap(rules, state, line, cell)):
            ways = one_more(ways, cells | cells_of_slide(rules.size, slide))
        elif missing == 1 and slides and places:
            behind = pushing_cell(rules, state, cell, ahead)
            if behind != NONE:
                for lane in lanes_of(rules.size, cell):
                    cells |= cells_between(rules.size, lane, 0, rules.size - 1)
                ways = one_more(ways, cells)
    return ways


def has_other_gap(rules: Parameters, state: State, line: int, cell: int) -> bool:
    """Does a line have an empty cell besides this one?"""
    for k in range(rules.line):
        there = LINE_START[line] + k * LINE_STEP[line]
        if there != cell and state.board[there] == EMPTY:
            return True
    return False


def can_close(rules: Parameters, state: State, lane: int) -> bool:
    """Can a slide along this lane make a line in it, perhaps after a tile there?"""
    size, start, step = rules.size, first_cell(rules.size, lane), stride(rules.size, lane)
    own = 0
    for place in range(size):
        own += int(state.board[start + place * step] == state.player + 1)
    if own >= rules.line and closing_slide(rules, state, lane) != NONE:
        return True
    if own + 1 >= rules.line and why_no_place(rules, state) == 0:
        for cell in range(start, start + size * step, step):
            if state.board[cell] == EMPTY and closes_after(rules, state, lane, cell):
                return True
    return False


# --- cells as bits -------------------------------------------------------------------------------


def breaks(changed: int, ways: Ways) -> bool:
    """Does a change of these cells touch each of these ways?"""
    for way in ways:
        if way & changed == 0:
            return False
    return True


def cells_between(size: int, lane: int, begin: int, end: int) -> int:
    """Return a bit for each cell of a lane from one place to another."""
    cells, start, step = 0, first_cell(size, lane), stride(size, lane)
    for place in range(begin, end + 1):
        cells |= BIT[start + place * step]
    return cells


def cells_of_slide(size: int, slide: int) -> int:
    """Return a bit for each cell that a slide moves a tile from, to or over."""
    k = slide % one_way(size)
    return cells_between(size, slide // (2 * one_way(size)), BEGIN[k], END[k])
