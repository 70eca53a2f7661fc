"""The part of the WebAssembly binary format that the compiler writes, and functions written by hand.

Source: the WebAssembly Core Specification, release 2.0, chapter 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from struct import pack

from gamekit import chance

I32, I64, F64, V128 = 0x7F, 0x7E, 0x7C, 0x7B  # value types
PAGE = 65_536  # bytes of a page of memory
KEPT = 65_536  # how many encoded instructions and numbers of each kind to remember
Types = tuple[int, ...]
Signature = tuple[Types, Types]  # of parameters, of results

UNREACHABLE, BLOCK, LOOP, IF, ELSE, END = (bytes([n]) for n in (0x00, 0x02, 0x03, 0x04, 0x05, 0x0B))
DROP, SELECT = b"\x1a", b"\x1b"

I32_EQZ, I32_EQ, I32_NE = b"\x45", b"\x46", b"\x47"
I64_EQZ, I64_EQ, I64_NE = b"\x50", b"\x51", b"\x52"
I64_LT_S, I64_LT_U, I64_GT_S, I64_GT_U = b"\x53", b"\x54", b"\x55", b"\x56"
I64_LE_S, I64_GE_S, I64_GE_U = b"\x57", b"\x59", b"\x5a"
F64_EQ, F64_NE, F64_LT, F64_GT, F64_LE, F64_GE = (bytes([n]) for n in range(0x61, 0x67))
I32_ADD, I32_MUL, I32_DIV_U, I32_REM_U, I32_AND, I32_OR, I32_XOR, I32_SHL = (
    bytes([n]) for n in (0x6A, 0x6C, 0x6E, 0x70, 0x71, 0x72, 0x73, 0x74)
)
I64_ADD, I64_SUB, I64_MUL, I64_DIV_S, I64_DIV_U, I64_REM_S, I64_REM_U = (
    bytes([n]) for n in range(0x7C, 0x83)
)
I64_AND, I64_OR, I64_XOR, I64_SHL, I64_SHR_S, I64_SHR_U = (bytes([n]) for n in range(0x83, 0x89))
F64_ABS, F64_NEG, F64_SQRT = b"\x99", b"\x9a", b"\x9f"
F64_ADD, F64_SUB, F64_MUL, F64_DIV = b"\xa0", b"\xa1", b"\xa2", b"\xa3"
I64_CLZ = b"\x79"
I32_WRAP, I64_EXTEND_U = b"\xa7", b"\xad"
I64_TRUNC, F64_CONVERT = b"\xb0", b"\xb9"

# The instructions that read and write an entry of each kind, with the binary logarithm of its size.
LOAD = {
    "i1": (b"\x30", 0),
    "i2": (b"\x32", 1),
    "i4": (b"\x34", 2),
    "i8": (b"\x29", 3),
    "f8": (b"\x2b", 3),
    "p4": (b"\x28", 2),
}
STORE = {
    "i1": (b"\x3c", 0),
    "i2": (b"\x3d", 1),
    "i4": (b"\x3e", 2),
    "i8": (b"\x37", 3),
    "f8": (b"\x39", 3),
    "p4": (b"\x36", 2),
}
FORMATS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "f8": "d"}  # for `struct`
SIZE = {"i1": 1, "i2": 2, "i4": 4, "i8": 8, "f8": 8, "p4": 4}
MEMORY_FILL = b"\xfc\x0b\x00"
V128_LOAD, V128_STORE, V128_CONST = b"\xfd\x00", b"\xfd\x0b", b"\xfd\x0c"
I64X2_SPLAT, I64X2_ADD = b"\xfd\x12", b"\xfd\xce\x01"


@lru_cache(KEPT)
def unsigned(n: int) -> bytes:
    """Return a number of 0 or more in LEB128."""
    found = bytearray()
    while True:
        byte, n = n & 0x7F, n >> 7
        found.append(byte | (0x80 if n else 0))
        if not n:
            return bytes(found)


@lru_cache(KEPT)
def signed(n: int) -> bytes:
    """Return a whole number in signed LEB128."""
    found = bytearray()
    while True:
        byte, n = n & 0x7F, n >> 7
        done = (n == 0 and not byte & 0x40) or (n == -1 and byte & 0x40)
        found.append(byte | (0 if done else 0x80))
        if done:
            return bytes(found)


@lru_cache(KEPT)
def as_signed(n: int) -> int:
    """Return the signed number with the same bits as an unsigned one of 64 bits."""
    return n - (1 << 64) if n >> 63 else n


def i32(n: int) -> bytes:
    """Push a constant."""
    return b"\x41" + signed(n)


@lru_cache(KEPT)
def i64(n: int) -> bytes:
    """Push a constant."""
    return b"\x42" + signed(n)


def f64(x: float) -> bytes:
    """Push a constant."""
    return b"\x44" + pack("<d", x)


@lru_cache(KEPT)
def get(local: int) -> bytes:
    """Push a local."""
    return b"\x20" + unsigned(local)


@lru_cache(KEPT)
def set_(local: int) -> bytes:
    """Pop into a local."""
    return b"\x21" + unsigned(local)


@lru_cache(KEPT)
def tee(local: int) -> bytes:
    """Copy the top of the stack into a local."""
    return b"\x22" + unsigned(local)


def get_global(number: int) -> bytes:
    """Push a global."""
    return b"\x23" + unsigned(number)


def call(function: int) -> bytes:
    """Call a function of the module."""
    return b"\x10" + unsigned(function)


def br(depth: int) -> bytes:
    """Jump to the label this many levels out."""
    return b"\x0c" + unsigned(depth)


def br_if(depth: int) -> bytes:
    """Jump to the label this many levels out if the top of the stack is not 0."""
    return b"\x0d" + unsigned(depth)


@lru_cache(KEPT)
def load(kind: str, offset: int) -> bytes:
    """Replace an address by the value there."""
    code, align = LOAD[kind]
    return code + unsigned(align) + unsigned(offset)


@lru_cache(KEPT)
def store(kind: str, offset: int) -> bytes:
    """Pop a value and an address, and store the value there."""
    code, align = STORE[kind]
    return code + unsigned(align) + unsigned(offset)


@dataclass
class Function:
    """A function of a module: its signature, its other locals, and its code."""

    signature: Signature
    locals: Sequence[int] = ()
    code: bytes = b""


@dataclass
class Module:
    """A module in progress: one memory, functions, mutable globals of type i32, and data.

    Attributes:
        functions: in the order of their numbers.
        globals: the names under which the host sets them.
        exports: the numbers of exported functions, by name.
        data: the initial contents of memory, as (address, bytes).
    """

    functions: list[Function] = field(default_factory=list)
    globals: list[str] = field(default_factory=list)
    exports: dict[str, int] = field(default_factory=dict)
    data: list[tuple[int, bytes]] = field(default_factory=list)
    _types: dict[Signature, int] = field(default_factory=dict)

    def type(self, signature: Signature) -> int:
        """Return the number of a signature."""
        return self._types.setdefault(signature, len(self._types))

    def block(self, results: Types) -> bytes:
        """Return the type of a block that leaves these values on the stack."""
        if not results:
            return b"\x40"
        if len(results) == 1:
            return bytes(results)
        return signed(self.type(((), results)))

    def add(self, function: Function) -> int:
        """Add a function; return its number."""
        self.functions.append(function)
        return len(self.functions) - 1

    def assembled(self, size: int) -> bytes:
        """Return the bytes of the module, with at least `size` bytes of memory."""
        kinds = [unsigned(self.type(function.signature)) for function in self.functions]
        codes = [_sized(_code(function)) for function in self.functions]
        types = [b"\x60" + _types(a) + _types(b) for a, b in self._types]
        memory = b"\x00" + unsigned(-(-size // PAGE))
        exports = [_name("memory") + b"\x02\x00"]
        exports += [_name(name) + b"\x00" + unsigned(n) for name, n in self.exports.items()]
        exports += [_name(name) + b"\x03" + unsigned(n) for n, name in enumerate(self.globals)]
        data = [b"\x00" + i32(at) + END + unsigned(len(b)) + b for at, b in self.data]
        sections = (
            (1, _vector(types)),
            (3, _vector(kinds)),
            (5, _vector([memory])),
            (6, _vector([bytes([I32, 1]) + i32(0) + END for _ in self.globals])),
            (7, _vector(exports)),
            (10, _vector(codes)),
            (11, _vector(data)),
        )
        return b"\0asm\1\0\0\0" + b"".join(bytes([n]) + _sized(body) for n, body in sections)


def _types(types: Types) -> bytes:
    return unsigned(len(types)) + bytes(types)


def _code(function: Function) -> bytes:
    runs: list[list[int]] = []
    for kind in function.locals:
        if runs and runs[-1][1] == kind:
            runs[-1][0] += 1
        else:
            runs.append([1, kind])
    return _vector([unsigned(n) + bytes([kind]) for n, kind in runs]) + function.code + END


def _vector(items: Iterable[bytes]) -> bytes:
    found = list(items)
    return unsigned(len(found)) + b"".join(found)


def _sized(body: bytes) -> bytes:
    return unsigned(len(body)) + body


def _name(name: str) -> bytes:
    return _sized(name.encode())


TWO = (I64, I64)
CHECKED = (TWO, (I64, I32))  # returns the result, and whether it needs more than 64 bits
PLAIN = (TWO, (I64,))
GAMMA = as_signed(chance.GAMMA)


def add() -> Function:
    """a + b"""
    result = get(0) + get(1) + I64_ADD + tee(2)
    signs = get(0) + get(2) + I64_XOR + get(1) + get(2) + I64_XOR + I64_AND
    return Function(CHECKED, [I64], result + signs + i64(0) + I64_LT_S)


def subtract() -> Function:
    """a - b"""
    result = get(0) + get(1) + I64_SUB + tee(2)
    signs = get(0) + get(1) + I64_XOR + get(0) + get(2) + I64_XOR + I64_AND
    return Function(CHECKED, [I64], result + signs + i64(0) + I64_LT_S)


def multiply() -> Function:
    """a * b"""
    return Function(CHECKED, [I64], _product(0, 1, 2) + get(2) + _is_beyond(0, 1, 2))


def _product(a: int, b: int, result: int) -> bytes:
    return get(a) + get(b) + I64_MUL + set_(result)


def _is_beyond(a: int, b: int, result: int) -> bytes:
    """Push whether a product needs more than 64 bits."""
    least = i64(-(1 << 63))
    extreme = get(a) + i64(-1) + I64_EQ + get(b) + least + I64_EQ + I32_AND
    other = get(b) + i64(-1) + I64_EQ + get(a) + least + I64_EQ + I32_AND
    divided = get(result) + get(b) + I64_DIV_S + get(a) + I64_NE
    code = extreme + other + I32_OR
    code += IF + bytes([I32]) + i32(1) + ELSE
    code += get(b) + I64_EQZ + IF + bytes([I32]) + i32(0)
    return code + ELSE + divided + END + END


def quotient() -> Function:
    """a // b for any b but 0."""
    towards_zero = get(0) + get(1) + I64_DIV_S + tee(2)
    has_rest = get(2) + get(1) + I64_MUL + get(0) + I64_NE
    is_negative = get(0) + get(1) + I64_XOR + i64(0) + I64_LT_S
    code = towards_zero + has_rest + is_negative + I32_AND + I64_EXTEND_U + I64_SUB
    return Function(PLAIN, [I64], _of_small_numbers(I32_DIV_U, code))


def remainder() -> Function:
    """a % b for any b but 0."""
    rest = get(0) + get(1) + I64_REM_S + tee(2)
    wrong = get(2) + i64(0) + I64_NE
    wrong += get(2) + get(1) + I64_XOR + i64(0) + I64_LT_S + I32_AND
    code = rest + get(1) + i64(0) + wrong + SELECT + I64_ADD
    return Function(PLAIN, [I64], _of_small_numbers(I32_REM_U, code))


def _of_small_numbers(operation: bytes, otherwise: bytes) -> bytes:
    """Divide in 32 bits if both numbers fit, which is several times as fast on many machines."""
    are_small = get(0) + get(1) + I64_OR + i64(32) + I64_SHR_U + I64_EQZ
    small = get(0) + I32_WRAP + get(1) + I32_WRAP + operation + I64_EXTEND_U
    return are_small + IF + bytes([I64]) + small + ELSE + otherwise + END


def power() -> Function:
    """a ** b for b of 0 or more, where the result fits into 64 bits."""
    result = 2
    multiply = get(1) + i64(1) + I64_AND + I32_WRAP + IF + b"\x40"
    multiply += _product(result, 0, result) + END
    square = _product(0, 0, 0) + get(1) + i64(1) + I64_SHR_U + tee(1)
    loop = LOOP + b"\x40" + multiply + square + i64(0) + I64_NE + br_if(0) + END
    return Function(PLAIN, [I64], i64(1) + set_(result) + loop + get(result))


def checked_power() -> Function:
    """a ** b for b of 0 or more."""
    result, failed, product = 2, 3, 4
    start = i64(1) + set_(result)
    step = _product(result, 0, product)
    step += _is_beyond(result, 0, product) + get(failed) + I32_OR + set_(failed)
    step += get(product) + set_(result)
    # If a is -1, 0 or 1, only the sign changes after the second round.
    short = get(0) + i64(1) + I64_ADD + i64(2) + I64_GT_U + I32_EQZ
    short += get(1) + i64(64) + I64_GT_S + I32_AND
    start += short + IF + b"\x40"
    start += i64(64) + get(1) + i64(1) + I64_AND + I64_ADD + set_(1) + END
    more = get(1) + i64(0) + I64_GT_S + get(failed) + I32_EQZ + I32_AND
    loop = LOOP + b"\x40" + more + IF + b"\x40" + step
    loop += get(1) + i64(1) + I64_SUB + set_(1) + br(1) + END + END
    return Function(CHECKED, [I64, I32, I64], start + loop + get(result) + get(failed))


def rounds() -> Function:
    """The number of rounds of range(start, stop, step), for any step but 0."""
    up = get(2) + i64(0) + I64_GT_S
    code = up + IF + b"\x40" + get(1) + get(0) + I64_SUB + set_(3) + ELSE
    code += get(0) + get(1) + I64_SUB + set_(3)
    code += i64(0) + get(2) + I64_SUB + set_(2) + END
    none = get(3) + i64(0) + I64_LE_S
    some = get(3) + i64(1) + I64_SUB + get(2) + I64_DIV_S + i64(1) + I64_ADD
    code += none + IF + bytes([I64]) + i64(0) + ELSE + some + END
    return Function(((I64, I64, I64), (I64,)), [I64], code)


def copy(size: int) -> Function:
    """Copy a record from the second address to the first, 16 bytes at a time."""
    code = b""
    for at in range(0, size, 16):
        place = unsigned(3) + unsigned(at)
        code += get(0) + get(1) + V128_LOAD + place + V128_STORE + place
    return Function(((I32, I32), ()), [], code)


def digest(size: int) -> Function:
    """A number of 0 or more that stands for the record at an address and the actor."""
    code = get(1) + i64(1) + I64_ADD + set_(2)
    for at in range(0, size, 8):
        code += get(2) + get(0) + load("i8", at) + I64_XOR + i64(GAMMA) + I64_MUL
        code += tee(2) + get(2) + i64(32) + I64_SHR_U + I64_XOR + set_(2)
    return Function(((I32, I64), (I64,)), [I64], code + get(2) + i64(1) + I64_SHR_U)
