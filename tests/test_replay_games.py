"""What games make use of, cells and rules, counted by hand; and games that are looked at again."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from xml.etree import ElementTree

import pytest

import gamekit as gk
from gamekit import drivers
from gamekit.chance import followed
from gamekit.studies import Study, cells, rules
from gamekit.studies.replay_games import games_again
from tests.small_games import dice
from tests.test_luck_and_skill import RANDOM, LastMove, study_of

# --- games again ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "bots", "max_moves"),
    [
        *((game.name, RANDOM, 2000) for game in gk.games()),
        ("take-back-toe", ("greedy", "search:2"), 4),
        ("shift-tac-toe", ("random", "greedy"), 2),
        ("liars-dice", (LastMove(), "random"), 2000),
    ],
)
def test_games_looked_at_again_are_those_of_the_study(
    name: str, bots: object, max_moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    study = study_of(name, bots, 2, max_moves=max_moves)
    for row, steps in zip(study.rows, games_again(study, 2), strict=True):
        made = [move for _, _, move in steps][:-1]
        assert reduce(followed, made, 0) == row[drivers.TRAIL]


def test_bots_think_once_however_often_a_game_is_looked_at() -> None:
    seats: list[int] = []

    class Counted(LastMove):
        def choose(self, view: gk.View, seed: int = 1) -> int:
            seats.append(view.to_act)
            return super().choose(view, seed)

    study = study_of("take-back-toe", (Counted(), Counted()), 3, max_moves=9)
    seats.clear()
    assert rules(study, 3)["n"].max() == 3
    assert len(seats) == study.games["moves"].sum()
    assert cells(study, 3)["n"].max() <= 3
    assert len(seats) == study.games["moves"].sum()


def test_a_study_that_does_not_know_its_bots_says_so() -> None:
    study = study_of("take-back-toe", games=2)
    with pytest.raises(gk.GameError, match="does not know its bots"):
        _ = Study(study.game, study.bots, 1, study.rows).cells


# --- use of the board ----------------------------------------------------------------------------


def test_cells_are_counted_as_one_would_count_them_in_the_notation() -> None:
    study = study_of("take-back-toe", (LastMove(), LastMove()), 3)
    plays: Counter[str] = Counter()
    won: Counter[str] = Counter()
    held: Counter[str] = Counter()
    for number in range(3):
        match = gk.Match("take-back-toe", seed=5, number=number)
        while not match.result:
            match.play(match.legal_moves()[-1])
            move = next(entry for entry in reversed(match.history) if entry.player in (0, 1))
            plays.update(move.text.split("-"))
        won.update(match.view().winning_cells())
        held.update(
            cell
            for cell, size in match.game.dump(match.rules, match.state)["board"].items()
            if size
        )  # type: ignore[attr-defined]
    table = study.cells.set_index("cell")
    assert list(table.index) == [f"{row}{column}" for row in "ABC" for column in range(1, 5)]
    assert (table["n"] == 3).all()
    for cell, row in table.iterrows():
        assert row["plays"] == pytest.approx(plays[str(cell)] / 3)
        assert row["line"] == pytest.approx(won[str(cell)] / 3)
        assert row["empty"] == pytest.approx(1 - held[str(cell)] / 3)
        for what in ("plays", "line", "empty"):
            assert row[f"{what}_low"] <= row[what] <= row[f"{what}_high"]
            assert row[f"{what}_low"] < row[f"{what}_high"], "three games are never enough"


@pytest.mark.parametrize(
    ("name", "turn", "expected"),
    [
        ("shift-tac-toe", "BX2, AW1>DZ4", ["BX2", "AW1", "BX2", "CY3", "DZ4"]),
        ("sliding-tic-tac-toe", "slide C2-C3 right 2", ["C2", "C3", "C4", "C5"]),
        ("flower-field", "D5 red, C4 blue", ["D5", "C4"]),
        ("death-match", "3x4; D5 red; C3", ["tiles C3", "flowers D5"]),
        ("tactical-escape", "E5", ["E5"]),
    ],
)
def test_what_a_move_is_played_on(name: str, turn: str, expected: list[str]) -> None:
    position = {"rows": ["......", "......", ".XX...", ".OO...", "......", "......"]}
    match = gk.Match(name, seed=1, position=position if turn.startswith("slide") else None)
    if name == "tactical-escape":
        while match.legal()[0].startswith("give"):
            match.play(match.legal()[0])
    state, found = match.state, []
    for move in match.game.read(match.rules, state.copy(), turn):
        found += match.game.played_on(match.rules, state, move)
        match.game.apply(match.rules, state, move)
    assert found == expected


def test_fewer_games_can_be_asked_for_and_a_game_without_a_board_has_no_cells() -> None:
    study = study_of("tactical-escape", games=40)
    assert set(cells(study, 7)["n"]) == {7}
    with pytest.raises(gk.GameError, match="games"):
        cells(study, 41)
    dice = study_of("liars-dice", games=2)
    assert len(dice.cells) == 0
    with pytest.raises(gk.GameError, match="names no cells of a board"):
        dice.heatmap()


def test_a_game_that_names_its_cells_need_not_say_on_which_a_move_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    names = ("0", "1")  # as the moves of this game are written
    game = dice.GAME.variant(cell_names=lambda rules: names)
    found = gk.playtest(game, games=20, progress=False).cells
    assert found["plays"].sum() == pytest.approx(2)


@pytest.mark.parametrize("name", ["shift-tac-toe", "tactical-escape", "death-match"])
def test_a_heat_map_names_every_cell_once_with_its_figure(name: str) -> None:
    study = study_of(name, games=2)
    drawn = study.heatmap("empty")
    texts = [
        element.get("aria-label") or ""
        for element in ElementTree.fromstring(drawn.svg()).iter()
        if "data-cell" in element.attrib
    ]
    expected = [
        f"{cell}: {value:.0%}" for cell, value in study.cells.set_index("cell")["empty"].items()
    ]
    assert sorted(texts) == sorted(expected)
    with pytest.raises(gk.GameError, match="choose from"):
        study.heatmap("heat")


# --- rules ---------------------------------------------------------------------------------------


def test_rules_are_counted_as_a_match_refuses_moves() -> None:
    study = study_of("take-back-toe", (LastMove(), LastMove()), 2, max_moves=7)
    removed: Counter[str] = Counter()
    for number in range(2):
        match = gk.Match("take-back-toe", seed=5, number=number)
        for _ in range(7):
            refusals = map(match.why_not, range(match.game.moves))
            removed.update(refusal.rule for refusal in refusals if refusal)
            match.play(match.legal_moves()[-1])
    table = study.rules.set_index("rule")
    found = table["removed"].fillna(0)
    assert found[found > 0].to_dict() == removed
    assert set(table.index[table["countable"]]) == {
        "TBT-1", "TBT-9", "TBT-12", "TBT-17", "TBT-19", "TBT-20",
    }  # fmt: skip


def test_a_rule_that_never_applied_has_a_bound_and_one_that_cannot_be_counted_nothing() -> None:
    game = gk.load("take-back-toe", reversal="none", turn_limit=0)
    table = gk.playtest(game, RANDOM, 30, progress=False).rules.set_index("rule")
    for rule in ("TBT-12", "TBT-19"):
        games, low, high, n = table.loc[rule, ["games", "low", "high", "n"]]
        assert (games, low, n) == (0, 0, 30)
        assert 0.1 < high < 0.13, "about 3 / 30"
    assert table.loc["TBT-17", "ended"] == table.loc["TBT-17", "games"] == 30
    assert not table.loc["TBT-16", "countable"]
    assert table.loc["TBT-16", ["games", "removed", "ended", "high"]].isna().all()


def test_refusals_are_counted_in_a_sample_and_endings_in_all_games() -> None:
    study = study_of("tactical-escape", games=60)
    table = rules(study, 5).set_index("rule")
    assert table.loc["TE-3", "n"] == 5
    assert table.loc["TE-14", "n"] == 60
    assert table.loc["TE-14", "ended"] == (study.games["ending"] == "TE-14").sum()
