"""The questions before a match, and how to pause or watch a match."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk
from gamekit_widgets import Table

PEOPLE = ("human", "human")


def form(table: Table) -> dict[str, dict[str, str]]:
    """The questions, with their options."""
    return {field["name"]: dict(field["options"]) for field in table.shown["form"]}


def buttons(table: Table) -> set[str]:
    return {control["name"] for control in table.shown["controls"]}


def answer(table: Table, deed: str = "answer", **more: str) -> None:
    """Send the form as the browser does, with these answers changed."""
    answers = {field["name"]: field["value"] for field in table.shown["form"]}
    answers |= {name.replace("_", "-"): value for name, value in more.items()}
    table._hear(None, {"do": deed, "what": answers}, [])


def test_the_open_form_names_players_after_their_new_seats() -> None:
    table = Table("liars-dice", seats=("human", "club"), ask=True)
    for changed, names in (
        ({"seat_1": "human"}, ["Fox", "Owl"]),
        ({"name_0": "Ann"}, ["Ann", "Owl"]),
        ({"seat_1": "casual"}, ["Ann", "Casual"]),
        ({"seat_1": "nobody"}, ["Ann", "Casual"]),
        ({"seat_1": "human"}, ["Ann", "Owl"]),
    ):
        answer(table, "fill", **changed)
        values = {field["name"]: field["value"] for field in table.shown["form"]}
        assert [values["name-0"], values["name-1"]] == names
        assert [form(table)["first"][player] for player in ("0", "1")] == names
    answer(table)
    assert table.match.names == ("Ann", "Owl")
    answer(table, "fill")
    assert not form(table), "nothing was asked"


@pytest.mark.rule("X-Q6")
def test_a_table_asks_before_anybody_has_moved() -> None:
    table = Table("take-back-toe", seats=("random", "human"), ask=True)
    assert table.match.ply == 0, "the bot waits"
    assert set(form(table)["first"]) == {"0", "1", "random"}
    answer(table, first="1", name_0="Ann", name_1="Bo", seat_0="human", seat_1="casual")
    assert not form(table)
    assert (table.match.names, table.match.first) == (("Ann", "Bo"), 1)
    assert [entry.player for entry in table.match.history if entry.player in (0, 1)] == [1]
    assert table.match.to_act == 0


@pytest.mark.parametrize("game", ["death-match", "shift-tac-toe", "tactical-escape"])
@pytest.mark.parametrize(("first", "starts"), [("dmo", 0), ("other", 1)])
def test_a_game_with_a_dmo_asks_who_that_is_and_who_starts(
    game: str, first: str, starts: int
) -> None:
    table = Table(game, seats=PEOPLE, ask=True)
    assert set(form(table)["first"]) == {"dmo", "other", "random"}
    answer(table, dmo="0", first=first)
    assert (table.match.dmo, table.match.first) == (0, starts)


def test_a_new_game_can_be_asked_for_at_any_time_and_left_again() -> None:
    table = Table("take-back-toe", seats=PEOPLE)
    table.type(table.match.legal()[0])
    match = table.match
    table.click("ask")
    assert buttons(table) == {"cancel"}
    table.click("cancel")
    assert (table.match, form(table)) == (match, {})
    table.click("ask")
    answer(table)
    assert (table.match is match, table.match.ply) == (False, 0)


def test_the_form_says_nothing_of_the_match_that_it_leaves() -> None:
    table = Table("take-back-toe", seats=PEOPLE)
    assert table.shown["message"]
    table.click("ask")
    assert table.shown["message"] is None
    table.click("cancel")
    table.type(table.match.legal()[0])
    table.match.resign(0)
    table.click("back")
    assert table.shown["message"]
    table.click("ask")
    assert table.shown["message"] is None


@pytest.mark.rule("X-Q10")
def test_official_play_has_the_official_clock_and_no_help() -> None:
    table = Table("take-back-toe", seats=PEOPLE)
    table.set_up(play="official")
    assert table.match.official
    assert {"hint", "pause"}.isdisjoint(buttons(table))
    table.set_up(play="teaching", clock="official")
    assert not table.match.official
    assert table.match.clock == gk.Clock(60, 300)
    assert {"hint", "pause"} <= buttons(table)
    assert "play" not in form(Table("liars-dice", ask=True)), "it has no clock"


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(gk.GameError, match="frist"):
        Table("take-back-toe", seats=PEOPLE).set_up(frist="1")


def test_no_time_passes_while_a_match_is_paused() -> None:
    match = gk.Match("liars-dice", seed=5, clock=gk.Clock(main=60, reserve=0))
    now = [0.0]
    match.timer = lambda: now[0]
    match.goto(0)
    table = Table(match, seats=("human", "random"))
    dice = table.shown["svg"]
    now[0] = 10.0
    table.click("pause")
    assert table.shown["curtain"]["label"] == "Go on"
    assert table.shown["clock"]["running"] is None
    assert table.shown["svg"] != dice, "nobody reads the dice meanwhile"
    now[0] = 500.0
    table._hear(None, {"do": "flag", "what": 0}, [])
    table.type("1x1")
    assert (table.match.result, table.match.ply) == (None, 0)
    table.click("resume")
    assert table.shown["clock"]["left"][0] == (50.0, 0.0)
    assert table.shown["svg"] == dice


@pytest.mark.rule("X-Q3")
def test_a_reserve_in_periods_says_how_long_they_are() -> None:
    table = Table("death-match", seats=("human", "random"), clock="official")
    assert table.shown["clock"]["period"] == 10
    assert table.shown["clock"]["left"][1] == (120.0, 600.0)


def test_bots_are_watched_at_a_chosen_pace() -> None:
    table = Table("take-back-toe", seats=("random", "random"))
    assert table.shown["pace"] == "normal"
    for pace in ("fast", "warp"):
        table._hear(None, {"do": "pace", "what": pace}, [])
        assert table.shown["pace"] == "fast"
    assert Table("take-back-toe", seats=PEOPLE).shown["pace"] == ""


# --- what players are called --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        (("human", "club"), ("You", "Club")),
        (("expert", "human"), ("Expert", "You")),
        (("club", "search:50"), ("Club", "Search 50")),
        (("human", "human"), ("Fox", "Owl")),
        (("club", "club"), ("Fox", "Owl")),
    ],
)
def test_players_are_called_by_their_seats(seats: tuple[str, str], names: tuple[str, str]) -> None:
    table = Table("liars-dice", seats=seats)
    assert table.match.names == names


def test_a_match_keeps_the_names_that_it_was_given() -> None:
    match = gk.Match("liars-dice", players=("Ann", "Bo"))
    assert Table(match, seats=("human", "club")).match.names == ("Ann", "Bo")


def test_a_new_seat_brings_its_name() -> None:
    table = Table("take-back-toe", seats=("human", "club"))
    assert [player["who"] for player in table.shown["players"]] == ["Red", "bot, 3 of 5"]
    table.set_up(seat_1="master")
    assert table.match.names == ("You", "Master")
    table.set_up(seat_1="human")
    assert table.match.names == ("Red", "Green")
    table.set_up(name_0="Ann", seat_1="club")
    assert table.match.names == ("Ann", "Club")


def test_only_what_a_name_does_not_say_stands_beside_it() -> None:
    def beside(*seats: str | gk.Bot, **how: Any) -> list[str]:
        table = Table(gk.Match("liars-dice", **how), seats=seats, journal=False)
        return [player["who"] for player in table.shown["players"]]

    assert beside("human", "club", players=("You", "Club")) == ["", "bot, 3 of 5"]
    assert beside("human", "club", players=("You", "Bo")) == ["", "club bot"]
    assert beside("human", gk.bot("random"), players=("Ann", "Bo")) == ["you", ""]


def test_the_page_addresses_the_player() -> None:
    table = Table("take-back-toe", seats=("human", "club"))
    assert table.shown["prompt"].startswith("You rolled ")
    table.click("resign")
    table.click("resign-now")
    assert (table.shown["outcome"], table.shown["prompt"]) == ("You lose", "You resigned.")


def test_before_the_first_move_the_page_says_how_to_win() -> None:
    table = Table("take-back-toe", seats=("human", "human"))
    assert table.shown["message"]["text"].startswith(
        "How to win: Get three equal stacks in your home row"
    )
    table.match.play(table.match.legal_moves()[0])
    assert table.shown["message"] is None or table.shown["message"]["law"] is None


def test_the_page_says_how_to_play_a_game_as_it_is_published() -> None:
    assert all(Table(game, seats=PEOPLE).shown["guide"] for game in gk.games())
    changed = gk.load("take-back-toe").with_(height=5)
    assert Table(changed, seats=PEOPLE).shown["guide"] == ""
