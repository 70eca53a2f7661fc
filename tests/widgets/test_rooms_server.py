"""The room's server: who gets in, what each browser receives, and what the server refuses."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import closing
from errno import EMFILE
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

import gamekit as gk
import gamekit_widgets as gw
from gamekit_widgets.drawing.scene import Hand
from gamekit_widgets.rooms import (
    admission,
    browser_connection,
    serve,
    web_server,
    without_notebook,
)
from gamekit_widgets.rooms.browser_connection import BROKEN, TOO_FAST, TOO_LONG, UNKNOWN, WRONG_CODE
from gamekit_widgets.rooms.room_match import Diary
from gamekit_widgets.scenes import scene_of
from tests.room_clients import Guest, run, seated


async def two(room: gw.Room) -> tuple[Guest, Guest]:
    """Return two people at a match, the player to move first."""
    guests = await seated(room)
    meeting = room._room.meetings[0]
    first = 0 if meeting.to_move is room.people[0] else 1
    return guests[first], guests[1 - first]


def test_rules_that_fail_on_the_card_cut_nobody_off(
    room: gw.Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        ann, _ = await two(room)
        with monkeypatch.context() as broken:
            broken.setattr(browser_connection, "rules_card", lambda match: 1 / 0)
            assert await ann.ask("rules", None) == BROKEN
        assert "ZeroDivisionError" in room._room.trouble
        assert await ann.ask("here", None) == ""

    run(play())


def test_a_board_that_cannot_be_drawn_is_said_once(
    room: gw.Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        ann, bo = await two(room)
        with monkeypatch.context() as broken:
            broken.setattr(browser_connection, "place_for", lambda *given: 1 / 0)
            await bo.ask("help", True)
            assert await ann.ask("press", "A1", match=99) == browser_connection.ELSEWHERE
            assert await ann.ask("here", None) == BROKEN
            frames = len(ann.frames)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(ann.frame(), 0.5)
            assert len(ann.frames) == frames
        assert await ann.ask("here", None) == ""

    run(play())


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


def test_without_the_code_a_browser_learns_nothing(room: gw.Room) -> None:
    async def play() -> None:
        ann = Guest(room)
        await ann.join(room.code, "Ann")
        stranger = await Guest(room).connect()
        for message in ("", "x", "[]", {"n": 1, "do": "room", "what": "next"}, {"back": "x"}, {}):
            stranger.post(message)
            frame = await stranger.frame()
            assert frame in ({"door": ""}, {"door": UNKNOWN, "unknown": True})
        ann.close()
        wrong = "AAAAAA" if room.code != "AAAAAA" else "BBBBBB"
        assert await Guest(room).join(wrong, "Bo") == {"door": WRONG_CODE}

    run(play())


def test_the_code_is_read_as_people_type_it(room: gw.Room) -> None:
    async def play() -> None:
        assert len(room.code) == 6
        typed = f" {room.code[:2].lower()} {room.code[2:]} "
        assert "you" in await Guest(room).join(typed, "Ann")
        assert "Type a name" in (await Guest(room).join(room.code, "x" * 50))["door"]

    run(play())


def test_guessing_gets_slower_and_is_forgotten() -> None:
    now = 0.0
    guesses = admission.Guesses(lambda: now)
    delays = []
    for _ in range(7):
        delays.append(guesses.delay("a"))
        guesses.was_wrong("a")
    assert delays == [0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0]
    assert guesses.delay("b") == 0.0, "somebody else has typed nothing wrong"
    for n in range(admission.MANY):
        guesses.was_wrong(f"c{n}")
    assert guesses.delay("b") == admission.SLOWEST, "many guess together"
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


def test_forged_messages_are_answered_and_change_nothing(room: gw.Room) -> None:
    async def play() -> None:
        mover, other = await two(room)
        match = room.matches[0]
        assert await other.ask("type", "1x1", match=99) == browser_connection.ELSEWHERE
        assert await mover.ask("type", "1x1", match=2) == browser_connection.ELSEWHERE
        number = other.number
        for forged, said in (
            ('{"n": 1', browser_connection.UNREADABLE),
            ("[" * 20_000, browser_connection.UNREADABLE),
            ('{"n": 1' + "0" * 5000 + "}", browser_connection.UNREADABLE),
            (
                json.dumps({"n": number, "do": "type", "what": "1x1", "match": 1}),
                browser_connection.REPEATED,
            ),
            (json.dumps({"n": number + 1, "do": "type", "what": "x" * 30_000}), TOO_LONG),
        ):
            other.post(forged)
            assert (await other.frame())["say"] == said
        assert await other.ask("type", "1x1") == ""
        assert match.ply == 0
        assert await mover.ask("type", "1x1") == ""
        assert match.ply == 1

    run(play())


def test_a_huge_message_cuts_only_the_line_of_its_sender(room: gw.Room) -> None:
    async def play() -> None:
        mover, other = await two(room)
        other.post("x" * (admission.LARGEST + 1))
        with pytest.raises(ConnectionError):
            await other.until(lambda guest: False)
        assert await mover.ask("type", "1x1") == ""
        await other.back()
        assert other.shown["ply"] == 1

    run(play())


def test_a_browser_that_sends_too_much_is_warned_and_keeps_nobody_waiting(room: gw.Room) -> None:
    async def play() -> None:
        mover, other = await two(room)
        for _ in range(int(admission.BURST)):  # that many moves would come in at once
            other.post({"n": 1, "do": "type", "what": "9x9"})
        await other.until(lambda guest: TOO_FAST in guest.frames[-1])
        assert await mover.ask("type", "1x1") == ""

    run(play())


# --- the room --------------------------------------------------------------------------------


def test_a_room_is_closed_whole_and_its_port_is_free_again(room: gw.Room) -> None:
    port = room.port
    room.close()
    room.close()
    again = gw.Room("take-back-toe", port=port)
    with pytest.raises(gk.GameError, match="leave port out"):
        gw.Room("take-back-toe", port=port)
    again.close()


def test_a_server_that_cannot_start_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise OSError(EMFILE, "Too many open files")

    monkeypatch.setattr(web_server, "HTTPServer", refuse)
    with pytest.raises(gk.GameError, match="server cannot start: Too many open files"):
        gw.Room("take-back-toe")


def test_a_room_says_who_can_reach_it(room: gw.Room) -> None:
    assert room.link == f"http://127.0.0.1:{room.port}/#{room.code}"
    assert room.reach.startswith("Only browsers on this computer")
    outside = gw.Room("take-back-toe", host="0.0.0.0")
    assert "same network" in outside.reach
    assert "0.0.0.0" not in outside.link
    outside.close()
    proxied = gw.Room("take-back-toe", address="https://hub.example/room")
    assert proxied.link == f"https://hub.example/room/#{proxied.code}"
    assert "Anybody who can reach this address" in proxied.reach
    proxied.close()


@pytest.mark.parametrize("path", ["monday", "/monday/"])
def test_a_room_with_a_path_is_served_where_its_link_says(path: str) -> None:
    with closing(gw.Room("take-back-toe", path=path)) as room:
        assert room.link == f"http://127.0.0.1:{room.port}/monday/#{room.code}"
        with urlopen(room.link.partition("#")[0]) as page:
            assert page.status == 200


def test_a_room_has_the_host_of_its_server() -> None:
    server = web_server.Server("0.0.0.0", 0)
    with closing(gw.Room("take-back-toe", server=server, path="monday")) as room:
        assert room.host == "0.0.0.0"
        assert "same network" in room.reach


def test_in_a_hub_people_without_accounts_need_an_address(
    room: gw.Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTERHUB_SERVICE_PREFIX", "/user/ann/")
    assert room.link == f"/user/ann/proxy/{room.port}/#{room.code}"
    assert "address=" in room.reach


@pytest.mark.parametrize(
    "address", ["example.org/room", "ftp://example.org", "http://[", 7, "http://"]
)
def test_an_address_that_no_browser_opens_is_refused(address: Any) -> None:
    with pytest.raises(gk.GameError, match="address="):
        gw.Room("take-back-toe", address=address)


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
            moves = [one.text for one in again.matches[0].history if one.player in (0, 1)]
            assert moves == ["1x1", "challenge"]
        finally:
            again.close()

    run(play())


def test_the_keys_of_a_room_are_kept_beside_its_journal_for_its_owner_alone(tmp_path: Path) -> None:
    with closing(gw.Room("liars-dice", journal=tmp_path)) as room:
        code, wall = room.code, room.wall_link
        room.simulate(["Ann"])
    key = wall.partition("#")[2]
    for path in tmp_path.glob("*.journal"):
        assert code not in path.read_text()
        assert key not in path.read_text()
    kept = tmp_path / "keys.json"
    assert kept.stat().st_mode & 0o777 == 0o600
    with closing(gw.Room("liars-dice", journal=tmp_path)) as room:
        assert (room.code, room.wall_link) == (code, wall)
    kept.unlink()  # somebody else got the journals alone
    with closing(gw.Room("liars-dice", journal=tmp_path)) as room:
        assert [person.name for person in room.people] == ["Ann"]
        assert room.code != code
        assert key not in room.wall_link
    kept.write_text("{")
    with pytest.raises(gk.GameError, match=r"keys\.json"):
        gw.Room("liars-dice", journal=tmp_path)


def test_a_room_of_an_earlier_version_keeps_its_code_and_the_key_of_its_wall(
    tmp_path: Path,
) -> None:
    diary = Diary(tmp_path)
    diary.begin(["liars-dice"])
    diary.note(door={"code": "ABCDEF", "port": 1, "wall": "a-key"})
    diary.close()
    for _ in range(2):
        with closing(gw.Room("liars-dice", journal=tmp_path)) as room:
            assert room.code == "ABCDEF"
            assert room.wall_link.endswith("/wall#a-key")


def test_a_room_opens_again_with_somebody_at_its_door(tmp_path: Path) -> None:
    with closing(gw.Room("liars-dice", journal=tmp_path, approve=True)) as room:
        code, port = room.code, room.port

        async def join() -> None:
            await Guest(room).join(code, "Ann")

        run(join())
    with closing(gw.Room("liars-dice", journal=tmp_path, approve=True)) as room:
        assert (room.code, room.port) == (code, port)
        assert [person.is_at_the_door for person in room.people] == [True]


@pytest.mark.parametrize(
    "wrong",
    [{"port": -1}, {"port": "x"}, {"host": 5}, {"pairs": "best"}, {"names": 1}, {"bot": "genius"}],
)
def test_arguments_that_make_no_room_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(gk.GameError):
        gw.Room("take-back-toe", **wrong)
    with pytest.raises(gk.GameError):
        gw.Room([])
    with pytest.raises(gk.GameError):
        gw.Room("take-back-toe", clock="late")


def test_a_room_without_a_notebook_says_how_to_get_in_and_prints_the_results() -> None:
    told: list[str] = []

    def wait(room: gw.Room) -> None:
        async def play() -> None:
            ann = Guest(room)
            await ann.join(room.code, "Ann")
            room._room.patience = 0
            await ann.until(lambda guest: guest.match)
            while not room.matches[0].result:  # a move of the bot takes the question back
                await ann.ask("click", "resign")
                await ann.ask("click", "resign-now")

        run(play())
        raise KeyboardInterrupt

    serve("liars-dice", bot="random", say=told.append, wait=wait)
    assert told[0].startswith("http://127.0.0.1:")
    assert told[-1] == "Ann: 0 of 1"


def test_without_a_notebook_play_may_wait_for_the_wall_and_the_end_can_be_looked_at() -> None:
    def wait(room: gw.Room) -> None:
        assert room.state == "open"
        room.start()
        room.end()
        waiting = threading.Thread(target=without_notebook.until_closed, args=(room,))
        waiting.start()
        waiting.join(2)
        assert waiting.is_alive(), "the wall prints the results until Ctrl-C"
        room.close()
        waiting.join(30)
        assert not waiting.is_alive()

    serve("liars-dice", say=lambda _: None, wait=wait, starts=False)


# --- the wall --------------------------------------------------------------------------------


def test_the_wall_shows_what_an_onlooker_may_know(room: gw.Room) -> None:
    async def play() -> None:
        mover, other = await two(room)
        await mover.ask("type", "1x1")
        wall = room.wall
        sent: list[dict[str, Any]] = []
        wall.send = sent.append
        wall._hear(None, {"do": "watch", "what": 1}, [])
        wall._drawn.clear()
        wall._mark_stale()
        wall.refresh()
        shown = next(each for each in sent if "boards" in each)["boards"][1]
        public = scene_of(room.matches[0].view(gk.PUBLIC), Hand(is_onlooker=True)).svg()
        assert shown == public
        assert next(each for each in sent if "watched" in each)["shown"]["svg"] == public
        for guest in (mover, other):
            assert guest.shown["svg"] != public
        (card,) = wall.shown["cards"]
        assert card["told"].endswith("to move")

    run(play())


def test_the_wall_follows_every_match_that_somebody_has_enlarged(room: gw.Room) -> None:
    async def play() -> None:
        guests = [Guest(room) for _ in range(4)]
        for guest, name in zip(guests, ("Ann", "Bo", "Cy", "Di"), strict=True):
            await guest.join(room.code, name)
        room.start()
        wall = room.wall
        sent: list[dict[str, Any]] = []
        wall.send = sent.append

        def told(do: str, number: int) -> None:
            wall._hear(None, {"do": do, "what": number}, [])

        def followed() -> list[int]:
            sent.clear()
            for match in room.matches:
                match.play(match.legal()[0])
            wall.refresh()
            return [each["watched"] for each in sent if "watched" in each]

        told("watch", 1)
        told("watch", 2)
        assert followed() == [1, 2]
        told("unwatch", 1)
        assert sent[-1] == {"unwatched": 1}, "another wall may show it"
        assert followed() == [2]
        told("watch", 1)
        assert followed() == [1, 2]

    run(play())


def test_the_wall_runs_the_room(room: gw.Room) -> None:
    wall = room.wall

    async def play() -> None:
        guests = [Guest(room) for _ in range(3)]
        for guest, name in zip(guests, ("Ann", "Bo", "Cy"), strict=True):
            await guest.join(room.code, name)
        wall.refresh()
        assert wall.shown["waiting"] == ["Ann", "Bo", "Cy"]
        wall._hear(None, {"do": "click", "what": "start"}, [])
        assert len(room.matches) == 2
        wall.click("pause")
        assert room.state == "paused"
        wall.click("start")
        room.matches[0].resign(0)
        wall.refresh()
        assert wall.shown["cards"][0]["mark"] == "over"
        wall.click("end")
        assert room.state == "running"
        assert "again" in wall.shown["said"]
        wall.click("end")
        assert room.state == "ended"
        wall.click("start")
        assert "ended" in wall.shown["said"]
        for nonsense in (None, [], {"do": "watch", "what": 99}, {"do": "watch", "what": "x"}, {}):
            wall._hear(None, nonsense, [])

    run(play())


def test_the_wall_says_who_is_stuck_or_away_and_the_score_so_far(room: gw.Room) -> None:
    async def play() -> None:
        mover, other = await two(room)
        room._room.now = lambda: 1e9
        room.wall.refresh()
        (card,) = room.wall.shown["cards"]
        assert card["mark"] == "stuck"
        other.close()
        await mover.until(lambda guest: "away" in guest.place["text"])
        room.wall.refresh()
        assert room.wall.shown["cards"][0]["mark"] == "away"
        room.matches[0].resign(1)
        room.wall.refresh()
        (score,) = room.wall.shown["scores"]
        assert "scores 1.00 in 1 game" in score["text"]
        assert 0 < score["low"] < score["high"] <= 1

    run(play())


def test_the_wall_shows_clocks_and_sets_the_one_of_new_matches(room: gw.Room) -> None:
    wall, chosen = room.wall, "30 s a move, 3 min in reserve"
    names = [name for name, _ in wall.shown["clock"]["options"]]
    assert names[0] == wall.shown["clock"]["value"] == "none"
    assert "official" not in names, "the rules of Liar's Dice give no times"
    for forged in ("official", "1 s a move", "", 30, None):
        wall._hear(None, {"do": "clock", "what": forged}, [])
    assert room.clock is None

    async def play() -> None:
        wall._hear(None, {"do": "clock", "what": chosen}, [])
        assert wall.shown["clock"]["value"] == chosen
        mover, _ = await two(room)
        match, now = room.matches[0], 0.0
        match.timer = lambda: now
        match.goto(0)
        first = match.to_act
        wall.refresh()
        assert wall.shown["times"]["1"]["running"] == first
        assert wall.shown["times"]["1"]["left"] == [(30, 180)] * 2
        now = 40.0
        wall.refresh()
        assert wall.shown["times"]["1"]["left"] == [(30, 180)] * 2, "a browser lets it run"
        wall._hear(None, {"do": "hello", "what": ""}, [])
        assert wall.shown["times"]["1"]["left"][first] == (0, 170)
        await mover.ask("type", "1x1")
        wall.refresh()
        assert wall.shown["times"]["1"]["running"] == 1 - first
        room.pause()
        wall.refresh()
        assert wall.shown["times"]["1"]["running"] is None

    run(play())
    room.clock = gk.Clock(10, 45, period=5)
    wall.refresh()
    assert wall.shown["clock"]["value"] == "10 s a move, 9 × 5 s in reserve"
    with pytest.raises(gk.GameError, match="official"):
        room.clock = "official"


def test_a_saved_wall_has_no_code_and_no_port(room: gw.Room) -> None:
    saved = room._repr_mimebundle_()[0]
    for kind in ("text/plain", "text/html"):
        assert room.code not in saved[kind]
        assert str(room.port) not in saved[kind]
        assert "Liar" in saved[kind]
