"""The code of a function in progress: its locals, its values, and its refusals."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, NoReturn, TypeVar

from gamekit.compiling import wasm
from gamekit.compiling.language import not_in_language, refused
from gamekit.compiling.translator import Definition, Hints, Translator
from gamekit.compiling.values import (
    HIGHEST,
    LOWEST,
    WASM,
    Bounds,
    Items,
    Known,
    Number,
    Place,
    Record,
    Several,
    Shape,
    Span,
    Value,
)
from gamekit.contract.fields import Struct

STATEMENTS: dict[type[ast.AST], Callable[[Body, Any], bytes]] = {}
EXPRESSIONS: dict[type[ast.AST], Callable[[Body, Any], Value]] = {}
CALLS: dict[object, Callable[[Body, list[Value], ast.Call], Value]] = {}
T = TypeVar("T")
MAY_BE_EMPTY = tuple, type(None)  # values without code that conditions may test


def statement(kind: type[ast.stmt]) -> Callable[[T], T]:
    """Mark the function that writes the code of a kind of statement."""
    return _entered(STATEMENTS, kind)


def expression(kind: type[ast.expr]) -> Callable[[T], T]:
    """Mark the function that says what a kind of expression stands for."""
    return _entered(EXPRESSIONS, kind)


def call_of(function: object) -> Callable[[T], T]:
    """Mark the function that says what a call of a known function returns."""
    return _entered(CALLS, function)


def _entered(table: dict[Any, Any], key: object) -> Callable[[T], T]:
    def enter(method: T) -> T:
        table[key] = method
        return method

    return enter


class Again(Exception):
    """The translator has learned more about a variable and must translate its function again."""


@dataclass
class Frame:
    """A function in progress, perhaps inside others."""

    definition: Definition
    hints: Hints
    is_eager: bool  # start again as soon as more is known
    values: dict[str, Value] = field(default_factory=dict)
    locals: dict[str, list[int]] = field(default_factory=dict)
    flags: dict[str, int] = field(default_factory=dict)  # locals: does this variable have a value?
    assigned: set[str] | None = field(
        default_factory=set
    )  # that surely have one; None: unreachable
    nesting: int = 0  # blocks open inside it
    label: int = 0  # of the block that it returns from
    direct: Value | None = None  # what it returns where that needs no jump
    bounds: list[Bounds] | None = None  # of what it returns
    jumps: int = 0
    loops: list[Loop] = field(default_factory=list)


@dataclass
class Loop:
    """A loop in progress: its labels, and which variables have values where it ends."""

    break_label: int
    continue_label: int
    at_break: list[set[str]] = field(default_factory=list)
    at_continue: list[set[str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Inlined:
    """What a call became where its function was made a part of the caller."""

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
        self.prelude = b""  # code before the value that the outermost call returns
        self.frame: Frame | None = None
        self.size = 0  # expressions that became code
        self.inlined: dict[tuple[int, int], Inlined] = {}  # by call and number of its first local

    def local(self, kind: int) -> int:
        """Return a new local."""
        self.locals.append(kind)
        return self.first + len(self.locals) - 1

    def pushed(self, value: Value, shape: Shape, node: ast.AST | None = None) -> bytes:
        """Push all of a value, as a shape holds it."""
        if isinstance(shape, tuple):
            items = zip(self.taken_apart(value, node), shape, strict=True)
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
        """Return a value as a number."""
        if isinstance(value, Number):
            return value
        if isinstance(value, Known):
            known = value.value
            if isinstance(known, bool):
                return Number(wasm.i32(known), "bool", known, known, True)
            if isinstance(known, int):
                if not LOWEST <= known <= HIGHEST:
                    self.prelude += self.fail(node, "a result that needs more than 64 bits")
                    known = 0
                return Number(wasm.i64(known), "int", known, known, True)
            if isinstance(known, float):
                return Number(wasm.f64(known), "float", is_simple=True)
        self.refuse(node, f"{self.told(value)} stands where a number is needed")

    def whole(self, number: Number) -> Number:
        """Return a truth value as the int that it is."""
        if number.kind == "bool":
            return Number(number.code + wasm.I64_EXTEND_U, "int", 0, 1, number.is_simple)
        return number

    def integer(self, value: Value, node: ast.AST | None, where: str = "here") -> Number:
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
        """Return a value as a record or list in memory; this puts tables of constants there."""
        if isinstance(value, Place):
            return value
        if isinstance(value, Known) and isinstance(value.value, tuple):
            return self.table(value.value, node)
        self.refuse(node, f"{self.told(value)} stands where a list or a record is needed")

    def table(self, values: tuple[Any, ...], node: ast.AST | None) -> Place:
        """Return where a table of constants is."""
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

    def told(self, value: Value) -> str:
        """Describe a value in words."""
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

    def refuse(self, node: ast.AST | None, said: str) -> NoReturn:
        """Refuse the code at a node."""
        assert self.frame is not None
        raise refused(self.frame.definition.function, node, said)

    def fail(self, node: ast.AST | None, said: str) -> bytes:
        """Stop, and say why."""
        definition = self.frame.definition if self.frame else None
        return self.module.failure(definition, node, said)

    def fail_if(self, condition: bytes, node: ast.AST | None, said: str) -> bytes:
        """Stop where a condition holds."""
        return condition + wasm.IF + b"\x40" + self.fail(node, said) + wasm.END

    def block(self, statements: Iterable[ast.stmt]) -> bytes:
        """Return the code of statements."""
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

    def taken(self) -> bytes:
        """Return and reset the prelude, so that it can go before other code."""
        code, self.prelude = self.prelude, b""
        return code

    def settled(self, value: Value) -> tuple[Value, bytes]:
        """Return a value for later use, and the code that computes it now."""
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

    def taken_apart(self, value: Value, node: ast.AST | None) -> tuple[Value, ...]:
        """Return the items of a tuple."""
        if isinstance(value, Several):
            return value.items
        if isinstance(value, Known) and isinstance(value.value, tuple):
            return tuple(map(Known, value.value))
        self.refuse(node, f"{self.told(value)} cannot be taken apart here")

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
        """Return the local that says whether a variable has a value."""
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
        self.size += not isinstance(found, Known)
        return found

    def ordered(self, nodes: Sequence[ast.expr]) -> list[Value]:
        """Return what expressions stand for. Each one is computed before the next one has any effect."""
        values: list[Value] = []
        before, self.prelude = self.prelude, b""
        for node in nodes:
            value = self.value(node)
            if self.prelude:
                # Earlier expressions must be computed first.
                for place, earlier in enumerate(values):
                    values[place], code = self.settled(earlier)
                    before += code
                before, self.prelude = before + self.prelude, b""
            values.append(value)
        self.prelude = before
        return values

    def once(self, number: Number) -> tuple[Number, bytes]:
        """Return a number that code can read several times."""
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
    """Return the variables that have values on every one of several paths."""
    ways = [*([] if assigned is None else [assigned]), *others]
    return set.intersection(*ways) if ways else None
