"""Small games solved: what they are worth under perfect play, and how to play them perfectly.

Begin with `solve`, below. In games without secrets, `solution` works backwards from the ends, or narrows
bounds where positions recur. In games with secrets, `equilibrium` solves each episode by linear programming or
regret matching, and `deals` runs a rule once for many hands of dice.
"""

from __future__ import annotations

from collections.abc import Mapping

from gamekit.bots.built_in import brings_solution
from gamekit.contract import Game, State
from gamekit.errors import GameError
from gamekit.games import game_of
from gamekit.progress import Progress, bar
from gamekit.solving.deals import Rules, Tell, TurnRead, Until
from gamekit.solving.solution import Graph, KnownSolution, Solution, Strategy
from gamekit.validation import is_duration, seat, whole

__all__ = ["KnownSolution", "Solution", "Strategy", "solve", "solve_from"]

LIMIT = 400_000  # positions
PRECISION = 1e-4  # exploitability


def solve(
    game: Game | str,
    *,
    position: Mapping[str, object] | None = None,
    first: int = 0,
    until: Until | None = None,
    precision: float = PRECISION,
    limit: int = LIMIT,
    progress: Progress = True,
) -> Solution | KnownSolution:
    """Solve a game: find what it is worth and a strategy that nobody can exploit.

    The published Tic-Tac-Toe Evolved is too large, but comes with a `KnownSolution`, unless `until` cuts it.
    Its `gains(view)` says what a square, a die in the pool and the turn are worth.

    The result is exact if the game has no secrets and no position recurs. Otherwise it is as exact as
    `precision` demands, with proven bounds. Like bots, the solver considers only `sensible_moves`. A game
    that never ends is a draw.

    Args:
        game: a game or its name.
        position: the fields of a position to start from. Both players must know all of it.
        first: who starts.
        until: a function of (rules, state) that cuts the game, called before `result`. It returns what player
            0 gets, from -1 to 1 or up to the highest payoff, where play is to stop, and None elsewhere.
        precision: the highest exploitability to accept, in payoffs.
        limit: how many positions the solver may look at. Each set of hidden numbers counts separately.
        progress: shows how many positions it has found; see `gamekit.playtest`.

    Raises:
        GameError: the game is too large, or both players may lose it.
    """
    game, first, limit = game_of(game), seat("first", first), whole("limit", limit, 1)
    if not is_duration(precision) or not 0.0 < precision <= 1.0:
        raise GameError("precision: give a number above 0, such as 0.001.")
    start = game.start(game.rules(), first, 1, position)
    if until is None and brings_solution(game):
        return KnownSolution(game, start)
    with bar(limit, progress, "positions allowed") as tell:
        return solve_from(game, start, until, precision, limit, tell)


def solve_from(
    game: Game,
    start: State,
    until: Until | None = None,
    precision: float = PRECISION,
    limit: int = LIMIT,
    tell: Tell = lambda found: None,
) -> Solution:
    """Solve a game from a given state; see `solve`."""
    for counts_turns in (False, True):
        rules = Rules(game, until, limit, counts_turns, tell)
        if not rules.is_known_to_both(start):
            raise GameError("Give a position of which both players know everything.")
        try:
            graph = Graph(rules, start)
        except TurnRead:
            continue
        graph.solve(precision)
        del rules.tell  # the solution keeps the rules, and can be pickled
        return Solution(game, graph)
    raise AssertionError("a rule read an unknown turn although turns are counted")
