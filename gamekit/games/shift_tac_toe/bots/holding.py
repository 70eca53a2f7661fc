"""Can a player of Shift Tac Toe who has placed a piece still shift the opponent's threats away?

If the opponent lacks one four, the module looks once through all their ways to complete it. A shift that does
not touch a way leaves it as it is, so only a few lines remain to be tried.
"""

from __future__ import annotations

from gamekit.boards.cube import (
    BEFORE,
    LINE_START,
    LINE_STEP,
    SIZES,
    THROUGH,
    THROUGH_FROM,
    WIDTH,
    cells_of,
    first_line,
    lacks_few,
    lines,
    pieces_of,
    place_of_lines,
    through,
)
from gamekit.games.shift_tac_toe.bots.winning import (
    is_enough,
    line_to_win,
    may_be_completed,
    may_shift,
    wins_round,
)
from gamekit.games.shift_tac_toe.rules import (
    is_uniform,
    meets_four,
    pieces_on,
    shift,
    shift_count,
    turn_line,
)
from gamekit.games.shift_tac_toe.state import (
    EMPTY,
    NONE,
    UNLOCKED,
    Parameters,
    State,
    cells,
)

ALL = (1 << WIDTH) - 1


def as_bits(size: int, crossing: set[int]) -> int:
    """Return these lines of a cube as the bits of one long number."""
    return sum(1 << line - first_line(size) for line in crossing)


_AT = [as_bits(n, set(through(n, cell))) for n in SIZES for cell in range(n**3)]
_ON = [
    as_bits(n, {other for cell in cells_of(n, line) for other in through(n, cell)})
    for n in SIZES
    for line in lines(n)
]
# The lines through a cell, by `place_of_lines`, and the lines that share a cell with a line.
AT_LOW, AT_HIGH = tuple(bits & ALL for bits in _AT), tuple(bits >> WIDTH for bits in _AT)
ON_LOW, ON_HIGH = tuple(bits & ALL for bits in _ON), tuple(bits >> WIDTH for bits in _ON)


def may_hold(rules: Parameters, state: State) -> bool:
    """Might a shift, or none, leave the opponent without a win of the round in the next turn?

    The answer is known only after the piece is placed, and if one more four would win for the opponent.
    """
    you, size = 1 - state.player, rules.size
    if state.placed == NONE or not lacks_one_four(rules, state, you):
        return True
    low, high = touching_all(rules, state, you)
    if low == ALL:
        return True
    threat = first_line(size)  # the line that the opponent could complete last
    for k in range(shift_count(rules)):
        line = first_line(size) + k
        touches = (low >> k if k < WIDTH else high >> k - WIDTH) & 1
        if touches and not is_uniform(rules, state, line):
            for direction in range(2):
                if may_shift(rules, state, line, direction):
                    left = threat_left(rules, state, line, direction, threat)
                    if left != NONE:
                        threat = left
                    elif holds(rules, state, line, direction):
                        return True
    return a_four_holds(rules, state)


def lacks_one_four(rules: Parameters, state: State, player: int) -> bool:
    """Does this player lack just one four to win, in the next turn, a round that is still open?"""
    is_last = state.turn - state.begun + 1 == cells(rules)
    is_decided = state.fours[1 - player] >= rules.fours_needed
    lacks = rules.fours_needed - state.fours[player]
    can_be_enough = rules.four_lock != UNLOCKED and is_enough(rules, state, player)
    return lacks == 1 and can_be_enough and not is_last and not is_decided


def threat_left(rules: Parameters, state: State, line: int, direction: int, begin: int) -> int:
    """Return a line that the opponent can complete after this shift, or NONE.

    The function does not count fours again, so it misses fours that the shift makes. `a_four_holds` looks for
    the mover's.
    """
    you, left = 1 - state.player, begin
    turn_line(rules, state, line, direction)
    if not may_be_completed(rules, state, you, begin, True, False):
        left = line_to_win(rules, state, you, True)
    turn_line(rules, state, line, 1 - direction)
    return left


def holds(rules: Parameters, state: State, line: int, direction: int) -> bool:
    """Does this shift win, or leave the opponent without a win?"""
    me, you, needed = state.player, 1 - state.player, rules.fours_needed
    shift(rules, state, line, direction)
    may = state.fours[me] >= needed or not wins_round(rules, state, you, True)
    shift(rules, state, line, 1 - direction)
    return may


def a_four_holds(rules: Parameters, state: State) -> bool:
    """Does a shift hold that completes a four of the mover's, which forbids others?"""
    size, me = rules.size, state.player
    low, high = pieces_of(rules.size, state.board, me)
    for line in range(first_line(size), first_line(size + 1)):
        start, step = LINE_START[line], LINE_STEP[line]
        if lacks_few(line, low, high, 1):
            for cell in range(start, start + size * step, step):
                if state.board[cell] != me and a_feed_holds(rules, state, line, cell):
                    return True
    return False


def a_feed_holds(rules: Parameters, state: State, line: int, cell: int) -> bool:
    """Does a shift hold that brings a piece of the mover's to this cell of the line?"""
    k, last = place_of_lines(rules.size, cell), first_line(rules.size) + shift_count(rules)
    for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
        across = THROUGH[i]
        if across != line and across < last:
            for direction in range(2):
                if state.board[BEFORE[2 * i + direction]] == state.player:
                    if may_shift(rules, state, across, direction):
                        if holds(rules, state, across, direction):
                            return True
    return False


def touching_all(rules: Parameters, state: State, player: int) -> tuple[int, int]:
    """Return the lines that touch every way in which this player, who lacks one four, can win with a piece
    and a shift. Return all lines if there is no such way.

    Ways in which the piece saves a four from the shift are left out.
    """
    size, low, high = rules.size, ALL, ALL
    here, there = pieces_of(rules.size, state.board, player)
    for line in range(first_line(size), first_line(size + 1)):
        if lacks_few(line, here, there, 2):
            start, step = LINE_START[line], LINE_STEP[line]
            lacks = size - pieces_on(state, start, step, size, player)
            room = pieces_on(state, start, step, size, EMPTY)
            if lacks == 1 and room == 1:
                low, high = low & ON_LOW[line], high & ON_HIGH[line]
            for cell in range(start, start + size * step, step):
                content = state.board[cell]
                if content != player and (lacks == 1 or room > int(content == EMPTY)):
                    clears = lacks == 1 and content != EMPTY
                    few, others = touching_feeds(rules, state, player, line, cell, clears)
                    low, high = low & few, high & others
    return low, high


def touching_feeds(
    rules: Parameters, state: State, player: int, line: int, cell: int, clears: bool
) -> tuple[int, int]:
    """Return the lines that touch this one and every shift that brings the player's piece to this cell of it,
    or nothing where that clears it. Return all lines if there is no such shift."""
    low, high, k = ALL, ALL, place_of_lines(rules.size, cell)
    last = first_line(rules.size) + shift_count(rules)
    for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
        across = THROUGH[i]
        if across != line and across < last:
            for direction in range(2):
                before = BEFORE[2 * i + direction]
                content = state.board[before]
                if content == player or (clears and content == EMPTY):
                    at = place_of_lines(rules.size, before)
                    few, others = AT_LOW[at], AT_HIGH[at]
                    if meets_four(rules, state, across):
                        # Whether it may be shifted depends on all its cells.
                        if not may_shift(rules, state, across, direction):
                            continue
                        few, others = ON_LOW[across], ON_HIGH[across]
                    low, high = low & (few | ON_LOW[line]), high & (others | ON_HIGH[line])
    return low, high
