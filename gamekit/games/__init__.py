"""The games, a folder each, and the table of them.

A game imports the contract, geometry and, if it is made of others, those games. Begin with its `state`, go
on to `rules`, then read what interests you: `rulebook` says the rules in sentences, `text` reads and writes
moves and positions, `bots` plays.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import PurePath
from types import ModuleType

from gamekit.contract import Game, shown
from gamekit.errors import BadGame, GameError, did_you_mean
from gamekit.text_tables import as_html, in_columns
from gamekit.validation import typed

NAMES = (
    "take-back-toe",
    "shift-tac-toe",
    "liars-dice",
    "flower-field",
    "sliding-tic-tac-toe",
    "death-match",
    "tic-tac-toe-evolved",
    "tactical-escape",
)
LONGEST = 100  # characters of a name
BETWEEN = re.compile("[-_' ]")  # what may stand between them, or be left out


def load(name: str, /, **parameters: object) -> Game:
    """Return a game by name or title, with some of its parameters changed.

    Raises:
        GameError: there is no such game (the nearest name is suggested).
        BadVariant: an unknown parameter, a wrong type or a value out of range.
    """
    found = name_in(name)
    if found not in NAMES:
        raise GameError(f"there is no game {shown(name)}.{_remedy(name)}")
    game: Game = import_module(f"gamekit.games.{found.replace('-', '_')}").GAME
    return game.with_(**parameters) if parameters else game


def name_in(given: object) -> str:
    """Return the name of the game with this name or title, however somebody spells it.

    Any other name stays as it is; "" stands for anything that is not text.
    """
    if not isinstance(given, str):
        return ""
    letters = BETWEEN.sub("", typed(given).lower()) if len(given) < LONGEST else ""
    return next((name for name in NAMES if BETWEEN.sub("", name) == letters), given)


def _remedy(given: object) -> str:
    """Say which game somebody may have meant who named none of the kit's."""
    if isinstance(given, Game):
        return " load takes a name. You have this game already: use it, or its with_(...)."
    meant = did_you_mean(given, NAMES)
    stem = PurePath(given).stem.replace("-", "_") if isinstance(given, str) else ""
    module = given.__name__ if isinstance(given, ModuleType) else stem
    is_name = len(module) < LONGEST and module.replace(".", "").isidentifier()
    if "Did you mean" in meant or not is_name:
        return meant
    return f"{meant} For your own game: from {module} import GAME, or on the command line its file."


def game_of(game: object) -> Game:
    """Return the game that somebody gave or named, with its functions as they are now."""
    found = game if isinstance(game, Game) else load(game)  # type: ignore[arg-type]
    found.keep_up()
    if found.name in NAMES and not found.State.__module__.startswith(__name__):
        raise BadGame(f"{found.name!r} is one of the kit's own games: choose another name.")
    return found


class Catalogue(list[Game]):
    """A table of games, one per row."""

    HEADINGS = ("name", "title", "board", "chance", "secrets", "tags")

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table's cells as text."""
        return [
            (
                game.name,
                game.title,
                game.board,
                "yes" if game.has_chance else "no",
                "yes" if game.has_secrets else "no",
                ", ".join(game.tags),
            )
            for game in self
        ]

    def __repr__(self) -> str:
        return in_columns([self.HEADINGS, *self.rows()])

    def _repr_html_(self) -> str:
        return as_html(self.HEADINGS, self.rows())


def games() -> Catalogue:
    """Return the table of games."""
    return Catalogue(load(name) for name in NAMES)
