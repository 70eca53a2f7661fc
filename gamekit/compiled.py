"""The rule functions and drivers of a game through Numba, cached on disk.

The functions are copied over a namespace in which long tables of numbers are arrays, registered
with Numba, and joined with the text of `gamekit.drivers` in one module named by a fingerprint of
everything the machine code depends on. The code is kept under that name; so an edited rule is
another file, and a second process starts from the first one's work. Nothing imports this module until speed is
asked for.
"""

from __future__ import annotations

import linecache
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import njit
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import register_jitable

from gamekit import chance, drivers, primitives
from gamekit.cache import KeptCode, cache_folder
from gamekit.codename import CALLS, RULE_FUNCTIONS, code_name, compiler_name
from gamekit.drivers.engine import Engine
from gamekit.drivers.room import Room, stop
from gamekit.fields import Parameters, State
from gamekit.fingerprint import Fingerprint, Part
from gamekit.game import Game
from gamekit.interruptible import interruptible
from gamekit.layout import layout, store, values
from gamekit.linked import KEPT, linked
from gamekit.variants import ModuleCopy, rebind

LONG_TABLE = 16  # longer tuples of numbers become arrays, because Numba unrolls tuples


# Calls behind which there is so much code, where a game has a policy, that most of the compiler's time went
# into optimizing it: at level 1 they are compiled in two thirds of the time, and 8 % slower.
LARGE = ("choose", "bots", "play_on")

# The kit's own rules allocate nothing and raise nothing, as those of a designer might.
OURS = {"_nrt": False, "no_rewrites": True, "no_cfunc_wrapper": True}
THEIRS = {"_nrt": True, "no_cfunc_wrapper": True}
# The drivers have all memory given, see `drivers.Room`.
ENTRY: dict[str, Any] = {"nogil": True, "_nrt": False}
INNER: dict[str, Any] = {"_nrt": False, "no_cfunc_wrapper": True}
# A call hands over more than a hundred numbers, so what a loop calls all the time is made part of it.
IN_LOOP = ("simulate",)

# Functions that Numba knows, by the fingerprint of all that they reach.
_known: dict[str, FunctionType] = {}


def _shared(
    functions: Mapping[int, FunctionType], how: Callable[[FunctionType], dict[str, Any]]
) -> dict[int, FunctionType]:
    """Make functions known to Numba; return for the id of each the one to be called.

    What two variants, or a game and one made of it, have in common is so compiled once; what is the
    kit's own, once on a machine. The linker takes the first of symbols with equal names: so functions
    are named by their fingerprints too.

    Args:
        functions: copied rule functions, or inner functions of drivers, by their ids.
        how: says how a function is compiled.
    """
    names = _named(functions)
    found: dict[int, FunctionType] = {}
    for identity, name in names.items():
        if name not in _known:
            function = functions[identity]
            options = how(function)
            function.__module__, function.__qualname__ = __name__, name
            _known[name] = register_jitable(**options)(function)
        found[identity] = _known[name]
    scopes = {id(one.__globals__): one.__globals__ for one in functions.values()}
    waiting = list(scopes.values())
    while waiting:
        scope = waiting.pop()
        for key, value in scope.items():
            scope[key] = found.get(id(value), value)
            if isinstance(value, ModuleCopy) and id(vars(value)) not in scopes:
                scopes[id(vars(value))] = vars(value)
                waiting.append(vars(value))
    for cell in (cell for one in functions.values() for cell in one.__closure__ or ()):
        if id(cell.cell_contents) in found:
            cell.cell_contents = found[id(cell.cell_contents)]
    return found


def _named(functions: Mapping[int, FunctionType]) -> dict[int, str]:
    """Return a name for each function, by its id; the kit's own have their code kept under it."""
    names: dict[int, str] = {}
    parts: dict[int, list[Part]] = {}
    compiler, cache = compiler_name(), cache_folder()
    folder = cache and cache / "parts"
    for identity, function in functions.items():
        mark = Fingerprint(parts)
        mark.function(function)
        names[identity] = name = f"{function.__name__}_{mark.hexdigest()}"
        if all(_is_ours(one) for one in mark.functions.values()):
            setattr(function, KEPT, KeptCode(folder, f"{name}.{compiler}"))
    return names


def _as_rule(function: FunctionType) -> dict[str, Any]:
    return OURS if _is_ours(function) else THEIRS


def _as_part(function: FunctionType) -> dict[str, Any]:
    return INNER | {"forceinline": function.__name__ in IN_LOOP}


def _is_ours(function: FunctionType) -> bool:
    """Is this one of the kit's own functions? What Numba knows is so if it is kept."""
    module = function.__module__ or ""
    return hasattr(function, KEPT) if module == __name__ else module.startswith("gamekit.")


@contextmanager
def _optimizing(level: int) -> Iterator[None]:
    """Compile at this level of optimization, or below it where NUMBA_OPT says so."""
    settings: Any = numba.config  # has no types
    with global_compiler_lock:
        before = settings.OPT
        settings.OPT = type(before)(min(level, before))
        try:
            yield
        finally:
            settings.OPT = before


# --- a compiled game ---------------------------------------------------------------------------


class Compiled(Engine):
    """The drivers of one game as machine code, compiled on first use."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._prepared: set[str] = set()
        self._state_type = layout(game.State.fields)
        self._rules_type = layout(game.Parameters.fields)
        scope = rebind(game.namespace, convert=_as_array)
        functions: dict[str, FunctionType] = {name: scope[name] for name in RULE_FUNCTIONS}
        text = drivers.text()
        self.name, reached = code_name(game), Fingerprint()
        for function in functions.values():
            reached.function(function)
        shared = _shared(reached.functions, _as_rule)
        self._bind({name: shared.get(id(f), f) for name, f in functions.items()}, text)

    def _bind(self, functions: dict[str, FunctionType], text: str) -> None:
        """Run the drivers' text where the names of rule functions are this game's."""
        module, source = ModuleType(f"{__name__}.{self.name}"), f"<{self.name}>"
        sys.modules[module.__name__] = module  # whence Numba takes what is kept in files
        linecache.cache[source] = len(text), None, text.splitlines(keepends=True), source
        scope = vars(module)
        scope.update(functions, **primitives.PRIMITIVES, **drivers.flags(self.game))
        exec(compile(text, source, "exec"), scope)
        # Drivers call each other as they call any part; what is called from outside is a twin.
        twins = {name: FunctionType(scope[name].__code__, scope) for name in drivers.ENTRIES}
        inner = [scope[name] for name in drivers.functions()]
        _shared({id(function): function for function in inner}, _as_part)
        folder = cache_folder()
        self.entries = {name: njit(**ENTRY)(twin) for name, twin in twins.items()}
        for name, entry in self.entries.items():
            entry._cache = KeptCode(folder, f"{self.name}.{name}")
            setattr(self, name, partial(_run, entry))

    def holds(self, call: str) -> bool:
        """Is one of `CALLS` compiled, here or in the cache?"""
        entry, types = self._call(call)
        return types in entry.overloads or entry._cache.holds(types, entry.targetctx.codegen())

    def is_prepared(self, call: str) -> bool:
        """Is one of `CALLS` ready to be run?"""
        return call in self._prepared

    def prepare(self, call: str) -> None:
        """Load one of `CALLS` from the cache, or compile it."""
        if call not in self._prepared:
            entry, types = self._call(call)
            is_large = call in LARGE and not self.game.leaves_out("policy")
            _compile(entry, types, 1 if is_large else 3)
            self._prepared.add(call)

    def _call(self, call: str) -> tuple[Any, tuple[Any, ...]]:
        """Return the driver behind a call, and the types of what it is given."""
        room, seed, some = self.room(self.game.rules()), self.seed(1), self.whole_numbers(1)
        given: dict[str, tuple[Any, ...]] = {
            "choose": (room, 1, 1, 1),
            "bots": (room, seed, 1, 1, some, 1, some),
            "random": (room, seed, 1, 1, some, 1, None),
            "play_on": (room, 1, 1, 1),
        }
        entry = self.entries[CALLS[call]]
        return entry, tuple(entry.typeof_pyval(value) for value in given[call])

    def _records(self, rules: Parameters, known: State | None, key: int) -> Any:
        given = np.zeros(1, self._rules_type)
        store(given[0], rules)
        bank = np.zeros(drivers.BANK, self._state_type)
        if known is not None:
            store(bank[drivers.KNOWN], known)
        random = np.zeros(1, primitives.RANDOM)
        random["key"] = key & chance.MASK
        words = bank.view(np.int64).reshape(drivers.BANK, -1)
        return given.view(np.recarray), bank.view(np.recarray), words, random.view(np.recarray)

    def seed(self, seed: int) -> Any:
        """Return a seed as drivers take it."""
        return np.uint64(seed & chance.MASK)

    def whole_numbers(self, n: int) -> Any:
        """Return n zeros."""
        return np.zeros(n, np.int64)

    def small_numbers(self, n: int) -> Any:
        """Return n zeros of half the size: what a search walks through had better be near."""
        return np.zeros(n, np.int32)

    def _numbers(self, n: int) -> Any:
        return np.zeros(n, np.float64)

    def _lists(self, n: int, length: int) -> Any:
        return np.zeros((n, length), np.int64)

    def values(self, bank: Any, index: int) -> tuple[Any, ...]:
        """Return a state's fields, for comparison."""
        return values(bank[index], self.game.State.fields)


def _is_inner(module: str, _: str) -> bool:
    """Is this a rule function, a primitive or an inner function of a driver?"""
    return module in (__name__, primitives.__name__)


def _as_array(value: Any) -> Any:
    """Return a long table of numbers as an array, anything else as it is."""
    if not isinstance(value, tuple) or len(value) <= LONG_TABLE:
        return value
    return np.array(value, np.int64) if all(isinstance(item, int) for item in value) else value


def _compile(entry: Any, types: tuple[Any, ...], level: int) -> None:
    """Compile a driver for what it is given, at a level of optimization."""
    with _optimizing(level), linked(_is_inner):
        entry.compile(types)


def _run(entry: Any, room: Room, *arguments: Any) -> Any:
    """Call a compiled driver, which is compiled now if need be; Ctrl-C stops both."""

    def run() -> Any:
        if not entry.overloads:
            _compile(entry, tuple(map(entry.typeof_pyval, (room, *arguments))), 3)
        return entry(room, *arguments)

    return interruptible(run, partial(stop, room))


_one_at_a_time = threading.Lock()


def compiled(game: Game) -> Compiled:
    """Return the compiled drivers of a game; games that differ in numbers alone share them."""

    def find() -> Compiled:
        with _one_at_a_time:
            found = game.engines.get("compiled")
            if not isinstance(found, Compiled):
                game.engines["compiled"] = found = Compiled(game)
            return found

    found = game.engines.get("compiled")
    return found if isinstance(found, Compiled) else interruptible(find)
