"""The functions that a designer wrote, and their text."""

from __future__ import annotations

import ast
import dis
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import FunctionType

from gamekit.compiling import RULE_FUNCTIONS
from gamekit.contract import Game
from gamekit.contract.references import reachable


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
