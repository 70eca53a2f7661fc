"""Measures that a game or a study adds to the usual ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from inspect import signature
from types import FunctionType
from typing import Any, TypeAlias

from gamekit.errors import BadGame
from gamekit.validation import printable, shown

AT_END, AT_STEPS = 2, 4  # arguments
MOST = 6  # of each kind


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


Given: TypeAlias = OwnMeasure | Callable[..., int]
Measures: TypeAlias = Mapping[str, Given] | None


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
