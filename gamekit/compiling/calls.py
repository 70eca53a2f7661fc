"""Calls to the rules' own functions, and to those that Python and the contract provide.

A small function of the rules becomes part of its caller.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from types import BuiltinFunctionType, FunctionType
from typing import Any

from gamekit import chance
from gamekit.compiling import expressions, statements, variables, wasm
from gamekit.compiling.language import Refused, call_not_in_language, refused
from gamekit.compiling.translator import (
    CALLS,
    Again,
    Body,
    Copy,
    Definition,
    Digest,
    Frame,
    Hints,
    Inlined,
    Translator,
    Zero,
    call_of,
    expression,
    key_of,
)
from gamekit.compiling.values import (
    HIGHEST,
    Bounds,
    Items,
    Known,
    Number,
    Place,
    Record,
    Several,
    Shape,
    Value,
    bounds_within,
    held,
    locals_of,
    shape_of,
    whole_number,
)
from gamekit.contract import fields
from gamekit.contract.variants import is_foreign

EAGER = 2  # how often a translation restarts at once when it learns more about a variable
LARGE = 2_500  # most expressions of a function, including the functions inlined in it


def call_function(
    body: Body, definition: Definition, values: list[Value], node: ast.AST | None
) -> Value:
    """Return what a function returns, after inlining it if it is small.

    Code that must run first goes into the prelude.
    """
    code = definition.function.__code__
    if definition in body.module.active:
        body.refuse(node, f"{code.co_name} calls itself, directly or through others; write a loop")
    module = body.module
    is_small = definition.size <= module.small and definition.grown <= module.grown
    if not body.frame or (is_small and body.size + definition.size <= LARGE):
        return inline_or_reuse(body, definition, values, node)
    return call_separately(body, definition, values, node)


def call_separately(
    body: Body, definition: Definition, values: list[Value], node: ast.AST | None
) -> Value:
    """Return what a function returns, by calling it."""
    shapes = [shape_of(value) for value in values]
    number, shape, bounds = function_of(body.module, definition, values, shapes)
    pushed = b"".join(body.pushed(v, s, node) for v, s in zip(values, shapes, strict=True))
    kinds = locals_of(shape)
    places = [body.local(kind) for kind in kinds]
    body.prelude += pushed + wasm.call(number)
    body.prelude += b"".join(wasm.set_(place) for place in reversed(places))
    return held(shape, places, bounds)


def inline_or_reuse(
    body: Body, definition: Definition, values: list[Value], node: ast.AST | None
) -> Value:
    """Inline a function, or reuse what came of it earlier.

    The translation of a caller may start again, and finds the same call. With constants as arguments, the
    result usually needs no code, and then it is the same in every caller.
    """
    constants = tuple([id(value.value) for value in values if isinstance(value, Known)])
    fixed = (id(definition), constants) if len(constants) == len(values) else None
    if fixed in body.module.fixed:
        _, result, definition.grown = body.module.fixed[fixed]
        body.size += definition.grown
        return result
    key = id(node), len(body.locals)
    earlier = body.inlined.get(key)
    if earlier and earlier.node is node and all(map(are_same, earlier.values, values)):
        body.locals += earlier.locals
        body.prelude += earlier.code
        body.size += earlier.size
        definition.grown = earlier.size
        return earlier.result
    before, size = len(body.prelude), body.size
    result = inlined(body, definition, values)
    code, more = body.prelude[before:], body.locals[key[1] :]
    if fixed and not code and not more:
        body.module.fixed[fixed] = values, result, body.size - size
    elif node is not None:
        body.inlined[key] = Inlined(node, values, result, code, more, body.size - size)
    return result


def are_same(one: Value, other: Value) -> bool:
    """Does code made for one value also work for the other?"""
    if isinstance(one, Known) and isinstance(other, Known):
        a, b = one.value, other.value
        return a is b or (type(a) is type(b) and isinstance(a, int) and bool(a == b))
    if isinstance(one, Several) and isinstance(other, Several):
        return len(one.items) == len(other.items) and all(map(are_same, one.items, other.items))
    return one == other


def inlined(
    body: Body, definition: Definition, values: list[Value], is_whole: bool = False
) -> Value:
    """Inline a function."""
    prelude, size, depth, locals_before = body.prelude, body.size, body.depth, len(body.locals)
    body.module.active.append(definition)
    outer = body.frame
    try:
        key = tuple([key_of(shape_of(value)) for value in values])
        hints = definition.hints.get(key)
        if hints is None:
            hints = definition.hints[key] = Hints(negative=set(definition.negative))
        attempt = 0
        while True:
            version, attempt = hints.version, attempt + 1
            body.prelude, body.size, body.depth = prelude, size, depth
            try:
                result = _inlined_once(body, definition, values, hints, is_whole, attempt <= EAGER)
            except Again:
                pass
            else:
                if hints.version == version:
                    definition.grown = body.size - size
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
            "returns a value on some paths and nothing on others; end it with a return",
        )
    if not frame.jumps:
        body.prelude = before + arguments + inside
        return frame.direct if frame.direct is not None else Known(None)
    shape = hints.returns
    assert shape is not None
    kinds = locals_of(shape)
    if frame.direct is not None:
        last = body.pushed(frame.direct, shape)
        inside += body.take_prelude() + last
    elif frame.assigned is None:
        inside += wasm.UNREACHABLE
    block = wasm.BLOCK + body.module.module.block(tuple(kinds)) + inside + wasm.END
    places = [body.local(kind) for kind in kinds]
    block += b"".join(wasm.set_(place) for place in reversed(places))
    body.prelude = before + arguments + block
    return held(shape, places, frame.bounds or ())


def take_arguments(body: Body, values: list[Value], is_whole: bool) -> bytes:
    """Return the code that gives the parameters their values at the start of a function."""
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
    if type(node.func) is ast.Attribute and node.func.attr == "bit_length" and not node.args:
        owner = body.value(node.func.value)
        if isinstance(owner, Number) or (isinstance(owner, Known) and isinstance(owner.value, int)):
            return bit_length(body, body.integer(owner, node))
    function = body.value(node.func)
    if not isinstance(function, Known):
        body.refuse(node, "calls something that is not a function")
    known = function.value
    if (
        len(node.args) == 1
        and type(node.args[0]) is ast.GeneratorExp
        and known in (any, all, sum)
        and not node.keywords
    ):
        return statements.reduced(body, known, node.args[0])
    for argument in node.args:
        if type(argument) is ast.Starred:
            body.refuse(node, "a star is not in the language of rules; name each value")
    if known is Copy or known is Digest or known is Zero or (_hashable(known) and known in CALLS):
        if node.keywords:
            body.refuse(node, "passes an argument by name here; pass arguments by position")
        values = body.values_in_order(node.args)
        try:
            return CALLS[known](body, values, node)
        except Refused:
            raise
        except (ArithmeticError, ValueError) as problem:  # all values are known now
            body.prelude += body.fail(node, str(problem))
            return Known(0.0 if known is math.sqrt else 0)
        except TypeError as problem:
            body.refuse(node, f"{ast.unparse(node)} goes wrong: {problem}")
    if isinstance(known, FunctionType) and not is_foreign(known):
        definition = body.module.definition(known)
        return call_function(body, definition, arguments(body, definition, node), node)
    body.refuse(node, call_not_in_language(ast.unparse(node.func)))


def arguments(body: Body, definition: Definition, node: ast.Call) -> list[Value]:
    """Return the arguments of a call in the order of the parameters."""
    names = definition.parameters
    given = definition.node.args
    if len(node.args) == len(names) and not node.keywords and not given.kwonlyargs:
        return body.values_in_order(node.args)
    name = definition.function.__name__
    positional = len(names) - len(given.kwonlyargs)
    if len(node.args) > positional:
        body.refuse(node, f"{name} takes {positional} arguments, not {len(node.args)}")
    nodes = [*node.args, *(keyword.value for keyword in node.keywords)]
    values = body.values_in_order(nodes)
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
    """Export a function without parameters that calls `function`.

    If `function` returns a whole number, the exported function stores it at the address `result`.

    Returns:
        The shape of what `function` returns.
    """
    body = Body(translator)
    definition = translator.definition(function)
    try:
        value = call_function(body, definition, list(arguments), None)
    except RecursionError:
        raise refused(function, None, "it nests too deeply; split it into several lines") from None
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
    """Return the number of the function for these kinds of argument, and its result's shape and bounds."""
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


@call_of(min)
def least(body: Body, values: list[Value], node: ast.Call) -> Value:
    """min"""
    return extreme(body, values, node, min, wasm.I64_LT_S, wasm.F64_LT)


@call_of(max)
def greatest(body: Body, values: list[Value], node: ast.Call) -> Value:
    """max"""
    return extreme(body, values, node, max, wasm.I64_GT_S, wasm.F64_GT)


def extreme(
    body: Body, values: list[Value], node: ast.Call, now: Any, ints: bytes, floats: bytes
) -> Value:
    """Return the least or the greatest of some numbers."""
    if len(values) == 1 and isinstance(values[0], Several | Known):
        values = list(body.items_of(values[0], node))
    if len(values) < 2:
        body.refuse(node, f"{now.__name__} takes two numbers or more; write a loop over a list")
    if all(isinstance(value, Known) for value in values):
        return Known(now(value.value for value in values if isinstance(value, Known)))
    numbers = [body.number(value, node) for value in values]
    is_float = any(number.kind == "float" for number in numbers)
    if is_float and any(number.kind != "float" for number in numbers):
        body.refuse(node, f"{now.__name__} of a fraction and a whole number; write 0.0 for 0")
    best: Number | None = None
    for number in numbers:
        here, code = body.once(number if is_float else body.whole(number))
        body.prelude += code
        if best is None:
            best = here
            continue
        t = body.local(wasm.F64 if is_float else wasm.I64)
        better = here.code + best.code + (floats if is_float else ints)
        body.prelude += here.code + best.code + better + wasm.SELECT + wasm.set_(t)
        low, high = now(best.low, here.low), now(best.high, here.high)
        best = Number(wasm.get(t), best.kind, low, high, True)
    assert best is not None
    return best


@call_of(abs)
def absolute(body: Body, values: list[Value], node: ast.Call) -> Value:
    """abs"""
    value = only_one(body, values, node)
    if isinstance(value, Known):
        return Known(abs(value.value))
    number = body.number(value, node)
    if number.kind == "float":
        return Number(number.code + wasm.F64_ABS, "float")
    number, code = body.once(body.whole(number))
    body.prelude += code
    negative = expressions.of_whole_numbers(
        body, ast.Sub(), body.number(Known(0), node), number, node
    )
    assert isinstance(negative, Number)
    test = number.code + wasm.i64(0) + wasm.I64_LT_S
    high = min(HIGHEST, max(abs(number.low), abs(number.high)))
    low = 0 if number.low <= 0 <= number.high else min(abs(number.low), abs(number.high))
    return Number(negative.code + number.code + test + wasm.SELECT, "int", low, high)


def bit_length(body: Body, number: Number) -> Number:
    """Return how many binary digits a number has, without its sign."""
    if number.low == number.high:
        return whole_number(number.low.bit_length())
    number, code = body.once(number)
    if number.low < 0:
        t = body.local(wasm.I64)
        sign = number.code + wasm.i64(63) + wasm.I64_SHR_S
        code += sign + wasm.tee(t) + number.code + wasm.I64_XOR + wasm.get(t) + wasm.I64_SUB
        code += wasm.set_(t)
        number = Number(wasm.get(t), "int", number.low, number.high)
    body.prelude += code
    most = max(number.low.bit_length(), number.high.bit_length())
    least = number.low.bit_length() if number.low > 0 else 0
    return Number(wasm.i64(64) + number.code + wasm.I64_CLZ + wasm.I64_SUB, "int", least, most)


@call_of(divmod)
def quotient_and_rest(body: Body, values: list[Value], node: ast.Call) -> Value:
    """divmod"""
    if len(values) != 2:
        body.refuse(node, "divmod takes two numbers")
    both, code = body.settled(Several(tuple(values)))
    body.prelude += code
    left, right = body.items_of(both, node)
    quotient = expressions.result_of(body, ast.FloorDiv(), left, right, node)
    rest = expressions.result_of(body, ast.Mod(), left, right, node)
    whole, code = body.settled(Several((quotient, rest)))
    body.prelude += code
    return whole


def only_one(body: Body, values: list[Value], node: ast.Call) -> Value:
    """Return the only argument; refuse a call with more or fewer."""
    if len(values) != 1:
        body.refuse(node, f"{ast.unparse(node.func)} takes one argument here")
    return values[0]


@call_of(int)
def to_int(body: Body, values: list[Value], node: ast.Call) -> Value:
    """int"""
    value = only_one(body, values, node)
    if isinstance(value, Known):
        return Known(int(value.value))
    number = body.number(value, node)
    if number.kind != "float":
        return body.whole(number)
    number, code = body.once(number)
    body.prelude += code
    inside = number.code + wasm.F64_ABS + wasm.f64(2.0**63) + wasm.F64_LT + wasm.I32_EQZ
    body.prelude += body.fail_if(inside, node, "a fraction too large for a whole number")
    return Number(number.code + wasm.I64_TRUNC)


@call_of(bool)
def to_bool(body: Body, values: list[Value], node: ast.Call) -> Value:
    """bool"""
    value = only_one(body, values, node)
    if isinstance(value, Known):
        return Known(bool(value.value))
    return Number(body.condition(value, node), "bool", 0, 1)


@call_of(float)
def to_float(body: Body, values: list[Value], node: ast.Call) -> Value:
    """float"""
    value = only_one(body, values, node)
    return Known(float(value.value)) if isinstance(value, Known) else body.fraction(value, node)


@call_of(len)
def count(body: Body, values: list[Value], node: ast.Call) -> Value:
    """len"""
    value = only_one(body, values, node)
    if isinstance(value, Known) and isinstance(value.value, tuple):
        return Known(len(value.value))
    if isinstance(value, Several):
        return Known(len(value.items))
    if isinstance(value, Place) and isinstance(value.type, Items):
        if value.type.length >= 0:
            return Known(value.type.length)
        return variables.length_of(body, value.type, node)
    body.refuse(node, f"{body.describe(value)} has no length; len takes a list or a tuple")


@call_of(sum)
def total(body: Body, values: list[Value], node: ast.Call) -> Value:
    """sum"""
    value = only_one(body, values, node)
    if isinstance(value, Known) and isinstance(value.value, tuple):
        return Known(sum(value.value))
    if isinstance(value, Several):
        found: Value = Known(0)
        for item in value.items:
            found = expressions.result_of(body, ast.Add(), found, item, node)
        return found
    place, code = body.settled(body.place(value, node))
    assert isinstance(place, Place)
    items = place.type
    if not isinstance(items, Items) or items.length < 0 or not isinstance(items.item, str):
        body.refuse(node, "sum takes a list of numbers")
    if items.item == "f8":
        body.refuse(node, "sum of fractions; write a loop")
    t, counter = body.local(wasm.I64), body.local(wasm.I64)
    code += wasm.i64(0) + wasm.set_(t) + wasm.i64(0) + wasm.set_(counter)
    index = Number(wasm.get(counter), "int", 0, max(0, items.length - 1), True)
    before, body.prelude = body.prelude, b""
    item = variables.read_entry(body, place, index, node)
    now = Number(wasm.get(t), is_simple=True)
    added = expressions.result_of(body, ast.Add(), now, item, node)
    assert isinstance(added, Number)
    inside = body.take_prelude() + added.code + wasm.set_(t)
    inside += wasm.get(counter) + wasm.i64(1) + wasm.I64_ADD + wasm.tee(counter)
    inside += wasm.i64(items.length) + wasm.I64_LT_S + wasm.br_if(0)
    body.prelude = before + code
    body.prelude += wasm.LOOP + b"\x40" + inside + wasm.END if items.length else b""
    return Number(wasm.get(t), is_simple=True)


@call_of(math.sqrt)
def root(body: Body, values: list[Value], node: ast.Call) -> Value:
    """sqrt"""
    value = only_one(body, values, node)
    if isinstance(value, Known):
        return Known(math.sqrt(value.value))
    number, code = body.once(body.fraction(value, node))
    negative = number.code + wasm.f64(0.0) + wasm.F64_LT
    body.prelude += code + body.fail_if(negative, node, "a root of a negative number")
    return Number(number.code + wasm.F64_SQRT, "float")


def mixed(body: Body, code: bytes) -> bytes:
    """Push `chance._mix` of the number that code pushes."""
    t = body.local(wasm.I64)
    for shift, factor in ((30, chance.MIX_A), (27, chance.MIX_B)):
        code += wasm.tee(t) + wasm.get(t) + wasm.i64(shift) + wasm.I64_SHR_U + wasm.I64_XOR
        code += wasm.i64(wasm.as_signed(factor)) + wasm.I64_MUL
    return code + wasm.tee(t) + wasm.get(t) + wasm.i64(31) + wasm.I64_SHR_U + wasm.I64_XOR


def inner(body: Body, key: bytes, k: bytes) -> bytes:
    """`chance.inner_key`"""
    code = key + k + wasm.i64(1) + wasm.I64_ADD + wasm.i64(wasm.GAMMA) + wasm.I64_MUL
    return mixed(body, code + wasm.I64_ADD)


@call_of(chance.inner_key)
def inner_key(body: Body, values: list[Value], node: ast.Call) -> Value:
    """chance.inner_key"""
    key, k = (body.integer(value, node) for value in values)
    return Number(inner(body, key.code, k.code))


@call_of(chance.followed)
def followed(body: Body, values: list[Value], node: ast.Call) -> Value:
    """chance.followed"""
    key, k = (body.integer(value, node) for value in values)
    code = inner(body, key.code, k.code) + wasm.i64(1) + wasm.I64_SHR_U
    return Number(code, "int", 0, HIGHEST)


@call_of(chance.outcome)
def outcome(body: Body, values: list[Value], node: ast.Call) -> Value:
    """chance.outcome"""
    key, k, n = (body.integer(value, node) for value in values)
    return number_below(body, key.code, k.code, n)


def number_below(body: Body, key: bytes, k: bytes, n: Number) -> Number:
    """A number below n."""
    code = inner(body, key, k) + wasm.i64(32) + wasm.I64_SHR_U + n.code + wasm.I64_MUL
    return Number(code + wasm.i64(32) + wasm.I64_SHR_U, "int", 0, max(0, min(n.high, 1 << 32) - 1))


@call_of(chance.stream_key)
def stream_key(body: Body, values: list[Value], node: ast.Call) -> Value:
    """chance.stream_key"""
    seed, game, stream = (body.integer(value, node) for value in values)
    gamma = wasm.i64(wasm.GAMMA)
    first = mixed(body, seed.code + gamma + wasm.I64_ADD)
    which = game.code + wasm.i64(chance.STREAMS) + wasm.I64_MUL + stream.code + wasm.I64_ADD
    return Number(mixed(body, first + which + gamma + wasm.I64_MUL + wasm.I64_ADD))


@call_of(chance.draw)
def draw(body: Body, values: list[Value], node: ast.Call) -> Value:
    """chance.draw"""
    if len(values) != 2:
        body.refuse(node, "draw takes the stream and how many outcomes there are")
    random, n = values
    if not (isinstance(random, Place) and isinstance(random.type, Record)):
        body.refuse(node, "draw takes the stream passed to the rule, and a number")
    count, code = body.once(body.integer(n, node))
    body.prelude += code
    if count.low < 1 or count.high > 1 << 32:
        bad = count.code + wasm.i64(1) + wasm.I64_SUB + wasm.i64(1 << 32) + wasm.I64_GE_U
        if body.checked:
            body.prelude += body.fail_if(bad, node, "a draw from no outcomes, or too many")
    at = random.type.fields
    k = body.local(wasm.I64)
    base = random.pushed()
    code = base + wasm.load("i8", random.offset + at["k"][0]) + wasm.set_(k)
    code += base + wasm.get(k) + wasm.i64(1) + wasm.I64_ADD
    code += wasm.store("i8", random.offset + at["k"][0])
    key = base + wasm.load("i8", random.offset + at["key"][0])
    drawn = number_below(body, key, wasm.get(k), count)
    t = body.local(wasm.I64)
    body.prelude += code + drawn.code + wasm.set_(t)
    return Number(wasm.get(t), "int", 0, drawn.high, True)


@call_of(fields.copy_struct)
def copy_struct(body: Body, values: list[Value], node: ast.Call) -> Value:
    """fields.copy_struct"""
    if len(values) != 2:
        body.refuse(node, "copy_struct takes two records")
    to, source = (body.place(value, node) for value in values)
    if not isinstance(to.type, Record) or to.type is not source.type:
        body.refuse(node, "copy_struct takes two records of one kind")
    copier = body.module.helper(wasm.copy, to.type.size)
    body.prelude += to.address() + source.address() + wasm.call(copier)
    return Known(None)


@call_of(Zero)
def zero(body: Body, values: list[Value], node: ast.Call) -> Value:
    """zero of the drivers"""
    (numbers,) = (body.place(value, node) for value in values)
    assert isinstance(numbers.type, Items)
    size = numbers.type.stride * numbers.type.length
    body.prelude += numbers.address() + wasm.i32(0) + wasm.i32(size) + wasm.MEMORY_FILL
    return Known(None)


@call_of(Copy)
def copy_state(body: Body, values: list[Value], node: ast.Call) -> Value:
    """copy_state of the drivers"""
    bank, to, source = values
    return copy_struct(
        body,
        [variables.entry_of(body, bank, to, node), variables.entry_of(body, bank, source, node)],
        node,
    )


@call_of(Digest)
def digest(body: Body, values: list[Value], node: ast.Call) -> Value:
    """digest of the drivers"""
    bank, index, actor = values
    state = body.place(variables.entry_of(body, bank, index, node), node)
    assert isinstance(state.type, Record)
    code = state.address() + body.integer(actor, node).code
    t = body.local(wasm.I64)
    body.prelude += (
        code + wasm.call(body.module.helper(wasm.digest, state.type.size)) + wasm.set_(t)
    )
    return Number(wasm.get(t), "int", 0, HIGHEST, True)
