"""Who plays whom."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import gamekit as gk
from gamekit.validation import shown
from gamekit_widgets.rooms.people import Person

Pairs = list[tuple[Person, Person]]
WAYS = ("random", "bots", "choice")
TRIES = 30  # shuffles; the one that repeats the fewest pairs is used


def at_random(waiting: Sequence[Person], random: Random) -> tuple[Pairs, list[Person]]:
    """Pair everybody at random, if possible with somebody new; return the pairs and the people who are left."""
    best: tuple[int, list[Person]] | None = None
    for _ in range(TRIES if len(waiting) > 2 else 1):
        order = random.sample(list(waiting), len(waiting))
        again = sum(one.number in other.past for one, other in _two_by_two(order))
        if best is None or again < best[0]:
            best = again, order
        if again == 0:
            break
    order = best[1] if best else []
    left = order[len(order) // 2 * 2 :]
    return _two_by_two(order), left


def by_list(
    waiting: Sequence[Person], listed: Sequence[tuple[str, str]]
) -> tuple[Pairs, list[Person]]:
    """Pair people as a list of names says; return the pairs and the people who are left."""
    known, pairs = {person.name: person for person in waiting}, []
    for one, other in listed:
        if one in known and other in known and one != other:
            pairs.append((known.pop(one), known.pop(other)))
    return pairs, list(known.values())


def by_choice(waiting: Sequence[Person]) -> tuple[Pairs, list[Person]]:
    """Pair people who chose each other; return the pairs and the people who are left."""
    left, pairs = {person.number: person for person in waiting}, []
    for person in waiting:
        other = left.get(person.wish) if isinstance(person.wish, int) else None
        if person.number in left and other and other.wish == person.number:
            pairs.append((left.pop(person.number), left.pop(other.number)))
    return pairs, list(left.values())


def _two_by_two(order: Sequence[Person]) -> Pairs:
    return list(zip(order[::2], order[1::2], strict=False))


def pairs_of(pairs: object) -> str | list[tuple[str, str]]:
    """Return how people are paired.

    Raises:
        GameError: there is no such way.
    """
    if isinstance(pairs, str) and pairs in WAYS:
        return pairs
    if isinstance(pairs, list | tuple) and all(
        isinstance(pair, list | tuple) and len(pair) == 2 and all(isinstance(n, str) for n in pair)
        for pair in pairs
    ):
        return [(one, other) for one, other in pairs]
    raise gk.GameError(
        f'pairs={shown(pairs)}: give "random", "bots", "choice" or a list of pairs of names.'
    )
