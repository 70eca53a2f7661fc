"""The twelve win conditions of Tactical Escape, and who fulfils them.

To add one, raise `CONDITIONS` in `state.py`. Then, here, add its row to `WIN_CONS`, a function that
measures it, and its line in `measure`. Its sentence goes into `rulebook.py`, under the next free
number and with the title "Win condition 13", by which the table finds it. Which pieces fulfil it, for the
ending and the board, is found by trying; only whole figures, such as all of a large group, are named
in `winning.py`. What the board shows before that is `parts_of` in its scene.
"""

from __future__ import annotations

from typing import NamedTuple

from gamekit.boards.hexagon import border, cell_count, number_of
from gamekit.games.tactical_escape.gifts import gifts
from gamekit.games.tactical_escape.patterns import (
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
from gamekit.games.tactical_escape.state import (
    CONTAINS_FIVE,
    DISTINCT,
    HIDDEN,
    IN_TIME,
    LATEST,
    LONGEST_IS_FIVE,
    OFFERED,
    TIES_OK,
    Parameters,
    State,
)

# How a measure stands against the other player's: it is not compared; it must be larger, though a
# variant may let equal ones count; it must be larger in every variant.
ALONE, THE_MOST, STRICTLY = range(3)


class WinCon(NamedTuple):
    """A win condition, as `fulfils` uses it and as people are shown it."""

    words: str
    measured: str  # what `measure` counts
    needed: int  # how much of it
    compared: int = ALONE
    of_giver: bool = False  # measured on the pieces of the player who gave it
    yes_no: bool = False  # it asks whether, not how many: `measure` gives 0 or 1


WIN_CONS = (
    WinCon("a row of exactly five", "longest row up to five", 5),  # TE-15
    WinCon("a row of six or more", "longest row", 6),  # TE-16
    WinCon("the largest group, of ten or more", "largest group", 10, THE_MOST),  # TE-17
    WinCon("the most groups of three or more", "groups of three or more", 4, THE_MOST),  # TE-18
    WinCon(
        "a group that connects opposite sides", "group from side to side", 1, yes_no=True
    ),  # TE-19
    WinCon("a surrounded group of the opponent's", "surrounded groups", 1, of_giver=True),  # TE-20
    WinCon("the most flowers", "flowers", 1, THE_MOST),  # TE-21
    WinCon("the most groups beside the opponent's", "bordering groups", 5, STRICTLY),  # TE-22
    WinCon(
        "two identical baskets of the opponent's",
        "two identical baskets",
        1,
        of_giver=True,
        yes_no=True,
    ),  # TE-23
    WinCon(
        "five of the opponent's on one number", "five on one number", 1, of_giver=True, yes_no=True
    ),  # TE-24
    WinCon("three turns of at most one piece", "latest three turns short", 1, yes_no=True),  # TE-25
    WinCon("an escape in time", "given last", 1, yes_no=True),  # TE-26
)
NEEDED = tuple(each.needed for each in WIN_CONS)
COMPARED = tuple(each.compared for each in WIN_CONS)
OF_GIVER = tuple(n for n, each in enumerate(WIN_CONS, 1) if each.of_giver)

LARGE = 3  # pieces that make a group count for win condition 4
BASKET = 5  # pieces in one, which are connected
ON_ONE = 5  # pieces that make a number count for win condition 10
SHORT = 1  # pieces at most that make a turn count for win condition 11


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
    if condition <= 2:
        return longest_row(rules, state, owner, condition)
    if condition == 3:
        return largest_group(rules, state, owner)
    if condition == 5:
        return int(connecting_group(rules, state, owner) != NO_GROUP)
    if condition == 7:
        return flowers(rules, state, owner)
    if condition == 9:
        return int(has_identical_baskets(rules, state, owner))
    if condition == 10:
        return int(shared_number(rules, state, owner) > 0)
    if condition == 11:
        return int(has_lingered(state, owner))
    if condition == 12:
        return int(is_in_window(state, 1 - owner))
    if condition in (4, 6, 8):
        return groups(rules, state, owner, condition)
    return 0


def longest_row(rules: Parameters, state: State, owner: int, condition: int) -> int:
    """Win conditions 1 and 2: pieces in the longest straight row that counts; for win condition 1, one that is
    too long may spoil the others (TE-15, TE-16, TE-Q18, TE-Q19)."""
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
    """Does a row of this length count for this win condition? More than five may not for win condition 1."""
    return condition != 1 or rules.wc1 == CONTAINS_FIVE or length <= NEEDED[0]


def largest_group(rules: Parameters, state: State, owner: int) -> int:
    """Win condition 3: pieces in the largest group (TE-17, TE-27, TE-Q20)."""
    largest = 0
    for cell in range(cell_count(rules.size)):
        if is_group(state, cell, owner):
            largest = max(largest, state.pieces[cell])
    return largest


def groups(rules: Parameters, state: State, owner: int, condition: int) -> int:
    """Win conditions 4, 6 and 8: groups that count for it."""
    count = 0
    for cell in range(cell_count(rules.size)):
        if is_group(state, cell, owner):
            count += 1 if group_counts(rules, state, cell, condition) else 0
    return count


def group_counts(rules: Parameters, state: State, group: int, condition: int) -> bool:
    """Is this group large enough for win condition 4, surrounded for 6, beside the opponent's for 8?

    Decides TE-18, TE-20, TE-22, TE-29, TE-Q21, TE-Q23, TE-Q24 and TE-Q26.
    """
    if condition == 4:
        return state.pieces[group] >= LARGE
    if condition == 6:
        return is_surrounded(rules.size, state, group)
    return touches(rules.size, state, group, 1 - state.board[group])


def connecting_group(rules: Parameters, state: State, owner: int) -> int:
    """Win condition 5: a group with pieces on two opposite sides, or NO_GROUP (TE-19, TE-28, TE-Q22)."""
    for side in range(3):
        for place in range(rules.size):
            here = border(rules.size, side, place)
            if state.board[here] == owner and state.sides[state.group[here]] >> side + 3 & 1:
                return state.group[here]
    return NO_GROUP


def flowers(rules: Parameters, state: State, owner: int) -> int:
    """Win condition 7: flowers (TE-21, TE-30, TE-Q25)."""
    count = 0
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == owner:
            for turn in range(2):
                count += 1 if is_flower(rules.size, state.board, cell, turn) else 0
    return count


def has_identical_baskets(rules: Parameters, state: State, owner: int) -> bool:
    """Win condition 9, for the giver (TE-23, TE-31, TE-Q27)."""
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
    """Win condition 10, for the giver: a number on whose cells enough pieces stand, or 0 (TE-24, TE-Q29)."""
    counts = 0  # four bits a number
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == owner:
            counts += 1 << 4 * number_of(rules.size, cell)
    for shared in range(1, 2 * rules.size):
        if counts >> 4 * shared & 15 >= ON_ONE:
            return shared
    return 0


def has_lingered(state: State, player: int) -> bool:
    """Win condition 11: the latest turns, this one included, were all short (TE-25, TE-Q30)."""
    for turn in range(player * LATEST, player * LATEST + LATEST):
        if not 0 <= state.placed[turn] <= SHORT:
            return False
    return True


def is_in_window(state: State, giver: int) -> bool:
    """Win condition 12, when its recipient escapes: it is the giver's latest gift, or may be where that is
    hidden (TE-26, TE-Q32, TE-Q33)."""
    count = gifts(state, giver)
    return count > 0 and state.given[giver * OFFERED + count - 1] in (IN_TIME, HIDDEN)
