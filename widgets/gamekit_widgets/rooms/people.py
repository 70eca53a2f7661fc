"""The people in a room: a name they typed, and a token by which their browser is known again."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256

import gamekit as gk
from gamekit.spelling import name_key, name_of

LONGEST_NAME = 24  # letters and signs
MOST = 200  # people in a room


@dataclass
class Person:
    """Somebody who joined.

    Attributes:
        number: the first who joined is 1.
        name: what they typed, made different from everybody else's.
        mark: what their token is known by; the token itself is in their browser alone.
        heard: the number of their latest message.
        is_here: is a browser of theirs connected?
        since: when they began to wait, or were last connected.
        wish: "again", "next", or the number of whom they would like to play.
        past: the numbers of those they have met.
        bot: the bot that plays for somebody who is only simulated, or nothing.
    """

    number: int
    name: str
    mark: str
    heard: int = 0
    is_here: bool = False
    since: float = 0.0
    wish: str | int = ""
    past: list[int] = field(default_factory=list)
    bot: str = ""

    @property
    def alias(self) -> str:
        """What they are called where names are left out."""
        return f"Person {self.number}"


class People:
    """Everybody who has joined, in order."""

    def __init__(self) -> None:
        self._all: list[Person] = []
        self._by_mark: dict[str, Person] = {}

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Person]:
        return iter(self._all)

    def __getitem__(self, number: int) -> Person:
        return self._all[number - 1]

    def join(self, name: object) -> tuple[Person, str]:
        """Let somebody in; return them and their token.

        Raises:
            GameError: the room is full, or this cannot be a name.
        """
        called = self._free(name_typed(name))
        if len(self) >= MOST:
            raise gk.GameError(f"This room is full: {MOST} people are here.")
        token = secrets.token_urlsafe(24)
        return self.add(called, mark_of(token)), token

    def add(self, name: str, mark: str) -> Person:
        """Put somebody on the list."""
        person = Person(len(self) + 1, name, mark)
        self._all.append(person)
        self._by_mark[mark] = person
        return person

    def back(self, token: object) -> Person | None:
        """Return who has this token."""
        return self._by_mark.get(mark_of(token)) if isinstance(token, str) else None

    def named(self, name: str) -> Person | None:
        """Return who has this name."""
        return next((person for person in self if person.name == name), None)

    def _free(self, name: str) -> str:
        known = {name_key(person.name).casefold() for person in self}
        number, free = 1, name
        while name_key(free).casefold() in known:
            number += 1
            free = f"{name} {number}"
        return free


def name_typed(typed: object) -> str:
    """Return the name that somebody typed.

    Raises:
        GameError: it is none.
    """
    name = name_of(typed, LONGEST_NAME)
    if not name:
        raise gk.GameError(f"Type a name of 1 to {LONGEST_NAME} letters and signs.")
    return name


def mark_of(token: str) -> str:
    """Return what a token is known by."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()[:32]
