"""The wall on a page of its own, for whoever runs a room without a notebook. Runs in the server's thread."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tornado.websocket import WebSocketClosedError, WebSocketHandler

from gamekit_widgets.rooms import door

if TYPE_CHECKING:
    from gamekit_widgets.rooms.wall import Wall

LARGEST = 10_000  # bytes of a message


class HostLine(WebSocketHandler):
    """The socket of one wall. Until it has shown the key, it is told nothing of the room."""

    def initialize(
        self, key: str, wall: Callable[[], Wall], port: int, names: frozenset[str]
    ) -> None:
        """Take what all walls of a room share.

        Args:
            key: opens the wall.
            wall: returns the wall.
            port: the port of the room.
            names: the names of the room in addresses.
        """
        self._key, self._wall, self._port, self._names = key, wall, port, names
        self._shown: Wall | None = None
        self._bucket = door.Bucket()

    def prepare(self) -> None:
        """Refuse a page elsewhere that has its name point here."""
        remote = str(self.request.remote_ip)
        if not door.may_be_called(self.request.host, remote, self._port, self._names):
            self.send_error(403)

    def open(self, *args: str, **kwargs: str) -> None:
        """Hang up on somebody who does not show the key in time."""
        asyncio.get_running_loop().call_later(door.DEADLINE, self._show_out)

    def _show_out(self) -> None:
        if self._shown is None:
            self.close(1008, "no key")

    def on_message(self, text: str | bytes) -> None:
        """Hear the key first, and then what is done on the wall."""
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
        said = typed if isinstance(typed, str) else ""
        return secrets.compare_digest(said.encode("utf-8", "replace"), self._key.encode())

    def _let_in(self) -> None:
        self._shown = self._wall()
        self._shown.observe(self._changed, "shown")
        self._shown.told.append(self._tell)
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
        """The wall is gone."""
        if self._shown:
            self._shown.unobserve(self._changed, "shown")
            if self._tell in self._shown.told:
                self._shown.told.remove(self._tell)
            self._shown = None
