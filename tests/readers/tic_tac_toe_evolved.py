"""Readers of Tic-Tac-Toe Evolved, and two strangers who never saw how the level thinks. A level makes a mistake
if it takes a turn or bids as the solution would not."""

from __future__ import annotations

from collections import Counter

import gamekit as gk
from gamekit.bots import Bot
from gamekit.chance import Random, draw, inner_key
from gamekit.games.tic_tac_toe_evolved.bots import (
    LINES,
    WAYS_TO_BID,
    WORTH,
    best_move,
    fight,
    worths,
)
from gamekit.games.tic_tac_toe_evolved.rules import highest_bid, lowest_bid, marks_of
from gamekit.games.tic_tac_toe_evolved.state import (
    BID,
    BIDDING,
    DECIDING,
    NOBODY,
    TAKING,
    TURN,
    State,
    code_of,
)
from tests.club.tic_tac_toe_evolved import leads

ASKED = 60  # times that a reader asks what the level would bid
WORSE, RARELY = 0.005, 0.02  # how much a turn must lose, and how often the solution may bid nothing
ROWS = tuple(LINES[k : k + 3] for k in range(0, len(LINES), 3))


class ReadsBids:
    """Plays by the solution, and answers the bids that the level would make with the best one."""

    def __init__(self, level: Bot) -> None:
        self.level = level

    def choose(self, view: gk.View, seed: int = 1) -> int:
        """Return the number of a legal move."""
        rules, state, memory = view.rules, view.state, [0] * view.game.moves
        if state.phase != BIDDING:
            return best_move(rules, state, memory, Random.from_key(seed))
        bids = self.asked(view, state, seed)
        fight(rules, state, state.square, memory, 1)
        is_first = view.player == state.player

        def gain(mine: int) -> int:
            pairs = ((mine, bid) if is_first else (bid, mine) for bid in bids)
            worth = [memory[WORTH + WAYS_TO_BID * a + b] for a, b in pairs]
            expected = sum(w * n for w, n in zip(worth, bids.values(), strict=True))
            return expected if is_first else -expected

        low, high = (f(rules, state, view.player) for f in (lowest_bid, highest_bid))
        return code_of(BID, max(range(low, high + 1), key=gain))

    def asked(self, view: gk.View, state: State, seed: int) -> Counter[int]:
        """How often the level makes each bid in this contest."""
        state.actor, state.bids[0] = 1 - view.player, -1
        theirs = gk.View(view.game, view.rules, state, state.actor, view.names)
        made = (self.level.choose(theirs, inner_key(seed, n)) for n in range(ASKED))
        return Counter(move - code_of(BID, 0) for move in made)


class Threats:
    """A stranger: takes what makes or stops a row, bids three there and one elsewhere."""

    def __init__(self, level: Bot | None = None) -> None:
        self.level = level

    def choose(self, view: gk.View, seed: int = 1) -> str:
        """Return a legal move."""
        state, legal, random = view.state, view.legal(), Random.from_key(seed)
        me = view.player
        if state.phase == TURN:
            if state.pool[me] < 3 and "recharge" in legal:
                return "recharge"
            free = [square for square in range(9) if state.marks[square] != me]
            square = max(free, key=lambda s: (urgency(state, me, s), draw(random, 100)))
            contest = f"contest {square % 3 + 1},{square // 3 + 1}"
            return contest if contest in legal else legal[0]
        if state.phase == BIDDING:
            wanted = (
                3 + draw(random, 2) if urgency(state, me, state.square) > 3 else draw(random, 3)
            )
            low, high = (f(view.rules, state, me) for f in (lowest_bid, highest_bid))
            return f"bid {max(low, min(high, wanted))}"
        return settled(state, me, legal)


class Expects:
    """Another: weighs rows and dice, and bids what gains most against bids like its own."""

    def __init__(self, level: Bot | None = None) -> None:
        self.level = level

    def choose(self, view: gk.View, seed: int = 1) -> str:
        """Return a legal move."""
        state, legal, random, me = view.state, view.legal(), Random.from_key(seed), view.player
        if state.phase == TURN:
            free = [s for s in range(9) if state.marks[s] != me]
            gains = {s: self.gains(view, state, s, 1) for s in free} if state.pool[me] else {}
            best = max(gains, key=lambda s: max(gains[s].values()), default=NOBODY)
            need = 2.6 - 0.35 * state.pool[me]
            if "recharge" in legal and (best == NOBODY or max(gains[best].values()) < need):
                return "recharge"
            contest = f"contest {best % 3 + 1},{best // 3 + 1}"
            return contest if contest in legal else legal[0]
        if state.phase == BIDDING:
            gains_here = self.gains(view, state, state.square, lowest_bid(view.rules, state, me))
            return (
                f"bid {max(gains_here, key=lambda bid: gains_here[bid] + draw(random, 50) / 100)}"
            )
        return settled(state, me, legal)

    def gains(self, view: gk.View, state: State, square: int, low: int) -> dict[int, float]:
        """What each bid gains for this square."""
        me, other = view.player, 1 - view.player
        lead = (state.marks[square] == me) - (state.marks[square] == other)
        theirs = range(min(2, state.pool[other]), highest_bid(view.rules, state, other) + 1)
        weight = urgency(state, me, square)
        price = 0.35 if state.pool[me] > 4 else 0.5
        return {
            mine: sum(leads(mine, bid, lead) for bid in theirs) / len(theirs) * weight
            - price * mine
            for mine in range(low, highest_bid(view.rules, state, me) + 1)
        }


def urgency(state: State, me: int, square: int) -> float:
    """What a square is worth for the rows through it."""
    worth = 0.0
    for row in ROWS:
        if square in row:
            others = [state.marks[s] for s in row if s != square]
            mine, theirs = others.count(me), others.count(1 - me)
            worth += (0.3, 1.2, 9.0)[mine] if theirs == 0 else 0
            worth += (0.2, 1.0, 8.0)[theirs] if mine == 0 else 0
    return worth


def settled(state: State, me: int, legal: tuple[str, ...]) -> str:
    """What everybody does with free dice, with Rs and with marks."""
    if state.phase == TAKING:
        return "take 1"
    if state.phase == DECIDING:
        ahead = marks_of(state, me) - marks_of(state, 1 - me)
        waiting = state.undecided[1 - me] + state.again[1 - me]
        return "reroll 0" if ahead > waiting else f"reroll {state.undecided[me]}"
    return "mark theirs" if "mark theirs" in legal else legal[0]


def takes_a_worse_turn(view: gk.View, move: int) -> bool:
    """Does the solution think this turn worse than its own, such as one that leaves the pool empty?"""
    if view.state.phase != TURN:
        return False
    worth = {turn: chance for turn, chance, _ in worths(view.rules, view.state)}
    return worth.get(move, 0.0) < max(worth.values(), default=0.0) - WORSE


def bids_nothing(view: gk.View, move: int) -> bool:
    """Is this no bid at all, where the solution nearly always bids?"""
    if view.state.phase != BIDDING or move != code_of(BID, 0):
        return False
    return any(bid == move and share < RARELY for bid, _, share in worths(view.rules, view.state))


READERS = {"reader of bids": ReadsBids, "stranger, threats": Threats, "stranger, odds": Expects}
MISTAKES = {
    "took a turn that the solution would not": takes_a_worse_turn,
    "bid nothing where the solution bids": bids_nothing,
}
