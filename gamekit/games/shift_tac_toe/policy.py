"""A careful player of Shift Tac Toe, for bots: fours first, then lines that may become one.

A turn is a piece and a shift, so a line becomes a four within it from two pieces on, wherever a
shift across it brings another one (`is_fed`).
"""

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
from gamekit.games.shift_tac_toe.rounds import pieces_on
from gamekit.games.shift_tac_toe.rules import (
    breaks_four,
    first_cell,
    has_safe_four,
    is_uniform,
    meets_four,
    move_count,
    shift,
    shift_count,
    step_along,
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
    meaning_of,
)

# What a line is worth to its owner, by the cells that still lack a piece of theirs.
WORTH = (2000, 120, 40, 10, 0, 0)
SHARED = 3  # how much less while the opponent has pieces on it, too
FOUR = 1500  # a four within this turn
BLOCK = 600  # in the way of one of the opponent's
URGENT = 10  # how much more so where it decides the round
JITTER = 8  # equal moves are told apart by chance
DISTURB = 60  # a line that the opponent could complete
ENDLESS = 1 << 40  # more than anything is worth
MINE, THEIRS = 20, 40  # a way to a four, after the turn
WON = 1 << 20
TRIES = 8  # of the best shifts, how many are tried for what the opponent can make of them


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Complete the most fours, prevent the opponent's, and otherwise make the most of the lines."""
    if state.placed == NONE:
        return code_of(rules, PLACE, best_cell(rules, state, moves, random), 0)
    return safe_shift(rules, state, moves, random)


def worth(rules: Parameters, mine: int, theirs: int) -> int:
    """What a line with so many pieces of both is worth to the mover."""
    value = WORTH[rules.size - mine] - WORTH[rules.size - theirs]
    return value // SHARED if mine > 0 and theirs > 0 else value


def best_cell(rules: Parameters, state: State, scores: list[int], random: Random) -> int:
    """The empty cell where a piece does most; one of them, where there are several."""
    size, me, needed = rules.size, state.player, rules.fours_needed - 1
    four = FOUR * (URGENT * URGENT if state.fours[me] >= needed else 1)
    block = BLOCK * (URGENT if state.fours[1 - me] >= needed else 1)
    for cell in range(cells(rules)):
        scores[cell] = draw(random, JITTER)
    for line in range(first_line(size), first_line(size + 1)):
        start, step = LINE_START[line], LINE_STEP[line]
        mine = pieces_on(state, start, step, size, me)
        theirs = pieces_on(state, start, step, size, 1 - me)
        if mine + theirs < size:
            more = worth(rules, mine + 1, theirs) - worth(rules, mine, theirs)
            for i in range(size):
                scores[start + i * step] += more
        if size - 2 <= mine < size:
            add_ways(rules, state, scores, line, me, four)
        if size - 2 <= theirs < size:
            add_ways(rules, state, scores, line, 1 - me, block)
    best = NONE
    for cell in range(cells(rules)):
        if state.board[cell] == EMPTY and (best == NONE or scores[cell] > scores[best]):
            best = cell
    return best


def add_ways(
    rules: Parameters, state: State, scores: list[int], line: int, player: int, score: int
) -> None:
    """Add a score to the cells where one more piece of this player's makes a four of a line that
    lacks one or two, with or without a shift."""
    size, start, step = rules.size, LINE_START[line], LINE_STEP[line]
    lacks = size - pieces_on(state, start, step, size, player)
    for i in range(size):
        cell = start + i * step
        if state.board[cell] == EMPTY and lacks == 1:
            scores[cell] += score
        elif state.board[cell] == EMPTY:
            for n in range(size):
                if n != i and state.board[start + n * step] != player:
                    if feeds(rules, state, line, start + n * step, player) > 0:
                        scores[cell] += score


def feeds(rules: Parameters, state: State, line: int, cell: int, player: int) -> int:
    """How many shifts across this line bring a piece of this player's to this cell of it."""
    count, guarded = 0, has_safe_four(rules, state)
    k = place_of_lines(rules.size, cell)
    last = first_line(rules.size) + (shift_count(rules) if rules.shifting == YES else 0)
    for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
        across = THROUGH[i]
        if across != line and across < last:
            for direction in range(2):
                if state.board[cell_before(rules, across, direction, cell)] == player:
                    if not (guarded and breaks_four(rules, state, across, direction)):
                        count += 1
    return count


def ways(rules: Parameters, state: State, player: int) -> int:
    """In how many ways this player could complete a four with a piece and a shift."""
    size, count = rules.size, 0
    for line in range(first_line(size), first_line(size + 1)):
        start, step = LINE_START[line], LINE_STEP[line]
        lacks = size - pieces_on(state, start, step, size, player)
        if lacks == 1 or lacks == 2:
            room = pieces_on(state, start, step, size, EMPTY)
            for cell in range(start, start + size * step, step):
                content = state.board[cell]
                if content != player:
                    if lacks == 1:
                        count += 1 if content == EMPTY else 0
                        count += feeds(rules, state, line, cell, player)
                        count += feeds(rules, state, line, cell, EMPTY) if content != EMPTY else 0
                    elif room > int(content == EMPTY):
                        count += feeds(rules, state, line, cell, player)
    return count


def cell_before(rules: Parameters, line: int, direction: int, cell: int) -> int:
    """The cell of a line whose content a shift in this direction brings to this one."""
    first, step = first_cell(rules, line, direction), step_along(line, direction)
    return first + (rules.size - 1) * step if cell == first else cell - step


def safe_shift(rules: Parameters, state: State, scores: list[int], random: Random) -> int:
    """The shift, or none, that leaves the opponent fewest ways to win the round and the mover most;
    looked for among the few that improve the lines most and disturb most of those ways."""
    me, stop = state.player, code_of(rules, STOP, 0, 0)
    score_shifts(rules, state, scores, random)
    is_close = max(state.fours[0], state.fours[1]) + 1 >= rules.fours_needed
    chosen, most = stop, -ENDLESS
    for _ in range(TRIES if is_close else 1):
        best = stop
        for move in range(stop, move_count(rules)):
            best = move if scores[move] > scores[best] else best
        value = scores[best]
        if value == -ENDLESS:
            break
        _, line, direction = meaning_of(rules, best)
        if best != stop:
            shift(rules, state, line, direction)
        value += prospect(rules, state, me) if is_close else 0
        if best != stop:
            shift(rules, state, line, 1 - direction)
        if value > most:
            chosen, most = best, value
        scores[best] = -ENDLESS
    return chosen


def score_shifts(rules: Parameters, state: State, scores: list[int], random: Random) -> None:
    """Fill the places of all shifts, and of the stop before them, with what they seem to be worth.

    The places below, of the cells, hold the counts of the lines meanwhile.
    """
    size, stop = rules.size, code_of(rules, STOP, 0, 0)
    for line in range(first_line(size), first_line(size + 1), 2):
        scores[(line - first_line(size)) // 2] = counted(rules, state, line) + (
            counted(rules, state, line + 1) << 8 if line + 1 < first_line(size + 1) else 0
        )
    for move in range(stop, move_count(rules)):
        scores[move] = draw(random, JITTER)
    if state.fours[1 - state.player] + 1 >= rules.fours_needed:
        disturb(rules, state, scores)
    guarded, move = has_safe_four(rules, state), stop + 1
    for line in range(first_line(size), first_line(size) + shift_count(rules)):
        is_pointless = is_uniform(rules, state, line)
        risky = guarded and not is_pointless and meets_four(rules, state, line)
        for direction in range(2):
            if is_pointless or (risky and breaks_four(rules, state, line, direction)):
                scores[move] = -ENDLESS
            else:
                scores[move] += gain(rules, state, scores, line, direction)
            move += 1


def disturb(rules: Parameters, state: State, scores: list[int]) -> None:
    """Add to the score of the shifts that move a piece of a line of which the opponent could make a
    four in the next turn."""
    size, you = rules.size, 1 - state.player
    for line in range(first_line(size), first_line(size + 1)):
        start, step = LINE_START[line], LINE_STEP[line]
        pieces = pieces_on(state, start, step, size, you)
        if size - 2 <= pieces < size and state.fours[you] < rules.fours_needed:
            for cell in range(start, start + size * step, step):
                if state.board[cell] != you and feeds(rules, state, line, cell, you) > 0:
                    for other in range(start, start + size * step, step):
                        if state.board[other] == you:
                            add_to_shifts(rules, scores, line, other, DISTURB)


def add_to_shifts(
    rules: Parameters, scores: list[int], besides: int, cell: int, score: int
) -> None:
    """Add to the score of all shifts through a cell but for those of one line."""
    k, first = place_of_lines(rules.size, cell), first_line(rules.size)
    for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
        if THROUGH[i] != besides and THROUGH[i] < first + shift_count(rules):
            for direction in range(2):
                scores[code_of(rules, SHIFT, THROUGH[i], direction)] += score


def prospect(rules: Parameters, state: State, me: int) -> int:
    """What the ways to complete fours are worth to the player who has just moved."""
    if state.fours[me] >= rules.fours_needed:
        return WON
    theirs = ways(rules, state, 1 - me)
    nearly = state.fours[1 - me] + 1 >= rules.fours_needed and theirs > 0
    lost = state.fours[1 - me] >= rules.fours_needed or nearly
    return MINE * ways(rules, state, me) - THEIRS * theirs - (WON if lost else 0)


def counted(rules: Parameters, state: State, line: int) -> int:
    """The pieces on a line, both players' in one number."""
    start, step, me = LINE_START[line], LINE_STEP[line], state.player
    mine = pieces_on(state, start, step, rules.size, me)
    return mine * (rules.size + 1) + pieces_on(state, start, step, rules.size, 1 - me)


def gain(rules: Parameters, state: State, counts: list[int], line: int, direction: int) -> int:
    """By how much a shift improves the lines that cross this one."""
    size, me = rules.size, state.player
    cell, step = first_cell(rules, line, direction), step_along(line, direction)
    entering, more = state.board[cell + (size - 1) * step], 0
    for _ in range(size):
        leaving = state.board[cell]
        if entering != leaving:
            mine = int(entering == me) - int(leaving == me)
            theirs = int(entering == 1 - me) - int(leaving == 1 - me)
            k = place_of_lines(size, cell)
            for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
                if THROUGH[i] != line:
                    across = THROUGH[i] - first_line(size)
                    count = counts[across // 2] >> across % 2 * 8 & 255
                    m, t = count // (size + 1), count % (size + 1)
                    more += worth(rules, m + mine, t + theirs) - worth(rules, m, t)
        entering = leaving
        cell += step
    return more
