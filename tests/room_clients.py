"""People in a room without browsers: what their pages would send, and all that they are sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any, ClassVar

from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

import gamekit_widgets as gw
from tests import event_loop

PATIENCE = 30.0  # seconds; a loaded machine is slow


def run(what: Coroutine[Any, Any, None]) -> None:
    """Run this to its end, then close every guest's socket."""

    async def whole() -> None:
        try:
            await what
        finally:
            left = Guest.sockets[:]
            Guest.sockets.clear()  # even if closing fails, the next test starts without old sockets
            for socket in left:
                socket.close()
            for socket in left:
                while await asyncio.wait_for(socket.read_message(), PATIENCE) is not None:
                    pass

    event_loop.run(whole())


async def seated(room: gw.Room) -> list[Guest]:
    """Let two people in and start their match."""
    guests = [Guest(room), Guest(room)]
    for guest, name in zip(guests, ("Ann", "Bo"), strict=True):
        await guest.join(room.code, name)
    room.start()
    for guest in guests:
        await guest.until(lambda guest: guest.match)
    return guests


class Guest:
    """One person on a socket."""

    patience: float | None = PATIENCE  # seconds until a frame must have come
    sockets: ClassVar[list[WebSocketClientConnection]] = []

    def __init__(self, room: gw.Room | int) -> None:
        self.port = room if isinstance(room, int) else room.port
        self.socket: WebSocketClientConnection | None = None
        self.token = self.word = ""
        self.number = 0
        self.match: int | None = None
        self.shown: dict[str, Any] = {}
        self.place: dict[str, Any] = {}
        self.frames: list[str] = []

    async def connect(self, way: str = "socket", headers: dict[str, str] | None = None) -> Guest:
        """Open the line, and nothing else."""
        request = HTTPRequest(f"ws://127.0.0.1:{self.port}/{way}", headers=headers or {})
        self.socket = await websocket_connect(request, max_message_size=1 << 24)
        self.sockets.append(self.socket)
        return self

    async def join(
        self, code: str, name: object, start: str = "", **more: object
    ) -> dict[str, Any]:
        """Come in, as somebody else if the name is taken; return the frame that answers."""
        await self.connect(f"{start}socket")
        self.post({"code": code, "name": name, "as": "another"} | more)
        return await self.frame()

    async def back(self) -> dict[str, Any]:
        """Come back with the token."""
        await self.connect("back")
        self.post({"back": self.token})
        return await self.frame()

    def post(self, message: object) -> None:
        """Send anything."""
        assert self.socket is not None
        self.socket.write_message(message if isinstance(message, str) else json.dumps(message))

    def send(self, deed: str, what: object, **more: Any) -> int:
        """Send what the page would; return its number."""
        self.number += 1
        now = {"match": self.match, "ply": self.shown.get("ply", 0)}
        self.post({"n": self.number, "do": deed, "what": what} | now | more)
        return self.number

    async def ask(self, deed: str, what: object, **more: Any) -> str:
        """Send what the page would, and wait until it was heard; return what is said to it."""
        number = self.send(deed, what, **more)
        while True:
            frame = await self.frame()
            if frame.get("heard") == number:
                return str(frame["say"])

    async def frame(self) -> dict[str, Any]:
        """Wait for the next frame, and take what is in it."""
        assert self.socket is not None
        text = await asyncio.wait_for(self.socket.read_message(), self.patience)
        if text is None:
            self.sockets.remove(self.socket)
            self.close()
            raise ConnectionError(self.socket.close_reason)
        assert isinstance(text, str)
        self.frames.append(text)
        frame: dict[str, Any] = json.loads(text)
        self._take(frame)
        return frame

    def _take(self, frame: dict[str, Any]) -> None:
        if you := frame.get("you"):
            self.token = you.get("token") or self.token
            self.word = you.get("word") or self.word
            self.number = max(self.number, you["heard"])
        self.place = frame.get("place", self.place)
        if "shown" in frame:
            was = {} if frame["whole"] else self.shown
            self.shown, self.match = {**was, **frame["shown"]}, frame["match"]

    async def until(self, found: Any) -> None:
        """Take frames until this is so."""
        while not found(self):
            await self.frame()

    def close(self) -> None:
        """Hang up."""
        assert self.socket is not None
        self.socket.close()
