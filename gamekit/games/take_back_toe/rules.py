"""Take-Back-Toe, as it is played: see the rulebook beside this file."""

from __future__ import annotations

from typing import Any

from gamekit.boards.grid import beside, neighbour, step
from gamekit.contract import CHANCE, DRAW, ONGOING, OVER, array, choice, number, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState

# Places of options.
PREVIOUS_TURN, LAST_ACTUAL_MOVE, NO_BAN = range(3)
BOTH_ROWS, MOVERS_ROW = range(2)
TIE_TO_STARTER, TIE_IS_DRAW = range(2)

MOST_CELLS = 7 * 8


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    rows: int = number(3, (3, 5, 7), "rows; home rows are the first and last, pieces start between")
    columns: int = number(4, range(2, 9), "columns")
    height: int = number(10, range(1, 61), "pieces on each starting stack")
    sides: int = number(6, range(1, 21), "faces of the die")
    match: int = number(3, range(2, 9), "equal stacks needed to win, at most the columns")
    reversal: int = choice(
        ("previous_turn", "last_actual_move", "none"), "which move of the opponent is protected"
    )
    win_check: int = choice(("both", "mover_only"), "whose home row is checked after a turn")
    turn_limit: int = number(40, range(1001), "turns each until pieces are counted, 0 for none")
    limit_tie: int = choice(("starter", "draw"), "who wins when the pieces at the limit are equal")


class State(BaseState):
    """Where the game stands. Cells are numbered row by row from the top left, -1 is none."""

    stacks: list[int] = array(MOST_CELLS)  # pieces on each cell
    die: int = whole()  # the number rolled, 0 before the roll
    last_from: list[int] = array(2, "i1")  # each player's protected move:
    last_to: list[int] = array(2, "i1")  # from this cell to that one,
    last_count: list[int] = array(2)  # so many pieces; 0 where nothing is protected
    winner: int = whole()  # ONGOING, a player or DRAW
    rule: int = whole()  # the rule that ended the game


def impossible(rules: Parameters) -> str:
    """Return why these parameters make no game, or nothing."""
    if rules.match > rules.columns:
        return (
            f"match={rules.match} with columns={rules.columns}: a row of {rules.columns} cells "
            f"cannot hold {rules.match} stacks. Lower match or add columns."
        )
    return ""


def setup(rules: Parameters, state: State) -> None:
    """All pieces on the middle row, nothing rolled, nothing protected."""
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


def to_act(rules: Parameters, state: State) -> int:
    """Chance rolls the die and makes the automatic skip."""
    if state.winner != ONGOING:
        return OVER
    if state.die == 0 or must_skip(rules, state):
        return CHANCE
    return state.player


def outcomes(rules: Parameters, state: State) -> int:
    """The faces of the die; a skip has one outcome."""
    return rules.sides if state.die == 0 else 1


def must_skip(rules: Parameters, state: State) -> bool:
    """Is the roll larger than every stack?"""
    for cell in range(rules.rows * rules.columns):
        if state.stacks[cell] >= state.die:
            return False
    return True


def move_count(rules: Parameters) -> int:
    """Move `cell * 4 + direction` goes up, down, left or right from that cell."""
    return rules.rows * rules.columns * 4


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move."""
    start = move // 4
    target = step(rules.rows, rules.columns, start, move % 4)
    if target < 0:
        return 1
    if state.stacks[start] < state.die:
        return 9
    if takes_back(rules, state, start, target):
        return 12
    return 0


def takes_back(rules: Parameters, state: State, start: int, target: int) -> bool:
    """Would this be the exact reverse of the opponent's protected move?"""
    opponent = 1 - state.player
    return (
        state.last_count[opponent] == state.die
        and state.last_from[opponent] == target
        and state.last_to[opponent] == start
    )


def legal_moves(rules: Parameters, state: State, moves: Any) -> int:
    """Fill `moves`, passing over the stacks that are too small."""
    rows, columns, die = rules.rows, rules.columns, state.die
    count = 0
    for row in range(rows):
        for column in range(columns):
            start = row * columns + column
            if state.stacks[start] >= die:
                for direction in range(4):
                    target = neighbour(rows, columns, row, column, direction)
                    if target >= 0 and not takes_back(rules, state, start, target):
                        moves[count] = start * 4 + direction
                        count += 1
    return count


def apply(rules: Parameters, state: State, move: int) -> None:
    """Take the roll, the automatic skip, or the player's move."""
    if state.die == 0:
        state.die = move + 1
    elif must_skip(rules, state):
        end_turn(rules, state)
    else:
        start = move // 4
        target = beside(rules.columns, start, move % 4)
        state.stacks[start] -= state.die
        state.stacks[target] += state.die
        if rules.reversal != NO_BAN:
            state.last_from[state.player] = start
            state.last_to[state.player] = target
            state.last_count[state.player] = state.die
        end_turn(rules, state)


def forget_move(state: State, player: int) -> None:
    """Nothing of this player's is protected from reversal."""
    state.last_from[player] = -1
    state.last_to[player] = -1
    state.last_count[player] = 0


def end_turn(rules: Parameters, state: State) -> None:
    """Pass the turn and judge the board."""
    mover = state.player
    if rules.reversal == PREVIOUS_TURN:
        forget_move(state, 1 - mover)  # it was protected for this one turn
    state.turn += 1
    state.player = 1 - mover
    state.die = 0
    judge(rules, state, mover)


def judge(rules: Parameters, state: State, mover: int) -> None:
    """Decide the game if it is decided: equal stacks first, the limit second."""
    if has_equal_stacks(rules, state, mover):
        state.winner = mover
        state.rule = 17
    elif rules.win_check == BOTH_ROWS and has_equal_stacks(rules, state, 1 - mover):
        state.winner = 1 - mover
        state.rule = 17
    elif rules.turn_limit > 0 and state.turn >= 2 * rules.turn_limit:
        count_pieces(rules, state)


def home(rules: Parameters, player: int) -> int:
    """The first cell of a player's home row."""
    return 0 if player == 0 else (rules.rows - 1) * rules.columns


def has_equal_stacks(rules: Parameters, state: State, player: int) -> bool:
    """Does this player's home row hold enough stacks of one size?"""
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


def pieces_at_home(rules: Parameters, state: State, player: int) -> int:
    """All pieces in this player's home row."""
    first = home(rules, player)
    total = 0
    for cell in range(first, first + rules.columns):
        total += state.stacks[cell]
    return total


def count_pieces(rules: Parameters, state: State) -> None:
    """Decide the game at the limit."""
    lead = pieces_at_home(rules, state, 0) - pieces_at_home(rules, state, 1)
    if lead != 0:
        state.winner = 0 if lead > 0 else 1
        state.rule = 19
    else:
        state.winner = DRAW if rules.limit_tie == TIE_IS_DRAW else state.first
        state.rule = 20


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule
