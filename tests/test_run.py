"""Long playtests: they stop when they are precise, keep what they have when they are interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

import gamekit as gk
from gamekit import drivers
from gamekit.studies.plan import Plan, plan_of
from gamekit.studies.run import chunks, looks

pytestmark = pytest.mark.long

REPOSITORY = Path(__file__).parents[1]
GAME, RANDOM = "take-back-toe", ("random", "random")
SCORE = "first-player score"


def width(study: gk.studies.Study) -> float:
    low, high = study.metrics.loc[SCORE, ["low", "high"]]
    return float(high) - float(low)  # type: ignore[arg-type]


# --- order -------------------------------------------------------------------------------------


class Uneven(Plan):
    """Plays nothing, and takes an uneven time for it; a row has the number of its game."""

    work = 199

    def is_ready(self) -> bool:
        return True

    def play(self, first: int, count: int, stopped: object = None) -> np.ndarray:
        time.sleep(Random(first).random() / 500)
        rows = np.zeros((count, drivers.COLUMNS), np.int64)
        rows[:, 0] = range(first, first + count)
        return rows


def test_games_come_in_the_order_of_their_numbers_whatever_they_take() -> None:
    plan = plan_of(GAME, RANDOM)
    slow = Uneven(plan.game, plan.players, 1, 2000)
    numbers: list[int] = []
    for one, other in chunks([slow, slow], 500, first=7, workers=4):
        assert np.array_equal(one, other)
        numbers += one[:, 0].tolist()
    assert numbers == list(range(7, 500))


# --- precision ---------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [{"workers": 1}, {"workers": 2}])
def test_a_playtest_stops_at_the_first_look_that_is_precise_enough(
    take_back_toe: object, how: dict[str, int]
) -> None:
    study = gk.playtest(GAME, RANDOM, precision=0.06, progress=False, **how)
    played = len(study.games)
    every = [*looks(10_000)]
    before = gk.playtest(GAME, RANDOM, every[every.index(played) - 1], progress=False)
    assert width(study) <= 0.06 < width(before)
    assert study.stopped == "precise enough"
    assert f"{played:,} games (enough for a precision of 0.06)" in repr(study)
    assert study.games.equals(gk.playtest(GAME, RANDOM, played, progress=False).games)


def test_interpreted_rules_stop_with_the_same_game(
    take_back_toe: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = gk.playtest(GAME, RANDOM, precision=0.15, progress=False)
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    assert compiled.games.equals(
        gk.playtest(GAME, RANDOM, precision=0.15, progress=False, seed=1).games
    )


def test_games_are_the_most_that_are_played_for_precision(take_back_toe: object) -> None:
    study = gk.playtest(GAME, RANDOM, 120, precision=0.01, progress=False)
    assert (len(study.games), study.stopped) == (120, "")
    assert "120 games (too few for a precision of 0.01)" in repr(study)
    without = gk.playtest(GAME, RANDOM, precision=1, progress=False)
    assert len(without.games) == 100


def test_looks_are_not_so_far_apart_that_games_are_wasted() -> None:
    found = [*looks(50_000)]
    assert (found[0], found[-1]) == (100, 50_000)
    assert all(0 < b - a <= max(10, a // 50) for a, b in pairwise(found))


@pytest.mark.parametrize("precision", [0, -0.1, 1.5, True, "0.1", float("nan")])
def test_an_impossible_precision_is_refused(precision: object) -> None:
    with pytest.raises(gk.GameError, match="give the width of an interval"):
        gk.playtest(GAME, precision=precision)  # type: ignore[arg-type]


# --- interrupting ------------------------------------------------------------------------------


def test_after_an_interrupt_the_finished_games_are_a_study(take_back_toe: object) -> None:
    batches: list[int] = []

    def follow(games: int) -> None:
        batches.append(games)
        if sum(batches) > 300:
            raise KeyboardInterrupt

    study = gk.playtest(GAME, RANDOM, 1000, progress=follow)
    assert len(study.games) == sum(batches)
    assert study.stopped == "interrupted"
    assert f"{sum(batches)} of 1,000 games (interrupted)" in repr(study)
    assert f"{sum(batches)} of 1,000 games (interrupted)" in repr(study.report())
    assert study.games.equals(gk.playtest(GAME, RANDOM, sum(batches), progress=False).games)


PLAY = """
import gamekit as gk
heard = []
def follow(games):
    heard.append(games)
    if len(heard) == 1:
        print('begun', flush=True)
study = gk.playtest('take-back-toe', games=50_000_000, progress=follow, workers=2)
same = study.games.equals(gk.playtest('take-back-toe', games=len(study), progress=False).games)
print(len(study) >= heard[0], study.stopped, same)
"""


def test_ctrl_c_keeps_the_finished_games(take_back_toe: object) -> None:
    paths = os.pathsep.join([str(REPOSITORY), os.environ.get("PYTHONPATH", "")])
    child = subprocess.Popen(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n"
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=120)
    finally:
        child.kill()
    assert out.split() == ["True", "interrupted", "True"]
