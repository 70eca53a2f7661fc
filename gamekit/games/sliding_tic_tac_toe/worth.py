"""Sliding Tic-Tac-Toe: what lines are worth to a player who counts them.

A slide changes one cell of every line that it crosses, and several of those in its own row or column.
"""

from __future__ import annotations

from gamekit.games.sliding_tic_tac_toe.lanes import first_cell, one_way, slid, stride
from gamekit.games.sliding_tic_tac_toe.state import EMPTY, NEUTRAL, Parameters, State

FREE = (2000, 300, 100, 12, 2)  # a line that lacks 0, 1, 2, ... tiles, the others being empty
TAKEN = (0, 120, 10, 0, 0)  # and one with a single tile that is not the player's
FEAR = 2  # how much more the opponent's lines count, who moves next


def gain_of_tile(rules: Parameters, state: State, cell: int, tile: int, along: int) -> int:
    """Return what lines through a cell gain for the mover if it holds this tile from now on.

    Args:
        rules: the parameters.
        state: where the game stands.
        cell: where the tile is put, or, if it is EMPTY, taken away.
        tile: what the cell will hold.
        along: the stride of the lines to leave out; 0 for none.
    """
    size, row, column = rules.size, cell // rules.size, cell % rules.size
    gain = 0
    for direction in range(4):
        right = (1, 0, 1, -1)[direction]
        ahead = (size if direction > 0 else 0) + right
        if ahead == along:
            continue
        before = column if right > 0 else size - 1 - column if right < 0 else row
        after = size - 1 - before
        if direction > 0:
            before, after = min(before, row), min(after, size - 1 - row)
        before, after = min(before, rules.line - 1), min(after, rules.line - 1)
        if before + after + 1 >= rules.line:
            gain += gain_in_line(rules, state, cell, tile, ahead, before, after)
    return gain


def gain_in_line(
    rules: Parameters, state: State, cell: int, tile: int, ahead: int, before: int, after: int
) -> int:
    """Return the same for the lines in one direction, which reach so far before and after the cell."""
    mine, theirs, neutral, gain = 0, 0, 0, 0  # tiles beside the cell in the lines, one by one
    me, was = state.player + 1, state.board[cell]
    for k in range(-before, after + 1):
        if k != 0:
            new = state.board[cell + k * ahead]
            mine += new == me
            theirs += new == 3 - me
            neutral += new == NEUTRAL
        out = k - rules.line
        if out >= -before and out != 0:
            old = state.board[cell + out * ahead]
            mine -= old == me
            theirs -= old == 3 - me
            neutral -= old == NEUTRAL
        if k + before >= rules.line - 1:
            gain += worth(
                rules, mine + (tile == me), theirs + (tile == 3 - me), neutral + (tile == NEUTRAL)
            )
            gain -= worth(
                rules, mine + (was == me), theirs + (was == 3 - me), neutral + (was == NEUTRAL)
            )
    return gain


def worth(rules: Parameters, mine: int, theirs: int, neutral: int) -> int:
    """Return what one line with these tiles is worth to the mover."""
    return promise(rules, mine, theirs + neutral) - FEAR * promise(rules, theirs, mine + neutral)


def promise(rules: Parameters, own: int, others: int) -> int:
    """Return what one line is worth to the owner of so many of its tiles."""
    missing = rules.line - own
    if others > 1 or missing > 4:
        return 0
    return FREE[missing] if others == 0 else TAKEN[missing]


def gain_of_slide(rules: Parameters, state: State, slide: int) -> int:
    """Return what all lines gain for the mover by a slide."""
    size, lane, gain = rules.size, slide // (2 * one_way(rules.size)), 0
    start, step, within = first_cell(size, lane), stride(size, lane), slide % (2 * one_way(size))
    for place in range(size):
        cell, source = start + place * step, slid(size, within, place)
        if source != place:
            tile = state.board[start + source * step] if source >= 0 else EMPTY
            if tile != state.board[cell]:
                gain += gain_of_tile(rules, state, cell, tile, step)
    for first in range(size - rules.line + 1):
        gain += worth_of_lane(rules, state, start, step, first, within)
        gain -= worth_of_lane(rules, state, start, step, first, -1)
    return gain


def worth_of_lane(
    rules: Parameters, state: State, start: int, step: int, first: int, slide: int
) -> int:
    """Return what one line within a lane is worth to the mover, after a slide along it or (-1) now."""
    mine, theirs, neutral, me = 0, 0, 0, state.player + 1
    for place in range(first, first + rules.line):
        source = place if slide < 0 else slid(rules.size, slide, place)
        if source >= 0:
            tile = state.board[start + source * step]
            mine += tile == me
            theirs += tile == 3 - me
            neutral += tile == NEUTRAL
    return worth(rules, mine, theirs, neutral)
