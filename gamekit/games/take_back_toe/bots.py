"""A careful player of Take-Back-Toe counts winning rolls, and a master looks two turns ahead."""

from __future__ import annotations

from gamekit.boards.grid import around
from gamekit.contract import Random, draw
from gamekit.games.take_back_toe.rules import (
    has_equal_stacks,
    home,
    legal_moves,
    pieces_at_home,
)
from gamekit.games.take_back_toe.state import (
    BOTH_ROWS,
    DIRECTIONS,
    NO_BAN,
    TIE_IS_DRAW,
    Parameters,
    State,
    meaning_of,
)

WIN = 10_000
# How much a winning roll counts if a piece at home counts 1. Such a piece may decide the game at the limit.
# Matches of 1,500 games found each value.
THEIR_ROLL = 30
MY_ROLL = 10


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Win if possible. Otherwise leave the opponent few winning rolls, and keep many rolls and pieces at
    home."""
    return liked_best(rules, state, moves, random, looks_ahead=False)


def liked_best(
    rules: Parameters, state: State, moves: list[int], random: Random, looks_ahead: bool
) -> int:
    """Return the best move by the board that it leaves, or by what may follow. Draw among equal ones."""
    count = legal_moves(rules, state, moves)
    chosen, best, equal = moves[0], -2 * WIN, 0
    for i in range(count):
        if looks_ahead:
            worth = prospects(rules, state, moves[i])
        else:
            worth = worth_of(rules, state, moves[i])
        if worth > best:
            chosen, best, equal = moves[i], worth, 1
        elif worth == best:
            equal += 1
            if draw(random, equal) == 0:
                chosen = moves[i]
    return chosen


def worth_of(rules: Parameters, state: State, move: int) -> int:
    """Return how good this move is for the mover. The function makes the move on the board and takes it
    back."""
    start, direction = meaning_of(move)
    target = around(rules.rows, rules.columns, start, direction)
    state.stacks[start] -= state.die
    state.stacks[target] += state.die
    worth = outlook(rules, state, state.player)
    state.stacks[start] += state.die
    state.stacks[target] -= state.die
    return worth


def outlook(rules: Parameters, state: State, me: int) -> int:
    """Return how good the board is for the player who has just moved."""
    if has_equal_stacks(rules, state, me):
        return WIN
    if rules.win_check == BOTH_ROWS and has_equal_stacks(rules, state, 1 - me):
        return -WIN
    lead = pieces_at_home(rules, state, me) - pieces_at_home(rules, state, 1 - me)
    if state.turn == 2 * rules.turn_limit - 1:
        return lead
    mine, theirs = winning_rolls(rules, state, me), winning_rolls(rules, state, 1 - me)
    return MY_ROLL * mine - THEIR_ROLL * theirs + lead


def winning_rolls(rules: Parameters, state: State, player: int) -> int:
    """Count the rolls that let this player win."""
    rolls = rolls_that_win(rules, state, player)
    count = 0
    for roll in range(1, rules.sides + 1):
        count += rolls >> roll & 1
    return count


def rolls_that_win(rules: Parameters, state: State, player: int) -> int:
    """Return a bit for each roll with which this player could win by making a home stack match others.

    The opponent's last move needs no check, because taking it back wins nothing.
    """
    first = home(rules, player)
    row = range(first, first + rules.columns)
    rolls = 0
    for other in row:
        size, equal = state.stacks[other], 1
        if size > 0:
            for cell in row:
                equal += 1 if state.stacks[cell] == size else 0
            for cell in row:
                roll = abs(size - state.stacks[cell])
                is_new = 0 < roll <= rules.sides and rolls >> roll & 1 == 0
                if is_new and can_even(rules, state, first, cell, size, equal):
                    rolls |= 1 << roll
    return rolls


def can_even(rules: Parameters, state: State, first: int, cell: int, size: int, equal: int) -> bool:
    """Could one move give this cell of a home row a stack of this size, and make enough stacks equal?

    Pieces come and go through the cell in the next row, or through a neighbor in the same row, which they change.

    Args:
        equal: how many stacks of the row then have this size, unless the move changes another one.
    """
    beyond = first + rules.columns
    lacks = size - state.stacks[cell]
    inside = cell + rules.columns if first == 0 else cell - rules.columns
    if equal >= rules.match and state.stacks[inside] >= lacks:
        return True
    for side in range(max(first, cell - 1), min(beyond, cell + 2)):
        left = state.stacks[side] - lacks
        if side != cell and left >= 0:
            lost = 1 if state.stacks[side] == size else 0
            won = 1 if left == size else 0
            if equal - lost + won >= rules.match:
                return True
    return False


def may_win(rules: Parameters, state: State) -> bool:
    """Can a move complete the mover's row, or is this the last one before pieces are counted?

    Where two equal stacks are enough, two stacks may become equal that no other stack resembles.
    """
    return (
        rules.match == 2
        or rolls_that_win(rules, state, state.player) >> state.die & 1 == 1
        or has_equal_stacks(rules, state, state.player)
        or state.turn == 2 * rules.turn_limit - 1
    )


CERTAIN = 1_000_000  # a chance of 1
# How good the board is for the player to roll, if no roll wins at once: 0 is even, CERTAIN a chance of 3 in 4.
# A regression found the numbers in the results of 5,000 games between players like this one, who now and then
# moved at random. Cells and pieces of the other player count with the opposite sign.
TO_ROLL = 127_000
MY_ROLLS, THEIR_ROLLS = 1_020_000, -1_239_000  # if that player could win with any roll
EMPTY_CELLS = -811_000  # a home row without pieces; one that is half empty costs a quarter
PIECE = -48_000  # a piece at home. Large stacks are hard to match.
LAST_PIECE, SOON = 314_000, 4  # added to PIECE at the limit, and half of it SOON turns before


def best_move(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Return the move that leaves the mover the best chance, at random among equal ones."""
    return liked_best(rules, state, moves, random, looks_ahead=True)


def prospects(rules: Parameters, state: State, move: int) -> int:
    """Return how likely the mover is to win after this move. The function makes the move on the board and
    takes it back."""
    start, direction = meaning_of(move)
    target = around(rules.rows, rules.columns, start, direction)
    state.stacks[start] -= state.die
    state.stacks[target] += state.die
    worth = decided(rules, state, state.player, state.turn + 1)
    if worth < 0:
        winning, worth = rolls_that_win(rules, state, 1 - state.player), 0
        for roll in range(1, rules.sides + 1):
            if winning >> roll & 1 == 0:
                worth += answered(rules, state, roll, start, target)
        worth //= rules.sides
    state.stacks[start] += state.die
    state.stacks[target] -= state.die
    return worth


def decided(rules: Parameters, state: State, me: int, turns: int) -> int:
    """Return the chance of `me` if the game is over after this many turns, or less than 0 if it goes on."""
    if has_equal_stacks(rules, state, me):
        return CERTAIN
    if has_equal_stacks(rules, state, 1 - me):
        return 0 if rules.win_check == BOTH_ROWS or turns % 2 == 0 else -1
    if rules.turn_limit == 0 or turns < 2 * rules.turn_limit:
        return -1
    lead = pieces_at_home(rules, state, me) - pieces_at_home(rules, state, 1 - me)
    if lead == 0:
        return (
            CERTAIN // 2
            if rules.limit_tie == TIE_IS_DRAW
            else (CERTAIN if me == state.first else 0)
        )
    return CERTAIN if lead > 0 else 0


def answered(rules: Parameters, state: State, roll: int, start: int, target: int) -> int:
    """Return how likely the mover is to win after the opponent's best answer to this roll.

    The answer may not take back the move from `start` to `target`.
    """
    rows, columns, least = rules.rows, rules.columns, CERTAIN + 1
    for cell in range(rows * columns):
        if state.stacks[cell] >= roll:
            for direction in range(DIRECTIONS):
                goal = around(rows, columns, cell, direction)
                reverses = cell == target and goal == start and roll == state.die
                if goal >= 0 and not (reverses and rules.reversal != NO_BAN):
                    state.stacks[cell] -= roll
                    state.stacks[goal] += roll
                    least = min(least, estimate(rules, state))
                    state.stacks[cell] += roll
                    state.stacks[goal] -= roll
    return least if least <= CERTAIN else estimate(rules, state)


def estimate(rules: Parameters, state: State) -> int:
    """Return how likely the mover, who rolls next, is to win."""
    me, turns = state.player, state.turn + 2
    worth = decided(rules, state, me, turns)
    if worth >= 0:
        return worth
    mine, theirs = winning_rolls(rules, state, me), winning_rolls(rules, state, 1 - me)
    lead = pieces_at_home(rules, state, me) - pieces_at_home(rules, state, 1 - me)
    empty = empty_at_home(rules, state, me) ** 2 - empty_at_home(rules, state, 1 - me) ** 2
    hopes = TO_ROLL + (MY_ROLLS * mine + THEIR_ROLLS * theirs) // rules.sides
    hopes += EMPTY_CELLS * empty // rules.columns**2 + PIECE * lead
    if rules.turn_limit > 0:
        hopes += LAST_PIECE * SOON * lead // (2 * rules.turn_limit - turns + SOON)
    later = CERTAIN // 2 + CERTAIN // 2 * hopes // (CERTAIN + abs(hopes))
    return (CERTAIN * mine + later * (rules.sides - mine)) // rules.sides


def empty_at_home(rules: Parameters, state: State, player: int) -> int:
    """Count the empty cells of this player's home row."""
    first = home(rules, player)
    empty = 0
    for cell in range(first, first + rules.columns):
        if state.stacks[cell] == 0:
            empty += 1
    return empty
