"""Admission to a room: its browsers, how much each may send, and delays that slow down guesses of its code.

The desk knows the browsers at the door and inside. Also here are the limits, the socket that pauses when the
system has no more files, and the names that a room may have in an address.
"""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Protocol

from tornado.ioloop import IOLoop

from gamekit_widgets.rooms.host_actions import Session
from gamekit_widgets.rooms.people import Person, is_word

ELSEWHERE = "Your seat has been opened in another window."
GIVEN_AWAY = "Your seat has been given to somebody else."
TAKEN = "Your seat is open on another device now: somebody typed its word."
UNDONE = "Your seat is open on another device again."
CROWDED = "Too many people are trying to join."
CLOSED = "The room has been closed."
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which look like numbers
CODE = 6  # letters: 191 million codes
LONGEST = 25_000  # characters of a message; pages send nothing longer than their notes
LARGEST = 100_000  # bytes of a message; a larger one cuts the line
RATE, BURST = 20.0, 60.0  # messages a second, and at once after a rest
FORGED = 10.0  # how many messages one counts for if no page sends such messages
REST = 1.0  # seconds for which the room reads nothing from a browser that has sent too much
DOOR = 100  # browsers at each of the two ways in: with a code, and with a key
FROM_ONE_PLACE = 10  # browsers with one address at a way in
DEADLINE = 15.0  # seconds that somebody may stay at the door
JOINS, JOINS_AT_ONCE = 0.5, 60.0  # people who join from one address: a second, and at once
LINES = 400  # browsers in all
SLOWEST = 8.0  # seconds until a wrong guess is answered, after several
TYPING_ERRORS = 40  # wrong guesses from one address, as a class makes, before all there must wait
MANY = 100  # wrong guesses from everywhere, after which answers to wrong ones take longest
FORGETTING = 60.0  # seconds until the desk forgets one wrong guess
PLACES = 1_000  # addresses whose wrong guesses the desk remembers
IDLE = 3 * 60 * 60.0  # seconds without a message until a room closes
WANTED = 4096  # files for this process, if the system allows that many
SPARE = 40  # files to keep for journals
PAUSE = 1.0  # seconds until the socket accepts connections again
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
NO_MORE = "This computer can hold no more connections. Try again in a minute."
REFUSAL = (
    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"
    f"Content-Length: {len(NO_MORE) + 1}\r\nConnection: close\r\nRetry-After: 60\r\n\r\n{NO_MORE}\n"
).encode()
Address = IPv4Address | IPv6Address
NETWORK = 64  # bits of an IPv6 address that its owner does not choose
HTTP = "80"  # the port that browsers leave out


class Browser(Protocol):
    """A connection, as the desk uses it."""

    person: Person | None
    has_key: bool

    @property
    def place(self) -> str: ...
    def wake(self) -> None: ...
    def whole(self) -> None: ...
    def say(self, **what: Any) -> None: ...
    def close(self, code: int | None = None, reason: str | None = None) -> None: ...


class Desk:
    """The state that the connections of a room share. All of it runs in the server's thread.

    Args:
        room: the room.
        code: the code that lets people in.

    Attributes:
        run: a token that changes each time the room opens.
        heard: how many messages came.
    """

    def __init__(self, room: Session, code: str) -> None:
        self.room, self.code, self.run = room, code, secrets.token_hex(8)
        self.guesses = Guesses()
        self.words = Guesses()  # wrong words, by seat
        self.heard_at = time.monotonic()
        self.heard = 0
        self._at_the_door: set[Browser] = set()
        self._inside: dict[int, Browser] = {}
        self._turns: dict[str, asyncio.Lock] = {}  # by place, because its guesses take turns
        self._waiting: Counter[str] = Counter()  # guesses that wait, by place
        self._joins: dict[str, Bucket] = {}  # by place

    def why_refused(self, line: Browser) -> str:
        """Let somebody stand at the door and return "", or return why they may not.

        People with keys have a door of their own, so that no stranger keeps them out.
        """
        others = [each for each in self._at_the_door if each.has_key == line.has_key]
        from_there = sum(each.place == line.place for each in others)
        in_all = len(self._at_the_door) + len(self._inside)
        if files_left() < SPARE:
            return NO_MORE
        if len(others) >= DOOR or from_there >= FROM_ONE_PLACE:
            return CROWDED
        if in_all >= LINES:
            return CROWDED
        self._at_the_door.add(line)
        return ""

    def note_joined(self, line: Browser, is_new_key: bool) -> None:
        """Note that somebody has joined, and close their older window or device."""
        person = line.person
        assert person is not None
        self._at_the_door.discard(line)
        self._hang_up(person, **{"gone": TAKEN} if is_new_key else {"elsewhere": ELSEWHERE})
        self._inside[person.number] = line
        self.room.is_back(person)

    def note_gone(self, line: Browser) -> None:
        self._at_the_door.discard(line)
        person = line.person
        if person and self._inside.get(person.number) is line:
            del self._inside[person.number]
            self.room.is_back(person, is_here=False)

    def wake(self, person: Person) -> None:
        """Have a person's browser get what has changed."""
        if line := self._inside.get(person.number):
            line.wake()

    def part(self, person: Person, why: str) -> None:
        """Tell somebody why they are out of the room, and hang up."""
        self._hang_up(person, gone=why)

    def move_over(self, person: Person, seat: Person) -> None:
        """Have somebody's browser show the seat that they now have."""
        self._hang_up(seat, gone=GIVEN_AWAY)
        if line := self._inside.pop(person.number, None):
            line.person = seat
            self._inside[seat.number] = line
            self.room.is_back(seat)
            line.whole()

    def lose_seat(self, person: Person) -> None:
        """Tell somebody's browser that it has lost this seat."""
        self._hang_up(person, gone=UNDONE)

    def _hang_up(self, person: Person, **reason: str) -> None:
        if line := self._inside.pop(person.number, None):
            line.say(**reason)
            line.person = None
            line.close(4000, "not here")

    async def is_code(self, place: str, typed: object) -> bool:
        """Is this the code? The more wrong codes come from a place, the later it learns that one is wrong."""
        return await self._judged(self.guesses, place, lambda: same_code(typed, self.code))

    async def is_word(self, place: str, seat: Person | None, typed: object) -> bool:
        """Is this the word of this seat? Wrong words count for the place and for the seat."""

        @cache  # judging takes a hundredth of a second
        def is_right() -> bool:
            return seat is not None and is_word(typed, seat.word)

        await self._judged(self.words, f"seat {seat.number if seat else 0}", is_right)
        return await self._judged(self.guesses, place, is_right)

    async def _judged(self, guesses: Guesses, place: str, is_right: Callable[[], bool]) -> bool:
        """Judge a guess, and return whether it is right.

        A right guess passes at once if its place has made no more wrong ones than a class mistypes.
        Otherwise every guess from there waits for its turn.
        """
        if not guesses.are_typing_errors(place):
            async with self._turn(place):
                await asyncio.sleep(guesses.delay(place))
                if not is_right():
                    guesses.was_wrong(place)
            return is_right()
        if is_right():
            return True
        delay = guesses.delay(place)
        guesses.was_wrong(place)
        async with self._turn(place):
            await asyncio.sleep(delay)
        return False

    def may_join(self, place: str) -> bool:
        """May another person join from there? A whole class may, but nobody can fill the room alone."""
        if len(self._joins) >= PLACES:
            self._joins.clear()
        new = Bucket(JOINS, JOINS_AT_ONCE)
        return self._joins.setdefault(place, new).takes()

    @asynccontextmanager
    async def _turn(self, place: str) -> AsyncIterator[None]:
        """Wait until earlier guesses from there are answered or dropped."""
        self._waiting[place] += 1
        try:
            async with self._turns.setdefault(place, asyncio.Lock()):
                yield
        finally:
            self._waiting[place] -= 1
            if not self._waiting[place]:
                del self._waiting[place], self._turns[place]

    def note_message(self) -> None:
        """Note that the room is in use."""
        self.heard_at = time.monotonic()
        self.heard += 1

    @property
    def browsers(self) -> int:
        """How many browsers are connected."""
        return len(self._at_the_door) + len(self._inside)

    @property
    def is_idle(self) -> bool:
        """Has nobody sent anything for hours?"""
        return time.monotonic() - self.heard_at > IDLE

    def close(self, is_for_good: bool = True) -> None:
        """Hang up on everybody. If the room is closed for good, tell them."""
        for line in [*self._at_the_door, *self._inside.values()]:
            if is_for_good:
                line.say(closed=CLOSED)
            line.close(1001, "the room is closed")


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def same_code(typed: object, code: str) -> bool:
    """Is this the code, in any case and with any spaces?"""
    if not isinstance(typed, str) or len(typed) > 100:
        return False
    text = "".join(typed.split()).upper()
    return secrets.compare_digest(text.encode("utf-8", "replace"), code.encode())


class Bucket:
    """A limit on how often something may happen in a second, with more at once after a rest."""

    def __init__(self, rate: float = RATE, burst: float = BURST) -> None:
        self._rate, self._burst, self._left, self._at = rate, burst, burst, time.monotonic()

    def pay(self, more: float) -> None:
        """Take this many more from what may still come."""
        self._left -= more

    def takes(self) -> bool:
        """May one more come?"""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guesses:
    """Wrong guesses, by the place they came from."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: dict[str, tuple[float, float]] = {}  # how many, and the time of the last one
        self._all = "*"  # stands for everybody

    def are_typing_errors(self, place: str) -> bool:
        """Have so few wrong guesses come from there that a right one may pass at once?"""
        most = TYPING_ERRORS if self._count(self._all) < MANY else TYPING_ERRORS / 4
        return self._count(place) < most

    def delay(self, place: str) -> float:
        """Return the seconds until a wrong guess from there is answered."""
        own = self._count(place)
        if self._count(self._all) >= MANY:
            return SLOWEST
        return 0.0 if own < 0.5 else min(SLOWEST, 0.25 * 2.0 ** min(own, 10))

    def was_wrong(self, place: str) -> None:
        """Note a wrong guess."""
        for each in (place, self._all):
            self._wrong[each] = self._count(each) + 1, self._now()
        if len(self._wrong) > PLACES:
            self._wrong = {each: was for each, was in self._wrong.items() if self._count(each) > 0}
        while len(self._wrong) > PLACES:
            del self._wrong[next(each for each in self._wrong if each != self._all)]

    def _count(self, place: str) -> float:
        count, at = self._wrong.get(place, (0.0, 0.0))
        return max(0.0, count - (self._now() - at) / FORGETTING)


def raise_limit() -> None:
    """Let this process open as many files at once as the system allows."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def files_left() -> int:
    """Return how many more files this process can open, or `WANTED` if the system does not say."""
    try:
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        is_endless = soft == resource.RLIM_INFINITY
        return WANTED if is_endless else max(0, soft - len(os.listdir("/dev/fd")))
    except OSError as problem:
        return 0 if problem.errno in EXHAUSTED else WANTED
    except ImportError:
        return WANTED


class Listening(socket.socket):
    """A socket that accepts connections while there are files for them."""

    @classmethod
    def at(cls, host: str, port: int, backlog: int) -> Listening:
        """Return a socket that listens there.

        Raises:
            OSError: nothing can listen there.
        """
        kind = socket.AF_INET6 if ":" in host else socket.AF_INET
        plain = socket.create_server((host, port), family=kind, backlog=backlog)
        found = cls(fileno=plain.detach())
        found.setblocking(False)
        return found

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection. If there are too many, answer it with a sentence and close it."""
        try:
            connection, address = super().accept()
        except OSError as problem:
            if problem.errno not in EXHAUSTED:
                raise
            self._pause()
            raise BlockingIOError from None
        if files_left() < SPARE // 2:
            with connection, suppress(OSError):
                connection.setblocking(False)
                connection.send(REFUSAL)
            raise ConnectionAbortedError
        return connection, address

    def _pause(self) -> None:
        loop = IOLoop.current()
        loop.update_handler(self, 0)
        loop.call_later(PAUSE, self._go_on, loop)

    def _go_on(self, loop: IOLoop) -> None:
        if self.fileno() >= 0:
            loop.update_handler(self, IOLoop.READ)


def own_address() -> str:
    """Return the address of this computer in its network. Finding out sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nobody has this address
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def own_names(host: str) -> frozenset[str]:
    """Return the names by which a browser may address a room that listens at `host`."""
    name = socket.gethostname().casefold()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local", host.casefold()})


def may_be_called(host: str, remote: str, port: int, names: frozenset[str]) -> bool:
    """May a request from `remote` address the room as `host`, in a browser's spelling?"""
    name, _ = _split(host)
    return name in names or _address(name) is not None or is_proxied(host, remote, port)


def is_loopback(remote: str) -> bool:
    """Is this an address of this computer itself?"""
    found = _address(remote)
    return found is not None and found.is_loopback


def is_proxied(host: str, remote: str, port: int) -> bool:
    """Did a proxy on this computer pass this request on?"""
    return is_loopback(remote) and _split(host)[1] != str(port)


def place_of(remote: str) -> str:
    """Return the place by which the desk counts an address. For IPv6 it is the owner's network."""
    found = _address(remote)
    return str(int(found) >> NETWORK) if isinstance(found, IPv6Address) else str(found or remote)


def _split(host: str) -> tuple[str, str]:
    """Return the name and the port in an address such as "localhost:8888" or "[::1]"."""
    name, separator, port = host.strip().rpartition(":")
    if not separator or "]" in port:
        name, port = host.strip(), HTTP
    return name.strip("[]").rstrip(".").casefold(), port


def _address(text: str) -> Address | None:
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
