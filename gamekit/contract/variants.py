"""Games with a rule replaced: copies of a game's functions over globals of their own.

A rule function calls its helpers by their global names, so replacing a helper means giving every
function that may call it new globals. The kit copies functions, modules and closures and leaves the
originals alone. `docs/variants-and-compiling.md` explains all of it.

The originals may change later: `%autoreload` and `importlib.reload` run a file again, and people run cells
again. The game then copies the new functions (`Sources`), unless its state or its parameters have changed.
"""

from __future__ import annotations

import builtins
import dis
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import islice
from threading import RLock
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from gamekit.boards.board import Board
from gamekit.contract import components, defaults
from gamekit.contract.fields import Field, Nested, Parameters, State, Struct
from gamekit.errors import BadGame, BadVariant, did_you_mean
from gamekit.validation import shown

Namespace = dict[str, Any]
Functions = Mapping[str, Callable[..., Any]]
# Shortcuts of a game, and the functions that decide what they say.
DECIDING = (
    *((name, ("why_illegal",)) for name in ("legal_moves", "sensible_moves")),
    ("random_move", ("why_illegal", "sensible_moves")),
    ("slip", ("why_illegal", "legal_moves")),
    *((name, ("why_illegal", "apply", "result")) for name in ("may_win", "may_hold")),
)
# What decides how a game goes on after a move.
CONSEQUENCES = (
    *("apply", "result", "to_act", "outcomes", "chances", "payoff", "standing"),
    *("hide", "imagine"),
)
FROM_GAME = "__from_game__"  # in a replacement's globals: the names it took from the game


def rebind(
    namespace: Namespace,
    replacements: Functions | None = None,
    homes: Iterable[Namespace] = (),
) -> Namespace:
    """Return a copy of a game's namespace whose functions see each other's copies.

    Args:
        namespace: the game's functions, constants and declarations, by name.
        replacements: functions in place of others, see `replaceable`, for every caller. A
            replacement keeps its own globals. A function of the game that it finds there stays the
            original one, so it can call what it replaces; names it lacks come from the game.
        homes: the globals of the modules whose names the namespace joins, where it is not itself
            the globals of its functions.
    """
    copies = _Copies(namespace, homes)
    copies.adopt(value for value in namespace.values() if isinstance(value, FunctionType))
    for name, function in (replacements or {}).items():
        assert isinstance(function, FunctionType)
        copies.replace(name, function)
    return copies.filled()


def varied(namespace: Namespace, functions: Functions) -> Namespace:
    """Return the namespace of a variant, without the shortcuts that would not notice the change."""
    if "chances" in functions:
        weighed = {**namespace, **defaults.WEIGHED}
        namespace = rebind(weighed, homes=[namespace, vars(defaults)])
    new = rebind(namespace, functions)
    for key in outdated(new, functions):
        default = {**new, key: defaults.OPTIONAL[key]}
        new = rebind(default, homes=[new, vars(defaults)])
    return new


def replaceable(namespace: Namespace) -> dict[str, FunctionType]:
    """Return the functions that a replacement can name.

    They are the functions in the game's namespace, and all that these call, directly or through others, in
    any module. A name that several such helpers share is left out.
    """
    own = {name: value for name, value in namespace.items() if isinstance(value, FunctionType)}
    named: dict[str, list[FunctionType]] = {}
    for function in reachable(*own.values()).values():
        named.setdefault(function.__name__, []).append(function)
    return {name: alike[0] for name, alike in named.items() if len(alike) == 1} | own


def outdated(namespace: Namespace, functions: Functions) -> list[str]:
    """Return the shortcuts of a game that would not notice what some replacements change.

    A `random_move` may work out legal moves by itself, so the kit assumes that it notices no change.
    """
    found = []
    for key, deciding in DECIDING:
        changed = set().union(*(_replaced_behind(namespace[name], functions) for name in deciding))
        if key != "random_move":
            changed -= _replaced_behind(namespace[key], functions)
        if changed and key not in functions:
            found.append(key)
    return found


def change_consequences(namespace: Namespace, functions: Functions) -> bool:
    """Do some replacements change more than which moves are legal: what comes of a move, what players know,
    or how the game ends?"""
    return any(_replaced_behind(namespace[name], functions) for name in CONSEQUENCES)


def _replaced_behind(rule: FunctionType, functions: Functions) -> set[str]:
    """Return the names of the replacements that a rule function calls, directly or not, or is itself."""
    codes = {id(function.__code__) for function in reachable(rule).values()}
    return {name for name, function in functions.items() if id(function.__code__) in codes}


def check_replacement(game: str, namespace: Namespace, name: str, function: object) -> None:
    """Raise `BadVariant` unless the function can take the place of the one with this name."""
    known = replaceable(namespace)
    if name not in known:
        raise BadVariant(f"{game} has no function {shown(name)}.{did_you_mean(name, known)}")
    if not isinstance(function, FunctionType):
        raise BadVariant(
            f"{name}: replace a rule with a plain Python function, not {shown(function)}."
        )
    wanted = arguments_of(known[name])
    if len(arguments_of(function)) != len(wanted):
        raise BadVariant(
            f"{name}: the replacement must take ({', '.join(wanted)}), like the original."
        )


class ModuleCopy(ModuleType):
    """A module as the copies see it: it has the copies of its functions."""


class _Sight(NamedTuple):
    """What one copy sees."""

    names: frozenset[str]  # the names that it mentions
    is_new: bool  # does it see replacements instead of what they replace?
    modules: dict[int, ModuleCopy]


NEWEST = _Sight(frozenset(), True, {})


class _Copies:
    """The copies in progress of everything that a game's functions reach."""

    def __init__(self, namespace: Namespace, homes: Iterable[Namespace]) -> None:
        self.namespace = namespace
        self.own = {id(namespace), *map(id, homes)}
        self.new: Namespace = {}
        self.twins: dict[int, FunctionType] = {}  # by the id of the original
        self.made: list[tuple[FunctionType, FunctionType, bool]] = []  # original, twin, is_new
        self.instead: dict[int, FunctionType] = {}  # by the id of what is replaced
        self.names: dict[str, FunctionType] = {}  # of the replacements

    @cached_property
    def replaceable(self) -> dict[str, FunctionType]:
        """The functions that a replacement can name."""
        return replaceable(self.namespace)

    def adopt(self, functions: Iterable[FunctionType], is_new: bool = True) -> None:
        """Copy functions and all they reach, where that is not yet done."""
        for function in reachable(*functions).values():
            if id(function) not in self.twins:
                twin = self._twin(function)
                self.twins[id(function)] = twin
                self.made.append((function, twin, is_new))

    def replace(self, name: str, function: FunctionType) -> None:
        """Put a function in the place of the one with that name."""
        self.adopt([function], is_new=False)
        self.names[name] = function
        if name in self.replaceable:
            self.instead[id(self.replaceable[name])] = function

    def filled(self) -> Namespace:
        """Return the new namespace, after giving every copy the globals it is to see."""
        own = [twin for _, twin, _ in self.made if twin.__globals__ is self.new]
        names = frozenset[str]().union(*(names_in(twin.__code__) for twin in own))
        sight = _Sight(names, True, {})
        for name, value in self.namespace.items():
            self.new[name] = self._seen(value, sight)
        for name, function in self.names.items():
            self.new[name] = self.twins.get(id(function), function)
        for original, twin, is_new in self.made:
            sight = _Sight(names_in(twin.__code__), is_new, {})
            for old, new in zip(original.__closure__ or (), twin.__closure__ or (), strict=True):
                if new is not old:
                    new.cell_contents = self._seen(old.cell_contents, sight)
            if twin.__globals__ is not self.new:
                self._fill(twin.__globals__, original.__globals__, sight)
        return self.new

    def _twin(self, function: FunctionType) -> FunctionType:
        is_own = id(function.__globals__) in self.own
        twin = FunctionType(
            function.__code__,
            self.new
            if is_own
            else {"__builtins__": function.__globals__.get("__builtins__", builtins)},
            function.__name__,
            function.__defaults__,
            tuple(_cell(cell) for cell in function.__closure__ or ()),
        )
        twin.__kwdefaults__ = function.__kwdefaults__
        twin.__doc__, twin.__module__ = function.__doc__, function.__module__
        return twin

    def _fill(self, scope: Namespace, original: Namespace, sight: _Sight) -> None:
        """Give a copy from another module the globals that it mentions."""
        taken = set(original.get(FROM_GAME, ()))
        for name in sight.names:
            if name in original and name not in taken:
                scope[name] = self._seen(original[name], sight)
            elif name in taken or not sight.is_new:
                taken.add(name)
                if name in self.new:
                    scope[name] = self.new[name]
                elif name in self.replaceable and not hasattr(builtins, name):
                    scope[name] = self._seen(self.replaceable[name], NEWEST)
        if taken:
            scope[FROM_GAME] = taken

    def _seen(self, value: Any, sight: _Sight) -> Any:
        """Return what stands for a value in the globals of a copy."""
        if isinstance(value, FunctionType):
            chosen = self.instead.get(id(value), value) if sight.is_new else value
            return self.twins.get(id(chosen), chosen)
        if not isinstance(value, ModuleType) or is_foreign(value):
            return value
        if id(value) not in sight.modules:
            copy = sight.modules[id(value)] = ModuleCopy(value.__name__, value.__doc__)
            inside = vars(value).items()
            vars(copy).update(
                (k, self._seen(v, sight) if k in sight.names else v) for k, v in inside
            )
        return sight.modules[id(value)]


def _cell(cell: CellType) -> CellType:
    """Return an empty cell in place of one that holds a function to copy, and any other cell unchanged."""
    try:
        held = cell.cell_contents
    except ValueError:  # not yet filled
        return cell
    return CellType() if isinstance(held, FunctionType) and not is_foreign(held) else cell


# Modules whose functions are nobody's rules, so that the kit does not copy them.
FOREIGN = {*sys.stdlib_module_names, "numpy"}
# Modules whose functions the compiler knows by identity, so that the kit must not copy them.
KNOWN_TO_COMPILER = ("gamekit.chance", "gamekit.contract.fields")
Read = tuple[str, ...]  # "helpers.LIMIT" as ("helpers", "LIMIT")


def is_foreign(value: FunctionType | ModuleType) -> bool:
    """Does this function or module belong to Python, NumPy or the kit's core?"""
    home = value.__name__ if isinstance(value, ModuleType) else value.__module__ or ""
    return home.partition(".")[0] in FOREIGN or home in KNOWN_TO_COMPILER


@cache
def names_in(code: CodeType) -> frozenset[str]:
    """Return every global or attribute name that a function's code mentions, nested code too."""
    inner = (names_in(one) for one in code.co_consts if isinstance(one, CodeType))
    return frozenset(code.co_names).union(*inner)


def callees(function: FunctionType) -> Iterator[FunctionType]:
    """Yield the functions that this one may call: by a global name, as an attribute of a module it
    names, or held in its closure. The foreign ones are left out."""
    names = names_in(function.__code__)
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
    """Return these functions and every one they reach through calls, by id. Foreign ones are left out."""
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


def arguments_of(function: FunctionType) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


REQUIRED = {
    "move_count": ("rules",),
    "why_illegal": ("rules", "state", "move"),
    "apply": ("rules", "state", "move"),
    "result": ("rules", "state"),
}
# What each function of a game takes.
TAKES = {**REQUIRED, **{name: arguments_of(f) for name, f in defaults.OPTIONAL.items()}}
RECORDS: dict[str, type[Struct]] = {"Parameters": Parameters, "State": State}
BOARD = "BOARD_OF_THE_GAME"  # the name under which the defaults find it
DECLARED = ("RULES", *RECORDS)
ALSO = ("turn_text", "turns_like", "how_far", "worths", "gains")  # a game may have them
ASKED = (*REQUIRED, *defaults.OPTIONAL, *defaults.EQUAL, *ALSO)
TAKING = RLock()  # held by a thread that copies functions again
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
        # What each part shares with others.
        self._before: list[Namespace] = [{} for _ in self.homes]
        self._take()

    @classmethod
    def of(cls, name: str, namespace: Namespace) -> Sources:
        """Return the sources of a game that has only copies, as in another process. They never change."""
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
            # Noted now, because %autoreload writes the new fields into the old classes, too.
            self._fields = {name: _declared(self._originals[name]) for name in RECORDS}
            secrecy = components.secrecy(self.name, self._originals["State"])
            chance = defaults.WEIGHED if "chances" in self._originals else defaults.EQUAL
            own = {**secrecy, **self._originals, **chance, BOARD: self.board}
            whole = {**defaults.OPTIONAL, **own}
            self.namespace = rebind(whole, homes=[*self.homes, vars(defaults)])
        self.engines: dict[str, object] = {}
        self._watch()

    def replacements(self) -> Functions:
        """Return the functions that a variant, and the variants that it is based on, replace."""
        before = self.base.replacements() if self.base else {}
        return {**before, **self.functions}

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
        for key, base in RECORDS.items():
            if not (isinstance(joined[key], type) and issubclass(joined[key], base)):
                raise BadGame(
                    f"{self.name}: {key} is no record of the kit: write class {key}(contract.{key})."
                )
        if taken := [key for key in defaults.EQUAL if key in joined]:
            raise BadGame(
                f"{self.name}: the kit has a function of its own called {taken[0]}. Choose another name."
            )
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
                raise BadGame(f"{self.name}: {name} now declares other fields.")

    def _remedy(self) -> str:
        home = str((self.homes or self.first().homes)[0].get("__name__"))
        if home == "__main__":
            return "Run the cell that makes the game again, and the cells after it."
        return (
            f"Take the game from {home.partition('.')[0]} again, in a new kernel if necessary, and "
            "rebuild what you made from it."
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
