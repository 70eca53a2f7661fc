"""What is compiled of a game, and under which name: what can be known without Numba."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

from gamekit import drivers
from gamekit.fields import Nested, Struct
from gamekit.fingerprint import Fingerprint
from gamekit.game import Game

RULE_FUNCTIONS = (
    "setup", "to_act", "outcomes", "move_count", "why_illegal", "legal_moves", "sensible_moves",
    "apply", "result", "hide", "imagine", "policy", "likelihood", "random_move",
    "may_win", "may_hold", "standing",
)  # fmt: skip
# What bots, playtests and coaches ask of an engine, and the driver behind it: Numba compiles a driver once
# for games between bots and once, in less time, for random ones.
CALLS = {
    "choose": "choose",
    "bots": "play_games",
    "random": "play_games",
    "play_on": "play_on",
}
ALONE = ("random",)  # whose code has little in common with that of the others
# What else the code depends on: the kit's own modules, libraries, and how Numba is set.
MODULES = (
    "compiled",
    "linked",
    "cache",
    "primitives",
    "layout",
    "chance",
    "fields",
    "drivers.room",
)
LIBRARIES = ("numba", "numpy")
NAME = "code name"  # where a game has it, with the compiler that it is for
SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT")


def code_name(game: Game) -> str:
    """Return the name under which the machine code of a game is kept.

    Raises:
        BadGame: its rules read what cannot be fixed when they are compiled.
    """
    makers = compiler_name()
    found: Any = game.engines.get(NAME)
    if not found or found[0] != makers:
        mark = Fingerprint()
        mark.add(makers, drivers.text(), _fields(game.State), _fields(game.Parameters))
        mark.add(drivers.flags(game))
        for function in RULE_FUNCTIONS:
            mark.add(function)
            mark.function(game.namespace[function])
        game.engines[NAME] = found = makers, f"{game.name}_{mark.hexdigest()}"
    return str(found[1])


def compiler_name() -> str:
    """Return a fingerprint of what compiles: our modules, the libraries, Python, and how Numba is set."""
    return _compiler(tuple(os.environ.get(name) for name in SETTINGS))


@cache
def _compiler(settings: tuple[str | None, ...]) -> str:
    mark = Fingerprint()
    mark.add(_sources(), _versions(), sys.version_info[:3], settings)
    return mark.hexdigest()


def rules_name(game: Game) -> str:
    """Return a fingerprint of the rules alone, without the parameters: the same wherever the same
    Python runs them.

    Raises:
        BadGame: they read what cannot be fixed.
    """
    mark = Fingerprint()
    mark.add(_fields(game.State), _fields(game.Parameters))
    for name in RULE_FUNCTIONS:
        mark.add(name)
        mark.function(game.namespace[name])
    return mark.hexdigest()


def _fields(record: type[Struct]) -> list[Any]:
    return [
        (name, _fields(field.inside()) if isinstance(field, Nested) else (field.kind, field.size))
        for name, field in record.fields.items()
    ]


def _sources() -> list[str | None]:
    found = []
    for name in MODULES:
        spec = find_spec(f"gamekit.{name}")
        loader: Any = spec and spec.loader
        found.append(loader.get_source(f"gamekit.{name}"))
    return found


def _versions() -> list[str]:
    found = []
    for library in LIBRARIES:
        try:
            found.append(version(library))
        except PackageNotFoundError:
            found.append("")
    return found
