"""For speed and for bots: legal moves listed, those worth a thought, and hidden gifts imagined."""

from __future__ import annotations

from gamekit.boards.hexagon import cell_count
from gamekit.boards.hexagon_patterns import EMPTY, NOWHERE
from gamekit.contract import Random, draw
from gamekit.games.tactical_escape.gifts import is_given, next_giver
from gamekit.games.tactical_escape.goals import fulfils
from gamekit.games.tactical_escape.rules import has_begun, most_pieces, pieces_placed, why_no_pass
from gamekit.games.tactical_escape.state import (
    ESCAPE,
    GIVE,
    HIDDEN,
    NOBODY,
    OFFERED,
    PLACE,
    REMOVE,
    STOP,
    Parameters,
    State,
    code_of,
)


def legal_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves`; ESCAPE, where it is legal, comes last."""
    count = 0
    giver = next_giver(rules, state)
    if giver != NOBODY:
        for condition in state.offer:
            if not is_given(state, giver, condition):
                moves[count] = code_of(rules, GIVE, condition)
                count += 1
        return count
    begun = has_begun(state)
    if state.removed == NOWHERE and pieces_placed(state) < most_pieces(state):
        removing = state.turn > 0 and not begun
        remove = code_of(rules, REMOVE, 0)
        for cell in range(cell_count(rules.size)):
            if state.board[cell] == EMPTY:
                if cell != state.banned:
                    moves[count] = code_of(rules, PLACE, cell)
                    count += 1
            elif removing and state.board[cell] != state.player:
                moves[count] = remove + cell
                count += 1
    if begun or why_no_pass(rules, state) == 0:
        moves[count] = code_of(rules, STOP, 0)
        moves[count + 1] = code_of(rules, ESCAPE, 0)
        count += 2
    return count


def sensible_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """ESCAPE alone where it wins, among others where it may, and never where it cannot."""
    count = legal_moves(rules, state, moves)
    escape = code_of(rules, ESCAPE, 0)
    if moves[count - 1] != escape:
        return count
    if not can_escape(rules, state, state.player):
        return count - 1
    if is_given(state, 1 - state.player, HIDDEN):
        return count
    moves[0] = escape
    return 1


def can_escape(rules: Parameters, state: State, player: int) -> bool:
    """Does this player fulfil a win condition received from the opponent? A hidden one may be any."""
    giver = 1 - player
    is_hidden = is_given(state, giver, HIDDEN)
    for condition in state.offer:
        if is_hidden or is_given(state, giver, condition):
            if fulfils(rules, state, player, condition):
                return True
    return False


def imagine(rules: Parameters, view: State, player: int, random: Random) -> None:
    """Put any offered win condition that its giver has not given in the place of each hidden one."""
    for giver in range(2):
        for place in range(OFFERED):
            if view.given[giver * OFFERED + place] == HIDDEN:
                pick = draw(random, OFFERED - known_gifts(view, giver))
                view.given[giver * OFFERED + place] = not_given(view, giver, pick)


def known_gifts(view: State, giver: int) -> int:
    """How many of the offered win conditions this player is known, or imagined, to have given."""
    count = 0
    for condition in view.offer:
        count += 1 if is_given(view, giver, condition) else 0
    return count


def not_given(view: State, giver: int, pick: int) -> int:
    """The offered win condition number `pick` of those this player is not known to have given."""
    for condition in view.offer:
        if not is_given(view, giver, condition):
            if pick == 0:
                return condition
            pick -= 1
    return HIDDEN
