"""The public check passes for every game and finds what is broken in others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gamekit as gk
from tests.matches import variants

pytestmark = pytest.mark.long

GAME = gk.load("take-back-toe")
SHORT = GAME.with_(turn_limit=6)
legal_moves, apply = GAME.namespace["legal_moves"], GAME.namespace["apply"]


@pytest.mark.parametrize("name", [game.name for game in gk.games()])
def test_every_game_conforms(name: str) -> None:
    summary = gk.conformance.check(name, games=1)  # every move is asked about at every position
    assert str(summary).endswith("interpreted and compiled: conforms.")
    assert summary.positions > 0


@pytest.mark.parametrize("name", [game.name for game in gk.games()])
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 2**20))
def test_drawn_variants_conform_and_nobody_is_ever_stuck(name: str, data: Any, seed: int) -> None:
    game = data.draw(variants(gk.load(name)))
    longest = 12 if name == "death-match" else 40  # every move of three games is asked about
    gk.conformance.check(game, games=1, seed=seed, longest=longest)
    # A player without a legal move stops the playtest with an error.
    study = gk.playtest(game, games=200, seed=seed, max_moves=500, workers=1, progress=False)
    assert len(study.games) == 200


def forgets_one(rules: Any, state: Any, moves: Any) -> int:
    return legal_moves(rules, state, moves) - 1


def gives_one_twice(rules: Any, state: Any, moves: Any) -> int:
    count = legal_moves(rules, state, moves)
    moves[count] = moves[0]
    return count + 1


def no_sensible_moves(rules: Any, state: Any, moves: Any) -> int:
    return 0


def silly_moves(rules: Any, state: Any, moves: Any) -> int:
    moves[0] = 0
    return 1


def overflows(rules: Any, state: Any, move: int) -> None:
    """Leaves a number that two bytes do not hold: compiled, it wraps."""
    apply(rules, state, move)
    if state.winner >= 0:
        state.stacks[55] = 40_000


# what `broken_games.py` does not break
BROKEN: list[tuple[Callable[..., Any] | Any, str, str]] = [
    (forgets_one, "legal_moves", "legal_moves gives .* why_illegal allows"),
    (gives_one_twice, "legal_moves", "legal_moves gives"),
    (no_sensible_moves, "sensible_moves", "sensible_moves gives none"),
    (silly_moves, "sensible_moves", "not legal"),
    (lambda rules, state, player: 101, "likelihood", "it must be a percentage"),
    (lambda rules, state: False, "may_win", "may_win says no"),
    (lambda rules, state: gk.contract.SURE, "may_win", "may_win says SURE"),
    (lambda rules, state: False, "may_hold", "may_hold says no"),
    (lambda rules, state: 101, "standing", "it must be a percentage"),
    (lambda rules, state, move: "somewhere", "write", "same notation|read"),
    (lambda moves, rolled: ["moves"], "phrases", "phrases returns .* it must return pairs"),
    (lambda rules, state, move, rule: ("", ()), "explain", "explain says nothing"),
    (overflows, "apply", "does not fit a field of kind i2"),
]


@pytest.mark.parametrize(
    ("function", "name", "report"), BROKEN, ids=[f"{n}-{i}" for i, (_, n, _) in enumerate(BROKEN)]
)
def test_broken_games_are_found(function: Any, name: str, report: str) -> None:
    game = SHORT.variant(**{name: function})
    with pytest.raises(AssertionError, match=report):
        gk.conformance.check(game, games=4)


def test_the_report_shows_how_a_position_was_reached() -> None:
    with pytest.raises(AssertionError) as found:
        gk.conformance.check(GAME.variant(legal_moves=forgets_one), games=1)
    assert '\n\nafter\ngame: "take-back-toe"' in str(found.value)


def looks_at_hidden_dice(rules: Any, state: Any, moves: Any, random: Any) -> int:
    count: int = sensible_moves(rules, state, moves)  # noqa: F821  # the game's own
    move: int = moves[sum(state.dice) % count]
    return move


def test_a_policy_that_knows_too_much_is_found() -> None:
    game = gk.load("liars-dice").variant(policy=looks_at_hidden_dice)
    with pytest.raises(AssertionError, match="may not know is hidden"):
        gk.conformance.check(game, games=1)


def test_a_turn_is_given_up_by_what_its_player_knows() -> None:
    game = gk.load("liars-dice").variant(may_hold=lambda rules, state: sum(state.dice) % 2 == 0)
    with pytest.raises(AssertionError, match=r"may_hold gives .* may not know is hidden"):
        gk.conformance.check(game, games=2)
