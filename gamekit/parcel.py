"""The rules of a game as bytes, for a process that has not seen the notebook they come from.

`pickle` sends a function by its name; here its code is sent, with all that it reaches. What is sent
is what the fingerprint of a game is made of, so it has the same one on the other side.
"""

from __future__ import annotations

import marshal
import pickle
from collections.abc import Iterable
from importlib import import_module
from io import BytesIO
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

from gamekit.codename import RULE_FUNCTIONS
from gamekit.defaults import OPTIONAL
from gamekit.fields import Field, Nested, Struct
from gamekit.fingerprint import Read, globals_read
from gamekit.game import Game
from gamekit.reach import is_foreign

NAMES = (*RULE_FUNCTIONS, "Parameters", "State")


def packed(game: Game) -> bytes:
    """Return what is compiled of a game.

    Raises:
        pickle.PicklingError, TypeError, AttributeError: it holds what cannot be sent.
    """
    light = object.__new__(Game)
    kept = {name: game.namespace[name] for name in NAMES}
    vars(light).update(name=game.name, _encoded=game._encoded, namespace=kept, engines={})
    file = BytesIO()
    _Packer(file, protocol=5).dump(light)
    return file.getvalue()


def unpacked(data: bytes) -> Game:
    """Return a game of which no more than its rule functions are there."""
    game: Game = pickle.loads(data)
    return game


class _Packer(pickle.Pickler):
    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, FunctionType) and not (is_foreign(value) or value in HERE):
            return _function_parts(value)
        if isinstance(value, ModuleType):
            return import_module, (value.__name__,)
        if isinstance(value, _Part):
            return _module, (value.name,), value.contents
        if isinstance(value, type) and issubclass(value, Struct) and value is not Struct:
            fields = {
                name: field if isinstance(field, Nested) else Field(field.kind, field.size)
                for name, field in value.fields.items()
            }
            return type(Struct), (value.__name__, (Struct,), fields)
        return NotImplemented


class _Part:
    """Of somebody's module, what a function reads of it."""

    def __init__(self, module: ModuleType, reads: Iterable[Read]) -> None:
        self.name, self.contents = module.__name__, {}
        reads = [read for read in reads if read]
        for name in {read[0] for read in reads}:
            inside = [read[1:] for read in reads if read[0] == name]
            self.contents[name] = _seen(getattr(module, name), inside)


def _seen(value: Any, reads: Iterable[Read]) -> Any:
    is_own_module = isinstance(value, ModuleType) and not is_foreign(value)
    return _Part(value, reads) if is_own_module else value


def _function_parts(function: FunctionType) -> tuple[Any, ...]:
    """Return how a function is made, and then filled: functions may reach each other in circles."""
    code = function.__code__
    is_default = any(code is default.__code__ for default in OPTIONAL.values())
    cells = function.__closure__ or ()
    made = (
        code.co_name if is_default else marshal.dumps(code),
        function.__name__,
        function.__module__,
        len(cells),
    )
    reads = globals_read(code)
    scope = {
        name: _seen(function.__globals__[name], [read[1:] for read in reads if read[0] == name])
        for name in {read[0] for read in reads}
        if name in function.__globals__
    }
    inside = [cell.cell_contents for cell in cells]
    state = function.__defaults__, function.__kwdefaults__, scope, inside
    return _function, made, state, None, None, _fill


def _module(name: str) -> ModuleType:
    return ModuleType(name)


def _function(code: str | bytes, name: str, module: str, cells: int) -> FunctionType:
    found = OPTIONAL[code].__code__ if isinstance(code, str) else marshal.loads(code)
    assert isinstance(found, CodeType)
    function = FunctionType(found, {}, name, None, tuple(CellType() for _ in range(cells)))
    function.__module__ = module
    return function


def _fill(function: FunctionType, state: tuple[Any, Any, dict[str, Any], list[Any]]) -> None:
    function.__defaults__, function.__kwdefaults__, scope, inside = state
    function.__globals__.update(scope)
    for cell, value in zip(function.__closure__ or (), inside, strict=True):
        cell.cell_contents = value


HERE = (_function, _fill, _module)  # these are there on the other side
