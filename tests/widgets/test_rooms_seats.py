"""Seats of a room: the words that open them, the list of people, and how to undo changes."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit_widgets.rooms import admission
from gamekit_widgets.rooms.browser_connection import WRONG_WORD
from gamekit_widgets.rooms.host_actions import Session
from gamekit_widgets.rooms.people import WORDS, Person, is_word, new_word, word_mark
from gamekit_widgets.rooms.results import standings
from gamekit_widgets.rooms.wall import overview
from tests.room_clients import Guest, run, seated
from tests.widgets.hall import Hall, come, pairs, play_out, resign, tell, wall_of


def names(room: Session) -> list[str]:
    return [person.name for person in room.people]


def told(room: Session) -> str:
    return str(overview(room))


# --- words -----------------------------------------------------------------------------------


def test_a_word_is_known_however_it_is_typed_and_its_mark_does_not_show_it() -> None:
    mark = word_mark("plum-42")
    for typed in ("plum-42", " Plum 42 ", "PLUM42", "plum_42"):
        assert is_word(typed, mark)
    for typed in ("plum-43", "plum", "42", "", None, "plum-42 x", mark, "p" * 1000):
        assert not is_word(typed, mark)
    assert "plum" not in mark
    assert mark != word_mark("plum-42"), "two people with the same word have different marks"
    assert not is_word("plum-42", ""), "whoever has no word cannot be guessed"


def test_words_are_plain_and_many() -> None:
    assert len(WORDS) == len(set(WORDS)) > 200
    assert all(word.isascii() and word.isalpha() and word.islower() for word in WORDS)
    assert len({new_word() for _ in range(50)}) > 40


def test_a_word_takes_the_seat_to_another_device(room: gw.Room) -> None:
    async def play() -> None:
        (ann, _), phone = await seated(room), Guest(room)
        frame = await phone.join(room.code, " ann", word=ann.word.upper())
        assert frame["place"]["you"] == "Ann"
        assert phone.shown["svg"] == ann.shown["svg"]
        assert phone.word == ann.word, "the word goes on to open the seat"
        assert "another device" in await last(ann, "gone")
        was = await ann.back()  # as a phone does after it has slept
        assert was["unknown"] is True, "whoever has the lost phone has no seat"
        assert "another device" in was["door"]
        phone.close()
        assert (await phone.back())["place"]["you"] == "Ann"
        assert "Ann came back on another device." in told(room._room)
        assert len(room.people) == 2

    async def last(guest: Guest, key: str) -> str:
        while True:
            frame = await guest.frame()
            if key in frame:
                return str(frame[key])

    run(play())


def test_wrong_words_open_nothing_and_are_answered_more_and_more_slowly(
    room: gw.Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "SLOWEST", 0.05)
    desk = room._server.desk
    assert desk.words.delay("seat 1") == 0

    async def play() -> None:
        ann = Guest(room)
        await ann.join(room.code, "Ann")
        stranger = await Guest(room).connect()
        for word in ("plum-1", "plum-2", "plum-3", ["plum-4"], {"plum": 5}):
            stranger.post({"code": room.code, "name": "Ann", "word": word})
            assert await stranger.frame() == {"door": WRONG_WORD}
        stranger.post({"code": room.code, "name": "Nobody", "word": ann.word})
        assert await stranger.frame() == {"door": WRONG_WORD}
        stranger.post({"code": "AAAAAA", "name": "Ann", "word": ann.word})
        assert "code" in (await stranger.frame())["door"], "a word alone opens no room"

    run(play())
    monkeypatch.undo()
    assert desk.words.delay("seat 1") >= 2
    assert desk.guesses.delay("127.0.0.1") >= 2


def test_words_are_not_judged_before_it_is_their_turn(
    room: gw.Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who tries many words uses no more than the one guess that waits."""
    judged = list[object]()
    monkeypatch.setattr(admission, "is_word", lambda typed, _: bool(judged.append(typed)))
    monkeypatch.setattr(admission, "SLOWEST", 1000.0)
    desk, guests = room._server.desk, [Guest(room) for _ in range(4)]

    async def play() -> None:
        await Guest(room).join(room.code, "Ann")
        for _ in range(2 * admission.TYPING_ERRORS):
            desk.words.was_wrong("seat 1")
        for guest in guests:
            await guest.connect()
            guest.post({"code": room.code, "name": "Ann", "word": "plum-42"})
        while desk._waiting["seat 1"] < len(guests):
            await asyncio.sleep(0.01)
        assert judged == []

    run(play())


def test_words_stay_off_the_wall_and_out_of_the_journal(hall: Hall, tmp_path: Path) -> None:
    room = hall.room(folder=tmp_path)
    room.start()
    kept = "".join(path.read_text() for path in tmp_path.iterdir())
    for person in room.people:
        word = room.words[person.number]
        assert word not in kept + told(room)
        assert word.partition("-")[0] not in kept


def test_a_word_still_opens_its_seat_after_a_crash(hall: Hall, tmp_path: Path) -> None:
    room = hall.room(folder=tmp_path)
    ann = room.people[1]
    word, earlier, key = room.words[1], room.take_seat(ann), room.take_seat(ann)
    room.close()
    again = hall.room(folder=tmp_path)
    seat = again.people.like("ann")
    assert seat
    assert is_word(word, seat.word)
    assert again.people.back(key) is seat
    assert again.people.back(earlier) is None
    assert again.people.is_outdated(earlier), "an old device is told where its seat is"
    assert not again.people.is_outdated("of another room")
    newer = again.word_of(seat)
    assert newer != word, "only its mark was written down"
    assert is_word(newer, seat.word)


# --- a name that is taken, and the list of people ----------------------------------------------


def test_a_newcomer_with_a_taken_name_is_asked_and_the_wall_decides(room: gw.Room) -> None:
    async def play() -> None:
        ann, phone = Guest(room), Guest(room)
        await ann.join(room.code, "Ann")
        await phone.connect()
        phone.post({"code": room.code, "name": "ANN"})
        assert await phone.frame() == {"door": "", "taken": "Ann"}
        phone.post({"code": room.code, "name": "ANN", "as": "me"})
        frame = await phone.frame()
        assert "must say" in frame["place"]["text"]
        assert frame["place"]["poll"] is None
        asking = {"number": 2, "name": "ANN 2", "claims": "Ann"}
        assert overview(room._room)["at_the_door"] == [asking | {"is_used": True}]
        room._room.is_back(room._room.people[1], False)
        assert overview(room._room)["at_the_door"] == [asking | {"is_used": False}]
        assert "ANN 2" not in str(standings(room._room)), "no seat, no place on the list"
        room.wall.admit(2)
        await phone.until(lambda guest: guest.place["you"] == "Ann")
        assert [person.name for person in room.people] == ["Ann"]
        phone.close()
        assert (await phone.back())["place"]["you"] == "Ann"

    run(play())


def test_with_approval_nobody_plays_or_is_seen_before_they_are_let_in(
    hall: Hall, tmp_path: Path
) -> None:
    room = hall.room(people=0, folder=tmp_path, approve=True)
    ann, bo, rude = come(room, "Ann"), come(room, "Bo"), come(room, "Rude")
    room.start()
    assert room.meetings == []
    assert tell(room, ann, "help", True) != ""
    assert not standings(room)
    room.give(gw.Task(gk.Match("take-back-toe", seed=1), "What would you do?"))
    assert room.page_of(ann) == (None, None), "a task is for those who are in"
    room.collect()
    room.admit("Ann")
    room.admit("Bo")
    assert pairs(room) == [{"Ann", "Bo"}]
    room.remove("Rude")
    room.close()
    again = hall.room(folder=tmp_path, approve=True)
    assert names(again) == ["Ann", "Bo"]
    assert again.at_the_door == []
    assert (bo.is_at_the_door, rude.is_removed) == (False, True)


def test_everybody_on_a_list_has_a_seat_that_waits_for_them(hall: Hall, tmp_path: Path) -> None:
    room = hall.room(people=0, folder=tmp_path)
    room.expect(["Ann", "Bo", "Cy"])
    assert [each["where"] for each in standings(room)] == ["expected"] * 3
    room.start()
    assert room.meetings == [], "nobody has come"
    word = room.word_of(room.people[1])
    room.take_seat(room.people[1])
    assert "another device" not in told(room), "the first time it is nobody's"
    room.close()
    again = hall.room(folder=tmp_path)
    again.expect(["Ann", "Bo", "Cy", "Di"])
    assert names(again) == ["Ann", "Bo", "Cy", "Di"], "nobody is there twice"
    assert [person.is_expected for person in again.people] == [False, True, True, True]
    assert is_word(word, again.people[1].word)


def test_a_list_of_people_comes_from_a_file_and_gives_everybody_a_link(tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_text("\ufeffid,Name\n7,Ann\n8,Björn <b>\n\n", "utf-8")
    room = gw.Room("liars-dice", people=path)
    try:
        links = room.links()
        assert list(links) == ["Ann", "Björn <b>"]
        assert links["Ann"].startswith(f"{room.link}&name=Ann&word=")
        with pytest.warns(gk.GameWarning, match="only on this computer"):
            room.slips(tmp_path / "slips.html")
        assert (tmp_path / "slips.html").stat().st_mode & 0o777 == 0o600
        page = (tmp_path / "slips.html").read_text("utf-8")
        assert page.count("<svg") == 2
        assert "Björn &lt;b&gt;" in page
        assert links["Ann"].rpartition("=")[2] in page
    finally:
        room.close()
    with pytest.raises(gk.GameError, match="twice"):
        gw.Room("liars-dice", people=["Ann", "ann "])
    with pytest.raises(gk.GameError, match="cannot be read"):
        gw.Room("liars-dice", people=tmp_path / "nowhere.csv")
    with pytest.raises(gk.GameError, match="list of names"):
        gw.Room("liars-dice", people=7)  # type: ignore[arg-type]


@pytest.mark.parametrize("are_named", [True, False])
def test_a_slip_opens_its_seat_after_the_room_has_moved(tmp_path: Path, are_named: bool) -> None:
    """The computer has another address the next morning, so only the code, name and word still work."""

    def opened() -> gw.Room:
        return gw.Room(
            "liars-dice", people=["Ann", "Bo"], names=are_named, journal=tmp_path / "room"
        )

    with_slips = opened()
    word, code, port = with_slips.links()["Bo"].rpartition("=")[2], with_slips.code, with_slips.port
    with_slips._close(is_for_good=False)
    with socket.create_server(("127.0.0.1", port)):  # so the room has to move
        room = opened()

    async def play() -> None:
        bo = Guest(room)
        frame = await bo.join(code, "Bo", word=word.upper())
        assert frame["place"]["you"] == "Bo"
        assert bo.word == word, "the page shows it"

    try:
        assert room.port != port
        run(play())
        assert [person.is_expected for person in room.people] == [True, False]
        assert "Bo" not in (tmp_path / "room" / "room.journal").read_text("utf-8") or are_named
    finally:
        room.close()


# --- what is done with seats, and undone ---------------------------------------------------------


def test_a_rude_name_is_gone_from_every_screen_in_one_press(hall: Hall) -> None:
    room = hall.room(people=0)
    ann = come(room, "Ann")
    rude = come(room, "Rude words")
    room.start()
    wall = wall_of(room)
    wall._hear(None, {"do": "hide", "what": rude.number}, None)
    assert rude.name == "Person 2"
    assert "Rude" not in str(wall.shown)
    assert "Rude" not in str(wall._boards), "nobody has to move before it goes"
    wall._hear(None, {"do": "click", "what": "undo"}, None)
    come(room, "Person 2")
    wall._hear(None, {"do": "hide", "what": rude.number}, None)
    assert "Rude" not in str(wall.shown), "whoever takes the name of the hidden keeps nobody rude"
    assert "Rude" not in str(room.meeting_of(ann).seat_of(ann).fresh(whole=True))  # type: ignore[union-attr]
    wall._hear(None, {"do": "click", "what": "undo"}, None)
    assert rude.name == "Rude words"
    wall._hear(None, {"do": "remove", "what": rude.number}, None)
    assert "Rude" not in str(wall.shown)
    assert "Rude" not in str(room.meeting_of(ann).seat_of(ann).fresh(whole=True))  # type: ignore[union-attr]


@pytest.mark.parametrize("is_opened_again", [False, True])
def test_removing_somebody_is_undone_and_their_match_goes_on(
    hall: Hall, tmp_path: Path, is_opened_again: bool
) -> None:
    room = hall.room("take-back-toe", people=0, folder=tmp_path)
    ann, key = room.enter("Ann")
    room.is_back(ann)
    come(room, "Bo")
    room.start()
    meeting = room.meetings[0]
    mover = meeting.to_move
    assert isinstance(mover, Person)
    assert tell(room, mover, "type", meeting.match.legal()[0]) == ""
    room.remove("Ann")
    assert meeting.is_over
    if is_opened_again:
        room.close()
        room = hall.room("take-back-toe", folder=tmp_path)
        meeting = room.meetings[0]
    room.undo()
    back = room.people.back(key)
    assert back
    assert names(room) == ["Ann", "Bo"]
    assert room.meeting_of(back) is meeting
    assert not meeting.is_over
    ply, mover = meeting.match.ply, meeting.to_move
    assert isinstance(mover, Person)
    assert tell(room, mover, "type", meeting.match.legal()[0]) == ""
    room.close()
    again = hall.room("take-back-toe", folder=tmp_path)
    assert again.meetings[0].match.ply == ply + 1
    assert again.meeting_of(again.people[1]) is again.meetings[0]
    assert not again.meetings[0].is_over


def test_renaming_and_giving_a_seat_away_are_undone(hall: Hall, tmp_path: Path) -> None:
    room = hall.room("take-back-toe", people=0, folder=tmp_path)
    keys = {name: room.enter(name)[1] for name in ("Ann", "Bo", "Cy")}
    words = dict(room.words)
    room.rename("Ann", "Anna")
    room.undo()
    room.reseat("Cy", at="Ann")
    assert names(room) == ["Ann", "Bo"]
    assert is_word(words[3], room.people[1].word)
    room.undo()
    assert names(room) == ["Ann", "Bo", "Cy"]
    for is_opened_again in (False, True):
        if is_opened_again:
            room.close()
            room = hall.room("take-back-toe", folder=tmp_path)
        for number, (name, key) in enumerate(keys.items(), 1):
            person = room.people.back(key)
            assert person
            assert (person.number, person.name) == (number, name)
            assert is_word(words[number], person.word)
    with pytest.raises(gk.GameError, match="nothing to undo"):
        room.undo()


@pytest.mark.parametrize("is_opened_again", [False, True])
def test_two_people_who_are_one_are_merged_and_parted_again(
    hall: Hall, tmp_path: Path, is_opened_again: bool
) -> None:
    room = hall.room("take-back-toe", people=0, folder=tmp_path, odd="wait")
    for name in ("Ann", "Bo"):
        come(room, name)
    room.start()
    resign(room, room.people[1])
    tell(room, room.people[2], "room", "next")
    second = come(room, "Ann 2")
    assert pairs(room)[1] == {"Bo", "Ann 2"}
    resign(room, room.people[2])
    before = {each["name"]: (each["score"], each["games"]) for each in standings(room)}
    assert before == {"Ann": (0, 1), "Bo": (1, 2), "Ann 2": (1, 1)}
    room.merge("Ann 2", into="Ann")

    def reached(where: Session) -> dict[str, tuple[float, int]]:
        return {each["name"]: (each["score"], each["games"]) for each in standings(where)}

    assert reached(room) == {"Ann": (1, 2), "Bo": (1, 2)}
    if is_opened_again:
        room.close()
        room = hall.room("take-back-toe", folder=tmp_path, odd="wait")
        assert reached(room) == {"Ann": (1, 2), "Bo": (1, 2)}
    room.undo()
    assert reached(room) == before
    assert second.number == 3


def test_a_name_without_its_accents_is_asked_about_and_the_one_on_the_list_stays(
    hall: Hall,
) -> None:
    room = hall.room(people=0)
    room.expect(["Léa", "Jürgen"])
    assert room.people.like("LEA") is room.people[1]
    assert room.people.like("Lean") is None
    lea = come(room, "Lea")
    assert lea.name == "Lea", "two people may have these names"
    assert room.people.like("lea") is lea
    wall = wall_of(room)
    wall._hear(None, {"do": "merge", "what": {"who": lea.number, "to": 1}}, None)
    assert names(room) == ["Léa", "Jürgen"]


def test_a_browser_goes_along_with_its_owner_and_comes_back_with_them() -> None:
    async def play() -> None:
        lea, bo, late = Guest(room), Guest(room), Guest(room)
        await lea.join(room.code, "Lea")
        await bo.join(room.code, "Bo 2")
        for change in (
            lambda: room.merge("Lea", into="Léa"),
            lambda: room.reseat("Lea", at="Léa"),
        ):
            change()
            await lea.until(lambda guest: guest.place["you"] == "Léa")
            room.undo()
            await lea.until(lambda guest: guest.place["you"] == "Lea")
        assert (await lea.back())["place"]["you"] == "Lea", "the key opens the same seat"
        await late.join(room.code, "Bo 3")
        late.close()
        while room._room.known("Bo 3").is_here:
            await asyncio.sleep(0.01)
        room.merge("Bo 3", into="Bo 2")
        room.undo()
        room.start()
        await bo.until(lambda guest: guest.match)

    room = gw.Room("liars-dice", people=["Ann", "Léa"])
    try:
        run(play())
    finally:
        room.close()


def test_a_finished_match_counts_for_the_person_who_got_it(hall: Hall) -> None:
    room = hall.room(people=2)
    room.start()
    play_out(room, 1)
    come(room, "Ann 2")
    room.reseat("Ann 2", at="Ann")
    assert {each["name"]: each["games"] for each in standings(room)} == {"Ann": 1, "Bo": 1}


def test_running_the_cell_again_leaves_the_slips_that_were_handed_out_as_they_are(
    tmp_path: Path,
) -> None:
    def opened(people: list[str]) -> gw.Room:
        return gw.Room(
            "liars-dice", people=people, journal=tmp_path / "room", address="https://games.example"
        )

    room = opened(["Ann", "Bo"])
    room.slips(tmp_path / "slips.html")
    before, page = room.links(), (tmp_path / "slips.html").read_text("utf-8")
    room = opened(["Ann", "Bo"])
    room.slips(tmp_path / "slips.html")
    assert "New slips: 0. Earlier ones still work at https://games.example/." in told(room._room)
    assert (tmp_path / "slips.html").read_text("utf-8") == page
    ann = room.people[0]
    assert is_word(before["Ann"].rpartition("=")[2], ann.word)
    room = opened(["Ann", "Bo", "Cy"])
    assert list(room.links()) == ["Cy"]
    assert list(room.links(new=True)) == ["Ann", "Bo", "Cy"]
    assert not is_word(before["Ann"].rpartition("=")[2], room.people[0].word)
    room.close()
