"""Scenario fields: reading the position a person wrote, field by field, and saying what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NoReturn

from gamekit.errors import BadPosition, did_you_mean


class Scenario:
    """The fields of a scenario. Fields that are absent or None take their default.

    Args:
        fields: as written by a person or read from JSON.
        known: the names the game takes.
    """

    def __init__(self, fields: Mapping[str, object], known: Iterable[str]) -> None:
        names = tuple(known)
        if not isinstance(fields, Mapping):
            self.refuse(f"a position is a dictionary of {', '.join(names)}, not {fields!r}.")
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

    def number(self, what: str, value: object, low: int, high: int) -> int:
        """Return a whole number within a range."""
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.refuse(f"{what} is {value!r}; it must be a whole number from {low} to {high}.")
        return value

    def whole(self, name: str, low: int, high: int, default: int) -> int:
        """Return a field that is a whole number."""
        return self.number(name, self.raw(name), low, high) if name in self else default

    def sequence(self, name: str, length: int, shape: str) -> list[object]:
        """Return a field that is a list of so many values; `shape` shows one."""
        value = self.raw(name)
        if not isinstance(value, list | tuple) or len(value) != length:
            self.refuse(f"{name} is {value!r}; write it like {shape}.")
        return list(value)

    def mapping(self, name: str, shape: str) -> dict[object, object]:
        """Return a field that is a dictionary; `shape` shows one."""
        value = self.raw(name)
        if not isinstance(value, Mapping):
            self.refuse(f"{name} is {value!r}; write it like {shape}.")
        return dict(value)

    def turns(self, first: int, most: int) -> tuple[int, int]:
        """Return (completed turns of both players, player to move) from `turns` and `to_move`.

        Players alternate, so the player who started has done as many turns as the other one, or
        one more while the other is to move.
        """
        mover = self.whole("to_move", 0, 1, first)
        if "turns" not in self:
            return (0 if mover == first else 1), mover
        pair = self.sequence("turns", 2, "[3, 2]")
        done = [self.number("turns", value, 0, most) for value in pair]
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
