"""Measures of a study beyond its rows: each against a case worked by hand or a known truth."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from xml.etree import ElementTree

import numpy as np
import pytest

import gamekit as gk
from gamekit import drivers
from gamekit.chance import followed
from gamekit.studies import Study, cells, luck_and_skill, quality, rules
from gamekit.studies.replaying import games_again
from tests.toys import dice, noughts

RANDOM = ("random", "random")


class LastMove:
    """Plays the last legal move."""

    def choose(self, view: gk.View, seed: int = 1) -> int:
        return view.legal_moves()[-1]


def study_of(name: str, bots: object = RANDOM, games: int = 4, **more: int) -> Study:
    return gk.playtest(name, bots, games, seed=5, progress=False, **more)  # type: ignore[arg-type]


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
    asked: list[int] = []

    class Counted(LastMove):
        def choose(self, view: gk.View, seed: int = 1) -> int:
            asked.append(view.to_act)
            return super().choose(view, seed)

    study = study_of("take-back-toe", (Counted(), Counted()), 3, max_moves=9)
    asked.clear()
    assert rules(study, 3)["n"].max() == 3
    assert len(asked) == study.games["moves"].sum()
    assert cells(study, 3)["n"].max() <= 3
    assert len(asked) == study.games["moves"].sum()


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
    said = [
        f"{cell}: {value:.0%}" for cell, value in study.cells.set_index("cell")["empty"].items()
    ]
    assert sorted(texts) == sorted(said)
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


# --- quality -------------------------------------------------------------------------------------

# Player 0 wins. V(1) is 0.5, 0.4, 0.6, 0.55, 0.3, 0.1.
COURSE = quality.Course(0, (0.5, 0.6, 0.4, 0.45, 0.7, 0.9))


def test_drama_of_a_course_worked_by_hand() -> None:
    """The winner is behind by 0.2 and by 0.1 at two of six positions. Ludii's `Drama` is the same."""
    assert quality.drama(COURSE) == pytest.approx(0.3 / 6)


def test_lead_changes_of_a_course_worked_by_hand() -> None:
    """Both lead, 0, 1, 1, 0, 0: three changes between six positions."""
    assert quality.lead_changes(COURSE) == pytest.approx(3 / 5)
    leaders: list[set[int]] = [set()]  # from here on as Ludii's `LeadChange` does it
    ludii = 0
    for value in COURSE.values:
        both = (value, 1 - value)
        leaders.append({player for player in (0, 1) if both[player] == max(both)})
        ludii += leaders[-1] != leaders[-2]
    assert ludii - 1 == quality.lead_changes(COURSE) * (len(COURSE.values) - 1)


def test_decisiveness_of_a_course_worked_by_hand() -> None:
    """The loser's highest is 0.6; the winner exceeds it at the fifth position of six.

    Ludii's `DecisivenessMoves` is what was played by then, 4 / 6, where it is not cut to 0.
    """
    assert quality.decisiveness(COURSE) == pytest.approx(1 - 4 / 6)
    assert quality.decisiveness(quality.Course(1, (0.9, 0.8))) == 0


def test_a_comeback_starts_below_a_quarter() -> None:
    assert quality.comeback(COURSE) == 0
    assert quality.comeback(quality.Course(1, (0.6, 0.76, 0.1))) == 1
    assert quality.comeback(quality.Course(1, (0.6, 0.75, 0.1))) == 0


def test_a_choice_is_genuine_between_good_moves_where_others_are_worse() -> None:
    assert quality.is_genuine([0.6, 0.56, 0.3])
    assert not quality.is_genuine([0.6, 0.5, 0.3]), "one good move"
    assert not quality.is_genuine([0.6, 0.56]), "no bad move"
    assert not quality.is_genuine([0.6])


def test_the_table_of_courses_has_each_metric_over_the_games_that_have_it() -> None:
    drawn = quality.Course(quality.NOBODY, (0.5, 0.5), forced=1, genuine=1)
    table = quality.table([COURSE, drawn], "search:7")
    assert table.loc["drama", ["value", "n"]].tolist() == pytest.approx([0.05, 1])
    assert table.loc["lead changes", ["value", "n"]].tolist() == pytest.approx([0.3, 2])
    assert table.loc["forced choice", "value"] == pytest.approx(1 / 8)
    assert (table["low"] < table["high"]).all()
    assert set(table["by"]) == {"search:7"}
    undecided = quality.table([drawn], "search:7").loc["drama"]
    assert (undecided["low"], undecided["high"], undecided["n"]) == (0, 1, 0)


def test_quality_is_seen_by_a_search_in_the_games_of_the_study() -> None:
    study = study_of("tactical-escape", games=3)
    table = study.quality(by="search:4", games=2)
    assert set(table["n"]) <= {0, 1, 2}
    assert table.loc["forced choice", "value"] < 0.5
    with pytest.raises(gk.GameError, match="name a search"):
        study.quality(by="greedy")


# --- luck and skill ------------------------------------------------------------------------------


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
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")  # so short are these games
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
    nothing = gk.restrict(win, lambda text: False, (Wants(1), Wants(0)), games=6)
    assert nothing.touched[0] == 0, "where there is no other move, it is allowed"
