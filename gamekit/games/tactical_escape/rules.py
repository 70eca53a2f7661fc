"""Tactical Escape, as it is played: gifts, turns, ESCAPE, and who fulfills which win condition.

The rulebook is beside this file, and `win_conditions.py` has a row for each win condition. What pieces
form on the board is `gamekit/boards/hexagon.py`.
"""

from __future__ import annotations

from gamekit.boards.hexagon import (
    EMPTY,
    NO_GROUP,
    NOWHERE,
    around,
    cell_count,
    clear,
    connecting_group,
    has_twins,
    is_flower,
    is_group,
    join,
    largest_group,
    number_of,
    row_length,
    take_away,
    touches,
)
from gamekit.contract import BOTH_LOSE, CHANCE, DRAW, ONGOING, OVER, Random, draw
from gamekit.games.tactical_escape.state import (
    CONTAINS_FIVE,
    DISTINCT,
    DRAWS,
    EMPTY_TURN,
    ESCAPE,
    ESCAPED,
    EXACTLY_ONE,
    EXEMPT,
    FIRST_GIFT,
    FIRST_TURN,
    GIVE,
    GIVEN_BEFORE,
    HIDDEN,
    LATEST,
    LIMIT,
    LONGEST_IS_FIVE,
    MOST_PIECES,
    NO_MIXING,
    NO_TURN,
    NOBODY,
    NOT_BACK,
    NOT_OFFERED,
    OFFERED,
    PLACE,
    PLACING,
    REMOVE,
    REMOVING,
    SECOND_GIFT,
    STOP,
    THIRD_GIFT,
    TIE_IS_DRAW,
    TIE_TO_DMO,
    TIES_OK,
    TRIPLES,
    Parameters,
    State,
    code_of,
    meaning_of,
)
from gamekit.games.tactical_escape.win_conditions import (
    ALONE,
    ASKS,
    BORDERING_GROUPS,
    CHANGED_BY_WC1,
    COMPARED,
    CONDITIONS,
    CONNECTION,
    ESCAPE_IN_TIME,
    EXACT_ROW,
    FLOWER_COUNT,
    LARGE,
    LARGE_GROUPS,
    LARGEST_GROUP,
    LONG_ROW,
    NEEDED,
    NOT_AT_LIMIT,
    OF_GIVER,
    ON_ONE,
    SHARED_NUMBER,
    SHORT,
    SHORT_TURNS,
    STRICTLY,
    SURROUNDED_GROUPS,
    TWIN_BASKETS,
)

OFFERS = tuple(condition for triple in TRIPLES for condition in triple)
# The rule about the next gift, by how many are given.
GIFTS = (FIRST_GIFT, SECOND_GIFT, THIRD_GIFT, GIVEN_BEFORE)


def setup(rules: Parameters, state: State) -> None:
    """Clear the board. The offer is drawn or, in a variant, known (TE-2, TE-Q12)."""
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


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule


# --- the win conditions that are offered and given -----------------------------------------------


def make_offer(state: State, triple: int) -> None:
    """Offer the win conditions of one outcome (TE-8)."""
    for place in range(OFFERED):
        state.offer[place] = OFFERS[triple * OFFERED + place]


def stage(rules: Parameters, state: State) -> int:
    """Return how many win conditions each player must have given by now (TE-9, TE-10, TE-11, TE-Q16)."""
    given = 1
    while given < OFFERED and state.turn >= 2 * rules.stage_turns * given:  # faster than to divide
        given += 1
    return given


def next_giver(rules: Parameters, state: State) -> int:
    """Return who must give a win condition now, player 0 first, or NOBODY."""
    latest = stage(rules, state) - 1
    for giver in range(2):
        if state.given[giver * OFFERED + latest] == 0:
            return giver
    return NOBODY


def gifts(state: State, giver: int) -> int:
    """Return how many win conditions this player has given; earlier ones stay in force (TE-12)."""
    count = 0
    while count < OFFERED and state.given[giver * OFFERED + count] != 0:
        count += 1
    return count


def is_given(state: State, giver: int, condition: int) -> bool:
    """Has this player given this win condition?"""
    for place in range(OFFERED):
        if state.given[giver * OFFERED + place] == condition:
            return True
    return False


# --- what a player may do ------------------------------------------------------------------------


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


def why_no_gift(rules: Parameters, state: State, condition: int) -> int:
    """A gift must be due, be on offer, and be new to the recipient. Both players may give the same one,
    even one that the recipient already fulfills (TE-12, TE-Q14, TE-Q15, TE-Q39)."""
    giver = next_giver(rules, state)
    if giver == NOBODY:
        return GIFTS[gifts(state, 0)]
    if condition not in (state.offer[0], state.offer[1], state.offer[2]):
        return NOT_OFFERED
    return GIVEN_BEFORE if is_given(state, giver, condition) else 0


def why_no_turn(rules: Parameters, state: State) -> int:
    """A gift that is due comes first (TE-9, TE-10, TE-11)."""
    giver = next_giver(rules, state)
    return 0 if giver == NOBODY else GIFTS[gifts(state, giver)]


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
    """A turn removes one piece of the opponent's and does nothing else (TE-5, TE-Q3, TE-Q4, TE-Q6)."""
    if state.turn == 0:
        return EXACTLY_ONE
    if pieces_placed(state) > 0:
        return NO_MIXING
    if state.removed != NOWHERE or state.board[cell] != 1 - state.player:
        return REMOVING
    return 0


def why_no_pass(rules: Parameters, state: State) -> int:
    """Nobody passes in the first turn nor, in a variant, while there is something else to do (TE-Q2,
    TE-Q3, TE-Q40). An ESCAPE without a move counts as a pass (TE-Q8)."""
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
    """Return how many pieces this turn has placed."""
    return state.placed[state.player * LATEST]


def most_pieces(state: State) -> int:
    """Return how many pieces this turn may place (TE-3, TE-4)."""
    return 1 if state.turn == 0 else MOST_PIECES


def has_begun(state: State) -> bool:
    """Has the player to move done anything in this turn?"""
    return pieces_placed(state) > 0 or state.removed != NOWHERE


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


# --- what a move does ----------------------------------------------------------------------------


def apply(rules: Parameters, state: State, move: int) -> None:
    """Carry out the draw of the offer, a gift, or a step of a turn."""
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
        state.turn += 1  # `player` stays: `judge` asks who escaped
        judge(rules, state, ESCAPED)
    else:
        giver = next_giver(rules, state)
        state.given[giver * OFFERED + gifts(state, giver)] = index


def begin_turn(state: State) -> None:
    """Begin a turn, in which nothing is placed yet."""
    latest = state.player * LATEST
    for turn in range(latest + LATEST - 1, latest, -1):
        state.placed[turn] = state.placed[turn - 1]
    state.placed[latest] = 0


def end_turn(rules: Parameters, state: State) -> None:
    """Pass the turn; the cell that lost a piece is closed to its owner (TE-6, TE-Q5, TE-Q31)."""
    if state.turn == 0 and rules.wc11_first_turn == EXEMPT:
        state.placed[state.player * LATEST] = NO_TURN
    state.banned = state.removed
    state.removed = NOWHERE
    state.turn += 1
    state.player = 1 - state.player


def goes_on(rules: Parameters, before: State, after: State) -> bool:
    """A turn goes on until the player ends it. Each gift is timed as a turn of its own (TE-34)."""
    in_turn = before.offer[0] > 0 and next_giver(rules, before) == NOBODY
    return in_turn and before.turn == after.turn


# --- how the game ends ---------------------------------------------------------------------------


def is_at_limit(rules: Parameters, state: State) -> bool:
    """Have both players taken all their turns (TE-32, TE-Q34)?"""
    return rules.turn_cap > 0 and state.turn >= 2 * rules.turn_cap


def judge(rules: Parameters, state: State, rule: int) -> None:
    """Decide the game by the win conditions received: after an ESCAPE by those of the escaper, at the
    limit by those of both players.

    Decides TE-13, TE-14, TE-32, TE-Q8, TE-Q9, TE-Q10, TE-Q11, TE-Q35 and TE-Q36.
    """
    state.rule = rule
    lead = 0  # win conditions that player 0 fulfills, less those that player 1 does
    for giver in range(2):
        if rule == LIMIT or giver != state.player:
            for condition in state.offer:
                counts = rule == ESCAPED or condition not in NOT_AT_LIMIT
                if counts and is_given(state, giver, condition):
                    if fulfills(rules, state, 1 - giver, condition):
                        lead += 1 if giver == 1 else -1  # who received it
    if lead != 0:
        state.winner = 0 if lead > 0 else 1
    elif rule == ESCAPED:
        state.winner = 1 - state.player
    elif rules.cap_tie == TIE_TO_DMO:
        state.winner = state.dmo
    else:
        state.winner = DRAW if rules.cap_tie == TIE_IS_DRAW else BOTH_LOSE


# --- who fulfills a win condition -----------------------------------------------------------------


def fulfills(rules: Parameters, state: State, player: int, condition: int) -> bool:
    """Would this player win by this win condition, received from the opponent (TE-Q17, TE-Q28)?"""
    owner = 1 - player if condition in OF_GIVER else player
    needed, compared = NEEDED[condition - 1], COMPARED[condition - 1]
    mine = measure(rules, state, owner, condition)
    if mine < needed or compared == ALONE:
        return mine >= needed
    return is_most(rules, condition, mine, measure(rules, state, 1 - owner, condition))


def is_most(rules: Parameters, condition: int, mine: int, theirs: int) -> bool:
    """Is this the most, or as much as a variant lets count for it (TE-Q17, TE-Q20, TE-Q26)?"""
    ties_win = rules.superlative == TIES_OK and COMPARED[condition - 1] != STRICTLY
    return mine > theirs or (mine == theirs and ties_win)


def measure(rules: Parameters, state: State, owner: int, condition: int) -> int:
    """Return how much a player has of what a win condition asks for: 0 or 1 if it is a yes or no question.

    Decides TE-17, TE-19, TE-23, TE-24, TE-27, TE-28, TE-31, TE-Q20, TE-Q22, TE-Q27 and TE-Q29.
    """
    size, board, asks = rules.size, state.board, ASKS[condition - 1]
    if asks in (EXACT_ROW, LONG_ROW):
        return longest_row(rules, state, owner, condition)
    if asks == LARGEST_GROUP:
        return largest_group(size, state, owner)
    if asks in (LARGE_GROUPS, SURROUNDED_GROUPS, BORDERING_GROUPS):
        return groups(rules, state, owner, condition)
    if asks == CONNECTION:
        return int(connecting_group(size, state, owner) != NO_GROUP)
    if asks == FLOWER_COUNT:
        return flowers(rules, state, owner)
    if asks == TWIN_BASKETS:
        return int(has_twins(size, state, owner, rules.basket_overlap == DISTINCT))
    if asks == SHARED_NUMBER:
        return int(shared_number(size, board, owner, ON_ONE) > 0)
    if asks == SHORT_TURNS:
        return int(had_short_turns(state, owner))
    if asks == ESCAPE_IN_TIME:
        return int(is_in_window(state, 1 - owner, condition))
    return 0


def longest_row(rules: Parameters, state: State, owner: int, condition: int) -> int:
    """Return the length of the longest straight row that counts. In a variant, a row that is too long
    spoils all others (TE-15, TE-16, TE-Q18, TE-Q19)."""
    longest = 0
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == owner:
            near = around(state, owner, cell)
            for axis in range(3):
                if near >> axis + 3 & 1:
                    continue  # not the first piece of its row
                alone = not near >> axis & 1
                length = 1 if alone else row_length(rules.size, state.board, cell, axis)
                if row_counts(rules, length, condition):
                    longest = max(longest, length)
                elif condition in CHANGED_BY_WC1 and rules.wc1 == LONGEST_IS_FIVE:
                    return 0
    return longest


def row_counts(rules: Parameters, length: int, condition: int) -> bool:
    """Is a row of this length not too long for this win condition?"""
    may_be_longer = condition in CHANGED_BY_WC1 and rules.wc1 == CONTAINS_FIVE
    is_exact = ASKS[condition - 1] == EXACT_ROW and not may_be_longer
    return not is_exact or length <= NEEDED[condition - 1]


def groups(rules: Parameters, state: State, owner: int, condition: int) -> int:
    """Return how many groups count for a win condition that asks for groups."""
    count = 0
    for cell in range(cell_count(rules.size)):
        if is_group(state, cell, owner):
            count += 1 if group_counts(rules, state, cell, condition) else 0
    return count


def group_counts(rules: Parameters, state: State, group: int, condition: int) -> bool:
    """Is this group large enough, surrounded, or beside the opponent's: whatever is asked for?

    Decides TE-18, TE-20, TE-22, TE-29, TE-Q21, TE-Q23, TE-Q24 and TE-Q26.
    """
    if ASKS[condition - 1] == LARGE_GROUPS:
        return state.pieces[group] >= LARGE
    if ASKS[condition - 1] == SURROUNDED_GROUPS:
        return is_surrounded(rules.size, state, group)
    return touches(rules.size, state, group, 1 - state.board[group])


def is_surrounded(size: int, state: State, group: int) -> bool:
    """Do enemies stand on every cell beside this group, and on at least one?"""
    enemy = 1 - state.board[group]
    return not touches(size, state, group, EMPTY) and touches(size, state, group, enemy)


def flowers(rules: Parameters, state: State, owner: int) -> int:
    """Return how many flowers there are (TE-21, TE-30, TE-Q25)."""
    count = 0
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == owner:
            for turn in range(2):
                count += 1 if is_flower(rules.size, state.board, cell, turn) else 0
    return count


def shared_number(size: int, board: list[int], owner: int, enough: int) -> int:
    """Return a number whose cells hold enough pieces of this owner's, or 0."""
    counts = 0  # four bits a number
    for cell in range(cell_count(size)):
        if board[cell] == owner:
            counts += 1 << 4 * number_of(size, cell)
    for shared in range(1, 2 * size):
        if counts >> 4 * shared & 15 >= enough:
            return shared
    return 0


def had_short_turns(state: State, player: int) -> bool:
    """Were the latest turns, this one included, all short (TE-25, TE-Q30)?"""
    for turn in range(player * LATEST, player * LATEST + LATEST):
        if not 0 <= state.placed[turn] <= SHORT:
            return False
    return True


def is_in_window(state: State, giver: int, condition: int) -> bool:
    """Is this win condition the giver's latest gift or, where that is hidden, might it be? Then its
    recipient still escapes in time (TE-26, TE-Q32, TE-Q33)."""
    count = gifts(state, giver)
    latest = state.given[giver * OFFERED + count - 1] if count > 0 else 0
    return latest == condition if latest != HIDDEN else True


# --- what is secret ------------------------------------------------------------------------------


def hide(rules: Parameters, view: State, player: int) -> None:
    """Blank what others gave, even to this player, as long as the game goes on (TE-36, TE-Q38)."""
    if view.winner == ONGOING:
        for place in range(2 * OFFERED):
            if place // OFFERED != player and view.given[place] != 0:
                view.given[place] = HIDDEN


def imagine(rules: Parameters, view: State, player: int, random: Random) -> None:
    """Put any offered win condition that its giver has not given in the place of each hidden one."""
    for giver in range(2):
        for place in range(OFFERED):
            if view.given[giver * OFFERED + place] == HIDDEN:
                pick = draw(random, OFFERED - known_gifts(view, giver))
                view.given[giver * OFFERED + place] = not_given(view, giver, pick)


def known_gifts(view: State, giver: int) -> int:
    """Return how many of the offered win conditions this player is known, or imagined, to have given."""
    count = 0
    for condition in view.offer:
        count += 1 if is_given(view, giver, condition) else 0
    return count


def not_given(view: State, giver: int, pick: int) -> int:
    """Return the offered win condition number `pick` of those this player is not known to have given."""
    for condition in view.offer:
        if not is_given(view, giver, condition):
            if pick == 0:
                return condition
            pick -= 1
    return HIDDEN


def sees(rules: Parameters, state: State, move: int, player: int) -> bool:
    """A player sees everything but the opponent's gifts (TE-36)."""
    return state.offer[0] == 0 or next_giver(rules, state) in (NOBODY, player)


def tells_all(rules: Parameters) -> bool:
    """Everybody learns who gave what when the game ends, in whatever way (TE-36)."""
    return True
