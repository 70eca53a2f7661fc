"""The one source of randomness: a counter-based generator (SplitMix64).

The k-th number of a stream depends on (key, k) alone, so a rewound or forked match meets the same
dice again, and game number n of a playtest is the same game whoever plays it and on how many
cores. `gamekit.compiled` teaches Numba the same arithmetic, number for number.

Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
MIX_A = 0xBF58476D1CE4E5B9
MIX_B = 0x94D049BB133111EB

CHANCE_STREAM = 0  # the dice and draws of a game
SEAT_STREAM = 1  # seat p decides from stream SEAT_STREAM + p
STREAMS = 4


def _mix(x: int) -> int:
    x &= MASK
    x = ((x ^ (x >> 30)) * MIX_A) & MASK
    x = ((x ^ (x >> 27)) * MIX_B) & MASK
    return x ^ (x >> 31)


def stream_key(seed: int, game: int, stream: int) -> int:
    """Return the key of one stream of game number `game` under `seed` (an unsigned 64-bit)."""
    return _mix(_mix(seed + GAMMA) + (game * STREAMS + stream) * GAMMA)


def outcome(key: int, k: int, n: int) -> int:
    """Return the k-th number of a stream, uniform on 0 .. n-1 (n below 2**32)."""
    return ((_mix(key + (k + 1) * GAMMA) >> 32) * n) >> 32


class Random:
    """A stream being consumed: `draw(random, n)` takes its next number."""

    __slots__ = ("k", "key")

    def __init__(self, seed: int, game: int = 0, stream: int = SEAT_STREAM) -> None:
        self.key = stream_key(seed, game, stream)
        self.k = 0


def draw(random: Random, n: int) -> int:
    """Return a number from 0 to n-1 and move the stream on by one."""
    k = random.k
    random.k = k + 1
    return outcome(random.key, k, n)
