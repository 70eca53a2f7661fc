"""A hobby player of Tic-Tac-Toe Evolved: counts lines, and bids by the odds."""

from __future__ import annotations

from functools import cache

import gamekit as gk
from gamekit.chance import Random, draw
from gamekit.games.tic_tac_toe_evolved.rules import highest_bid, lowest_bid, marks_of
from gamekit.games.tic_tac_toe_evolved.state import BIDDING, DECIDING, TAKING, TURN, State

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
BUILDS, BLOCKS = (2, 6, 60), (1, 5, 50)  # what a line is worth, by the marks there are on it
# A die with its R rolled again: the owner's mark, the other's, nothing.
DIE = ((1, 28 / 36), (-1, 7 / 36), (0, 1 / 36))


@cache
def leads(mine: int, theirs: int, lead: int) -> float:
    """The chance to lead minus the chance to be behind, once so many dice each are rolled."""
    if mine + theirs == 0:
        return (lead > 0) - (lead < 0)
    if mine > 0:
        return sum(chance * leads(mine - 1, theirs, lead + mark) for mark, chance in DIE)
    return sum(chance * leads(mine, theirs - 1, lead - mark) for mark, chance in DIE)


class HobbyPlayer:
    """Contests the square with the most to win and to block, and recharges when short of dice."""

    def choose(self, view: gk.View, seed: int) -> str | int:
        state: State = view.state
        me, other, random = state.actor, 1 - state.actor, Random(seed)
        legal = view.legal()
        if state.phase == TURN:
            return self.turn(state, me, legal, random)
        if state.phase == BIDDING:
            return f"bid {self.bid(view, state, me, random)}"
        if state.phase == TAKING:
            return "take 1"
        if state.phase == DECIDING:
            lead = marks_of(state, me) - marks_of(state, other)
            is_won = lead > state.undecided[other] + state.again[other]
            return f"reroll {0 if is_won else state.undecided[me]}"
        return "mark theirs" if "mark theirs" in legal else legal[0]

    def turn(self, state: State, me: int, legal: tuple[str, ...], random: Random) -> str:
        """Contest the most important square, or recharge where there is little to fight with."""
        squares = [square for square in range(9) if state.marks[square] != me]
        worth = {s: self.importance(state, me, s) + draw(random, 4) / 4 for s in squares}
        for square in squares:
            worth[square] *= 0.75 if state.marks[square] == 1 - me else 1
        best = max(worth, key=lambda square: worth[square], default=0)
        few = 4 if worth and worth[best] < 40 else 2
        if "recharge" in legal and (state.pool[me] < few or not worth):
            return "recharge"
        contest = f"contest {best % 3 + 1},{best // 3 + 1}"
        return contest if contest in legal else legal[0]

    def importance(self, state: State, me: int, square: int) -> int:
        """What the square is worth: the lines it builds and those it blocks."""
        worth = 0
        for line in LINES:
            if square in line:
                marks = [state.marks[s] for s in line if s != square]
                mine, theirs = marks.count(me), marks.count(1 - me)
                worth += BUILDS[mine] if theirs == 0 else 0
                worth += BLOCKS[theirs] if mine == 0 else 0
        return worth

    def bid(self, view: gk.View, state: State, me: int, random: Random) -> int:
        """The bid that is worth its dice against an opponent who bids anything."""
        worth, holder = self.importance(state, me, state.square), state.marks[state.square]
        lead = (holder == me) - (holder == 1 - me)
        mine, theirs = (
            range(lowest_bid(view.rules, state, p), highest_bid(view.rules, state, p) + 1)
            for p in (me, 1 - me)
        )
        price = 2 if state.pool[me] > 4 else 3

        def gain(dice: int) -> float:
            odds = sum(leads(dice, bid, lead) for bid in theirs) / len(theirs)
            return odds * worth - dice * price + draw(random, 60) / 100

        return max(mine, key=gain)
