"""The table of measures: one row is one measure, in everything that is made of the table."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit import drivers
from gamekit.contract import measure
from gamekit.errors import GameWarning
from gamekit.studies import study_without_numpy
from gamekit.studies.measures import MEASURES, Measure
from gamekit.studies.report import comparison_page, study_page
from gamekit.studies.statistics import measured
from gamekit_widgets.lab import playtest
from tests import event_loop
from tests.published_games import kuhn, mancala
from tests.test_study import FirstMove

RANDOM = ("random", "random")
MIXED = (FirstMove(), "random")
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
    for module in (study_without_numpy, playtest):
        monkeypatch.setattr(module, "lacks_libraries", lambda: True)

    async def use() -> None:
        own = {"changes": OWN["changes"]}
        lab = gw.Lab("take-back-toe", bots=RANDOM, games=30, seed=1, measures=own)
        lab.run()
        found = lab.wait()
        assert found is not None
        assert found.span("long games") == full.span("long games")
        assert LONG.words in lab._bench.shown["parts"]["report"]
        assert "changes" in lab._bench.shown["parts"]["report"]
        lab.close()

    event_loop.run(use())


@pytest.mark.parametrize(("name", "max_moves"), [("take-back-toe", 2000), ("tactical-escape", 60)])
def test_light_studies_measure_what_full_ones_do(name: str, max_moves: int) -> None:
    full = gk.playtest(name, RANDOM, 300, max_moves=max_moves, progress=False)
    few = study_without_numpy.LightStudy(
        full.game, full.bots, 1, full.rows.tolist(), 300, "compiled"
    )
    for one, other in zip(few.metrics, full.metrics.to_dict("records"), strict=True):
        assert (one.metric, one.n, one.unit) == (other["metric"], other["n"], other["unit"])
        assert one.value == pytest.approx(other["value"], nan_ok=True)
        width = other["high"] - other["low"]
        assert one.low == pytest.approx(other["low"], abs=0.02 * width, nan_ok=True)
        assert one.high == pytest.approx(other["high"], abs=0.02 * width, nan_ok=True)
    assert {*study_without_numpy.measured(few)} - {"X-Q9"} == {*measured(full)}


def test_the_document_lists_the_measures_of_the_table() -> None:
    section = DOCUMENT.read_text("utf-8").partition("\n## Measures\n")[2]
    table = section[section.index("\n|") :].lstrip("\n").partition("\n\n")[0]
    rows = re.findall(r"^\| (.*) \| (.*) \| (.*) \|$", table, re.MULTILINE)
    assert rows[1:] == [(each.name, each.what, each.unit) for each in MEASURES.values()]


# --- measures of somebody's own ------------------------------------------------------------------


def shifts_up(rules, before, move, after):
    """Moves after which another player is to act."""
    return 1 if before.player != after.player else 0


def is_long(rules, state):
    return state.turn > 15


def lead(rules, state):
    return state.turn - 20


OWN = {
    "changes": measure(shifts_up, unit="moves a game"),
    "long games": measure(is_long, unit="share of games", what="games of more than 15 turns"),
    "lead": lead,
}


@pytest.mark.parametrize("bots", [RANDOM, ("greedy", "random")])
def test_measures_of_your_own_count_what_playing_again_finds(bots: tuple[str, str]) -> None:
    from gamekit.studies.replay_games import END, again

    study = gk.playtest("take-back-toe", bots, 100, progress=False, measures=OWN)
    game, rules = study.game, study.game.rules()
    assert study.engine == "compiled"
    for number, row in enumerate(study.games.itertuples()):
        states = [(state.copy(), move) for state, _, move in again(study, number)]
        changed = pairwise(states)
        assert row.changes == sum(one.player != other.player for (one, _), (other, _) in changed)
        last, move = states[-1]
        assert (move, row.lead) == (END, last.turn - 20)
        assert game.result(rules, last)[1] > 0
    longs = (study.games["turns"] > 15).mean()
    assert study.metrics.loc["long games", "value"] == pytest.approx(longs)
    low = study.metrics.loc["lead", "low"]
    assert low < study.metrics.loc["lead", "value"]
    assert (study.rows[:, :8] == gk.playtest("take-back-toe", bots, 100, progress=False).rows).all()


@pytest.mark.parametrize("play", [gk.playtest, study_without_numpy.playtest])
def test_a_row_has_no_measure_that_its_game_does_not_count(play: Any) -> None:
    study = play("take-back-toe", RANDOM, 40, max_moves=40, progress=False, measures=OWN)
    capped = study.games["ending"].isin(["capped", drivers.CAPPED])
    assert 0 < capped.sum() < 40
    assert (study.games["lead"].isna() == capped).all()
    assert study.estimate("lead")[0] == pytest.approx(study.games["lead"].mean())


def test_measures_of_your_own_show_everywhere() -> None:
    game = gk.load("take-back-toe")
    study = gk.playtest(game, RANDOM, 100, progress=False, measures=OWN)
    assert study.metrics.loc["changes", "unit"] == "moves a game"
    for text in (repr(study.report()), study_page(study).html()):
        assert "moves a game" in text
        assert "long games" in text
    found = gk.compare(
        game, game.with_(columns=6), RANDOM, 100, measure="changes", measures=OWN, progress=False
    )
    assert found.table.loc["changes", "a"] == study.metrics.loc["changes", "value"]
    assert "changes" in comparison_page(found).html()
    swept = gk.sweep(game, {"columns": [3, 4]}, RANDOM, 30, progress=False, measures=OWN)
    assert {"changes", "long games"} <= set(swept.table.columns)
    assert swept.figure("changes")
    ranked = gk.ablate(game, RANDOM, 20, measure="changes", progress=False, measures=OWN)
    assert set(ranked.table["measure"].dropna()) == {"changes"}


def test_measures_that_a_game_declares_are_there_by_themselves() -> None:
    game = mancala.GAME.with_(columns=4, stones=2)
    study = gk.playtest(game, ("greedy", "random"), 100, progress=False)
    assert study.metrics.loc["extra turns", "unit"] == "turns a game"
    assert study.games["extra turns"].sum() > 0
    few = study_without_numpy.LightStudy(game, study.bots, 1, study.rows.tolist(), 100, "compiled")
    assert few.span("extra turns") == study.span("extra turns")
    found = gk.finding(
        "They go on.", game, measure="extra turns", above=1, bots=("random",), games=50
    )
    assert found.table is not None


def test_measures_of_your_own_see_a_rule_that_a_variant_replaced() -> None:
    game = mancala.GAME.with_(columns=4, stones=2)
    emptied = game.variant(gathered=lambda rules, state, player: 0)
    assert "shut out" in emptied.measures
    own = emptied.measures["shut out"].function
    assert own is not mancala.GAME.measures["shut out"].function
    assert own(emptied.rules(), emptied.start(emptied.rules()))


def test_the_same_games_count_alike_interpreted_and_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from concurrent.futures import ProcessPoolExecutor

    here = gk.playtest("take-back-toe", RANDOM, 40, progress=False, measures=OWN)
    with ProcessPoolExecutor(1) as pool:
        there = gk.playtest(
            "take-back-toe", RANDOM, 40, progress=False, measures=OWN, executor=pool
        )
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    slow = gk.playtest("take-back-toe", RANDOM, 40, progress=False, measures=OWN)
    assert (slow.engine, here.engine) == ("interpreted", "compiled")
    assert (here.rows == there.rows).all()
    assert (here.rows == slow.rows).all()
    assert gk.rerun(here.receipt).agrees


@pytest.mark.parametrize("bots", [RANDOM, (FirstMove(), "random")])
def test_the_deal_of_the_last_card_skips_no_turn(bots: Any) -> None:
    """Of two cards the second is dealt without a choice."""
    study = gk.playtest(kuhn.GAME.with_(cards=2), bots, 20, progress=False)
    assert study.metrics.loc["skips", "value"] == 0


@pytest.mark.parametrize(
    ("game", "skips"),
    [(kuhn.GAME.with_(cards=2), False), (gk.load("take-back-toe", sides=20), True)],
)
def test_matches_between_people_skip_the_turns_that_playtests_do(
    game: gk.Game, skips: bool
) -> None:
    """A forced deal skips none; a roll larger than every stack does."""
    from gamekit.studies.replay_games import again
    from gamekit.studies.study import Played

    study = gk.playtest(game, RANDOM, 20, progress=False)
    matches = [gk.Match(game, seed=study.seed, number=number) for number in range(len(study))]
    for number, match in enumerate(matches):
        for _, player, move in again(study, number):
            if player in (0, 1):
                match.play(move)
    counted = Played(matches).games["skips"].tolist()
    assert counted == study.games["skips"].tolist()
    assert (sum(counted) > 0) is skips


def test_a_measure_is_refused_in_a_sentence() -> None:
    def odd(state):
        return 1

    def half(rules, state):
        return 0.5

    cases = (
        ({"odd": odd}, r"odd must take \(rules, state\)"),
        ({"": is_long}, "cannot be a name"),
        ({"length": is_long}, "every study has a measure 'length'"),
        ({"odd": 3}, "3 is not a function"),
        ([is_long], "give functions by name"),
    )
    for given, message in cases:
        with pytest.raises(gk.GameError, match=message):
            gk.playtest("take-back-toe", RANDOM, 5, progress=False, measures=given)
    warned = pytest.warns(GameWarning, match="half: must return a whole number")
    with warned, pytest.raises(gk.GameError, match=r"the half gives 0\.5;"):
        gk.playtest("take-back-toe", RANDOM, 5, progress=False, measures={"the half": half})
    with pytest.raises(gk.GameError, match=r"the half gives 0\.5;"):
        gk.playtest("take-back-toe", MIXED, 5, progress=False, measures={"the half": half})
