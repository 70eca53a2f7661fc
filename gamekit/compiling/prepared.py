"""Programs that the site's build made ahead, because Python in a browser needs seconds to translate a
game.

They lie beside this file in the site's own copy of the kit and nowhere else. A hash of everything that
goes into a program finds it, so the kit translates a changed rule or number as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from gamekit.contract.fields import Struct
from gamekit.contract.game import Game
from gamekit.contract.variants import Namespace, held, is_foreign, names_in
from gamekit.drivers import ENTRIES, width
from gamekit.drivers.engine import bound

FOLDER = Path(__file__).with_name("programs")


class Ingredients:
    """Everything that a game's programs are made of.

    Args:
        game: the game, with its numbers.

    Attributes:
        functions: every function that the drivers reach, rules included.
        name: a hash of everything, equal wherever the same kit runs the same game.
    """

    def __init__(self, game: Game) -> None:
        self._numbers: dict[int, tuple[int, Any]] = {}  # of functions and tables, by their `id`
        self.functions: list[FunctionType] = []
        self._texts: list[str] = [
            repr((game.moves, width(game))),
            self._told(game.rules(), ()),
            self._told(game.State(), ()),
        ]
        drivers = bound(game, None, None, None)
        self._texts += [self._told(drivers[name], ()) for name in ENTRIES]
        for function in self.functions:  # which grow meanwhile
            self._texts.append(self._all_of(function))
        self.name = sha256("\n".join(self._texts).encode()).hexdigest()[:16]

    def _all_of(self, function: FunctionType) -> str:
        """Describe a function: its code and whatever it reads."""
        code, scope = function.__code__, function.__globals__
        names = sorted(names_in(code))
        given = [function.__defaults__, function.__kwdefaults__, *held(function)]
        inside = [self._told(value, names) for value in given]
        return f"{_described(code)} {inside} {self._read(scope, names)}"

    def _read(self, scope: Namespace, names: Sequence[str]) -> str:
        """Describe what a scope has under these names."""
        told = []
        for name in names:
            if name in scope:
                others = [one for one in names if one != name]  # modules may name each other
                told.append(f"{name}={self._told(scope[name], others)}")
        return ",".join(told)

    def _told(self, value: Any, names: Sequence[str]) -> str:
        """Describe a value; of a module, the attributes of these names.

        The type alone describes what rules cannot read.
        """
        match value:
            case None | int() | float() | str() | range():
                return repr(value)
            case tuple() | list() | dict() | set() | frozenset():
                return f"table {self._number(value, names)}"
            case Struct():
                fields = [(name, field.kind) for name, field in type(value).fields.items()]
                return repr((fields, value.values()))
            case FunctionType() if not is_foreign(value):
                return f"function {self._number(value, names)}"
            case ModuleType() if not is_foreign(value):
                return f"({self._read(vars(value), names)})"
            case FunctionType() | BuiltinFunctionType() | ModuleType() | type():
                return value.__name__
        return type(value).__name__

    def _number(self, value: Any, names: Sequence[str]) -> int:
        """Return the number of a function or a table, which many functions may read."""
        if id(value) not in self._numbers:
            self._numbers[id(value)] = len(self._numbers), value
            if isinstance(value, FunctionType):
                self.functions.append(value)
            else:
                self._texts.append(self._table(value, names))
        return self._numbers[id(value)][0]

    def _table(self, values: Any, names: Sequence[str]) -> str:
        if isinstance(values, set | frozenset):
            return _sorted(values)
        text = repr(values)
        if " at 0x" not in text and "{" not in text:  # neither objects nor sets
            return text
        each = values.items() if isinstance(values, dict) else values
        return ",".join([self._told(one, names) for one in each])


def _sorted(values: set[Any] | frozenset[Any]) -> str:
    """Describe a set, whose order may differ in another process."""
    return ",".join(sorted(map(repr, values)))


def _described(code: CodeType) -> str:
    """Describe the code of a function, and where it stands, which failures name."""
    constants = [
        _described(one)
        if isinstance(one, CodeType)
        else _sorted(one)
        if isinstance(one, frozenset)
        else repr(one)
        for one in code.co_consts
    ]
    names = code.co_names, code.co_varnames, code.co_freevars
    place = code.co_filename, code.co_firstlineno, code.co_linetable
    return repr((code.co_name, code.co_code, names, place, constants))


def prepared(game: Game, calls: str) -> tuple[bytes, list[FunctionType]] | None:
    """Return a pickled program that was made ahead, if there is one, and the functions in it."""
    if not FOLDER.exists():
        return None
    made_of = Ingredients(game)
    file = FOLDER / file_name(made_of, calls)
    return (file.read_bytes(), made_of.functions) if file.exists() else None


def file_name(made_of: Ingredients, calls: str) -> str:
    """Return the name of the file with a program."""
    return f"{made_of.name}-{calls}.pickle"
