"""The room's web server: a page, its parts and the lines to browsers, in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from html import escape
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.ioloop import PeriodicCallback
from tornado.web import Application, RequestHandler

import gamekit as gk
from gamekit.storage.files import reason
from gamekit_widgets.drawing import space
from gamekit_widgets.page_data import bundle, style
from gamekit_widgets.rooms import door
from gamekit_widgets.rooms.connection import Connection
from gamekit_widgets.rooms.door import Desk, Listening, raise_limit
from gamekit_widgets.rooms.gathering import Gathering

TITLE = "A room to play in"
PAGE = f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(TITLE)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="room.css">
<script type="module" src="room.js"></script>
</head>
<body><main id="room"><noscript>This page needs JavaScript.</noscript></main></body>
</html>
"""
# Scripts are the page's own. Styles may stand in elements: pictures and the cube bring some.
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
PING = 20  # seconds between two signs of life
TICK = 500  # milliseconds


def files() -> dict[str, tuple[str, str]]:
    """Return what is served by name: its kind, and its content."""
    return {
        "": ("text/html; charset=utf-8", PAGE),
        "room.js": ("text/javascript; charset=utf-8", bundle("room")),
        "room.css": (
            "text/css; charset=utf-8",
            style("board") + style("table") + style("room"),
        ),
        "cube.js": ("text/javascript; charset=utf-8", space.source()),
    }


class File(RequestHandler):
    """A file of the page. Nothing here depends on who asks, or says anything of the room."""

    def initialize(
        self, files: dict[str, tuple[str, str]], port: int, names: frozenset[str]
    ) -> None:
        """Take the files, and what the room may be called."""
        self._files, self._port, self._names = files, port, names

    def prepare(self) -> None:
        """Refuse a page elsewhere that has its name point here."""
        remote = str(self.request.remote_ip)
        if not door.may_be_called(self.request.host, remote, self._port, self._names):
            self.send_error(403)

    def set_default_headers(self) -> None:
        """Let the page load nothing from elsewhere."""
        self.clear_header("Server")
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def get(self, name: str) -> None:
        """Send a file."""
        if name not in self._files:
            self.send_error(404)
            return
        kind, content = self._files[name]
        self.set_header("Content-Type", kind)
        self.finish(content)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Say no more than that."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("There is nothing here.\n")


class Server:
    """The web server of a room, running.

    Args:
        room: the room.
        code: what lets somebody in.
        host: the address that it listens on.
        port: the port, or 0 for a free one.
        ended: is called when the room has been idle for hours.

    Raises:
        GameError: nothing can listen there.
    """

    def __init__(
        self, room: Gathering, code: str, host: str, port: int, ended: Callable[[], object]
    ) -> None:
        raise_limit()
        try:
            self._socket = Listening.at(host, port, door.LINES)
        except (OSError, OverflowError, UnicodeError) as problem:
            why = reason(problem) if isinstance(problem, OSError) else "there is no such address"
            raise gk.GameError(f"host={host!r}, port={port}: {why}.") from None
        self.port: int = self._socket.getsockname()[1]
        self.desk, self._ended = Desk(room, code), ended
        self._names, self._is_for_good = door.own_names(host), True
        self.ticked: Callable[[], object] = lambda: None
        self._ready: Future[asyncio.AbstractEventLoop] = Future()
        self._thread = threading.Thread(target=self._run, name="gamekit-room", daemon=True)
        self._thread.start()
        self._loop = self._ready.result()
        room.wake = lambda person: self._soon(self.desk.wake, person)
        room.parted = lambda person, said: self._soon(self.desk.part, person, said)
        room.moved_over = lambda person, seat: self._soon(self.desk.move_over, person, seat)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._closing = asyncio.Event()
        known = {"port": self.port, "names": self._names}
        application = Application(
            [
                ("/socket", Connection, {"desk": self.desk, "has_key": False, **known}),
                ("/back", Connection, {"desk": self.desk, "has_key": True, **known}),
                ("/(.*)", File, {"files": files(), **known}),
            ],
            websocket_ping_interval=PING,
            websocket_max_message_size=door.LARGEST,
            log_function=lambda handler: None,
        )
        server = HTTPServer(
            application,
            max_body_size=door.LONGEST,
            idle_connection_timeout=door.DEADLINE,
            body_timeout=door.DEADLINE,
        )
        server.add_socket(self._socket)
        ticking = PeriodicCallback(self._tick, TICK)
        ticking.start()
        self._ready.set_result(asyncio.get_running_loop())
        await self._closing.wait()
        ticking.stop()
        self.desk.close(self._is_for_good)
        server.stop()
        await server.close_all_connections()

    def _tick(self) -> None:
        self.desk.room.tick()
        self.ticked()
        if self.desk.is_idle:
            self._closing.set()
            self._ended()

    def _soon(self, job: Callable[..., object], *given: object) -> None:
        """Do something at the desk; from any thread."""
        if threading.current_thread() is self._thread:
            job(*given)
            return
        with suppress(RuntimeError):  # closed
            self._loop.call_soon_threadsafe(job, *given)

    def close(self, is_for_good: bool = True) -> None:
        """Stop serving, and wait until nothing of it is left.

        Args:
            is_for_good: the room is not opened again at once; its people are told that.
        """
        self._is_for_good = is_for_good
        if not self._loop.is_closed() and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._closing.set)
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=5)
