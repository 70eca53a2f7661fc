"""A name for machine code: the hash of everything that it depends on."""

from __future__ import annotations

import dis
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType

from gamekit.errors import BadGame
from gamekit.reach import is_foreign

Read = tuple[str, ...]  # "LIMIT" or "helpers.LIMIT", at its points
Part = bytes | FunctionType


class Fingerprint:
    """A hash of functions and everything they can reach: code, constants, defaults, closures,
    globals. Docstrings and line numbers do not count.

    Args:
        known: the parts of functions by their ids, for several hashes of the same functions.
    """

    def __init__(self, known: dict[int, list[Part]] | None = None) -> None:
        self._hash = sha256()
        self._known = {} if known is None else known
        self._order: dict[int, int] = {}
        self.functions: dict[int, FunctionType] = {}

    def add(self, *values: object) -> None:
        self._hash.update(_written(*values))

    def function(self, function: FunctionType) -> None:
        identity = id(function)
        if is_foreign(function):
            self.add(function.__module__, function.__qualname__)
        elif identity in self._order:
            self.add("seen", self._order[identity])
        else:
            self._order[identity] = len(self._order)
            self.functions[identity] = function
            if identity not in self._known:
                self._known[identity] = list(_of_function(function))
            for part in self._known[identity]:
                if isinstance(part, FunctionType):
                    self.function(part)
                else:
                    self._hash.update(part)

    def hexdigest(self) -> str:
        return self._hash.hexdigest()[:24]


def _written(*values: object) -> bytes:
    return repr(values).encode()


def _of_function(function: FunctionType) -> Iterator[Part]:
    """Yield what a function consists of; the functions it reads as they are."""
    yield from _of_code(function.__code__, function.__doc__)
    yield from _of_value("default", function.__defaults__)
    yield from _of_value("default", tuple(sorted((function.__kwdefaults__ or {}).items())))
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    for name, cell in cells:
        yield from _of_value(name, cell.cell_contents)
    for name, *attributes in sorted(globals_read(function.__code__)):
        if name in function.__globals__:
            yield _written(name)
            yield from _of_global(name, function.__globals__[name], attributes)


def _of_code(code: CodeType, doc: str | None = None) -> Iterator[Part]:
    yield _written(code.co_code, code.co_names, code.co_varnames, code.co_argcount, code.co_flags)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _of_code(constant)
        elif constant is None or constant != doc:
            yield _written(type(constant).__name__, constant)


def _of_global(name: str, value: object, attributes: list[str]) -> Iterator[Part]:
    """Yield a global, or what is read of it where it is somebody's module."""
    if not isinstance(value, ModuleType) or is_foreign(value):
        yield from _of_value(name, value)
    elif attributes:
        first, *rest = attributes
        yield _written(first)
        yield from _of_global(f"{name}.{first}", getattr(value, first), rest)
    else:
        raise BadGame(
            f"A rule hands around the module {value.__name__!r}: rules may only use what is in "
            f"it, as {name}.something, or import that by name."
        )


def _of_value(name: str, value: object) -> Iterator[Part]:
    match value:
        case FunctionType():
            yield value
        case None | bool() | int() | float() | str():
            yield _written(value)
        case tuple() if all(isinstance(item, int | float | str | tuple) for item in value):
            yield _written(value)
        case ModuleType() | BuiltinFunctionType() | type():
            yield _written(value.__name__)
        case _ if type(value).__module__ == "numpy" and hasattr(value, "tobytes"):
            yield _written(value.dtype.str, value.shape, value.tobytes())  # type: ignore[attr-defined]
        case _:
            raise BadGame(
                f"A rule reads the global {name!r}, a {type(value).__name__}: rules may read "
                "numbers, tuples of numbers and functions; what a designer adjusts belongs in "
                "Parameters."
            )


@cache
def globals_read(code: CodeType) -> frozenset[Read]:
    """Return the globals a function reads, each with the attributes read of it, nested code
    included."""
    found: set[Read] = set()
    reading: list[str] = []
    for step in [*dis.get_instructions(code), None]:
        if step and reading and step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            reading.append(step.argval)
            continue
        if reading:
            found.add(tuple(reading))
        reading = [step.argval] if step and step.opname == "LOAD_GLOBAL" else []
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= globals_read(constant)
    return frozenset(found)
