"""Five named levels of play for every game, each a bot from a recipe, and how far apart they are.

`levels.json` beside this file holds the recipes and their measurements.
`python -m tests.levels GAME` writes it. A variant uses its game's recipes. A game that was not measured,
such as a designer's own, uses those under "with a policy" or "without a policy".
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from gamekit.bots.built_in import (
    Best,
    DriverBot,
    Greedy,
    Naive,
    Search,
    Thorough,
    Thoughts,
    Unwary,
    is_ours,
    require_view,
)
from gamekit.contract import Game
from gamekit.errors import GameError
from gamekit.games import game_of
from gamekit.match.view import View
from gamekit.text_tables import as_html
from gamekit.validation import shown

LEVELS = ("novice", "casual", "club", "expert", "master")
FILE = "levels.json"
KINDS: dict[str, Callable[[int], DriverBot]] = {
    "unwary": Unwary,
    "naive": Naive,
    "greedy": Greedy,
    "thorough": Thorough,
    "best": Best,
    "search": Search,
}


class Level(DriverBot):
    """A named level. It is a different bot in each game.

    Args:
        name: one of `LEVELS`.
        substitute: a bot that plays in place of the level's own, in every game.
    """

    substitute: DriverBot | None = None

    def __init__(self, name: str, substitute: DriverBot | None = None) -> None:
        if name not in LEVELS:
            raise GameError(f"there is no level {shown(name)}. Known: {', '.join(LEVELS)}.")
        self.name = name
        if substitute:
            self.substitute = substitute

    def in_game(self, game: Game) -> DriverBot:
        """Return the bot that plays this level in a game."""
        bot = self.substitute or self._bot(game)
        return bot.in_game(game) if is_ours(bot) else bot

    def stand_in(self, game: Game) -> DriverBot | None:
        """Return the bot that plays instead if the level's own cannot tell the best move; otherwise None."""
        bot = self._bot(game)
        return self.substitute or (bot.stand_in(game) if isinstance(bot, Best) else None)

    def _bot(self, game: Game) -> DriverBot:
        return of_recipe(recipes(game)[LEVELS.index(self.name)])

    def choose(self, view: View, seed: int = 1) -> int:
        """Return the number of a legal move for the player whose view it is."""
        seed = require_view(view, seed)
        return self.in_game(view.game).choose(view, seed)

    def think(self, view: View, seed: int = 1) -> Thoughts:
        """Return every legal move with its estimated score, an interval and the tries behind it."""
        seed = require_view(view, seed)
        return self.in_game(view.game).think(view, seed)

    def __repr__(self) -> str:
        return f"<{self.name} bot>"


def of_recipe(recipe: str) -> DriverBot:
    """Return the bot of a recipe such as "naive:70", "thorough:30" or "search:500".

    A recipe names a kind and then the percentage of careless moves or the number of simulations.
    """
    kind, _, amount = recipe.partition(":")
    return KINDS[kind](int(amount))


def recipe_of(bot: DriverBot) -> str:
    """Return the recipe of a bot: "naive:70"."""
    kind = next(name for name, kind in KINDS.items() if kind is type(bot))
    return f"{kind}:{bot.seat[1]}"


@cache
def stored() -> dict[str, Any]:
    """Return the contents of the data file: "recipes" by game, and rows that were "measured" by game."""
    found: dict[str, Any] = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return found


def recipes(game: Game) -> list[str]:
    """Return the five recipes of a game."""
    otherwise = "without a policy" if game.leaves_out("policy") else "with a policy"
    known: dict[str, list[str]] = stored()["recipes"]
    return known.get(game.name, known[otherwise])


@dataclass(frozen=True, slots=True)
class Measured:
    """A level of one game. If it was measured, also its score against the level below, with a 95% interval."""

    level: str
    bot: str
    score: float | None = None
    low: float | None = None
    high: float | None = None
    games: int = 0
    seed: int = 0
    date: str = ""

    def __str__(self) -> str:
        text = f"{self.level:<8} {self.bot:<12}"
        if self.score is None:
            return text.rstrip()
        return (
            f"{text} {self.score:4.0%}  ({self.low:.0%} to {self.high:.0%} against the level below, "
            f"{self.games} games, seed {self.seed}, {self.date})"
        )


class Table(list[Measured]):
    """The levels of a game, the weakest first."""

    def __repr__(self) -> str:
        return "\n".join(map(str, self))

    def _repr_html_(self) -> str:
        heads = "level", "bot", "score", "95% interval", "games", "seed", "date"
        return as_html(heads, map(_cells, self))


def _cells(level: Measured) -> list[str]:
    cells = [level.level, level.bot]
    if level.score is not None:
        cells += [f"{level.score:.0%}", f"{level.low:.0%} to {level.high:.0%}"]
        cells += [str(level.games), str(level.seed), level.date]
    return cells


def levels(game: Game | str) -> Table:
    """Return the five levels of a game: the bot of each, and its score against the level below.

    Only the kit's own games have scores. A variant has the same bots, or their stand-ins, and no scores.
    """
    game = game_of(game)
    known = {row["level"]: row for row in stored()["measured"].get(game.name, [])}
    is_measured = not (game.changes or game.replaced)
    table = Table()
    for level, recipe in zip(LEVELS, recipes(game), strict=True):
        if substitute := Level(level).stand_in(game):
            recipe = recipe_of(substitute.in_game(game))
        row = known.get(level, {})
        fits = is_measured and row.get("bot") == recipe
        table.append(Measured(**row) if fits else Measured(level, recipe))
    return table
