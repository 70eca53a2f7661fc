"""How the solver calls the rules of a game, and what a deal hides from each player."""

from __future__ import annotations

import itertools
import operator
from array import array
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gamekit.chance import Random
from gamekit.contract import BOTH_LOSE, ONGOING, OVER, Game, State, components
from gamekit.contract.fields import Nested, Struct
from gamekit.errors import GameError

FILLED = 20  # how often to imagine what is covered, to see whether it is always the same
Until: TypeAlias = Callable[[Any, Any], float | None]
Tell: TypeAlias = Callable[[int], object]


class TooLarge(GameError):
    """The game is larger than the limit."""


class Rules:
    """A game, its parameters, where it is cut, and how much of it has been seen.

    Args:
        game: the game.
        until: see `solve`.
        limit: how many positions to look at, at most.
        counts_turns: are two positions different if only their numbers of turns differ?
        tell: called with how many more positions were found.
    """

    def __init__(
        self, game: Game, until: Until | None, limit: int, counts_turns: bool, tell: Tell
    ) -> None:
        self.game, self.rules, self.until, self.limit = game, game.rules(), until, limit
        self.tell = tell
        self.omit = "" if counts_turns else "turn"
        self.highest = float(game.highest_payoff(self.rules))
        self.found = 0
        self.sees_all = game.leaves_out("sees") and not components.of(game.State)
        self._moves = [0] * game.moves
        self.texts: dict[str, int] = {}  # notations, by the numbers that stand for them

    def count(self, positions: int) -> None:
        """Count this many more positions as found."""
        self.found += positions
        self.tell(positions)
        if self.found > self.limit:
            again = " While anything is secret, a position counts again each time that play comes back to it."
            raise TooLarge(
                f"{self.game.title} is too large to solve: {self.found:,} positions were found, "
                f"and there are more; limit={self.limit:,} is the most. Solve a smaller game (see "
                f"game.with_), a part of it (position=, until=), or raise limit.{again * self.game.has_secrets}"
            )

    def beginning(self, state: State) -> State:
        """Return the state in which the search for positions begins."""
        state = state.copy()
        if self.omit:
            state.turn = UNKNOWN_TURN  # type: ignore[assignment]
        return state

    def payoff(self, state: State) -> float | None:
        """Return what player 0 gets here, or None where play goes on."""
        worth = self.until(self.rules, state) if self.until else None
        if worth is None:
            return self._result(state)
        worth = float(worth)
        if not -self.highest <= worth <= self.highest:
            most = f"{self.highest:g}"
            raise GameError(
                f"until: what player 0 gets is between -{most} and {most}, not {worth}."
            )
        return worth

    def _result(self, state: State) -> float | None:
        winner = int(self.game.result(self.rules, state)[0])
        if winner == ONGOING:
            return None
        if winner == BOTH_LOSE and not self.game.has_payoffs:
            raise GameError(
                f"{self.game.title} may end with both players losing. The solver needs games in "
                "which one player wins what the other loses. Let until= say what such an end is worth."
            )
        payoff = float(int(self.game.payoff(self.rules, state)))
        if abs(payoff) > self.highest:
            raise GameError(
                f"{self.game.title}: payoff returns {payoff:g}, more than highest_payoff, "
                f"{self.highest:g}."
            )
        return payoff

    def choices(self, state: State) -> tuple[int, ...]:
        """Return the moves worth looking at."""
        n = self.game.sensible_moves(self.rules, state, self._moves)
        return tuple(int(move) for move in self._moves[:n])

    def actor(self, state: State) -> int:
        """Return who acts: a player or CHANCE."""
        actor = int(self.game.to_act(self.rules, state))
        if actor == OVER:
            raise GameError(f"{self.game.title}: to_act says OVER where result says ONGOING.")
        return actor

    def after(self, state: State, move: Any) -> State:
        new = state.copy()
        self.game.apply(self.rules, new, move)
        return new

    def sees(self, state: State, move: int, player: int) -> bool:
        """May this player know the move?"""
        return self.sees_all or bool(self.game.sees(self.rules, state, move, player))

    def reveals(self, state: State, move: int) -> bool:
        """Does the move uncover what was covered?"""
        return bool(self.game.reveals(self.rules, state, move))

    def chances(self, state: State) -> NDArray[np.float64]:
        """Return how likely each outcome of chance is."""
        game, rules = self.game, self.rules
        every = range(int(game.outcomes(rules, state)))
        if game.leaves_out("chances"):
            return np.full(len(every), 1.0 / len(every))
        weights = [int(game.chances(rules, state, outcome)) for outcome in every]
        return np.array(weights, dtype=np.float64) / sum(weights)

    def notation_number(self, state: State, move: int) -> int:
        """Return a number for the notation of a move: those who see the move learn no more than that."""
        text = self.game.write(self.rules, state, move)
        return self.texts.setdefault(text, len(self.texts))

    def is_known_to_both(self, state: State) -> bool:
        """Does each player know everything in this position?

        They do if everything hidden can be only one way: a deck still holds all its cards, for example.
        """
        random = Random(1)
        for player, _ in itertools.product(range(2), range(FILLED)):
            view = self.known(state, player)
            self.game.imagine(self.rules, view, player, random)
            if view != state:
                return False
        return True

    def known_to_both(self, state: State, actor: int, moves: tuple[int, ...]) -> list[bool]:
        """Return, for each of these moves or outcomes, whether both players know that it was made.

        They do if they see it, and no other move that they see has the same notation and another effect.
        """
        others = [player for player in range(2) if player != actor]
        is_known = [all(self.sees(state, move, player) for player in others) for move in moves]
        if not self.game.has_secrets or len(moves) == 1:
            return is_known
        alike: dict[int, list[int]] = {}
        for place, move in enumerate(moves):
            if is_known[place]:
                alike.setdefault(self.notation_number(state, move), []).append(place)
        for places in alike.values():
            first, *rest = (self.after(state, moves[place]) for place in places)
            if any(after != first for after in rest):
                for place in places:
                    is_known[place] = False
        return is_known

    def known(self, state: State, player: int) -> State:
        """Return what a player knows of a state."""
        hidden = state.copy()
        self.game.hide(self.rules, hidden, player)
        return hidden

    def numbers(self, state: State) -> list[Any]:
        """Return the numbers by which this position differs from others."""
        return flat(state, self.omit)


def digest(numbers: Iterable[int]) -> bytes:
    """Return 16 bytes that stand for a list of whole numbers."""
    return blake2b(array("q", numbers).tobytes(), digest_size=16).digest()


Ints: TypeAlias = NDArray[np.int64]


class Table:
    """The numbers of the deals that the rules are being run for."""

    __slots__ = ("chosen",)

    def __init__(self, chosen: Ints) -> None:
        self.chosen = chosen


class Split(Exception):
    """The answer to a question of a rule depends on the deal. Within each of the `parts`, it is the same."""

    def __init__(self, parts: list[Ints]) -> None:
        self.parts = parts


def _arithmetic(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return an operation for all deals at once, and the same with its operands swapped."""
    calculate = getattr(operator, name)

    def forward(self: Secret, other: Any) -> Any:
        if isinstance(other, int | Secret):
            return Secret(self.table, calculate(self.values, plain(other)))
        return calculate(self.__index__(), other)

    def backward(self: Secret, other: Any) -> Any:
        if isinstance(other, int):
            return Secret(self.table, calculate(other, self.values))
        return calculate(other, self.__index__())

    return forward, backward


def _one_by_one(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return an operation for one value at a time, because it may fail for deals outside the table."""
    calculate = getattr(operator, name)
    return (
        lambda self, other: calculate(self.__index__(), other),
        lambda self, other: calculate(other, self.__index__()),
    )


def _comparison(name: str) -> Callable[[Secret, Any], bool]:
    compare = getattr(operator, name)

    def answer(self: Secret, other: Any) -> bool:
        chosen = self.table.chosen
        theirs = other.values[chosen] if isinstance(other, Secret) else other
        answers = compare(self.values[chosen], theirs)
        yes = int(np.count_nonzero(answers))
        if 0 < yes < len(chosen):
            raise Split([chosen[answers], chosen[~answers]])
        return yes > 0

    return answer


class Secret:
    """A whole number that has a value for each deal of a table."""

    __slots__ = ("table", "values")

    def __init__(self, table: Table, values: Ints) -> None:
        self.table, self.values = table, values

    def __index__(self) -> int:
        chosen = self.table.chosen
        values = self.values[chosen]
        if (values != values[0]).any():
            raise Split([chosen[values == value] for value in np.unique(values)])
        return int(values[0])

    __int__ = __index__

    def __str__(self) -> str:
        return str(self.__index__())

    __repr__ = __str__

    def __format__(self, form: str) -> str:
        return format(self.__index__(), form)

    def __hash__(self) -> int:
        return hash(self.__index__())

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __neg__(self) -> Secret:
        return Secret(self.table, -self.values)

    def __invert__(self) -> Secret:
        return Secret(self.table, ~self.values)

    def __abs__(self) -> Secret:
        return Secret(self.table, abs(self.values))

    __eq__ = _comparison("eq")
    __ne__ = _comparison("ne")
    __lt__ = _comparison("lt")
    __le__ = _comparison("le")
    __gt__ = _comparison("gt")
    __ge__ = _comparison("ge")
    __add__, __radd__ = _arithmetic("add")
    __sub__, __rsub__ = _arithmetic("sub")
    __mul__, __rmul__ = _arithmetic("mul")
    __and__, __rand__ = _arithmetic("and_")
    __or__, __ror__ = _arithmetic("or_")
    __xor__, __rxor__ = _arithmetic("xor")

    __floordiv__, __rfloordiv__ = _one_by_one("floordiv")
    __mod__, __rmod__ = _one_by_one("mod")
    __truediv__, __rtruediv__ = _one_by_one("truediv")
    __pow__, __rpow__ = _one_by_one("pow")
    __lshift__, __rlshift__ = _one_by_one("lshift")
    __rshift__, __rrshift__ = _one_by_one("rshift")


def plain(value: Any) -> Any:
    """Return the values of a secret, and anything else as it is."""
    return value.values if isinstance(value, Secret) else value


class TurnRead(Exception):
    """The rules read the number of the turn."""


class UnknownTurn:
    """Stands for the number of the turn while the solver takes positions of different turns for the same.

    Rules may add to it. Any other use raises `TurnRead`.
    """

    __slots__ = ()

    def __add__(self, other: object) -> UnknownTurn:
        return self

    __radd__ = __iadd__ = __add__

    def _read(self, *_: object) -> Any:
        raise TurnRead

    __hash__ = object.__hash__
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _read
    __bool__ = __index__ = __int__ = __neg__ = __abs__ = __str__ = __format__ = _read
    __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = _read
    __mod__ = __rmod__ = __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _read
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __truediv__ = __float__ = _read


UNKNOWN_TURN = UnknownTurn()


def flat(struct: Struct, omit: str = "") -> list[Any]:
    """Return all numbers of a record, except those of the field `omit`, in one list."""
    found: list[Any] = []
    for name, field in type(struct).fields.items():
        value = getattr(struct, name)
        if field.size:
            found.extend(value)
        elif isinstance(field, Nested):
            found.extend(flat(value))
        elif name != omit:
            found.append(value)
    return found


def changed(state: State, change: Callable[[Any], Any]) -> State:
    """Return a copy of a state with every number changed."""
    new = state.copy()
    _change(new, change)
    return new


def _change(struct: Struct, change: Callable[[Any], Any]) -> None:
    for name, field in type(struct).fields.items():
        value = getattr(struct, name)
        if isinstance(field, Nested):
            _change(value, change)
        elif field.size:
            value[:] = [change(one) for one in value]
        else:
            setattr(struct, name, change(value))
