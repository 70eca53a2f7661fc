"""Unequal chances hold wherever chance falls: in matches, playtests, searches and solutions."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk
from gamekit import conformance, contract
from gamekit.compiling import compiled
from gamekit.contract import CHANCE, ONGOING, OVER, Game, Rule, number, whole
from gamekit.drivers.engine import Games, Interpreted
from gamekit.intervals import score_interval

RULES = (
    Rule("TI-1", "Turn", "The starter dares or plays safe."),
    Rule("TI-2", "Daring", "Who dares wins in {dared} cases of 4."),
    Rule("TI-3", "Safety", "Who plays safe wins in 2 cases of 4."),
)
DARING, SAFETY = 2, 3
LOST, WON, NEVER = 0, 1, 2


class Parameters(contract.Parameters):
    dared = number(3, range(5), "cases of 4 in which daring wins")


class State(contract.State):
    chosen = whole(range(3), "1 for daring, 2 for playing safe")
    fell = whole(range(3), "1 for a loss, 2 for a win")


def to_act(rules: Any, state: Any) -> int:
    if state.fell:
        return OVER
    return CHANCE if state.chosen else int(state.player)


def outcomes(rules: Any, state: Any) -> int:
    return 3


def chances(rules: Any, state: Any, outcome: int) -> int:
    if outcome == NEVER:
        return 0
    wins = rules.dared if state.chosen == 1 else 2
    return int(wins if outcome == WON else 4 - wins)


def move_count(rules: Any) -> int:
    return 2


def why_illegal(rules: Any, state: Any, move: int) -> int:
    return 0


def way(rules: Any, state: Any, move: int) -> tuple[str]:
    return (("dare", "safe")[move],)


def apply(rules: Any, state: Any, move: int) -> None:
    if state.chosen:
        state.fell = move + 1
    else:
        state.chosen = move + 1
        state.turn += 1


def result(rules: Any, state: Any) -> tuple[int, int]:
    if state.fell == 0:
        return ONGOING, 0
    winner = state.player if state.fell == 1 + WON else 1 - state.player
    return winner, DARING if state.chosen == 1 else SAFETY


GAME = Game(globals(), name="tilt", title="Tilt")
GAMES = 2000


def share(wins: int) -> tuple[float, float]:
    """Return the interval that the true share of wins lies in, 999 times of 1000 or so."""
    low, high = score_interval(wins / GAMES, GAMES)
    middle, half = (low + high) / 2, (high - low) / 2
    return middle - 1.7 * half, middle + 1.7 * half


def test_a_game_with_unequal_chances_conforms() -> None:
    assert conformance.check(GAME).compiled


def test_dice_of_a_match_fall_as_often_as_they_should() -> None:
    won = 0
    for seed in range(GAMES):
        result = gk.Match(GAME, seed=seed).play("dare").result
        assert result is not None
        won += result.winner == 0
    low, high = share(won)
    assert low < 0.75 < high


def test_a_playtest_and_a_match_meet_the_same_dice() -> None:
    study = gk.playtest(GAME, ("random", "random"), games=GAMES, seed=9, progress=False)
    dared = study.games[study.games["ending"] == "TI-2"]
    started = dared["winner"] == dared["first"]
    assert 0.70 < started.mean() < 0.80
    one, two = Interpreted(GAME), compiled(GAME)
    assert list(one.play(Games(9, 0, 200, 50))) == list(two.play(Games(9, 0, 200, 50)))


@pytest.mark.parametrize(("dared", "best"), [(3, "dare"), (1, "safe")])
def test_bots_and_solutions_weigh_the_chances(dared: int, best: str) -> None:
    game = GAME.with_(dared=dared)
    match = gk.Match(game, seed=1)
    bot = gk.bot("search:400")
    chosen = bot.choose(match.view(0), seed=3)
    assert game.write(match.rules, match.state, chosen) == best
    solution = gk.solve(game)
    assert solution.value == pytest.approx(max(dared, 2) / 2 - 1)


def test_a_variant_may_bring_chances_of_its_own() -> None:
    def always(rules: Any, state: Any, outcome: int) -> int:
        return int(outcome == 1)

    game = GAME.variant(chances=always)
    assert gk.solve(game).value == 1.0
    study = gk.playtest(game, ("random", "random"), games=200, seed=1, progress=False)
    assert (study.games["winner"] == study.games["first"]).all()


def test_chances_that_come_to_nothing_are_found() -> None:
    def none(rules: Any, state: Any, outcome: int) -> int:
        return 0

    with pytest.raises(AssertionError, match="add up to 0"):
        conformance.check(GAME.variant(chances=none), games=1)
