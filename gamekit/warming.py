"""Compiling ahead, so that nobody meets interpreted rules."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

from gamekit.beside import NoProcess, Refused, compile_beside
from gamekit.codename import CALLS, code_name
from gamekit.coming import compiled_here
from gamekit.engines import has_compiler
from gamekit.errors import BadGame
from gamekit.game import Game
from gamekit.games import game_of, games


def warm(*chosen: Game | str) -> None:
    """Compile the rules of games into the cache on disk, on all cores; return when that is done.

    What is there already takes a second or two. Where Numba is not installed, nothing happens.

    Args:
        chosen: games, variants or names; all of the kit's own games if there are none.

    Raises:
        BadGame: the rules of one cannot be compiled.
    """
    found = [game_of(game) for game in chosen] or games()
    if has_compiler():
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(_warm, found))


def _warm(game: Game) -> None:
    code_name(game)  # what it refuses, it explains
    try:
        for _ in compile_beside(game, list(CALLS), nice=0):
            pass
    except NoProcess:
        for call in CALLS:
            compiled_here(game, call)
    except Refused:
        raise BadGame(
            f"{game.name}: its rules cannot be compiled. "
            "gamekit.conformance.check(game) shows what stands in the way."
        ) from None
