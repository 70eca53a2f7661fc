"""What Numba cannot compile, as far as the text of the rule functions shows it."""

from __future__ import annotations

import ast
import dis
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import FunctionType

from gamekit.codename import RULE_FUNCTIONS
from gamekit.contract import Game
from gamekit.reach import reachable

Spot = tuple[str, int, str, str]  # file, line, function, sentence

STATEMENTS: dict[type[ast.AST], str] = {
    ast.Try: "a try statement",
    ast.With: "a with statement",
    ast.ClassDef: "a class",
    ast.Global: "a global statement",
    ast.Nonlocal: "a nonlocal statement",
    ast.Yield: "a yield",
    ast.YieldFrom: "a yield",
    ast.Import: "an import inside a function",
    ast.ImportFrom: "an import inside a function",
    ast.Await: "an await",
    ast.JoinedStr: "an f-string",
    ast.Dict: "a dictionary",
    ast.DictComp: "a dictionary",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.GeneratorExp: "a generator, as in any(... for ...),",
    ast.Lambda: "a lambda",
    ast.FunctionDef: "a function inside a function",
    ast.Starred: "a star, *",
}
INSTEAD: dict[type[ast.AST], str] = {
    ast.GeneratorExp: "; write a loop",
    ast.Lambda: "; write a function beside this one",
    ast.FunctionDef: "; write it beside this one",
}
BUILTINS = (
    "any", "all", "map", "filter", "set", "frozenset", "dict", "str", "repr", "format", "isinstance",
    "getattr", "setattr", "hasattr", "type", "open", "input", "next", "iter", "sorted", "eval",
)  # fmt: skip
METHODS = (
    "append", "extend", "insert", "remove", "pop", "index", "count", "copy", "sort", "reverse",
    "clear", "get", "items", "keys", "values", "join", "split", "format", "startswith",
)  # fmt: skip


def spots(game: Game) -> Iterator[Spot]:
    """Yield the places in the rule functions that look as if they cannot be compiled."""
    for function in rule_functions(game):
        code, node = function.__code__, source_of(function)
        if node is not None:
            yield from ((code.co_filename, line, code.co_name, said) for line, said in _odd(node))


def source_of(function: FunctionType) -> ast.FunctionDef | None:
    """Return the text of a function as a tree, or None where there is no file with it."""
    code = function.__code__
    try:
        text = Path(code.co_filename).read_text("utf-8")
    except (OSError, ValueError):
        return None
    return _functions(text).get(code.co_firstlineno)


def rule_functions(game: Game) -> Iterator[FunctionType]:
    """Yield the rule functions of a game, and all that they call, but none of the kit's own."""
    roots = [game.namespace[name] for name in RULE_FUNCTIONS]
    for function in reachable(*(root for root in roots if isinstance(root, FunctionType))).values():
        if is_own(function):
            yield function


def is_own(function: FunctionType) -> bool:
    """Is this a function of the game's file, and not of the kit?"""
    return not (function.__module__ or "").startswith("gamekit.")


def line_of(function: FunctionType, name: str) -> int:
    """Return the line of a function that first mentions a name."""
    for step in dis.get_instructions(function.__code__):
        if step.argval == name and step.positions and step.positions.lineno:
            return step.positions.lineno
    return function.__code__.co_firstlineno


@lru_cache(maxsize=16)
def _functions(text: str) -> Mapping[int, ast.FunctionDef]:
    """Return the functions in a text by the lines they begin in, decorators included."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return {}
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            found[first] = node
    return found


def _odd(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """Yield the lines of a function that look wrong, and what is there."""
    for node in (part for statement in function.body for part in ast.walk(statement)):
        line = getattr(node, "lineno", function.lineno)
        if type(node) in STATEMENTS:
            yield line, f"{STATEMENTS[type(node)]} does not compile{INSTEAD.get(type(node), '')}"
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id in BUILTINS:
                yield line, f"{node.func.id}(...) does not compile; write a loop"
            elif isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
                yield (
                    line,
                    (
                        f".{node.func.attr}(...) does not compile: compiled, the lists of a state are "
                        "arrays; write a loop"
                    ),
                )
