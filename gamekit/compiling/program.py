"""The rules and drivers of a game, compiled: how programs are made, and how they run."""

from __future__ import annotations

import gc
import pickle
import threading
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial, reduce
from hashlib import sha256
from pathlib import Path
from struct import pack, pack_into, unpack, unpack_from
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from gamekit.chance import MASK
from gamekit.compiling import runtime, wasm
from gamekit.compiling.calls import export
from gamekit.compiling.language import NoSource, Refused, refused
from gamekit.compiling.runtime import Instance, Trap, Worker
from gamekit.compiling.translator import (
    NOT_SO_SMALL,
    SMALL,
    STOP,
    STOPPED,
    Copy,
    Digest,
    Failure,
    Translator,
    Zero,
)
from gamekit.compiling.values import (
    Group,
    Items,
    Known,
    Number,
    Place,
    Record,
    Shape,
    Value,
    record_of,
    shape_of,
)
from gamekit.contract.fields import State, Struct
from gamekit.contract.game import Game, OwnMeasure
from gamekit.contract.variants import TAKES, Namespace, held, is_foreign, names_in
from gamekit.drivers import ENTRIES, SEARCH, width
from gamekit.drivers.engine import Engine, Games, Halt, bound, interruptible
from gamekit.drivers.workspace import (
    AHEAD,
    BANK,
    BOUND,
    COUNTS,
    DEEPEST,
    DEPTHS,
    EDGE,
    GAME,
    KNOWN,
    LATEST,
    LEVELS,
    MOVE,
    NEXT,
    POINT,
    STEP,
    THINKING,
    VISITS,
)
from gamekit.errors import GameError

ARGUMENTS, RESULT = 16, 80  # addresses
WORKSPACE = 96
RANDOM = Record("Random", {"key": (0, "i8"), "k": (8, "i8")}, 16)
HERE = Path(__file__).parents[1]
KIT = HERE / "contract", HERE / "drivers"  # where the kit calls rules


class RuleFailure(GameError):
    """Compiled rules failed while they ran.

    Attributes:
        failure: where they failed, and why; None if that is unknown.
    """

    def __init__(self, failure: Failure | None, message: str) -> None:
        self.failure = failure
        super().__init__(message)


class Stopped(Exception):
    """Somebody asked the drivers to stop."""


class Layout:
    """Where everything is in the memory that the drivers of one game use.

    Args:
        game: the game whose states and moves the memory holds.
    """

    def __init__(self, game: Game) -> None:
        self.state = record_of(game.State)
        self.end, self.width = WORKSPACE, width(game)
        moves = game.moves
        self.random = self._place(RANDOM, 1)
        self.bank = self._place(self.state, BANK)
        numbers = self._numbers
        self.members: dict[str, Value] = {
            "rules": Known((game.rules(),)),
            "bank": self.bank,
            "words": self.bank,
            "random": self.random,
            "moves": numbers(moves),
            "ahead": self._lists(LEVELS * AHEAD, moves),
            "counts": self._lists(COUNTS, LEVELS * AHEAD),
            "depths": numbers(DEPTHS),
            "way": numbers(1 + AHEAD),
            "stopped": Place(Items("i8", 8, 1), None, STOPPED, True),
        }
        tree: dict[str, Value] = {
            "stamps": numbers(moves),
            "path": numbers(STEP * DEEPEST),
            "counts": numbers(3),
        }
        self.globals: list[str] = []
        for name, kind in (
            ("slots", "i4"), ("keys", "i8"), ("nodes", "i4"), ("edges", "i4"),
            ("values", "f8"), ("bounds", "f8"), ("weights", "f8"),
        ):  # fmt: skip
            tree[name] = self._list_of_any_length(name, kind)
        self.members["tree"] = Group(tree)
        self.rows = self._list_of_any_length("rows", "i8")
        self.work = Group(self.members)

    def _place(self, record: Record, count: int) -> Place:
        return self._allocate(Items(record, record.size, count))

    def _numbers(self, count: int) -> Place:
        return self._allocate(Items("i8", 8, count))

    def _lists(self, count: int, length: int) -> Place:
        return self._allocate(Items(Items("i8", 8, length), 8 * length, count))

    def _allocate(self, items: Items) -> Place:
        at = -(-self.end // 16) * 16
        self.end = at + items.stride * items.length
        return Place(items, None, at, True)

    def _list_of_any_length(self, name: str, kind: str) -> Place:
        """Return a list whose address and length are in globals."""
        self.globals += [name, f"{name} length"]
        number = len(self.globals) - 2
        items = Items(kind, wasm.SIZE[kind], -2 - number)
        return Place(items, wasm.get_global(number), 0, True)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Turn off garbage collection while the compiler works, because it drops nothing until it is done.

    Afterward all objects count as old, so that the next collection does not look through them.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()


def argument(number: int) -> Number:
    """Return an argument that the host passes to an entry."""
    return Number(wasm.i32(0) + wasm.load("i8", ARGUMENTS + 8 * number))


class Program:
    """The compiled drivers of a game for some calls, and the addresses that they use.

    A program can be pickled, and plays on machines that do not have the game.

    Attributes:
        code: the module.
        failures: what may stop it, in the order of their numbers, which begin with 1.
        name: a hash of the code.
        heap: the first free address.
        state: the layout of a state.
        width: the number of columns in a row.
        bank, random: the addresses of the states and of the random stream.
    """

    def __init__(self, translator: Translator, layout: Layout) -> None:
        self.heap = -(-translator.top // 64) * 64
        self.code = translator.module.assembled(self.heap + wasm.PAGE)
        self.failures = list(translator.failures)
        self.name = sha256(self.code).hexdigest()[:16]
        self.state, self.bank, self.width = layout.state, layout.bank.offset, layout.width
        self.random = layout.random.offset
        self._begin()

    def _begin(self) -> None:
        self._module: Any = None
        self._lock = threading.Lock()
        self._idle: list[Instance] = []

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if not key.startswith("_")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._begin()

    def take(self) -> Instance:
        """Return an instance that nobody is using."""
        try:
            return self._idle.pop()
        except IndexError:
            with self._lock:
                if self._module is None:
                    self._module = runtime.loaded(self.code)
            return runtime.instance(self._module)

    def give_back(self, instance: Instance) -> None:
        """Make an instance available again."""
        self._idle.append(instance)

    def play(self, games: Games, halt: Halt | None = None) -> array[int]:
        """Return rows of games, see `Engine.play`."""
        with Run(self, games.simulations, 8 * self.width * games.count) as run:
            run.call(*run.entry(games), halt)
            return run.filled()

    async def play_in_worker(self, games: Games, apart: Worker) -> array[int]:
        """Return rows of games, played in a separate worker of the browser."""
        run = Run(self, games.simulations, 8 * self.width * games.count, apart)
        await run.call_in_worker(apart, *run.entry(games))
        return run.filled()


def calls_for(kind: int) -> str:
    """Return which program has the moves of this kind of bot, see `Compiled.program`.

    A search has a program of its own, so that its first move does not wait for the others.
    """
    return "search" if kind in (SEARCH, THINKING) else "bots"


class Compiled(Engine):
    """The drivers of a game as WebAssembly.

    Args:
        game: the game, with its numbers.
        checked: whether code checks indices, sizes and results.
    """

    name = "compiled"

    def __init__(self, game: Game, checked: bool = False) -> None:
        self.game, self.checked = game, checked
        self._programs: dict[str, Program] = {}
        self._refused: dict[str, Refused] = {}
        self._read: list[list[tuple[Any, object]]] = []
        self._lock = threading.Lock()

    def is_current(self) -> bool:
        """Do the functions and closures still hold what they held when they were compiled?"""
        return all(_held(holder) is found for read in self._read for holder, found in read)

    def program(self, calls: str) -> Program:
        """Return the program for some calls.

        Args:
            calls: "random" for random games, "trace" for the steps of one, "search" for the moves of a
                search, "bots" for everything else.

        Raises:
            Refused, NoSource: the kit cannot compile a rule.
        """
        with self._lock:
            if calls in self._refused:
                raise self._refused[calls].with_traceback(None)
            if calls not in self._programs:
                try:
                    with undisturbed():
                        self._programs[calls] = self._prepared(calls) or self._translate(calls)
                except Refused as problem:
                    self._refused[calls] = self._blame_rule(problem)
                    raise self._refused[calls] from None
            return self._programs[calls]

    def _blame_rule(self, problem: Refused) -> Refused:
        """Return the refusal of the rule whose result a function of the kit cannot use."""
        if Path(problem.file).parent not in KIT:
            return problem
        rules = (one for one in refusals(self.game) if isinstance(one, Refused))
        return next(rules, problem)

    def _prepared(self, calls: str) -> Program | None:
        """Return the program if the site's build made it ahead of time."""
        # The program for all bots has the moves of a search, too.
        made = "bots" if calls == "search" else calls
        found = None if self.checked else prepared(self.game, made)
        if found is None:
            return None
        data, functions = found
        cells = [cell for function in functions for cell in function.__closure__ or ()]
        self._read.append([(holder, _held(holder)) for holder in (*functions, *cells)])
        program: Program = pickle.loads(data)
        return program

    def _translate(self, calls: str) -> Program:
        layout = Layout(self.game)
        small = SMALL if calls in ("bots", "search") else NOT_SO_SMALL
        translator = Translator(self.checked, layout.end, small)
        self._read.append(translator.read)
        translator.module.globals = layout.globals
        functions, work = bound(self.game, Zero, Copy, Digest), layout.work
        numbers = [argument(number) for number in range(8)]
        seed, first, games, most = numbers[:4]
        seats = Place(Items("i8", 8, 4), None, ARGUMENTS + 8 * 4, True)

        def entry(name: str, function: str, *arguments: Value) -> None:
            export(translator, name, functions[function], [work, *arguments], RESULT)

        if calls == "random":
            random = seed, first, games, layout.rows, most, Known(None)
            entry("random", "play_games", *random)
        elif calls == "trace":
            entry("trace", "trace", seed, first, layout.rows, most)
        elif calls == "search":
            entry("choose", "searched", *numbers[:3])
        else:
            entry("bots", "play_games", seed, first, games, layout.rows, most, seats)
            entry("choose", "choose", *numbers[:3])
            entry("play_on", "play_on", *numbers[:3])
        return Program(translator, layout)

    def play(self, games: Games, halt: Halt | None = None) -> array[int]:
        """Return rows of games."""
        return self.program("random" if games.seats is None else "bots").play(games, halt)

    def trace(
        self, seed: int, number: int, longest: int, first: int = 0
    ) -> tuple[list[int], State]:
        """Return the steps of a random game and its last state."""
        with Run(self.program("trace"), 0, 16 * longest) as run:
            state = self.game.State()
            state.first = first
            run.put_state(GAME, state)
            run.instance.write(run.rows, bytes(16 * longest))
            steps = run.call("trace", [seed & MASK, number, 0, longest])
            run.get_state(GAME, state)
            return list(unpack(f"<{2 * steps}q", run.instance.read(run.rows, 16 * steps))), state

    def choose(
        self, known: State, key: int, me: int, kind: int, amount: int, simulations: int
    ) -> int:
        """Return the move of a bot."""
        with Run(self.program(calls_for(kind)), simulations, 0) as run:
            run.prepare(known, key)
            return run.call("choose", [me, kind, amount])

    def think(
        self, known: State, key: int, me: int, simulations: int
    ) -> list[tuple[int, int, float]]:
        """Search. Return each move that the search tried, how often, and the sum of its scores."""
        with Run(self.program(calls_for(THINKING)), simulations, 0) as run:
            run.prepare(known, key)
            run.call("choose", [me, THINKING, simulations])
            return run.tried_moves()

    def play_on(self, known: State, key: int, me: int, move: int, most: int) -> int:
        """Return who wins after a move."""
        with Run(self.program("bots"), 0, 0) as run:
            run.prepare(known, key)
            return run.call("play_on", [me, move, most])


# --- which rules are in the language --------------------------------------------------------------

RULE_FUNCTIONS = (
    "setup", "to_act", "outcomes", "chances", "move_count", "why_illegal", "legal_moves", "sensible_moves",
    "apply", "result", "payoff", "highest_payoff", "hide", "imagine", "policy", "best_move", "likelihood",
    "random_move", "slip",
    "may_win", "may_hold", "standing",
)  # fmt: skip
RETURN_NOTHING = "setup", "apply", "hide", "imagine"
WHOLE = "int", "bool"  # the kinds of a whole number


def translate(game: Game, name: str, own: OwnMeasure | None = None) -> None:
    """Translate one rule function or measure, to find out whether it is in the language.

    Raises:
        Refused, NoSource: it is not, or the kit cannot use what it returns.
    """
    layout = Layout(game)
    translator = Translator(True, layout.end)
    state = Place(layout.state, None, layout.bank.offset, True)
    values: dict[str, Value] = {
        "rules": Known(game.rules()),
        **dict.fromkeys(("state", "view"), state),
        **dict.fromkeys(("move", "outcome", "player"), argument(0)),
        "moves": layout.members["moves"],
        "random": Place(RANDOM, None, layout.random.offset, True),
    }
    takes = (
        ("rules", "state", "move", "state")[: 4 if own.is_of_steps else 2] if own else TAKES[name]
    )
    given = [values[each] for each in takes]
    function = own.function if own else game.namespace[name]
    shape = export(translator, name, function, given, RESULT)
    if name == "result" and not own:
        if not _is_pair(shape):
            raise refused(function, None, "must return two whole numbers: who won, and how")
    elif (own or name not in RETURN_NOTHING) and shape not in WHOLE:
        raise refused(function, None, "must return a whole number on every path")


def refusals(game: Game) -> list[Refused | NoSource]:
    """Return the first place in each rule function and measure that is outside the language."""
    found: dict[str, Refused | NoSource] = {}
    rules: list[tuple[str, OwnMeasure | None]] = [(name, None) for name in RULE_FUNCTIONS]
    for name, own in [*rules, *game.measures.items()]:
        try:
            translate(game, name, own)
        except (Refused, NoSource) as problem:
            found.setdefault(str(problem), problem)
    return list(found.values())


def _is_pair(shape: Shape) -> bool:
    if isinstance(shape, Known) and isinstance(shape.value, tuple):
        shape = tuple(shape_of(Known(one)) for one in shape.value)
    return isinstance(shape, tuple) and len(shape) == 2 and all(one in WHOLE for one in shape)


def _held(holder: Any) -> object:
    """Return what a function or a cell now holds."""
    if isinstance(holder, FunctionType):
        return holder.__code__
    try:
        return holder.cell_contents
    except ValueError:
        return None


# --- programs at work ----------------------------------------------------------------------------


class Run:
    """An instance of a program in use.

    Args:
        program: the program.
        simulations: how many simulations its search tree has room for.
        size: bytes in the list that it fills.
        instance: the instance; by default one that nobody is using.
    """

    def __init__(
        self, program: Program, simulations: int, size: int, instance: Instance | None = None
    ) -> None:
        self.program, self.instance, self.size = program, instance or program.take(), size
        nodes = simulations + 1
        edges = DEEPEST + 2 * nodes
        lists = {
            "slots": (1 << (2 * nodes - 1).bit_length(), 4),
            "keys": (nodes, 8),
            "nodes": (POINT * nodes, 4),
            "edges": (EDGE * edges, 4),
            "values": (edges, 8),
            "bounds": (BOUND * edges, 8),
            "weights": (nodes, 8),
            "rows": (size // 8, 8),
        }
        at, self._places = program.heap, {}
        is_new = self.instance.room != (simulations, size)
        for name, (length, each) in lists.items():
            self._places[name] = at
            if is_new:
                self.instance.set(name, at)
                self.instance.set(f"{name} length", length)
            at = -(-(at + each * length) // 64) * 64
        if is_new:
            self.instance.grow(at)
            self.instance.room = simulations, size
        self.instance.write(self._places["weights"], bytes(8 * nodes))
        self.rows = self._places["rows"]

    def __enter__(self) -> Run:
        return self

    def __exit__(self, kind: object, problem: object, trace: object) -> None:
        # After any other exception, the instance may still be running.
        if problem is None or isinstance(problem, RuleFailure):
            self.program.give_back(self.instance)

    def put_state(self, index: int, state: State | None) -> None:
        """Put a state into the bank. None means a state of zeros."""
        record = self.program.state
        data = bytes(record.size) if state is None else stored(state, record)
        self.instance.write(self.program.bank + index * record.size, data)

    def get_state(self, index: int, state: State) -> None:
        """Read a state from the bank."""
        record = self.program.state
        load(
            state, record, self.instance.read(self.program.bank + index * record.size, record.size)
        )

    def prepare(self, known: State, key: int) -> None:
        """Write what the mover knows, and the key of this decision."""
        self.put_state(KNOWN, known)
        self.instance.write(self.program.random, pack("<Qq", key & MASK, 0))

    def call(self, name: str, arguments: Sequence[int], halt: Halt | None = None) -> int:
        """Run an entry and return its result. Ctrl-C and `halt` can stop it."""
        self._put(arguments)

        def stop() -> None:
            self.instance.write(STOPPED, pack("<q", 1))

        if halt:
            halt.stops.add(stop)
        try:
            if halt and halt.is_wanted:
                raise Stopped
            interruptible(partial(self.instance.call, name), stop)
        except Trap as problem:
            raise self._explained(problem) from None
        finally:
            if halt:
                halt.stops.discard(stop)
        (result,) = unpack("<q", self.instance.read(RESULT, 8))
        return int(result)

    async def call_in_worker(self, apart: Worker, name: str, arguments: Sequence[int]) -> None:
        """Run an entry in a separate worker. Afterward `filled` returns the list that it filled."""
        self._put(arguments)
        try:
            await apart.run(name, {0: ARGUMENTS, self.rows: self.size})
        except Trap as problem:
            raise self._explained(problem) from None

    def _put(self, arguments: Sequence[int]) -> None:
        data = b"".join(pack("<Q", number & MASK) for number in arguments)
        self.instance.write(0, bytes(ARGUMENTS) + data)

    def entry(self, games: Games) -> tuple[str, list[int]]:
        """Return the entry that plays games, and its arguments."""
        self.put_state(GAME, None)
        arguments = [games.seed & MASK, games.first, games.count, games.most]
        return "random" if games.seats is None else "bots", [*arguments, *(games.seats or ())]

    def filled(self) -> array[int]:
        """Return the list that the entry filled."""
        rows = array("q")
        rows.frombytes(self.instance.read(self.rows, self.size))
        return rows

    def _explained(self, problem: Trap) -> Exception:
        (number,) = unpack("<i", self.instance.read(0, 4))
        if not number:
            what = str(problem).strip().splitlines()[-1].rpartition("wasm trap: ")[2]
            return RuleFailure(None, f"A rule went wrong ({what}). Run gamekit check to see where.")
        failure = self.program.failures[number - 1]
        if failure.message == STOP:
            return Stopped()
        where = f"{failure.file}, line {failure.line}, in {failure.function}"
        if Path(failure.file).parent in KIT:
            return RuleFailure(
                failure,
                f"A rule returned what {failure.function} of the kit cannot use: {failure.message}. "
                "Run gamekit check to see which rule.",
            )
        return RuleFailure(failure, f"{where}: {failure.message}.")

    def tried_moves(self) -> list[tuple[int, int, float]]:
        """Return what the search tree holds about the moves at the root, the latest first."""
        places, read = self._places, self.instance.read
        (edge,) = unpack("<i", read(places["nodes"] + 4 * LATEST, 4))
        found = []
        while edge > 0:
            fields = unpack(f"<{EDGE}i", read(places["edges"] + 4 * EDGE * (edge - 1), 4 * EDGE))
            (value,) = unpack("<d", read(places["values"] + 8 * (edge - 1), 8))
            found.append((fields[MOVE], fields[VISITS], value))
            edge = fields[NEXT]
        return found


def stored(struct: Struct, record: Record) -> bytes:
    """Return the values of a record as they stand in memory."""
    data = bytearray(record.size)
    for name, (at, form) in _leaves(record):
        value = reduce(getattr, name, struct)
        pack_into(form, data, at, *(value if isinstance(value, list) else (value,)))
    return bytes(data)


def load(struct: Struct, record: Record, data: bytes) -> None:
    """Set the values of a record from memory."""
    for name, (at, form) in _leaves(record):
        owner, values = reduce(getattr, name[:-1], struct), unpack_from(form, data, at)
        is_list = isinstance(getattr(owner, name[-1]), list)
        setattr(owner, name[-1], list(values) if is_list else values[0])


def _leaves(record: Record, path: tuple[str, ...] = (), base: int = 0) -> Iterator[Any]:
    """Yield the path, the address and the format of each number or list of numbers in a record."""
    for name, (offset, kind) in record.fields.items():
        if isinstance(kind, Record):
            yield from _leaves(kind, (*path, name), base + offset)
        else:
            count, item = (kind.length, kind.item) if isinstance(kind, Items) else (1, kind)
            yield (*path, name), (base + offset, f"<{count}{wasm.FORMATS[str(item)]}")


# --- made ahead of time ---------------------------------------------------------------------------

# Python in a browser needs seconds to translate a game, so the site's own copy of the kit has programs in
# this folder. A hash of everything that goes into a program finds it. No other copy has the folder.
FOLDER = Path(__file__).with_name("programs")


class Ingredients:
    """Everything that goes into the programs of a game.

    Args:
        game: the game, with its numbers.

    Attributes:
        functions: every function that the drivers reach, rules included.
        name: a hash of everything. It is the same wherever the same kit runs the same game.
    """

    def __init__(self, game: Game) -> None:
        self._numbers: dict[int, tuple[int, Any]] = {}  # of functions and tables, by their `id`
        self.functions: list[FunctionType] = []
        self._texts: list[str] = [
            repr((game.moves, width(game))),
            self._describe(game.rules(), ()),
            self._describe(game.State(), ()),
        ]
        drivers = bound(game, None, None, None)
        self._texts += [self._describe(drivers[name], ()) for name in ENTRIES]
        for function in self.functions:  # grows during the loop
            self._texts.append(self._all_of(function))
        self.name = sha256("\n".join(self._texts).encode()).hexdigest()[:16]

    def _all_of(self, function: FunctionType) -> str:
        """Describe a function: its code and everything it reads."""
        code, scope = function.__code__, function.__globals__
        names = sorted(names_in(code))
        given = [function.__defaults__, function.__kwdefaults__, *held(function)]
        inside = [self._describe(value, names) for value in given]
        return f"{_described(code)} {inside} {self._read(scope, names)}"

    def _read(self, scope: Namespace, names: Sequence[str]) -> str:
        """Describe the values that a scope has under these names."""
        parts = []
        for name in names:
            if name in scope:
                others = [one for one in names if one != name]  # modules may name each other
                parts.append(f"{name}={self._describe(scope[name], others)}")
        return ",".join(parts)

    def _describe(self, value: Any, names: Sequence[str]) -> str:
        """Describe a value. For a module, describe the attributes with these names.

        Rules can read no other values, so their type is enough.
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
        """Return the number of a function or table, which many functions may read."""
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
        if " at 0x" not in text and "{" not in text:  # no objects, dictionaries or sets
            return text
        each = values.items() if isinstance(values, dict) else values
        return ",".join([self._describe(one, names) for one in each])


def _sorted(values: set[Any] | frozenset[Any]) -> str:
    """Describe a set. Its own order may differ in another process."""
    return ",".join(sorted(map(repr, values)))


def _described(code: CodeType) -> str:
    """Describe the code of a function and its place in the source, which failures name."""
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
    """Return a pickled program that the build made ahead of time and the functions in it, or None."""
    if not FOLDER.exists():
        return None
    made_of = Ingredients(game)
    file = FOLDER / file_name(made_of, calls)
    return (file.read_bytes(), made_of.functions) if file.exists() else None


def file_name(made_of: Ingredients, calls: str) -> str:
    """Return the name of the file that holds a program."""
    return f"{made_of.name}-{calls}.pickle"
