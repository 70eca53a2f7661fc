"""Is what players imagine possible? Bots think in it, and a wrong `imagine` only makes them weak.

Two questions are asked of it. Each state that it fills in must be one that a position can describe:
`position(dump(...))` gives it again, as it does for states that are met in play. And over many
positions, as many entries must be filled in as are really hidden: a hand of three cards is not
believed to be empty, or to hold five.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from gamekit.checking.answers import Broken, require
from gamekit.checking.finding import ADVICE
from gamekit.contract import Random as Stream
from gamekit.errors import BadPosition, listed
from gamekit.match.match import Match

GUESSES = 3  # states that are imagined and set up, in each position
TRIES = 60  # states that are imagined before none of them is like the true one
LEAST, SHARE = 5, 0.2  # of the positions with a secret: how many are too many without such a state
DRAWS, SURE = 200, 2000  # states that are imagined in a position, and in each that is suspected
FEW = 20  # a secret of fewer values is asked about
FEWEST = 3  # positions without the truth before anything is said


def imagined(match: Match, random: Random) -> Iterator[Any]:
    """Yield states that the player who moves may believe in."""
    game, rules, me = match.game, match.rules, match.to_act
    view, stream = match.view(me).state, Stream.from_key(random.getrandbits(32))
    while True:
        guess = view.copy()
        game.imagine(rules, guess, me, stream)
        yield guess


def guesses_are_possible(match: Match, random: Random) -> None:
    """What the player who moves imagines can be set up as a position, like any state of play."""
    if match.to_act not in (0, 1):
        return
    if match.game.leaves_out("imagine"):
        _needs_none(match)
        return
    for _, guess in zip(range(GUESSES), imagined(match, random), strict=False):
        if match.game.likelihood(match.rules, guess, match.to_act):
            _can_be_set_up(match, guess)


def _needs_none(match: Match) -> None:
    """Require that nothing is hidden from the player who moves in a game without `imagine`."""
    view, true = match.view(match.to_act).state, match.state
    fields = [field for field in type(true).fields if _apart(view, true, field)]
    require(
        not fields,
        "no-imagine",
        "hide",
        f"hide blanks {', '.join(fields)} for player {match.to_act}, and the file has no imagine: bots "
        "play with the blanks",
    )


def _can_be_set_up(match: Match, guess: Any) -> None:
    game, who = match.game, f"imagine fills in, for player {match.to_act},"
    try:
        fields = game.dump(match.rules, guess.copy())
        again = Match(game, first=match.first, dmo=match.dmo, position=fields, auto=False).state
    except BadPosition as problem:
        said = f"{who} what position refuses: {problem}"
        advice = _left_blank(match, guess)
        raise Broken("imagine-impossible", "imagine", said, advice=advice) from None
    except Exception as problem:
        said = f"{who} what dump or position cannot take: {type(problem).__name__}: {problem}"
        raise Broken("imagine-impossible", "imagine", said) from None
    differing = [f for f in type(guess).fields if getattr(again, f) != getattr(guess, f)]
    one = differing[0] if differing else ""
    require(
        not differing,
        "imagine-impossible",
        "imagine",
        f"{who} {one}={getattr(guess, one, None)}, and position(dump(...)) makes "
        f"{getattr(again, one, None)} of it: {fields}",
    )


def _left_blank(match: Match, guess: Any) -> str:
    """Return what to do about an impossible guess in which something that was hidden is blank."""
    view, true = match.view(match.to_act).state, match.state
    blank = []
    for name in type(guess).fields:
        seen, is_, filled = (getattr(state, name) for state in (view, true, guess))
        if not isinstance(is_, list):
            blank += [name] if seen == filled != is_ else []
            continue
        rows = enumerate(zip(seen, is_, filled, strict=True))
        blank += [f"{name}[{place}]" for place, (a, b, c) in rows if a == c != b]
    if not blank:
        return ""
    return (
        f"{ADVICE['imagine-impossible']} Or hide blanks too much: {listed(blank)} is hidden from "
        f"player {match.to_act}, and imagine leaves it blank."
    )


class Guesses:
    """How much `imagine` fills in over many positions, beside how much is hidden there."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()  # positions with a secret, by the field that has it
        self.wrong: Counter[str] = Counter()  # those in which no state is like the true one
        self._first: dict[str, tuple[Match, int, int]] = {}

    def ask(self, match: Match, random: Random) -> None:
        """Imagine states in a position until one fills in as many entries of every field as are
        hidden."""
        if match.to_act not in (0, 1):
            return
        view, true = match.view(match.to_act).state, match.state
        hidden = {field: _apart(view, true, field) for field in type(view).fields}
        missed: dict[str, int] = {}
        for n, guess in zip(range(TRIES), imagined(match, random), strict=False):
            filled = {field: _apart(view, guess, field) for field in hidden}
            if n == 0:
                self.asked.update(field for field in hidden if hidden[field] or filled[field])
                missed = {
                    field: filled[field] for field in hidden if hidden[field] or filled[field]
                }
            missed = {f: count for f, count in missed.items() if filled[f] != hidden[f]}
            if not missed:
                return
        self.wrong.update(missed.keys())
        for field, count in missed.items():
            self._first.setdefault(field, (match.fork(), hidden[field], count))

    def judge(self) -> tuple[Match, Broken] | None:
        """Return where `imagine` is wrong again and again, and how; None if it is not."""
        for field, (match, hidden, filled) in self._first.items():
            if self.wrong[field] >= max(LEAST, SHARE * self.asked[field]):
                said = (
                    f"{_entries(hidden, field)} hidden from player {match.to_act}, and imagine "
                    f"fills in {filled or 'none'}; it is never right in {self.wrong[field]} of "
                    f"{self.asked[field]} positions"
                )
                return match, Broken("imagine-count", "imagine", said)
        return None


def _apart(one: Any, two: Any, field: str) -> int:
    """Return in how many entries of a field two states differ."""
    values = [getattr(state, field) for state in (one, two)]
    if not isinstance(values[0], list):
        return int(values[0] != values[1])
    return sum(a != b for a, b in zip(*values, strict=True))


def _entries(count: int, field: str) -> str:
    return f"1 entry of {field} is" if count == 1 else f"{count or 'no'} entries of {field} are"


class Truths:
    """Positions in which what is hidden never came up among the states that were imagined.

    What never comes up, bots never reckon with. Only secrets of few possible values are asked about:
    there the true one comes up soon, unless `imagine` leaves it out. Lists are compared whatever their
    order: a hand may be imagined sorted.
    """

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
            early = matches[:FEWEST]
            if len(early) < FEWEST or any(field not in _never(m, random, SURE) for m in early):
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
