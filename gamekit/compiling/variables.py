"""Variables and other names: what they stand for, and how they receive values."""

from __future__ import annotations

import ast
import builtins
from typing import Any

from gamekit.compiling import wasm
from gamekit.compiling.body import Again, Body, expression
from gamekit.compiling.values import (
    HIGHEST,
    LOWEST,
    Group,
    Known,
    Number,
    Place,
    Span,
    Value,
    held,
    locals_of,
    shape_of,
    widened,
)

NOT_IN_LOCALS = Known, Span, Group
UNREADABLE = list, dict, set, str  # what no rule may read


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
            body.refuse(node, f"{name} stands for different things; use two names")
        frame.values[name] = value
        frame.assigned.add(name)
        return b""
    both = hints.note(name, shape)
    if both is None:
        body.refuse(
            node,
            f"{name} is {body.told(value)} here and something else elsewhere; use two names"
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
    """Return the code that gives a variable its only value."""
    frame = body.frame
    assert frame is not None
    assert frame.assigned is not None
    code = b""
    # Another variable may change before code reads this one; an argument cannot.
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
    """Return a variable, known to be 0 or more unless the code may make it negative. No earlier code reads
    a new one."""
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
    """Return what a name stands for if that needs no code."""
    frame = body.frame
    assert frame is not None
    definition = frame.definition
    if name in definition.assigned:
        surely = frame.assigned is not None and name in frame.assigned
        return frame.values.get(name) if surely else None
    return outside(body, name, None)


@expression(ast.Name)
def variable(body: Body, node: ast.Name) -> Value:
    return named(body, node, node.id)


def named(body: Body, node: ast.AST, name: str) -> Value:
    """Return what a name stands for."""
    frame = body.frame
    assert frame is not None
    if name not in frame.definition.assigned:
        value = outside(body, name, node)
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


def outside(body: Body, name: str, node: ast.AST | None) -> Value | None:
    """Return what a name outside the function stands for."""
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
