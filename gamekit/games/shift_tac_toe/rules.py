"""Shift Tac Toe, as it is played: see the rulebook beside this file."""

from __future__ import annotations

from typing import Any

from gamekit.boards.cube import FIRST_CELL, FIRST_LINE, LINE_START, LINE_STEP, THROUGH, THROUGH_FROM
from gamekit.contract import ONGOING, OVER, RULING, array, choice, number, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from gamekit.games.shift_tac_toe.rounds import (
    EMPTY,
    MOST_CELLS,
    MOST_ROUNDS,
    NONE,
    end_round,
    start_round,
    winner_of_both,
)

# Places of options.
PRESERVE, FREEZE, UNLOCKED = range(3)
YES, NO = range(2)
ALL_LINES, AXES_ONLY = range(2)

FORWARD, BACKWARD = range(2)  # toward the second end of a line, toward the first


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    size: int = number(4, range(3, 6), "side of the cube, and length of its lines")
    fours_needed: int = number(2, range(1, 6), "full lines that win a round")
    rounds: int = number(2, range(1, MOST_ROUNDS + 1), "rounds of a match")
    shifting: int = choice(("yes", "no"), "may a line be shifted after placing?")
    shift_lines: int = choice(("all", "axes_only"), "which lines: all, or no diagonals")
    four_lock: int = choice(
        ("preserve", "freeze", "none"),
        "fours may not be broken; or not even touched by a crossing shift; or are not safe",
    )
    simultaneous: int = choice(
        ("mover", "most_lines", "tie_round"), "who wins when one turn gives both players enough"
    )
    threes: int = choice(
        ("consecutive", "any3of4", "windows"),
        "lines that lack one end; or any one cell; or all straight runs of one cell less",
    )


class State(BaseState):
    """Where the match stands. Cells are numbered as in `gamekit.boards.cube`."""

    board: list[int] = array(MOST_CELLS, "i1")  # whose piece is on each cell
    placed: int = whole()  # cell of the piece just placed, while a shift may follow
    fours: list[int] = array(2)  # full lines of each player,
    locks: list[int] = array(MOST_CELLS, "i1")  # and how many of them cross each cell
    round: int = whole()  # the round being played, from 1
    begun: int = whole()  # turns completed before it
    round_winner: list[int] = array(MOST_ROUNDS, "i1")  # of each finished round, NONE if tied
    round_fours: list[int] = array(2 * MOST_ROUNDS)  # at its end: [2 * round + player], from 0
    round_threes: list[int] = array(2 * MOST_ROUNDS)
    winner: int = whole()  # ONGOING or a player
    rule: int = whole()  # the rule that decided the match


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
    """Nothing is left to chance."""
    return OVER if state.winner != ONGOING else state.player


def outcomes(rules: Parameters, state: State) -> int:
    """There is no chance."""
    return 1


def cells(rules: Parameters) -> int:
    """How many cells the cube has."""
    return rules.size * rules.size * rules.size


def shift_count(rules: Parameters) -> int:
    """How many lines may be shifted: rows, columns and pillars come first."""
    if rules.shift_lines == AXES_ONLY:
        return 3 * rules.size * rules.size
    return FIRST_LINE[rules.size - 2] - FIRST_LINE[rules.size - 3]


def move_count(rules: Parameters) -> int:
    """The cells to place on, then stop, then `line * 2 + direction` of the shifts."""
    return cells(rules) + (1 + 2 * shift_count(rules) if rules.shifting == YES else 0)


def line_of(rules: Parameters, move: int) -> int:
    """The line that a shift moves."""
    return FIRST_LINE[rules.size - 3] + (move - cells(rules) - 1) // 2


def direction_of(rules: Parameters, move: int) -> int:
    """The direction of a shift."""
    return (move - cells(rules) - 1) % 2


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move."""
    if state.placed == NONE:
        if move >= cells(rules):
            return RULING + 8
        return 3 if state.board[move] != EMPTY else 0
    if move < cells(rules):
        return 3
    if move == cells(rules):
        return 0
    line, direction = line_of(rules, move), direction_of(rules, move)
    return 10 if has_safe_four(rules, state) and breaks_four(rules, state, line, direction) else 0


def has_safe_four(rules: Parameters, state: State) -> bool:
    """Is there a four that shifts may not break?"""
    return rules.four_lock != UNLOCKED and state.fours[0] + state.fours[1] > 0


def breaks_four(rules: Parameters, state: State, line: int, direction: int) -> bool:
    """Would this shift rearrange a four (SHT-Q10)?

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


def first_cell(rules: Parameters, line: int, direction: int) -> int:
    """The end of the line that a shift in this direction moves away from."""
    start = LINE_START[line]
    return start if direction == FORWARD else start + (rules.size - 1) * LINE_STEP[line]


def step_along(line: int, direction: int) -> int:
    """From one cell of the line to the next in this direction."""
    return LINE_STEP[line] if direction == FORWARD else -LINE_STEP[line]


def is_uniform(rules: Parameters, state: State, line: int) -> bool:
    """Is the same on all cells of the line, pieces of one player or nothing?"""
    cell, step = LINE_START[line], LINE_STEP[line]
    content = state.board[cell]
    for i in range(1, rules.size):
        if state.board[cell + i * step] != content:
            return False
    return True


def owner(rules: Parameters, state: State, line: int) -> int:
    """The player whose pieces fill the line, or EMPTY."""
    content = state.board[LINE_START[line]]
    return content if content != EMPTY and is_uniform(rules, state, line) else EMPTY


def legal_moves(rules: Parameters, state: State, moves: Any) -> int:
    """Fill `moves` with the empty cells, or with stop and the shifts that break no four."""
    return list_moves(rules, state, moves, False)


def sensible_moves(rules: Parameters, state: State, moves: Any) -> int:
    """The same without shifts that change nothing."""
    return list_moves(rules, state, moves, True)


def list_moves(rules: Parameters, state: State, moves: Any, only_changes: bool) -> int:
    """Fill `moves` and return how many there are."""
    count = 0
    if state.placed == NONE:
        for cell in range(cells(rules)):
            if state.board[cell] == EMPTY:
                moves[count] = cell
                count += 1
        return count
    moves[0] = cells(rules)
    count = 1
    guarded = has_safe_four(rules, state)
    for move in range(cells(rules) + 1, move_count(rules)):
        line, direction = line_of(rules, move), direction_of(rules, move)
        pointless = only_changes and is_uniform(rules, state, line)
        if not pointless and not (guarded and breaks_four(rules, state, line, direction)):
            moves[count] = move
            count += 1
    return count


def apply(rules: Parameters, state: State, move: int) -> None:
    """Place a piece, shift a line or stop."""
    if state.placed == NONE:
        put(rules, state, move, state.player)
        state.placed = move
        if not can_shift(rules, state):
            end_turn(rules, state)
    else:
        if move > cells(rules):
            shift(rules, state, line_of(rules, move), direction_of(rules, move))
        end_turn(rules, state)


def can_shift(rules: Parameters, state: State) -> bool:
    """May any line be shifted now?"""
    if rules.shifting == NO or not has_safe_four(rules, state):
        return rules.shifting == YES
    for move in range(cells(rules) + 1, move_count(rules)):
        if not breaks_four(rules, state, line_of(rules, move), direction_of(rules, move)):
            return True
    return False


def put(rules: Parameters, state: State, cell: int, player: int) -> None:
    """Put a piece on an empty cell."""
    state.board[cell] = player
    count_fours(rules, state, cell, NONE, 1)


def shift(rules: Parameters, state: State, line: int, direction: int) -> None:
    """Move everything on the line one step in this direction, around its end."""
    cell, step = first_cell(rules, line, direction), step_along(line, direction)
    for i in range(rules.size):
        if state.locks[cell + i * step] > 0:
            count_fours(rules, state, cell + i * step, line, -1)
    entering = state.board[cell + (rules.size - 1) * step]
    for i in range(rules.size):
        leaving = state.board[cell + i * step]
        state.board[cell + i * step] = entering
        entering = leaving
    for i in range(rules.size):
        if state.board[cell + i * step] != EMPTY:
            count_fours(rules, state, cell + i * step, line, 1)


def count_fours(rules: Parameters, state: State, cell: int, besides: int, change: int) -> None:
    """Count the fours through a cell, or with change -1 forget them, but for one line."""
    k = FIRST_CELL[rules.size - 3] + cell
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
    """End the round if it is decided or the cube is full."""
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
