"""A hobby player of Tactical Escape.

It gives what is hardest, believes that the opponent did so too, and counts for both players how many
pieces each win condition still lacks: it places toward the easiest of its own, keeps the opponent from
those that it gave, and escapes as soon as it has what it believes in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from gamekit.boards import hexagon
from gamekit.games.tactical_escape.rules import fulfills
from gamekit.match.view import View

HARD_FIRST = (10, 9, 4, 5, 3, 2, 1, 6, 8, 7, 11, 12)
FAR = 9
CELLS = range(61)
BESIDE = [hexagon.neighbors(5, cell) for cell in CELLS]
FIVES, SIXES, FLOWERS = hexagon.windows(5, 5), hexagon.windows(5, 6), hexagon.flowers(5)
SIDES = [hexagon.side(5, side) for side in range(6)]
STOP, ESCAPE, GIVE = 122, 123, 123


def fewest(board: list[int], player: int, figures: Iterable[list[int]]) -> int:
    """Pieces that the nearest of these figures lacks."""
    open_ones = (f for f in figures if all(board[c] != 1 - player for c in f))
    return min((sum(board[c] < 0 for c in f) for f in open_ones), default=FAR)


def groups(board: list[int], player: int) -> list[set[int]]:
    found, left = [], {c for c in CELLS if board[c] == player}
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            group.add(cell := edge.pop())
            near = left.intersection(BESIDE[cell])
            left -= near
            edge += near
        found.append(group)
    return found


def crossing(board: list[int], player: int, side: int) -> int:
    """Pieces that a way from this side to the opposite one lacks."""
    cost = {c: int(board[c] < 0) for c in SIDES[side] if board[c] != 1 - player}
    edge = sorted(cost, key=cost.__getitem__)
    for cell in edge:  # grows while it is read
        for near in BESIDE[cell]:
            further = cost[cell] + int(board[near] < 0)
            if board[near] != 1 - player and further < cost.get(near, FAR):
                cost[near] = further
                edge.append(near)
    return min((cost[c] for c in SIDES[side + 3] if c in cost), default=FAR)


def lacks(state: Any, board: list[int], player: int, condition: int) -> int:
    """Pieces, or for 11 turns, that this player still needs for a win condition."""
    mine = theirs = []
    if condition in (3, 4, 6, 8, 9):
        mine, theirs = groups(board, player), groups(board, 1 - player)
    if condition in (1, 2, 7):
        return fewest(board, player, (FIVES, SIXES, [], [], [], [], FLOWERS)[condition - 1])
    if condition == 3:
        return max(10, 1 + max(map(len, theirs), default=0)) - max(map(len, mine), default=0)
    if condition == 4:
        sizes = sorted((min(3, len(g)) for g in mine), reverse=True)
        return max(4, 1 + sum(len(g) > 2 for g in theirs)) * 3 - sum(sizes[:6])
    if condition == 5:
        return min(crossing(board, player, side) for side in range(3))
    if condition == 6:
        return min(
            (len({n for c in g for n in BESIDE[c] if board[n] < 0}) for g in theirs), default=FAR
        )
    if condition == 8:
        touching = [
            sum(any(board[n] == 1 - p for c in g for n in BESIDE[c]) for g in side)
            for p, side in ((player, mine), (1 - player, theirs))
        ]
        return max(5, touching[1] + 1) - touching[0]
    if condition == 9:
        return 0 if max(map(len, theirs), default=0) > 5 else FAR
    if condition == 10:
        on = Counter(hexagon.number_of(5, c) for c in CELLS if board[c] == 1 - player)
        return 0 if max(on.values(), default=0) > 4 else FAR
    short = [0 <= n <= 1 for n in state.placed[3 * player : 3 * player + 3]]
    return 3 - [*short, False].index(False) if condition == 11 else 0


class HobbyPlayer:
    def choose(self, view: View, seed: int = 1) -> int:
        state, random, legal = view.state, Random(seed), view.legal_moves()
        if legal[0] > GIVE:
            return min(legal, key=lambda move: HARD_FIRST.index(move - GIVE))
        me = state.player
        gave = [c for c in state.given[3 * me : 3 * me + 3] if c]
        hard = sorted((c for c in state.offer), key=HARD_FIRST.index)
        believed = hard[: len(gave)]
        if ESCAPE in legal and any(fulfills(view.rules, state, me, c) for c in believed):
            return ESCAPE
        lingers = believed == [11] or (11 in believed and lacks(state, state.board, me, 11) < 3)
        if STOP in legal and lingers and sum(state.placed[3 * me : 3 * me + 1]) == 1:
            return STOP

        def worth(move: int) -> float:
            """Not to lose next turn comes first, then one's own win conditions, then all the rest."""
            board = list(state.board)
            if move < STOP:
                board[move % 61] = me if move < 61 else -1
            own = sorted(lacks(state, board, me, c) for c in believed)
            later = sum(lacks(state, board, me, c) for c in hard[len(gave) :] if c < 9)
            theirs = min(lacks(state, board, 1 - me, c) for c in gave)
            waste = 0 if move < 61 else 12 if move < STOP else 15
            safety = 100 * (theirs > 2) + 50 * (theirs > 0) + min(theirs, 4)
            return safety - 10 * own[0] - sum(own) - later / 2 - waste

        return max((m for m in legal if m != ESCAPE), key=lambda m: (worth(m), random.random()))
