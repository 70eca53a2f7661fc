"""Statements: assignments, branches, returns, and loops.

The compiler unrolls short loops and fills memory at once if that is all that a loop does.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

from gamekit.compiling import expressions, variables, wasm
from gamekit.compiling.language import not_in_language
from gamekit.compiling.translator import (
    SMALL,
    STOP,
    STOPPED,
    Body,
    Definition,
    Loop,
    call_of,
    on_all_ways,
    parts_of,
    statement,
)
from gamekit.compiling.values import (
    HIGHEST,
    LOWEST,
    Items,
    Known,
    Number,
    Place,
    Several,
    Span,
    Value,
    bounds_of,
    bounds_within,
    joined,
    shape_of,
)


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
        body.refuse(node, "a line that does nothing; delete it, or assign the value")
    value = body.value(node.value)
    return dropped(body, value)


def dropped(body: Body, value: Value) -> bytes:
    """Return the code that computes a value and drops it."""
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
    code = body.take_prelude()
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
        return body.take_prelude() + variables.assign(body, node.targets[0].id, value, node)
    # Copy it, because assigning to one target may change what the next one receives.
    value, code = body.copied(body.value(node.value))
    code = body.take_prelude() + code
    for target in node.targets:
        code += assign_to(body, target, value)
    return code


@statement(ast.AnnAssign)
def annotated(body: Body, node: ast.AnnAssign) -> bytes:
    if node.value is None:
        return b""
    value = body.value(node.value)
    return body.take_prelude() + assign_to(body, node.target, value)


def assign_to(body: Body, target: ast.expr, value: Value) -> bytes:
    match target:
        case ast.Name():
            return variables.assign(body, target.id, value, target)
        case ast.Tuple() | ast.List():
            items = body.items_of(variables.entries(body, value, len(target.elts), target), target)
            if len(items) != len(target.elts):
                body.refuse(target, f"{len(items)} values for {len(target.elts)} names")
            return body.take_prelude() + b"".join(map(partial(assign_to, body), target.elts, items))
        case ast.Attribute() | ast.Subscript():
            kept, code = body.settled(value)
            address, offset, kind = variables.target(body, target)
            return (
                code
                + body.take_prelude()
                + address
                + variables.written(body, kept, kind, offset, target)
            )
    body.refuse(target, not_in_language(target))


@statement(ast.AugAssign)
def augmented(body: Body, node: ast.AugAssign) -> bytes:
    if isinstance(node.target, ast.Name):
        left = variables.named(body, node.target, node.target.id)
        value = expressions.result_of(body, node.op, left, body.value(node.value), node)
        return body.take_prelude() + variables.assign(body, node.target.id, value, node)
    if not isinstance(node.target, ast.Attribute | ast.Subscript):
        body.refuse(node, "cannot change this target in place")
    address, offset, kind = variables.target(body, node.target)
    code, push = body.take_prelude(), address
    if address != wasm.i32(0) and not _is_get(address):
        t = body.local(wasm.I32)
        code, push = code + address + wasm.set_(t), wasm.get(t)
    now, more = body.copied(variables.read(push, offset, kind))
    code += more
    value = expressions.result_of(body, node.op, now, body.value(node.value), node)
    code += body.take_prelude()
    return code + push + variables.written(body, value, kind, offset, node)


@statement(ast.If)
def if_(body: Body, node: ast.If) -> bytes:
    frame = body.frame
    assert frame is not None
    test = expressions.truth(body, node.test)
    if test is not None:
        code = body.take_prelude()
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
        return body.take_prelude()
    if test is False:
        assert body.frame is not None
        body.frame.assigned = None
        return body.take_prelude() + body.fail(node, "an assertion does not hold")
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


# --- loops ---------------------------------------------------------------------------------------

FEW = 10_000  # a loop of up to this many rounds does not ask whether to stop
MOST_ROUNDS = 1 << 28  # of a loop over a range, which does not ask again once it runs


@dataclass
class Rounds:
    """What a loop runs over: a range, or what `item` returns for 0 to `count` - 1."""

    count: Number
    item: Callable[[Number], Value] | None
    setup: bytes
    start: Number | None = None
    step: Number | None = None
    items: Sequence[Value] | None = None  # of each round, for a tuple

    def known(self, most: int) -> Sequence[Value] | None:
        """Return the item of each round, or None if they are not known yet or a range has more than `most`."""
        if self.items is not None or self.item is not None:
            return self.items
        bounds = [part for part in (self.start, self.count, self.step) if part is not None]
        if any(part.low != part.high for part in bounds):
            return None
        numbers = range(*(part.low for part in bounds))
        return [Known(number) for number in numbers] if len(numbers) <= most else None

    def are_in_order(self) -> bool:
        """Are the items consecutive numbers?"""
        step = self.step
        return self.item is None and (step is None or step.low == step.high == 1)

    def entry(self, number: Number) -> Value:
        """Return the item of a round. It is not the number of the round."""
        assert self.item is not None
        return self.item(number)


@statement(ast.While)
def while_(body: Body, node: ast.While) -> bytes:
    frame = body.frame
    assert frame is not None
    test = expressions.truth(body, node.test)
    if test is False:
        return body.block(node.orelse)
    frame.nesting += 1
    body.depth += 1
    outer = body.depth  # the block that a break leaves
    body.depth += 1
    over = body.depth  # the block that the loop leaves when its condition fails
    body.depth += 1
    top = body.depth
    code = stop_check(body)
    if test is None:
        code += expressions.jump(body, node.test, False, over)
    at_test = set(frame.assigned or ())
    body.depth += 1
    loop = Loop(outer, body.depth)
    frame.loops.append(loop)
    inside = body.block(node.body)
    frame.loops.pop()
    body.depth -= 1
    code += wasm.BLOCK + b"\x40" + inside + wasm.END
    code += wasm.br(body.depth - top)
    body.depth -= 1
    code = wasm.LOOP + b"\x40" + code + wasm.END
    body.depth -= 1
    code = wasm.BLOCK + b"\x40" + code + wasm.END
    frame.assigned = at_test if test is None else None
    if test is None:
        code += body.block(node.orelse)
    else:
        code += wasm.UNREACHABLE
    body.depth -= 1
    code = wasm.BLOCK + b"\x40" + code + wasm.END
    frame.nesting -= 1
    frame.assigned = on_all_ways(frame.assigned, loop.at_break)
    return code


def stop_check(body: Body) -> bytes:
    """Return the code that asks whether to stop, for a loop that may take long."""
    is_stopped = wasm.i32(0) + wasm.load("p4", STOPPED)
    return body.fail_if(is_stopped, None, STOP)


@statement(ast.For)
def for_(body: Body, node: ast.For) -> bytes:
    plan = rounds_of(body, node.iter)
    before = body.take_prelude() + plan.setup
    if plan.are_in_order() and plan.start is not None:
        filled = at_once(body, node, plan.start, plan.count)
        before += body.take_prelude()
        if filled is not None:
            return before + filled
    values = plan.known(body.module.unrolled)
    if values is not None and can_unroll(body, node, len(values)):
        return before + unrolled(body, node, values)
    return before + loop_over(body, node, plan)


def rounds_of(body: Body, node: ast.expr) -> Rounds:
    """Return what a loop runs over."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        known = body.value(node.func)
        if known in (Known(enumerate), Known(zip)):
            return rounds_together(body, node, known == Known(enumerate))
    # Copy it, because the loop may change the variables that it starts from.
    value, more = body.copied(body.value(node))
    setup = body.take_prelude() + more
    if isinstance(value, Span):
        return rounds_of_span(body, value, setup, node)
    if isinstance(value, Known) and isinstance(value.value, tuple):
        if not value.value:
            return Rounds(body.number(Known(0), node), lambda i: i, setup)
        constants = tuple(map(Known, value.value))
        is_short = len(constants) <= body.module.unrolled
        value = Several(constants) if is_short else body.table(value.value, node)
    if isinstance(value, Several):
        items = value.items
        count = body.number(Known(len(items)), node)
        return Rounds(count, lambda i: variables.chosen(body, items, i, node), setup, items=items)
    if isinstance(value, Place) and isinstance(value.type, Items):
        place, items_there = value, value.type
        count = variables.length_of(body, items_there, node)

        def entry(i: Number) -> Value:
            return variables.read_entry(body, place, i, node)

        return Rounds(count, entry, setup)
    body.refuse(node, f"{body.describe(value)} cannot be looped over; use range, a list or a tuple")


def rounds_together(body: Body, node: ast.Call, is_numbered: bool) -> Rounds:
    """Return what a loop over enumerate or zip runs over."""
    name = "enumerate" if is_numbered else "zip"
    if node.keywords or not node.args or (is_numbered and len(node.args) > 1):
        body.refuse(node, f"{name} takes only lists and tuples; loop over an index")
    parts = [rounds_of(body, part) for part in node.args]
    if any(part.item is None for part in parts):
        body.refuse(node, f"{name} takes lists and tuples here; loop over the range")
    if any(part.count.low != part.count.high for part in parts):
        body.refuse(node, f"{name} takes lists of known length here; loop over an index")
    shortest = min(parts, key=lambda part: part.count.low).count

    def together(i: Number) -> Value:
        number = (i,) if is_numbered else ()
        return Several((*number, *(part.entry(i) for part in parts)))

    return Rounds(shortest, together, b"".join(part.setup for part in parts))


def rounds_of_span(body: Body, span: Span, setup: bytes, node: ast.AST) -> Rounds:
    """Return what a loop over a range runs over. If the step is not known, code first counts the rounds."""
    start, stop, step = span.start, span.stop, span.step
    if step.low == step.high:
        return Rounds(stop, None, setup, start, step)
    total = body.local(wasm.I64)
    zero = step.code + wasm.I64_EQZ
    setup += body.fail_if(zero, node, "the step of a range is 0")
    setup += start.code + stop.code + step.code
    setup += wasm.call(body.module.helper(wasm.rounds)) + wasm.set_(total)

    def number(i: Number) -> Value:
        return Number(start.code + i.code + step.code + wasm.I64_MUL + wasm.I64_ADD)

    return Rounds(Number(wasm.get(total), "int", 0, HIGHEST, True), number, setup)


@call_of(range)
def span(body: Body, values: list[Value], node: ast.Call) -> Value:
    """range"""
    if not 1 <= len(values) <= 3:
        body.refuse(node, "range takes one to three whole numbers")
    given = []
    for value in values:
        kept, code = body.once(body.integer(value, node))
        body.prelude += code
        given.append(kept)
    zero, one = body.number(Known(0), node), body.number(Known(1), node)
    start, stop = (given[0], given[1]) if len(given) > 1 else (zero, given[0])
    step = given[2] if len(given) > 2 else one
    if step.low == step.high == 0:
        body.refuse(node, "the step of a range is 0")
    return Span(start, stop, step)


def unrolled(body: Body, node: ast.For, values: Sequence[Value]) -> bytes:
    """Return the code of a loop over a few known values: one copy of its body for each value."""
    frame = body.frame
    assert frame is not None
    frame.nesting += 1
    body.depth += 1
    outer = body.depth
    code, breaks = b"", list[set[str]]()
    for value in values:
        if frame.assigned is None:
            break
        body.depth += 1
        loop = Loop(outer, body.depth)
        frame.loops.append(loop)
        inside = assign_to(body, node.target, value) + body.block(node.body)
        frame.loops.pop()
        body.depth -= 1
        code += wasm.BLOCK + b"\x40" + inside + wasm.END
        frame.assigned = on_all_ways(frame.assigned, loop.at_continue)
        breaks += loop.at_break
    if frame.assigned is not None:
        code += body.block(node.orelse)
    else:
        code += wasm.UNREACHABLE
    body.depth -= 1
    frame.nesting -= 1
    frame.assigned = on_all_ways(frame.assigned, breaks)
    return wasm.BLOCK + b"\x40" + code + wasm.END


def can_unroll(body: Body, node: ast.For, count: int) -> bool:
    """May the compiler unroll a loop?

    The loop must be short, shorter still if it contains others, and nothing may use its variables afterward.
    """
    if count > body.module.unrolled:
        return False
    assert body.frame is not None
    loops = body.frame.definition.loops
    if node not in loops:
        loops[node] = _look_inside(body.frame.definition, node)
    names, is_self_contained, has_loops = loops[node]
    is_short = not has_loops or count <= SMALL[2]
    return is_short and is_self_contained and names * count <= 5 * body.module.small


def _look_inside(definition: Definition, node: ast.For) -> tuple[int, bool, bool]:
    """Return how often names appear in a loop, whether its variables appear nowhere else, and whether other
    loops are inside."""
    parts = parts_of([node])[0]
    has_loops = any(isinstance(part, ast.For | ast.While) for part in parts[1:])
    inside = [part for part in parts if isinstance(part, ast.Name)]
    seen = Counter([part.id for part in inside])
    once = {
        part.id
        for part in inside
        if not isinstance(part.ctx, ast.Load) and definition.assigned[part.id] == 1
    }
    return len(inside), all(seen[name] == definition.mentioned[name] for name in once), has_loops


def loop_over(body: Body, node: ast.For, rounds: Rounds) -> bytes:
    frame = body.frame
    assert frame is not None
    code, stop = b"", rounds.count
    start = rounds.start or body.number(Known(0), node)
    step = rounds.step or body.number(Known(1), node)
    up = step.low > 0
    low, high = (start.low, stop.high - 1) if up else (stop.low + 1, start.high)
    if low > high:
        return code + body.block(node.orelse)
    counter = body.local(wasm.I64)
    number = Number(wasm.get(counter), "int", max(low, LOWEST), min(high, HIGHEST), True)
    surely = start.high < stop.low if up else start.low > stop.high
    more = number.code + stop.code + (wasm.I64_LT_S if up else wasm.I64_GT_S)
    code += start.code + wasm.set_(counter)
    if high - low > FEW:
        left = stop.code + number.code if up else number.code + stop.code
        code += checked_rounds(body, left + wasm.I64_SUB, node)
    if rounds.are_in_order():
        most = many_at_once(body, node, counter, stop)
        code += body.take_prelude() + most
    at_start = set(frame.assigned or ())
    frame.nesting += 1
    body.depth += 4  # four blocks: break, end, the loop, one round
    loop = Loop(body.depth - 3, body.depth)
    inside = one_round(body, node, loop, rounds.item(number) if rounds.item else number)
    on = number.code + step.code + wasm.I64_ADD + wasm.set_(counter) + more + wasm.br_if(0)
    looped = wasm.LOOP + b"\x40" + wasm.BLOCK + b"\x40" + inside + wasm.END + on + wasm.END
    if not surely:
        looped = more + wasm.I32_EQZ + wasm.br_if(0) + looped
    code += wasm.BLOCK + b"\x40" + wasm.BLOCK + b"\x40" + looped + wasm.END
    body.depth -= 3
    at_end = on_all_ways(frame.assigned, loop.at_continue)
    frame.assigned = (at_end or at_start) if surely else at_start
    code += body.block(node.orelse) + wasm.END
    body.depth -= 1
    frame.nesting -= 1
    frame.assigned = on_all_ways(frame.assigned, loop.at_break)
    return code


def one_round(body: Body, node: ast.For, loop: Loop, item: Value) -> bytes:
    assert body.frame is not None
    value, kept = body.settled(item)
    code = body.take_prelude() + kept + assign_to(body, node.target, value)
    body.frame.loops.append(loop)
    code += body.block(node.body)
    body.frame.loops.pop()
    return code


def checked_rounds(body: Body, left: bytes, node: ast.AST) -> bytes:
    """Return the code that runs before a long loop.

    It asks whether to stop, and fails if there are far too many rounds.
    """
    too_many = left + wasm.i64(MOST_ROUNDS) + wasm.I64_GT_S
    message = f"a loop of more than {MOST_ROUNDS:,} rounds"
    return stop_check(body) + body.fail_if(too_many, node, message)


@statement(ast.Break)
def break_(body: Body, node: ast.Break) -> bytes:
    assert body.frame is not None
    loop = body.frame.loops[-1]
    loop.at_break.append(set(body.frame.assigned or ()))
    body.frame.assigned = None
    return wasm.br(body.depth - loop.break_label)


@statement(ast.Continue)
def continue_(body: Body, node: ast.Continue) -> bytes:
    assert body.frame is not None
    loop = body.frame.loops[-1]
    loop.at_continue.append(set(body.frame.assigned or ()))
    body.frame.assigned = None
    return wasm.br(body.depth - loop.continue_label)


# --- loops that fill memory at once --------------------------------------------------------------

BLOCK = 16  # bytes
MOST_BYTES = 512  # code fills or copies up to this much without a loop
PIECES = (8, "i8"), (4, "i4"), (2, "i2"), (1, "i1")  # for what remains after the last block
ROUNDS = 8  # a counting loop runs this many rounds at once


def at_once(body: Body, node: ast.For, start: Number, stop: Number) -> bytes | None:
    """Return the code of a loop that only fills a list with a constant or copies entries of another list.

    Return None for any other loop, and if the range is not known.
    """
    first, count = start.low, stop.low - start.low
    if body.checked or node.orelse or start.low != start.high or stop.low != stop.high:
        return None
    match node:
        case ast.For(
            target=ast.Name(id=counter),
            body=[
                ast.Assign(targets=[ast.Subscript(value=owner, slice=ast.Name(id=index))], value=to)
            ],
        ) if counter == index and count > 0:
            pass
        case _:
            return None
    place = _part(body, owner, first, stop.low)
    if place is None:
        return None
    source: Place | bytes | None
    if isinstance(to, ast.Subscript):
        is_same = isinstance(to.slice, ast.Name) and to.slice.id == counter
        source = _part(body, to.value, first, stop.low) if is_same else None
        if source is None or _kind(source) != _kind(place):
            return None
    else:
        source = _filling(expressions.known_now(body, to), _kind(place))
        if source is None:
            return None
    end = body.number(Known(stop.low - 1), node)
    code = _copied(body, place, source, count * wasm.SIZE[_kind(place)])
    return code + assign_to(body, node.target, end)


def _part(body: Body, owner: ast.expr, first: int, end: int) -> Place | None:
    """Return the place of entries `first` to `end` of a list of numbers, or None if they may not exist."""
    if not _is_plain(owner):
        return None
    place = body.value(owner)
    if not (isinstance(place, Place) and isinstance(place.type, Items)):
        return None
    items = place.type
    if not (isinstance(items.item, str) and first >= 0 and end <= items.length):
        return None
    if (end - first) * items.stride > MOST_BYTES:
        return None
    return Place(items, place.base, place.offset + first * items.stride, place.is_simple)


def _is_plain(node: ast.expr) -> bool:
    """Is this a name, or a field of a plain expression?"""
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _is_plain(node.value))


def _kind(place: Place) -> str:
    assert isinstance(place.type, Items)
    return str(place.type.item)


def _filling(known: Known | None, kind: str) -> bytes | None:
    """Return a block that repeats a number, or None if that is impossible."""
    if known is None or not isinstance(known.value, int) or kind == "f8":
        return None
    low, high = bounds_of(kind)
    if not low <= known.value <= high:
        return None
    size = wasm.SIZE[kind]
    return int(known.value).to_bytes(size, "little", signed=True) * (BLOCK // size)


def _copied(body: Body, place: Place, source: Place | bytes, size: int) -> bytes:
    """Return the code that copies `size` bytes from a source to a place, or repeats a block of 16 bytes."""
    kept, code = body.settled(place)
    assert isinstance(kept, Place)
    if isinstance(source, Place):
        value, more = body.settled(source)
        assert isinstance(value, Place)
        source, code = value, code + more
    at = 0
    while size - at >= BLOCK:
        code += kept.pushed() + _block(source, at) + wasm.V128_STORE + wasm.unsigned(0)
        code += wasm.unsigned(kept.offset + at)
        at += BLOCK
    for width, kind in PIECES:
        while size - at >= width:
            if isinstance(source, bytes):
                piece = wasm.i64(int.from_bytes(source[:width], "little", signed=True))
            else:
                piece = source.pushed() + wasm.load(kind, source.offset + at)
            code += kept.pushed() + piece + wasm.store(kind, kept.offset + at)
            at += width
    return code


def _block(source: Place | bytes, at: int) -> bytes:
    if isinstance(source, bytes):
        return wasm.V128_CONST + source
    return source.pushed() + wasm.V128_LOAD + wasm.unsigned(0) + wasm.unsigned(source.offset + at)


def many_at_once(body: Body, node: ast.For, counter: int, stop: Number) -> bytes:
    """Return the code that runs most rounds of a loop that lists its own counter.

    Such a loop writes the number of each round into the next entry of a list. At least one round remains.
    """
    match node:
        case ast.For(
            target=ast.Name(id=name),
            body=[
                ast.Assign(
                    targets=[ast.Subscript(value=owner, slice=ast.Name(id=index))],
                    value=ast.Name(id=listed),
                ),
                ast.AugAssign(target=ast.Name(id=other), op=ast.Add(), value=ast.Constant(value=1)),
            ],
        ) if name == listed and index == other and index != name and not body.checked:
            pass
        case _:
            return b""
    assert body.frame is not None
    frame, place = body.frame, body.value(owner) if _is_plain(owner) else None
    at = frame.values.get(index)
    is_list = isinstance(place, Place) and isinstance(place.type, Items)
    if not is_list or not _is_counter(body, index, at):
        return b""
    assert isinstance(place, Place)
    assert isinstance(at, Number)
    if _kind(place) != "i8":
        return b""
    return _listed(body, place, frame.locals[index][0], counter, stop)


def _is_counter(body: Body, name: str, value: Value | None) -> bool:
    """Is this variable a whole number of 0 or more, in a local of its own?"""
    frame = body.frame
    assert frame is not None
    is_set = frame.assigned is not None and name in frame.assigned and name in frame.locals
    return is_set and isinstance(value, Number) and value.kind == "int" and value.low >= 0


def _listed(body: Body, place: Place, index: int, counter: int, stop: Number) -> bytes:
    address, end = body.local(wasm.I32), body.local(wasm.I64)
    block = body.local(wasm.V128)
    code = place.address() + wasm.get(index) + wasm.I32_WRAP + wasm.i32(3) + wasm.I32_SHL
    code += wasm.I32_ADD + wasm.set_(address)
    code += stop.code + wasm.i64(ROUNDS) + wasm.I64_SUB + wasm.set_(end)
    code += wasm.get(counter) + wasm.I64X2_SPLAT + wasm.V128_CONST + _two(0, 1) + wasm.I64X2_ADD
    code += wasm.set_(block)
    # Hold the difference while the loop advances the counter, then add the counter again.
    code += wasm.get(index) + wasm.get(counter) + wasm.I64_SUB + wasm.set_(index)
    more = wasm.get(counter) + wasm.get(end) + wasm.I64_LT_S
    step = b""
    for at in range(0, 8 * ROUNDS, BLOCK):
        step += wasm.get(address) + wasm.get(block) + wasm.V128_STORE + b"\0" + wasm.unsigned(at)
        step += wasm.get(block) + wasm.V128_CONST + _two(2, 2) + wasm.I64X2_ADD + wasm.set_(block)
    step += wasm.get(address) + wasm.i32(8 * ROUNDS) + wasm.I32_ADD + wasm.set_(address)
    step += wasm.get(counter) + wasm.i64(ROUNDS) + wasm.I64_ADD + wasm.set_(counter)
    loop = more + wasm.IF + b"\x40" + wasm.LOOP + b"\x40" + step + more + wasm.br_if(0)
    code += loop + wasm.END + wasm.END
    return code + wasm.get(index) + wasm.get(counter) + wasm.I64_ADD + wasm.set_(index)


def _two(a: int, b: int) -> bytes:
    return a.to_bytes(8, "little") + b.to_bytes(8, "little")


# --- loops that any, all and sum over a generator stand for ---------------------------------------


def reduced(body: Body, function: Callable[..., Any], node: ast.GeneratorExp) -> Value:
    """Return the result of `any`, `all` or `sum` over a generator. Its loops go into the prelude."""
    place = f"{node.lineno}:{node.col_offset}"
    found = f"{function.__name__} {place}"
    loops = _with_own_names(node, place)
    # Python evaluates what the first loop runs over outside the scope of the generator.
    loops.generators[0].iter = node.generators[0].iter
    if function is sum:
        start: object = 0
        steps: list[ast.stmt] = [ast.AugAssign(_store(found), ast.Add(), loops.elt)]
    else:
        start = function is all
        steps = [ast.If(_is(loops.elt, not start), [_set(found, not start), ast.Break()], [])]
    for depth, loop in reversed(list(enumerate(loops.generators))):
        for test in reversed(loop.ifs):
            steps = [ast.If(test, steps, [])]
        steps = [ast.For(loop.target, loop.iter, steps, [])]
        if depth > 0 and function is not sum:
            steps.append(ast.If(_is(ast.Name(found, ast.Load()), not start), [ast.Break()], []))
    assert body.frame is not None
    stored = (part for part in ast.walk(loops) if isinstance(part, ast.Name))
    for name in (found, *(part.id for part in stored if isinstance(part.ctx, ast.Store))):
        body.frame.definition.assigned[name] = 2  # anything above 1 gives it locals
    for one in (_set(found, start), *steps):
        ast.fix_missing_locations(ast.copy_location(one, node))
        body.prelude += body.statement(one)
    return variables.named(body, node, found)


def _with_own_names(node: ast.GeneratorExp, place: str) -> ast.GeneratorExp:
    """Return a copy with variable names of its own, because a generator is a separate scope."""
    copy = deepcopy(node)
    targets = [part for loop in copy.generators for part in ast.walk(loop.target)]
    names = {part.id for part in targets if isinstance(part, ast.Name)}
    for part in ast.walk(copy):
        if isinstance(part, ast.Name) and part.id in names:
            part.id += f" {place}"
    return copy


def _store(name: str) -> ast.Name:
    return ast.Name(name, ast.Store())


def _set(name: str, value: object) -> ast.stmt:
    return ast.Assign([_store(name)], ast.Constant(value))  # type: ignore[arg-type]


def _is(test: ast.expr, wanted: bool) -> ast.expr:
    return test if wanted else ast.UnaryOp(ast.Not(), test)
