"""The geometry of boards against a plain search: lines of squares, connected shapes, baskets."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.boards import grid, hexagon, shapes


@given(st.integers(1, 5), st.integers(1, 5), st.integers(2, 4), st.data())
def test_every_line_of_a_board_is_found(
    rows: int, columns: int, length: int, data: st.DataObject
) -> None:
    cells = data.draw(st.lists(st.integers(0, 2), min_size=rows * columns, max_size=rows * columns))
    board = {(row, column) for row in range(rows) for column in range(columns)}
    lines = {
        frozenset((row + k * down, column + k * right) for k in range(length))
        for row, column in board
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    }
    lines = {line for line in lines if line <= board}
    found = grid.windows(rows, columns, length)
    assert {frozenset(divmod(cell, columns) for cell in window) for window in found} == lines
    assert len(found) == len(lines)
    counts = [sum(cells[cell] == 1 for cell in window) for window in found]
    assert grid.has_line(rows, columns, cells, 1, length) == (length in counts)


@pytest.mark.parametrize(("size", "fixed", "free"), [(3, 11, 3), (4, 44, 7), (5, 186, 22)])
def test_connected_shapes_of_hexagons(size: int, fixed: int, free: int) -> None:
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    cells = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4]
    found = shapes.placements(cells, lambda c: [(c[0] + q, c[1] + r) for q, r in steps], size)
    assert len({shapes.shifted(shape) for shape in found}) == fixed
    assert len({shapes.free(shapes.shifted(s), shapes.HEXAGON) for s in found}) == free


def test_baskets_are_found_as_by_trying_all_fives() -> None:
    random = Random(5)
    fives = hexagon.connected(5, 5)
    for _ in range(12):
        cells = random.sample(range(61), random.choice((8, 10, 12, 14)))
        taken = {hexagon.AXIAL[cell] for cell in cells}
        kinds: dict[Any, list[set[Any]]] = {}
        for five in fives:
            if taken.issuperset(five):
                free = shapes.free(shapes.shifted(five), shapes.HEXAGON)
                kinds.setdefault(free, []).append(set(five))
        pieces = [0 if cell in cells else hexagon.EMPTY for cell in range(127)]
        for overlap in (True, False):
            expected = any(
                overlap or not one & other
                for alike in kinds.values()
                for one, other in combinations(alike, 2)
            )
            assert (hexagon.twin_baskets(5, pieces, 0, overlap)[0] >= 0) is expected


@given(st.integers(2, 4), st.data())
def test_groups_and_lines_of_hexagons_are_those_of_a_plain_search(
    size: int, data: st.DataObject
) -> None:
    count = hexagon.cell_count(size)
    cells = data.draw(st.lists(st.integers(0, 1), min_size=count, max_size=count))
    group, fresh = {0}, {0}
    while fresh:
        near = {there for cell in fresh for there in hexagon.neighbors(size, cell)}
        fresh = {there for there in near if cells[there] == cells[0]} - group
        group |= fresh
    marked = list(cells)
    assert hexagon.spread(size, marked, 0, 7) == len(group)
    assert {cell for cell in range(count) if marked[cell] == 7} == group
    lengths = (
        length
        for length in range(1, 2 * size)
        for row in hexagon.windows(size, length)
        if all(cells[cell] == 1 for cell in row)
    )
    assert hexagon.longest_line(size, cells, 1) == max(lengths, default=0)
