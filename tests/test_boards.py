"""Lines on a board of squares, counted cell by cell and looked for by coordinates."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gamekit.boards import grid


@given(st.integers(1, 5), st.integers(1, 5), st.integers(2, 4), st.data())
def test_every_line_of_a_board_is_found_and_the_fullest_counted(
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
    assert grid.fullest_window(rows, columns, cells, 1, length) == max(counts, default=0)
    assert grid.has_line(rows, columns, cells, 1, length) == (length in counts)
