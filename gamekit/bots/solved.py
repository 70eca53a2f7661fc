"""The bot that plays solved games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.bots.built_in import Greedy, Thoughts
from gamekit.chance import Random, draw
from gamekit.errors import GameError
from gamekit.match.view import View
from gamekit.validation import whole

if TYPE_CHECKING:
    from gamekit.solving import Solution

FINE = 1 << 30  # chances are drawn in this many parts


class Equilibrium:
    """Plays what `gamekit.solve` finds, and draws its move where the solution is mixed.

    The first decision solves the game. If an opponent leaves the moves that the solution considers,
    or the match began elsewhere, the bot solves the position by itself, provided that both players
    know it. Otherwise it plays as "greedy" does.
    """

    def choose(self, view: View, seed: int = 1) -> int:
        """Return the number of a legal move for the player whose view it is.

        Raises:
            GameError: the game is too large to solve. The message names its size so far.
        """
        seed = whole("seed", seed)
        solution = _solution_for(view)
        if solution is None:
            return Greedy().choose(view, seed)
        shares = solution.shares(view)
        left = draw(Random.from_key(seed), FINE) / FINE
        for move, share in shares:
            left -= share
            if left < 0.0:
                return move
        return max(shares, key=lambda pair: pair[1])[0]  # rounding left nothing over

    def think(self, view: View, seed: int = 1) -> Thoughts:
        """Return what each move is worth. `visits` says how often in a thousand the bot plays it."""
        seed = whole("seed", seed)
        solution = _solution_for(view)
        return Greedy().think(view, seed) if solution is None else solution.think(view)

    def __repr__(self) -> str:
        return "<Equilibrium bot>"


def _solution_for(view: View) -> Solution | None:
    """Return a solution that covers this view, or None if there is none."""
    from gamekit.solving import Solution, solve_from
    from gamekit.solving.solution import check

    check(view)
    game, state = view.game, view.state
    key = f"solution {dict(game.parameters)} {state.first} {state.dmo}"
    if key not in game.engines:
        try:
            game.engines[key] = solve_from(game, game.start(view.rules, state.first, state.dmo))
        except GameError as problem:
            game.engines[key] = str(problem)
    solution = game.engines[key]
    if not isinstance(solution, Solution):
        raise GameError(solution)
    if solution.holds(view):
        return solution
    if game.has_secrets:
        return None
    return solve_from(game, state)
