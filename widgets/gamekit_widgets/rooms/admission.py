"""Who gets into a room: which browsers are there, how much each may send, and what slows down guessing.

The desk knows the browsers at the door and inside. The limits are here too, the socket that stays quiet when the
system has no more files, and the names that the room may have in an address.
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
CROWDED = "Too many people are at the door."
CLOSED = "The room has been closed."
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which look like numbers
CODE = 6  # letters: 191 million codes
LONGEST = 25_000  # characters of a message; a page of notes is the longest that is sent
LARGEST = 100_000  # bytes of a message, after which the line is cut
RATE, BURST = 20.0, 60.0  # messages a second, and how many at once after a rest
FORGED = 10.0  # a message that no page sends counts for this many
REST = 1.0  # seconds for which nothing is read from a browser that has sent too much
DOOR = 100  # browsers at one of the two ways in: with a code, and with a key
FROM_ONE_PLACE = 10  # of them with the same address
DEADLINE = 15.0  # seconds that somebody may stay at the door
JOINS, JOINS_AT_ONCE = 0.5, 60.0  # people who join from one address: a second, and at once
LINES = 400  # browsers in all
SLOWEST = 8.0  # seconds until a wrong guess is answered, after several
TYPING_ERRORS = 40  # wrong guesses of one address that keep nobody else there waiting: a class's
MANY = 100  # wrong guesses from everywhere, after which all wrong ones are slow
FORGETTING = 60.0  # seconds after which one wrong guess is forgotten
PLACES = 1_000  # addresses whose wrong guesses are remembered
IDLE = (
    3 * 60 * 60.0
)  # seconds without any message after which a room closes until it is opened again
WANTED = 4096  # files for this process, if the system lets it have so many
SPARE = 40  # files that are kept for journals
PAUSE = 1.0  # seconds until connections are accepted again
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
    """What the desk asks of a connection."""

    person: Person | None
    has_key: bool

    @property
    def place(self) -> str: ...
    def wake(self) -> None: ...
    def whole(self) -> None: ...
    def say(self, **what: Any) -> None: ...
    def close(self, code: int | None = None, reason: str | None = None) -> None: ...


class Desk:
    """What the connections of a room share. All of it runs in the server's thread.

    Args:
        room: the room.
        code: what lets somebody in.

    Attributes:
        run: another one each time the room is opened.
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
        self._turns: dict[str, asyncio.Lock] = {}  # a place gets its guesses judged one at a time
        self._waiting: Counter[str] = Counter()  # guesses from there
        self._joins: dict[str, Bucket] = {}  # by place

    def why_refused(self, line: Browser) -> str:
        """Return why somebody may not stay at the door, or nothing; then they are there.

        People with keys come in another way, so that no stranger keeps them out.
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

    def came_in(self, line: Browser, is_new_key: bool = False) -> None:
        """Note that somebody has joined, and close their older window or device."""
        person = line.person
        assert person is not None
        self._at_the_door.discard(line)
        self._hang_up(person, **{"gone": TAKEN} if is_new_key else {"elsewhere": ELSEWHERE})
        self._inside[person.number] = line
        self.room.is_back(person)

    def has_gone(self, line: Browser) -> None:
        """Note that a browser has gone."""
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
        """Tell somebody that they have left the room, and hang up."""
        self._hang_up(person, gone=said)

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

    def _hang_up(self, person: Person, **said: str) -> None:
        if line := self._inside.pop(person.number, None):
            line.say(**said)
            line.person = None
            line.close(4000, "not here")

    async def is_code(self, place: str, typed: object) -> bool:
        """Is this the code? The more wrong codes come from there, the longer a no takes."""
        return await self._judged(self.guesses, place, lambda: same_code(typed, self.code))

    async def is_word(self, place: str, seat: Person | None, typed: object) -> bool:
        """Is this the word of this seat? Wrong ones count for the place and for the seat."""

        @cache  # judging takes a hundredth of a second
        def is_right() -> bool:
            return seat is not None and is_word(typed, seat.word)

        await self._judged(self.words, f"seat {seat.number if seat else 0}", is_right)
        return await self._judged(self.guesses, place, is_right)

    async def _judged(self, guesses: Guesses, place: str, is_right: Callable[[], bool]) -> bool:
        """Answer a guess. A right one passes at once where others have only mistyped.

        Where there were more wrong guesses than a class mistypes, every guess from there waits for
        its turn.
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
        """May another person join from there? A class may at once; one person cannot fill the room."""
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

    def was_heard(self) -> None:
        """Note that the room is in use."""
        self.heard_at = time.monotonic()
        self.heard += 1

    @property
    def browsers(self) -> int:
        """How many are connected."""
        return len(self._at_the_door) + len(self._inside)

    @property
    def is_idle(self) -> bool:
        """Has nobody sent anything for hours?"""
        return time.monotonic() - self.heard_at > IDLE

    def close(self, is_for_good: bool = True) -> None:
        """Hang up on everybody. Unless the room opens again at once, say that it is closed."""
        for line in [*self._at_the_door, *self._inside.values()]:
            if is_for_good:
                line.say(closed=CLOSED)
            line.close(1001, "the room is closed")


def new_code() -> str:
    """Return a code to join with."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def same_code(typed: object, code: str) -> bool:
    """Is this the code, as somebody may type it?"""
    if not isinstance(typed, str) or len(typed) > 100:
        return False
    text = "".join(typed.split()).upper()
    return secrets.compare_digest(text.encode("utf-8", "replace"), code.encode())


class Bucket:
    """A limit on how often something may come in a second, with more after a rest."""

    def __init__(self, rate: float = RATE, burst: float = BURST) -> None:
        self._rate, self._burst, self._left, self._at = rate, burst, burst, time.monotonic()

    def pay(self, more: float) -> None:
        """Count one thing as several."""
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
    """Wrong codes, by the place they came from."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: dict[str, tuple[float, float]] = {}  # how many, and when the last one came
        self._all = "*"  # stands for everybody

    def are_typing_errors(self, place: str) -> bool:
        """Have so few wrong guesses come from there that a right one is let in at once?"""
        most = TYPING_ERRORS if self._count(self._all) < MANY else TYPING_ERRORS / 4
        return self._count(place) < most

    def delay(self, place: str) -> float:
        """Return how many seconds the answer to a wrong guess from there takes."""
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
    """Return how many more files this process can open, or many if the system does not say."""
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
        """Listen there.

        Raises:
            OSError: nothing can listen there.
        """
        kind = socket.AF_INET6 if ":" in host else socket.AF_INET
        plain = socket.create_server((host, port), family=kind, backlog=backlog)
        found = cls(fileno=plain.detach())
        found.setblocking(False)
        return found

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection. If there are too many, answer with a sentence and close it."""
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
    """Return the names under which a room that listens at `host` is reached."""
    name = socket.gethostname().casefold()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local", host.casefold()})


def may_be_called(host: str, remote: str, port: int, names: frozenset[str]) -> bool:
    """May a request from `remote` call the room `host`, as browsers write it?"""
    name, _ = _split(host)
    return name in names or _address(name) is not None or is_proxied(host, remote, port)


def is_loopback(remote: str) -> bool:
    """Does this come from this computer?"""
    found = _address(remote)
    return found is not None and found.is_loopback


def is_proxied(host: str, remote: str, port: int) -> bool:
    """Does a proxy on this computer pass this request on?"""
    return is_loopback(remote) and _split(host)[1] != str(port)


def place_of(remote: str) -> str:
    """Return the place that an address counts for. For IPv6 it is the network of its owner."""
    found = _address(remote)
    return str(int(found) >> NETWORK) if isinstance(found, IPv6Address) else str(found or remote)


def _split(host: str) -> tuple[str, str]:
    """Return the name and the port of what browsers write: "localhost:8888", "[::1]"."""
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
