"""What an expression in the rules stands for during translation.

The compiler knows a `Known` value; the compiled code computes a `Number`. A `Place` is in memory, `Several` is
a tuple of values, and a `Group` has values by name. Nothing changes a value after making it. The most common
kinds are not frozen, because Python takes longer to make frozen objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from gamekit.compiling import wasm
from gamekit.contract.fields import Nested, Struct

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
Bounds: TypeAlias = tuple[int, int]  # the least and greatest value of a number
ANY: Bounds = LOWEST, HIGHEST
BOUNDS = {"i1": 7, "i2": 15, "i4": 31, "i8": 63}
WASM = {"int": wasm.I64, "bool": wasm.I32, "float": wasm.F64}


@cache
def bounds_of(kind: str) -> tuple[int, int]:
    """Return the least and greatest number that a list of this kind can hold."""
    return -(1 << BOUNDS[kind]), (1 << BOUNDS[kind]) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A record in memory, with the offset and type of each field."""

    name: str
    fields: Mapping[str, tuple[int, Type]]
    size: int


@dataclass(frozen=True, slots=True)
class Items:
    """A list in memory.

    Attributes:
        item: a kind ("i1" to "i8", "f8", "p4"), a record, or a list.
        stride: bytes from one item to the next.
        length: the number of items. If global number n holds it, this is -1 - n.
    """

    item: str | Record | Items
    stride: int
    length: int
    bounds: Bounds | None = None  # of its numbers, if tighter than their kind


Type: TypeAlias = "str | Record | Items"


@dataclass(slots=True)
class Known:
    """A Python value: a constant, a table, a function, a module, a game's parameters."""

    value: Any


@dataclass(slots=True)
class Number:
    """A number that code pushes.

    Attributes:
        kind: "int", "bool" or "float".
        low, high: the known bounds of an int.
        is_simple: whether the code may run twice, and later.
    """

    code: bytes
    kind: str = "int"
    low: int = LOWEST
    high: int = HIGHEST
    is_simple: bool = False


@cache
def whole_number(n: int) -> Number:
    """Return a known whole number."""
    return Number(wasm.i64(n), "int", n, n, True)


@dataclass(slots=True)
class Place:
    """A record or list in memory, `offset` bytes after the address that `base` pushes, if there is a base."""

    type: Record | Items
    base: bytes | None
    offset: int = 0
    is_simple: bool = False

    def address(self) -> bytes:
        """Push the address."""
        if self.base is None:
            return wasm.i32(self.offset)
        return self.base + (wasm.i32(self.offset) + wasm.I32_ADD if self.offset else b"")

    def pushed(self) -> bytes:
        """Push the address that `offset` counts from."""
        return wasm.i32(0) if self.base is None else self.base


@dataclass(slots=True)
class Several:
    """A tuple."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """A range."""

    start: Number
    stop: Number
    step: Number


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Values with names, such as the workspace of the drivers."""

    members: Mapping[str, Value]


Value: TypeAlias = Known | Number | Place | Several | Span | Group
# How locals hold a value: "int", "bool", "float", a place of a type, or a tuple of shapes. A known value
# needs no locals.
Shape: TypeAlias = "str | Record | Items | tuple[Any, ...] | Known | Span | Group"


def shape_of(value: Value) -> Shape:
    """Return how locals hold a value."""
    match value:
        case Number():
            return value.kind
        case Known():
            if isinstance(value.value, bool):
                return "bool"
            if isinstance(value.value, int):
                return "int"
            return "float" if isinstance(value.value, float) else value
        case Place():
            return value.type
        case Several():
            return tuple(shape_of(item) for item in value.items)
        case Group() | Span():
            return value


def locals_of(shape: Shape) -> list[int]:
    """Return the types of the locals that hold a shape."""
    if isinstance(shape, str):
        return [WASM[shape]]
    if isinstance(shape, (Record, Items)):
        return [wasm.I32]
    if isinstance(shape, tuple):
        return [kind for item in shape for kind in locals_of(item)]
    return []


def held(shape: Shape, places: Sequence[int], bounds: Sequence[Bounds] = ()) -> Value:
    """Return the value that these locals hold in this shape, with these bounds."""
    return _held(shape, iter(places), iter(bounds))


def _held(shape: Shape, places: Iterator[int], bounds: Iterator[Bounds]) -> Value:
    if isinstance(shape, str):
        return Number(wasm.get(next(places)), shape, *next(bounds, ANY), True)
    if isinstance(shape, (Record, Items)):
        next(bounds, ANY)
        return Place(shape, wasm.get(next(places)), is_simple=True)
    if isinstance(shape, tuple):
        return Several(tuple([_held(item, places, bounds) for item in shape]))
    return shape


def bounds_within(value: Value, shape: Shape) -> list[Bounds]:
    """Return the bounds of each local that holds a value in this shape."""
    match shape:
        case str():
            if isinstance(value, Known):
                return [ANY if shape == "float" else (int(value.value), int(value.value))]
            assert isinstance(value, Number)
            return [(value.low, value.high)]
        case Record() | Items():
            return [ANY]
        case tuple():
            items = value.items if isinstance(value, Several) else map(Known, _tuple(value))
            pairs = zip(items, shape, strict=True)
            return [bounds for item, inner in pairs for bounds in bounds_within(item, inner)]
    return []


def _tuple(value: Value) -> tuple[Any, ...]:
    assert isinstance(value, Known)
    assert isinstance(value.value, tuple)
    return value.value


def joined(one: Shape, other: Shape) -> Shape | None:
    """Return a shape that can hold both, or None."""
    if one == other:
        return one
    if isinstance(one, str) and isinstance(other, str) and {one, other} == {"int", "bool"}:
        return "int"
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        items = tuple(joined(a, b) for a, b in zip(one, other, strict=True))
        return None if None in items else items
    return None


def widened(shape: Shape) -> Shape:
    """Return the shape in which locals hold a value, even if it is a tuple of constants."""
    if isinstance(shape, Known) and isinstance(shape.value, tuple):
        return tuple(shape_of(Known(item)) for item in shape.value)
    return shape


_records: dict[type[Struct], Record] = {}


def record_of(cls: type[Struct]) -> Record:
    """Return the layout of a declared record: fields in order, each at a multiple of its size."""
    if cls not in _records:
        fields: dict[str, tuple[int, Type]] = {}
        at = 0
        for name, field in cls.fields.items():
            if isinstance(field, Nested):
                inside = record_of(field.inside())
                at = -(-at // 8) * 8
                fields[name], size = (at, inside), inside.size
            else:
                step = wasm.SIZE[field.kind]
                at = -(-at // step) * step
                size = step * (field.size or 1)
                fields[name] = (
                    at,
                    Items(field.kind, step, field.size) if field.size else field.kind,
                )
            at += size
        _records[cls] = Record(cls.__name__, fields, max(16, -(-at // 16) * 16))
    return _records[cls]
