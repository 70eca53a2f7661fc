"""A careful player of Shift Tac Toe picks the piece and the shift that together improve the lines most."""

from __future__ import annotations

from gamekit.boards.cube import (
    LINE_START,
    LINE_STEP,
    SIZES,
    THROUGH,
    THROUGH_FROM,
    first_line,
    place_of_lines,
)
from gamekit.contract import Random, draw
from gamekit.games.shift_tac_toe.bots.winning import before_shift
from gamekit.games.shift_tac_toe.rules import (
    breaks_four,
    first_cell,
    has_safe_four,
    is_uniform,
    legal_moves,
    shift_count,
    step_along,
    turn_line,
    why_illegal,
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

# What a line is worth to its owner, by the number of their pieces that it still lacks.
WORTH = (6000, 390, 120, 30, 0, 0)
THEIRS = 13  # tenths: the opponent's lines count for a little more, because they grow next
SHARED = 3  # how much less a line counts while both players have pieces on it
JITTER = 40  # the player draws among moves that are nearly equal
HARM = 120  # no good turn includes a shift that costs more than this
# The pieces on a line, of both players in one number: MINE times the mover's, and the opponent's.
MINE = SIZES[-1] + 1
COUNTS = MINE * MINE


def worth(size: int, mine: int, theirs: int) -> int:
    """Return what a line with these numbers of pieces is worth to the mover."""
    value = 10 * WORTH[size - mine] - THEIRS * WORTH[size - theirs]
    return value // (10 * SHARED) if mine > 0 and theirs > 0 else value // 10


def growth(size: int, mine: int, theirs: int) -> int:
    """Return what one more piece of the mover's adds to it."""
    if mine + theirs >= size:
        return 0
    return worth(size, mine + 1, theirs) - worth(size, mine, theirs)


NOBODYS, MOVERS, OTHERS = range(3)  # what is on a cell
# One number notes what a change of a cell does, in a field of BITS for each content the cell may get: there
# is no room for three numbers. The lowest FEW bits hold another number.
BITS, FEW = 19, 6
LEAST = -(1 << BITS - 1)  # subtracted first, because a field holds no negative number
FIELD = (1 << BITS) - 1
NO_CHANGE = sum(-LEAST << FEW + BITS * content for content in range(3))


def changed(size: int, count: int, content: int) -> int:
    """Return what a line gains if a cell of it with this content gets each of the three contents, in that
    form."""
    mine, theirs = divmod(count, MINE)
    mine, theirs = mine - int(content == MOVERS), theirs - int(content == OTHERS)
    if min(mine, theirs) < 0 or mine + theirs >= size:
        return 0  # there is no such line
    values = worth(size, mine, theirs), worth(size, mine + 1, theirs), worth(size, mine, theirs + 1)
    fields = enumerate(value - values[content] for value in values)
    return sum(value << FEW + BITS * place for place, value in fields)


# By size, count and content.
CHANGED = tuple(
    changed(n, count, what) for n in SIZES for count in range(COUNTS) for what in range(3)
)
GROWTH = tuple(growth(n, *divmod(count, MINE)) for n in SIZES for count in range(COUNTS))


def place_of_count(rules: Parameters, count: int) -> int:
    """Return where `GROWTH` holds a line with these pieces."""
    return (rules.size - SIZES[0]) * COUNTS + count


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Place the piece of the best turn, then make the best shift."""
    if rules.shifting == YES:
        note_lines(rules, state, moves)
    if state.placed == NONE:
        return code_of(rules, PLACE, best_cell(rules, state, moves, random), 0)
    return best_shift(rules, state, moves, random)


def sensible_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """List the legal moves, except shifts that change nothing, because no shift is as good (SHT-Q7)."""
    count = legal_moves(rules, state, moves)
    if state.placed == NONE:
        return count
    kept = 1  # stop
    for i in range(1, count):
        _, line, _ = meaning_of(rules, moves[i])
        if not is_uniform(rules, state, line):
            moves[kept] = moves[i]
            kept += 1
    return kept


def note_lines(rules: Parameters, state: State, notes: list[int]) -> None:
    """Note the pieces on each line, and what a change of each cell does to its lines.

    The k-th cell and the k-th line share the k-th place from that of STOP on: its lowest bits are
    the count of the line, the others what a change of the cell does.
    """
    size, first, here = rules.size, first_line(rules.size), cells(rules)
    last = first_line(size + 1)
    for k in range(max(cells(rules), last - first)):
        notes[here + k] = NO_CHANGE
    for line in range(first, last):
        count = counted(rules, state, line)
        notes[here + line - first] += count
        place = 3 * place_of_count(rules, count)
        for i in range(size):
            cell = LINE_START[line] + i * LINE_STEP[line]
            notes[here + cell] += CHANGED[place + content_of(state, cell)]


def count_noted(rules: Parameters, notes: list[int], line: int) -> int:
    """Return the noted pieces on a line."""
    return notes[cells(rules) + line - first_line(rules.size)] & ((1 << FEW) - 1)


def content_of(state: State, cell: int) -> int:
    """Return what is on a cell, as the mover sees it."""
    if state.board[cell] == EMPTY:
        return NOBODYS
    return MOVERS if state.board[cell] == state.player else OTHERS


def counted(rules: Parameters, state: State, line: int) -> int:
    """Count the pieces on a line, both players' in one number."""
    cell, step, count = LINE_START[line], LINE_STEP[line], 0
    for i in range(rules.size):
        content = state.board[cell + i * step]
        count += int(content == 1 - state.player) + MINE * int(content == state.player)
    return count


def best_cell(rules: Parameters, state: State, scratch: list[int], random: Random) -> int:
    """Return the cell to place on in the turn that makes the most of the lines, with or without a shift.

    What a piece adds on each cell stands in the first places of `scratch`.
    """
    first = first_line(rules.size)
    score_cells(rules, state, scratch, random)
    chosen = best_allowed(rules, state, scratch)
    most, highest = scratch[chosen], scratch[best_empty(rules, state, scratch)]
    guarded = has_safe_four(rules, state)
    for line in range(first, first + (shift_count(rules) if rules.shifting == YES else 0)):
        if not is_uniform(rules, state, line):
            top = max(highest, highest_on(rules, scratch, line))
            for direction in range(2):
                by_shift = gain(rules, state, scratch, line, direction)
                breaks = guarded and breaks_four(rules, state, line, direction)
                if by_shift + HARM >= 0 and not breaks:
                    more = change_scores(rules, state, scratch, line, direction, 0)
                    if by_shift + top + more > most:
                        cell, score = best_after(rules, state, scratch, line, direction)
                        if by_shift + score > most:
                            cell = before_shift(rules, line, direction, cell)
                            if is_allowed(rules, state, cell):
                                chosen, most = cell, by_shift + score
    return chosen


def score_cells(rules: Parameters, state: State, scores: list[int], random: Random) -> None:
    """Note what a piece adds to the lines of each cell."""
    for cell in range(cells(rules)):
        scores[cell] = draw(random, JITTER)
    for line in range(first_line(rules.size), first_line(rules.size + 1)):
        more = GROWTH[place_of_count(rules, counted(rules, state, line))]
        if more != 0:
            for i in range(rules.size):
                scores[LINE_START[line] + i * LINE_STEP[line]] += more


def best_allowed(rules: Parameters, state: State, scores: list[int]) -> int:
    """Return the cell with the highest score of those where a piece may be placed."""
    best = NONE
    for cell in range(cells(rules)):
        if best == NONE or scores[cell] > scores[best]:
            if is_allowed(rules, state, cell):
                best = cell
    return best


def is_allowed(rules: Parameters, state: State, cell: int) -> bool:
    """May a piece be placed here? A variant may forbid it although the cell is empty."""
    return why_illegal(rules, state, code_of(rules, PLACE, cell, 0)) == 0


def best_empty(rules: Parameters, state: State, scores: list[int]) -> int:
    """Return the empty cell with the highest score."""
    best = NONE
    for cell in range(cells(rules)):
        if state.board[cell] == EMPTY and (best == NONE or scores[cell] > scores[best]):
            best = cell
    return best


def highest_on(rules: Parameters, scores: list[int], line: int) -> int:
    """Return the highest score on a line, whose cells a shift may empty."""
    top = scores[LINE_START[line]]
    for i in range(1, rules.size):
        top = max(top, scores[LINE_START[line] + i * LINE_STEP[line]])
    return top


def best_after(
    rules: Parameters, state: State, scratch: list[int], line: int, direction: int
) -> tuple[int, int]:
    """Return the best empty cell after a shift, and its score there."""
    change_scores(rules, state, scratch, line, direction, 1)
    turn_line(rules, state, line, direction)
    cell = best_empty(rules, state, scratch)
    score = scratch[cell]
    turn_line(rules, state, line, 1 - direction)
    change_scores(rules, state, scratch, line, direction, -1)
    return cell, score


def change_scores(
    rules: Parameters, state: State, scratch: list[int], line: int, direction: int, times: int
) -> int:
    """Add to the score of each cell, this many times, how much more a piece on it adds after a shift.

    Returns a bound on what any cell gains: a cell of the shifted line is on all lines that cross it there,
    any other cell on at most one line through each of its cells.
    """
    size, along, most = rules.size, 0, 0
    cell, step = first_cell(rules, line, direction), step_along(line, direction)
    entering = state.board[cell + (size - 1) * step]
    for _ in range(size):
        leaving = state.board[cell]
        if entering != leaving:
            change, here, best = weight(state, entering) - weight(state, leaving), 0, 0
            k = place_of_lines(size, cell)
            for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
                across = THROUGH[i]
                if across != line:
                    place = place_of_count(rules, count_noted(rules, scratch, across))
                    more = GROWTH[place + change] - GROWTH[place]
                    here += max(more, 0)
                    best = max(best, more)
                    if times != 0 and more != 0:
                        for n in range(size):
                            scratch[LINE_START[across] + n * LINE_STEP[across]] += times * more
            along += best
            most = max(most, here)
        entering = leaving
        cell += step
    return max(along, most)


def weight(state: State, content: int) -> int:
    """Return what a content adds to the count of its lines."""
    if content == EMPTY:
        return 0
    return MINE if content == state.player else 1


def gain(rules: Parameters, state: State, notes: list[int], line: int, direction: int) -> int:
    """Return how much a shift improves the lines that cross this one."""
    size, here, more = rules.size, cells(rules), 0
    cell, step = first_cell(rules, line, direction), step_along(line, direction)
    place = 3 * place_of_count(rules, count_noted(rules, notes, line))
    entering = content_of(state, cell + (size - 1) * step)
    for _ in range(size):
        leaving = content_of(state, cell)
        if entering != leaving:
            across = notes[here + cell] - CHANGED[place + leaving]
            more += ((across >> FEW + BITS * entering) & FIELD) + LEAST
        entering = leaving
        cell += step
    return more


def best_shift(rules: Parameters, state: State, scratch: list[int], random: Random) -> int:
    """Return the shift, or none, that improves the lines most."""
    best, most = code_of(rules, STOP, 0, 0), draw(random, JITTER)
    first = first_line(rules.size)
    for line in range(first, first + shift_count(rules)):
        if not is_uniform(rules, state, line):
            for direction in range(2):
                more = gain(rules, state, scratch, line, direction) + draw(random, JITTER)
                move = code_of(rules, SHIFT, line, direction)
                if more > most and why_illegal(rules, state, move) == 0:
                    best, most = move, more
    return best
