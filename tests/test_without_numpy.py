"""Playtests without NumPy, pandas and SciPy: as many games as some seconds allow, each the same."""

from __future__ import annotations

import asyncio
import re
import sys
from itertools import count
from pathlib import Path

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.errors import NotHere
from gamekit.intervals import difference
from gamekit.missing import about_missing
from gamekit.studies import study_without_numpy
from gamekit.studies.study_without_numpy import side_by_side
from gamekit_widgets.lab import playtest
from tests import event_loop
from tests.new_python import printed
from tests.small_games import gamble, noughts

BOTS = ("random", "random")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that full playtests need."""
    monkeypatch.setattr(study_without_numpy, "lacks_libraries", lambda: True)
    monkeypatch.setattr(playtest, "lacks_libraries", lambda: True)


def test_it_needs_nothing_that_full_playtests_need() -> None:
    code = f"""
import sys
sys.modules.update(dict.fromkeys({(*study_without_numpy.NEEDED, "plotly")}))
import gamekit as gk, gamekit_widgets as gw
print(gk.playtest("take-back-toe", games=50, progress=False).report())
gw.Lab("take-back-toe", games=20).close()"""
    found = printed(code)
    assert "50 games" in found
    assert "first-player score" in found


def test_the_games_are_those_of_a_full_playtest(
    bare: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = gk.playtest("take-back-toe", BOTS, games=30, seed=3, progress=False)
    monkeypatch.undo()
    full = gk.playtest("take-back-toe", BOTS, games=30, seed=3, progress=False)
    assert found.rows == full.rows.tolist()
    for measure in ("first-player score", "score of player 0 (random)", "TBT-17", "TBT-20"):
        assert found.span(measure) == full.span(measure)
    value, low, high = next(m.span for m in found.metrics if m.metric == "length")
    assert low < value < high
    assert full.metrics.loc["length", "value"] == pytest.approx(value)
    assert full.metrics.loc["length", "low"] == pytest.approx(low, rel=0.05)


def test_it_plays_as_many_games_as_the_seconds_allow_and_says_so(
    bare: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    ticks = count()  # two a game, and one at the start
    monkeypatch.setattr(study_without_numpy, "monotonic", lambda: next(ticks) / 16)
    batches: list[int] = []
    found = gk.playtest("take-back-toe", BOTS, games=5_000, progress=batches.append)
    assert len(found) == sum(batches) == 8 * study_without_numpy.SECONDS
    assert "40 of 5,000 games by interpreted rules" in repr(found)
    assert "95%" in repr(found.report())
    assert found.engine == "interpreted"
    assert "40 games by interpreted rules" in playtest.report(found, None)


def test_compiled_it_plays_as_many_games_as_were_asked_for(bare: None) -> None:
    found = gk.playtest("take-back-toe", BOTS, games=5_000, progress=False)
    assert len(found) == 5_000
    assert found.engine == "compiled"
    assert "interpreted" not in repr(found) + playtest.report(found, None)


def test_the_same_game_under_other_seeds_hardly_ever_stands_out(bare: None) -> None:
    studies = [
        gk.playtest("tactical-escape", BOTS, games=60, seed=seed, progress=False)
        for seed in range(40)
    ]
    pairs = list(zip(studies[::2], studies[1::2], strict=True))
    clear = [pair for pair in pairs if "gk-clear" in playtest.report(*pair)]
    assert len(clear) <= 3
    narrow = gk.playtest("take-back-toe", BOTS, games=300, progress=False)
    wide = gk.playtest(gk.load("take-back-toe", columns=7), BOTS, games=300, progress=False)
    rows = side_by_side(narrow, wide)
    one, other, gap = rows["length"]
    assert gap[1] > 0 or gap[2] < 0
    assert gap[2] - gap[1] > (lambda gap: gap[2] - gap[1])(difference(one, other))


class Patzer:
    """Somebody's own bot."""

    def choose(self, view: gk.View, seed: int = 1) -> int:
        """Return the first move."""
        return view.legal_moves()[0]


@pytest.mark.parametrize("bots", [("greedy", "greedy"), (Patzer(), "search:50")])
def test_a_game_that_takes_too_long_ends_in_a_sentence(
    bare: None, monkeypatch: pytest.MonkeyPatch, bots: tuple[object, object]
) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    monkeypatch.setattr(study_without_numpy, "PATIENCE", 0.0)
    with pytest.raises(NotHere, match="takes longer than 0 seconds") as slow:
        gk.playtest("take-back-toe", bots, games=9, progress=False)
    assert about_missing(slow.value, []) == str(slow.value)


def test_arguments_that_it_cannot_take_are_refused(bare: None, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="gamez"):
        gk.playtest("take-back-toe", gamez=3)  # type: ignore[call-arg]
    with pytest.raises(gk.GameError, match="games=0"):
        gk.playtest("take-back-toe", games=0)
    for name, value in {"save": tmp_path, "precision": 0.1}.items():
        with pytest.raises(NotHere, match=f"{name}= needs NumPy"):
            gk.playtest("take-back-toe", **{name: value})
    gk.playtest("take-back-toe", games=2, workers=1, save=None, progress=False)


@pytest.mark.parametrize("lacking", [False, True], ids=["full", "without NumPy"])
@pytest.mark.parametrize(
    ("game", "message"),
    [
        (noughts.GAME.variant(why_illegal=lambda rules, state, move: 1), "had no legal move"),
        (noughts.GAME.variant(result=lambda rules, state: (7, 1)), "ends with the winner 7"),
        (gamble.GAME.variant(highest_payoff=lambda rules: 3), "highest_payoff returns 3"),
    ],
    ids=["stuck", "winner", "payoff"],
)
def test_an_impossible_end_of_a_game_is_reported(
    lacking: bool, game: gk.Game, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_without_numpy, "lacks_libraries", lambda: lacking)
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    with pytest.raises(gk.GameError, match=rf"game \d of seed 1 .*{message}"):
        gk.playtest(game, games=20, progress=False)


def test_what_needs_more_says_what_it_needs(bare: None) -> None:
    found = gk.playtest("take-back-toe", BOTS, games=2, progress=False)
    with pytest.raises(ModuleNotFoundError, match="quality of a playtest needs NumPy"):
        found.quality()
    for pandas_can in (
        lambda: found.metrics.round(2),
        lambda: found.metrics[["value", "low"]],
        lambda: found.endings().ending[0],
    ):
        with pytest.raises(ModuleNotFoundError, match="needs pandas") as missing:
            pandas_can()
        assert "This cell needs pandas" in about_missing(missing.value, [])
    assert found.metrics[0].metric == "first-player score"
    with pytest.raises(gk.GameError, match="Did you mean 'length'"):
        found.span("lenght")
    with pytest.raises(gk.GameError, match="no measure 'TBT-99'"):
        found.estimate("TBT-99")


def test_a_row_and_a_value_are_found_as_in_a_table() -> None:
    light_one = study_without_numpy.playtest("take-back-toe", games=30, progress=False).metrics
    full = gk.playtest("take-back-toe", games=30, progress=False).metrics
    assert light_one.value["length"] == pytest.approx(full.value["length"])
    for column in ("value", "n"):
        assert light_one.loc["length"][column] == pytest.approx(full.loc["length"][column])
        assert light_one.iloc[1][column] == pytest.approx(full.iloc[1][column])
    with pytest.raises(KeyError):
        light_one.loc["length"]["price"]


def test_an_interrupt_keeps_what_is_finished(bare: None) -> None:
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    assert len(gk.playtest("take-back-toe", BOTS, games=9, progress=stop)) == 1


def heads(lab: gw.Lab) -> list[str]:
    """Return the headings of the table of results."""
    table = lab._bench.shown["parts"]["report"]
    return [re.sub("<.*?>", "", head) for head in re.findall('<th scope="col".*?</th>', table)]


def test_a_lab_plays_while_the_page_is_used(bare: None) -> None:
    async def use() -> None:
        lab = gw.Lab("take-back-toe", bots=BOTS, games=3)
        assert "chart" not in lab._bench.shown["parts"]["report"]
        lab.run()
        while lab.is_running:
            await asyncio.sleep(0)
        assert "first-player score" in lab._bench.shown["parts"]["report"]
        lab.set(columns=5)
        lab.wait()
        assert heads(lab) == ["measure", "nowcolumns=5", "beforeas published", "difference"]
        lab.pin()
        lab.set(columns=3)
        assert lab.wait() is not None
        assert heads(lab) == ["measure", "nowcolumns=3", "pinnedcolumns=5", "difference"]
        lab.run(games=10_000)
        await asyncio.sleep(0)
        lab.stop()
        assert lab._bench.shown["parts"]["news"].startswith("Stopped after")
        lab.close()

    event_loop.run(use())


def test_a_lab_that_was_stopped_keeps_its_games_and_goes_on(
    bare: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gamekit.studies.figures", None)  # they need NumPy
    whole = gk.playtest("take-back-toe", BOTS, games=20, seed=1, progress=False)

    async def use() -> None:
        lab = gw.Lab("take-back-toe", bots=BOTS, games=20, seed=1)
        lab.run()
        lab.stop()
        assert lab.study is None
        assert lab._bench.shown["parts"]["news"] == "Stopped after 0 of 20 games."
        lab.run()
        while not (lab._trial and lab._trial.done):
            await asyncio.sleep(0)
        lab.stop()
        assert 0 < len(lab.study or ()) < 20
        assert "resume" not in lab._bench.shown["why"]
        lab.resume()
        assert lab.wait() is lab.study
        assert lab.study is not None
        assert lab.study.rows == whole.rows
        assert lab._bench.shown["why"]["resume"] == "No playtest was stopped."
        lab.set(columns=3)
        while not (lab._trial and lab._trial.done > 10):  # past the games of the variant
            await asyncio.sleep(0)
        lab.stop()
        lab.resume()
        lab.wait()
        assert lab._present is not None
        assert lab._present.base is not None
        assert lab._present.base.rows == whole.rows
        lab.close()

    event_loop.run(use())


def test_a_cell_that_needs_more_is_left_out_in_a_sentence() -> None:
    missing = ModuleNotFoundError("No module named 'pandas'", name="pandas")
    assert about_missing(missing, []).startswith("This cell needs pandas, which Python in a")
    without = gk.GameError("A room needs tornado: pip install it.")
    without.__cause__ = ModuleNotFoundError("No module named 'tornado'", name="tornado.web")
    assert about_missing(without, []).startswith("This cell needs tornado, which Python in a")
    assert about_missing(ImportError("cannot import name 'lod'", name="gamekit"), []) == ""
    assert about_missing(gk.GameError("There is no such game."), []) == ""
    unknown = NameError("name 'compared' is not defined", name="compared")
    assert "compared from a cell" in about_missing(unknown, ["def compared(studies): ..."])
    halfway = "studies = {}\nfor size in 3, 4:\n    studies[size] = gk.playtest(game)"
    message = about_missing(KeyError(4), [halfway], "studies[4].report()")
    assert message == "This cell needs studies from a cell that could not run here."
    assert about_missing(KeyError(4), [halfway], "{}[4]") == ""
    assert about_missing(unknown, ["pd.DataFrame()"]) == ""


def test_a_browser_says_where_a_room_can_be_hosted() -> None:
    code = (
        "import sys, gamekit_widgets as gw\n"
        "from gamekit.missing import about_missing\n"
        "sys.platform = 'emscripten'\n"
        "try: gw.Room('take-back-toe')\n"
        "except Exception as problem: print(about_missing(problem, []))"
    )
    assert "cannot host a room: open this page in JupyterLab" in printed(code)
