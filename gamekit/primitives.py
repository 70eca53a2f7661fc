"""What compiled rules and drivers call besides each other: numbers by chance, copies, digests.

Importing this teaches Numba the functions of `gamekit.chance` and `copy_struct`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic, overload, register_jitable

from gamekit import chance, fields

U = np.uint64
GAMMA, MIX_A, MIX_B = U(chance.GAMMA), U(chance.MIX_A), U(chance.MIX_B)


# --- the generator of gamekit.chance, number for number ------------------------------------------


@njit(inline="always")
def _mix(x: Any) -> Any:
    x = (x ^ (x >> U(30))) * MIX_A
    x = (x ^ (x >> U(27))) * MIX_B
    return x ^ (x >> U(31))


@njit(inline="always")
def _outcome(key: Any, k: Any, n: Any) -> Any:
    return np.int64(((_mix(key + U(k + 1) * GAMMA) >> U(32)) * U(n)) >> U(32))


@overload(chance.stream_key)
def _compiled_stream_key(seed: Any, game: Any, stream: Any) -> Any:
    streams = chance.STREAMS

    def stream_key(seed: Any, game: Any, stream: Any) -> Any:
        return _mix(_mix(seed + GAMMA) + U(game * streams + stream) * GAMMA)

    return stream_key


@overload(chance.inner_key)
def _compiled_inner_key(key: Any, k: Any) -> Any:
    def inner_key(key: Any, k: Any) -> Any:
        return _mix(key + U(k + 1) * GAMMA)

    return inner_key


@overload(chance.followed)
def _compiled_followed(trail: Any, step: Any) -> Any:
    def followed(trail: Any, step: Any) -> Any:
        return np.int64(_mix(U(trail) + U(step + 1) * GAMMA) >> U(1))

    return followed


@overload(chance.outcome)
def _compiled_outcome(key: Any, k: Any, n: Any) -> Any:
    def outcome(key: Any, k: Any, n: Any) -> Any:
        return _outcome(key, k, n)

    return outcome


@overload(chance.draw)
def _compiled_draw(random: Any, n: Any) -> Any:
    def draw(random: Any, n: Any) -> Any:
        k = random.k
        random.k = k + 1
        return _outcome(random.key, k, n)

    return draw


# --- copying records -----------------------------------------------------------------------------


@intrinsic
def _copy_bytes(typing: Any, to: Any, source: Any) -> Any:
    """Copy a record over another of the same layout."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target, origin = arguments
        size = context.get_constant(types.intp, to.size)
        cgutils.raw_memcpy(builder, target, origin, size, 1)
        return context.get_dummy_value()

    return (types.none(to, source), generate) if to == source else None


@overload(fields.copy_struct)
def _compiled_copy_struct(to: Any, source: Any) -> Any:
    def copy_struct(to: Any, source: Any) -> Any:
        _copy_bytes(to, source)  # type: ignore[call-arg]  # Numba adds the first one

    return copy_struct


# --- what the drivers need -----------------------------------------------------------------------


@register_jitable(_nrt=False)
def _copy_state(bank: Any, to: int, source: int) -> None:
    bank[to] = bank[source]


@register_jitable(_nrt=False)
def _digest(words: Any, index: int, actor: int) -> Any:
    key = U(actor + 1)
    for word in words[index]:
        key = (key ^ U(word)) * GAMMA
        key ^= key >> U(32)
    return np.int64(key >> U(1))


PRIMITIVES = {
    "copy_state": _copy_state,
    "digest": _digest,
}
RANDOM = np.dtype([("key", "u8"), ("k", "i8")])
