"""A lesson in a room: guesses for everybody, help, points, pages to print, and files that grow."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit_widgets.rooms.host_actions import Session
from gamekit_widgets.rooms.people import Person
from gamekit_widgets.rooms.results import guesses, results_page, standings
from gamekit_widgets.rooms.room_match import rules_card
from gamekit_widgets.rooms.wall import in_words, overview
from tests.room_clients import Guest, run
from tests.widgets.hall import Hall, come, play_out, resign, tell, wall_of


def guess(room: Session, person: Person, value: object, number: int = 1) -> str:
    return tell(room, person, "guess", [number, value])


def asked(room: Session) -> Any:
    return overview(room)["poll"]


# --- guesses ---------------------------------------------------------------------------------


def test_the_wall_shows_a_dot_for_each_guess_and_names_nobody_before_the_answer(hall: Hall) -> None:
    room = hall.room(people=3)
    ann, bo, cy = room.people
    room.ask(gw.Guess("How many?", 5, low=0, high=10))
    assert guess(room, ann, 5.5) == ""
    assert guess(room, bo, 9) == ""
    assert guess(room, bo, 10) == "", "it can be changed"
    assert asked(room)["dots"] == [[0.55], [1.0]]
    assert (asked(room)["truth"], asked(room)["right"]) == (None, [])
    assert [each["points"] for each in standings(room)] == [0, 0, 0]
    room.reveal()
    assert (asked(room)["truth"]["value"], asked(room)["right"]) == (5.0, ["Ann"])
    best = standings(room)[0]
    assert (best["name"], best["points"]) == ("Ann", 1)
    assert "shown" in guess(room, cy, 5)
    assert list(guesses(room)["right"]) == [True, False]


def test_the_wall_counts_guesses_of_people_who_are_there(hall: Hall) -> None:
    room = hall.room(people=2)
    room.expect(["Cy"])
    ann, bo, _ = room.people
    room.ask(gw.Guess("How many?", 5, low=0, high=10))
    assert asked(room)["people"] == 2, "Cy has not come"
    guess(room, ann, 5)
    room.is_back(ann, False)
    assert asked(room)["people"] == 2, "Ann has guessed"
    room.is_back(bo, False)
    assert asked(room)["people"] == 1


@pytest.mark.parametrize("value", [11, -1, "5", None, [1, 2], {}, True, float("nan"), 10**400])
def test_an_invalid_guess_changes_nothing(hall: Hall, value: object) -> None:
    room = hall.room(people=1)
    room.ask(gw.Guess("How many?", 5, low=0, high=10))
    assert guess(room, room.people[1], value) != ""
    assert room.trouble == ""
    assert asked(room)["dots"] == []
    assert guess(room, room.people[1], 5, number=2) != ""
    assert tell(room, room.people[1], "guess", 5) != ""


def test_guesses_of_every_kind_are_judged(hall: Hall) -> None:
    room = hall.room(people=2)
    ann, bo = room.people
    kinds = (
        (gw.Guess("Between?", (5, 4, 6), low=0, high=10, interval=True), [6, 4], [7, 9]),
        (gw.Guess("Which?", "b", choices=["a", "b"]), "b", "a"),
        (gw.Guess("Why?", "Because."), "Since", "So"),
    )
    for number, (question, right, wrong) in enumerate(kinds, 1):
        room.ask(question)
        assert guess(room, ann, right, number) == ""
        assert guess(room, bo, wrong, number) == ""
        room.reveal()
        assert ("Ann: 0 of 0, 1 right guess" in in_words(room).split("\n")) == (number == 1)
    assert {each["name"]: each["guesses"] for each in standings(room)} == {"Ann": 2, "Bo": 0}
    assert "Ann: 0 of 0, 2 right guesses" in in_words(room).split("\n")


def test_a_phone_says_how_to_guess_two_numbers(hall: Hall) -> None:
    room = hall.room(people=1)
    room.ask(gw.Guess("Between?", 5, low=0, high=10, interval=True))
    assert "Set a low and a high number" in room.polls[-1].for_person(room.people[1])["how"]


def test_guesses_outlive_a_crash_and_the_answer_stays_in_the_notebook(
    hall: Hall, tmp_path: Path
) -> None:
    question = gw.Guess("How many?", 7.25, low=0, high=10)
    room = hall.room(people=2, folder=tmp_path)
    room.ask(question)
    guess(room, room.people[1], 7)
    assert "7.25" not in (tmp_path / "room.journal").read_text()
    room.close()
    again = hall.room(folder=tmp_path)
    assert guess(again, again.people[2], 2) == ""
    with pytest.raises(gk.GameError, match="run the cell"):
        again.reveal()
    again.ask(gw.Guess("How many?", 7.25, low=0, high=10))
    assert len(again.polls) == 1
    again.reveal()
    again.reveal()  # the cell that shows the answer, after a press on the wall
    again.close()
    last = hall.room(folder=tmp_path)
    assert [each["points"] for each in standings(last)] == [1, 0]


def test_no_browser_is_sent_the_answer_before_it_is_shown(room: gw.Room) -> None:
    async def play() -> None:
        ann = Guest(room)
        await ann.join(room.code, "Ann")
        room.ask(gw.Guess("How many?", 7.25, low=0, high=10))
        await ann.until(lambda guest: guest.place["poll"])
        assert await ann.ask("guess", [1, 7]) == ""
        assert "7.25" not in "".join(ann.frames) + str(room.wall.shown)
        room.reveal()
        await ann.until(lambda guest: guest.place["poll"]["truth"])
        assert ann.place["poll"]["right"] is True

    run(play())


# --- points --------------------------------------------------------------------------------------


def test_resigning_again_and_again_gives_one_point(hall: Hall) -> None:
    room = hall.room(people=2)
    room.start()
    ann, bo = room.people
    for _ in range(3):
        resign(room, ann)
        for person in (ann, bo):
            assert tell(room, person, "room", "again") == ""
    points = {each["name"]: (each["points"], each["games"]) for each in standings(room)}
    assert points == {"Bo": (1, 3), "Ann": (0, 3)}


# --- rules and help --------------------------------------------------------------------------


@pytest.mark.parametrize("game", gk.games())
def test_a_phone_has_the_rules_in_five_sentences_and_all_of_them(game: gk.Game) -> None:
    card = rules_card(gk.Match(game, seed=1))
    assert len(card["short"]) == len(game.essentials) == 5
    texts = [rule["text"] for rule in card["rules"]]
    assert all(sentence in texts for sentence in card["short"])
    assert card["how"]
    for move in card["typed"]:
        gk.Match(game, seed=0).play(move)


def test_the_rules_are_those_of_the_variant_that_is_played() -> None:
    game = gk.load("take-back-toe", columns=5)
    assert any(
        "15" in rule["text"] or "5" in rule["text"] for rule in rules_card(gk.Match(game))["rules"]
    )
    assert "columns 1 to 5" in str(rules_card(gk.Match(game))["rules"])


def test_a_browser_that_asks_is_sent_the_rules_without_any_secret(room: gw.Room) -> None:
    async def play() -> None:
        ann = Guest(room)
        await ann.join(room.code, "Ann")
        number = ann.send("rules", "")
        frame = await ann.frame()
        assert frame["heard"] == number
        assert frame["rules"]["title"] == "Liar's Dice"
        assert frame["rules"]["rules"][0]["id"] == "LD-1"

    run(play())


def test_the_wall_shows_who_needs_help(hall: Hall) -> None:
    room = hall.room(people=2)
    ann = room.people[1]
    assert tell(room, ann, "help", True) == ""
    assert overview(room)["help"] == ["Ann"]
    assert tell(room, ann, "help", False) == ""
    assert overview(room)["help"] == []


def test_the_room_ends_only_at_a_second_press_soon_after_the_first(hall: Hall) -> None:
    room = hall.room(people=2)
    now = 0.0
    room.now = lambda: now
    room.start()
    wall = wall_of(room)
    wall.click("end")
    assert wall.shown["said"] == "Press End again to end the room."
    now += 60
    wall.refresh()
    assert wall.shown["said"] == ""
    wall.click("end")
    assert room.state == "running"
    wall.click("pause")
    wall.click("end")
    assert room.state == "paused"
    wall.click("end")
    assert room.state == "ended"


def test_the_wall_shows_all_boards_of_a_match_at_once(hall: Hall) -> None:
    room = hall.room("death-match", people=2)
    room.start()
    wall = wall_of(room)
    board = wall._boards[1]
    assert all(f">{part}<" in board for part in ("Dice", "Tiles", "Flowers"))
    assert "<button" not in board


def test_a_second_press_on_a_button_that_has_gone_does_nothing(hall: Hall) -> None:
    room = hall.room(people=2)
    room.start()
    room.ask(gw.Guess("How many?", 5, low=0, high=10))
    wall = wall_of(room)
    for button in ("reveal", "reveal", "collect"):
        wall.click(button)
        assert wall.shown["said"] == ""
    assert wall.shown["poll"]["truth"]


# --- what is left of it ----------------------------------------------------------------------


def test_the_wall_says_which_matches_the_bell_cut_short(hall: Hall) -> None:
    room = hall.room(people=4)
    room.start()
    play_out(room, 1)
    room.end()
    told = {each["number"]: each["told"] for each in overview(room)["cards"]}
    assert "wins" in told[1]
    assert told[2] == "Not finished."


def test_nobody_has_the_first_place_without_a_point(hall: Hall) -> None:
    room = hall.room(people=2)
    assert "<tr><td></td><td>Ann</td>" in results_page(room)
    room.start()
    play_out(room, 1)
    page = results_page(room)
    assert page.count("<tr><td>1</td>") == page.count("<tr><td></td>") == 1


def test_the_results_are_one_page_without_names_where_those_are_left_out(hall: Hall) -> None:
    room = hall.room(people=0)
    for name in ("<b>Ann", "Bo"):
        come(room, name)
    room.start()
    play_out(room, 1)
    page = results_page(room)
    assert "&lt;b&gt;Ann" in page
    assert page.count("<tr>") == 3
    nameless = hall.room(people=2, names=False)
    nameless.start()
    play_out(nameless, 1)
    assert "Ann" not in results_page(nameless)
    assert "Person 1" in results_page(nameless)


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def lesson(path: Path, names: list[str]) -> None:
    room = gw.Room("take-back-toe", seed=1)
    try:
        for name in names:
            room._room.is_back(room._room.enter(name)[0])
        room.start()
        resign(room._room, room.people[0])
        room.ask(gw.Guess("How many?", 5, low=0, high=10))
        guess(room._room, room.people[0], 5)
        room.to_csv(path)
        room.to_csv(path)
    finally:
        room.close()


def test_a_file_goes_on_from_lesson_to_lesson(tmp_path: Path) -> None:
    path = tmp_path / "term.csv"
    lesson(path, ["Ann", "Bo"])
    lesson(path, ["Bo", "Ann"])
    rows = rows_of(path)
    assert [row["name"] for row in rows if row["score"] == "0.0"] == ["Ann", "Bo"]
    assert len(rows) == 4, "writing it again writes no row twice"
    assert len({row["lesson"] for row in rows}) == 2
    assert len(rows_of(tmp_path / "term-guesses.csv")) == 2


def test_one_persons_rows_are_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "term.csv"
    lesson(path, ["Ann", "Bo"])
    assert gw.Room.forget(path, "Ann") == 2
    assert "Ann" not in path.read_text() + (tmp_path / "term-guesses.csv").read_text()
    assert [row["opponent"] for row in rows_of(path)] == ["somebody"]
    assert gw.Room.forget(path, "Ann") == 0
    with pytest.raises(gk.GameError, match="cannot be read"):
        gw.Room.forget(tmp_path / "typo.csv", "Ann")


def test_a_file_of_an_earlier_version_goes_on_and_a_foreign_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "term.csv"
    path.write_text(
        "match,round,game,person,name,opponent,player,started,score,ending,moves,turns\n"
        "1,1,take-back-toe,1,Zoe,Bo,0,True,1.0,TBT-17,20,10\n"
    )
    lesson(path, ["Ann", "Bo"])
    assert sorted((row["lesson"] != "", row["name"]) for row in rows_of(path)) == [
        (False, "Zoe"),
        (True, "Ann"),
        (True, "Bo"),
    ]
    foreign = tmp_path / "marks.csv"
    for content in ("name,mark\nAnn,1\n", "name\nAnn\nBo\n"):  # the second is a list of people
        foreign.write_text(content)
        with pytest.raises(gk.GameError, match="does not hold"):
            lesson(foreign, ["Ann", "Bo"])
        assert foreign.read_text() == content
