"""Tactical Escape, as it is played: turns, ESCAPE and the limit. The rulebook is beside this file."""

from __future__ import annotations

from gamekit.boards.hexagon import cell_count
from gamekit.boards.hexagon_patterns import EMPTY, NOWHERE, clear, join, take_away
from gamekit.contract import BOTH_LOSE, CHANCE, DRAW, ONGOING, OVER
from gamekit.games.tactical_escape.gifts import (
    gifts,
    is_given,
    make_offer,
    next_giver,
    why_no_gift,
    why_no_turn,
)
from gamekit.games.tactical_escape.goals import fulfils
from gamekit.games.tactical_escape.state import (
    DRAWS,
    EMPTY_TURN,
    ESCAPE,
    ESCAPED,
    EXACTLY_ONE,
    EXEMPT,
    FIRST_TURN,
    GIVE,
    LATEST,
    LIMIT,
    MOST_PIECES,
    NO_MIXING,
    NO_TURN,
    NOBODY,
    NOT_BACK,
    OFFERED,
    PLACE,
    PLACING,
    REMOVE,
    REMOVING,
    STOP,
    TIE_IS_DRAW,
    TIE_TO_DMO,
    Parameters,
    State,
    code_of,
    meaning_of,
)
from gamekit.games.tactical_escape.win_conditions import CONDITIONS, NOT_AT_LIMIT


def setup(rules: Parameters, state: State) -> None:
    """An empty board; the offer is drawn or, in a variant, known (TE-2, TE-Q12)."""
    clear(rules.size, state)
    for turn in range(2 * LATEST):
        state.placed[turn] = NO_TURN
    for place in range(2 * OFFERED):
        state.given[place] = 0
    for place in range(OFFERED):
        state.offer[place] = 0
    if rules.offer > 0:
        make_offer(state, rules.offer - 1)
    state.banned = NOWHERE
    state.removed = NOWHERE
    state.winner = ONGOING
    state.rule = 0
    state.turn = 0
    state.player = state.first
    begin_turn(state)


def to_act(rules: Parameters, state: State) -> int:
    """Chance draws the offer; gifts come before turns (TE-9, TE-Q13); then the players take turns
    until somebody escapes (TE-7)."""
    if state.winner != ONGOING:
        return OVER
    if state.offer[0] == 0:
        return CHANCE
    giver = next_giver(rules, state)
    return state.player if giver == NOBODY else giver


def outcomes(rules: Parameters, state: State) -> int:
    """All offers are equally likely (TE-Q12)."""
    return len(DRAWS)


def move_count(rules: Parameters) -> int:
    """Place on a cell, remove from a cell, stop (or pass), escape, give a win condition."""
    return code_of(rules, GIVE, CONDITIONS) + 1


# --- what is legal -----------------------------------------------------------------------------


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move."""
    kind, index = meaning_of(rules, move)
    if kind == GIVE:
        return why_no_gift(rules, state, index)
    if next_giver(rules, state) != NOBODY:
        return why_no_turn(rules, state)
    if kind == PLACE:
        return why_no_placement(rules, state, index)
    if kind == REMOVE:
        return why_no_removal(rules, state, index)
    return 0 if has_begun(state) else why_no_pass(rules, state)


def why_no_placement(rules: Parameters, state: State, cell: int) -> int:
    """Pieces go on empty cells, but not where a piece of the mover's was just removed.

    Decides TE-3, TE-4, TE-6, TE-Q5 and TE-Q6. Pieces never run out (TE-Q7).
    """
    if state.removed != NOWHERE:
        return NO_MIXING
    if pieces_placed(state) >= most_pieces(state):
        return FIRST_TURN if state.turn == 0 else PLACING
    if state.board[cell] != EMPTY:
        return PLACING
    return NOT_BACK if cell == state.banned else 0


def why_no_removal(rules: Parameters, state: State, cell: int) -> int:
    """One piece of the opponent's, and nothing else in the turn (TE-5, TE-Q3, TE-Q4, TE-Q6)."""
    if state.turn == 0:
        return EXACTLY_ONE
    if pieces_placed(state) > 0:
        return NO_MIXING
    if state.removed != NOWHERE or state.board[cell] != 1 - state.player:
        return REMOVING
    return 0


def why_no_pass(rules: Parameters, state: State) -> int:
    """Not in the first turn; in a variant, only when there is nothing else to do (TE-Q2, TE-Q3,
    TE-Q40). An ESCAPE instead of a move is a pass with it (TE-Q8)."""
    if state.turn == 0:
        return EXACTLY_ONE
    return EMPTY_TURN if rules.min_place == 1 and can_do_something(rules, state) else 0


def can_do_something(rules: Parameters, state: State) -> bool:
    """Is there a cell to place on or a piece to remove?"""
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == 1 - state.player:
            return True
        if state.board[cell] == EMPTY and cell != state.banned:
            return True
    return False


def pieces_placed(state: State) -> int:
    """Pieces placed in the turn under way."""
    return state.placed[state.player * LATEST]


def most_pieces(state: State) -> int:
    """Pieces that the turn under way may place (TE-3, TE-4)."""
    return 1 if state.turn == 0 else MOST_PIECES


def has_begun(state: State) -> bool:
    """Has the player to move done anything in this turn?"""
    return pieces_placed(state) > 0 or state.removed != NOWHERE


# --- what a move does --------------------------------------------------------------------------


def apply(rules: Parameters, state: State, move: int) -> None:
    """Take the draw of the offer, a gift or a move."""
    if state.offer[0] == 0:
        make_offer(state, move)
        return
    kind, index = meaning_of(rules, move)
    if kind == PLACE:
        state.board[index] = state.player
        state.placed[state.player * LATEST] += 1
        join(rules.size, state, index)
    elif kind == REMOVE:
        state.removed = index
        take_away(rules.size, state, index)
    elif kind == STOP:
        end_turn(rules, state)
        if is_at_limit(rules, state):
            judge(rules, state, LIMIT)
        else:
            begin_turn(state)
    elif kind == ESCAPE:
        state.turn += 1  # the player stays, for `judge`
        judge(rules, state, ESCAPED)
    else:
        giver = next_giver(rules, state)
        state.given[giver * OFFERED + gifts(state, giver)] = index


def begin_turn(state: State) -> None:
    """A turn is under way, with nothing placed yet."""
    latest = state.player * LATEST
    for turn in range(latest + LATEST - 1, latest, -1):
        state.placed[turn] = state.placed[turn - 1]
    state.placed[latest] = 0


def end_turn(rules: Parameters, state: State) -> None:
    """Pass the turn; the cell a piece was removed from is closed to its owner (TE-6, TE-Q5, TE-Q31)."""
    if state.turn == 0 and rules.wc11_first_turn == EXEMPT:
        state.placed[state.player * LATEST] = NO_TURN
    state.banned = state.removed
    state.removed = NOWHERE
    state.turn += 1
    state.player = 1 - state.player


def is_at_limit(rules: Parameters, state: State) -> bool:
    """Have both players taken all their turns (TE-32, TE-Q34)?"""
    return rules.turn_cap > 0 and state.turn >= 2 * rules.turn_cap


def judge(rules: Parameters, state: State, rule: int) -> None:
    """Decide the game by the win conditions received: after an ESCAPE by those of the escaper, at the
    limit by those of both players.

    Decides TE-13, TE-14, TE-32, TE-Q8, TE-Q9, TE-Q10, TE-Q11, TE-Q35 and TE-Q36.
    """
    state.rule = rule
    lead = 0  # win conditions that player 0 fulfils, less those that player 1 does
    for giver in range(2):
        if rule == LIMIT or giver != state.player:
            for condition in state.offer:
                counts = rule == ESCAPED or condition not in NOT_AT_LIMIT
                if counts and is_given(state, giver, condition):
                    if fulfils(rules, state, 1 - giver, condition):
                        lead += 1 if giver == 1 else -1  # who received it
    if lead != 0:
        state.winner = 0 if lead > 0 else 1
    elif rule == ESCAPED:
        state.winner = 1 - state.player
    elif rules.cap_tie == TIE_TO_DMO:
        state.winner = state.dmo
    else:
        state.winner = DRAW if rules.cap_tie == TIE_IS_DRAW else BOTH_LOSE


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule
