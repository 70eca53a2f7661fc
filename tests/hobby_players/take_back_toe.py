"""A hobby player of Take-Back-Toe.

It takes wins, hands none over, and leaves the opponent the fewest rolls that win; among such moves it
likes those that give itself the most, or, shortly before the limit, more pieces at home.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from gamekit.boards import grid
from gamekit.match.view import View

ROWS, COLUMNS, MATCH, FACES, LATE, LAST = 3, 4, 3, range(1, 7), 69, 79
STEPS = [
    (a, b) for a in range(12) for way in range(4) if (b := grid.around(ROWS, COLUMNS, a, way)) >= 0
]
HOME = (slice(0, 4), slice(8, 12))
Board = list[int]


def boards(board: Board, die: int) -> Iterator[Board]:
    """What every move makes of a board."""
    for start, target in STEPS:
        if board[start] >= die:
            after = board[:]
            after[start] -= die
            after[target] += die
            yield after


def has_won(board: Board, player: int) -> bool:
    row = board[HOME[player]]
    return any(size and row.count(size) >= MATCH for size in row)


def winning_rolls(board: Board, player: int) -> int:
    """Taking back the last move wins nothing, so that it may be counted as if it were legal."""
    return sum(any(has_won(b, player) for b in boards(board, die)) for die in FACES)


class HobbyPlayer:
    def choose(self, view: View, seed: int = 1) -> int:
        """Return the best move by one look ahead over the dice."""
        state, random, me = view.state, Random(seed), view.to_act

        def worth(move: int) -> tuple[float, ...]:
            start, way = divmod(move, 4)
            after = state.stacks[:12]
            after[start] -= state.die
            after[grid.around(ROWS, COLUMNS, start, way)] += state.die
            lead = sum(after[HOME[me]]) - sum(after[HOME[1 - me]])
            over = has_won(after, me) - has_won(after, 1 - me)
            if over or state.turn == LAST:
                return over, lead
            threats = winning_rolls(after, 1 - me), winning_rolls(after, me)
            return 0, -threats[0], lead if state.turn > LATE else threats[1], random.random()

        return max(view.legal_moves(), key=worth)
