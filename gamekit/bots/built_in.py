"""The kit's own bots, and what they believe about what they do not know.

`gamekit.drivers` does their thinking, with the same result interpreted or compiled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from time import perf_counter
from typing import ClassVar, TypeGuard

from gamekit import drivers
from gamekit.chance import Random
from gamekit.compiling import calls_for, engine_of
from gamekit.contract import Game
from gamekit.drivers.engine import Interpreted
from gamekit.errors import GameError
from gamekit.intervals import score_interval
from gamekit.match.view import View, written
from gamekit.text_tables import as_html, in_columns
from gamekit.validation import is_duration, shown, whole

HINT = 500  # simulations behind the hints of a bot that does not search
INSTEAD = 1000  # simulations where a game knows no best move
MOST = 5_000_000  # simulations of one search, so that it fits into a small machine's memory
HOUR = 3600.0  # seconds
IMAGINED = 400  # states behind a belief


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search thinks of one legal move.

    Attributes:
        move: the number of the move.
        text: its notation.
        value: the mover's expected score, from 0 to 1.
        low, high: the 95% interval of the score.
        visits: how many simulations tried the move.
    """

    move: int
    text: str
    value: float
    low: float
    high: float
    visits: int


class Thoughts(list[Thought]):
    """The legal moves. The most tried moves come first."""

    def __init__(self, thoughts: Iterable[Thought] = ()) -> None:
        super().__init__(sorted(thoughts, key=lambda t: (-t.visits, -t.value, t.move)))

    def __repr__(self) -> str:
        return "\n".join(
            f"{t.text:<12} {t.value:6.1%}  ({t.low:.1%} to {t.high:.1%}, {t.visits} tries)"
            for t in self
        )

    def _repr_html_(self) -> str:
        rows = (
            (t.text, f"{t.value:.1%}", f"{t.low:.1%} to {t.high:.1%}", str(t.visits)) for t in self
        )
        return as_html(("move", "score", "95% interval", "tries"), rows)


class DriverBot:
    """A bot that chooses by `drivers.choose`."""

    kind: ClassVar[int]
    simulations = 0
    careless = 0  # of 100 moves

    def in_game(self, game: Game) -> DriverBot:
        """Return the bot that plays for this one in a game."""
        return self

    @property
    def seat(self) -> tuple[int, int]:
        """The bot as the drivers know it: its kind, and its number of simulations or careless moves."""
        return self.kind, self.simulations or self.careless

    def choose(self, view: View, seed: int = 1) -> int:
        """Return the number of a legal move for the player whose view it is."""
        seed = require_view(view, seed)
        bot = self.in_game(view.game)
        engine = engine_of(view.game, calls_for(bot.kind))
        return engine.choose(view.state, seed, view.to_act, *bot.seat, bot.simulations)

    def think(self, view: View, seed: int = 1) -> Thoughts:
        """Return every legal move with its estimated score, an interval and the tries behind it."""
        seed = require_view(view, seed)
        engine = engine_of(view.game, calls_for(drivers.SEARCH))
        tried = engine.think(view.state, seed, view.to_act, self.simulations or HINT)
        return _thoughts(view, {move: (value / n, n) for move, n, value in tried})

    def beliefs(self, view: View, seed: int = 1) -> Beliefs:
        """Return what the bot believes about the things hidden from this player."""
        seed = require_view(view, seed)
        return beliefs(view, seed)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} bot>"


class RandomBot(DriverBot):
    """Plays any sensible move."""

    kind = drivers.RANDOM

    def choose(self, view: View, seed: int = 1) -> int:
        """Return the number of a legal move for the player whose view it is."""
        seed = require_view(view, seed)
        engine = Interpreted(view.game)  # one random move is not worth compiling for
        return engine.choose(view.state, seed, view.to_act, self.kind, 0, 0)


class Naive(DriverBot):
    """Plays what the game's policy says, without a look ahead.

    Args:
        careless: how many of 100 moves are random sensible moves. In a game without a policy, all are.
    """

    kind = drivers.NAIVE

    def __init__(self, careless: int = 0) -> None:
        self.careless = whole("careless", careless, 0, 100)


class Unwary(Naive):
    """A beginner who follows the game's policy, but slips now and then.

    In a game without a `slip` of its own, a slip is any legal move, however bad.

    Args:
        careless: how many of 100 moves are slips.
    """

    kind = drivers.UNWARY


class Greedy(Naive):
    """Takes a win within its turn, gives no win away, and otherwise plays what the policy says.

    In games with `long_turns` it takes only a quick look at what it might give away.

    Args:
        careless: how many of 100 moves are random ones that give no win away.
    """

    kind = drivers.GREEDY

    def in_game(self, game: Game) -> DriverBot:
        """Return the bot that plays for this one in a game."""
        return self if game.long_turns else Thorough(self.careless)


class Thorough(Greedy):
    """A greedy bot that takes its time in every game.

    Args:
        careless: how many of 100 moves are random ones that give no win away.
    """

    kind = drivers.THOROUGH

    def in_game(self, game: Game) -> DriverBot:
        """Return the bot that plays for this one in a game."""
        return self


class Best(DriverBot):
    """Plays the best move that the game knows.

    It also plays in variants that forbid or allow moves. In a game that knows no best move, such as a variant
    that was not solved, it searches, or plays as "greedy" if `careless` is above 0.

    Args:
        careless: how many of 100 moves are those of a careful player instead, or slips, in a game with a `slip`
            of its own.
    """

    kind = drivers.BEST

    def __init__(self, careless: int = 0) -> None:
        self.careless = whole("careless", careless, 0, 100)

    def in_game(self, game: Game) -> DriverBot:
        """Return the bot that plays for this one in a game."""
        substitute = self.stand_in(game)
        return substitute.in_game(game) if substitute else self

    def stand_in(self, game: Game) -> DriverBot | None:
        """Return the bot that plays instead if the game knows no best move; otherwise None."""
        knows = not game.leaves_out("best_move") and game.has_best_move(game.rules())
        if knows and not game.changes_consequences:
            return None
        return Greedy() if self.careless else Search(INSTEAD)

    def think(self, view: View, seed: int = 1) -> Thoughts:
        """Return what each move is worth by the game's solution, or by a search if there is none."""
        seed = require_view(view, seed)
        return known_thoughts(view) or super().think(view, seed)


class Search(DriverBot):
    """Monte Carlo tree search, with a number of simulations or of seconds a move.

    Args:
        simulations: how many to run for each move.
        seconds: how long to search instead, at most an hour.
    """

    kind = drivers.SEARCH

    def __init__(self, simulations: int = 0, *, seconds: float = 0.0) -> None:
        simulations = whole("simulations", simulations, 0, MOST)
        if not is_duration(seconds) or seconds > HOUR or (simulations > 0) == (seconds > 0):
            raise GameError(
                f"Search: simulations={simulations}, seconds={shown(seconds)}; give one of them, above 0. "
                "A search takes an hour at most."
            )
        self.simulations, self.seconds = simulations, float(seconds)

    def choose(self, view: View, seed: int = 1) -> int:
        """Return the number of a legal move for the player whose view it is."""
        return self._paced(view).choose(view, seed) if self.seconds else super().choose(view, seed)

    def think(self, view: View, seed: int = 1) -> Thoughts:
        """Return every legal move with its estimated score, an interval and the tries behind it."""
        return self._paced(view).think(view, seed) if self.seconds else super().think(view, seed)

    def _paced(self, view: View) -> Search:
        """Return a search that takes about this many seconds, judging by a short trial."""
        require_view(view)
        trial, started = 64, perf_counter()
        Search(trial).choose(view)
        each = max(1e-7, (perf_counter() - started) / trial)
        return Search(min(MOST, max(trial, int(self.seconds / each))))

    def __repr__(self) -> str:
        amount = f"{self.seconds:g}s" if self.seconds else str(self.simulations)
        return f"<Search bot, {amount} a move>"


def is_ours(bot: object) -> bool:
    """Is this one of the kit's own bots? A class that extends one of them is somebody else's."""
    substitute = getattr(bot, "substitute", None)  # of a `Level`
    return type(bot).__module__.startswith("gamekit.") and (not substitute or is_ours(substitute))


def is_driven(bot: object) -> TypeGuard[DriverBot]:
    """May the drivers play for this bot, without asking it?"""
    return isinstance(bot, DriverBot) and is_ours(bot)


def require_view(view: View, seed: int = 1) -> int:
    """Return the seed as an int.

    Raises:
        GameError: the seed is no whole number, or the view is not that of the player who is to act.
    """
    seed = whole("seed", seed)
    if not isinstance(view, View):
        raise GameError(f"Give a view, match.view(player), not {shown(view)}.")
    if view.to_act not in (0, 1) or view.player != view.to_act:
        raise GameError("Give the view of the player who is to act: match.view(match.to_act).")
    return seed


def brings_solution(game: Game) -> bool:
    """Does the game bring a solution that says what each move is worth under these numbers and rules?"""
    if "worths" not in game.namespace or game.replaced:
        return False
    return Best().stand_in(game) is None


def known_thoughts(view: View) -> Thoughts:
    """Return what each move is worth by the solution that a game brings, its `worths`.

    The values are certain, so `low` and `high` equal `value`. `visits` is how often in a thousand the solution
    plays the move. The list is empty if the game brings no solution for these numbers or for this decision.
    """
    game, state, rules = view.game, view.state, view.rules
    known = game.worths(rules, state) if brings_solution(game) else ()
    return Thoughts(
        Thought(move, written(game, rules, state, move), worth, worth, worth, round(1000 * share))
        for move, worth, share in known
    )


def _thoughts(view: View, found: Mapping[int, tuple[float, int]]) -> Thoughts:
    """Return the legal moves with the score and the number of tries found for each."""
    thoughts = []
    for move in view.legal_moves():
        value, n = found.get(move, (0.5, 0))
        low, high = score_interval(value, n)
        text = written(view.game, view.rules, view.state, move)
        thoughts.append(Thought(move, text, value, low, high, n))
    return Thoughts(thoughts)


Path = tuple[str, ...]
HEAD = ("secret", "value", "likely", "95% interval", "on average")


@dataclass(frozen=True, slots=True)
class Belief:
    """One value that a secret may have.

    Attributes:
        secret: the name of the secret, as in positions: "dice, Bo".
        value: the value, as positions write it.
        share: the chance that the secret has this value at least once. `low` to `high` is the 95% interval
            of the estimate.
        mean: how often the secret has this value on average. For a single value this equals `share`.
    """

    secret: str
    value: object
    share: float
    low: float
    high: float
    mean: float


class Beliefs(list[Belief]):
    """The values that secrets may have. The likeliest value of each secret comes first."""

    def _cells(self) -> Iterator[tuple[str, ...]]:
        for each in self:
            span = f"{each.low:.0%} to {each.high:.0%}"
            yield each.secret, str(each.value), f"{each.share:.0%}", span, f"{each.mean:.2f}"

    def __repr__(self) -> str:
        return in_columns([HEAD, *self._cells()]) if self else "Nothing is secret here."

    def _repr_html_(self) -> str:
        return as_html(HEAD, self._cells()) if self else f"<p>{self!r}</p>"


def beliefs(view: View, seed: int) -> Beliefs:
    """Return what the viewer may believe, given what they know and how the others played.

    The game's `likelihood` weighs each imagined state.

    Args:
        view: the view of a player.
        seed: the seed of the imagined states.
    """
    game, rules, random = view.game, view.rules, Random(seed)
    found: dict[Path, list[tuple[list[str], int]]] = {}
    for _ in range(IMAGINED if game.has_secrets and view.result is None else 0):
        state = view.state
        game.imagine(rules, state, view.player, random)
        weight = game.likelihood(rules, state, view.player)
        for path, values in _leaves(game.dump(rules, state), view.names):
            found.setdefault(path, []).append(([*map(str, values)], weight))
    all_beliefs = Beliefs()
    for path, seen in found.items():
        secret = _secret_parts(seen)
        all_beliefs += sorted(_weighed(", ".join(path), secret), key=lambda each: -each.share)
    return all_beliefs


def _secret_parts(seen: list[tuple[list[str], int]]) -> list[tuple[Counter[str], int]]:
    """Return how often each value occurs at the places of a list that the viewer does not know.

    The viewer knows a place that holds the same value in every imagined state: their own die in a list of all
    dice, for example.
    """
    columns = [*zip_longest(*(values for values, _ in seen))]
    unknown = [place for place, column in enumerate(columns) if len(set(column)) > 1]
    return [
        (Counter(values[place] for place in unknown if place < len(values)), weight)
        for values, weight in seen
    ]


def _weighed(secret: str, seen: list[tuple[Counter[str], int]]) -> Iterator[Belief]:
    """Yield the values of one secret, each with its share of the weight of all imagined states."""
    total = sum(weight for _, weight in seen) or 1
    squares = sum(weight * weight for _, weight in seen) or 1
    for value in sorted({value for values, _ in seen for value in values}):
        share = sum(weight for values, weight in seen if values[value]) / total
        mean = sum(weight * values[value] for values, weight in seen) / total
        yield Belief(secret, value, share, *score_interval(share, total * total / squares), mean)


def _leaves(
    value: object, names: tuple[str, str], path: Path = ()
) -> Iterator[tuple[Path, list[object]]]:
    """Yield the lists of values in a position, and its single values as lists of one."""
    if isinstance(value, dict):
        for key, inside in value.items():
            yield from _leaves(inside, names, (*path, str(key).replace("_", " ")))
    elif isinstance(value, list) and any(isinstance(inside, list | dict) for inside in value):
        for number, inside in enumerate(value):
            name = names[number] if len(value) == len(names) else str(number)
            yield from _leaves(inside, names, (*path, name))
    else:
        yield path, value if isinstance(value, list) else [value]
