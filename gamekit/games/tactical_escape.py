"""Tactical Escape: leave in time, by a win condition that you do not know.

            A1 A2 A3 A4 A5
          B1 B2 B3 B4 B5 B6
        C1 C2 C3 C4 C5 C6 C7
      D1 D2 D3 D4 D5 D6 D7 D8
    E1 E2 E3 E4 E5 E6 E7 E8 E9        61 cells, five a side
      F1 F2 F3 F4 F5 F6 F7 F8
        G1 G2 G3 G4 G5 G6 G7
          H1 H2 H3 H4 H5 H6
            I1 I2 I3 I4 I5

Three of twelve win conditions are shown to both players. Each secretly gives one of them to the
opponent, another after ten turns each, the last after ten more. On your turn place up to two pieces
or remove one of the opponent's, which may not come back to that cell in the next turn; the very
first turn is one piece. With any turn you may declare ESCAPE, which ends the game: you win if you
fulfil a win condition that the opponent gave you, otherwise you lose. After fifty turns each,
whoever fulfils more of them wins; if neither, both lose.

Designed by MarcerMercer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from gamekit.boards import hexagon
from gamekit.boards.hexagon import MOST_CELLS, border, cell_count, number_of
from gamekit.boards.patterns import (
    EMPTY,
    NO_GROUP,
    NOWHERE,
    group_size,
    in_basket,
    is_flower,
    is_group,
    is_surrounded,
    join,
    row_length,
    take_away,
    touches,
    twin_baskets,
)
from gamekit.contract import (
    BOTH_LOSE,
    CHANCE,
    DRAW,
    ONGOING,
    OVER,
    RULING,
    Game,
    Rule,
    Scenario,
    Unreadable,
    array,
    choice,
    draw,
    number,
    whole,
)
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState

RULES = (
    Rule("TE-1", "Board", "The board is a hexagon of 61 cells, five on each side."),
    Rule("TE-2", "Going first", "The DMO says who goes first."),
    Rule("TE-3", "First turn", "The very first turn of the game places one piece."),
    Rule("TE-4", "Placing", "Any other turn may place up to two own pieces on empty cells."),
    Rule("TE-5", "Removing", "Instead it may take one piece of the opponent off the board."),
    Rule(
        "TE-6",
        "Not back at once",
        "The owner of a removed piece may not place on that cell in the own next turn.",
    ),
    Rule("TE-7", "Until somebody escapes", "Play goes on until a player declares ESCAPE."),
    Rule(
        "TE-8", "Offer", "At the start three of the twelve win-cons are offered, the same to both."
    ),
    Rule(
        "TE-9",
        "First win-con",
        "Before the first turn each player secretly gives one of the three to the opponent.",
    ),
    Rule("TE-10", "Second win-con", "After ten turns each, both secretly give another one."),
    Rule("TE-11", "Third win-con", "After ten more turns each, both secretly give the third one."),
    Rule(
        "TE-12",
        "No win-con twice",
        "Nobody gets the same win-con twice, and those received before stay in force.",
    ),
    Rule(
        "TE-13",
        "Escape",
        "ESCAPE is declared in addition to what the turn does, and the game ends at once.",
    ),
    Rule(
        "TE-14",
        "Judgement",
        "Whoever escapes wins by fulfilling at least one win-con received from the opponent, and "
        "loses otherwise.",
    ),
    Rule("TE-15", "Win-con 1", "You have a straight row of exactly five pieces."),
    Rule("TE-16", "Win-con 2", "You have a straight row of six pieces or more."),
    Rule("TE-17", "Win-con 3", "You have a group of ten or more, and it is the largest group."),
    Rule(
        "TE-18",
        "Win-con 4",
        "You have four or more groups of at least three pieces, and the most such groups.",
    ),
    Rule("TE-19", "Win-con 5", "A group of yours connects two opposite sides of the board."),
    Rule("TE-20", "Win-con 6", "You completely surround a group of your opponent's."),
    Rule("TE-21", "Win-con 7", "You have the most flowers."),
    Rule(
        "TE-22",
        "Win-con 8",
        "Five or more of your groups border pieces of your opponent's, and these are more than the "
        "groups of your opponent's that touch pieces of yours.",
    ),
    Rule("TE-23", "Win-con 9", "Your opponent, who gave it, has two identical baskets."),
    Rule(
        "TE-24",
        "Win-con 10",
        "Your opponent, who gave it, has five or more pieces on cells that share a number.",
    ),
    Rule("TE-25", "Win-con 11", "Each of your last three turns placed fewer than two pieces."),
    Rule(
        "TE-26",
        "Win-con 12",
        "You declare ESCAPE after your opponent gave this win-con and before the next one.",
    ),
    Rule(
        "TE-27",
        "Group",
        "A group is all the pieces of a colour that are connected; one piece alone is a group too.",
    ),
    Rule(
        "TE-28",
        "Opposite sides",
        "Opposite are A1-A5 and I1-I5, E1-I1 and A5-E9, A1-E1 and E9-I5; a group connects them with "
        "a piece on each.",
    ),
    Rule(
        "TE-29",
        "Surrounded",
        "A group is surrounded when an enemy piece stands on every cell beside it.",
    ),
    Rule(
        "TE-30",
        "Flower",
        "A flower is a cell and three of its neighbours, 120 degrees apart, all in one colour; "
        "flowers may overlap.",
    ),
    Rule(
        "TE-31",
        "Basket",
        "A basket is any five connected pieces of a colour, part of a group or all of it; two are "
        "identical if one can be turned or flipped onto the other.",
    ),
    Rule(
        "TE-32",
        "Limit",
        "After fifty turns without an ESCAPE the game stops and more fulfilled win-cons win; with "
        "equally many, both lose.",
    ),
    Rule(
        "TE-33",
        "Clock",
        "Ninety seconds for each move, and a reserve of thirty periods of ten seconds.",
    ),
    Rule("TE-34", "Clock for win-cons", "Giving a win-con is timed like a move."),
    Rule("TE-35", "Out of time", "Whoever runs out of time loses at once."),
    Rule(
        "TE-36",
        "Secrets",
        "Who gave which win-con is secret until the end; board, offer and moves are public.",
    ),
    Rule(
        "TE-Q1",
        "Letters and numbers",
        "Rows are lettered from the top; in each, numbers start at 1.",
    ),
    Rule(
        "TE-Q2", "Placing nothing", "Placing nothing is a turn too, except for the very first one."
    ),
    Rule(
        "TE-Q3",
        "Exactly one",
        "The very first turn is exactly one piece: no second, no pass, no removal.",
    ),
    Rule(
        "TE-Q4",
        "Second turn",
        "The second player's first turn may be anything, even removing the only piece.",
    ),
    Rule(
        "TE-Q5",
        "Length of the ban",
        "The ban on a cell lasts for the owner's next turn, whatever that turn does; it does not "
        "concern the player who removed.",
    ),
    Rule("TE-Q6", "No mixing", "One turn either places or removes."),
    Rule("TE-Q7", "Supply", "There are pieces enough."),
    Rule(
        "TE-Q8",
        "Escape goes with a turn",
        "ESCAPE comes after the turn's move, which may be a pass, and is judged after it.",
    ),
    Rule("TE-Q9", "Early escape", "Even the very first turn may be an ESCAPE."),
    Rule(
        "TE-Q10",
        "Whose win-cons",
        "An ESCAPE is judged by the win-cons the escaper received; what else is fulfilled, by "
        "either player, does not matter.",
    ),
    Rule("TE-Q11", "Bluffing out", "A player may escape without fulfilling anything."),
    Rule(
        "TE-Q12", "The draw", "All 220 offers are equally likely; a variant can name three instead."
    ),
    Rule(
        "TE-Q13",
        "Order of the start",
        "First it is settled who starts, then come the offer, the gifts and the first turn.",
    ),
    Rule(
        "TE-Q14",
        "What cannot be given",
        "What the recipient has cannot be given again, so the third gift is no choice.",
    ),
    Rule("TE-Q15", "Alike", "Both players may give the same win-con."),
    Rule(
        "TE-Q16",
        "When the next gift is due",
        "Gifts are due once both players have completed the turns; an ESCAPE in a tenth turn comes "
        "before the second gift.",
    ),
    Rule("TE-Q17", "Most", "The most and the largest mean strictly more than the opponent."),
    Rule(
        "TE-Q18",
        "Exactly five",
        "A row counts with all its pieces, so a six holds no five; other rows, longer ones too, do "
        "not matter.",
    ),
    Rule("TE-Q19", "Straight", "Rows run along the three axes of the board, never along a number."),
    Rule("TE-Q20", "Two large groups", "With two groups of ten or more, only the larger fulfils."),
    Rule("TE-Q21", "Groups of both", "Both players' groups of at least three are compared."),
    Rule("TE-Q22", "Corners", "A corner is on both its sides; sides that meet do not count."),
    Rule(
        "TE-Q23",
        "Edge of the board",
        "A group at the edge is surrounded by the cells there are, whichever pieces stand on them; "
        "one empty cell saves it.",
    ),
    Rule("TE-Q24", "A full board", "A group without a cell beside it is not surrounded."),
    Rule(
        "TE-Q25",
        "Counting flowers",
        "A full ring and its centre are two flowers, and no flower at all is never the most.",
    ),
    Rule("TE-Q26", "Border and touch", "Both words mean standing on cells side by side."),
    Rule("TE-Q27", "Overlapping baskets", "Two baskets differ in a cell; they may share the rest."),
    Rule("TE-Q28", "Whose", "Win-cons 9 and 10 are about the giver's pieces, not the escaper's."),
    Rule(
        "TE-Q29",
        "A number",
        "It is the number in the name of the cell; sharing a letter does not count.",
    ),
    Rule(
        "TE-Q30",
        "Last three turns",
        "The turn of the ESCAPE is one of the three, and there must be three; passes and removals "
        "qualify.",
    ),
    Rule("TE-Q31", "The first turn qualifies", "The forced single piece counts as fewer than two."),
    Rule(
        "TE-Q32",
        "Window",
        "Win-con 12 works until its giver gives another one; given third, to the end of the game.",
    ),
    Rule("TE-Q33", "Whose escape", "Win-con 12 needs its recipient's own ESCAPE."),
    Rule(
        "TE-Q34",
        "Fifty each",
        "The limit comes when both have completed fifty turns; in the last one may still escape.",
    ),
    Rule(
        "TE-Q35",
        "What counts at the limit",
        "Each player's received win-cons count, on the final board; 12 is unfulfilled, since nobody "
        "escaped.",
    ),
    Rule("TE-Q36", "Tie at the limit", "Both players lose; a variant draws or lets the DMO win."),
    Rule("TE-Q37", "Late gift", "Whoever does not give a win-con in time loses."),
    Rule("TE-Q38", "Not told", "The recipient learns what was given only at the end."),
    Rule("TE-Q39", "Already fulfilled", "A win-con may be given that is fulfilled already."),
    Rule("TE-Q40", "No empty cell", "On a full board one removes or passes."),
    Rule("TE-Q41", "Pictures", "The published pictures are not at hand.", note=True),
)

# Places of options.
STRICT, TIES_OK = range(2)
DISTINCT, DISJOINT = range(2)
ANY_EXACT_FIVE, LONGEST_IS_FIVE, CONTAINS_FIVE = range(3)
COUNTS, EXEMPT = range(2)
TIE_BOTH_LOSE, TIE_IS_DRAW, TIE_TO_DMO = range(3)

NOBODY, NO_TURN = -1, -1
HIDDEN = -1  # a win-con was given, but the viewer may not know which
CONDITIONS, OFFERED, LATEST = 12, 3, 3
ESCAPE_CONDITION = 12
TRIPLES = tuple(combinations(range(1, CONDITIONS + 1), OFFERED))
OFFERS = tuple(condition for triple in TRIPLES for condition in triple)


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    size: int = number(5, range(3, hexagon.LARGEST + 1), "cells on each side of the board")
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
    banned: int = whole("i1")  # where the player to move may not place in this turn
    removed: int = whole("i1")  # from where a piece was taken in this turn
    placed: list[int] = array(2 * LATEST, "i1")  # pieces placed in each player's latest turns,
    # the latest first, the one under way included; NO_TURN where there was none
    offer: list[int] = array(OFFERED, "i1")  # the three win-cons, 0 before they are drawn
    given: list[int] = array(2 * OFFERED, "i1")  # what each player gave, 0 where nothing yet
    winner: int = whole("i1")  # ONGOING, a player, DRAW or BOTH_LOSE
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
    begin_turn(state, state.first)


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


def make_offer(state: State, triple: int) -> None:
    """Offer the win-cons of one outcome."""
    for place in range(OFFERED):
        state.offer[place] = OFFERS[triple * OFFERED + place]


def stage(rules: Parameters, state: State) -> int:
    """How many win-cons each player is to have given by now: 1, 2 or 3."""
    return min(OFFERED, 1 + state.turn // (2 * rules.stage_turns))


def next_giver(rules: Parameters, state: State) -> int:
    """Who owes the opponent a win-con, player 0 first; or NOBODY."""
    latest = stage(rules, state) - 1
    for giver in range(2):
        if state.given[giver * OFFERED + latest] == 0:
            return giver
    return NOBODY


def gifts(state: State, giver: int) -> int:
    """How many win-cons this player has given."""
    count = 0
    while count < OFFERED and state.given[giver * OFFERED + count] != 0:
        count += 1
    return count


def is_given(state: State, giver: int, condition: int) -> bool:
    """Has this player given this win-con?"""
    for place in range(OFFERED):
        if state.given[giver * OFFERED + place] == condition:
            return True
    return False


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
        escape(rules, state)
    elif move == 2 * cells:
        end_turn(rules, state)
    elif move < cells:
        state.board[move] = state.player
        state.placed[state.player * LATEST] += 1
        join(rules.size, state.board, state.group, move)
    else:
        state.removed = move - cells
        take_away(rules.size, state.board, state.group, move - cells)


def escape(rules: Parameters, state: State) -> None:
    """End the game and judge whoever escapes."""
    state.winner = state.player if can_escape(rules, state, state.player) else 1 - state.player
    state.rule = 14
    state.turn += 1


def end_turn(rules: Parameters, state: State) -> None:
    """Pass the turn, or stop at the limit."""
    mover = state.player
    if state.turn == 0 and rules.wc11_first_turn == EXEMPT:
        state.placed[mover * LATEST] = NO_TURN
    state.banned = state.removed
    state.removed = NOWHERE
    state.turn += 1
    if rules.turn_cap > 0 and state.turn >= 2 * rules.turn_cap:
        state.player = 1 - mover
        count_at_limit(rules, state)
    else:
        begin_turn(state, 1 - mover)


def begin_turn(state: State, mover: int) -> None:
    """A turn of this player is under way, with nothing placed yet."""
    state.player = mover
    for turn in range(mover * LATEST + LATEST - 1, mover * LATEST, -1):
        state.placed[turn] = state.placed[turn - 1]
    state.placed[mover * LATEST] = 0


def count_at_limit(rules: Parameters, state: State) -> None:
    """Decide the game by the number of fulfilled win-cons."""
    lead = count_fulfilled(rules, state, 0) - count_fulfilled(rules, state, 1)
    state.rule = 32
    if lead != 0:
        state.winner = 0 if lead > 0 else 1
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


def known_gifts(view: State, giver: int) -> int:
    """How many of the offered win-cons this player is known, or imagined, to have given."""
    count = 0
    for condition in view.offer:
        count += 1 if is_given(view, giver, condition) else 0
    return count


def not_given(view: State, giver: int, pick: int) -> int:
    """The offered win-con number `pick` of those this player is not known to have given."""
    for condition in view.offer:
        if not is_given(view, giver, condition):
            if pick == 0:
                return condition
            pick -= 1
    return HIDDEN


# --- the win conditions ------------------------------------------------------------------------


def can_escape(rules: Parameters, state: State, player: int) -> bool:
    """Does this player fulfil a win-con received from the opponent? A hidden one may be any."""
    giver = 1 - player
    is_hidden = is_given(state, giver, HIDDEN)
    for condition in state.offer:
        if is_hidden or is_given(state, giver, condition):
            if fulfils(rules, state, 1 - giver, condition):
                return True
    return False


def count_fulfilled(rules: Parameters, state: State, player: int) -> int:
    """How many win-cons this player has received and fulfils without escaping."""
    count = 0
    for condition in state.offer:
        if condition != ESCAPE_CONDITION and is_given(state, 1 - player, condition):
            count += 1 if fulfils(rules, state, player, condition) else 0
    return count


def fulfils(rules: Parameters, state: State, player: int, condition: int) -> bool:
    """Would this player win by this win-con, received from the opponent?"""
    giver = 1 - player
    if condition == 1:
        return has_row_of_five(rules, state, player)
    if condition == 2:
        return longest_row(rules, state, player) >= 6
    if condition == 3:
        return has_largest_group(rules, state, player)
    if condition == 4:
        return has_most_groups_of_three(rules, state, player)
    if condition == 5:
        return connecting_group(rules, state, player) != NO_GROUP
    if condition == 6:
        return surrounded_group(rules, state, giver) != NO_GROUP
    if condition == 7:
        return has_most_flowers(rules, state, player)
    if condition == 8:
        return has_most_bordering_groups(rules, state, player)
    if condition == 9:
        return has_twin_baskets(rules, state, giver)
    if condition == 10:
        return shared_number(rules, state, giver) > 0
    if condition == 11:
        return has_lingered(state, player)
    return is_in_window(state, giver)


def is_most(rules: Parameters, mine: int, theirs: int) -> bool:
    """Is the first number the largest or the most?"""
    return mine > theirs or (mine == theirs and rules.superlative == TIES_OK)


def longest_row(rules: Parameters, state: State, player: int) -> int:
    """Pieces in this player's longest straight row (win-con 2 needs six)."""
    longest = 0
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == player:
            for axis in range(3):
                longest = max(longest, row_length(rules.size, state.board, cell, axis))
    return longest


def has_row_of_five(rules: Parameters, state: State, player: int) -> bool:
    """Win-con 1: a straight row of exactly five."""
    if rules.wc1 != ANY_EXACT_FIVE:
        longest = longest_row(rules, state, player)
        return longest == 5 or (longest > 5 and rules.wc1 == CONTAINS_FIVE)
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == player:
            for axis in range(3):
                if row_length(rules.size, state.board, cell, axis) == 5:
                    return True
    return False


def largest_group(rules: Parameters, state: State, owner: int) -> int:
    """Pieces in this player's largest group."""
    largest = 0
    for cell in range(cell_count(rules.size)):
        if is_group(state.board, state.group, cell, owner):
            largest = max(largest, group_size(rules.size, state.group, cell))
    return largest


def has_largest_group(rules: Parameters, state: State, player: int) -> bool:
    """Win-con 3: a group of ten or more, the largest of all."""
    mine = largest_group(rules, state, player)
    return mine >= 10 and is_most(rules, mine, largest_group(rules, state, 1 - player))


def groups_of_three(rules: Parameters, state: State, owner: int) -> int:
    """This player's groups of three pieces or more."""
    count = 0
    for cell in range(cell_count(rules.size)):
        if (
            is_group(state.board, state.group, cell, owner)
            and group_size(rules.size, state.group, cell) >= 3
        ):
            count += 1
    return count


def has_most_groups_of_three(rules: Parameters, state: State, player: int) -> bool:
    """Win-con 4: four such groups or more, and the most of them."""
    mine = groups_of_three(rules, state, player)
    return mine >= 4 and is_most(rules, mine, groups_of_three(rules, state, 1 - player))


def connecting_group(rules: Parameters, state: State, owner: int) -> int:
    """Win-con 5: a group with pieces on two opposite sides, or NO_GROUP."""
    for side in range(3):
        for place in range(rules.size):
            here = border(rules.size, side, place)
            if state.board[here] == owner:
                for opposite in range(rules.size):
                    there = border(rules.size, side + 3, opposite)
                    if state.group[there] == state.group[here]:
                        return state.group[here]
    return NO_GROUP


def surrounded_group(rules: Parameters, state: State, owner: int) -> int:
    """Win-con 6: a group of this owner's with enemies on all cells beside it, or NO_GROUP."""
    for cell in range(cell_count(rules.size)):
        if is_group(state.board, state.group, cell, owner) and is_surrounded(
            rules.size, state.board, state.group, cell
        ):
            return cell
    return NO_GROUP


def flowers(rules: Parameters, state: State, owner: int) -> int:
    """This player's flowers."""
    count = 0
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == owner:
            for turn in range(2):
                count += 1 if is_flower(rules.size, state.board, cell, turn) else 0
    return count


def has_most_flowers(rules: Parameters, state: State, player: int) -> bool:
    """Win-con 7: at least one flower, and the most."""
    mine = flowers(rules, state, player)
    return mine > 0 and is_most(rules, mine, flowers(rules, state, 1 - player))


def bordering_groups(rules: Parameters, state: State, owner: int) -> int:
    """This player's groups that touch a piece of the opponent's."""
    count = 0
    for cell in range(cell_count(rules.size)):
        if is_group(state.board, state.group, cell, owner) and touches(
            rules.size, state.board, state.group, cell, 1 - owner
        ):
            count += 1
    return count


def has_most_bordering_groups(rules: Parameters, state: State, player: int) -> bool:
    """Win-con 8: five such groups or more, and strictly more than the opponent's."""
    mine = bordering_groups(rules, state, player)
    return mine >= 5 and mine > bordering_groups(rules, state, 1 - player)


def has_twin_baskets(rules: Parameters, state: State, owner: int) -> bool:
    """Win-con 9, for the giver: two identical baskets."""
    may_overlap = rules.basket_overlap == DISTINCT
    return twin_baskets(rules.size, state.board, owner, may_overlap)[0] != NOWHERE


def shared_number(rules: Parameters, state: State, owner: int) -> int:
    """Win-con 10, for the giver: a number on whose cells five of the pieces stand, or 0."""
    for shared in range(1, 2 * rules.size):
        count = 0
        for cell in range(cell_count(rules.size)):
            if state.board[cell] == owner and number_of(rules.size, cell) == shared:
                count += 1
        if count >= 5:
            return shared
    return 0


def has_lingered(state: State, player: int) -> bool:
    """Win-con 11: three turns, the latest one included, with fewer than two pieces placed."""
    for turn in range(player * LATEST, player * LATEST + LATEST):
        if not 0 <= state.placed[turn] < 2:
            return False
    return True


def is_in_window(state: State, giver: int) -> bool:
    """Win-con 12, when its recipient escapes: it is, or where that is hidden may be, the latest."""
    count = gifts(state, giver)
    return count > 0 and state.given[giver * OFFERED + count - 1] in (ESCAPE_CONDITION, HIDDEN)


# --- for people --------------------------------------------------------------------------------


WORDS = (
    "a row of exactly five",
    "a row of six or more",
    "the largest group, of ten or more",
    "the most groups of three or more",
    "a group that connects opposite sides",
    "a surrounded group of the opponent's",
    "the most flowers",
    "the most groups that border the opponent's",
    "two identical baskets of the opponent's",
    "five of the opponent's pieces on one number",
    "three turns with fewer than two pieces placed",
    "an escape in time",
)


def name(rules: Parameters, cell: int) -> str:
    """The label of a cell."""
    return hexagon.label(rules.size, cell)


def cell_named(rules: Parameters, label: str) -> int:
    """The cell with this label; refuses one that is not on the board (TE-1)."""
    cell = hexagon.cell(rules.size, label)
    if cell is None:
        rows = hexagon.rows(rules.size)
        ends = [f"{name(rules, row[0])} to {name(rules, row[-1])}" for row in (rows[0], rows[-1])]
        raise Unreadable(
            f"There is no cell {label.upper()}: the rows go from {ends[0]} down to {ends[1]}.", 1
        )
    return cell


def listed(words: Sequence[object]) -> str:
    """One after another, in words."""
    return ", ".join(str(word) for word in words)


def fulfilled(rules: Parameters, state: State, player: int) -> tuple[int, ...]:
    """The win-cons that this player has received and would win by."""
    received = state.given[(1 - player) * OFFERED :][:OFFERED]
    return tuple(c for c in received if c > 0 and fulfils(rules, state, player, c))


def fulfilling_cells(
    rules: Parameters, state: State, player: int, condition: int
) -> tuple[str, ...]:
    """The cells by which this player would win by a win-con, row by row, for pictures.

    There are none while it is not fulfilled, and none for 11 and 12, which are about turns. 6, 9
    and 10 give cells of the opponent's pieces: the surrounded groups, two baskets, a number.
    """
    if not fulfils(rules, state, player, condition):
        return ()
    about_giver = condition in (6, 9, 10)
    owner = 1 - player if about_giver else player
    pieces = [c for c in range(cell_count(rules.size)) if state.board[c] == owner]
    part = (givers_part if about_giver else own_part)(rules, state, pieces, owner, condition)
    return tuple(name(rules, c) for row in hexagon.rows(rules.size) for c in row if c in part)


def own_part(
    rules: Parameters, state: State, pieces: list[int], player: int, condition: int
) -> list[int]:
    """Those of a player's pieces by which win-con 1, 2, 3, 4, 5, 7 or 8 is fulfilled."""
    size, board, group = rules.size, state.board, state.group
    match condition:
        case 1 | 2:
            longer = condition == 2 or rules.wc1 == CONTAINS_FIVE
            lengths = range(4 + condition, 2 * size if longer else 6)
            return [c for c in pieces for a in range(3) if row_length(size, board, c, a) in lengths]
        case 3:
            largest = largest_group(rules, state, player)
            return [c for c in pieces if group_size(size, group, group[c]) == largest]
        case 4:
            return [c for c in pieces if group_size(size, group, group[c]) >= 3]
        case 5:
            return [c for c in pieces if group[c] == connecting_group(rules, state, player)]
        case 7:
            own = [flower for flower in hexagon.flowers(size) if set(flower) <= set(pieces)]
            return [cell for flower in own for cell in flower]
        case 8:
            return [c for c in pieces if touches(size, board, group, group[c], 1 - player)]
    return []


def givers_part(
    rules: Parameters, state: State, pieces: list[int], giver: int, condition: int
) -> list[int]:
    """Those of the giver's pieces by which win-con 6, 9 or 10 is fulfilled."""
    size, board, group = rules.size, state.board, state.group
    match condition:
        case 6:
            return [c for c in pieces if is_surrounded(size, board, group, group[c])]
        case 9:
            twins = twin_baskets(size, board, giver, rules.basket_overlap == DISTINCT)
            both = twins[:2], twins[2:]
            return [c for c in pieces for basket in both if in_basket(size, *basket, c)]
        case 10:
            shared = shared_number(rules, state, giver)
            return [c for c in pieces if number_of(size, c) == shared]
    return []


def sees(rules: Parameters, state: State, move: int, player: int) -> bool:
    """Everything but the opponent's gifts."""
    return state.offer[0] == 0 or next_giver(rules, state) in (NOBODY, player)


def goes_on(rules: Parameters, before: State, after: State) -> bool:
    """A turn goes on until it is ended; each gift is one by itself."""
    return before.turn == after.turn and before.offer[0] > 0 and next_giver(rules, before) < 0


def turn_text(rules: Parameters, state: State, moves: Sequence[str]) -> str:
    """A whole turn; the order of the pieces does not matter."""
    places = sorted(moves, key=lambda word: (word == "escape", word[0], len(word), word))
    return " ".join(places)


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "give 6", "E5", "E5 F3", "remove D4" or "pass", but for the first with " escape"."""
    cells = cell_count(rules.size)
    words = [word for word in re.split(r"[\s,]+", text.strip().lower()) if word]
    if gift := re.fullmatch(r"(?:give )?(\d+)", " ".join(words)):
        if not 1 <= int(gift[1]) <= CONDITIONS:
            raise Unreadable(f"There is no win-con {gift[1]}: they are numbered 1 to 12.", 8)
        return [2 * cells + 1 + int(gift[1])]
    declares = words[-1:] == ["escape"]
    body = words[:-1] if declares else words
    end = [2 * cells + 1] if declares else []
    if body == ["pass"] and not has_begun(state):
        return end or [2 * cells]
    if body == ["stop"] and not declares:
        return [2 * cells]
    if not body and declares:
        if not has_begun(state):
            raise Unreadable(
                'ESCAPE goes with a turn: write its move before it, or "pass escape".', RULING + 8
            )
        return end
    turn = " ".join(word for word in body if word not in ("place", "and"))
    if not re.fullmatch(r"((remove )?[a-z]\d+( |$))+", turn):
        raise Unreadable(
            'A turn is written like "E5 F3", "remove D4" or "pass", with " escape" at its end for '
            'an ESCAPE, and a win-con is given like "give 6".'
        )
    pieces = re.findall(r"(remove )?(\w+)", turn)
    return [cells * bool(remove) + cell_named(rules, cell) for remove, cell in pieces] + end


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a move, or of an offer."""
    cells = cell_count(rules.size)
    if state.offer[0] == 0:
        return " ".join(str(condition) for condition in TRIPLES[move])
    if move > 2 * cells + 1:
        return f"give {move - 2 * cells - 1}"
    if move >= 2 * cells:
        word = "stop" if move == 2 * cells else "escape"
        return word if has_begun(state) else ("pass" if word == "stop" else "pass escape")
    return name(rules, move) if move < cells else f"remove {name(rules, move - cells)}"


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the cells concerned."""
    cells = cell_count(rules.size)
    if move > 2 * cells + 1 or next_giver(rules, state) != NOBODY:
        return explain_gift(rules, state, move - 2 * cells - 1, rule), ()
    if rule == RULING + 2:
        return "A turn must place or remove something while that is possible.", ()
    if move >= 2 * cells:
        return "The first turn of the game places exactly one piece, so it cannot be a pass.", ()
    here = name(rules, move % cells)
    verb = "placed on" if move < cells else "removed from"
    opponent = f"{{{1 - state.player}}}"
    if rule == RULING + 6:
        did = "removed" if move < cells else "placed"
        return f"This turn has {did} a piece; no turn both places and removes.", (here,)
    if rule in (3, RULING + 3):
        more = "a second piece" if pieces_placed(state) else "nothing"
        return f"The first turn of the game is exactly one piece: {more} is {verb} {here}.", (here,)
    if rule == 6:
        return f"{opponent} has just removed a piece from {here}; wait for the next turn.", (here,)
    if rule == 5 and state.removed != NOWHERE:
        gone = name(rules, state.removed)
        return f"The piece on {gone} was removed in this turn; one is all.", (gone, here)
    if rule == 4 and pieces_placed(state) >= most_pieces(state):
        return f"Two pieces are placed already; there is none left for {here}.", (here,)
    owner = state.board[move % cells]
    holds = "is empty" if owner == EMPTY else f"holds a piece of {{{owner}}}'s"
    must = "pieces are placed on empty cells" if move < cells else f"only {opponent}'s are removed"
    return f"{here} {holds}; {must}.", (here,)


def explain_gift(rules: Parameters, state: State, condition: int, rule: int) -> str:
    """Why this win-con is not given, or why one must be given first."""
    giver = next_giver(rules, state)
    offer = listed(state.offer)
    if condition <= 0:
        return f"First {{{giver}}} gives {{{1 - giver}}} a win-con, one of {offer}."
    if rule == 8:
        return f"Win-con {condition} is not offered; those offered are {offer}."
    if giver == NOBODY:
        if gifts(state, 0) == OFFERED:
            return "All three win-cons are given."
        turns = rules.stage_turns * stage(rules, state)
        return f"The next win-con is given after {turns} turns each."
    return f"{{{giver}}} gave {{{1 - giver}}} win-con {condition} before; nobody gets one twice."


def ending(rules: Parameters, state: State) -> str:
    """How the game ended."""
    if state.rule == 32:
        counts = [count_fulfilled(rules, state, player) for player in range(2)]
        limit = f"After {state.turn // 2} turns each"
        text = f"{limit} {{0}} fulfils {counts[0]} and {{1}} {counts[1]} of the win-cons received."
        tie = counts[0] == counts[1] and state.winner in (0, 1)
        return f"{text} {{{state.winner}}} is the DMO." if tie else text
    escaper = state.player
    if state.winner != escaper:
        received = [c for c in state.given[(1 - escaper) * OFFERED :][:OFFERED] if c]
        return (
            f"{{{escaper}}} escaped without fulfilling win-con {' or '.join(map(str, received))}."
        )
    reasons = []
    for condition in fulfilled(rules, state, escaper):
        cells = listed(fulfilling_cells(rules, state, escaper, condition))
        reasons.append(f"win-con {condition}, {WORDS[condition - 1]}{f' ({cells})' * bool(cells)}")
    return f"{{{escaper}}} escaped with {' and '.join(reasons)}."


FIELDS = (
    "board", "to_move", "offer", "given", "turns", "banned", "placed", "laid", "removed",
)  # fmt: skip


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up `board`, `to_move`, `offer`, `given`, `turns`, `banned`, `placed` (in past turns) and,
    within a turn, `laid` (pieces placed so far) or `removed` (the cell)."""
    scene = Scenario(fields, FIELDS)
    if "board" in scene:
        for label, owner in scene.mapping("board", '{"E5": 0, "F3": 1}').items():
            cell = scene_cell(rules, scene, label)
            if state.board[cell] != EMPTY:
                scene.refuse(f"the board names {name(rules, cell)} twice.")
            state.board[cell] = scene.number(f"the owner of {label}", owner, 0, 1)
            join(rules.size, state.board, state.group, cell)
    placed = placed_turns(scene)
    set_turns(rules, state, scene, placed)
    set_gifts(rules, state, scene)
    is_over = rules.turn_cap > 0 and state.turn >= 2 * rules.turn_cap
    set_placed(rules, state, scene, placed, is_over)
    if "banned" in scene:
        shape = '["D4"], one cell at most'
        raw = scene.raw("banned")
        if not isinstance(raw, list | tuple) or len(raw) > 1:
            scene.refuse(f"banned is {raw!r}; write it like {shape}.")
        for label in raw:
            state.banned = empty_cell(rules, state, scene, label, "banned")
    set_turn_under_way(rules, state, scene)
    if is_over:
        count_at_limit(rules, state)


def scene_cell(rules: Parameters, scene: Scenario, label: object) -> int:
    """The cell a scenario names."""
    try:
        return cell_named(rules, str(label))
    except Unreadable as problem:
        scene.refuse(str(problem))


def empty_cell(rules: Parameters, state: State, scene: Scenario, label: object, field: str) -> int:
    """The cell a scenario names, from which a piece has just gone."""
    cell = scene_cell(rules, scene, label)
    if state.board[cell] != EMPTY:
        scene.refuse(f"{field} names {name(rules, cell)}, on which a piece stands.")
    return cell


def placed_turns(scene: Scenario) -> list[list[int]]:
    """The pieces placed in past turns, for each player from the first known turn on."""
    if "placed" not in scene:
        return [[], []]
    pair = scene.sequence("placed", 2, "[[1, 2, 0], [2, 2]]")
    for turns in pair:
        if not isinstance(turns, list | tuple):
            scene.refuse(f"placed is {pair!r}; write it like [[1, 2, 0], [2, 2]].")
    return [[scene.number("placed", n, 0, 2) for n in turns] for turns in pair]  # type: ignore[attr-defined]


def set_turns(
    rules: Parameters, state: State, scene: Scenario, placed: Sequence[Sequence[int]]
) -> None:
    """Who is to move in which turn; without `turns`, the fewest that the rest allows."""
    pieces = sum(owner != EMPTY for owner in state.board)
    if "turns" not in scene and "placed" in scene:
        lengths = {"turns": [len(turns) for turns in placed], "to_move": scene.raw("to_move")}
        scene = Scenario(lengths, FIELDS)
    state.turn, state.player = scene.turns(state.first, 10_000)
    if "turns" not in scene and pieces > 0 and state.turn == 0:
        state.turn = 2
    if state.turn == 0 and pieces > 0 and not scene.whole("laid", 0, 1, 0):
        scene.refuse("turns are [0, 0], but pieces stand on the board.")


def set_gifts(rules: Parameters, state: State, scene: Scenario) -> None:
    """The offer and what was given of it."""
    if "offer" in scene:
        raw = scene.sequence("offer", OFFERED, "[1, 6, 9]")
        offer = sorted(scene.number("offer", c, 1, CONDITIONS) for c in raw)
        if len(set(offer)) < OFFERED:
            scene.refuse(f"offer is {raw!r}; three different win-cons are offered.")
        state.offer[:] = offer
    if "given" not in scene:
        return
    pair = scene.sequence("given", 2, "[[6], [9]]")
    for giver, gift in enumerate(pair):
        if not isinstance(gift, list | tuple) or len(gift) > stage(rules, state):
            scene.refuse(
                f"given is {pair!r}; write it like [[6], [9]], with up to {stage(rules, state)} "
                "each by now."
            )
        for place, condition in enumerate(gift):
            if condition not in state.offer or condition in gift[:place] or condition == 0:
                scene.refuse(
                    f"given: player {giver} cannot have given {gift!r} of the offer {state.offer}."
                )
            state.given[giver * OFFERED + place] = condition
    if gifts(state, 0) - gifts(state, 1) not in (0, 1):
        scene.refuse(f"given is {pair!r}; the players give in turn, player 0 first.")


def set_placed(
    rules: Parameters,
    state: State,
    scene: Scenario,
    placed: Sequence[Sequence[int]],
    is_over: bool,
) -> None:
    """What each player placed in the latest turns."""
    done = turns_done(state)
    for turn in range(2 * LATEST):
        state.placed[turn] = NO_TURN
    for player in range(2):
        known = list(placed[player])
        if len(known) > done[player]:
            scene.refuse(
                f"placed tells of {len(known)} turns of player {player}, who has done "
                f"{done[player]}."
            )
        if rules.wc11_first_turn == EXEMPT and player == state.first and len(known) == done[player]:
            known = known[1:]
        for turn, count in enumerate(known[: -LATEST - 1 : -1]):
            state.placed[player * LATEST + turn] = count
    if not is_over:
        begin_turn(state, state.player)


def set_turn_under_way(rules: Parameters, state: State, scene: Scenario) -> None:
    """What the player to move has done in this turn."""
    laid = scene.whole("laid", 0, most_pieces(state), 0)
    if laid > state.board.count(state.player):
        scene.refuse(f"laid is {laid}, but so many pieces of player {state.player} do not stand.")
    state.placed[state.player * LATEST] += laid
    if "removed" in scene:
        state.removed = empty_cell(rules, state, scene, scene.raw("removed"), "removed")
        if laid or state.turn == 0:
            scene.refuse("removed: nothing can be removed in this turn (TE-Q3, TE-Q6).")


def turns_done(state: State) -> list[int]:
    """The turns each player has completed."""
    done = [state.turn // 2, state.turn // 2]
    done[state.first] += state.turn % 2
    return done


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as scenario fields."""
    labels = {name(rules, c): state.board[c] for row in hexagon.rows(rules.size) for c in row}
    past = [state.placed[:LATEST], state.placed[LATEST:]]
    laid, past[state.player] = past[state.player][0], past[state.player][1:]
    given = [state.given[:OFFERED], state.given[OFFERED:]]
    fields: dict[str, object] = {
        "board": {label: owner for label, owner in labels.items() if owner != EMPTY},
        "to_move": state.player,
        "offer": list(state.offer) if state.offer[0] else None,
        "given": [[c if c != HIDDEN else "?" for c in gift if c != 0] for gift in given],
        "turns": turns_done(state),
        "banned": [name(rules, state.banned)] if state.banned != NOWHERE else [],
        "placed": [[n for n in turns[::-1] if n != NO_TURN] for turns in past],
    }
    if laid > 0:
        fields["laid"] = laid
    if state.removed != NOWHERE:
        fields["removed"] = name(rules, state.removed)
    return fields


def text_board(rules: Parameters, state: State) -> str:
    """The pieces, the offer, and of the win-cons given those that the viewer may know."""
    marks = [".RB"[owner + 1] for owner in state.board]
    lines = [hexagon.text(rules.size, marks)]
    if state.offer[0]:
        lines.append(f"Offer: {listed(state.offer)}")
        for giver in range(2):
            gift = [c for c in state.given[giver * OFFERED :][:OFFERED] if c != 0]
            if gift:
                words = listed(["?" if c == HIDDEN else c for c in gift])
                lines.append(f"{{{giver}}} gave {words}")
    if state.turn > 1:
        lines.append(f"Turn {state.turn // 2}")
    return "\n".join(lines)


GAME = Game(
    globals(),
    name="tactical-escape",
    title="Tactical Escape",
    players=("Red", "Blue"),
    board="hexagon with 5 cells a side",
    tags=(
        "area control", "asymmetric", "connect in a row", "grid", "hex grid", "hidden information",
        "patterns", "piece placement", "psychology", "turn-based",
    ),
    clock=(90, 300, 10),
    join=" ",
)  # fmt: skip
