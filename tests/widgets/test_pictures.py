"""Pictures: the SVG of a position, the board, the replay, and what a saved notebook keeps."""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import replace
from html import unescape
from itertools import chain
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.games.take_back_toe import rulebook, rules, text
from gamekit_widgets.assets import style
from gamekit_widgets.drawing.pieces import Cell
from gamekit_widgets.drawing.scene import CELL, Hand, Scene, Words
from gamekit_widgets.drawing.svg import draw_cell, draw_corner
from gamekit_widgets.scenes import SCENES, default, register, scene_file
from tests.published_games import pig

ONE = {"board": {"A2": 6, "B1": 10, "B2": 4, "B3": 10, "B4": 10}, "die": 4}


def match(**more: object) -> gk.Match:
    return gk.Match("take-back-toe", seed=7, **more)


def elements(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter())


def by_key(svg: str) -> dict[str, ElementTree.Element]:
    return {key: e for e in elements(svg) if (key := e.get("data-key"))}


def press(shown: gw.Table, *presses: str) -> gw.Table:
    for what in presses:
        shown.press(what)
    return shown


def texts(shown: gw.Table) -> list[str]:
    return [move["text"] for move in shown.shown["moves"]]


def choices(shown: gw.Table) -> list[str]:
    return [choice["name"] for choice in shown.shown["choices"] if not choice["state"]]


def says(shown: gw.Table, label: str) -> str:
    return by_key(shown.shown["svg"])[f"cell-{label}"].get("aria-label") or ""


def place(svg: str, key: str) -> str | None:
    return by_key(svg)[key].get("transform")


# --- the drawing -----------------------------------------------------------------------------


def test_a_part_of_the_page_has_a_class_that_no_drawing_has() -> None:
    """A style for one of them would also apply to the other."""
    root = Path(gw.__file__).parent
    scripts = [each for each in root.rglob("js/**/*.js") if ".bundle" not in each.name]
    modules = [each for each in root.rglob("*.py") if each.parent.name not in ("drawing", "scenes")]
    made = [re.findall(r"\bclass(?:: |Name = ).*", each.read_text("utf-8")) for each in scripts]
    made += [re.findall(r"class=.*|add_class.*", each.read_text("utf-8")) for each in modules]
    parts = set(re.findall(r"\bgk-[\w-]+", " ".join(chain(*made))))
    drawn = set(re.findall(r"\.(gk-[\w-]+)", style("board")))
    assert {"gk-message", "gk-control-panel", "gk-lab-pair"} <= parts
    assert parts & drawn == {"gk-better"}, "the better move, on the board and in the list"


def test_every_cell_is_labeled_for_screen_readers() -> None:
    cells = [e for e in elements(gw.svg(match(position=ONE))) if e.get("role") == "gridcell"]
    assert len(cells) == 12
    says = {e.get("data-cell"): e.get("aria-label") for e in cells}
    assert says["A2"] == "A2, stack of 6, home of Red"
    assert says["C4"] == "C4, empty, home of Green"


@pytest.mark.rule("TBT-5")
def test_the_board_shows_the_size_of_each_stack() -> None:
    svg = gw.svg(match(position=ONE))
    counts = {key: e.text for key, e in by_key(svg).items() if key.startswith("count-")}
    assert counts == {"count-1": "6", "count-4": "10", "count-5": "4", "count-6": "10",
                      "count-7": "10"}  # fmt: skip
    chips = [key for key in by_key(svg) if key.startswith("chip-")]
    assert len(chips) == 40


def test_the_chips_that_move_keep_their_keys() -> None:
    game = match()
    before = gw.svg(game)
    game.play("B2-A2")
    after = gw.svg(game)
    moved = [key for key in by_key(before) if key.startswith("chip-")
             and (place(before, key) or "").split()[0] == (place(after, key) or "").split()[0]
             and _row(place(before, key)) != _row(place(after, key))]  # fmt: skip
    assert len(moved) == int(game.history[0].text), "as many as were rolled went up a row"
    assert set(by_key(before)) >= {key for key in by_key(after) if key.startswith("chip-")}
    game.undo()
    assert gw.svg(game) == before


def _row(transform: str | None) -> int:
    y = float((transform or "").rstrip(")").split()[1])
    return int((y - 58) // CELL)


def test_the_die_lies_with_the_player_to_move() -> None:
    game = match()
    assert by_key(gw.svg(game))["die"].get("class") == "gk-die gk-die-0"
    game.play("B2-A2")
    assert by_key(gw.svg(game))["die"].get("class") == "gk-die gk-die-1"


def test_the_last_move_is_an_arrow_with_its_number() -> None:
    game = match().play("B2-A2")
    arrow = by_key(gw.svg(game))["move-1"]
    assert "gk-arrow-0" in (arrow.get("class") or "")
    assert "".join(arrow.itertext()) == game.history[0].text


@pytest.mark.parametrize("size", [{"columns": 2, "match": 2}, {"columns": 8, "rows": 7}])
def test_boards_of_every_size_are_drawn(size: dict[str, int]) -> None:
    game = gk.load("take-back-toe", **size)
    cells = [e for e in elements(gw.svg(gk.Match(game, seed=1))) if e.get("role") == "gridcell"]
    assert len(cells) == game.parameters["rows"] * game.parameters["columns"]


def test_a_die_with_more_faces_shows_its_number() -> None:
    game = gk.load("take-back-toe", sides=20)
    svg = gw.svg(gk.Match(game, seed=1, position={"die": 17, "board": {"B1": 40}}))
    assert "".join(by_key(svg)["die"].itertext()) == "17"


def test_names_of_people_are_escaped() -> None:
    svg = gw.svg(match(players=("<b>Ann</b>", 'Bo "&" Co')))
    ElementTree.fromstring(svg)
    assert "<b>" not in svg


@pytest.mark.parametrize("shape", ["square", "hexagon", "circle"])
def test_names_of_cells_are_escaped(shape: Any) -> None:
    cell = Cell('"<b>&', 50, 50, "0", "", badge="+1", shape=shape)
    drawn = by_key(f"<svg>{draw_cell(cell)}{draw_corner(cell)}</svg>")
    assert list(drawn) == [f"{part}-{cell.label}" for part in ("cell", "corner")]


def test_a_game_without_a_scene_shows_its_text_and_its_moves_as_buttons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SCENES, "take-back-toe", default.SCENE_FILE)
    table = gw.Table(match(), seats=("human", "human"))
    choices = [choice["name"] for choice in table.shown["choices"]]
    assert choices == list(table.match.legal())
    table.press(choices[0])
    assert table.match.ply == 1
    assert 'role="img"' in table.shown["svg"]


def own_picture(view: gk.View, hand: Hand) -> Scene:
    """A board of one word, with its moves as buttons."""
    words = Words("word", 50, 50, f"round {view.state.turn}", "name")
    choices = default.draw(view, hand).choices
    return Scene("Mine", "My game", "Play", 100, 100, pieces=(words,), choices=choices)


def test_a_custom_game_is_registered_with_a_picture_and_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SCENES, "mine", default.SCENE_FILE)  # so it is removed again
    mine = gk.Game(rulebook, rules, text, text, name="mine", title="Mine")
    register(
        "mine", own_picture, elsewhere=lambda view, pressed: pressed[0] * (pressed[0] == "moo")
    )
    table = gw.Table(gk.Match(mine, seed=7), seats=("human", "human"))
    assert "round 0" in table.shown["svg"]
    table.press("moo")
    assert table.shown["message"]["text"] == "moo"
    table.press(table.match.legal()[0])
    assert "round 1" in table.shown["svg"]
    assert table.match.ply == 1


def test_a_picture_without_buttons_gets_one_for_each_move_that_has_no_cell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def picture(view: gk.View, hand: Hand) -> Scene:
        scene = default.draw(view, hand)
        return replace(scene, choices=scene.choices[:1])

    moves = {}
    for file in (default.SCENE_FILE, replace(default.SCENE_FILE, draw=picture)):
        monkeypatch.setitem(SCENES, "pig", file)
        moves[file] = choices(gw.Table(gk.Match(pig.GAME, seed=7), seats=("human", "human")))
    kits, own = moves.values()
    assert len(kits) > 1
    assert sorted(own) == sorted(kits)


def test_the_kits_own_games_keep_their_pictures() -> None:
    with pytest.raises(gk.GameError, match="is one of the kit's own games"):
        register("take-back-toe", own_picture)
    assert scene_file("take-back-toe") is not default.SCENE_FILE


# --- still pictures --------------------------------------------------------------------------


def widgets() -> list[tuple[object, object]]:
    return [
        (make(match().play("B2-A2")), make(match().play("B2-A2")))
        for make in (gw.Board, gw.Replay, lambda m: gw.Table(m, seats=("human", "human")))
    ]


def test_a_saved_notebook_keeps_the_board_as_text_and_as_a_picture() -> None:
    for one, other in widgets():
        (data, _), (again, _) = one._repr_mimebundle_(), other._repr_mimebundle_()
        assert "application/vnd.jupyter.widget-view+json" in data
        for kind in ("text/plain", "text/html"):
            assert data[kind] == again[kind], "the same match gives the same picture"
            assert one.model_id not in data[kind]
        assert data["text/plain"].startswith(match().play("B2-A2").board_text())
        image = re.fullmatch(
            r'<img alt="([^"]+)" style="max-width: 100%" src="data:image/svg\+xml;base64,([^"]+)">',
            data["text/html"],
        )
        assert image
        assert unescape(image[1]).startswith("Take-Back-Toe. row A: -, 6, -, -")
        svg = b64decode(image[2]).decode()
        assert "<style>" in svg
        assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
        ElementTree.fromstring(svg)


def test_a_match_is_a_picture_with_the_position_in_words() -> None:
    assert (
        '<img alt="Take-Back-Toe. row A: -, 6, -, -; '
        in (match().play("B2-A2")._repr_mimebundle_()["text/html"])
    )


# --- the board alone -------------------------------------------------------------------------


def test_a_board_reports_legal_moves_and_changes_nothing() -> None:
    game, moves = match(), []
    board = gw.Board(game)
    board.on_move(moves.append)
    board.press("B2")
    board.press("A2")
    assert moves == ["B2-A2"]
    assert game.ply == 0


def test_a_board_explains_illegal_gestures() -> None:
    board = gw.Board(match())
    board.on_move(print)
    board.press("B2")
    board.press("A1")
    assert board.shown["message"]["law"]["id"] == "TBT-11"
    view = gw.Board(match().view(gk.ALL))
    view.on_move(print)
    view.press("A1")
    assert view.shown["message"]["kind"] == "refusal"


def test_a_board_that_tells_nobody_of_moves_offers_none() -> None:
    board = gw.Board(gk.Match("flower-field", seed=3))
    before = board.shown
    assert "gk-next" not in before["svg"]
    board.press("D5")
    assert board.shown == before
    board.on_move(print)
    assert "gk-next" in board.shown["svg"]


def test_on_a_board_as_at_a_table_another_press_may_begin_another_move() -> None:
    moves: list[str] = []
    board = gw.Board(gk.Match("flower-field", seed=3))
    board.on_move(moves.append)
    for press in ("D5", "C4", "purple"):
        board.press(press)
    assert moves == ["C4 purple ..."]


def test_a_board_shows_a_match_again() -> None:
    game = match()
    board = gw.Board(game)
    before = board.shown["svg"]
    game.play("B2-A2")
    board.show()
    assert board.shown["svg"] != before


# --- the replay ------------------------------------------------------------------------------


def test_a_replay_steps_through_a_match_without_changing_it() -> None:
    game = match().play("B2-A2").play("B3-C3")
    record = str(game.record)
    replay = gw.Replay(game)
    assert (replay.shown["at"], replay.shown["ply"]) == (2, 2)
    replay.look(0)
    assert replay.shown["svg"] == gw.Replay(match()).shown["svg"]
    replay.look(99)
    assert replay.shown["at"] == 2
    assert str(game.record) == record


def test_a_replay_describes_the_move_that_led_to_the_board() -> None:
    replay = gw.Replay(match().play("B2-A2").play("B3-C3"))
    assert "from B3 to C3" in replay.shown["message"]["text"]
    replay.look(1)
    assert "from B2 to A2" in replay.shown["message"]["text"]
    replay.look(0)
    assert replay.shown["message"] is None


def test_a_replay_goes_on_by_itself_until_somebody_looks_for_themselves() -> None:
    game = match().play("B2-A2").play("B3-C3")
    replay = gw.Replay(game, autoplay=True)
    assert replay._repr_mimebundle_()[0]["text/plain"] == game.view().board_text()
    for at in (0, 1):
        assert (replay.shown["at"], replay.shown["auto"]) == (at, True)
        replay._hear(None, {"do": "click", "what": "step"}, [])
    assert (replay.shown["at"], replay.shown["auto"]) == (2, False)
    replay._hear(None, {"do": "click", "what": "step"}, [])  # from a browser that lags behind
    assert replay.shown["at"] == 2
    replay._hear(None, {"do": "click", "what": "play"}, [])
    assert (replay.shown["at"], replay.shown["auto"]) == (0, True)
    replay._hear(None, {"do": "look", "what": 1}, [])
    assert (replay.shown["at"], replay.shown["auto"]) == (1, False)
    replay.play()
    replay._hear(None, {"do": "click", "what": "pause"}, [])
    assert (replay.shown["at"], replay.shown["auto"]) == (1, False)


def test_a_replay_lists_the_turns_and_plays_at_a_chosen_speed() -> None:
    replay = gw.Replay(match().play("B2-A2").play("B3-C3"), speed=2)
    assert [move["text"] for move in replay.shown["moves"]] == ["B2-A2", "B3-C3"]
    assert [move["text"] for move in replay.late] == ["B2-A2", "B3-C3"]
    assert replay.shown["pace"] == "2"
    for pace, kept in (("½", "½"), ("warp", "½"), ("4", "4")):
        replay._hear(None, {"do": "pace", "what": pace}, [])
        assert replay.shown["pace"] == kept
    with pytest.raises(gk.GameError, match=r"speed=3\): give 0.5, 1, 2 or 4"):
        gw.Replay(match(), speed=3)


def test_a_match_without_a_move_is_not_played() -> None:
    replay = gw.Replay(match(), autoplay=True)
    assert not replay.is_playing
    assert replay.shown["controls"][0]["why"]


def test_a_replay_can_show_other_views() -> None:
    replay = gw.Replay(match().play("B2-A2"))
    replay._hear(None, {"do": "view", "what": "1"}, [])
    chosen = [viewer["label"] for viewer in replay.shown["viewers"] if viewer["why"]]
    assert chosen == ["Green"]


def test_a_replay_shows_the_sign_of_the_player_whose_move_it_describes() -> None:
    match = gk.Match("take-back-toe", seed=7)
    while match.ply < 2:
        match.play(match.legal_moves()[0])
    replay = gw.Replay(match)
    for ply in (1, 2):
        replay.look(ply)
        (mover,) = (
            entry.player for entry in match.history if entry.ply == ply and entry.player in (0, 1)
        )
        assert replay.shown["mover"] == mover
