"""A module in progress: the source of its functions, its tables, and its possible failures."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from struct import pack
from types import CodeType, FunctionType
from typing import Any

from gamekit.compiling import wasm
from gamekit.compiling.language import Node, refused, source_of
from gamekit.compiling.values import (
    BOUNDS,
    Bounds,
    Group,
    Known,
    Place,
    Shape,
    Span,
    Value,
    bounds_of,
    joined,
)

# A function becomes part of its callers if it has no more than so many nodes, and became no more than so
# many expressions in an earlier caller.
SMALL = 100, 80
NOT_SO_SMALL = 200, 600  # for random games, which have little code and take little time
FAILURE, STOPPED = 0, 8  # addresses: which of `failures` stopped the code; whether to stop
STOP = "stopped"  # the failure of code that obeys
Zero, Copy, Digest = object(), object(), object()  # `zero`, `copy_state`, `digest` of the drivers


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure that may happen while code runs, and its place."""

    file: str
    line: int
    function: str
    said: str


@dataclass
class Hints:
    """What earlier translations of a function have found out."""

    shapes: dict[str, Shape] = field(default_factory=dict)
    returns: Shape | None = None
    unsure: set[str] = field(default_factory=set)  # variables that may have no value when read
    negative: set[str] = field(default_factory=set)  # variables that may be below 0
    version: int = 0

    def note(self, name: str, shape: Shape) -> Shape | None:
        """Join a shape with what is known of a variable; return None if they do not go together."""
        known = self.shapes.get(name)
        both = shape if known is None else joined(known, shape)
        if both is not None and both != known:
            self.shapes[name] = both
            self.version += known is not None
        return both


@dataclass
class Definition:
    """The definition of a function."""

    function: FunctionType
    node: Node
    parameters: list[str]
    body: list[ast.stmt]
    assigned: Counter[str]  # how often code writes to each variable, parameters included
    mentioned: Counter[str]  # how often each name appears
    negative: set[str]  # variables that look as if they may be below 0
    size: int
    names: dict[str, Value]  # what its global names mean
    hints: dict[object, Hints] = field(default_factory=dict)  # by kinds of argument
    grown: int = 0  # expressions that it became in its last caller, functions in it included


class Translator:
    """The functions of one module.

    Args:
        checked: whether code looks for indices outside their lists, numbers that do not fit, and
            results beyond 64 bits.
        tables: the address from which on tables of constants are put.
        small: how large a function may be to become part of its callers.
    """

    def __init__(self, checked: bool, tables: int, small: tuple[int, int] = SMALL) -> None:
        self.checked = checked
        self.small, self.grown = small
        self.module = wasm.Module()
        self.failures: dict[Failure, int] = {}  # and their numbers, from 1
        self.top = tables
        self.read: list[
            tuple[Any, CodeType | object]
        ] = []  # cells and functions, and what they held
        self.places: dict[int, tuple[tuple[Any, ...], Place]] = {}  # of tables, by their `id`
        self._tables: dict[Any, tuple[int, str]] = {}
        self._definitions: dict[int, Definition] = {}
        self.kept: list[object] = []
        self.instances: dict[Any, tuple[int, Shape, list[Bounds]]] = {}
        self._helpers: dict[Any, int] = {}
        self.active: list[Definition] = []

    def definition(self, function: FunctionType) -> Definition:
        """Return the definition of a function."""
        found = self._definitions.get(id(function))
        if found is None:
            node = source_of(function)
            found = self._definitions[id(function)] = _defined(function, node)
            self.kept.append(function)
            self.read.append((function, function.__code__))
        return found

    def failure(self, definition: Definition | None, node: ast.AST | None, said: str) -> bytes:
        """Return the code that notes this failure and stops."""
        if definition is None:
            place = Failure("", 0, "", said)
        else:
            code = definition.function.__code__
            line = getattr(node, "lineno", code.co_firstlineno)
            place = Failure(code.co_filename, line, code.co_name, said)
        number = self.failures.setdefault(place, len(self.failures) + 1)
        return wasm.i32(0) + wasm.i32(number) + wasm.store("p4", FAILURE) + wasm.UNREACHABLE

    def table(self, values: tuple[Any, ...], whole: Bounds | None) -> tuple[int, str]:
        """Return the address and the kind of a table of numbers; if all are whole, `whole` is their
        bounds."""
        key = values, whole is None
        if key not in self._tables:
            kind = "f8"
            if whole:
                low, high = whole
                fits = (
                    one for one in BOUNDS if bounds_of(one)[0] <= low and high <= bounds_of(one)[1]
                )
                kind = next(fits)
            self.top = -(-self.top // 16) * 16
            data = pack(f"<{len(values)}{wasm.FORMATS[kind]}", *values)
            self.module.data.append((self.top, data))
            self._tables[key] = self.top, kind
            self.top += len(data)
        return self._tables[key]

    def helper(self, write: Callable[..., wasm.Function], *given: int) -> int:
        """Return the number of a function that `wasm` writes from what is given."""
        key = write, *given
        if key not in self._helpers:
            self._helpers[key] = self.module.add(write(*given))
        return self._helpers[key]


def key_of(shape: Shape) -> object:
    if isinstance(shape, Known):
        return id(shape.value)
    if isinstance(shape, (Group, Span)):
        return id(shape)
    return tuple(map(key_of, shape)) if isinstance(shape, tuple) else shape


def _defined(function: FunctionType, node: Node) -> Definition:
    given = node.args
    if given.vararg or given.kwarg:
        raise refused(function, node, "takes * or ** arguments; name each one")
    parameters = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    body: list[ast.stmt]
    if isinstance(node, ast.Lambda):
        body = [ast.copy_location(ast.Return(node.body), node.body)]
    else:
        body = node.body
    first = body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        body = body[1:]
    assigned: Counter[str] = Counter(parameters)
    mentioned: Counter[str] = Counter()
    negative: set[str] = set()
    parts, size = _parts(body)
    for part in parts:
        if isinstance(part, ast.Name):
            mentioned[part.id] += 1
            if not isinstance(part.ctx, ast.Load):
                assigned[part.id] += 1
        elif isinstance(part, ast.AugAssign):
            if isinstance(part.target, ast.Name):
                assigned[part.target.id] += 1
                if isinstance(part.op, ast.Sub):
                    negative.add(part.target.id)
        elif isinstance(part, ast.Assign):
            for target in part.targets:
                negative.update(_negative(target, part.value, function.__globals__))
    return Definition(function, node, parameters, body, assigned, mentioned, negative, size, {})


def _parts(nodes: Sequence[ast.AST]) -> tuple[list[ast.AST], int]:
    """Return nodes and everything inside them but signs, and how many there are with them. It is much
    faster than `ast.walk`."""
    found, signs = list(nodes), 0
    for node in found:
        kind = type(node)
        if kind not in _inside:
            fields = set(kind._fields)
            _inside[kind] = sorted(fields - WORDS - SIGNS), len(fields & SIGNS)
        names, more = _inside[kind]
        signs += more
        for name in names:
            inner = getattr(node, name)
            if isinstance(inner, list):
                found += [one for one in inner if isinstance(one, ast.AST)]
            elif isinstance(inner, ast.AST):
                found.append(inner)
    return found, len(found) + signs


WORDS = {"id", "attr", "arg", "name", "kind", "type_comment"}  # fields that hold no nodes
SIGNS = {"ctx", "op"}  # fields that hold a node with nothing inside
# The other fields of each kind of node, and how many signs it has.
_inside: dict[type[ast.AST], tuple[list[str], int]] = {ast.Constant: ([], 0)}


def _negative(target: ast.expr, value: ast.expr, names: Mapping[str, object]) -> set[str]:
    """Return the variables that an assignment may make negative, as far as a glance shows. If it misses
    one, the translator finds out later and translates the function again."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = zip(target.elts, value.elts, strict=False)
        return {name for one, other in pairs for name in _negative(one, other, names)}
    if isinstance(value, ast.IfExp):
        return _negative(target, value.body, names) | _negative(target, value.orelse, names)
    if not isinstance(target, ast.Name):
        return set()
    match value:
        case ast.UnaryOp(op=ast.USub()) | ast.BinOp(op=ast.Sub()):
            return {target.id}
        case ast.Name():
            known = names.get(value.id)
            return {target.id} if isinstance(known, int) and known < 0 else set()
        case ast.Attribute() | ast.Subscript(value=ast.Attribute()):
            return {target.id}
        case ast.Subscript(value=ast.Name(id=name)) if name not in names:
            return {target.id}
    return set()
