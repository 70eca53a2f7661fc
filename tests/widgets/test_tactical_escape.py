"""Tactical Escape at the table: gifts, turns of two pieces, ESCAPE, and what counts for a win condition."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.boards import hexagon
from gamekit.games.tactical_escape.win_conditions import FLOWER, WIN_CONDITIONS
from gamekit_widgets.browser_page import note
from gamekit_widgets.drawing.scene import Hand, Sketch, Words, Zone
from gamekit_widgets.scenes import tactical_escape
from tests.widgets.test_pictures import by_key, elements, says

OFFER = (1, 6, 9)


def match(board: Mapping[str, int] | None = None, **fields: object) -> gk.Match:
    game = gk.load("tactical-escape", offer=OFFER)
    given = fields.pop("given", [[6], [9]])
    position = {"board": board, "turns": [5, 5], "to_move": 0, "given": given, **fields}
    return gk.Match(game, seed=1, position=position if board is not None else None)


def table(game: gk.Match, viewer: int = gk.ALL) -> gw.Table:
    return gw.Table(game, seats=("human", "human"), viewer=viewer)


def labels(shown: gw.Table) -> dict[str, str]:
    return {choice["name"]: choice["label"] for choice in shown.shown["choices"]}


def words(shown: gw.Table) -> str:
    return " | ".join(e.text or "" for e in elements(shown.shown["svg"]))


@pytest.mark.rule("TE-1")
def test_the_cells_beside_a_cell_are_drawn_beside_it() -> None:
    cells = {c.label: (c.x, c.y) for c in tactical_escape.draw(match().view(), Hand()).cells}
    assert len(cells) == 61
    near = [label for label, place in cells.items() if 0 < dist(place, cells["E5"]) < 60]
    assert sorted(near) == ["D4", "D5", "E4", "E6", "F4", "F5"]
    assert len({y for _, y in cells.values()}) == 9


def test_a_refusal_does_not_offer_what_has_a_button_and_is_asked_twice() -> None:
    shown = table(match({"E5": 0}))
    shown.press("D4")
    shown.press("D5")
    shown.press("E5")
    assert shown.shown["message"]["kind"] == "refusal"
    assert shown.shown["message"]["legal"] == []
    assert {"stop", "escape"} <= set(labels(shown))


@pytest.mark.rule("TE-9")
def test_a_win_condition_is_given_by_its_name_and_the_board_says_what_it_is() -> None:
    shown = table(match())
    assert (
        shown.shown["prompt"]
        == "Red: give Blue a card. Blue must meet it to win, so pick a hard one"
    )
    assert labels(shown)["give 6"] == WIN_CONDITIONS[5].name == "Surround"
    assert {"Surround", WIN_CONDITIONS[5].plainly} <= set(words(shown).split(" | "))
    shown.press("give 6")
    assert shown.match.state.given[0] == 6
    pressed = table(match())
    pressed.press("card 1")
    assert pressed.match.state.given[0] == 1
    assert "card 6" not in by_key(table(match({"E5": 0})).shown["svg"])
    typed = table(match())
    typed.type("give same number")
    assert typed.shown["message"]["kind"] == "refusal", "it is not offered"
    typed.type("Twin baskets")
    assert typed.match.state.given[0] == 9


def test_names_of_win_conditions_are_short_and_differ() -> None:
    names = [condition.name for condition in WIN_CONDITIONS]
    assert len({*names}) == len(names)
    assert max(map(len, names)) <= 13
    assert max(len(condition.plainly) for condition in WIN_CONDITIONS) <= 49


def test_every_card_has_a_picture_and_says_what_it_takes() -> None:
    scene = tactical_escape.draw(
        gk.Match(gk.load("tactical-escape", offer=(2, 7, 12))).view(0), Hand()
    )
    pictures = {piece.key: piece for piece in scene.pieces if isinstance(piece, Sketch)}
    assert {key: len(picture.filled) for key, picture in pictures.items()} == {
        "2-sketch": WIN_CONDITIONS[1].needed,  # a row
        "7-sketch": FLOWER,
        "12-sketch": 1,  # a piece that leaves the board
    }
    said = {piece.text for piece in scene.pieces if isinstance(piece, Words)}
    assert {WIN_CONDITIONS[n - 1].plainly for n in (2, 7, 12)} <= said


def test_a_card_that_a_variant_changes_says_only_what_is_still_true() -> None:
    game = gk.load("tactical-escape", offer=(1, 2, 7), wc1="contains_5", superlative="ties_ok")
    said = " | ".join(
        piece.text
        for piece in tactical_escape.draw(gk.Match(game).view(0), Hand()).pieces
        if isinstance(piece, Words)
    )
    assert "a row of five or more" in said
    assert WIN_CONDITIONS[0].plainly not in said
    assert WIN_CONDITIONS[6].plainly not in said
    assert WIN_CONDITIONS[1].plainly in said


@pytest.mark.rule("TE-36")
def test_the_cards_say_who_has_them_as_far_as_the_viewer_knows() -> None:
    game = match({"E5": 0})  # Red gave 6, Blue gave 9
    secret, own = dict.fromkeys(OFFER, "maybe"), dict.fromkeys(OFFER, "yours?")
    assert has(game, 0) == [own, {6: "theirs"}]
    assert has(game, 1) == [{9: "theirs"}, own]
    assert has(game, gk.PUBLIC) == [secret, secret]
    assert has(game, gk.ALL) == [{9: "given"}, {6: "given"}]
    heads = [words(table(game, viewer)) for viewer in (0, gk.PUBLIC)]
    assert ["One of these is yours" in head for head in heads] == [True, False]


def has(game: gk.Match, viewer: int, is_assisted: bool = False) -> list[dict[int, str]]:
    """Return what the cards say about each player."""
    drawn = tactical_escape.draw(game.view(viewer), Hand(is_assisted=is_assisted)).pieces
    found = {piece.key: piece.text for piece in drawn if isinstance(piece, Words)}
    return [
        {n: found[key] for n in OFFER if (key := f"has-{n}-{player}") in found}
        for player in range(2)
    ]


@pytest.mark.rule("TE-15", "TE-20", "TE-23")
def test_the_cards_say_how_far_each_player_would_meet_a_win_condition() -> None:
    corner = {"A1": 1, "A2": 0, "B1": 0, "B2": 0}
    row = dict.fromkeys(("E5", "E6", "E7", "E8", "E9"), 1)
    assert has(match({**corner, **row}), 0, is_assisted=True) == [
        {1: "2 of 5", 6: "met", 9: "not yet"},
        {6: "theirs: 0 of 1"},
    ]


@pytest.mark.rule("TE-21")
def test_where_a_card_asks_for_more_than_the_opponent_has_it_compares() -> None:
    flower = {"G3": 0, "F3": 0, "G4": 0, "H2": 0}
    other = {"C4": 1, "B3": 1, "C5": 1, "D4": 1}
    game = gk.load("tactical-escape", offer=(7, 8, 9))

    def told(board: dict[str, int]) -> str:
        position = {"board": board, "turns": [5, 5], "to_move": 0, "given": [[8], [7]]}
        view = gk.Match(game, position=position).view(0)
        pieces = tactical_escape.draw(view, Hand(is_assisted=True)).pieces
        return next(piece.text for piece in pieces if piece.key == "has-7-0")

    assert told(other) == "0 of 2"
    assert told({**flower, **other}) == "1 of 2"
    assert told(flower) == "met"


def test_the_first_choice_has_a_reason_and_a_lost_escape_too() -> None:
    game = gk.load("tactical-escape", offer=(2, 7, 12))
    first = table(gk.Match(game, seed=1))
    said = words(first).split(" | ")
    assert {"How often bots met it", "hardly ever", "in 4 of 10 games", "always"} <= set(said)
    for move in ("give 2", "give 2", "E5", "stop", "F5", "stop"):
        first.type(move)
    assert "How often bots met it" not in words(first)
    for _ in range(2):
        first.type("E6 escape")
    assert first.shown["prompt"] == "Red escaped without Row of six (2 of 6)."


def test_once_all_three_are_given_they_are_no_secret() -> None:
    game = match({"E5": 0}, turns=[20, 20], given=[[6, 1, 9], [9, 1, 6]])
    assert has(game, gk.PUBLIC) == [dict.fromkeys(OFFER, "given")] * 2
    assert has(game, 1)[1] == dict.fromkeys(OFFER, "yours")


def test_on_a_full_board_nobody_is_asked_to_press_an_empty_cell() -> None:
    cells = [cell.label for cell in tactical_escape.draw(match().view(), Hand()).cells]
    shown = table(
        match(
            {cell: place % 2 for place, cell in enumerate(cells)},
            turns=[18, 18],
            given=[[6, 1], [9, 1]],
        )
    )
    assert labels(shown)["stop"] == "Pass"
    said = shown.shown["prompt"]
    assert said == "Red: every cell is taken; press Pass, or a piece of Blue's to remove it"


@pytest.mark.rule("TE-4")
def test_a_turn_of_two_pieces_is_two_presses_and_stays_in_sight() -> None:
    shown = table(match({"E5": 0, "F3": 1}))
    shown.press("A1")
    assert shown.shown["prompt"] == "Red: press a second cell, or End turn"
    shown.press("A2")
    assert "just played" in says(shown, "A1")
    assert "just played" in says(shown, "A2")
    shown.press("stop")
    assert shown.match.to_act == 1


@pytest.mark.rule("TE-5")
def test_pressing_an_opponents_piece_removes_it_and_the_cell_is_closed() -> None:
    shown = table(match({"E5": 0, "F3": 1}))
    shown.press("F3")
    shown.press("stop")
    assert [move["text"] for move in shown.shown["moves"]] == ["remove F3"]
    assert "closed to Blue in this turn" in says(shown, "F3")
    assert "(F3 is closed this turn)" in shown.shown["prompt"]
    shown.press("F3")
    assert shown.shown["message"]["law"]["id"] == "TE-6"


@pytest.mark.rule("TE-4")
def test_an_own_piece_is_refused() -> None:
    shown = table(match({"E5": 0}))
    shown.press("E5")
    assert shown.shown["message"]["text"].startswith("E5 holds a piece of Red's")
    assert "refused" in says(shown, "E5")


@pytest.mark.rule("TE-13")
def test_an_escape_is_asked_twice() -> None:
    shown = table(match({"E5": 0}))
    shown.press("escape")
    assert shown.match.result is None
    assert labels(shown) == {"yes": "Escape now", "escape": "Stay"}
    shown.press("escape")
    assert "yes" not in labels(shown)
    shown.press("A1")
    shown.press("escape")
    shown.press("yes")
    assert [move["text"] for move in shown.shown["moves"]] == ["A1 escape"]
    assert shown.match.result


@pytest.mark.rule("TE-13")
def test_an_escape_that_is_typed_is_asked_twice_too() -> None:
    shown = table(match({"E5": 0}))
    shown.type("A1 escape")
    assert shown.match.result is None
    assert shown.shown["message"]["text"] == (
        "Escape ends the game: Red wins with a win condition of Blue's, and loses without. "
        "Press Play again to escape."
    )
    shown.type("E5 escape")  # nothing goes on E5, so there is nothing to ask
    assert shown.shown["message"]["kind"] == "refusal"
    shown.type("A1 escape")
    assert shown.match.result is None
    shown.type("A1 escape")
    assert [move["text"] for move in shown.shown["moves"]] == ["A1 escape"]


def test_no_cell_is_refused_that_is_offered_at_the_same_time() -> None:
    shown = table(match({}, turns=[0, 0]))
    shown.type("A1 B1")
    assert shown.shown["message"]["law"]["id"] == "TE-3"
    assert "refused" in says(shown, "B1")
    shown.type("A1 A1")
    assert shown.shown["message"]["text"].endswith("A1 is named twice: name it once.")
    assert "refused" not in says(shown, "A1")


def test_a_cell_named_twice_may_be_two_cells_only_where_two_pieces_are_placed() -> None:
    shown = table(match({"E5": 0, "F3": 1}))
    shown.type("A1 A1")
    said = shown.shown["message"]["text"]
    assert said.endswith("A1 is named twice: name it once, or two different cells.")
    shown.type("remove F3 remove F3")
    assert shown.shown["message"]["text"].endswith("F3 is named twice: name it once.")


def test_a_turn_is_prompted_by_buttons_that_are_there() -> None:
    shown = table(match({"E5": 0, "F3": 1}))
    assert shown.shown["prompt"] == (
        "Red: press one or two empty cells, or a piece of Blue's to remove it"
    )
    assert labels(shown)["stop"] == "Pass", "one button, so that Escape stays where it is"
    shown.press("A1")
    assert labels(shown)["stop"] == "End turn"


def test_a_player_is_warned_once_the_other_meets_what_they_were_given() -> None:
    five = {f"E{column}": 1 for column in range(1, 6)}
    given = {"given": [[1], [9]], "to_move": 0}
    warning = f"Blue has met {WIN_CONDITIONS[0].title}! Red: press empty cells"
    assert table(match({**five, "A1": 0}, **given), 0).shown["prompt"].startswith(warning)
    four = {cell: player for cell, player in five.items() if cell != "E5"}
    assert "met" not in table(match({**four, "A1": 0}, **given), 0).shown["prompt"]
    told = table(match({**five, "A1": 0}, **given), 1).shown["prompt"]
    assert "has met" not in told, "Blue must not learn what Red gave"


def test_the_prompt_says_what_an_escape_would_do() -> None:
    def told(viewer: int, *cells: str, **fields: object) -> str:
        shown = table(match({"A1": 1, "A2": 0, "B1": 0, "E5": 1}, **fields), viewer)
        for cell in cells:
            shown.press(cell)
        assert {"escape": "Escape …"}.items() <= labels(shown).items()
        return str(shown.shown["prompt"])

    end = "Red: press End turn"
    assert told(0, "I1", "I2") == f"{end}; none met yet, so escaping would lose"
    assert told(0, "B2", "I1") == f"{end}; Escape loses unless yours is Surround"
    assert told(gk.ALL, "B2", "I1") == f"{end}; none met yet, so escaping would lose"
    won = told(gk.ALL, "B2", "I1", given=[[9], [6]])
    assert won == "Red: press Escape to win with Surround, or End turn"


def test_the_table_says_what_an_escape_does() -> None:
    def told(game: gk.Match, viewer: int) -> str:
        scene = tactical_escape.draw(game.view(viewer), Hand())
        return scene.reminder

    game = match({"E5": 0})
    assert told(game, 0) == (
        "Blue secretly chose one of these for Red: watch what Blue hinders. "
        "Escape loses unless it is met."
    )
    assert told(game, gk.ALL) == "Escape loses unless Twin baskets is met."
    assert told(match(), 0) == "", "nobody has a win condition yet"


def test_a_player_about_to_escape_reads_which_conditions_are_met() -> None:
    def told(viewer: int, given: list[list[int]], *cells: str) -> str:
        shown = table(match({"A1": 1, "A2": 0, "B1": 0, "E5": 1}, given=given), viewer)
        for press in (*cells, "escape"):
            shown.press(press)
        return str(shown.shown["message"]["text"])

    one = [[6], [9]]
    assert told(0, one) == "Not met: Row of five, Surround and Twin baskets. Escape loses."
    assert told(0, one, "B2") == (
        "Met: Surround. Not met: Row of five and Twin baskets. Escape wins only if you were given what is met."
    )
    assert told(gk.ALL, one, "B2") == "Not met: Twin baskets. Escape loses."
    assert told(gk.ALL, [[9], [6]], "B2") == "Met: Surround. Escape wins."


def test_what_is_met_comes_before_the_news_of_the_last_turn() -> None:
    shown = table(match({"A1": 1, "A2": 0, "B1": 0, "E5": 1}, given=[[6], [9]]), 0)
    shown._gesture.say(note("Blue places a piece on A1.", "news"))
    shown.press("escape")
    assert str(shown.shown["message"]["text"]).startswith("Not met: ")
    shown.press("escape")
    assert str(shown.shown["message"]["text"]).startswith("Blue places a piece on A1.")


@pytest.mark.rule("TE-9")
def test_a_cell_pressed_too_early_is_refused_with_the_names_on_the_buttons() -> None:
    shown = table(match())
    shown.press("E5")
    said = "First give Blue a win condition: press Row of five, Surround or Twin baskets."
    assert shown.shown["message"]["text"] == said


@pytest.mark.rule("TE-14")
def test_the_cells_that_won_are_marked() -> None:
    row = {"E1": 0, "E2": 0, "E3": 0, "E4": 0}
    shown = table(match(row, given=[[9], [1]]))
    shown.type("E5 escape")
    shown.type("E5 escape")
    assert shown.shown["prompt"] == "Red escaped with Row of five."
    winning = [c for c in ("E1", "E2", "E3", "E4", "E5", "E6") if "winning" in says(shown, c)]
    assert winning == ["E1", "E2", "E3", "E4", "E5"]


@pytest.mark.rule("TE-10")
def test_the_board_says_when_the_next_win_conditions_are_given() -> None:
    shown = table(match({"E5": 0}))
    assert shown.shown["note"] == "Round 6 of 50 · next card: round 11"
    late = table(match({"E5": 0}, turns=[20, 20], given=[[6, 1, 9], [9, 1, 6]]))
    assert late.shown["note"] == "Round 21 of 50"


# --- what bears on a win condition -------------------------------------------------------------------


def parts(board: Mapping[str, int], owner: int, condition: int) -> list[tuple[set[str], str]]:
    found = tactical_escape.parts_of(match(board).view(), owner, condition)
    return [({hexagon.label(5, c) for c in cells}, text) for cells, text in found]


@pytest.mark.rule("TE-15", "TE-17", "TE-18", "TE-20", "TE-21", "TE-22", "TE-24")
@pytest.mark.parametrize(
    ("red", "blue", "owner", "condition", "shown"),
    [
        ("D5 E5 F5", "", 0, 1, {}),  # a bend
        ("", "A3 B3 C3 D3 E3 F2", 1, 2, {"A3 B3 C3 D3 E3 F2": "6"}),
        ("A1 A2 A3 E5 E6 I1", "", 0, 3, {"A1 A2 A3": "3"}),
        ("A1 A2 A3 E5 E6 I1", "", 0, 4, {"A1 A2 A3": "3"}),
        ("A2 B1 I4", "A1 I5", 1, 6, {"A1": "1", "I5": "2"}),  # free cells beside them
        ("A2 B1 B2 I4", "A1 I5", 1, 6, {"A1": "0", "I5": "2"}),
        ("F3 G3 G4 H2", "", 0, 7, {"F3 G3 G4 H2": ""}),
        ("E5 A1", "E6", 0, 8, {"E5": ""}),
        ("", "A1 B1 I1 A2 C2", 1, 10, {"A1 B1 I1": "3"}),  # one number
    ],
)
def test_what_counts_for_a_win_condition_is_shown_with_its_number(
    red: str, blue: str, owner: int, condition: int, shown: dict[str, str]
) -> None:
    board = dict.fromkeys(red.split(), 0) | dict.fromkeys(blue.split(), 1)
    expected = [({*cells.split()}, text) for cells, text in shown.items()]
    assert parts(board, owner, condition) == expected


@pytest.mark.rule("TE-19")
def test_groups_at_the_edge_are_shown_with_the_sides_they_connect() -> None:
    across = dict.fromkeys(("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "A1"), 0)
    assert sorted(text for _, text in parts(across, 0, 5)) == ["1", "2"]


@pytest.mark.rule("TE-23")
def test_identical_baskets_are_shown() -> None:
    six = dict.fromkeys(("E1", "E2", "E3", "E4", "E5", "E6"), 1)
    assert {frozenset(cells) for cells, _ in parts(six, 1, 9)} == {
        frozenset(("E1", "E2", "E3", "E4", "E5")),
        frozenset(("E2", "E3", "E4", "E5", "E6")),
    }


def test_a_switch_shows_the_zones_of_a_win_condition() -> None:
    shown = table(match({"A1": 1, "A2": 0, "B1": 0, "B2": 0}))
    assert not [key for key in by_key(shown.shown["svg"]) if key.startswith("zone")]
    shown.press("show 6")
    zones = [key for key in by_key(shown.shown["svg"]) if key.startswith("zone")]
    assert sorted(zones) == ["zone-6-0-0", "zone-6-1-0"]
    shown.press("show 1")
    zones = [key for key in by_key(shown.shown["svg"]) if key.startswith("zone")]
    assert not any(key.startswith("zone-6") for key in zones), "one at a time"


@pytest.mark.rule("TE-22")
def test_the_switch_for_touching_groups_says_which_count_and_how_many() -> None:
    game = gk.load("tactical-escape", offer=(6, 8, 9))
    position = {"board": {"E5": 0, "E7": 0, "E6": 1, "A1": 1}, "turns": [3, 3], "to_move": 0}
    shown = table(gk.Match(game, position={**position, "given": [[6], [9]]}))
    shown.press("show 8")
    said = shown.shown["message"]["text"]
    assert "even of one piece" in said
    assert said.endswith("Red 2 of 5, Blue 1 of 5.")


# --- examples ----------------------------------------------------------------------------------


@pytest.mark.rule("TE-27", "TE-29", "TE-30", "TE-31")
@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("groups of 1, 3 and 4", ["1", "3", "4"]),
        ("a surrounded group", ["0"]),
        ("three flowers", ["", "", ""]),
        ("two baskets", ["=", "="]),
    ],
)
def test_examples_show_what_they_say(name: str, texts: list[str]) -> None:
    zones = [p for p in tactical_escape.example(name).pieces if isinstance(p, Zone)]
    assert sorted(zone.text for zone in zones) == texts
    assert "<img alt=" in tactical_escape.example(name)._repr_html_()


def test_the_two_baskets_of_the_example_share_no_cell() -> None:
    zones = [p for p in tactical_escape.example("two baskets").pieces if isinstance(p, Zone)]
    assert len({cell for zone in zones for cell in zone.cells}) == 10
