"""The table of measures: one row is one measure, in everything that is made of the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.studies import light
from gamekit.studies.measures import MEASURES, Measure
from gamekit.studies.report.page import comparison_page, study_page
from gamekit.studies.statistics import measured
from gamekit_widgets.lab import report
from tests import loops

RANDOM = ("random", "random")
DOCUMENT = Path(__file__).parents[1] / "docs" / "playtests.md"
LONG = Measure(
    name="long games",
    unit="share of games",
    what="games of more than 15 moves",
    above=lambda game: game.moves > 15,
    words="takes more than 15 moves",
)


@pytest.fixture
def with_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MEASURES, LONG.name, LONG)


def test_a_new_measure_shows_everywhere(with_a_new_one: None) -> None:
    game = gk.load("take-back-toe")
    study = gk.playtest(game, RANDOM, 200, progress=False)
    share = (study.games["moves"] > 15).mean()
    assert 0 < share < 1
    assert study.metrics.loc["long games", "value"] == share
    assert "long games" in repr(study.report())
    assert "long games" in study_page(study).html()
    found = gk.compare(game, game.with_(columns=6), RANDOM, 200, measure="long games")
    assert found.table.loc["long games", "a"] == share
    assert "long games" in repr(found.report())
    assert "long games" in comparison_page(found).html()
    swept = gk.sweep(game, {"columns": [3, 4]}, RANDOM, 50, progress=False)
    assert "long games" in set(swept.effects["measure"])
    assert "long games" in swept.table
    ranked = gk.ablate(game, RANDOM, 20, measure="long games", progress=False)
    assert set(ranked.table["measure"].dropna()) == {"long games"}


def test_a_new_measure_shows_where_playtests_are_light(
    with_a_new_one: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = gk.playtest("take-back-toe", RANDOM, 30, seed=1, progress=False)
    for module in (light, report):
        monkeypatch.setattr(module, "is_all_there_is", lambda: True)

    async def use() -> None:
        lab = gw.Lab("take-back-toe", bots=RANDOM, games=30, seed=1)
        lab.run()
        found = lab.wait()
        assert found is not None
        assert found.span("long games") == full.span("long games")
        assert LONG.words in lab._bench.shown["parts"]["report"]
        lab.close()

    loops.run(use())


@pytest.mark.parametrize(("name", "max_moves"), [("take-back-toe", 2000), ("tactical-escape", 60)])
def test_light_studies_measure_what_full_ones_do(name: str, max_moves: int) -> None:
    full = gk.playtest(name, RANDOM, 300, max_moves=max_moves, progress=False)
    few = light.LightStudy(full.game, full.bots, 1, full.rows.tolist(), 300, "compiled")
    for one, other in zip(few.metrics, full.metrics.to_dict("records"), strict=True):
        assert (one.metric, one.n, one.unit) == (other["metric"], other["n"], other["unit"])
        assert one.value == pytest.approx(other["value"], nan_ok=True)
        width = other["high"] - other["low"]
        assert one.low == pytest.approx(other["low"], abs=0.1 * width, nan_ok=True)
        assert one.high == pytest.approx(other["high"], abs=0.1 * width, nan_ok=True)
    assert {*light.measured(few)} - {"X-Q9"} == {*measured(full)}


def test_the_document_lists_the_measures_of_the_table() -> None:
    told = DOCUMENT.read_text("utf-8").partition("\n## Measures\n")[2].partition("\n\nWhere two")[0]
    rows = re.findall(r"^\| (.*) \| (.*) \| (.*) \|$", told, re.MULTILINE)
    assert rows[1:] == [(each.name, each.what, each.unit) for each in MEASURES.values()]
