"""Slips that play does not show, as far as the text of a game shows them.

A comparison that is never true, a list that is replaced, chance of one's own: such a game may run,
and even compile, and is still not what its designer meant.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from types import FunctionType, ModuleType
from typing import NamedTuple

from gamekit.checking.finding import ERROR, WARNING
from gamekit.checking.lint import is_own, line_of, rule_functions, source_of
from gamekit.checking.signatures import taken
from gamekit.contract import Game
from gamekit.contract.references import globals_read, reachable

DOUBTFUL = ("bare-winner",)  # what may be meant
CHANCY = ("random", "secrets", "time", "uuid", "numpy.random")  # modules


class Slip(NamedTuple):
    """A place that looks wrong."""

    code: str
    severity: str
    path: str
    line: int
    function: str
    said: str


def slips(game: Game) -> Iterator[Slip]:
    """Yield what the text of a game's functions shows to be wrong."""
    own = (value for value in game.namespace.values() if isinstance(value, FunctionType))
    ruling = {id(function) for function in rule_functions(game)}
    for function in filter(is_own, reachable(*own).values()):
        tree, code = source_of(function), function.__code__
        for node in ast.walk(tree) if tree else ():
            found = _compared(node, game)
            if found is None and id(function) in ruling:
                found = _in_rules(node, function, game)
            if found:
                kind, said = found
                severity = WARNING if kind in DOUBTFUL else ERROR
                line = getattr(node, "lineno", code.co_firstlineno)
                yield Slip(kind, severity, code.co_filename, line, code.co_name, said)
    yield from _recursions(list(rule_functions(game)))


def _recursions(functions: Sequence[FunctionType]) -> Iterator[Slip]:
    """Yield, for each circle of rule functions that call each other, one call on it."""
    calls = {function: _calls(function) for function in functions}
    told: set[FunctionType] = set()
    for function in functions:
        circle = _circle(function, calls)
        if circle and told.isdisjoint(circle):
            told.update(circle)
            names = [each.__code__.co_name for each in circle]
            said = f"{names[-1]} calls {', which calls '.join(names)}" if names[1:] else ""
            said = f"{said or f'{names[0]} calls itself'}: rule functions may not recurse"
            code, line = function.__code__, line_of(function, calls[function][circle[0]])
            yield Slip("recursion", ERROR, code.co_filename, line, code.co_name, said)


def _calls(function: FunctionType) -> dict[FunctionType, str]:
    """Return the functions that one reads, by the names under which it reads them."""
    found: dict[FunctionType, str] = {}
    for names in sorted(globals_read(function.__code__)):
        value: object = function.__globals__.get(names[0])
        for name in names[1:]:
            value = vars(value).get(name) if isinstance(value, ModuleType) else None
        if isinstance(value, FunctionType):
            found[value] = names[-1]
    return found


def _circle(
    function: FunctionType, calls: Mapping[FunctionType, Iterable[FunctionType]]
) -> list[FunctionType]:
    """Return the functions through which one comes back to itself, itself the last; or none."""
    ways, seen = [[called] for called in calls[function]], set[FunctionType]()
    while ways:
        way = ways.pop(0)
        last = way[-1]
        if last is function:
            return way
        if last in calls and last not in seen:
            seen.add(last)
            ways += [[*way, called] for called in calls[last]]
    return []


Found = tuple[str, str] | None  # code and sentence


def _in_rules(node: ast.AST, function: FunctionType, game: Game) -> Found:
    """Return what is wrong with a piece of a rule function."""
    match node:
        case ast.Assign(targets=[ast.Attribute(value=ast.Name()) as target]) if _is_list(
            target, game
        ):
            where = ast.unparse(target)
            return "list-replaced", f"{where} is replaced; write {where}[0] = ..., one by one"
        case ast.Return(value=ast.Tuple(elts=[winner, _])) if function.__name__ == "result":
            return _winner(winner)
        case ast.Call(func=called) if _is_chancy(called, function):
            said = f"{ast.unparse(called)} is chance, or a clock, that the kit knows nothing of"
            return "answers-differ", said
    return None


def _winner(node: ast.expr) -> Found:
    """Return what is wrong with a winner that may be 2, which is no player but DRAW."""
    match node:
        case ast.BinOp(
            left=ast.Attribute(attr="player"), op=ast.Add(), right=ast.Constant(value=1)
        ):
            other = ast.unparse(node.left)
            said = f"{ast.unparse(node)} is 1 or 2, and 2 is DRAW; the other player is 1 - {other}"
            return "bare-winner", said
        case ast.Constant(value=2 | 3 as value):
            name = "DRAW" if value == 2 else "BOTH_LOSE"
            return "bare-winner", f"{value} is no player, but {name}; write {name} if that is meant"
        case ast.IfExp():
            return _winner(node.body) or _winner(node.orelse)
    return None


def _is_list(node: ast.Attribute, game: Game) -> bool:
    """Is this a list of the state?"""
    field = game.State.fields.get(node.attr)
    return field is not None and field.size > 0


def _is_chancy(node: ast.expr, function: FunctionType) -> bool:
    """Is this a function of a module that gives something else whenever it is asked?"""
    names = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return False
    if node.id in function.__code__.co_varnames:
        return bool(names) and node.id in CHANCY and node.id not in taken(function)
    value = function.__globals__.get(node.id)
    if isinstance(value, ModuleType):
        return bool(names) and ".".join([value.__name__, *names[:0:-1]]) in CHANCY
    return isinstance(getattr(value, "__self__", value), Random)


def _compared(node: ast.AST, game: Game) -> Found:
    """Return what is wrong where a field is compared with a text: it is a number."""
    if not isinstance(node, ast.Compare):
        return None
    sides = [node.left, *node.comparators]
    texts = [
        one.value
        for side in sides
        for one in (side.elts if isinstance(side, ast.Tuple | ast.List) else [side])
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]
    for side in sides if texts else ():
        match side:
            case ast.Attribute(value=ast.Name("rules"), attr=name) if name in game.options:
                places = enumerate(game.options[name].options)
                said = ", ".join(f"{place} for {value!r}" for place, value in places)
                what = f"an option is seen by its place, {said}" if said else "it is a number"
                return "text-compared", f"rules.{name} is compared with {texts[0]!r}; {what}"
            case ast.Attribute(value=ast.Name("state" | "view"), attr=name) if (
                name in game.State.fields
            ):
                said = f"{ast.unparse(side)} is compared with {texts[0]!r}; it holds whole numbers"
                return "text-compared", said
    return None
