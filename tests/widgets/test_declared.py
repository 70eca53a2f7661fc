"""People can press, drag and read games that declare their parts, without a scene file."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.contract import Game, squares
from gamekit_widgets.drawing.scene import Emblem, Hand, Words
from gamekit_widgets.scenes import drawn, scene_file
from gamekit_widgets.table.words import moves
from tests.published_games import GAMES, breakthrough, hex, kuhn, pentago, pig
from tests.test_components import bids


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_move_can_be_pressed_to_the_end(game: gk.Game) -> None:
    match, random = gk.Match(game, seed=4), Random(4)
    while not match.result:
        view = match.view(match.to_act)
        move = random.choice(view.legal())
        pressed: tuple[str, ...] = ()
        for what in scene_file(game.name).presses(view, move):
            assert isinstance(what, str)
            hand = Hand(pressed, {m: scene_file(game.name).presses(view, m) for m in view.legal()})
            scene = drawn(view, hand)
            labels = {cell.label for cell in scene.cells} | {each.name for each in scene.choices}
            assert what in hand.next <= labels
            pressed = (*pressed, what)
        assert scene_file(game.name).compose(view, pressed) == move
        match.play(move)
    assert match.result.text in drawn(match.view(gk.PUBLIC), Hand()).prompt


def test_a_pawn_moves_by_two_presses_and_keeps_its_key() -> None:
    match = gk.Match(breakthrough.GAME)
    table = gw.Table(match, seats=("human", "human"))
    before = {piece.key for piece in drawn(match.view(0), Hand()).pieces}
    table.press("B2")
    assert match.ply == 0
    table.press("C3")
    assert match.history[-1].text == "B2-C3"
    assert {piece.key for piece in drawn(match.view(0), Hand()).pieces} >= before - {"counts-0"}


def test_an_illegal_press_is_refused_with_its_rule() -> None:
    match = gk.Match(breakthrough.GAME, position={"board": {"B2": "X", "C2": "O", "F1": "O"}})
    table = gw.Table(match, seats=("human", "human"))
    table.press("B2")
    table.press("C2")
    assert match.ply == 0
    assert "Straight ahead a pawn goes only to an empty cell." in table.shown["message"]["text"]


def test_an_onlooker_sees_that_cards_are_held_and_not_which() -> None:
    match = gk.Match(kuhn.GAME, seed=2)
    hidden, own = (drawn(match.view(viewer), Hand()) for viewer in (gk.PUBLIC, 0))
    assert cards(hidden, "hand") == ["?", "?"]
    assert cards(own, "hand")[0] in ("1", "2", "3")
    assert cards(own, "hand")[1] == "?"


def cards(scene: Any, where: str) -> list[str]:
    """Return the words on the cards in a place."""
    names = (piece for piece in scene.pieces if piece.key.endswith("-name"))
    return [piece.text for piece in names if f"-{where}-" in piece.key]


def test_cards_in_hand_stand_apart_from_those_on_the_table() -> None:
    match = gk.Match(bids()).play("lay wren").play("lay owl").play("lay jay")
    scene = drawn(match.view(1 - match.first), Hand())
    assert sorted(cards(scene, "hand")) == ["?", "jay", "wren"]
    assert cards(scene, "face-down") == ["?"]
    assert cards(scene, "discarded") == ["wren", "owl"]
    captions = {piece.text for piece in scene.pieces if piece.key.startswith("caption-")}
    assert captions == {"hand", "face down", "discarded"}
    (left,) = cards(drawn(gk.Match(kuhn.GAME, seed=2).view(0), Hand()), "deck")
    assert left == "×1", "how many there are is no card"


def test_a_table_with_hundreds_of_moves_offers_what_can_come_next() -> None:
    view = gk.Match(pentago.GAME).view(0)
    ways = {move: scene_file("pentago").presses(view, move) for move in view.legal()}
    assert len(ways) == 288
    offered = [[each.name for each in drawn(view, Hand(pressed, ways)).choices]
               for pressed in ((), ("B2",), ("B2", "lower left"))]  # fmt: skip
    assert offered == [
        [],
        ["upper left", "upper right", "lower right", "lower left"],
        ["left", "right"],
    ]


def test_a_declared_board_is_drawn_whatever_notation_a_game_has() -> None:
    def write(rules: Any, state: Any, move: int) -> str:
        return f"stone {move + 1}"

    def read(rules: Any, state: Any, text: str) -> list[int]:
        return [int(text.removeprefix("stone ")) - 1]

    match = gk.Match(hex.GAME.variant(write=write, read=read))
    table = gw.Table(match, seats=("human", "human"))
    table.press("B2")
    assert match.history[-1].text == "stone 7"
    marked = {cell.label for cell in drawn(match.view(0), Hand()).cells if "recent" in cell.marks}
    assert marked == {"B2"}


def kings(side: int) -> gk.View:
    """Return a board with a king of player 0 in its corner."""
    board = squares(side, side, kinds=("man", "king"))
    names = {**vars(breakthrough), "setup": lambda rules, state: state.board.__setitem__(0, 3)}
    game = Game(names, name="kings", title="Kings", board=board, join=None)
    return gk.Match(game.with_(rows=side, columns=side), auto=False).view(gk.PUBLIC)


@pytest.mark.parametrize(("side", "is_inside"), [(6, True), (8, False)])
def test_a_letter_is_on_its_piece_or_beside_it_and_never_wider(side: int, is_inside: bool) -> None:
    scene = drawn(kings(side), Hand())
    (piece,) = (p for p in scene.pieces if isinstance(p, Emblem) and p.key.startswith("piece-"))
    (letter,) = (each for each in scene.pieces if each.key.startswith("kind-"))
    assert isinstance(letter, Words)
    assert (letter.text, letter.x == piece.x) == ("K", is_inside)
    if is_inside:
        top = letter.y - 19  # of a letter of this look, which is some 19 high and wide
        assert letter.y <= piece.y + 0.4 * piece.size
        assert (top - piece.y + piece.size / 2) / 0.9 >= 19


def test_the_card_that_was_discarded_last_lies_on_top() -> None:
    match = gk.Match(bids(), first=0)
    for move in ("lay owl", "lay jay", "lay jay", "lay wren"):
        match.play(move)
    scene = drawn(match.view(gk.PUBLIC), Hand())
    pile = [each for each in scene.pieces if each.key.startswith("card-cards-discarded-0")]
    assert [each.text for each in pile if isinstance(each, Words)] == ["owl", "jay"]


@pytest.mark.parametrize(("game", "is_dealt"), [(kuhn.GAME, True), (pig.GAME, False)])
def test_only_what_was_rolled_stands_as_dice_beside_a_turn(game: gk.Game, is_dealt: bool) -> None:
    match = gk.Match(game, seed=1, first=0)
    match.play(match.legal()[0])
    line = next(moves(match, 0))
    assert (line["before"].isdecimal(), line["dealt"]) == (True, is_dealt)


def test_a_custom_game_says_its_aim_its_guide_and_what_a_turn_did() -> None:
    def phrases(moves: list[str], rolled: str | None) -> list[tuple[str, str]]:
        return [("fills", move) for move in moves]

    parts = {**vars(hex), "phrases": phrases}
    told = {"aim": "{0} joins the sides.", "guide": "The board never fills up in vain."}
    game = Game(parts, name="own-hex", title="Hex", board=hex.GAME.declared_board or "", **told)
    table = gw.Table(game, seats=("human", "human"))
    assert table.shown["message"]["text"] == f"How to win: {table.match.names[0]} joins the sides."
    assert table.shown["guide"] == told["guide"]
    table.match.play(table.match.legal()[0])
    assert [each["words"] for each in moves(table.match, gk.PUBLIC)] == ["fills A1"]


def test_an_aim_names_only_the_players() -> None:
    with pytest.raises(gk.GameError, match="for the players, may stand in braces"):
        Game(vars(hex), name="own-hex", title="Hex", aim="Join {side} cells.")
