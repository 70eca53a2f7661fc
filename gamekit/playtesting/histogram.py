"""How long games last, in bars of whole moves."""

from __future__ import annotations

import numpy as np

from gamekit.playtesting.estimates import Rows

BARS = 40  # at most


def histogram(*moves: Rows) -> tuple[list[float], list[list[int]], int]:
    """Return the centres of bars, how many games of each kind are in them, and their width.

    Args:
        moves: the lengths of games, of one study or of several.
    """
    low, high = min(int(each.min()) for each in moves), max(int(each.max()) for each in moves)
    width = -(-(high - low + 1) // BARS)
    edges = np.arange(low, high + width + 1, width)
    counts = [np.histogram(each, edges)[0].tolist() for each in moves]
    return [float(edge) + (width - 1) / 2 for edge in edges[:-1]], counts, width
