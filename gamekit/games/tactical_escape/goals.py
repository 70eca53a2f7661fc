"""The twelve win conditions of Tactical Escape: which are offered, who gave which, who fulfils them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from gamekit.boards.hexagon import LARGEST, border, cell_count, number_of
from gamekit.boards.patterns import (
    EMPTY,
    NO_GROUP,
    NOWHERE,
    group_size,
    is_flower,
    is_group,
    row_length,
    touches,
    twin_baskets,
)

if TYPE_CHECKING:
    from gamekit.games.tactical_escape.rules import Parameters, State

# Places of options.
STRICT, TIES_OK = range(2)
DISTINCT, DISJOINT = range(2)
ANY_EXACT_FIVE, LONGEST_IS_FIVE, CONTAINS_FIVE = range(3)

CONDITIONS, OFFERED, LATEST = 12, 3, 3
TRIPLES = tuple(combinations(range(1, CONDITIONS + 1), OFFERED))
OFFERS = tuple(condition for triple in TRIPLES for condition in triple)
NOBODY = -1
HIDDEN = -1  # a win-con was given, but the viewer may not know which
LONGEST = 2 * LARGEST - 1  # cells of the longest line of any board

# Win-cons 1 to 12: how much it takes, of what `measure` tells.
NEEDED = (1, 6, 10, 4, 1, 1, 1, 5, 1, 1, 1, 1)
THE_MOST = (3, 4, 7, 8)  # and the most of all,
STRICTLY = 8  # in this one in every variant
OF_GIVER = (6, 9, 10)  # measured on the pieces of who gave it
ESCAPE_CONDITION = 12


# --- offered and given -------------------------------------------------------------------------


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


def count_fulfilled(rules: Parameters, state: State, giver: int, escapes: bool) -> int:
    """How many win-cons given by this player the other one, who escapes or not, fulfils. A hidden
    one may be any."""
    is_hidden = is_given(state, giver, HIDDEN)
    count = 0
    for condition in state.offer:
        if is_hidden or is_given(state, giver, condition):
            if escapes or condition != ESCAPE_CONDITION:
                count += 1 if fulfils(rules, state, 1 - giver, condition) else 0
    return count


# --- fulfilled ---------------------------------------------------------------------------------


def fulfils(rules: Parameters, state: State, player: int, condition: int) -> bool:
    """Would this player win by this win-con, received from the opponent?"""
    owner = 1 - player if condition in OF_GIVER else player
    mine = measure(rules, state, owner, condition)
    if mine < NEEDED[condition - 1] or condition not in THE_MOST:
        return mine >= NEEDED[condition - 1]
    theirs = measure(rules, state, 1 - owner, condition)
    ties_win = rules.superlative == TIES_OK and condition != STRICTLY
    return mine > theirs or (mine == theirs and ties_win)


def measure(rules: Parameters, state: State, owner: int, condition: int) -> int:
    """How much a player has of what a win-con asks for; 0 or 1 where it only asks whether."""
    if condition == 1:
        return int(has_row_of_five(rules, state, owner))
    if condition == 2:
        return longest_row(rules, state, owner, LONGEST)
    if condition == 3:
        return largest_group(rules, state, owner)
    if condition in (4, 6, 8):
        return count_groups(rules, state, owner, condition)
    if condition == 5:
        return int(connecting_group(rules, state, owner) != NO_GROUP)
    if condition == 7:
        return flowers(rules, state, owner)
    if condition == 9:
        return int(has_twin_baskets(rules, state, owner))
    if condition == 10:
        return int(shared_number(rules, state, owner) > 0)
    return int(has_lingered(state, owner) if condition == 11 else is_in_window(state, 1 - owner))


def has_row_of_five(rules: Parameters, state: State, owner: int) -> bool:
    """Win-con 1: a straight row of exactly five."""
    longest = longest_row(rules, state, owner, 5 if rules.wc1 == ANY_EXACT_FIVE else LONGEST)
    return longest == 5 or (longest > 5 and rules.wc1 == CONTAINS_FIVE)


def longest_row(rules: Parameters, state: State, owner: int, most: int = LONGEST) -> int:
    """Win-con 2: pieces in the longest straight row; rows of more than `most` do not count."""
    longest = 0
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == owner:
            for axis in range(3):
                length = row_length(rules.size, state.board, cell, axis)
                longest = length if longest < length <= most else longest
    return longest


def largest_group(rules: Parameters, state: State, owner: int) -> int:
    """Win-con 3: pieces in the largest group."""
    largest = 0
    for cell in range(cell_count(rules.size)):
        if is_group(state.board, state.group, cell, owner):
            largest = max(largest, group_size(rules.size, state.group, cell))
    return largest


def count_groups(rules: Parameters, state: State, owner: int, condition: int) -> int:
    """Win-cons 4, 6 and 8: groups of three or more, surrounded ones, ones beside the opponent's."""
    size, board, group = rules.size, state.board, state.group
    count = 0
    for cell in range(cell_count(size)):
        if is_group(board, group, cell, owner):
            if condition == 4:
                count += 1 if group_size(size, group, cell) >= 3 else 0
            elif touches(size, board, group, cell, 1 - owner):
                is_free = condition == 6 and touches(size, board, group, cell, EMPTY)
                count += 0 if is_free else 1
    return count


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


def flowers(rules: Parameters, state: State, owner: int) -> int:
    """Win-con 7: flowers."""
    count = 0
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == owner:
            for turn in range(2):
                count += 1 if is_flower(rules.size, state.board, cell, turn) else 0
    return count


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
