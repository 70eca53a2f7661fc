"""Fits the five levels of a game to each other, measures them and writes them down.

    python -m tests.levels GAME [games] [seed]

Bots from the weakest to the strongest are tried one after another, and the next level is the first
that clearly beats the level below, each seat in half of the games; where none does, the game is too
much a matter of luck, and the strongest is taken. What was found stands in
`gamekit/bots/levels.json`, whence `gamekit.levels(game)` and the bots have it.
"""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import gamekit as gk
from gamekit.bots import named
from gamekit.intervals import score_interval
from tests.strength import score

FILE = Path(named.__file__).with_name(named.FILE)
NOVICES = tuple(f"naive:{careless}" for careless in (100, 90, 80, 70, 55, 40, 25, 10, 0))
CASUAL = "greedy:70"  # from here on nobody misses a win within the turn
LADDER = (
    *(f"greedy:{careless}" for careless in (55, 40, 25, 10, 0)),
    *(f"search:{2**power * 30}" for power in range(8)),
)
LEAST, MOST = 0.6, 0.8  # what a level is to score against the one below


def fitted(game: gk.Game, games: int, seed: int) -> list[dict[str, Any]]:
    """Return the levels of a game, each as a row of `gamekit.levels`."""
    for novice in NOVICES:  # the weakest that does not always lose
        row = measured(game, "casual", CASUAL, novice, games, seed)
        if row["score"] <= MOST:
            break
    rows, ladder = [{"level": "novice", "bot": novice}, row], list(LADDER)
    for level in named.LEVELS[2:]:
        below = rows[-1]["bot"]
        while True:
            row = measured(game, level, ladder.pop(0), below, games, seed)
            if (
                row["score"] >= LEAST + (MOST - LEAST) / 4
                or len(ladder) <= len(named.LEVELS) - len(rows) - 1
            ):
                break
        rows.append(row)
    return rows


def measured(
    game: gk.Game, level: str, name: str, below: str, games: int, seed: int
) -> dict[str, Any]:
    """Return the row of a level: its score against the bot of the level below."""
    points, count = score(game.name, named.of_recipe(name), named.of_recipe(below), games, seed)
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
    what = parser.parse_args()
    os.environ.setdefault("GAMEKIT_COMPILE", "here")  # thousands of games are worth it
    game = gk.load(what.game)
    rows = fitted(game, what.games, what.seed)
    stored = json.loads(FILE.read_text("utf-8"))
    stored["recipes"][game.name] = [row["bot"] for row in rows]
    stored["measured"][game.name] = rows
    FILE.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
    named.stored.cache_clear()
    print(named.levels(game))


if __name__ == "__main__":
    main()
