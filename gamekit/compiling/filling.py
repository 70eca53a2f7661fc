"""Loops that do nothing but fill a list or copy one: sixteen bytes at a time.

Code that is checked takes the plain loop, which looks at each entry.
"""

from __future__ import annotations

import ast

from gamekit.compiling import conditions, statements, wasm
from gamekit.compiling.body import Body
from gamekit.compiling.values import Items, Known, Number, Place, Value, bounds_of

BLOCK = 16  # bytes
MOST_BYTES = 512  # of a list that is filled or copied without a loop
PIECES = (8, "i8"), (4, "i4"), (2, "i2"), (1, "i1")  # what is left behind the last block
ROUNDS = 8  # of a counting loop that are done at once


def at_once(body: Body, node: ast.For, start: Number, stop: Number) -> bytes | None:
    """Return the code of a loop over a range that is known, if all it does is to put a constant, or
    what stands there in another list, into each entry of a list; otherwise None."""
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
        source = _filling(conditions.known_now(body, to), _kind(place))
        if source is None:
            return None
    end = body.number(Known(stop.low - 1), node)
    code = _moved(body, place, source, count * wasm.SIZE[_kind(place)])
    return code + statements.assign_to(body, node.target, end)


def _part(body: Body, owner: ast.expr, first: int, end: int) -> Place | None:
    """Return where entries `first` to `end` of a list of numbers are; None where they may not be."""
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
    """Is this a name, or a field of one?"""
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _is_plain(node.value))


def _kind(place: Place) -> str:
    assert isinstance(place.type, Items)
    return str(place.type.item)


def _filling(known: Known | None, kind: str) -> bytes | None:
    """Return a block full of a number."""
    if known is None or not isinstance(known.value, int) or kind == "f8":
        return None
    low, high = bounds_of(kind)
    if not low <= known.value <= high:
        return None
    size = wasm.SIZE[kind]
    return int(known.value).to_bytes(size, "little", signed=True) * (BLOCK // size)


def _moved(body: Body, place: Place, source: Place | bytes, size: int) -> bytes:
    """Return the code that fills `size` bytes at a place."""
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
    """Push a block."""
    if isinstance(source, bytes):
        return wasm.V128_CONST + source
    return source.pushed() + wasm.V128_LOAD + wasm.unsigned(0) + wasm.unsigned(source.offset + at)


def many_at_once(body: Body, node: ast.For, counter: int, stop: Number) -> bytes:
    """Return the code that does most rounds of a loop, if it lists what it counts: it puts the number
    of each round into the next entry of a list. At least one round is left."""
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
    """Is this variable a whole number of 0 or more in a local of its own?"""
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
    # The counter is done with when it is added, and the index counts on from there.
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
