"""Rooms without a notebook: one room until Ctrl-C, or all the rooms that a school lists in a file."""

from __future__ import annotations

import re
import signal
import time
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import gamekit as gk
from gamekit.storage.files import read_whole, reason, shown_path
from gamekit.validation import shown
from gamekit_widgets.rooms.room import Room, names_of, server_class

PATH = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
OWN = {"health", "metrics"}  # addresses of the server itself
LOOK = 0.2  # seconds between checks for a request to stop
OF_THE_SERVER = {
    "host": str,
    "port": int,
    "certificate": str,
    "key": str,
    "address": str,
    "journal": str,
    "proxy": bool,
    "rooms": dict,
}
OF_A_ROOM = {
    "game": str,
    "pairs": str,
    "clock": str,
    "bot": str,
    "odd": str,
    "names": bool,
    "people": (list, str),
    "approve": bool,
    "set": dict,
    "slips": str,
}


class Service:
    """The rooms of a file, open.

    Args:
        path: a TOML file, as in docs/room-service.md. Paths in it are relative to its folder.

    Raises:
        GameError: something in the file does not fit; the message names it.
    """

    def __init__(self, path: Path) -> None:
        settings = _read(path)
        self.folder, self.rooms = path.parent, dict[str, Room]()
        address = settings.get("address", "")
        self.server = server_class()(
            settings.get("host", "127.0.0.1"),
            settings.get("port", 8443 if settings.get("certificate") else 8080),
            certificate=self._file(settings.get("certificate", "")),
            key=self._file(settings.get("key", "")),
            names=names_of(address),
            is_behind_proxy=settings.get("proxy", False),
        )
        try:
            for name, about in settings["rooms"].items():
                self.rooms[name] = self._room(name, about, settings)
        except BaseException:
            self.close()
            raise

    def _file(self, name: str) -> str:
        return str(self.folder / name) if name else ""

    def _room(self, name: str, about: Mapping[str, Any], settings: Mapping[str, Any]) -> Room:
        options = {key: about[key] for key in about if key not in ("game", "set", "slips")}
        if isinstance(options.get("people"), str):
            options["people"] = self._file(options["people"])
        if settings.get("journal"):
            options["journal"] = self.folder / settings["journal"] / name
        if address := settings.get("address"):
            options["address"] = f"{address.rstrip('/')}/{name}/"
        game = gk.load(about["game"], **about.get("set", {}))
        room = Room(game, server=self.server, path=name, **options)
        if room.state == "open":
            room.start()
        has_words = any(room._room.words.values())  # only people new on the list have words
        if "slips" in about and has_words:
            room.write_slips(self.folder / about["slips"])
        return room

    def ways_in(self) -> list[str]:
        """Return a line for each room: its name, its link, its code and the link to its wall."""
        return [
            f"{name}: {room.link}  Code: {room.code}  Wall: {room.wall_link}"
            for name, room in self.rooms.items()
        ]

    def close(self) -> None:
        """Close all rooms. When they open again, they go on, and browsers return."""
        for room in self.rooms.values():
            room._close(is_for_good=False)
        self.server.close(is_for_good=False)


def keep(path: Path, say: Callable[[str], object] = print) -> None:
    """Open the rooms of a file, print how to get in, and keep them open until SIGTERM or Ctrl-C."""
    signals: list[int] = []  # not an Event, because a signal may interrupt code that holds its lock
    for which in (signal.SIGTERM, signal.SIGINT):
        signal.signal(which, lambda number, _: signals.append(number))
    service = Service(path)
    try:
        for line in service.ways_in():
            say(line)
        while not signals:
            time.sleep(LOOK)
    finally:
        service.close()


def _read(path: Path) -> dict[str, Any]:
    try:
        settings = tomllib.loads(read_whole(path).decode())
    except OSError as problem:
        raise gk.GameError(f"{shown_path(path)} cannot be read: {reason(problem)}.") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise gk.GameError(f"{shown_path(path)} is not a TOML file: {problem}.") from None
    _check(path, settings, OF_THE_SERVER, "")
    if not settings.get("rooms"):
        raise gk.GameError(f"{shown_path(path)} names no room; write [rooms.monday] and a game.")
    for name, about in settings["rooms"].items():
        if not PATH.fullmatch(name) or name in OWN:
            raise gk.GameError(
                f"{shown_path(path)}: [rooms.{name}]: a name has lowercase letters, digits and hyphens."
            )
        if not isinstance(about, dict) or "game" not in about:
            raise gk.GameError(f"{shown_path(path)}: [rooms.{name}] names no game.")
        _check(path, about, OF_A_ROOM, f"rooms.{name}: ")
    return settings


def _check(path: Path, settings: Mapping[str, Any], known: Mapping[str, Any], where: str) -> None:
    for key, value in settings.items():
        if key not in known:
            raise gk.GameError(
                f"{shown_path(path)}: {where}there is no {key!r}; there are {', '.join(known)}."
            )
        if not isinstance(value, known[key]) or (known[key] is int and isinstance(value, bool)):
            raise gk.GameError(f"{shown_path(path)}: {where}{key} = {shown(value)} does not fit.")


def serve(
    what: Any,
    *,
    say: Callable[[str], object] = print,
    wait: Callable[[Room], object] | None = None,
    slips: str | None = None,
    new_words: bool = False,
    starts: bool = True,
    **options: Any,
) -> None:
    """Open a room, print how to get in, and keep it open until Ctrl-C. It pairs everybody who comes.

    Args:
        what: a game, its name, a match, or a list of these.
        say: called with each line to print.
        wait: called with the open room; the room closes when it returns.
        slips: a file for the slips of everybody on the list of people.
        new_words: give everybody a new word, and so a slip. Earlier words stop working.
        starts: does play begin at once? Otherwise it begins with *Start* on the wall.
        options: as for `Room`: host, port, pairs, clock, people, journal and so on.

    Raises:
        GameError: the room cannot be opened.
    """
    room = Room(what, **options)
    try:
        if starts:
            room.start()
        if slips:
            room.slips(slips, new=new_words)
        for line in _ways_in(room):
            say(line)
        (wait or until_closed)(room)
    except KeyboardInterrupt:
        say("")
    finally:
        room.close()
    for line in room.summary().splitlines():
        say(line)


def _ways_in(room: Room) -> list[str]:
    wall = f"Wall, for you alone: {room.wall_link}"
    return [room.link, f"Code: {room.code}", wall, room.reach, "Press Ctrl-C to close the room."]


def until_closed(room: Room) -> None:
    """Wait until the server stops. Until then, the wall of a room that has ended still works."""
    while room._server.server.is_running:
        time.sleep(1)
