"""The twelve win conditions of Tactical Escape: which are offered, who gave which, who fulfils them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from gamekit.boards.hexagon import border, cell_count, number_of
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

# Win-cons 1 to 12: how much it takes, of what `measure` tells.
NEEDED = (5, 6, 10, 4, 1, 1, 1, 5, 1, 1, 1, 1)
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


# --- fulfilled ---------------------------------------------------------------------------------


def can_escape(rules: Parameters, state: State, player: int) -> bool:
    """Does this player fulfil a win-con received from the opponent? A hidden one may be any."""
    giver = 1 - player
    is_hidden = is_given(state, giver, HIDDEN)
    for condition in state.offer:
        if is_hidden or is_given(state, giver, condition):
            if fulfils(rules, state, 1 - giver, condition):
                return True
    return False


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
    if condition <= 2:
        return longest_row(rules, state, owner, condition)
    if condition == 5:
        return int(connecting_group(rules, state, owner) != NO_GROUP)
    if condition == 7:
        return flowers(rules, state, owner)
    if condition == 9:
        may_overlap = rules.basket_overlap == DISTINCT
        return int(twin_baskets(rules.size, state.board, owner, may_overlap)[0] != NOWHERE)
    if condition == 10:
        return int(shared_number(rules, state, owner) > 0)
    if condition == 11:
        return int(has_lingered(state, owner))
    if condition == 12:
        return int(is_in_window(state, 1 - owner))
    return measure_groups(rules, state, owner, condition)


def longest_row(rules: Parameters, state: State, owner: int, condition: int = 2) -> int:
    """Win-cons 1 and 2: pieces in the longest straight row. More than five do not count for
    win-con 1 or, in a variant, spoil it."""
    is_exact = condition == 1 and rules.wc1 == ANY_EXACT_FIVE
    longest = 0
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == owner:
            for axis in range(3):
                length = row_length(rules.size, state.board, cell, axis)
                if length > longest and not (is_exact and length > 5):
                    longest = length
    is_spoilt = condition == 1 and rules.wc1 == LONGEST_IS_FIVE and longest > 5
    return 0 if is_spoilt else longest


def measure_groups(rules: Parameters, state: State, owner: int, condition: int) -> int:
    """Win-con 3: pieces in the largest group. Win-cons 4, 6 and 8: groups of three or more,
    surrounded ones, ones beside the opponent's."""
    size, board, group = rules.size, state.board, state.group
    found = 0
    for cell in range(cell_count(size)):
        if is_group(board, group, cell, owner):
            if condition <= 4:
                pieces = group_size(size, group, cell)
                if condition == 3:
                    found = max(found, pieces)
                elif pieces >= 3:
                    found += 1
            elif touches(size, board, group, cell, 1 - owner):
                is_free = condition == 6 and touches(size, board, group, cell, EMPTY)
                found += 0 if is_free else 1
    return found


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
