"""Bots: players that see a view, as a person does, and nothing else.

`built_in` has the bots, which also tell what hidden things are likely to be, and the five named levels. `coach`
looks back at a match. Begin with `bot`, below. `gamekit.drivers` does the thinking.
"""

from __future__ import annotations

import re
from typing import Protocol

from gamekit.bots.built_in import (
    LEVELS,
    DriverBot,
    Greedy,
    Level,
    Naive,
    RandomBot,
    Search,
    Thought,
    Thoughts,
    levels,
)
from gamekit.bots.solved import Equilibrium
from gamekit.errors import GameError
from gamekit.match.view import View
from gamekit.validation import shown

__all__ = [
    "LEVELS",
    "Bot",
    "DriverBot",
    "Equilibrium",
    "Greedy",
    "Level",
    "Naive",
    "RandomBot",
    "Search",
    "Thought",
    "Thoughts",
    "bot",
    "levels",
]


class Bot(Protocol):
    """Anything that chooses a move from a view. The same view and seed give the same move."""

    def choose(self, view: View, seed: int = 1) -> int:
        """Return the number of a legal move."""
        ...


def bot(name: str) -> DriverBot | Equilibrium:
    """Return a bot by name.

    Args:
        name: a level, "novice", "casual", "club", "expert" or "master", see `gamekit.levels`;
            "random"; "greedy", which takes a win within its turn, gives none away and otherwise
            plays as the game's policy says; "search:500", a tree search with that many simulations
            a move; "search:2s", a search that takes about two seconds a move; "equilibrium", which nobody
            beats in the long run, in games small enough for `gamekit.solve`.
    """
    asked: object = name
    text = asked if isinstance(asked, str) else ""
    if text in LEVELS:
        return Level(text)
    if text == "random":
        return RandomBot()
    if text == "greedy":
        return Greedy()
    if text == "equilibrium":
        return Equilibrium()
    if (match := re.fullmatch(r"search:(\d{1,9})", text)) and int(match[1]) > 0:
        return Search(int(match[1]))
    if (match := re.fullmatch(r"search:(\d{1,9}(?:\.\d{1,9})?)s", text)) and float(match[1]) > 0:
        return Search(seconds=float(match[1]))
    raise GameError(
        f'there is no bot {shown(name)}. Known: "random", "greedy", "search:500" (simulations), '
        '"search:2s" (seconds), "equilibrium" (small games), and the levels "novice", "casual", '
        '"club", "expert", "master".'
    )
