"""Playtests: many games between bots, and what they show, with honest intervals."""

from __future__ import annotations

from gamekit.playtesting.again import Rerun, rerun
from gamekit.playtesting.comparing import compare
from gamekit.playtesting.comparison import Comparison
from gamekit.playtesting.coverage import cells
from gamekit.playtesting.rules import rules
from gamekit.playtesting.run import playtest
from gamekit.playtesting.study import Study
from gamekit.playtesting.sweeping import ablate, sweep

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
