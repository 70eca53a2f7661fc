"""Who plays better? Matches between two bots, each player 0 in half of them by turns.

    python -m tests.strength GAME BOT BOT [games] [seed]

A bot is anything `gamekit.bot` knows, or `hobby:` for the game's player in `tests/hobby_players`.
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from importlib import import_module

import gamekit as gk
from gamekit.bots import Bot
from gamekit.intervals import score_interval

LONGEST = 500  # decisions; a game that goes on is a draw


def player(game: str, name: str) -> str | Bot:
    if name != "hobby:":
        return name
    found: Bot = import_module(f"tests.hobby_players.{game.replace('-', '_')}").HobbyPlayer()
    return found


def score(game: str, one: str | Bot, two: str | Bot, games: int, seed: int) -> tuple[float, int]:
    """Return the points of the first bot, and out of how many games."""
    points, half = 0.0, max(2, games // 2)
    for order, mine in (((one, two), 0), ((two, one), 1)):
        study = gk.playtest(game, order, games=half, seed=seed, max_moves=LONGEST, progress=False)
        points += float(study.scores(mine).sum())
    return points, 2 * half


def main() -> None:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    for name in ("game", "one", "two"):
        parser.add_argument(name)
    parser.add_argument("games", type=int, nargs="?", default=100)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    what = parser.parse_args()
    one, two = (player(what.game, name) for name in (what.one, what.two))
    points, games = score(what.game, one, two, what.games, what.seed)
    low, high = score_interval(points / games, games)
    print(f"{what.game}: {what.one} scores {points:g} of {games} against {what.two}", end=" ")
    print(f"({low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()
