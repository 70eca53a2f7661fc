"""Shift Tac Toe, as it is played: pieces, shifts and fours, then the rounds and what decides the match.

The rulebook is beside this file. The lines of the cube are tables in `gamekit/boards/cube.py`.
"""

from __future__ import annotations

from gamekit.boards.cube import (
    LINE_START,
    LINE_STEP,
    THROUGH,
    THROUGH_FROM,
    WINDOW_START,
    WINDOW_STEP,
    first_line,
    first_window,
    lacks_few,
    pieces_of,
    place_of_lines,
)
from gamekit.contract import ONGOING, OVER
from gamekit.games.shift_tac_toe.state import (
    A_ROUND_EACH,
    ANY_BUT_ONE,
    AXES_ONLY,
    EMPTY,
    FORWARD,
    FOURS_ARE_SAFE,
    FREEZE,
    LAST_RESORT,
    MOST_CELLS,
    MOST_ROUNDS,
    NO,
    NO_ROUND_WON,
    NONE,
    PIECE_FIRST,
    PLACE,
    ROUND_TIED,
    ROUNDS_WON,
    SHIFT,
    STOP,
    TO_MOST_LINES,
    TURN,
    UNLOCKED,
    WINDOWS,
    YES,
    Parameters,
    State,
    cells,
    code_of,
    meaning_of,
)


def setup(rules: Parameters, state: State) -> None:
    """Clear the cube. No round is finished."""
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
    """Return the player whose turn it is. Everything is public, and nothing is left to chance (SHT-17)."""
    return OVER if state.winner != ONGOING else state.player


def move_count(rules: Parameters) -> int:
    """Return the number of cells to place on, plus stop and both shifts of each line."""
    if rules.shifting == NO:
        return cells(rules)
    return code_of(rules, SHIFT, first_line(rules.size) + shift_count(rules), FORWARD)


def shift_count(rules: Parameters) -> int:
    """Return how many lines may be shifted: rows, columns and pillars come first (SHT-4, SHT-Q2)."""
    if rules.shift_lines == AXES_ONLY:
        return 3 * rules.size * rules.size
    return first_line(rules.size + 1) - first_line(rules.size)


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule


# --- what a player may do ------------------------------------------------------------------------


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
    """Is a cell of this line part of a four? If not, shifting it breaks none."""
    for i in range(rules.size):
        if state.locks[LINE_START[line] + i * LINE_STEP[line]] > 0:
            return True
    return False


def first_cell(rules: Parameters, line: int, direction: int) -> int:
    """Return the end of the line that a shift in this direction moves away from."""
    start = LINE_START[line]
    return start if direction == FORWARD else start + (rules.size - 1) * LINE_STEP[line]


def step_along(line: int, direction: int) -> int:
    """Return what leads from a cell of the line to the next in this direction."""
    return LINE_STEP[line] if direction == FORWARD else -LINE_STEP[line]


def is_uniform(rules: Parameters, state: State, line: int) -> bool:
    """Do all cells of the line hold the same: pieces of one player, or nothing (SHT-11)?"""
    cell, step = LINE_START[line], LINE_STEP[line]
    content = state.board[cell]
    differs = 0  # looking at all cells is faster than stopping at one
    for i in range(1, rules.size):
        differs |= state.board[cell + i * step] ^ content
    return differs == 0


def owner(rules: Parameters, state: State, line: int) -> int:
    """Return the player whose pieces fill the line, or EMPTY."""
    content = state.board[LINE_START[line]]
    return content if content != EMPTY and is_uniform(rules, state, line) else EMPTY


def legal_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves` with the empty cells, or with stop and the shifts that break no four."""
    count = 0
    if state.placed == NONE:
        for cell in range(cells(rules)):
            # It stays if it is legal, which is faster than a branch.
            moves[count] = code_of(rules, PLACE, cell, 0)
            count += 1 if state.board[cell] == EMPTY else 0
        return count
    moves[0] = code_of(rules, STOP, 0, 0)
    count = 1
    first, guarded = first_line(rules.size), has_safe_four(rules, state)
    move = code_of(rules, SHIFT, first, FORWARD)  # the others follow
    for line in range(first, first + shift_count(rules)):
        risky = guarded and meets_four(rules, state, line)
        for direction in range(2):
            if not (risky and breaks_four(rules, state, line, direction)):
                moves[count] = move
                count += 1
            move += 1
    return count


# --- what a move does ----------------------------------------------------------------------------


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
    """Move the pieces of a line; the caller counts the fours."""
    cell, step = first_cell(rules, line, direction), step_along(line, direction)
    entering = state.board[cell + (rules.size - 1) * step]
    for _ in range(rules.size):
        leaving = state.board[cell]
        state.board[cell] = entering
        entering = leaving
        cell += step


def count_fours(rules: Parameters, state: State, cell: int, besides: int, change: int) -> None:
    """Count the fours through a cell, except on one line; with change -1, forget them (SHT-11)."""
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


# --- rounds, and the match -----------------------------------------------------------------------


def start_round(rules: Parameters, state: State, round: int) -> None:
    """Clear the cube. The starting player begins round 1, the other one round 2 (SHT-1)."""
    for cell in range(MOST_CELLS):
        state.board[cell] = EMPTY
        state.locks[cell] = 0
    for player in range(2):
        state.fours[player] = 0
    state.placed = NONE
    state.round = round
    state.begun = state.turn
    state.player = state.first if round == 1 else 1 - state.first


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


def winner_of_both(rules: Parameters, state: State, mover: int) -> int:
    """Who wins the round when one turn has given both players enough fours (SHT-Q15)."""
    if rules.simultaneous == ROUND_TIED:
        return NONE
    if rules.simultaneous == TO_MOST_LINES and state.fours[1 - mover] > state.fours[mover]:
        return 1 - mover
    return mover


def end_round(rules: Parameters, state: State, winner: int) -> None:
    """Note the round. Then start the next one, whoever won this one, or decide the match (SHT-1,
    SHT-Q22)."""
    k = state.round - 1
    state.round_winner[k] = winner
    for player in range(2):
        state.round_fours[2 * k + player] = state.fours[player]
        state.round_threes[2 * k + player] = threes(rules, state, player)
    if state.round < rules.rounds:
        start_round(rules, state, state.round + 1)
    else:
        decide(rules, state)


def decide(rules: Parameters, state: State) -> None:
    """Decide the match by rounds won, then by fours if there were none, then by threes, then by the
    DMO (SHT-13, SHT-14, SHT-15, SHT-16, SHT-Q20, SHT-Q21)."""
    won = won_by(state, 0), won_by(state, 1)
    more_fours, more_threes = lead(state.round_fours), lead(state.round_threes)
    if (won[0] > 0) != (won[1] > 0):
        settle(state, won[0] - won[1], ROUNDS_WON)
    elif won[0] == 0 and more_fours != 0:
        settle(state, more_fours, NO_ROUND_WON)
    elif more_threes != 0:
        settle(state, more_threes, NO_ROUND_WON if won[0] == 0 else A_ROUND_EACH)
    else:
        state.winner = state.dmo
        state.rule = LAST_RESORT


def settle(state: State, lead: int, rule: int) -> None:
    """The match goes to player 0 if the lead is positive, else to player 1."""
    state.winner = 0 if lead > 0 else 1
    state.rule = rule


def won_by(state: State, player: int) -> int:
    """Return how many rounds this player has won."""
    count = 0
    for winner in state.round_winner:
        if winner == player:
            count += 1
    return count


def lead(tally: list[int]) -> int:
    """Return how many more fours or threes player 0 has than player 1, all rounds together (SHT-Q19)."""
    more = 0
    for k in range(MOST_ROUNDS):
        more += tally[2 * k] - tally[2 * k + 1]
    return more


def threes(rules: Parameters, state: State, player: int) -> int:
    """Return how many threes in a row this player has: runs of one cell less than a line (SHT-Q18)."""
    count, size = 0, rules.size
    if rules.threes == WINDOWS:
        for i in range(first_window(size), first_window(size + 1)):
            start, step = WINDOW_START[i], WINDOW_STEP[i]
            if pieces_on(state, start, step, size - 1, player) == size - 1:
                count += 1
        return count
    low, high = pieces_of(size, state.board, player)
    for line in range(first_line(size), first_line(size + 1)):
        start, step = LINE_START[line], LINE_STEP[line]
        few = lacks_few(line, low, high, 1)
        if few and pieces_on(state, start, step, size, player) == size - 1:
            last = start + (size - 1) * step
            lacks_end = state.board[start] != player or state.board[last] != player
            if rules.threes == ANY_BUT_ONE or lacks_end:
                count += 1
    return count


def pieces_on(state: State, start: int, step: int, length: int, player: int) -> int:
    """Return how many of these cells hold a piece of this player."""
    count = 0
    for i in range(length):
        if state.board[start + i * step] == player:
            count += 1
    return count


def rounds_over(state: State) -> int:
    """Return how many rounds are finished."""
    return state.round - 1 if state.winner == ONGOING else state.round
