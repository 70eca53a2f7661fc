"""Every widget that shows a match follows it, wherever people play it."""

from __future__ import annotations

import gc
import weakref

import pytest

import gamekit as gk
import gamekit_widgets as gw

PEOPLE = ("human", "human")


def test_two_tables_on_one_match_agree() -> None:
    match = gk.Match("take-back-toe", seed=5, players=("Ann", "Bo"))
    one, other = gw.Table(match, seats=PEOPLE), gw.Table(match, seats=PEOPLE)
    one.press("B2")
    assert one.shown["svg"] != other.shown["svg"], "a gesture belongs to its own table"
    move = match.legal()[0]
    other.type(move)
    assert one.shown["svg"] == other.shown["svg"]
    assert one.shown["message"]["text"].startswith("Ann moves ")
    assert [move["text"] for move in one.late] == [match.history[-2].text]
    other.click("undo")
    assert one.shown["ply"] == other.shown["ply"]


def test_tables_with_a_bot_agree() -> None:
    match = gk.Match("liars-dice", seed=5)
    one, other = (gw.Table(match, seats=("human", "random")) for _ in range(2))
    one.type("1x1")
    assert match.ply >= 2, "the bot answered, once"
    assert other.shown["ply"] == match.ply
    assert one.shown["svg"] == other.shown["svg"]
    other.click("resign")
    other.click("resign-now")
    assert one.shown["ending"] == other.shown["ending"]
    assert one.shown["ending"]["id"] == "X-Q9"


def test_each_table_shows_only_what_its_viewer_may_know() -> None:
    match = gk.Match("liars-dice", seed=5)
    tables = [gw.Table(match, seats=PEOPLE, viewer=player) for player in (0, 1)]
    tables[0].type("1x1")
    for player, table in enumerate(tables):
        fresh = gw.Table(match, seats=PEOPLE, viewer=player)
        assert table.shown["svg"] == fresh.shown["svg"]


def test_boards_and_replays_follow() -> None:
    match = gk.Match("take-back-toe", seed=5)
    board, replay, leafing = gw.Board(match), gw.Replay(match), gw.Replay(match)
    for _ in range(2):
        match.play(match.legal()[0])
    leafing.look(1)
    match.play(match.legal()[0])
    assert board.shown["svg"] == gw.Board(match).shown["svg"]
    assert (replay.shown["at"], replay.shown["ply"]) == (3, 3)
    assert (leafing.shown["at"], leafing.shown["ply"]) == (1, 3)
    match.goto(0)
    assert (replay.shown["at"], leafing.shown["at"]) == (0, 0)


def test_an_earlier_board_stays_while_the_match_goes_on() -> None:
    match = gk.Match("take-back-toe", seed=5)
    match.play(match.legal()[0])
    table = gw.Table(match, seats=PEOPLE)
    table.look(0)
    match.play(match.legal()[0])
    assert (table.shown["at"], table.shown["ply"]) == (0, 2)


def test_a_table_follows_the_match_it_has_now() -> None:
    match = gk.Match("take-back-toe", seed=5)
    table = gw.Table(match, seats=PEOPLE)
    table.set_up(first="1")
    shown = table.shown
    match.play(match.legal()[0])
    assert table.shown is shown


# --- the engine ------------------------------------------------------------------------------


def test_listeners_hear_of_every_change_once() -> None:
    match, heard = gk.Match("take-back-toe", seed=5), []
    stop = match.changed(lambda: heard.append(match.ply))
    match.play(match.legal()[0])
    with pytest.raises(gk.IllegalMove):
        match.play("Z9-Z8")
    match.fork().play(match.legal()[0])
    match.undo().redo()
    match.resign(0)
    assert heard == [1, 0, 1, 1]
    stop()
    match.undo()
    assert len(heard) == 4


def test_a_match_does_not_keep_its_listeners_alive() -> None:
    class Ear:
        def hear(self) -> None:
            raise AssertionError

    match, ear = gk.Match("take-back-toe", seed=5), Ear()
    gone = weakref.ref(ear)
    match.changed(ear.hear)
    del ear
    gc.collect()
    assert gone() is None
    match.play(match.legal()[0])


def test_a_listener_that_fails_stops_no_other() -> None:
    match, heard = gk.Match("take-back-toe", seed=5), []
    match.changed(lambda: 1 / 0)
    match.changed(lambda: heard.append(match.ply))
    with pytest.warns(gk.GameWarning, match="division by zero"):
        match.play(match.legal()[0])
    assert (match.ply, heard) == (1, [1])
    with pytest.raises(gk.GameError, match="give a function"):
        match.changed(5)  # type: ignore[arg-type]
