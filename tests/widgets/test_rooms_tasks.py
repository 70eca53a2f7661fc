"""A task for everybody in a room: how people solve it, what the wall shows, and what the room saves."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit_widgets import goals
from gamekit_widgets.rooms import browser_connection
from gamekit_widgets.rooms.host_actions import Session
from gamekit_widgets.rooms.people import Person
from gamekit_widgets.rooms.results import answers
from gamekit_widgets.rooms.wall import overview
from tests.room_clients import Guest, run
from tests.widgets.hall import Hall, come, tell

WIN = {"A1": 5, "A2": 2, "A4": 5, "B1": 8, "B2": 7, "B4": 1, "C2": 6, "C3": 6}
COLUMNS = ["name", "tries", "hints", "solved", "answer"]


def win_in_one() -> gw.Task:
    start = gk.Match("take-back-toe", seed=1, position={"board": WIN, "die": 3})
    return gw.Task(start, "Win in one.", hints=["Count the fives."])


def answer(room: Session, person: Person, action: str, what: str) -> str:
    """Send what the page of a person with this task would send."""
    return tell(room, person, action, what, match=room.page_of(person)[0])


def table(room: Session) -> list[list[object]]:
    return answers(room)[COLUMNS].to_numpy().tolist()  # type: ignore[no-any-return]


def test_everybody_solves_it_at_their_own_page(hall: Hall) -> None:
    room = hall.room(people=3)
    room.give(win_in_one())
    ann, bo, _ = room.people
    assert answer(room, ann, "press", "B2") == ""
    assert answer(room, bo, "type", "B1-A1") == ""
    assert answer(room, ann, "press", "A2") == ""
    assert answer(room, bo, "click", "hint") == ""
    assert answer(room, bo, "type", "B2-A2") == ""
    assert answer(room, bo, "type", "B1-A1") == "", "playing on counts no more"
    assert table(room) == [
        ["Ann", 1, 0, True, "B2-A2"],
        ["Bo", 2, 1, True, "B2-A2"],
        ["Cy", 0, 0, False, ""],
    ]
    assert browser_connection.place_for(room, ann)["text"] == "You have solved it."
    assert "B2-A2" not in str(overview(room)), "the wall gives nothing away"


def test_matches_wait_until_it_is_collected(hall: Hall) -> None:
    room = hall.room(people=2)
    room.start()
    match, mover = room.meetings[0].match, room.meetings[0].to_move
    assert isinstance(mover, Person)
    room.give(win_in_one())
    assert tell(room, mover, "type", "1x1", match=1) == browser_connection.ELSEWHERE
    assert room.meetings[0].watcher.sitting.is_paused
    assert browser_connection.buttons(room, mover) == []
    room.pause()
    assert answer(room, mover, "type", "B2-A2") == "The room is paused."
    room.start()
    assert room.meetings[0].watcher.sitting.is_paused, "the task is still out"
    room.collect()
    assert answer(room, mover, "type", "1x1") == ""
    assert match.ply == 1
    with pytest.raises(gk.GameError, match="No task is open"):
        room.collect()


def test_no_browser_gets_the_answer_or_a_secret(hall: Hall) -> None:
    room = hall.room(people=1)
    sent = []
    for dice in ([1, 1, 1, 1], [3, 4, 6, 6]):
        start = gk.Match("liars-dice", position={"dice": [[2, 2, 5, 6], dice], "to_move": 0})
        room.give(gw.Task(start, f"Claim a safe thing{len(sent)}.", goal=claims_two))
        (ann,) = room.people
        page = room.page_of(ann)[1]
        assert page
        sent.append(page.fresh(whole=True) | {"task": ""})
    assert sent[0] == sent[1]


def claims_two(before: gk.Match, after: gk.Match | gk.GameError) -> bool | str:
    return isinstance(after, gk.Match) and after.history[-1].text == "2x2"


def test_an_answer_is_judged_once_for_everybody(hall: Hall) -> None:
    asked: list[str] = []

    def value(match: gk.Match) -> int:
        asked.append("")
        return 3

    room = hall.room(people=3)
    start = win_in_one().start
    room.give(gw.Task(start, "How many?", goal=goals.Value(value)))
    for person in room.people:
        answer(room, person, "type", "4")
        answer(room, person, "type", "3")
    assert len(asked) == 2
    assert [row[1:4] for row in table(room)] == [[2, 0, True]] * 3


def test_after_a_crash_the_same_line_goes_on_with_it(hall: Hall, tmp_path: Path) -> None:
    room = hall.room(people=2, folder=tmp_path)
    room.start()
    room.give(win_in_one())
    ann, bo = room.people
    answer(room, ann, "type", "B2-A2")
    answer(room, bo, "type", "B1-A1")
    before = answers(room).to_csv()
    room.close()
    again = hall.room(folder=tmp_path)
    ann, bo = again.people
    for person in (ann, bo):
        again.is_back(person)
    assert answers(again).to_csv() == before
    assert again.page_of(ann) == (None, None)
    assert browser_connection.place_for(again, ann)["text"] == "The task will be back in a moment."
    again.give(win_in_one())
    assert len(again.assignments) == 1
    assert answer(again, bo, "type", "B2-A2") == ""
    assert [row[1] for row in table(again)] == [1, 2]
    again.collect()
    assert again.meeting_of(ann)
    again.close()
    assert hall.room(folder=tmp_path).assignment is None


def test_a_round_may_be_a_task(hall: Hall, tmp_path: Path) -> None:
    task = win_in_one()
    room = hall.room([task, "liars-dice"], people=2, folder=tmp_path)
    ann, _ = room.people
    assert room.page_of(ann) == (None, None)
    room.start()
    assert answer(room, ann, "type", "B2-A2") == ""
    room.close()
    again = hall.room([task, "liars-dice"], folder=tmp_path)
    for person in again.people:
        again.is_back(person)
    _, bo = again.people
    assert answer(again, bo, "type", "B2-A2") == ""
    assert [row[1] for row in table(again)] == [1, 1]
    again.pair()
    assert again.assignment is None
    assert [meeting.match.game.name for meeting in again.meetings] == ["liars-dice"]
    with pytest.raises(gk.GameError, match="two games, not tasks"):
        hall.room(task, against="liars-dice")


def test_latecomers_get_it_and_after_the_end_nobody_answers(hall: Hall) -> None:
    room = hall.room(people=1)
    room.give(win_in_one())
    late = come(room, "Bo")
    assert answer(room, late, "type", "B1-A1") == ""
    room.end()
    assert answer(room, late, "type", "B2-A2") == browser_connection.ELSEWHERE
    assert table(room)[1][1:4] == [1, 0, False]
    with pytest.raises(gk.GameError, match="has ended"):
        room.give(win_in_one())


def test_the_wall_shows_who_has_solved_it_and_files_hold_no_formula(tmp_path: Path) -> None:
    with_bots = gw.Room("liars-dice", seed=1)
    try:
        with_bots.simulate(["=1+1", "Di"], bot="search:200")
        with_bots.give(win_in_one())
        assert with_bots.wait()
        wall = with_bots.wall
        sent: list[dict[str, dict[str, str]]] = []
        wall.send = sent.append
        wall._hear(None, {"do": "hello", "what": ""}, [])
        wall.refresh()
        assert "svg" in sent[0]["boards"]["task 1"]
        task = wall.shown["task"]
        assert (task["text"], task["is_out"]) == ("Win in one.", True)
        assert [each["tries"] for each in task["answers"]] == [1, 1]
        assert task["solved"] == with_bots.answers()["solved"].sum()
        wall.click("collect")
        assert not wall.shown["task"]["is_out"]
        with_bots.to_csv(tmp_path / "monday.csv")
        rows = list(csv.DictReader((tmp_path / "monday-answers.csv").read_text().splitlines()))
        assert [row["name"] for row in rows] == ["'=1+1", "Di"]
        with pytest.raises(gk.GameError, match=r"give a gw\.Task"):
            with_bots.give("Win in one.")  # type: ignore[arg-type]
    finally:
        with_bots.close()


def test_a_browser_is_sent_the_task_then_its_match_again() -> None:
    room = gw.Room("take-back-toe", seed=1, bot="random", pairs="bots")

    async def play() -> None:
        ann = Guest(room)
        await ann.join(room.code, "Ann")
        room.start()
        await ann.until(lambda guest: guest.match == 1)
        room.give(win_in_one())
        await ann.until(lambda guest: guest.match == "task 1")
        assert ann.shown["kind"] == "task"
        assert await ann.ask("type", "B2-A2") == ""
        assert ann.shown["prompt"] == "Solved"
        ann.close()
        await ann.back()
        assert ann.shown["prompt"] == "Solved"
        room.collect()
        await ann.until(lambda guest: guest.match == 1)
        assert ann.shown["kind"] == "table"

    try:
        run(play())
    finally:
        room.close()
