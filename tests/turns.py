"""Every way to play the rest of a turn, looked through: what `wins` counts with."""

from __future__ import annotations

from typing import Any

from gamekit.chance import Random
from gamekit.contract import ONGOING, SURE, Game

DEEP = 12  # moves of one turn
MOST = 100_000  # positions that are looked at for one answer


class Turns:
    """The turns of one game, looked through.

    Args:
        game: the game.
        most: how many states a player may have in mind.
    """

    def __init__(self, game: Game, most: int) -> None:
        self.game, self.rules, self.most = game, game.rules(), most
        self.unknown = 0  # answers that would have taken too long, and are no
        self._left = 0  # positions that may still be looked at
        self._stood = self._player = 0  # of the answer that is wanted

    def wins(self, state: Any, stood: int, player: int, key: int) -> bool:
        """Does one way to play the rest of the turn win in all that the player may believe in?

        What they imagine is drawn from the stream of this key.
        """
        self._left, self._stood, self._player = MOST, stood, player
        answer = self._wins_in_all([state])  # quick, and mostly no
        if answer and self.most > 1:
            random = Random.from_key(key)
            answer = self._wins_in_all([self._imagined(state, random) for _ in range(self.most)])
        self.unknown += self._left < 0 and not answer
        return answer

    def _imagined(self, state: Any, random: Random) -> Any:
        world = state.copy()
        self.game.hide(self.rules, world, self._player)
        self.game.imagine(self.rules, world, self._player, random)
        return world

    def _has_won(self, state: Any) -> bool:
        """Has the player won the game, or a round of it since it stood as it did?"""
        winner = self.game.result(self.rules, state)[0]
        if winner != ONGOING:
            return bool(winner == self._player)
        return (self.game.standing(self.rules, state) - self._stood) * (1 - 2 * self._player) > 0

    def _goes_on(self, state: Any, turn: int) -> bool:
        return state.turn == turn and self.game.to_act(self.rules, state) == self._player

    def _sensible(self, state: Any) -> list[int]:
        moves = [0] * self.game.moves
        return moves[: self.game.sensible_moves(self.rules, state, moves)]

    def _after(self, state: Any, move: int) -> Any:
        self._left -= 1
        there = state.copy()
        self.game.apply(self.rules, there, move)
        return there

    def _can_win(self, state: Any, depth: int = DEEP) -> bool:
        """Does one way to play the rest of this turn win? Tests prove that `may_win` denies no win,
        and were it wrong to promise one, it would count as missed or handed over."""
        chance = self.game.may_win(self.rules, state)
        if chance == SURE or not chance or not depth or self._left < 0:
            return bool(chance == SURE)
        for move in self._sensible(state):
            there = self._after(state, move)
            if self._has_won(there):
                return True
            if self._goes_on(there, state.turn) and self._can_win(there, depth - 1):
                return True
        return False

    def _wins_in_all(self, worlds: list[Any], depth: int = DEEP) -> bool:
        """Does one way to play the rest of the turn win in all of these states, which the player
        cannot tell apart?"""
        if not all(map(self._can_win, worlds)):
            return False
        if len(worlds) == 1 or not depth or self._left < 0:
            return len(worlds) == 1
        known = worlds[0].copy()
        self.game.hide(self.rules, known, self._player)
        for move in self._sensible(known):
            reached = (self._after(world, move) for world in worlds)
            undecided = [there for there in reached if not self._has_won(there)]
            if not undecided:
                return True
            if all(self._goes_on(there, known.turn) for there in undecided) and self._wins_in_all(
                undecided, depth - 1
            ):
                return True
        return False
