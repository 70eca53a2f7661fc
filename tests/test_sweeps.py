"""Many variants against the game as it is: sweeps, and one change at a time."""

from __future__ import annotations

import pytest

import gamekit as gk
from gamekit.studies.sweeps import Ablation, Sweep

RANDOM = ("random", "random")
HOW = {"bots": RANDOM, "games": 200, "progress": False}


@pytest.fixture(scope="module")
def swept(take_back_toe: object) -> Sweep:
    values = {"columns": [2, 3, 4, 5], "sides": [4, 6]}
    return gk.sweep("take-back-toe", values, **HOW)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def ablated(take_back_toe: object) -> Ablation:
    return gk.ablate("take-back-toe", **HOW)  # type: ignore[arg-type]


def test_a_sweep_has_a_row_for_each_combination_that_makes_a_game(swept: Sweep) -> None:
    rows = [(row["columns"], row["sides"]) for row in swept.table.to_dict("records")]
    assert rows == [(3, 4), (3, 6), (4, 4), (4, 6), (5, 4), (5, 6)]
    left = swept.left_out.to_dict("records")
    assert [row["change"] for row in left] == ["columns=2, sides=4", "columns=2, sides=6"]
    assert all("cannot hold 3 stacks" in row["why"] for row in left)
    assert "Left out: columns=2, sides=4." in repr(swept.report())


def test_each_variant_of_a_sweep_is_compared_with_the_game_as_it_is(swept: Sweep) -> None:
    row = swept.table.index[(swept.table["columns"] == 5) & (swept.table["sides"] == 6)][0]
    game = swept.game(row)
    assert dict(game.changes) == {"columns": 5}
    alone = gk.compare("take-back-toe", game, RANDOM, 200, progress=False)
    assert swept.comparison(row).table.equals(alone.table)
    assert swept.table.loc[row, "length"] == alone.rows["length"]["b"]
    same = swept.table.index[(swept.table["columns"] == 4) & (swept.table["sides"] == 6)][0]
    assert swept.table.loc[same, "touched"] == 0
    assert swept.table.loc[same, "stands out"] == ""
    with pytest.raises(gk.GameError, match="row=6"):
        swept.game(6)


def test_p_is_adjusted_for_everything_that_was_tried(swept: Sweep) -> None:
    row = swept.effects[(swept.effects["variant"] == 5) & (swept.effects["measure"] == "turns")]
    alone = swept.comparison(5).rows["turns"]["p"]
    assert row["p"].iloc[0] >= alone
    assert swept.effects["p"].max() == 1


def test_two_parameters_make_a_map_one_makes_a_line(swept: Sweep, take_back_toe: object) -> None:
    (heat,) = swept.figure("first-player score").data
    assert list(heat.x) == ["3", "4", "5"]
    assert list(heat.y) == ["4", "6"]
    assert heat.z[1][1] == swept.base.metrics.loc["first-player score", "value"]
    line = gk.sweep("take-back-toe", {"sides": [4, 6]}, **HOW)  # type: ignore[arg-type]
    (drawn,) = line.figure().data
    assert list(drawn.x) == ["4", "6"]
    with pytest.raises(gk.GameError, match="Did you mean 'length'"):
        swept.figure("lenght")


def test_ablation_takes_every_number_one_step_and_every_option(ablated: Ablation) -> None:
    changes = {row["change"] for row in ablated.table.to_dict("records")}
    assert {"sides=5", "sides=7", "rows=5", "win_check=mover_only", "limit_tie=draw"} <= changes
    assert {"reversal=none", "reversal=last_actual_move", "columns=3", "columns=5"} <= changes
    assert "rows=1" not in changes
    assert len(changes) == len(ablated) == 5 * 2 + 1 + (2 + 1 + 1)


def test_ablation_is_ranked_and_a_row_can_be_opened_as_a_game(ablated: Ablation) -> None:
    effects = ablated.table["effect"].tolist()
    assert effects == sorted(effects, reverse=True)
    top = ablated.table.iloc[0]
    assert top["p"] < 0.05
    game = ablated.game(0)
    assert ", ".join(f"{k}={v}" for k, v in game.changes.items()) == top["change"]
    bars = ablated.figure().data[0]
    assert len(bars.y) == len(ablated)
    assert gk.Match(ablated.game(len(ablated) - 1), seed=1).legal()


def test_an_ablation_ranks_what_one_asks_for(take_back_toe: object) -> None:
    found = gk.ablate("take-back-toe", measure="draws", **HOW)  # type: ignore[arg-type]
    assert set(found.table["measure"]) == {"draws"}
    effects = found.table["effect"].tolist()
    assert effects == sorted(effects, reverse=True)
    assert found.table["change"][0] == "limit_tie=draw", "without it nothing is ever drawn"
    assert found.table["a"].max() == 0
    assert "difference in draws" in found.figure().layout.xaxis.title.text
    assert "difference in length" in found.figure("length").layout.xaxis.title.text


def test_what_is_to_be_ranked_is_looked_up_before_anything_is_played() -> None:
    with pytest.raises(gk.GameError, match="Did you mean 'length'"):
        gk.ablate("take-back-toe", measure="lenght", progress=lambda games: 1 / 0)


def test_the_game_as_it_is_is_not_compared_with_itself(swept: Sweep, ablated: Ablation) -> None:
    same = swept.table.index[(swept.table["columns"] == 4) & (swept.table["sides"] == 6)][0]
    assert same not in set(swept.effects["variant"])
    assert set(swept.effects["variant"]) == set(range(len(swept))) - {same}
    assert all(variant.comparison.b.game.changes for variant in ablated.variants)


def test_no_interval_of_many_variants_contradicts_its_p(swept: Sweep, ablated: Ablation) -> None:
    for effects in (swept.effects, ablated.effects, ablated.table):
        leaves_out = (effects["low"] > 0) | (effects["high"] < 0)
        assert (leaves_out == (effects["p"] < 0.05)).all()
        assert leaves_out.any()


def test_rules_with_many_options_are_not_tried_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    found = gk.ablate("tactical-escape", RANDOM, 2, progress=False)
    notes = found.left_out.to_dict("records")
    assert [row["change"] for row in notes] == ["offer=..."]
    assert "more options" in notes[0]["why"]
    assert sum(row["change"].startswith("offer") for row in found.table.to_dict("records")) == 8


def test_ctrl_c_keeps_the_variants_that_are_finished(take_back_toe: object) -> None:
    done = 0

    def follow(games: int) -> None:
        nonlocal done
        done += games
        if done > 500:
            raise KeyboardInterrupt

    found = gk.sweep("take-back-toe", {"sides": [4, 5, 7]}, RANDOM, 200, progress=follow)
    assert found.table["sides"].tolist() == [4]
    assert found.left_out["why"].tolist() == ["interrupted", "interrupted"]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "give values"),
        ({"columns": 3}, "give a list"),
        ({"colums": [3]}, "Did you mean 'columns'"),
        ({"columns": "345"}, "give a list"),
        ({"turn_limit": range(1001), "sides": [1, 2]}, "number of variants"),
    ],
)
def test_what_cannot_be_swept_is_refused(values: dict[str, object], message: str) -> None:
    with pytest.raises(gk.GameError, match=message):
        gk.sweep("take-back-toe", values, progress=False)  # type: ignore[arg-type]


def test_a_sweep_without_a_playable_variant_says_why() -> None:
    with pytest.raises(gk.GameError, match=r"No variant can be played\. columns=44: columns=44"):
        gk.sweep("take-back-toe", {"columns": [44]}, progress=False)
