"""A school's rooms: several in one process, with TLS or behind a proxy, monitored and stopped."""

from __future__ import annotations

import json
import os
import re
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

import gamekit as gk
from gamekit_widgets.rooms.without_notebook import Service
from tests.room_clients import Guest, run

ROOMS = """\
port = 0
journal = "kept"
[rooms.monday]
game = "take-back-toe"
set = { columns = 5 }
people = "class.csv"
slips = "slips.html"
[rooms.late-tuesday]
game = "liars-dice"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "class.csv").write_text("name\nAnn\nBo\n")
    path = tmp_path / "rooms.toml"
    path.write_text(ROOMS)
    return path


@pytest.fixture
def service(file: Path) -> Iterator[Service]:
    found = Service(file)
    yield found
    found.close()


def got(service: Service, path: str, **headers: str) -> tuple[int, str]:
    try:
        with urlopen(
            Request(f"http://127.0.0.1:{service.server.port}/{path}", headers=headers)
        ) as page:
            return page.status, page.read().decode()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


def test_each_room_has_its_own_people_and_code_at_its_own_address(service: Service) -> None:
    monday, tuesday = service.rooms["monday"], service.rooms["late-tuesday"]
    assert monday.link.endswith(f"/monday/#{monday.code}")
    assert monday.code != tuesday.code

    async def play() -> None:
        ann = Guest(service.server.port)
        word = monday.links()["Ann"].rpartition("=")[2]
        frame = await ann.join(monday.code, "Ann", start="monday/", word=word)
        assert frame["place"]["title"] == "Take-Back-Toe"
        stranger = Guest(service.server.port)
        frame = await stranger.join(monday.code, "Zoe", start="late-tuesday/")
        assert "not the code" in frame["door"]
        frame = await stranger.join(tuesday.code, "Zoe", start="late-tuesday/")
        assert frame["place"]["title"] == "Liar's Dice"

    run(play())
    assert [person.name for person in monday.people] == ["Ann", "Bo"]
    assert [person.name for person in tuesday.people] == ["Zoe"]


def test_pages_are_where_rooms_are_and_nothing_else_is(service: Service) -> None:
    status, page = got(service, "monday")
    assert status == 200, "the address without its last stroke leads there"
    assert "room.js" in page
    assert got(service, "monday/room.js")[0] == 200
    for path in ("", "friday/", "socket", "monday/../x", "room.js"):
        assert got(service, path)[0] == 404
    assert "monday" not in got(service, "")[1]


def test_a_proxy_may_leave_the_path_of_the_address_on_or_take_it_off(file: Path) -> None:
    file.write_text("address = 'https://hub.example/games.here'\n" + ROOMS)
    service = Service(file)
    try:
        assert service.rooms["monday"].link.startswith("https://hub.example/games.here/monday/#")
        for start in ("monday", "games.here/monday"):
            status, page = got(service, start)
            assert status == 200
            assert "room.js" in page
            assert got(service, f"{start}/room.js")[0] == 200
        for path in ("", "games.here/", "gamesXhere/monday/", "games.here/room.js"):
            assert got(service, path)[0] == 404

        async def play() -> None:
            code = service.rooms["late-tuesday"].code
            for name, start in (("Zoe", "late-tuesday/"), ("Yan", "games.here/late-tuesday/")):
                assert "you" in await Guest(service.server.port).join(code, name, start=start)

        run(play())
    finally:
        service.close()


def test_health_is_for_everybody_and_numbers_are_for_this_computer(service: Service) -> None:
    assert got(service, "health") == (200, "ok\n")
    status, numbers = got(service, "metrics")
    assert status == 200
    assert 'gamekit_room_people{room="monday"} 2' in numbers
    assert "Ann" not in numbers
    for header in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
        assert got(service, "metrics", **{header: "192.0.2.7"})[0] == 404


def test_a_room_that_ends_leaves_the_others_open(service: Service) -> None:
    service.rooms["monday"].close()
    assert got(service, "health")[0] == 200

    async def play() -> None:
        zoe = Guest(service.server.port)
        code = service.rooms["late-tuesday"].code
        assert "you" in await zoe.join(code, "Zoe", start="late-tuesday/")

    run(play())


def test_a_wall_needs_no_notebook_and_opens_for_its_key_alone(service: Service) -> None:
    room = service.rooms["monday"]
    key = room.wall_link.partition("#")[2]
    assert got(service, "monday/wall")[0] == 200
    assert key not in str(room.wall.shown)

    async def play() -> None:
        stranger = await Guest(service.server.port).connect("monday/wall-line")
        stranger.post({"do": "click", "what": "end"})
        with pytest.raises(ConnectionError, match="wrong key"):
            await stranger.frame()
        other = await Guest(service.server.port).connect("late-tuesday/wall-line")
        other.post({"key": key})
        with pytest.raises(ConnectionError, match="wrong key"):
            await other.frame()
        host = await Guest(service.server.port).connect("monday/wall-line")
        host.post({"key": key})
        socket = host.socket
        assert socket
        shown = json.loads(await socket.read_message())["shown"]  # type: ignore[arg-type]
        assert [each["name"] for each in shown["standings"]] == ["Ann", "Bo"]
        for nonsense in ("[]", "{", {"do": []}, {"do": "remove", "what": "x"}, {}):
            host.post(nonsense)
        host.post({"do": "click", "what": "pause"})
        while shown["state"] != "paused":
            shown = json.loads(await socket.read_message()).get("shown", shown)  # type: ignore[arg-type]

    run(play())
    assert room.state == "paused"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "names no room"),
        ("[rooms.monday]\n", "names no game"),
        ("[rooms.monday]\ngame = 'chess'", "chess"),
        ("[rooms.Monday]\ngame = 'liars-dice'", "lowercase letters"),
        ("[rooms.health]\ngame = 'liars-dice'", "lowercase letters"),
        ("[rooms.monday]\ngame = 'liars-dice'\ncolour = 1", "there is no 'colour'"),
        ("port = true\n[rooms.monday]\ngame = 'liars-dice'", "port = True does not fit"),
        ("port = ", "not a TOML file"),
        ("certificate = 'no.pem'\n[rooms.monday]\ngame = 'liars-dice'", "cannot be used for TLS"),
    ],
)
def test_a_faulty_file_is_refused_with_its_fault(file: Path, text: str, said: str) -> None:
    file.write_text(text)
    with pytest.raises(gk.GameError, match=said):
        Service(file)


def test_behind_a_proxy_each_browser_counts_by_its_own_address(file: Path) -> None:
    file.write_text("proxy = true\naddress = 'https://games.example'\n" + ROOMS)
    service = Service(file)
    try:
        assert service.rooms["monday"].link.startswith("https://games.example/monday/#")
        status, _ = got(service, "monday/", Host="games.example", **{"X-Real-IP": "192.0.2.7"})
        assert status == 200
        status, _ = got(service, "monday/", Host="evil.example", **{"X-Real-IP": "192.0.2.7"})
        assert status == 403
    finally:
        service.close()


def test_messages_are_encrypted_with_the_files_of_a_certificate(file: Path) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "cert.pem"],
        cwd=file.parent, check=True, capture_output=True,
    )  # fmt: skip
    file.write_text("certificate = 'cert.pem'\nkey = 'key.pem'\n" + ROOMS)
    service = Service(file)
    try:
        assert service.rooms["monday"].link.startswith("https://")
        trust = ssl.create_default_context(cafile=str(file.parent / "cert.pem"))
        with urlopen(f"https://localhost:{service.server.port}/monday/", context=trust) as page:
            assert page.status == 200
    finally:
        service.close()


def test_a_service_that_is_stopped_and_started_stands_where_it_stood(file: Path) -> None:
    command = [sys.executable, "-m", "gamekit", "room", "--service", str(file)]
    told = []
    for _ in range(2):
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment
        ) as process:
            assert process.stdout
            told.append([re.findall("#([^ ]+)", process.stdout.readline()) for _ in range(2)])
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=60) == 0
    assert told[0] == told[1], "codes are kept, and what opens the walls"
    assert [len(each) for each in told[0]] == [2, 2]
    assert (file.parent / "kept" / "monday" / "room.journal").exists()
    assert (file.parent / "slips.html").read_text("utf-8").count("/monday/") == 2
