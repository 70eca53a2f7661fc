"""Whose turn it is in Tic-Tac-Toe Evolved."""

from __future__ import annotations

from gamekit.contract import DRAW
from gamekit.games.tic_tac_toe_evolved.state import (
    ABBA,
    COLUMN,
    NOBODY,
    ON,
    TURN,
    TURN_LIMIT,
    UNSET,
    Parameters,
    State,
)

# Who takes the turns, in order: the starter, the other player, the green die (TTE-27).
STARTER, OTHER, GREEN = range(3)
WITH_GREEN = (STARTER, OTHER, GREEN, OTHER, STARTER, GREEN)
WITHOUT_GREEN = (STARTER, OTHER, OTHER, STARTER)


def slots(rules: Parameters) -> int:
    """The number of turns after which the order begins anew (TTE-27, TTE-30, TTE-Q25).

    Those of the green die count.
    """
    if rules.green == ON:
        return len(WITH_GREEN)
    return len(WITHOUT_GREEN) if rules.order_without_green == ABBA else 2


def taker(rules: Parameters, slot: int) -> int:
    """Who takes the turn at this place of the order: STARTER, OTHER or GREEN (TTE-27, TTE-Q25)."""
    return WITH_GREEN[slot] if rules.green == ON else WITHOUT_GREEN[slot]


def is_green(rules: Parameters, state: State) -> bool:
    """Is this the green die's turn?"""
    return taker(rules, state.slot) == GREEN


def begin_turn(rules: Parameters, state: State) -> None:
    """Nothing is contested; a player chooses what to do, or the green die is rolled (TTE-29)."""
    green = is_green(rules, state)
    mover = taker(rules, (state.slot + 1) % slots(rules) if green else state.slot)
    state.player = state.first if mover == STARTER else 1 - state.first
    state.actor = state.player
    state.phase = COLUMN if green else TURN
    state.square = NOBODY
    for player in range(2):
        state.bids[player] = UNSET
        state.unrolled[player] = 0
        state.undecided[player] = 0
        state.again[player] = 0
    for k in range(4):
        state.shown[k] = 0


def end_turn(rules: Parameters, state: State) -> None:
    """The next turn begins, unless there were enough."""
    if not is_green(rules, state):
        state.turn += 1
    state.slot = (state.slot + 1) % slots(rules)
    begin_turn(rules, state)
    judge_turns(rules, state)


def judge_turns(rules: Parameters, state: State) -> None:
    """Draw the game at the limit of turns, where there is one (TTE-Q24)."""
    if rules.turn_cap > 0 and state.turn >= 2 * rules.turn_cap:
        state.winner = DRAW
        state.rule = TURN_LIMIT
