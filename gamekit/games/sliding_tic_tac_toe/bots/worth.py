"""Sliding Tic-Tac-Toe: what lines are worth to a player who counts them.

A slide changes one cell of every line that it crosses, and several of those in its own row or column.
Each line is counted once, before moves are compared.
"""

from __future__ import annotations

from itertools import accumulate

from gamekit.boards.grid import windows
from gamekit.boards.lanes import BEGIN, CUT, END, MOST, MOST_CELLS, first_cell, one_way, stride
from gamekit.games.sliding_tic_tac_toe.bots.winning import (
    LENGTHS,
    LINE_START,
    LINE_STEP,
    first_line,
    last_line,
)
from gamekit.games.sliding_tic_tac_toe.state import (
    EMPTY,
    NEUTRAL,
    Parameters,
    State,
)

FREE = (2000, 300, 100, 12, 2)  # a line that lacks 0, 1, 2, ... tiles, the others being empty
TAKEN = (0, 120, 10, 0, 0)  # a line with a single tile that is not the player's
FEAR = 2  # how much more the opponent's lines count, because they move next

# One number counts the tiles in a line: its digits are own tiles, the opponent's and neutral ones.
BASE = MOST + 1
OWN_TILE, THEIR_TILE, COUNTS = BASE * BASE, BASE, BASE**3
PAIR = 1024  # more than COUNTS: two lines share a number, as a board may have more lines than moves


def promise(line: int, own: int, others: int) -> int:
    """Return what one line is worth to the owner of so many of its tiles."""
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
    through: list[list[int]] = []
    for size in range(MOST + 1):
        for length in range(2, MOST + 1):
            first = len(through)
            through += [[] for _ in range(MOST_CELLS * 4)]
            for number, line in enumerate(windows(size, size, length)):
                direction = (1, size, size + 1, size - 1).index(line[1] - line[0])
                for cell in line:
                    through[first + 4 * cell + direction].append(number)
    lines = tuple(number for numbers in through for number in numbers)
    return lines, tuple(accumulate(map(len, through), initial=0))


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
