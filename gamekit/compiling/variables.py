"""Variables, other names, fields and entries: what they stand for, and how code reads and writes them."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

from gamekit.compiling import wasm
from gamekit.compiling.translator import Again, Body, expression
from gamekit.compiling.values import (
    HIGHEST,
    LOWEST,
    Group,
    Items,
    Known,
    Number,
    Place,
    Record,
    Several,
    Shape,
    Span,
    Value,
    bounds_of,
    held,
    joined,
    locals_of,
    shape_of,
    widened,
)
from gamekit.contract.fields import Struct

NOT_IN_LOCALS = Known, Span, Group
UNREADABLE = list, dict, set, str  # rules may not read these


def assign(
    body: Body, name: str, value: Value, node: ast.AST | None, is_argument: bool = False
) -> bytes:
    """Return the code that gives a variable a value."""
    frame = body.frame
    assert frame is not None
    assert frame.assigned is not None
    hints = frame.hints
    if frame.definition.assigned[name] == 1 and name not in hints.unsure:
        return assign_once(body, name, value, is_argument)
    shape = widened(shape_of(value))
    if shape == Known(None):
        body.refuse(node, f"{name} becomes None; use a number for nothing, such as -1")
    if isinstance(shape, NOT_IN_LOCALS):
        if frame.values.get(name, value) != value:
            body.refuse(node, f"{name} means different things in different places; use two names")
        frame.values[name] = value
        frame.assigned.add(name)
        return b""
    both = hints.note(name, shape)
    if both is None:
        body.refuse(
            node,
            f"{name} is {body.describe(value)} here and something else elsewhere; use two names"
            + (", or write 0.0 for 0" if "float" in (shape, hints.shapes[name]) else ""),
        )
    if name not in frame.locals:
        frame.locals[name] = [body.local(kind) for kind in locals_of(both)]
    places, is_new = frame.locals[name], name not in frame.values
    code = body.pushed(value, both, node)
    code += b"".join(wasm.set_(place) for place in reversed(places))
    frame.values[name] = held(both, list(places))
    if both == "int":
        frame.values[name] = bounded(body, name, value, node, is_new)
    if name in hints.unsure:
        code += wasm.i32(1) + wasm.set_(body.flag(name))
    frame.assigned.add(name)
    return code


def assign_once(body: Body, name: str, value: Value, is_argument: bool) -> bytes:
    """Return the code that gives a variable the only value it ever has."""
    frame = body.frame
    assert frame is not None
    assert frame.assigned is not None
    code = b""
    # Copy other values, because a variable may change before code reads this one. An argument cannot.
    can_stand = isinstance(value, (Known, Group)) or (
        is_argument and isinstance(value, (Number, Place)) and value.is_simple
    )
    if not can_stand and not (isinstance(value, Place) and value.base is None):
        value, code = body.copied(value)
    frame.values[name] = value
    frame.assigned.add(name)
    return code


def bounded(
    body: Body, name: str, value: Value, node: ast.AST | None, is_new: bool = False
) -> Number:
    """Return a variable, known to be 0 or more unless code may make it negative.

    No earlier code has read a variable that is new.
    """
    frame = body.frame
    assert frame is not None
    hints = frame.hints
    if name not in hints.negative and body.number(value, node).low < 0:
        hints.negative.add(name)
        hints.version += not is_new
        if frame.is_eager and not is_new:
            raise Again
    low = LOWEST if name in hints.negative else 0
    return Number(wasm.get(frame.locals[name][0]), "int", low, HIGHEST, True)


def peek(body: Body, name: str) -> Value | None:
    """Return what a name stands for, or None if that would need code."""
    frame = body.frame
    assert frame is not None
    definition = frame.definition
    if name in definition.assigned:
        surely = frame.assigned is not None and name in frame.assigned
        return frame.values.get(name) if surely else None
    return outside(body, name)


@expression(ast.Name)
def variable(body: Body, node: ast.Name) -> Value:
    frame = body.frame
    assert frame is not None
    if frame.assigned is not None and node.id in frame.assigned:  # the most common case
        return frame.values[node.id]
    return named(body, node, node.id)


def named(body: Body, node: ast.AST, name: str) -> Value:
    """Return what a name stands for."""
    frame = body.frame
    assert frame is not None
    if name not in frame.definition.assigned:
        value = outside(body, name)
        if value is None:
            body.refuse(node, f"nothing has the name {name} here")
        if isinstance(value, Known) and isinstance(value.value, UNREADABLE):
            kind = type(value.value).__name__
            body.refuse(
                node,
                f"reads {name}, a {kind}; rules may read numbers, tuples of numbers and functions",
            )
        return value
    hints = frame.hints
    if frame.assigned is not None and name not in frame.assigned:
        if name not in hints.unsure:
            hints.unsure.add(name)
            hints.version += 1
        unset = wasm.get(body.flag(name)) + wasm.I32_EQZ
        body.prelude += body.fail_if(unset, node, f"{name} has no value yet")
        if name not in frame.values:
            shape = hints.shapes.get(name, "int")
            if name not in frame.locals:
                frame.locals[name] = [body.local(kind) for kind in locals_of(shape)]
            frame.values[name] = held(shape, list(frame.locals[name]))
    return frame.values[name]


def outside(body: Body, name: str) -> Value | None:
    """Return what a name outside the function stands for, or None if nothing has it."""
    assert body.frame is not None
    definition = body.frame.definition
    if name in definition.names:
        return definition.names[name]
    function = definition.function
    code = function.__code__
    if name in code.co_freevars:
        cell = (function.__closure__ or ())[code.co_freevars.index(name)]
        try:
            found: Any = cell.cell_contents
        except ValueError:
            return None
        body.module.read.append((cell, found))
    elif name in function.__globals__:
        found = function.__globals__[name]
    elif hasattr(builtins, name):
        found = getattr(builtins, name)
    else:
        return None
    value = found if isinstance(found, (Known, Group, Place)) else Known(found)
    definition.names[name] = value
    return value


def target(body: Body, node: ast.Attribute | ast.Subscript) -> tuple[bytes, int, str]:
    """Return the address, the offset and the kind of the field or entry that code writes to."""
    if isinstance(node, ast.Attribute):
        owner = body.value(node.value)
        if isinstance(owner, Known) and isinstance(owner.value, Struct):
            body.refuse(node, "rules cannot change a parameter; keep what changes in State")
        if not (isinstance(owner, Place) and isinstance(owner.type, Record)):
            body.refuse(node, f"{body.describe(owner)} has no field to set")
        offset, type_ = field_of(body, owner.type, node)
        if not isinstance(type_, str):
            what = "list" if isinstance(type_, Items) else "record"
            how = "entry by entry" if what == "list" else "with copy_struct(to, source)"
            body.refuse(node, f"this replaces a whole {what}; change it {how}")
        return owner.pushed(), owner.offset + offset, type_
    if isinstance(node.slice, ast.Slice):
        body.refuse(node, "a slice is not in the language of rules; write a loop")
    owner = body.value(node.value)
    if isinstance(owner, (Known, Several)):
        body.refuse(node, "a tuple cannot be changed; declare a list in State")
    entry = entry_at(body, owner, body.value(node.slice), node)
    if not isinstance(entry, tuple):
        body.refuse(node, "this replaces a whole record; use copy_struct(to, source)")
    return entry


def written(body: Body, value: Value, kind: str, offset: int, node: ast.AST) -> bytes:
    """Return the code that writes a value to an address on the stack."""
    if kind == "f8":
        return body.fraction(value, node).code + wasm.store(kind, offset)
    number = body.integer(value, node)
    low, high = bounds_of(kind)
    code = number.code
    if body.checked and (number.low < low or number.high > high):
        t = body.local(wasm.I64)
        width = 2 * (high + 1)
        beyond = wasm.get(t) + wasm.i64(-low) + wasm.I64_ADD + wasm.i64(width) + wasm.I64_GE_U
        code += wasm.set_(t)
        code += body.fail_if(beyond, node, f"a number that does not fit a field of kind {kind}")
        code += wasm.get(t)
    return code + wasm.store(kind, offset)


@expression(ast.Attribute)
def attribute(body: Body, node: ast.Attribute) -> Value:
    owner = body.value(node.value)
    if isinstance(owner, Group):
        return owner.members[node.attr]
    if isinstance(owner, Known):
        if isinstance(owner.value, Struct):
            if node.attr not in type(owner.value).fields:
                body.refuse(node, f"there is no parameter {node.attr}; declare it in Parameters")
            found = getattr(owner.value, node.attr)
            return Known(tuple(found) if isinstance(found, list) else found)
        if isinstance(owner.value, ModuleType):
            if not hasattr(owner.value, node.attr):
                body.refuse(node, f"{owner.value.__name__} has no {node.attr}")
            return Known(getattr(owner.value, node.attr))
    if isinstance(owner, Place) and isinstance(owner.type, Record):
        offset, type_ = field_of(body, owner.type, node)
        if isinstance(type_, str):
            return read(owner.pushed(), owner.offset + offset, type_)
        return Place(type_, owner.base, owner.offset + offset, owner.is_simple)
    if (
        isinstance(owner, Known)
        and hasattr(owner.value, node.attr)
        and type(owner.value) is not tuple
    ):
        body.refuse(
            node, f".{node.attr} of {body.describe(owner)}; give it a name of its own in the file"
        )
    body.refuse(
        node, f"{body.describe(owner)} has no .{node.attr} in rules; write a loop or a function"
    )


def field_of(body: Body, record: Record, node: ast.Attribute) -> tuple[int, Any]:
    """Return the offset and the type of a field."""
    if node.attr not in record.fields:
        body.refuse(
            node, f"{record.name} declares no field {node.attr}; declare it, or write a function"
        )
    return record.fields[node.attr]


def read(address: bytes, offset: int, kind: str) -> Number:
    code = address + wasm.load(kind, offset)
    if kind == "f8":
        return Number(code, "float")
    return Number(code, "int", *bounds_of(kind))


@expression(ast.Subscript)
def subscript(body: Body, node: ast.Subscript) -> Value:
    if isinstance(node.slice, ast.Slice):
        body.refuse(node, "a slice is not in the language of rules; write a loop")
    owner, index = body.values_in_order([node.value, node.slice])
    return entry_of(body, owner, index, node)


def entry_of(body: Body, owner: Value, index: Value, node: ast.AST) -> Value:
    """Return an entry of a list or a tuple."""
    if isinstance(owner, Known) and isinstance(owner.value, tuple):
        if isinstance(index, Known) and isinstance(index.value, int):
            if not -len(owner.value) <= index.value < len(owner.value):
                body.prelude += body.fail(node, f"an index outside a tuple of {len(owner.value)}")
                return Known(owner.value[0] if owner.value else 0)
            return Known(owner.value[index.value])
        if not owner.value:
            body.prelude += body.fail(node, "an index outside a tuple of 0")
            return Known(0)
        owner = body.table(owner.value, node)
    if isinstance(owner, Several):
        if isinstance(index, Known) and isinstance(index.value, int):
            if not -len(owner.items) <= index.value < len(owner.items):
                body.prelude += body.fail(node, f"an index outside a tuple of {len(owner.items)}")
                return owner.items[0]
            return owner.items[index.value]
        return chosen(body, owner.items, body.integer(index, node), node)
    if not (isinstance(owner, Place) and isinstance(owner.type, Items)):
        body.refuse(node, f"{body.describe(owner)} has no entries")
    return read_entry(body, owner, body.integer(index, node), node)


def chosen(body: Body, items: Sequence[Value], index: Number, node: ast.AST) -> Value:
    """Return one of a few values, chosen by its number."""
    shape: Shape | None = None
    for item in items:
        mine = shape_of(item)
        shape = mine if shape is None else joined(shape, mine)
        if shape is None:
            body.refuse(node, "a tuple of different kinds of value; name each one")
    assert shape is not None
    if isinstance(shape, Known | Span | Group):
        body.refuse(node, "a tuple of anything but numbers; write if and elif")
    index = within(body, index, len(items), node, always=True)
    index, code = body.once(index)
    body.prelude += code
    kinds = locals_of(shape)
    places = [body.local(kind) for kind in kinds]
    settled = []
    for item in items:
        kept, code = body.settled(item)
        body.prelude += code
        settled.append(kept)

    def sets(item: Value) -> bytes:
        return body.pushed(item, shape, node) + b"".join(
            wasm.set_(place) for place in reversed(places)
        )

    code = sets(settled[-1])
    for number in range(len(settled) - 2, -1, -1):
        test = index.code + wasm.i64(number) + wasm.I64_EQ
        code = test + wasm.IF + b"\x40" + sets(settled[number]) + wasm.ELSE + code + wasm.END
    body.prelude += code
    return held(shape, places)


def within(body: Body, index: Number, length: int, node: ast.AST, always: bool = False) -> Number:
    """Return an index counted from the beginning. Checked code stops if the index is outside the list."""
    if index.low >= 0 and index.high < length:
        return index
    t = body.local(wasm.I64)
    code = index.code
    if index.low < 0:
        code += wasm.tee(t) + wasm.get(t) + wasm.i64(63) + wasm.I64_SHR_S
        code += wasm.i64(length) + wasm.I64_AND + wasm.I64_ADD
    if body.checked or always:
        beyond = wasm.get(t) + wasm.i64(length) + wasm.I64_GE_U
        code += wasm.set_(t)
        code += body.fail_if(beyond, node, f"an index outside a list of {length}")
        code += wasm.get(t)
        return Number(code, "int", 0, length - 1)
    return Number(code, "int", LOWEST, HIGHEST)


def read_entry(body: Body, owner: Place, index: Number, node: ast.AST) -> Value:
    entry = entry_at(body, owner, index, node)
    if not isinstance(entry, tuple):
        return entry
    assert isinstance(owner.type, Items)
    number, bounds = read(*entry), owner.type.bounds
    return replace(number, low=bounds[0], high=bounds[1]) if bounds else number


def entries(body: Body, value: Value, count: int, node: ast.AST) -> Value:
    """Return a list of `count` entries as a tuple of their current values, and anything else unchanged.

    The code that reads them goes into the prelude.
    """
    if not (isinstance(value, Place) and isinstance(value.type, Items)):
        return value
    if value.type.length != count:
        body.refuse(node, f"a list taken apart into {count} names; read its entries by index")
    place, code = body.settled(value)
    body.prelude += code
    assert isinstance(place, Place)
    numbers = [body.number(Known(index), node) for index in range(count)]
    found, code = body.settled(Several(tuple(read_entry(body, place, i, node) for i in numbers)))
    body.prelude += code
    return found


def entry_at(body: Body, owner: Value, at: Value, node: ast.AST) -> tuple[bytes, int, str] | Place:
    """Return the address, offset and kind of an entry. If the entry is a record, return its place."""
    if not (isinstance(owner, Place) and isinstance(owner.type, Items)):
        body.refuse(node, f"{body.describe(owner)} has no entries")
    index, items = body.integer(at, node), owner.type
    if items.length >= 0:
        if index.low == index.high:
            if not -items.length <= index.low < items.length:
                body.prelude += body.fail(node, f"an index outside a list of {items.length}")
            offset = owner.offset + items.stride * (index.low % max(1, items.length))
            if isinstance(items.item, str):
                return owner.pushed(), offset, items.item
            return Place(items.item, owner.base, offset, owner.is_simple)
        index = within(body, index, items.length, node)
    code = index.code + wasm.I32_WRAP
    if items.stride != 1:
        shift = items.stride.bit_length() - 1
        is_power = items.stride == 1 << shift
        code += (
            wasm.i32(shift) + wasm.I32_SHL if is_power else wasm.i32(items.stride) + wasm.I32_MUL
        )
    if owner.base is not None:
        code = owner.base + code + wasm.I32_ADD
    if isinstance(items.item, str):
        return code, owner.offset, items.item
    return Place(items.item, code, owner.offset)


def length_of(body: Body, items: Items, node: ast.AST) -> Number:
    """Return how many entries a list has."""
    if items.length >= 0:
        return body.number(Known(items.length), node)
    code = wasm.get_global(-1 - items.length) + wasm.I64_EXTEND_U
    return Number(code, "int", 0, 1 << 31, True)
