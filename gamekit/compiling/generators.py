"""`any`, `all` and `sum` over a generator become the loops that they stand for."""

from __future__ import annotations

import ast
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from gamekit.compiling import variables
from gamekit.compiling.body import Body
from gamekit.compiling.values import Value


def summed_up(body: Body, function: Callable[..., Any], node: ast.GeneratorExp) -> Value:
    """Return what `any`, `all` or `sum` makes of a generator. The loops go into the prelude."""
    place = f"{node.lineno}:{node.col_offset}"
    found = f"{function.__name__} {place}"
    loops = _with_own_names(node, place)
    # Python works out what the first loop runs over before the generator has variables.
    loops.generators[0].iter = node.generators[0].iter
    if function is sum:
        start: object = 0
        steps: list[ast.stmt] = [ast.AugAssign(_store(found), ast.Add(), loops.elt)]
    else:
        start = function is all
        steps = [ast.If(_is(loops.elt, not start), [_set(found, not start), ast.Break()], [])]
    for depth, loop in reversed(list(enumerate(loops.generators))):
        for test in reversed(loop.ifs):
            steps = [ast.If(test, steps, [])]
        steps = [ast.For(loop.target, loop.iter, steps, [])]
        if depth > 0 and function is not sum:
            steps.append(ast.If(_is(ast.Name(found, ast.Load()), not start), [ast.Break()], []))
    assert body.frame is not None
    stored = (part for part in ast.walk(loops) if isinstance(part, ast.Name))
    for name in (found, *(part.id for part in stored if isinstance(part.ctx, ast.Store))):
        body.frame.definition.assigned[name] = 2  # more than once, so that it has locals
    for statement in (_set(found, start), *steps):
        ast.fix_missing_locations(ast.copy_location(statement, node))
        body.prelude += body.statement(statement)
    return variables.named(body, node, found)


def _with_own_names(node: ast.GeneratorExp, place: str) -> ast.GeneratorExp:
    """Return a copy whose variables have names of their own, because a generator is its own scope."""
    copy = deepcopy(node)
    targets = [part for loop in copy.generators for part in ast.walk(loop.target)]
    names = {part.id for part in targets if isinstance(part, ast.Name)}
    for part in ast.walk(copy):
        if isinstance(part, ast.Name) and part.id in names:
            part.id += f" {place}"
    return copy


def _store(name: str) -> ast.Name:
    return ast.Name(name, ast.Store())


def _set(name: str, value: object) -> ast.stmt:
    return ast.Assign([_store(name)], ast.Constant(value))  # type: ignore[arg-type]


def _is(test: ast.expr, wanted: bool) -> ast.expr:
    return test if wanted else ast.UnaryOp(ast.Not(), test)
