"""Functions written by hand as code, because each takes several instructions.

Parameters are the locals from 0 on.
"""

from __future__ import annotations

from gamekit import chance
from gamekit.compiling import wasm
from gamekit.compiling.wasm import I32, I64, Function, get, i64, set_, tee

TWO = (I64, I64)
CHECKED = (TWO, (I64, I32))  # the result, and whether it needs more than 64 bits
PLAIN = (TWO, (I64,))
GAMMA = chance.GAMMA - (1 << 64)


def add() -> Function:
    """a + b"""
    result = get(0) + get(1) + wasm.I64_ADD + tee(2)
    signs = get(0) + get(2) + wasm.I64_XOR + get(1) + get(2) + wasm.I64_XOR + wasm.I64_AND
    return Function(CHECKED, [I64], result + signs + i64(0) + wasm.I64_LT_S)


def subtract() -> Function:
    """a - b"""
    result = get(0) + get(1) + wasm.I64_SUB + tee(2)
    signs = get(0) + get(1) + wasm.I64_XOR + get(0) + get(2) + wasm.I64_XOR + wasm.I64_AND
    return Function(CHECKED, [I64], result + signs + i64(0) + wasm.I64_LT_S)


def multiply() -> Function:
    """a * b"""
    return Function(CHECKED, [I64], _product(0, 1, 2) + get(2) + _is_beyond(0, 1, 2))


def _product(a: int, b: int, result: int) -> bytes:
    return get(a) + get(b) + wasm.I64_MUL + set_(result)


def _is_beyond(a: int, b: int, result: int) -> bytes:
    """Push whether a product of two numbers does not fit into 64 bits."""
    least = i64(-(1 << 63))
    extreme = get(a) + i64(-1) + wasm.I64_EQ + get(b) + least + wasm.I64_EQ + wasm.I32_AND
    other = get(b) + i64(-1) + wasm.I64_EQ + get(a) + least + wasm.I64_EQ + wasm.I32_AND
    divided = get(result) + get(b) + wasm.I64_DIV_S + get(a) + wasm.I64_NE
    code = extreme + other + wasm.I32_OR
    code += wasm.IF + bytes([I32]) + wasm.i32(1) + wasm.ELSE
    code += get(b) + wasm.I64_EQZ + wasm.IF + bytes([I32]) + wasm.i32(0)
    return code + wasm.ELSE + divided + wasm.END + wasm.END


def quotient() -> Function:
    """a // b for any b but 0."""
    rest = get(0) + get(1) + wasm.I64_REM_S + set_(2)
    wrong = get(2) + i64(0) + wasm.I64_NE
    wrong += get(2) + get(1) + wasm.I64_XOR + i64(0) + wasm.I64_LT_S + wasm.I32_AND
    code = rest + get(0) + get(1) + wasm.I64_DIV_S + wrong + wasm.I64_EXTEND_U + wasm.I64_SUB
    return Function(PLAIN, [I64], code)


def remainder() -> Function:
    """a % b for any b but 0."""
    rest = get(0) + get(1) + wasm.I64_REM_S + tee(2)
    wrong = get(2) + i64(0) + wasm.I64_NE
    wrong += get(2) + get(1) + wasm.I64_XOR + i64(0) + wasm.I64_LT_S + wasm.I32_AND
    code = rest + get(1) + i64(0) + wrong + wasm.SELECT + wasm.I64_ADD
    return Function(PLAIN, [I64], code)


def power() -> Function:
    """a ** b for b of 0 or more."""
    result, failed, product = 2, 3, 4
    start = i64(1) + set_(result)
    step = _product(result, 0, product)
    step += _is_beyond(result, 0, product) + get(failed) + wasm.I32_OR + set_(failed)
    step += get(product) + set_(result)
    # If a is -1, 0 or 1, rounds after the second only change the sign.
    short = get(0) + i64(1) + wasm.I64_ADD + i64(2) + wasm.I64_GT_U + wasm.I32_EQZ
    short += get(1) + i64(64) + wasm.I64_GT_S + wasm.I32_AND
    start += short + wasm.IF + b"\x40"
    start += i64(64) + get(1) + i64(1) + wasm.I64_AND + wasm.I64_ADD + set_(1) + wasm.END
    more = get(1) + i64(0) + wasm.I64_GT_S + get(failed) + wasm.I32_EQZ + wasm.I32_AND
    loop = wasm.LOOP + b"\x40" + more + wasm.IF + b"\x40" + step
    loop += get(1) + i64(1) + wasm.I64_SUB + set_(1) + wasm.br(1) + wasm.END + wasm.END
    return Function(CHECKED, [I64, I32, I64], start + loop + get(result) + get(failed))


def rounds() -> Function:
    """How many rounds range(start, stop, step) has, for any step but 0."""
    up = get(2) + i64(0) + wasm.I64_GT_S
    code = up + wasm.IF + b"\x40" + get(1) + get(0) + wasm.I64_SUB + set_(3) + wasm.ELSE
    code += get(0) + get(1) + wasm.I64_SUB + set_(3)
    code += i64(0) + get(2) + wasm.I64_SUB + set_(2) + wasm.END
    none = get(3) + i64(0) + wasm.I64_LE_S
    some = get(3) + i64(1) + wasm.I64_SUB + get(2) + wasm.I64_DIV_S + i64(1) + wasm.I64_ADD
    code += none + wasm.IF + bytes([I64]) + i64(0) + wasm.ELSE + some + wasm.END
    return Function(((I64, I64, I64), (I64,)), [I64], code)


def copy(size: int) -> Function:
    """Copy a record, 16 bytes at a time, from the second address to the first."""
    code = b""
    for at in range(0, size, 16):
        place = wasm.unsigned(3) + wasm.unsigned(at)
        code += get(0) + get(1) + wasm.V128_LOAD + place + wasm.V128_STORE + place
    return Function(((I32, I32), ()), [], code)


def digest(size: int) -> Function:
    """A number of 0 or more for the record at an address and the actor."""
    code = get(1) + i64(1) + wasm.I64_ADD + set_(2)
    for at in range(0, size, 8):
        code += get(2) + get(0) + wasm.load("i8", at) + wasm.I64_XOR + i64(GAMMA) + wasm.I64_MUL
        code += tee(2) + get(2) + i64(32) + wasm.I64_SHR_U + wasm.I64_XOR + set_(2)
    return Function(((I32, I64), (I64,)), [I64], code + get(2) + i64(1) + wasm.I64_SHR_U)
