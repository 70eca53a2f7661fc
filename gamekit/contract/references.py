"""What functions reach: the names they read, and the functions behind them."""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType

# Their functions are nobody's rules: they stay as they are.
FOREIGN = {*sys.stdlib_module_names, "numpy"}
# Likewise: the compiler knows theirs by identity.
KNOWN_TO_COMPILER = ("gamekit.chance", "gamekit.contract.fields")
Read = tuple[str, ...]  # "LIMIT" or "helpers.LIMIT", at its points


def is_foreign(value: FunctionType | ModuleType) -> bool:
    """Does this function or module belong to Python, NumPy or the kit's core?"""
    home = value.__name__ if isinstance(value, ModuleType) else value.__module__ or ""
    return home.partition(".")[0] in FOREIGN or home in KNOWN_TO_COMPILER


def names_in(code: CodeType) -> Iterator[str]:
    """Yield every global or attribute name that a function's code mentions, nested code too."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def callees(function: FunctionType) -> Iterator[FunctionType]:
    """Yield the functions that this one may call: by a global name, as an attribute of a module it
    names, or held in its closure. The foreign ones are left out."""
    names = set(names_in(function.__code__))
    scope = function.__globals__
    found = [scope[name] for name in names if name in scope]
    found += held(function)
    modules: set[int] = set()
    while found:
        value = found.pop()
        if isinstance(value, FunctionType) and not is_foreign(value):
            yield value
        elif isinstance(value, ModuleType) and not is_foreign(value) and id(value) not in modules:
            modules.add(id(value))
            found += [vars(value)[name] for name in names if name in vars(value)]


def held(function: FunctionType) -> Iterator[object]:
    """Yield what a function's closure holds."""
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not yet filled
            continue


def reachable(*functions: FunctionType) -> dict[int, FunctionType]:
    """Return these functions and every one they reach through calls, by id, but no foreign ones."""
    found: dict[int, FunctionType] = {}
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if id(function) not in found and not is_foreign(function):
            found[id(function)] = function
            waiting += callees(function)
    return found


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
