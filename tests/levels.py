"""Fits the five levels of a game to each other, measures them and writes them down.

    python -m tests.levels GAME [games] [seed] [strongest]
    python -m tests.levels GAME [games] [seed] --as-they-are
    python -m tests.levels GAME [games] [seed] --bots naive:100,search:8,search:25,search:80,search:300

The strongest bot is the master. From it downwards each level is the weakest bot that the level above
does not beat in more than four of five games, each seat in half of them. Where careful play soon decides
every game, that makes a novice who beats beginners; then the levels are better measured as they are, or
five bots named and measured. The result is written to `gamekit/bots/levels.json`, from
which `gamekit.levels(game)` and the bots read it.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import gamekit as gk
from gamekit.bots.levels import FILE, LEVELS, levels, of_recipe, recipes, stored
from gamekit.intervals import score_interval
from tests.strength import score

STORED = Path(gk.__file__).parent / "bots" / FILE
STRONGEST = "search:1000"
# The others, strongest first. From casual up nobody misses a win within the turn.
SEARCHES = ("search:300", "search:100", "search:30")
CAREFUL = tuple(f"thorough:{careless}" for careless in (0, 10, 25, 40, 55, 70, 85, 100))
NOVICES = tuple(f"naive:{careless}" for careless in (10, 40, 70, 85, 100))
MOST = 0.8  # what a level is to score at most against the one below


def fitted(game: gk.Game, strongest: str, games: int, seed: int) -> list[dict[str, Any]]:
    """Return the levels of a game, the weakest first, each as a row of `gamekit.levels`."""
    rows, above = [], strongest
    ladder = [one for one in SEARCHES if number(one) < number(strongest)] + [*CAREFUL]
    for level in reversed(LEVELS[1:]):
        if level == "casual":
            ladder += NOVICES
        row = measured(game, level, above, ladder[0], games, seed)
        while len(ladder) > 1:
            further = measured(game, level, above, ladder[1], games, seed)
            if further["score"] > MOST:
                break
            row = further
            ladder.pop(0)
        rows.append(row)
        above = ladder.pop(0)
    return [{"level": "novice", "bot": above}, *reversed(rows)]


def as_named(game: gk.Game, names: list[str], games: int, seed: int) -> list[dict[str, Any]]:
    """Return the same rows for these five bots, the weakest first."""
    steps = zip(LEVELS[1:], names[1:], names, strict=False)
    rows = [measured(game, level, above, below, games, seed) for level, above, below in steps]
    return [{"level": "novice", "bot": names[0]}, *rows]


def number(recipe: str) -> int:
    return int(recipe.partition(":")[2])


def measured(
    game: gk.Game, level: str, name: str, below: str, games: int, seed: int
) -> dict[str, Any]:
    """Return the row of a level: its score against the bot of the level below."""
    points, count = score(game.name, of_recipe(name), of_recipe(below), games, seed)
    low, high = score_interval(points / count, count)
    row = {
        "level": level,
        "bot": name,
        "score": round(points / count, 3),
        "low": round(low, 3),
        "high": round(high, 3),
        "games": count,
        "seed": seed,
        "date": datetime.now(UTC).date().isoformat(),
    }
    print(f"{name} scores {points:g} of {count} against {below}", flush=True)
    return row


def main() -> None:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("games", type=int, nargs="?", default=100)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("strongest", nargs="?", default=STRONGEST)
    parser.add_argument("--as-they-are", action="store_true")
    parser.add_argument("--bots")
    what = parser.parse_args()
    game = gk.load(what.game)
    if what.bots or what.as_they_are:
        names = what.bots.split(",") if what.bots else recipes(game)
        rows = as_named(game, names, what.games, what.seed)
    else:
        rows = fitted(game, what.strongest, what.games, what.seed)
    data = json.loads(STORED.read_text("utf-8"))
    data["recipes"][game.name] = [row["bot"] for row in rows]
    data["measured"][game.name] = rows
    STORED.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    stored.cache_clear()
    print(levels(game))


if __name__ == "__main__":
    main()
