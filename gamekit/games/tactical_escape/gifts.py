"""Win conditions offered, given and hidden: who gave which, and when the next one is due."""

from __future__ import annotations

from gamekit.contract import ONGOING
from gamekit.games.tactical_escape.state import (
    FIRST_GIFT,
    GIVEN_BEFORE,
    HIDDEN,
    NOBODY,
    NOT_OFFERED,
    OFFERED,
    SECOND_GIFT,
    THIRD_GIFT,
    TRIPLES,
    Parameters,
    State,
)

OFFERS = tuple(condition for triple in TRIPLES for condition in triple)
GIFTS = (FIRST_GIFT, SECOND_GIFT, THIRD_GIFT, GIVEN_BEFORE)  # the rule about each, by how many were


def make_offer(state: State, triple: int) -> None:
    """Offer the win conditions of one outcome (TE-8)."""
    for place in range(OFFERED):
        state.offer[place] = OFFERS[triple * OFFERED + place]


def stage(rules: Parameters, state: State) -> int:
    """How many win conditions each player is to have given by now (TE-9, TE-10, TE-11, TE-Q16)."""
    given = 1
    while given < OFFERED and state.turn >= 2 * rules.stage_turns * given:  # faster than to divide
        given += 1
    return given


def next_giver(rules: Parameters, state: State) -> int:
    """Who owes the opponent a win condition, player 0 first; or NOBODY."""
    latest = stage(rules, state) - 1
    for giver in range(2):
        if state.given[giver * OFFERED + latest] == 0:
            return giver
    return NOBODY


def why_no_gift(rules: Parameters, state: State, condition: int) -> int:
    """Only when it is due, only of the offer, and none twice to the same player; but the same to
    both, and whatever the recipient fulfils already (TE-12, TE-Q14, TE-Q15, TE-Q39)."""
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


def gifts(state: State, giver: int) -> int:
    """How many win conditions this player has given; earlier ones stay in force (TE-12)."""
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


def hide(rules: Parameters, view: State, player: int) -> None:
    """Blank what others gave, even to this player, as long as the game goes on (TE-36, TE-Q38)."""
    if view.winner == ONGOING:
        for place in range(2 * OFFERED):
            if place // OFFERED != player and view.given[place] != 0:
                view.given[place] = HIDDEN
