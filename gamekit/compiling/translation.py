"""Rule functions as WebAssembly: the language, and how each part of it is written as code.

A function's syntax tree is walked once for each kind of argument. What is known now (parameters,
constants, tables, which functions there are) is worked out now; the rest becomes code. Small
functions become part of their callers, so that more is known there.

What a variable holds is learned on the way: where a later line shows that it must be held
otherwise, the function is translated again with that `Hints`.
"""

from __future__ import annotations

import ast
import builtins
import math
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, NoReturn

from gamekit import chance
from gamekit.compiling import wasm
from gamekit.compiling.source import Node, source_of
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
)
from gamekit.contract import fields
from gamekit.contract.fields import Struct
from gamekit.contract.references import is_foreign
from gamekit.errors import BadGame

SMALL = 70  # nodes of a function that becomes part of its callers
NOT_SO_SMALL = 150  # the same where there is little code, and every moment counts
LARGE = 12_000  # nodes of a function with all that has become part of it
FAILURE, STOPPED = 0, 8  # addresses: which of `failures` stopped the code; whether it is to stop
STOP = "stopped"  # said of code that was asked to
FEW = 10_000  # rounds of a loop that are not worth asking whether to stop
MOST_ROUNDS = 1 << 28  # of a loop over a range: a moment, after which it is asked again
UNROLLED = 6  # rounds of a loop that are written one by one
TESTS = 12  # values that `in` compares one by one

Copy, Digest = object(), object()  # stand for `copy_state` and `digest` of the drivers


class Refused(BadGame):
    """A function that is not in the language: where, what stands there, what to write instead.

    Attributes:
        file, line, function: where.
        said: what and what instead.
    """

    def __init__(self, file: str, line: int, function: str, said: str) -> None:
        self.file, self.line, self.function, self.said = file, line, function, said
        super().__init__(f"{file}, line {line}, in {function}: {said}")


@dataclass(frozen=True, slots=True)
class Failure:
    """What may go wrong at a place while code runs."""

    file: str
    line: int
    function: str
    said: str


@dataclass
class Hints:
    """What earlier translations of a function have shown."""

    shapes: dict[str, Shape] = field(default_factory=dict)
    returns: Shape | None = None
    unsure: set[str] = field(default_factory=set)  # variables that may have no value when read
    negative: set[str] = field(default_factory=set)  # variables that may be below 0
    version: int = 0

    def note(self, name: str, shape: Shape) -> Shape | None:
        """Join a shape with what is known of a variable; None where that cannot be."""
        known = self.shapes.get(name)
        both = shape if known is None else joined(known, shape)
        if both is not None and both != known:
            self.shapes[name] = both
            self.version += known is not None
        return both


@dataclass
class Definition:
    """A function as it is written."""

    function: FunctionType
    node: Node
    parameters: list[str]
    body: list[ast.stmt]
    assigned: Counter[str]  # how often each variable is written to, parameters included
    mentioned: Counter[str]  # how often each name stands there
    size: int
    names: dict[str, Value]  # what names outside it mean
    hints: dict[object, Hints] = field(default_factory=dict)  # by kinds of argument


@dataclass
class Frame:
    """A function on the way, perhaps inside others."""

    definition: Definition
    hints: Hints
    values: dict[str, Value] = field(default_factory=dict)
    locals: dict[str, list[int]] = field(default_factory=dict)
    flags: dict[str, int] = field(default_factory=dict)  # locals: does this variable have a value?
    assigned: set[str] | None = field(
        default_factory=set
    )  # that surely have one; None: unreachable
    nesting: int = 0  # blocks open inside it
    label: int = 0  # of the block that it returns from
    direct: Value | None = None  # what it returns where that needs no jump
    jumps: int = 0
    loops: list[Loop] = field(default_factory=list)


@dataclass
class Loop:
    """A loop on the way: its labels, and which variables have values where it is left."""

    break_label: int
    continue_label: int
    at_break: list[set[str]] = field(default_factory=list)
    at_continue: list[set[str]] = field(default_factory=list)


class Translator:
    """The functions of one module.

    Args:
        checked: whether code looks for indices outside their lists, numbers that do not fit, and
            results beyond 64 bits.
        tables: the address from which on tables of constants are put.
        small: nodes of a function that becomes part of its callers.
    """

    def __init__(self, checked: bool, tables: int, small: int = SMALL) -> None:
        self.checked, self.small = checked, small
        self.module = wasm.Module()
        self.failures: dict[Failure, int] = {}  # and their numbers, from 1
        self.top = tables
        self.read: list[
            tuple[Any, CodeType | object]
        ] = []  # cells and functions, and what they held
        self._tables: dict[Any, tuple[int, str]] = {}
        self._definitions: dict[int, Definition] = {}
        self._kept: list[object] = []
        self._instances: dict[Any, tuple[int, Shape]] = {}
        self._helpers: dict[str, int] = {}
        self.active: list[Definition] = []

    def entry(
        self, name: str, function: FunctionType, arguments: Sequence[Value], result: int
    ) -> None:
        """Export a function without parameters that calls `function`, and puts what it returns,
        a whole number, at the address `result`."""
        body = Body(self)
        value = body.call_function(self.definition(function), list(arguments), None)
        code = b""
        if isinstance(value, Number):
            code = wasm.i32(0) + body.whole(value).code + wasm.store("i8", result)
        elif isinstance(value, Known) and value.value is not None:
            number = body.whole(body.number(value, None))
            code = wasm.i32(0) + number.code + wasm.store("i8", result)
        self.module.exports[name] = self.module.add(
            wasm.Function(((), ()), body.locals, body.prelude + code)
        )

    def definition(self, function: FunctionType) -> Definition:
        """Return a function as it is written."""
        found = self._definitions.get(id(function))
        if found is None:
            node = source_of(function)
            found = self._definitions[id(function)] = _defined(function, node)
            self._kept.append(function)
            self.read.append((function, function.__code__))
        return found

    def function_of(
        self, definition: Definition, arguments: Sequence[Value], shapes: Sequence[Shape]
    ) -> tuple[int, Shape]:
        """Return the number of the function for these kinds of argument, and what it returns."""
        key = (
            id(definition),
            tuple(_key(shape) for shape in shapes),
        )
        if key not in self._instances:
            kinds = tuple(kind for shape in shapes for kind in locals_of(shape))
            body = Body(self, len(kinds))
            places = list(range(len(kinds)))
            values = [held(shape, places) for shape in shapes]
            result = body.inlined(definition, values, is_whole=True)
            shape = shape_of(result)
            code = body.prelude + body.pushed(result, shape)
            number = self.module.add(
                wasm.Function((kinds, tuple(locals_of(shape))), body.locals, code)
            )
            self._instances[key] = number, shape
            self._kept.append(arguments)
        return self._instances[key]

    def failure(self, definition: Definition | None, node: ast.AST | None, said: str) -> bytes:
        """Note which failure this is, and stop."""
        if definition is None:
            place = Failure("", 0, "", said)
        else:
            code = definition.function.__code__
            line = getattr(node, "lineno", code.co_firstlineno)
            place = Failure(code.co_filename, line, code.co_name, said)
        number = self.failures.setdefault(place, len(self.failures) + 1)
        return wasm.i32(0) + wasm.i32(number) + wasm.store("p4", FAILURE) + wasm.UNREACHABLE

    def table(self, values: tuple[Any, ...]) -> tuple[int, str]:
        """Return the address and the kind of a table of numbers."""
        key = (tuple(values), any(isinstance(value, float) for value in values))
        if key not in self._tables:
            from struct import pack

            if key[1]:
                kind, form = "f8", "d"
            else:
                kind, form = next(
                    (kind, form)
                    for kind, form in (("i1", "b"), ("i2", "h"), ("i4", "i"), ("i8", "q"))
                    if all(bounds_of(kind)[0] <= value <= bounds_of(kind)[1] for value in values)
                )
            self.top = -(-self.top // 16) * 16
            data = pack(f"<{len(values)}{form}", *values)
            self.module.data.append((self.top, data))
            self._tables[key] = self.top, kind
            self.top += len(data)
        return self._tables[key]

    def helper(self, name: str) -> int:
        """Return the number of a function that is written here and not translated."""
        if name not in self._helpers:
            from gamekit.compiling import helpers

            self._helpers[name] = self.module.add(getattr(helpers, name)())
        return self._helpers[name]

    def copier(self, record: Record) -> int:
        """Return the number of the function that copies a record."""
        name = f"copy {record.size}"
        if name not in self._helpers:
            from gamekit.compiling import helpers

            self._helpers[name] = self.module.add(helpers.copy(record.size))
        return self._helpers[name]

    def digester(self, record: Record) -> int:
        """Return the number of the function that digests a record."""
        name = f"digest {record.size}"
        if name not in self._helpers:
            from gamekit.compiling import helpers

            self._helpers[name] = self.module.add(helpers.digest(record.size))
        return self._helpers[name]


def _key(shape: Shape) -> object:
    if isinstance(shape, Known):
        return id(shape.value)
    if isinstance(shape, Group | Span):
        return id(shape)
    return tuple(map(_key, shape)) if isinstance(shape, tuple) else shape


def _defined(function: FunctionType, node: Node) -> Definition:
    def refuse(at: ast.AST, said: str) -> NoReturn:
        code = function.__code__
        line = getattr(at, "lineno", code.co_firstlineno)
        raise Refused(code.co_filename, line, code.co_name, said)

    given = node.args
    if given.vararg or given.kwarg:
        refuse(node, "takes * or ** arguments; name each one")
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
    size = 0
    for statement in body:
        for part in ast.walk(statement):
            size += 1
            if isinstance(part, ast.Name):
                mentioned[part.id] += 1
            if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
                assigned[part.id] += 1
            if isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name):
                assigned[part.target.id] += 1
    return Definition(function, node, parameters, body, assigned, mentioned, size, {})


# --- what is worked out now ----------------------------------------------------------------------

BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<",
    ast.RShift: ">>", ast.MatMult: "@",
}  # fmt: skip
COMPARED: dict[type[ast.cmpop], tuple[Callable[[Any, Any], bool], bytes, bytes]] = {
    ast.Eq: (operator.eq, wasm.I64_EQ, wasm.F64_EQ),
    ast.NotEq: (operator.ne, wasm.I64_NE, wasm.F64_NE),
    ast.Lt: (operator.lt, wasm.I64_LT_S, wasm.F64_LT),
    ast.LtE: (operator.le, wasm.I64_LE_S, wasm.F64_LE),
    ast.Gt: (operator.gt, wasm.I64_GT_S, wasm.F64_GT),
    ast.GtE: (operator.ge, wasm.I64_GE_S, wasm.F64_GE),
}
FLOATS = {
    ast.Add: wasm.F64_ADD,
    ast.Sub: wasm.F64_SUB,
    ast.Mult: wasm.F64_MUL,
    ast.Div: wasm.F64_DIV,
}
INSTEAD: dict[type[ast.AST], str] = {
    ast.List: "a list made here; declare one in State, or loop",
    ast.ListComp: "a list made here; write a loop",
    ast.GeneratorExp: "a generator; write a loop",
    ast.Dict: "a dictionary; use numbers as indices of a tuple",
    ast.DictComp: "a dictionary; use numbers as indices of a tuple",
    ast.Set: "a set; write `in (a, b)`",
    ast.SetComp: "a set; write a loop",
    ast.Lambda: "a lambda; write a function beside this one",
    ast.FunctionDef: "a function inside a function; write it beside this one",
    ast.JoinedStr: "a text; rules work with whole numbers",
    ast.NamedExpr: "an assignment inside an expression; give it a line of its own",
    ast.Try: "try; test beforehand what may go wrong",
    ast.With: "with; rules read and write nothing but the state",
    ast.Import: "an import; move it to the top of the file",
    ast.ImportFrom: "an import; move it to the top of the file",
    ast.Global: "global; what changes belongs into State",
    ast.Nonlocal: "nonlocal; what changes belongs into State",
    ast.Delete: "del; set the entry to 0, or to what stands for nothing",
    ast.ClassDef: "a class; declare fields in State",
    ast.Yield: "yield; write a loop",
    ast.YieldFrom: "yield from; write a loop",
    ast.Await: "await; rules do not wait",
    ast.Starred: "a star; name each value",
    ast.Slice: "a slice; write a loop",
    ast.Match: "match; write if and elif",
}


def not_in_language(node: ast.AST) -> str:
    """Say that something is not in the language, and what to write instead."""
    what, _, instead = INSTEAD.get(type(node), type(node).__name__.lower()).partition("; ")
    return f"{what} is not in the language of rules{instead and f'; {instead}'}"


class Body:
    """The code of one function of the module, with all functions that are part of it."""

    def __init__(self, translator: Translator, parameters: int = 0) -> None:
        self.module = translator
        self.checked = translator.checked
        self.first = parameters
        self.locals: list[int] = []
        self.depth = 0
        self.prelude = b""  # code before the value that the outermost call returns
        self.frame: Frame | None = None
        self.size = 0

    # locals and values

    def local(self, kind: int) -> int:
        """Return a new local."""
        self.locals.append(kind)
        return self.first + len(self.locals) - 1

    def pushed(self, value: Value, shape: Shape, node: ast.AST | None = None) -> bytes:
        """Push all of a value, as a shape holds it."""
        if isinstance(shape, tuple):
            items = zip(self.items(value, node), shape, strict=True)
            return b"".join(self.pushed(item, inner, node) for item, inner in items)
        if isinstance(shape, Record | Items):
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
        """Return a value as a record or list in memory; tables of constants are put there."""
        if isinstance(value, Place):
            return value
        if isinstance(value, Known) and isinstance(value.value, tuple):
            return self.table(value.value, node)
        self.refuse(node, f"{self.told(value)} stands where a list or a record is needed")

    def table(self, values: tuple[Any, ...], node: ast.AST | None) -> Place:
        """Return where a table of constants is."""
        if values and all(isinstance(one, tuple) for one in values):
            lengths = {len(one) for one in values}
            flat = tuple(item for one in values for item in one)
            if len(lengths) == 1 and all(isinstance(item, int | float) for item in flat):
                inner = self.table(flat, node)
                assert isinstance(inner.type, Items)
                stride, length = inner.type.stride, len(values[0])
                row = Items(inner.type.item, stride, length)
                return Place(Items(row, stride * length, len(values)), None, inner.offset, True)
            self.refuse(node, "a table whose rows differ in length; fill them up to the longest")
        if not all(isinstance(one, int | float) for one in values):
            self.refuse(node, "a tuple of something else than numbers; use numbers")
        if not all(isinstance(one, float) or LOWEST <= one <= HIGHEST for one in values):
            self.refuse(node, "a tuple with a number of more than 64 bits")
        at, kind = self.module.table(values)
        return Place(Items(kind, wasm.SIZE[kind], len(values)), None, at, True)

    def told(self, value: Value) -> str:
        """Return what a value is, in words."""
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
                if isinstance(known, FunctionType | BuiltinFunctionType | type):
                    return f"the function {known.__name__}"
                if isinstance(known, ModuleType):
                    return f"the module {known.__name__}"
                if isinstance(known, Struct):
                    return f"a record, {type(known).__name__},"
                return "None" if known is None else f"a {type(known).__name__}"
        return "the workspace"

    # refusals and failures

    def refuse(self, node: ast.AST | None, said: str) -> NoReturn:
        """Refuse what stands at a place."""
        assert self.frame is not None
        code = self.frame.definition.function.__code__
        line = getattr(node, "lineno", code.co_firstlineno)
        raise Refused(code.co_filename, line, code.co_name, said)

    def fail(self, node: ast.AST | None, said: str) -> bytes:
        """Stop, and say why."""
        definition = self.frame.definition if self.frame else None
        return self.module.failure(definition, node, said)

    def fail_if(self, condition: bytes, node: ast.AST | None, said: str) -> bytes:
        """Stop where a condition holds."""
        return condition + wasm.IF + b"\x40" + self.fail(node, said) + wasm.END

    # functions

    def call_function(
        self, definition: Definition, values: list[Value], node: ast.AST | None
    ) -> Value:
        """Return what a function returns: as a part of this one where it is small.

        All that has to be done first is added to the prelude.
        """
        code = definition.function.__code__
        if any(one is definition for one in self.module.active):
            self.refuse(
                node, f"{code.co_name} calls itself, directly or through others; write a loop"
            )
        if (
            definition.size <= self.module.small and self.size + definition.size <= LARGE
        ) or not self.frame:
            return self.inlined(definition, values)
        return self.called(definition, values, node)

    def called(self, definition: Definition, values: list[Value], node: ast.AST | None) -> Value:
        """Call a function."""
        shapes = [shape_of(value) for value in values]
        number, shape = self.module.function_of(definition, values, shapes)
        pushed = b"".join(self.pushed(v, s, node) for v, s in zip(values, shapes, strict=True))
        kinds = locals_of(shape)
        places = [self.local(kind) for kind in kinds]
        self.prelude += pushed + wasm.call(number)
        self.prelude += b"".join(wasm.set_(place) for place in reversed(places))
        return held(shape, places)

    def inlined(self, definition: Definition, values: list[Value], is_whole: bool = False) -> Value:
        """Make a function a part of this one."""
        prelude, size, depth = self.prelude, self.size, self.depth
        self.module.active.append(definition)
        outer = self.frame
        try:
            key = tuple(_key(shape_of(value)) for value in values)
            hints = definition.hints.setdefault(key, Hints())
            while True:
                version = hints.version
                self.prelude, self.size, self.depth = prelude, size + definition.size, depth
                result = self._inlined(definition, values, hints, is_whole)
                if hints.version == version:
                    return result
        finally:
            self.frame = outer
            self.module.active.pop()

    def _inlined(
        self, definition: Definition, values: list[Value], hints: Hints, is_whole: bool
    ) -> Value:
        before, self.prelude = self.prelude, b""
        self.frame = frame = Frame(definition, hints)
        arguments = self.arguments_taken(values, is_whole)
        self.depth += 1
        frame.label = self.depth
        body = self.block(definition.body)
        self.depth -= 1
        if frame.assigned is not None and frame.jumps and hints.returns != Known(None):
            self.refuse(
                definition.body[-1],
                "returns a value on some ways through it and nothing on others; end it with a return",
            )
        if not frame.jumps:
            self.prelude = before + arguments + body
            return frame.direct if frame.direct is not None else Known(None)
        shape = hints.returns
        assert shape is not None
        kinds = locals_of(shape)
        if frame.direct is not None:
            body += self.pushed(frame.direct, shape)
        elif frame.assigned is None:
            body += wasm.UNREACHABLE
        block = wasm.BLOCK + self.module.module.block(tuple(kinds)) + body + wasm.END
        places = [self.local(kind) for kind in kinds]
        block += b"".join(wasm.set_(place) for place in reversed(places))
        self.prelude = before + arguments + block
        return held(shape, places)

    def arguments_taken(self, values: list[Value], is_whole: bool) -> bytes:
        """Return the code with which a function begins: it gives its parameters their values."""
        frame = self.frame
        assert frame is not None
        assert frame.assigned is not None
        definition = frame.definition
        for name, value in zip(definition.parameters, values, strict=True):
            if is_whole and definition.assigned[name] == 1:
                frame.values[name] = value
                frame.assigned.add(name)
            else:
                self.prelude += self.assign_name(name, value, None, is_argument=True)
        self.prelude += b"".join(
            wasm.i32(0) + wasm.set_(self.flag(name))
            for name in frame.hints.unsure
            if name not in definition.parameters
        )
        code, self.prelude = self.prelude, b""
        return code

    # statements

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
        """Return what is to be done first so far, to be put before other code."""
        code, self.prelude = self.prelude, b""
        return code

    def _pass(self, node: ast.Pass) -> bytes:
        return b""

    def _expression(self, node: ast.Expr) -> bytes:
        if isinstance(node.value, ast.Constant):
            return b""
        if not isinstance(node.value, ast.Call):
            self.refuse(node, "a line that does nothing; delete it, or assign it")
        value = self.value(node.value)
        return self.dropped(value)

    def dropped(self, value: Value) -> bytes:
        """Work a value out and forget it."""
        if isinstance(value, Number):
            return b"" if value.is_simple else value.code + wasm.DROP
        if isinstance(value, Several):
            return b"".join(map(self.dropped, value.items))
        return b""

    def _return(self, node: ast.Return) -> bytes:
        frame = self.frame
        assert frame is not None
        value: Value = Known(None) if node.value is None else self.value(node.value)
        code = self.taken()
        frame_assigned, frame.assigned = frame.assigned, None
        if not frame.nesting and not frame.jumps:
            value, more = self.settled(value)
            frame.direct = value
            return code + more
        hints = frame.hints
        shape = shape_of(value)
        if isinstance(shape, Known) and isinstance(shape.value, tuple):
            shape = tuple(shape_of(Known(item)) for item in shape.value)
        both = shape if hints.returns is None else joined(hints.returns, shape)
        if both is None:
            frame.assigned = frame_assigned
            self.refuse(
                node, "returns another kind of value than before; always return the same kind"
            )
        if both != hints.returns:
            hints.version += hints.returns is not None
            hints.returns = both
        if not frame.nesting:
            frame.direct = value
            return code
        frame.jumps += 1
        return code + self.pushed(value, both, node) + wasm.br(self.depth - frame.label)

    def settled(self, value: Value) -> tuple[Value, bytes]:
        """Return a value that can be used later, and the code that works it out now."""
        match value:
            case Number() if not value.is_simple:
                t = self.local(WASM_OF[value.kind])
                kept = Number(wasm.get(t), value.kind, value.low, value.high, True)
                return kept, value.code + wasm.set_(t)
            case Place() if not value.is_simple:
                t = self.local(wasm.I32)
                return Place(value.type, wasm.get(t), 0, True), value.address() + wasm.set_(t)
            case Several():
                pairs = [self.settled(item) for item in value.items]
                return Several(tuple(v for v, _ in pairs)), b"".join(c for _, c in pairs)
        return value, b""

    def _assign(self, node: ast.Assign) -> bytes:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            value = self.value(node.value)
            return self.taken() + self.assign_name(node.targets[0].id, value, node)
        # Copied, because assigning to one target may change a variable that the next one gets.
        value, code = self.copied(self.value(node.value))
        code = self.taken() + code
        for target in node.targets:
            code += self.assign(target, value)
        return code

    def _annotated(self, node: ast.AnnAssign) -> bytes:
        if node.value is None:
            return b""
        value = self.value(node.value)
        return self.taken() + self.assign(node.target, value)

    def assign(self, target: ast.expr, value: Value) -> bytes:
        """Return the code that puts a value where it belongs."""
        match target:
            case ast.Name():
                return self.assign_name(target.id, value, target)
            case ast.Tuple() | ast.List():
                items = self.items(value, target)
                if len(items) != len(target.elts):
                    self.refuse(target, f"{len(items)} values for {len(target.elts)} names")
                return b"".join(map(self.assign, target.elts, items))
            case ast.Attribute() | ast.Subscript():
                kept, code = self.settled(value)
                address, offset, kind = self.target(target)
                return code + self.taken() + address + self.stored(kept, kind, offset, target)
        self.refuse(target, not_in_language(target))

    def items(self, value: Value, node: ast.AST | None) -> tuple[Value, ...]:
        """Return what a tuple is made of."""
        if isinstance(value, Several):
            return value.items
        if isinstance(value, Known) and isinstance(value.value, tuple):
            return tuple(map(Known, value.value))
        self.refuse(node, f"{self.told(value)} cannot be taken apart here")

    def assign_name(
        self, name: str, value: Value, node: ast.AST | None, is_argument: bool = False
    ) -> bytes:
        """Return the code that gives a variable a value."""
        frame = self.frame
        assert frame is not None
        assert frame.assigned is not None
        hints = frame.hints
        if frame.definition.assigned[name] == 1 and name not in hints.unsure:
            return self.assign_once(name, value, is_argument)
        shape = self._wide(shape_of(value))
        if shape == Known(None):
            self.refuse(node, f"{name} becomes None; use a number for nothing, such as -1")
        if isinstance(shape, Known | Span | Group):
            if frame.values.get(name, value) != value:
                self.refuse(node, f"{name} stands for different things; use two names")
            frame.values[name] = value
            frame.assigned.add(name)
            return b""
        both = hints.note(name, shape)
        if both is None:
            self.refuse(
                node,
                f"{name} is {self.told(value)} here and something else elsewhere; use two names"
                + (", or write 0.0 for 0" if "float" in (shape, hints.shapes[name]) else ""),
            )
        if name not in frame.locals:
            frame.locals[name] = [self.local(kind) for kind in locals_of(both)]
        places = frame.locals[name]
        code = self.pushed(value, both, node)
        code += b"".join(wasm.set_(place) for place in reversed(places))
        frame.values[name] = held(both, list(places))
        if both == "int":
            frame.values[name] = self.bounded(name, value, node)
        if name in hints.unsure:
            code += wasm.i32(1) + wasm.set_(self.flag(name))
        frame.assigned.add(name)
        return code

    def assign_once(self, name: str, value: Value, is_argument: bool) -> bytes:
        """Return the code that gives a variable its only value."""
        frame = self.frame
        assert frame is not None
        assert frame.assigned is not None
        code = b""
        # Another variable may change before this one is read; one that holds an argument cannot.
        can_stand = isinstance(value, Known | Group) or (
            is_argument and isinstance(value, Number | Place) and value.is_simple
        )
        if not can_stand and not (isinstance(value, Place) and value.base is None):
            value, code = self.copied(value)
        frame.values[name] = value
        frame.assigned.add(name)
        return code

    def bounded(self, name: str, value: Value, node: ast.AST | None) -> Number:
        """Return a variable, known to be 0 or more unless it was seen to become something else."""
        frame = self.frame
        assert frame is not None
        hints = frame.hints
        if name not in hints.negative and self.number(value, node).low < 0:
            hints.negative.add(name)
            hints.version += 1
        low = LOWEST if name in hints.negative else 0
        return Number(wasm.get(frame.locals[name][0]), "int", low, HIGHEST, True)

    def copied(self, value: Value) -> tuple[Value, bytes]:
        """Return a value in locals of its own, and the code that puts it there."""
        match value:
            case Number() if not isinstance(value, Known):
                t = self.local(WASM_OF[value.kind])
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

    def target(self, node: ast.Attribute | ast.Subscript) -> tuple[bytes, int, str]:
        """Return the address, the offset and the kind of a field or an entry to be written."""
        if isinstance(node, ast.Attribute):
            owner = self.value(node.value)
            if isinstance(owner, Known) and isinstance(owner.value, Struct):
                self.refuse(
                    node, "rules cannot change a parameter; what changes belongs into State"
                )
            if not (isinstance(owner, Place) and isinstance(owner.type, Record)):
                self.refuse(node, f"{self.told(owner)} has no field to be set")
            offset, type_ = self.field(owner.type, node)
            if not isinstance(type_, str):
                what = "list" if isinstance(type_, Items) else "record"
                how = "entry by entry" if what == "list" else "with copy_struct(to, source)"
                self.refuse(node, f"a whole {what} is replaced; change it {how}")
            return owner.pushed(), owner.offset + offset, type_
        if isinstance(node.slice, ast.Slice):
            self.refuse(node, "a slice is not in the language of rules; write a loop")
        owner = self.value(node.value)
        if isinstance(owner, Known | Several):
            self.refuse(node, "a tuple cannot be changed; declare a list in State")
        entry = self.entry(owner, self.value(node.slice), node)
        if not isinstance(entry, tuple):
            self.refuse(node, "a whole record is replaced; use copy_struct(to, source)")
        return entry

    def stored(self, value: Value, kind: str, offset: int, node: ast.AST) -> bytes:
        """Return the code that writes a value, the address being pushed."""
        if kind == "f8":
            return self.fraction(value, node).code + wasm.store(kind, offset)
        number = self.integer(value, node)
        low, high = bounds_of(kind)
        code = number.code
        if self.checked and (number.low < low or number.high > high):
            t = self.local(wasm.I64)
            width = 2 * (high + 1)
            beyond = wasm.get(t) + wasm.i64(-low) + wasm.I64_ADD + wasm.i64(width) + wasm.I64_GE_U
            code += wasm.set_(t)
            code += self.fail_if(beyond, node, f"a number that does not fit a field of kind {kind}")
            code += wasm.get(t)
        return code + wasm.store(kind, offset)

    def _augmented(self, node: ast.AugAssign) -> bytes:
        if isinstance(node.target, ast.Name):
            left = self.name(node.target, node.target.id)
            value = self.arithmetic(node.op, left, self.value_after(left, node.value), node)
            return self.taken() + self.assign_name(node.target.id, value, node)
        if not isinstance(node.target, ast.Attribute | ast.Subscript):
            self.refuse(node, "such a target cannot be changed in place")
        address, offset, kind = self.target(node.target)
        code, push = self.taken(), address
        if address != wasm.i32(0) and not _is_get(address):
            t = self.local(wasm.I32)
            code, push = code + address + wasm.set_(t), wasm.get(t)
        now, more = self.copied(self.loaded(push, offset, kind))
        code += more
        value = self.arithmetic(node.op, now, self.value(node.value), node)
        code += self.taken()
        return code + push + self.stored(value, kind, offset, node)

    def value_after(self, left: Value, node: ast.expr) -> Value:
        """Work out the right side, after the left one is known."""
        return self.value(node)

    def _if(self, node: ast.If) -> bytes:
        frame = self.frame
        assert frame is not None
        test = self.truth(node.test)
        if test is not None:
            code = self.taken()
            return code + self.block(node.body if test else node.orelse)
        self.depth += 1
        frame.nesting += 1
        if not node.orelse:
            label = self.depth
            code = self.jump(node.test, False, label)
            before = set(frame.assigned or ())
            code += self.block(node.body)
            after = frame.assigned
            frame.assigned = before if after is None else before & after
            code = wasm.BLOCK + b"\x40" + code + wasm.END
        else:
            end = self.depth
            self.depth += 1
            code = self.jump(node.test, False, self.depth)
            before = set(frame.assigned or ())
            code += self.block(node.body)
            one = frame.assigned
            if one is not None:
                code += wasm.br(self.depth - end)
            self.depth -= 1
            code = wasm.BLOCK + b"\x40" + code + wasm.END
            frame.assigned = before
            code += self.block(node.orelse)
            ways = [way for way in (one, frame.assigned) if way is not None]
            frame.assigned = _both(None, ways)
            code = wasm.BLOCK + b"\x40" + code + wasm.END
        frame.nesting -= 1
        self.depth -= 1
        return code

    def _while(self, node: ast.While) -> bytes:
        frame = self.frame
        assert frame is not None
        test = self.truth(node.test)
        if test is False:
            return self.block(node.orelse)
        frame.nesting += 1
        self.depth += 1
        outer = self.depth  # block: the loop is broken off
        self.depth += 1
        over = self.depth  # block: the condition fails
        self.depth += 1
        top = self.depth
        code = self.stop_check(node)
        if test is None:
            code += self.jump(node.test, False, over)
        at_test = set(frame.assigned or ())
        self.depth += 1
        loop = Loop(outer, self.depth)
        frame.loops.append(loop)
        body = self.block(node.body)
        frame.loops.pop()
        self.depth -= 1
        code += wasm.BLOCK + b"\x40" + body + wasm.END
        code += wasm.br(self.depth - top)
        self.depth -= 1
        code = wasm.LOOP + b"\x40" + code + wasm.END
        self.depth -= 1
        code = wasm.BLOCK + b"\x40" + code + wasm.END
        frame.assigned = at_test if test is None else None
        if test is None:
            code += self.block(node.orelse)
        else:
            code += wasm.UNREACHABLE
        self.depth -= 1
        code = wasm.BLOCK + b"\x40" + code + wasm.END
        frame.nesting -= 1
        frame.assigned = _both(frame.assigned, loop.at_break)
        return code

    def stop_check(self, node: ast.AST) -> bytes:
        """Ask whether the code is to stop, in a loop that may take long."""
        asked = wasm.i32(0) + wasm.load("p4", STOPPED)
        return self.fail_if(asked, None, STOP)

    def _for(self, node: ast.For) -> bytes:
        plan = self.rounds(node.iter)
        return self.taken() + self.loop(node, plan)

    def rounds(self, node: ast.expr) -> Rounds:
        """Return what a loop goes through."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            known = self.value(node.func)
            if known in (Known(enumerate), Known(zip)):
                return self.rounds_together(node, known == Known(enumerate))
        # Copied, because the loop may change the variables that it began with.
        value, more = self.copied(self.value(node))
        setup = self.taken() + more
        if isinstance(value, Span):
            return self.rounds_of_span(value, setup, node)
        if isinstance(value, Known) and isinstance(value.value, tuple):
            if not value.value:
                return Rounds(self.number(Known(0), node), lambda i: i, setup)
            constants = tuple(map(Known, value.value))
            value = (
                Several(constants) if len(constants) <= UNROLLED else self.table(value.value, node)
            )
        if isinstance(value, Several):
            items = value.items
            count = self.number(Known(len(items)), node)
            return Rounds(count, lambda i: self.chosen(items, i, node), setup, items=items)
        if isinstance(value, Place) and isinstance(value.type, Items):
            place, items_there = value, value.type
            count = self.length(items_there, node)

            def entry(i: Number) -> Value:
                return self.item(place, i, node)

            return Rounds(count, entry, setup)
        self.refuse(node, f"{self.told(value)} cannot be looped over; use range, a list or a tuple")

    def rounds_together(self, node: ast.Call, is_numbered: bool) -> Rounds:
        """Return what a loop over enumerate or zip goes through."""
        name = "enumerate" if is_numbered else "zip"
        if node.keywords or not node.args or (is_numbered and len(node.args) > 1):
            self.refuse(node, f"{name} takes lists and tuples alone; loop over an index")
        parts = [self.rounds(part) for part in node.args]
        if any(part.item is None for part in parts):
            self.refuse(node, f"{name} takes lists and tuples here; loop over the range")
        if any(part.count.low != part.count.high for part in parts):
            self.refuse(node, f"{name} takes lists of known length here; loop over an index")
        shortest = min(parts, key=lambda part: part.count.low).count

        def together(i: Number) -> Value:
            number = (i,) if is_numbered else ()
            return Several((*number, *(part.entry(i) for part in parts)))

        return Rounds(shortest, together, b"".join(part.setup for part in parts))

    def rounds_of_span(self, span: Span, setup: bytes, node: ast.AST) -> Rounds:
        """Return what a loop over a range goes through; where its step is not known, its rounds are
        counted first."""
        start, stop, step = span.start, span.stop, span.step
        if step.low == step.high:
            return Rounds(stop, None, setup, start, step)
        total = self.local(wasm.I64)
        zero = step.code + wasm.I64_EQZ
        setup += self.fail_if(zero, node, "the step of a range is 0")
        setup += start.code + stop.code + step.code
        setup += wasm.call(self.module.helper("rounds")) + wasm.set_(total)

        def number(i: Number) -> Value:
            return Number(start.code + i.code + step.code + wasm.I64_MUL + wasm.I64_ADD)

        return Rounds(Number(wasm.get(total), "int", 0, HIGHEST, True), number, setup)

    def span(self, values: list[Value], node: ast.Call) -> Value:
        """range"""
        if not 1 <= len(values) <= 3:
            self.refuse(node, "range takes one to three whole numbers")
        given = []
        for value in values:
            kept, code = self.once(self.integer(value, node))
            self.prelude += code
            given.append(kept)
        zero, one = self.number(Known(0), node), self.number(Known(1), node)
        start, stop = (given[0], given[1]) if len(given) > 1 else (zero, given[0])
        step = given[2] if len(given) > 2 else one
        if step.low == step.high == 0:
            self.refuse(node, "the step of a range is 0")
        return Span(start, stop, step)

    def unrolled(self, node: ast.For, values: Sequence[Value]) -> bytes:
        """Return the code of a loop over a few known values: its body, once for each."""
        frame = self.frame
        assert frame is not None
        frame.nesting += 1
        self.depth += 1
        outer = self.depth
        code, breaks = b"", list[set[str]]()
        for value in values:
            if frame.assigned is None:
                break
            self.depth += 1
            loop = Loop(outer, self.depth)
            frame.loops.append(loop)
            inside = self.assign(node.target, value) + self.block(node.body)
            frame.loops.pop()
            self.depth -= 1
            code += wasm.BLOCK + b"\x40" + inside + wasm.END
            frame.assigned = _both(frame.assigned, loop.at_continue)
            breaks += loop.at_break
        if frame.assigned is not None:
            code += self.block(node.orelse)
        else:
            code += wasm.UNREACHABLE
        self.depth -= 1
        frame.nesting -= 1
        frame.assigned = _both(frame.assigned, breaks)
        return wasm.BLOCK + b"\x40" + code + wasm.END

    def can_unroll(self, node: ast.For, count: int) -> bool:
        """Is a loop of so many rounds short, and does nothing that it names live on behind it?"""
        if count > UNROLLED:
            return False
        assert self.frame is not None
        definition = self.frame.definition
        inside = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
        if len(inside) * count > 5 * self.module.small:
            return False
        once = {
            part.id
            for part in inside
            if not isinstance(part.ctx, ast.Load) and definition.assigned[part.id] == 1
        }
        seen = Counter(part.id for part in inside)
        return all(seen[name] == definition.mentioned[name] for name in once)

    def loop(self, node: ast.For, rounds: Rounds) -> bytes:
        """Return the code of a loop."""
        frame = self.frame
        assert frame is not None
        values = rounds.known()
        if values is not None and self.can_unroll(node, len(values)):
            return rounds.setup + self.unrolled(node, values)
        code, stop = rounds.setup, rounds.count
        start = rounds.start or self.number(Known(0), node)
        step = rounds.step or self.number(Known(1), node)
        up = step.low > 0
        low, high = (start.low, stop.high - 1) if up else (stop.low + 1, start.high)
        if low > high:
            return code + self.block(node.orelse)
        counter = self.local(wasm.I64)
        number = Number(wasm.get(counter), "int", max(low, LOWEST), min(high, HIGHEST), True)
        surely = start.high < stop.low if up else start.low > stop.high
        more = number.code + stop.code + (wasm.I64_LT_S if up else wasm.I64_GT_S)
        code += start.code + wasm.set_(counter)
        if high - low > FEW:
            left = stop.code + number.code if up else number.code + stop.code
            code += self.patience(left + wasm.I64_SUB, node)
        at_start = set(frame.assigned or ())
        frame.nesting += 1
        self.depth += 4  # blocks: broken off, over, the loop, one round
        loop = Loop(self.depth - 3, self.depth)
        inside = self.round(node, loop, rounds.item(number) if rounds.item else number)
        on = number.code + step.code + wasm.I64_ADD + wasm.set_(counter) + more + wasm.br_if(0)
        body = wasm.LOOP + b"\x40" + wasm.BLOCK + b"\x40" + inside + wasm.END + on + wasm.END
        if not surely:
            body = more + wasm.I32_EQZ + wasm.br_if(0) + body
        code += wasm.BLOCK + b"\x40" + wasm.BLOCK + b"\x40" + body + wasm.END
        self.depth -= 3
        at_end = _both(frame.assigned, loop.at_continue)
        frame.assigned = (at_end or at_start) if surely else at_start
        code += self.block(node.orelse) + wasm.END
        self.depth -= 1
        frame.nesting -= 1
        frame.assigned = _both(frame.assigned, loop.at_break)
        return code

    def round(self, node: ast.For, loop: Loop, item: Value) -> bytes:
        """Return the code of one round of a loop."""
        assert self.frame is not None
        value, kept = self.settled(item)
        code = self.taken() + kept + self.assign(node.target, value)
        self.frame.loops.append(loop)
        code += self.block(node.body)
        self.frame.loops.pop()
        return code

    def patience(self, left: bytes, node: ast.AST) -> bytes:
        """Ask whether to stop, before so many rounds that may take a while; refuse to begin many more."""
        too_many = left + wasm.i64(MOST_ROUNDS) + wasm.I64_GT_S
        said = f"a loop of more than {MOST_ROUNDS:,} rounds"
        return self.stop_check(node) + self.fail_if(too_many, node, said)

    def _break(self, node: ast.Break) -> bytes:
        assert self.frame is not None
        loop = self.frame.loops[-1]
        loop.at_break.append(set(self.frame.assigned or ()))
        self.frame.assigned = None
        return wasm.br(self.depth - loop.break_label)

    def _continue(self, node: ast.Continue) -> bytes:
        assert self.frame is not None
        loop = self.frame.loops[-1]
        loop.at_continue.append(set(self.frame.assigned or ()))
        self.frame.assigned = None
        return wasm.br(self.depth - loop.continue_label)

    def _assert(self, node: ast.Assert) -> bytes:
        test = self.truth(node.test)
        if test is True:
            return self.taken()
        if test is False:
            assert self.frame is not None
            self.frame.assigned = None
            return self.taken() + self.fail(node, "an assertion does not hold")
        assert self.frame is not None
        self.depth += 1
        self.frame.nesting += 1
        code = self.jump(node.test, True, self.depth) + self.fail(
            node, "an assertion does not hold"
        )
        self.frame.nesting -= 1
        self.depth -= 1
        return wasm.BLOCK + b"\x40" + code + wasm.END

    def _raise(self, node: ast.Raise) -> bytes:
        assert self.frame is not None
        self.frame.assigned = None
        return self.fail(node, f"it raises {ast.unparse(node.exc) if node.exc else 'an error'}")

    # truth

    def truth(self, node: ast.expr) -> bool | None:
        """Return whether an expression is true where that is known now, without writing code."""
        match node:
            case ast.Constant():
                return bool(node.value)
            case ast.UnaryOp(op=ast.Not()):
                inner = self.truth(node.operand)
                return None if inner is None else not inner
            case ast.BoolOp():
                wanted = isinstance(node.op, ast.Or)  # decides at once
                for operand in node.values:
                    found = self.truth(operand)
                    if found is None:
                        return None
                    if found is wanted:
                        return wanted
                return not wanted
            case ast.Name() | ast.Attribute() | ast.Compare():
                known = self.known(node)
                return None if known is None else bool(known.value)
        return None

    def known(self, node: ast.expr) -> Known | None:
        """Return what an expression stands for where that is known now, without writing code."""
        match node:
            case ast.Constant():
                return Known(node.value)
            case ast.Name():
                value = self.peek(node.id)
                return value if isinstance(value, Known) else None
            case ast.Attribute():
                owner = self.known(node.value)
                if owner is None or not isinstance(owner.value, Struct | ModuleType):
                    return None
                return Known(getattr(owner.value, node.attr, None))
            case ast.UnaryOp(op=ast.USub()):
                inner = self.known(node.operand)
                is_number = inner is not None and isinstance(inner.value, int | float)
                return Known(-inner.value) if is_number and inner is not None else None
            case ast.Compare(ops=[op]):
                left, right = self.known(node.left), self.known(node.comparators[0])
                if left is None and isinstance(op, ast.Is | ast.IsNot):
                    return None
                if left is None or right is None:
                    return None
                return self.compared_now(op, left.value, right.value)
        return None

    def compared_now(self, op: ast.cmpop, left: Any, right: Any) -> Known | None:
        """Compare what is known."""
        if isinstance(op, ast.Is | ast.IsNot):
            return Known((left is right) == isinstance(op, ast.Is))
        if isinstance(op, ast.In | ast.NotIn):
            if not isinstance(right, tuple):
                return None
            return Known((left in right) == isinstance(op, ast.In))
        numbers = (int, float)
        if isinstance(left, numbers) and isinstance(right, numbers):
            return Known(COMPARED[type(op)][0](left, right))
        if isinstance(left, tuple) and isinstance(right, tuple):
            return Known(COMPARED[type(op)][0](left, right))
        return None

    def peek(self, name: str) -> Value | None:
        """Return what a name stands for, if that needs no code."""
        frame = self.frame
        assert frame is not None
        definition = frame.definition
        if name in definition.assigned:
            surely = frame.assigned is not None and name in frame.assigned
            return frame.values.get(name) if surely else None
        return self.outside(name, None)

    def jump(self, node: ast.expr, when: bool, label: int) -> bytes:
        """Return the code that jumps to a label where the truth of an expression is `when`."""
        assert self.frame is not None
        known = self.truth(node)
        if known is not None:
            return wasm.br(self.depth - label) if known is when else b""
        match node:
            case ast.UnaryOp(op=ast.Not()):
                return self.jump(node.operand, not when, label)
            case ast.BoolOp():
                decides = isinstance(
                    node.op, ast.Or
                )  # the truth of an operand that decides at once
                if decides is when:
                    return b"".join(self.jump(one, when, label) for one in node.values)
                self.depth += 1
                self.frame.nesting += 1
                skip = self.depth
                code = b"".join(self.jump(one, not when, skip) for one in node.values[:-1])
                code += self.jump(node.values[-1], when, label)
                self.frame.nesting -= 1
                self.depth -= 1
                return wasm.BLOCK + b"\x40" + code + wasm.END
        before, self.prelude = self.prelude, b""
        condition = self.condition(self.value(node), node)
        code = self.prelude + condition + (b"" if when else wasm.I32_EQZ)
        self.prelude = before
        return code + wasm.br_if(self.depth - label)

    def condition(self, value: Value, node: ast.AST) -> bytes:
        """Push whether a value is true."""
        if isinstance(value, Known) and isinstance(value.value, tuple | type(None)):
            return wasm.i32(bool(value.value))
        number = self.number(value, node)
        if number.kind == "bool":
            return number.code
        if number.kind == "float":
            return number.code + wasm.f64(0.0) + wasm.F64_NE
        return number.code + wasm.i64(0) + wasm.I64_NE

    # expressions

    def value(self, node: ast.expr) -> Value:
        """Return what an expression stands for. What has to be done before goes into the prelude."""
        method = EXPRESSIONS.get(type(node))
        if method is None:
            self.refuse(node, not_in_language(node))
        found: Value = method(self, node)
        return found

    def ordered(self, nodes: Sequence[ast.expr]) -> list[Value]:
        """Return what expressions stand for, each worked out before the next one does anything."""
        values: list[Value] = []
        for node in nodes:
            before, self.prelude = self.prelude, b""
            value = self.value(node)
            does = self.prelude
            self.prelude = before
            if does or _may_fail(value):
                # What came before must be worked out first.
                for place, earlier in enumerate(values):
                    values[place], code = self.settled(earlier)
                    self.prelude += code
            self.prelude += does
            values.append(value)
        return values

    def _constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, int) and node.value > HIGHEST:
            self.refuse(node, f"{node.value} needs more than 64 bits; use smaller numbers")
        if isinstance(node.value, bool | int | float | type(None)):
            return Known(node.value)
        if isinstance(node.value, str | bytes):
            self.refuse(node, "a text is not in the language of rules; use numbers")
        self.refuse(node, f"a {type(node.value).__name__} is not in the language of rules")

    def _name(self, node: ast.Name) -> Value:
        return self.name(node, node.id)

    def name(self, node: ast.AST, name: str) -> Value:
        """Return what a name stands for."""
        frame = self.frame
        assert frame is not None
        if name not in frame.definition.assigned:
            value = self.outside(name, node)
            if value is None:
                self.refuse(node, f"nothing is called {name} here")
            if isinstance(value, Known) and isinstance(value.value, list | dict | set | str):
                kind = type(value.value).__name__
                self.refuse(
                    node,
                    f"reads {name}, a {kind}; rules may read numbers, tuples of numbers and functions",
                )
            return value
        hints = frame.hints
        if frame.assigned is not None and name not in frame.assigned:
            if name not in hints.unsure:
                hints.unsure.add(name)
                hints.version += 1
            unset = wasm.get(self.flag(name)) + wasm.I32_EQZ
            self.prelude += self.fail_if(unset, node, f"{name} has no value yet")
            if name not in frame.values:
                shape = hints.shapes.get(name, "int")
                if name not in frame.locals:
                    frame.locals[name] = [self.local(kind) for kind in locals_of(shape)]
                frame.values[name] = held(shape, list(frame.locals[name]))
        return frame.values[name]

    def outside(self, name: str, node: ast.AST | None) -> Value | None:
        """Return what a name outside the function stands for."""
        assert self.frame is not None
        definition = self.frame.definition
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
            self.module.read.append((cell, found))
        elif name in function.__globals__:
            found = function.__globals__[name]
        elif hasattr(builtins, name):
            found = getattr(builtins, name)
        else:
            return None
        value = found if isinstance(found, Known | Group | Place) else Known(found)
        definition.names[name] = value
        return value

    def _attribute(self, node: ast.Attribute) -> Value:
        owner = self.value(node.value)
        if isinstance(owner, Group):
            return owner.members[node.attr]
        if isinstance(owner, Known):
            if isinstance(owner.value, Struct):
                if node.attr not in type(owner.value).fields:
                    self.refuse(node, f"there is no parameter {node.attr}")
                found = getattr(owner.value, node.attr)
                return Known(tuple(found) if isinstance(found, list) else found)
            if isinstance(owner.value, ModuleType):
                if not hasattr(owner.value, node.attr):
                    self.refuse(node, f"{owner.value.__name__} has no {node.attr}")
                return Known(getattr(owner.value, node.attr))
        if isinstance(owner, Place) and isinstance(owner.type, Record):
            offset, type_ = self.field(owner.type, node)
            if isinstance(type_, str):
                return self.loaded(owner.pushed(), owner.offset + offset, type_)
            return Place(type_, owner.base, owner.offset + offset, owner.is_simple)
        self.refuse(node, f"{self.told(owner)} has no .{node.attr} in rules")

    def field(self, record: Record, node: ast.Attribute) -> tuple[int, Any]:
        """Return where a field is and of what type."""
        if node.attr not in record.fields:
            self.refuse(node, f"{record.name} declares no field {node.attr}")
        return record.fields[node.attr]

    def loaded(self, address: bytes, offset: int, kind: str) -> Number:
        """Read a number."""
        code = address + wasm.load(kind, offset)
        if kind == "f8":
            return Number(code, "float")
        return Number(code, "int", *bounds_of(kind))

    def _subscript(self, node: ast.Subscript) -> Value:
        if isinstance(node.slice, ast.Slice):
            self.refuse(node, "a slice is not in the language of rules; write a loop")
        owner, index = self.ordered([node.value, node.slice])
        return self.subscripted(owner, index, node)

    def subscripted(self, owner: Value, index: Value, node: ast.AST) -> Value:
        """Return an entry of a list or a tuple."""
        if isinstance(owner, Known) and isinstance(owner.value, tuple):
            if isinstance(index, Known) and isinstance(index.value, int):
                if not -len(owner.value) <= index.value < len(owner.value):
                    self.prelude += self.fail(
                        node, f"an index outside a tuple of {len(owner.value)}"
                    )
                    return Known(owner.value[0] if owner.value else 0)
                return Known(owner.value[index.value])
            if not owner.value:
                self.prelude += self.fail(node, "an index outside a tuple of 0")
                return Known(0)
            owner = self.table(owner.value, node)
        if isinstance(owner, Several):
            if isinstance(index, Known) and isinstance(index.value, int):
                if not -len(owner.items) <= index.value < len(owner.items):
                    self.prelude += self.fail(
                        node, f"an index outside a tuple of {len(owner.items)}"
                    )
                    return owner.items[0]
                return owner.items[index.value]
            return self.chosen(owner.items, self.integer(index, node), node)
        if not (isinstance(owner, Place) and isinstance(owner.type, Items)):
            self.refuse(node, f"{self.told(owner)} has no entries")
        return self.item(owner, self.integer(index, node), node)

    def chosen(self, items: Sequence[Value], index: Number, node: ast.AST) -> Value:
        """Return one of a few values by its number."""
        shape: Shape | None = None
        for item in items:
            mine = shape_of(item)
            shape = mine if shape is None else joined(shape, mine)
            if shape is None:
                self.refuse(node, "a tuple of different kinds of value; name each one")
        assert shape is not None
        if isinstance(shape, Known | Span | Group):
            self.refuse(node, "a tuple of something else than numbers; write if and elif")
        index = self.within(index, len(items), node, always=True)
        index, code = self.once(index)
        self.prelude += code
        kinds = locals_of(shape)
        places = [self.local(kind) for kind in kinds]
        settled = []
        for item in items:
            kept, code = self.settled(item)
            self.prelude += code
            settled.append(kept)

        def sets(item: Value) -> bytes:
            return self.pushed(item, shape, node) + b"".join(
                wasm.set_(place) for place in reversed(places)
            )

        code = sets(settled[-1])
        for number in range(len(settled) - 2, -1, -1):
            test = index.code + wasm.i64(number) + wasm.I64_EQ
            code = test + wasm.IF + b"\x40" + sets(settled[number]) + wasm.ELSE + code + wasm.END
        self.prelude += code
        return held(shape, places)

    def once(self, number: Number) -> tuple[Number, bytes]:
        """Return a number that can be read several times."""
        if number.is_simple:
            return number, b""
        t = self.local(WASM_OF[number.kind])
        kept = Number(wasm.get(t), number.kind, number.low, number.high, True)
        return kept, number.code + wasm.set_(t)

    def within(self, index: Number, length: int, node: ast.AST, always: bool = False) -> Number:
        """Return an index counted from the beginning; where code is checked, one of the list."""
        if index.low >= 0 and index.high < length:
            return index
        t = self.local(wasm.I64)
        code = index.code
        if index.low < 0:
            code += wasm.tee(t) + wasm.get(t) + wasm.i64(63) + wasm.I64_SHR_S
            code += wasm.i64(length) + wasm.I64_AND + wasm.I64_ADD
        if self.checked or always:
            beyond = wasm.get(t) + wasm.i64(length) + wasm.I64_GE_U
            code += wasm.set_(t)
            code += self.fail_if(beyond, node, f"an index outside a list of {length}")
            code += wasm.get(t)
            return Number(code, "int", 0, length - 1)
        return Number(code, "int", LOWEST, HIGHEST)

    def item(self, owner: Place, index: Number, node: ast.AST) -> Value:
        """Return an entry of a list."""
        entry = self.entry(owner, index, node)
        if isinstance(entry, tuple):
            return self.loaded(*entry)
        return entry

    def entry(self, owner: Value, at: Value, node: ast.AST) -> tuple[bytes, int, str] | Place:
        """Return the address, offset and kind of an entry, or the place of one that is a record."""
        if not (isinstance(owner, Place) and isinstance(owner.type, Items)):
            self.refuse(node, f"{self.told(owner)} has no entries")
        index, items = self.integer(at, node), owner.type
        if items.length >= 0:
            if index.low == index.high:
                if not -items.length <= index.low < items.length:
                    self.prelude += self.fail(node, f"an index outside a list of {items.length}")
                offset = owner.offset + items.stride * (index.low % max(1, items.length))
                if isinstance(items.item, str):
                    return owner.pushed(), offset, items.item
                return Place(items.item, owner.base, offset, owner.is_simple)
            index = self.within(index, items.length, node)
        code = index.code + wasm.I32_WRAP
        if items.stride != 1:
            shift = items.stride.bit_length() - 1
            is_power = items.stride == 1 << shift
            code += (
                wasm.i32(shift) + wasm.I32_SHL
                if is_power
                else wasm.i32(items.stride) + wasm.I32_MUL
            )
        if owner.base is not None:
            code = owner.base + code + wasm.I32_ADD
        if isinstance(items.item, str):
            return code, owner.offset, items.item
        return Place(items.item, code, owner.offset)

    def length(self, items: Items, node: ast.AST) -> Number:
        """Return how many entries a list has."""
        if items.length >= 0:
            return self.number(Known(items.length), node)
        code = wasm.get_global(-1 - items.length) + wasm.I64_EXTEND_U
        return Number(code, "int", 0, 1 << 31, True)

    def _tuple(self, node: ast.Tuple) -> Value:
        values = self.ordered(node.elts)
        if all(isinstance(value, Known) for value in values):
            return Known(tuple(value.value for value in values if isinstance(value, Known)))
        # Settled, because an item that nobody reads may still go wrong.
        whole, code = self.settled(Several(tuple(values)))
        self.prelude += code
        return whole

    def _binary(self, node: ast.BinOp) -> Value:
        left, right = self.ordered([node.left, node.right])
        return self.arithmetic(node.op, left, right, node)

    def arithmetic(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        """Return the result of an operation."""
        if isinstance(left, Known) and isinstance(right, Known):
            return self.worked_out(op, left.value, right.value, node)
        one, two = self.number(left, node), self.number(right, node)
        if isinstance(op, ast.Div) or "float" in (one.kind, two.kind):
            return self.float_arithmetic(op, left, right, node)
        if one.kind == two.kind == "bool" and isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor):
            code = {ast.BitAnd: wasm.I32_AND, ast.BitOr: wasm.I32_OR, ast.BitXor: wasm.I32_XOR}
            return Number(one.code + two.code + code[type(op)], "bool", 0, 1)
        return self.int_arithmetic(op, self.whole(one), self.whole(two), node)

    def worked_out(self, op: ast.operator, left: Any, right: Any, node: ast.AST) -> Value:
        """Work an operation out now."""
        if type(op) not in BINARY:
            self.refuse(node, f"{SIGNS.get(type(op), 'this')} is not in the language of rules")
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        tuples = isinstance(left, tuple) and isinstance(right, tuple) and isinstance(op, ast.Add)
        if not numbers and not tuples:
            self.refuse(
                node,
                f"{SIGNS[type(op)]} between {self.told(Known(left))} and {self.told(Known(right))}",
            )
        is_vast = isinstance(op, ast.LShift) and left and right > 4096
        if isinstance(op, ast.Pow) and isinstance(left, int) and isinstance(right, int):
            is_vast = abs(left) > 1 and left.bit_length() * right > 4096
        if is_vast:
            self.prelude += self.fail(node, "a result that needs more than 64 bits")
            return Known(0)
        try:
            found = BINARY[type(op)](left, right)
        except (ArithmeticError, ValueError) as problem:
            self.prelude += self.fail(node, str(problem))
            return Known(0)
        if isinstance(found, complex):
            self.refuse(node, "a root of a negative number")
        return Known(found)

    def float_arithmetic(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        """Return the result of an operation between fractions."""
        if type(op) not in FLOATS:
            self.refuse(node, f"{SIGNS.get(type(op))} between fractions; use whole numbers")
        one, two = self.fraction(left, node), self.fraction(right, node)
        if not isinstance(op, ast.Div) or (isinstance(right, Known) and right.value != 0):
            return Number(one.code + two.code + FLOATS[type(op)], "float")
        a, b = self.local(wasm.F64), self.local(wasm.F64)
        code = one.code + wasm.set_(a) + two.code + wasm.set_(b)
        zero = wasm.get(b) + wasm.f64(0.0) + wasm.F64_EQ
        self.prelude += code + self.fail_if(zero, node, "a division by zero")
        return Number(wasm.get(a) + wasm.get(b) + wasm.F64_DIV, "float")

    def int_arithmetic(self, op: ast.operator, a: Number, b: Number, node: ast.AST) -> Value:
        """Return the result of an operation between whole numbers."""
        match op:
            case ast.Add():
                bounds = a.low + b.low, a.high + b.high
                return self.sum(a, b, wasm.I64_ADD, "add", bounds, node)
            case ast.Sub():
                bounds = a.low - b.high, a.high - b.low
                return self.sum(a, b, wasm.I64_SUB, "subtract", bounds, node)
            case ast.Mult():
                corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
                bounds = min(corners), max(corners)
                return self.sum(a, b, wasm.I64_MUL, "multiply", bounds, node)
            case ast.BitAnd():
                known = [x.high for x in (a, b) if x.low >= 0]
                low, high = (0, min(known)) if known else (LOWEST, HIGHEST)
                return Number(a.code + b.code + wasm.I64_AND, "int", low, high)
            case ast.BitOr() | ast.BitXor():
                sign = wasm.I64_OR if isinstance(op, ast.BitOr) else wasm.I64_XOR
                low, high = LOWEST, HIGHEST
                if a.low >= 0 and b.low >= 0:
                    low, high = 0, (1 << max(a.high, b.high).bit_length()) - 1
                return Number(a.code + b.code + sign, "int", low, high)
            case ast.LShift() | ast.RShift():
                return self.shift(op, a, b, node)
            case ast.FloorDiv() | ast.Mod():
                return self.division(op, a, b, node)
            case ast.Pow():
                return self.power(a, b, node)
        self.refuse(node, f"{SIGNS.get(type(op), 'this')} is not in the language of rules")

    def sum(
        self, a: Number, b: Number, code: bytes, name: str, bounds: tuple[int, int], node: ast.AST
    ) -> Number:
        """Return the result of an operation that may need more than 64 bits."""
        low, high = bounds
        within = max(low, LOWEST), min(high, HIGHEST)
        if within == bounds or not self.checked:
            return Number(a.code + b.code + code, "int", *within)
        t = self.local(wasm.I64)
        failed = self.local(wasm.I32)
        called = (
            a.code + b.code + wasm.call(self.module.helper(name)) + wasm.set_(failed) + wasm.set_(t)
        )
        self.prelude += called
        self.prelude += self.fail_if(
            wasm.get(failed), node, "a result that needs more than 64 bits"
        )
        return Number(wasm.get(t), "int", max(low, LOWEST), min(high, HIGHEST), True)

    def shift(self, op: ast.operator, a: Number, b: Number, node: ast.AST) -> Value:
        """Return a number shifted."""
        is_left = isinstance(op, ast.LShift)
        if b.high < 0:
            self.prelude += self.fail(node, "a shift by a negative number")
            return Known(0)
        if b.low < 0 or b.high > 63:
            (a, first), (b, then) = self.once(a), self.once(b)
            code = first + then
            if b.low < 0:
                negative = b.code + wasm.i64(0) + wasm.I64_LT_S
                code += self.fail_if(negative, node, "a shift by a negative number")
            if b.high > 63:
                beyond = b.code + wasm.i64(63) + wasm.I64_GT_S
                if is_left:
                    lost = beyond + a.code + wasm.i64(0) + wasm.I64_NE + wasm.I32_AND
                    code += self.fail_if(lost, node, "a result that needs more than 64 bits")
                t = self.local(wasm.I64)
                code += wasm.i64(63) + b.code + beyond + wasm.SELECT + wasm.set_(t)
                b = Number(wasm.get(t), "int", 0, 63, True)
            self.prelude += code
        if not is_left:
            low, high = min(a.low, 0), max(a.high, 0)
            if b.low == b.high:
                low, high = a.low >> b.low, a.high >> b.low
            return Number(a.code + b.code + wasm.I64_SHR_S, "int", low, high)
        greatest = max(0, min(b.high, 63))
        if a.low << greatest >= LOWEST and a.high << greatest <= HIGHEST:
            low = min(a.low << greatest, a.low << max(0, b.low))
            high = max(a.high << greatest, a.high << max(0, b.low))
            return Number(a.code + b.code + wasm.I64_SHL, "int", low, high)
        if self.checked:
            (a, first), (b, then) = self.once(a), self.once(b)
            t = self.local(wasm.I64)
            code = first + then + a.code + b.code + wasm.I64_SHL + wasm.set_(t)
            lost = wasm.get(t) + b.code + wasm.I64_SHR_S + a.code + wasm.I64_NE
            self.prelude += code + self.fail_if(lost, node, "a result that needs more than 64 bits")
            return Number(wasm.get(t), is_simple=True)
        return Number(a.code + b.code + wasm.I64_SHL)

    def division(self, op: ast.operator, a: Number, b: Number, node: ast.AST) -> Value:
        """Return a quotient rounded down, or a remainder with the sign of the divisor."""
        is_quotient = isinstance(op, ast.FloorDiv)
        if b.low <= 0 <= b.high:
            if b.low == b.high:
                self.prelude += self.fail(node, "a division by zero")
                return Known(0)
            (a, first), (b, then) = self.once(a), self.once(b)
            self.prelude += first + then
            zero = b.code + wasm.I64_EQZ
            self.prelude += self.fail_if(zero, node, "a division by zero")
        if a.low >= 0 and b.low >= 0:
            least = max(1, b.low)
            if is_quotient:
                bounds = a.low // max(1, b.high), a.high // least
                return Number(a.code + b.code + wasm.I64_DIV_U, "int", *bounds)
            greatest = min(a.high, b.high - 1)
            return Number(a.code + b.code + wasm.I64_REM_U, "int", 0, max(0, greatest))
        if b.low == b.high and b.low > 0:
            return self.division_by(is_quotient, a, b.low)
        if self.checked and is_quotient and a.low == LOWEST and b.low <= -1 <= b.high:
            (a, first), (b, then) = self.once(a), self.once(b)
            self.prelude += first + then
            beyond = a.code + wasm.i64(LOWEST) + wasm.I64_EQ + b.code + wasm.i64(-1) + wasm.I64_EQ
            beyond += wasm.I32_AND
            self.prelude += self.fail_if(beyond, node, "a result that needs more than 64 bits")
        name = "quotient" if is_quotient else "remainder"
        return Number(a.code + b.code + wasm.call(self.module.helper(name)))

    def division_by(self, is_quotient: bool, a: Number, k: int) -> Number:
        """Divide what may be negative by a positive number that is known."""
        shift = k.bit_length() - 1
        bounds = (a.low // k, a.high // k) if is_quotient else (0, k - 1)
        if k == 1 << shift:
            if is_quotient:
                return Number(a.code + wasm.i64(shift) + wasm.I64_SHR_S, "int", *bounds)
            return Number(a.code + wasm.i64(k - 1) + wasm.I64_AND, "int", *bounds)
        (a, first), rest = self.once(a), self.local(wasm.I64)
        code = first + a.code + wasm.i64(k) + wasm.I64_REM_S + wasm.set_(rest)
        sign = wasm.get(rest) + wasm.i64(63) + wasm.I64_SHR_S
        if is_quotient:
            code += a.code + wasm.i64(k) + wasm.I64_DIV_S + sign + wasm.I64_ADD
        else:
            code += wasm.get(rest) + sign + wasm.i64(k) + wasm.I64_AND + wasm.I64_ADD
        return Number(code, "int", *bounds)

    def power(self, a: Number, b: Number, node: ast.AST) -> Value:
        """Return a whole number to the power of another."""
        (a, first), (b, then) = self.once(a), self.once(b)
        self.prelude += first + then
        if b.low < 0:
            negative = b.code + wasm.i64(0) + wasm.I64_LT_S
            self.prelude += self.fail_if(negative, node, "a negative power, which is a fraction")
        if a.low >= 0 and b.low >= 0 and a.high ** min(b.high, 64) <= HIGHEST and b.high <= 64:
            bounds = a.low**b.low if a.low else 0, max(1, a.high) ** b.high
            return Number(
                a.code + b.code + wasm.call(self.module.helper("power")) + wasm.DROP, "int", *bounds
            )
        t, failed = self.local(wasm.I64), self.local(wasm.I32)
        self.prelude += a.code + b.code + wasm.call(self.module.helper("power"))
        self.prelude += wasm.set_(failed) + wasm.set_(t)
        if self.checked:
            said = "a result that needs more than 64 bits"
            self.prelude += self.fail_if(wasm.get(failed), node, said)
        return Number(wasm.get(t), is_simple=True)

    def _unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            known = self.truth(node.operand)
            if known is not None:
                return Known(not known)
            return Number(
                self.condition(self.value(node.operand), node) + wasm.I32_EQZ, "bool", 0, 1
            )
        value = self.value(node.operand)
        if isinstance(value, Known) and isinstance(value.value, int | float):
            if isinstance(node.op, ast.Invert):
                return Known(~value.value) if isinstance(value.value, int) else value
            return Known(-value.value if isinstance(node.op, ast.USub) else +value.value)
        number = self.number(value, node)
        if number.kind == "float":
            if isinstance(node.op, ast.Invert):
                self.refuse(node, "~ of a fraction; use whole numbers")
            return (
                Number(number.code + wasm.F64_NEG, "float")
                if isinstance(node.op, ast.USub)
                else number
            )
        number = self.whole(number)
        if isinstance(node.op, ast.UAdd):
            return number
        if isinstance(node.op, ast.Invert):
            code = number.code + wasm.i64(-1) + wasm.I64_XOR
            return Number(code, "int", ~number.high, ~number.low)
        zero = self.number(Known(0), node)
        return self.int_arithmetic(ast.Sub(), zero, number, node)

    def _boolean(self, node: ast.BoolOp) -> Value:
        decides = isinstance(node.op, ast.Or)
        values = []
        for operand in node.values:
            known = self.truth(operand)
            if known is decides:
                values.append(operand)
                break
            if known is None or operand is node.values[-1]:
                values.append(operand)
        return self.short_circuit(values, decides, node)

    def short_circuit(self, nodes: list[ast.expr], decides: bool, node: ast.BoolOp) -> Value:
        """Return the first operand that decides, or the last one."""
        if len(nodes) == 1:
            return self.value(nodes[0])
        assert self.frame is not None
        left, code = self.settled(self.value(nodes[0]))
        self.prelude += code
        if isinstance(left, Known):
            return (
                left
                if bool(left.value) is decides
                else self.short_circuit(nodes[1:], decides, node)
            )
        before, self.prelude = self.prelude, b""
        self.depth += 1
        self.frame.nesting += 1
        right = self.short_circuit(nodes[1:], decides, node)
        self.frame.nesting -= 1
        self.depth -= 1
        does, self.prelude = self.prelude, before
        one, two = self.number(left, node), self.number(right, node)
        kind = joined(one.kind, two.kind)
        if not isinstance(kind, str):
            self.refuse(node, "and, or between different kinds of value; write if and else")
        if kind == "int":
            one, two = self.whole(one), self.whole(two)
        push, rest = one.code, does + two.code
        first, second = (push, rest) if decides else (rest, push)
        code = self.condition(left, node) + wasm.IF + bytes([WASM_OF[kind]])
        t = self.local(WASM_OF[kind])
        self.prelude += code + first + wasm.ELSE + second + wasm.END + wasm.set_(t)
        low, high = min(one.low, two.low), max(one.high, two.high)
        return Number(wasm.get(t), kind, low, high, True)

    def _conditional(self, node: ast.IfExp) -> Value:
        known = self.truth(node.test)
        if known is not None:
            return self.value(node.body if known else node.orelse)
        assert self.frame is not None
        condition = self.condition(self.value(node.test), node.test)
        before, self.prelude = self.prelude, b""
        self.depth += 1
        self.frame.nesting += 1
        one = self.value(node.body)
        first = self.taken()
        two = self.value(node.orelse)
        second = self.taken()
        self.frame.nesting -= 1
        self.depth -= 1
        self.prelude = before
        shape = joined(self._wide(shape_of(one)), self._wide(shape_of(two)))
        if shape is None or isinstance(shape, Known | Span | Group):
            self.refuse(node, "a choice between different kinds of value; write if and else")
        kinds = tuple(locals_of(shape))
        a, b = self.pushed(one, shape, node), self.pushed(two, shape, node)
        low = high = 0
        if isinstance(shape, str):
            x, y = self.number(one, node), self.number(two, node)
            low, high = min(x.low, y.low), max(x.high, y.high)
            if not first and not second and x.is_simple and y.is_simple:
                return Number(a + b + condition + wasm.SELECT, shape, low, high)
        code = condition + wasm.IF + self.module.module.block(kinds)
        code += first + a + wasm.ELSE + second + b + wasm.END
        places = [self.local(kind) for kind in kinds]
        code += b"".join(wasm.set_(place) for place in reversed(places))
        self.prelude += code
        if isinstance(shape, str):
            return Number(wasm.get(places[0]), shape, low, high, True)
        return held(shape, places)

    def _wide(self, shape: Shape) -> Shape:
        """A tuple of constants may be held in locals."""
        if isinstance(shape, Known) and isinstance(shape.value, tuple):
            return tuple(shape_of(Known(item)) for item in shape.value)
        return shape

    def _compare(self, node: ast.Compare) -> Value:
        known = self.known(node) if len(node.ops) == 1 else None
        if known is not None:
            return known
        if len(node.ops) == 1:
            if isinstance(node.ops[0], ast.In | ast.NotIn):
                return self.contains(node)
            left, right = self.ordered([node.left, node.comparators[0]])
            return self.compared(node.ops[0], left, right, node)
        return self.chained(node)

    def chained(self, node: ast.Compare) -> Value:
        """Return whether all comparisons of a chain hold, each operand being worked out once."""
        assert self.frame is not None
        t = self.local(wasm.I32)
        self.depth += 1
        self.frame.nesting += 1
        before, self.prelude = self.prelude, b""
        left, code = self.settled(self.value(node.left))
        code = self.taken() + code
        for op, comparator in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, ast.In | ast.NotIn | ast.Is | ast.IsNot):
                self.refuse(node, "such a chain of comparisons; use `and`")
            right, more = self.settled(self.value(comparator))
            code += self.taken() + more
            found = self.compared(op, left, right, node)
            code += self.taken() + self.condition(found, node) + wasm.tee(t)
            if comparator is not node.comparators[-1]:
                code += wasm.I32_EQZ + wasm.br_if(0)
            else:
                code += wasm.DROP
            left = right
        self.prelude = before + wasm.BLOCK + b"\x40" + code + wasm.END
        self.frame.nesting -= 1
        self.depth -= 1
        return Number(wasm.get(t), "bool", 0, 1, True)

    def compared(self, op: ast.cmpop, left: Value, right: Value, node: ast.AST) -> Value:
        """Return whether a comparison holds."""
        if isinstance(left, Known) and isinstance(right, Known):
            found = self.compared_now(op, left.value, right.value)
            if found is not None:
                return found
        if isinstance(op, ast.Is | ast.IsNot):
            if Known(None) in (left, right):
                return Known(isinstance(op, ast.IsNot))
            self.refuse(node, "`is` between numbers; use ==")
        if isinstance(left, Several) or isinstance(right, Several):
            return self.compared_tuples(op, left, right, node)
        one, two = self.number(left, node), self.number(right, node)
        _, ints, floats = COMPARED[type(op)]
        if "float" in (one.kind, two.kind):
            one, two = self.fraction(left, node), self.fraction(right, node)
            return Number(one.code + two.code + floats, "bool", 0, 1)
        if one.kind == two.kind == "bool" and isinstance(op, ast.Eq | ast.NotEq):
            sign = wasm.I32_EQ if isinstance(op, ast.Eq) else wasm.I32_NE
            return Number(one.code + two.code + sign, "bool", 0, 1)
        one, two = self.whole(one), self.whole(two)
        if two.low == two.high == 0 and isinstance(op, ast.Eq):
            return Number(one.code + wasm.I64_EQZ, "bool", 0, 1)
        return Number(one.code + two.code + ints, "bool", 0, 1)

    def compared_tuples(self, op: ast.cmpop, left: Value, right: Value, node: ast.AST) -> Value:
        """Return whether two tuples are equal."""
        mine, theirs = self.items(left, node), self.items(right, node)
        if not isinstance(op, ast.Eq | ast.NotEq):
            self.refuse(node, "an order between tuples; compare number by number")
        if len(mine) != len(theirs):
            return Known(isinstance(op, ast.NotEq))
        code = wasm.i32(1)
        for a, b in zip(mine, theirs, strict=True):
            found = self.compared(ast.Eq(), a, b, node)
            code += self.condition(found, node) + wasm.I32_AND
        if isinstance(op, ast.NotEq):
            code += wasm.I32_EQZ
        return Number(code, "bool", 0, 1)

    def contains(self, node: ast.Compare) -> Value:
        """Return whether a value is among others."""
        is_not = isinstance(node.ops[0], ast.NotIn)
        left, right = self.ordered([node.left, node.comparators[0]])
        negate = wasm.I32_EQZ if is_not else b""
        if isinstance(right, Known) and isinstance(right.value, tuple):
            values = right.value
            if isinstance(left, Known) and isinstance(left.value, int | float):
                return Known((left.value in values) is not is_not)
            numbers = all(isinstance(value, int) for value in values)
            if numbers and len(values) > 3 and all(0 <= value < 63 for value in values):
                return self.in_mask(self.integer(left, node), values, negate)
            if len(values) <= TESTS:
                right = Several(tuple(map(Known, values)))
        if isinstance(right, Several):
            one, code = self.settled(left)
            self.prelude += code
            code = wasm.i32(0)
            for item in right.items:
                found = self.compared(ast.Eq(), one, item, node)
                code += self.condition(found, node) + wasm.I32_OR
            return Number(code + negate, "bool", 0, 1)
        place = self.place(right, node)
        assert isinstance(place.type, Items)
        return self.search(left, place, negate, node)

    def in_mask(self, number: Number, values: tuple[int, ...], negate: bytes) -> Value:
        """Return whether a number is among some below 63."""
        number, code = self.once(number)
        self.prelude += code
        mask = sum(1 << value for value in set(values))
        code = (
            wasm.i64(mask)
            + number.code
            + wasm.I64_SHR_U
            + wasm.i64(1)
            + wasm.I64_AND
            + wasm.I32_WRAP
        )
        if number.low < 0 or number.high > 63:
            code += number.code + wasm.i64(64) + wasm.I64_LT_U + wasm.I32_AND
        return Number(code + negate, "bool", 0, 1)

    def search(self, left: Value, place: Place, negate: bytes, node: ast.AST) -> Value:
        """Return whether a list holds a number."""
        assert isinstance(place.type, Items)
        wanted, code = self.settled(self.number(left, node))
        kept, more = self.settled(place)
        assert isinstance(kept, Place)
        found, counter = self.local(wasm.I32), self.local(wasm.I64)
        code += more + wasm.i32(0) + wasm.set_(found) + wasm.i64(0) + wasm.set_(counter)
        count = self.length(place.type, node)
        index = Number(wasm.get(counter), "int", 0, max(0, count.high - 1), True)
        before, self.prelude = self.prelude, b""
        item = self.item(kept, index, node)
        equal = self.condition(self.compared(ast.Eq(), item, wanted, node), node)
        inside = (
            self.taken()
            + equal
            + wasm.IF
            + b"\x40"
            + wasm.i32(1)
            + wasm.set_(found)
            + wasm.br(2)
            + wasm.END
        )
        inside += wasm.get(counter) + wasm.i64(1) + wasm.I64_ADD + wasm.tee(counter)
        inside += count.code + wasm.I64_LT_S + wasm.br_if(0)
        loop = wasm.BLOCK + b"\x40" + wasm.LOOP + b"\x40" + inside + wasm.END + wasm.END
        self.prelude = before + code + (loop if count.high else b"")
        return Number(wasm.get(found) + negate, "bool", 0, 1, not negate)

    # calls

    def _call(self, node: ast.Call) -> Value:
        function = self.value(node.func)
        if not isinstance(function, Known):
            self.refuse(node, "calls something that is not a function")
        known = function.value
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                self.refuse(node, "a star is not in the language of rules; name each value")
        if known is Copy or known is Digest or (_hashable(known) and known in CALLS):
            if node.keywords:
                self.refuse(node, "names an argument here; give them in order")
            values = self.ordered(node.args)
            called: Value = CALLS[known](self, values, node)
            return called
        if isinstance(known, FunctionType) and not is_foreign(known):
            values = self.arguments(self.module.definition(known), node)
            return self.call_function(self.module.definition(known), values, node)
        name = ast.unparse(node.func)
        if isinstance(node.func, ast.Attribute):
            self.refuse(
                node,
                f".{node.func.attr}(...) is not in the language of rules; write a loop",
            )
        self.refuse(
            node,
            f"{name}(...) is not in the language of rules; write a loop, or a function of your own",
        )

    def arguments(self, definition: Definition, node: ast.Call) -> list[Value]:
        """Return the arguments of a call in the order of the parameters."""
        names = definition.parameters
        given = definition.node.args
        name = definition.function.__name__
        positional = len(names) - len(given.kwonlyargs)
        if len(node.args) > positional:
            self.refuse(node, f"{name} takes {positional} arguments, not {len(node.args)}")
        nodes = [*node.args, *(keyword.value for keyword in node.keywords)]
        values = self.ordered(nodes)
        found = dict(zip(names, values[: len(node.args)], strict=False))
        for keyword, value in zip(node.keywords, values[len(node.args) :], strict=True):
            if keyword.arg is None or keyword.arg not in names or keyword.arg in found:
                self.refuse(node, f"{name} takes no argument {keyword.arg} here")
            found[keyword.arg] = value
        defaults = definition.function.__defaults__ or ()
        last = names[:positional]
        for key, default in zip(last[len(last) - len(defaults) :], defaults, strict=True):
            found.setdefault(key, Known(default))
        for key, default in (definition.function.__kwdefaults__ or {}).items():
            found.setdefault(key, Known(default))
        missing = [key for key in names if key not in found]
        if missing:
            self.refuse(node, f"{name} lacks the argument {missing[0]}")
        return [found[key] for key in names]

    def least(self, values: list[Value], node: ast.Call) -> Value:
        """min"""
        return self.extreme(values, node, min, wasm.I64_LT_S, wasm.F64_LT)

    def greatest(self, values: list[Value], node: ast.Call) -> Value:
        """max"""
        return self.extreme(values, node, max, wasm.I64_GT_S, wasm.F64_GT)

    def extreme(
        self, values: list[Value], node: ast.Call, now: Any, ints: bytes, floats: bytes
    ) -> Value:
        """Return the least or the greatest of some numbers."""
        if len(values) == 1 and isinstance(values[0], Several | Known):
            values = list(self.items(values[0], node))
        if len(values) < 2:
            self.refuse(node, f"{now.__name__} takes two numbers or more; write a loop over a list")
        if all(isinstance(value, Known) for value in values):
            return Known(now(value.value for value in values if isinstance(value, Known)))
        numbers = [self.number(value, node) for value in values]
        is_float = any(number.kind == "float" for number in numbers)
        if is_float and any(number.kind != "float" for number in numbers):
            self.refuse(node, f"{now.__name__} of a fraction and a whole number; write 0.0 for 0")
        best: Number | None = None
        for number in numbers:
            here, code = self.once(number if is_float else self.whole(number))
            self.prelude += code
            if best is None:
                best = here
                continue
            t = self.local(wasm.F64 if is_float else wasm.I64)
            better = here.code + best.code + (floats if is_float else ints)
            self.prelude += here.code + best.code + better + wasm.SELECT + wasm.set_(t)
            low, high = now(best.low, here.low), now(best.high, here.high)
            best = Number(wasm.get(t), best.kind, low, high, True)
        assert best is not None
        return best

    def absolute(self, values: list[Value], node: ast.Call) -> Value:
        """abs"""
        (value,) = self.one(values, node)
        if isinstance(value, Known):
            return Known(abs(value.value))
        number = self.number(value, node)
        if number.kind == "float":
            return Number(number.code + wasm.F64_ABS, "float")
        number, code = self.once(self.whole(number))
        self.prelude += code
        negative = self.int_arithmetic(ast.Sub(), self.number(Known(0), node), number, node)
        assert isinstance(negative, Number)
        test = number.code + wasm.i64(0) + wasm.I64_LT_S
        high = min(HIGHEST, max(abs(number.low), abs(number.high)))
        low = 0 if number.low <= 0 <= number.high else min(abs(number.low), abs(number.high))
        return Number(negative.code + number.code + test + wasm.SELECT, "int", low, high)

    def one(self, values: list[Value], node: ast.Call) -> list[Value]:
        """Return the only argument."""
        if len(values) != 1:
            self.refuse(node, f"{ast.unparse(node.func)} takes one argument here")
        return values

    def to_int(self, values: list[Value], node: ast.Call) -> Value:
        """int"""
        (value,) = self.one(values, node)
        if isinstance(value, Known):
            return Known(int(value.value))
        number = self.number(value, node)
        if number.kind != "float":
            return self.whole(number)
        number, code = self.once(number)
        self.prelude += code
        inside = number.code + wasm.F64_ABS + wasm.f64(2.0**63) + wasm.F64_LT + wasm.I32_EQZ
        self.prelude += self.fail_if(inside, node, "a fraction too large for a whole number")
        return Number(number.code + wasm.I64_TRUNC)

    def to_bool(self, values: list[Value], node: ast.Call) -> Value:
        """bool"""
        (value,) = self.one(values, node)
        if isinstance(value, Known):
            return Known(bool(value.value))
        return Number(self.condition(value, node), "bool", 0, 1)

    def to_float(self, values: list[Value], node: ast.Call) -> Value:
        """float"""
        (value,) = self.one(values, node)
        return Known(float(value.value)) if isinstance(value, Known) else self.fraction(value, node)

    def count(self, values: list[Value], node: ast.Call) -> Value:
        """len"""
        (value,) = self.one(values, node)
        if isinstance(value, Known) and isinstance(value.value, tuple):
            return Known(len(value.value))
        if isinstance(value, Several):
            return Known(len(value.items))
        if isinstance(value, Place) and isinstance(value.type, Items):
            if value.type.length >= 0:
                return Known(value.type.length)
            return self.length(value.type, node)
        self.refuse(node, f"{self.told(value)} has no length")

    def total(self, values: list[Value], node: ast.Call) -> Value:
        """sum"""
        (value,) = self.one(values, node)
        if isinstance(value, Known) and isinstance(value.value, tuple):
            return Known(sum(value.value))
        if isinstance(value, Several):
            found: Value = Known(0)
            for item in value.items:
                found = self.arithmetic(ast.Add(), found, item, node)
            return found
        place, code = self.settled(self.place(value, node))
        assert isinstance(place, Place)
        items = place.type
        if not isinstance(items, Items) or items.length < 0 or not isinstance(items.item, str):
            self.refuse(node, "sum takes a list of numbers")
        if items.item == "f8":
            self.refuse(node, "sum of fractions; write a loop")
        t, counter = self.local(wasm.I64), self.local(wasm.I64)
        code += wasm.i64(0) + wasm.set_(t) + wasm.i64(0) + wasm.set_(counter)
        index = Number(wasm.get(counter), "int", 0, max(0, items.length - 1), True)
        before, self.prelude = self.prelude, b""
        item = self.item(place, index, node)
        now = Number(wasm.get(t), is_simple=True)
        added = self.arithmetic(ast.Add(), now, item, node)
        assert isinstance(added, Number)
        inside = self.taken() + added.code + wasm.set_(t)
        inside += wasm.get(counter) + wasm.i64(1) + wasm.I64_ADD + wasm.tee(counter)
        inside += wasm.i64(items.length) + wasm.I64_LT_S + wasm.br_if(0)
        self.prelude = before + code
        self.prelude += wasm.LOOP + b"\x40" + inside + wasm.END if items.length else b""
        return Number(wasm.get(t), is_simple=True)

    def root(self, values: list[Value], node: ast.Call) -> Value:
        """sqrt"""
        (value,) = self.one(values, node)
        if isinstance(value, Known):
            return Known(math.sqrt(value.value))
        number, code = self.once(self.fraction(value, node))
        negative = number.code + wasm.f64(0.0) + wasm.F64_LT
        self.prelude += code + self.fail_if(negative, node, "a root of a negative number")
        return Number(number.code + wasm.F64_SQRT, "float")

    # chance

    def mixed(self, code: bytes) -> bytes:
        """`chance._mix` of what code pushes."""
        t = self.local(wasm.I64)
        for shift, factor in ((30, chance.MIX_A), (27, chance.MIX_B)):
            code += wasm.tee(t) + wasm.get(t) + wasm.i64(shift) + wasm.I64_SHR_U + wasm.I64_XOR
            code += wasm.i64(_signed(factor)) + wasm.I64_MUL
        return code + wasm.tee(t) + wasm.get(t) + wasm.i64(31) + wasm.I64_SHR_U + wasm.I64_XOR

    def inner(self, key: bytes, k: bytes) -> bytes:
        """`chance.inner_key`"""
        code = key + k + wasm.i64(1) + wasm.I64_ADD + wasm.i64(_signed(chance.GAMMA)) + wasm.I64_MUL
        return self.mixed(code + wasm.I64_ADD)

    def inner_key(self, values: list[Value], node: ast.Call) -> Value:
        """chance.inner_key"""
        key, k = (self.integer(value, node) for value in values)
        return Number(self.inner(key.code, k.code))

    def followed(self, values: list[Value], node: ast.Call) -> Value:
        """chance.followed"""
        key, k = (self.integer(value, node) for value in values)
        code = self.inner(key.code, k.code) + wasm.i64(1) + wasm.I64_SHR_U
        return Number(code, "int", 0, HIGHEST)

    def outcome(self, values: list[Value], node: ast.Call) -> Value:
        """chance.outcome"""
        key, k, n = (self.integer(value, node) for value in values)
        return self.drawn(key.code, k.code, n)

    def drawn(self, key: bytes, k: bytes, n: Number) -> Number:
        """A number below n."""
        code = self.inner(key, k) + wasm.i64(32) + wasm.I64_SHR_U + n.code + wasm.I64_MUL
        return Number(
            code + wasm.i64(32) + wasm.I64_SHR_U, "int", 0, max(0, min(n.high, 1 << 32) - 1)
        )

    def stream_key(self, values: list[Value], node: ast.Call) -> Value:
        """chance.stream_key"""
        seed, game, stream = (self.integer(value, node) for value in values)
        gamma = wasm.i64(_signed(chance.GAMMA))
        first = self.mixed(seed.code + gamma + wasm.I64_ADD)
        which = game.code + wasm.i64(chance.STREAMS) + wasm.I64_MUL + stream.code + wasm.I64_ADD
        return Number(self.mixed(first + which + gamma + wasm.I64_MUL + wasm.I64_ADD))

    def draw(self, values: list[Value], node: ast.Call) -> Value:
        """chance.draw"""
        if len(values) != 2:
            self.refuse(node, "draw takes the stream and how many outcomes there are")
        random, n = values
        if not (isinstance(random, Place) and isinstance(random.type, Record)):
            self.refuse(node, "draw takes the stream that the rule is given, and a number")
        count, code = self.once(self.integer(n, node))
        self.prelude += code
        if count.low < 1 or count.high > 1 << 32:
            bad = count.code + wasm.i64(1) + wasm.I64_SUB + wasm.i64(1 << 32) + wasm.I64_GE_U
            if self.checked:
                self.prelude += self.fail_if(bad, node, "a draw from no outcomes, or too many")
        at = random.type.fields
        k = self.local(wasm.I64)
        base = random.pushed()
        code = base + wasm.load("i8", random.offset + at["k"][0]) + wasm.set_(k)
        code += base + wasm.get(k) + wasm.i64(1) + wasm.I64_ADD
        code += wasm.store("i8", random.offset + at["k"][0])
        key = base + wasm.load("i8", random.offset + at["key"][0])
        drawn = self.drawn(key, wasm.get(k), count)
        t = self.local(wasm.I64)
        self.prelude += code + drawn.code + wasm.set_(t)
        return Number(wasm.get(t), "int", 0, drawn.high, True)

    # records

    def copy_struct(self, values: list[Value], node: ast.Call) -> Value:
        """fields.copy_struct"""
        if len(values) != 2:
            self.refuse(node, "copy_struct takes two records")
        to, source = (self.place(value, node) for value in values)
        if not isinstance(to.type, Record) or to.type is not source.type:
            self.refuse(node, "copy_struct takes two records of one kind")
        copier = self.module.copier(to.type)
        self.prelude += to.address() + source.address() + wasm.call(copier)
        return Known(None)

    def copy_state(self, values: list[Value], node: ast.Call) -> Value:
        """copy_state of the drivers"""
        bank, to, source = values
        return self.copy_struct(
            [self.subscripted(bank, to, node), self.subscripted(bank, source, node)], node
        )

    def digest(self, values: list[Value], node: ast.Call) -> Value:
        """digest of the drivers"""
        bank, index, actor = values
        state = self.place(self.subscripted(bank, index, node), node)
        assert isinstance(state.type, Record)
        code = state.address() + self.integer(actor, node).code
        t = self.local(wasm.I64)
        self.prelude += code + wasm.call(self.module.digester(state.type)) + wasm.set_(t)
        return Number(wasm.get(t), "int", 0, HIGHEST, True)


@dataclass
class Rounds:
    """What a loop goes through: a range, or what `item` makes of 0 to `count` - 1."""

    count: Number
    item: Callable[[Number], Value] | None
    setup: bytes
    start: Number | None = None
    step: Number | None = None

    items: Sequence[Value] | None = None  # where they are known now

    def known(self) -> Sequence[Value] | None:
        """Return what there is in each round, where that is known now."""
        if self.items is not None or self.item is not None:
            return self.items
        bounds = [part for part in (self.start, self.count, self.step) if part is not None]
        if any(part.low != part.high for part in bounds):
            return None
        numbers = range(*(part.low for part in bounds))
        return [Known(number) for number in numbers] if len(numbers) <= UNROLLED else None

    def entry(self, number: Number) -> Value:
        """Return what there is in a round, where that is not the number itself."""
        assert self.item is not None
        return self.item(number)


WASM_OF = {"int": wasm.I64, "bool": wasm.I32, "float": wasm.F64}
STATEMENTS: dict[type[ast.stmt], Any] = {
    ast.Pass: Body._pass,
    ast.Expr: Body._expression,
    ast.Return: Body._return,
    ast.Assign: Body._assign,
    ast.AnnAssign: Body._annotated,
    ast.AugAssign: Body._augmented,
    ast.If: Body._if,
    ast.While: Body._while,
    ast.For: Body._for,
    ast.Break: Body._break,
    ast.Continue: Body._continue,
    ast.Assert: Body._assert,
    ast.Raise: Body._raise,
}
EXPRESSIONS: dict[type[ast.expr], Any] = {
    ast.Constant: Body._constant,
    ast.Name: Body._name,
    ast.Attribute: Body._attribute,
    ast.Subscript: Body._subscript,
    ast.Tuple: Body._tuple,
    ast.BinOp: Body._binary,
    ast.UnaryOp: Body._unary,
    ast.BoolOp: Body._boolean,
    ast.IfExp: Body._conditional,
    ast.Compare: Body._compare,
    ast.Call: Body._call,
}
CALLS: dict[Any, Any] = {
    min: Body.least,
    max: Body.greatest,
    abs: Body.absolute,
    int: Body.to_int,
    bool: Body.to_bool,
    float: Body.to_float,
    len: Body.count,
    range: Body.span,
    sum: Body.total,
    math.sqrt: Body.root,
    chance.draw: Body.draw,
    chance.outcome: Body.outcome,
    chance.inner_key: Body.inner_key,
    chance.stream_key: Body.stream_key,
    chance.followed: Body.followed,
    fields.copy_struct: Body.copy_struct,
    Copy: Body.copy_state,
    Digest: Body.digest,
}


def _hashable(value: object) -> bool:
    return isinstance(value, FunctionType | BuiltinFunctionType | type)


def _signed(n: int) -> int:
    """Return an unsigned number of 64 bits as a signed one of the same bits."""
    return n - (1 << 64) if n >> 63 else n


def _is_get(code: bytes) -> bool:
    """Does this code push a local and nothing else?"""
    return code[:1] == b"\x20" and len(code) <= 3


def _may_fail(value: Value) -> bool:
    return False


def _both(assigned: set[str] | None, others: list[set[str]]) -> set[str] | None:
    """Return the variables that have values on all of several ways."""
    ways = [*([] if assigned is None else [assigned]), *others]
    return set.intersection(*ways) if ways else None
