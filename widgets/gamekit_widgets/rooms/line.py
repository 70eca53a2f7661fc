"""The line to one browser: joining, hearing, and sending what has changed. Runs in the server's thread."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tornado.websocket import WebSocketClosedError, WebSocketHandler

import gamekit as gk
from gamekit_widgets.rooms import deeds, limits
from gamekit_widgets.rooms.desk import Desk
from gamekit_widgets.rooms.people import Person

WRONG_CODE = "This is not the code of this room."
TOO_FAST = "Too much at once: wait a moment."
TOO_LONG = "This message is too long."
CROWDED = "Too many are at the door. Try again in a minute."
UNKNOWN = "This room does not know you. Type its code and your name."


class Line(WebSocketHandler):
    """One browser's socket. Until it has joined, it is told nothing of the room."""

    desk: Desk
    person: Person | None = None

    def initialize(self, desk: Desk) -> None:
        """Take the desk that all lines share."""
        self.desk = desk
        self._bucket = limits.Bucket()
        self._is_told = False  # that it is too fast
        self._is_waiting = False  # a flush is under way, or asked for
        self._match: int | str | None = None  # the match, or the task, that the browser shows
        self._place: dict[str, Any] = {}

    def get_compression_options(self) -> dict[str, Any]:
        """Have pictures packed, quickly."""
        return {"compression_level": 1, "mem_level": 5}

    @property
    def address(self) -> str:
        """Where it comes from."""
        return str(self.request.remote_ip)

    def open(self, *args: str, **kwargs: str) -> None:
        """Somebody is at the door."""
        if not self.desk.has_room_for(self):
            self.say(door=CROWDED)
            self.close(1013, "crowded")

    def on_close(self) -> None:
        """The browser is gone, for now."""
        self.desk.has_gone(self)

    # --- hearing -------------------------------------------------------------------------------

    async def on_message(self, text: str | bytes) -> None:
        """Hear a message; whatever it is, it is answered and nothing breaks."""
        if not self._bucket.takes():
            if not self._is_told:
                self._is_told = True
                self.say(say=TOO_FAST)
            return
        self._is_told = False
        self.desk.was_heard()
        if len(text) > limits.LONGEST:
            self.say(say=TOO_LONG)
            return
        message = _parsed(text)
        if self.person is None:
            await self._at_the_door(message)
            return
        number = message.get("n") if isinstance(message, dict) else None
        said = deeds.hear(self.desk.room, self.person, message)
        if unwritten := self.desk.room.workers.unwritten():  # what is acknowledged is on disk
            await asyncio.wait(map(asyncio.wrap_future, unwritten))
            if self.person is None:  # another window came meanwhile
                return
        self._send(heard=number if type(number) is int else None, say=said, **self._changed())

    async def _at_the_door(self, message: object) -> None:
        message = message if isinstance(message, dict) else {}
        if "back" in message:
            person = self.desk.room.people.back(message["back"])
            if person is None:
                self.say(door=UNKNOWN)
            else:
                self._come_in(person, None)
            return
        if "code" not in message:
            self.say(door="")
            return
        is_right = await self.desk.is_code(self.address, message["code"])
        if not is_right:
            self.say(door=WRONG_CODE)
            return
        try:
            person, token = self.desk.room.enter(message.get("name"))
        except gk.GameError as problem:
            self.say(door=str(problem))
        else:
            self._come_in(person, token)

    def _come_in(self, person: Person, token: str | None) -> None:
        self.person = person
        self.desk.came_in(self)
        you = {"run": self.desk.run, "heard": person.heard, "token": token}
        self._send(you=you, **self._changed())

    # --- sending -------------------------------------------------------------------------------

    def wake(self) -> None:
        """Send what has changed, soon."""
        if not self._is_waiting:
            self._is_waiting = True
            asyncio.get_running_loop().call_soon(self._flush)

    def say(self, **what: Any) -> None:
        """Send this alone."""
        self._send(**what)

    def _flush(self) -> None:
        self._is_waiting = False
        if self.person is not None and (changed := self._changed()):
            self._send(**changed)

    def _changed(self) -> dict[str, Any]:
        """Return what a browser must be told to show what there is now."""
        room, person = self.desk.room, self.person
        if person is None:
            return {}
        with room.lock:
            found: dict[str, Any] = {}
            place = deeds.place(room, person)
            if place != self._place:
                found["place"] = self._place = place
            name, page = room.page_of(person)
            if page:
                is_new = self._match != name
                if shown := page.fresh(whole=is_new):
                    found |= {"match": name, "shown": shown, "whole": is_new}
                if page.messages:
                    found["more"], page.messages = page.messages, []
            self._match = name
            return found

    def _send(self, **what: Any) -> None:
        """Send a frame; what changes while it is on its way is sent after it."""
        frame = json.dumps({name: part for name, part in what.items() if part is not None})
        try:
            sending = self.write_message(frame)
        except WebSocketClosedError:
            return
        if self.person is not None and not self._is_waiting:
            self._is_waiting = True
            asyncio.ensure_future(self._when_sent(sending))  # noqa: RUF006  # it ends by itself

    async def _when_sent(self, sending: asyncio.Future[None]) -> None:
        try:
            await sending
        except Exception:  # the browser is gone; `on_close` says so
            return
        self._flush()


def _parsed(text: str | bytes) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
