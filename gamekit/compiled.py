"""The rule functions and drivers of a game through Numba, cached on disk.

The functions are copied over a namespace in which long tables of numbers are arrays, registered
with Numba, and joined with the text of `gamekit.drivers` in one module named by a fingerprint of
everything the machine code depends on. Numba caches by file; so an edited rule is another file,
and a second process starts from the first one's work. Nothing imports this module until speed is
asked for.
"""

from __future__ import annotations

import inspect
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import njit
from numba.extending import register_jitable
from platformdirs import user_cache_dir

from gamekit import chance, drivers, primitives
from gamekit.drivers import room
from gamekit.drivers.engine import Engine
from gamekit.fields import Parameters, State
from gamekit.fingerprint import Fingerprint
from gamekit.game import Game
from gamekit.layout import layout, store, values
from gamekit.variants import ModuleCopy, rebind

RULE_FUNCTIONS = (
    "setup", "to_act", "outcomes", "move_count", "why_illegal", "legal_moves", "sensible_moves",
    "apply", "result", "hide", "imagine",
)  # fmt: skip
LONG_TABLE = 16  # longer tuples of numbers become arrays, because Numba unrolls tuples
EPOCH = (1, 1)  # Numba compares modification times: a cached file never looks newer


def cache_folder() -> Path:
    """Return the folder of compiled rules: $GAMEKIT_CACHE or the user's cache folder."""
    named = os.environ.get("GAMEKIT_CACHE")
    folder = Path(named) if named else Path(user_cache_dir("gamekit-lab", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:  # a read-only home: compile anew in each process
        return Path(tempfile.mkdtemp(prefix="gamekit-"))


# The kit's own rules allocate nothing and raise nothing, as those of a designer might.
OURS = {"_nrt": False, "no_rewrites": True, "no_cfunc_wrapper": True}
THEIRS = {"_nrt": True, "no_cfunc_wrapper": True}
# The drivers have all memory given, see `drivers.Room`.
ENTRY: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}
INNER: dict[str, Any] = {"_nrt": False, "no_cfunc_wrapper": True}

# Functions that Numba knows, by the fingerprint of all that they reach.
_known: dict[str, FunctionType] = {}


def _shared(functions: Mapping[int, FunctionType]) -> dict[int, FunctionType]:
    """Make copied rule functions known to Numba; return for the id of each the one to be called.

    What two variants, or a game and one made of it, have in common is so compiled once. The linker
    takes the first of symbols with equal names: so functions are named by their fingerprints too.
    """
    found: dict[int, FunctionType] = {}
    for function in functions.values():
        mark = Fingerprint()
        mark.function(function)
        name = f"{function.__name__}_{mark.hexdigest()}"
        if name not in _known:
            is_ours = (function.__module__ or "").startswith("gamekit.")
            function.__module__, function.__qualname__ = __name__, name
            _known[name] = register_jitable(**(OURS if is_ours else THEIRS))(function)
        found[id(function)] = _known[name]
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


# --- a compiled game ---------------------------------------------------------------------------


class Compiled(Engine):
    """The drivers of one game as machine code, compiled on first use."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._state_type = layout(game.State.fields)
        self._rules_type = layout(game.Parameters.fields)
        scope = rebind(game.namespace, convert=_as_array)
        functions: dict[str, FunctionType] = {name: scope[name] for name in RULE_FUNCTIONS}
        text = drivers.text()
        mark = self._fingerprint(functions, text)
        self.path = cache_folder() / f"{game.name}_{mark.hexdigest()}.py"
        shared = _shared(mark.functions)
        if not self.path.exists():
            part = self.path.with_suffix(f".{os.getpid()}")
            part.write_text(text, encoding="utf-8")
            os.utime(part, EPOCH)
            os.replace(part, self.path)
        self._bind({name: shared.get(id(f), f) for name, f in functions.items()}, text)

    def _fingerprint(self, functions: dict[str, FunctionType], text: str) -> Fingerprint:
        mark = Fingerprint()
        own = [
            inspect.getsource(part) for part in (sys.modules[__name__], primitives, chance, room)
        ]
        mark.add(text, own, self._state_type.descr, self._rules_type.descr, self.game.has_secrets)
        mark.add(numba.__version__, np.__version__, sys.version_info[:3])
        mark.add(*(getattr(numba.config, name) for name in ("BOUNDSCHECK", "OPT")))
        for name, function in functions.items():
            mark.add(name)
            mark.function(function)
        return mark

    def _bind(self, functions: dict[str, FunctionType], text: str) -> None:
        """Run the drivers' text where the names of rule functions are this game's."""
        module = ModuleType(self.path.stem)
        module.__file__ = str(self.path)
        sys.modules[module.__name__] = module
        scope = vars(module)
        scope.update(functions, **primitives.PRIMITIVES, HAS_SECRETS=self.game.has_secrets)
        exec(compile(text, str(self.path), "exec"), scope)
        for name, value in list(scope.items()):
            if isinstance(value, FunctionType) and value.__code__.co_filename == str(self.path):
                if name in drivers.ENTRIES:
                    scope[name] = njit(**ENTRY)(value)
                else:
                    register_jitable(**INNER)(value)
        for name in drivers.ENTRIES:
            setattr(self, name, scope[name])

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

    def _numbers(self, n: int) -> Any:
        return np.zeros(n, np.float64)

    def _lists(self, n: int, length: int) -> Any:
        return np.zeros((n, length), np.int64)

    def values(self, bank: Any, index: int) -> tuple[Any, ...]:
        """Return a state's fields, for comparison."""
        return values(bank[index], self.game.State.fields)


def _as_array(value: Any) -> Any:
    """Return a long table of numbers as an array, anything else as it is."""
    if not isinstance(value, tuple) or len(value) <= LONG_TABLE:
        return value
    return np.array(value, np.int64) if all(isinstance(item, int) for item in value) else value


def compiled(game: Game) -> Compiled:
    """Return the compiled drivers of a game; games that differ in numbers alone share them."""
    found = game.engines.get("compiled")
    if not isinstance(found, Compiled):
        game.engines["compiled"] = found = Compiled(game)
    return found
