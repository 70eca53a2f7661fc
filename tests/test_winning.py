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
        (lambda cells: {1, 2} <= cells, [1, 2]),
        (lambda cells: {1, 2} <= cells or {3, 4, 5} <= cells, [1, 2, 3, 4, 5]),
        (lambda cells: {1, 2} <= cells or {2, 3} <= cells or cells >= {1, 2, 4}, [1, 2, 3]),
        (lambda cells: len(cells) >= 4, [0, 1, 2, 3, 4, 5]),
        (lambda cells: len(cells) == 6, [0, 1, 2, 3, 4, 5]),
        (lambda cells: True, []),
        (lambda cells: False, []),
    ],
)
def test_every_cell_of_a_smallest_winning_set_is_found(
    wins: Callable[[AbstractSet[int]], bool], cells: list[int]
) -> None:
    assert decisive(CELLS, wins) == cells


def test_the_search_ends_even_with_very_many_smallest_sets() -> None:
    tries = []
    found = decisive(range(60), lambda cells: tries.append(cells) is None and len(cells) >= 30)
    assert len(found) >= 30
    assert len(tries) < 100_000
