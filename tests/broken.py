"""Rules of the kit, each broken in one place, play the same games interpreted and compiled.

    python -m tests.broken [how many] [seed]

A part of `make fuzz`. Prints each rule that plays differently.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import sys
import warnings
from collections import Counter
from random import Random
from types import FunctionType
from typing import Any

import gamekit as gk
from gamekit.compiling import Refused, RuleFailure, compiled
from gamekit.drivers.engine import Engine
from gamekit.drivers.interpreted import Interpreted

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mod, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitXor, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.Lt: ast.LtE, ast.LtE: ast.Gt, ast.Gt: ast.GtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
LONGEST = 200


def broken(function: FunctionType, random: Random) -> FunctionType | None:
    """A function with one operator, constant, index or branch changed, if it has any."""
    tree = ast.parse(inspect.getsource(function))
    ways = [way for node in ast.walk(tree) for way in changes(node, random)]
    if not ways:
        return None
    node, name, value = random.choice(ways)
    setattr(node, name, value)
    text = f"from __future__ import annotations\n\n{ast.unparse(ast.fix_missing_locations(tree))}\n"
    file = f"<broken {random.random()}>"
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    names: dict[str, Any] = {**function.__globals__}
    exec(compile(text, file, "exec", dont_inherit=True), names)
    found = names[function.__name__]
    assert isinstance(found, FunctionType)
    return found


def changes(node: ast.AST, random: Random) -> list[tuple[ast.AST, str, Any]]:
    """The ways to change a node: which attribute becomes what."""
    found: list[tuple[ast.AST, str, Any]] = []
    sign = getattr(node, "op", None)
    if type(sign) in OTHER:
        found.append((node, "op", OTHER[type(sign)]()))
    match node:
        case ast.Compare(ops=[op, *rest]) if type(op) in OTHER:
            found.append((node, "ops", [OTHER[type(op)](), *rest]))
        case ast.Constant(value=bool(value)):
            found.append((node, "value", not value))
        case ast.Constant(value=int(value)):
            found.append((node, "value", value + random.choice((-1, 1, 2))))
        case ast.Subscript():
            found.append((node, "slice", ast.BinOp(node.slice, ast.Add(), ast.Constant(1))))
        case ast.If():
            found.append((node, "test", ast.UnaryOp(ast.Not(), node.test)))
            found.append((node, "orelse", []))
    return found


def played(engine: Engine, seed: int) -> object:
    """What a game at random comes to: its steps and fields, or what goes wrong."""
    try:
        steps, state = engine.trace(seed, 0, LONGEST)
    except Exception as problem:
        return problem
    return steps, state.values()


def are_alike(one: object, two: object) -> bool:
    """Checked code also stops at numbers that do not fit, and the interpreter does not."""
    if isinstance(two, RuleFailure):
        return isinstance(one, Exception) or "fit" in str(two) or "64 bits" in str(two)
    return one == two


def compare(count: int, seed: int) -> Counter[str]:
    """Break so many rules; count how they play."""
    tally: Counter[str] = Counter()
    for number in range(count):
        random = Random(f"{seed} {number}")
        game = random.choice(list(gk.games()))
        named = ("apply", "why_illegal", "result", "to_act", "setup", "legal_moves")
        rules = [game.namespace[name] for name in named if name in game.namespace]
        function = broken(random.choice(rules), random)
        if function is None:
            continue
        try:
            variant = game.variant(**{function.__name__: function})
            engine = compiled(variant, checked=True)
            engine.program("random")
        except gk.GameError as problem:
            tally["refused" if isinstance(problem, Refused) else "no variant"] += 1
            continue
        one, two = played(Interpreted(variant), seed), played(engine, seed)
        tally["alike" if are_alike(one, two) else "different"] += 1
        if not are_alike(one, two):
            print(game.name, function.__name__, one, two, inspect.getsource(function), sep="\n")
    return tally


if __name__ == "__main__":
    given = [int(argument) for argument in sys.argv[1:]]
    warnings.simplefilter("ignore")
    print(compare(*(given + [300, 1][len(given) :])))
