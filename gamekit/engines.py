"""The fastest way there is to run a game's drivers."""

from __future__ import annotations

from gamekit.drivers.engine import Engine
from gamekit.game import Game
from gamekit.interpreted import Interpreted
from gamekit.interruptible import interruptible


def fast_engine(game: Game) -> tuple[Engine, bool]:
    """Return the compiled drivers of a game, or the interpreted ones; and whether it is compiled."""

    def find() -> tuple[Engine, bool]:
        try:
            from gamekit.compiled import compiled
        except ModuleNotFoundError:  # a browser kernel has no Numba
            return Interpreted(game), False
        return compiled(game), True

    return interruptible(find)  # half an import cannot be repaired
