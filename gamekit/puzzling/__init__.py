"""Puzzles: positions with one good answer, found in games between bots.

This folder imports bots, but no table and no notebook. Begin with `puzzles` in `puzzle.py`.
"""

from __future__ import annotations

from gamekit.puzzling.puzzle import KINDS, Puzzle, puzzles

__all__ = ["KINDS", "Puzzle", "puzzles"]
