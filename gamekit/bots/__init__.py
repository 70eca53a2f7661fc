"""Bots: players that see a view, as a person does, and nothing else.

Begin with `bot`, below. `built_in` has the bots, and their beliefs about what is hidden. `levels` names five
bots for every game; `Equilibrium`, below, plays solved games. `coach` looks back at a match.
`gamekit.drivers` does the thinking.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from gamekit.bots.built_in import (
    DriverBot,
    Greedy,
    Naive,
    RandomBot,
    Search,
    Thought,
    Thoughts,
    is_driven,
    is_ours,
    require_view,
)
from gamekit.bots.levels import LEVELS, Level, levels
from gamekit.chance import Random, draw
from gamekit.errors import GameError
from gamekit.match.view import View
from gamekit.validation import accepts, shown

if TYPE_CHECKING:
    from gamekit.match.match import Match
    from gamekit.solving import Solution

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
    "bot_of",
    "is_driven",
    "is_ours",
    "let_move",
    "levels",
]

FINE = 1 << 30  # an equilibrium draws its chances in this many parts


class Bot(Protocol):
    """Anything that chooses a move from a view. The same view and seed give the same move."""

    def choose(self, view: View, seed: int = 1) -> int | str:
        """Return a legal move: its number, or a text as people write it."""
        ...


class Equilibrium:
    """Plays what `gamekit.solve` finds, and draws its move where the solution is mixed.

    The first decision solves the game. If the opponent plays a move that the solution does not consider, or
    the match began elsewhere, the bot solves the new position. If that position has secrets, it plays as
    "greedy" does.
    """

    def choose(self, view: View, seed: int = 1) -> int:
        """Return the number of a legal move for the player whose view it is.

        Raises:
            GameError: the game is too large to solve. The message names its size so far.
        """
        seed = require_view(view, seed)
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
        seed = require_view(view, seed)
        solution = _solution_for(view)
        return Greedy().think(view, seed) if solution is None else solution.think(view)

    def __repr__(self) -> str:
        return "<Equilibrium bot>"


def _solution_for(view: View) -> Solution | None:
    """Return a solution that covers this view, or None if there is none."""
    from gamekit.solving import Solution, solve_from

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


def bot(name: str) -> DriverBot | Equilibrium:
    """Return a bot by name.

    Args:
        name: a level, "novice", "casual", "club", "expert" or "master", see `gamekit.levels`;
            "random"; "greedy", which takes a win within its turn, gives none away and otherwise
            plays as the game's policy says; "search:500", a tree search with that many simulations
            a move; "search:2s", a search that takes about two seconds a move; "equilibrium", which nobody
            beats in the long run, in games small enough for `gamekit.solve`.
    """
    given: object = name
    text = given if isinstance(given, str) else ""
    if text in LEVELS:
        return Level(text)
    if text == "random":
        return RandomBot()
    if text == "greedy":
        return Greedy()
    if text == "equilibrium":
        return Equilibrium()
    if match := re.fullmatch(r"search:(\d{1,9})", text):
        return Search(int(match[1]))
    if match := re.fullmatch(r"search:(\d{1,9}(?:\.\d{1,9})?)s", text):
        return Search(seconds=float(match[1]))
    raise GameError(
        f'there is no bot {shown(name)}. Known: "random", "greedy", "search:500" (simulations), '
        '"search:2s" (seconds), "equilibrium" (small games), and the levels "novice", "casual", '
        '"club", "expert", "master".'
    )


def bot_of(player: object) -> Bot:
    """Return the bot with this name, or the bot that was given.

    Raises:
        GameError: it is neither. The message says what to give.
    """
    if isinstance(player, str):
        return bot(player)
    if _is_bot(player):
        return player  # type: ignore[return-value]
    given = f"{player.__name__}()" if isinstance(player, type) and hasattr(player, "choose") else ""
    raise GameError(
        f"{shown(player)} is not a bot: give {given or 'a name, or an object'} with a method "
        "`def choose(self, view, seed=1)` that returns a legal move."
    )


def _is_bot(player: object) -> bool:
    """Has it a `choose` that takes a view and a seed? That of a class lacks `self`."""
    return accepts(getattr(player, "choose", None), None, seed=1)


def let_move(player: Bot, match: Match, seed: int) -> None:
    """Let a bot make the next move of a match.

    If the bot fails or its move is illegal, a note on the exception names the bot, the move and the game.
    """
    chosen, mover = "no move", match.names[match.to_act]
    try:
        move = player.choose(match.view(match.to_act), seed=seed)
        chosen = shown(move)
        match.play(move)
    except Exception as problem:
        problem.add_note(
            f"{type(player).__name__}, as {mover}, chose {chosen} for move {match.ply + 1} of game "
            f"{match.number} of {match.game.title}."
        )
        raise
