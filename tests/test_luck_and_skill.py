"""Luck, ladders and restricted play, each against a known truth."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.studies import Study, luck_and_skill
from tests.small_games import dice, noughts

RANDOM = ("random", "random")


class LastMove:
    """Plays the last legal move."""

    def choose(self, view: gk.View, seed: int = 1) -> int:
        return view.legal_moves()[-1]


def study_of(name: str, bots: object = RANDOM, games: int = 4, **more: int) -> Study:
    return gk.playtest(name, bots, games, seed=5, progress=False, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("decides", "truth"), [("die", 1.0), ("calls", 0.0), ("either", 0.0)])
def test_luck_of_games_whose_truth_is_known(decides: str, truth: float) -> None:
    """A die decides, or the calls of both, or whether both are odd: then neither explains anything
    alone."""
    found = gk.luck(dice.GAME.with_(decides=decides), RANDOM, 12, 12)
    assert found.value == pytest.approx(truth, abs=0.05)
    assert found.low <= truth <= found.high
    assert found.value + found.thoughts + found.together == pytest.approx(1)


def test_a_game_without_dice_owes_nothing_to_them() -> None:
    found = gk.luck(noughts.GAME, RANDOM, 5, 9)
    assert (found.low, found.high) == (0, 0)
    assert (found.value, found.thoughts) == pytest.approx((0, 1))
    with pytest.raises(gk.GameError, match="ended alike"):
        gk.luck(noughts.GAME, (LastMove(), LastMove()), 3, 3)


def test_the_parts_of_a_variance_worked_by_hand() -> None:
    """Two rows and three columns. Means of the rows 1 and 1/3, of the columns 1/2, 1/2 and 1.

    What is left has the squares 4/36 + 2/9 = 1/3 with 2 degrees of freedom, so both together: 1/6.
    Rows: 2/9 - 1/6 / 3 = 1/6. Columns: 1/12 - 1/6 / 2 = 0.
    """
    scores = np.array([[1.0, 1.0, 1.0], [0.0, 0.0, 1.0]])
    assert luck_and_skill.components(scores).tolist() == pytest.approx([1 / 6, 0, 1 / 6])


@pytest.mark.parametrize("shape", [0.3, 2.0, 50.0])
def test_the_interval_of_luck_covers_the_truth(shape: float) -> None:
    """Chances to win that the dice give, from a beta distribution whose spread is known."""
    random, truth, hits = np.random.default_rng(4), 1 / (2 * shape + 1), 0
    for _ in range(60):
        chances = random.beta(shape, shape, 20)[:, None]
        found = luck_and_skill.explained((random.random((20, 20)) < chances).astype(float))
        hits += found.low <= truth <= found.high
    assert hits >= 54


def test_elo_of_a_score() -> None:
    assert luck_and_skill.elo(0.5) == 0
    assert luck_and_skill.elo(10 / 11) == pytest.approx(400)
    assert (luck_and_skill.elo(0), luck_and_skill.elo(1)) == (-np.inf, np.inf)


def test_a_ladder_swaps_seats_and_compares_each_rung_with_the_one_below(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")  # these games are too short to be worth it
    table = gk.ladder(dice.GAME, "search:2", rungs=3, games=40)
    assert table["bot"].tolist() == ["search:8", "search:32"]
    assert table["against"].tolist() == ["search:2", "search:8"]
    assert (table["score"] == 0.5).all(), "a die decides, and seats are swapped under the same die"
    assert ((table["low"] < 0.5) & (table["high"] > 0.5)).all()
    with pytest.raises(gk.GameError, match="name a search"):
        gk.ladder(dice.GAME, "greedy")


def test_a_move_that_wins_is_worth_what_the_bot_loses_without_it() -> None:
    """Player 0 wins with a 1 and loses with a 0; player 1 wants nothing else than what it may."""
    win = dice.GAME.with_(decides="calls").variant(result=lambda rules, state: (
        (-1, 0) if state.rolled == 0 else (0 if state.called >= 1 else 1, 1)
    ))  # fmt: skip

    class Wants:
        def __init__(self, move: int) -> None:
            self.move = move

        def choose(self, view: gk.View, seed: int = 1) -> int:
            return self.move

    found = gk.restrict(win, lambda text: text != "1", (Wants(1), Wants(0)), games=60)
    assert found.value == 0.5, "player 0 loses every game without it, player 1 none"
    assert found.low < 0.5 < found.high
    assert found.touched[0] == 0.5
    free = gk.restrict(win, lambda text: True, (Wants(1), Wants(0)), games=60)
    assert (free.value, free.touched[0]) == (0, 0)
    assert free.low < 0 < free.high < 0.3
    with pytest.raises(gk.GameError, match="nothing to compare"):
        gk.restrict(win, lambda text: False, (Wants(1), Wants(0)), games=6)


@pytest.mark.parametrize(("max_moves", "says"), [(2, True), (2000, False)])
def test_a_restriction_says_that_most_games_were_stopped(max_moves: int, says: bool) -> None:
    found = gk.restrict("take-back-toe", lambda text: True, RANDOM, 4, max_moves=max_moves)
    assert ("All 4 games were stopped after 2 moves." in repr(found)) == says
