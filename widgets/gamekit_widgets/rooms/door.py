"""Who is on the line: the browsers of a room, at its door and inside."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Protocol

from gamekit_widgets.rooms import limits
from gamekit_widgets.rooms.gathering import Gathering
from gamekit_widgets.rooms.listening import NO_MORE, SPARE, files_left
from gamekit_widgets.rooms.people import Person

ELSEWHERE = "Your seat has been opened in another window."
GIVEN_AWAY = "Your seat has been given to somebody else."
CROWDED = "Too many are at the door."
CLOSED = "The room has been closed."


class Browser(Protocol):
    """What the desk asks of a line."""

    person: Person | None
    has_key: bool

    @property
    def place(self) -> str: ...
    def wake(self) -> None: ...
    def whole(self) -> None: ...
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
        self._at_the_door: set[Browser] = set()
        self._inside: dict[int, Browser] = {}
        self._turns: dict[str, asyncio.Lock] = {}  # one guess after the other from a place
        self._waiting: Counter[str] = Counter()  # guesses from there
        self._joins: dict[str, limits.Bucket] = {}  # by place

    def why_refused(self, line: Browser) -> str:
        """Return why somebody may not stay at the door, or nothing; then they are there.

        People with keys come in another way, so that no stranger keeps them out.
        """
        others = [each for each in self._at_the_door if each.has_key == line.has_key]
        from_there = sum(each.place == line.place for each in others)
        in_all = len(self._at_the_door) + len(self._inside)
        if files_left() < SPARE:
            return NO_MORE
        if len(others) >= limits.DOOR or from_there >= limits.FROM_ONE_PLACE:
            return CROWDED
        if in_all >= limits.LINES:
            return CROWDED
        self._at_the_door.add(line)
        return ""

    def came_in(self, line: Browser) -> None:
        """Note that somebody has joined; an older window of theirs is closed."""
        person = line.person
        assert person is not None
        self._at_the_door.discard(line)
        self._hang_up(person, elsewhere=ELSEWHERE)
        self._inside[person.number] = line
        self.room.is_back(person)

    def has_gone(self, line: Browser) -> None:
        """Note that a browser is gone."""
        self._at_the_door.discard(line)
        person = line.person
        if person and self._inside.get(person.number) is line:
            del self._inside[person.number]
            self.room.is_back(person, is_here=False)

    def wake(self, person: Person) -> None:
        """Send a person what has changed."""
        if line := self._inside.get(person.number):
            line.wake()

    def part(self, person: Person, said: str) -> None:
        """Tell somebody that they are in the room no more, and hang up."""
        self._hang_up(person, gone=said)

    def move_over(self, person: Person, seat: Person) -> None:
        """Have somebody's browser show the seat that is theirs from now on."""
        self._hang_up(seat, gone=GIVEN_AWAY)
        if line := self._inside.pop(person.number, None):
            line.person = seat
            self._inside[seat.number] = line
            self.room.is_back(seat)
            line.whole()

    def _hang_up(self, person: Person, **said: str) -> None:
        if line := self._inside.pop(person.number, None):
            line.say(**said)
            line.person = None
            line.close(4000, "not here")

    async def is_code(self, place: str, typed: object) -> bool:
        """Is this the code? The more wrong ones came from there, the longer it takes to say no.

        A right one passes at once where others have made typing errors. Where more than a class
        can mistype has been wrong, every guess from there has to wait for its turn.
        """
        is_right = limits.same_code(typed, self.code)
        are_errors = self.guesses.are_typing_errors(place)
        if is_right and are_errors:
            return True
        delay = self.guesses.delay(place)
        if are_errors:
            self.guesses.was_wrong(place)
        async with self._turn(place):
            await asyncio.sleep(delay if are_errors else self.guesses.delay(place))
            if not is_right and not are_errors:
                self.guesses.was_wrong(place)
        return is_right

    def may_join(self, place: str) -> bool:
        """May somebody more join from there? A class may at once; one person cannot fill the room."""
        if len(self._joins) >= limits.PLACES:
            self._joins.clear()
        new = limits.Bucket(limits.JOINS, limits.JOINS_AT_ONCE)
        return self._joins.setdefault(place, new).takes()

    @asynccontextmanager
    async def _turn(self, place: str) -> AsyncIterator[None]:
        """Wait until all guesses from there that came before are answered, or dropped."""
        self._waiting[place] += 1
        try:
            async with self._turns.setdefault(place, asyncio.Lock()):
                yield
        finally:
            self._waiting[place] -= 1
            if not self._waiting[place]:
                del self._waiting[place], self._turns[place]

    def was_heard(self) -> None:
        """Note that the room is in use."""
        self.heard_at = time.monotonic()

    @property
    def is_idle(self) -> bool:
        """Has nobody sent anything for hours?"""
        return time.monotonic() - self.heard_at > limits.IDLE

    def close(self, is_for_good: bool = True) -> None:
        """Hang up on everybody; unless the room is opened again at once, say that it is closed."""
        for line in [*self._at_the_door, *self._inside.values()]:
            if is_for_good:
                line.say(closed=CLOSED)
            line.close(1001, "the room is closed")
