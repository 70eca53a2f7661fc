"""Calls: functions of the rules, which become part of their callers where they are small."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from contextlib import suppress
from types import BuiltinFunctionType, FunctionType

from gamekit.compiling import variables, wasm
from gamekit.compiling.body import CALLS, Again, Body, Frame, expression
from gamekit.compiling.language import Refused, call_not_in_language, refused
from gamekit.compiling.translator import Copy, Definition, Digest, Hints, Translator, key_of
from gamekit.compiling.values import (
    Bounds,
    Known,
    Shape,
    Value,
    bounds_within,
    held,
    locals_of,
    shape_of,
)
from gamekit.contract.references import is_foreign

EAGER = 2  # times that a function is begun again at once where more is learned about a variable
LARGE = 2_500  # expressions of a function with all that has become part of it


def call_function(
    body: Body, definition: Definition, values: list[Value], node: ast.AST | None
) -> Value:
    """Return what a function returns: as a part of this one where it is small.

    All that has to be done first is added to the prelude.
    """
    code = definition.function.__code__
    if any(one is definition for one in body.module.active):
        body.refuse(node, f"{code.co_name} calls itself, directly or through others; write a loop")
    if (
        definition.size <= body.module.small and body.size + definition.size <= LARGE
    ) or not body.frame:
        return inlined(body, definition, values)
    return called(body, definition, values, node)


def called(body: Body, definition: Definition, values: list[Value], node: ast.AST | None) -> Value:
    """Call a function."""
    shapes = [shape_of(value) for value in values]
    number, shape, bounds = function_of(body.module, definition, values, shapes)
    pushed = b"".join(body.pushed(v, s, node) for v, s in zip(values, shapes, strict=True))
    kinds = locals_of(shape)
    places = [body.local(kind) for kind in kinds]
    body.prelude += pushed + wasm.call(number)
    body.prelude += b"".join(wasm.set_(place) for place in reversed(places))
    return held(shape, places, bounds)


def inlined(
    body: Body, definition: Definition, values: list[Value], is_whole: bool = False
) -> Value:
    """Make a function a part of this one."""
    prelude, size, depth, locals_before = body.prelude, body.size, body.depth, len(body.locals)
    body.module.active.append(definition)
    outer = body.frame
    try:
        key = tuple(key_of(shape_of(value)) for value in values)
        hints = definition.hints.get(key)
        if hints is None:
            hints = definition.hints[key] = Hints(negative=set(definition.negative))
        attempt = 0
        while True:
            version, attempt = hints.version, attempt + 1
            body.prelude, body.size, body.depth = prelude, size, depth
            with suppress(Again):
                result = _inlined_once(body, definition, values, hints, is_whole, attempt <= EAGER)
                if hints.version == version:
                    return result
            del body.locals[locals_before:]
    finally:
        body.frame = outer
        body.module.active.pop()


def _inlined_once(
    body: Body,
    definition: Definition,
    values: list[Value],
    hints: Hints,
    is_whole: bool,
    is_eager: bool,
) -> Value:
    before, body.prelude = body.prelude, b""
    body.frame = frame = Frame(definition, hints, is_eager)
    arguments = take_arguments(body, values, is_whole)
    body.depth += 1
    frame.label = body.depth
    inside = body.block(definition.body)
    body.depth -= 1
    if frame.assigned is not None and frame.jumps and hints.returns != Known(None):
        body.refuse(
            definition.body[-1],
            "returns a value on some ways through it and nothing on others; end it with a return",
        )
    if not frame.jumps:
        body.prelude = before + arguments + inside
        return frame.direct if frame.direct is not None else Known(None)
    shape = hints.returns
    assert shape is not None
    kinds = locals_of(shape)
    if frame.direct is not None:
        inside += body.pushed(frame.direct, shape)
    elif frame.assigned is None:
        inside += wasm.UNREACHABLE
    block = wasm.BLOCK + body.module.module.block(tuple(kinds)) + inside + wasm.END
    places = [body.local(kind) for kind in kinds]
    block += b"".join(wasm.set_(place) for place in reversed(places))
    body.prelude = before + arguments + block
    return held(shape, places, frame.bounds or ())


def take_arguments(body: Body, values: list[Value], is_whole: bool) -> bytes:
    """Return the code with which a function begins: it gives its parameters their values."""
    frame = body.frame
    assert frame is not None
    assert frame.assigned is not None
    definition = frame.definition
    for name, value in zip(definition.parameters, values, strict=True):
        if is_whole and definition.assigned[name] == 1:
            frame.values[name] = value
            frame.assigned.add(name)
        else:
            body.prelude += variables.assign(body, name, value, None, is_argument=True)
    body.prelude += b"".join(
        wasm.i32(0) + wasm.set_(body.flag(name))
        for name in frame.hints.unsure
        if name not in definition.parameters
    )
    code, body.prelude = body.prelude, b""
    return code


@expression(ast.Call)
def call(body: Body, node: ast.Call) -> Value:
    function = body.value(node.func)
    if not isinstance(function, Known):
        body.refuse(node, "calls something that is not a function")
    known = function.value
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            body.refuse(node, "a star is not in the language of rules; name each value")
    if known is Copy or known is Digest or (_hashable(known) and known in CALLS):
        if node.keywords:
            body.refuse(node, "names an argument here; give them in order")
        values = body.ordered(node.args)
        try:
            called: Value = CALLS[known](body, values, node)
        except Refused:
            raise
        except (ArithmeticError, ValueError) as problem:  # of values that are known now
            body.prelude += body.fail(node, str(problem))
            return Known(0.0 if known is math.sqrt else 0)
        except TypeError as problem:
            body.refuse(node, f"{ast.unparse(node)} goes wrong: {problem}")
        return called
    if isinstance(known, FunctionType) and not is_foreign(known):
        values = arguments(body, body.module.definition(known), node)
        return call_function(body, body.module.definition(known), values, node)
    body.refuse(node, call_not_in_language(ast.unparse(node.func)))


def arguments(body: Body, definition: Definition, node: ast.Call) -> list[Value]:
    """Return the arguments of a call in the order of the parameters."""
    names = definition.parameters
    given = definition.node.args
    name = definition.function.__name__
    positional = len(names) - len(given.kwonlyargs)
    if len(node.args) > positional:
        body.refuse(node, f"{name} takes {positional} arguments, not {len(node.args)}")
    nodes = [*node.args, *(keyword.value for keyword in node.keywords)]
    values = body.ordered(nodes)
    found = dict(zip(names, values[: len(node.args)], strict=False))
    by_place = [one.arg for one in given.posonlyargs]
    for keyword, value in zip(node.keywords, values[len(node.args) :], strict=True):
        if keyword.arg not in names or keyword.arg in found or keyword.arg in by_place:
            body.refuse(node, f"{name} takes no argument {keyword.arg} by name here")
        found[keyword.arg] = value
    defaults = definition.function.__defaults__ or ()
    last = names[:positional]
    for key, default in zip(last[len(last) - len(defaults) :], defaults, strict=True):
        found.setdefault(key, Known(default))
    for key, default in (definition.function.__kwdefaults__ or {}).items():
        found.setdefault(key, Known(default))
    missing = [key for key in names if key not in found]
    if missing:
        body.refuse(node, f"{name} lacks the argument {missing[0]}")
    return [found[key] for key in names]


def _hashable(value: object) -> bool:
    return isinstance(value, FunctionType | BuiltinFunctionType | type)


def export(
    translator: Translator,
    name: str,
    function: FunctionType,
    arguments: Sequence[Value],
    result: int,
) -> Shape:
    """Export a function without parameters that calls `function`, and puts what it returns, if that
    is a whole number, at the address `result`. Return the shape of what it returns."""
    body = Body(translator)
    definition = translator.definition(function)
    try:
        value = call_function(body, definition, list(arguments), None)
    except RecursionError:
        raise refused(function, None, "it nests too deeply; write several lines") from None
    shape = shape_of(value)
    if shape in ("int", "bool"):
        number = body.whole(body.number(value, None))
        body.prelude += wasm.i32(0) + number.code + wasm.store("i8", result)
    translator.module.exports[name] = translator.module.add(
        wasm.Function(((), ()), body.locals, body.prelude)
    )
    return shape


def function_of(
    translator: Translator,
    definition: Definition,
    arguments: Sequence[Value],
    shapes: Sequence[Shape],
) -> tuple[int, Shape, list[Bounds]]:
    """Return the number of the function for these kinds of argument, what it returns, and between
    which bounds."""
    key = id(definition), tuple(map(key_of, shapes))
    found = translator.instances.get(key)
    if found is None:
        kinds = tuple(kind for shape in shapes for kind in locals_of(shape))
        body = Body(translator, len(kinds))
        places = iter(range(len(kinds)))
        values = [held(shape, [next(places) for _ in locals_of(shape)]) for shape in shapes]
        result = inlined(body, definition, values, is_whole=True)
        shape = shape_of(result)
        code = body.prelude + body.pushed(result, shape)
        number = translator.module.add(
            wasm.Function((kinds, tuple(locals_of(shape))), body.locals, code)
        )
        found = number, shape, bounds_within(result, shape)
        translator.instances[key] = found
        translator.kept.append(arguments)
    return found
