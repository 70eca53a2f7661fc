"""Puzzles: positions with one good answer, found in games between bots.

`finder` looks for them, `proof` tries everything, and `puzzle` is what is asked. Begin with `puzzles`.
"""

from __future__ import annotations

from gamekit.puzzling.finder import puzzles
from gamekit.puzzling.puzzle import KINDS, Puzzle

__all__ = ["KINDS", "Puzzle", "puzzles"]
