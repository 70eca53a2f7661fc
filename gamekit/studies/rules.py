"""Which rules matter: those that forbade a move, and those that ended games."""

from __future__ import annotations

import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from types import FunctionType

import numpy as np
import pandas as pd

from gamekit import drivers
from gamekit.contract import Game
from gamekit.contract.references import names_in, reachable
from gamekit.studies.replaying import END, Repeatable, Steps, games_again, looked_at
from gamekit.studies.statistics import Flags, share

CHECKS = 1_500_000  # moves that are judged, for the rules that forbid them
FEWEST = 10  # games to look at, if there are as many
OF_MATCHES = "X-"  # rules that hold in every game and concern matches between people
NONE = -1  # instead of the number of a rule
CONSTANT = re.compile(r"^([A-Z]\w*) = .*# *([A-Z]+-Q?\d+)$", re.MULTILINE)
COLUMNS = ["rule", "title", "games", "removed", "ended", "low", "high", "n", "countable"]


def rules(study: Repeatable, games: int | None = None) -> pd.DataFrame:
    """Return what each rule did.

    A rule forbids a move where `why_illegal` names it: the first one that the move breaks, as the
    game asks. So a rule that comes late forbade only what nothing before it did.

    Args:
        study: of which games.
        games: how many to look at for moves that were forbidden, from the first on; None: as many
            as take a few seconds. Endings are those of all games.

    Returns:
        a row for each rule of the game, as its rulebook has them: `rule`, its id, and `title`;
        `games`, those in which it forbade a move or ended the game;
        `removed`, moves that it forbade, summed over all decisions of the games looked at;
        `ended`, games of the study that it ended;
        `low` and `high`, the 95 % interval of the share of games in which it forbade or ended
        anything; where there is none, `high` is its bound;
        `n`, the games this share is of: those looked at or, for a rule that forbids nothing, all;
        `countable`: a rule that neither forbids moves nor ends games has no figures.
    """
    game = study.game
    count = looked_at(study, games, CHECKS // game.moves, least=FEWEST)
    removed, fired = _refusals(study, count)
    endings = {study.game.rule_id(n): n for n in _numbers(study)}
    forbids, ends = _rules_of(game, "why_illegal"), _rules_of(game, "setup", "apply", "result")
    table: list[list[object]] = []
    for rule in game.rulebook:
        name = rule.id
        is_refusal = name in forbids or name in removed
        over = study.column(drivers.RULE) == endings.get(name, NONE)
        seen = fired.get(name, np.zeros(count, bool)) | over[:count] if is_refusal else over
        if is_refusal or name in endings or name in ends:
            _, low, high = share(seen)
            counts = int(seen.sum()), removed[name], int(over.sum())
            table.append([name, rule.title, *counts, low, high, len(seen), True])
        elif not name.startswith(OF_MATCHES):
            table.append([name, rule.title, *[pd.NA] * 3, np.nan, np.nan, pd.NA, False])
    kinds = dict.fromkeys(("games", "removed", "ended", "n"), "Int64")
    return pd.DataFrame(table, columns=COLUMNS).astype(kinds)


def _numbers(study: Repeatable) -> list[int]:
    """Return the numbers of the rules that ended games."""
    found: list[int] = np.unique(study.column(drivers.RULE)).tolist()
    return [number for number in found if number > 0]


def _refusals(study: Repeatable, count: int) -> tuple[Counter[str], dict[str, Flags]]:
    """Return, by rule, the moves that it forbade, and in which games it forbade any."""
    game = study.game
    removed: Counter[str] = Counter()
    fired: dict[str, Flags] = {}
    for number, steps in enumerate(games_again(study, count)):
        for rule, moves in _forbidden(game, steps).items():
            name = game.rule_id(rule)
            removed[name] += moves
            fired.setdefault(name, np.zeros(count, bool))[number] = True
    return removed, fired


def _forbidden(game: Game, steps: Steps) -> Counter[int]:
    """Return how many moves each rule forbade in a game."""
    rules, found = game.rules(), Counter[int]()
    for state, actor, move in steps:
        if actor in (0, 1) and move != END:
            found.update(game.why_illegal(rules, state, each) for each in range(game.moves))
    del found[0]
    return found


# --- rules that nobody has met -------------------------------------------------------------------


def _rules_of(game: Game, *functions: str) -> set[str]:
    """Return the ids of the rules that these functions, or what they reach, can name."""
    found = {game.namespace[name] for name in functions}
    inside = reachable(*found).values()
    return {rule for function in inside for rule in _named(function)} & {
        rule.id for rule in game.rulebook
    }


def _named(function: FunctionType) -> Iterator[str]:
    """Yield the rules of the constants that a function reads, "TOO_LOW = 6  # LD-6"."""
    package = (function.__module__ or "").rpartition(".")[0] or function.__module__ or ""
    known = _constants(package)
    yield from (known[name] for name in names_in(function.__code__) if name in known)


@cache
def _constants(package: str) -> dict[str, str]:
    """Return the rule that each rule constant of a package stands for, as the comment behind it says."""
    found: dict[str, str] = {}
    for name, module in list(sys.modules.items()):
        if name == package or name.startswith(f"{package}."):
            try:
                found |= dict(CONSTANT.findall(inspect.getsource(module)))
            except (OSError, TypeError):  # written in a notebook
                continue
    return found
