"""Nobody acts for somebody else: a widget accepts only what it offers now, from the people it is for."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit_widgets import Table
from tests.widgets.test_table import buttons

PEOPLE = ("human", "human")


def bluff(**more: Any) -> gk.Match:
    """Liar's Dice; player 0 has claimed, so player 1 is to move."""
    return gk.Match("liars-dice", seed=5, players=("Ann", "Bo"), **more).play("1x1")


def tell(widget: Any, action: object, what: object) -> None:
    """Send what a browser would."""
    widget._hear(None, {"do": action, "what": what}, [])


# --- by whom ---------------------------------------------------------------------------------

ONLOOKERS = (gk.PUBLIC, 0)  # player 1 is to move


@pytest.mark.parametrize("viewer", ONLOOKERS)
@pytest.mark.parametrize("game", ["liars-dice", "take-back-toe"])
def test_a_player_who_is_not_to_move_neither_moves_nor_takes_back(game: str, viewer: int) -> None:
    match = gk.Match(game, seed=5, open=True)
    match.play(match.legal()[0])
    table = Table(match, seats=PEOPLE, viewer=viewer)
    before = match.ply, match.plies, match.view(gk.ALL).history
    tell(table, "type", match.legal()[0])
    for cell in ("A1", "B2", "C2", "1x1", "2x2", "challenge"):
        tell(table, "press", cell)
    for button in ("undo", "here", "redo", "hint", "step", "lift", "pause"):
        tell(table, "click", button)
    tell(table, "look", 0)
    tell(table, "click", "here")
    tell(table, "look", 99)
    assert (match.ply, match.plies, match.view(gk.ALL).history) == before
    assert table.match is match


def test_nobody_redoes_somebody_elses_move() -> None:
    match = bluff(open=True).play("2x2")
    match.undo()
    for viewer in ONLOOKERS:
        table = Table(match, seats=PEOPLE, viewer=viewer)
        tell(table, "look", 2)
        tell(table, "click", "redo")
        assert match.ply == 1, viewer
    tell(Table(match, seats=PEOPLE, viewer=1), "look", 2)
    assert match.ply == 2, "it is Bo's own"


@pytest.mark.rule("X-Q9")
def test_a_player_resigns_for_nobody_but_themselves() -> None:
    match = bluff()
    table = Table(match, seats=PEOPLE, viewer=0)
    tell(table, "click", "resign")
    tell(table, "click", "resign-now")
    assert match.result
    assert match.result.winner == 1
    match = bluff()
    table = Table(match, seats=PEOPLE, viewer=gk.PUBLIC)
    tell(table, "click", "resign")
    tell(table, "click", "resign-now")
    assert match.result is None
    assert {"resign", "hint", "ask", "pause"}.isdisjoint(buttons(table))
    assert table.shown["typing"] == ""


def test_nobody_resigns_while_it_is_nobodys_turn() -> None:
    """Two people share a screen and a roll is due, so nobody knows whose resignation it would be."""
    table = Table(gk.Match("take-back-toe", seed=5, auto=False), seats=PEOPLE)
    for button in ("resign", "resign-now", "hint"):
        tell(table, "click", button)
    assert not table.match.result
    assert "gk-hinted" not in str(table.shown["svg"])
    assert buttons(table)["resign"] == "It is not your turn."


def test_one_of_two_people_does_not_end_or_stop_the_match_for_both() -> None:
    match = bluff(clock=gk.Clock(60, 60))
    table = Table(match, seats=PEOPLE, viewer=0)
    for button in ("ask", "pause"):
        tell(table, "click", button)
    assert (table.shown["form"], table.shown["curtain"]) == ([], None)
    match.resign(1)
    table.show()
    assert "new" in buttons(table)


def test_a_person_alone_against_a_bot_may_undo_even_at_the_end() -> None:
    board = {"A1": 4, "A2": 4, "B3": 20, "B4": 12}
    match = gk.Match("take-back-toe", seed=1, position={"board": board, "die": 4})
    table = Table(match, seats=("human", "greedy"), viewer=0)
    table.type("B3-A3")
    assert match.result
    tell(table, "click", "undo")
    assert match.ply == 0


def test_notes_belong_to_the_person_at_the_table() -> None:
    table = Table(bluff(), seats=("human", "random"), viewer=1)
    assert table.shown["pad"] is None, "a bot keeps no notes"


# --- what is offered -------------------------------------------------------------------------


def test_an_answer_that_nobody_asked_for_begins_no_match() -> None:
    for official in (None, "official"):
        table = Table("take-back-toe", seats=PEOPLE, clock=official)
        match = table.match
        for what in ({}, {"first": "1"}, {"play": "teaching"}):
            tell(table, "answer", what)
        assert table.match is match
        assert table.shown["message"]["kind"] == "refusal"


@pytest.mark.parametrize("game", ["take-back-toe", "death-match"])
@pytest.mark.parametrize(
    "wrong",
    [
        {"seat-0": "search:999999999"},
        {"seat-0": "search:99s"},
        {"seat-0": "chess"},
        {"name-0": " "},
        {"name-0": "x" * 41},
        {"name-0": 5},
        {"first": "2"},
        {"dmo": "7"},
        {"dmo": "x"},
        {"clock": "same"},
        {"play": "free"},
        {"open": "yes"},
        {"seat_0": "human"},
    ],
)
def test_an_answer_is_one_of_those_offered(game: str, wrong: dict[str, object]) -> None:
    table = Table(game, seats=PEOPLE, ask=True)
    match, form = table.match, table.shown["form"]
    for _ in range(2):  # a refused action is no longer offered
        tell(table, "answer", wrong)
        assert table.match is match
        assert table.shown["message"]["kind"] == "refusal"
        assert len(table.shown["message"]["text"]) < 300
        assert table.shown["form"] == form


def test_a_game_without_a_dmo_takes_no_answer_about_one() -> None:
    table = Table("take-back-toe", seats=PEOPLE, ask=True)
    tell(table, "answer", {"dmo": "0"})
    assert table.shown["form"]
    table.set_up(dmo="x")
    assert table.shown["message"]["text"].startswith("dmo:")


def test_python_may_choose_settings_that_no_form_offers() -> None:
    table = Table("take-back-toe", seats=PEOPLE)
    table.set_up(seat_0="search:3", name_0="x" * 60)
    assert table.match.ply == 1
    assert table.match.names[0] == "x" * 60
    tell(table, "click", "ask")
    tell(table, "answer", {"first": "1"})
    assert table.match.first == 1, "what was there may stay"


def test_the_form_stands_alone() -> None:
    table = Table("take-back-toe", seats=PEOPLE, ask=True)
    match = table.match
    for action, what in (("type", match.legal()[0]), ("press", "B2"), ("press", "A2"), ("look", 0)):
        tell(table, action, what)
    assert (match.ply, match.plies) == (0, 0)
    assert table.shown["form"]


def test_two_bots_of_one_kind_keep_their_seats() -> None:
    bots = gk.bot("search:5"), gk.bot("search:6")
    table = Table("take-back-toe", seats=bots, ask=True)
    tell(table, "answer", {"first": "1"})
    assert table._sitting.bots == list(bots)


# --- whatever is sent ------------------------------------------------------------------------

NONSENSE: list[object] = [
    None, True, 0, -1, 10**400, 1.5, float("nan"), "", "x", "look", "B2", "\ud800", "٣", "-1", "0",
    "columns=٣", "games=-1", "bot0=-1", "x" * 100_000, [], [[]], {}, {"pad": 0}, {"pad": True, "text": ""},
    {"pad": [], "text": "x"}, {"first": "0"}, {"dmo": "x"}, {1: 2}, {"seat-0": []},
]  # fmt: skip
ACTIONS: list[object] = [
    "press", "type", "click", "look", "leave", "flag", "hello", "answer", "pace",
    "pad", "notes", "view", "set", "module", "", "x", None, 1, [], {}, [[]], ("press",),
]  # fmt: skip


def widgets() -> dict[str, Any]:
    """One widget of each kind, and tables in each mode."""
    match = gk.Match("liars-dice", seed=5)
    tbt = gk.Match("take-back-toe", seed=5)
    lab = gw.Lab("liars-dice", games=200)
    return {
        "table": Table(match.fork(), seats=PEOPLE),
        "form": Table(match.fork(), seats=PEOPLE, ask=True),
        "onlooker": Table(match.fork(), seats=PEOPLE, viewer=gk.PUBLIC),
        "watched": Table(tbt.fork(), seats=("random", "random")),
        "waiting": Table(gk.Match("take-back-toe", seed=5, auto=False), seats=PEOPLE),
        "over": Table(match.fork().resign(0), seats=PEOPLE),
        "task": gw.Task(tbt, "Win in one.", hints=["Look."]),
        "board": gw.Board(tbt.fork()),
        "replay": gw.Replay(match.fork()),
        "dials": lab._dials,
        "bench": lab._bench,
    }


@pytest.mark.parametrize("kind", widgets())
def test_no_report_raises_an_exception(kind: str) -> None:
    widget = widgets()[kind]
    for action in ACTIONS:
        for what in NONSENSE:
            if (kind, action) not in (("dials", "set"), ("bench", "set")) or "=" in str(what):
                tell(widget, action, what)
    for content in (None, [], "x", {"do": "press"}, {"what": 1}, {"do": []}):
        widget._hear(None, content, [])
    assert len(str(widget.shown.get("message"))) < 2_000


def test_a_replay_shows_only_views_that_it_offers() -> None:
    replay = gw.Replay(gk.Match("liars-dice", seed=5))
    for viewer in ("x", "7", "", "0 ", "٠", "-99"):
        tell(replay, "view", viewer)
        assert replay.viewer == gk.PUBLIC
    tell(replay, "view", "1")
    assert replay.viewer == 1


def test_notes_have_a_greatest_length() -> None:
    table = Table(bluff(), seats=("human", "random"))
    tell(table, "notes", {"pad": 0, "text": "short"})
    tell(table, "notes", {"pad": 0, "text": "x" * 1_000_000})
    assert table._sitting.notes[0] == "short"


def test_a_control_of_a_lab_takes_only_values_that_it_offers() -> None:
    lab = gw.Lab("take-back-toe", games=200)
    before = lab.bots, lab.games, lab.game.parameters
    for what in ("bot0=-1", "games=-1", "bot1=99", "games=99", "columns=-3", "columns=1000000"):
        tell(lab._dials, "set", what)
    assert (lab.bots, lab.games, lab.game.parameters) == before
    assert not lab.is_running
