"""Constants, tuples, `and` and `or`, and choices between two values."""

from __future__ import annotations

import ast

from gamekit.compiling import conditions, wasm
from gamekit.compiling.body import Body, expression
from gamekit.compiling.values import (
    HIGHEST,
    WASM,
    Group,
    Known,
    Number,
    Several,
    Span,
    Value,
    held,
    joined,
    locals_of,
    shape_of,
    widened,
)


@expression(ast.Constant)
def constant(body: Body, node: ast.Constant) -> Value:
    if isinstance(node.value, int) and node.value > HIGHEST:
        body.refuse(node, f"{node.value} needs more than 64 bits; use smaller numbers")
    if isinstance(node.value, bool | int | float | type(None)):
        return Known(node.value)
    if isinstance(node.value, str | bytes):
        body.refuse(node, "a text is not in the language of rules; use numbers")
    body.refuse(node, f"a {type(node.value).__name__} is not in the language of rules")


@expression(ast.Tuple)
def tuple_of(body: Body, node: ast.Tuple) -> Value:
    values = body.ordered(node.elts)
    if all(isinstance(value, Known) for value in values):
        return Known(tuple(value.value for value in values if isinstance(value, Known)))
    # Settled, because an item that nobody reads may still go wrong.
    whole, code = body.settled(Several(tuple(values)))
    body.prelude += code
    return whole


@expression(ast.BoolOp)
def boolean(body: Body, node: ast.BoolOp) -> Value:
    decides = isinstance(node.op, ast.Or)
    values = []
    for operand in node.values:
        known = conditions.truth(body, operand)
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
    does, body.prelude = body.prelude, before
    one, two = body.number(left, node), body.number(right, node)
    kind = joined(one.kind, two.kind)
    if not isinstance(kind, str):
        body.refuse(node, "and, or between different kinds of value; write if and else")
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
    known = conditions.truth(body, node.test)
    if known is not None:
        return body.value(node.body if known else node.orelse)
    assert body.frame is not None
    condition = body.condition(body.value(node.test), node.test)
    before, body.prelude = body.prelude, b""
    body.depth += 1
    body.frame.nesting += 1
    one = body.value(node.body)
    first = body.taken()
    two = body.value(node.orelse)
    second = body.taken()
    body.frame.nesting -= 1
    body.depth -= 1
    body.prelude = before
    shape = joined(widened(shape_of(one)), widened(shape_of(two)))
    if shape is None or isinstance(shape, Known | Span | Group):
        body.refuse(node, "a choice between different kinds of value; write if and else")
    kinds = tuple(locals_of(shape))
    a, b = body.pushed(one, shape, node), body.pushed(two, shape, node)
    low = high = 0
    if isinstance(shape, str):
        x, y = body.number(one, node), body.number(two, node)
        low, high = min(x.low, y.low), max(x.high, y.high)
        if not first and not second and x.is_simple and y.is_simple:
            return Number(a + b + condition + wasm.SELECT, shape, low, high)
    code = condition + wasm.IF + body.module.module.block(kinds)
    code += first + a + wasm.ELSE + second + b + wasm.END
    places = [body.local(kind) for kind in kinds]
    code += b"".join(wasm.set_(place) for place in reversed(places))
    body.prelude += code
    if isinstance(shape, str):
        return Number(wasm.get(places[0]), shape, low, high, True)
    return held(shape, places)
