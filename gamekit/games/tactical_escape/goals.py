"""Who fulfils the win conditions of Tactical Escape: `measure` has a line for each thing they ask for.

Which pieces fulfil one, for the ending and the board, is found by trying; only whole figures, such as
all of a large group, are named in `winning.py`. What the board shows before that is `parts_of` in
its scene.
"""

from __future__ import annotations

from gamekit.boards.hexagon import border, cell_count, number_of
from gamekit.boards.hexagon_patterns import (
    NO_GROUP,
    around,
    has_twins,
    is_flower,
    is_group,
    is_surrounded,
    row_length,
    touches,
    twin_baskets,
)
from gamekit.games.tactical_escape.gifts import gifts
from gamekit.games.tactical_escape.state import (
    CONTAINS_FIVE,
    DISTINCT,
    HIDDEN,
    LATEST,
    LONGEST_IS_FIVE,
    OFFERED,
    TIES_OK,
    Parameters,
    State,
)
from gamekit.games.tactical_escape.win_conditions import (
    ALONE,
    ASKS,
    BASKET,
    BORDERING_GROUPS,
    COMPARED,
    CONNECTION,
    ESCAPE_IN_TIME,
    EXACT_ROW,
    FLOWER_COUNT,
    LARGE,
    LARGE_GROUPS,
    LARGEST_GROUP,
    LONG_ROW,
    NEEDED,
    OF_GIVER,
    ON_ONE,
    SHARED_NUMBER,
    SHORT,
    SHORT_TURNS,
    STRICTLY,
    SURROUNDED_GROUPS,
    TWIN_BASKETS,
)


def fulfils(rules: Parameters, state: State, player: int, condition: int) -> bool:
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
    """How much a player has of what a win condition asks for; 0 or 1 where it only asks whether."""
    asks = ASKS[condition - 1]
    if asks in (EXACT_ROW, LONG_ROW):
        return longest_row(rules, state, owner, condition)
    if asks == LARGEST_GROUP:
        return largest_group(rules, state, owner)
    if asks == CONNECTION:
        return int(connecting_group(rules, state, owner) != NO_GROUP)
    if asks == FLOWER_COUNT:
        return flowers(rules, state, owner)
    if asks == TWIN_BASKETS:
        return int(has_identical_baskets(rules, state, owner))
    if asks == SHARED_NUMBER:
        return int(shared_number(rules, state, owner) > 0)
    if asks == SHORT_TURNS:
        return int(has_lingered(state, owner))
    if asks == ESCAPE_IN_TIME:
        return int(is_in_window(state, 1 - owner, condition))
    if asks in (LARGE_GROUPS, SURROUNDED_GROUPS, BORDERING_GROUPS):
        return groups(rules, state, owner, condition)
    return 0


def longest_row(rules: Parameters, state: State, owner: int, condition: int) -> int:
    """Pieces in the longest straight row that counts; where it must not be too long, one that is may
    spoil the others (TE-15, TE-16, TE-Q18, TE-Q19)."""
    longest = 0
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == owner:
            near = around(state, owner, cell)
            for axis in range(3):
                if near >> axis + 3 & 1:
                    continue  # not the first piece of its row, which was or will be looked at
                alone = not near >> axis & 1
                length = 1 if alone else row_length(rules.size, state.board, cell, axis)
                if row_counts(rules, length, condition):
                    longest = max(longest, length)
                elif rules.wc1 == LONGEST_IS_FIVE:
                    return 0
    return longest


def row_counts(rules: Parameters, length: int, condition: int) -> bool:
    """Does a row of this length count for this win condition? It may be too long for it."""
    is_exact = ASKS[condition - 1] == EXACT_ROW and rules.wc1 != CONTAINS_FIVE
    return not is_exact or length <= NEEDED[condition - 1]


def largest_group(rules: Parameters, state: State, owner: int) -> int:
    """Pieces in the largest group (TE-17, TE-27, TE-Q20)."""
    largest = 0
    for cell in range(cell_count(rules.size)):
        if is_group(state, cell, owner):
            largest = max(largest, state.pieces[cell])
    return largest


def groups(rules: Parameters, state: State, owner: int, condition: int) -> int:
    """How many groups count for a win condition that asks for groups."""
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


def connecting_group(rules: Parameters, state: State, owner: int) -> int:
    """A group with pieces on two opposite sides, or NO_GROUP (TE-19, TE-28, TE-Q22)."""
    for side in range(3):
        for place in range(rules.size):
            here = border(rules.size, side, place)
            if state.board[here] == owner and state.sides[state.group[here]] >> side + 3 & 1:
                return state.group[here]
    return NO_GROUP


def flowers(rules: Parameters, state: State, owner: int) -> int:
    """How many flowers there are (TE-21, TE-30, TE-Q25)."""
    count = 0
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == owner:
            for turn in range(2):
                count += 1 if is_flower(rules.size, state.board, cell, turn) else 0
    return count


def has_identical_baskets(rules: Parameters, state: State, owner: int) -> bool:
    """Are there two identical baskets (TE-23, TE-31, TE-Q27)?"""
    if not has_room_for_twins(rules, state, owner):  # so it is mostly, and this is fast
        return False
    return has_twins(rules.size, state.board, owner, rules.basket_overlap == DISTINCT)


def has_room_for_twins(rules: Parameters, state: State, owner: int) -> bool:
    """Is there a group in which two baskets may share cells, or one for each of them?"""
    baskets = 0
    for cell in range(cell_count(rules.size)):
        if is_group(state, cell, owner) and state.pieces[cell] >= BASKET:
            baskets += 1 if state.pieces[cell] == BASKET else 2
    return baskets > 1


def identical_baskets(rules: Parameters, state: State, owner: int) -> tuple[int, int, int, int]:
    """The two that are meant, or four times NOWHERE; each is the cell and the number that `in_basket`
    takes."""
    return twin_baskets(rules.size, state.board, owner, rules.basket_overlap == DISTINCT)


def shared_number(rules: Parameters, state: State, owner: int) -> int:
    """A number on whose cells enough pieces stand, or 0 (TE-24, TE-Q29)."""
    counts = 0  # four bits a number
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == owner:
            counts += 1 << 4 * number_of(rules.size, cell)
    for shared in range(1, 2 * rules.size):
        if counts >> 4 * shared & 15 >= ON_ONE:
            return shared
    return 0


def has_lingered(state: State, player: int) -> bool:
    """Were the latest turns, this one included, all short (TE-25, TE-Q30)?"""
    for turn in range(player * LATEST, player * LATEST + LATEST):
        if not 0 <= state.placed[turn] <= SHORT:
            return False
    return True


def is_in_window(state: State, giver: int, condition: int) -> bool:
    """Is this win condition the giver's latest gift, or may it be where that is hidden, when its
    recipient escapes (TE-26, TE-Q32, TE-Q33)?"""
    count = gifts(state, giver)
    latest = state.given[giver * OFFERED + count - 1] if count > 0 else 0
    return latest == condition if latest != HIDDEN else True
