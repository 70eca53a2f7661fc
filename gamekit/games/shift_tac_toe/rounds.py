"""The rounds of a match of Shift Tac Toe, and what decides it after them."""

from __future__ import annotations

from gamekit.boards.cube import (
    LINE_HIGH,
    LINE_LOW,
    LINE_START,
    LINE_STEP,
    WIDTH,
    WINDOW_START,
    WINDOW_STEP,
    first_line,
    first_window,
)
from gamekit.contract import ONGOING
from gamekit.games.shift_tac_toe.state import (
    A_ROUND_EACH,
    ANY_BUT_ONE,
    EMPTY,
    LAST_RESORT,
    MOST_CELLS,
    MOST_ROUNDS,
    NO_ROUND_WON,
    NONE,
    ROUND_TIED,
    ROUNDS_WON,
    TO_MOST_LINES,
    WINDOWS,
    Parameters,
    State,
    cells,
)


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


def winner_of_both(rules: Parameters, state: State, mover: int) -> int:
    """Who wins the round when one turn has brought both enough fours (SHT-Q15)."""
    if rules.simultaneous == ROUND_TIED:
        return NONE
    if rules.simultaneous == TO_MOST_LINES and state.fours[1 - mover] > state.fours[mover]:
        return 1 - mover
    return mover


def end_round(rules: Parameters, state: State, winner: int) -> None:
    """Note the round, and start the next one, whoever won this one, or decide the match (SHT-1,
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
    """How many rounds this player has won."""
    count = 0
    for winner in state.round_winner:
        if winner == player:
            count += 1
    return count


def lead(tally: list[int]) -> int:
    """How many more fours or threes player 0 has than player 1, all rounds together (SHT-Q19)."""
    more = 0
    for k in range(MOST_ROUNDS):
        more += tally[2 * k] - tally[2 * k + 1]
    return more


def threes(rules: Parameters, state: State, player: int) -> int:
    """How many threes in a row this player has: runs of one cell less than a line (SHT-Q18)."""
    count, size = 0, rules.size
    if rules.threes == WINDOWS:
        for i in range(first_window(size), first_window(size + 1)):
            start, step = WINDOW_START[i], WINDOW_STEP[i]
            if pieces_on(state, start, step, size - 1, player) == size - 1:
                count += 1
        return count
    low, high = pieces_of(rules, state, player)
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
    """How many of these cells hold a piece of this player."""
    count = 0
    for i in range(length):
        if state.board[start + i * step] == player:
            count += 1
    return count


def pieces_of(rules: Parameters, state: State, player: int) -> tuple[int, int]:
    """The cells with pieces of this player, as the bits of two numbers."""
    low, high = 0, 0
    for cell in range(min(cells(rules), WIDTH)):
        low |= int(state.board[cell] == player) << cell
    for cell in range(WIDTH, cells(rules)):
        high |= int(state.board[cell] == player) << cell - WIDTH
    return low, high


def lacks_few(line: int, low: int, high: int, few: int) -> bool:
    """Does this line lack at most one of these pieces or, if `few` is 2, two?

    To take 1 from a number and keep the bits that both have takes the lowest bit off.
    """
    low, high = LINE_LOW[line] & ~low, LINE_HIGH[line] & ~high
    if few == 2:
        low, high = low & low - 1, high if low != 0 else high & high - 1
    return low & low - 1 == 0 if high == 0 else low == 0 and high & high - 1 == 0


def rounds_over(state: State) -> int:
    """How many rounds are finished."""
    return state.round - 1 if state.winner == ONGOING else state.round
