"""Admission to a room: who gets in while others guess codes, crowd in, or say nothing at all."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import socket
import struct
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

import gamekit_widgets as gw
from gamekit.storage import files
from gamekit_widgets.rooms import admission
from gamekit_widgets.rooms.browser_connection import SLOW, UNKNOWN, UNSAVED
from gamekit_widgets.rooms.room import _close_all as rooms_at_exit
from tests import event_loop
from tests.room_clients import Guest, run, seated
from tests.widgets.test_rooms_faults import Disk

PROXIED = {"Host": "hub.example.org"}  # as a proxy on this computer passes it on


@pytest.fixture
def room() -> Iterator[gw.Room]:
    found = gw.Room("liars-dice", bot="random", seed=1, odd="wait")
    yield found
    found.close()


def wrong(room: gw.Room) -> str:
    return "AAAAAA" if room.code != "AAAAAA" else "BBBBBB"


async def knock(room: gw.Room, code: str, name: str) -> tuple[Guest, dict[str, Any]]:
    """Try to get in as a page does, and try again after a while if it is crowded."""
    guest, pause = Guest(room), 0.05
    while True:
        with suppress(ConnectionError):
            frame = await guest.join(code, name)
            if "busy" not in frame:
                return guest, frame
        await asyncio.sleep(pause * random.uniform(0.5, 1.5))
        pause = min(1.0, pause * 1.6)


# --- codes -----------------------------------------------------------------------------------


def test_typing_errors_of_a_class_keep_nobody_else_out(room: gw.Room) -> None:
    async def play() -> None:
        slow = [asyncio.create_task(knock(room, wrong(room), f"Wrong {n}")) for n in range(5)]
        await asyncio.sleep(0.2)
        found = await asyncio.wait_for(
            asyncio.gather(*(knock(room, room.code, f"Guest {n}") for n in range(30))), 15
        )
        assert all("you" in frame for _, frame in found)
        for task in slow:
            task.cancel()
        assert len(room.people) == 30

    run(play())


def test_the_message_of_a_closed_line_is_dropped(
    room: gw.Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "TYPING_ERRORS", 1)
    monkeypatch.setattr(admission, "SLOWEST", 1.0)

    async def play() -> None:
        for _ in range(3):
            guest = await Guest(room).connect()
            guest.post({"code": wrong(room), "name": "Ann"})
        ghost = await Guest(room).connect()
        ghost.post({"code": room.code, "name": "Ghost"})
        await asyncio.sleep(0.1)
        ghost.close()
        await asyncio.sleep(0.1)
        guest = await Guest(room).connect()
        guest.post({"code": room.code, "name": "Bo"})
        assert "you" in await guest.frame()
        assert [person.name for person in room.people] == ["Bo"]

    run(play())


def test_guesses_of_one_address_are_answered_one_after_the_other_however_many_lines_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "TYPING_ERRORS", 3)
    slept: list[float] = []
    under_way = 0

    async def sleep(seconds: float) -> None:
        nonlocal under_way
        assert under_way == 0, "another guess is being answered"
        under_way += 1
        slept.append(seconds)
        await yielding(0)
        under_way -= 1

    yielding = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", sleep)
    found = admission.Desk(None, "ABCDEF")  # type: ignore[arg-type]

    async def play() -> None:
        results: list[bool] = []
        for _ in range(3):
            results += await asyncio.gather(*(found.is_code("a", "x") for _ in range(40)))
        assert not any(results)
        assert await found.is_code("a", "ABCDEF")
        assert await found.is_code("b", "ABCDEF")

    event_loop.run(play())
    assert sum(seconds == admission.SLOWEST for seconds in slept) >= 100
    assert len(slept) == 121, "a right one from elsewhere does not wait"
    assert not found._turns


def test_behind_a_proxy_each_line_is_a_place_of_its_own(room: gw.Room) -> None:
    async def play() -> None:
        for _ in range(2 * admission.FROM_ONE_PLACE):
            await Guest(room).connect(headers=PROXIED)
        guest = await Guest(room).connect(headers=PROXIED)
        guest.post({"code": room.code, "name": "Ann"})
        assert "you" in await guest.frame()

    run(play())


def test_one_person_with_the_code_cannot_fill_the_room_at_once(
    room: gw.Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "JOINS", 0.0)  # sixty joinings take seconds on a loaded machine

    async def play() -> None:
        for n in range(int(admission.JOINS_AT_ONCE)):
            assert "you" in await Guest(room).join(room.code, f"Guest {n}")
        assert "busy" in await Guest(room).join(room.code, "One more")
        behind = await Guest(room).connect(headers=PROXIED)
        behind.post({"code": room.code, "name": "Ann"})
        assert "you" in await behind.frame(), "a proxy stands for many people"

    run(play())


# --- places at the door ----------------------------------------------------------------------


def test_silent_lines_keep_nobody_with_a_key_out(room: gw.Room) -> None:
    async def play() -> None:
        ann = Guest(room)
        await ann.join(room.code, "Ann")
        ann.close()
        for _ in range(admission.FROM_ONE_PLACE):
            await Guest(room).connect(headers={})
        stranger = await Guest(room).connect()
        assert await stranger.frame() == {"busy": admission.CROWDED}
        assert "you" in await ann.back()

    run(play())


def test_a_whole_class_comes_back_at_once(room: gw.Room) -> None:
    async def play() -> None:
        guests = [Guest(room) for _ in range(180)]
        for n, guest in enumerate(guests):
            _, guest.token = room._room.enter(f"Guest {n}")
        found = await asyncio.wait_for(asyncio.gather(*(again(guest) for guest in guests)), 60)
        assert all("you" in frame for frame in found)
        assert all(person.is_here for person in room.people)

    async def again(guest: Guest) -> dict[str, Any]:
        pause = 0.5
        while True:
            with suppress(ConnectionError):
                frame = await guest.back()
                if "busy" not in frame:
                    return frame
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
            pause *= 1.6

    run(play())


def test_a_browser_forgets_only_an_unknown_key(room: gw.Room) -> None:
    async def play() -> None:
        guest = Guest(room)
        guest.token = "x"
        assert await guest.back() == {"door": UNKNOWN, "unknown": True}

    run(play())


def test_a_place_is_free_as_soon_as_its_line_closes(room: gw.Room) -> None:
    async def play() -> None:
        for _ in range(3):
            lines = [await Guest(room).connect() for _ in range(admission.FROM_ONE_PLACE)]
            for line in lines:
                line.post({"code": wrong(room), "name": "x"})
                line.close()
            while room._server.desk._at_the_door:
                await asyncio.sleep(0.01)
        guest = await Guest(room).connect()
        guest.post({"code": room.code, "name": "Ann"})
        assert "you" in await guest.frame()

    run(play())


def test_nobody_stays_at_the_door(room: gw.Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "DEADLINE", 2.0)

    async def play() -> None:
        inside = await Guest(room).connect()
        inside.post({"code": room.code, "name": "Ann"})
        assert "you" in await inside.frame()
        silent = await Guest(room).connect()
        assert await silent.frame() == {"door": SLOW}
        with pytest.raises(ConnectionError):
            await silent.frame()
        inside.send("room", "x")
        assert "heard" in json.dumps(await inside.frame())

    run(play())


# --- frames ----------------------------------------------------------------------------------


@pytest.mark.parametrize("frame", [b"\x89\x80abcd", b"\x00\x80abcd"], ids=["pings", "fragments"])
def test_frames_without_a_message_are_counted_and_cut_the_line_of_their_sender(
    room: gw.Room, frame: bytes
) -> None:
    async def play() -> None:
        guest = await Guest(room).connect()
        guest.post({"code": room.code, "name": "Ann"})
        await guest.frame()
        assert guest.socket
        stream = guest.socket.protocol.stream  # type: ignore[union-attr]
        if frame.startswith(b"\x00"):
            await stream.write(b"\x01\x80abcd")  # what fragments go on with
        stream.write(frame * 5 * int(admission.BURST))
        with pytest.raises(ConnectionError):
            await guest.until(lambda guest: False)
        while room.people[0].is_here:
            await asyncio.sleep(0.01)

    run(play())


def test_a_ping_now_and_then_is_no_message(room: gw.Room) -> None:
    async def play() -> None:
        guest = await Guest(room).connect()
        guest.post({"code": room.code, "name": "Ann"})
        await guest.frame()
        assert guest.socket
        for _ in range(int(admission.BURST) - 5):
            guest.socket.ping()
        for _ in range(int(admission.BURST) // 2):
            assert await guest.ask("room", "x") == "You cannot do that now."

    run(play())


# --- hosts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example"]
)
def test_a_foreign_host_name_that_points_here_is_refused(room: gw.Room, host: str) -> None:
    called = {"Host": f"{host}:{room.port}", "Origin": f"http://{host}:{room.port}"}
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(f"http://127.0.0.1:{room.port}/", headers=called))
    with refused.value as answer:
        assert answer.code == 403

    async def play() -> None:
        for way in ("socket", "back"):
            with pytest.raises(HTTPClientError, match="403"):
                await websocket_connect(
                    HTTPRequest(f"ws://127.0.0.1:{room.port}/{way}", headers=called)
                )

    run(play())


@pytest.mark.parametrize(
    ("host", "remote", "is_known"),
    [
        ("localhost:8765", "127.0.0.1", True),
        ("127.0.0.1:8765", "127.0.0.1", True),
        ("[::1]:8765", "::1", True),
        ("LOCALHOST.:8765", "127.0.0.1", True),
        ("192.168.0.5:8765", "192.168.0.9", True),
        ("lab.school.example:8765", "192.168.0.9", True),  # the name that was given as host=
        ("hub.example.org", "127.0.0.1", True),  # JupyterHub, through a proxy on this computer
        ("localhost:8888", "127.0.0.1", True),  # jupyter-server-proxy
        ("hub.example.org:8765", "127.0.0.1", False),
        ("hub.example.org", "192.168.0.9", False),
        ("evil.example:8765", "127.0.0.1", False),
        ("", "192.168.0.9", False),
    ],
)
def test_the_host_names_of_a_room(host: str, remote: str, is_known: bool) -> None:
    names = admission.own_names("lab.school.example")
    assert admission.may_be_called(host, remote, 8765, names) is is_known


def test_addresses_are_counted_by_their_owner() -> None:
    assert admission.place_of("::ffff:10.0.0.1") == admission.place_of("10.0.0.1")
    assert admission.place_of("2001:db8::1") == admission.place_of("2001:db8::2:1")
    assert admission.place_of("2001:db8::1") != admission.place_of("2001:db8:0:1::1")


# --- few files -------------------------------------------------------------------------------

SMALL = """\
import resource, sys
hard = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
import gamekit_widgets as gw
room = gw.Room("take-back-toe", journal=sys.argv[1], seed=1)
room.start()
print(room.port, room.code, flush=True)
sys.stdin.readline()
print(len(room.matches), flush=True)
room.close()
"""


class Small:
    """A room in a process that may open only so many files."""

    def __init__(self, folder: Path, hard: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SMALL, str(folder), str(hard)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout
        port, self.code = self.process.stdout.readline().split()
        self.port = int(port)

    def end(self) -> tuple[int, str]:
        """Return how many matches began, and everything that the process complained about."""
        told, complaints = self.process.communicate("\n", timeout=60)
        return int(told.split()[0]), complaints


def test_a_soft_limit_on_files_is_raised_for_a_full_room(tmp_path: Path) -> None:
    small = Small(tmp_path, 4096)

    async def play() -> None:
        for n in range(180):
            guest = await Guest(small.port).connect(headers=PROXIED)
            guest.post({"code": small.code, "name": f"Guest {n}"})
            assert "you" in await guest.frame(), n

    run(play())
    matches, complaints = small.end()
    assert complaints == ""
    assert matches >= 80


def test_a_room_with_few_files_refuses_with_a_sentence_and_plays_on(tmp_path: Path) -> None:
    small = Small(tmp_path, 256)
    silent: list[socket.socket] = []

    async def play() -> None:
        ann, bo = Guest(small.port), Guest(small.port)
        for guest, name in ((ann, "Ann"), (bo, "Bo")):
            await guest.join(small.code, name)
        for guest in (ann, bo):
            await guest.until(lambda guest: guest.match)
        for _ in range(400):
            with suppress(OSError):
                silent.append(socket.create_connection(("127.0.0.1", small.port), 5))
        await asyncio.sleep(1)
        said = silent[-1].recv(1000).decode()
        assert admission.NO_MORE in said
        mover = ann if await moved(ann) else bo
        assert mover is ann or await moved(bo)

    async def moved(guest: Guest) -> bool:
        said = await guest.ask("click", "resign")
        said += await guest.ask("click", "resign-now")
        return said == ""

    try:
        run(play())
    finally:
        for each in silent:
            each.close()
        _, complaints = small.end()
    assert len(complaints) < 2_000, complaints[:2_000]
    assert any(b'"over"' in path.read_bytes() for path in tmp_path.glob("match-*.journal"))


def test_where_files_are_short_newcomers_wait_and_journals_do_not(
    room: gw.Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        monkeypatch.setattr(admission, "files_left", lambda: admission.SPARE - 1)
        assert (await Guest(room).join(room.code, "Ann"))["busy"] == admission.NO_MORE
        monkeypatch.setattr(admission, "files_left", lambda: admission.SPARE)
        assert "you" in await Guest(room).join(room.code, "Ann")

    run(play())


# --- the end ---------------------------------------------------------------------------------


def test_a_room_that_is_closed_says_so_to_its_people(room: gw.Room) -> None:
    async def play() -> None:
        ann = Guest(room)
        await ann.join(room.code, "Ann")
        await asyncio.to_thread(room.close)
        assert {"closed": admission.CLOSED} in [await ann.frame(), *map(json.loads, ann.frames)]

    run(play())


@pytest.mark.parametrize("is_kept", [True, False])
def test_browsers_look_for_a_kept_room_again_when_its_kernel_restarts(
    is_kept: bool, tmp_path: Path
) -> None:
    room = gw.Room("liars-dice", journal=tmp_path if is_kept else None)

    async def play() -> None:
        ann = Guest(room)
        await ann.join(room.code, "Ann")
        await asyncio.to_thread(rooms_at_exit)
        with suppress(ConnectionError):
            await ann.until(lambda _: False)
        assert ("closed" in ann.frames[-1]) is not is_kept

    run(play())
    assert not room.is_open


def test_a_room_that_nobody_has_used_for_hours_opens_again_as_it_was(tmp_path: Path) -> None:
    def opened() -> gw.Room:
        return gw.Room("liars-dice", people=["Ann"], journal=tmp_path / "room")

    room = opened()
    wall, code, links = room.wall, room.code, room.links()
    room._server.desk.heard_at -= admission.IDLE + 1
    for _ in range(300):
        if not room._server.server.is_running:
            break
        time.sleep(0.1)
    assert not room._server.server.is_running
    assert not room.is_open
    assert any("again" in said for said in wall.shown["news"]), "the wall says what to do"
    again = opened()
    try:
        assert (again.state, again.code, again.port) == ("open", code, room.port)

        async def play() -> None:
            ann = Guest(again)
            frame = await ann.join(code, "Ann", word=links["Ann"].rpartition("=")[2])
            assert frame["place"]["you"] == "Ann"

        run(play())
        again.start()
    finally:
        again.close()


def test_a_closed_room_is_freed_and_its_wall_goes_on_showing_it() -> None:
    room = gw.Room("take-back-toe", bot="random", seed=1)
    room.simulate(2, bot="random")
    room.start()
    wall = room.wall
    assert room.wait()
    room.close()
    held = weakref.ref(room), weakref.ref(room._room), weakref.ref(room._server)
    del room
    gc.collect()
    assert [each() for each in held] == [None, None, None]
    assert wall.shown["state"] == "ended"
    sent: list[Any] = []
    wall.send = sent.append
    wall._hear(None, {"do": "hello", "what": ""}, [])
    assert "<svg" in str(sent)
    wall._hear(None, {"do": "click", "what": "start"}, [])
    assert "Guest 1" in wall._repr_mimebundle_()[0]["text/plain"]
    wall.close()


def test_a_removed_person_learns_it_and_their_key_opens_nothing(room: gw.Room) -> None:
    async def play() -> None:
        ann = Guest(room)
        await ann.join(room.code, "Ann")
        await asyncio.to_thread(room.remove, "Ann")
        assert "removed you" in (await ann.frame())["gone"]
        assert (await ann.back())["unknown"] is True

    run(play())


def test_a_new_phone_shows_the_seat_it_was_given_at_once(room: gw.Room) -> None:
    async def play() -> None:
        ann, bo = await seated(room)
        board = ann.shown["svg"]
        phone = Guest(room)
        await phone.join(room.code, "Ann")
        await asyncio.to_thread(room.reseat, "Ann 2", "Ann")
        await phone.until(lambda guest: guest.match)
        assert (phone.place["you"], phone.shown["svg"]) == ("Ann", board)
        assert "given" in [frame async for frame in gone(ann)][-1]["gone"]
        while room._room.meetings[0].to_move is not room.people[0]:
            await bo.ask("type", room.matches[0].legal()[0])
        await phone.until(lambda guest: guest.shown["ply"] == room.matches[0].ply)
        assert await phone.ask("type", room.matches[0].legal()[0]) == ""
        phone.close()
        assert (await phone.back())["place"]["you"] == "Ann"

    async def gone(guest: Guest) -> Any:
        with suppress(ConnectionError):
            while True:
                yield await guest.frame()

    run(play())


def test_no_browser_gets_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = gw.Room("take-back-toe", journal=tmp_path, seed=1)
    monkeypatch.setattr(files, "os", Disk("write", 1, 1_000_000))

    async def play() -> None:
        said = (await Guest(room).join(room.code, "Ann"))["door"]
        assert "could not save" in said
        assert str(tmp_path) not in said
        room.wall.refresh()
        assert str(tmp_path) in room.wall.shown["said"]

    try:
        run(play())
    finally:
        monkeypatch.undo()
        room.close()


def test_the_mover_learns_that_a_move_may_not_be_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = gw.Room("take-back-toe", journal=tmp_path, seed=1)

    async def play() -> None:
        guests = await seated(room)
        first = room._room.meetings[0].to_move
        mover = guests[0] if first is room.people[0] else guests[1]
        monkeypatch.setattr(files, "os", Disk("fsync", 1, 1_000_000))
        assert await mover.ask("type", room.matches[0].legal()[0]) == UNSAVED
        assert str(tmp_path) in room._room.trouble

    try:
        run(play())
    finally:
        monkeypatch.undo()
        room.close()


def test_the_wall_removes_renames_and_gives_seats(room: gw.Room) -> None:
    async def play() -> None:
        for name in ("Ann", "Bo", "Ann"):
            await Guest(room).join(room.code, name)
        wall = room.wall
        assert [each["number"] for each in wall.shown["standings"]] == [1, 2, 3]
        wall._hear(None, {"do": "rename", "what": {"who": 2, "to": "Bob"}}, [])
        wall._hear(None, {"do": "reseat", "what": {"who": 1, "to": 3}}, [])
        assert [person.name for person in room.people] == ["Ann", "Bob"]
        wall._hear(None, {"do": "remove", "what": 2}, [])
        assert [person.name for person in room.people] == ["Ann"]
        for nonsense in (
            {"who": "x"},
            {"who": 99, "to": 1},
            {"to": []},
            {},
            {"who": 1, "to": 10**9},
        ):
            for action in ("rename", "reseat", "merge"):
                wall._hear(None, {"do": action, "what": nonsense}, [])
        wall._hear(None, {"do": "remove", "what": 99}, [])
        assert "Nobody here is called" in wall.shown["said"]

    run(play())


def test_a_line_that_is_cut_while_it_is_answered_leaves_no_complaint(
    room: gw.Room, caplog: pytest.LogCaptureFixture
) -> None:
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
    request = f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{room.port}\r\nUpgrade: websocket\r\n"
    asked = b"\x81\x82\0\0\0\0{}"
    for _ in range(200):
        with socket.create_connection(("127.0.0.1", room.port), 5) as line:
            line.sendall(f"{request}Connection: Upgrade\r\n{key}\r\n\r\n".encode() + asked)
            assert line.recv(1000).startswith(b"HTTP/1.1 101")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.sendall(20 * asked)
    room.close()
    gc.collect()
    assert [record.getMessage() for record in caplog.records] == []
