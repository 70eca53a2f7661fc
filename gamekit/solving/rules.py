"""The rules of one game as the solver calls them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Any, TypeAlias

from gamekit.contract import ALL, BOTH_LOSE, DRAW, ONGOING, OVER, Game, State, defaults
from gamekit.errors import GameError
from gamekit.solving.deals import UNTOLD, flat

Until: TypeAlias = Callable[[Any, Any], float | None]
PAYOFFS = {0: 1.0, 1: -1.0, DRAW: 0.0}  # to player 0


class TooLarge(GameError):
    """There is more to solve than was allowed."""


class Rules:
    """A game, its parameters, where it is cut, and how much of it has been seen.

    Args:
        game: the game.
        until: see `solve`.
        limit: the most positions to look at.
        tells_turns: do positions differ that differ in nothing but the number of turns?
    """

    def __init__(self, game: Game, until: Until | None, limit: int, tells_turns: bool) -> None:
        self.game, self.rules, self.until, self.limit = game, game.rules(), until, limit
        self.omit = "" if tells_turns else "turn"
        self.found = 0
        self.sees_all = game.namespace["sees"].__code__ is defaults.sees.__code__
        self._moves = [0] * game.moves
        self.texts: dict[str, int] = {}  # notations, by the numbers that stand for them

    def count(self, positions: int) -> None:
        """Note that so many positions more were found."""
        self.found += positions
        if self.found > self.limit:
            raise TooLarge(
                f"{self.game.title} is too large to solve: {self.found:,} positions were found, "
                f"and there are more; limit={self.limit:,} is the most. Solve a smaller game (see "
                "game.with_), a part of it (position=, until=), or raise limit."
            )

    def begun(self, state: State) -> State:
        """Return a state to explore from."""
        state = state.copy()
        if self.omit:
            state.turn = UNTOLD  # type: ignore[assignment]
        return state

    def payoff(self, state: State) -> float | None:
        """Return what player 0 gets here, or None where play goes on."""
        worth = self.until(self.rules, state) if self.until else None
        if worth is None:
            return self._result(state)
        worth = float(worth)
        if not -1.0 <= worth <= 1.0:
            raise GameError(f"until: what player 0 gets is between -1 and 1, not {worth}.")
        return worth

    def _result(self, state: State) -> float | None:
        winner = int(self.game.result(self.rules, state)[0])
        if winner == BOTH_LOSE:
            raise GameError(
                f"{self.game.title} may end with both players losing. Only games are solved in "
                "which one player wins what the other loses; until= may say what such an end is worth."
            )
        return None if winner == ONGOING else PAYOFFS[winner]

    def choices(self, state: State) -> tuple[int, ...]:
        """Return the moves worth looking at."""
        n = self.game.sensible_moves(self.rules, state, self._moves)
        return tuple(int(move) for move in self._moves[:n])

    def actor(self, state: State) -> int:
        """Return who acts: a player or CHANCE."""
        actor = int(self.game.to_act(self.rules, state))
        if actor == OVER:
            raise GameError(f"{self.game.title}: to_act says OVER where result says ONGOING.")
        return actor

    def after(self, state: State, move: Any) -> State:
        """Return the state after a move or an outcome."""
        new = state.copy()
        self.game.apply(self.rules, new, move)
        return new

    def sees(self, state: State, move: int, player: int) -> bool:
        """May this player know the move?"""
        return self.sees_all or bool(self.game.sees(self.rules, state, move, player))

    def told(self, state: State, move: int) -> int:
        """Return a number for the notation of a move: all that is told of it to whoever sees it."""
        text = self.game.write(self.rules, state, move)
        return self.texts.setdefault(text, len(self.texts))

    def known_to_both(self, state: State, actor: int, moves: tuple[int, ...]) -> list[bool]:
        """Return, for each of these moves or outcomes, whether both players know that it is this one.

        They do where they see it and no other that they see is written alike, unless it does the same.
        """
        others = [q for q in range(2) if q != actor]
        found = [all(self.sees(state, move, q) for q in others) for move in moves]
        if not self.game.has_secrets or len(moves) == 1:
            return found
        alike: dict[int, list[int]] = {}
        for place, move in enumerate(moves):
            if found[place]:
                alike.setdefault(self.told(state, move), []).append(place)
        for places in alike.values():
            first, *rest = (self.after(state, moves[place]) for place in places)
            if any(after != first for after in rest):
                for place in places:
                    found[place] = False
        return found

    def known(self, state: State, player: int) -> State:
        """Return what a player knows of a state."""
        hidden = state.copy()
        if player != ALL:
            self.game.hide(self.rules, hidden, player)
        return hidden

    def numbers(self, state: State) -> list[Any]:
        """Return everything that makes this position another than others."""
        return flat(state, self.omit)


def digest(numbers: Iterable[int]) -> bytes:
    """Return 16 bytes that stand for a list of whole numbers."""
    return blake2b(array("q", numbers).tobytes(), digest_size=16).digest()
