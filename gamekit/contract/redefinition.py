"""Where the functions of a game come from, and what happens when somebody redefines them.

A game plays copies of its functions, see `gamekit.contract.variants`. The originals may change meanwhile:
`%autoreload` and `importlib.reload` run a file again, and people run cells again. The game then copies
the new functions, unless its state or its parameters have changed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import islice
from threading import RLock
from types import FunctionType

from gamekit.boards.board import Board
from gamekit.contract import components, defaults
from gamekit.contract.fields import Field, Nested, Struct
from gamekit.contract.variants import Functions, Namespace, globals_read, reachable, rebind, varied
from gamekit.errors import BadGame

REQUIRED = ("move_count", "why_illegal", "apply", "result")
RECORDS = ("Parameters", "State")
BOARD = "BOARD_OF_THE_GAME"  # the name under which the defaults find it
DECLARED = ("RULES", *RECORDS)
ALSO = ("turn_text", "turns_like", "how_far", "verdict")  # a game may have them
ASKED = (*REQUIRED, *defaults.OPTIONAL, *defaults.EQUAL, *ALSO)
TAKING = RLock()  # of whoever copies functions again
PLAIN = (int, float, str, tuple, type(None))


class Sources:
    """The originals of a game's functions, and the copies that it plays.

    Args:
        name: the game's.
        homes: the globals of the modules it is made of, or of a notebook.
        base: the sources of the game that this is a variant of, instead of homes.
        functions: those that the variant replaces.
        board: the board that the game declares, if it does.

    Attributes:
        namespace: the copies, constants and declarations, by name. It is a new one once they change.
        engines: made from them once, for all games that differ only in numbers.
    """

    def __init__(
        self,
        name: str,
        homes: Iterable[Namespace] = (),
        base: Sources | None = None,
        functions: Functions | None = None,
        board: Board | None = None,
    ) -> None:
        self.namespace: Namespace
        self.board = board
        self.name, self.homes, self.base = name, tuple(homes), base
        self.functions = dict(functions or {})
        self._replacements: list[object] = []  # for variants: in a notebook they are globals, too
        self._originals: Namespace = {}
        self._before: list[Namespace] = [
            {} for _ in self.homes
        ]  # what each part shares with others
        self._take()

    @classmethod
    def of(cls, name: str, namespace: Namespace) -> Sources:
        """Return the sources of a game of which only the copies exist, so that nothing changes."""
        new = object.__new__(cls)
        new.name, new.homes, new.base, new.functions = name, (), None, {}
        new.namespace, new.engines, new._replacements = namespace, {}, []
        return new

    def _take(self) -> None:
        if self.base:
            self.namespace = varied(self.base.namespace, self.functions)
        else:
            self._originals = self._joined()
            others = [
                [k for each in self.homes if each is not home for k in each] for home in self.homes
            ]
            self._before = [
                {key: home[key] for key in home.keys() & keys}
                for home, keys in zip(self.homes, others, strict=True)
            ]
            # noted now, since %autoreload writes the new fields into the old classes, too
            self._fields = {name: _declared(self._originals[name]) for name in RECORDS}
            secrecy = components.secrecy(self.name, self._originals["State"])
            chance = defaults.WEIGHED if "chances" in self._originals else defaults.EQUAL
            own = {**secrecy, **self._originals, **chance, BOARD: self.board}
            whole = {**defaults.OPTIONAL, **own}
            self.namespace = rebind(whole, homes=[*self.homes, vars(defaults)])
        self.engines: dict[str, object] = {}
        self._watch()

    def keep_up(self) -> None:
        """Copy the functions again if they changed.

        Raises:
            BadGame: something else changed too; the message says what to run again.
        """
        if self.base:
            self.base.keep_up()
        elif not self.homes:
            return
        if not self._is_current():
            with TAKING:
                self._take_again()

    def _take_again(self) -> None:
        if self._is_current():  # another thread was faster
            return
        try:
            if not self.base:
                self._compare(self._joined())
            self._take()
        except BadGame as problem:
            raise BadGame(f"{problem} {self._remedy()}") from None

    def leave_out(self, functions: Functions) -> None:
        """Treat functions as replacements for a variant, which change nothing here."""
        self.first()._replacements += functions.values()

    # --- what there is -------------------------------------------------------------------------

    def _joined(self) -> Namespace:
        """Return the names of all parts of a game in one namespace."""
        joined: Namespace = {}
        for home in self.homes:
            for key, value in list(home.items()):
                if key.startswith("__") and key != "__builtins__":
                    continue
                if any(value is each for each in self._replacements):
                    value = self._originals.get(key, value)
                known = joined.setdefault(key, value)
                if known is not value:
                    joined[key] = self._newer(key)
        missing = [key for key in REQUIRED if not callable(joined.get(key))]
        missing += [key for key in DECLARED if key not in joined]
        if missing:
            raise BadGame(f"{self.name}: the game file lacks {', '.join(missing)}.")
        return joined

    def _newer(self, key: str) -> object:
        """Return the meaning of a name that two parts of the game share, after one of them was loaded again."""
        pairs = zip(self.homes, self._before, strict=True)
        new = [
            home[key]
            for home, old in pairs
            if key in home and home[key] is not old.get(key, home[key])
        ]
        if new and all(value is new[0] for value in new):
            return new[0]
        if not new and key in self._originals:
            return self._originals[key]
        raise BadGame(f"{self.name}: {key!r} is defined differently in two parts of the game.")

    def _compare(self, now: Namespace) -> None:
        for name, fields in self._fields.items():
            if fields != _declared(now[name]):
                raise BadGame(f"{self.name}: {name} declares other fields than it did.")

    def _remedy(self) -> str:
        home = str((self.homes or self.first().homes)[0].get("__name__"))
        if home == "__main__":
            return "Run the cell again that makes the game, and those behind it."
        return (
            f"Take the game from {home.partition('.')[0]} again, in a new kernel if that is not "
            "enough, and make anew what you made of it."
        )

    def first(self) -> Sources:
        """Return the sources of the original game, of which this is a variant."""
        return self.base.first() if self.base else self

    # --- what changed --------------------------------------------------------------------------

    def _watch(self) -> None:
        """Note what to compare, again and again, to see whether anything changed.

        Python runs a whole file again, so one of its functions is enough. In a notebook people run single
        cells again, so it takes each function that the game can call, and the numbers that these read.
        """
        self._made_of = self.base.namespace if self.base else None
        roots = [self._originals.get(name) for name in ASKED]
        own = [root for root in roots if isinstance(root, FunctionType)]
        replacements = [f for f in self.functions.values() if isinstance(f, FunctionType)]
        functions = reachable(*own, *replacements).values()
        given = functions if self.base else ()  # those of a variant stay, but their code may not
        self._codes = [(function, function.__code__) for function in given]
        scopes = {id(f.__globals__): f.__globals__ for f in (() if self.base else functions)}
        scopes |= {id(home): home for home in self.homes}
        self._values: list[tuple[Namespace, str, object]] = []
        for scope in scopes.values():
            names = _one_function(scope) if _is_module(scope) else _mentioned(scope, functions)
            self._values += [(scope, name, scope[name]) for name in names]

    def _is_current(self) -> bool:
        if self.base and self.base.namespace is not self._made_of:
            return False
        for function, code in self._codes:
            if function.__code__ is not code:
                return False
        for scope, name, value in self._values:
            if scope.get(name) is not value and not self._is_alike(scope.get(name), value):
                return False
        return True

    def _is_alike(self, now: object, before: object) -> bool:
        """Is the new object under a name as good as the old one?"""
        if isinstance(before, PLAIN):
            return type(now) is type(before) and now == before
        return any(now is each for each in self._replacements)


def _is_module(scope: Namespace) -> bool:
    name = scope.get("__name__")
    return name != "__main__" and vars(sys.modules.get(str(name), sys)) is scope


def _one_function(scope: Namespace) -> list[str]:
    """Return the name of a function that is defined in a module."""
    own = (
        name
        for name, value in scope.items()
        if isinstance(value, FunctionType) and value.__module__ == scope.get("__name__")
    )
    return [*islice(own, 1)]


def _mentioned(scope: Namespace, functions: Iterable[FunctionType]) -> set[str]:
    """Return the functions of a game, the declarations and the numbers that it reads, by name."""
    names = {*ASKED, *DECLARED}
    for function in functions:
        if function.__globals__ is scope:
            names |= {read[0] for read in globals_read(function.__code__)}
    return {name for name in names & scope.keys() if _is_watched(scope[name])}


def _is_watched(value: object) -> bool:
    is_record = isinstance(value, type) and issubclass(value, Struct)
    return is_record or isinstance(value, (FunctionType, *PLAIN))


def _declared(record: type[Struct]) -> list[object]:
    """Return what a record declares, so that a redefined record can equal the old one."""
    return [
        (name, _declared(field.inside()) if isinstance(field, Nested) else _plain(field))
        for name, field in getattr(record, "fields", {}).items()
    ]


def _plain(field: Field) -> list[object]:
    """Return what a field says. A redefined function in it counts as the same if its code is."""
    values = (getattr(field, name) for name in field.__dataclass_fields__)
    return [value.__code__ if isinstance(value, FunctionType) else value for value in values]
