"""How long games last, in bars of whole moves."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import pandas as pd

from gamekit.studies.statistics import Flags, Rows

BARS = 40  # at most


class Lasting(Protocol):
    """What must be known of a study."""

    @property
    def games(self) -> pd.DataFrame: ...
    @property
    def is_finished(self) -> Flags: ...


def lasting(study: Lasting) -> Rows:
    """Return the lengths of finished games; where there are none, of those that were stopped."""
    moves: Rows = study.games["moves"].to_numpy()
    return moves[study.is_finished] if study.is_finished.any() else moves


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
