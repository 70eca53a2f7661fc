"""The public test that every game must pass, yours too: `gk.conformance.check(game)`."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from gamekit import drivers
from gamekit.checking.contract_checks import starts
from gamekit.checking.trial_games import promised, walk
from gamekit.compiling import NoSource, Refused, RuleFailure, compiled, is_compiling
from gamekit.contract import Game
from gamekit.drivers.engine import Games, Interpreted
from gamekit.errors import GameError
from gamekit.games import game_of
from gamekit.match.match import Match

CAREFUL, SHORT = 10, 20  # games and simulations of bots, and moves of a game between searches


@dataclass(frozen=True, slots=True)
class Summary:
    """What was checked."""

    game: str
    games: int
    positions: int
    compiled: bool

    def __str__(self) -> str:
        how = "interpreted and compiled" if self.compiled else "interpreted (nothing compiles here)"
        return f"{self.game}: {self.games} games, {self.positions} positions, {how}: conforms."

    __repr__ = __str__


def check(game: Game | str, *, games: int = 20, seed: int = 1, longest: int = 2000) -> Summary:
    """Check a game against the contract.

    It plays random games and tests at every position what the contract promises: legal moves
    are exactly those that no rule forbids, every refusal has a rule and a sentence, notation,
    positions and saved games can be read back, nobody is ever stuck, every ending has a rule,
    secrets stay secret, and the compiled rules play the very same games.

    It stops at the first promise that is broken. `gamekit check FILE.py` goes on and says what
    to do.

    Args:
        game: the game, its name or a variant of it.
        games: random games to play.
        seed: the seed of the games, their dice and the samples.
        longest: moves after which a game is abandoned.

    Raises:
        AssertionError: a promise is broken; the message names it and the moves that lead there.
    """
    checked = game_of(game)
    positions = sum(_play(checked, seed + n, longest) for n in range(games))
    starts(checked)
    try:
        is_compiled = check_compiled(checked, games, seed, longest)
    except (Refused, RuleFailure) as problem:
        raise AssertionError(str(problem)) from None
    return Summary(checked.name, games, positions, is_compiled)


def _play(game: Game, seed: int, longest: int) -> int:
    random, positions = Random(seed), 0
    match: Match | None = None
    try:
        for match in walk(game, seed, longest, random):
            for promise in promised(match):
                promise(match, random)
            positions += match.to_act in (0, 1)
    except Exception as problem:  # whatever a function of the game may raise
        is_said = isinstance(problem, AssertionError | GameError)
        what = str(problem) if is_said else f"{type(problem).__name__}: {problem}"
        raise AssertionError(
            f"{what}\n\nafter\n{match.record if match else 'nothing'}"
        ) from problem
    return positions


def check_compiled(game: Game, games: int, seed: int, longest: int) -> bool:
    """Require that the compiled rules play the same games, step for step, and that careful bots can play by
    them. Return False if nothing compiles here or the rules have no source.

    Raises:
        AssertionError: they do not.
        Refused, RuleFailure: the rules cannot be compiled, or fail while they run.
    """
    if not is_compiling():
        return False
    one, two = Interpreted(game), compiled(game, checked=True)
    try:
        two.program("trace")
    except NoSource:
        return False
    for number in range(games):
        traces = [engine.trace(seed, number, longest) for engine in (one, two)]
        assert traces[0] == traces[1], f"game {number} of seed {seed} differs once compiled"
    two.play(Games(seed, 0, CAREFUL, longest, [drivers.GREEDY, 10, drivers.NAIVE, 10]))
    two.play(Games(seed, 0, 1, SHORT, [drivers.SEARCH, CAREFUL] * 2, CAREFUL))
    return True
