"""Games whose endings pay different amounts: everything that judges play goes by the payoff."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.checking.contract_checks import Broken, ends, measures
from gamekit.contract import ONGOING, Game, squares
from gamekit.drivers.engine import Games, Interpreted
from gamekit.studies import study_without_numpy
from gamekit.studies.study import Played
from tests.published_games import mancala, pig
from tests.small_games import dice, gamble, noughts, stakes, words
from tests.test_study import FirstMove

KUHN = stakes.GAME
LEDUC = KUHN.with_(kind="leduc")
GAMBLE = gamble.GAME
SMALL = mancala.GAME.with_(columns=4, stones=2)


def test_kuhns_poker_costs_the_player_who_begins_a_chip_in_eighteen() -> None:
    found = gk.solve(KUHN)
    assert found.value == pytest.approx(-1 / 18, abs=1e-12)
    assert found.low <= -1 / 18 + 1e-9
    assert found.high >= -1 / 18 - 1e-9


def test_leducs_poker_is_worth_what_other_solvers_find() -> None:
    found = gk.solve(LEDUC, precision=5e-4)
    assert found.exploitability <= 5e-4
    assert found.value == pytest.approx(-0.0856, abs=1e-3)


def test_mancala_is_worth_the_margin_that_a_plain_search_finds() -> None:
    game, rules = SMALL, SMALL.rules()

    @cache
    def margin(stones: tuple[int, ...], player: int) -> int:
        state = game.State()
        state.stones[:], state.player = stones, player
        if game.result(rules, state)[0] != ONGOING:
            return game.payoff(rules, state)
        found = []
        for move in range(game.moves):
            if game.why_illegal(rules, state, move) == 0:
                after = state.copy()
                game.apply(rules, after, move)
                found.append(margin(tuple(after.stones), after.player))
        return max(found) if player == 0 else min(found)

    assert gk.solve(game).value == margin(tuple(game.start(rules).stones), 0) == 4


def test_pig_is_worth_the_margin_that_repeated_sweeps_find() -> None:
    """Its positions come about again: nobody has to win."""
    goal, sides = 6, 3
    worth: dict[tuple[int, int, int], float] = {}  # to whoever is to act: mine, theirs, this turn
    places = [(a, b, t) for a in range(goal) for b in range(goal) for t in range(goal + sides - a)]
    for _ in range(300):
        for mine, theirs, total in places:
            hold = mine + total - theirs
            if mine + total < goal:
                hold = -worth.get((theirs, mine + total, 0), 0.0)
                rolls = [worth.get((mine, theirs, total + n), 0.0) for n in range(2, sides + 1)]
                roll = (sum(rolls) - worth.get((theirs, mine, 0), 0.0)) / sides
                hold = max(roll, hold) if total else roll
            worth[mine, theirs, total] = hold
    found = gk.solve(pig.GAME.with_(goal=goal, sides=sides), precision=1e-6)
    assert found.value == pytest.approx(worth[0, 0, 0], abs=1e-5)
    assert found.exploitability <= 1e-5
    study = gk.playtest(pig.GAME.with_(goal=20), ("search:200", "random"), 100, progress=False)
    assert study.metrics.loc["payoff of player 0 (search:200)", "low"] > 0


@pytest.mark.parametrize("bots", [("random", "random"), ("greedy", "search:30")])
def test_a_playtest_notes_what_each_game_pays(bots: Any) -> None:
    study = gk.playtest(LEDUC, bots, 300, progress=False)
    games, paid = study.games, study.games["payoff"]
    assert set(np.sign(paid[games["winner"] == 0])) <= {1}
    assert set(np.sign(paid[games["winner"] == 1])) <= {-1}
    assert set(paid[games["winner"].isna()]) <= {0}
    assert paid.abs().max() <= 13
    metrics = study.metrics
    mine = metrics.loc[f"payoff of player 0 ({bots[0]})"]
    assert (mine["value"], mine["unit"]) == (pytest.approx(paid.mean()), "chips a game")
    assert mine["low"] < mine["value"] < mine["high"]
    starter = np.where(games["first"] == 0, paid, -paid)
    assert metrics.loc["first-player payoff", "value"] == pytest.approx(starter.mean())
    assert metrics.loc["stakes", "value"] == pytest.approx(paid.abs().mean())
    assert metrics.loc["payoff spread", "value"] == pytest.approx(paid.std(ddof=0))
    few = study_without_numpy.LightStudy(
        study.game, study.bots, 1, study.rows.tolist(), 300, "compiled"
    )
    for one, other in zip(few.metrics, metrics.to_dict("records"), strict=True):
        assert (one.metric, one.value) == (other["metric"], pytest.approx(other["value"]))
        width = other["high"] - other["low"]
        assert one.low == pytest.approx(other["low"], abs=0.1 * width)


def test_the_interval_of_the_spread_holds_it() -> None:
    truth = gk.playtest(LEDUC, games=40_000, seed=9, progress=False).metrics.loc["payoff spread"]
    inside = 0
    for seed in range(100):
        row = gk.playtest(LEDUC, games=100, seed=seed, progress=False).metrics.loc["payoff spread"]
        inside += row["low"] <= truth["value"] <= row["high"]
    assert inside >= 88


def test_interpreted_and_compiled_bots_pay_the_same() -> None:
    from gamekit.compiling import compiled
    from gamekit.drivers import GREEDY, SEARCH

    for seats, work in ((None, 0), ([GREEDY, 0, SEARCH, 40], 40)):
        rows = [
            one.play(Games(3, 0, 20, 500, seats, work))
            for one in (Interpreted(LEDUC), compiled(LEDUC))
        ]
        assert rows[0] == rows[1]


def test_the_search_prefers_what_pays_more_to_what_wins_more_often() -> None:
    """Player 0 wins a point for sure, or nine points in two cases of five."""
    game = GAMBLE
    thoughts = gk.bot("search:2000").think(gk.Match(game, seed=1).view(0))
    assert thoughts[0].text == "1"
    study = gk.playtest(game, ("search:200", "random"), 200, progress=False)
    score, paid = (
        study.metrics.loc[f"{name} of player 0 (search:200)", "value"]
        for name in ("score", "payoff")
    )
    assert score < 0.5 < paid
    plain = game.variant(payoff=lambda rules, state: 1 if state.won == 0 else -1)
    assert gk.bot("search:2000").think(gk.Match(plain, seed=1).view(0))[0].text == "0"


def test_greedy_folds_a_hand_that_cannot_win_and_calls_with_one_that_cannot_lose() -> None:
    for card, wanted in (("J", "fold"), ("K", "call")):
        match = gk.Match(KUHN, seed=0, auto=False)
        other = "K" if card == "J" else "J"
        match.dictate(f"{other},{card}")
        match.play("2")
        assert match.view(1).legal() == ("fold", "call")
        assert {gk.bot("greedy").choose(match.view(1), seed=n) for n in range(9)} == {
            ("fold", "call").index(wanted)
        }


def test_the_coach_speaks_of_what_was_given_away_in_points() -> None:
    match = gk.Match(KUHN, seed=0, auto=False)
    match.dictate("K,J")
    match.play("2").play("1")  # called with the lowest card
    lesson = gk.coach(match, games=40)[1]
    assert (lesson.played, lesson.best) == ("call", "fold")
    assert lesson.payoff == pytest.approx((-2, -2, -2), abs=0.4)
    found = gk.coach(match, games=40)
    assert "in chips" in repr(found)
    assert "expects" in repr(found)
    assert "1.00" in repr(found)  # -2 instead of -1
    assert "<th>expects</th>" in found._repr_html_()
    assert "expects" not in repr(gk.coach(played_out(noughts.GAME)))


def played_out(game: Game, seed: int = 1) -> gk.Match:
    match, random = gk.Match(game, seed=seed), Random(seed)
    while match.to_act in (0, 1):
        match.play(random.choice(match.legal_moves()))
    return match


def test_a_comparison_tells_who_wins_more_often_and_gains_less() -> None:
    game = GAMBLE
    bold = game.variant(why_illegal=lambda rules, state, move: 0 if move == 1 else 1)
    sure = game.variant(why_illegal=lambda rules, state, move: 0 if move == 0 else 1)
    found = gk.compare(bold, sure, games=2_000, progress=False)
    rows = found.table["difference"]
    assert rows["score of player 0"] > 0 > rows["payoff of player 0"]
    assert found.touched[0] == 1
    sentence = "player 0 gets +1.00 instead of +2.37 points: they win more often and gain less"
    assert sentence in repr(found)


def test_luck_and_skill_go_by_what_is_paid() -> None:
    """Player 0 always wins, and a die says how much; then a bet is worth 1.4 points more than no bet."""
    always = dice.GAME.variant(
        result=lambda rules, state: (-1, 0) if state.rolled == 0 else (0, 1),
        payoff=lambda rules, state: 2 * state.rolled,
        highest_payoff=lambda rules: 4,
    )
    assert gk.luck(always, ("random", "random"), 12, 12).value == pytest.approx(1)

    class Bets:
        def choose(self, view: gk.View, seed: int = 1) -> int:
            return 1

    lost = gk.restrict(GAMBLE, lambda text: text != "1", (Bets(), Bets()), games=1_000)
    assert lost.low <= 0.7 <= lost.high, "player 0 loses it in every other game"
    assert lost.high - lost.low < 0.8
    assert "points a game" in repr(lost)


def test_a_ladder_tells_what_thinking_gains() -> None:
    table = gk.ladder(SMALL, "search:10", rungs=2, games=60)
    (row,) = table.to_dict("records")
    assert (
        0
        < row["payoff_low"]
        < row["payoff"]
        < row["payoff_high"]
        < SMALL.highest_payoff(SMALL.rules())
    )
    assert "payoff" not in gk.ladder(noughts.GAME, "search:2", rungs=2, games=4)


def test_a_change_of_the_payoff_alone_touches_games() -> None:
    dear = SMALL.variant(payoff=lambda rules, state: 1 if state.stones[4] > state.stones[0] else -1)
    found = gk.compare(SMALL, dear, ("random", "random"), 100, progress=False)
    assert found.touched[0] > 0.5


def test_results_are_saved_with_their_payoff_and_read_without_one(tmp_path: Path) -> None:
    match = played_out(SMALL)
    result = match.result
    assert result is not None
    assert result.payoff == SMALL.payoff(match.rules, match.state)
    match.save(tmp_path / "game.json")
    data = json.loads((tmp_path / "game.json").read_text("utf-8"))
    assert data["result"]["payoff"] == result.payoff
    assert gk.read(tmp_path / "game.json", game=SMALL).result == result
    paid = {"payoff": lambda rules, state: 1, "highest_payoff": lambda rules: 1}
    board = squares(2, "columns", pieces="", numbers="stones")
    dear = Game({**vars(mancala), **paid}, name="mancala", title="Mancala", board=board)
    dear = dear.with_(columns=4, stones=2)
    with pytest.raises(gk.BadRecord, match="the moves lead to"):
        gk.read(tmp_path / "game.json", game=dear)
    rules = {key: value for key, value in vars(gamble).items() if "payoff" not in key}
    before = played_out(Game(vars(words), rules, name="gamble", title="Gamble"))
    before.save(tmp_path / "before.json")
    assert "payoff" not in (tmp_path / "before.json").read_text("utf-8")
    after = gk.read(tmp_path / "before.json", game=GAMBLE).result
    assert before.result
    assert before.result.payoff is None
    assert after
    assert after.payoff in (1, 9, -2)


def test_who_resigns_pays_as_much_as_can_be_lost(tmp_path: Path) -> None:
    match = gk.Match(LEDUC, seed=1, journal=tmp_path / "journal")
    match.resign(0)
    assert match.result
    assert match.result.payoff == -13
    again = gk.read(tmp_path / "journal", game=LEDUC)
    assert again.result == match.result
    assert Played([match]).games["payoff"].tolist() == [-13]


def test_a_study_of_matches_between_bots_of_ones_own_has_payoffs() -> None:
    study = gk.playtest(LEDUC, (FirstMove(), "random"), 50, progress=False)
    assert study.games["payoff"].abs().between(0, 13).all()
    assert (study.games["payoff"] != 0).any()


def test_games_with_payoffs_are_kept_in_a_folder_and_played_in_other_processes(
    tmp_path: Path,
) -> None:
    from concurrent.futures import ProcessPoolExecutor

    here = gk.playtest(LEDUC, games=200, progress=False)
    saved = gk.playtest(LEDUC, games=100, save=tmp_path, progress=False)
    grown = gk.playtest(LEDUC, games=200, save=tmp_path, progress=False)
    assert (saved.rows == here.rows[:100]).all()
    assert (grown.rows == here.rows).all()
    with ProcessPoolExecutor(1) as pool:
        there = gk.playtest(LEDUC, games=200, executor=pool, progress=False)
    assert (there.rows == here.rows).all()
    assert gk.rerun(here.receipt, game=LEDUC).agrees


def test_a_payoff_needs_the_highest_one_and_keeps_to_it() -> None:
    with pytest.raises(gk.BadGame, match=r"highest_payoff\(rules\)"):
        noughts.GAME.variant(payoff=lambda rules, state: 2)
    low = KUHN.variant(highest_payoff=lambda rules: 1)
    with pytest.raises(gk.GameError, match="highest_payoff"):
        gk.playtest(low, games=50, progress=False)
    with pytest.raises(gk.GameError, match="highest_payoff"):
        gk.solve(low)
    with pytest.raises(Broken, match="highest_payoff"):
        at_the_end(low, *range(20))


def test_check_finds_a_payoff_on_the_wrong_side() -> None:
    for game in (KUHN, LEDUC, mancala.GAME, GAMBLE):
        at_the_end(game, 1, 2, 3)
    wrong = KUHN.variant(payoff=lambda rules, state: -1 if state.paid[1] == 2 else 1)
    with pytest.raises(Broken, match="player 0 gets -1, but player 0 has won") as found:
        at_the_end(wrong, *range(20))
    assert (found.value.code, found.value.function) == ("payoff", "payoff")


def at_the_end(game: Game, *seeds: int) -> None:
    """Check the promises about the end of some games."""
    for seed in seeds:
        match = played_out(game, seed)
        for promise in (ends, measures):
            promise(match, Random(1))


def test_equilibrium_plays_a_game_with_payoffs() -> None:
    match = gk.Match(KUHN, seed=2)
    while match.to_act in (0, 1):
        match.play(gk.bot("equilibrium").choose(match.view(match.to_act), seed=1))
    assert match.result
    assert match.result.payoff in (-2, -1, 1, 2)


def test_the_report_tells_what_is_paid() -> None:
    from gamekit.studies.report import study_page

    study = gk.playtest(GAMBLE, ("search:200", "random"), 400, progress=False)
    html = study_page(study).html()
    assert "points a game" in html
    assert "They win less often, and gain more when they win." in html


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"highest_payoff": lambda rules: 3}, "highest_payoff returns 3"),
        ({"result": lambda rules, state: (7, 1)}, "ends with the winner 7"),
    ],
)
def test_luck_refuses_a_game_that_ends_as_it_must_not(wrong: Any, message: str) -> None:
    with pytest.raises(gk.GameError, match=message):
        gk.luck(GAMBLE.variant(**wrong), ("random", "random"), 10, 10)
