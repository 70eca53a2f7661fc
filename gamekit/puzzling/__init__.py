"""Puzzles: positions with one good answer, found in games between bots.

`finder` looks for puzzles. `puzzle` says what a puzzle asks, judges answers, and proves what it claims by
trying everything. Begin with `puzzles`.
"""

from __future__ import annotations

from gamekit.puzzling.finder import puzzles
from gamekit.puzzling.puzzle import KINDS, Puzzle

__all__ = ["KINDS", "Puzzle", "puzzles"]
