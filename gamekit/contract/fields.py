"""Declared fields: the parameters and the state of a game as integers and lists of integers, and the fields of
its positions as people write them.

A game declares the fields of its positions once. From the declaration follow what `position` takes and `dump`
returns, the example that an error shows, and the table of fields. The numbers for players, viewers and results
are here, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, NoReturn, Self

from gamekit.errors import BadGame, BadPosition, BadVariant, Unreadable, did_you_mean
from gamekit.validation import LONGEST_MESSAGE, as_text, brief, shown, typed, whole_number

SHOWN = 8  # how many options an error message lists
KINDS = ("i1", "i2", "i4", "i8")  # NumPy types of whole numbers, by their bytes

# Numbers for who acts, who looks and how a game stands. The players are 0 and 1.
# Who is to act, besides the players.
CHANCE, OVER = -1, -2
# Who is looking, besides the players.
PUBLIC, ALL = -3, -4
# How a game stands, besides a winner.
ONGOING, DRAW, BOTH_LOSE = -1, 2, 3
# What `may_win` and `may_hold` return if the player to act certainly can; otherwise True or False.
SURE = 2


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a record: an integer, or a list of `size` integers of NumPy type `kind`.

    For a field of a state, `values` are those that a position may set, and `doc` says what they mean.
    """

    kind: str = "i8"
    size: int = 0
    values: Sequence[int] = ()
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Nested(Field):
    """A field that is a record itself."""

    record: type[Struct] | None = None

    def inside(self) -> type[Struct]:
        """Return the class of the record inside."""
        assert self.record is not None
        return self.record


def as_it_is(value: object) -> object:
    """Return the value, for options that people write in only one way."""
    return value


@dataclass(frozen=True, slots=True)
class Parameter(Field):
    """A number or an option that a designer may change."""

    default: int = 0
    options: tuple[Hashable, ...] = ()
    normal: Callable[[Any], object] = as_it_is

    @property
    def range(self) -> str:
        """The allowed values, in words."""
        if self.options:
            first = [repr(option) for option in self.options[:SHOWN]]
            return " or ".join(first) + (" and so on" if len(self.options) > SHOWN else "")
        low, high = self.values[0], self.values[-1]
        if low < high and tuple(self.values) == tuple(range(low, high + 1)):
            return f"a whole number from {low} to {high}"
        return " or ".join(str(value) for value in self.values)

    def encode(self, name: str, value: object) -> int:
        """Return the number that rule functions see for a value as people write it."""
        if self.options:
            place = self._place(value)
            if place is not None:
                return place
        elif (number := whole_number(value)) is not None and number in self.values:
            return number
        what = "" if self.doc == name else f" ({self.doc})"
        raise BadVariant(f"{name}={shown(value)}: {name} must be {self.range}{what}.")

    def _place(self, value: object) -> int | None:
        """Return the place of a value among the options, or None."""
        try:
            number = whole_number(value)
            value = self.normal(value if number is None else number)
            alike = [type(value) is type(one) and value == one for one in self.options]
        except Exception:  # a value that cannot be compared is none of them
            return None
        return alike.index(True) if True in alike else None

    def decode(self, value: int) -> Hashable:
        """Return the value as people write it."""
        return self.options[value] if self.options else value


def number(default: int, values: Iterable[int], doc: str) -> Any:
    """Declare a parameter that is a whole number.

    Raises:
        BadVariant: the default is not among the allowed values.
    """
    if not isinstance(values, Iterable):
        raise BadVariant(
            f"number({shown(default)}, {shown(values)}, ...): the default comes first."
        )
    declared = Parameter(default=default, values=tuple(values), doc=doc)
    if default not in declared.values:
        wanted = f"the default must be {declared.range}" if declared.values else "allow some values"
        raise BadVariant(f"number({shown(default)}, ...): {wanted} ({doc}).")
    return declared


def choice(
    options: tuple[Hashable, ...], doc: str, normal: Callable[[Any], object] = as_it_is
) -> Any:
    """Declare a parameter that is one of some words; rules see its place, the default is 0.

    Args:
        options: the words.
        doc: what they say.
        normal: turns a value as people write it into an option, where there are several ways to write one.
            If it raises an exception, the value is refused.
    """
    return Parameter(options=options, doc=doc, normal=normal)


def whole(values: Sequence[int] = (), doc: str = "") -> Any:
    """Declare a state field that is one integer.

    All of them have the width of numbers in rules, 64 bits.

    Args:
        values: those that a position may set it to, such as `range(0, 11)`; otherwise any.
        doc: what it means, for people who write positions.
    """
    return Field(values=values, doc=doc)


def array(size: int, kind: str = "i2", values: Sequence[int] = (), doc: str = "") -> Any:
    """Declare a state field that is a list of fixed size of integers.

    Args:
        size: how many.
        kind: "i1" where they are -128 to 127, "i2" -32,768 to 32,767, "i4" about two billion on
            either side, "i8" any.
        values: those that a position may set them to, such as `range(0, 7)`; otherwise any.
        doc: what they mean, for people who write positions.

    Raises:
        BadGame: there is no such kind.
    """
    if kind not in KINDS:
        raise BadGame(
            f"array({shown(size)}, {shown(kind)}): the kind is one of {', '.join(KINDS)}."
        )
    return Field(kind, size, values, doc)


def nested(record: type[Struct]) -> Any:
    """Declare a field that holds the parameters or the state of another game."""
    return Nested(record=record)


INSIDE = "__"  # liars_dice__sides is the parameter sides of the record liars_dice


def decoded(rules: Struct) -> dict[str, Hashable]:
    """Return the value of every parameter, those of records inside with the record's name in front."""
    found: dict[str, Hashable] = {}
    for name, field in type(rules).fields.items():
        value = getattr(rules, name)
        if isinstance(field, Parameter):
            found[name] = field.decode(value)
        elif isinstance(field, Nested):
            found |= {f"{name}{INSIDE}{key}": inner for key, inner in decoded(value).items()}
    return found


PLAIN = (int, float, str, list, tuple, dict, set, type(None))  # what a field cannot be
RESERVED = frozenset({"copy", "load", "values", "share", "fields"})  # what a record can do


class _Declared(type):
    """Turns declared fields into slots, so that a misspelled field is an error everywhere."""

    fields: dict[str, Field]

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> _Declared:
        own = {key: value for key, value in namespace.items() if isinstance(value, Field)}
        rest = {key: value for key, value in namespace.items() if key not in own}
        if taken := [key for key in own if key in RESERVED]:
            raise BadGame(
                f"{name}: every record has a {taken[0]} of its own already, so call the field something "
                f"else, such as {taken[0]}_of_game. Other names that are taken: "
                f"{', '.join(sorted(RESERVED - {taken[0]}))}."
            )
        for key, value in rest.items():
            if key.islower() and not key.startswith("_") and isinstance(value, PLAIN):
                raise BadGame(
                    f"{name}: {key} is {shown(value)}. Fields are whole numbers, of a fixed number, and "
                    f"declared: {key} = whole() or array(size) in State, number(...) or choice(...) in "
                    "Parameters."
                )
        rest["__slots__"] = tuple(own)
        cls = super().__new__(mcs, name, bases, rest)
        inherited = (getattr(base, "fields", {}) for base in bases)
        cls.fields = {key: field for group in (*inherited, own) for key, field in group.items()}
        _write_methods(cls)
        return cls


def _write_methods(cls: Any) -> None:
    """Give a kind of record its `copy`, `load` and `values`, written out field by field.

    In interpreted play, the kit copies and compares records millions of times.
    """
    copied, loaded, valued = ["new = cls.__new__(cls)"], ["pass"], ["return ("]
    for name, field in cls.fields.items():
        if isinstance(field, Nested):
            copied.append(f"new.{name} = self.{name}.copy()")
            loaded.append(f"self.{name}.load(other.{name})")
            valued.append(f"self.{name}.values(),")
        else:
            every = "[:]" if field.size else ""
            copied.append(f"new.{name} = self.{name}{every}")
            loaded.append(f"self.{name} = other.{name}{every}")
            valued.append(f"tuple(self.{name})," if field.size else f"self.{name},")
    lines = ["def copy(self):", *copied, "return new", "def load(self, other):", *loaded]
    lines += ["def values(self):", *valued, ")"]
    scope: dict[str, Any] = {"cls": cls}
    exec("\n".join(line if line.startswith("def ") else f" {line}" for line in lines), scope)
    cls.copy, cls.load, cls.values = scope["copy"], scope["load"], scope["values"]
    cls.copy.__doc__ = "Return an independent record with the same values."
    cls.load.__doc__ = (
        "Take over every value of another record; records inside keep their identity."
    )
    cls.values.__doc__ = (
        "Return every field, lists and records as tuples: equal exactly for equal records."
    )


class Struct(metaclass=_Declared):
    """What rule functions work on: integers, lists of integers and records inside, by name."""

    def __init__(self) -> None:
        for name, field in type(self).fields.items():
            if isinstance(field, Nested):
                setattr(self, name, field.inside()())
            else:
                setattr(self, name, [0] * field.size if field.size else 0)

    if TYPE_CHECKING:  # written for each kind

        def copy(self) -> Self: ...

        def load(self, other: Self) -> None: ...

        def values(self) -> tuple[Any, ...]: ...

    def share(self, other: Self) -> None:
        """Share another record's lists if they are equal, to save room.

        Neither record may change afterward.
        """
        for name, field in type(self).fields.items():
            mine, theirs = getattr(self, name), getattr(other, name)
            if isinstance(field, Nested):
                mine.share(theirs)
            elif field.size and mine == theirs:
                setattr(self, name, theirs)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.values() == other.values()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)}" for name in type(self).fields)
        return f"{type(self).__name__}({inside})"


def copy_struct(to: Struct, source: Struct) -> None:
    """Make one record equal to another of its kind; for rule functions."""
    to.load(source)


class Parameters(Struct):
    """The numbers and options a game is played under."""


class State(Struct):
    """Where a match stands: everything the rules, and the mover's memory, may depend on."""

    first: int = whole()  # the player who started
    dmo: int = whole()  # the Death Match Opponent, who wins any tie at the end
    turn: int = whole()  # completed turns of both players
    player: int = whole()  # the player whose turn it is


# --- fields of positions -------------------------------------------------------------------------


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
        self._fields = {name: PositionField(name, *declared) for name, declared in fields.items()}

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
            what: the name of the field or, for a list inside a field, what the list is.
            value: as somebody wrote it.
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
                f"turns {done} are impossible: player {first} started, so player {first} has taken as "
                "many turns as the other player, or one more."
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
