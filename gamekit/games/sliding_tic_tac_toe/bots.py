"""Bots of Sliding Tic-Tac-Toe: can the player to act win within this turn, what does a careful player do,
and can they still keep the opponent from a line in the next turn?

A careful player finishes lines, breaks the opponent's, and builds. To win, a tile and a slide bring at most
two tiles into a line that the slide crosses. Along its own row or column, a slide closes a gap. To hold, the
functions first list the ways in which the opponent can make a line. A way works as long as nothing changes on
the cells that it needs. So they try only the tiles and slides that change a cell of each way.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TypeAlias

from gamekit.boards.grid import (
    BEGIN,
    CUT,
    END,
    FROM,
    MOST,
    MOST_CELLS,
    POSSIBLE,
    first_cell,
    one_way,
    slid,
    slide_number,
    stride,
    windows,
)
from gamekit.contract import SURE, Random, draw
from gamekit.games.sliding_tic_tac_toe.rules import (
    count_slides,
    has_acted,
    has_five,
    lay,
    legal_moves,
    may_slide,
    may_slide_all,
    may_slide_these,
    move_tiles,
    why_illegal,
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
    THREEFOLD_DRAW,
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

# A bit for each cell. The last one is the sign bit of a 64-bit number.
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
    """Return the move that completes a line, or the first of two that do, or -1."""
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
    if why_no_slide(rules, state) != 0:
        return NONE
    for lane in range(2 * rules.size):
        move = closing_move_along(rules, state, lane)
        if move != NONE:
            return move
    return NONE


def closing_move_along(rules: Parameters, state: State, lane: int) -> int:
    """Return a slide along this lane that makes a line in it, or a tile to place before such a slide, or -1."""
    size, start, step = rules.size, first_cell(rules.size, lane), stride(rules.size, lane)
    own = 0
    for place in range(size):
        own += int(state.board[start + place * step] == state.player + 1)
    if own >= rules.line:
        slide = closing_slide(rules, state, lane)
        if slide != NONE:
            return code_of(rules, SLIDE, slide)
    if own + 1 >= rules.line and why_no_place(rules, state) == 0:
        for cell in range(start, start + size * step, step):
            if state.board[cell] == EMPTY and closes_after(rules, state, lane, cell):
                return code_of(rules, PLACE, cell)
    return NONE


def closes_after(rules: Parameters, state: State, lane: int, cell: int) -> bool:
    """Would a slide along this lane make a line in it after the mover placed a tile on this cell? The
    function places the tile and takes it away again."""
    lay(rules, state, cell, state.player + 1)
    slide = closing_slide(rules, state, lane)
    lay(rules, state, cell, EMPTY)
    return slide != NONE


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
    lay(rules, state, cell, NEUTRAL)
    state.empty -= 1
    move = winning_move(rules, state)
    lay(rules, state, cell, EMPTY)
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


# --- the careful player --------------------------------------------------------------------------


ENOUGH = 100  # the player spends the neutral tile if it gains at least this


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Win in this turn, or else gain the most in lines: with a tile, then with a slide."""
    if has_acted(state) and has_five(rules, state, state.player):
        return STOP
    move = winning_move(rules, state)
    if move >= 0 and why_illegal(rules, state, move) == 0:
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
    """List the legal moves. With five in a row, list only the stop."""
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
            move = code_of(rules, kind, cell)
            if gain > most and why_illegal(rules, state, move) == 0:
                best, most = move, gain
    return best


def best_slide(rules: Parameters, state: State, counts: list[int], random: Random) -> int:
    """Return the slide that gains most. Stop if none gains anything and stopping is allowed."""
    whole_lanes = may_slide_all(rules, state)
    best, most = STOP, 0 if has_acted(state) else -1_000_000
    for lane in range(2 * rules.size):
        tiles, first = state.lanes[lane], 2 * lane * one_way(rules.size)
        for k in range(FROM[tiles], FROM[tiles + 1]):
            slide = first + POSSIBLE[k]
            if whole_lanes or may_slide_these(rules, state, slide):
                gain = gain_of_slide(rules, state, slide, counts) * 4 + draw(random, 4)
                move = code_of(rules, SLIDE, slide)
                if gain > most and why_illegal(rules, state, move) == 0:
                    best, most = move, gain
    return best


def may_win(rules: Parameters, state: State) -> int:
    """Is there a line, or do a tile and a slide make one, perhaps with the neutral tile?"""
    if has_five(rules, state, state.player):
        return SURE if has_acted(state) else True
    if winning_move(rules, state) >= 0 or wins_with_neutral(rules, state):
        return SURE
    return False


def random_move(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Draw a sensible move as if from a random place in the list of all."""
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
    """Can the function count the moves without listing them?"""
    if why_no_neutral(rules, state) == 0 and not has_acted(state):
        if why_no_place(rules, state) != 0 or state.empty - 1 <= rules.stop_at:
            return False
    return may_slide_all(rules, state)


def empty_cell(rules: Parameters, state: State, place: int) -> int:
    """Return the empty cell with this number, counted from 0."""
    found, passed = 0, 0
    for cell in range(rules.size * rules.size):
        passed += 1 if state.board[cell] == EMPTY else 0
        found += 1 if passed <= place else 0
    return found


def nth_slide(rules: Parameters, state: State, place: int) -> int:
    """Return the possible slide with this number, counted from 0, where any tile may slide."""
    lane = 0
    while place >= FROM[state.lanes[lane] + 1] - FROM[state.lanes[lane]]:
        place -= FROM[state.lanes[lane] + 1] - FROM[state.lanes[lane]]
        lane += 1
    return 2 * lane * one_way(rules.size) + POSSIBLE[FROM[state.lanes[lane]] + place]


FREE = (2000, 300, 100, 12, 2)  # a line that lacks 0, 1, 2, ... tiles, the others being empty
TAKEN = (0, 120, 10, 0, 0)  # a line with one tile that is not the player's
FEAR = 2  # how much more the opponent's lines count, because they move next

# One number counts the tiles in a line: its digits are own tiles, the opponent's and neutral ones.
BASE = MOST + 1
OWN_TILE, THEIR_TILE, COUNTS = BASE * BASE, BASE, BASE**3
PAIR = 1024  # more than COUNTS: two lines share a number, as a board may have more lines than moves


def promise(line: int, own: int, others: int) -> int:
    """Return what one line is worth to a player who owns this many of its tiles."""
    missing = line - own
    if others > 1 or not 0 <= missing <= 4:
        return 0
    return FREE[missing] if others == 0 else TAKEN[missing]


# What a line of n cells is worth to the mover is WORTH[n * COUNTS + the number that counts its tiles].
WORTH = tuple(
    promise(line, own, theirs + neutral) - FEAR * promise(line, theirs, own + neutral)
    for line in range(MOST + 1)
    for own in range(BASE)
    for theirs in range(BASE)
    for neutral in range(BASE)
)


def _through() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the lines through each cell in each direction, counted from the first one of that
    length on that board, and where those of a cell and direction begin."""
    many = max(map(len, LINES))
    found, counts = list[int](), [0] * (MOST_CELLS * 4 * len(LINES))
    for i, lines in enumerate(LINES):
        first, size = MOST_CELLS * 4 * i, i // LENGTHS
        for number, line in enumerate(lines):
            direction = (1, size, size + 1, size - 1).index(line[1] - line[0])
            for cell in line:
                place = first + 4 * cell + direction
                found.append(place * many + number)
                counts[place] += 1
    return tuple([one % many for one in sorted(found)]), tuple(accumulate(counts, initial=0))


THROUGH, THROUGH_FROM = _through()


def digit(state: State, tile: int) -> int:
    """Return what a tile adds to the number that counts those of a line."""
    me = state.player + 1
    return OWN_TILE * int(tile == me) + THEIR_TILE * int(tile == 3 - me) + int(tile == NEUTRAL)


def count_lines(rules: Parameters, state: State, counts: list[int]) -> None:
    """Count what is in each line."""
    first = first_line(rules)
    for line in range(first, last_line(rules) + 1):
        cell, count = LINE_START[line], 0
        for _ in range(rules.line):
            count += digit(state, state.board[cell])
            cell += LINE_STEP[line]
        if (line - first) % 2 == 0:
            counts[(line - first) // 2] = count
        else:
            counts[(line - first) // 2] += PAIR * count


def gain_of_tile(
    rules: Parameters, state: State, cell: int, tile: int, along: int, counts: list[int]
) -> int:
    """Return what lines through a cell gain for the mover if it holds this tile from now on.

    Args:
        rules: the parameters.
        state: where the game stands.
        cell: where the tile is put, or, if it is EMPTY, taken away.
        tile: what the cell will hold.
        along: the direction of the lines to leave out: 0 across, 1 down, -1 for none.
        counts: what is in each line.
    """
    gain, whole = 0, COUNTS * rules.line
    change = digit(state, tile) - digit(state, state.board[cell])
    place = ((rules.size * LENGTHS + rules.line - 2) * MOST_CELLS + cell) * 4
    for direction in range(4):
        if direction != along:
            for k in range(THROUGH_FROM[place + direction], THROUGH_FROM[place + direction + 1]):
                line = THROUGH[k]
                pair = counts[line // 2]
                count = whole + (pair % PAIR if line % 2 == 0 else pair // PAIR)
                gain += WORTH[count + change] - WORTH[count]
    return gain


def gain_of_slide(rules: Parameters, state: State, slide: int, counts: list[int]) -> int:
    """Return what all lines gain for the mover by a slide."""
    way, k = slide // one_way(rules.size), slide % one_way(rules.size)
    begin, end, lane = BEGIN[k], END[k], way // 2
    distance = end - CUT[k] if way % 2 == 0 else begin - CUT[k] - 1
    start, step = first_cell(rules.size, lane), stride(rules.size, lane)
    along, gain = (0 if lane < rules.size else 1), 0
    for place in range(begin, end + 1):
        cell = start + place * step
        tile = tile_after(state, start, step, begin, end, distance, place)
        if tile != state.board[cell]:
            gain += gain_of_tile(rules, state, cell, tile, along, counts)
    new, old = COUNTS * rules.line, COUNTS * rules.line  # the lines along the lane, one by one
    for place in range(rules.size):
        new += digit(state, tile_after(state, start, step, begin, end, distance, place))
        old += digit(state, state.board[start + place * step])
        out = place - rules.line
        if out >= 0:
            new -= digit(state, tile_after(state, start, step, begin, end, distance, out))
            old -= digit(state, state.board[start + out * step])
        if out >= -1:
            gain += WORTH[new] - WORTH[old]
    return gain


def tile_after(
    state: State, start: int, step: int, begin: int, end: int, distance: int, place: int
) -> int:
    """Return what is at a place of a lane after the tiles between two places have slid this far."""
    if not begin <= place <= end:
        return state.board[start + place * step]
    source = place - distance
    return state.board[start + source * step] if begin <= source <= end else EMPTY


# --- who can hold --------------------------------------------------------------------------------


Ways: TypeAlias = tuple[int, int, int, int, int, int, int, int]
NO_WAY = 0  # in the first place, if there is no way
ANY_CHANGE = -1  # a way that any change may break; it also fills the places behind the last way
NO_WAYS: Ways = (
    NO_WAY,
    ANY_CHANGE,
    ANY_CHANGE,
    ANY_CHANGE,
    ANY_CHANGE,
    ANY_CHANGE,
    ANY_CHANGE,
    ANY_CHANGE,
)


def ways_of_opponent(rules: Parameters, state: State) -> Ways:
    """Return up to eight ways in which the opponent makes a line if the turn ends now, the cells of each as bits.
    The function makes the opponent the player to act and changes that back."""
    placed, slid = state.has_placed, state.has_slid
    state.player, state.has_placed, state.has_slid = 1 - state.player, 0, 0
    ways = ways_to_line(rules, state)
    if ways[0] == NO_WAY and wins_with_neutral(rules, state):
        ways = one_more(ways, ANY_CHANGE)
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
    first = ANY_CHANGE if ways[0] == NO_WAY else ways[0]
    return way, first, ways[1], ways[2], ways[3], ways[4], ways[5], ways[6]


def ways_to_line(rules: Parameters, state: State) -> Ways:
    """Return the ways in which the player to act makes a line without a neutral tile."""
    ways, most = NO_WAYS, most_tiles(rules, state)
    if most == 0 or state.placed[state.player] < rules.line - most:
        return ways
    if has_five(rules, state, state.player):  # it stays where any tile can be placed
        return one_more(ways, ANY_CHANGE) if why_no_place(rules, state) == 0 else ways
    own = cells_with(rules, state, state.player + 1)
    line = close_line(rules, own, first_line(rules), most)
    while line != NONE:
        ways = ways_to_complete(rules, state, line, ways)
        line = close_line(rules, own, line + 1, most)
    if why_no_slide(rules, state) == 0:
        for lane in range(2 * rules.size):
            if closing_move_along(rules, state, lane) != NONE:
                ways = one_more(ways, cells_between(rules.size, lane, 0, rules.size - 1))
    return ways


def ways_to_complete(rules: Parameters, state: State, line: int, ways: Ways) -> Ways:
    """Add the ways to fill the one or two gaps of a line: see `completing_move`."""
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
        lay(rules, state, cell, state.player + 1)
    put_down(state, places)
    holds = not opponent_wins(rules, state)
    put_down(state, -places)
    if places:
        lay(rules, state, cell, EMPTY)
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
    lay(rules, state, cell, state.player + 1)
    put_down(state, 1)
    holds = breaks(BIT[cell], ways) and not opponent_wins(rules, state)
    if slides and not holds:
        for lane in lanes_of(rules.size, cell):
            if holding_slide_along(rules, state, lane, ways_beside(ways, cell)) != NONE:
                holds = True
                break
    put_down(state, -1)
    lay(rules, state, cell, EMPTY)
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
                lay(rules, state, cell, state.player + 1)
                holds = not opponent_wins(rules, state)
                lay(rules, state, cell, EMPTY)
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
    """Return a way, or ANY_CHANGE if it needs this cell."""
    return way if way & bit == 0 else ANY_CHANGE


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
