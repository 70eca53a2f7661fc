"""A careful player of Shift Tac Toe, for bots: the piece and the shift that together make the most
of the lines."""

from __future__ import annotations

from gamekit.contract import Random, draw
from gamekit.games.shift_tac_toe.cube import (
    LINE_START,
    LINE_STEP,
    THROUGH,
    THROUGH_FROM,
    first_line,
    place_of_lines,
)
from gamekit.games.shift_tac_toe.reach import before_shift
from gamekit.games.shift_tac_toe.rounds import pieces_on
from gamekit.games.shift_tac_toe.rules import (
    breaks_four,
    first_cell,
    has_safe_four,
    is_uniform,
    meets_four,
    shift_count,
    step_along,
    turn_line,
)
from gamekit.games.shift_tac_toe.state import (
    EMPTY,
    NONE,
    PLACE,
    SHIFT,
    STOP,
    YES,
    Parameters,
    State,
    cells,
    code_of,
)

# What a line is worth to its owner, by the cells that still lack a piece of theirs.
WORTH = (6000, 390, 120, 30, 0, 0)
THEIRS = 13  # tenths: the opponent's lines count for a little more, being the next to grow
SHARED = 3  # how much less while both have pieces on it
JITTER = 40  # moves that are nearly equal are told apart by chance
HARM = 120  # a shift that costs more by itself is no part of a good turn


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Place the piece of the best turn, then make the best shift."""
    if rules.shifting == YES:
        count_lines(rules, state, moves)
    if state.placed == NONE:
        return code_of(rules, PLACE, best_cell(rules, state, moves, random), 0)
    return best_shift(rules, state, moves, random)


def worth(rules: Parameters, mine: int, theirs: int) -> int:
    """What a line with so many pieces of both is worth to the mover."""
    value = 10 * WORTH[rules.size - mine] - THEIRS * WORTH[rules.size - theirs]
    return value // (10 * SHARED) if mine > 0 and theirs > 0 else value // 10


def growth(rules: Parameters, mine: int, theirs: int) -> int:
    """What one more piece of the mover's adds to it."""
    if mine + theirs == rules.size:
        return 0
    return worth(rules, mine + 1, theirs) - worth(rules, mine, theirs)


def count_lines(rules: Parameters, state: State, scratch: list[int]) -> None:
    """Note the pieces on each line from the place of STOP on, where shifts have theirs."""
    here = code_of(rules, STOP, 0, 0) - first_line(rules.size)
    for line in range(first_line(rules.size), first_line(rules.size + 1)):
        scratch[here + line] = counted(rules, state, line)


def counted(rules: Parameters, state: State, line: int) -> int:
    """The pieces on a line, both players' in one number."""
    start, step, me = LINE_START[line], LINE_STEP[line], state.player
    mine = pieces_on(state, start, step, rules.size, me)
    return mine * (rules.size + 1) + pieces_on(state, start, step, rules.size, 1 - me)


def best_cell(rules: Parameters, state: State, scratch: list[int], random: Random) -> int:
    """The cell to place on in the turn that makes most of the lines, any shift included.

    What a piece adds on each cell stands in the first places of `scratch`.
    """
    size, first = rules.size, first_line(rules.size)
    for cell in range(cells(rules)):
        scratch[cell] = draw(random, JITTER)
    for line in range(first, first_line(size + 1)):
        count = counted(rules, state, line)
        more = growth(rules, count // (size + 1), count % (size + 1))
        for i in range(size):
            scratch[LINE_START[line] + i * LINE_STEP[line]] += more
    chosen = best_empty(rules, state, scratch)
    most, guarded = scratch[chosen], has_safe_four(rules, state)
    for line in range(first, first + (shift_count(rules) if rules.shifting == YES else 0)):
        if not is_uniform(rules, state, line):
            for direction in range(2):
                by_shift = gain(rules, state, scratch, line, direction, 0)
                breaks = guarded and breaks_four(rules, state, line, direction)
                if by_shift + HARM >= 0 and not breaks:
                    gain(rules, state, scratch, line, direction, 1)
                    turn_line(rules, state, line, direction)
                    cell = best_empty(rules, state, scratch)
                    if by_shift + scratch[cell] > most:
                        most = by_shift + scratch[cell]
                        chosen = before_shift(rules, line, direction, cell)
                    turn_line(rules, state, line, 1 - direction)
                    gain(rules, state, scratch, line, direction, -1)
    return chosen


def best_empty(rules: Parameters, state: State, scores: list[int]) -> int:
    """The empty cell with the highest score."""
    best = NONE
    for cell in range(cells(rules)):
        if state.board[cell] == EMPTY and (best == NONE or scores[cell] > scores[best]):
            best = cell
    return best


def gain(
    rules: Parameters, state: State, scratch: list[int], line: int, direction: int, times: int
) -> int:
    """By how much a shift improves the lines that cross this one.

    Adds to the score of each cell, so many times, by how much more a piece on it then adds.
    """
    size, me = rules.size, state.player
    here = code_of(rules, STOP, 0, 0) - first_line(size)
    cell, step = first_cell(rules, line, direction), step_along(line, direction)
    entering, more = state.board[cell + (size - 1) * step], 0
    for _ in range(size):
        leaving = state.board[cell]
        if entering != leaving:
            mine = int(entering == me) - int(leaving == me)
            theirs = int(entering == 1 - me) - int(leaving == 1 - me)
            k = place_of_lines(size, cell)
            for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
                across = THROUGH[i]
                if across != line:
                    count = scratch[here + across]
                    m, t = count // (size + 1), count % (size + 1)
                    more += worth(rules, m + mine, t + theirs) - worth(rules, m, t)
                    if times != 0:
                        change = growth(rules, m + mine, t + theirs) - growth(rules, m, t)
                        for n in range(size):
                            scratch[LINE_START[across] + n * LINE_STEP[across]] += times * change
        entering = leaving
        cell += step
    return more


def best_shift(rules: Parameters, state: State, scratch: list[int], random: Random) -> int:
    """The shift, or none, that improves the lines most."""
    best, most = code_of(rules, STOP, 0, 0), draw(random, JITTER)
    guarded, first = has_safe_four(rules, state), first_line(rules.size)
    for line in range(first, first + shift_count(rules)):
        if not is_uniform(rules, state, line):
            risky = guarded and meets_four(rules, state, line)
            for direction in range(2):
                more = gain(rules, state, scratch, line, direction, 0) + draw(random, JITTER)
                if more > most and not (risky and breaks_four(rules, state, line, direction)):
                    best, most = code_of(rules, SHIFT, line, direction), more
    return best
