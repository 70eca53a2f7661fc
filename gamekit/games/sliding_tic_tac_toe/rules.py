"""Sliding Tic-Tac-Toe, as it is played: see the rulebook beside this file."""

from __future__ import annotations

from gamekit.boards.grid import has_line
from gamekit.boards.lanes import MOST, MOST_CELLS, slide_count
from gamekit.contract import DRAW, ONGOING, OVER
from gamekit.games.sliding_tic_tac_toe.repetition import forget_slides, is_third_time, remember
from gamekit.games.sliding_tic_tac_toe.slides import (
    add_slides,
    can_slide,
    lay,
    move_tiles,
    why_blocked,
)
from gamekit.games.sliding_tic_tac_toe.state import (
    BOTH,
    BOTH_END,
    EMPTY,
    FIRST_TURN,
    LAST_SPACES,
    LAST_SPACES_FOR_ALL,
    NEUTRAL,
    NEUTRAL_OWNER,
    NO,
    NO_END,
    NOT_A_TURN,
    ONE_SLIDE,
    PLACE,
    PLACE_FIRST,
    PLACE_NEUTRAL,
    REMEMBERED,
    SECOND,
    SLIDE,
    STOP,
    STUCK,
    SUPPLY,
    TURN,
    WIN,
    Parameters,
    State,
    code_of,
    meaning_of,
)


def impossible(rules: Parameters) -> str:
    """Return why these parameters do not work together, or nothing."""
    size, stop, cells = rules.size, f"stop_at={rules.stop_at}", rules.size * rules.size
    if rules.line > size:
        return (
            f"line={rules.line} does not fit on a board of size={size}. Lower line or raise size."
        )
    if rules.sliding != NO and not 1 <= rules.stop_at < size:
        return f"{stop}: tiles need empty spaces to slide, so stop_at must be from 1 to {size - 1}."
    if rules.sliding == NO and rules.stop_at > 0:
        return f"{stop} with sliding=no would leave players nothing to do. Set stop_at=0."
    if rules.sliding == NO and 2 * rules.tiles < cells:
        return (
            f"tiles={rules.tiles} with sliding=no: a player who has placed them all could do "
            f"nothing. {cells} spaces need tiles={-(-cells // 2)} or more."
        )
    return ""


def setup(rules: Parameters, state: State) -> None:
    """An empty board, and all tiles with their owners (STT-1, STT-2)."""
    for cell in range(MOST_CELLS):
        state.board[cell] = EMPTY
        state.before[cell] = EMPTY
    for lane in range(2 * MOST):
        state.lanes[lane] = 1 << rules.size
    for player in range(2):
        state.placed[player] = 0
        state.neutral[player] = neutral_tiles(rules, state, player)
    state.empty = rules.size * rules.size
    for k in range(REMEMBERED):
        state.slides[k] = 0
    state.remembered = 0
    state.turn = 0
    state.winner = ONGOING
    state.rule = 0
    begin_turn(state, state.first)


def neutral_tiles(rules: Parameters, state: State, player: int) -> int:
    """How many neutral tiles this player starts with (STT-13, STT-Q20)."""
    if rules.neutral == BOTH:
        return 1
    return 1 if rules.neutral == SECOND and player != state.first else 0


def begin_turn(state: State, player: int) -> None:
    """Nothing is done yet."""
    state.player = player
    state.has_placed = 0
    state.has_slid = 0
    state.has_laid = 0


def to_act(rules: Parameters, state: State) -> int:
    """The player whose turn it is, while nobody has won."""
    return state.player if state.winner == ONGOING else OVER


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule


# --- what a player may do ------------------------------------------------------------------------


def move_count(rules: Parameters) -> int:
    """Without sliding there are no moves that slide."""
    return code_of(rules, SLIDE, 0) + (slide_count(rules.size) if rules.sliding != NO else 0)


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move (STT-4, STT-Q10)."""
    kind, index = meaning_of(rules, move)
    if kind == STOP:
        if has_acted(state):
            return 0
        if state.has_laid:
            return NOT_A_TURN
        return FIRST_TURN if state.turn == 0 else TURN
    if kind == PLACE:
        return why_no_place(rules, state) or why_taken(state, index)
    if kind == PLACE_NEUTRAL:
        rule = why_no_neutral(rules, state) or why_taken(state, index)
        return rule if rule != 0 or leaves_action(rules, state, index) else NOT_A_TURN
    return why_no_slide(rules, state) or why_blocked(rules, state, index)


def has_acted(state: State) -> bool:
    """Has the mover placed or slid in this turn (STT-4)?"""
    return state.has_placed + state.has_slid > 0


def why_no_place(rules: Parameters, state: State) -> int:
    """Return 0 or the rule that forbids placing a tile now.

    One tile a turn, before sliding (STT-3, STT-4, STT-12), while there are tiles (STT-2, STT-Q14)
    and more than the last spaces (STT-15, STT-Q13).
    """
    if state.has_placed:
        return FIRST_TURN if state.turn == 0 else TURN
    if state.placed[state.player] >= rules.tiles:
        return SUPPLY
    if state.empty <= rules.stop_at:
        return LAST_SPACES
    return PLACE_FIRST if state.has_slid else 0


def why_no_neutral(rules: Parameters, state: State) -> int:
    """Return 0 or the rule that forbids putting down a neutral tile now.

    Whoever owns one may at any moment (STT-13, STT-14, STT-Q11) but the first turn of the game
    (STT-3, STT-Q19) and the last spaces (STT-Q12).
    """
    if state.neutral[state.player] == 0:
        return NEUTRAL_OWNER
    if state.turn == 0:
        return FIRST_TURN
    return LAST_SPACES_FOR_ALL if state.empty <= rules.stop_at else 0


def why_no_slide(rules: Parameters, state: State) -> int:
    """Return 0 or the rule that forbids sliding now (STT-3, STT-4, STT-5, STT-Q19)."""
    if rules.sliding == NO:
        return TURN
    if state.turn == 0:
        return FIRST_TURN
    return ONE_SLIDE if state.has_slid else 0


def why_taken(state: State, cell: int) -> int:
    """Return 0 or the rule that forbids putting a tile on this cell (STT-4)."""
    return TURN if state.board[cell] != EMPTY else 0


def leaves_action(rules: Parameters, state: State, cell: int) -> bool:
    """Once the neutral tile lies on this cell, has the mover acted or a way to act (STT-Q10)?"""
    if has_acted(state) or (why_no_place(rules, state) == 0 and state.empty - 1 > rules.stop_at):
        return True
    return why_no_slide(rules, state) == 0 and can_slide(rules, state, cell)


def can_act(rules: Parameters, state: State) -> bool:
    """Has the player to move any way to begin the turn (STT-Q15)?"""
    if why_no_place(rules, state) == 0:
        return True
    if why_no_slide(rules, state) == 0 and can_slide(rules, state, -1):
        return True
    if why_no_neutral(rules, state) == 0:  # a neutral tile put down can be the one to slide
        for cell in range(rules.size * rules.size):
            if why_taken(state, cell) == 0 and leaves_action(rules, state, cell):
                return True
    return False


def legal_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves`: tiles first, then slides, stop last."""
    count = placements(rules, state, moves) if why_no_place(rules, state) == 0 else 0
    if why_no_neutral(rules, state) == 0:
        first = code_of(rules, PLACE_NEUTRAL, 0)
        for cell in range(rules.size * rules.size):
            if why_taken(state, cell) == 0 and leaves_action(rules, state, cell):
                moves[count] = first + cell
                count += 1
    if why_no_slide(rules, state) == 0:
        count = add_slides(rules, state, moves, count)
    if has_acted(state):
        moves[count] = STOP
        count += 1
    return count


def placements(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves` with an own tile on every empty cell; return how many."""
    count, first = 0, code_of(rules, PLACE, 0)
    for cell in range(rules.size * rules.size):
        moves[count] = first + cell  # stays if it counts: faster than asking first
        count += 1 if why_taken(state, cell) == 0 else 0
    return count


def sensible_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Stop with five in a row."""
    if has_acted(state) and has_five(rules, state, state.player):
        moves[0] = STOP
        return 1
    return legal_moves(rules, state, moves)


# --- what a move does ----------------------------------------------------------------------------


def apply(rules: Parameters, state: State, move: int) -> None:
    """Put down a tile, slide, or stop; the turn ends when stopping is all that is left."""
    if move != STOP:
        act(rules, state, move)
    if move == STOP or (has_acted(state) and not can_continue(rules, state)):
        end_turn(rules, state)


def act(rules: Parameters, state: State, move: int) -> None:
    """Put down a tile, or slide."""
    kind, index = meaning_of(rules, move)
    if kind == SLIDE:
        move_tiles(rules, state, index)
        if not (state.has_placed or state.has_laid):
            remember(rules, state, index)
        state.has_slid = 1
        return
    if kind == PLACE:
        lay(rules, state, index, state.player + 1)
        state.placed[state.player] += 1
        state.has_placed = 1
    else:
        lay(rules, state, index, NEUTRAL)
        state.neutral[state.player] -= 1
        state.has_laid = 1
    state.empty -= 1
    forget_slides(state)


def can_continue(rules: Parameters, state: State) -> bool:
    """Can a mover who has acted do more than stop?"""
    if why_no_neutral(rules, state) == 0:
        return True
    return why_no_slide(rules, state) == 0 and can_slide(rules, state, -1)


def end_turn(rules: Parameters, state: State) -> None:
    """Pass the turn and judge the board: it counts only now (STT-16, STT-Q9)."""
    mover = state.player
    state.turn += 1
    begin_turn(state, 1 - mover)
    judge(rules, state, mover)


def judge(rules: Parameters, state: State, mover: int) -> None:
    """Decide the game if it is decided: a line first, the draws second.

    The mover's line comes before the opponent's, which counts by option (STT-17, STT-Q6, STT-Q7,
    STT-Q8).
    """
    if has_five(rules, state, mover):
        state.winner = mover
        state.rule = WIN
    elif rules.five_check == BOTH_END and has_five(rules, state, 1 - mover):
        state.winner = 1 - mover
        state.rule = WIN
    elif not can_act(rules, state):
        state.winner = DRAW
        state.rule = STUCK
    elif is_capped(rules, state) or is_third_time(rules, state):
        state.winner = DRAW
        state.rule = NO_END


def has_five(rules: Parameters, state: State, player: int) -> bool:
    """Has this player enough tiles in a row (STT-13, STT-16, STT-Q5)?"""
    if state.placed[player] < rules.line:
        return False
    return has_line(rules.size, rules.size, state.board, player + 1, rules.line)


def is_capped(rules: Parameters, state: State) -> bool:
    """Have both players taken all turns there are (STT-Q16)?"""
    return rules.turn_cap > 0 and state.turn >= 2 * rules.turn_cap
