"""Liar's Dice and Tic-Tac-Toe Evolved on the table: what it draws, and how to press every move."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import gamekit as gk
from gamekit.games.tic_tac_toe_evolved.state import TURN
from gamekit_widgets import Table
from gamekit_widgets.drawing.scene import Die, Hand, Token, Words
from gamekit_widgets.scenes import scene_of
from gamekit_widgets.table.words import news
from tests.widgets.test_pictures import by_key
from tests.widgets.test_scenes import DICE

PEOPLE = ("human", "human")


def shown_for(match: gk.Match) -> Table:
    """Return a table that shows everything and takes any move."""
    return Table(match, seats=PEOPLE, viewer=gk.ALL)


def buttons(table: Table) -> dict[str, str]:
    """Return the labels of the choices beside the board, by name."""
    return {choice["name"]: choice["label"] for choice in table.shown["choices"]}


def filled(table: Table) -> list[str]:
    """Return the labels of the buttons to press next."""
    return [each["label"] for each in table.shown["choices"] if each["form"].endswith("main")]


def claims(table: Table) -> list[str]:
    """Return the claims that a press on a face would pick now."""
    cells = by_key(table.shown["svg"])
    faces = [cell for key, cell in cells.items() if key.startswith("cell-face")]
    return [
        (cell.get("aria-label") or "").removesuffix(", can be pressed")
        for cell in faces
        if "gk-next" in (cell.get("class") or "")
    ]


def some_move(legal: tuple[str, ...], random: Random) -> str:
    """Return a legal move, but no claim of very many dice."""
    return random.choice(legal if " " in legal[0] else legal[:20])


def last_move(match: gk.Match) -> str:
    return [entry.text for entry in match.history if entry.player in (0, 1)][-1]


@pytest.mark.parametrize("game", DICE, ids=repr)
def test_every_position_is_drawn_for_everybody(game: gk.Game) -> None:
    random, match = Random(9), gk.Match(game, seed=9, players=("A & B", "<i>"))
    tables = [Table(match, seats=PEOPLE, viewer=viewer) for viewer in (0, 1, gk.PUBLIC, gk.ALL)]
    for _ in range(20):
        for table in tables:
            elements = list(ElementTree.fromstring(table.shown["svg"]).iter())
            keys = [key for e in elements if (key := e.get("data-key"))]
            assert len(keys) == len(set(keys))
        if match.result:
            break
        match.play(some_move(match.legal(), random))


# --- Liar's Dice -----------------------------------------------------------------------------

HANDS = [[2, 2, 5, 6], [2, 3, 3, 1]]


def bluff(**fields: object) -> gk.Match:
    return gk.Match("liars-dice", seed=7, position={"dice": HANDS, **fields})


@pytest.mark.rule("LD-6")
def test_a_claim_is_a_number_and_a_face_and_then_its_button_or_the_face_again() -> None:
    table = shown_for(bluff(claim=[3, 4], to_move=0))
    table.press("face 2")
    assert filled(table) == [], "nobody has picked a number"
    assert table.shown["prompt"] == "Fox: how many 2s?"
    table.press("number 4")
    assert (filled(table), table.match.ply) == (["Claim 4 × 2"], 0)
    table.press("face 2")
    assert last_move(table.match) == "4x2"
    table.press("number 4")
    table.press("face 6")
    table.press("claim")
    assert last_move(table.match) == "4x6"


@pytest.mark.rule("LD-6")
def test_the_number_of_dice_and_the_face_are_picked_in_any_order() -> None:
    table = shown_for(bluff(claim=[3, 4], to_move=0))
    table.press("number 3")
    assert claims(table) == ["3 × 5", "3 × 6"]
    table.press("number 5")  # thought better of it
    assert claims(table) == [f"5 × {face}" for face in range(1, 7)]
    table.press("face 1")
    table.press("face 6")
    table.press("number 4")
    assert filled(table) == ["Claim 4 × 6"], "the latest of each counts"
    table.press("claim")
    assert last_move(table.match) == "4x6"
    table.press("face 2")
    table.press("more 1")
    table.press("number 12")
    table.press("face 2")
    assert last_move(table.match) == "12x2"


@pytest.mark.rule("LD-6")
def test_a_number_that_does_not_go_with_the_picked_face_lets_go_of_the_face() -> None:
    table = shown_for(bluff(claim=[3, 4], to_move=0))
    table.press("face 2")
    table.press("number 3")
    assert (filled(table), claims(table)) == ([], ["3 × 5", "3 × 6"])
    table.press("claim")
    assert table.shown["message"]["text"].startswith("First pick how many dice")


@pytest.mark.rule("LD-6")
def test_a_face_that_is_too_low_quotes_the_rule_and_offers_claims_with_that_number() -> None:
    table = shown_for(bluff(claim=[3, 4], to_move=0))
    table.press("number 3")
    table.press("face 2")
    message = table.shown["message"]
    assert (message["law"]["id"], message["legal"][:2]) == ("LD-6", ["3x5", "3x6"])


def test_every_face_shows_the_number_of_dice_that_is_picked() -> None:
    table = shown_for(bluff(claim=[3, 4], to_move=0))
    assert "of-1" not in by_key(table.shown["svg"])
    assert table.shown["prompt"].endswith("pick how many dice show which face, or press Challenge")
    table.press("number 5")
    assert by_key(table.shown["svg"])["of-1"].text == "5 ×"


@pytest.mark.rule("LD-12")
@pytest.mark.parametrize(
    ("wild", "told"),
    [("none", "no wild face"), ("ones", "1s are wild"), ("top", "6s are wild")],
)
def test_the_table_says_which_face_is_wild(wild: str, told: str) -> None:
    table = shown_for(gk.Match(gk.load("liars-dice", wild=wild), seed=7))
    assert table.shown["note"] == f"Bout 1 · 8 dice · {told}"


@pytest.mark.rule("LD-Q5")
def test_more_dice_are_offered_only_where_a_claim_may_name_more() -> None:
    capped = shown_for(gk.Match(gk.load("liars-dice", max_claim="total_dice"), seed=7))
    offered = re.compile(r'data-cell="(number \d+|more \d+)"')
    cells = offered.findall(capped.shown["svg"])
    assert cells == [*(f"number {dice}" for dice in range(1, 7)), "more 1"]
    capped.press("more 1")
    assert offered.findall(capped.shown["svg"]) == ["more 1", "number 7", "number 8"]
    assert 'data-cell="more 1"' in shown_for(gk.Match("liars-dice", seed=7)).shown["svg"]


@pytest.mark.rule("LD-Q5")
def test_claims_of_more_dice_than_are_in_play_are_gray() -> None:
    table = shown_for(bluff(claim=[6, 2]))  # 8 dice are in play
    table.press("number 9")
    keys = by_key(table.shown["svg"])
    assert "gk-die-nobody" in str(keys["offer-6"].get("class"))
    assert "only 8 dice are in play" in str(table.shown["prompt"])
    table.press("face 6")
    table.press("face 6")
    assert table.match.history[-1].text == "9x6", "the rules allow it"


@pytest.mark.rule("LD-8")
def test_the_dice_that_decided_lie_open_in_their_places_at_the_end() -> None:
    dice = [[5, 3, 5, 2], [6, 5, 3, 1, 6, 1, 6, 5]]
    position = {"count": [4, 8], "dice": dice, "claims": [[4, 5]], "to_move": 1}
    match = gk.Match("liars-dice", position=position)
    before = shown_for(match).shown["svg"]
    match.play("challenge")
    assert match.result
    shown = shown_for(match).shown["svg"]
    keys = by_key(shown)
    ended = [key for key in keys if key.startswith("ended-") and not key.endswith("face")]
    assert len(ended) == 12
    assert "".join(keys["gained-face"].itertext()) == "+1", "the ninth die, which nobody rolled"
    assert "".join(keys["claim"].itertext()) == "4 ×", "the claim that was challenged"
    assert keys["verdict-1"].text == "4 counted, so it is true: Owl gets a die."
    height = re.compile(r'viewBox="0 0 \S+ (\S+)"')
    assert height.findall(shown) == height.findall(before), "nothing below the board moves"


@pytest.mark.parametrize(
    ("options", "loss"),
    [({}, "gets a die"), ({"penalty": "lose"}, "loses a die"), ({"bouts": 1}, "loses")],
)
def test_the_board_says_what_a_challenge_costs(options: dict[str, Any], loss: str) -> None:
    match = gk.Match(gk.load("liars-dice", **options), seed=1)
    keys = by_key(shown_for(match).shown["svg"])
    assert keys["awaited-1"].text == f"whoever is wrong {loss}"
    keys = by_key(shown_for(match.play("100x1").play("challenge")).shown["svg"])
    assert str(keys["verdict-1"].text).endswith(f"so it is false: Fox {loss}.")


def test_only_the_picked_number_looks_like_a_die() -> None:
    table = shown_for(bluff(claim=[3, 4], to_move=0))
    table.press("number 4")
    keys = by_key(table.shown["svg"])
    dice = ["".join(e.itertext()) for key, e in keys.items() if re.fullmatch(r"number-\d", key)]
    assert dice == ["4"]
    assert keys["more-2"].text == "5"


@pytest.mark.rule("LD-3")
def test_there_is_no_challenge_before_a_claim() -> None:
    table = shown_for(bluff())
    assert (buttons(table), len(claims(table))) == ({"claim": "Claim"}, 6)


def test_hundreds_of_claims_are_not_hundreds_of_buttons() -> None:
    table = shown_for(bluff())
    assert len(table.match.legal()) == 762
    assert len(json.dumps(table.shown)) < 16_000


@pytest.mark.rule("LD-2")
def test_players_see_their_own_dice_and_how_many_the_other_has() -> None:
    keys = by_key(Table(bluff(), seats=PEOPLE, viewer=0).shown["svg"])
    assert [key for key in keys if key.startswith("die-1")] == []
    assert len([key for key in keys if key.startswith("die-0") and "face" not in key]) == 4
    assert "".join(keys["cup-1-count"].itertext()) == "4"


@pytest.mark.parametrize("name", ["Counter", "Credulous", "Maximiliane"])
def test_a_cup_leaves_the_name_beside_it_free(name: str) -> None:
    view = gk.Match("liars-dice", seed=1, players=("You", name)).view(0)
    found = {piece.key: piece for piece in scene_of(view).pieces}
    written, cup = found["name-1"], found["cup-1"]
    assert isinstance(written, Words)
    assert isinstance(cup, Token)
    assert written.x + 13.5 * len(name) < cup.x - cup.size / 2


def test_an_onlooker_sees_dice_and_claims_and_nothing_to_press() -> None:
    match = bluff().play("2x3")
    view = match.view(gk.PUBLIC)
    ours, theirs = scene_of(view), scene_of(view, Hand(is_onlooker=True))
    assert ours.cells
    assert not theirs.cells
    assert "awaited" not in theirs.svg(), "nor a hint for players"
    assert theirs.height < 0.6 * ours.height
    match.play("challenge")
    while not match.result:
        after = scene_of(match.view(gk.PUBLIC), Hand(is_onlooker=True))
        assert "Last bout" in after.svg() or "verdict-1" in after.svg()
        match.play("challenge" if "challenge" in match.legal() else match.legal()[0])


def test_dice_that_lie_open_in_a_variant_are_drawn_beside_the_cup() -> None:
    def hide(rules: Any, view: Any, player: int) -> None:
        for die in range(len(view.dice)):
            if die // 16 != player and die % 16 > 0:
                view.dice[die] = 0

    game = gk.load("liars-dice").variant(hide=hide)
    match = gk.Match(game, position={"dice": [[2, 2, 5, 6], [3, 1, 1, 1]]})
    keys = by_key(Table(match, seats=PEOPLE, viewer=0).shown["svg"])
    assert "".join(keys["cup-1-count"].itertext()) == "3"
    assert "die-1-0" in keys
    assert "die-1-1" not in keys


@pytest.mark.rule("LD-Q8")
def test_a_challenge_shows_all_dice_and_which_of_them_count() -> None:
    match = bluff(claim=[3, 2], to_move=1).play("challenge")
    keys = by_key(Table(match, seats=PEOPLE, viewer=0).shown["svg"])
    dice = {key: e.get("class") or "" for key, e in keys.items()
            if key.startswith("before-") and key.count("-") == 2 and "face" not in key}  # fmt: skip
    counting = {key for key, look in dice.items() if "gk-faint" not in look}
    assert (len(dice), counting) == (8, {"before-0-0", "before-0-1", "before-1-0"})
    said = [keys[f"{key}-face"].find(".//*[@class='gk-said-of-die']") for key in sorted(counting)]
    assert [each is not None and each.text for each in said] == ["1", "2", "3"]
    assert keys["verdict-0"].text == "Owl challenged three 2s."
    assert keys["verdict-1"].text == "3 counted, so it is true: Owl gets a die."


def test_a_reveal_is_large_until_somebody_claims_again() -> None:
    def width(match: gk.Match) -> float:
        pieces = scene_of(match.view(0)).pieces
        return next(e.size for e in pieces if isinstance(e, Die) and e.key == "before-0-0")

    match = bluff(claim=[3, 2], to_move=1).play("challenge")
    large = width(match)
    match.play("1x2")
    assert width(match) < large
    keys = by_key(Table(match, seats=PEOPLE, viewer=0).shown["svg"])
    assert keys["verdict-0"].text == "Last bout: Owl challenged three 2s."


@pytest.mark.rule("X-Q10")
def test_the_challenger_sees_the_reveal_before_the_curtain_falls() -> None:
    match = gk.Match("liars-dice", seed=1, players=("Ann", "Bo")).play("3x4")
    shown = Table(match, seats=("human", "human"))
    assert shown.shown["veiled"], "nothing is to be seen yet"
    shown.click("lift")
    shown.press("challenge")
    assert (shown.shown["curtain"]["name"], shown.shown["veiled"]) == ("lift", False)
    assert "Bo challenges three 4s: 1 counted, so Ann gets a die." in shown.shown["message"]["text"]
    assert "before-0-0" in by_key(shown.shown["svg"])
    faces = [key for key in by_key(shown.shown["svg"]) if key.startswith(("die-0", "die-1"))]
    assert faces == [], "the new dice are covered"


def test_the_odds_of_a_claim_are_shown_only_as_assistance() -> None:
    match = bluff(claim=[3, 2], to_move=0)
    table = Table(match, seats=("human", "random"))
    assert "odds" not in by_key(table.shown["svg"]), "they are behind a switch"
    table.press("odds")
    helped = by_key(table.shown["svg"])
    assert helped["odds"].text == "52% likely to be true"  # 671/1296: one more of four dice
    alone = Table(match, seats=("human", "random"), assist=False)
    assert "odds" not in by_key(alone.shown["svg"])


# --- Tic-Tac-Toe Evolved -----------------------------------------------------------------------


def contest(**fields: object) -> gk.Match:
    board = {
        "1,1": {"mark": "X", "owner": "O"},
        "2,1": {"mark": "O", "owner": "X"},
        "3,3": {"mark": "X"},
    }
    return gk.Match("tic-tac-toe-evolved", seed=7, position={"board": board, **fields})


@pytest.mark.rule("TTE-18")
def test_a_square_has_the_color_of_its_holder_and_says_whose_die_lies_there() -> None:
    table = shown_for(contest())
    keys = by_key(table.shown["svg"])
    assert "gk-die-0" in (keys["mark-0"].get("class") or "")
    assert "".join(keys["mark-0"].itertext()) == "X"
    assert keys["mark-0-of"].text == "O’s die"
    assert "mark-8-of" not in keys, "it lies on a die of its own"
    assert keys["cell-1,1"].get("aria-label") == "1,1, X on a locked die of O, can be pressed"
    assert (keys["discard-0"].text or "").endswith("O holds 1")


@pytest.mark.rule("TTE-12")
def test_the_first_bid_is_covered_until_the_second_is_made() -> None:
    match = contest().play("contest 2,2").play("bid 3")
    assert "bid-0-cup" in by_key(Table(match, seats=PEOPLE, viewer=1).shown["svg"])
    own = by_key(Table(match, seats=PEOPLE, viewer=0).shown["svg"])
    assert ("bid-0-cup" in own, own["bid-0"].text) == (False, "X bids 3")
    match.play("bid 1")
    assert by_key(Table(match, seats=PEOPLE, viewer=1).shown["svg"])["bid-0"].text == "bids 3"


@pytest.mark.rule("TTE-Q2")
def test_some_dice_that_show_r_are_rolled_again_and_others_put_back() -> None:
    dice = {"X": ["R", "R", "X"], "O": ["O"]}
    match = contest(square="2,2", bids={"X": 3, "O": 1}, dice=dice)
    table = shown_for(match)
    assert list(buttons(table).values()) == ["Roll 2", "Roll 1", "Roll 0"]
    assert table.shown["prompt"].endswith("2 dice show R, which is no mark. Roll how many again?")
    table.press("reroll 1")
    assert last_move(match) == "reroll 1"


@pytest.mark.rule("TTE-4")
def test_a_single_r_is_rolled_again_or_put_back() -> None:
    match = contest(square="2,2", bids={"X": 1, "O": 1}, dice={"X": ["R"], "O": ["O"]})
    table = shown_for(match)
    assert list(buttons(table).values()) == ["Roll it again", "Put it back"]
    table.press("reroll 0")
    assert last_move(match) == "reroll 0"


def test_a_die_that_is_bid_leaves_its_place_in_the_pool() -> None:
    dice = {"X": ["X", "X", "R", "R"], "O": ["O", "ret"]}
    match = contest(square="3,1", bids={"X": 4, "O": 2}, dice=dice)
    keys = by_key(shown_for(match).shown["svg"])
    drawn = [key for key in keys if re.fullmatch(r"(stock|bid)-0-\d", key)]
    assert len(drawn) == match.state.pool[0] + match.state.discard[0]
    assert [keys[key].text for key in keys if key.startswith("used-0")] == ["bid"] * 4
    assert "used-1-0" in keys, "this die of O is beside the board"
    assert "used-1-1" not in keys, "and this one is back in the pool"


@pytest.mark.rule("TTE-24")
def test_the_roll_of_a_recharge_is_shown_with_the_dice_that_come_back() -> None:
    match = gk.Match("tic-tac-toe-evolved", seed=7, auto=False).play("recharge")
    match.dictate("R,3")
    table = shown_for(match)
    keys = by_key(table.shown["svg"])
    assert "".join(keys["recharge"].itertext()) == "3"
    assert keys["recharge-0"].text == "Three dice"
    assert table.shown["moves"][-1]["words"] == "recharges. Three dice come back"


@pytest.mark.rule("TTE-12")
def test_a_bid_is_made_of_dice_from_the_pool() -> None:
    table = shown_for(contest().play("contest 2,2"))
    bids = {f"bid {dice}": f"Bid {dice}" for dice in range(5)}
    table.press("bid 0")
    assert table.shown["message"]["law"]["id"] == "TTE-13"
    forms = {choice["name"]: choice["form"] for choice in table.shown["choices"]}
    assert [name for name in bids if "disabled" in forms[name]] == ["bid 0"]
    assert table.shown["prompt"].endswith("how many dice for the middle? At least one")
    assert buttons(table) == bids
    assert filled(table) == []
    for die in ("die 3", "die 1"):
        table.press(die)
    assert buttons(table) == bids
    assert filled(table) == ["Bid 2"]
    assert table.shown["prompt"].endswith("2 dice for the middle. Press more, or Bid 2")
    table.press("die 3")
    table.press("bid 1")
    assert last_move(table.match) == "bid 1"
    assert buttons(table) == bids
    assert all("disabled" not in choice["form"] for choice in table.shown["choices"])


@pytest.mark.rule("TTE-Q6")
def test_a_bid_that_nobody_can_choose_says_so() -> None:
    table = shown_for(contest(pool={"X": 0, "O": 6}, slot=1).play("contest 2,2"))
    assert table.shown["prompt"].endswith("no die is left in the pool for the middle. Press Bid 0")
    assert filled(table) == ["Bid 0"] == list(buttons(table).values())


@pytest.mark.rule("TTE-21")
def test_the_odds_of_every_bid_are_shown_once_a_die_is_pressed() -> None:
    fields = {"board": {"2,2": {"mark": "O"}}, "pool": {"X": 2, "O": 1}}
    table = shown_for(gk.Match("tic-tac-toe-evolved", position=fields).play("contest 2,2"))
    assert "odds" not in by_key(table.shown["svg"])
    table.press("die 1")
    keys = by_key(table.shown["svg"])
    shown = {key: keys[key].text for key in keys if key.startswith("odds-") and key[5].isdigit()}
    chances = {f"odds-{mine}-{theirs}": "" for mine in (1, 2) for theirs in (0, 1)}
    for key, text in {"1-0": "0", "1-1": "15", "2-0": "60", "2-1": "14"}.items():
        chances[f"odds-{key}"] = text
    assert shown == {"odds-1": "1", "odds-2": "2", **chances}, "as its rules page has them"
    assert "holds it: one mark for free" in table.shown["message"]["text"]
    assert "odds-row" in keys


@pytest.mark.rule("TTE-12")
def test_a_die_pressed_before_a_contest_says_what_comes_first() -> None:
    table = shown_for(contest())
    table.press("die 1")
    assert table.shown["message"]["text"] == (
        "First press the square that you contest, then the dice that you bid for it."
    )
    table.press("2,2")
    assert last_move(table.match) == "contest 2,2"


@pytest.mark.rule("TTE-23")
@pytest.mark.parametrize(
    ("squares", "line"),
    [
        ("1,1 2,1 3,1", "the top row"),
        ("3,1 3,2 3,3", "the right column"),
        ("1,1 2,2 3,3", "a diagonal"),
    ],
)
def test_the_end_names_the_line_that_won(squares: str, line: str) -> None:
    board = {square: {"mark": "O"} for square in squares.split()}
    table = shown_for(gk.Match("tic-tac-toe-evolved", position={"board": board}))
    assert table.shown["prompt"] == f"O holds {line}."


def test_the_square_that_is_bid_for_is_named() -> None:
    keys = by_key(shown_for(gk.Match("tic-tac-toe-evolved", seed=1)).shown["svg"])
    assert [keys[f"contest-{n}"].text for n in range(2)] == ["Both roll dice:", "more marks"]
    keys = by_key(shown_for(contest().play("contest 2,2")).shown["svg"])
    assert keys["contest-of"].text == "Middle"
    assert keys["contest-0"].text == "X contests it"


@pytest.mark.rule("TTE-28")
def test_a_square_that_the_die_picked_says_so() -> None:
    match = gk.Match("tic-tac-toe-evolved", seed=7, auto=False)
    for move in ("contest 3,1", "bid 1", "bid 2"):
        match.play(move)
    match.dictate("R,X,O")
    match.play("reroll 0")
    match.play("recharge")
    match.dictate("1,1,3")
    keys = by_key(shown_for(match).shown["svg"])
    assert keys["contest-of"].text == "Bottom left"
    assert keys["contest-0"].text == "The green die"
    assert not any(key.startswith("bid-") for key in keys), "nothing of the contest before is left"


@pytest.mark.rule("TTE-16")
def test_a_square_pressed_too_early_says_what_comes_first() -> None:
    shown = shown_for(gk.Match("tic-tac-toe-evolved", seed=1).play("contest 2,2"))
    shown.press("1,1")
    assert shown.shown["message"]["text"].startswith(
        "Press dice of your pool or drag them to the middle"
    )
    shown.press("die 1")
    assert "bid 1" in buttons(shown)


def test_a_contest_shows_its_score() -> None:
    match = contest(square="1,1", bids={"X": 2, "O": 1}, dice={"X": ["X", "R"], "O": ["O"]})
    keys = by_key(shown_for(match).shown["svg"])
    assert [keys[f"score-{player}"].text for player in (0, 1)] == ["2 marks", "1 mark"]
    assert keys["free-of"].text == "free", "the second mark of X is that of its holder"


@pytest.mark.rule("TTE-21")
@pytest.mark.parametrize(
    ("square", "thrown", "score"),
    [("2,1", "X,X", "1 mark"), ("2,1", "X,O", "2 marks"), ("2,2", "X,O", "1 mark")],
)
def test_the_free_mark_is_still_there_after_the_throw(square: str, thrown: str, score: str) -> None:
    position = {"board": {"2,1": {"mark": "O"}}}
    match = gk.Match("tic-tac-toe-evolved", position=position, auto=False)
    match.play(f"contest {square}").play("bid 1").play("bid 1").dictate(thrown)
    keys = by_key(shown_for(match).shown["svg"])
    assert keys["score-1"].text == score
    marks = thrown.count("O") + ("free" in keys)
    assert score.startswith(f"{marks} "), "the score counts what one sees"


@pytest.mark.rule("TTE-1")
def test_the_colors_are_the_published_ones() -> None:
    """X has blue dice, O red ones, and the green die is nobody's."""
    svg = shown_for(contest()).shown["svg"]
    assert 'class="gk-board gk-blue-red' in svg
    assert "gk-die-green" in (by_key(svg)["slot-2"].get("class") or "")


@pytest.mark.rule("TTE-26")
def test_a_players_own_square_offers_a_choice() -> None:
    table = shown_for(contest())
    table.press("1,1")
    assert list(buttons(table)) == [
        "contest 1,1", "relinquish 1,1", "relinquish 1,1 retrieve 2,1"
    ]  # fmt: skip
    table.press("relinquish 1,1 retrieve 2,1")
    assert table.match.state.marks[:2] == [-1, -1]


def test_after_a_contest_its_dice_stay_in_sight() -> None:
    match = gk.Match("tic-tac-toe-evolved", seed=7, auto=False)
    for move in ("contest 2,2", "bid 2", "bid 1"):
        match.play(move)
    match.dictate("X,R,O")
    match.play("reroll 1")
    match.dictate("X")
    keys = by_key(shown_for(match).shown["svg"])
    dice = ["".join(keys[f"bid-{owner}-{n}"].itertext()) for owner, n in ((0, 0), (0, 1), (1, 0))]
    assert dice == ["X", "X", "O"]
    assert "gk-faint" in (keys["bid-0-0"].get("class") or "")
    assert (keys["bid-0"].text, keys["contest-of"].text) == ("bid 2", "Last: X won")
    assert "contested last" in (keys["cell-2,2"].get("aria-label") or "")
    match.play("contest 1,1")
    keys = by_key(shown_for(match).shown["svg"])
    assert "bid-0" not in keys, "the next contest has begun"


@pytest.mark.rule("TTE-27")
def test_the_order_of_turns_shows_whose_turn_it_is() -> None:
    first, second = (by_key(shown_for(contest(slot=s)).shown["svg"]) for s in (0, 1))
    assert first["now"].get("transform") != second["now"].get("transform")
    assert first["now"].get("transform") == first["slot-0"].get("transform")
    assert [first[f"slot-{n}"].get("class") for n in (0, 1, 3, 4)] == [
        "gk-token", "gk-token", "gk-token", "gk-token"
    ]  # fmt: skip


@pytest.mark.rule("TTE-23")
def test_the_squares_that_won_are_marked_in_a_variant_too() -> None:
    corners = gk.load("tic-tac-toe-evolved").variant(
        has_three=lambda state, player: (
            state.marks[0] == state.marks[2] == state.marks[6] == state.marks[8] == player
        )
    )
    held = {square: {"mark": "O"} for square in ("1,1", "2,1", "3,1", "1,3", "3,3")}
    keys = by_key(shown_for(gk.Match(corners, position={"board": held})).shown["svg"])
    labels = {key.removeprefix("cell-"): one.get("aria-label") for key, one in keys.items()}
    assert {square for square, label in labels.items() if "winning" in (label or "")} == {
        "1,1", "3,1", "1,3", "3,3",
    }  # fmt: skip


def test_a_square_is_only_given_up_where_there_is_one() -> None:
    start = Table("tic-tac-toe-evolved", seats=("human", "human"))
    assert start.shown["prompt"] == "X: press a square to contest it, or recharge"
    position = {"board": {"1,1": {"mark": "X", "owner": "X"}}}
    held = Table(gk.Match("tic-tac-toe-evolved", position=position), seats=("human", "human"))
    held.press("1,1")
    assert (
        held.shown["prompt"]
        == "X holds the top left. Giving it up puts its die into X's pool, to bid again"
    )


def test_a_player_without_dice_to_bid_reads_why_no_square_can_be_contested() -> None:
    position = {"pool": {"X": 0, "O": 3}}
    table = Table(gk.Match("tic-tac-toe-evolved", position=position), seats=("human", "human"))
    assert table.shown["prompt"] == "X: no dice to bid: recharge"


@pytest.mark.rule("TTE-28")
def test_the_result_of_a_contest_comes_before_the_next_turn() -> None:
    match = gk.Match("tic-tac-toe-evolved", seed=7, auto=False)
    for move, dice in (("contest 1,1", ""), ("bid 1", ""), ("bid 1", "X,O"), ("recharge", "1,3,3")):
        match.play(move)
        if dice:
            match.dictate(dice)
    for move in ("bid 0", "bid 0", "recharge"):
        match.play(move)
    match.dictate("2")
    told = news(match, 0, match.ply - 2)["text"]
    assert told == (
        "O bids 0. X 0, O 0: a tie, so the bottom right is empty. O recharges. Two dice come back."
    )


def test_another_number_of_dice_can_be_pressed_after_the_first() -> None:
    table = shown_for(gk.Match("liars-dice", seed=7))
    table.press("number 2")
    table.press("number 4")
    assert table.shown["prompt"].endswith("4 dice of which face?")
    cells = re.findall(r'class="([^"]*)"[^>]*data-cell="number (\d)"', table.shown["svg"])
    assert [n for marks, n in cells if "gk-next" in marks] == ["1", "2", "3", "5", "6"]


def test_the_dice_of_a_contest_stay_until_the_next_begins() -> None:
    match = gk.Match("tic-tac-toe-evolved", seed=7)
    bot = gk.bot("random")
    while (
        sum(entry.text.startswith("bid ") for entry in match.history) < 2
        or match.view().state.phase != TURN
    ):
        match.play(bot.choose(match.view(match.to_act), seed=match.ply))
        assert not match.result
    keys = by_key(shown_for(match).shown["svg"])
    bids = [int(entry.text[4:]) for entry in match.history if entry.text.startswith("bid ")][-2:]
    dice = [key for key in keys if re.fullmatch(r"bid-[01]-\d", key)]
    assert len(dice) == sum(bids)


@pytest.mark.rule("TTE-14")
def test_the_die_that_comes_back_for_free_is_offered_first_and_no_mark_is_counted_yet() -> None:
    table = shown_for(contest().play("contest 2,2").play("bid 1").play("bid 0"))
    assert "so one die comes back for free" in table.shown["prompt"]
    assert list(buttons(table).values()) == ["Recharge it", "Leave it"]
    assert filled(table) == ["Recharge it"]
    keys = by_key(table.shown["svg"])
    assert not any(key.startswith("score-") for key in keys)
