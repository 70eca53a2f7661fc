"""Rules to WebAssembly: the same functions, hundreds of times as fast.

`translation` turns the functions of a game and the drivers around them into code, `engine` lays out
their memory and runs them, `runtime` knows wasmtime and browsers. Nothing here is imported before
somebody wants a bot or a playtest. Begin with `engine_of`, below; `docs/variants-and-compiling.md`
has the language.
"""

from __future__ import annotations

import os
import threading
from typing import Any
from warnings import warn

from gamekit.compiling.engine import (
    RULE_FUNCTIONS,
    Compiled,
    Program,
    RuleFailure,
    refusals,
)
from gamekit.compiling.language import NoSource, Refused
from gamekit.compiling.runtime import has_runtime
from gamekit.contract.game import Game
from gamekit.drivers import notes
from gamekit.drivers.engine import Engine
from gamekit.drivers.interpreted import Interpreted
from gamekit.errors import GameError, GameWarning
from gamekit.validation import shown

__all__ = [
    "RULE_FUNCTIONS",
    "SETTING",
    "Compiled",
    "NoSource",
    "Program",
    "Refused",
    "RuleFailure",
    "compiled",
    "engine_of",
    "is_compiling",
    "module_name",
    "refusals",
    "warm",
]

SETTING = "GAMEKIT_COMPILE"
KEPT = 32  # variants in numbers of one game that stay compiled

_lock = threading.Lock()


def engine_of(game: Game, calls: str = "bots") -> Engine:
    """Return the compiled drivers of a game, or the interpreted ones where its rules are not in the
    language, which is said once.

    Args:
        game: the game, with its numbers.
        calls: what is to be played, see `Compiled.program`.
    """
    if not is_compiling():
        return Interpreted(game)
    try:
        engine = compiled(game)
        engine.program(calls)
    except (Refused, NoSource) as problem:
        said: Any = game.engines.setdefault("refused", set[str]())
        if str(problem) not in said:
            said.add(str(problem))
            warn(
                f"{game.name} is played by interpreted rules: {problem}", GameWarning, stacklevel=2
            )
        return Interpreted(game)
    return engine


def module_name(game: Game, calls: str) -> str:
    """Return the name of the module that plays a game, see `Compiled.program`: equal for equal rules,
    numbers and drivers on any machine; empty where the rules are not in the language."""
    try:
        return compiled(game).program(calls).name
    except (Refused, NoSource):
        return ""


def warm(*games: object) -> None:
    """Say that nothing needs to be compiled ahead any more.

    Args:
        games: whatever was to be made ready.
    """
    print("Nothing needs warming: rules are compiled in a fraction of a second when first used.")


def is_compiling() -> bool:
    """Are rules compiled here? There is a runtime, and GAMEKIT_COMPILE is not "never".

    Raises:
        GameError: the environment asks for something else.
    """
    how = os.environ.get(SETTING)
    if how not in (None, "never"):
        raise GameError(
            f"{SETTING} is {shown(how)}: set it to never for interpreted rules, or do not set it."
        )
    return how is None and has_runtime()


def compiled(game: Game, checked: bool = False) -> Compiled:
    """Return the compiled drivers of a game, whose programs are made when they are needed.

    Args:
        game: the game, with its numbers.
        checked: whether indices, sizes and results are looked after while code runs.
    """
    at_end, at_steps = notes(game)
    key = checked, game.rules().values(), *at_end, *at_steps
    with _lock:
        kept: Any = game.engines.setdefault("compiled", {})
        found: Compiled | None = kept.pop(key, None)
        if found is None or not found.is_current():
            found = Compiled(game, checked)
        kept[key] = found  # the latest last
        while len(kept) > KEPT:
            kept.pop(next(iter(kept)))
    return found
