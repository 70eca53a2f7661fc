"""Readers of Take-Back-Toe: two plies over the dice, with best answers or with those of the level."""

from __future__ import annotations

from functools import partial

import gamekit as gk
from gamekit.bots import Bot
from gamekit.contract import ONGOING
from gamekit.games.take_back_toe.bots import WIN, worth_of
from gamekit.games.take_back_toe.rules import apply, legal_moves
from gamekit.games.take_back_toe.state import Parameters, State

WIDTH = 6  # own moves that are looked at more deeply, the best by one ply
TO_WIN = 600  # what the outlook counts for a game that is won


class TwoPlies:
    """Takes the move after which the opponent's best answers, over all dice, leave it most.

    Args:
        level: the opponent.
        knows: does it ask the opponent for the answers, instead of assuming the best ones?
    """

    def __init__(self, level: Bot, knows: bool) -> None:
        self.level, self.knows = level, knows

    def choose(self, view: gk.View, seed: int = 1) -> int:
        """Return the number of a legal move."""
        rules: Parameters = view.rules
        state: State = view.state
        one_ply = {move: worth_of(rules, state, move) for move in view.legal_moves()}
        moves = sorted(one_ply, key=lambda move: -one_ply[move])[:WIDTH]
        if one_ply[moves[0]] >= WIN:
            return moves[0]
        return max(moves, key=lambda move: self.expected(view, after(rules, state, move), seed))

    def expected(self, view: gk.View, state: State, seed: int) -> float:
        """How good it is, on average over the dice, to have left this to the opponent."""
        rules: Parameters = view.rules
        total = 0.0
        if state.winner != ONGOING:
            return TO_WIN if state.winner == view.player else -TO_WIN
        for roll in range(rules.sides):
            rolled = after(rules, state, roll)
            if view.game.to_act(rules, rolled) == 1 - view.player:
                total -= self.answered(view, rolled, seed)
        return total / rules.sides

    def answered(self, view: gk.View, state: State, seed: int) -> float:
        """How good the opponent's answer is for them."""
        rules: Parameters = view.rules
        if self.knows:
            theirs = gk.View(view.game, rules, state, 1 - view.player, view.names)
            return min(TO_WIN, worth_of(rules, state, self.level.choose(theirs, seed)))
        moves = [0] * view.game.moves
        count = legal_moves(rules, state, moves)
        return min(TO_WIN, max(worth_of(rules, state, move) for move in moves[:count]))


def after(rules: Parameters, state: State, move: int) -> State:
    """The state that a move or a roll leads to."""
    result = state.copy()
    apply(rules, result, move)
    return result


READERS = {
    "two plies": partial(TwoPlies, knows=False),
    "two plies and your answers": partial(TwoPlies, knows=True),
}
