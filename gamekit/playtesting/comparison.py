"""Two playtests side by side: what changed from one variant to the other, and how sure that is."""

from __future__ import annotations

import pandas as pd

from gamekit.intervals import difference, score_interval
from gamekit.playtesting.study import Study

COMPARED = ("first-player score", "draws", "both lose", "length", "branching")
COLUMNS = [
    f"{of}{limit}" for of in ("value", "pinned", "difference") for limit in ("", "_low", "_high")
]


def measures(study: Study) -> dict[str, tuple[float, float, float]]:
    """Return what describes a variant, (value, low, high) by name: metrics, then each ending."""
    metrics = study.metrics.loc[list(COMPARED), ["metric", "value", "low", "high"]]
    rows = (*metrics.itertuples(index=False), *study.endings().itertuples(index=False))
    return {str(name): (float(value), float(low), float(high)) for name, value, low, high in rows}


def comparison(study: Study, pinned: Study) -> pd.DataFrame:
    """Return the measures of two studies and their differences, each with a 95 % interval.

    The two studies need different seeds: the intervals of the differences assume that the games of
    one are independent of those of the other.

    Returns:
        a row for each measure: value, value_low, value_high, the same for `pinned` and for the
        `difference`. An ending that only one study has is 0 in the other.
    """
    now, then = measures(study), measures(pinned)
    rows = {}
    for name in {**now, **then}:
        one = now.get(name) or (0.0, *score_interval(0.0, len(study.games)))
        other = then.get(name) or (0.0, *score_interval(0.0, len(pinned.games)))
        rows[name] = (*one, *other, *difference(one, other))
    return pd.DataFrame.from_dict(rows, orient="index", columns=COLUMNS)
