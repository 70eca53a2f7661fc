"""The one source of randomness: a counter-based generator (SplitMix64).

The k-th number of a stream depends on (key, k) alone, so a rewound or forked match meets the same
dice again, and game number n of a playtest is the same game whoever plays it and on how many
cores. Dice have one stream a game; thought has one a decision, so that however much a search draws
for one move, the next one is not shifted. (Two random bots choose by the number that keys it.)
Interpreted and compiled rules draw the same numbers.

Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014.
"""

from __future__ import annotations

import os

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
MIX_A = 0xBF58476D1CE4E5B9
MIX_B = 0x94D049BB133111EB

CHANCE_STREAM = 0  # the dice and draws of a game
SEAT_STREAM = 1  # the decisions of seat p have their keys from stream SEAT_STREAM + p
JUDGE_STREAM = 3  # the thoughts of a search that looks at a game afterwards
STREAMS = 4
STARTER = -1  # where the stream of the dice says who starts, if that is drawn: before all dice
SHORT = 1 << 32  # a seed below this can be found by trying them all; people choose such seeds


def fresh_seed() -> int:
    """Return a seed from the system, for a match that nobody seeded.

    It has 64 bits, all that the generator takes. Somebody who sees a few dice can try 2**32 seeds in
    seconds, and the one that fits gives away every covered and every future die.
    """
    return int.from_bytes(os.urandom(8))


def _mix(x: int) -> int:
    x &= MASK
    x = ((x ^ (x >> 30)) * MIX_A) & MASK
    x = ((x ^ (x >> 27)) * MIX_B) & MASK
    return x ^ (x >> 31)


def stream_key(seed: int, game: int, stream: int) -> int:
    """Return the key of one stream of game number `game` under `seed` (an unsigned 64-bit)."""
    return _mix(_mix(seed + GAMMA) + (game * STREAMS + stream) * GAMMA)


def inner_key(key: int, k: int) -> int:
    """Return the key of the k-th stream inside a stream: its k-th number, uncut."""
    return _mix(key + (k + 1) * GAMMA)


def decision_key(seed: int, game: int, seat: int, number: int) -> int:
    """Return the key of the stream that one decision draws from.

    `number` counts the decisions of both players in game number `game` under `seed`, from 0.
    """
    return inner_key(stream_key(seed & MASK, game, SEAT_STREAM + seat), number)


def outcome(key: int, k: int, n: int) -> int:
    """Return the k-th number of a stream, uniform on 0 .. n-1 (n below 2**32)."""
    return cut(inner_key(key, k), n)


def cut(word: int, n: int) -> int:
    """Return an unsigned 64-bit number cut down to 0 .. n-1 (n below 2**32)."""
    return ((word >> 32) * n) >> 32


def followed(trail: int, step: int) -> int:
    """Return the digest of a sequence of steps, so far `trail`, with one more (below 2**63)."""
    return inner_key(trail, step) >> 1


class Random:
    """A stream being consumed: `draw(random, n)` takes its next number."""

    __slots__ = ("k", "key")

    def __init__(self, seed: int, game: int = 0) -> None:
        self.key = stream_key(seed, game, SEAT_STREAM)
        self.k = 0

    @classmethod
    def from_key(cls, key: int) -> Random:
        """Return the stream of this key, from its beginning."""
        random = cls.__new__(cls)
        random.key, random.k = key & MASK, 0
        return random


def draw(random: Random, n: int) -> int:
    """Return a number from 0 to n-1 and move the stream on by one."""
    k = random.k
    random.k = k + 1
    return outcome(random.key, k, n)
