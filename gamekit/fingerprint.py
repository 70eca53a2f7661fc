"""A name for machine code: the hash of everything that it depends on."""

from __future__ import annotations

import dis
from functools import cache
from hashlib import sha256
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType

from gamekit.errors import BadGame
from gamekit.reach import is_foreign

Read = tuple[str, ...]  # "LIMIT" or "helpers.LIMIT", at its points


class Fingerprint:
    """A hash of functions and everything they can reach: code, constants, defaults, closures,
    globals. Docstrings and line numbers do not count."""

    def __init__(self) -> None:
        self._hash = sha256()
        self.functions: dict[int, FunctionType] = {}

    def add(self, *values: object) -> None:
        self._hash.update(repr(values).encode())

    def function(self, function: FunctionType) -> None:
        if is_foreign(function):
            self.add(function.__module__, function.__qualname__)
            return
        if id(function) in self.functions:
            self.add("seen", list(self.functions).index(id(function)))
            return
        self.functions[id(function)] = function
        self.code(function.__code__, function.__doc__)
        self.value("default", function.__defaults__)
        self.value("default", tuple(sorted((function.__kwdefaults__ or {}).items())))
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        ):
            self.value(name, cell.cell_contents)
        for name, *attributes in sorted(globals_read(function.__code__)):
            if name in function.__globals__:
                self.add(name)
                self.read(name, function.__globals__[name], attributes)

    def code(self, code: CodeType, doc: str | None = None) -> None:
        self.add(code.co_code, code.co_names, code.co_varnames, code.co_argcount, code.co_flags)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self.code(constant)
            elif constant is None or constant != doc:
                self.add(type(constant).__name__, constant)

    def read(self, name: str, value: object, attributes: list[str]) -> None:
        """Add a global, or what is read of it where it is somebody's module."""
        if not isinstance(value, ModuleType) or is_foreign(value):
            self.value(name, value)
        elif attributes:
            first, *rest = attributes
            self.add(first)
            self.read(f"{name}.{first}", getattr(value, first), rest)
        else:
            raise BadGame(
                f"A rule hands around the module {value.__name__!r}: rules may only use what is in "
                f"it, as {name}.something, or import that by name."
            )

    def value(self, name: str, value: object) -> None:
        match value:
            case FunctionType():
                self.function(value)
            case None | bool() | int() | float() | str():
                self.add(value)
            case tuple() if all(isinstance(item, int | float | str | tuple) for item in value):
                self.add(value)
            case ModuleType() | BuiltinFunctionType() | type():
                self.add(value.__name__)
            case _ if type(value).__module__ == "numpy" and hasattr(value, "tobytes"):
                self.add(value.dtype.str, value.shape, value.tobytes())  # type: ignore[attr-defined]
            case _:
                raise BadGame(
                    f"A rule reads the global {name!r}, a {type(value).__name__}: rules may read "
                    "numbers, tuples of numbers and functions; what a designer adjusts belongs in "
                    "Parameters."
                )

    def hexdigest(self) -> str:
        return self._hash.hexdigest()[:24]


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
