"""The module and the function in progress.

`Translator` keeps the functions of a module, its tables and its possible failures. `Body` keeps the code of
one function: its locals, its values, and its refusals.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from struct import pack
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, NoReturn, TypeVar

from gamekit.compiling import wasm
from gamekit.compiling.language import Node, not_in_language, refused, source_of
from gamekit.compiling.values import (
    BOUNDS,
    HIGHEST,
    LOWEST,
    WASM,
    Bounds,
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
    joined,
    whole_number,
)
from gamekit.contract.fields import Struct

# The translator inlines a function if it has at most this many nodes, and if it became at most this many
# expressions in an earlier caller. It unrolls a loop of up to this many rounds.
SMALL = 80, 70, 4
NOT_SO_SMALL = 200, 600, 6  # for random games, which need little code and little time to compile
FAILURE, STOPPED = 0, 8  # addresses: the number of the failure that happened; whether to stop
TOO_LARGE = "a result that needs more than 64 bits"
STOP = "stopped"  # the failure of code that was asked to stop
Zero, Copy, Digest = object(), object(), object()  # `zero`, `copy_state`, `digest` of the drivers


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure that may happen while code runs, and where."""

    file: str
    line: int
    function: str
    message: str


@dataclass
class Hints:
    """What earlier translations of a function have found out about it."""

    shapes: dict[str, Shape] = field(default_factory=dict)
    returns: Shape | None = None
    unsure: set[str] = field(default_factory=set)  # code may read them before they have a value
    negative: set[str] = field(default_factory=set)  # variables that may be below 0
    version: int = 0  # grows with each discovery

    def note(self, name: str, shape: Shape) -> Shape | None:
        """Join a shape with the known shape of a variable. Return None if they do not fit together."""
        known = self.shapes.get(name)
        both = shape if known is None else joined(known, shape)
        if both is not None and both != known:
            self.shapes[name] = both
            self.version += known is not None
        return both


@dataclass(eq=False)
class Definition:
    """A function of the rules or drivers, and facts about its source."""

    function: FunctionType
    node: Node
    parameters: list[str]
    body: list[ast.stmt]
    assigned: Counter[str]  # how often code writes to each variable, parameters included
    mentioned: Counter[str]  # how often each name appears
    negative: set[str]  # variables that may be below 0, at first sight
    size: int
    names: dict[str, Value]  # the meaning of its global names
    hints: dict[object, Hints] = field(default_factory=dict)  # by kinds of argument
    loops: dict[ast.For, tuple[int, bool, bool]] = field(default_factory=dict)  # see `_look_inside`
    grown: int = 0  # how many expressions it became in its last caller, with what it calls


class Translator:
    """All functions of one module.

    Args:
        checked: whether code looks for indices outside their lists, numbers that do not fit, and
            results of more than 64 bits.
        tables: the address where tables of constants begin.
        small: how large a function may be to be inlined, and a loop to be unrolled.
    """

    def __init__(self, checked: bool, tables: int, small: tuple[int, int, int] = SMALL) -> None:
        self.checked = checked
        self.small, self.grown, self.unrolled = small
        self.module = wasm.Module()
        self.failures: dict[Failure, int] = {}  # and their numbers, from 1
        self.top = tables  # the first free address
        # The cells and functions that the code depends on, and what they held.
        self.read: list[tuple[Any, CodeType | object]] = []
        self.places: dict[int, tuple[tuple[Any, ...], Place]] = {}  # of tables, by their `id`
        self._tables: dict[Any, tuple[int, str]] = {}
        self._definitions: dict[int, Definition] = {}
        self.kept: list[object] = []  # alive, so that no other object takes their `id`
        self.instances: dict[Any, tuple[int, Shape, list[Bounds]]] = {}
        self._helpers: dict[Any, int] = {}
        # What calls with constants return if that needs no code, and how many expressions they became.
        self.fixed: dict[Any, tuple[list[Value], Value, int]] = {}
        self.active: list[Definition] = []

    def definition(self, function: FunctionType) -> Definition:
        found = self._definitions.get(id(function))
        if found is None:
            node = source_of(function)
            found = self._definitions[id(function)] = _defined(function, node)
            self.kept.append(function)
            self.read.append((function, function.__code__))
        return found

    def failure(self, definition: Definition | None, node: ast.AST | None, message: str) -> bytes:
        """Return the code that records this failure and stops."""
        if definition is None:
            failure = Failure("", 0, "", message)
        else:
            code = definition.function.__code__
            line = getattr(node, "lineno", code.co_firstlineno)
            failure = Failure(code.co_filename, line, code.co_name, message)
        number = self.failures.setdefault(failure, len(self.failures) + 1)
        return wasm.i32(0) + wasm.i32(number) + wasm.store("p4", FAILURE) + wasm.UNREACHABLE

    def table(self, values: tuple[Any, ...], whole: Bounds | None) -> tuple[int, str]:
        """Return the address and the kind of a table of numbers.

        Args:
            values: the numbers.
            whole: their bounds if all of them are whole; otherwise None.
        """
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
        """Return the number of the function that `write` makes from what is given."""
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
        raise refused(function, node, "takes * or ** arguments; name each argument")
    parameters = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    body: list[ast.stmt]
    if isinstance(node, ast.Lambda):
        body = [ast.copy_location(ast.Return(node.body), node.body)]
    else:
        body = node.body
    first = body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        body = body[1:]
    negative: set[str] = set()
    parts, size = parts_of(body)
    names = [part for part in parts if type(part) is ast.Name]
    mentioned = Counter([name.id for name in names])
    assigned = Counter([*parameters, *(one.id for one in names if type(one.ctx) is not ast.Load)])
    for part in parts:
        if type(part) is ast.AugAssign:
            if isinstance(part.target, ast.Name):
                assigned[part.target.id] += 1
                if isinstance(part.op, ast.Sub):
                    negative.add(part.target.id)
        elif type(part) is ast.Assign:
            for target in part.targets:
                negative |= _negative(target, part.value, function.__globals__)
    return Definition(function, node, parameters, body, assigned, mentioned, negative, size, {})


def parts_of(nodes: Sequence[ast.AST]) -> tuple[list[ast.AST], int]:
    """Return nodes and everything inside them except signs, and the number of nodes with the signs.

    This is much faster than `ast.walk`.
    """
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
            if type(inner) is not list:
                if isinstance(inner, ast.AST):
                    found.append(inner)
            elif inner:
                found += [one for one in inner if isinstance(one, ast.AST)]
    return found, len(found) + signs


WORDS = {"id", "attr", "arg", "name", "kind", "type_comment"}  # fields that hold no nodes
SIGNS = {"ctx", "op"}  # fields whose node has nothing inside
# The other fields of each kind of node, and how many signs it has.
_inside: dict[type[ast.AST], tuple[list[str], int]] = {ast.Constant: ([], 0)}


def _negative(target: ast.expr, value: ast.expr, names: Mapping[str, object]) -> set[str]:
    """Return the variables that an assignment may make negative, as far as a quick look shows.

    If this misses one, the translator finds out later and translates the function again.
    """
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


# --- the function in progress --------------------------------------------------------------------

# What each part does with the nodes and calls that it handles; the parts fill these tables.
STATEMENTS: dict[type[ast.AST], Callable[[Body, Any], bytes]] = {}
EXPRESSIONS: dict[type[ast.AST], Callable[[Body, Any], Value]] = {}
CALLS: dict[object, Callable[[Body, list[Value], ast.Call], Value]] = {}
T = TypeVar("T")
MAY_BE_EMPTY = tuple, type(None)  # what a condition may test without code


def statement(kind: type[ast.stmt]) -> Callable[[T], T]:
    return _register(STATEMENTS, kind)


def expression(kind: type[ast.expr]) -> Callable[[T], T]:
    """Register the function that says what a kind of expression stands for."""
    return _register(EXPRESSIONS, kind)


def call_of(function: object) -> Callable[[T], T]:
    """Register the function that says what a call of a known function returns."""
    return _register(CALLS, function)


def _register(table: dict[Any, Any], key: object) -> Callable[[T], T]:
    def enter(method: T) -> T:
        table[key] = method
        return method

    return enter


class Again(Exception):
    """The translator has learned more about a variable and must translate its function again."""


@dataclass(slots=True)
class Frame:
    """A function in progress, which may be inlined in others."""

    definition: Definition
    hints: Hints
    is_eager: bool  # start again as soon as the translator learns more
    values: dict[str, Value] = field(default_factory=dict)
    locals: dict[str, list[int]] = field(default_factory=dict)
    flags: dict[str, int] = field(default_factory=dict)  # locals that say if a variable has a value
    # The variables that surely have a value; None if the program cannot get here.
    assigned: set[str] | None = field(default_factory=set)
    nesting: int = 0  # how many of its blocks are open
    label: int = 0  # of the block that a return leaves
    direct: Value | None = None  # what it returns without a jump
    bounds: list[Bounds] | None = None  # of the returned value
    jumps: int = 0
    loops: list[Loop] = field(default_factory=list)


@dataclass
class Loop:
    """A loop in progress: its labels, and the variables that have values at each exit."""

    break_label: int
    continue_label: int
    at_break: list[set[str]] = field(default_factory=list)
    at_continue: list[set[str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Inlined:
    """What a call turned into when its function was inlined."""

    node: ast.AST
    values: list[Value]  # of the arguments
    result: Value
    code: bytes  # the prelude
    locals: list[int]
    size: int


class Body:
    """The code of one function of the module, including the functions inlined in it."""

    def __init__(self, translator: Translator, parameters: int = 0) -> None:
        self.module = translator
        self.checked = translator.checked
        self.first = parameters
        self.locals: list[int] = []
        self.depth = 0
        self.prelude = b""  # code that must run before the current value is used
        self.frame: Frame | None = None
        self.size = 0  # how many expressions became code
        self.inlined: dict[tuple[int, int], Inlined] = {}  # by call and first local

    def local(self, kind: int) -> int:
        self.locals.append(kind)
        return self.first + len(self.locals) - 1

    def pushed(self, value: Value, shape: Shape, node: ast.AST | None = None) -> bytes:
        """Push every part of a value, in the form that a shape describes."""
        if isinstance(shape, tuple):
            items = zip(self.items_of(value, node), shape, strict=True)
            return b"".join(self.pushed(item, inner, node) for item, inner in items)
        if isinstance(shape, (Record, Items)):
            return (
                value.address() if isinstance(value, Place) else self.place(value, node).address()
            )
        if isinstance(shape, str):
            number = self.number(value, node)
            if shape == "int":
                return self.whole(number).code
            return number.code
        return b""

    def number(self, value: Value, node: ast.AST | None) -> Number:
        if isinstance(value, Number):
            return value
        if isinstance(value, Known):
            known = value.value
            if isinstance(known, bool):
                return Number(wasm.i32(known), "bool", known, known, True)
            if isinstance(known, int):
                if not LOWEST <= known <= HIGHEST:
                    self.prelude += self.fail(node, TOO_LARGE)
                    known = 0
                return whole_number(known)
            if isinstance(known, float):
                return Number(wasm.f64(known), "float", is_simple=True)
        self.refuse(node, f"{self.describe(value)} stands where a number is needed")

    def whole(self, number: Number) -> Number:
        """Return a number as an int; a truth value becomes 0 or 1."""
        if number.kind == "bool":
            return Number(number.code + wasm.I64_EXTEND_U, "int", 0, 1, number.is_simple)
        return number

    def integer(self, value: Value, node: ast.AST | None) -> Number:
        """Return a value as a whole number."""
        number = self.number(value, node)
        if number.kind == "float":
            self.refuse(
                node, "a fraction stands where a whole number is needed; use // or int(...)"
            )
        return self.whole(number)

    def fraction(self, value: Value, node: ast.AST | None) -> Number:
        """Return a value as a float."""
        number = self.number(value, node)
        if number.kind == "float":
            return number
        if isinstance(value, Known):
            return self.number(Known(float(value.value)), node)
        number = self.whole(number)
        limit = 1 << 53
        if self.checked and not (-limit <= number.low and number.high <= limit):
            t = self.local(wasm.I64)
            beyond = wasm.i64(limit) + wasm.I64_ADD + wasm.i64(2 * limit) + wasm.I64_GT_U
            check = self.fail_if(
                wasm.get(t) + beyond, node, "a whole number too large for a fraction"
            )
            return Number(
                number.code + wasm.set_(t) + check + wasm.get(t) + wasm.F64_CONVERT, "float"
            )
        return Number(number.code + wasm.F64_CONVERT, "float")

    def place(self, value: Value, node: ast.AST | None) -> Place:
        """Return a value as a record or list in memory. A table of constants is put there first."""
        if isinstance(value, Place):
            return value
        if isinstance(value, Known) and isinstance(value.value, tuple):
            return self.table(value.value, node)
        self.refuse(node, f"{self.describe(value)} stands where a list or a record is needed")

    def table(self, values: tuple[Any, ...], node: ast.AST | None) -> Place:
        """Return the place of a table of constants."""
        kept = self.module.places.get(id(values))
        if kept is None:
            kept = self.module.places[id(values)] = values, self._table(values, node)
        return kept[1]

    def _table(self, values: tuple[Any, ...], node: ast.AST | None) -> Place:
        kinds = set(map(type, values))
        if kinds == {tuple}:
            flat = tuple(chain.from_iterable(values))
            if len(set(map(len, values))) > 1 or not _are_numbers(set(map(type, flat))):
                self.refuse(
                    node, "a table whose rows differ in length; fill them up to the longest"
                )
            inner = self.table(flat, node)
            assert isinstance(inner.type, Items)
            stride, length = inner.type.stride, len(values[0])
            row = Items(inner.type.item, stride, length, inner.type.bounds)
            return Place(Items(row, stride * length, len(values)), None, inner.offset, True)
        if not _are_numbers(kinds):
            self.refuse(node, "a tuple of anything but numbers; use numbers")
        whole = None
        if not any(issubclass(kind, float) for kind in kinds):
            whole = low, high = int(min(values)), int(max(values))
            if low < LOWEST or high > HIGHEST:
                self.refuse(node, "a tuple with a number of more than 64 bits")
        at, kind = self.module.table(values, whole)
        return Place(Items(kind, wasm.SIZE[kind], len(values), whole), None, at, True)

    def describe(self, value: Value) -> str:
        """Return what a value is, in words, for a refusal."""
        match value:
            case Number():
                return "a fraction" if value.kind == "float" else "a number"
            case Place():
                return (
                    "a list" if isinstance(value.type, Items) else f"a record, {value.type.name},"
                )
            case Several():
                return "a tuple"
            case Span():
                return "a range"
            case Known():
                known = value.value
                if isinstance(known, FunctionType | BuiltinFunctionType):
                    return f"the function {known.__name__}"
                if isinstance(known, type):
                    return f"the class {known.__name__}"
                if isinstance(known, ModuleType):
                    return f"the module {known.__name__}"
                if isinstance(known, Struct):
                    return f"a record, {type(known).__name__},"
                kind = type(known).__name__
                return "None" if known is None else f"{_article(kind)} {kind}"
        return "the workspace"

    def refuse(self, node: ast.AST | None, message: str) -> NoReturn:
        """Raise the refusal of a node."""
        assert self.frame is not None
        raise refused(self.frame.definition.function, node, message)

    def fail(self, node: ast.AST | None, message: str) -> bytes:
        """Return the code that stops and says why."""
        definition = self.frame.definition if self.frame else None
        return self.module.failure(definition, node, message)

    def fail_if(self, condition: bytes, node: ast.AST | None, message: str) -> bytes:
        """Return the code that stops if a condition holds."""
        return condition + wasm.IF + b"\x40" + self.fail(node, message) + wasm.END

    def block(self, statements: Iterable[ast.stmt]) -> bytes:
        assert self.frame is not None
        found = []
        for statement in statements:
            if self.frame.assigned is None:
                break
            found.append(self.statement(statement))
        return b"".join(found)

    def statement(self, node: ast.stmt) -> bytes:
        """Return the code of a statement."""
        before, self.prelude = self.prelude, b""
        method = STATEMENTS.get(type(node))
        if method is None:
            self.refuse(node, not_in_language(node))
        code: bytes = method(self, node)
        code = self.prelude + code
        self.prelude = before
        return code

    def take_prelude(self) -> bytes:
        """Return and reset the prelude, so that it can go before other code."""
        code, self.prelude = self.prelude, b""
        return code

    def settled(self, value: Value) -> tuple[Value, bytes]:
        """Return a value that later code can use, and the code that computes it now."""
        match value:
            case Number() if not value.is_simple:
                t = self.local(WASM[value.kind])
                kept = Number(wasm.get(t), value.kind, value.low, value.high, True)
                return kept, value.code + wasm.set_(t)
            case Place() if not value.is_simple:
                t = self.local(wasm.I32)
                return Place(value.type, wasm.get(t), 0, True), value.address() + wasm.set_(t)
            case Several():
                pairs = [self.settled(item) for item in value.items]
                return Several(tuple(v for v, _ in pairs)), b"".join(c for _, c in pairs)
        return value, b""

    def items_of(self, value: Value, node: ast.AST | None) -> tuple[Value, ...]:
        """Return the items of a tuple; refuse any other value."""
        if isinstance(value, Several):
            return value.items
        if isinstance(value, Known) and isinstance(value.value, tuple):
            return tuple(map(Known, value.value))
        self.refuse(node, f"{self.describe(value)} cannot be taken apart here")

    def copied(self, value: Value) -> tuple[Value, bytes]:
        """Return a value in its own locals, and the code that puts it there."""
        match value:
            case Number():
                t = self.local(WASM[value.kind])
                kept = Number(wasm.get(t), value.kind, value.low, value.high, True)
                return kept, value.code + wasm.set_(t)
            case Place() if value.base is not None:
                t = self.local(wasm.I32)
                return Place(value.type, wasm.get(t), 0, True), value.address() + wasm.set_(t)
            case Span():
                parts = [
                    (part, b"") if part.low == part.high else self.copied(part)
                    for part in (value.start, value.stop, value.step)
                ]
                start, stop, step = (part for part, _ in parts)
                assert isinstance(start, Number)
                assert isinstance(stop, Number)
                assert isinstance(step, Number)
                return Span(start, stop, step), b"".join(code for _, code in parts)
            case Several():
                pairs = [self.copied(item) for item in value.items]
                return Several(tuple(v for v, _ in pairs)), b"".join(c for _, c in pairs)
        return value, b""

    def flag(self, name: str) -> int:
        """Return the local that records whether a variable has a value."""
        frame = self.frame
        assert frame is not None
        if name not in frame.flags:
            frame.flags[name] = self.local(wasm.I32)
        return frame.flags[name]

    def condition(self, value: Value, node: ast.AST) -> bytes:
        """Push whether a value is true."""
        if isinstance(value, Known) and isinstance(value.value, MAY_BE_EMPTY):
            return wasm.i32(bool(value.value))
        number = self.number(value, node)
        if number.kind == "bool":
            return number.code
        if number.kind == "float":
            return number.code + wasm.f64(0.0) + wasm.F64_NE
        return number.code + wasm.i64(0) + wasm.I64_NE

    def value(self, node: ast.expr) -> Value:
        """Return what an expression stands for. Code that must run first goes into the prelude."""
        method = EXPRESSIONS.get(type(node))
        if method is None:
            self.refuse(node, not_in_language(node))
        found = method(self, node)
        if type(found) is not Known:
            self.size += 1
        return found

    def values_in_order(self, nodes: Sequence[ast.expr]) -> list[Value]:
        """Return what expressions stand for, computing each one before the next takes effect."""
        values: list[Value] = []
        before, self.prelude = self.prelude, b""
        for node in nodes:
            value = self.value(node)
            if self.prelude:
                # That code must not run before earlier expressions.
                for place, earlier in enumerate(values):
                    values[place], code = self.settled(earlier)
                    before += code
                before, self.prelude = before + self.prelude, b""
            values.append(value)
        self.prelude = before
        return values

    def once(self, number: Number) -> tuple[Number, bytes]:
        """Return a number that code can read several times, and the code that computes it."""
        if number.is_simple:
            return number, b""
        t = self.local(WASM[number.kind])
        kept = Number(wasm.get(t), number.kind, number.low, number.high, True)
        return kept, number.code + wasm.set_(t)


def _article(noun: str) -> str:
    return "an" if noun[0].lower() in "aeiou" else "a"


def _are_numbers(kinds: set[type]) -> bool:
    return all(issubclass(kind, int | float) for kind in kinds)


def on_all_ways(assigned: set[str] | None, others: list[set[str]]) -> set[str] | None:
    """Return the variables that have values on every path."""
    ways = [*([] if assigned is None else [assigned]), *others]
    return set.intersection(*ways) if ways else None
