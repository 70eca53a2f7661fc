"""Truth: known conditions, comparisons, and jumps that depend on them."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from types import ModuleType
from typing import Any

from gamekit.compiling import memory, variables, wasm
from gamekit.compiling.body import Body, expression
from gamekit.compiling.values import Items, Known, Number, Place, Several, Span, Value
from gamekit.contract.fields import Struct

COMPARED: dict[type[ast.cmpop], tuple[Callable[[Any, Any], bool], bytes, bytes]] = {
    ast.Eq: (operator.eq, wasm.I64_EQ, wasm.F64_EQ),
    ast.NotEq: (operator.ne, wasm.I64_NE, wasm.F64_NE),
    ast.Lt: (operator.lt, wasm.I64_LT_S, wasm.F64_LT),
    ast.LtE: (operator.le, wasm.I64_LE_S, wasm.F64_LE),
    ast.Gt: (operator.gt, wasm.I64_GT_S, wasm.F64_GT),
    ast.GtE: (operator.ge, wasm.I64_GE_S, wasm.F64_GE),
}

TELLING = ast.Constant, ast.Name, ast.Attribute, ast.Compare  # whose truth may be known now
TESTS = 12  # values that `in` compares one at a time


def truth(body: Body, node: ast.expr) -> bool | None:
    """Return whether an expression is true if that is known now, without writing code."""
    kind = type(node)
    if kind in TELLING:
        known = known_now(body, node)
        return None if known is None else bool(known.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = truth(body, node.operand)
        return None if inner is None else not inner
    if isinstance(node, ast.BoolOp):
        wanted = isinstance(node.op, ast.Or)  # decides at once
        for operand in node.values:
            found = truth(body, operand)
            if found is None:
                return None
            if found is wanted:
                return wanted
        return not wanted
    return None


def known_now(body: Body, node: ast.expr) -> Known | None:
    """Return what an expression stands for if that is known now, without writing code."""
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
        return compared_now(body, node.ops[0], left.value, right.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = known_now(body, node.operand)
        if inner is not None and isinstance(inner.value, (int, float)):
            return Known(-inner.value)
    return None


def compared_now(body: Body, op: ast.cmpop, left: Any, right: Any) -> Known | None:
    """Compare known values."""
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
    """Return the code that jumps to a label if the truth of an expression is `when`."""
    assert body.frame is not None
    known = truth(body, node)
    if known is not None:
        return wasm.br(body.depth - label) if known is when else b""
    match node:
        case ast.UnaryOp(op=ast.Not()):
            return jump(body, node.operand, not when, label)
        case ast.BoolOp():
            decides = isinstance(node.op, ast.Or)  # the truth of an operand that decides at once
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
    known = known_now(body, node) if len(node.ops) == 1 else None
    if known is not None:
        return known
    if len(node.ops) == 1:
        if isinstance(node.ops[0], (ast.In, ast.NotIn)):
            return contains(body, node)
        left, right = body.ordered([node.left, node.comparators[0]])
        return compared(body, node.ops[0], left, right, node)
    return chained(body, node)


def chained(body: Body, node: ast.Compare) -> Value:
    """Return whether all comparisons of a chain hold. Each operand is computed once."""
    assert body.frame is not None
    t = body.local(wasm.I32)
    body.depth += 1
    body.frame.nesting += 1
    before, body.prelude = body.prelude, b""
    left, code = body.settled(body.value(node.left))
    code = body.taken() + code
    for op, comparator in zip(node.ops, node.comparators, strict=True):
        if isinstance(op, ast.In | ast.NotIn | ast.Is | ast.IsNot):
            body.refuse(node, "this chain of comparisons; use `and`")
        right, more = body.settled(body.value(comparator))
        code += body.taken() + more
        found = compared(body, op, left, right, node)
        code += body.taken() + body.condition(found, node) + wasm.tee(t)
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
        found = compared_now(body, op, left.value, right.value)
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
    mine, theirs = body.taken_apart(left, node), body.taken_apart(right, node)
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
    left, right = body.ordered([node.left, node.comparators[0]])
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
        body.refuse(node, f"`in` {body.told(place)} which is no list; compare with its fields")
    return in_list(body, left, place, negate, node)


def in_mask(body: Body, number: Number, values: tuple[int, ...], negate: bytes) -> Value:
    """Return whether a number is one of several below 63."""
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
    count = memory.length_of(body, place.type, node)
    index = Number(wasm.get(counter), "int", 0, max(0, count.high - 1), True)
    before, body.prelude = body.prelude, b""
    item = memory.read_entry(body, kept, index, node)
    equal = body.condition(compared(body, ast.Eq(), item, wanted, node), node)
    inside = (
        body.taken()
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
