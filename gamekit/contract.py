"""What a game is.

A game declares its `RULES`, its `Parameters` and its `State`, writes its rules as plain functions
over them, and puts them together: `GAME = Game(...)`. The kit's own games are folders of modules:
one for the sentences of the rulebook, one for the rules as they are played, one for what people
read and write, and in long games some for parts of these; a game may as well be one file. The
functions have the same names in every game:

    setup(rules, state)                   the starting position; sets every field but `first` and
                                          `dmo`, which say who sits where
    to_act(rules, state)                  CHANCE, a player (0 or 1) or OVER
    outcomes(rules, state)                at a chance point: how many equally likely outcomes;
                                          a forced step without a choice has one and is nobody's
    move_count(rules)                     size of the move space: moves are 0 .. move_count-1
    why_illegal(rules, state, move)       0, or the number of the rule that forbids this move
    legal_moves(rules, state, moves)      optional and only for speed: fills `moves`, returns how
                                          many; always the moves for which why_illegal is 0
    apply(rules, state, move)             one move or one chance outcome
    result(rules, state)                  (ONGOING, a player, DRAW or BOTH_LOSE; number of the rule)
    hide(rules, view, player)             blanks what `player` may not know (PUBLIC: an onlooker)
    imagine(rules, view, player, random)  fills a hidden view with one state the player may believe

and, never compiled, for people:

    explain(rules, state, move, rule)     why `rule` forbids `move`: (sentence, cells concerned)
    ending(rules, state)                  one sentence on how a finished game ended
    sees(rules, state, move, player)      optional: may that player know this move?
    reveals(rules, state, move)           optional: does everybody know all moves that players made
                                          before, and this one, from now on? Not so dice and draws
    goes_on(rules, before, after)         optional: does the turn go on after this move? Otherwise
                                          it does while `turn` and the player stay the same
    runs_on(rules, before, after)         optional: does the mover's clock run on after this move?
                                          Otherwise it does while the turn goes on
    turn_text(rules, state, moves)        optional: a whole turn from the notation of its moves,
                                          where joining is not enough; alike for equal turns
    read(rules, state, text)              the moves written in it; raises `Unreadable`. The match
                                          adds the move "stop" that a whole turn leaves out
    write(rules, state, move)             notation of a move or a chance outcome
    position(rules, state, fields)        puts scenario fields into a state that was set up
    dump(rules, state)                    and back
    text_board(rules, state)              the board as text

Sentences name the players as {0} and {1}. Rule functions run interpreted and, unchanged, compiled
by Numba, so they keep to whole numbers: fields are integers or lists of integers of fixed size,
indices stay in range, and nothing is allocated. Only `setup`, `apply`, `hide` and `imagine` write,
randomness comes only from `draw`, and a whole record is copied only by `copy_record`.

A game may be made of others: it nests their parameters and states, calls their functions, imported
under names of their own, and takes their rules into its rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, Self, TypeAlias, final

from gamekit import defaults
from gamekit.chance import Random, draw
from gamekit.errors import BadGame, BadVariant, Unreadable, did_you_mean
from gamekit.scenario import Scenario
from gamekit.variants import reachable, rebind

__all__ = [
    "ALL",
    "BOTH_LOSE",
    "CHANCE",
    "DRAW",
    "INNER",
    "ONGOING",
    "OVER",
    "PUBLIC",
    "RULING",
    "Game",
    "Parameters",
    "Random",
    "Rule",
    "Scenario",
    "State",
    "Unreadable",
    "array",
    "choice",
    "copy_record",
    "draw",
    "nested",
    "number",
    "whole",
]

# Who is to act, besides the players 0 and 1.
CHANCE, OVER = -1, -2
# Who is looking, besides the players 0 and 1.
PUBLIC, ALL = -3, -4
# How a game stands, besides a winner 0 or 1.
ONGOING, DRAW, BOTH_LOSE = -1, 2, 3
# Rule number n stands for "TBT-n", rule number RULING + n for "TBT-Qn". In a game made of others
# rule number k * INNER + n is number n of the k-th of them, as they follow in the rulebook.
RULING, INNER = 100, 1000


@dataclass(frozen=True, slots=True)
class Rule:
    """One atomic rule, or one ruling on a gap in the published text, in one sentence."""

    id: str
    title: str
    text: str
    note: bool = False  # states no behaviour: history, a proof, a hint to the host

    @property
    def source(self) -> str:
        """ "text" for the published rules, "ruling" for our answer to a gap in them."""
        return "ruling" if "-Q" in self.id else "text"


# Rulings that hold in every game.
COMMON = (
    Rule(
        "X-Q1",
        "Illegal or unreadable moves",
        "A move that is illegal or cannot be read is refused; nothing changes, the clock runs on "
        "and the player tries again.",
    ),
    Rule("X-Q2", "Running out of time", "A player whose time runs out loses the match."),
    Rule(
        "X-Q3",
        "Periods",
        "Where the reserve is counted in periods, a part of a period used is a whole period used; "
        "ending exactly on the last one is still in time.",
    ),
    Rule(
        "X-Q4",
        "When the clock starts",
        "The clock starts when the mover has been shown everything the mover may know, after a "
        "roll its result included.",
    ),
    Rule("X-Q5", "Automatic steps", "A step that happens by itself uses nobody's time."),
    Rule(
        "X-Q6",
        "Who starts",
        "The match says who starts: player 0 unless told otherwise, or drawn from its seed.",
    ),
    Rule("X-Q7", "Passing", "Nobody may pass where no rule of the game says so."),
    Rule("X-Q8", "Draws", "A game is drawn only where one of its rules says so."),
    Rule("X-Q9", "Resigning", "A player may resign; the opponent wins."),
    Rule(
        "X-Q10",
        "Help from the program",
        "Under the official clock the program gives no hints; telling whether a move is legal is "
        "no help.",
    ),
    Rule(
        "X-Q11",
        "Taking back",
        "Moves are never taken back under the official clock; in teaching play back to the latest "
        "roll or reveal, and further only at an open table.",
    ),
    Rule(
        "X-Q12",
        "Names of cells",
        "On boards with letters and numbers, letters are rows from the top and numbers count from "
        "the left.",
    ),
)


class Rulebook:
    """The rules of a game in order; `rulebook["TBT-12"]` is one of them."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = {rule.id: rule for rule in rules}

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def __getitem__(self, rule_id: str) -> Rule:
        if rule_id not in self._rules:
            raise KeyError(f"no rule {rule_id!r}.{did_you_mean(rule_id, self._rules)}")
        return self._rules[rule_id]

    @property
    def notes(self) -> tuple[Rule, ...]:
        """The rules that state no behaviour."""
        return tuple(rule for rule in self if rule.note)

    @property
    def rulings(self) -> Rulebook:
        """Our answers to the gaps in the published text."""
        return Rulebook(rule for rule in self if rule.source == "ruling")

    def __repr__(self) -> str:
        return "\n".join(f"{rule.id:<8} {rule.title}: {rule.text}" for rule in self)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td><b>{escape(rule.id)}</b></td><td style='text-align:left'>"
            f"<b>{escape(rule.title)}.</b> {escape(rule.text)}</td><td>{rule.source}</td></tr>"
            for rule in self
        )
        return f"<table><tr><th>rule</th><th></th><th>from</th></tr>{rows}</table>"


SHOWN = 8  # options that an error message lists

# --- fields ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a record: an integer, or a list of `size` integers of NumPy type `kind`."""

    kind: str = "i8"
    size: int = 0


@dataclass(frozen=True, slots=True)
class Nested(Field):
    """A field that is a record itself."""

    record: type[_Record] | None = None

    def inside(self) -> type[_Record]:
        """Return the class of the record inside."""
        assert self.record is not None
        return self.record


@dataclass(frozen=True, slots=True)
class Parameter(Field):
    """A number or an option that a designer may change."""

    default: int = 0
    values: tuple[int, ...] = ()
    options: tuple[Hashable, ...] = ()
    doc: str = ""

    @property
    def range(self) -> str:
        """The allowed values, in words."""
        if self.options:
            shown = [repr(option) for option in self.options[:SHOWN]]
            return " or ".join(shown) + (" and so on" if len(self.options) > SHOWN else "")
        low, high = self.values[0], self.values[-1]
        if self.values == tuple(range(low, high + 1)):
            return f"a whole number from {low} to {high}"
        return " or ".join(str(value) for value in self.values)

    def encode(self, name: str, value: object) -> int:
        """Return the number that rule functions see for a value as people write it."""
        if self.options:
            if value in self.options and type(value) is type(
                self.options[self.options.index(value)]
            ):
                return self.options.index(value)
        elif isinstance(value, int) and not isinstance(value, bool) and value in self.values:
            return value
        raise BadVariant(f"{name}={value!r}: {name} must be {self.range} ({self.doc}).")

    def decode(self, value: int) -> Hashable:
        """Return the value as people write it."""
        return self.options[value] if self.options else value


def number(default: int, values: Iterable[int], doc: str) -> Any:
    """Declare a parameter that is a whole number."""
    return Parameter(default=default, values=tuple(values), doc=doc)


def choice(options: tuple[Hashable, ...], doc: str) -> Any:
    """Declare a parameter that is one of some words; rules see its place, the default is 0."""
    return Parameter(options=options, doc=doc)


def whole() -> Any:
    """Declare a state field that is one integer.

    All of them have the width of numbers in rules: Numba compiles a function once for each width.
    """
    return Field()


def array(size: int, kind: str = "i2") -> Any:
    """Declare a state field that is a list of fixed size of integers.

    Args:
        size: how many.
        kind: "i1" where they are at most 127, "i2" at most 32,767.
    """
    return Field(kind, size)


def nested(record: type[_Record]) -> Any:
    """Declare a field that is the parameters or the state of another game."""
    return Nested(record=record)


class _Declared(type):
    """Turns declared fields into slots, so that a misspelt field is an error everywhere."""

    fields: dict[str, Field]

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> _Declared:
        own = {key: value for key, value in namespace.items() if isinstance(value, Field)}
        rest = {key: value for key, value in namespace.items() if key not in own}
        rest["__slots__"] = tuple(own)
        cls = super().__new__(mcs, name, bases, rest)
        inherited = (getattr(base, "fields", {}) for base in bases)
        cls.fields = {key: field for group in (*inherited, own) for key, field in group.items()}
        return cls


class _Record(metaclass=_Declared):
    """Integers, lists of integers and records inside, by name."""

    def __init__(self) -> None:
        for name, field in type(self).fields.items():
            if isinstance(field, Nested):
                setattr(self, name, field.inside()())
            else:
                setattr(self, name, [0] * field.size if field.size else 0)

    def copy(self) -> Self:
        """Return an independent record with the same values."""
        new = type(self).__new__(type(self))
        for name, field in type(self).fields.items():
            value = getattr(self, name)
            if field.size:
                value = value[:]
            elif isinstance(field, Nested):
                value = value.copy()
            setattr(new, name, value)
        return new

    def load(self, other: Self) -> None:
        """Take over every value of another record; records inside keep their identity."""
        for name, field in type(self).fields.items():
            value = getattr(other, name)
            if isinstance(field, Nested):
                getattr(self, name).load(value)
            else:
                setattr(self, name, value[:] if field.size else value)

    def values(self) -> tuple[Any, ...]:
        """Return every field, lists and records as tuples: equal exactly for equal records."""
        found = []
        for name, field in type(self).fields.items():
            value = getattr(self, name)
            if field.size:
                value = tuple(value)
            elif isinstance(field, Nested):
                value = value.values()
            found.append(value)
        return tuple(found)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.values() == other.values()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)}" for name in type(self).fields)
        return f"{type(self).__name__}({inside})"


def copy_record(to: _Record, source: _Record) -> None:
    """Make one record equal to another of its kind; for rule functions."""
    to.load(source)


class Parameters(_Record):
    """The numbers and options a game is played under."""


class State(_Record):
    """Where a match stands: everything the rules, and the mover's memory, may depend on."""

    first: int = whole()  # the player who started
    dmo: int = whole()  # the player who was picked to face the candidate: last tie-breaks
    turn: int = whole()  # completed turns of both players
    player: int = whole()  # the player whose turn it is


# --- games -------------------------------------------------------------------------------------

REQUIRED = ("setup", "to_act", "outcomes", "move_count", "why_illegal", "apply", "result")
FOR_PEOPLE = ("explain", "ending", "read", "write", "position", "dump", "text_board")


# In the class below these two names are the game's own.
_Parameters: TypeAlias = Parameters
_State: TypeAlias = State


@final
class Game:
    """A game: its rules, its parameters and the functions that play it.

    Args:
        parts: the game file's `globals()`, or the modules it is made of; a name that two of them
            have means the same in both.
        name: lower case with hyphens, for `gamekit.load`.
        title: for people.
        players: how the two players are called unless a match says otherwise.
        board: one phrase for the table of games.
        tags: kinds of game it belongs to.
        clock: seconds (main, reserve, period) of the official clock; period 0 is a continuous bank.
        join: what stands between the moves of a turn in notation; a move "stop" is left out.
    """

    def __init__(
        self,
        *parts: ModuleType | dict[str, Any],
        name: str,
        title: str,
        players: tuple[str, str] = ("Player 0", "Player 1"),
        board: str = "",
        tags: tuple[str, ...] = (),
        clock: tuple[float, float, float] | None = None,
        join: str = ", ",
    ) -> None:
        homes = [part if isinstance(part, dict) else vars(part) for part in parts]
        namespace = _joined(name, homes)
        missing = [key for key in REQUIRED + FOR_PEOPLE if not callable(namespace.get(key))]
        missing += [key for key in ("RULES", "Parameters", "State") if key not in namespace]
        if missing:
            raise BadGame(f"{name}: the game file lacks {', '.join(missing)}.")
        self.name, self.title, self.players = name, title, players
        self.board, self.tags, self.official_clock, self.join = board, tags, clock, join
        self.replaced: tuple[str, ...] = ()  # names of the functions a variant replaced
        # The game file's own globals stay as they are: its functions are copied over a namespace of
        # the game's own, joined by the defaults for what the file leaves out.
        left_out = {key: f for key, f in defaults.OPTIONAL.items() if key not in namespace}
        self.namespace = rebind(namespace, left_out, homes=homes)
        self._encoded = {key: option.default for key, option in self.options.items()}
        self._finish()

    def _finish(self) -> None:
        rules = self.rules()
        reason = self.namespace["impossible"](rules)
        if reason:
            raise BadVariant(reason)
        self.moves: int = self.namespace["move_count"](rules)

    def _copy(self) -> Game:
        new = object.__new__(Game)
        new.__dict__.update(self.__dict__)
        new.__dict__.pop("_compiled", None)
        return new

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """The game's functions by name: `game.why_illegal(rules, state, move)`."""
        function = self.__dict__.get("namespace", {}).get(name)
        if isinstance(function, FunctionType):
            return function
        raise AttributeError(f"{self.__dict__.get('name', 'the game')} has no {name!r}")

    # declarations

    @property
    def Parameters(self) -> type[_Parameters]:
        cls: type[_Parameters] = self.namespace["Parameters"]
        return cls

    @property
    def State(self) -> type[_State]:
        cls: type[_State] = self.namespace["State"]
        return cls

    @property
    def parameters(self) -> Mapping[str, Hashable]:
        """The value of every parameter; read-only."""
        return MappingProxyType(
            {key: self.options[key].decode(value) for key, value in self._encoded.items()}
        )

    @property
    def changes(self) -> Mapping[str, Hashable]:
        """The parameters that differ from the game's own; read-only."""
        return MappingProxyType(
            {
                key: option.decode(self._encoded[key])
                for key, option in self.options.items()
                if self._encoded[key] != option.default
            }
        )

    @property
    def options(self) -> Mapping[str, Parameter]:
        """The declaration of every parameter: default, range and meaning; read-only."""
        return MappingProxyType(_options(self.Parameters))

    @property
    def rulebook(self) -> Rulebook:
        """The game's rules and rulings, then the rulings common to all games."""
        return Rulebook((*self.namespace["RULES"], *COMMON))

    @property
    def prefix(self) -> str:
        """What its rule ids begin with: "TBT"."""
        return self._prefixes()[0]

    def _prefixes(self) -> tuple[str, ...]:
        """Its own prefix, then those of the games it is made of."""
        return tuple(dict.fromkeys(rule.id.split("-")[0] for rule in self.namespace["RULES"]))

    def rule_id(self, rule: int) -> str:
        """Return the id of a rule number: 12 is "TBT-12", RULING + 6 is "TBT-Q6"."""
        place, number = divmod(rule, INNER)
        prefix = self._prefixes()[place]
        return f"{prefix}-Q{number - RULING}" if number > RULING else f"{prefix}-{number}"

    def turn_text(self, rules: _Parameters, state: _State, moves: Iterable[str]) -> str:
        """Return the notation of a whole turn from `state` on, from that of its moves."""
        own = self.namespace.get("turn_text")
        words = [move for move in moves if move != "stop"]
        if not words:
            return "stop"  # all that was left of a turn already begun
        return str(own(rules, state, words)) if own else self.join.join(words)

    @property
    def has_chance(self) -> bool:
        """Are there dice or draws?"""
        return bool(self.namespace["outcomes"].__code__.co_names)

    @property
    def has_secrets(self) -> bool:
        """Does any player know something the other does not?"""
        return bool(self.namespace["hide"].__code__.co_names)

    # records

    def rules(self) -> Any:
        """Return the parameters as rule functions take them."""
        rules = self.Parameters()
        for key, value in self._encoded.items():
            *path, name = key.split(INSIDE)
            place: Any = rules
            for part in path:
                place = getattr(place, part)
            setattr(place, name, value)
        return rules

    def start(self, rules: _Parameters, first: int = 0, dmo: int = 1) -> Any:
        """Return the starting position."""
        state = self.State()
        state.first, state.dmo = first, dmo
        self.namespace["setup"](rules, state)
        return state

    # variants

    def with_(self, **changes: object) -> Game:
        """Return the game with some parameters changed; `BadVariant` says what is wrong."""
        encoded = dict(self._encoded)
        for key, value in changes.items():
            if key not in self.options:
                raise BadVariant(
                    f"{self.name} has no parameter {key!r}.{did_you_mean(key, self.options)}"
                )
            encoded[key] = self.options[key].encode(key, value)
        new = self._copy()
        new._encoded = encoded
        new._finish()
        return new

    def variant(self, **functions: Callable[..., Any]) -> Game:
        """Return the game with some of its functions replaced, wherever they are called.

        A replacement takes the same arguments as the original. Where it changes legality in a way
        that the game's fast `legal_moves` would not notice, legal moves come from `why_illegal`.
        """
        for key, function in functions.items():
            _check_replacement(self, key, function)
        new = self._copy()
        new.namespace = rebind(self.namespace, functions)
        deciding = {"why_illegal", *reachable(new.namespace["why_illegal"])}
        for key in ("legal_moves", "sensible_moves"):
            unnoticed = deciding & set(functions) - set(reachable(new.namespace[key]))
            if unnoticed and key not in functions:
                new.namespace = rebind(new.namespace, {key: defaults.OPTIONAL[key]})
        new.replaced = tuple(dict.fromkeys((*self.replaced, *functions)))
        new._finish()
        return new

    def __repr__(self) -> str:
        changed = [f"{key}={value!r}" for key, value in self.changes.items()]
        changed += [f"{name}=<replaced>" for name in self.replaced]
        return f"<{', '.join([self.title, *changed])}>"


def _joined(name: str, homes: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return the names of all parts of a game in one namespace."""
    joined: dict[str, Any] = {}
    for home in homes:
        for key, value in home.items():
            is_own = not key.startswith("__") or key == "__builtins__"
            if is_own and joined.setdefault(key, value) is not value:
                raise BadGame(f"{name}: {key!r} means two things in the parts of the game.")
    return joined


INSIDE = "__"  # liars_dice__sides is the parameter sides of the record liars_dice


def _options(record: type[_Record]) -> dict[str, Parameter]:
    """Return the parameters a record declares, those of records inside with a prefix."""
    found = {}
    for name, field in record.fields.items():
        if isinstance(field, Parameter):
            found[name] = field
        elif isinstance(field, Nested):
            for key, option in _options(field.inside()).items():
                found[f"{name}{INSIDE}{key}"] = option
    return found


def _check_replacement(game: Game, name: str, function: object) -> None:
    known = [key for key, value in game.namespace.items() if isinstance(value, FunctionType)]
    if name not in known:
        raise BadVariant(f"{game.name} has no function {name!r}.{did_you_mean(name, known)}")
    if not isinstance(function, FunctionType):
        raise BadVariant(
            f"{name}: a rule is replaced by a plain Python function, not {function!r}."
        )
    original = game.namespace[name].__code__
    if function.__code__.co_argcount != original.co_argcount:
        wanted = ", ".join(original.co_varnames[: original.co_argcount])
        raise BadVariant(f"{name}: the replacement must take ({wanted}), like the original.")
