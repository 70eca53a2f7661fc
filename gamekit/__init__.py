"""gamekit: learn, play and playtest small two-player games.

>>> import gamekit as gk
>>> match = gk.Match("take-back-toe", seed=7)
>>> match.play("B2-A2")
    1    2    3    4
A |    |  6 |    |    |  Red
B | 10 |  4 | 10 | 10 |
C |    |    |    |    |  Green
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gamekit.contract import ALL, CHANCE, OVER, PUBLIC, Game
from gamekit.errors import (
    BadGame,
    BadPosition,
    BadRecord,
    BadVariant,
    GameError,
    GameWarning,
    IllegalMove,
)
from gamekit.games import games, load
from gamekit.match.clock import Clock
from gamekit.match.match import Match
from gamekit.match.view import View
from gamekit.storage import pickling as pickling  # how games are pickled
from gamekit.storage.record import Record
from gamekit.storage.saved_matches import matches, read

if TYPE_CHECKING:
    from gamekit.bots import bot
    from gamekit.bots.coach import coach
    from gamekit.bots.levels import levels
    from gamekit.checking import check as conformance
    from gamekit.compiling import warm
    from gamekit.puzzle import puzzles
    from gamekit.solving import solve
    from gamekit.studies import ablate, compare, playtest, rerun, sweep
    from gamekit.studies.finding import finding
    from gamekit.studies.luck_and_skill import ladder, luck, restrict

__version__ = "0.1.0"
__all__ = [
    "ALL",
    "CHANCE",
    "OVER",
    "PUBLIC",
    "BadGame",
    "BadPosition",
    "BadRecord",
    "BadVariant",
    "Clock",
    "Game",
    "GameError",
    "GameWarning",
    "IllegalMove",
    "Match",
    "Record",
    "View",
    "ablate",
    "bot",
    "coach",
    "compare",
    "conformance",
    "finding",
    "games",
    "ladder",
    "levels",
    "load",
    "luck",
    "matches",
    "playtest",
    "puzzles",
    "read",
    "rerun",
    "restrict",
    "solve",
    "sweep",
    "warm",
]

_LATER = {
    "ablate": "gamekit.studies",
    "bot": "gamekit.bots",
    "coach": "gamekit.bots.coach",
    "compare": "gamekit.studies",
    "finding": "gamekit.studies.finding",
    "ladder": "gamekit.studies.luck_and_skill",
    "levels": "gamekit.bots.levels",
    "luck": "gamekit.studies.luck_and_skill",
    "playtest": "gamekit.studies",
    "puzzles": "gamekit.puzzle",
    "rerun": "gamekit.studies",
    "restrict": "gamekit.studies.luck_and_skill",
    "solve": "gamekit.solving",
    "sweep": "gamekit.studies",
    "warm": "gamekit.compiling",
}


def __getattr__(name: str) -> Any:
    """Load the heavier parts on first use, so that `import gamekit` stays light."""
    if name == "conformance":
        return import_module("gamekit.checking.check")
    if name == "playtest":
        from gamekit.studies import study_without_numpy

        if study_without_numpy.lacks_libraries():
            return study_without_numpy.playtest
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'gamekit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)


if "pyodide_kernel" in sys.modules:  # a notebook in a browser
    from IPython import get_ipython

    from gamekit.missing import explain_missing

    explain_missing(get_ipython())
