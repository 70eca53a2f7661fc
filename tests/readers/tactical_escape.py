"""Strangers at Tactical Escape, who never saw how the level thinks: one hides what it gives, the other
takes nothing for given."""

from __future__ import annotations

from random import Random

import gamekit as gk
from gamekit.bots import Bot
from gamekit.games.tactical_escape.rules import fulfils
from tests.club.tactical_escape import ESCAPE, GIVE, HARD_FIRST, STOP, Club, lacks


class Hides(Club):
    """Plays as the club player does, but gives the hardest win condition last or, now and then, second: an
    opponent who relies on being given the hardest escapes in vain."""

    def __init__(self, level: Bot | None = None) -> None:
        self.level = level

    def choose(self, view: gk.View, seed: int = 1) -> int:
        """Return the number of a legal move."""
        legal = sorted(
            view.legal_moves(), key=lambda move: HARD_FIRST.index(move - GIVE) if move > GIVE else 0
        )
        if legal[0] <= GIVE or len(legal) == 1:
            return super().choose(view, seed)
        return legal[1] if len(legal) == 3 else legal[Random(seed).randrange(2)]


class Doubts:
    """Works for whatever is nearest of all that is offered, keeps the opponent from what it gave, and
    escapes once two of three are fulfilled, or what it has must be among those given."""

    def __init__(self, level: Bot | None = None) -> None:
        self.level = level

    def choose(self, view: gk.View, seed: int = 1) -> int:
        """Return the number of a legal move."""
        state, random, legal, me = view.state, Random(seed), view.legal_moves(), view.player
        if legal[0] > GIVE:
            return min(legal, key=lambda move: HARD_FIRST.index(move - GIVE))
        gave = [condition for condition in state.given[3 * me : 3 * me + 3] if condition]
        met = sum(fulfils(view.rules, state, me, condition) for condition in state.offer)
        if ESCAPE in legal and met + len(gave) > 3:
            return ESCAPE
        if ESCAPE in legal and met == 2:
            return ESCAPE

        def worth(move: int) -> float:
            board = list(state.board)
            if move < STOP:
                board[move % 61] = me if move < 61 else -1
            own = sorted(lacks(state, board, me, condition) for condition in state.offer)
            theirs = min(lacks(state, board, 1 - me, condition) for condition in gave)
            waste = 0 if move < 61 else 12 if move < STOP else 15
            safety = 100 * (theirs > 2) + 50 * (theirs > 0) + min(theirs, 4)
            return safety - 6 * own[0] - 4 * own[1] - waste

        moves = [move for move in legal if move != ESCAPE]
        return max(moves, key=lambda move: (worth(move), random.random()))


READERS = {"stranger, hides": Hides, "stranger, doubts": Doubts}
