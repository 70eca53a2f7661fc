"""Strangers at Tactical Escape, who never saw how the level thinks: one hides what it gives, the other
takes nothing for given. A level makes a mistake if it escapes against the odds."""

from __future__ import annotations

from itertools import permutations
from random import Random

import gamekit as gk
from gamekit.bots import Bot
from gamekit.games.tactical_escape.rules import fulfils, gifts
from gamekit.games.tactical_escape.state import OFFERED
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


def escapes_against_the_odds(view: gk.View, move: int) -> bool:
    """Is this an escape that wins less often than not, over all gifts that the player may believe in?"""
    state, rules, me = view.state, view.rules, view.player
    if move != ESCAPE:
        return False
    first, wins, total = OFFERED * (1 - me), 0, 0
    for given in permutations(state.offer, gifts(state, 1 - me)):
        state.given[first : first + len(given)] = given
        weight = view.game.likelihood(rules, state, me)
        total += weight
        wins += weight * any(fulfils(rules, state, me, condition) for condition in given)
    return 2 * wins < total


READERS = {"stranger, hides": Hides, "stranger, doubts": Doubts}
MISTAKES = {"escaped against the odds": escapes_against_the_odds}
