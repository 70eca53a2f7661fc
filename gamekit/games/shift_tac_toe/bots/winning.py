"""Can a player of Shift Tac Toe win within the turn?"""

from __future__ import annotations

from gamekit.boards.cube import (
    BEFORE,
    LINE_START,
    LINE_STEP,
    THROUGH,
    THROUGH_FROM,
    first_line,
    lacks_few,
    pieces_of,
    place_of_lines,
)
from gamekit.contract import ONGOING, SURE
from gamekit.games.shift_tac_toe.bots.fours import wins_round
from gamekit.games.shift_tac_toe.rules import (
    lead,
    pieces_on,
    shift_count,
    threes,
    turn_line,
    won_by,
)
from gamekit.games.shift_tac_toe.state import (
    EMPTY,
    NO,
    NONE,
    TO_MOVER,
    WINDOWS,
    Parameters,
    State,
    cells,
)


def may_win(rules: Parameters, state: State) -> int:
    """Can the player to act win the round before the turn ends? By fours, by filling the cube, and, rarely,
    by losing the last round well enough to win the match."""
    me, turns = state.player, state.turn - state.begun
    if turns + 1 == cells(rules):
        return True
    if wins_round(rules, state, me, state.placed == NONE):
        return SURE if is_enough(rules, state, me) else True
    return state.round == rules.rounds and won_by(state, me) > 0 and loses_well(rules, state)


def is_enough(rules: Parameters, state: State, player: int) -> bool:
    """Do enough fours win in a turn of this player's, even if they give the opponent enough as well?

    Not in the last round of a match if each has won one then: threes decide that (SHT-14).
    """
    evens_up = state.round == rules.rounds and won_by(state, 1 - player) > 0
    return rules.simultaneous == TO_MOVER and not evens_up


def standing(rules: Parameters, state: State) -> int:
    """Judge the rounds: who has won one needs one more, or more threes (SHT-13, SHT-15)."""
    lead = int(won_by(state, 0) > 0) - int(won_by(state, 1) > 0)
    return 50 + 25 * lead if state.winner == ONGOING else 50


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
    """How many lines can one piece of this player's at most bring to a three?"""
    most = 0
    for cell in range(cells(rules)):
        if state.board[cell] == EMPTY:
            k, count = place_of_lines(rules.size, cell), 0
            for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
                start, step = LINE_START[THROUGH[i]], LINE_STEP[THROUGH[i]]
                count += int(pieces_on(state, start, step, rules.size, player) == rules.size - 2)
            most = max(most, count)
    return most
