"""The compiler: it turns rules into WebAssembly that does the same, hundreds of times faster.

The kit imports this package only when somebody wants a bot or a playtest. Start with `engine_of`, below.
`docs/variants-and-compiling.md` describes the language.

The translator walks the syntax tree of a function once for each kind of argument. It computes what it
already knows (parameters, constants, tables, functions) and writes code for the rest. It inlines small
functions, because it knows more about them in each caller. On the way it learns how to hold each
variable. If a later line needs something else, it translates the function again with these `Hints`.

Read the modules in this order. `values` says what an expression stands for, and `translator` keeps the
module and the function in progress. `variables`, `expressions`, `statements` and `calls` each translate
some kinds of nodes. `program` lays out the memory of a game and its drivers and runs them. `runtime`
knows wasmtime and browsers.
"""

from __future__ import annotations

import os
import threading
from typing import Any
from warnings import warn_explicit

from gamekit.compiling.language import NoSource, Refused
from gamekit.compiling.program import (
    RULE_FUNCTIONS,
    Compiled,
    Program,
    RuleFailure,
    calls_for,
    refusals,
)
from gamekit.compiling.runtime import has_runtime
from gamekit.contract.game import Game
from gamekit.drivers import note_functions
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
    "calls_for",
    "compiled",
    "engine_of",
    "is_compiling",
    "module_name",
    "refusals",
    "warm",
]

SETTING = "GAMEKIT_COMPILE"
KEPT = 32  # how many variants of one game, with other numbers, stay compiled

_lock = threading.Lock()


def engine_of(game: Game, calls: str = "bots") -> Engine:
    """Return the compiled drivers of a game.

    If the rules are outside the language, warn once and return the interpreted drivers.

    Args:
        game: the game, with its numbers.
        calls: what the drivers will play, see `Compiled.program`.
    """
    if not is_compiling():
        return Interpreted(game)
    try:
        engine = compiled(game)
        engine.program(calls)
    except (Refused, NoSource) as problem:
        warned_of: Any = game.engines.setdefault("refused", set[str]())
        if str(problem) not in warned_of:
            warned_of.add(str(problem))
            message = f"{game.name} runs on interpreted rules: {problem}"
            place = (problem.file, problem.line) if isinstance(problem, Refused) else ("gamekit", 1)
            warn_explicit(message, GameWarning, *place)
        return Interpreted(game)
    return engine


def module_name(game: Game, calls: str) -> str:
    """Return the name of the module that plays a game, see `Compiled.program`.

    Equal rules, numbers and drivers have the same name on any machine. Rules outside the language have
    an empty name.
    """
    try:
        return compiled(game).program(calls).name
    except (Refused, NoSource):
        return ""


def warm(*games: object) -> None:
    """Tell the caller that the kit no longer compiles anything ahead of time.

    Args:
        games: the games that earlier versions compiled.
    """
    print(
        "Nothing needs warming: the kit compiles rules in a fraction of a second when you first use them."
    )


def is_compiling() -> bool:
    """Does the kit compile rules here? It needs a runtime, and GAMEKIT_COMPILE must not be "never".

    Raises:
        GameError: the environment sets GAMEKIT_COMPILE to something else.
    """
    how = os.environ.get(SETTING)
    if how not in (None, "never"):
        raise GameError(
            f"{SETTING} is {shown(how)}: set it to never for interpreted rules, or do not set it."
        )
    return how is None and has_runtime()


def compiled(game: Game, checked: bool = False) -> Compiled:
    """Return the compiled drivers of a game. They compile each program when somebody first needs it.

    Args:
        game: the game, with its numbers.
        checked: whether running code checks indices, sizes and results.
    """
    at_end, at_steps = note_functions(game)
    key = checked, game.rules().values(), *at_end, *at_steps
    with _lock:
        kept: Any = game.engines.setdefault("compiled", {})
        found: Compiled | None = kept.pop(key, None)
        if found is None or not found.is_current():
            found = Compiled(game, checked)
        kept[key] = found  # the latest comes last
        while len(kept) > KEPT:
            kept.pop(next(iter(kept)))
    return found
