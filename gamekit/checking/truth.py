"""Does the truth ever come up in what players imagine? What never does, bots never reckon with.

Only secrets of few possible values are asked about: there the true one comes up soon, unless `imagine`
leaves it out. Lists are compared whatever their order: a hand may be imagined sorted.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from gamekit.checking.answers import Broken
from gamekit.checking.imagining import imagined
from gamekit.match.match import Match

DRAWS, SURE = 200, 2000  # states that are imagined in a position, and in each that is suspected
FEW = 20  # a secret of fewer values is asked about
LEAST = 3  # positions without the truth before anything is said


class Truths:
    """Positions in which what is hidden never came up among the states that were imagined."""

    def __init__(self) -> None:
        self._missed: dict[str, list[Match]] = {}  # by the field that is hidden

    def ask(self, match: Match, random: Random) -> None:
        """Imagine states in a position until the true value of every hidden field has come up."""
        if match.to_act not in (0, 1) or match.game.leaves_out("imagine"):
            return
        for field in _never(match, random, DRAWS):
            self._missed.setdefault(field, []).append(match.fork())

    def judge(self, random: Random) -> tuple[Match, Broken] | None:
        """Return where the truth is missing, and what it is; None if it is nowhere for sure."""
        for field, matches in self._missed.items():
            matches.sort(key=lambda match: match.ply)
            early = matches[:LEAST]
            if len(early) < LEAST or any(field not in _never(m, random, SURE) for m in early):
                continue
            match = early[0]
            said = (
                f"here {_hidden(match, field)}, and in {SURE:,} draws imagine never fills that in for "
                f"player {match.to_act}; so it is in {len(matches)} positions"
            )
            return match, Broken("imagine-never-true", "imagine", said)
        return None


def _never(match: Match, random: Random, draws: int) -> list[str]:
    """Return the hidden fields of few values whose true value is never imagined."""
    view, true = match.view(match.to_act).state, match.state
    plain = [name for name in type(true).fields if isinstance(getattr(true, name), int | list)]
    fields = [name for name in plain if getattr(view, name) != getattr(true, name)]
    values: dict[str, set[Any]] = {name: set() for name in fields}
    for guess in islice(imagined(match, random), draws if fields else 0):
        for name in list(values):
            values[name].add(_value(guess, name))
            if len(values[name]) >= FEW or _value(true, name) in values[name]:
                del values[name]
        if not values:
            break
    return list(values)


def _value(state: Any, name: str) -> Any:
    value = getattr(state, name)
    return tuple(sorted(value)) if isinstance(value, list) else value


def _hidden(match: Match, name: str) -> str:
    """Return what a hidden field really is; of a list, the first hidden entry."""
    seen, true = (getattr(state, name) for state in (match.view(match.to_act).state, match.state))
    if not isinstance(true, list):
        return f"{name} is {true}"
    place = next(n for n, value in enumerate(true) if value != seen[n])
    return f"{name}[{place}] is {true[place]}"
