"""The odds of Tic-Tac-Toe Evolved, exactly, as fractions."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

from gamekit.contract import ONGOING
from gamekit.games.tic_tac_toe_evolved.rules import apply, outcomes
from gamekit.games.tic_tac_toe_evolved.state import (
    CHANCE_PHASES,
    DECIDING,
    MARKING,
    NOBODY,
    REROLL,
    TAKE,
    TAKING,
    Parameters,
    State,
    code_of,
)
from gamekit.games.tic_tac_toe_evolved.text import write_side


def chances(
    rules: Parameters, state: State, see: Callable[[State], Hashable]
) -> dict[Hashable, Fraction]:
    """The chance of each thing that `see` may find in the state once this turn's dice are rolled.

    Every R is re-rolled, unless `r_policy` returns it. The dice stop where a player has another
    decision to make.
    """
    found: dict[Hashable, Fraction] = {}
    current = {state.values(): (state, Fraction(1))}
    while current:
        following: dict[tuple[Any, ...], tuple[State, Fraction]] = {}
        for before, chance in current.values():
            moves = next_steps(rules, before) if before.slot == state.slot else []
            for move, ways in moves:
                after = before.copy()
                apply(rules, after, move)
                key, share = after.values(), chance * ways / sum(n for _, n in moves)
                following[key] = after, share + (following[key][1] if key in following else 0)
            if not moves:
                found[see(before)] = found.get(see(before), Fraction(0)) + chance
        current = following
    return found


def next_steps(rules: Parameters, state: State) -> list[tuple[int, int]]:
    """The next moves, each with its number of equally likely ways.

    They are the faces of the die to be rolled, or the one decision that `chances` takes for granted.
    """
    if state.winner == ONGOING and state.phase in CHANCE_PHASES:
        sides = [write_side(state, side) for side in range(outcomes(rules, state))]
        return [(sides.index(face), sides.count(face)) for face in dict.fromkeys(sides)]
    if state.winner == ONGOING and state.phase == DECIDING:
        return [(code_of(REROLL, state.undecided[state.actor]), 1)]
    if state.phase == TAKING and state.unrolled[0] + state.unrolled[1] > 0:
        return [(code_of(TAKE, 0), 1)]  # a recharged die does not take part
    return []


def odds(rules: Parameters, state: State) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that player 0 holds the contested square in the end, that it is empty, and that
    player 1 holds it.

    Both bids must be set; for Rs see `chances`.
    """
    square = state.square

    def holder(after: State) -> int:
        return after.actor if after.phase == MARKING else after.marks[square]

    found = chances(rules, state, holder)
    win, tie, lose = (found.get(player, Fraction(0)) for player in (0, NOBODY, 1))
    return win, tie, lose
