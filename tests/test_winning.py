"""Which cells won, where a rule only says whether the game is won."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet

import pytest

from gamekit.contract import decisive

CELLS = range(6)


@pytest.mark.parametrize(
    ("wins", "cells"),
    [
        (lambda kept: {1, 2} <= kept, [1, 2]),
        (lambda kept: {1, 2} <= kept or {3, 4, 5} <= kept, [1, 2, 3, 4, 5]),
        (lambda kept: {1, 2} <= kept or {2, 3} <= kept or kept >= {1, 2, 4}, [1, 2, 3]),
        (lambda kept: len(kept) >= 4, [0, 1, 2, 3, 4, 5]),
        (lambda kept: len(kept) == 6, [0, 1, 2, 3, 4, 5]),
        (lambda kept: True, []),
        (lambda kept: False, []),
    ],
)
def test_every_cell_of_a_smallest_winning_set_is_found(
    wins: Callable[[AbstractSet[int]], bool], cells: list[int]
) -> None:
    assert decisive(CELLS, wins) == cells


def test_the_search_ends_where_there_are_very_many_such_sets() -> None:
    asked = []
    found = decisive(range(60), lambda kept: asked.append(kept) is None and len(kept) >= 30)
    assert len(found) >= 30
    assert len(asked) < 100_000
