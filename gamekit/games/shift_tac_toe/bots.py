"""Bots of Shift Tac Toe: a careful player picks the piece and the shift that together improve the lines most.

Which fours can a player complete within the turn, and does one of them win? Can a player who has placed a
piece still shift the opponent's threats away? Counting pieces usually answers the first question. Otherwise
the functions try the shifts. For the second, if the opponent lacks one four, they look once through all the
opponent's ways to complete it. A shift that does not touch a way leaves it as it is, so only a few lines
remain to be tried.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from gamekit.boards.cube import (
    BEFORE,
    LINE_HIGH,
    LINE_LOW,
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
from gamekit.contract import ONGOING, SURE, Random, draw
from gamekit.games.shift_tac_toe.rules import (
    breaks_four,
    count_fours,
    first_cell,
    has_safe_four,
    is_uniform,
    lead,
    legal_moves,
    meets_four,
    pieces_on,
    put,
    shift,
    shift_count,
    step_along,
    threes,
    turn_line,
    why_illegal,
    won_by,
)
from gamekit.games.shift_tac_toe.state import (
    EMPTY,
    NO,
    NONE,
    PLACE,
    PRESERVE,
    SHIFT,
    STOP,
    TO_MOVER,
    UNLOCKED,
    WINDOWS,
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
# One number counts the pieces on a line: MINE times the mover's, plus the opponent's.
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
# One number notes what a change of a cell does, in a field of BITS for each content the cell may get, because
# there is no room for three numbers. The lowest FEW bits hold another number.
BITS, FEW = 19, 6
LEAST = -(1 << BITS - 1)  # subtracted first, because a field holds no negative number
FIELD = (1 << BITS) - 1
NO_CHANGE = sum(-LEAST << FEW + BITS * content for content in range(3))


def changed(size: int, count: int, content: int) -> int:
    """Return what a line gains if a cell of it with this content gets each of the three contents, as fields
    of one number."""
    mine, theirs = divmod(count, MINE)
    mine, theirs = mine - int(content == MOVERS), theirs - int(content == OTHERS)
    if min(mine, theirs) < 0 or mine + theirs >= size:
        return 0  # there is no such line
    values = worth(size, mine, theirs), worth(size, mine + 1, theirs), worth(size, mine, theirs + 1)
    fields = enumerate(value - values[content] for value in values)
    return sum(value << FEW + BITS * place for place, value in fields)


# What `changed` and `growth` return, by size, count and content.
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
    sensible = 1  # stop
    for i in range(1, count):
        _, line, _ = meaning_of(rules, moves[i])
        if not is_uniform(rules, state, line):
            moves[sensible] = moves[i]
            sensible += 1
    return sensible


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
        count = count_of(rules, state, line)
        notes[here + line - first] += count
        place = 3 * place_of_count(rules, count)
        for i in range(size):
            cell = LINE_START[line] + i * LINE_STEP[line]
            notes[here + cell] += CHANGED[place + content_of(state, cell)]


def count_noted(rules: Parameters, notes: list[int], line: int) -> int:
    """Return the noted count of a line."""
    return notes[cells(rules) + line - first_line(rules.size)] & ((1 << FEW) - 1)


def content_of(state: State, cell: int) -> int:
    """Return what is on a cell, as the mover sees it."""
    if state.board[cell] == EMPTY:
        return NOBODYS
    return MOVERS if state.board[cell] == state.player else OTHERS


def count_of(rules: Parameters, state: State, line: int) -> int:
    """Return the number that counts the pieces on a line: see MINE."""
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
        more = GROWTH[place_of_count(rules, count_of(rules, state, line))]
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


# --- who can win, and who can hold ---------------------------------------------------------------


def wins_round(rules: Parameters, state: State, player: int, places: bool) -> bool:
    """Can this player complete enough fours with a shift and, if `places`, with a piece before it?"""
    size, needed = rules.size, rules.fours_needed - state.fours[player]
    if needed <= 0:
        return True
    if needed == 1:
        return line_to_win(rules, state, player, places) != NONE
    few, near, close, by_piece = 1 + int(places), 0, 0, 0
    low, high = pieces_of(rules.size, state.board, player)
    lacked_low, lacked_high, shared = 0, 0, 0  # cells that a line lacks, or two lines do
    for line in range(first_line(size), first_line(size + 1)):
        if lacks_few(line, low, high, few):
            pieces = pieces_on(state, LINE_START[line], LINE_STEP[line], size, player)
            close += int(pieces < size)
            near += int(pieces == size - 1)
            if places and pieces == size - 1 and has_room(rules, state, line):
                by_piece += 1
            here, there = LINE_LOW[line] & ~low, LINE_HIGH[line] & ~high
            shared |= (lacked_low & here) | (lacked_high & there)
            lacked_low, lacked_high = lacked_low | here, lacked_high | there
    # A shift and a piece complete several lines that lack two pieces each only if all of them lack the cell
    # of the piece.
    if close < needed or (near == 0 and shared == 0):
        return False
    if needed <= by_piece and completes(rules, state, player):
        return True
    if rules.shifting == NO:
        return False
    for line in range(first_line(size), first_line(size) + shift_count(rules)):
        if (LINE_LOW[line] & lacked_low) | (LINE_HIGH[line] & lacked_high) == 0:
            continue
        for direction in range(2):
            more = by_shift(rules, state, player, line, direction, places)
            if more > 0 and by_piece + more >= needed:
                if shift_wins(rules, state, player, line, direction, places):
                    return True
    return False


def completes(rules: Parameters, state: State, player: int) -> bool:
    """Is there a cell where a piece completes enough fours?"""
    for line in range(first_line(rules.size), first_line(rules.size + 1)):
        cell = lacking_cell(rules, state, player, line)
        if cell != NONE:
            if state.fours[player] + more_fours(rules, state, player, cell) >= rules.fours_needed:
                return True
    return False


def lacking_cell(rules: Parameters, state: State, player: int, line: int) -> int:
    """Return the empty cell of a line that lacks only one piece of the player's, or NONE."""
    start, step, lacking = LINE_START[line], LINE_STEP[line], NONE
    for i in range(rules.size):
        content = state.board[start + i * step]
        if content != player:
            if content != EMPTY or lacking != NONE:
                return NONE
            lacking = start + i * step
    return lacking


def more_fours(rules: Parameters, state: State, player: int, cell: int) -> int:
    """Count the lines that a piece on this empty cell completes."""
    k, count = place_of_lines(rules.size, cell), 0
    for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
        start, step = LINE_START[THROUGH[i]], LINE_STEP[THROUGH[i]]
        count += int(pieces_on(state, start, step, rules.size, player) == rules.size - 1)
    return count


def shift_wins(
    rules: Parameters, state: State, player: int, line: int, direction: int, places: bool
) -> bool:
    """Does this shift win the round or, if `places`, a piece together with it?"""
    if not places and not may_shift(rules, state, line, direction):
        return False
    turn_line(rules, state, line, direction)
    fours, near = 0, 0
    for each in range(first_line(rules.size), first_line(rules.size + 1)):
        pieces = pieces_on(state, LINE_START[each], LINE_STEP[each], rules.size, player)
        fours += int(pieces == rules.size)
        near += int(places and pieces == rules.size - 1 and has_room(rules, state, each))
    wins = not places and fours >= rules.fours_needed
    if places and fours >= rules.fours_needed:
        for cell in range(cells(rules)):
            wins = wins or (
                state.board[cell] == EMPTY
                and may_go_before(rules, state, player, cell, line, direction)
            )
    elif places and fours + near >= rules.fours_needed:
        for each in range(first_line(rules.size), first_line(rules.size + 1)):
            cell = lacking_cell(rules, state, player, each)
            if not wins and cell != NONE:
                more = more_fours(rules, state, player, cell)
                if fours + more >= rules.fours_needed:
                    wins = may_go_before(rules, state, player, cell, line, direction)
    turn_line(rules, state, line, 1 - direction)
    return wins


def may_go_before(
    rules: Parameters, state: State, player: int, cell: int, line: int, direction: int
) -> bool:
    """Might the piece that this shift brings to this cell have been placed before the shift?"""
    turn_line(rules, state, line, 1 - direction)
    before = before_shift(rules, line, direction, cell)
    may = may_shift_after(rules, state, player, before, line, direction)
    turn_line(rules, state, line, direction)
    return may


def may_shift(rules: Parameters, state: State, line: int, direction: int) -> bool:
    """Do the fours allow this shift (SHT-10)?"""
    return not (has_safe_four(rules, state) and breaks_four(rules, state, line, direction))


def may_shift_after(
    rules: Parameters, state: State, player: int, cell: int, line: int, direction: int
) -> bool:
    """Do the fours allow this shift after a piece is placed on this cell, which may make another four?"""
    put(rules, state, cell, player)
    may = may_shift(rules, state, line, direction)
    count_fours(rules, state, cell, NONE, -1)
    state.board[cell] = EMPTY
    return may


def piece_saves(rules: Parameters, state: State, player: int, line: int, direction: int) -> bool:
    """Does a piece of the player's, placed first, enter the one four that this shift would break?"""
    cell, step = first_cell(rules, line, direction), step_along(line, direction)
    entering, saved = state.board[cell + (rules.size - 1) * step], 0
    for _ in range(rules.size):
        leaving = state.board[cell]
        if state.locks[cell] > 0 and leaving != entering:
            if entering != EMPTY or leaving != player:
                return False
            saved += 1
        entering = leaving
        cell += step
    return saved == 1 and rules.four_lock == PRESERVE


def before_shift(rules: Parameters, line: int, direction: int, cell: int) -> int:
    """Return where a piece stands before this shift brings it to this cell."""
    first, step = first_cell(rules, line, direction), step_along(line, direction)
    for i in range(rules.size):
        if first + i * step == cell:
            return cell - step if i > 0 else first + (rules.size - 1) * step
    return cell


def line_to_win(rules: Parameters, state: State, player: int, places: bool) -> int:
    """Return a line that this player can complete with a shift and, if `places`, a piece, or NONE."""
    first, last = first_line(rules.size), first_line(rules.size + 1)
    # Shifts that might break a four of their own are legal here, and need a closer look.
    low, high = pieces_of(rules.size, state.board, player)
    few = 1 + int(places)
    if rules.four_lock != UNLOCKED or state.fours[player] == 0:
        for line in range(first, last):
            if lacks_few(line, low, high, few):
                if may_be_completed(rules, state, player, line, places, False):
                    return line
        if not places or rules.four_lock != PRESERVE or not has_safe_four(rules, state):
            return NONE
    for line in range(first, last):
        if lacks_few(line, low, high, few):
            if may_be_completed(rules, state, player, line, places, True):
                return line
    return NONE


def may_be_completed(
    rules: Parameters, state: State, player: int, line: int, places: bool, closely: bool
) -> bool:
    """Can a shift and, if `places`, a piece complete this line?"""
    size = rules.size
    lacks = size - pieces_on(state, LINE_START[line], LINE_STEP[line], size, player)
    if lacks == 1 and places and has_room(rules, state, line):
        return True
    if lacks == 1 or (lacks == 2 and places):
        return rules.shifting == YES and is_any_fed(
            rules, state, player, line, lacks, places, closely
        )
    return False


def is_any_fed(
    rules: Parameters,
    state: State,
    player: int,
    line: int,
    lacks: int,
    places: bool,
    closely: bool,
) -> bool:
    """Does a shift complete this line, or prepare it so that one more piece will?"""
    start, step, size = LINE_START[line], LINE_STEP[line], rules.size
    room = pieces_on(state, start, step, size, EMPTY) if lacks == 2 else 0
    for cell in range(start, start + size * step, step):
        content = state.board[cell]
        if content != player and (lacks == 1 or room > int(content == EMPTY)):
            if is_fed(rules, state, line, cell, player, player, places, closely):
                return True
            clears = places and lacks == 1 and content != EMPTY
            if clears and is_fed(rules, state, line, cell, EMPTY, player, places, closely):
                return True
    return False


def is_fed(
    rules: Parameters,
    state: State,
    line: int,
    cell: int,
    content: int,
    player: int,
    places: bool,
    closely: bool,
) -> bool:
    """Does a shift across this line bring this content to this cell of it?

    A closer look goes to shifts that break a four of the player's own, or would without the new piece.
    """
    k, last = place_of_lines(rules.size, cell), first_line(rules.size) + shift_count(rules)
    for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
        across = THROUGH[i]
        if across != line and across < last:
            for direction in range(2):
                if state.board[BEFORE[2 * i + direction]] == content:
                    may = may_shift(rules, state, across, direction)
                    if not closely and may:
                        return True
                    if closely and (
                        rules.four_lock == UNLOCKED
                        or (not may and piece_saves(rules, state, player, across, direction))
                    ):
                        if shift_wins(rules, state, player, across, direction, places):
                            return True
    return False


def has_room(rules: Parameters, state: State, line: int) -> bool:
    """Is a cell of the line empty?"""
    return pieces_on(state, LINE_START[line], LINE_STEP[line], rules.size, EMPTY) > 0


def by_shift(
    rules: Parameters, state: State, player: int, line: int, direction: int, places: bool
) -> int:
    """Count the lines that this shift completes, or prepares so that one more piece will."""
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


def may_win(rules: Parameters, state: State) -> int:
    """Can the player to act win the round before the turn ends? They may win by fours, by filling the cube
    or, rarely, by losing the last round well enough to win the match."""
    me, turns = state.player, state.turn - state.begun
    if turns + 1 == cells(rules):
        return True
    if wins_round(rules, state, me, state.placed == NONE):
        return SURE if is_enough(rules, state, me) else True
    return state.round == rules.rounds and won_by(state, me) > 0 and loses_well(rules, state)


def is_enough(rules: Parameters, state: State, player: int) -> bool:
    """Do enough fours win in a turn of this player's, even if they give the opponent enough as well?

    They do not in the last round of a match if each player has then won one, because threes decide it
    (SHT-14).
    """
    evens_up = state.round == rules.rounds and won_by(state, 1 - player) > 0
    return rules.simultaneous == TO_MOVER and not evens_up


def standing(rules: Parameters, state: State) -> int:
    """Judge the rounds. A player who has won one needs another, or more threes (SHT-13, SHT-15)."""
    ahead = int(won_by(state, 0) > 0) - int(won_by(state, 1) > 0)
    return 50 + 25 * ahead if state.winner == ONGOING else 50


def loses_well(rules: Parameters, state: State) -> bool:
    """Might a shift complete the opponent's fours, and yet leave the mover ahead by threes?

    It does not ask whether a four forbids the shift.
    """
    size, you, near = rules.size, 1 - state.player, 0
    low, high = pieces_of(rules.size, state.board, you)
    for line in range(first_line(size), first_line(size + 1)):
        start, step = LINE_START[line], LINE_STEP[line]
        if lacks_few(line, low, high, 1):
            for cell in range(start, start + size * step, step):
                if state.board[cell] != you:
                    near += 1
                    if gives_well(rules, state, line, cell):
                        return True
    return state.fours[you] + 1 < rules.fours_needed <= state.fours[you] + near


def gives_well(rules: Parameters, state: State, line: int, cell: int) -> bool:
    """Might a shift bring a piece of the opponent's to this cell of a line, which completes enough
    fours, and leave the mover ahead by threes?"""
    k, last = place_of_lines(rules.size, cell), first_line(rules.size) + shift_count(rules)
    you, may = 1 - state.player, False
    if rules.shifting == NO or state.fours[you] + 1 < rules.fours_needed:
        return False
    for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
        across = THROUGH[i]
        if across != line and across < last:
            for direction in range(2):
                if not may and state.board[BEFORE[2 * i + direction]] == you:
                    turn_line(rules, state, across, direction)
                    may = may_lead(rules, state)
                    turn_line(rules, state, across, 1 - direction)
    return may


def may_lead(rules: Parameters, state: State) -> bool:
    """Might the mover have more threes, with one more piece if that is still to be placed?"""
    me = state.player
    ahead = threes(rules, state, me) - threes(rules, state, 1 - me)
    ahead += (1 - 2 * me) * lead(state.round_threes)
    if ahead <= 0 and state.placed == NONE and rules.threes == WINDOWS:
        return True  # nothing counts how many threes one piece makes
    if ahead <= 0 and state.placed == NONE:
        ahead += most_threes(rules, state, me)
    return ahead > 0 or (ahead == 0 and state.dmo == me)


def most_threes(rules: Parameters, state: State, player: int) -> int:
    """Return the most lines that one piece of this player's can bring to a three."""
    most = 0
    for cell in range(cells(rules)):
        if state.board[cell] == EMPTY:
            k, count = place_of_lines(rules.size, cell), 0
            for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
                start, step = LINE_START[THROUGH[i]], LINE_STEP[THROUGH[i]]
                count += int(pieces_on(state, start, step, rules.size, player) == rules.size - 2)
            most = max(most, count)
    return most


ALL = (1 << WIDTH) - 1


# Each set of lines is one long number, with a bit for each line.
_AT = [
    sum(1 << line - first_line(n) for line in through(n, cell))
    for n in SIZES
    for cell in range(n**3)
]
_ON = [
    reduce(or_, [_AT[place_of_lines(n, cell)] for cell in cells_of(n, line)])
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
