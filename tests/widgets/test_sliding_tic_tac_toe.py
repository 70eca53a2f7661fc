"""Sliding Tic-Tac-Toe at the table: placing, sliding by ends and target, the neutral tile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import gamekit as gk
import gamekit_widgets as gw
from tests.widgets.test_pictures import by_key, press, says, texts

ROWS = ("......", ".XXO..", "..NX..", "..OX..", "OO.X..", "......")


def table(rows: Sequence[str] = ROWS, **fields: object) -> gw.Table:
    position = {"rows": list(rows), "to_move": 0, "neutral": [0, 0], **fields}
    match = gk.Match("sliding-tic-tac-toe", position=position)
    return gw.Table(match, seats=("human", "human"))


def refused_by(shown: gw.Table) -> str:
    return str(shown.shown["message"]["law"]["id"])


@pytest.mark.rule("STT-4")
def test_a_tile_is_placed_by_pressing_a_cell_and_the_turn_goes_on() -> None:
    shown = press(table(), "F6")
    assert texts(shown) == ["F6"]
    assert shown.shown["prompt"] == "Cross: slide any tile, also Nought's, or press End turn"
    press(shown, "stop")
    assert shown.match.to_act == 1


def test_a_reminder_says_how_to_slide_once_a_tile_may_slide() -> None:
    said = "To slide: press a tile, then its new cell. For a row, press both end tiles first."
    shown = gw.Table("sliding-tic-tac-toe", seats=("human", "human"))
    assert shown.shown["message"]["text"].startswith("How to win: ")
    assert table().shown["message"]["text"] == said


def test_a_tile_of_the_turn_under_way_is_marked() -> None:
    shown = press(table(), "F6")
    assert (by_key(shown.shown["svg"])["corner-F6"][1].text) == "+"
    press(shown, "stop")
    assert "corner-F6" not in by_key(shown.shown["svg"])


@pytest.mark.rule("STT-5")
def test_the_prompt_says_that_the_opponents_tiles_slide_too() -> None:
    shown = table()
    shown.type("C3")
    shown.type("D4")
    assert shown.shown["prompt"] == (
        "Cross: press an empty cell to place a tile, or slide any tile, also Nought's"
    )
    own = gw.Table(
        gk.Match(gk.load("sliding-tic-tac-toe", slide_whose="own")), seats=("human", "human")
    )
    own.type("C3")
    own.type("D4")
    assert own.shown["prompt"].endswith("place a tile, or slide a tile")


@pytest.mark.rule("STT-15")
def test_the_note_numbers_the_round_and_says_when_tiles_only_slide() -> None:
    assert gw.Table("sliding-tic-tac-toe").shown["note"] == "Round 1"
    rows = [".XOXOX", "O.OXOX", "XOXO.O", "XOXOXO", "OXOXOX", "OXOXO."]
    shown = gw.Table(gk.Match("sliding-tic-tac-toe", position={"rows": rows}))
    assert shown.shown["note"].endswith(" · only slides now")


@pytest.mark.rule("STT-6")
@pytest.mark.parametrize(
    ("presses", "move"),
    [
        (("E1", "F1"), "slide E1 down 1"),
        (("B2", "B3", "B1"), "slide B2-B3 left 1"),
        (("B3", "B2", "B1"), "slide B2-B3 left 1"),
        (("E1", "E2", "E3"), "slide E1-E2 right 1"),
    ],
)
def test_tiles_are_slid_by_their_ends_and_the_cell_the_foremost_reaches(
    presses: tuple[str, ...], move: str
) -> None:
    shown = press(table(), *presses)
    assert texts(shown) == [move]


@pytest.mark.rule("STT-8")
def test_once_tiles_are_pressed_the_cells_where_they_can_go_are_pointed_out() -> None:
    shown = press(table(), "B2", "B3")
    assert shown.shown["prompt"] == "Slide B2-B3 where?"
    assert "can be pressed" in says(shown, "B1")
    assert "can be pressed" not in says(shown, "A1")
    press(shown, "A2")
    assert refused_by(shown) == "STT-7"
    press(shown, "B2")
    assert shown.shown["prompt"].startswith("Slide B3:"), "an end can be let go"


@pytest.mark.rule("STT-8", "STT-9", "STT-6", "STT-7")
@pytest.mark.parametrize(
    ("presses", "rule", "cell"),
    [
        (("B2", "C1"), "STT-9", "B2"),
        (("E1", "E6"), "STT-8", "E2"),
        (("E2", "E4"), "STT-6", "E3"),
        (("B2", "C3"), "STT-7", "B2"),
        (("B2", "A4"), "STT-9", "B2"),
    ],
)
def test_a_slide_that_cannot_be_is_explained_on_the_board(
    presses: tuple[str, ...], rule: str, cell: str
) -> None:
    shown = press(table(), *presses)
    assert refused_by(shown) == rule
    assert "refused" in says(shown, cell)
    assert texts(shown) == []


def test_a_tile_far_from_the_one_in_hand_is_chosen_instead() -> None:
    shown = press(table(), "B2", "E4")
    assert shown.shown["message"]["kind"] == "aim", "nothing is wrong"
    assert ("pressed" in says(shown, "B2"), "pressed" in says(shown, "E4")) == (False, True)


def test_tiles_can_be_dragged_and_empty_cells_cannot() -> None:
    shown = table()
    tiles = {label for label in ("B2", "B3", "E1", "A1", "F6") if "tile" in says(shown, label)}
    assert tiles
    assert {"B2", "B3", "E1", "A1", "F6"} & set(shown.shown["grips"]) == tiles
    assert press(shown, "B2").shown["grips"] == []


@pytest.mark.rule("STT-3")
def test_on_the_first_turn_nothing_slides() -> None:
    shown = gw.Table("sliding-tic-tac-toe", seats=("human", "human"))
    assert shown.shown["prompt"] == (
        "Cross: press an empty cell to place a tile; the first turn has no slide"
    )
    assert shown.shown["choices"] == []


@pytest.mark.rule("STT-14")
def test_the_neutral_tile_is_a_button_and_a_cell() -> None:
    match = gk.Match("sliding-tic-tac-toe").play("C3")
    shown = press(gw.Table(match, seats=("human", "human")), "C3", "neutral")
    states = {choice["name"]: choice["state"] for choice in shown.shown["choices"]}
    assert states == {"neutral": "pressed"}, "another press lets go of the tile"
    press(shown, "A1", "B1")
    assert texts(shown) == ["C3", "N A1, B1"]
    assert says(shown, "A1").startswith("A1, neutral tile")


@pytest.mark.rule("STT-2")
def test_tiles_that_slide_stand_out_from_cells_that_take_a_tile() -> None:
    shown = gw.Table(gk.Match("sliding-tic-tac-toe").play("C3"), seats=("human", "human")).shown
    marks = {label: by_key(shown["svg"])[f"cell-{label}"].get("class") for label in ("C3", "A1")}
    assert "gk-next gk-recent" in str(marks["C3"])
    assert "gk-held" in str(marks["C3"])
    assert "gk-next" in str(marks["A1"])
    assert "gk-held" not in str(marks["A1"])


def test_the_tiles_that_are_left_are_shown() -> None:
    drawn = by_key(press(table(), "F6").shown["svg"])
    assert (drawn["left-0"].text, drawn["left-1"].text) == ("12 left", "14 left")
    assert "neutral-1" not in drawn
    drawn = by_key(gw.svg(gk.Match("sliding-tic-tac-toe")))
    assert drawn["left-1"].text == "18 left, 1 neutral tile"
    assert "neutral-1" in drawn


@pytest.mark.rule("STT-16")
def test_a_completed_row_is_marked_and_crossed_with_a_line() -> None:
    rows = ("......", ".XX...", "..NX..", "..OX..", "OO.X..", "..XX..")
    shown = press(table(rows), "B4")
    assert "row-9-33" not in by_key(shown.shown["svg"]), "the turn is not over"
    press(shown, "stop")
    assert [c for c in ("A4", "B4", "F4") if "winning" in says(shown, c)] == ["B4", "F4"]
    assert "row-9-33" in by_key(shown.shown["svg"])


@pytest.mark.rule("STT-16")
def test_the_picture_marks_what_wins_in_a_variant() -> None:
    def has_five(rules: Any, state: Any, player: int) -> bool:
        """Has this player four tiles in the top left corner?"""
        return all(state.board[cell] == player + 1 for cell in (0, 1, rules.size, rules.size + 1))

    game = gk.load("sliding-tic-tac-toe").variant(has_five=has_five)
    rows = ("XXXXX.", "XXO...", "OO....", "O.....", "......", "......")
    match = gk.Match(game, position={"rows": list(rows), "to_move": 1})
    drawn = by_key(gw.svg(match))
    marked = {
        key.removeprefix("cell-")
        for key, cell in drawn.items()
        if key.startswith("cell-") and "winning" in (cell.get("aria-label") or "")
    }
    assert marked == {"A1", "A2", "B1", "B2"}
    assert match.result is not None
    assert match.result.text == "Cross wins. The X on A1, A2, B1 and B2 decided it."
    assert "row-0-4" not in drawn, "five in a row mean nothing here"


def test_tiles_keep_their_keys_when_they_slide() -> None:
    shown = press(table(), "F6")
    before = tiles(shown)
    press(shown, "E1", "E2", "E3")
    after = tiles(shown)
    assert set(before) == set(after)
    assert {key for key in before if before[key] != after[key]} == {
        "tile-from-E1",
        "tile-from-E2",
    }
    press(shown, "C1", "stop", "F6", "F5", "stop")
    assert set(tiles(shown)) == {*before, "tile-3"}
    shown.click("undo")
    shown.click("undo")
    shown.click("undo")
    assert tiles(shown) == after


def tiles(shown: gw.Table) -> dict[str, str | None]:
    drawn = by_key(shown.shown["svg"])
    return {key: e.get("transform") for key, e in drawn.items() if key.startswith("tile-")}


def ghosts(shown: gw.Table) -> set[str]:
    """Return the cells on which a ghost shows the start of a slide."""
    keys = by_key(shown.shown["svg"])
    return {key.split("-")[1] for key in keys if key.startswith("ghost-")}


def test_a_slide_leaves_ghosts_and_its_way_until_the_next_turn() -> None:
    shown = press(table(), "E1", "E2", "E3")
    assert ghosts(shown) == {"E1"}, "E2 holds the other tile now"
    assert "trail-0" in by_key(shown.shown["svg"])
    press(shown, "A1")
    assert ghosts(shown) == set()
    assert "trail-0" not in by_key(shown.shown["svg"])


def test_the_end_names_the_tiles_as_people_do() -> None:
    shown = table(["XXXX..", "OOO...", *["......"] * 4], turns=[4, 4])
    shown.type("A5")
    assert shown.shown["prompt"] == "Five crosses in a row, A1 to A5."


def test_with_a_tile_picked_up_the_words_are_about_its_slide() -> None:
    rows = [".XXXX.", "OOO.X.", *["......"] * 4]
    assert {"gap-0-0", "gap-0-5"} <= by_key(table(rows).shown["svg"]).keys()
    inside = by_key(press(table(rows), "A5").shown["svg"])
    assert not any(key.startswith("gap-0") for key in inside), "four tiles remain four"
    across = by_key(
        press(table(["XXXX..", "OOO...", "....X.", *["......"] * 3]), "C5").shown["svg"]
    )
    assert [key for key in across if key.startswith("gap-0")] == ["gap-0-4"]


def test_the_prompt_warns_of_a_line_that_the_other_player_can_complete() -> None:
    def drawn(row: str, **more: bool) -> dict[str, object]:
        rows = ["......", "OO....", row, "..O...", ".....O", "......"]
        match = gk.Match("sliding-tic-tac-toe", position={"rows": rows, "to_move": 1})
        return dict(gw.Table(match, seats=("human", "human"), **more).shown)

    shown = drawn("XXXX..")
    assert str(shown["prompt"]).startswith("Cross can make five at C5. Nought: press an empty")
    assert by_key(str(shown["svg"]))["gap-0-16"].text == "five"
    assert str(drawn("XX.XX.")["prompt"]).startswith("Cross can make five at C3. ")
    assert "can make" not in str(drawn("XX.X..")["prompt"]), "four tiles and a slide are not enough"
    slid = drawn("XXXX.X")
    assert str(slid["prompt"]).startswith("Cross can make five at C5. ")
    assert "can make" not in str(drawn("XXXX..", assist=False)["prompt"])
