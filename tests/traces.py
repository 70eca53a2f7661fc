"""Random games as data, to compare the same rules run in different ways.

Run as a script it prints, as JSON, what `games` gives for each of the variants that
`variants_from` finds in its argument: `python tests/traces.py '[[{"columns": 5}, 100]]'`.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from typing import Any

import gamekit as gk
from gamekit import drivers
from gamekit.interpreted import Interpreted

LONGEST = 2000
SEATS = ((drivers.GREEDY, 0), (drivers.SEARCH, 8))


def trace(engine: Any, game: gk.Game, seed: int, number: int) -> tuple[list[int], Any]:
    """Return every (choices, choice) of a random game, and the fields it ended with."""
    room, notes = engine.room(game.rules()), engine.whole_numbers(2 * LONGEST)
    steps = engine.trace(room, engine.seed(seed), number, notes, LONGEST)
    return [int(note) for note in notes[: 2 * steps]], engine.values(room.bank, drivers.GAME)


def rows(
    engine: Any, game: gk.Game, seed: int, games: int, seats: Any = None, start: int = 0
) -> list[list[int]]:
    """Return the row that a playtest notes of each game."""
    simulations = max(number for _, number in seats or [(0, 0)])
    out = engine.whole_numbers(games * drivers.COLUMNS)
    if seats is not None:
        flat = engine.whole_numbers(4)
        flat[:] = [number for seat in seats for number in seat]
        seats = flat
    if not isinstance(engine, Interpreted):
        engine.prepare("random" if seats is None else "bots")
    room = engine.room(game.rules(), simulations=simulations)
    engine.play_games(room, engine.seed(seed), start, games, out, LONGEST, seats)
    numbers = [int(number) for number in out]
    return [numbers[n : n + drivers.COLUMNS] for n in range(0, len(numbers), drivers.COLUMNS)]


def warm(engine: Any) -> None:
    """Compile every driver."""
    game = engine.game
    trace(engine, game, 1, 0)
    rows(engine, game, 1, 1)
    rows(engine, game, 1, 1, ((drivers.SEARCH, 2), (drivers.GREEDY, 0)))
    engine.prepare("choose")


def games(engine: Any, game: gk.Game, count: int) -> dict[str, Any]:
    """Return a digest of each of so many random games, and the rows of games between bots."""
    digests = [
        sha256(repr(trace(engine, game, 1, number)).encode()).hexdigest()[:12]
        for number in range(count)
    ]
    return {
        "traces": digests,
        "random": rows(engine, game, 2, 20),
        "bots": rows(engine, game, 3, 2, SEATS),
    }


if __name__ == "__main__":
    from gamekit.compiled import compiled

    wanted = json.loads(sys.argv[1])
    found = []
    for parameters, count in wanted:
        variant = gk.load("take-back-toe").with_(**parameters)
        found.append(games(compiled(variant), variant, count))
    print(json.dumps(found))
