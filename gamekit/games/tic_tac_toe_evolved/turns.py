"""Whose turn it is in Tic-Tac-Toe Evolved, and what is going on in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.contract import DRAW, RULING

if TYPE_CHECKING:
    from gamekit.games.tic_tac_toe_evolved.rules import Parameters, State

# Places of options.
ON, OFF = range(2)
ALTERNATE, ABBA = range(2)

NOBODY = -1
UNSET = -1  # a bid that is not made, or not known

# Who takes the turns, in order: the starter, the other player, the green die.
STARTER, OTHER, GREEN = range(3)
WITH_GREEN = (STARTER, OTHER, GREEN, OTHER, STARTER, GREEN)
WITHOUT_GREEN = (STARTER, OTHER, OTHER, STARTER)

# What is going on: chance is to act in those of CHANCE_PHASES, the actor in the others. When a turn
# is over the next one begins at once.
TURN, COLUMN, ROW, BIDDING, FREE, ROLL, DECIDE, REROLL, MARKING, RECHARGE, RECHARGE_AGAIN = range(
    11
)
TURN_OVER = 11
CHANCE_PHASES = (COLUMN, ROW, ROLL, REROLL, RECHARGE, RECHARGE_AGAIN)


def slots(rules: Parameters) -> int:
    """After so many turns the order begins anew, those of the green die included."""
    if rules.green == ON:
        return len(WITH_GREEN)
    return len(WITHOUT_GREEN) if rules.order_without_green == ABBA else 2


def taker(rules: Parameters, slot: int) -> int:
    """Who takes the turn at this place of the order: STARTER, OTHER or GREEN."""
    return WITH_GREEN[slot] if rules.green == ON else WITHOUT_GREEN[slot]


def is_green(rules: Parameters, state: State) -> bool:
    """Is this the green die's turn?"""
    return taker(rules, state.slot) == GREEN


def begin_turn(rules: Parameters, state: State) -> None:
    """Nothing is contested; a player chooses what to do, or the green die is rolled."""
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
    """Draw the game at the limit of turns, where there is one."""
    if rules.turn_cap > 0 and state.turn >= 2 * rules.turn_cap:
        state.winner = DRAW
        state.rule = RULING + 24
