"""What games make use of: the cells of the board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from math import inf
from typing import NamedTuple

import numpy as np
import pandas as pd

from gamekit.studies.replaying import END, Repeatable, games_again, looked_at
from gamekit.studies.statistics import Estimate, Flags, Rows, rate, share

BUDGET = 20_000  # random decisions that are made again, for use of the board
OF_A_CELL = ("plays", "line", "empty")


def cells(study: Repeatable, games: int | None = None) -> pd.DataFrame:
    """Return how often each cell of the board is used.

    The rows of a study do not tell: games are played again from their seed and number.

    Args:
        study: of which games.
        games: how many of them to look at, from the first on; None: as many as take a few seconds.
            Games that were not finished are left out.

    Returns:
        a row for each cell, in reading order, and none for a game without a board:
        `cell`, its label;
        `plays`, how many moves a game are played on it (placed there, slid from or to it, ...);
        `line`, the share of games that it helped to win, as the game's `winning_cells` has it; where
        a game does not say which cells won, the column is missing;
        `empty`, the share of games at whose end it holds nothing;
        each with the limits of its 95 % interval, `plays_low`, `plays_high`, ...;
        `n`, the finished games among those looked at.
    """
    used = uses(study, looked_at(study, games, BUDGET))
    if not used.names:
        return pd.DataFrame(columns=["cell", *OF_A_CELL, "n"])
    found = {"plays": [rate(column, np.ones_like(column), inf) for column in used.plays.T]}
    if not study.game.leaves_out("winning_cells"):
        found["line"] = [share(column) for column in used.lines.T]
    found["empty"] = [share(column) for column in used.empty.T]
    return _table(used.names, found, len(used.plays))


class Uses(NamedTuple):
    """What was noted of cells: their names, and for each game (row) and cell (column) how many moves
    were played on it, whether it helped to win, and whether it was empty at the end."""

    names: tuple[str, ...]
    plays: Rows
    lines: Flags
    empty: Flags


def uses(study: Repeatable, count: int) -> Uses:
    """Play the finished ones of the first games again and note how their cells are used."""
    game, rules = study.game, study.game.rules()
    names = game.cell_names(rules)
    place = {name: k for k, name in enumerate(names)}
    finished = study.is_finished[: count if names else 0]
    plays = np.zeros((np.count_nonzero(finished), len(names)), np.int64)
    lines, empty = np.zeros(plays.shape, bool), np.ones(plays.shape, bool)
    for number, steps in enumerate(compress(games_again(study, len(finished)), finished)):
        for state, actor, move in steps:
            if move == END:
                lines[number, [place[name] for name in game.winning_cells(rules, state)]] = True
                empty[number, [place[name] for name in game.occupied(rules, state)]] = False
            elif actor in (0, 1):
                for name in game.played_on(rules, state, move):
                    plays[number, place[name]] += 1
    return Uses(names, plays, lines, empty)


def _table(names: Sequence[str], found: dict[str, list[Estimate]], count: int) -> pd.DataFrame:
    """Return columns of estimates with their limits."""
    table: dict[str, object] = {"cell": list(names)}
    for name, estimates in found.items():
        values = zip(*estimates, strict=True)
        for part, column in zip(("", "_low", "_high"), values, strict=True):
            table[f"{name}{part}"] = list(column)
    return pd.DataFrame({**table, "n": count})
