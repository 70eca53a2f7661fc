"""Numbers that differ from deal to deal, so that one run of a rule serves many deals.

A hand of dice that nobody has shown yet changes little: claims are heard alike whatever the dice.
So a position is kept once for all *deals*, the ways in which its hidden numbers may have come
about, and a hidden number is a `Secret`: one value for each deal. Rule functions work with it as
with any whole number. Only where a rule asks for what the deals answer differently is the work
done again for each answer (`Split`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gamekit.contract.fields import Nested, State, Struct

Ints: TypeAlias = NDArray[np.int64]


class Table:
    """The deals that are looked at now, by their numbers."""

    __slots__ = ("chosen",)

    def __init__(self, chosen: Ints) -> None:
        self.chosen = chosen


class Split(Exception):
    """A rule asked what the chosen deals answer differently: these answer alike."""

    def __init__(self, parts: list[Ints]) -> None:
        self.parts = parts


def _arithmetic(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """For all deals at once."""
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
    """With one value at a time: it may fail for deals that are not looked at."""
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


class Asked(Exception):
    """The rules asked which turn it is."""


class Untold:
    """A count of turns that nobody looks at: positions that differ in it alone are one.

    Rules may add to it. Whatever else they do with it is an `Asked`.
    """

    __slots__ = ()

    def __add__(self, other: object) -> Untold:
        return self

    __radd__ = __iadd__ = __add__

    def _ask(self, *_: object) -> Any:
        raise Asked

    __hash__ = object.__hash__
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _ask
    __bool__ = __index__ = __int__ = __neg__ = __abs__ = __str__ = __format__ = _ask
    __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = _ask
    __mod__ = __rmod__ = __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _ask
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __truediv__ = __float__ = _ask


UNTOLD = Untold()


def flat(struct: Struct, omit: str = "") -> list[Any]:
    """Return all numbers of a record in one list, but for the field `omit`."""
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
