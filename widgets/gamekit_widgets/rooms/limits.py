"""How much a room takes from one browser, and how slowly codes can be guessed."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which look like numbers
CODE = 6  # letters: 191 million codes
LONGEST = 25_000  # characters of a message; a page of notes is the longest that is sent
LARGEST = 100_000  # bytes of a message, after which the line is cut
RATE, BURST = 20.0, 60.0  # messages a second, and how many at once after a rest
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
IDLE = 3 * 60 * 60.0  # seconds without any message after which a room ends


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
    """Something that may come so many times a second, and more often after a rest."""

    def __init__(
        self,
        rate: float = RATE,
        burst: float = BURST,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate, self._burst = rate, burst
        self._now, self._left, self._at = now, burst, now()

    def takes(self) -> bool:
        """May one more come?"""
        now = self._now()
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
