"""If a room's disk refuses, its memory and its journal still agree."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.storage import files, journal
from gamekit_widgets.rooms import browser_connection
from gamekit_widgets.rooms.host_actions import Session
from gamekit_widgets.rooms.people import Person
from tests.widgets.hall import Hall, resign, tell

KINDS = {"write": errno.ENOSPC, "open": errno.EMFILE, "fsync": errno.EIO}


class Disk:
    """The system under the journals. Beginning with call `first`, it refuses `times` calls."""

    def __init__(self, call: str, first: int, times: int) -> None:
        self.call, self.refused = call, range(first, first + times)
        self.made = 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(os, name)
        return self._refusing(found) if name == self.call else found

    def _refusing(self, found: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            self.made += 1
            if self.made in self.refused:
                raise OSError(KINDS[self.call], os.strerror(KINDS[self.call]))
            return found(*given)

        return call


def attempt(action: Callable[[], Any]) -> Any:
    """Do something that may fail with a GameError, and with no other error."""
    try:
        return action()
    except gk.GameError:
        return None


def lesson(room: Session) -> dict[str, int]:
    """Play a short lesson, whatever the disk refuses, and return who has which key."""
    keys: dict[str, int] = {}

    def join(name: str) -> None:
        if joined := attempt(lambda: room.enter(name)):
            person, token = joined
            keys[token] = person.number
            room.is_back(person)

    def move() -> None:
        for meeting in room.occupied:
            mover = meeting.to_move
            if isinstance(mover, Person) and not meeting.is_over:
                tell(room, mover, "type", meeting.match.legal()[0])

    for name in ("Ann", "Bo", "Cy"):
        join(name)
    attempt(room.start)
    move()
    join("Di")
    room.tick()
    move()
    attempt(lambda: room.rename("Ann", "Anna"))
    attempt(lambda: room.use_clock(gk.Clock(60, 600)))
    attempt(lambda: room.remove("Bo"))
    join("Eve")
    room.tick()
    move()
    attempt(lambda: room.reseat("Eve", "Cy"))
    for meeting in room.occupied[:1]:
        for person in meeting.people[:1]:
            resign(room, person)
            tell(room, person, "room", "next")
    attempt(lambda: room.give(task()))
    for person in room.people:
        tell(room, person, "type", "B2-A2", match=room.page_of(person)[0])
    attempt(room.collect)
    attempt(room.pair)
    room.tick()
    move()
    attempt(room.pause)
    return keys


def task() -> gw.Task:
    board = {"A1": 5, "A2": 2, "A4": 5, "B1": 8, "B2": 7, "B4": 1, "C2": 6, "C3": 6}
    start = gk.Match("take-back-toe", seed=1, position={"board": board, "die": 3})
    return gw.Task(start, "Win in one.")


def memory(room: Session, keys: dict[str, int]) -> dict[str, Any]:
    """Return the state of a room: people, keys, seats, moves, answers."""
    return {
        "people": [(person.number, person.name, person.mark) for person in room.people],
        "keys": {key: getattr(room.people.back(key), "number", None) for key in keys},
        "seats": {
            person.number: meeting.number
            for person in room.people
            if (meeting := room.meeting_of(person))
        },
        "matches": {
            meeting.number: (
                [each if isinstance(each, str) else each.number for each in meeting.who],
                [entry.text for entry in meeting.match.history],
                meeting.is_over,
                meeting.match.names,
            )
            for meeting in room.meetings
        },
        "answers": [
            (each.number, each.is_out, [each.reply_of(person).noted() for person in room.people])
            for each in room.assignments
        ],
        "state": (room.state, room.round, str(room.playlist.clock)),
    }


def opened(hall: Hall, folder: Path) -> Session:
    return hall.room("take-back-toe", people=0, folder=folder, odd="wait")


def calls(hall: Hall, folder: Path, call: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many calls of this kind a lesson makes."""
    room = opened(hall, folder)
    disk = Disk(call, 0, 0)
    with monkeypatch.context() as patched:
        patched.setattr(files, "os", disk)
        lesson(room)
        room.close()
    return disk.made


@pytest.mark.parametrize("times", [1, 1_000_000], ids=["once", "for good"])
@pytest.mark.parametrize("call", KINDS)
def test_a_refused_write_leaves_no_difference_between_the_room_and_its_journal(
    hall: Hall, tmp_path: Path, call: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = calls(hall, tmp_path / "whole", call, monkeypatch)
    assert count > 5
    for first in range(1, count + 1):
        folder = tmp_path / f"{first}"
        room = opened(hall, folder)
        with monkeypatch.context() as patched:
            patched.setattr(files, "os", Disk(call, first, times))
            keys = lesson(room)
            room.workers.close()
        before = memory(room, keys)
        room.close()
        assert memory(opened(hall, folder), keys) == before, f"{call} {first}"


def test_acknowledged_moves_stay_on_disk_whatever_is_refused_after_them(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = hall.room("take-back-toe", folder=tmp_path)
    room.start()
    for _ in range(4):
        mover = room.meetings[0].to_move
        assert isinstance(mover, Person)
        assert tell(room, mover, "type", room.meetings[0].match.legal()[0]) == ""
    moves = room.meetings[0].match.history
    room.meetings[0].match.resign(0)
    with monkeypatch.context() as patched:
        patched.setattr(files, "os", Disk("write", 1, 1_000_000))
        for person in room.people:
            tell(room, person, "room", "again")
        assert len(room.meetings) == 1
    room.close()
    again = hall.room("take-back-toe", folder=tmp_path)
    again.pair()
    for person in again.people:
        again.is_back(person)
    assert [meeting.number for meeting in again.meetings] == [1, 2]
    kept = {path.name: gk.read(path).history for path in tmp_path.glob("match-*.journal")}
    assert moves in kept.values()


def test_a_journal_that_the_room_does_not_know_is_never_written_over(
    hall: Hall, tmp_path: Path
) -> None:
    stray = tmp_path / "match-0001.journal"
    match = gk.Match("take-back-toe", seed=1, journal=stray)
    match.play(match.legal()[0])
    assert match.journal
    match.journal.close()
    written = stray.read_bytes()
    room = hall.room("take-back-toe", folder=tmp_path)
    room.start()
    assert stray.read_bytes() == written
    assert [meeting.number for meeting in room.meetings] == [2]


def test_a_move_that_cannot_be_written_is_not_made_and_its_player_is_told_no_path(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = hall.room("take-back-toe", folder=tmp_path)
    room.start()
    (meeting,) = room.meetings
    mover = meeting.to_move
    assert isinstance(mover, Person)
    move = meeting.match.legal()[0]
    with monkeypatch.context() as patched:
        patched.setattr(files, "os", Disk("write", 1, 1_000_000))
        said = tell(room, mover, "type", move)
        assert "could not save" in said
        assert str(tmp_path) not in said
        assert meeting.match.ply == 0
        assert "match-0001" in room.trouble
        with pytest.raises(gk.GameError) as refused:
            room.enter("Zoe")
        assert str(tmp_path) not in browser_connection.for_people(refused.value)
        assert str(tmp_path) in room.trouble, "whoever runs the room needs it"
    assert tell(room, mover, "type", move) == ""
    assert meeting.match.ply == 1
    room.enter("Zoe")
    assert room.trouble == ""


def test_a_bot_whose_move_could_not_be_written_makes_it_later(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = hall.room("take-back-toe", people=0, folder=tmp_path, pairs="bots")
    monkeypatch.setattr(files, "os", Disk("write", 3, 30))  # the joining and the match pass
    person, _ = room.enter("Ann")
    attempt(room.start)
    room.is_back(person)
    deadline = 2_000
    while not (room.meetings and room.meetings[0].match.ply) and deadline:
        deadline -= 1
        room.tick()
        for meeting in room.meetings:
            if meeting.to_move is person:
                tell(room, person, "type", meeting.match.legal()[0])
    assert deadline


def test_the_journal_of_an_older_room_that_lost_a_joining_is_read_by_its_numbers(
    hall: Hall, tmp_path: Path
) -> None:
    """Such a room refused a guest, number 3, and counted on, so Di is 4."""
    room = hall.room("take-back-toe", people=0, folder=tmp_path)
    keys = {name: room.enter(name)[1] for name in ("Ann", "Bo", "Cy", "Di")}
    room.close()
    path = tmp_path / "room.journal"
    lines = [journal._parsed(line) for line in path.read_bytes().splitlines()]
    rest = [
        *(line for line in lines if line.get("person") != 3),
        {"left": 3},
        {"answer": 7, "by": 1, "reply": {}},
        {"state": "running"},
    ]
    written: list[bytes] = []
    for line in rest:
        line.pop("sum", None)
        written.append(journal.summed(line, written))
    path.write_bytes(b"".join(written))
    with pytest.warns(gk.GameWarning, match=r"room.journal, line \d") as told:
        again = opened(hall, tmp_path)
    assert len(told) == 2
    di = again.people.back(keys["Di"])
    assert di
    assert (di.number, di.name) == (4, "Di")
    assert again.people.back(keys["Cy"]) is None
    assert again.state == "running"
    assert again.enter("Eve")[0].number == 5


def test_a_seat_of_somebody_who_was_never_written_down_is_nobodys(
    hall: Hall, tmp_path: Path
) -> None:
    """Bo, number 2, was at a match and is lost. Cy and Di have other numbers and keep their own seats."""
    room = hall.room("take-back-toe", people=0, folder=tmp_path)
    keys = {name: room.enter(name)[1] for name in ("Ann", "Bo", "Cy", "Di")}
    for person in room.people:
        room.is_back(person)
    room.start()
    before = memory(room, {})
    room.close()
    path = tmp_path / "room.journal"
    lines = [journal._parsed(line) for line in path.read_bytes().splitlines()]
    written: list[bytes] = []
    for line in lines:
        line.pop("sum", None)
        if line.get("person") != 2:
            written.append(journal.summed(line, written))
    path.write_bytes(b"".join(written))
    with pytest.warns(gk.GameWarning, match="does not say who person 2 is"):
        again = opened(hall, tmp_path)
    assert memory(again, {})["seats"] == before["seats"]
    assert again.people.back(keys["Bo"]) is None
    assert [again.people.back(keys[name]).number for name in ("Ann", "Cy", "Di")] == [1, 3, 4]
    again.reseat("Di", again.people[2].name)
    assert again.people.back(keys["Di"]) is again.people[2]


def test_a_room_never_writes_more_than_it_can_read_again(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = hall.room("take-back-toe", people=2, folder=tmp_path)
    monkeypatch.setattr(files, "LARGEST", (tmp_path / "room.journal").stat().st_size + 50)
    with pytest.raises(gk.GameError, match="cannot be written: it would be larger than"):
        room.enter("Cy")
    room.close()
    assert [person.name for person in opened(hall, tmp_path).people] == ["Ann", "Bo"]
    monkeypatch.setattr(files, "LARGEST", 50)
    with pytest.raises(gk.GameError, match="cannot be used: it is larger than"):
        opened(hall, tmp_path)


def test_a_room_that_is_open_elsewhere_says_how_to_open_it_here(hall: Hall, tmp_path: Path) -> None:
    hall.room("take-back-toe", folder=tmp_path)
    with pytest.raises(gk.GameError, match=r"is open in another .* Run room.close\(\) there"):
        opened(hall, tmp_path)


def test_a_match_that_cannot_be_opened_now_is_not_given_up(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = hall.room("take-back-toe", folder=tmp_path)
    room.start()
    before = memory(room, {})
    room.close()
    with monkeypatch.context() as patched:
        patched.setattr(files, "os", Disk("open", 3, 1_000))
        with pytest.raises(gk.GameError, match="match-0001"):
            opened(hall, tmp_path)
    hall.open[-1].close()
    assert memory(opened(hall, tmp_path), {})["seats"] == before["seats"]
