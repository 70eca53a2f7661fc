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
from gamekit.games.shift_tac_toe.rounds import pieces_on, won_by
from gamekit.games.shift_tac_toe.rules import (
    breaks_four,
    first_cell,
    has_safe_four,
    is_uniform,
    shift,
    shift_count,
    step_along,
)
from gamekit.games.shift_tac_toe.state import (
    EMPTY,
    NO,
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
JITTER = 8
ENDLESS = 1 << 40  # more than anything is worth
# Equal moves are told apart by numbers below LUCK, each STRIDE from the one before.
LUCK, STRIDE = 256, 89
MINE, THEIRS = 20, 40  # a way to a four, after the turn
WON = 1 << 20
TRIES = 5  # of the best shifts, how many are tried for what the opponent can make of them


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


def safe_shift(rules: Parameters, state: State, counts: list[int], random: Random) -> int:
    """The shift, or none, that leaves the opponent fewest ways to win the round and the mover most;
    looked for among the few that improve the lines most."""
    size, me = rules.size, state.player
    for line in range(first_line(size), first_line(size + 1)):
        counts[line - first_line(size)] = counted(rules, state, line)
    mark, below = draw(random, LUCK), ENDLESS
    chosen, most = NONE, -ENDLESS
    is_close = max(state.fours[0], state.fours[1]) + 1 >= rules.fours_needed
    for _ in range(TRIES if is_close else 1):
        move, below = best_shift(rules, state, counts, mark, below)
        if move == NONE:
            break
        kind, line, direction = meaning_of(rules, move)
        if kind == SHIFT:
            shift(rules, state, line, direction)
        value = below // LUCK + prospect(rules, state, me)
        if kind == SHIFT:
            shift(rules, state, line, 1 - direction)
        if value > most:
            chosen, most = move, value
    return chosen


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


def best_shift(
    rules: Parameters, state: State, counts: list[int], mark: int, below: int
) -> tuple[int, int]:
    """The shift that improves the lines most, or to stop, and how much, of those below a limit.

    Among equals, `mark` decides.
    """
    stop = code_of(rules, STOP, 0, 0)
    best, most = NONE, -ENDLESS
    if mark < below:
        best, most = stop, mark
    guarded, begin = has_safe_four(rules, state), first_line(rules.size)
    for line in range(begin, begin + shift_count(rules)):
        if not is_uniform(rules, state, line):
            for direction in range(2):
                move = code_of(rules, SHIFT, line, direction)
                value = LUCK * gain(rules, state, counts, line, direction)
                value += (mark + move * STRIDE) % LUCK
                if most < value < below:
                    if not (guarded and breaks_four(rules, state, line, direction)):
                        best, most = move, value
    return best, most


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
                    count = counts[THROUGH[i] - first_line(size)]
                    m, t = count // (size + 1), count % (size + 1)
                    more += worth(rules, m + mine, t + theirs) - worth(rules, m, t)
        entering = leaving
        cell += step
    return more


# --- a round won within a turn -------------------------------------------------------------------


def may_win(rules: Parameters, state: State) -> bool:
    """Can the player to act win the match before the turn ends? Only in the last round, by its
    fours or by its end, and seldom without them."""
    me, turns = state.player, state.turn - state.begun
    if state.round < rules.rounds:
        return False
    if turns + 1 == cells(rules) or wins_round(rules, state, me, state.placed == NONE):
        return True
    return won_by(state, me) > 0 and loses_round(rules, state)


def loses_round(rules: Parameters, state: State) -> bool:
    """Might a shift complete the opponent's fours?"""
    fours, you = state.fours[1 - state.player], 1 - state.player
    for line in range(first_line(rules.size), first_line(rules.size + 1)):
        pieces = pieces_on(state, LINE_START[line], LINE_STEP[line], rules.size, you)
        fours += 1 if pieces == rules.size - 1 else 0
    return fours >= rules.fours_needed


def wins_round(rules: Parameters, state: State, player: int, places: bool) -> bool:
    """Can this player complete enough fours with a piece, if one is placed, and a shift?

    Never says no where it can be; it may say yes where two fours need different cells.
    """
    size, needed = rules.size, rules.fours_needed - state.fours[player]
    close, by_piece = 0, 0
    for line in range(first_line(size), first_line(size + 1)):
        pieces = pieces_on(state, LINE_START[line], LINE_STEP[line], size, player)
        if size - 1 - int(places) <= pieces < size:
            close += 1
            if places and pieces == size - 1 and has_room(rules, state, line):
                by_piece += 1
    if needed <= by_piece or close < needed:
        return needed <= by_piece
    if rules.shifting == NO:
        return False
    guarded = has_safe_four(rules, state)
    for line in range(first_line(size), first_line(size) + shift_count(rules)):
        for direction in range(2):
            more = by_shift(rules, state, player, line, direction, places)
            if more > 0 and by_piece + more >= needed:
                if not (guarded and breaks_four(rules, state, line, direction)):
                    return True
    return False


def has_room(rules: Parameters, state: State, line: int) -> bool:
    """Is a cell of the line empty?"""
    return pieces_on(state, LINE_START[line], LINE_STEP[line], rules.size, EMPTY) > 0


def by_shift(
    rules: Parameters, state: State, player: int, line: int, direction: int, places: bool
) -> int:
    """How many lines this shift completes, or prepares so that one more piece will."""
    size, count = rules.size, 0
    cell, step = first_cell(rules, line, direction), step_along(line, direction)
    entering = state.board[cell + (size - 1) * step]
    for _ in range(size):
        leaving = state.board[cell]
        brings = entering == player and leaving != player
        clears = places and entering == EMPTY and leaving == 1 - player
        if brings or clears:
            k = place_of_lines(size, cell)
            for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
                across = THROUGH[i]
                if across != line:
                    start, way = LINE_START[across], LINE_STEP[across]
                    pieces = pieces_on(state, start, way, size, player)
                    if pieces == size - 1:
                        count += 1
                    elif brings and places and pieces == size - 2:
                        empty = pieces_on(state, start, way, size, EMPTY)
                        count += 1 if empty > int(leaving == EMPTY) else 0
        entering = leaving
        cell += step
    return count
