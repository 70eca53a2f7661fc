"""Who is on the line: the browsers of a room, at its door and inside."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any, Protocol

from gamekit_widgets.rooms import limits
from gamekit_widgets.rooms.gathering import Gathering
from gamekit_widgets.rooms.people import Person

ELSEWHERE = "Your seat has been opened in another window."


class Browser(Protocol):
    """What the desk asks of a line."""

    person: Person | None

    def wake(self) -> None: ...
    def say(self, **what: Any) -> None: ...
    def close(self, code: int | None = None, reason: str | None = None) -> None: ...


class Desk:
    """What the lines of a room share. All of it happens in the server's thread.

    Args:
        room: the room.
        code: what lets somebody in.

    Attributes:
        run: another one each time the room is opened.
    """

    def __init__(self, room: Gathering, code: str) -> None:
        self.room, self.code, self.run = room, code, secrets.token_hex(8)
        self.guesses = limits.Guesses()
        self.heard_at = time.monotonic()
        self._lines: set[Browser] = set()
        self._inside: dict[int, Browser] = {}
        self._asking: dict[str, asyncio.Lock] = {}  # one guess after the other from an address

    def has_room_for(self, line: Browser) -> bool:
        """Note that somebody is at the door; return whether there is room for them."""
        strangers = len(self._lines) - len(self._inside)
        self._lines.add(line)
        return strangers < limits.DOOR and len(self._lines) <= limits.LINES

    def came_in(self, line: Browser) -> None:
        """Note that somebody has joined; an older window of theirs is closed."""
        person = line.person
        assert person is not None
        older, self._inside[person.number] = self._inside.get(person.number), line
        if older:
            older.say(elsewhere=ELSEWHERE)
            older.person = None
            older.close(4000, "opened elsewhere")
        self.room.is_back(person)

    def has_gone(self, line: Browser) -> None:
        """Note that a browser is gone."""
        self._lines.discard(line)
        person = line.person
        if person and self._inside.get(person.number) is line:
            del self._inside[person.number]
            self.room.is_back(person, is_here=False)

    def wake(self, person: Person) -> None:
        """Send a person what has changed."""
        if line := self._inside.get(person.number):
            line.wake()

    async def is_code(self, address: str, typed: object) -> bool:
        """Is this the code? The more wrong ones came, the longer it takes to say."""
        lock = self._asking.setdefault(address, asyncio.Lock())
        async with lock:
            if delay := self.guesses.delay(address):
                await asyncio.sleep(delay)
            is_right = limits.same_code(typed, self.code)
            if not is_right:
                self.guesses.was_wrong(address)
        if not lock.locked():
            self._asking.pop(address, None)
        return is_right

    def was_heard(self) -> None:
        """Note that the room is in use."""
        self.heard_at = time.monotonic()

    @property
    def is_idle(self) -> bool:
        """Has nobody sent anything for hours?"""
        return time.monotonic() - self.heard_at > limits.IDLE

    def close(self) -> None:
        """Hang up on everybody."""
        for line in list(self._lines):
            line.close(1001, "the room is closed")
