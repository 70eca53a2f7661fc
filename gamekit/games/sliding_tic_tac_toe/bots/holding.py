"""Sliding Tic-Tac-Toe: can the player to act still keep the opponent from a line in the next turn?

First come the ways in which the opponent can make a line. A way works as long as nothing changes on the
cells that it needs. So the player tries only the tiles and slides that change a cell of each way.
"""

from __future__ import annotations

from typing import TypeAlias

from gamekit.boards.grid import (
    BEGIN,
    CUT,
    END,
    FROM,
    POSSIBLE,
    first_cell,
    one_way,
    slide_number,
    stride,
)
from gamekit.contract import SURE
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
    try_tile,
    winning_move,
    wins_with_neutral,
)
from gamekit.games.sliding_tic_tac_toe.rules import (
    has_acted,
    has_five,
    may_slide_these,
    move_tiles,
    why_no_neutral,
    why_no_place,
    why_no_slide,
)
from gamekit.games.sliding_tic_tac_toe.state import (
    EMPTY,
    PLACE,
    SLIDE,
    THREEFOLD_DRAW,
    Parameters,
    State,
    code_of,
)

Ways: TypeAlias = tuple[int, int, int, int, int, int, int, int]
NO_WAY = 0  # in the first place, if there is no way
ANY = -1  # a way that any change may break; it also fills the places behind the last way
NO_WAYS: Ways = (NO_WAY, ANY, ANY, ANY, ANY, ANY, ANY, ANY)


def ways_of_opponent(rules: Parameters, state: State) -> Ways:
    """Up to eight ways in which the opponent makes a line if the turn ends now, the cells of each as bits.
    The function makes the opponent the player to act and changes that back."""
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
    """Return the ways in which the player to act makes a line without a neutral tile."""
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


def can_hold(rules: Parameters, state: State) -> int:
    """Can the mover still end this turn so that the opponent cannot make a line in the next one?

    It never says no if they can. It also says yes if a neutral tile may help or a draw may end the game, and
    SURE if it finds a tile, a slide or both that hold.
    """
    may_be_drawn = rules.repetition == THREEFOLD_DRAW or rules.turn_cap > 0
    if state.turn == 0 or may_be_drawn:
        return True
    places = why_no_place(rules, state) == 0
    tiles = int(places) + int(why_no_neutral(rules, state) == 0)
    sure = SURE if will_place(rules, state, tiles) else True
    if holds_anyway(rules, state):
        return sure
    ways = ways_after(rules, state, tiles)
    if ways[0] == NO_WAY:
        return True
    if tiles > int(places):
        return can_break(rules, state, ways, tiles)
    if places and holding_tile(rules, state, ways) != NONE:
        return sure
    return sure if holding_slide(rules, state, ways) != NONE else False


def will_place(rules: Parameters, state: State, tiles: int) -> bool:
    """Can the opponent place a tile in the next turn if this one brings that many more? If so, a line that
    they already have is among those found."""
    return state.placed[1 - state.player] < rules.tiles and state.empty - tiles > rules.stop_at


def holds_anyway(rules: Parameters, state: State) -> bool:
    """Is the opponent unable to make a line if the turn ends now, or after a tile on the first empty cell?
    The function places the tile and takes it away again.
    """
    places = 0 if has_acted(state) else 1
    if places and why_no_place(rules, state) != 0:
        return False
    cell = 0
    while places and state.board[cell] != EMPTY:
        cell += 1
    if places:
        try_tile(rules, state, cell, state.player + 1)
    put_down(state, places)
    holds = not opponent_wins(rules, state)
    put_down(state, -places)
    if places:
        try_tile(rules, state, cell, EMPTY)
    return holds


def holding_move(rules: Parameters, state: State) -> int:
    """Return a move after which the turn may end and the opponent cannot make a line. Return -1 if they
    cannot anyway, or if there is no such move."""
    places = why_no_place(rules, state) == 0
    ways = ways_after(rules, state, int(places)) if state.turn > 0 else NO_WAYS
    if ways[0] == NO_WAY:
        return NONE
    if places:
        cell = holding_tile(rules, state, ways)
        return code_of(rules, PLACE, cell) if cell != NONE else NONE
    slide = holding_slide(rules, state, ways)
    return code_of(rules, SLIDE, slide) if slide != NONE else NONE


def ways_after(rules: Parameters, state: State, tiles: int) -> Ways:
    """Return the opponent's ways to a line that remain once this many more tiles leave less room for
    theirs."""
    put_down(state, tiles)
    ways = ways_of_opponent(rules, state)
    put_down(state, -tiles)
    return ways


def put_down(state: State, tiles: int) -> None:
    """Count tiles that the mover places, or takes away again."""
    state.has_placed += tiles
    state.placed[state.player] += tiles
    state.empty -= tiles


# --- a slide, a tile, or both --------------------------------------------------------------------


def holding_slide(rules: Parameters, state: State, ways: Ways) -> int:
    """Return a slide after which the opponent has none of these ways to a line, and no other, or -1."""
    if why_no_slide(rules, state) == 0:
        for lane in range(2 * rules.size):
            slide = holding_slide_along(rules, state, lane, ways)
            if slide != NONE:
                return slide
    return NONE


def holding_slide_along(rules: Parameters, state: State, lane: int, ways: Ways) -> int:
    """Return such a slide along this lane, or -1."""
    if breaks(cells_between(rules.size, lane, 0, rules.size - 1), ways):
        tiles, first = state.lanes[lane], 2 * lane * one_way(rules.size)
        for k in range(FROM[tiles], FROM[tiles + 1]):
            if holds_after(rules, state, first + POSSIBLE[k], ways):
                return first + POSSIBLE[k]
    return NONE


def holding_tile(rules: Parameters, state: State, ways: Ways) -> int:
    """Return a cell where the mover can place a tile so that no way to a line is left, at once or
    after a slide, or -1."""
    slides = why_no_slide(rules, state) == 0
    for cell in range(rules.size * rules.size):
        if state.board[cell] == EMPTY and holds_with_tile(rules, state, cell, ways, slides):
            return cell
    if slides:
        empty = cells_with(rules, state, EMPTY)
        for lane in range(2 * rules.size):
            tiles, first = state.lanes[lane], 2 * lane * one_way(rules.size)
            for k in range(FROM[tiles], FROM[tiles + 1]):
                slide = first + POSSIBLE[k]
                if has_cell_in_all(cells_of_slide(rules.size, slide), ways, empty):
                    cell = tile_beside_slide(rules, state, slide)
                    if cell != NONE:
                        return cell
    return NONE


def holds_with_tile(rules: Parameters, state: State, cell: int, ways: Ways, slides: bool) -> bool:
    """Does a tile on this cell hold, alone or with a slide along its row or column? The function places it
    and takes it away again."""
    try_tile(rules, state, cell, state.player + 1)
    put_down(state, 1)
    holds = breaks(BIT[cell], ways) and not opponent_wins(rules, state)
    if slides and not holds:
        for lane in lanes_of(rules.size, cell):
            if holding_slide_along(rules, state, lane, ways_beside(ways, cell)) != NONE:
                holds = True
                break
    put_down(state, -1)
    try_tile(rules, state, cell, EMPTY)
    return holds


def tile_beside_slide(rules: Parameters, state: State, slide: int) -> int:
    """Return a cell where a tile holds together with this slide along a lane elsewhere, or -1.

    Either may come first.
    """
    if not may_slide_these(rules, state, slide):
        return NONE
    found, along = NONE, slide // (2 * one_way(rules.size))
    put_down(state, 1)
    move_tiles(rules, state, slide)
    ways = ways_of_opponent(rules, state)
    for cell in range(rules.size * rules.size):
        row, column = lanes_of(rules.size, cell)
        if state.board[cell] == EMPTY and along != row and along != column:
            if ways[0] == NO_WAY or breaks(BIT[cell], ways):
                try_tile(rules, state, cell, state.player + 1)
                holds = not opponent_wins(rules, state)
                try_tile(rules, state, cell, EMPTY)
                if holds:
                    found = cell
                    break
    move_tiles(rules, state, slide_back(rules.size, slide))
    put_down(state, -1)
    return found


def slide_back(size: int, slide: int) -> int:
    """Return the slide that undoes this one."""
    way, k = slide // one_way(size), slide % one_way(size)
    cut = BEGIN[k] + END[k] - CUT[k] - 1
    return slide_number(size, way // 2, 1 - way % 2, BEGIN[k], cut, END[k])


def ways_beside(ways: Ways, cell: int) -> Ways:
    """Return those of these ways that do not need this cell."""
    a, b, c, d, e, f, g, h = ways
    bit = BIT[cell]
    a, b, c, d = left(a, bit), left(b, bit), left(c, bit), left(d, bit)
    e, f, g, h = left(e, bit), left(f, bit), left(g, bit), left(h, bit)
    return a, b, c, d, e, f, g, h


def left(way: int, bit: int) -> int:
    """Return a way, or ANY if it needs this cell."""
    return way if way & bit == 0 else ANY


def can_break(rules: Parameters, state: State, ways: Ways, tiles: int) -> bool:
    """Can one tile or two, and perhaps a slide, touch each of these ways?

    A slide changes the cells it empties, so a tile on one of those is counted with it.
    """
    empty = cells_with(rules, state, EMPTY)
    lanes = 2 * rules.size if why_no_slide(rules, state) == 0 else 0
    for lane in range(-1, lanes):
        changed = cells_between(rules.size, lane, 0, rules.size - 1) if lane >= 0 else 0
        if tiles > 1:
            for cell in range(rules.size * rules.size):
                if empty & BIT[cell] and has_cell_in_all(changed | BIT[cell], ways, empty):
                    return True
        elif has_cell_in_all(changed, ways, empty):
            return True
    return False


def has_cell_in_all(changed: int, ways: Ways, empty: int) -> bool:
    """Do all ways that need none of the changed cells share an empty one?"""
    for way in ways:
        if way & changed == 0:
            empty &= way
    return empty != 0


def holds_after(rules: Parameters, state: State, slide: int, ways: Ways) -> bool:
    """Does this slide break these ways and open no other? The function makes the slide and takes it back."""
    changed = cells_of_slide(rules.size, slide)
    if not breaks(changed, ways) or not may_slide_these(rules, state, slide):
        return False
    move_tiles(rules, state, slide)
    holds = not opponent_wins(rules, state)
    move_tiles(rules, state, slide_back(rules.size, slide))
    return holds
