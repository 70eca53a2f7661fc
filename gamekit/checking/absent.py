"""Functions that a game file lacks or misspells: nobody calls them, and play does not show it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from types import FunctionType

from gamekit.checking.finding import ERROR, WARNING
from gamekit.checking.lint import is_own, source_of
from gamekit.checking.slips import Slip
from gamekit.contract import Game, defaults
from gamekit.errors import listed

SECRECY = ("imagine", "sees", "reveals", "tells_all")  # nothing without hide
ALIKE = 0.8  # how near a name must be to one that the kit calls


def absences(game: Game) -> Iterator[Slip]:
    """Yield what the names of a game's functions show to be missing."""
    own = [
        value
        for value in game.namespace.values()
        if isinstance(value, FunctionType) and is_own(value) and source_of(value)
    ]
    secret = [function for function in own if function.__name__ in SECRECY]
    if secret and game.leaves_out("hide"):
        names = listed(function.__name__ for function in secret)
        said = f"there is no hide, so nothing is hidden from anybody; but the file has {names}"
        yield _slip("no-hide", ERROR, secret[0], said)
    missing = [name for name in defaults.OPTIONAL if game.leaves_out(name)]
    used = _used({function.__code__.co_filename for function in own})
    for function in own:
        name = function.__name__
        near = get_close_matches(name, missing, n=1, cutoff=ALIKE)
        if near and name not in used and name not in defaults.OPTIONAL:
            said = f"nobody calls {name}; what the kit calls is {near[0]}"
            yield _slip("unknown-function", WARNING, function, said)


def _slip(code: str, severity: str, function: FunctionType, said: str) -> Slip:
    place = function.__code__
    return Slip(code, severity, place.co_filename, place.co_firstlineno, function.__name__, said)


def _used(paths: Iterable[str]) -> set[str]:
    """Return the names that files mention, other than where a function is defined."""
    found: set[str] = set()
    for path in paths:
        for node in ast.walk(ast.parse(Path(path).read_text("utf-8"))):
            match node:
                case ast.Name(id=str(name)) | ast.Attribute(attr=str(name)):
                    found.add(name)
                case ast.alias(name=str(name)) | ast.Constant(value=str(name)):
                    found.add(name)
    return found
