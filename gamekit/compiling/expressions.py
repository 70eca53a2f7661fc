"""Expressions: constants, tuples, arithmetic, comparisons, choices, and jumps that depend on them."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from types import ModuleType
from typing import Any

from gamekit.compiling import variables, wasm
from gamekit.compiling.language import SIGNS
from gamekit.compiling.translator import TOO_LARGE, Body, expression
from gamekit.compiling.values import (
    HIGHEST,
    LOWEST,
    WASM,
    Bounds,
    Group,
    Items,
    Known,
    Number,
    Place,
    Several,
    Span,
    Value,
    held,
    joined,
    locals_of,
    shape_of,
    widened,
)
from gamekit.contract.fields import Struct


@expression(ast.Constant)
def constant(body: Body, node: ast.Constant) -> Value:
    if isinstance(node.value, int) and node.value > HIGHEST:
        body.refuse(node, f"{node.value} needs more than 64 bits; use smaller numbers")
    if node.value is None or isinstance(node.value, (int, float)):
        return Known(node.value)
    if isinstance(node.value, str | bytes):
        body.refuse(node, "a string is not in the language of rules; use numbers")
    body.refuse(node, f"a {type(node.value).__name__} is not in the language of rules")


@expression(ast.Tuple)
def tuple_of(body: Body, node: ast.Tuple) -> Value:
    values = body.values_in_order(node.elts)
    if all(isinstance(value, Known) for value in values):
        return Known(tuple(value.value for value in values if isinstance(value, Known)))
    # Settle the items now, because one may fail even if nothing reads it.
    whole, code = body.settled(Several(tuple(values)))
    body.prelude += code
    return whole


@expression(ast.BoolOp)
def boolean(body: Body, node: ast.BoolOp) -> Value:
    decides = isinstance(node.op, ast.Or)
    values = []
    for operand in node.values:
        known = truth(body, operand)
        if known is decides:
            values.append(operand)
            break
        if known is None or operand is node.values[-1]:
            values.append(operand)
    return short_circuit(body, values, decides, node)


def short_circuit(body: Body, nodes: list[ast.expr], decides: bool, node: ast.BoolOp) -> Value:
    """Return the first operand that decides, or the last one."""
    if len(nodes) == 1:
        return body.value(nodes[0])
    assert body.frame is not None
    left, code = body.settled(body.value(nodes[0]))
    body.prelude += code
    if isinstance(left, Known):
        return (
            left if bool(left.value) is decides else short_circuit(body, nodes[1:], decides, node)
        )
    before, body.prelude = body.prelude, b""
    body.depth += 1
    body.frame.nesting += 1
    right = short_circuit(body, nodes[1:], decides, node)
    body.frame.nesting -= 1
    body.depth -= 1
    two = body.number(right, node)
    does, body.prelude = body.prelude, before
    one = body.number(left, node)
    kind = joined(one.kind, two.kind)
    if not isinstance(kind, str):
        body.refuse(node, "`and` or `or` between different kinds of value; write if and else")
    if kind == "int":
        one, two = body.whole(one), body.whole(two)
    push, rest = one.code, does + two.code
    first, second = (push, rest) if decides else (rest, push)
    code = body.condition(left, node) + wasm.IF + bytes([WASM[kind]])
    t = body.local(WASM[kind])
    body.prelude += code + first + wasm.ELSE + second + wasm.END + wasm.set_(t)
    low, high = min(one.low, two.low), max(one.high, two.high)
    return Number(wasm.get(t), kind, low, high, True)


@expression(ast.IfExp)
def conditional(body: Body, node: ast.IfExp) -> Value:
    known = truth(body, node.test)
    if known is not None:
        return body.value(node.body if known else node.orelse)
    assert body.frame is not None
    condition = body.condition(body.value(node.test), node.test)
    before, body.prelude = body.prelude, b""
    body.depth += 1
    body.frame.nesting += 1
    one = body.value(node.body)
    first = body.take_prelude()
    two = body.value(node.orelse)
    second = body.take_prelude()
    body.frame.nesting -= 1
    body.depth -= 1
    shape = joined(widened(shape_of(one)), widened(shape_of(two)))
    if shape is None or isinstance(shape, Known | Span | Group):
        body.refuse(node, "a choice between different kinds of value; write if and else")
    kinds = tuple(locals_of(shape))
    a = body.pushed(one, shape, node)
    first += body.take_prelude()
    b = body.pushed(two, shape, node)
    second += body.take_prelude()
    low = high = 0
    is_simple = not first and not second
    if isinstance(shape, str):
        x, y = body.number(one, node), body.number(two, node)
        low, high = min(x.low, y.low), max(x.high, y.high)
        is_simple = is_simple and x.is_simple and y.is_simple
    body.prelude = before
    if isinstance(shape, str) and is_simple:
        return Number(a + b + condition + wasm.SELECT, shape, low, high)
    code = condition + wasm.IF + body.module.module.block(kinds)
    code += first + a + wasm.ELSE + second + b + wasm.END
    places = [body.local(kind) for kind in kinds]
    code += b"".join(wasm.set_(place) for place in reversed(places))
    body.prelude += code
    if isinstance(shape, str):
        return Number(wasm.get(places[0]), shape, low, high, True)
    return held(shape, places)


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

FLOATS = {
    ast.Add: wasm.F64_ADD,
    ast.Sub: wasm.F64_SUB,
    ast.Mult: wasm.F64_MUL,
    ast.Div: wasm.F64_DIV,
}


@expression(ast.BinOp)
def binary(body: Body, node: ast.BinOp) -> Value:
    left, right = body.values_in_order([node.left, node.right])
    return result_of(body, node.op, left, right, node)


def result_of(body: Body, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
    if isinstance(left, Known) and isinstance(right, Known):
        return compute_now(body, op, left.value, right.value, node)
    one, two = body.number(left, node), body.number(right, node)
    if isinstance(op, ast.Div) or "float" in (one.kind, two.kind):
        return of_fractions(body, op, left, right, node)
    if one.kind == two.kind == "bool" and isinstance(op, (ast.BitAnd, ast.BitOr, ast.BitXor)):
        code = {ast.BitAnd: wasm.I32_AND, ast.BitOr: wasm.I32_OR, ast.BitXor: wasm.I32_XOR}
        return Number(one.code + two.code + code[type(op)], "bool", 0, 1)
    return of_whole_numbers(body, op, body.whole(one), body.whole(two), node)


def compute_now(body: Body, op: ast.operator, left: Any, right: Any, node: ast.AST) -> Value:
    """Compute an operation between known values now."""
    if type(op) not in BINARY:
        body.refuse(node, f"{SIGNS.get(type(op), 'this')} is not in the language of rules")
    numbers = isinstance(left, (int, float)) and isinstance(right, (int, float))
    tuples = isinstance(left, tuple) and isinstance(right, tuple) and isinstance(op, ast.Add)
    if not numbers and not tuples:
        body.refuse(
            node,
            f"{SIGNS[type(op)]} between {body.describe(Known(left))} and {body.describe(Known(right))}",
        )
    is_vast = isinstance(op, ast.LShift) and left and right > 4096
    if isinstance(op, ast.Pow) and isinstance(left, int) and isinstance(right, int):
        is_vast = abs(left) > 1 and left.bit_length() * right > 4096
    if is_vast:
        body.prelude += body.fail(node, TOO_LARGE)
        return Known(0)
    try:
        found = BINARY[type(op)](left, right)
    except (ArithmeticError, ValueError) as problem:
        body.prelude += body.fail(node, str(problem))
        is_fraction = isinstance(op, ast.Div) or float in (type(left), type(right))
        return Known(0.0 if is_fraction else 0)
    except TypeError:
        body.refuse(node, f"{SIGNS[type(op)]} between fractions; use whole numbers")
    if isinstance(found, complex):
        body.refuse(node, "a root of a negative number")
    return Known(found)


def of_fractions(body: Body, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
    """Return the result of an operation between fractions."""
    if type(op) not in FLOATS:
        body.refuse(node, f"{SIGNS.get(type(op))} between fractions; use whole numbers")
    one, two = body.fraction(left, node), body.fraction(right, node)
    if not isinstance(op, ast.Div) or (isinstance(right, Known) and right.value != 0):
        return Number(one.code + two.code + FLOATS[type(op)], "float")
    a, b = body.local(wasm.F64), body.local(wasm.F64)
    code = one.code + wasm.set_(a) + two.code + wasm.set_(b)
    zero = wasm.get(b) + wasm.f64(0.0) + wasm.F64_EQ
    body.prelude += code + body.fail_if(zero, node, "a division by zero")
    return Number(wasm.get(a) + wasm.get(b) + wasm.F64_DIV, "float")


def of_whole_numbers(body: Body, op: ast.operator, a: Number, b: Number, node: ast.AST) -> Value:
    """Return the result of an operation between whole numbers."""
    match op:
        case ast.Add():
            bounds = a.low + b.low, a.high + b.high
            return within_64_bits(body, a, b, wasm.I64_ADD, wasm.add, bounds, node)
        case ast.Sub():
            bounds = a.low - b.high, a.high - b.low
            return within_64_bits(body, a, b, wasm.I64_SUB, wasm.subtract, bounds, node)
        case ast.Mult():
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            bounds = min(corners), max(corners)
            return within_64_bits(body, a, b, wasm.I64_MUL, wasm.multiply, bounds, node)
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
            return shift(body, op, a, b, node)
        case ast.FloorDiv() | ast.Mod():
            return division(body, op, a, b, node)
        case ast.Pow():
            return power(body, a, b, node)
    body.refuse(node, f"{SIGNS.get(type(op), 'this')} is not in the language of rules")


def within_64_bits(
    body: Body,
    a: Number,
    b: Number,
    code: bytes,
    write: Callable[[], wasm.Function],
    bounds: Bounds,
    node: ast.AST,
) -> Number:
    """Return the result of an operation that may need more than 64 bits."""
    low, high = bounds
    within = max(low, LOWEST), min(high, HIGHEST)
    if within == bounds or not body.checked:
        return Number(a.code + b.code + code, "int", *within)
    t = body.local(wasm.I64)
    failed = body.local(wasm.I32)
    called = (
        a.code + b.code + wasm.call(body.module.helper(write)) + wasm.set_(failed) + wasm.set_(t)
    )
    body.prelude += called
    body.prelude += body.fail_if(wasm.get(failed), node, TOO_LARGE)
    return Number(wasm.get(t), "int", *within, True)


def shift(body: Body, op: ast.operator, a: Number, b: Number, node: ast.AST) -> Value:
    """Return a number shifted left or right."""
    is_left = isinstance(op, ast.LShift)
    if b.high < 0:
        body.prelude += body.fail(node, "a shift by a negative number")
        return Known(0)
    if b.low < 0 or b.high > 63:
        (a, first), (b, then) = body.once(a), body.once(b)
        code = first + then
        if b.low < 0:
            negative = b.code + wasm.i64(0) + wasm.I64_LT_S
            code += body.fail_if(negative, node, "a shift by a negative number")
        if b.high > 63:
            beyond = b.code + wasm.i64(63) + wasm.I64_GT_S
            if is_left:
                lost = beyond + a.code + wasm.i64(0) + wasm.I64_NE + wasm.I32_AND
                code += body.fail_if(lost, node, TOO_LARGE)
            t = body.local(wasm.I64)
            code += wasm.i64(63) + b.code + beyond + wasm.SELECT + wasm.set_(t)
            b = Number(wasm.get(t), "int", 0, 63, True)
        body.prelude += code
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
    if body.checked:
        (a, first), (b, then) = body.once(a), body.once(b)
        t = body.local(wasm.I64)
        code = first + then + a.code + b.code + wasm.I64_SHL + wasm.set_(t)
        lost = wasm.get(t) + b.code + wasm.I64_SHR_S + a.code + wasm.I64_NE
        body.prelude += code + body.fail_if(lost, node, TOO_LARGE)
        return Number(wasm.get(t), is_simple=True)
    return Number(a.code + b.code + wasm.I64_SHL)


def division(body: Body, op: ast.operator, a: Number, b: Number, node: ast.AST) -> Value:
    """Return a quotient rounded down, or a remainder with the sign of the divisor."""
    is_quotient = isinstance(op, ast.FloorDiv)
    if b.low <= 0 <= b.high:
        if b.low == b.high:
            body.prelude += body.fail(node, "a division by zero")
            return Known(0)
        (a, first), (b, then) = body.once(a), body.once(b)
        body.prelude += first + then
        zero = b.code + wasm.I64_EQZ
        body.prelude += body.fail_if(zero, node, "a division by zero")
    if a.low >= 0 and b.low >= 0:
        if is_quotient:
            bounds = a.low // max(1, b.high), a.high // max(1, b.low)
        else:
            bounds = 0, max(0, min(a.high, b.high - 1))
        return Number(unsigned_division(body, is_quotient, a, b), "int", *bounds)
    if b.low == b.high and b.low > 0:
        return division_by(body, is_quotient, a, b.low)
    if body.checked and is_quotient and a.low == LOWEST and b.low <= -1 <= b.high:
        (a, first), (b, then) = body.once(a), body.once(b)
        body.prelude += first + then
        beyond = a.code + wasm.i64(LOWEST) + wasm.I64_EQ + b.code + wasm.i64(-1) + wasm.I64_EQ
        beyond += wasm.I32_AND
        body.prelude += body.fail_if(beyond, node, TOO_LARGE)
    write = wasm.quotient if is_quotient else wasm.remainder
    return Number(a.code + b.code + wasm.call(body.module.helper(write)))


def unsigned_division(body: Body, is_quotient: bool, a: Number, b: Number) -> bytes:
    """Return the code that divides numbers that are 0 or more."""
    if b.low == b.high:
        return a.code + b.code + (wasm.I64_DIV_U if is_quotient else wasm.I64_REM_U)
    if max(a.high, b.high) < 1 << 32:
        sign = wasm.I32_DIV_U if is_quotient else wasm.I32_REM_U
        return a.code + wasm.I32_WRAP + b.code + wasm.I32_WRAP + sign + wasm.I64_EXTEND_U
    write = wasm.quotient if is_quotient else wasm.remainder
    return a.code + b.code + wasm.call(body.module.helper(write))


def division_by(body: Body, is_quotient: bool, a: Number, k: int) -> Number:
    """Return a quotient or remainder by a known positive number."""
    shift = k.bit_length() - 1
    bounds = (a.low // k, a.high // k) if is_quotient else (0, k - 1)
    if k == 1 << shift:
        if is_quotient:
            return Number(a.code + wasm.i64(shift) + wasm.I64_SHR_S, "int", *bounds)
        return Number(a.code + wasm.i64(k - 1) + wasm.I64_AND, "int", *bounds)
    (a, first), ones = body.once(a), body.local(wasm.I64)
    # ~n is -n - 1, and ~(~n // k) is n // k. So an unsigned division is enough.
    code = first + a.code + wasm.i64(63) + wasm.I64_SHR_S + wasm.set_(ones)
    quotient = a.code + wasm.get(ones) + wasm.I64_XOR + wasm.i64(k) + wasm.I64_DIV_U
    quotient += wasm.get(ones) + wasm.I64_XOR
    if is_quotient:
        return Number(code + quotient, "int", *bounds)
    return Number(
        code + a.code + quotient + wasm.i64(k) + wasm.I64_MUL + wasm.I64_SUB, "int", *bounds
    )


def power(body: Body, a: Number, b: Number, node: ast.AST) -> Value:
    """Return a whole number to the power of another."""
    (a, first), (b, then) = body.once(a), body.once(b)
    body.prelude += first + then
    if b.low < 0:
        negative = b.code + wasm.i64(0) + wasm.I64_LT_S
        body.prelude += body.fail_if(negative, node, "a negative power, which is a fraction")
    if a.low >= 0 and b.low >= 0 and a.high ** min(b.high, 64) <= HIGHEST and b.high <= 64:
        bounds = a.low**b.low if a.low else 0, max(1, a.high) ** b.high
        return Number(a.code + b.code + wasm.call(body.module.helper(wasm.power)), "int", *bounds)
    if not body.checked:
        return Number(a.code + b.code + wasm.call(body.module.helper(wasm.power)))
    t, failed = body.local(wasm.I64), body.local(wasm.I32)
    body.prelude += a.code + b.code + wasm.call(body.module.helper(wasm.checked_power))
    body.prelude += wasm.set_(failed) + wasm.set_(t)
    body.prelude += body.fail_if(wasm.get(failed), node, TOO_LARGE)
    return Number(wasm.get(t), is_simple=True)


@expression(ast.UnaryOp)
def unary(body: Body, node: ast.UnaryOp) -> Value:
    if isinstance(node.op, ast.Not):
        known = truth(body, node.operand)
        if known is not None:
            return Known(not known)
        return Number(body.condition(body.value(node.operand), node) + wasm.I32_EQZ, "bool", 0, 1)
    value = body.value(node.operand)
    if isinstance(value, Known) and isinstance(value.value, int | float):
        if isinstance(node.op, ast.Invert):
            if isinstance(value.value, float):
                body.refuse(node, "~ of a fraction; use whole numbers")
            return Known(~value.value)
        return Known(-value.value if isinstance(node.op, ast.USub) else +value.value)
    number = body.number(value, node)
    if number.kind == "float":
        if isinstance(node.op, ast.Invert):
            body.refuse(node, "~ of a fraction; use whole numbers")
        return (
            Number(number.code + wasm.F64_NEG, "float") if isinstance(node.op, ast.USub) else number
        )
    number = body.whole(number)
    if isinstance(node.op, ast.UAdd):
        return number
    if isinstance(node.op, ast.Invert):
        code = number.code + wasm.i64(-1) + wasm.I64_XOR
        return Number(code, "int", ~number.high, ~number.low)
    zero = body.number(Known(0), node)
    return of_whole_numbers(body, ast.Sub(), zero, number, node)


COMPARED: dict[type[ast.cmpop], tuple[Callable[[Any, Any], bool], bytes, bytes]] = {
    ast.Eq: (operator.eq, wasm.I64_EQ, wasm.F64_EQ),
    ast.NotEq: (operator.ne, wasm.I64_NE, wasm.F64_NE),
    ast.Lt: (operator.lt, wasm.I64_LT_S, wasm.F64_LT),
    ast.LtE: (operator.le, wasm.I64_LE_S, wasm.F64_LE),
    ast.Gt: (operator.gt, wasm.I64_GT_S, wasm.F64_GT),
    ast.GtE: (operator.ge, wasm.I64_GE_S, wasm.F64_GE),
}

TELLING = ast.Constant, ast.Name, ast.Attribute, ast.Compare  # may be known now
TESTS = 12  # `in` compares up to this many values one by one


def truth(body: Body, node: ast.expr) -> bool | None:
    """Return whether an expression is true, or None if that is not known yet. This writes no code."""
    kind = type(node)
    if kind in TELLING:
        known = known_now(body, node)
        return None if known is None else bool(known.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = truth(body, node.operand)
        return None if inner is None else not inner
    if isinstance(node, ast.BoolOp):
        wanted = isinstance(node.op, ast.Or)  # the truth that decides at once
        for operand in node.values:
            found = truth(body, operand)
            if found is None:
                return None
            if found is wanted:
                return wanted
        return not wanted
    return None


def known_now(body: Body, node: ast.expr) -> Known | None:
    """Return what an expression stands for, or None if that is not known yet. This writes no code."""
    if isinstance(node, ast.Name):
        value = variables.peek(body, node.id)
        return value if isinstance(value, Known) else None
    if isinstance(node, ast.Attribute):
        owner = known_now(body, node.value)
        if owner is None or not isinstance(owner.value, (Struct, ModuleType)):
            return None
        if not hasattr(owner.value, node.attr):
            return None
        return Known(getattr(owner.value, node.attr))
    if isinstance(node, ast.Constant):
        return Known(node.value)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = known_now(body, node.left), known_now(body, node.comparators[0])
        if left is None or right is None:
            return None
        return compared_now(node.ops[0], left.value, right.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = known_now(body, node.operand)
        if inner is not None and isinstance(inner.value, (int, float)):
            return Known(-inner.value)
    return None


def compared_now(op: ast.cmpop, left: Any, right: Any) -> Known | None:
    """Compare two known values."""
    if isinstance(op, (ast.Is, ast.IsNot)):
        return Known((left is right) == isinstance(op, ast.Is))
    if isinstance(op, (ast.In, ast.NotIn)):
        if not isinstance(right, tuple):
            return None
        return Known((left in right) == isinstance(op, ast.In))
    numbers = (int, float)
    if isinstance(left, numbers) and isinstance(right, numbers):
        return Known(COMPARED[type(op)][0](left, right))
    if isinstance(left, tuple) and isinstance(right, tuple):
        return Known(COMPARED[type(op)][0](left, right))
    return None


def jump(body: Body, node: ast.expr, when: bool, label: int) -> bytes:
    """Return the code that jumps to a label if the truth of an expression equals `when`."""
    assert body.frame is not None
    known = truth(body, node)
    if known is not None:
        return wasm.br(body.depth - label) if known is when else b""
    match node:
        case ast.UnaryOp(op=ast.Not()):
            return jump(body, node.operand, not when, label)
        case ast.BoolOp():
            decides = isinstance(node.op, ast.Or)  # the truth that decides at once
            if decides is when:
                return b"".join(jump(body, one, when, label) for one in node.values)
            body.depth += 1
            body.frame.nesting += 1
            skip = body.depth
            code = b"".join(jump(body, one, not when, skip) for one in node.values[:-1])
            code += jump(body, node.values[-1], when, label)
            body.frame.nesting -= 1
            body.depth -= 1
            return wasm.BLOCK + b"\x40" + code + wasm.END
    before, body.prelude = body.prelude, b""
    condition = body.condition(body.value(node), node)
    code = body.prelude + condition + (b"" if when else wasm.I32_EQZ)
    body.prelude = before
    return code + wasm.br_if(body.depth - label)


@expression(ast.Compare)
def compare(body: Body, node: ast.Compare) -> Value:
    if len(node.ops) == 1:
        if type(node.ops[0]) not in COMPARED:
            known = known_now(body, node)
            if known is not None:
                return known
        if isinstance(node.ops[0], (ast.In, ast.NotIn)):
            return contains(body, node)
        left, right = body.values_in_order([node.left, node.comparators[0]])
        return compared(body, node.ops[0], left, right, node)
    return chained(body, node)


def chained(body: Body, node: ast.Compare) -> Value:
    """Return whether every comparison of a chain holds. Code computes each operand once."""
    assert body.frame is not None
    t = body.local(wasm.I32)
    body.depth += 1
    body.frame.nesting += 1
    before, body.prelude = body.prelude, b""
    left, code = body.settled(body.value(node.left))
    code = body.take_prelude() + code
    for op, comparator in zip(node.ops, node.comparators, strict=True):
        if isinstance(op, ast.In | ast.NotIn | ast.Is | ast.IsNot):
            body.refuse(node, "this chain of comparisons; use `and`")
        right, more = body.settled(body.value(comparator))
        code += body.take_prelude() + more
        found = compared(body, op, left, right, node)
        code += body.take_prelude() + body.condition(found, node) + wasm.tee(t)
        if comparator is not node.comparators[-1]:
            code += wasm.I32_EQZ + wasm.br_if(0)
        else:
            code += wasm.DROP
        left = right
    body.prelude = before + wasm.BLOCK + b"\x40" + code + wasm.END
    body.frame.nesting -= 1
    body.depth -= 1
    return Number(wasm.get(t), "bool", 0, 1, True)


def compared(body: Body, op: ast.cmpop, left: Value, right: Value, node: ast.AST) -> Value:
    """Return whether a comparison holds."""
    if isinstance(left, Known) and isinstance(right, Known):
        found = compared_now(op, left.value, right.value)
        if found is not None:
            return found
    if isinstance(op, (ast.Is, ast.IsNot)):
        if Known(None) in (left, right):
            return Known(isinstance(op, ast.IsNot))
        body.refuse(node, "`is` between numbers; use ==")
    if isinstance(left, Several) or isinstance(right, Several):
        return compared_tuples(body, op, left, right, node)
    one, two = body.number(left, node), body.number(right, node)
    _, ints, floats = COMPARED[type(op)]
    if "float" in (one.kind, two.kind):
        one, two = body.fraction(left, node), body.fraction(right, node)
        return Number(one.code + two.code + floats, "bool", 0, 1)
    if one.kind == two.kind == "bool" and isinstance(op, ast.Eq | ast.NotEq):
        sign = wasm.I32_EQ if isinstance(op, ast.Eq) else wasm.I32_NE
        return Number(one.code + two.code + sign, "bool", 0, 1)
    one, two = body.whole(one), body.whole(two)
    if two.low == two.high == 0 and isinstance(op, ast.Eq):
        return Number(one.code + wasm.I64_EQZ, "bool", 0, 1)
    return Number(one.code + two.code + ints, "bool", 0, 1)


def compared_tuples(body: Body, op: ast.cmpop, left: Value, right: Value, node: ast.AST) -> Value:
    """Return whether two tuples are equal."""
    mine, theirs = body.items_of(left, node), body.items_of(right, node)
    if not isinstance(op, ast.Eq | ast.NotEq):
        body.refuse(node, "an order between tuples; compare number by number")
    if len(mine) != len(theirs):
        return Known(isinstance(op, ast.NotEq))
    code = wasm.i32(1)
    for a, b in zip(mine, theirs, strict=True):
        found = compared(body, ast.Eq(), a, b, node)
        code += body.condition(found, node) + wasm.I32_AND
    if isinstance(op, ast.NotEq):
        code += wasm.I32_EQZ
    return Number(code, "bool", 0, 1)


def contains(body: Body, node: ast.Compare) -> Value:
    """Return whether a value is among others."""
    is_not = isinstance(node.ops[0], ast.NotIn)
    left, right = body.values_in_order([node.left, node.comparators[0]])
    negate = wasm.I32_EQZ if is_not else b""
    if isinstance(right, Known) and isinstance(right.value, tuple):
        values = right.value
        if isinstance(left, Known) and isinstance(left.value, int | float):
            return Known((left.value in values) is not is_not)
        numbers = all(isinstance(value, int) for value in values)
        if numbers and len(values) > 3 and all(0 <= value < 63 for value in values):
            return in_mask(body, body.integer(left, node), values, negate)
        if len(values) <= TESTS:
            right = Several(tuple(map(Known, values)))
    if isinstance(right, Several):
        one, code = body.settled(left)
        body.prelude += code
        code = wasm.i32(0)
        for item in right.items:
            found = compared(body, ast.Eq(), one, item, node)
            code += body.condition(found, node) + wasm.I32_OR
        return Number(code + negate, "bool", 0, 1)
    if isinstance(right, Span):
        body.refuse(node, "`in` a range; compare with its ends, as in 0 <= n < 5")
    place = body.place(right, node)
    if not isinstance(place.type, Items):
        body.refuse(
            node, f"`in` {body.describe(place)} which is not a list; compare with its fields"
        )
    return in_list(body, left, place, negate, node)


def in_mask(body: Body, number: Number, values: tuple[int, ...], negate: bytes) -> Value:
    """Return whether a number is one of several numbers below 63."""
    number, code = body.once(number)
    body.prelude += code
    mask = sum(1 << value for value in set(values))
    code = (
        wasm.i64(mask) + number.code + wasm.I64_SHR_U + wasm.i64(1) + wasm.I64_AND + wasm.I32_WRAP
    )
    if number.low < 0 or number.high > 63:
        code += number.code + wasm.i64(64) + wasm.I64_LT_U + wasm.I32_AND
    return Number(code + negate, "bool", 0, 1)


def in_list(body: Body, left: Value, place: Place, negate: bytes, node: ast.AST) -> Value:
    """Return whether a list holds a number."""
    assert isinstance(place.type, Items)
    wanted, code = body.settled(body.number(left, node))
    kept, more = body.settled(place)
    assert isinstance(kept, Place)
    found, counter = body.local(wasm.I32), body.local(wasm.I64)
    code += more + wasm.i32(0) + wasm.set_(found) + wasm.i64(0) + wasm.set_(counter)
    count = variables.length_of(body, place.type, node)
    index = Number(wasm.get(counter), "int", 0, max(0, count.high - 1), True)
    before, body.prelude = body.prelude, b""
    item = variables.read_entry(body, kept, index, node)
    equal = body.condition(compared(body, ast.Eq(), item, wanted, node), node)
    inside = (
        body.take_prelude()
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
    body.prelude = before + code + (loop if count.high else b"")
    return Number(wasm.get(found) + negate, "bool", 0, 1, not negate)
