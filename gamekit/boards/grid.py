"""Rectangular boards: rows A, B, C, ... from the top, columns 1, 2, 3, ... from the left.

A cell is the whole number `row * columns + column`; its label is "B3".
"""

from __future__ import annotations

from collections.abc import Sequence

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
UP, DOWN, LEFT, RIGHT = range(4)


def beside(columns: int, cell: int, direction: int) -> int:
    """Return the cell one step away, where the board is known to go on in this direction."""
    if direction == UP:
        return cell - columns
    if direction == DOWN:
        return cell + columns
    return cell - 1 if direction == LEFT else cell + 1


def neighbour(rows: int, columns: int, row: int, column: int, direction: int) -> int:
    """Return the cell that shares this side with the cell at (row, column), or -1 off the board."""
    if (
        (direction == UP and row == 0)
        or (direction == DOWN and row == rows - 1)
        or (direction == LEFT and column == 0)
        or (direction == RIGHT and column == columns - 1)
    ):
        return -1
    return beside(columns, row * columns + column, direction)


def step(rows: int, columns: int, cell: int, direction: int) -> int:
    """Return the cell one step away in this direction, or -1 off the board."""
    return neighbour(rows, columns, cell // columns, cell % columns, direction)


def label(row: int, column: int) -> str:
    """Return the label of a cell: `label(1, 2)` is "B3"."""
    return f"{LETTERS[row]}{column + 1}"


def cell(text: str) -> tuple[int, int] | None:
    """Return (row, column) of a label in any case, or None where the text is no label."""
    letter, number = text[:1].upper(), text[1:]
    if len(letter) != 1 or letter not in LETTERS or not (number.isascii() and number.isdigit()):
        return None
    if len(number) > 4:  # no board is that wide, and Python reads no number of any length
        return None
    return LETTERS.index(letter), int(number) - 1


def text(columns: int, cells: Sequence[str], margin: Sequence[str] = ()) -> str:
    """Draw a board as text, one line a row, with labels and an optional note beside each row."""
    width = max(2, *(len(mark) for mark in cells))
    lines = ["  " + " ".join(f" {column + 1:>{width}} " for column in range(columns)).rstrip()]
    for row in range(len(cells) // columns):
        marks = cells[row * columns : (row + 1) * columns]
        line = f"{LETTERS[row]} |" + "|".join(f" {mark:>{width}} " for mark in marks) + "|"
        note = margin[row] if row < len(margin) else ""
        lines.append(f"{line}  {note}".rstrip())
    return "\n".join(lines)
