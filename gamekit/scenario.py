"""Scenario fields: reading the position a person wrote, field by field, and saying what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn

from gamekit.errors import BadPosition, Unreadable, did_you_mean


class Scenario:
    """The fields of a scenario. Fields that are absent or None take their default.

    What a field must look like is shown by an example of it, `shape`.

    Args:
        fields: as written by a person or read from JSON.
        known: the names the game takes.
        what: they describe.
    """

    def __init__(self, fields: object, known: Iterable[str], what: str = "a position") -> None:
        names = tuple(known)
        if not isinstance(fields, Mapping):
            self.refuse(f"{what} is a dictionary of {', '.join(names)}, not {fields!r}.")
        for name in fields:
            if name not in names:
                self.refuse(f"unknown field {name!r}.{did_you_mean(name, names)}")
        self._fields = fields

    def refuse(self, message: str) -> NoReturn:
        """Raise `BadPosition`."""
        raise BadPosition(f"Position: {message}")

    def __contains__(self, name: str) -> bool:
        return self._fields.get(name) is not None

    def raw(self, name: str) -> object:
        """Return a field as it was written."""
        return self._fields.get(name)

    # values, of a field or inside one

    def number(self, what: str, value: object, low: int, high: int) -> int:
        """Return a whole number within a range."""
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.refuse(f"{what} is {value!r}; it must be a whole number from {low} to {high}.")
        return value

    def values(
        self, what: str, value: object, shape: str, least: int = 0, most: int = 10_000
    ) -> list[object]:
        """Return a list of as many values as it may have."""
        if not isinstance(value, list | tuple) or not least <= len(value) <= most:
            self.refuse(f"{what} is {value!r}; write it like {shape}.")
        return list(value)

    def player(self, what: str, value: object, signs: str) -> int:
        """Return a player, written by sign or as 0 or 1."""
        if isinstance(value, str) and len(value) == 1 and value.upper() in signs:
            return signs.index(value.upper())
        if type(value) is int and value in (0, 1):
            return value
        self.refuse(f"{what} is {value!r}; write {' or '.join(signs)}.")

    def understood(self, read: Callable[[str], int], value: object) -> int:
        """Return what the game reads in a text: a cell by its label, a move by its notation."""
        try:
            return read(str(value))
        except Unreadable as problem:
            self.refuse(str(problem))

    # fields

    def whole(self, name: str, low: int, high: int, default: int) -> int:
        """Return a field that is a whole number."""
        return self.number(name, self.raw(name), low, high) if name in self else default

    def sequence(self, name: str, length: int, shape: str) -> list[object]:
        """Return a field that is a list of so many values."""
        return self.values(name, self.raw(name), shape, length, length)

    def numbers(self, name: str, low: int, high: int, shape: str, length: int = 2) -> list[int]:
        """Return a field that is a list of so many whole numbers."""
        return [self.number(name, value, low, high) for value in self.sequence(name, length, shape)]

    def several(self, name: str, shape: str, most: int = 10_000) -> list[object]:
        """Return a field that is a list of any length; nothing where it is absent."""
        return self.values(name, self.raw(name), shape, 0, most) if name in self else []

    def mapping(self, name: str, shape: str) -> dict[object, object]:
        """Return a field that is a dictionary; nothing where it is absent."""
        value = self.raw(name) if name in self else {}
        if not isinstance(value, Mapping):
            self.refuse(f"{name} is {value!r}; write it like {shape}.")
        return dict(value)

    def cells(self, name: str, shape: str, read: Callable[[str], int]) -> dict[int, object]:
        """Return a field that says by label what is on cells, each named once, by cell."""
        found: dict[int, object] = {}
        for label, value in self.mapping(name, shape).items():
            cell = self.understood(read, label)
            if cell in found:
                self.refuse(f"{str(label).upper()} is named twice.")
            found[cell] = value
        return found

    # turns

    def turns(self, first: int, most: int) -> tuple[int, int]:
        """Return (completed turns of both players, player to move) from `turns` and `to_move`.

        Players alternate, so the player who started has done as many turns as the other one, or
        one more while the other is to move.
        """
        mover = self.whole("to_move", 0, 1, first)
        if "turns" not in self:
            return (0 if mover == first else 1), mover
        done = self.numbers("turns", 0, most, "[3, 2]")
        ahead = done[first] - done[1 - first]
        if ahead not in (0, 1):
            self.refuse(
                f"turns {done} cannot be: player {first} started, so player {first} has done as "
                "many turns as the other one, or one more."
            )
        expected = first if ahead == 0 else 1 - first
        if "to_move" in self and mover != expected:
            self.refuse(f"after turns {done} player {expected} is to move, not player {mover}.")
        return sum(done), expected

    @staticmethod
    def turns_done(first: int, turn: int) -> list[int]:
        """Return the field `turns` again: of so many turns, those that each player has completed."""
        done = [turn // 2, turn // 2]
        done[first] += turn % 2
        return done
