"""The room's server: who gets in, what each browser is sent, and what is refused."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

import gamekit as gk
import gamekit_widgets as gw
from gamekit_widgets.rooms import deeds, limits
from gamekit_widgets.rooms.line import TOO_FAST, TOO_LONG, UNKNOWN, WRONG_CODE
from tests.guests import Guest, run


@pytest.fixture
def room() -> Iterator[gw.Room]:
    found = gw.Room("liars-dice", bot="random", seed=1)
    yield found
    found.close()


async def two(room: gw.Room) -> tuple[Guest, Guest]:
    """Return two people at a match, whoever is to move first."""
    guests = Guest(room), Guest(room)
    for guest, name in zip(guests, ("Ann", "Bo"), strict=True):
        await guest.join(room.code, name)
    room.start()
    for guest in guests:
        await guest.until(lambda guest: guest.match)
    meeting = room._room.meetings[0]
    first = 0 if meeting.to_move is room.people[0] else 1
    return guests[first], guests[1 - first]


# --- the door --------------------------------------------------------------------------------


def test_a_stranger_gets_a_plain_page_that_says_nothing_of_the_room(room: gw.Room) -> None:
    with urlopen(f"http://127.0.0.1:{room.port}/") as page:
        text = page.read().decode()
    assert "Liar" not in text
    assert room.code not in text
    assert page.headers["Set-Cookie"] is None
    assert "script-src 'self';" in page.headers["Content-Security-Policy"]
    assert "http:" not in text
    assert "https:" not in text
    for path in ("people", "../room.py", "room.js/x", "%2e%2e/%2e%2e/etc/passwd"):
        with pytest.raises(HTTPError) as refused:
            urlopen(f"http://127.0.0.1:{room.port}/{path}")
        with refused.value as answer:
            assert answer.code == 404


def test_without_the_code_nobody_is_told_anything(room: gw.Room) -> None:
    async def play() -> None:
        ann = Guest(room)
        await ann.join(room.code, "Ann")
        stranger = await Guest(room).connect()
        for message in ("", "x", "[]", {"n": 1, "do": "room", "what": "next"}, {"back": "x"}, {}):
            stranger.post(message)
            frame = await stranger.frame()
            assert frame in ({"door": ""}, {"door": UNKNOWN})
        ann.close()
        assert await Guest(room).join("AAAA" if room.code != "AAAA" else "BBBB", "Bo") == {
            "door": WRONG_CODE
        }

    run(play())


def test_the_code_is_read_as_people_type_it(room: gw.Room) -> None:
    async def play() -> None:
        typed = f" {room.code[:2].lower()} {room.code[2:]} "
        assert "you" in await Guest(room).join(typed, "Ann")
        assert "Type a name" in (await Guest(room).join(room.code, "x" * 50))["door"]

    run(play())


def test_guessing_gets_slower_and_is_forgotten() -> None:
    now = 0.0
    guesses = limits.Guesses(lambda: now)
    delays = []
    for _ in range(7):
        delays.append(guesses.delay("a"))
        guesses.was_wrong("a")
    assert delays == [0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0]
    assert guesses.delay("b") == 0.0, "somebody else has typed nothing wrong"
    for n in range(limits.MANY):
        guesses.was_wrong(f"c{n}")
    assert guesses.delay("b") == limits.SLOWEST, "many guess together"
    now = 1e5
    assert guesses.delay("a") == 0.0


def test_a_second_guess_waits(room: gw.Room) -> None:
    async def play() -> None:
        guest = await Guest(room).connect()
        start = asyncio.get_running_loop().time()
        for _ in range(2):
            guest.post({"code": "wrong", "name": "Ann"})
            assert await guest.frame() == {"door": WRONG_CODE}
        assert asyncio.get_running_loop().time() - start >= 0.4

    run(play())


def test_pages_from_elsewhere_cannot_open_a_line(room: gw.Room) -> None:
    async def play() -> None:
        request = HTTPRequest(
            f"ws://127.0.0.1:{room.port}/socket", headers={"Origin": "http://evil.example"}
        )
        with pytest.raises(HTTPClientError, match="403"):
            await websocket_connect(request)

    run(play())


# --- playing ---------------------------------------------------------------------------------


def test_two_play_and_each_is_sent_their_own_view(room: gw.Room) -> None:
    async def play() -> None:
        mover, other = await two(room)
        match = room.matches[0]
        assert await mover.ask("type", "1x1") == ""
        await other.until(lambda guest: guest.shown["ply"] == 1)
        assert match.history[-1].text == "1x1"
        assert mover.shown["svg"] != other.shown["svg"]
        await other.ask("type", "challenge")
        await mover.until(lambda guest: guest.shown["ply"] == 2)

    run(play())


def test_a_browser_comes_back_to_its_seat(room: gw.Room) -> None:
    async def play() -> None:
        mover, _ = await two(room)
        await mover.ask("type", "1x1")
        shown, people = mover.shown, len(room.people)
        mover.close()
        frame = await mover.back()
        assert frame["whole"] is True
        assert mover.shown["svg"] == shown["svg"]
        assert mover.number == frame["you"]["heard"]
        assert len(room.people) == people

    run(play())


def test_a_seat_is_open_in_one_window(room: gw.Room) -> None:
    async def play() -> None:
        ann = Guest(room)
        await ann.join(room.code, "Ann")
        again = Guest(room)
        again.token = ann.token
        await again.back()
        assert "elsewhere" in await ann.frame()
        with pytest.raises(ConnectionError):
            await ann.frame()
        await asyncio.sleep(0.05)
        assert room.people[0].is_here

    run(play())


# --- what is refused -------------------------------------------------------------------------


def test_whatever_is_forged_is_answered_and_changes_nothing(room: gw.Room) -> None:
    async def play() -> None:
        mover, other = await two(room)
        match = room.matches[0]
        assert await other.ask("type", "1x1", match=99) == deeds.ELSEWHERE
        assert await mover.ask("type", "1x1", match=2) == deeds.ELSEWHERE
        number = other.number
        for forged, said in (
            ('{"n": 1', deeds.UNREADABLE),
            ("[" * 20_000, deeds.UNREADABLE),
            ('{"n": 1' + "0" * 5000 + "}", deeds.UNREADABLE),
            (json.dumps({"n": number, "do": "type", "what": "1x1", "match": 1}), deeds.REPEATED),
            (json.dumps({"n": number + 1, "do": "type", "what": "x" * 30_000}), TOO_LONG),
        ):
            other.post(forged)
            assert (await other.frame())["say"] == said
        assert await other.ask("type", "1x1") == ""
        assert match.ply == 0
        assert await mover.ask("type", "1x1") == ""
        assert match.ply == 1

    run(play())


def test_what_is_far_too_large_cuts_the_line_of_its_sender_only(room: gw.Room) -> None:
    async def play() -> None:
        mover, other = await two(room)
        other.post("x" * (limits.LARGEST + 1))
        with pytest.raises(ConnectionError):
            await other.until(lambda guest: False)
        assert await mover.ask("type", "1x1") == ""
        await other.back()
        assert other.shown["ply"] == 1

    run(play())


def test_who_sends_too_much_is_told_and_keeps_nobody(room: gw.Room) -> None:
    async def play() -> None:
        mover, other = await two(room)
        for _ in range(300):
            other.send("type", "9x9")
        await other.until(lambda guest: TOO_FAST in guest.frames[-1])
        assert await mover.ask("type", "1x1") == ""

    run(play())


# --- the room --------------------------------------------------------------------------------


def test_a_room_is_closed_whole_and_its_port_is_free_again(room: gw.Room) -> None:
    port = room.port
    room.close()
    room.close()
    again = gw.Room("take-back-toe", port=port)
    with pytest.raises(gk.GameError, match="port"):
        gw.Room("take-back-toe", port=port)
    again.close()


def test_who_can_reach_a_room_is_said(room: gw.Room) -> None:
    assert room.link == f"http://127.0.0.1:{room.port}/#{room.code}"
    assert room.reach.startswith("Only browsers on this computer")
    outside = gw.Room("take-back-toe", host="0.0.0.0")
    assert "same network" in outside.reach
    assert "0.0.0.0" not in outside.link
    outside.close()


def test_the_cell_that_opened_a_room_can_be_run_again(tmp_path: Path) -> None:
    first = gw.Room("liars-dice", journal=tmp_path, seed=1)

    async def play() -> None:
        mover, other = await two(first)
        await mover.ask("type", "1x1")
        again = gw.Room("liars-dice", journal=tmp_path)
        try:
            assert (again.port, again.code) == (first.port, first.code)
            assert not first.is_open
            frame = await other.back()
            assert frame["shown"]["ply"] == 1
            assert await other.ask("type", "challenge") == ""
            assert [one.text for one in again.matches[0].history if one.player in (0, 1)][0] == "1x1"
        finally:
            again.close()

    run(play())


@pytest.mark.parametrize(
    "wrong",
    [{"port": -1}, {"port": "x"}, {"host": 5}, {"pairs": "best"}, {"names": 1}, {"bot": "genius"}],
)
def test_what_makes_no_room_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(gk.GameError):
        gw.Room("take-back-toe", **wrong)
    with pytest.raises(gk.GameError):
        gw.Room([])
    with pytest.raises(gk.GameError):
        gw.Room("take-back-toe", clock="late")
