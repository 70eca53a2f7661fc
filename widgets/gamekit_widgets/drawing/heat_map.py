"""A board whose cells show figures, such as how often bots play on each, in shades of one color."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from math import ceil, sqrt
from string import digits

from gamekit.match.view import Heat
from gamekit_widgets.drawing.pieces import CELL, Cell
from gamekit_widgets.drawing.svg import STYLE, draw_cell, length

HEAD, PAD = 44.0, 12.0  # height of the title, and around a board
PALE, DEEP = (247, 251, 255), (8, 69, 148)  # shades of one hue, which also read without color
DARK = 0.65  # from here on words are white


def heat_map(parts: Sequence[Sequence[Cell]], heat: Heat) -> str:
    """Return the boards that have figures, side by side, as a still picture.

    Args:
        parts: the cells of each board.
        heat: figures for the cells.
    """
    found = ([cell for cell in part if cell.label in heat.values] for part in parts)
    boards = [cells for cells in found if cells] or [_squares(list(heat.values))]
    width = sum(_extent([cell.x for cell in cells], cells)[1] for cells in boards)
    height = HEAD + max(_extent([cell.y for cell in cells], cells)[1] for cells in boards)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="gk-board" role="img"'
        f' viewBox="0 0 {length(width)} {length(height)}" width="{length(width)}"'
        f' height="{length(height)}" aria-label="{escape(heat.title)}"><style>{STYLE}</style>'
        f'<rect class="gk-ground" width="{length(width)}" height="{length(height)}" rx="16"/>'
        f'<text class="gk-text" x="16" y="{length(0.65 * HEAD)}">{escape(heat.title)}</text>'
        f"{''.join(_boards(boards, heat))}</svg>"
    )


def _squares(labels: list[str]) -> list[Cell]:
    """Return a square for each cell of a board that nothing draws, in reading order: a row for the
    cells that differ in their number alone, or else a board about as wide as it is high."""
    rows = [[*row] for _, row in groupby(labels, key=lambda label: label.rstrip(digits))]
    if not 1 < len(rows) < len(labels):
        width = ceil(sqrt(len(labels)))
        rows = [labels[begin : begin + width] for begin in range(0, len(labels), width)]
    return [
        Cell(label, CELL * (column + 0.5), CELL * (row + 0.5), str(row), label)
        for row, names in enumerate(rows)
        for column, label in enumerate(names)
    ]


def _extent(middles: list[float], cells: list[Cell]) -> tuple[float, float]:
    """Return where a board begins and how large it is, in one direction, with a margin."""
    most = max(cell.size for cell in cells) * 0.6 + PAD
    return min(middles) - most, max(middles) - min(middles) + 2 * most


def _boards(boards: list[list[Cell]], heat: Heat) -> Iterator[str]:
    most = heat.most or 1.0
    left = 0.0
    for cells in boards:
        begin, width = _extent([cell.x for cell in cells], cells)
        top, _ = _extent([cell.y for cell in cells], cells)
        yield f'<g transform="translate({length(left - begin)} {length(HEAD - top)})">'
        yield from (_cell(cell, heat.values[cell.label], most, heat.form) for cell in cells)
        yield "</g>"
        left += width


def _cell(cell: Cell, value: float, most: float, form: str) -> str:
    """Draw a cell in the color of its figure, with the figure in it."""
    part = value / most
    ink = "#fff" if part > DARK else "#2b2418"
    said = f"{value:{form}}"
    bare = Cell(cell.label, cell.x, cell.y, cell.row, f"{cell.label}: {said}", size=cell.size,
                shape=cell.shape)  # fmt: skip
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(PALE, DEEP, strict=True))
    drawn = (
        draw_cell(bare)
        .replace('class="gk-shape"', f'class="gk-shape" style="fill:rgb({red},{green},{blue})"')
        .replace('class="gk-label', f'style="fill:{ink}" class="gk-label')
        .replace('tabindex="-1"', "")
        .replace('role="gridcell"', "")
    )
    size = 0.24 * cell.size
    return (
        f'{drawn}<text x="{length(cell.x)}" y="{length(cell.y + 0.55 * size)}" fill="{ink}"'
        f' font-size="{length(size)}" text-anchor="middle">{said}</text>'
    )
