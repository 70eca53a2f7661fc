"""The generator: a stream a decision, and none of them the same."""

from __future__ import annotations

from itertools import product

import pytest

import gamekit as gk
from gamekit.chance import MASK, Random, decision_key, draw, inner_key, outcome, stream_key


def test_the_published_numbers_of_splitmix64() -> None:
    # Java's SplittableRandom and the reference C code give these for the seed 1234567.
    expected = [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
        16408922859458223821,
    ]  # fmt: skip
    assert [inner_key(1234567, k) for k in range(5)] == expected


def test_every_decision_of_every_seat_game_and_seed_has_a_key_of_its_own() -> None:
    places = list(product(range(8), range(8), range(2), range(50)))
    keys = {decision_key(*place) for place in places}
    assert len(keys) == len(places)
    assert all(0 <= key <= MASK for key in keys)
    assert decision_key(-1, 3, 1, 5) == decision_key(MASK, 3, 1, 5)


def test_a_decision_draws_the_numbers_of_its_key() -> None:
    key = decision_key(7, 3, 1, 12)
    random = Random.from_key(key)
    assert [draw(random, 1000) for _ in range(5)] == [outcome(key, k, 1000) for k in range(5)]
    assert key == inner_key(stream_key(7, 3, 2), 12)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("other", range(4))
def test_who_starts_at_random_tells_nothing_of_the_first_die_of_any_match(
    number: int, other: int
) -> None:
    found = set()
    for seed in range(60):
        drawn = gk.Match("take-back-toe", seed=seed, number=number, first="random")
        die = gk.Match("take-back-toe", seed=seed, number=other).history[0].text
        found.add((drawn.first, die in "123"))
    assert len(found) == 4
