"""The line to one browser: joining, hearing, and sending what has changed. Runs in the server's thread."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from tornado.iostream import StreamClosedError
from tornado.websocket import WebSocketClosedError, WebSocketHandler

import gamekit as gk
from gamekit_widgets.rooms import door, requests
from gamekit_widgets.rooms.door import Desk
from gamekit_widgets.rooms.gathering import Gathering
from gamekit_widgets.rooms.people import Person
from gamekit_widgets.rooms.seating import failed

WRONG_CODE = "This is not the code of this room."
TOO_FAST = "Too much at once: wait a moment."
TOO_LONG = "This message is too long."
MANY = "Many people have joined from where you are."
SLOW = "Too many codes are being tried from where you are. Check yours and try again."
UNSAVED = "This was done, but may not be on disk yet. Tell whoever runs the room."
UNKNOWN = "This room does not know you. Type its code and your name."


class Connection(WebSocketHandler):
    """One browser's socket. Until it has joined, it is told nothing of the room."""

    desk: Desk
    person: Person | None = None

    def initialize(self, desk: Desk, port: int, names: frozenset[str], has_key: bool) -> None:
        """Take the desk that all lines share.

        Args:
            desk: the desk.
            port: of the room.
            names: which the room has.
            has_key: is this the way in for those who have a key?
        """
        self.desk, self.has_key = desk, has_key
        self._port, self._names = port, names
        self._bucket, self._frames = door.Bucket(), door.Bucket()
        self._messages = 0
        self._is_refused = False
        self._asking: asyncio.Task[None] | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._is_told = False  # that it is too fast
        self._is_waiting = False  # a flush is under way, or asked for
        self._match: int | str | None = None  # the match, or the task, that the browser shows
        self._place: dict[str, Any] = {}

    def get_compression_options(self) -> dict[str, Any]:
        """Have pictures packed, quickly."""
        return {"compression_level": 1, "mem_level": 5}

    @property
    def place(self) -> str:
        """Where it comes from; behind a proxy, where all have one address, each line by itself."""
        remote, host = str(self.request.remote_ip), self.request.host
        if door.is_proxied(host, remote, self._port):
            return f"line {id(self)}"
        return door.place_of(remote)

    def prepare(self) -> None:
        """Refuse a page elsewhere that has its name point here."""
        remote = str(self.request.remote_ip)
        if not door.may_be_called(self.request.host, remote, self._port, self._names):
            self.send_error(403)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Say no more than that."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("There is nothing here.\n")

    def open(self, *args: str, **kwargs: str) -> None:
        """Somebody is at the door."""
        if why := self.desk.why_refused(self):
            self._refuse(1013, busy=why)
            return
        loop = asyncio.get_running_loop()
        self._deadline = loop.call_later(door.DEADLINE, self._show_out)

    def _show_out(self) -> None:
        """Somebody has been at the door for too long."""
        if self.person is None:
            self._refuse(1008, door=SLOW)

    def _refuse(self, code: int, **said: str) -> None:
        """Say why not, and hear no more; the place at the door is free at once."""
        self._is_refused = True
        self.say(**said)
        self.close(code, "refused")
        self.on_close()

    def on_close(self) -> None:
        """The browser is gone, for now. What it asked for at the door is dropped."""
        if self._asking:
            self._asking.cancel()
        if self._deadline:
            self._deadline.cancel()
        self.desk.has_gone(self)

    # --- hearing -------------------------------------------------------------------------------

    def get_websocket_protocol(self) -> Any:
        """Have every frame counted, those that make no message too: pings and empty fragments."""
        protocol = super().get_websocket_protocol()
        if protocol:
            receive = protocol._receive_frame  # type: ignore[attr-defined]  # there is no other way
            protocol._receive_frame = lambda: self._counted(receive)  # type: ignore[attr-defined]
        return protocol

    async def _counted(self, receive: Callable[[], Awaitable[None]]) -> None:
        before = self._messages
        await receive()
        if self._messages == before and not self._frames.takes():
            self.close(1008, "too many frames")
            raise StreamClosedError

    async def on_message(self, text: str | bytes) -> None:
        """Hear a message; whatever it is, it is answered and nothing breaks."""
        self._messages += 1
        if self._is_refused:
            return
        if not self._bucket.takes():
            if not self._is_told:
                self._is_told = True
                self.say(say=TOO_FAST)
            return
        self._is_told = False
        self.desk.was_heard()
        if len(text) > door.LONGEST:
            self.say(say=TOO_LONG)
            return
        message = _parsed(text)
        if self.person is None:
            if self._asking is None or self._asking.done():  # one question after the other
                self._asking = asyncio.create_task(self._at_the_door(message))
            return
        number = message.get("n") if isinstance(message, dict) else None
        said = requests.hear(self.desk.room, self.person, message)
        if unwritten := self.desk.room.workers.unwritten():  # what is acknowledged is on disk
            await asyncio.wait(map(asyncio.wrap_future, unwritten))
            if self.person is None:  # another window came meanwhile
                return
        said = said or self._unsaved()
        changed = self._changed()
        said = said or changed.pop("say", "")
        self._send(heard=number if type(number) is int else None, say=said, **changed)

    def _unsaved(self) -> str:
        """Say that what was done has not been brought to disk, if that is so."""
        meeting = self.desk.room.meeting_of(self.person) if self.person else None
        is_put_away = meeting is None or meeting.is_put_away
        journal = None if is_put_away else meeting.match.journal  # type: ignore[union-attr]
        if not journal or not journal.trouble:
            return ""
        self.desk.room.trouble = journal.trouble
        return UNSAVED

    async def _at_the_door(self, message: object) -> None:
        message = message if isinstance(message, dict) else {}
        if "back" in message:
            person = self.desk.room.people.back(message["back"])
            if person is None:
                self.say(door=UNKNOWN, unknown=True)
            else:
                self._come_in(person, None)
            return
        if "code" not in message:
            self.say(door="")
            return
        is_right = await self.desk.is_code(self.place, message["code"])
        if not is_right:
            self.say(door=WRONG_CODE)
            return
        if not self.desk.may_join(self.place):
            self._refuse(1013, busy=MANY)
            return
        try:
            person, token = self.desk.room.enter(message.get("name"))
        except gk.GameError as problem:
            self.say(door=requests.for_people(problem))
        else:
            self._come_in(person, token)

    def _come_in(self, person: Person, token: str | None) -> None:
        self.person = person
        if self._deadline:
            self._deadline.cancel()
        self.desk.came_in(self)
        you = {"run": self.desk.run, "heard": person.heard, "token": token}
        self._send(you=you, **self._changed())

    # --- sending -------------------------------------------------------------------------------

    def wake(self) -> None:
        """Send what has changed, soon."""
        if not self._is_waiting:
            self._is_waiting = True
            asyncio.get_running_loop().call_soon(self._flush)

    def whole(self) -> None:
        """Send all that there is to be seen, soon."""
        self._match, self._place = None, {}
        self.wake()

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
        try:
            return self._drawn(room, person)
        except Exception as problem:  # of rules that somebody is writing
            room.trouble = failed(problem)
            return {"say": requests.BROKEN}

    def _drawn(self, room: Gathering, person: Person) -> dict[str, Any]:
        with room.lock:
            found: dict[str, Any] = {}
            place = requests.place(room, person)
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
        is_next = self.person is not None and not self._is_waiting
        self._is_waiting |= is_next
        sending.add_done_callback(lambda sent: self._when_sent(sent, is_next))

    def _when_sent(self, sent: asyncio.Future[None], is_next: bool) -> None:
        is_gone = sent.cancelled() or sent.exception()  # looked at, or Python prints a traceback
        if is_next and not is_gone:
            self._flush()


def _parsed(text: str | bytes) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
