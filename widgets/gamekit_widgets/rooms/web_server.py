"""The web server of rooms, in a thread of its own: a page, its files and the connections to browsers."""

from __future__ import annotations

import asyncio
import errno
import json
import re
import secrets
import ssl
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tornado.httpserver import HTTPServer
from tornado.ioloop import PeriodicCallback
from tornado.web import Application, RedirectHandler, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

import gamekit as gk
from gamekit.storage.files import reason
from gamekit_widgets.assets import bundle, style
from gamekit_widgets.drawing import space
from gamekit_widgets.drawing import svg as drawing
from gamekit_widgets.rooms import admission
from gamekit_widgets.rooms.admission import Desk, Listening, raise_limit
from gamekit_widgets.rooms.browser_connection import Connection, Guarded
from gamekit_widgets.rooms.host_actions import Session

if TYPE_CHECKING:
    from gamekit_widgets.rooms.wall import Wall

# Only the page's own scripts may run. Elements may have styles, because pictures and the cube need them.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
PING = 20  # seconds between two pings
TICK = 500  # milliseconds
WALL = "wall_without_notebook"  # the script that shows a wall on a page of its own
LARGEST = 10_000  # bytes of a message from a wall
Handler = tuple[str, Any, dict[str, Any]]


def _page(title: str, name: str, place: str) -> str:
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{name}.css">
<script type="module" src="{name}.js"></script>
</head>
<body><main id="{place}"><noscript>This page needs JavaScript.</noscript></main></body>
</html>
"""


def files() -> dict[str, tuple[str, str]]:
    """Return the content type and the content of each file of the page, by its name."""
    return {
        "": ("text/html; charset=utf-8", _page("A room to play in", "room", "room")),
        "room.js": ("text/javascript; charset=utf-8", bundle("room")),
        "room.css": (
            "text/css; charset=utf-8",
            style("board") + style("table") + style("room"),
        ),
        "cube.js": ("text/javascript; charset=utf-8", space.source()),
        "wall": ("text/html; charset=utf-8", _page("The wall of a room", WALL, "wall")),
        f"{WALL}.js": ("text/javascript; charset=utf-8", bundle(WALL)),
        f"{WALL}.css": (
            "text/css; charset=utf-8",
            drawing.STYLE + style("table") + style("wall") + style("room"),
        ),
    }


class File(Guarded):
    """A file of the page. It is the same for everybody and says nothing about the room."""

    def initialize(
        self, files: dict[str, tuple[str, str]], port: int, names: frozenset[str]
    ) -> None:
        """Take the files, and the names that the room may have in an address."""
        self._files, self._port, self._names = files, port, names

    def set_default_headers(self) -> None:
        """Let the page load nothing from elsewhere."""
        self.clear_header("Server")
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def get(self, name: str = "?") -> None:
        """Send a file."""
        if name not in self._files:
            self.send_error(404)
            return
        kind, content = self._files[name]
        self.set_header("Content-Type", kind)
        self.finish(content)


class State(RequestHandler):
    """Tells everybody whether the server is up, and this computer how busy it is."""

    def initialize(self, server: Server, is_counted: bool) -> None:
        """Take the server. `is_counted` asks for its numbers, not for its health."""
        self._server, self._is_counted = server, is_counted

    def set_default_headers(self) -> None:
        """Hide which software serves this."""
        self.clear_header("Server")
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.set_header("Cache-Control", "no-store")

    def get(self) -> None:
        """Send the health or the numbers."""
        if not self._is_counted:
            self.finish("ok\n")
        elif self._is_from_here:
            self.finish(self._server.numbers())
        else:
            self.send_error(404)

    @property
    def _is_from_here(self) -> bool:
        """Does this computer ask for itself, not as a proxy for somebody else?"""
        passed_on = {"X-Forwarded-For", "X-Real-Ip", "Forwarded"} & set(self.request.headers)
        return admission.is_loopback(str(self.request.remote_ip)) and not passed_on

    write_error = Guarded.write_error


@dataclass(eq=False)
class Served:
    """A room on a server.

    Attributes:
        server: the server.
        path: the path of the room, or "".
        desk: the state that its connections share.
        ended: closes a room that has been idle for hours; None for a room that stays.
        ticked: called twice a second.
    """

    server: Server
    path: str
    desk: Desk
    ended: Callable[[], object] | None
    ticked: Callable[[], object] = lambda: None

    @property
    def port(self) -> int:
        return self.server.port

    def tick(self) -> None:
        """Do what is due."""
        self.desk.room.tick()
        self.ticked()
        if self.ended and self.desk.is_idle:
            self.ended()

    def close(self, is_for_good: bool = True) -> None:
        """Stop serving the room. A server without rooms stops, too.

        Args:
            is_for_good: is the room closed for good? If so, the server tells its people.
        """
        self.server.let_go(self, is_for_good)


class Server:
    """A web server for rooms, running in a thread of its own.

    Args:
        host: the address that it listens on.
        port: the port, or 0 for a free one.
        certificate, key: files for TLS, or "" for both.
        names: more names by which browsers reach it.
        is_behind_proxy: does a proxy on this computer pass requests on, with the browser's address in X-Real-IP?

    Raises:
        GameError: nothing can listen there, the files for TLS cannot be used, or too many files are open.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        certificate: str = "",
        key: str = "",
        names: Iterable[str] = (),
        is_behind_proxy: bool = False,
    ) -> None:
        raise_limit()
        self._tls = _tls(certificate, key) if certificate or key else None
        try:
            self._socket = Listening.at(host, port, admission.LINES)
        except (OSError, OverflowError, UnicodeError) as problem:
            why = reason(problem) if isinstance(problem, OSError) else "there is no such address"
            if isinstance(problem, OSError) and problem.errno == errno.EADDRINUSE:
                why = (
                    "another room or program has this port; leave port out, or close the other one"
                )
            raise gk.GameError(f"host={host!r}, port={port}: {why}.") from None
        self.host, self.port = host, int(self._socket.getsockname()[1])
        self.is_secure, self._is_behind_proxy = self._tls is not None, is_behind_proxy
        self._names = admission.own_names(host) | {name.casefold() for name in names}
        self._rooms: list[Served] = []
        self._ready: Future[asyncio.AbstractEventLoop] = Future()
        self._thread = threading.Thread(target=self._run, name="gamekit-room", daemon=True)
        self._thread.start()
        try:
            self._loop = self._ready.result()
        except OSError as problem:
            raise gk.GameError(f"The room's server cannot start: {reason(problem)}.") from None

    def serve(
        self,
        room: Session,
        code: str,
        key: str,
        wall: Callable[[], Wall],
        *,
        ended: Callable[[], object] | None,
        path: str,
        address: str,
    ) -> Served:
        """Serve a room, at this path if there are several, and return it as `Served`.

        Args:
            room: the room.
            code: the code that lets people in.
            key: the key that opens its wall.
            wall: returns the wall.
            ended: closes a room that has been idle for hours; None for a room that stays.
            path: "monday" for a room at /monday/, or "".
            address: its address at a proxy, which may pass the path on or drop it.
        """
        served = Served(self, path, Desk(room, code), ended)
        self._rooms.append(served)
        desk = served.desk
        room.wake = lambda person: self._soon(desk.wake, person)
        room.parted = lambda person, why: self._soon(desk.part, person, why)
        room.seat_lost = lambda person: self._soon(desk.lose_seat, person)
        room.moved_over = lambda person, seat: self._soon(desk.move_over, person, seat)
        paths = {path, urlsplit(address).path.strip("/")} if address else {path}
        starts = {f"/{each}/" if each else "/" for each in paths}
        added: Future[None] = Future()
        handlers: list[Handler] = []
        for start in sorted(starts, key=len, reverse=True):  # "/" first would take all requests
            handlers += self._handlers(start, desk, {"key": key, "wall": wall})
        self._loop.call_soon_threadsafe(self._add, handlers, added)
        added.result()
        return served

    def _add(self, handlers: list[Handler], added: Future[None]) -> None:
        self._application.add_handlers(r".*", handlers)
        added.set_result(None)

    def _handlers(self, start: str, desk: Desk, of_wall: dict[str, Any]) -> list[Handler]:
        """Return the handlers of a room at this path."""
        known = {"port": self.port, "names": self._names}
        line, at = {"desk": desk, **known}, re.escape(start)
        found: list[Handler] = [
            (f"{at}socket", Connection, {**line, "has_key": False}),
            (f"{at}back", Connection, {**line, "has_key": True}),
            (f"{at}wall-line", HostConnection, {**of_wall, **known}),
        ]
        if start != "/":
            found.append((at[:-1], RedirectHandler, {"url": start}))
        return [*found, (f"{at}(.*)", File, {"files": files(), **known})]

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception as problem:
            if self._ready.done():
                raise
            self._ready.set_exception(problem)
            self._socket.close()

    async def _serve(self) -> None:
        self._closing = asyncio.Event()
        self._application = Application(
            [
                ("/health", State, {"server": self, "is_counted": False}),
                ("/metrics", State, {"server": self, "is_counted": True}),
            ],
            default_handler_class=File,
            default_handler_args={"files": {}, "port": self.port, "names": self._names},
            websocket_ping_interval=PING,
            websocket_max_message_size=admission.LARGEST,
            log_function=lambda handler: None,
        )
        server = HTTPServer(
            self._application,
            max_body_size=admission.LONGEST,
            idle_connection_timeout=admission.DEADLINE,
            body_timeout=admission.DEADLINE,
            ssl_options=self._tls,
            xheaders=self._is_behind_proxy,
            trusted_downstream=["127.0.0.1", "::1"] if self._is_behind_proxy else None,
        )
        server.add_socket(self._socket)
        ticking = PeriodicCallback(self._tick, TICK)
        ticking.start()
        self._ready.set_result(asyncio.get_running_loop())
        await self._closing.wait()
        ticking.stop()
        for served in self._rooms:
            served.desk.close(self._is_for_good)
        server.stop()
        await server.close_all_connections()

    _is_for_good = True

    def _tick(self) -> None:
        for served in list(self._rooms):
            served.tick()

    @property
    def is_running(self) -> bool:
        """Is the server running? It stops when nobody has used its only room for hours."""
        return self._thread.is_alive()

    def let_go(self, served: Served, is_for_good: bool = True) -> None:
        """Stop serving this room. The server stops with its last room."""
        if self._rooms == [served]:
            self.close(is_for_good)
        elif served in self._rooms:
            self._rooms.remove(served)
            self._soon(served.desk.close, is_for_good)

    def numbers(self) -> str:
        """Return the numbers of all rooms in the format of Prometheus. They name nobody."""
        lines = []
        for name, kind, help_text, count in NUMBERS:
            lines += [f"# HELP {name} {help_text}", f"# TYPE {name} {kind}"]
            lines += [f'{name}{{room="{each.path}"}} {count(each.desk)}' for each in self._rooms]
        return "\n".join(lines) + "\n"

    def _soon(self, job: Callable[..., object], *given: object) -> None:
        """Run a job in the server's thread, from any thread."""
        if threading.current_thread() is self._thread:
            job(*given)
            return
        with suppress(RuntimeError):  # closed
            self._loop.call_soon_threadsafe(job, *given)

    def close(self, is_for_good: bool = True) -> None:
        """Stop serving, and wait until everything is released.

        Args:
            is_for_good: are the rooms closed for good? If so, the server tells their people.
        """
        self._is_for_good = is_for_good
        if not self._loop.is_closed() and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._closing.set)
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=5)


def _tls(certificate: str, key: str) -> ssl.SSLContext:
    found = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        found.load_cert_chain(certificate, key or None)
    except OSError as problem:  # ssl.SSLError is one
        why = reason(problem) if problem.errno else str(problem)
        raise gk.GameError(
            f"certificate={certificate!r}, key={key!r}: these files cannot be used for TLS: {why}."
        ) from None
    return found


NUMBERS: tuple[tuple[str, str, str, Callable[[Desk], int]], ...] = (
    ("gamekit_room_people", "gauge", "People in the room.", lambda desk: len(desk.room.people)),
    ("gamekit_room_browsers", "gauge", "Browsers connected.", lambda desk: desk.browsers),
    (
        "gamekit_room_matches",
        "counter",
        "Matches begun.",
        lambda desk: len(desk.room.meetings),
    ),
    ("gamekit_room_messages", "counter", "Messages heard.", lambda desk: desk.heard),
    (
        "gamekit_room_trouble",
        "gauge",
        "1 if the room recently failed to save something.",
        lambda desk: int(bool(desk.room.trouble)),
    ),
)


class HostConnection(Guarded, WebSocketHandler):
    """The socket of a wall without a notebook. The browser learns nothing until it has shown the key."""

    def initialize(
        self, key: str, wall: Callable[[], Wall], port: int, names: frozenset[str]
    ) -> None:
        """Take the state that all walls of a room share.

        Args:
            key: the key that opens the wall.
            wall: returns the wall.
            port: the port of the room.
            names: the names of the room in addresses.
        """
        self._key, self._wall, self._port, self._names = key, wall, port, names
        self._shown: Wall | None = None
        self._bucket = admission.Bucket()

    def open(self, *args: str, **kwargs: str) -> None:
        """Hang up if the browser does not show the key in time."""
        asyncio.get_running_loop().call_later(admission.DEADLINE, self._show_out)

    def _show_out(self) -> None:
        if self._shown is None:
            self.close(1008, "no key")

    def on_message(self, text: str | bytes) -> None:
        """Take the key first, and then reports from the wall."""
        try:
            content = json.loads(text) if len(text) <= LARGEST and self._bucket.takes() else None
        except (ValueError, RecursionError):
            content = None
        if not isinstance(content, dict):
            return
        if self._shown:
            self._shown._hear(None, content, None)
        elif self._is_key(content.get("key")):
            self._let_in()
        else:
            self.close(1008, "wrong key")

    def _is_key(self, typed: object) -> bool:
        text = typed if isinstance(typed, str) else ""
        return secrets.compare_digest(text.encode("utf-8", "replace"), self._key.encode())

    def _let_in(self) -> None:
        self._shown = self._wall()
        self._shown.observe(self._changed, "shown")
        self._shown.listeners.append(self._tell)
        self._changed()

    def _changed(self, _: object = None) -> None:
        if self._shown:
            self._say(shown=self._shown.shown)

    def _tell(self, content: object) -> None:
        self._say(message=content)

    def _say(self, **what: Any) -> None:
        try:
            self.write_message(json.dumps(what))
        except WebSocketClosedError:
            self.on_close()

    def on_close(self) -> None:
        """Stop listening to the wall, because the browser is gone."""
        if self._shown:
            self._shown.unobserve(self._changed, "shown")
            if self._tell in self._shown.listeners:
                self._shown.listeners.remove(self._tell)
            self._shown = None
