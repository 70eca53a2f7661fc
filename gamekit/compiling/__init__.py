"""Rules to WebAssembly: the same functions, hundreds of times as fast.

The kit imports this package only when somebody wants a bot or a playtest. Start with `engine_of`, below;
`docs/variants-and-compiling.md` describes the language.

`translator` walks the syntax tree of a function once for each kind of argument. It computes what it
knows already (parameters, constants, tables, functions) and writes code for the rest. A small function
becomes part of its callers, where more is known. The translator learns on the way how to hold each
variable. If a later line needs something else, it translates the function again with these `Hints`.

Read the modules in this order: `values`, what an expression stands for; `body`, what every part works
with; `variables`, `expressions`, `statements`, `loops` and `calls`. Each part enters the nodes that it handles into the tables of `body`. `engine` then lays out the memory of a
game and its drivers and runs them, and `runtime` knows wasmtime and browsers.
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
from gamekit.drivers.engine import Engine, Interpreted
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
KEPT = 32  # variants of one game with other numbers that stay compiled

_lock = threading.Lock()


def engine_of(game: Game, calls: str = "bots") -> Engine:
    """Return the compiled drivers of a game, or the interpreted ones if its rules are not in the
    language. A warning says so once.

    Args:
        game: the game, with its numbers.
        calls: what to play, see `Compiled.program`.
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
            warn(f"{game.name} runs on interpreted rules: {problem}", GameWarning, stacklevel=2)
        return Interpreted(game)
    return engine


def module_name(game: Game, calls: str) -> str:
    """Return the name of the module that plays a game, see `Compiled.program`. Equal rules, numbers and
    drivers have the same name on any machine; rules outside the language have an empty one."""
    try:
        return compiled(game).program(calls).name
    except (Refused, NoSource):
        return ""


def warm(*games: object) -> None:
    """Say that nothing needs compiling ahead of time any more.

    Args:
        games: what earlier versions compiled.
    """
    print(
        "Nothing needs warming: the kit compiles rules in a fraction of a second when you first use them."
    )


def is_compiling() -> bool:
    """Are rules compiled here? There is a runtime, and GAMEKIT_COMPILE is not "never".

    Raises:
        GameError: the environment sets it to something else.
    """
    how = os.environ.get(SETTING)
    if how not in (None, "never"):
        raise GameError(
            f"{SETTING} is {shown(how)}: set it to never for interpreted rules, or do not set it."
        )
    return how is None and has_runtime()


def compiled(game: Game, checked: bool = False) -> Compiled:
    """Return the compiled drivers of a game, which make each program when somebody needs it.

    Args:
        game: the game, with its numbers.
        checked: whether running code checks indices, sizes and results.
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
