"""Flower Field at the table: planting, challenging, lives, and the hint that finds duplicates."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from pathlib import Path
from re import findall

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.boards import grid, tetrominoes
from gamekit_widgets.drawing.svg import LOOKS
from gamekit_widgets.scenes import flower_field, scene_of
from tests.widgets.test_pictures import by_key, choices, press, says, texts

LINE = dict.fromkeys(("D2", "D3", "D4", "D5", "D6"), "P")
DUPLICATES = "D2", "D3", "D4", "D5", "D3", "D4", "D5", "D6"


def table(
    board: Mapping[str, str] | None = None, recent: tuple[str, ...] = ("D6",), **more: object
) -> gw.Table:
    position = board and {"board": board, "recent": list(recent), "to_move": 0}
    return gw.Table(gk.Match("flower-field", position=position), seats=("human", "human"), **more)


def hearts(shown: gw.Table, player: int) -> str:
    drawn = by_key(shown.shown["svg"])
    lives = [drawn[f"life-{player}-{life}"] for life in range(3)]
    return "".join("-" if life[0][0].get("class") == "gk-life-lost" else "+" for life in lives)


@pytest.mark.rule("FF-3", "FF-5")
def test_a_flower_is_a_cell_and_a_color() -> None:
    shown = press(table(), "D5")
    assert shown.shown["prompt"] == "Which color on D5? Press D5 again to cancel"
    assert choices(shown) == ["purple", "red", "blue"]
    press(shown, "red")
    assert texts(shown) == ["D5 red"]
    assert says(shown, "D5") == "D5, red flower, planted now"
    assert choices(shown) == ["stop"]
    press(shown, "stop")
    assert shown.match.to_act == 1
    assert "just played" in says(shown, "D5")


def test_a_garden_of_one_color_asks_for_none() -> None:
    match = gk.Match(gk.load("flower-field", colours=1))
    shown = press(gw.Table(match, seats=("human", "human")), "D5")
    assert texts(shown) == ["D5 purple"]


def test_each_color_has_its_own_shape() -> None:
    shown = table()
    for move in ("D5 red, C4 blue", "B4 purple"):
        shown.type(move)
    drawn = by_key(shown.shown["svg"])
    shapes = [drawn[f"flower-{7 * row + column}"][0][0].get("d")
              for row, column in ((3, 3), (3, 4), (2, 3), (1, 3))]  # fmt: skip
    assert len(set(shapes)) == 3
    assert shapes[0] == shapes[3], "D4 and B4 are purple"


def test_pressing_another_cell_plants_there_instead() -> None:
    shown = press(table(), "D5", "D3", "blue")
    assert texts(shown) == ["D3 blue"]


@pytest.mark.rule("FF-6")
def test_a_cell_without_a_flower_beside_it_is_refused() -> None:
    shown = press(table(), "D5", "A1")
    assert shown.shown["message"]["law"]["id"] == "FF-6"
    assert "refused" in says(shown, "A1")
    assert "pressed" in says(shown, "D5")


@pytest.mark.rule("FF-11", "FF-13")
def test_a_challenge_is_four_cells_and_four_cells() -> None:
    shown = press(table(LINE), "challenge", *DUPLICATES[3::-1])
    assert "named-1" in by_key(shown.shown["svg"])
    press(shown, *DUPLICATES[4:])
    assert texts(shown) == ["challenge D2 D3 D4 D5 / D3 D4 D5 D6"]
    assert shown.shown["prompt"].startswith("Duplicates! Moth lost a life")
    assert (hearts(shown, 0), hearts(shown, 1)) == ("+++", "++-")
    assert says(shown, "D6").startswith("D6, empty")


@pytest.mark.rule("FF-14")
def test_a_failed_challenge_says_why() -> None:
    shown = press(table({**LINE, "D6": "R"}), "challenge", *DUPLICATES)
    assert shown.shown["prompt"].startswith("The two fields are not equivalent. Bee lost a life.")
    assert (hearts(shown, 0), shown.match.to_act) == ("++-", 0)


@pytest.mark.rule("FF-Q13")
def test_a_challenge_can_be_given_up_at_any_time() -> None:
    shown = press(table(LINE), "challenge", "D2", "give up")
    assert shown.shown["prompt"].startswith("Bee gave up and lost a life.")


@pytest.mark.rule("FF-Q12")
def test_a_cell_that_makes_no_field_is_refused_and_costs_nothing() -> None:
    shown = press(table(LINE), "challenge", "D2", "D3", "A7")
    assert shown.shown["message"]["law"]["id"] == "FF-Q12"
    press(shown, "D5", "G7", "D4")
    assert texts(shown) == ["challenge D2 D3 D4 D5"]
    assert hearts(shown, 0) == "+++"


def test_one_of_the_cells_of_a_field_can_be_let_go() -> None:
    shown = press(table(LINE), "challenge", "D2", "D3", "D2", "D4", "D5", "D6")
    assert texts(shown) == ["challenge D3 D4 D5 D6"]


@pytest.mark.rule("FF-Q5")
def test_a_turn_that_must_be_a_planting_is_not_prompted_to_challenge() -> None:
    position = {"board": LINE, "recent": ["D6"], "to_move": 0}
    match = gk.Match(gk.load("flower-field", redo="plant_only"), position=position)
    shown = gw.Table(match, seats=("human", "human"))
    assert (
        shown.shown["prompt"]
        == "Bee: plant flower 1 of 2 beside a flower, or Challenge (whoever is wrong loses a life)"
    )
    position = {**position, "board": dict.fromkeys(("D3", "D4", "D5", "D6"), "P"), "must_plant": 1}
    shown = gw.Table(gk.Match(match.game, position=position), seats=("human", "human"))
    assert shown.shown["prompt"] == "Bee: plant flower 1 of 2 beside a flower"


def test_words_beside_the_garden_count_one_and_many() -> None:
    shown = table()
    assert shown.shown["note"] == "Turn 1 · 1 flower"
    shown.type("D5 red, C4 red")
    assert shown.shown["note"] == "Turn 2 · 3 flowers"


def test_a_challenge_counts_the_cells_pressed_and_offers_no_search() -> None:
    shown = press(table(LINE), "challenge")
    assert shown.shown["prompt"] == "Challenge: press four joined flowers, one by one"
    assert [choice["name"] for choice in shown.shown["choices"]] == ["give up"]
    press(shown, "D2", "D3", "D4")
    assert shown.shown["prompt"] == "Challenge: 3 of four joined flowers pressed"
    press(shown, "D5", "D6")
    assert shown.shown["prompt"] == "Challenge: 1 of the four like them pressed"


@pytest.mark.rule("FF-9")
def test_a_challenge_is_a_button_only_while_it_is_allowed() -> None:
    shown = table()
    assert "challenge" not in choices(shown)
    shown.type("challenge")
    told = "Moth has planted nothing that could be challenged."
    assert (shown.shown["message"]["text"], shown.match.ply) == (told, 0)
    shown = table(LINE)
    assert "challenge" in choices(shown)
    press(shown, "C4", "red")
    assert "challenge" not in choices(shown)


def test_a_reminder_says_how_to_challenge_while_it_is_allowed() -> None:
    shown = table(LINE)
    assert shown.shown["message"]["text"] == (
        "Same four twice? Press Challenge, then the four cells, then the other four."
    )
    press(shown, "challenge")
    assert "One of the two fours has a new flower of Moth's" in shown.shown["message"]["text"]
    press(shown, *DUPLICATES[:4])
    assert shown.shown["message"]["text"].startswith("Alike: the same shape and colors")
    shown = press(table(LINE), "C4", "red")
    assert "Challenge" not in str(shown.shown["message"])


def test_only_cells_with_flowers_are_pointed_out_in_a_challenge() -> None:
    shown = press(table(LINE), "challenge", "D2")
    pointed = [c for c in ("C2", "D3", "D5", "D6", "E3") if "can be pressed" in says(shown, c)]
    assert pointed == ["D3", "D5"]


@pytest.mark.rule("FF-Q19")
def test_duplicates_are_found_only_when_asked_and_allowed() -> None:
    shown = table(LINE)
    assert "duplicate-1" not in by_key(shown.shown["svg"])
    press(shown, flower_field.FIND)
    assert {"duplicate-1", "duplicate-2"} <= set(by_key(shown.shown["svg"]))
    view = shown.match.view()
    fields = flower_field._duplicates(view, view.state)
    named = [view.game.labels(view.rules, tetrominoes.cells(7, field)) for field in fields]
    shown.type(f"challenge {' / '.join(named)}")
    assert shown.shown["prompt"].startswith("Duplicates!"), "what it finds is right"
    labels = {choice["name"]: choice["label"] for choice in shown.shown["choices"]}
    assert labels[flower_field.FIND] == "Find duplicates", "a switch keeps its name"
    shown = press(table({**LINE, "D5": "R"}), flower_field.FIND)
    assert shown.shown["prompt"] == "No duplicates. Bee: plant flower 1 of 2 beside a flower"
    shown = press(table(LINE, assist=False), flower_field.FIND)
    assert "duplicate-1" not in by_key(shown.shown["svg"])


def test_the_switch_says_what_it_found_and_warns_before_a_repeat_of_ones_own() -> None:
    shown = press(table(LINE), flower_field.FIND)
    assert shown.shown["message"]["text"].startswith("Found: the two outlined fours are alike.")
    four = dict.fromkeys(("D2", "D3", "D4", "D5"), "P")
    warned = press(table(four, recent=()), flower_field.FIND, "D6")
    told = "Careful: purple on D6 makes four like four others."
    assert warned.shown["message"]["text"] == told
    assert "Undo" in press(warned, "purple").shown["message"]["text"]
    assert press(table(four, recent=()), flower_field.FIND, "C2").shown["message"]["text"] == (
        "No color on C2 makes four that are there already."
    )
    unaided = press(table(four, recent=()), "D6").shown["message"]
    assert not unaided or unaided["text"] != told


def test_the_guide_has_a_picture_of_fours_that_are_alike() -> None:
    picture = table().shown["guide_picture"]
    assert 'aria-label="Two fours that are alike' in picture
    assert "<style" not in picture  # it follows the page's theme


@pytest.mark.rule("FF-Q15")
def test_in_a_full_garden_passing_is_a_button() -> None:
    full = {f"{row}{column}": "PRB"[(ord(row) + 2 * column) % 3]
            for row in "ABC" for column in (1, 2, 3)} | {"B2": "P"}  # fmt: skip
    match = gk.Match(gk.load("flower-field", size=3), position={"board": full, "recent": ["A1"]})
    shown = gw.Table(match, seats=("human", "human"))
    assert choices(shown) == ["challenge", "pass"]
    assert shown.shown["prompt"] == "The garden is full. Bee: press Challenge or Pass"
    press(shown, "pass", "pass")
    assert shown.match.result


@pytest.mark.rule("FF-Q15")
def test_where_nobody_may_pass_the_full_garden_asks_for_a_challenge() -> None:
    full = dict.fromkeys((f"{row}{column}" for row in "ABC" for column in (1, 2, 3)), "P")
    rules = gk.load("flower-field", size=3, full_board="must_challenge")
    match = gk.Match(rules, position={"board": full, "recent": ["A1"]})
    shown = gw.Table(match, seats=("human", "human"))
    assert shown.shown["prompt"] == "The garden is full. Bee: press Challenge"


def outlines(shown: gw.Table, name: str) -> list[tuple[str, str]]:
    """The hue and the path of each field of a pair."""
    keys = by_key(shown.shown["svg"])
    pair = [keys[f"{name}-{number}"] for number in (1, 2)]
    return [(zone.get("class", "").split()[-1], zone[0].get("d", "")) for zone in pair]


def test_two_fields_are_shown_as_two_even_where_they_share_cells() -> None:
    board = dict.fromkeys(["D4", "D5", "D3", "E4", "E5", "E3"], "P")
    match = gk.Match(
        "flower-field", position={"board": {**board, "C3": "R", "F3": "R"}, "recent": ["F3"]}
    )
    shown = press(gw.Table(match, seats=("human", "human")), "find duplicates")
    (one, first), (other, second) = outlines(shown, "duplicate")
    assert (one, other) == ("gk-hue-1", "gk-hue-2")
    assert first != second


def numbers(shown: gw.Table, name: str) -> dict[str, str]:
    """The numbers on an outlined four, each with its cell."""
    badges = [each for each in by_key(shown.shown["svg"])[name] if each.text]
    cells = {flower_field._center(7, cell): grid.label(*divmod(cell, 7)) for cell in range(49)}

    def nearest(x: float, y: float) -> str:
        return cells[min(cells, key=lambda at: hypot(at[0] - x, at[1] - y))]

    return {
        each.text or "": nearest(float(each.get("x", 0)), float(each.get("y", 0)))
        for each in badges
    }


@pytest.mark.rule("FF-8")
def test_flowers_in_the_same_part_of_two_fours_have_the_same_number() -> None:
    one = {"D4": "P", "D3": "R", "D2": "B", "C2": "B"}
    other = {"F6": "P", "E6": "R", "D6": "B", "D5": "B"}  # turned, and flipped
    shown = table({**one, **other}, recent=("F6",))
    shown.type(f"challenge {' '.join(one)} / {' '.join(other)}")
    found = [numbers(shown, f"caught-{number}") for number in (1, 2)]
    assert set(found[0].values()) == set(one)
    assert [found[1][number] for number in found[0]] == [
        dict(zip(one, other, strict=True))[cell] for cell in found[0].values()
    ]


def test_fours_that_are_not_alike_have_no_numbers() -> None:
    shown = press(table({**LINE, "D6": "R"}), "challenge", *DUPLICATES)
    assert numbers(shown, "caught-1") == numbers(shown, "caught-2") == {}


@pytest.mark.rule("FF-13")
def test_a_caught_pair_stays_in_sight_and_in_words() -> None:
    shown = press(table(LINE), "challenge", *DUPLICATES)
    assert [hue for hue, _ in outlines(shown, "caught")] == ["gk-hue-1", "gk-hue-2"]
    assert "Duplicates!" in shown.shown["message"]["text"]
    assert shown.shown["held"]


def test_colors_to_choose_are_flowers_beside_the_board() -> None:
    shown = press(gw.Table("flower-field", seats=("human", "human")), "D5")
    flowers = [choice for choice in shown.shown["choices"] if choice["state"] != "off"]
    assert [choice["at"] for choice in flowers] == ["", "", ""]
    assert all("<path" in choice["look"] for choice in flowers)


def wilted(shown: gw.Table) -> dict[str, str]:
    """The wilted flowers, by the number of their cell, with the class of their first part."""
    tokens = by_key(shown.shown["svg"]).items()
    return {key: each[0][0].get("class") or "" for key, each in tokens
            if "gk-wilted" in (each.get("class") or "")}  # fmt: skip


@pytest.mark.rule("FF-13")
def test_caught_flowers_stand_wilted_until_the_next_move() -> None:
    match = gk.Match("flower-field")
    for turn in ("D3 purple", "D5 purple", "C3 red", "D2 purple, D6 purple"):
        match.play(turn)
    shown = press(gw.Table(match, seats=("human", "human")), "challenge", *DUPLICATES)
    gone = "Duplicates! Moth lost a life, and purple on D2 and purple on D6 are gone. "
    assert shown.shown["prompt"].startswith(gone)
    assert wilted(shown) == {"flower-22": "gk-purple", "flower-26": "gk-purple"}, "D2 and D6"
    assert len(outlines(shown, "caught")) == 2
    press(shown, "D6", "blue")
    assert wilted(shown) == {}
    assert "flower-22" not in by_key(shown.shown["svg"])


def test_the_players_are_a_bee_and_a_moth() -> None:
    shown = gw.Table("flower-field", seats=("human", "human")).shown
    parts = [[each.get("class") for each in by_key(shown["svg"])[f"emblem-{player}"].iter()]
             for player in range(2)]  # fmt: skip
    assert "gk-wing-0" in parts[0]
    assert "gk-wing-1" in parts[1]
    assert shown["signs"] == "insects", "so that prompt and list have them too"


def test_the_browser_draws_both_insects_small_and_the_moth_without_spots() -> None:
    script = Path(gw.__file__).with_name("js") / "elements.js"
    drawn = findall(
        r'<path class="(gk-(?:wing|body|stripe)\S*)" d="(.*?)"/>', script.read_text("utf-8")
    )
    assert drawn == [*LOOKS["bee"], *LOOKS["moth"][:-1]]


def test_a_refusal_about_another_cell_closes_the_choice_of_a_color() -> None:
    table = gw.Table("flower-field", seats=("human", "human"), journal=False)
    table.press("D5")
    assert "red" in [choice["name"] for choice in table.shown["choices"]]
    table.type("A1 blue")
    assert table.shown["message"]["kind"] == "refusal"
    assert "red" not in [choice["name"] for choice in table.shown["choices"]]


def test_a_refusal_goes_with_the_next_press_on_anything() -> None:
    shown = gw.Table("flower-field", seats=("human", "human"), journal=False)
    shown.press("D4")
    assert shown.shown["message"]["kind"] == "refusal"
    shown.press("find duplicates")
    assert shown.shown["message"]["kind"] != "refusal"


def test_both_flowers_of_a_comparison_are_shown_in_their_colors() -> None:
    scene = scene_of(gk.Match("flower-field", seed=1).view())
    pointed = scene.pointing([("played", ("C4", "purple")), ("better", ("C4", "blue"))])
    pale = [piece for piece in pointed.pieces if getattr(piece, "fades", "") == "ghost"]
    assert [getattr(piece, "look", "") for piece in pale] == ["purple", "blue"]
    assert len({getattr(piece, "x", 0) for piece in pale}) == 2, "side by side"


def test_a_hint_shows_the_flower_that_it_names() -> None:
    shown = gw.Table(gk.Match("flower-field", seed=3), seats=("human", "random"), journal=False)
    shown.click("hint")
    assert 'data-key="hinted-0-laid"' in shown.shown["svg"]
