"""Statements: assignments, branches and returns."""

from __future__ import annotations

import ast
from functools import partial

from gamekit.compiling import expressions, variables, wasm
from gamekit.compiling.body import Body, on_all_ways, statement
from gamekit.compiling.language import not_in_language
from gamekit.compiling.values import Known, Number, Several, Value, bounds_within, joined, shape_of


@statement(ast.Pass)
def do_nothing(body: Body, node: ast.Pass) -> bytes:
    return b""


@statement(ast.Expr)
def call_alone(body: Body, node: ast.Expr) -> bytes:
    if isinstance(node.value, ast.Constant):
        return b""
    if isinstance(node.value, ast.Yield | ast.YieldFrom | ast.Await):
        body.refuse(node, not_in_language(node.value))
    if not isinstance(node.value, ast.Call):
        body.refuse(node, "a line that does nothing; delete it, or assign it")
    value = body.value(node.value)
    return dropped(body, value)


def dropped(body: Body, value: Value) -> bytes:
    """Compute a value and drop it."""
    if isinstance(value, Number):
        return b"" if value.is_simple else value.code + wasm.DROP
    if isinstance(value, Several):
        return b"".join(map(partial(dropped, body), value.items))
    return b""


@statement(ast.Return)
def return_(body: Body, node: ast.Return) -> bytes:
    frame = body.frame
    assert frame is not None
    value: Value = Known(None) if node.value is None else body.value(node.value)
    code = body.taken()
    frame_assigned, frame.assigned = frame.assigned, None
    if not frame.nesting and not frame.jumps:
        value, more = body.settled(value)
        frame.direct = value
        return code + more
    hints = frame.hints
    shape = shape_of(value)
    if isinstance(shape, Known) and isinstance(shape.value, tuple):
        shape = tuple(shape_of(Known(item)) for item in shape.value)
    both = shape if hints.returns is None else joined(hints.returns, shape)
    if both is None:
        frame.assigned = frame_assigned
        body.refuse(node, "returns another kind of value than before; always return the same kind")
    if both != hints.returns:
        hints.version += hints.returns is not None
        hints.returns = both
    bounds = bounds_within(value, both)
    if frame.bounds is None:
        frame.bounds = bounds
    else:
        frame.bounds = [
            (min(a, c), max(b, d)) for (a, b), (c, d) in zip(frame.bounds, bounds, strict=True)
        ]
    if not frame.nesting:
        frame.direct = value
        return code
    frame.jumps += 1
    return code + body.pushed(value, both, node) + wasm.br(body.depth - frame.label)


@statement(ast.Assign)
def assignment(body: Body, node: ast.Assign) -> bytes:
    if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        value = body.value(node.value)
        return body.taken() + variables.assign(body, node.targets[0].id, value, node)
    # Copied, because assigning to one target may change a variable that another one receives.
    value, code = body.copied(body.value(node.value))
    code = body.taken() + code
    for target in node.targets:
        code += assign_to(body, target, value)
    return code


@statement(ast.AnnAssign)
def annotated(body: Body, node: ast.AnnAssign) -> bytes:
    if node.value is None:
        return b""
    value = body.value(node.value)
    return body.taken() + assign_to(body, node.target, value)


def assign_to(body: Body, target: ast.expr, value: Value) -> bytes:
    """Return the code that puts a value where it belongs."""
    match target:
        case ast.Name():
            return variables.assign(body, target.id, value, target)
        case ast.Tuple() | ast.List():
            items = body.taken_apart(
                variables.entries(body, value, len(target.elts), target), target
            )
            if len(items) != len(target.elts):
                body.refuse(target, f"{len(items)} values for {len(target.elts)} names")
            return body.taken() + b"".join(map(partial(assign_to, body), target.elts, items))
        case ast.Attribute() | ast.Subscript():
            kept, code = body.settled(value)
            address, offset, kind = variables.target(body, target)
            return (
                code + body.taken() + address + variables.written(body, kept, kind, offset, target)
            )
    body.refuse(target, not_in_language(target))


@statement(ast.AugAssign)
def augmented(body: Body, node: ast.AugAssign) -> bytes:
    if isinstance(node.target, ast.Name):
        left = variables.named(body, node.target, node.target.id)
        value = expressions.result_of(body, node.op, left, body.value(node.value), node)
        return body.taken() + variables.assign(body, node.target.id, value, node)
    if not isinstance(node.target, ast.Attribute | ast.Subscript):
        body.refuse(node, "cannot change this target in place")
    address, offset, kind = variables.target(body, node.target)
    code, push = body.taken(), address
    if address != wasm.i32(0) and not _is_get(address):
        t = body.local(wasm.I32)
        code, push = code + address + wasm.set_(t), wasm.get(t)
    now, more = body.copied(variables.read(body, push, offset, kind))
    code += more
    value = expressions.result_of(body, node.op, now, body.value(node.value), node)
    code += body.taken()
    return code + push + variables.written(body, value, kind, offset, node)


@statement(ast.If)
def if_(body: Body, node: ast.If) -> bytes:
    frame = body.frame
    assert frame is not None
    test = expressions.truth(body, node.test)
    if test is not None:
        code = body.taken()
        return code + body.block(node.body if test else node.orelse)
    body.depth += 1
    frame.nesting += 1
    if not node.orelse:
        label = body.depth
        code = expressions.jump(body, node.test, False, label)
        before = set(frame.assigned or ())
        code += body.block(node.body)
        after = frame.assigned
        frame.assigned = before if after is None else before & after
        code = wasm.BLOCK + b"\x40" + code + wasm.END
    else:
        end = body.depth
        body.depth += 1
        code = expressions.jump(body, node.test, False, body.depth)
        before = set(frame.assigned or ())
        code += body.block(node.body)
        one = frame.assigned
        if one is not None:
            code += wasm.br(body.depth - end)
        body.depth -= 1
        code = wasm.BLOCK + b"\x40" + code + wasm.END
        frame.assigned = before
        code += body.block(node.orelse)
        ways = [way for way in (one, frame.assigned) if way is not None]
        frame.assigned = on_all_ways(None, ways)
        code = wasm.BLOCK + b"\x40" + code + wasm.END
    frame.nesting -= 1
    body.depth -= 1
    return code


@statement(ast.Assert)
def assert_(body: Body, node: ast.Assert) -> bytes:
    test = expressions.truth(body, node.test)
    if test is True:
        return body.taken()
    if test is False:
        assert body.frame is not None
        body.frame.assigned = None
        return body.taken() + body.fail(node, "an assertion does not hold")
    assert body.frame is not None
    body.depth += 1
    body.frame.nesting += 1
    code = expressions.jump(body, node.test, True, body.depth) + body.fail(
        node, "an assertion does not hold"
    )
    body.frame.nesting -= 1
    body.depth -= 1
    return wasm.BLOCK + b"\x40" + code + wasm.END


@statement(ast.Raise)
def raise_(body: Body, node: ast.Raise) -> bytes:
    assert body.frame is not None
    body.frame.assigned = None
    return body.fail(node, f"it raises {ast.unparse(node.exc) if node.exc else 'an error'}")


def _is_get(code: bytes) -> bool:
    """Does this code push a local and nothing else?"""
    return code[:1] == b"\x20" and len(code) <= 3
