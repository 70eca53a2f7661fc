"""Tactical Escape, as it is played: see the rulebook beside this file."""

from __future__ import annotations

from typing import Any

from gamekit.boards.hexagon import LARGEST, MOST_CELLS, cell_count
from gamekit.boards.patterns import EMPTY, NO_GROUP, NOWHERE, join, take_away
from gamekit.contract import (
    BOTH_LOSE,
    CHANCE,
    DRAW,
    ONGOING,
    OVER,
    RULING,
    array,
    choice,
    draw,
    number,
    whole,
)
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from gamekit.games.tactical_escape.goals import (
    CONDITIONS,
    ESCAPE_CONDITION,
    HIDDEN,
    LATEST,
    NOBODY,
    OFFERED,
    OFFERS,
    TRIPLES,
    can_escape,
    fulfils,
    gifts,
    is_given,
    known_gifts,
    make_offer,
    next_giver,
    not_given,
)

# Places of options.
COUNTS, EXEMPT = range(2)
TIE_BOTH_LOSE, TIE_IS_DRAW, TIE_TO_DMO = range(3)

NO_TURN = -1


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    size: int = number(5, range(3, LARGEST + 1), "cells on each side of the board")
    offer: int = choice(("random", *TRIPLES), "the win-cons offered, in ascending order")
    min_place: int = number(
        0, (0, 1), "pieces a placing turn needs; with 1 only the stuck may pass"
    )
    superlative: int = choice(("strict", "ties_ok"), "is it enough to have as many as the other")
    basket_overlap: int = choice(("distinct", "disjoint"), "may identical baskets share cells")
    wc1: int = choice(
        ("any_exact5", "longest_is_5", "contains_5"), "which rows fulfil the first win-con"
    )
    wc11_first_turn: int = choice(
        ("counts", "exempt"), "is the forced single piece one of three turns for win-con 11"
    )
    stage_turns: int = number(10, range(1, 101), "turns each from one win-con to the next")
    turn_cap: int = number(50, range(501), "turns each until win-cons are counted, 0 for none")
    cap_tie: int = choice(("both_lose", "draw", "dmo"), "who wins when equally many are fulfilled")


class State(BaseState):
    """Where the game stands. Cells are numbered from the middle outwards, -1 is none."""

    board: list[int] = array(MOST_CELLS, "i1")  # whose piece stands on each cell, or EMPTY
    group: list[int] = array(MOST_CELLS, "i1")  # the first cell of the group it is part of
    banned: int = whole()  # where the player to move may not place in this turn
    removed: int = whole()  # from where a piece was taken in this turn
    placed: list[int] = array(2 * LATEST, "i1")  # pieces placed in each player's latest turns,
    # the latest first, the one under way included; NO_TURN where there was none
    offer: list[int] = array(OFFERED, "i1")  # the three win-cons, 0 before they are drawn
    given: list[int] = array(2 * OFFERED, "i1")  # what each player gave, 0 where nothing yet
    winner: int = whole()  # ONGOING, a player, DRAW or BOTH_LOSE
    rule: int = whole()  # the rule that ended the game


# --- the turn ----------------------------------------------------------------------------------


def setup(rules: Parameters, state: State) -> None:
    """An empty board; the offer is drawn or, in a variant, known."""
    for cell in range(MOST_CELLS):
        state.board[cell] = EMPTY
        state.group[cell] = NO_GROUP
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
    """Chance draws the offer; gifts come before turns."""
    if state.winner != ONGOING:
        return OVER
    if state.offer[0] == 0:
        return CHANCE
    giver = next_giver(rules, state)
    return state.player if giver == NOBODY else giver


def outcomes(rules: Parameters, state: State) -> int:
    """Every three of the twelve."""
    return len(OFFERS) // OFFERED


def move_count(rules: Parameters) -> int:
    """Place on a cell, remove from a cell, stop (or pass), escape, give one of twelve."""
    return 2 * cell_count(rules.size) + 2 + CONDITIONS


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move."""
    cells = cell_count(rules.size)
    giver = next_giver(rules, state)
    condition = move - 2 * cells - 1
    if condition > 0:
        if giver == NOBODY:
            return min(12, 9 + gifts(state, 0))
        return why_no_gift(state, giver, condition)
    if giver != NOBODY:
        return 9 + gifts(state, giver)
    if move < cells:
        return why_no_placement(rules, state, move)
    if move < 2 * cells:
        return why_no_removal(state, move - cells)
    return 0 if has_begun(state) else why_no_pass(rules, state)


def why_no_gift(state: State, giver: int, condition: int) -> int:
    """Only the offered ones, and none twice."""
    if condition not in (state.offer[0], state.offer[1], state.offer[2]):
        return 8
    return 12 if is_given(state, giver, condition) else 0


def why_no_placement(rules: Parameters, state: State, cell: int) -> int:
    """Up to two on empty cells, but not where a piece was just removed."""
    if state.removed != NOWHERE:
        return RULING + 6
    if pieces_placed(state) >= most_pieces(state):
        return 3 if state.turn == 0 else 4
    if state.board[cell] != EMPTY:
        return 4
    return 6 if cell == state.banned else 0


def why_no_removal(state: State, cell: int) -> int:
    """One piece of the opponent, and nothing else in the turn."""
    if state.turn == 0:
        return RULING + 3
    if pieces_placed(state) > 0:
        return RULING + 6
    if state.removed != NOWHERE or state.board[cell] != 1 - state.player:
        return 5
    return 0


def why_no_pass(rules: Parameters, state: State) -> int:
    """Not in the first turn; in a variant, only when there is nothing else to do."""
    if state.turn == 0:
        return RULING + 3
    return RULING + 2 if rules.min_place == 1 and can_do_something(rules, state) else 0


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
    """Pieces that the turn under way may place."""
    return 1 if state.turn == 0 else 2


def has_begun(state: State) -> bool:
    """Has the player to move done anything in this turn?"""
    return pieces_placed(state) > 0 or state.removed != NOWHERE


def legal_moves(rules: Parameters, state: State, moves: Any) -> int:
    """Fill `moves`; ESCAPE, where it is legal, comes last."""
    cells, board, mover = cell_count(rules.size), state.board, state.player
    count = 0
    giver = next_giver(rules, state)
    if giver != NOBODY:
        for condition in state.offer:
            if not is_given(state, giver, condition):
                moves[count] = 2 * cells + 1 + condition
                count += 1
        return count
    begun = has_begun(state)
    if state.removed == NOWHERE and pieces_placed(state) < most_pieces(state):
        removing = state.turn > 0 and not begun
        for cell in range(cells):
            if board[cell] == EMPTY:
                if cell != state.banned:
                    moves[count] = cell
                    count += 1
            elif removing and board[cell] != mover:
                moves[count] = cells + cell
                count += 1
    if begun or why_no_pass(rules, state) == 0:
        moves[count] = 2 * cells
        moves[count + 1] = 2 * cells + 1
        count += 2
    return count


def sensible_moves(rules: Parameters, state: State, moves: Any) -> int:
    """ESCAPE alone where it wins, among others where it may, and never where it cannot."""
    count = legal_moves(rules, state, moves)
    escape = 2 * cell_count(rules.size) + 1
    if moves[count - 1] != escape:
        return count
    if not can_escape(rules, state, state.player):
        return count - 1
    if is_given(state, 1 - state.player, HIDDEN):
        return count
    moves[0] = escape
    return 1


def apply(rules: Parameters, state: State, move: int) -> None:
    """Take the draw of the offer, a gift or a move."""
    cells = cell_count(rules.size)
    if state.offer[0] == 0:
        make_offer(state, move)
    elif move > 2 * cells + 1:
        giver = next_giver(rules, state)
        state.given[giver * OFFERED + gifts(state, giver)] = move - 2 * cells - 1
    elif move == 2 * cells + 1:
        state.turn += 1
        judge(rules, state, 14)
    elif move == 2 * cells:
        end_turn(rules, state)
        if is_at_limit(rules, state):
            judge(rules, state, 32)
        else:
            begin_turn(state)
    elif move < cells:
        state.board[move] = state.player
        state.placed[state.player * LATEST] += 1
        join(rules.size, state.board, state.group, move)
    else:
        state.removed = move - cells
        take_away(rules.size, state.board, state.group, move - cells)


def end_turn(rules: Parameters, state: State) -> None:
    """Pass the turn."""
    if state.turn == 0 and rules.wc11_first_turn == EXEMPT:
        state.placed[state.player * LATEST] = NO_TURN
    state.banned = state.removed
    state.removed = NOWHERE
    state.turn += 1
    state.player = 1 - state.player


def is_at_limit(rules: Parameters, state: State) -> bool:
    """Have both players taken all their turns?"""
    return rules.turn_cap > 0 and state.turn >= 2 * rules.turn_cap


def begin_turn(state: State) -> None:
    """A turn is under way, with nothing placed yet."""
    latest = state.player * LATEST
    for turn in range(latest + LATEST - 1, latest, -1):
        state.placed[turn] = state.placed[turn - 1]
    state.placed[latest] = 0


def judge(rules: Parameters, state: State, rule: int) -> None:
    """Decide the game by what is fulfilled: after an ESCAPE by rule 14, at the limit by rule 32."""
    state.rule = rule
    lead = 0  # win-cons that player 0 fulfils, less those that player 1 does
    for giver in range(2):
        if rule == 32 or giver != state.player:
            for condition in state.offer:
                counts = rule == 14 or condition != ESCAPE_CONDITION
                if counts and is_given(state, giver, condition):
                    if fulfils(rules, state, 1 - giver, condition):
                        lead += 2 * giver - 1
    if lead != 0:
        state.winner = 0 if lead > 0 else 1
    elif rule == 14:
        state.winner = 1 - state.player
    elif rules.cap_tie == TIE_TO_DMO:
        state.winner = state.dmo
    else:
        state.winner = DRAW if rules.cap_tie == TIE_IS_DRAW else BOTH_LOSE


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule


# --- secrets -----------------------------------------------------------------------------------


def hide(rules: Parameters, view: State, player: int) -> None:
    """Blank what others gave, as long as the game goes on."""
    if view.winner == ONGOING:
        for place in range(2 * OFFERED):
            if place // OFFERED != player and view.given[place] != 0:
                view.given[place] = HIDDEN


def imagine(rules: Parameters, view: State, player: int, random: Any) -> None:
    """Put any offered win-con that its giver has not given in the place of each hidden one."""
    for giver in range(2):
        for place in range(OFFERED):
            if view.given[giver * OFFERED + place] == HIDDEN:
                pick = draw(random, OFFERED - known_gifts(view, giver))
                view.given[giver * OFFERED + place] = not_given(view, giver, pick)


def sees(rules: Parameters, state: State, move: int, player: int) -> bool:
    """Everything but the opponent's gifts."""
    return state.offer[0] == 0 or next_giver(rules, state) in (NOBODY, player)


def goes_on(rules: Parameters, before: State, after: State) -> bool:
    """A turn goes on until it is ended; each gift is one by itself."""
    return before.turn == after.turn and before.offer[0] > 0 and next_giver(rules, before) < 0
