"""Solves Tic-Tac-Toe Evolved and writes the table that its best players go by.

    python -m tests.solve_evolved [sweeps] [file]

Value iteration over all boards, up to symmetry, and all pairs of pools, at the three moments of the order
of turns. Every contest is a matrix game of simultaneous bids, solved by regret matching that goes on from
the regrets of the sweep before. Left out: dice that come back to the pool, locked dice, squares given up.
The table is then written as a product of small whole numbers, see the game's `bots`.
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamekit.games.tic_tac_toe_evolved import bots
from gamekit.games.tic_tac_toe_evolved.bots import (
    CERTAIN,
    COLUMNS,
    DICE,
    FINE,
    LINES,
    ODDS,
    POOLS,
    POWERS,
    RANK,
    RECHARGES,
    WAYS_TO_BID,
)

Numbers = NDArray[Any]
Board = tuple[int, ...]
FREE, MINE, THEIRS = range(3)
SWEEPS, LAST, QUICK, LONG = 38, 4, 4, 12  # the last sweeps take more rounds of regret matching
CHUNK = 1000  # contests at a time
FADING = 0.9  # of regrets, from sweep to sweep
POOL = np.arange(POOLS)
AFTER_BID = np.maximum(0, POOL[:, None] - np.arange(WAYS_TO_BID))
ALLOWED = np.arange(WAYS_TO_BID) <= POOL[:, None]
HIGH = np.float32(1e9)


def has_won(board: Board, mark: int) -> bool:
    rows = (LINES[k : k + 3] for k in range(0, len(LINES), 3))
    return any(all(board[square] == mark for square in row) for row in rows)


def code(board: Board) -> int:
    """Return the least code of the board, turned and mirrored in all ways, as in `bots.board_with`."""
    ways = range(0, len(POWERS), 9)
    return min(sum(POWERS[way + k] * mark for k, mark in enumerate(board)) for way in ways)


BOARDS: dict[int, Board] = {
    code(board): board
    for board in product(range(3), repeat=9)
    if not has_won(board, MINE) and not has_won(board, THEIRS)
}
CODES = sorted(BOARDS)
ROW = {number: row for row, number in enumerate(CODES)}
N = len(CODES)
LOST, WON = N, N + 1  # rows of games that are over


def row_of(board: Board) -> int:
    if has_won(board, MINE):
        return WON
    return LOST if has_won(board, THEIRS) else ROW[code(board)]


SWAPPED = [row_of(tuple((0, 2, 1)[mark] for mark in BOARDS[number])) for number in CODES]
SWAP = np.array([*SWAPPED, WON, LOST])
MARKS = np.array([[BOARDS[number].count(mark) for mark in (MINE, THEIRS)] for number in CODES])
DISCARD = [np.maximum(0, DICE - MARKS[:, player][:, None] - POOL) for player in range(2)]


def outcome_odds(free: int) -> Numbers:
    """Return the chances that the first bid wins, ties and loses: with a free mark, without, and against one."""
    lead = np.array(ODDS).reshape(WAYS_TO_BID, WAYS_TO_BID, 4) / FINE
    win, hold = lead[:, :, 1 + free], lead[:, :, 2 + free]
    return np.stack([win, hold - win, 1 - hold]).astype(np.float32)


ODDS_OF = np.stack([outcome_odds(free) for free in (-1, 0, 1)])


class Contests:
    """All contests of one moment: the squares of all boards that differ.

    Args:
        lowest: the least that the player whose turn it is must bid: 1, or 0 in a green turn.
    """

    def __init__(self, lowest: int) -> None:
        self.lowest = lowest
        found: dict[tuple[int, ...], int] = {}
        for row, number in enumerate(CODES):
            board = BOARDS[number]
            for square in range(9):
                if board[square] != MINE or not lowest:
                    made = ((*board[:square], mark, *board[square + 1 :]) for mark in (1, 0, 2))
                    free = (1, 2, 0)[board[square]]
                    key = (row, *map(row_of, made), free)
                    found[key] = found.get(key, 0) + 1
        self.rows, self.squares = np.array(list(found)), np.array(list(found.values()))
        size = (len(found), POOLS, POOLS, WAYS_TO_BID)
        self.regrets = [np.zeros(size, np.float32) for _ in range(2)]
        mine = ALLOWED & (np.arange(WAYS_TO_BID) >= lowest)
        self.allowed = [mine[None, :, None, :], ALLOWED[None, None, :, :]]

    def values(self, worth: Numbers, rounds: int) -> Numbers:
        """Return what each contest is worth with each pair of pools, from the worth of the positions after it."""
        parts = range(0, len(self.rows), CHUNK)
        found = [self._part(worth, slice(k, k + CHUNK), rounds) for k in parts]
        result = np.concatenate(found)
        if self.lowest:
            result[:, 0] = -HIGH  # nothing to bid
        return result

    def _part(self, worth: Numbers, part: slice, rounds: int) -> Numbers:
        pairs = self._pairs(worth, self.rows[part])
        regrets = [each[part] for each in self.regrets]
        shares = [mixed(*each) for each in zip(regrets, self.allowed, strict=True)]
        sums = [np.zeros_like(each) for each in shares]
        for weight in range(1, rounds + 1):
            for who in (1, 0):
                gain = expected(pairs, shares[1 - who], who) * (1, -1)[who]
                mean = (gain * shares[who]).sum(-1, keepdims=True)
                regrets[who][:] = np.maximum(0, regrets[who] + gain - mean)
                shares[who] = mixed(regrets[who], self.allowed[who])
                sums[who] += weight * shares[who]
        mixtures = [each / np.maximum(each.sum(-1, keepdims=True), 1e-9) for each in sums]
        for each in regrets:
            each *= np.float32(FADING)
        best = np.where(self.allowed[0], expected(pairs, mixtures[1], 0), -HIGH).max(-1)
        least = np.where(self.allowed[1], expected(pairs, mixtures[0], 1), HIGH).min(-1)
        return np.asarray((best + least) / 2, np.float32)

    def _pairs(self, worth: Numbers, rows: Numbers) -> Numbers:
        """Return what each pair of bids is worth in these contests. A player who bids nothing may recharge a die."""
        shape = (len(rows), POOLS, WAYS_TO_BID, WAYS_TO_BID)
        mine = np.broadcast_to(AFTER_BID[None, :, :, None], shape).copy()
        theirs = np.broadcast_to(AFTER_BID[None, :, None, :], shape).copy()
        mine[:, :, 0, 1:] += (DISCARD[0][rows[:, 0]] > 0)[:, :, None]
        theirs[:, :, 1:, 0] += (DISCARD[1][rows[:, 0]] > 0)[:, :, None]
        pools = mine[:, :, None], theirs[:, None]
        total = np.zeros((len(rows), POOLS, POOLS, WAYS_TO_BID, WAYS_TO_BID), np.float32)
        for k in range(3):
            odds = ODDS_OF[rows[:, 4], k][:, None, None]
            total += odds * worth[(rows[:, 1 + k][:, None, None, None, None], *pools)]
        return total


def mixed(regrets: Numbers, allowed: Numbers) -> Numbers:
    """Return shares of bids in proportion to their regrets, or equal ones if there are none."""
    kept = regrets * allowed
    total = kept.sum(-1, keepdims=True)
    even = allowed / np.maximum(allowed.sum(-1, keepdims=True), 1)
    return np.asarray(np.where(total > 0, kept / np.maximum(total, 1e-12), even), np.float32)


def expected(pairs: Numbers, shares: Numbers, who: int) -> Numbers:
    """Return what each bid of a player is worth to the player to move, against the other's mixture."""
    how = "nmob,nmoab->nmoa" if who == 0 else "nmoa,nmoab->nmob"
    return np.asarray(np.einsum(how, shares, pairs))


def recharged(worth: Numbers) -> Numbers:
    total = np.zeros((N, POOLS, POOLS), np.float32)
    for dice, ways in enumerate(RECHARGES):
        pool = np.minimum(DICE, POOL + np.minimum(dice, DISCARD[0]))
        total += ways / 36 * worth[np.arange(N)[:, None, None], pool[:, :, None], POOL]
    return total


def with_ends(worth: Numbers) -> Numbers:
    """Add the rows of lost and won games."""
    ends = np.stack([np.zeros((POOLS, POOLS)), np.ones((POOLS, POOLS))])
    return np.concatenate([worth, ends.astype(np.float32)])


def best_turn(contests: Contests, worth: Numbers, rounds: int) -> Numbers:
    result = recharged(worth)
    np.maximum.at(result, contests.rows[:, 0], contests.values(worth, rounds))
    return with_ends(result)


def solved(sweeps: int) -> Numbers:
    """Return the chance of the player to move, by board, and by moment and pools."""
    two = with_ends(np.full((N, POOLS, POOLS), 0.5, np.float32))
    one = by_die = two
    first, second, green = Contests(1), Contests(1), Contests(0)
    for sweep in range(sweeps):
        rounds, before = LONG if sweep >= sweeps - LAST else QUICK, two
        fought = green.values(two, rounds) * (green.squares / 9)[:, None, None].astype(np.float32)
        by_die = np.zeros((N, POOLS, POOLS), np.float32)
        np.add.at(by_die, green.rows[:, 0], fought)
        one = best_turn(second, with_ends(by_die), rounds)
        two = best_turn(first, 1 - one[SWAP].transpose(0, 2, 1), rounds)
        change = np.abs(two - before)
        print(
            f"{sweep + 1}: {change.mean():.5f} on average, {change.max():.4f} at most", flush=True
        )
    moments = [each[:N].reshape(N, -1) for each in (two, one, by_die)]
    return np.concatenate(moments, 1).astype(float)


def factors(table: Numbers, rounds: int = 5) -> tuple[Numbers, Numbers, Numbers]:
    """Return means of columns, weights of columns and numbers of boards, as whole numbers.

    Pools beyond a player's dice count next to nothing.
    """
    fits = [DICE - MARKS[:, player][:, None] >= POOL for player in range(2)]
    valid = (fits[0][:, :, None] & fits[1][:, None, :]).reshape(N, -1)
    trust = np.tile(np.where(valid, 1.02, 0.02), (1, bots.MOMENTS))
    means = (table * trust).sum(0) / trust.sum(0)
    rest, root = table - means, np.sqrt(trust)
    left, sizes, right = np.linalg.svd(rest * (trust > 1), full_matrices=False)
    left, right = left[:, :RANK] * sizes[:RANK], right[:RANK]

    def fitted(known: Numbers, weights: Numbers, goal: Numbers) -> Numbers:
        return np.asarray(np.linalg.lstsq(known * weights[:, None], goal * weights, rcond=None)[0])

    for _ in range(rounds):
        right = np.stack([fitted(left, root[:, k], rest[:, k]) for k in range(COLUMNS)], 1)
        left = np.stack([fitted(right.T, root[k], rest[k]) for k in range(N)])
    left, sizes, right = np.linalg.svd(left @ right, full_matrices=False)
    left, right = left[:, :RANK] * sizes[:RANK], right[:RANK]
    scale = np.abs(left).max(0) / 127
    numbers, weights = np.rint(left / scale), np.rint(right * scale[:, None] * CERTAIN)
    error = ((np.rint(means * CERTAIN) + numbers @ weights) / CERTAIN - table)[trust > 1]
    print(
        f"written with an error of {np.sqrt((error**2).mean()):.4f}, {abs(error).max():.3f} at most"
    )
    return np.rint(means * CERTAIN), weights, numbers


def main() -> None:
    sweeps = int(sys.argv[1]) if len(sys.argv) > 1 else SWEEPS
    file = sys.argv[2] if len(sys.argv) > 2 else Path(bots.__file__).with_name("values.bin")
    means, weights, numbers = factors(solved(sweeps))
    parts = (np.array(CODES), "<u2"), (means, "<i4"), (weights, "<i2"), (numbers, "i1")
    Path(file).write_bytes(b"".join(part.astype(form).tobytes() for part, form in parts))


if __name__ == "__main__":
    main()
