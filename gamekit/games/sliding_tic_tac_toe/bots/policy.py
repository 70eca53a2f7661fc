"""A careful player of Sliding Tic-Tac-Toe finishes lines, breaks the opponent's, and builds."""

from __future__ import annotations

from itertools import accumulate

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
    stride,
)
from gamekit.contract import SURE, Random, draw
from gamekit.games.sliding_tic_tac_toe.bots.winning import (
    LENGTHS,
    LINE_START,
    LINE_STEP,
    LINES,
    first_line,
    last_line,
    winning_move,
    wins_with_neutral,
)
from gamekit.games.sliding_tic_tac_toe.rules import (
    count_slides,
    has_acted,
    has_five,
    legal_moves,
    may_slide_all,
    may_slide_these,
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
    Parameters,
    State,
    code_of,
)

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
