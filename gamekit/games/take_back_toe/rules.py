"""Take-Back-Toe, as it is played: see the rulebook beside this file."""

from __future__ import annotations

from gamekit.boards.grid import around
from gamekit.contract import CHANCE, DRAW, ONGOING, OVER
from gamekit.games.take_back_toe.state import (
    BOTH_ROWS,
    DIRECTIONS,
    EQUAL_STACKS,
    LIMIT_TIE,
    MORE_AT_HOME,
    MOST_CELLS,
    NO_BAN,
    OFF_BOARD,
    PREVIOUS_TURN,
    TAKES_BACK,
    TIE_IS_DRAW,
    TOO_FEW_PIECES,
    Parameters,
    State,
    code_of,
    meaning_of,
)


def impossible(rules: Parameters) -> str:
    """Return why these settings do not work together, or nothing."""
    if rules.match > rules.columns:
        return (
            f"match={rules.match} with columns={rules.columns}: a row of {rules.columns} cells "
            f"cannot hold {rules.match} stacks. Lower match or add columns."
        )
    return ""


def setup(rules: Parameters, state: State) -> None:
    """Put all pieces on the middle row. Nothing is rolled or protected (TBT-4)."""
    for cell in range(MOST_CELLS):
        in_middle = cell // rules.columns == rules.rows // 2
        state.stacks[cell] = rules.height if in_middle else 0
    for player in range(2):
        forget_move(state, player)
    state.turn = 0
    state.player = state.first
    state.die = 0
    state.winner = ONGOING
    state.rule = 0


# --- the turn ----------------------------------------------------------------------------------


def to_act(rules: Parameters, state: State) -> int:
    """Chance begins the turn with a roll, and makes the automatic skip (TBT-8, TBT-15)."""
    if state.winner != ONGOING:
        return OVER
    if state.die == 0 or must_skip(rules, state):
        return CHANCE
    return state.player


def whose_roll(rules: Parameters, state: State) -> int:
    """Return who rolls the die: the player to move (TBT-8)."""
    return state.player


def outcomes(rules: Parameters, state: State) -> int:
    """Return how many faces the die has. A skip has one outcome (TBT-6)."""
    return rules.sides if state.die == 0 else 1


def must_skip(rules: Parameters, state: State) -> bool:
    """Is the roll larger than every stack (TBT-15, TBT-Q6, TBT-Q7)?"""
    for cell in range(rules.rows * rules.columns):
        if state.stacks[cell] >= state.die:
            return False
    return True


def apply(rules: Parameters, state: State, move: int) -> None:
    """Carry out the roll, the automatic skip, or the player's move (TBT-8, TBT-9, TBT-15)."""
    if state.die == 0:
        state.die = move + 1
    elif must_skip(rules, state):
        end_turn(rules, state)
    else:
        start, direction = meaning_of(move)
        target = around(rules.rows, rules.columns, start, direction)
        state.stacks[start] -= state.die
        state.stacks[target] += state.die
        if rules.reversal != NO_BAN:
            state.last_from[state.player] = start
            state.last_to[state.player] = target
            state.last_count[state.player] = state.die
        end_turn(rules, state)


def end_turn(rules: Parameters, state: State) -> None:
    """Pass the turn, also after a skip, and judge the board (TBT-7, TBT-Q2, TBT-Q3, TBT-Q8)."""
    mover = state.player
    if rules.reversal == PREVIOUS_TURN:
        forget_move(state, 1 - mover)  # it was protected for this one turn
    state.turn += 1
    state.player = 1 - mover
    state.die = 0
    judge(rules, state, mover)


def forget_move(state: State, player: int) -> None:
    """Let the opponent reverse this player's latest move from now on."""
    state.last_from[player] = -1
    state.last_to[player] = -1
    state.last_count[player] = 0


# --- moves -------------------------------------------------------------------------------------


def move_count(rules: Parameters) -> int:
    """Return how many moves there are: one from each cell in each direction."""
    return code_of(rules.rows * rules.columns, 0)


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move, whoever makes it (TBT-1, TBT-9, TBT-10, TBT-12)."""
    start, direction = meaning_of(move)
    target = around(rules.rows, rules.columns, start, direction)
    if target < 0:
        return OFF_BOARD
    if state.stacks[start] < state.die:
        return TOO_FEW_PIECES
    if takes_back(rules, state, start, target):
        return TAKES_BACK
    return 0


def takes_back(rules: Parameters, state: State, start: int, target: int) -> bool:
    """Would this be the exact reverse of the opponent's protected move?

    That means the same cells and the same number of pieces (TBT-12, TBT-13). The board may come back in
    other ways (TBT-14), and players may reverse their own moves (TBT-Q4).
    """
    opponent = 1 - state.player
    return (
        state.last_count[opponent] == state.die
        and state.last_from[opponent] == target
        and state.last_to[opponent] == start
    )


def legal_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves`, skipping the stacks that are too small."""
    rows, columns, die = rules.rows, rules.columns, state.die
    count = 0
    for start in range(rows * columns):
        if state.stacks[start] >= die:
            for direction in range(DIRECTIONS):
                target = around(rows, columns, start, direction)
                if target >= 0 and not takes_back(rules, state, start, target):
                    moves[count] = code_of(start, direction)
                    count += 1
    return count


# --- the end -----------------------------------------------------------------------------------


def judge(rules: Parameters, state: State, mover: int) -> None:
    """End the game if it is over: equal stacks come before the limit (TBT-Q12).

    Both home rows are checked (TBT-Q9), and one turn never completes both (TBT-Q10).
    """
    if has_equal_stacks(rules, state, mover):
        state.winner = mover
        state.rule = EQUAL_STACKS
    elif rules.win_check == BOTH_ROWS and has_equal_stacks(rules, state, 1 - mover):
        state.winner = 1 - mover
        state.rule = EQUAL_STACKS
    elif is_at_limit(rules, state):
        count_pieces(rules, state)


def home(rules: Parameters, player: int) -> int:
    """Return the first cell of a player's home row (TBT-2, TBT-Q1)."""
    return 0 if player == 0 else (rules.rows - 1) * rules.columns


def has_equal_stacks(rules: Parameters, state: State, player: int) -> bool:
    """Does this player's home row hold enough stacks of one size?

    If so, its owner wins (TBT-17). A single piece is a stack, an empty cell is not (TBT-3); gaps and
    further equal stacks do not matter (TBT-Q11).
    """
    first = home(rules, player)
    beyond = first + rules.columns
    for a in range(first, beyond - rules.match + 1):
        size = state.stacks[a]
        if size > 0:
            equal = 1
            for b in range(a + 1, beyond):
                if state.stacks[b] == size:
                    equal += 1
            if equal >= rules.match:
                return True
    return False


def is_at_limit(rules: Parameters, state: State) -> bool:
    """Have both players taken all their turns (TBT-18, TBT-Q19)?"""
    return rules.turn_limit > 0 and state.turn >= 2 * rules.turn_limit


def count_pieces(rules: Parameters, state: State) -> None:
    """Decide the game at the limit (TBT-19, TBT-20, TBT-Q14)."""
    lead = pieces_at_home(rules, state, 0) - pieces_at_home(rules, state, 1)
    if lead != 0:
        state.winner = 0 if lead > 0 else 1
        state.rule = MORE_AT_HOME
    else:
        state.winner = DRAW if rules.limit_tie == TIE_IS_DRAW else state.first
        state.rule = LIMIT_TIE


def pieces_at_home(rules: Parameters, state: State, player: int) -> int:
    """Count the pieces in this player's home row, in however many stacks (TBT-Q13)."""
    first = home(rules, player)
    total = 0
    for cell in range(first, first + rules.columns):
        total += state.stacks[cell]
    return total


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule
