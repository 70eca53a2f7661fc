"""Shift Tac Toe, as it is played: pieces, shifts and fours. The rulebook is beside this file."""

from __future__ import annotations

from gamekit.boards.cube import (
    LINE_START,
    LINE_STEP,
    THROUGH,
    THROUGH_FROM,
    first_line,
    place_of_lines,
)
from gamekit.contract import ONGOING, OVER
from gamekit.games.shift_tac_toe.rounds import end_round, start_round, winner_of_both
from gamekit.games.shift_tac_toe.state import (
    AXES_ONLY,
    EMPTY,
    FORWARD,
    FOURS_ARE_SAFE,
    FREEZE,
    MOST_ROUNDS,
    NO,
    NONE,
    PIECE_FIRST,
    PLACE,
    SHIFT,
    STOP,
    TURN,
    UNLOCKED,
    YES,
    Parameters,
    State,
    cells,
    code_of,
    meaning_of,
)


def setup(rules: Parameters, state: State) -> None:
    """An empty cube, no round finished."""
    for k in range(MOST_ROUNDS):
        state.round_winner[k] = NONE
    for k in range(2 * MOST_ROUNDS):
        state.round_fours[k] = 0
        state.round_threes[k] = 0
    state.turn = 0
    state.winner = ONGOING
    state.rule = 0
    start_round(rules, state, 1)


def to_act(rules: Parameters, state: State) -> int:
    """The player whose turn it is; everything is public and nothing is left to chance (SHT-17)."""
    return OVER if state.winner != ONGOING else state.player


def shift_count(rules: Parameters) -> int:
    """How many lines may be shifted: rows, columns and pillars come first (SHT-4, SHT-Q2)."""
    if rules.shift_lines == AXES_ONLY:
        return 3 * rules.size * rules.size
    return first_line(rules.size + 1) - first_line(rules.size)


def move_count(rules: Parameters) -> int:
    """The cells to place on, then stop, then both shifts of each line."""
    if rules.shifting == NO:
        return cells(rules)
    return code_of(rules, SHIFT, first_line(rules.size) + shift_count(rules), FORWARD)


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move.

    Decides SHT-3, SHT-10, SHT-Q7, SHT-Q8 and SHT-Q9.
    """
    kind, index, direction = meaning_of(rules, move)
    if state.placed == NONE:
        if kind != PLACE:
            return PIECE_FIRST
        return TURN if state.board[index] != EMPTY else 0
    if kind == PLACE:
        return TURN
    if kind == STOP or not has_safe_four(rules, state):
        return 0
    return FOURS_ARE_SAFE if breaks_four(rules, state, index, direction) else 0


def has_safe_four(rules: Parameters, state: State) -> bool:
    """Is there a four that shifts may not break (SHT-10)?"""
    return rules.four_lock != UNLOCKED and state.fours[0] + state.fours[1] > 0


def breaks_four(rules: Parameters, state: State, line: int, direction: int) -> bool:
    """Would this shift rearrange a four (SHT-Q10, SHT-Q11)?

    The four of the line itself only turns. A four that crosses it stays one if the cell they
    share receives a piece of the same player.
    """
    cell, step = first_cell(rules, line, direction), step_along(line, direction)
    if rules.four_lock == FREEZE:
        own = 0 if owner(rules, state, line) == EMPTY else 1
        for i in range(rules.size):
            if state.locks[cell + i * step] > own:
                return True
        return False
    entering = state.board[cell + (rules.size - 1) * step]
    for _ in range(rules.size):
        if state.locks[cell] > 0 and state.board[cell] != entering:
            return True
        entering = state.board[cell]
        cell += step
    return False


def meets_four(rules: Parameters, state: State, line: int) -> bool:
    """Is a cell of this line part of a four? If not, no shift of it breaks one."""
    for i in range(rules.size):
        if state.locks[LINE_START[line] + i * LINE_STEP[line]] > 0:
            return True
    return False


def first_cell(rules: Parameters, line: int, direction: int) -> int:
    """The end of the line that a shift in this direction moves away from."""
    start = LINE_START[line]
    return start if direction == FORWARD else start + (rules.size - 1) * LINE_STEP[line]


def step_along(line: int, direction: int) -> int:
    """From one cell of the line to the next in this direction."""
    return LINE_STEP[line] if direction == FORWARD else -LINE_STEP[line]


def is_uniform(rules: Parameters, state: State, line: int) -> bool:
    """Is the same on all cells of the line: pieces of one player, or nothing (SHT-11)?"""
    cell, step = LINE_START[line], LINE_STEP[line]
    content = state.board[cell]
    differs = 0  # to look at all cells is faster than to stop at one
    for i in range(1, rules.size):
        differs |= state.board[cell + i * step] ^ content
    return differs == 0


def owner(rules: Parameters, state: State, line: int) -> int:
    """The player whose pieces fill the line, or EMPTY."""
    content = state.board[LINE_START[line]]
    return content if content != EMPTY and is_uniform(rules, state, line) else EMPTY


def legal_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves` with the empty cells, or with stop and the shifts that break no four."""
    return list_moves(rules, state, moves, False)


def sensible_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """The same without shifts that change nothing, which are as good as none (SHT-Q7)."""
    return list_moves(rules, state, moves, True)


def list_moves(rules: Parameters, state: State, moves: list[int], only_changes: bool) -> int:
    """Fill `moves` and return how many there are."""
    count = 0
    if state.placed == NONE:
        for cell in range(cells(rules)):
            moves[count] = code_of(rules, PLACE, cell, 0)  # stays if it counts: faster
            count += 1 if state.board[cell] == EMPTY else 0
        return count
    moves[0] = code_of(rules, STOP, 0, 0)
    count = 1
    first = first_line(rules.size)
    move = code_of(rules, SHIFT, first, FORWARD)  # the others follow
    if not has_safe_four(rules, state):  # no shift is forbidden
        for line in range(first, first + shift_count(rules)):
            counts = 0 if only_changes and is_uniform(rules, state, line) else 1
            moves[count] = move
            moves[count + counts] = move + 1
            count += 2 * counts
            move += 2
        return count
    for line in range(first, first + shift_count(rules)):
        pointless = only_changes and is_uniform(rules, state, line)
        risky = not pointless and meets_four(rules, state, line)
        for direction in range(2):
            if not pointless and not (risky and breaks_four(rules, state, line, direction)):
                moves[count] = move
                count += 1
            move += 1
    return count


def apply(rules: Parameters, state: State, move: int) -> None:
    """Place a piece, shift a line or stop (SHT-3, SHT-5)."""
    kind, index, direction = meaning_of(rules, move)
    if kind == PLACE:
        put(rules, state, index, state.player)
        state.placed = index
        if not can_shift(rules, state):
            end_turn(rules, state)
    else:
        if kind == SHIFT:
            shift(rules, state, index, direction)
        end_turn(rules, state)


def can_shift(rules: Parameters, state: State) -> bool:
    """May any line be shifted now?"""
    if rules.shifting == NO or not has_safe_four(rules, state):
        return rules.shifting == YES
    first = first_line(rules.size)
    for line in range(first, first + shift_count(rules)):
        for direction in range(2):
            if not breaks_four(rules, state, line, direction):
                return True
    return False


def put(rules: Parameters, state: State, cell: int, player: int) -> None:
    """Put a piece on an empty cell; pieces never run out (SHT-17)."""
    state.board[cell] = player
    count_fours(rules, state, cell, NONE, 1)


def shift(rules: Parameters, state: State, line: int, direction: int) -> None:
    """Move everything on the line one step in this direction, around its end.

    Decides SHT-5, SHT-6, SHT-7, SHT-8, SHT-Q5 and SHT-Q6.
    """
    cell, step = first_cell(rules, line, direction), step_along(line, direction)
    for i in range(rules.size):
        if state.locks[cell + i * step] > 0:
            count_fours(rules, state, cell + i * step, line, -1)
    turn_line(rules, state, line, direction)
    for i in range(rules.size):
        if state.board[cell + i * step] != EMPTY:
            count_fours(rules, state, cell + i * step, line, 1)


def turn_line(rules: Parameters, state: State, line: int, direction: int) -> None:
    """Move the pieces of a line; the fours are counted by whoever calls this."""
    cell, step = first_cell(rules, line, direction), step_along(line, direction)
    entering = state.board[cell + (rules.size - 1) * step]
    for _ in range(rules.size):
        leaving = state.board[cell]
        state.board[cell] = entering
        entering = leaving
        cell += step


def count_fours(rules: Parameters, state: State, cell: int, besides: int, change: int) -> None:
    """Count the fours through a cell, or with change -1 forget them, but for one line (SHT-11)."""
    k = place_of_lines(rules.size, cell)
    for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
        line = THROUGH[i]
        if line != besides and is_uniform(rules, state, line):
            state.fours[state.board[cell]] += change
            for n in range(rules.size):
                state.locks[LINE_START[line] + n * LINE_STEP[line]] += change


def end_turn(rules: Parameters, state: State) -> None:
    """Pass the turn and judge the round."""
    mover = state.player
    state.placed = NONE
    state.turn += 1
    state.player = 1 - mover
    judge(rules, state, mover)


def judge(rules: Parameters, state: State, mover: int) -> None:
    """End the round if it is decided or the cube is full.

    Decides SHT-12, SHT-Q12, SHT-Q13, SHT-Q14, SHT-Q16 and SHT-Q17.
    """
    mine = state.fours[mover] >= rules.fours_needed
    theirs = state.fours[1 - mover] >= rules.fours_needed
    if mine and theirs:
        end_round(rules, state, winner_of_both(rules, state, mover))
    elif mine:
        end_round(rules, state, mover)
    elif theirs:
        end_round(rules, state, 1 - mover)
    elif state.turn - state.begun == cells(rules):
        end_round(rules, state, NONE)


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule
