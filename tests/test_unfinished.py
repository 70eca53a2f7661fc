"""Games that were stopped: they have a score and no length, and are counted."""

from __future__ import annotations

from math import inf, isnan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit import drivers
from gamekit.contract import ONGOING
from gamekit.studies import Comparison, Study, cells
from gamekit.studies.plan import COMPILED
from gamekit.studies.replay_games import uses
from gamekit.studies.report import sentences
from gamekit.studies.statistics import lasting, measured, paired
from gamekit.studies.study_without_numpy import LightStudy, side_by_side
from gamekit_widgets.lab.playtest import report

GAME, RANDOM = "take-back-toe", ("random", "random")
CAPPED = 9  # where games are stopped
LASTING = ("length", "turns", "branching", "skips")

pytestmark = pytest.mark.usefixtures("interpreted")


def rows_of(*moves: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Return games of these lengths. The longest possible ones were stopped. There are three legal moves
    each time, and one skip in every finished game."""
    rows = np.zeros((len(moves), drivers.COLUMNS), np.int64)
    rows[:, drivers.MOVES] = rows[:, drivers.TURNS] = moves
    rows[:, drivers.CHOICES] = 3 * rows[:, drivers.MOVES]
    stopped = rows[:, drivers.MOVES] == CAPPED
    rows[:, drivers.RULE] = np.where(stopped, drivers.CAPPED, 17)
    rows[:, drivers.WINNER] = np.where(stopped, ONGOING, 0)
    rows[:, drivers.SKIPS] = np.where(stopped, 5, 1)
    return rows


def study_of(*moves: int) -> Study:
    return Study(gk.load(GAME), RANDOM, 1, rows_of(*moves), (gk.bot("random"),) * 2, CAPPED)


def test_how_long_games_last_is_measured_among_those_that_were_finished() -> None:
    """Of lengths 4, 6, 8 and two games that were stopped: 6 moves; 3 skips in 18 turns."""
    found = study_of(4, CAPPED, 6, CAPPED, 8).metrics
    assert found.loc["capped", ["value", "n"]].tolist() == [0.4, 5]
    assert found.loc["first-player score", ["value", "n"]].tolist() == [0.8, 5], "3 wins, 2 halves"
    assert found.loc[list(LASTING), "value"].tolist() == pytest.approx([6, 6, 3, 3 / 18])
    assert found.loc[list(LASTING), "n"].tolist() == [3] * 4
    alone = study_of(4, 6, 8).metrics
    for name in ("length", "turns"):
        assert found.loc[name, "low":"high"].equals(alone.loc[name, "low":"high"])  # type: ignore[misc]
    assert lasting(study_of(4, CAPPED)).tolist() == [4]


def test_a_measure_is_the_same_alone_and_in_a_comparison() -> None:
    study = study_of(4, CAPPED, 6, CAPPED, 8)
    both = {name: one for name, one in measured(study).items() if name in study.metrics.index}
    assert both
    for name, one in both.items():
        row = study.metrics.loc[name, ["value", "low", "high"]].tolist()
        assert row == list(one.estimate())
        assert one.value == pytest.approx(study.metrics.loc[name, "value"])


def test_the_difference_of_lengths_is_that_of_finished_games() -> None:
    """A third of the games of either was stopped, not the same ones; the others last 2 moves more."""
    one = [4, 6, CAPPED, 5, 7, 4] * 30
    other = [6, CAPPED, 9 - 2, 7, CAPPED, 6] * 30
    found = Comparison(study_of(*one), study_of(*other)).rows["length"]
    truth = np.mean([6, 7, 7, 6]) - np.mean([4, 6, 5, 7, 4])
    assert found["difference"] == pytest.approx(truth)
    assert found["low"] < truth < found["high"]
    assert found["p"] < 0.0001


@pytest.mark.parametrize("share", [0.1, 0.9])
def test_no_false_alarm_where_far_more_games_of_one_were_stopped(share: float) -> None:
    """Lengths come from one distribution; of one variant all games are finished."""
    random, alarms = np.random.default_rng(5), 0
    for _ in range(200):
        one, other = random.integers(2, CAPPED, (2, 200))
        other[random.random(200) < share] = CAPPED
        both = (measured(study_of(*each))["length"] for each in (one, other))
        alarms += paired(*both).p < 0.05
    assert alarms <= 20


def test_where_no_game_was_finished_nothing_is_said_of_lengths(tmp_path: Path) -> None:
    none, some = study_of(CAPPED, CAPPED), study_of(CAPPED, 4)
    found = none.metrics.loc[list(LASTING)]
    assert found["value"].isna().all()
    assert found["high"].tolist() == [inf, inf, inf, 1]
    assert "length" not in repr(none.report())
    for comparison in (Comparison(none, some), Comparison(some, none), Comparison(none, none)):
        row = comparison.rows["length"]
        assert isnan(row["difference"])
        assert (row["low"], row["high"], row["p"]) == (-inf, inf, 1)
        assert "nan" not in repr(comparison.report()) + report(none, None, comparison)
    assert "length" not in Comparison(none, some).headline
    never: Any = gk.playtest(gk.load(GAME), RANDOM, 12, max_moves=2, progress=False)
    never.to_html(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "All 12 games were stopped after 2 moves." in page
    assert "Starting makes" not in page
    assert "A game that comes" not in page
    assert "Use of the board" not in page
    with pytest.raises(gk.GameError, match="No game was finished"):
        never.heatmap()
    assert never.quality("search:2")["n"].tolist() == [0] * 6


STOPPED = {
    1: "All 4 games{} were stopped after 9 moves.",
    2: "2 of 4 games{} were stopped after 9 moves.",
}


@pytest.mark.parametrize(
    ("moves", "says"), [((CAPPED,) * 4, 1), ((4, CAPPED) * 2, 2), ((4, 4, 6, CAPPED), 0)]
)
def test_a_study_says_wherever_it_concludes_that_most_games_were_stopped(
    moves: tuple[int, ...], says: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    study, ended = study_of(*moves), study_of(4, 4, 6, 8)
    light = LightStudy(study.game, RANDOM, 1, study.rows.tolist(), 4, COMPILED, max_moves=CAPPED)
    monkeypatch.setattr("gamekit.studies.finding._played", lambda *_: study)
    monkeypatch.setattr(Study, "receipt", "")
    found = gk.finding("Starting does not hurt", GAME, above=0.4, bots=("random",), games=4)
    told = {
        "": [repr(study), repr(light), report(study, None), " ".join(sentences(study))],
        " as published": [Comparison(study, each).headline for each in (study, ended)],
        " of random": [found.text],
    }
    for whose, texts in told.items():
        for text in texts:
            assert says == 0 or STOPPED[says].format(whose) in text
            assert ("half a point" in text) == (says > 0)
    assert not found.holds_for or not says
    assert "It makes no difference" not in told[" as published"][0] or not says


def test_what_is_seen_in_games_is_seen_in_finished_ones() -> None:
    game = gk.load(GAME, columns=3, match=2)
    study = gk.playtest(game, RANDOM, 40, seed=2, max_moves=6, progress=False)
    finished = study.is_finished
    assert 0 < finished.sum() < 40
    used = uses(study, 40)
    assert used.plays.sum(1).tolist() == (2 * study.games["moves"][finished]).tolist(), "from, to"
    assert set(cells(study, 40)["n"]) == {finished.sum()}
    assert study.quality("search:2", 40).loc["forced choice", "n"] == finished.sum()


def test_light_studies_measure_lengths_alike() -> None:
    game = gk.load(GAME)
    light = LightStudy(game, RANDOM, 1, rows_of(4, CAPPED, 6, CAPPED, 8).tolist(), 5, COMPILED)
    full = study_of(4, CAPPED, 6, CAPPED, 8).metrics
    found = {each.metric: each for each in light.metrics}
    for name in ("length", "turns", "capped"):
        assert found[name].value == full.loc[name, "value"]
        assert found[name].n == full.loc[name, "n"]
    none = LightStudy(game, RANDOM, 1, rows_of(CAPPED, CAPPED).tolist(), 2, COMPILED)
    assert "length" not in repr(none.report())
    assert all(isnan(value) for value in side_by_side(light, none)["length"][2])
    assert "nan" not in report(light, none)
