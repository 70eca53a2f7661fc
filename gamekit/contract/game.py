"""A game put together: its rules, its parameters, the functions that play it, and its own measures."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from inspect import signature
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, TypeAlias, final

from gamekit.boards.board import Board
from gamekit.chance import Random, outcome
from gamekit.contract import declarations, defaults
from gamekit.contract.fields import (
    BOTH_LOSE,
    CHANCE,
    DRAW,
    INSIDE,
    ONGOING,
    OVER,
    Nested,
    Parameter,
    Parameters,
    PositionFields,
    State,
    Struct,
)
from gamekit.contract.rulebook import COMMON, Rule, Rulebook, prefixes, rule_id
from gamekit.contract.variants import (
    Sources,
    change_consequences,
    check_replacement,
    replaceable,
)
from gamekit.errors import BadGame, BadPosition, BadVariant, did_you_mean
from gamekit.sentences import with_names
from gamekit.validation import printable, shown, whole_number

RULE_ID = re.compile(r"\b[A-Z]+-Q?\d+\b")


def is_player(value: object, others: tuple[int, ...]) -> bool:
    """Is it one of these numbers? True would be player 1, but sentences would name nobody."""
    return isinstance(value, int) and not isinstance(value, bool) and value in others


def _is_rule(value: object) -> bool:
    return isinstance(value, int) and value >= 0 and value is not True  # which would be rule 1


def _is_result(value: Any) -> bool:
    outcomes = (0, 1, DRAW, BOTH_LOSE, ONGOING)
    is_pair = isinstance(value, tuple | list) and len(value) == 2
    return is_pair and is_player(value[0], outcomes) and _is_rule(value[1])


# For each function that decides a game: a test of its answer, and what it must return.
ANSWERS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "to_act": (
        lambda value: is_player(value, (0, 1, CHANCE, OVER)),
        "0, 1, CHANCE or OVER: games here are for two players, who take turns",
    ),
    "why_illegal": (_is_rule, "0, or the number of the rule that forbids the move"),
    "result": (
        _is_result,
        "(winner, rule), such as (ONGOING, 0): the winner is 0, 1, DRAW, BOTH_LOSE or ONGOING",
    ),
}

# In the class below these two names are the game's own.
_Parameters: TypeAlias = Parameters
_State: TypeAlias = State


@final
class Game:
    """A game: its rules, its parameters and the functions that play it.

    Args:
        parts: the game file's `globals()`, or the modules that make up the game; a name that two of
            them share means the same in both.
        name: lower case with hyphens, for `gamekit.load`.
        title: the name for people.
        players: what the two players are called unless a match says otherwise.
        board: the board, see `gamekit.boards.board`, from which notation, positions, text and picture
            follow; or one phrase for the table of games.
        tags: kinds of game it belongs to.
        aim: how to win, for the table, short enough for a phone. It may name the players as {0} and
            {1}. Tables of a variant leave out this and the guide.
        guide: how to play, for the table, with the rules that surprise people.
        essentials: the ids of the rules that somebody needs to begin, for a card on a phone. Without
            any, the card shows the first five.
        placing: how a hint says a move whose notation is only a cell, such as "put a piece on".
        clock: seconds (main, reserve, period) of the official clock; period 0 is a continuous bank.
        join: the text between the moves of a turn; None if every turn is one move.
        long_turns: can a turn be played in thousands of ways? Greedy bots then look at few.
        dmo: do its rules mention the Death Match Opponent? Tables then ask who that is.
        points: the unit of its payoffs, if it has a `payoff` of its own.
        measures: what its studies measure besides the usual, by name: a function that returns a
            whole number, or `measure(function, ...)`.
    """

    sources: Sources | None = None  # where its functions come from; None in another process

    def __init__(
        self,
        *parts: ModuleType | dict[str, Any],
        name: str,
        title: str,
        players: tuple[str, str] = ("Player 0", "Player 1"),
        board: str | Board = "",
        tags: tuple[str, ...] = (),
        essentials: tuple[str, ...] = (),
        aim: str = "",
        guide: str = "",
        placing: str = "play",
        clock: tuple[float, float, float] | None = None,
        join: str | None = ", ",
        long_turns: bool = False,
        dmo: bool = False,
        points: str = "points",
        measures: Measures = None,
    ) -> None:
        homes = [part if isinstance(part, dict) else vars(part) for part in parts]
        # The game file's globals stay as they are. Copies of its functions, and defaults for those that it
        # leaves out, live in a namespace of the game's own.
        self.declared_board = board if isinstance(board, Board) else None
        self.sources = Sources(name, homes, board=self.declared_board)
        if len(players) != 2:
            raise BadGame(
                f"{name}: players={shown(players)}: give two names; games here are for two."
            )
        self.namespace, self.engines = self.sources.namespace, self.sources.engines
        self.name, self.title, self.players = name, title, players
        self._board, self.tags, self.official_clock = board, tags, clock
        with_names(aim, players, "aim")  # refuses other braces
        self.aim, self.guide, self.placing, self.essentials = aim, guide, placing, essentials
        self.join, self.says_one_move, self.long_turns = join or ", ", join is None, long_turns
        self.points, self.has_dmo, self._measures = points, dmo, own_measures(measures)
        self.replaced: tuple[str, ...] = ()  # names of the functions a variant replaced
        self._docs_replaced: Mapping[str, str] = {}  # the docstrings of the originals
        self._rulebook: Rulebook | None = None
        self._encoded = {key: option.default for key, option in self.options.items()}
        self._finish()

    def _finish(self) -> None:
        rulebook, rules = self.namespace["RULES"], self.rules()
        every = rulebook if isinstance(rulebook, list | tuple) else [rulebook]
        odd = [one for one in every if not isinstance(one, Rule) or every is not rulebook]
        if odd:
            raise BadGame(
                f"{self.name}: RULES holds {shown(odd[0])}: write a tuple of rules, "
                '(Rule("ABC-1", "Title", "Sentence."), ...).'
            )
        if reason := self.namespace["impossible"](rules):
            raise BadVariant(reason)
        if self.has_payoffs:
            highest = self.namespace["highest_payoff"](rules)
            if self.leaves_out("highest_payoff") or (whole_number(highest) or 0) < 1:
                raise BadGame(
                    f"{self.name}: besides payoff, write highest_payoff(rules), which returns the most "
                    "that a player can get: a whole number of 1 or more."
                )
        moves = self.namespace["move_count"](rules)
        if (whole_number(moves) or 0) < 1:
            raise BadGame(
                f"{self.name}: move_count returns {shown(moves)}; moves have numbers from 0 on, so it must "
                "return how many there are, a whole number of 1 or more."
            )
        board = self.declared_board
        if board and (reason := board.misfit(rules, self.State())):
            raise BadGame(f"{self.name}: board={type(board).__name__.lower()}(...): {reason}.")
        self.moves: int = moves

    def keep_up(self) -> None:
        """Copy the functions again if somebody has redefined them.

        Raises:
            BadGame: more than functions changed. The message says what to run again.
        """
        if self.sources is None:
            return
        self.sources.keep_up()
        if self.namespace is not self.sources.namespace:
            self._forget()
            self.namespace, self.engines = self.sources.namespace, self.sources.engines
            self._finish()

    def __copy__(self) -> Game:
        """Return the game itself: a game never changes."""
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def _forget(self) -> None:
        """Forget everything that depends on the functions."""
        for key, value in dict(self.__dict__).items():
            if isinstance(value, FunctionType) or key in ("_prefixes", "changes_consequences"):
                del self.__dict__[key]
        self._rulebook = None

    def _copy(self) -> Game:
        new = object.__new__(Game)
        new.__dict__.update(self.__dict__)
        new._forget()  # a variant has other functions
        return new

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """The game's functions by name: `game.why_illegal(rules, state, move)`.

        The game stores each, so that Python finds it at once the next time.
        """
        function = self.__dict__.get("namespace", {}).get(name)
        if isinstance(function, FunctionType):
            self.__dict__[name] = function
            return function
        if hasattr(Game, name):
            object.__getattribute__(self, name)  # a property failed: raise its own error again
        raise AttributeError(f"{self.__dict__.get('name', 'the game')} has no {name!r}")

    def __dir__(self) -> Iterable[str]:
        """Return what completes after `game.`, including the game's functions."""
        own = (key for key, value in self.namespace.items() if isinstance(value, FunctionType))
        return sorted({*super().__dir__(), *own})

    # The functions every game has; its own come by name.
    setup: Callable[[_Parameters, _State], None]
    to_act: Callable[[_Parameters, _State], int]
    outcomes: Callable[[_Parameters, _State], int]
    chances: Callable[[_Parameters, _State, int], int]
    move_count: Callable[[_Parameters], int]
    why_illegal: Callable[[_Parameters, _State, int], int]
    legal_moves: Callable[[_Parameters, _State, list[int]], int]
    sensible_moves: Callable[[_Parameters, _State, list[int]], int]
    apply: Callable[[_Parameters, _State, int], None]
    result: Callable[[_Parameters, _State], tuple[int, int]]
    payoff: Callable[[_Parameters, _State], int]
    highest_payoff: Callable[[_Parameters], int]
    hide: Callable[[_Parameters, _State, int], None]
    imagine: Callable[[_Parameters, _State, int, Random], None]
    policy: Callable[[_Parameters, _State, list[int], Random], int]
    best_move: Callable[[_Parameters, _State, list[int], Random], int]
    has_best_move: Callable[[_Parameters], bool]
    random_move: Callable[[_Parameters, _State, list[int], Random], int]
    slip: Callable[[_Parameters, _State, list[int], Random], int]
    likelihood: Callable[[_Parameters, _State, int], int]
    may_win: Callable[[_Parameters, _State], int]
    may_hold: Callable[[_Parameters, _State], int]
    standing: Callable[[_Parameters, _State], int]
    impossible: Callable[[_Parameters], str]
    terms: Callable[[_Parameters], dict[str, Any]]
    explain: Callable[[_Parameters, _State, int, int], tuple[str, tuple[str, ...]]]
    ending: Callable[[_Parameters, _State], str]
    winning_cells: Callable[[_Parameters, _State], tuple[str, ...]]
    cell_names: Callable[[_Parameters], tuple[str, ...]]
    played_on: Callable[[_Parameters, _State, int], tuple[str, ...]]
    occupied: Callable[[_Parameters, _State], tuple[str, ...]]
    ground: Callable[[_Parameters, _State, int], int]
    sees: Callable[[_Parameters, _State, int, int], bool]
    whose_roll: Callable[[_Parameters, _State], int]
    reveals: Callable[[_Parameters, _State, int], bool]
    tells_all: Callable[[_Parameters], bool]
    goes_on: Callable[[_Parameters, _State, _State], bool]
    same_turn: Callable[[_Parameters, _State, _State], bool]
    runs_on: Callable[[_Parameters, _State, _State], bool]
    way: Callable[[_Parameters, _State, int], tuple[int | str, ...]]
    read: Callable[[_Parameters, _State, str], list[int]]
    write: Callable[[_Parameters, _State, int], str]
    impossible_position: Callable[[_Parameters, _State], str]
    position: Callable[[_Parameters, _State, Mapping[str, object]], None]
    dump: Callable[[_Parameters, _State], dict[str, object]]
    text_board: Callable[[_Parameters, _State], str]
    tell: Callable[[_Parameters, _State, int, str], tuple[str, str]]
    came_of: Callable[[_Parameters, _State, _State], str]
    phrases: Callable[[Sequence[str], str | None], Iterable[tuple[str, str]]]
    length_of_turn: Callable[[_Parameters, _State, bool], tuple[int, str]]

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
        if self._rulebook is None:
            rules, touched = self.rules(), self._touched_rules()
            own = declarations.with_values(
                self.namespace["RULES"], rules, self.namespace["terms"](rules)
            )
            self._rulebook = Rulebook(
                replace(rule.under(values), changed_by=touched.get(rule.id, ()))
                for rule, values in (*own, *((rule, {}) for rule in COMMON))
            )
        return self._rulebook

    def _touched_rules(self) -> dict[str, tuple[str, ...]]:
        """Return the rules that replaced functions decided, by their docstrings, and the names of these."""
        found: dict[str, tuple[str, ...]] = {}
        for name, doc in self._docs_replaced.items():
            for rule in dict.fromkeys(RULE_ID.findall(doc)):
                found[rule] = (*found.get(rule, ()), name)
        return found

    @property
    def board(self) -> str:
        """The board in one phrase, for the table of games."""
        return self._board if isinstance(self._board, str) else self._board.phrase(self.rules())

    @property
    def position_fields(self) -> PositionFields:
        """The fields of its positions, as `Match(game, position={...})` takes them."""
        if not self.leaves_out("position"):
            return self.namespace.get("FIELDS") or PositionFields()
        return declarations.position_fields(self.declared_board, self.State, self.rules())

    @property
    def prefix(self) -> str:
        """The prefix of its rule ids: "TBT"."""
        return self._prefixes[0]

    @cached_property
    def _prefixes(self) -> tuple[str, ...]:
        """Its own prefix, then those of the games it is made of."""
        return prefixes(self.namespace["RULES"])

    def rule_id(self, rule: int) -> str:
        """Return the id of a rule number: 12 is "TBT-12", RULING + 6 is "TBT-Q6"."""
        return rule_id(self._prefixes, rule)

    def turn_text(self, rules: _Parameters, state: _State, moves: Iterable[str]) -> str:
        """Return the notation of a whole turn from `state` on, given the notation of its moves."""
        own, words = self.namespace.get("turn_text"), [move for move in moves if move != "stop"]
        if not words:
            return "stop"  # the only move left of a turn that had begun
        return str(own(rules, state, words)) if own else self.join.join(words)

    @property
    def has_chance(self) -> bool:
        """Are there dice or draws? A game without them leaves out `outcomes`."""
        return not self.leaves_out("outcomes")

    @property
    def has_secrets(self) -> bool:
        """Does a player know something that the other does not? A game without secrets leaves out `hide`."""
        return not self.leaves_out("hide")

    @property
    def has_payoffs(self) -> bool:
        """Is a win worth more in some games than in others? If not, the game leaves out `payoff`."""
        return not self.leaves_out("payoff")

    @property
    def measures(self) -> Mapping[str, OwnMeasure]:
        """What its studies measure besides the usual, with the current functions; read-only."""
        homes = self.sources.first().homes if self.sources else ()
        return MappingProxyType(
            {name: one.in_game(self.namespace, homes) for name, one in self._measures.items()}
        )

    @cached_property
    def changes_consequences(self) -> bool:
        """Do replaced functions change more than which moves are legal, see `variants.change_consequences`?"""
        if self.sources is None:
            return bool(self.replaced)
        return change_consequences(self.namespace, self.sources.replacements())

    def measuring(self, measures: Measures) -> Game:
        """Return the game with further measures for its studies."""
        if measures is None:
            return self
        new = self._copy()
        new._measures = {**self._measures, **own_measures(measures)}
        return new

    def leaves_out(self, name: str) -> bool:
        """Does the game rely on the default of an optional function?"""
        return self.namespace[name].__code__ is defaults.OPTIONAL[name].__code__

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

    def start(
        self,
        rules: _Parameters,
        first: int = 0,
        dmo: int = 1,
        position: Mapping[str, object] | None = None,
    ) -> Any:
        """Return the state before the first step: the usual one, or a position's."""
        state = self.State()
        state.first, state.dmo = first, dmo
        self.namespace["setup"](rules, state)
        if position is not None:
            self.namespace["position"](rules, state, position)
            is_to_move = self.namespace["to_act"](rules, state) in (0, 1)
            if is_to_move and not self.numbered_moves(rules, state):
                raise BadPosition("Position: the player to move would have no legal move.")
        return state

    def numbered_moves(self, rules: _Parameters, state: _State) -> tuple[int, ...]:
        """Return the legal moves of whoever is to act."""
        moves = [0] * self.moves
        legal = tuple(moves[: self.namespace["legal_moves"](rules, state, moves)])
        for move in () if legal else range(self.moves):
            self.answer("why_illegal", rules, state, move)  # which may have answered nothing
        return legal

    @property
    def has_long_turns(self) -> bool:
        """May a turn hold more than one move? In a variant it may, whatever the game declares."""
        return not self.says_one_move or bool(self.replaced)

    def leaves_turn_open(self, rules: _Parameters, state: _State, move: int) -> bool:
        """Does this legal move leave the same player's turn open?"""
        return self.has_long_turns and self.goes_on_after(rules, state, move)

    def goes_on_after(self, rules: _Parameters, state: _State, move: int) -> bool:
        """Does the turn go on after this move by the rules, whatever the game declares?"""
        after = state.copy()
        self.namespace["apply"](rules, after, move)
        return bool(self.namespace["goes_on"](rules, state, after))

    def outcome_at(self, rules: _Parameters, state: _State, key: int, k: int) -> int:
        """Return the outcome that number `k` of a stream of chance gives here."""
        names = self.namespace
        drawn = outcome(key, k, names["faces_of_chance"](rules, state))
        return int(names["outcome_drawn"](rules, state, drawn))

    def answer(self, name: str, rules: _Parameters, state: _State, *move: int) -> Any:
        """Return what one of the functions of `ANSWERS` says; refuse an answer that it must not give."""
        value, (fits, wanted) = self.namespace[name](rules, state, *move), ANSWERS[name]
        if not fits(value):
            raise BadGame(f"{self.name}: {name} returns {shown(value)}; it must return {wanted}.")
        return value

    # variants

    def with_(self, /, **changes: object) -> Game:
        """Return the game with some parameters changed; `BadVariant` says what is wrong."""
        self.keep_up()
        encoded = dict(self._encoded)
        for key, value in changes.items():
            if key not in self.options:
                raise BadVariant(
                    f"{self.name} has no parameter {shown(key)}.{did_you_mean(key, self.options)}"
                )
            encoded[key] = self.options[key].encode(key, value)
        new = self._copy()
        new._encoded = encoded
        new._finish()
        return new

    def variant(self, /, **functions: Callable[..., Any]) -> Game:
        """Return the game with some of its functions replaced, wherever they are called.

        A replacement takes the same arguments as the original. If it changes the rules in a way that one of
        the game's shortcuts would not notice, such as `legal_moves`, the variant drops that shortcut.
        """
        sources = self.sources or Sources.of(self.name, self.namespace)
        sources.leave_out(functions)
        self.keep_up()
        for key, function in functions.items():
            if key in self.options:
                raise BadVariant(
                    f"{key} is a parameter of {self.name}, not a function: use with_({key}=...)."
                )
            check_replacement(self.name, self.namespace, key, function)
        new = self._copy()
        new.sources = Sources(self.name, base=sources, functions=functions)
        new.namespace, new.engines = new.sources.namespace, new.sources.engines
        new.replaced = tuple(dict.fromkeys((*self.replaced, *functions)))
        originals = replaceable(self.namespace)
        docs = {key: originals[key].__doc__ or "" for key in functions}
        new._docs_replaced = {**docs, **self._docs_replaced}
        new._finish()
        return new

    def __repr__(self) -> str:
        changed = [f"{key}={value!r}" for key, value in self.changes.items()]
        changed += [f"{name}=<replaced>" for name in self.replaced]
        return f"<{', '.join([self.title, *changed])}>"


def _options(record: type[Struct]) -> dict[str, Parameter]:
    """Return the parameters a record declares, those of records inside with a prefix."""
    found = {}
    for name, field in record.fields.items():
        if isinstance(field, Parameter):
            found[name] = field
        elif isinstance(field, Nested):
            for key, option in _options(field.inside()).items():
                found[f"{name}{INSIDE}{key}"] = option
    return found


AT_END, AT_STEPS = 2, 4  # how many arguments a measure takes
MOST = 6  # measures of each kind


@dataclass(frozen=True, slots=True)
class OwnMeasure:
    """A measure that somebody wrote, see `measure`.

    Attributes:
        function: counts it.
        unit: the unit of its value.
        what: what it is, in a few words.
    """

    function: FunctionType
    unit: str = "a game"
    what: str = ""

    @property
    def is_of_steps(self) -> bool:
        """Does it count at every step of a game, rather than once at the end?"""
        return len(signature(self.function).parameters) == AT_STEPS

    def in_game(self, namespace: Mapping[str, Any], homes: Iterable[object]) -> OwnMeasure:
        """Return the measure with the game's own copy of its function, if it is one of the game's."""
        name, scope = self.function.__name__, self.function.__globals__
        if any(scope is home for home in homes) and isinstance(namespace.get(name), FunctionType):
            return replace(self, function=namespace[name])
        return self


Measures: TypeAlias = Mapping[str, OwnMeasure | Callable[..., int]] | None


def measure(function: Callable[..., int], *, unit: str = "a game", what: str = "") -> OwnMeasure:
    """Return a measure for `Game(..., measures={"captures": measure(...)})`, or for a playtest.

    Args:
        function: keeps to the language of rules and returns a whole number. A function of (rules, state)
            is called once, when a game is over. A function of (rules, before, move, after) is called
            at every step, steps of chance included, and the results are added up.
        unit: the unit of its mean, for tables and pictures.
        what: what it is, in a few words; otherwise the docstring says.

    Raises:
        BadGame: the function is not of this kind.
    """
    if not isinstance(function, FunctionType):
        raise BadGame(f"measures: {shown(function)} is not a function that you wrote.")
    if len(signature(function).parameters) not in (AT_END, AT_STEPS):
        raise BadGame(
            f"measures: {function.__name__} must take (rules, state), to count where a game is over, "
            "or (rules, before, move, after), to count at every step."
        )
    doc = (function.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    return OwnMeasure(function, unit, what or doc)


def own_measures(given: Measures) -> dict[str, OwnMeasure]:
    """Return somebody's measures by name, or say what is wrong with them."""
    given = {} if given is None else given
    if not isinstance(given, Mapping):
        raise BadGame(f'measures={shown(given)}: give functions by name, {{"captures": captures}}.')
    found: dict[str, OwnMeasure] = {}
    for name, one in given.items():
        if not str(name).strip() or printable(str(name)) != name:
            raise BadGame(
                f'measures: {shown(name)} cannot be a name; write one such as "captures".'
            )
        found[name] = one if isinstance(one, OwnMeasure) else measure(one)
    for kind in (True, False):
        if sum(one.is_of_steps is kind for one in found.values()) > MOST:
            raise BadGame(f"measures: at most {MOST} count at the end, and {MOST} at every step.")
    return found


PUBLISHED = "as published"


def variant_name(game: Game) -> str:
    """Return what was changed in a variant: "match=4, takes_back replaced"."""
    changed = [f"{name}={value}" for name, value in game.changes.items()]
    changed += [f"{name} replaced" for name in game.replaced]
    return ", ".join(changed) or PUBLISHED


def variant_phrase(game: Game) -> str:
    """Return the name of a variant as it reads inside a sentence: "as published", "with match=4"."""
    name = variant_name(game)
    return name if name == PUBLISHED else f"with {name}"
