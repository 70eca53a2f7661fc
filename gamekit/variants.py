"""Games with a rule replaced: copies of a game's functions over patched globals.

A rule function calls its helpers by their global names, so replacing a helper means giving every
function of the game new globals. The original functions are never touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any

Namespace = dict[str, Any]
KNOWN_TO_NUMBA = ("gamekit.chance", "gamekit.fields")  # their functions, by identity
FROM_GAME = "__from_game__"  # in an adopted function's globals: the names it took from the game


def names_in(code: CodeType) -> Iterator[str]:
    """Yield every global or attribute name that a function's code mentions, nested code too."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def callees(function: FunctionType) -> dict[str, FunctionType]:
    """Return the plain functions this one can reach by a global name, by that name."""
    found = {name: function.__globals__.get(name) for name in names_in(function.__code__)}
    return {name: value for name, value in found.items() if isinstance(value, FunctionType)}


def reachable(function: FunctionType) -> dict[str, FunctionType]:
    """Return every plain function this one can reach through calls, by name."""
    found: dict[str, FunctionType] = {}
    waiting = [function]
    while waiting:
        for name, callee in callees(waiting.pop()).items():
            if name not in found:
                found[name] = callee
                waiting.append(callee)
    return found


def rebind(
    namespace: Namespace,
    replacements: Mapping[str, Callable[..., Any]] | None = None,
    convert: Callable[[Any], Any] = lambda value: value,
    homes: Iterable[Namespace] = (),
) -> Namespace:
    """Return a copy of a game's namespace whose functions see each other's copies.

    `replacements` take the place of functions of the same name. A replacement keeps its own
    globals; what it finds there under the game's original functions becomes the copies, and names
    it lacks come from the game. Helpers of its own are treated alike, so a replacement may be
    written in a notebook cell; so are the kit's geometry and the games a game is made of. Other
    values than functions pass through `convert`. `homes` are the globals of the modules whose names
    the namespace joins, where it is not itself the globals of its functions.
    """
    own = {id(namespace), *map(id, homes)}
    new: Namespace = {
        name: value if isinstance(value, FunctionType) else convert(value)
        for name, value in namespace.items()
    }
    copies: dict[int, FunctionType] = {}
    scopes: list[tuple[Namespace, FunctionType]] = []

    def copy(function: FunctionType, scope: Namespace) -> FunctionType:
        twin = FunctionType(
            function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
        )
        twin.__kwdefaults__ = function.__kwdefaults__
        twin.__doc__ = function.__doc__
        twin.__module__ = function.__module__
        copies[id(function)] = twin
        return twin

    def adopted(function: FunctionType) -> FunctionType:
        if id(function) in copies:
            return copies[id(function)]
        if function.__module__ in KNOWN_TO_NUMBA:
            return function
        if id(function.__globals__) in own:  # the game's own, known only to a wrapper around it
            return copy(function, new)
        scope: Namespace = {
            "__builtins__": new.get("__builtins__", __builtins__),
            FROM_GAME: set(function.__globals__.get(FROM_GAME, ())),
        }
        scopes.append((scope, function))
        return copy(function, scope)

    for name, value in namespace.items():
        if isinstance(value, FunctionType) and id(value.__globals__) in own:
            new[name] = copy(value, new)
    for name, value in namespace.items():
        if isinstance(value, FunctionType) and _is_shared(value):
            new[name] = adopted(value)
    for name, function in (replacements or {}).items():
        assert isinstance(function, FunctionType)
        new[name] = adopted(function)
    for scope, function in scopes:  # grows while helpers of helpers are adopted
        for name in names_in(function.__code__):
            if name in function.__globals__ and name not in scope[FROM_GAME]:
                value = function.__globals__[name]
                scope[name] = adopted(value) if isinstance(value, FunctionType) else convert(value)
            elif name in new:
                scope[name] = new[name]
                scope[FROM_GAME].add(name)
    return new


def _is_shared(function: FunctionType) -> bool:
    """Is this one of the kit's geometry or of another game, or was it adopted before?"""
    home = function.__module__ or ""
    return FROM_GAME in function.__globals__ or home.startswith(("gamekit.boards", "gamekit.games"))
