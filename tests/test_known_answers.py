"""Playtests of games whose answer is known, worked out from the rules by going through all that can
happen."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

import gamekit as gk
from gamekit.contract import CHANCE, ONGOING, OVER
from tests.small_games import dice

RANDOM = ("random", "random")
SMALL: dict[str, Any] = {"columns": 2, "height": 2, "sides": 2, "match": 2, "turn_limit": 2}

Ways = dict[tuple[Any, ...], tuple[Any, float]]  # states with their probability, by what is in them

pytestmark = pytest.mark.usefixtures("interpreted")


def exactly(game: gk.Game) -> dict[str, float]:
    """Return measures of random play by going through every way a game can take."""
    found: dict[str, float] = defaultdict(float)
    for first in (0, 1):
        rules, ways = game.rules(), Ways()
        begin(ways, game.start(rules, first), 0.5)
        while ways:
            ways = onward(game, first, ways, found)
    return found


def begin(ways: Ways, state: Any, probability: float) -> None:
    key = state.values()
    ways[key] = state, probability + (ways[key][1] if key in ways else 0.0)


def onward(game: gk.Game, first: int, ways: Ways, found: dict[str, float]) -> Ways:
    """Go one step further in all of them, and note those that are over."""
    rules, after = game.rules(), Ways()
    for state, probability in ways.values():
        actor = game.to_act(rules, state)
        if actor == OVER:
            winner, rule = game.result(rules, state)
            found[game.rule_id(rule)] += probability
            found["first-player score"] += probability * (winner == first)
            found["draws"] += probability * (winner not in (0, 1))
            continue
        if actor == CHANCE:
            steps = list(range(game.outcomes(rules, state)))
        else:
            steps = [m for m in range(game.moves) if not game.why_illegal(rules, state, m)]
            found["length"] += probability
        for step in steps:
            later = state.copy()
            game.apply(rules, later, step)
            begin(after, later, probability / len(steps))
    return after


def test_small_take_back_toe_is_measured_as_it_is() -> None:
    game = gk.load("take-back-toe", **SMALL)
    other = game.with_(win_check="mover_only")
    truths = exactly(game), exactly(other)
    found = gk.compare(game, other, RANDOM, 1000, progress=False)
    for truth, study in zip(truths, (found.a, found.b), strict=True):
        assert truth["TBT-17"] + truth["TBT-19"] + truth["TBT-20"] == pytest.approx(1)
        estimates = {
            **spans(study.metrics, "metric", "value"),
            **spans(study.endings(), "ending", "share"),
        }
        assert all(is_near(value, *estimates[name]) for name, value in truth.items())
    differences = {
        name: truths[1][name] - truths[0][name] for name in found.rows if name in truths[0]
    }
    assert len(differences) == 5
    for name, value in differences.items():
        row = found.rows[name]
        assert is_near(value, row["difference"], row["low"], row["high"]), name
    assert abs(truths[1]["TBT-17"] - truths[0]["TBT-17"]) > 0.05, "there is something to find"


def is_near(truth: float, value: float, low: float, high: float) -> bool:
    """Is this the truth? A 95% interval may miss it, but not by three standard errors."""
    return abs(value - truth) <= 1.53 * (high - low) / 2


def spans(table: Any, name: str, value: str) -> dict[str, tuple[float, float, float]]:
    """Return the values of a table with their intervals, by name."""
    return {row[name]: (row[value], row["low"], row["high"]) for row in table.to_dict("records")}


def test_a_biased_die_is_found_out() -> None:
    """A die with ten faces decides; seven of them win for player 0, or five."""
    fair, biased = (
        dice.GAME.variant(outcomes=faces, result=result) for result in (half_win, seven_win)
    )
    found = gk.compare(fair, biased, RANDOM, 2000, progress=False)
    row = found.rows["score of player 0"]
    assert row["low"] < 0.2 < row["high"]
    assert row["p"] < 0.0001
    value, low, high = found.touched
    assert low < 0.2 < high, "games whose die shows one of the two faces"
    assert value == row["difference"]
    assert found.rows["length"]["p"] == 1
    _, low, high = found.b.metrics.iloc[1][["value", "low", "high"]]
    assert low < 0.7 < high


def faces(rules: Any, state: Any) -> int:
    return 10


def half_win(rules: Any, state: Any) -> tuple[int, int]:
    if state.rolled == 0:
        return ONGOING, 0
    return (0 if state.rolled <= 5 else 1), 1


def seven_win(rules: Any, state: Any) -> tuple[int, int]:
    if state.rolled == 0:
        return ONGOING, 0
    return (0 if state.rolled <= 7 else 1), 1
