"""The connection to one browser: how it joins, what it may ask for, and what the room sends it.

All of it runs in the server's thread.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from tornado.iostream import StreamClosedError
from tornado.web import RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

import gamekit as gk
from gamekit.errors import Unwritten
from gamekit.validation import is_whole
from gamekit_widgets.rooms import admission
from gamekit_widgets.rooms.admission import Desk
from gamekit_widgets.rooms.host_actions import Session
from gamekit_widgets.rooms.people import Person, word_typed
from gamekit_widgets.rooms.room_match import RoomMatch, RulesCard, Seat, rules_card
from gamekit_widgets.rooms.seating import failed
from gamekit_widgets.rooms.tasks_and_polls import Assignment

WRONG_CODE = "This is not the code of this room."
WRONG_WORD = "This is not the word that belongs to this name."
TOO_FAST = "Too much at once: wait a moment."
TOO_LONG = "This message is too long."
MANY = "Too many people are joining from where you are."
SLOW = "Too many codes are being tried from where you are. Check yours and try again."
UNSAVED = "This is done but may not be on disk yet. Tell the person who runs the room."
UNKNOWN = "This room does not know you. Type its code and your name."
OUTDATED = (
    "Your seat is open on another device now. To have it back here, type your name and your word."
)


class Guarded(RequestHandler):
    """A request to the room. It gets an answer only if it came to the room's own address."""

    _port: int  # the room's port
    _names: frozenset[str]  # the room's names in addresses

    def prepare(self) -> None:
        """Refuse a request from a page elsewhere whose host name points here."""
        remote = str(self.request.remote_ip)
        if not admission.may_be_called(self.request.host, remote, self._port, self._names):
            self.send_error(403)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Send the same sentence for every error."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("There is nothing here.\n")


class Connection(Guarded, WebSocketHandler):
    """One browser's socket. Until the browser has joined, it learns nothing about the room."""

    desk: Desk
    person: Person | None = None

    def initialize(self, desk: Desk, port: int, names: frozenset[str], has_key: bool) -> None:
        """Take the desk that all connections share.

        Args:
            desk: the desk.
            port: the port of the room.
            names: the names of the room in addresses.
            has_key: is this the way in for people with a key?
        """
        self.desk, self.has_key = desk, has_key
        self._port, self._names = port, names
        self._bucket, self._frames = admission.Bucket(), admission.Bucket()
        self._messages = 0
        self._is_refused = False
        self._asking: asyncio.Task[None] | None = None  # the message at the door under way
        self._deadline: asyncio.TimerHandle | None = None
        self._was_warned = False  # that it sends too fast
        self._is_waiting = False  # a flush is under way or scheduled
        self._match: int | str | None = None  # the match or the task that the browser shows
        self._place: dict[str, Any] = {}  # what `place_for` returned last
        self._said = ""  # what the latest frame said

    def get_compression_options(self) -> dict[str, Any]:
        """Compress pictures, quickly."""
        return {"compression_level": 1, "mem_level": 5}

    @property
    def place(self) -> str:
        """The place that it comes from. Behind a proxy all share one address, so each connection is a place."""
        remote, host = str(self.request.remote_ip), self.request.host
        if admission.is_proxied(host, remote, self._port):
            return f"line {id(self)}"
        return admission.place_of(remote)

    def open(self, *args: str, **kwargs: str) -> None:
        """Let the browser stand at the door, if there is room."""
        if why := self.desk.why_refused(self):
            self._refuse(1013, busy=why)
            return
        loop = asyncio.get_running_loop()
        self._deadline = loop.call_later(admission.DEADLINE, self._show_out)

    def _show_out(self) -> None:
        """Refuse somebody who has been at the door for too long."""
        if self.person is None:
            self._refuse(1008, door=SLOW)

    def _refuse(self, code: int, **reason: str) -> None:
        """Say why not, and stop listening. The place at the door is free at once."""
        self._is_refused = True
        self.say(**reason)
        self.close(code, "refused")
        self.on_close()

    def on_close(self) -> None:
        """Note that the browser is gone, and drop its message at the door."""
        if self._asking:
            self._asking.cancel()
        if self._deadline:
            self._deadline.cancel()
        self.desk.note_gone(self)

    def log_exception(self, kind: Any, error: Any, traceback: Any) -> None:
        """Log an exception, unless a closing room has cut off an answer."""
        if not isinstance(error, asyncio.CancelledError):
            super().log_exception(kind, error, traceback)

    # --- messages from the browser -------------------------------------------------------------

    def get_websocket_protocol(self) -> Any:
        """Limit all frames, including those that make no message: pings and empty fragments."""
        protocol = super().get_websocket_protocol()
        if protocol:
            receive = protocol._receive_frame  # type: ignore[attr-defined]  # tornado has no hook
            protocol._receive_frame = lambda: self._counted(receive)  # type: ignore[attr-defined]
        return protocol

    async def _counted(self, receive: Callable[[], Awaitable[None]]) -> None:
        before = self._messages
        await receive()
        if self._messages == before and not self._frames.takes():
            self.close(1008, "too many frames")
            raise StreamClosedError

    async def on_message(self, text: str | bytes) -> None:
        """Answer a message, whatever it contains."""
        self._messages += 1
        if self._is_refused:
            return
        if not self._bucket.takes():
            if not self._was_warned:
                self._was_warned = True
                self.say(say=TOO_FAST)
            await asyncio.sleep(admission.REST)  # its unread messages cost other browsers nothing
            return
        self._was_warned = False
        self.desk.note_message()
        if len(text) > admission.LONGEST:
            self.say(say=TOO_LONG)
            return
        message = _parsed(text)
        if self.person is None:
            if self._asking is None or self._asking.done():  # one message at a time
                self._asking = asyncio.create_task(self._at_the_door(message))
            return
        number = message.get("n") if isinstance(message, dict) else None
        problem = hear(self.desk.room, self.person, message)
        if problem in FORGED:
            self._bucket.pay(admission.FORGED - 1)
        # The room acknowledges nothing before it is on disk.
        if unwritten := self.desk.room.workers.unwritten():
            await asyncio.wait(map(asyncio.wrap_future, unwritten))
            if self.person is None:  # another window has taken over
                return
        problem = problem or self._unsaved()
        changed = self._changed(with_rules=not problem and message["do"] == "rules")
        heard = number if type(number) is int else None
        self._send(**changed | {"heard": heard, "say": problem or changed.get("say", "")})

    def _unsaved(self) -> str:
        """Return a sentence if the latest change is not on disk, or ""."""
        meeting = self.desk.room.meeting_of(self.person) if self.person else None
        is_put_away = meeting is None or meeting.is_put_away
        journal = None if is_put_away else meeting.match.journal  # type: ignore[union-attr]
        if not journal or not journal.trouble:
            return ""
        self.desk.room.trouble = journal.trouble
        return UNSAVED

    async def _at_the_door(self, message: object) -> None:
        """Let a browser in with its key or the code, or say why not."""
        message = message if isinstance(message, dict) else {}
        if "back" in message:
            people, token = self.desk.room.people, message["back"]
            person = people.back(token)
            if person is None:
                self.say(door=OUTDATED if people.is_outdated(token) else UNKNOWN, unknown=True)
            else:
                self._come_in(person, None)
            return
        if "code" not in message:
            self.say(door="")
            return
        if not await self.desk.is_code(self.place, message["code"]):
            self.say(door=WRONG_CODE)
            return
        if message.get("word"):
            await self._take_seat(message)
        elif self.desk.may_join(self.place):
            self._join(message)
        else:
            self._refuse(1013, busy=MANY)

    async def _take_seat(self, message: dict[str, Any]) -> None:
        """Let somebody take their seat back with its word."""
        room = self.desk.room
        seat = room.people.like(message.get("name"))
        if not await self.desk.is_word(self.place, seat, message["word"]) or seat is None:
            self.say(door=WRONG_WORD)
            return
        room.words[seat.number] = word_typed(message["word"])  # a reopened room knew only its hash
        try:
            self._come_in(seat, room.take_seat(seat))
        except gk.GameError as problem:
            self.say(door=for_people(problem))

    def _join(self, message: dict[str, Any]) -> None:
        """Let somebody join. If somebody else has the name, ask whether they are that person."""
        room, answer = self.desk.room, message.get("as")
        like = room.people.like(message.get("name"))
        if like and answer not in ("me", "another"):
            self.say(door="", taken=like.name)
            return
        try:
            claims = like if answer == "me" else None
            person, token = room.enter(message.get("name"), claims)
        except gk.GameError as problem:
            self.say(door=for_people(problem))
        else:
            self._come_in(person, token)

    def _come_in(self, person: Person, token: str | None) -> None:
        self.person = person
        if self._deadline:
            self._deadline.cancel()
        self.desk.note_joined(self, is_new_key=token is not None)
        room = self.desk.room
        with suppress(Unwritten):  # a journal of an earlier version has no words
            if not person.word:
                room.give_word(person)
        word = room.words.get(person.number) or None
        you = {"run": self.desk.run, "heard": person.heard, "token": token, "word": word}
        self._send(you=you, **self._changed())

    # --- messages to the browser ---------------------------------------------------------------

    def wake(self) -> None:
        """Send what has changed, soon."""
        if not self._is_waiting:
            self._is_waiting = True
            asyncio.get_running_loop().call_soon(self._flush)

    def whole(self) -> None:
        """Send everything that the browser shows, soon, and the word of the seat now."""
        self._match, self._place = None, {}
        if self.person and (word := self.desk.room.words.get(self.person.number)):
            self.say(word=word)
        self.wake()

    def say(self, **what: Any) -> None:
        """Send these fields alone."""
        self._send(**what)

    def _flush(self) -> None:
        self._is_waiting = False
        changed = self._changed()
        if changed and changed != {"say": self._said}:  # a board that cannot be drawn is said once
            self._send(**changed)

    def _changed(self, with_rules: bool = False) -> dict[str, Any]:
        """Return what the browser needs to catch up with the room."""
        room, person = self.desk.room, self.person
        if person is None:
            return {}
        try:
            rules = {"rules": rules_for(room, person)} if with_rules else {}
            return rules | self._drawn(room, person)
        except Exception as problem:  # rules that somebody is writing may raise anything
            room.trouble = failed(problem)
            return {"say": BROKEN}

    def _drawn(self, room: Session, person: Person) -> dict[str, Any]:
        with room.lock:
            found: dict[str, Any] = {}
            place = place_for(room, person)
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
        """Send a frame. Changes that come meanwhile follow in the next one."""
        self._said = what.get("say", "")
        frame = json.dumps({name: part for name, part in what.items() if part is not None})
        try:
            sending = self.write_message(frame)
        except WebSocketClosedError:
            return
        is_next = self.person is not None and not self._is_waiting
        self._is_waiting |= is_next
        sending.add_done_callback(lambda sent: self._when_sent(sent, is_next))

    def _when_sent(self, sent: asyncio.Future[None], is_next: bool) -> None:
        is_gone = sent.cancelled() or sent.exception()  # reading it keeps Python from printing it
        if is_next and not is_gone:
            self._flush()


def _parsed(text: str | bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


UNREADABLE = "The room cannot read this message."
REPEATED = "The room already has this message."
UNWRITTEN = "The room could not save this, so nothing was done. Try again, and tell the person who runs the room."
FORGED = (UNREADABLE, REPEATED)
LATE = "The match has moved on since then. Look at the board again."
ELSEWHERE = "This is about a match that you are no longer in."
BROKEN = "This game's rules failed, so nothing was done. Tell the person who runs the room."
ASKED = "Wait a moment until you are let in."
ASKED_WHO = "Wait a moment: the person who runs the room must say whether this seat is yours."
CHANGES = ("press", "type", "click", "answer", "flag")  # reports that a pause forbids
OF_THE_ROOM = ("room", "help", "guess", "rules")
MOST_MESSAGES = 1 << 31


def hear(room: Session, person: Person, message: object) -> str:
    """Do what a person's browser asks for and return "", or return a sentence that says why not.

    A message is {"n": 7, "match": 3, "ply": 12, "do": "press", "what": "B2"}. `n` grows with every
    message, so a message that arrives twice counts once. `ply` is the number of moves on the board that
    the person saw.
    """
    with room.lock:
        try:
            return _heard(room, person, message)
        except gk.GameError as problem:
            if isinstance(problem, Unwritten):
                room.trouble = str(problem)
            return for_people(problem)
        except Exception as problem:  # rules that somebody is writing may raise anything
            room.trouble = failed(problem)
            return BROKEN


def for_people(problem: gk.GameError) -> str:
    """Return a problem as a sentence for somebody's browser, without file names."""
    return UNWRITTEN if isinstance(problem, Unwritten) else str(problem)


def _heard(room: Session, person: Person, message: object) -> str:
    if not isinstance(message, dict) or not is_whole(message.get("n")):
        return UNREADABLE
    number, ply = message["n"], message.get("ply", 0)
    if not 0 < number < MOST_MESSAGES or not is_whole(ply):
        return UNREADABLE
    if number <= person.heard:
        return REPEATED
    person.heard = number
    if message.get("do") == "here":  # only asks whether the room answers
        return ""
    if message.get("do") in OF_THE_ROOM:
        return _of_the_room(room, person, message["do"], message.get("what"))
    name, page = room.page_of(person)
    if page is None or message.get("match") != name:
        return ELSEWHERE
    if message.get("do") in CHANGES:
        if room.state in ("paused", "ended"):
            return "The room is paused." if room.state == "paused" else "The room has closed."
        if isinstance(page, Seat) and (why := _why_no_move(room, person, ply)):
            return why
    return page.hear(message)


def _why_no_move(room: Session, person: Person, ply: int) -> str:
    """Return why this person cannot move from the board that they saw, or ""."""
    meeting = room.meeting_of(person)
    assert meeting is not None
    if meeting.is_left:
        return "Somebody left this match early."
    if _is_late(meeting, meeting.player_of(person), ply):
        meeting.seat_of(person).show()
        return LATE
    return ""


def _is_late(meeting: RoomMatch, player: int, ply: int) -> bool:
    """Has the opponent moved since that board?"""
    history = meeting.match.history
    return any(entry.ply > ply and entry.player == 1 - player for entry in history[-50:])


def _of_the_room(room: Session, person: Person, do: str, what: object) -> str:
    """Do what a message asks of the room, not of a board; return why not, or ""."""
    if person.is_at_the_door:
        return UNREADABLE
    if do == "room":
        return _in_room(room, person, what)
    if do == "help":
        room.want_help(person, what is True)
    if do == "guess":
        if not isinstance(what, list) or len(what) != 2:
            return UNREADABLE
        room.guess(person, *what)
    return ""  # the connection sends the rules


def rules_for(room: Session, person: Person) -> RulesCard | None:
    """Return the rules of the game that somebody plays or is about to play; None at the door."""
    with room.lock:
        if person.is_at_the_door:
            return None
        if meeting := room.meeting_of(person):
            return rules_card(meeting.match)
        item = room.playlist.items[room.round % len(room.playlist.items)]
        return rules_card(item.start or gk.Match(item.game, seed=0))


# --- the room itself -----------------------------------------------------------------------------


def _in_room(room: Session, person: Person, what: object) -> str:
    """Use a button of the room: "again", "next", or "play-3"."""
    names = {button["name"] for button in buttons(room, person)}
    if not isinstance(what, str) or what not in names:
        return "You cannot do that now."
    meeting = room.meeting_of(person)
    if what == "again" and meeting:
        other = meeting.opponent_of(person)
        if isinstance(other, str) or other.wish == "again":
            first, second = meeting.who
            room.begin(second, first, is_again=True)  # type: ignore[arg-type]  # either may be the bot
        else:
            person.wish = "again"
    elif what == "next":
        room.leave(person)
    else:
        person.wish = int(what.removeprefix("play-"))
    room.settle()
    room.wake_all()
    return ""


def place_for(room: Session, person: Person) -> dict[str, Any]:
    """Return a person's view of the room around the board: their state, their buttons and the open question."""
    is_in = not person.is_at_the_door
    meeting = room.meeting_of(person)
    return {
        "title": room.playlist.title,
        "you": person.name,
        "match": room.page_of(person)[0],
        "text": _status(room, person, meeting),
        "buttons": buttons(room, person),
        "state": room.state,
        "help": person.needs_help,
        "poll": room.poll.for_person(person) if is_in and room.poll else None,
    }


def _status(room: Session, person: Person, meeting: RoomMatch | None) -> str:
    """Return a sentence about what a person waits for, or ""."""
    if person.is_at_the_door:
        return ASKED_WHO if person.claims else ASKED
    if room.state == "ended":
        return "The room has ended. Thank you for playing."
    if room.state == "paused":
        return "The room is paused."
    if room.assignment:
        return _status_at_task(room.assignment, person)
    if meeting is None:
        if room.state == "open":
            return "You are in. Play begins soon."
        if room.playlist.task_of(room.round):
            return "The task has been collected. Wait for what comes next."
        if room.pairs == "choice":
            return "Choose whom you would like to play."
        return "Waiting for somebody to play."
    other = meeting.opponent_of(person)
    if isinstance(other, str):
        return ""
    name = room.called(other)
    if meeting.is_left and not meeting.result:
        return f"The match with {name} ended early."
    if meeting.is_over and room.meeting_of(other) is not meeting:
        return f"{name} has moved on."
    if meeting.is_over and other.wish == "again":
        return f"{name} would like a rematch."
    if meeting.is_over and person.wish == "again":
        return f"Waiting for {name} to agree to a rematch."
    return "" if other.is_here else f"{name} is away."


def _status_at_task(assignment: Assignment, person: Person) -> str:
    if not assignment.task:
        return "The task will be back in a moment."
    is_solved = assignment.reply_of(person).is_solved
    return "You have solved it." if is_solved else "A task for everybody."


def buttons(room: Session, person: Person) -> list[Mapping[str, str]]:
    if person.is_at_the_door:
        return []
    if not room.is_playing:
        return []
    meeting = room.meeting_of(person)
    if meeting is None:
        return _choices(room, person)
    other, found = meeting.opponent_of(person), []
    if not meeting.is_over:
        is_alone = isinstance(other, Person) and not other.is_here
        if is_alone and room.now() - other.since > room.away:  # type: ignore[union-attr]
            return [_button("next", "Play somebody else")]
        return []
    stays = isinstance(other, str) or room.meeting_of(other) is meeting
    if stays and not meeting.is_left and person.wish != "again":
        found.append(_button("again", "Rematch"))
    if room.pairs != "bots":
        found.append(_button("next", "Next opponent"))
    return found


def _choices(room: Session, person: Person) -> list[Mapping[str, str]]:
    if room.pairs != "choice":
        return []
    found = []
    for other in room.waiting:
        if other is person:
            continue
        asks = ", who asks you" if other.wish == person.number else ""
        chosen = " (asked)" if person.wish == other.number else ""
        found.append(_button(f"play-{other.number}", f"Play {room.called(other)}{asks}{chosen}"))
    return found


def _button(name: str, label: str) -> Mapping[str, str]:
    return {"name": name, "label": label}
