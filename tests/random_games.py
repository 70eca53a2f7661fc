"""Random games as data, to compare the same rules run in different ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamekit import drivers
from gamekit.drivers.engine import Engine, Games

LONGEST = 2000
Seat = tuple[int, int]
SEATS: tuple[Seat, Seat] = ((drivers.GREEDY, 0), (drivers.SEARCH, 8))


def trace(engine: Engine, seed: int, number: int) -> tuple[list[int], Any]:
    """Return every (choices, choice) of a random game, and the fields it ended with."""
    steps, state = engine.trace(seed, number, LONGEST)
    return steps, state.values()


def rows(
    engine: Engine, seed: int, games: int, seats: Sequence[Seat] | None = None, start: int = 0
) -> list[list[int]]:
    """Return the row that a playtest notes of each game."""
    simulations = max(number for _, number in seats or [(0, 0)])
    flat = [number for seat in seats for number in seat] if seats else None
    numbers = engine.play(Games(seed, start, games, LONGEST, flat, simulations)).tolist()
    return [numbers[n : n + drivers.COLUMNS] for n in range(0, len(numbers), drivers.COLUMNS)]
