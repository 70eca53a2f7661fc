"""Which engine runs a game's drivers: nobody waits for the compiler.

The interpreted rules answer at once. Meanwhile the compiled ones are made ready in the background:
from the cache on disk or, what it lacks, by a process beside this one (`gamekit.beside`). They take
over as soon as they are there, even from an answer under way. It is the same either way.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeVar

from gamekit.beside import NICE, URGENT
from gamekit.coming import Coming, Stoppable, compiled_here
from gamekit.drivers.engine import Engine
from gamekit.errors import GameError
from gamekit.game import Game
from gamekit.given import shown

T = TypeVar("T")
COMING = "coming"  # where a game has its compiled engine while it is made ready
SETTING, WAYS = "GAMEKIT_COMPILE", ("beside", "here", "never")
AT_A_TABLE = ("choose", "play_on")  # for bots and hints, for looking back


def soonest(
    game: Game,
    call: str,
    work: Callable[[Engine], T],
    pays: bool = True,
    seconds: float | None = None,
) -> T:
    """Return `work(engine)`, as soon as the interpreted rules or the compiled ones have it.

    Args:
        game: the game.
        call: which of an engine's `CALLS` the work makes.
        work: gives the same with both engines. It may be begun with one and done with the other.
        pays: is it so much work that a program which compiles for itself should?
        seconds: after which the interpreted drivers are told to stop, where an early result will do.
    """
    how = _how()
    if how == "beside":
        return coming(game, call).soonest(call, work, seconds)
    return work(compiled_here(game, call) if how == "here" and pays else Stoppable(game, seconds))


def compiled_soon(game: Game, call: str) -> Engine | None:
    """Return the compiled engine if it is ready for a call; otherwise see that it will be."""
    match _how():
        case "beside":
            return coming(game, call).engine(call)
        case "here":
            return compiled_here(game, call)
    return None


def expect(game: Game, *calls: str) -> None:
    """See that the compiled engine will be ready for calls that somebody is going to make."""
    if _how() == "beside":
        coming(game, *calls, nice=NICE)


def is_preparing(game: Game, call: str) -> bool:
    """Are the compiled rules still to come? Where they never will, the answer is no."""
    found = game.engines.get(COMING)
    if isinstance(found, Coming):
        return found.is_preparing(call)
    return _how() != "never" and not _is_compiled(game, call)


def _is_compiled(game: Game, call: str) -> bool:
    """Is the engine ready for a call, in a process that compiles for itself?"""
    engine: Any = game.engines.get("compiled")
    return engine is not None and engine.is_prepared(call)


def has_compiler() -> bool:
    """Is Numba installed? A browser kernel has none."""
    return find_spec("numba") is not None


def _how() -> str:
    """How are rules compiled? "beside" this process, "here" while everybody waits, or "never".

    Raises:
        GameError: the environment asks for something else.
    """
    how = os.environ.get(SETTING, WAYS[0])
    if how not in WAYS:
        raise GameError(
            f"{SETTING} is {shown(how)}: set it to never for interpreted rules, or do not set it."
        )
    return how if has_compiler() else "never"


def coming(game: Game, *calls: str, nice: int = URGENT) -> Coming:
    """Return the compiled drivers of a game on their way; see that they come for these calls."""
    found = game.engines.get(COMING)
    if not isinstance(found, Coming):
        game.engines[COMING] = found = Coming(game)
    found.want(*calls, nice=nice)
    return found
