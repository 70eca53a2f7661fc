"""Rules of the kit's games and of the toys, each broken in one place, play the same games interpreted
and compiled.

    python -m tests.mutants [how many] [seed]

A part of `make fuzz`. Prints each rule that plays differently.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import signal
import sys
import warnings
from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random
from types import FunctionType
from typing import Any

import gamekit as gk
from gamekit.compiling import Compiled, Refused, RuleFailure
from gamekit.contract import Game
from gamekit.drivers.engine import Engine, Interpreted
from tests.small_games import connect_four, deals, dice, noughts, pennies, rolled

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mod, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitXor, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.Lt: ast.LtE, ast.LtE: ast.Gt, ast.Gt: ast.GtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
TOYS = connect_four, deals, dice, noughts, pennies, rolled
KIT = "gamekit.drivers", "gamekit.chance"
DRIVERS = "gamekit/drivers/"
GAMES = 3  # of each broken rule
LONGEST = 200  # moves of a game
PATIENCE = 5  # seconds of processor time for a game, which a broken rule may never end


class Endless(KeyboardInterrupt):
    """A game took too long."""


@cache
def games() -> list[Game]:
    return [*gk.games(), *(toy.GAME for toy in TOYS)]


@cache
def rules_of(game: Game) -> list[FunctionType]:
    """Return the functions that play a game at random, helpers included."""
    engine = Compiled(game)
    engine.program("trace")
    read = (one for translated in engine._read for one, _ in translated)
    found = {one: None for one in read if isinstance(one, FunctionType)}
    return [one for one in found if not one.__module__.startswith(KIT)]


def broken(function: FunctionType, random: Random) -> FunctionType | None:
    """Return a function with one operator, constant, index or branch changed, or None if it has none."""
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
    """Return the ways to change a node: which attribute becomes what."""
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


def played(engine: Engine, seed: int, number: int) -> object:
    """Return the steps and fields of a game at random, or the exception that ends it."""
    signal.setitimer(signal.ITIMER_PROF, PATIENCE, 1)
    try:
        steps, state = engine.trace(seed, number, LONGEST)
    except (Exception, Endless) as problem:
        return problem
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return steps, state.values()


def out_of_time(number: int, frame: object) -> None:
    raise Endless


def are_alike(plain: object, checked: object, fast: object) -> bool:
    """Do the interpreter, checked code and code as it is played agree?

    Checked code also stops at numbers that do not fit, and where a rule gives the drivers something
    forbidden. Then any result of the code as it is played will do.
    """
    if isinstance(checked, RuleFailure) and checked.failure:
        message, file = checked.failure.message, checked.failure.file
        if "fit" in message or "64 bits" in message or DRIVERS in file:
            return not isinstance(fast, Exception) or isinstance(fast, RuleFailure)
    problems = Exception, Endless
    if isinstance(plain, problems):
        return isinstance(checked, problems)
    return plain == checked == fast


def outcome(engines: Sequence[Engine], seed: int) -> str:
    """Play a few games of a broken rule interpreted, checked and fast. Return how they compare."""
    for number in range(GAMES):
        found = [played(engine, seed, number) for engine in engines]
        if not are_alike(*found):
            print(f"game {number} of seed {seed}:", *(repr(one)[:500] for one in found), sep="\n")
            return "different"
        if isinstance(found[1], BaseException):
            return "stopped"
    return "alike"


def compare(count: int, seed: int) -> Counter[str]:
    """Break this many rules, and count how they play."""
    tally: Counter[str] = Counter()
    signal.signal(signal.SIGPROF, out_of_time)
    for number in range(count):
        random = Random(f"{seed} {number}")
        game = random.choice(games())
        function = broken(random.choice(rules_of(game)), random)
        if function is None:
            continue
        try:
            variant = game.variant(**{function.__name__: function})
            checked, fast = Compiled(variant, checked=True), Compiled(variant)
            for engine in (checked, fast):
                engine.program("trace")
        except (gk.GameError, ArithmeticError, IndexError) as problem:
            tally["refused" if isinstance(problem, Refused) else "no variant"] += 1
            continue
        found = outcome((Interpreted(variant), checked, fast), seed)
        tally[found] += 1
        if found == "different":
            print(f"rule {number}, {game.name}, {inspect.getsource(function)}", flush=True)
    return tally


if __name__ == "__main__":
    given = [int(argument) for argument in sys.argv[1:]]
    warnings.simplefilter("ignore")
    print(compare(*(given + [300, 1][len(given) :])))
