"""Death Match at the table: three boards, the parts of a submission, and what nobody else sees yet."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.match.view import Entry
from gamekit_widgets.table.words import describe_turn, in_words
from tests.widgets.test_pictures import by_key, press

LINE = dict.fromkeys(("D2", "D3", "D4", "D5", "D6"), "P")


def table(**more: object) -> gw.Table:
    """Player 0 is to move and could catch duplicate fields."""
    position = {
        "liars_dice": {"dice": [[2, 2, 5, 6], [1, 3, 3, 4]]},
        "flower_field": {"board": LINE, "recent": ["D6"], **more},
    }
    match = gk.Match("death-match", seed=1, players=("Ann", "Bo"), position=position)
    shown = gw.Table(match, seats=("human", "human"))
    shown.click("lift")
    return shown


def headings(shown: gw.Table) -> list[str]:
    drawn = by_key(shown.shown["svg"])
    return [drawn[f"{part}-stands"].text or "" for part in ("dice", "tiles", "flowers")]


def test_a_garden_that_is_drawn_is_shown_while_the_match_goes_on() -> None:
    full = {f"{row}{column}": "RBP"[(3 * n + column) % 3] for n, row in enumerate("ABCDEFG")
            for column in range(1, 8)} | {"D4": "P"}  # fmt: skip
    position = {"flower_field": {"board": full, "recent": ["A1"]}}
    match = gk.Match("death-match", seed=1, players=("Ann", "Bo"), position=position)
    match.play("1x1; pass; F6").play("2x1; pass; F5")
    shown = gw.Table(match, seats=("human", "human"))
    shown.click("lift")
    assert headings(shown) == ["now", "to do", "takes no part"]
    press(shown, "dice 2x2", "tiles F4")
    shown.press("tiles stop")
    assert match.to_act == 1


def test_the_board_that_decided_comes_forward_at_the_end() -> None:
    bot, match = gk.bot("random"), gk.Match("death-match", seed=2)
    while not match.result:
        match.play(bot.choose(match.view(match.to_act), seed=match.ply))
    shown = gw.Table(match, seats=("human", "human")).shown
    boards = re.findall("<svg[^>]*>", shown["svg"])
    told = [told for _, _, told in tabs(shown["svg"])]
    assert ["gk-due" in board for board in boards] == [each == "decides" for each in told]
    assert sorted(told) == ["decides", "not over", "not over"]
    decided = ("Dice", "Tiles", "Flowers")[told.index("decides")]
    assert f"{decided}: " in shown["prompt"], "the name that the part has on the board"


@pytest.mark.rule("DM-4")
def test_each_part_says_whether_it_is_made() -> None:
    shown = table()
    assert headings(shown) == ["now", "to do", "to do"]
    press(shown, "dice 1x1")
    assert headings(shown) == ["✓ 1 × 1", "now", "to do"]
    assert shown.shown["prompt"] == (
        "Tiles · Ann: press an empty cell to place a tile; the first turn has no slide"
    )
    press(shown, "tiles C3", "tiles stop")
    assert headings(shown) == ["✓ 1 × 1", "✓ C3", "now"]
    own = [(stands, own) for stands, own, _ in tabs(shown.shown["svg"])]
    assert own == [("✓", "Ann: 1 × 1"), ("✓", "Ann: C3"), ("now", "")]
    press(shown, "flowers C2", "flowers red", "flowers stop")
    assert (shown.match.to_act, shown.shown["prompt"]) == (1, "Give the screen to Bo")
    assert headings(shown) == ["", "", ""], "how far Bo is is for Bo to know"


def test_a_line_of_tiles_that_the_opponent_can_make_next_is_announced_on_every_board() -> None:
    def shown(row: str) -> gw.Table:
        rows = ["......", "......", "XX.X..", "......", row, "......"]
        position = {"sliding_tic_tac_toe": {"rows": rows, "turns": [4, 4]}, "turn": 8}
        match = gk.Match("death-match", seed=1, players=("Ann", "Bo"), position=position)
        table = gw.Table(match, seats=("human", "human"))
        table.click("lift")
        return table

    near = shown("OO.OO.")
    assert tabs(near.shown["svg"])[1] == ("to do", "", "Bo: five at E3")
    assert headings(near) == ["now", "threatened", "to do"]
    press(near, "tiles C3", "tiles stop")
    assert headings(near) == ["now", "✓ C3, threatened", "to do"], "that does not stop it"
    far = shown("OO.O..")
    assert tabs(far.shown["svg"])[1] == ("to do", "", "5 in a row win")
    assert headings(far) == ["now", "to do", "to do"]


def test_a_last_life_or_die_is_announced_on_every_board() -> None:
    position = {
        "liars_dice": {"dice": [[1] * 8, [1] * 4]},
        "flower_field": {"board": LINE, "recent": ["D6"], "lives": [1, 3]},
    }
    match = gk.Match("death-match", seed=1, players=("Ann", "Bo"), position=position)
    shown = gw.Table(match, seats=("human", "human"))
    shown.click("lift")
    told = [told for _, _, told in tabs(shown.shown["svg"])]
    assert told == ["Ann: next die loses", "5 in a row win", "Ann: 1 life left"]


@pytest.mark.rule("DM-4", "DM-Q13")
def test_the_tabs_follow_each_press() -> None:
    shown = table()
    press(shown, "dice number 1", "dice number 2")
    assert (shown.shown["message"] or {"kind": "aim"})["kind"] == "aim", "nothing is wrong so far"
    shown.type("2x3")
    assert tabs(shown.shown["svg"])[0] == ("✓", "Ann: 2 × 3", "lose at 9 dice")
    shown.type("c2 red")
    assert tabs(shown.shown["svg"])[1:] == [
        ("to do", "", "5 in a row win"),
        ("now", "Ann: C2 red", "lose at 0 lives"),
    ]
    shown.type("D9 red")
    assert (
        shown.shown["message"]["text"]
        == "Flowers: There is no cell D9: the board goes from A1 to G7."
    )
    shown.press("flowers stop")
    shown.type("C9")
    assert shown.shown["message"]["kind"] == "refusal"
    assert tabs(shown.shown["svg"])[2] == ("✓", "Ann: C2 red", "lose at 0 lives")
    shown.type("C3")
    assert shown.match.to_act == 1
    assert [own for _, own, _ in tabs(shown.shown["svg"])] == [""] * 3


def test_the_tabs_say_what_both_players_did() -> None:
    shown = table()
    press(shown, "dice number 2", "dice face 3", "dice face 3", "tiles C3", "tiles stop")
    press(shown, "flowers C2", "flowers red", "flowers stop")
    shown.click("lift")
    told = [told for _, _, told in tabs(shown.shown["svg"])]
    assert told == ["Ann: 2 × 3", "Ann: C3", "Ann: C2"]
    press(shown, "dice number 3", "dice face 3", "dice face 3")
    first = tabs(shown.shown["svg"])[0]
    assert first == ("✓", "Bo: 3 × 3", "Ann: 2 × 3"), "both claims can be read"


def tabs(svg: str) -> list[tuple[str, str, str]]:
    """Return the status of each part, the player's own move there, and the opponent's move."""
    return re.findall("<i>([^<]*)</i><small>([^<]*)</small><small>([^<]*)</small>", svg)


def test_each_board_prompts_for_its_own_part() -> None:
    shown = press(table(), "dice number 2", "flowers C2", "flowers red", "flowers stop")
    asked = [prompt for prompt, _ in shown.shown["asked"]]
    assert shown.shown["asked"][2][1].startswith("Catch your opponent three times"), (
        "what its game is about"
    )
    assert asked[0] == shown.shown["prompt"] == "Dice · Ann: 2 dice of which face?"
    assert asked[1].startswith("Tiles · Ann: press an empty cell")
    assert asked[2] == (
        "Flowers · Your move here: C2 red. Go on with Dice, or press Take back flowers"
    )


def test_the_button_of_a_claim_asks_first_for_a_number_and_a_face() -> None:
    told = press(table(), "dice claim").shown["message"]["text"]
    assert told == "First pick how many dice, and which face they show."


def test_a_word_of_no_game_is_quoted_with_examples_to_type() -> None:
    shown = table()
    shown.type("nonsense")
    assert shown.shown["message"]["text"] == (
        "Not understood: nonsense. Type 3x4 or challenge for Dice, D5 red or challenge for Flowers, "
        "C3 or slide A1 right 1 for Tiles."
    )


def test_cells_of_the_two_boards_are_told_apart() -> None:
    shown = press(table(), "dice 1x1")
    svg = ElementTree.fromstring(shown.shown["svg"])
    cells = [e for e in svg.iter() if e.get("role") == "gridcell"]
    labels = [cell.get("data-cell") or "" for cell in cells]
    numbers_and_faces = 7 + 6
    assert len(labels) == len(set(labels)) == numbers_and_faces + 36 + 49
    assert all((c.get("aria-label") or "").startswith(f"{c.get('data-cell')}, ")
               for c in cells[numbers_and_faces:])  # fmt: skip
    keys = [key for e in svg.iter() if (key := e.get("data-key"))]
    assert len(keys) == len(set(keys))


def test_on_a_board_to_look_at_parts_are_made_in_the_order_of_the_match() -> None:
    shown = gw.Board(table().match)
    made: list[str] = []
    shown.on_move(made.append)
    for what in ("flowers C2", "tiles C3"):
        shown.press(what)
        assert shown.shown["message"]["text"] == "Make your part in Dice first."
    assert made == []


FOUR = "C2 C3 C4 D4"


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        (["challenge", "C3", "D5 red"], "challenges the claim, plays C3 and plants red on D5"),
        (["3x4", "challenge"], "claims three 4s and challenges the flowers"),
        (["challenge", "challenge"], "challenges the claim and challenges the flowers"),
        (["challenge", FOUR], "challenges the flowers"),  # played again
        ([FOUR], f"names {FOUR}"),
    ],
)
def test_words_say_whether_a_claim_or_flowers_are_challenged(moves: list[str], told: str) -> None:
    assert in_words(gk.load("death-match"), moves) == told


@pytest.mark.parametrize(
    "turn", ["challenge; C3; D5 red", f"3x4; slide C3 up 1; challenge {FOUR} / C3 C4 D4 D5"]
)
def test_the_list_of_turns_writes_a_challenge_as_it_is_typed(turn: str) -> None:
    moves = [move for part in turn.split("; ") for move in re.split(" / |(?<=challenge) ", part)]
    steps = [Entry(0, move, None, n) for n, move in enumerate(moves, 1)]
    assert describe_turn(gk.load("death-match"), steps, ("Ann", "Bo")).opening == turn


def test_the_prompt_names_the_button_that_ends_a_part() -> None:
    match, bot = gk.Match("death-match", seed=5), gk.bot("greedy")
    while match.ply < 14 or match.to_act != 0:
        match.play(bot.choose(match.view(match.to_act), seed=match.ply))
    shown = gw.Table(match, seats=("human", "greedy"), journal=False).shown
    assert "Done with flowers" in [choice["label"] for choice in shown["choices"]]
    assert "plant flower 2 of 2, or press Done with flowers" in shown["prompt"]


def test_a_press_on_another_board_removes_the_mark_of_a_refused_one() -> None:
    shown = gw.Table(gk.Match("death-match", seed=1), seats=("human", "random"), journal=False)
    shown.press("flowers D4")
    assert "gk-refused" in shown.shown["svg"]
    shown.press("dice number 2")
    assert "gk-refused" not in shown.shown["svg"]


def test_the_boards_of_a_still_picture_fill_it_side_by_side() -> None:
    drawn = gw.svg(gk.Match("death-match", seed=1))
    whole, *boards = (
        [float(each.get(name, "0")) for name in ("x", "width", "height")]
        for each in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}svg")
    )
    assert [high for _, _, high in boards] == [whole[2]] * 3
    ends = [x + wide for x, wide, _ in boards]
    assert ends == sorted(ends)
    assert ends[-1] == pytest.approx(whole[1], abs=0.2)


def test_on_a_page_the_boards_are_pictures_that_move_below_each_other_on_a_phone() -> None:
    html = gw.Replay(gk.Match("death-match", seed=1))._repr_mimebundle_()[0]["text/html"]
    assert html.count("<img") == 3
    assert "columns: 2 280px" in html
    assert re.findall('alt="([^.]+)', html) == [
        "Liar&#x27;s Dice", "Sliding Tic-Tac-Toe", "Flower Field",
    ]  # fmt: skip


def test_a_changed_rule_is_not_told_as_published() -> None:
    told = table().shown["asked"][0][1]
    assert "nine dice lose" in told
    changed = gk.Match(gk.load("death-match", liars_dice__die_limit=2, liars_dice__start_dice=2))
    assert "nine" not in gw.Table(changed, seats=("human", "random")).shown["asked"][0][1]
