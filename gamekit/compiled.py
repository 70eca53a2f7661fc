"""The rule functions and drivers of a game through Numba, cached on disk.

The functions are copied over a namespace in which long tables of numbers are arrays, registered
with Numba, and joined with the text of `gamekit.drivers` in one module named by a fingerprint of
everything the machine code depends on. Numba caches by file; so an edited rule is another file,
and a second process starts from the first one's work. Nothing imports this module until speed is
asked for.
"""

from __future__ import annotations

import dis
import os
import sys
import tempfile
from collections.abc import Collection
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic, overload, register_jitable
from platformdirs import user_cache_dir

from gamekit import chance, drivers, fields
from gamekit.drivers.engine import Engine
from gamekit.errors import BadGame
from gamekit.fields import Field, Nested, Parameters, State
from gamekit.game import Game
from gamekit.variants import KNOWN_TO_NUMBA, rebind

RULE_FUNCTIONS = (
    "setup", "to_act", "outcomes", "move_count", "why_illegal", "legal_moves", "sensible_moves",
    "apply", "result", "hide", "imagine",
)  # fmt: skip
LONG_TABLE = 16  # longer tuples of numbers become arrays, because Numba unrolls tuples
EPOCH = (1, 1)  # Numba compares modification times: a cached file never looks newer

U = np.uint64
GAMMA, MIX_A, MIX_B = U(chance.GAMMA), U(chance.MIX_A), U(chance.MIX_B)


# --- the generator of gamekit.chance, number for number ------------------------------------------


@njit(inline="always")
def _mix(x: Any) -> Any:
    x = (x ^ (x >> U(30))) * MIX_A
    x = (x ^ (x >> U(27))) * MIX_B
    return x ^ (x >> U(31))


@njit(inline="always")
def _outcome(key: Any, k: Any, n: Any) -> Any:
    return np.int64(((_mix(key + U(k + 1) * GAMMA) >> U(32)) * U(n)) >> U(32))


@overload(chance.stream_key)
def _compiled_stream_key(seed: Any, game: Any, stream: Any) -> Any:
    streams = chance.STREAMS

    def stream_key(seed: Any, game: Any, stream: Any) -> Any:
        return _mix(_mix(seed + GAMMA) + U(game * streams + stream) * GAMMA)

    return stream_key


@overload(chance.inner_key)
def _compiled_inner_key(key: Any, k: Any) -> Any:
    def inner_key(key: Any, k: Any) -> Any:
        return _mix(key + U(k + 1) * GAMMA)

    return inner_key


@overload(chance.outcome)
def _compiled_outcome(key: Any, k: Any, n: Any) -> Any:
    def outcome(key: Any, k: Any, n: Any) -> Any:
        return _outcome(key, k, n)

    return outcome


@overload(chance.draw)
def _compiled_draw(random: Any, n: Any) -> Any:
    def draw(random: Any, n: Any) -> Any:
        k = random.k
        random.k = k + 1
        return _outcome(random.key, k, n)

    return draw


# --- copying records -----------------------------------------------------------------------------


@intrinsic
def _copy_bytes(typing: Any, to: Any, source: Any) -> Any:
    """Copy a record over another of the same layout."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target, origin = arguments
        size = context.get_constant(types.intp, to.size)
        cgutils.raw_memcpy(builder, target, origin, size, 1)  # type: ignore[no-untyped-call]
        return context.get_dummy_value()

    return (types.none(to, source), generate) if to == source else None


@overload(fields.copy_record)
def _compiled_copy_record(to: Any, source: Any) -> Any:
    def copy_record(to: Any, source: Any) -> Any:
        _copy_bytes(to, source)  # type: ignore[call-arg]  # Numba adds the first one

    return copy_record


# --- what the drivers need ---------------------------------------------------------------------


@register_jitable(_nrt=False)
def _copy_state(bank: Any, to: int, source: int) -> None:
    bank[to] = bank[source]


@register_jitable(_nrt=False)
def _digest(words: Any, index: int, actor: int) -> Any:
    key = U(actor + 1)
    for word in words[index]:
        key = (key ^ U(word)) * GAMMA
        key ^= key >> U(32)
    return np.int64(key >> U(1))


PRIMITIVES = {
    "copy_state": _copy_state,
    "digest": _digest,
}
RANDOM = np.dtype([("key", "u8"), ("k", "i8")])


def layout(fields: dict[str, Field]) -> np.dtype[Any]:
    """Return the record type of declared fields, padded to whole words for `digest`."""
    tight = np.dtype([(name, *_kind(field)) for name, field in fields.items()], align=True)
    assert tight.names is not None
    assert tight.fields is not None
    places: Any = {
        "names": list(tight.names),
        "formats": [tight.fields[name][0] for name in tight.names],
        "offsets": [tight.fields[name][1] for name in tight.names],
        "itemsize": max(8, -(-tight.itemsize // 8) * 8),
    }
    padded: np.dtype[Any] = np.dtype(places)
    return padded


def _kind(field: Field) -> tuple[Any, ...]:
    if isinstance(field, Nested):
        return (layout(field.inside().fields),)
    return (field.kind, (field.size,)) if field.size else (field.kind,)


def _store(place: Any, record: Any) -> None:
    """Write a record's values into a NumPy record."""
    for name, field in type(record).fields.items():
        if isinstance(field, Nested):
            _store(place[name], getattr(record, name))
        else:
            place[name] = getattr(record, name)


def _values(place: Any, fields: dict[str, Field]) -> tuple[Any, ...]:
    """Read a NumPy record as `values` of the same record would be."""
    found: list[Any] = []
    for name, field in fields.items():
        if isinstance(field, Nested):
            found.append(_values(place[name], field.inside().fields))
        else:
            found.append(tuple(place[name].tolist()) if field.size else int(place[name]))
    return tuple(found)


# --- fingerprint -------------------------------------------------------------------------------


class _Fingerprint:
    """A hash of functions and everything they can reach: code, constants, defaults, closures,
    globals. Docstrings and line numbers do not count."""

    def __init__(self) -> None:
        self._hash = sha256()
        self.functions: dict[int, FunctionType] = {}

    def add(self, *values: object) -> None:
        self._hash.update(repr(values).encode())

    def function(self, function: FunctionType) -> None:
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
        for name in sorted(globals_read(function.__code__)):
            if name in function.__globals__:
                self.add(name)
                self.value(name, function.__globals__[name])

    def code(self, code: CodeType, doc: str | None = None) -> None:
        self.add(code.co_code, code.co_names, code.co_varnames, code.co_argcount, code.co_flags)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self.code(constant)
            elif constant is None or constant != doc:
                self.add(type(constant).__name__, constant)

    def value(self, name: str, value: object) -> None:
        match value:
            case FunctionType():
                self.function(value)
            case np.ndarray():
                self.add(value.dtype.str, value.shape, value.tobytes())
            case None | bool() | int() | float() | str():
                self.add(value)
            case tuple() if all(isinstance(item, int | float | str | tuple) for item in value):
                self.add(value)
            case ModuleType() | BuiltinFunctionType() | type():
                self.add(value.__name__)
            case _:
                raise BadGame(
                    f"A rule reads the global {name!r}, a {type(value).__name__}: rules may read "
                    "numbers, tuples of numbers and functions; what a designer adjusts belongs in "
                    "Parameters."
                )

    def hexdigest(self) -> str:
        return self._hash.hexdigest()[:24]


@cache
def globals_read(code: CodeType) -> frozenset[str]:
    """Return the names of the globals a function reads, nested code included."""
    names = {i.argval for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL"}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= globals_read(constant)
    return frozenset(names)


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
_captured: dict[int, FunctionType] = {}  # those that closures hold, by their ids


def _shared(functions: Collection[FunctionType]) -> dict[int, FunctionType]:
    """Make rule functions known to Numba; return for the id of each the one to be called.

    What two variants, or a game and one made of it, have in common is so compiled once. The linker
    takes the first of symbols with equal names: so functions are named by their fingerprints too.
    """
    cells = [cell.cell_contents for one in functions for cell in one.__closure__ or ()]
    held = {id(value) for value in cells}
    found: dict[int, FunctionType] = {}
    for function in functions:
        if function.__module__ in KNOWN_TO_NUMBA or id(function) in _captured:
            continue
        mark = _Fingerprint()
        mark.function(function)
        name = f"{function.__name__}_{mark.hexdigest()}"
        if name not in _known or id(function) in held:
            is_ours = (function.__module__ or "").startswith("gamekit.")
            function.__module__, function.__qualname__ = __name__, name
            register_jitable(**(OURS if is_ours else THEIRS))(function)
        if id(function) in held:
            _captured[id(function)] = function
        else:
            found[id(function)] = _known.setdefault(name, function)
    for scope in {id(one.__globals__): one.__globals__ for one in functions}.values():
        for key, value in scope.items():
            scope[key] = found.get(id(value), value)
    return found


# --- a compiled game ---------------------------------------------------------------------------


class Compiled(Engine):
    """The drivers of one game as machine code, compiled on first use. See `Interpreted`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._state_type = layout(game.State.fields)
        self._rules_type = layout(game.Parameters.fields)
        scope = rebind(game.namespace, convert=_as_array)
        functions: dict[str, FunctionType] = {name: scope[name] for name in RULE_FUNCTIONS}
        text = drivers.text()
        mark = self._fingerprint(functions, text)
        self.path = cache_folder() / f"{game.name}_{mark.hexdigest()}.py"
        shared = _shared(mark.functions.values())
        if not self.path.exists():
            part = self.path.with_suffix(f".{os.getpid()}")
            part.write_text(text, encoding="utf-8")
            os.utime(part, EPOCH)
            os.replace(part, self.path)
        self._bind({name: shared.get(id(f), f) for name, f in functions.items()}, text)

    def _fingerprint(self, functions: dict[str, FunctionType], text: str) -> _Fingerprint:
        mark = _Fingerprint()
        own = Path(__file__).read_text(encoding="utf-8")
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
        scope.update(functions, **PRIMITIVES, HAS_SECRETS=self.game.has_secrets)
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
        _store(given[0], rules)
        bank = np.zeros(drivers.BANK, self._state_type)
        if known is not None:
            _store(bank[drivers.KNOWN], known)
        random = np.zeros(1, RANDOM)
        random["key"] = key & chance.MASK
        words = bank.view(np.int64).reshape(drivers.BANK, -1)
        return given.view(np.recarray), bank.view(np.recarray), words, random.view(np.recarray)

    def seed(self, seed: int) -> Any:
        """Return a seed as drivers take it."""
        return U(seed & chance.MASK)

    def whole_numbers(self, n: int) -> Any:
        """Return n zeros."""
        return np.zeros(n, np.int64)

    def _numbers(self, n: int) -> Any:
        return np.zeros(n, np.float64)

    def _lists(self, n: int, length: int) -> Any:
        return np.zeros((n, length), np.int64)

    def values(self, bank: Any, index: int) -> tuple[Any, ...]:
        """Return a state's fields, for comparison."""
        return _values(bank[index], self.game.State.fields)


def _as_array(value: Any) -> Any:
    """Return a long table of numbers as an array, anything else as it is."""
    if not isinstance(value, tuple) or len(value) <= LONG_TABLE:
        return value
    return np.array(value, np.int64) if all(isinstance(item, int) for item in value) else value


_compiled: dict[int, tuple[Game, Compiled]] = {}


def compiled(game: Game) -> Compiled:
    """Return the compiled drivers of a game; games that differ in numbers alone share them."""
    key = id(game.namespace)
    if key not in _compiled:
        _compiled[key] = game, Compiled(game)
    return _compiled[key][1]
