"""The exact score that a position promises: every move and every roll is tried."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import gamekit as gk
from gamekit.contract import CHANCE, DRAW, ONGOING, Parameters, State

HALF = Fraction(1, 2)


def score(match: gk.Match, player: int, turns: int) -> Fraction:
    """Return the exact score that a player can expect if both play for it.

    A win is 1 and a loss 0; a draw, or a game not finished after `turns` more turns of both
    players, is one half. All chance is tried; what has been drawn stays.
    """
    game, rules = match.game, match.rules
    if game.has_secrets:
        raise gk.GameError(f"{game.title} has secrets: odds that know them are nobody's.")
    states: dict[Any, State] = {}  # by their values

    @cache
    def of(values: Any, turns: int) -> Fraction:
        state = states[values]
        outcome, _ = game.result(rules, state)
        if outcome != ONGOING:
            return HALF if outcome == DRAW else Fraction(outcome == player)
        if turns == 0:
            return HALF
        actor = game.to_act(rules, state)
        return _pooled(actor, player, children(state, actor, turns))

    def children(state: State, actor: int, turns: int) -> Iterator[Fraction]:
        for move in _choices(game, rules, state, actor):
            after = state.copy()
            game.apply(rules, after, move)
            ends = actor != CHANCE and not game.goes_on(rules, state, after)
            values = after.values()
            states[values] = after
            yield of(values, turns - ends)

    state = match.state
    states[state.values()] = state
    return of(state.values(), turns)


def _choices(game: gk.Game, rules: Parameters, state: State, actor: int) -> range | list[int]:
    if actor == CHANCE:
        return range(game.outcomes(rules, state))
    moves = [0] * game.moves
    return moves[: game.legal_moves(rules, state, moves)]


def _pooled(actor: int, player: int, scores: Iterator[Fraction]) -> Fraction:
    """Return the mean over chance, or what the actor picks, no longer looking once it is certain."""
    if actor == CHANCE:
        found = list(scores)
        return sum(found, Fraction(0)) / len(found)
    wanted = int(actor == player)
    picked: Fraction | None = None
    for each in scores:
        if picked is None or (each > picked) == (actor == player):
            picked = each
        if picked == wanted:
            break
    assert picked is not None, "whoever is to act has a legal move"
    return picked
