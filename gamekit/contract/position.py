"""Position fields: declared once, read from what a person wrote, and written back.

A game declares the fields of its positions. The declaration says what `position` takes and `dump`
gives, what an error shows as an example, and what the table of fields says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from typing import NoReturn

from gamekit.errors import BadPosition, Unreadable, did_you_mean
from gamekit.validation import LONGEST_MESSAGE, as_text, brief, shown, typed, whole_number


@dataclass(frozen=True, slots=True)
class PositionField:
    """One field of a position: its name, what it means, and an example that shows its shape."""

    name: str
    meaning: str
    example: object

    @property
    def shape(self) -> str:
        """The example as a person would write it."""
        return json.dumps(self.example, ensure_ascii=False)


class PositionFields:
    """The fields of a game's positions, in order.

    Args:
        fields: name=(meaning, example), the example as JSON would hold it.
    """

    def __init__(self, **fields: tuple[str, object]) -> None:
        self._fields = {name: PositionField(name, *said) for name, said in fields.items()}

    def __iter__(self) -> Iterator[PositionField]:
        return iter(self._fields.values())

    def __len__(self) -> int:
        return len(self._fields)

    def __contains__(self, name: object) -> bool:
        return name in self._fields

    def __getitem__(self, name: str) -> PositionField:
        return self._fields[name]

    def read(self, fields: object, what: str = "a position") -> Position:
        """Return what a person wrote, ready to read field by field.

        Raises:
            BadPosition: it is not a dictionary, or has a field that is not declared.
        """
        return Position(fields, self, what)

    def write(self, **values: object) -> dict[str, object]:
        """Return the values by name, in the declared order; fields may be left out."""
        unknown = [name for name in values if name not in self]
        if unknown:
            raise KeyError(f"position fields that are not declared: {', '.join(unknown)}")
        return {name: values[name] for name in self._fields if name in values}

    def __repr__(self) -> str:
        return "\n".join(f"{one.name:<12} {one.meaning}, such as {one.shape}" for one in self)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td><b>{escape(one.name)}</b></td><td style='text-align:left'>"
            f"{escape(one.meaning)}</td><td style='text-align:left'>"
            f"<code>{escape(one.shape)}</code></td></tr>"
            for one in self
        )
        return f"<table><tr><th>field</th><th>meaning</th><th>example</th></tr>{rows}</table>"


class Position:
    """A position as somebody wrote it. Fields that are absent or None take their default.

    An error about a field quotes the example from its declaration.
    """

    def __init__(self, fields: object, declared: PositionFields, what: str = "a position") -> None:
        self._declared = declared
        names = [field.name for field in declared]
        if not isinstance(fields, Mapping):
            self.refuse(f"{what} is a dictionary of {', '.join(names)}, not {shown(fields)}.")
        for name in fields:
            if name not in declared:
                self.refuse(f"unknown field {shown(name)}.{did_you_mean(name, names)}")
        self._fields = fields

    def refuse(self, message: str) -> NoReturn:
        """Raise `BadPosition`."""
        raise BadPosition(f"Position: {brief(message, LONGEST_MESSAGE)}")

    def __contains__(self, name: str) -> bool:
        return self._fields.get(name) is not None

    def raw(self, name: str) -> object:
        """Return a field as it was written."""
        return self._fields.get(name)

    # values, of a field or inside one

    def number(self, what: str, value: object, low: int, high: int) -> int:
        """Return a whole number within a range."""
        found = whole_number(value)
        if found is None or not low <= found <= high:
            allowed = f"a whole number from {low} to {high}" if low < high else str(low)
            self.refuse(f"{what} is {shown(value)}; it must be {allowed}.")
        return found

    def values(
        self, what: str, value: object, least: int = 0, most: int = 10_000, shape: object = None
    ) -> list[object]:
        """Return a list that has between `least` and `most` values.

        Args:
            what: the name of a field, or what the list is that stands inside one.
            value: as it was written.
            least: how many values there must be.
            most: how many there may be.
            shape: an example of the list; by default that of the field.
        """
        if not isinstance(value, list | tuple) or not least <= len(value) <= most:
            example = json.dumps(shape) if shape is not None else self._declared[what].shape
            self.refuse(f"{what} is {shown(value)}; write it like {example}.")
        return list(value)

    def player(self, what: str, value: object, signs: str) -> int:
        """Return a player, written by sign or as 0 or 1."""
        if isinstance(value, str) and len(value) == 1 and value.upper() in signs:
            return signs.index(value.upper())
        player = whole_number(value)
        if player in (0, 1):
            return player
        self.refuse(f"{what} is {shown(value)}; write {' or '.join(signs)}.")

    def word(self, what: str, value: object, words: Iterable[str]) -> str:
        """Return a value that is one of some words."""
        known = list(words)
        if not isinstance(value, str) or value not in known:
            self.refuse(f"{what} is {shown(value)}; it is one of {', '.join(known)}.")
        return value

    def understood(self, read: Callable[[str], int], value: object) -> int:
        """Return what the game reads in a text: a cell by its label, a move by its notation."""
        text = as_text(value)
        try:
            return read(text)
        except Unreadable as problem:
            refusal = str(problem)
        with suppress(Unreadable):
            return read(typed(text))
        self.refuse(refusal)

    # fields

    def whole(self, name: str, low: int, high: int, default: int) -> int:
        """Return a field that is a whole number."""
        return self.number(name, self.raw(name), low, high) if name in self else default

    def sequence(self, name: str, length: int) -> list[object]:
        """Return a field that is a list of `length` values."""
        return self.values(name, self.raw(name), length, length)

    def numbers(self, name: str, low: int, high: int, length: int = 2) -> list[int]:
        """Return a field that is a list of `length` whole numbers."""
        values = enumerate(self.sequence(name, length))
        return [self.number(f"{name}[{n}]", value, low, high) for n, value in values]

    def several(self, name: str, most: int = 10_000) -> list[object]:
        """Return a field that is a list of any length; an empty one where it is absent."""
        return self.values(name, self.raw(name), 0, most) if name in self else []

    def mapping(self, name: str) -> dict[object, object]:
        """Return a field that is a dictionary; an empty one where it is absent."""
        value = self.raw(name) if name in self else {}
        if not isinstance(value, Mapping):
            self.refuse(f"{name} is {shown(value)}; write it like {self._declared[name].shape}.")
        return dict(value)

    def cells(self, name: str, read: Callable[[str], int]) -> dict[int, object]:
        """Return a field that says what is on cells, by cell. It names each cell once, by its label."""
        found: dict[int, object] = {}
        for label, value in self.mapping(name).items():
            cell = self.understood(read, label)
            if cell in found:
                self.refuse(f"{as_text(label).upper()} is named twice.")
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
        done = self.numbers("turns", 0, most)
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
        """Return the field `turns` again: how many of `turn` turns each player has completed."""
        done = [turn // 2, turn // 2]
        done[first] += turn % 2
        return done
