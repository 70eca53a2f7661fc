"""Playtests: many games between bots, and what they show, with honest intervals.

This folder may import matches, bots and drivers, but no table or notebook. Begin with `run` (which plays the
games), `study` (what they show) and `measures` (the one table of all measures). `study_without_numpy`
does the same without NumPy, so nothing heavy is imported until it is needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gamekit.studies.comparison import Comparison, compare
    from gamekit.studies.replay_games import cells, rules
    from gamekit.studies.rerunning import Rerun, rerun
    from gamekit.studies.run import playtest
    from gamekit.studies.study import Study
    from gamekit.studies.sweeps import ablate, sweep

__all__ = [
    "Comparison",
    "Rerun",
    "Study",
    "ablate",
    "cells",
    "compare",
    "playtest",
    "rerun",
    "rules",
    "sweep",
]

_HOMES = {
    "Comparison": "comparison",
    "Rerun": "rerunning",
    "Study": "study",
    "ablate": "sweeps",
    "cells": "replay_games",
    "compare": "comparison",
    "playtest": "run",
    "rerun": "rerunning",
    "rules": "replay_games",
    "sweep": "sweeps",
}


def __getattr__(name: str) -> Any:
    """Load what needs NumPy and pandas on first use."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
