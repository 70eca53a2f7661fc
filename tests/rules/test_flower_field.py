"""The rules of Flower Field, one test or more for each."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk
from gamekit.boards import tetrominoes
from tests.matches import refused

# Five purple flowers in a row hold two lines of four; D6 is the latest.
ROW = {"D2": "P", "D3": "P", "D4": "P", "D5": "P", "D6": "P"}
TWINS = "challenge D2 D3 D4 D5 / D3 D4 D5 D6"
COLOURS = ("red", "blue", "purple")


def game(**parameters: Any) -> Any:
    return gk.load("flower-field", **parameters)


def scene(board: dict[str, str] = ROW, *recent: str, rules: Any = None, **fields: Any) -> Any:
    """A match from this garden on; the opponent has just planted the recent cells."""
    if recent:
        fields["recent"] = list(recent)
    return gk.Match(rules or game(), position={"board": board, **fields})


def garden(match: Any) -> Any:
    return match.game.dump(match.rules, match.state)["board"]


def full(size: int = 7, colour: str = "P") -> dict[str, str]:
    """A garden with a flower on every cell; the middle one is purple."""
    rows = "ABCDEFGHI"[:size]
    cells = {f"{row}{column}": colour for row in rows for column in range(1, size + 1)}
    return {**cells, f"{rows[size // 2]}{size // 2 + 1}": "P"}


def cells_in(match: Any) -> set[str]:
    """The cells where a flower may be planted."""
    return {move.split()[0] for move in match.legal() if move.split()[1] in COLOURS}


# --- the garden --------------------------------------------------------------------------------


@pytest.mark.rule("FF-1")
def test_the_garden_has_seven_rows_of_seven_and_a_purple_flower_in_the_middle() -> None:
    match = gk.Match("flower-field")
    assert garden(match) == {"D4": "P"}
    assert len(garden(scene(full()))) == 49
    for cell in ("A0", "A8", "H1", "D44"):
        assert refused(match, f"{cell} red") == "FF-1"
        with pytest.raises(gk.BadPosition, match=f"no cell {cell}"):
            scene({"D4": "P", cell: "R"})
    for board in ({}, {"D5": "P"}, {"D4": "R"}):
        with pytest.raises(gk.BadPosition, match="D4, has a purple flower"):
            scene(board)


@pytest.mark.rule("FF-1")
@pytest.mark.parametrize(("size", "middle"), [(3, "B2"), (5, "C3"), (9, "E5")])
def test_the_middle_is_the_middle_of_every_size(size: int, middle: str) -> None:
    assert garden(gk.Match(game(size=size))) == {middle: "P"}


@pytest.mark.rule("FF-2")
def test_each_player_has_three_lives() -> None:
    assert gk.Match("flower-field").state.lives == [3, 3]
    assert gk.Match(game(lives=9)).state.lives == [9, 9]
    with pytest.raises(gk.BadPosition, match="from 0 to 3"):
        scene(ROW, lives=[4, 3])


@pytest.mark.rule("FF-3")
def test_a_flower_is_red_blue_or_purple() -> None:
    for colour in COLOURS:
        assert garden(gk.Match("flower-field").play(f"D5 {colour}"))["D5"] == colour[0].upper()
    for colour in ("yellow", "y", "pink"):
        refusal = gk.Match("flower-field").why_not(f"D5 {colour}")
        assert refusal.rule == "FF-3"
        assert refusal.message == f"There are no {colour} flowers, only purple, red, blue."


@pytest.mark.rule("FF-3")
@pytest.mark.parametrize("colours", [1, 2, 3, 4])
def test_the_number_of_colours_can_be_changed(colours: int) -> None:
    match = gk.Match(game(colours=colours))
    assert len([move for move in match.legal() if move.startswith("D5")]) == colours
    assert "D5 purple ..." in match.legal()


# --- planting ----------------------------------------------------------------------------------


@pytest.mark.rule("FF-4")
def test_a_turn_that_plants_does_not_challenge() -> None:
    match = gk.Match("flower-field").play("D5 red").play("D6 red ...")
    refusal = match.why_not("challenge ...")
    assert refusal.rule == "FF-4"
    assert refusal.message == (
        "This turn has begun with planting; a turn is either planting or challenging."
    )
    assert "challenge ..." not in match.legal()


@pytest.mark.rule("FF-4")
def test_a_turn_that_challenges_does_not_plant() -> None:
    match = gk.Match("flower-field").play("D5 red").play("challenge ...")
    assert refused(match, match.game.read(match.rules, gk.Match("flower-field").state, "D6 r")[0])
    assert match.why_not(80).rule == "FF-4"
    assert all(len(move.split()) > 3 or move == "give up" for move in match.legal())


@pytest.mark.rule("FF-5")
def test_one_or_two_flowers_are_planted_in_any_colours() -> None:
    assert gk.Match("flower-field").play("D5 red").to_act == 1
    match = gk.Match("flower-field").play("D5 red, C4 blue")
    assert garden(match) == {"D4": "P", "D5": "R", "C4": "B"}
    assert match.to_act == 1
    assert [entry.text for entry in match.history] == ["D5 red", "C4 blue"]
    pairs = {turn for turn in gk.Match("flower-field").turns() if turn.count("C4") and "D5" in turn}
    assert pairs == {f"C4 {one}, D5 {two}" for one in COLOURS for two in COLOURS}


@pytest.mark.rule("FF-5")
def test_three_flowers_are_too_many() -> None:
    match = gk.Match("flower-field")
    assert refused(match, "D5 red, D3 blue, C4 purple") == "FF-5"
    assert refused(match.play("D5 red ..."), "D3 blue, C4 purple") == "FF-5"
    three = gk.Match(game(max_plants=3)).play("D5 red, D3 blue, C4 purple")
    assert len(garden(three)) == 4
    assert refused(gk.Match(game(max_plants=1)), "D5 red, D3 blue") == "FF-5"


@pytest.mark.rule("FF-5")
def test_a_flower_needs_an_empty_cell() -> None:
    match = gk.Match("flower-field")
    refusal = match.why_not("D4 red")
    assert (refusal.rule, refusal.cells) == ("FF-5", ("D4",))
    assert refusal.message == "D4 already has a purple flower."
    assert refused(match, "D5 red, D5 blue") == "FF-5"


@pytest.mark.rule("FF-6")
def test_a_planted_cell_shares_a_side_with_a_flower() -> None:
    match = gk.Match("flower-field")
    assert cells_in(match) == {"C4", "D3", "D5", "E4"}
    for cell in ("C3", "D6", "A1", "G7"):
        refusal = match.why_not(f"{cell} red")
        assert (refusal.rule, refusal.cells) == ("FF-6", (cell,))
        assert refusal.message == f"{cell} shares no side with a flower."
    edge = {f"D{column}": "P" for column in range(4, 8)}
    assert {cell for cell in cells_in(scene(edge)) if cell[1] in "17"} == {"C7", "E7"}


@pytest.mark.rule("FF-Q1")
def test_the_second_flower_may_not_lean_on_the_first() -> None:
    match = gk.Match("flower-field")
    refusal = match.why_not("D5 red, D6 blue")
    assert (refusal.rule, refusal.cells) == ("FF-Q1", ("D6",))
    assert refused(match.play("D5 red"), "D6 blue") is None
    running = gk.Match(game(adjacency="running"))
    assert refused(running, "D5 red, D6 blue") is None
    assert refused(running, "D6 blue, D5 red") == "FF-6"


@pytest.mark.rule("FF-Q17")
def test_flowers_of_a_colour_never_run_out() -> None:
    match = gk.Match("flower-field")
    while "pass" not in match.legal():
        match.play(next(move for move in match.legal() if "red" in move))
    assert list(garden(match).values()).count("R") == 48


@pytest.mark.rule("FF-Q18")
def test_planting_nothing_is_not_a_turn() -> None:
    match = gk.Match("flower-field")
    assert refused(match, "stop") == "FF-Q18"
    assert refused(match, "") is not None
    assert "stop" not in match.legal()


@pytest.mark.rule("FF-Q19")
def test_nothing_tells_of_duplicates_before_or_after_planting() -> None:
    row = dict.fromkeys(("D2", "D3", "D4", "D5"), "P")
    quiet = scene(row).play("D6 red").board_text()
    match = scene(row)
    assert "D6 purple ..." in match.legal()
    assert match.play("D6 purple").board_text() == quiet.replace("*R", "*P")


# --- fields ------------------------------------------------------------------------------------


def outcome(board: dict[str, str], recent: str, one: str, other: str, **more: Any) -> bool:
    """Does a challenge that names these fields succeed?"""
    match = scene(board, *recent.split(), **more)
    before = match.state.lives
    flaw = match.game.flaw(match.rules, match.state, one, other)
    match.play(f"challenge {one} / {other}")
    success = bool(match.state.lives == [before[0], before[1] - 1])
    assert success or match.state.lives == [before[0] - 1, before[1]]
    assert (flaw == "") is success
    return success


@pytest.mark.rule("FF-7")
def test_a_field_is_four_connected_flowers_even_within_a_larger_group() -> None:
    assert outcome(ROW, "D6", "D2 D3 D4 D5", "D3 D4 D5 D6")
    # Three in a row and one at a corner only: no field.
    apart = {**ROW, "C3": "P", "B3": "P", "B4": "P", "B5": "P"}
    assert not outcome(apart, "D6", "D2 D3 D4 D5", "D6 D5 D4 C3")
    assert not outcome(ROW, "D6", "D2 D3 D4 D5", "D4 D5 D6 D7")
    assert not outcome(ROW, "D6", "D1 D2 D3 D4", "D4 D5 D6 D7")


@pytest.mark.rule("FF-7")
def test_a_field_may_have_any_colours() -> None:
    mixed = {"D1": "R", "D2": "B", "D3": "P", "D4": "P", "D5": "R", "D6": "B", "D7": "P"}
    assert outcome(mixed, "D7", "D1 D2 D3 D4", "D1 D2 D3 D4") is False
    mixed = {"D2": "R", "D3": "B", "D4": "P", "D5": "R", "D6": "B", "D7": "R"}
    assert not outcome(mixed, "D7", "D2 D3 D4 D5", "D4 D5 D6 D7")
    mirrored = {"D2": "R", "D3": "B", "D4": "P", "D5": "R", "D6": "P", "D7": "B", "C7": "R"}
    assert not outcome(mirrored, "C7", "D2 D3 D4 D5", "D5 D6 D7 C7")


@pytest.mark.rule("FF-8", "FF-10", "FF-15", "FF-Q11")
def test_duplicates_are_equivalent_and_distinct() -> None:
    assert outcome(ROW, "D6", "D2 D3 D4 D5", "D3 D4 D5 D6")
    assert not outcome(ROW, "D6", "D3 D4 D5 D6", "D6 D5 D4 D3")
    assert not outcome({**ROW, "D6": "R"}, "D6", "D2 D3 D4 D5", "D3 D4 D5 D6")


L = {"D4": "P", "C4": "R", "B4": "B", "D5": "R"}  # an L: its foot is D5


@pytest.mark.rule("FF-9")
@pytest.mark.parametrize(
    "cells", ["D4 C4 B4 D3", "D4 E4 F4 D5", "D4 E4 F4 D3", "D4 D5 D6 C4", "D4 D3 D2 C4"]
)
def test_fields_may_be_turned_and_flipped(cells: str) -> None:
    corner, long, tip, foot = cells.split()
    board = {**L, corner: "P", long: "R", tip: "B", foot: "R"}
    assert outcome(board, tip, "D4 C4 B4 D5", cells)
    for cell in (tip, foot):
        other = {**board, cell: "P"}
        if cell not in L:
            assert not outcome(other, tip, "D4 C4 B4 D5", cells)


@pytest.mark.rule("FF-9")
def test_the_same_colours_in_another_order_do_not_match() -> None:
    board = {"D4": "P", "D3": "R", "D2": "B", "C4": "B", "D5": "B", "D6": "R"}
    assert not outcome(board, "D6", "C4 D4 D3 D2", "C4 D4 D5 D6")
    assert outcome({**board, "D5": "R", "D6": "B"}, "D6", "C4 D4 D3 D2", "C4 D4 D5 D6")


@pytest.mark.rule("FF-9")
def test_squares_match_by_neighbors_not_by_counts() -> None:
    board = {"D4": "P", "D5": "P", "E4": "B", "E5": "B", "D6": "B", "E6": "P"}
    assert not outcome(board, "D6 E6", "D4 D5 E4 E5", "D5 D6 E5 E6")
    assert outcome({**board, "D6": "P", "E6": "B"}, "D6 E6", "D4 D5 E4 E5", "D5 D6 E5 E6")


@pytest.mark.rule("FF-9")
def test_different_shapes_do_not_match() -> None:
    board = {**ROW, "C4": "P"}
    for other in ("C4 D4 D5 D6", "C4 D3 D4 D5"):
        assert not outcome(board, "C4", "D2 D3 D4 D5", other)


@pytest.mark.rule("FF-10", "FF-Q2")
@pytest.mark.parametrize(("overlap", "success"), [("allowed", True), ("disjoint", False)])
def test_duplicates_may_share_cells(overlap: str, success: bool) -> None:
    rules = game(overlap=overlap)
    assert outcome(ROW, "D6", "D2 D3 D4 D5", "D3 D4 D5 D6", rules=rules) is success


@pytest.mark.rule("FF-Q2")
def test_fields_without_a_common_cell_are_duplicates_either_way() -> None:
    board = {**ROW, "E2": "P", "E3": "P", "E4": "P", "E5": "P"}
    for overlap in ("allowed", "disjoint"):
        rules = game(overlap=overlap)
        assert outcome(board, "E5", "D2 D3 D4 D5", "E2 E3 E4 E5", rules=rules)


# --- challenging -------------------------------------------------------------------------------


@pytest.mark.rule("FF-11")
def test_a_challenge_names_two_fields() -> None:
    match = scene(ROW, "D6")
    assert refused(match, "challenge D2 D3 D4 D5") == "FF-11"
    assert refused(match, "challenge D2 D3 D4 D5 / D3 D4 D5 D6 / D3 D4 D5 D6") == "FF-11"
    assert refused(match, "challenge") == "FF-11"
    opened = match.play("challenge ...")
    assert refused(opened, "stop") == refused(opened, "pass") == "FF-11"
    assert opened.play("D2 D3 D4 D5 ...").play("D3 D4 D5 D6").state.lives == [3, 2]


@pytest.mark.rule("FF-11")
def test_fields_are_named_in_a_challenge_only() -> None:
    match = scene(ROW, "D6")
    assert match.why_not(match.game.moves - 1).rule == "FF-11"


@pytest.mark.rule("FF-Q9")
def test_one_of_the_fields_may_have_the_recent_flower_or_both() -> None:
    assert outcome(ROW, "D6", "D2 D3 D4 D5", "D3 D4 D5 D6")
    assert outcome(ROW, "D6", "D3 D4 D5 D6", "D2 D3 D4 D5")
    around = {"D2": "P", "D3": "P", "D4": "P", "E4": "P", "E5": "P", "E6": "P", "D6": "P"}
    assert outcome({**around, "D5": "P"}, "D5", "D2 D3 D4 D5", "D3 D4 D5 D6")


@pytest.mark.rule("FF-13")
def test_a_success_costs_the_opponent_a_life_and_the_turn_is_played_again() -> None:
    match = scene(ROW, "D6").play(TWINS)
    assert match.state.lives == [3, 2]
    assert match.to_act == 1
    assert match.result is None


@pytest.mark.rule("FF-14", "FF-15")
@pytest.mark.parametrize(
    "fields",
    ["D2 D3 D4 D5 / D2 D3 D4 D5", "D2 D3 D4 D5 / D4 D5 D6 D7", "D2 D3 D4 D5 / D3 D4 D5 C5"],
)
def test_a_failure_costs_the_challenger_a_life_and_the_turn_is_played_again(fields: str) -> None:
    match = scene({**ROW, "C5": "R"}, "D6").play(f"challenge {fields}")
    assert match.state.lives == [2, 3]
    assert match.to_act == 0
    assert match.state.turn == 0
    assert len(garden(match)) == 6


@pytest.mark.rule("FF-16")
def test_a_player_without_lives_has_lost() -> None:
    match = scene(ROW, "D6", lives=[3, 1]).play(TWINS)
    result = match.result
    assert (result.winner, result.kind, result.rule) == (0, "win", "FF-16")
    assert result.text == "Bee wins. Moth has no lives left."
    assert match.to_act == gk.OVER
    assert scene(ROW, lives=[0, 1]).result.winner == 1
    with pytest.raises(gk.BadPosition, match="only one player"):
        scene(ROW, lives=[0, 0])


@pytest.mark.rule("FF-Q14")
def test_the_last_life_lost_by_a_failure_ends_the_game_immediately() -> None:
    match = gk.Match("flower-field").play("D5 purple")
    for lives in (2, 1, 0):
        assert match.to_act == 1
        match.play("give up")
        assert match.state.lives == [3, lives]
    assert (match.result.winner, match.result.rule) == (0, "FF-16")
    assert match.legal() == ()
    assert len(garden(match)) == 2


@pytest.mark.rule("FF-Q3")
def test_after_a_success_all_flowers_of_that_turn_are_removed() -> None:
    row = dict.fromkeys(("D3", "D4", "D5"), "P")
    match = scene(row, to_move=1).play("D2 purple, D6 purple")
    assert match.play(TWINS).state.lives == [3, 2]
    assert garden(match) == row
    match.play("D6 purple")
    assert garden(match) == {**row, "D6": "P"}


@pytest.mark.rule("FF-Q4")
def test_after_a_success_the_opponent_plays_then_the_challenger() -> None:
    match = scene(ROW, "D6").play(TWINS)
    movers = []
    for move in ("C4 red", "E4 red", "C3 blue"):
        movers.append(match.to_act)
        match.play(move)
    assert movers == [1, 0, 1]


@pytest.mark.rule("FF-Q5")
def test_a_turn_played_again_may_plant_the_same_or_challenge_the_planting_before() -> None:
    match = gk.Match("flower-field").play("D5 purple, D3 purple").play("D2 purple, D6 purple")
    match.play(TWINS)
    assert refused(match, "D2 purple, D6 purple") is None
    assert refused(match, "C4 red") is None
    match.play("give up")  # a challenge of D5 and D3
    assert match.state.lives == [3, 1]
    assert len(garden(match.play("C4 red"))) == 4


@pytest.mark.rule("FF-Q5")
def test_a_turn_played_again_may_be_limited_to_planting() -> None:
    match = gk.Match(game(redo="plant_only")).play("D5 purple, D3 purple")
    match.play("D2 purple, D6 purple").play(TWINS)
    assert refused(match, "give up") == "FF-Q5"
    assert "challenge ..." not in match.legal()
    assert refused(match.play("C4 red"), "give up") is None


@pytest.mark.rule("FF-Q6")
def test_after_a_failure_the_challenger_plays_immediately_and_may_challenge_again() -> None:
    match = scene(ROW, "D6").play("give up")
    assert match.to_act == 0
    assert refused(match, "C4 red") is None
    assert match.play(TWINS).state.lives == [2, 2]


@pytest.mark.rule("FF-Q7")
def test_after_a_success_the_planting_before_lies_on_top() -> None:
    match = gk.Match("flower-field").play("D5 purple, D3 purple").play("D2 purple, D6 purple")
    match.play(TWINS)  # Moth's D2 and D6 are gone; on top are D5 and D3, of Bee
    assert match.game.dump(match.rules, match.state)["plants"] == [["D3", "D5"]]
    row = dict.fromkeys(("D1", "D2", "D3", "D4", "D5"), "P")
    match = scene(row, plants=[["D3", "D5"], ["D2"], ["D1"]], to_move=1)
    match.play("challenge D1 D2 D3 D4 / D2 D3 D4 D5")  # of D1, Bee's
    assert match.to_act == 0
    assert refused(match.play("give up"), "C4 red") is None
    match.play("C4 red").play("give up")  # Moth's challenge of C4
    assert match.state.lives == [1, 2]


@pytest.mark.rule("FF-Q7")
def test_a_challenge_concerns_the_latest_planting_that_still_stands() -> None:
    row = dict.fromkeys(("D2", "D3", "D4", "D5", "D6", "D7"), "P")
    match = scene(row, plants=[["D6"], ["D7"]])
    match.play("challenge D2 D3 D4 D5 / D4 D5 D6 D7")  # Moth's D7 goes
    match.play(TWINS)  # Moth's turn again: Bee's D6 goes too
    assert match.state.lives == [2, 2]
    assert match.to_act == 0
    assert set(garden(match)) == {"D2", "D3", "D4", "D5"}
    assert refused(match, "give up") == "FF-Q10"


@pytest.mark.rule("FF-Q7")
def test_nobody_challenges_their_own_flowers_after_a_pass() -> None:
    match = scene(full(), "A1").play("pass")
    refusal = match.why_not("give up")
    assert refusal.rule == "FF-Q7"
    assert refusal.message == "Bee passed; the latest planting is your own."
    assert match.legal() == ("pass",)


@pytest.mark.rule("FF-12", "FF-15", "FF-Q8")
def test_older_duplicates_can_be_challenged_with_a_recent_flower_in_one_of_them() -> None:
    board = {**ROW, "D7": "P"}
    assert not outcome(board, "D7", "D2 D3 D4 D5", "D3 D4 D5 D6")
    assert outcome(board, "D7", "D2 D3 D4 D5", "D4 D5 D6 D7")


@pytest.mark.rule("FF-Q16")
def test_unnoticed_duplicates_have_no_consequence() -> None:
    match = scene(ROW, "D6").play("C4 red")
    assert (match.state.lives, match.to_act) == ([3, 3], 1)
    match.play("E4 blue").play(TWINS)
    assert match.state.lives == [2, 3]


@pytest.mark.rule("FF-Q10")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_turn_cannot_be_a_challenge(first: int) -> None:
    match = gk.Match("flower-field", first=first)
    refusal = match.why_not("challenge ...")
    assert refusal.rule == "FF-Q10"
    name = match.names[1 - first]
    assert refusal.message == f"{name} has planted nothing that could be challenged."
    assert refused(match, "give up") == refused(match, TWINS) == "FF-Q10"


@pytest.mark.rule("FF-Q12")
@pytest.mark.parametrize(
    "fields",
    ["D2 D3 D4 / D3 D4 D5 D6", "D2 D3 D4 D5 D6 / D3 D4 D5 D6", "D2 D2 D3 D4 / D3 D4 D5 D6",
     "D2 D3 D4 D5 / D5 D6 D7 D8", "D2 D3 D4 D5 / D3 D4 D5 H6", "/ D3 D4 D5 D6",
     "D2 D3 D4 {x} / D3 D4 D5 {9}"],
)  # fmt: skip
def test_not_four_cells_or_cells_off_the_board_are_refused_and_cost_nothing(fields: str) -> None:
    match = scene(ROW, "D6")
    assert refused(match, f"challenge {fields}") == "FF-Q12"
    assert match.state.lives == [3, 3]


@pytest.mark.rule("FF-Q12")
@pytest.mark.parametrize(
    ("other", "flaw"),
    [
        ("D3 D4 D5 C6", "There is no flower on C6."),
        ("A1 A2 A3 A4", "There is no flower on A1 A2 A3 A4."),
        ("D2 D3 D4 D6", "D2 D3 D4 D6 are not connected."),
        ("D3 D4 D5 E4", "The two fields are not equivalent."),
        ("D2 D3 D4 D5", "Both are the same field."),
    ],
)
def test_unconnected_empty_or_unlike_cells_are_a_failure(other: str, flaw: str) -> None:
    match = scene({**ROW, "E4": "P"}, "D6")
    for one, two in (("D2 D3 D4 D5", other), (other, "D2 D3 D4 D5")):
        assert match.game.flaw(match.rules, match.state, one, two) == flaw
        assert match.fork().play(f"challenge {one} / {two}").state.lives == [2, 3]


@pytest.mark.rule("FF-Q13")
def test_giving_up_is_a_failure() -> None:
    match = scene(ROW, "D6")
    for opening in ((), ("challenge ...",), ("challenge ...", "D2 D3 D4 D5 ...")):
        after = match.fork()
        for move in opening:
            after.play(move)
        assert after.play("give up").state.lives == [2, 3]
        assert after.to_act == 0
    give_up = match.fork().play("challenge ...").legal_moves()[-1]
    assert refused(match, give_up) == "FF-Q13"


@pytest.mark.rule("FF-Q20")
@pytest.mark.parametrize(
    "text",
    [TWINS, TWINS.upper(), "challenge D5 D4 D3 D2/D6 D5 D4 D3", "challenge d2,d3,d4,d5 / d3,d4,d5,d6",
     "challenge D3 D4 D5 D6 / D2 D3 D4 D5"],
)  # fmt: skip
def test_fields_are_two_lists_of_four_cells(text: str) -> None:
    match = scene(ROW, "D6").play(text)
    assert match.state.lives == [3, 2]
    assert match.history[0].text == "challenge"
    assert {entry.text for entry in match.history[1:]} == {"D2 D3 D4 D5", "D3 D4 D5 D6"}


@pytest.mark.rule("FF-4")
@pytest.mark.parametrize(
    "text",
    ["D3 red, challenge", "challenge, D3 red", f"D3 red, {TWINS}", f"{TWINS}, D3 red",
     "D3 green / D3 D4 D5 D6"],
)  # fmt: skip
def test_planting_and_challenging_are_not_mixed_in_one_text(text: str) -> None:
    match = scene(ROW, "D6")
    assert refused(match, text) == "FF-4"
    assert refused(match.play("challenge ..."), text.replace("challenge", "")) == "FF-4"


@pytest.mark.rule("FF-Q20")
def test_fields_without_the_word_are_told_how_a_challenge_is_written() -> None:
    match = scene(ROW, "D6")
    refusal = match.why_not(TWINS.removeprefix("challenge "))
    assert refusal.rule == "FF-11"
    assert refusal.message.startswith("A challenge names two fields: challenge ")


@pytest.mark.rule("FF-5")
@pytest.mark.parametrize(
    "text", ["D5 red, C4 blue", "d5 r, c4 b", " D5 RED ,C4  B", "D5 red and C4 blue", "D5r,C4b"]
)
def test_flowers_are_written_with_cell_and_colour(text: str) -> None:
    assert garden(gk.Match("flower-field").play(text)) == {"D4": "P", "D5": "R", "C4": "B"}


@pytest.mark.parametrize("text", ["red D5", "D5 red C4 blue", "hello", "D2 D3 D4 D5"])
def test_other_texts_are_no_turn(text: str) -> None:
    assert refused(gk.Match("flower-field"), text) == "X-Q1"


# --- the full garden ---------------------------------------------------------------------------


@pytest.mark.rule("FF-Q15")
def test_while_a_cell_is_empty_some_cell_can_be_planted_and_nobody_passes() -> None:
    almost = {cell: "P" for cell in full() if cell != "A1"}
    match = scene(almost, "A2")
    assert cells_in(match) == {"A1"}
    refusal = match.why_not("pass")
    assert refusal.rule == "FF-Q15"
    assert refusal.message == "Nobody may pass while a cell can be planted."
    assert match.play("A1 red").legal() == ("pass", "challenge ...")


@pytest.mark.rule("FF-Q15", "FF-5")
def test_a_turn_ends_by_itself_when_nothing_more_can_be_planted() -> None:
    corner = {cell: "P" for cell in full() if cell not in ("A1", "A2", "B1")}
    match = scene(corner, rules=game(max_plants=3)).play("A2 red ...").play("B1 red")
    assert match.to_act == 1
    assert refused(scene(corner, rules=game(max_plants=3)), "A2 r, B1 r, A1 r") == "FF-Q1"


@pytest.mark.rule("FF-Q15")
def test_two_passes_in_a_row_draw_the_game() -> None:
    match = scene(full(), "A1", lives=[3, 1]).play("pass")
    assert match.result is None
    result = match.play("pass").result
    assert (result.winner, result.kind, result.rule) == (None, "draw", "FF-Q15")
    assert result.text == "The game is drawn. Both players passed in a full garden."


@pytest.mark.rule("FF-Q15")
def test_in_a_full_garden_one_may_still_challenge() -> None:
    match = scene(full(), "A1").play("challenge A1 A2 A3 A4 / A2 A3 A4 A5")
    assert match.state.lives == [3, 2]
    assert cells_in(match) == {"A1"}


@pytest.mark.rule("FF-Q15")
@pytest.mark.parametrize(("lives", "winner"), [([2, 1], 0), ([1, 2], 1), ([2, 2], None)])
def test_more_lives_may_win_the_full_garden(lives: list[int], winner: int | None) -> None:
    match = scene(full(), "A1", lives=lives, rules=game(full_board="more_lives_wins"))
    result = match.play("pass").play("pass").result
    assert (result.winner, result.rule) == (winner, "FF-Q15")


@pytest.mark.rule("FF-Q15")
def test_a_challenge_may_be_compulsory_in_the_full_garden() -> None:
    match = scene(full(), "A1", rules=game(full_board="must_challenge"))
    assert match.legal() == ("challenge ...",)
    assert refused(match, "pass") == "FF-Q15"


@pytest.mark.rule("FF-16")
def test_the_end_is_told_as_a_replaced_rule_has_it() -> None:
    def result(rules: Any, state: Any) -> tuple[int, int]:
        for player in range(2):
            if state.lives[player] < rules.lives:
                return 1 - player, 16
        return -1, 0

    match = scene(ROW, "D6", rules=game().variant(result=result)).play(TWINS)
    assert match.result.text == "Bee wins. Moth has 2 lives left."


# --- the rulebook, the moves and the fields of positions ---------------------------------------


@pytest.mark.parametrize(
    ("changes", "rule", "sentence"),
    [
        ({}, "FF-1", "seven rows of seven cells; a purple flower stands on the middle one, D4."),
        ({"size": 9}, "FF-1", "nine rows of nine cells; a purple flower stands on the middle one, E5."),
        ({"lives": 1}, "FF-2", "Each player starts with one life."),
        ({"colours": 4}, "FF-3", "A flower is red, blue, yellow or purple."),
        ({"max_plants": 3}, "FF-5", "Plant one to three flowers"),
        ({"adjacency": "running"}, "FF-Q1", "A later flower may lean on an earlier one"),
        ({"overlap": "disjoint"}, "FF-10", "distinct only if they share no cell."),
        ({"overlap": "disjoint", "size": 3}, "FF-Q2", "Duplicates may not overlap"),
        ({"redo": "plant_only"}, "FF-Q5", "must be a planting"),
        ({"full_board": "must_challenge"}, "FF-Q15", "nobody may pass."),
    ],
)  # fmt: skip
def test_the_rulebook_follows_the_parameters(
    changes: dict[str, Any], rule: str, sentence: str
) -> None:
    assert sentence in game(**changes).rulebook[rule].text


def test_the_rulebook_of_a_variant_marks_what_a_replaced_function_decided() -> None:
    rulebook = game().variant(are_distinct=lambda rules, one, other: True).rulebook
    changed = [rule.id for rule in rulebook if rule.changed_by]
    assert changed == ["FF-10", "FF-Q2", "FF-Q11"]


# --- positions, text and views -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"board": {"D4": "P", "A1": "R"}}, "A1: no flower to grow from"),
        ({"board": ROW, "recent": ["D7"]}, "D7 cannot be a flower of planting 1"),
        ({"board": ROW, "recent": ["D4"]}, "D4 cannot be"),
        ({"board": ROW, "recent": ["D6", "D6"]}, "D6 cannot be"),
        ({"board": ROW, "recent": ["D5", "D6"]}, "D6: no flower to grow from"),
        ({"board": ROW, "recent": ["D5"]}, "D6: no flower to grow from"),
        ({"board": {**ROW, "C4": "R"}, "recent": ["D2", "D6", "C4"]}, "1 to 2 flowers"),
        ({"board": ROW, "recent": ["D6"], "plants": [["D6"]]}, "recent or plants, not both"),
        ({"board": {"D4": "yellow"}}, "no yellow flowers"),
        ({"board": ROW, "passes": 1}, "nobody can have passed"),
        ({"board": ROW, "challenge": []}, "cannot be a challenge"),
        ({"board": ROW, "must_plant": 1}, "plant_only"),
        ({"board": ROW, "recents": ["D6"]}, "Did you mean 'recent'"),
        ({"board": ROW, "recent": "D6"}, "write it like"),
    ],
)
def test_impossible_positions_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(gk.BadPosition, match=message):
        gk.Match("flower-field", position=fields)


def test_the_board_as_text_marks_the_latest_planting() -> None:
    match = gk.Match("flower-field").play("D5 red, C4 blue").play("D6 purple ...")
    lines = match.board_text().splitlines()
    assert lines[3] == "C |    |    |    | *B |    |    |    |"
    assert lines[4] == "D |    |    |    |  P | *R | +P |    |"
    assert lines[8] == "Lives: Bee 3, Moth 3"


@pytest.mark.rule("FF-Q6")
def test_failed_challenges_belong_to_the_turn_that_is_played_again() -> None:
    match = scene(ROW, "D6").play("give up").play("give up").play("C4 red")
    assert match.state.turn == 1
    assert match.undo(turns=1).state.lives == [3, 3]


# --- known facts -------------------------------------------------------------------------------


def test_a_turn_in_either_order_is_the_same_turn() -> None:
    one = gk.Match("flower-field").play("D5 red, C4 blue")
    assert one.state == gk.Match("flower-field").play("C4 blue, D5 red").state


@pytest.mark.parametrize("size", tetrominoes.SIZES)
def test_every_size_has_its_fields(size: int) -> None:
    lines, squares, boxes = 2 * size * (size - 3), (size - 1) ** 2, 2 * (size - 1) * (size - 2)
    assert tetrominoes.count(size) == lines + squares + boxes * (2 + 4 + 2)
    assert game(size=size, colours=4).moves < 4096


def outline(cells: dict[tuple[int, int], int]) -> list[tuple[int, int, int]]:
    """Cells and colors where the shape stands in the corner of the board."""
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return sorted((row - top, column - left, colour) for (row, column), colour in cells.items())


@pytest.mark.rule("FF-9")
def test_fields_look_alike_exactly_when_one_can_be_turned_or_flipped_onto_the_other() -> None:
    colours = [1 + (cell * cell + cell // 3) % 3 for cell in range(49)]
    seen: dict[int, list[tuple[int, int, int]]] = {}
    for field in range(0, 572, 3):
        cells = {divmod(cell, 7): colours[cell] for cell in tetrominoes.cells(7, field)}
        mirrored = {(row, -column): colour for (row, column), colour in cells.items()}
        images = []
        for image in (cells, mirrored):
            for _ in range(4):
                image = {(column, -row): colour for (row, column), colour in image.items()}
                images.append(outline(image))
        assert seen.setdefault(tetrominoes.look(7, colours, field), min(images)) == min(images)
    assert len({str(image) for image in seen.values()}) == len(seen)


# --- bots and variants -------------------------------------------------------------------------


def sensible(match: Any) -> list[str]:
    room = [0] * match.game.moves
    count = match.game.sensible_moves(match.rules, match.state, room)
    return [match.game.write(match.rules, match.state, move) for move in room[:count]]


def test_bots_challenge_only_what_can_be_proved() -> None:
    match = scene(ROW, "D6")
    assert "challenge" in sensible(match)
    assert sensible(match.play("challenge ...")) == ["D3 D4 D5 D6"]
    assert sensible(match.play("D3 D4 D5 D6 ...")) == ["D2 D3 D4 D5"]
    disjoint = game(overlap="disjoint")
    for hopeless in (scene(ROW, "D6", rules=disjoint), scene({**ROW, "D6": "R"}, "D6")):
        assert "challenge" not in sensible(hopeless)
        assert sensible(hopeless.play("challenge ...")) == ["give up"]


def test_a_bot_that_must_challenge_does() -> None:
    board = {"A1": "R", "A2": "B", "A3": "P", "B1": "Y", "B2": "P", "B3": "B", "C1": "B"}
    board |= {"C2": "R", "C3": "P"}
    rules = game(size=3, colours=4, overlap="disjoint", full_board="must_challenge")
    match = scene(board, "C3", rules=rules)
    assert sensible(match) == ["challenge"]
    assert sensible(match.play("challenge ...")) == ["give up"]


def test_a_designer_may_replace_what_counts_as_distinct() -> None:
    lenient = game().variant(are_distinct=lambda rules, one, other: True)
    match = scene(ROW, "D6", rules=lenient).play("challenge D3 D4 D5 D6 / D3 D4 D5 D6")
    assert match.state.lives == [3, 2]


# --- what refusals, and challenges that failed, say ----------------------------------------------


@pytest.mark.rule("FF-5")
def test_after_the_last_empty_cell_a_second_flower_is_told_that_cells_must_be_empty() -> None:
    almost = scene({cell: "P" for cell in full() if cell != "A1"}, "A2")
    refusal = almost.why_not("A1 red, A2 red")
    assert refusal.rule == "FF-5"
    assert refusal.legal


@pytest.mark.rule("FF-4", "FF-11")
def test_flowers_are_not_planted_in_a_challenge() -> None:
    match = scene(ROW, "D6").play("challenge ...")
    for text in ("E4 red", "E4 red, C4 blue"):
        refusal = match.why_not(text)
        assert refusal.rule == "FF-4"
        assert refusal.message == "A challenge has begun: write only its two fields, or give up."


def test_what_are_no_flowers_is_not_counted_as_flowers() -> None:
    refusal = gk.Match("flower-field").why_not("a, b, c")
    assert refusal.rule == "X-Q1"
    assert "D5 red" in refusal.message
    assert refused(gk.Match("flower-field"), "D5 red, D3 red, C4 red") == "FF-5"


@pytest.mark.rule("FF-3")
def test_a_flower_without_a_colour_is_told_the_colours() -> None:
    refusal = gk.Match("flower-field").why_not("D5")
    assert (refusal.rule, refusal.cells) == ("FF-3", ("D5",))
    assert "red" in refusal.message


@pytest.mark.rule("FF-Q12", "FF-14")
@pytest.mark.parametrize(
    ("text", "named", "why"),
    [
        ("challenge A1 C3 G7 B5 / D2 D3 D4 D5", "A1 B5 C3 G7 / D2 D3 D4 D5", "no flower on A1"),
        ("challenge D2 D3 D4 D6 / D2 D3 D4 D5", "D2 D3 D4 D6 / D2 D3 D4 D5", "not connected"),
        ("challenge D2 D3 D4 D5 / D2 D3 D4 D6", "D2 D3 D4 D6", "not connected"),
    ],
)
def test_a_challenge_of_cells_that_are_no_field_is_kept_as_it_was_made(
    text: str, named: str, why: str
) -> None:
    match = scene(ROW, "D6").play(text)
    assert match.state.lives == [2, 3]
    assert match.history[0].text == "challenge"
    assert match.history[-1].text == named
    assert why in match.history[-1].remark
    assert why in match.board_text()
    assert named in str(match.record)
    again = gk.Record.parse(str(match.record)).match()
    assert again.history == match.history


@pytest.mark.rule("FF-14", "FF-13", "FF-Q13")
@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("challenge D2 D3 D4 D5 / D2 D3 D4 D5", "Both are the same field. Bee lost a life."),
        ("challenge D2 D3 D4 D5 / D3 D4 D5 E4", "There is no flower on E4. Bee lost a life."),
        ("give up", "Bee gave up and lost a life."),
    ],
)
def test_the_challenger_is_told_why_a_challenge_failed(text: str, remark: str) -> None:
    match = scene(ROW, "D6").play(text)
    assert match.history[-1].remark == remark
    assert match.board_text().endswith(match.history[-1].remark)
    assert match.view(1).history[-1].remark == match.history[-1].remark
    match.play("C4 red, E4 red")
    assert match.history[-1].remark == ""
    assert "lost" not in match.board_text()


@pytest.mark.rule("FF-13")
def test_everybody_is_told_that_a_challenge_succeeded() -> None:
    match = scene(ROW, "D6").play(TWINS)
    remark = match.history[-1].remark
    assert remark == "Duplicates! Moth lost a life, and purple on D6 is gone."


@pytest.mark.parametrize(
    "parameters",
    [{}, {"size": 3}, {"size": 5}, {"size": 9}, {"colours": 1}, {"colours": 2}, {"max_plants": 1}],
)
def test_examples_in_refusals_are_possible_in_the_variant(parameters: dict[str, Any]) -> None:
    match = gk.Match(game(**parameters))
    flowers = match.why_not("hello").message.removesuffix(".").split(": ")[1]
    assert refused(match, flowers) is None
    match.play(flowers)
    for text in ("challenge", "challenge A1"):
        fields = match.why_not(text).message.removesuffix(".").split(": ")[1]
        assert refused(match, fields) is None


@pytest.mark.rule("FF-4", "FF-Q10", "FF-11", "FF-Q20")
def test_refusals_of_challenges_name_what_is_wrong_first() -> None:
    assert refused(gk.Match("flower-field"), "challenge A1 B9") == "FF-Q10"
    match = scene(ROW, "D6")
    assert refused(match.fork().play("C4 red ..."), "challenge A1 B9") == "FF-4"
    colours = match.why_not("challenge D2 red / D3 D4 D5 D6")
    assert (colours.rule, colours.message[:38]) == (
        "FF-Q20",
        "Name a field by its four cells alone; ",
    )
    assert refused(match, "challenge remove D4 / D3 D4 D5 D6") == "FF-Q12"
    begun = match.fork().play("challenge ...")
    assert refused(begun, "challenge A1") == "FF-11"
    one = begun.play("D2 D3 D4 D5 ...")
    assert one.why_not("stop").message.startswith("The challenge names one field so far")
    assert one.why_not("D3 D4 D5 D6 / D2 D3 D4 D5").message == "Name one field, like D2 D3 D4 D5."


@pytest.mark.rule("FF-Q15", "FF-5")
def test_passing_after_a_flower_and_naming_a_full_cell_are_told_why() -> None:
    match = gk.Match("flower-field").play("D5 red ...")
    refusal = match.why_not("pass")
    assert refusal.rule == "FF-Q15"
    assert refusal.message == "Nobody may pass while a cell can be planted."
    assert refused(match, "D5") == "FF-5"
    assert refused(match, "A1") == "FF-6"
    for full_board, told in (
        ("pass", "challenge or pass."),
        ("must_challenge", "you must challenge."),
    ):
        ended = scene(full(), "A1", rules=game(full_board=full_board)).why_not("stop")
        assert ended.rule == "FF-Q15"
        assert ended.message.endswith(told)
    passed = scene(full(), "A1").play("pass")
    for text in ("stop", "hello"):
        assert passed.why_not(text).message == "The garden is full: pass."
