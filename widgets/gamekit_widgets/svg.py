"""A scene as one SVG string: the picture in the notebook, in the browser and in the tests.

Colours and strokes are in board.css. In a live widget that sheet is loaded once and follows the
notebook's theme; a still picture carries it inside and shows its fallback colours on a board of
its own, which read well on light and on dark pages.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from itertools import groupby
from math import atan2, degrees
from pathlib import Path
from typing import Any

from gamekit_widgets.scene import CELL, Arrow, Cell, Chip, Die, Emblem, Piece, Scene, Words

STYLE = (Path(__file__).parent / "js" / "board.css").read_text(encoding="utf-8")

_HALF = CELL / 2 - 3  # half a cell, less the gap to its neighbours


def render(scene: Scene, still: bool = False) -> str:
    """Return the scene as SVG.

    Args:
        scene: what to draw.
        still: a picture that must stand by itself, without the widget's style sheet.
    """
    size = f"0 0 {_n(scene.width)} {_n(scene.height)}"
    role = "grid" if scene.cells else "img"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="gk-board" viewBox="{size}"'
    if still:
        head += f' width="{_n(scene.width)}" height="{_n(scene.height)}"'
    parts = [f'{head} role="{role}" aria-label="{escape(scene.name)}">']
    if still:
        parts.append(f"<style>{STYLE}</style>")
    parts.append(
        f'<rect data-key="board" class="gk-ground" width="{_n(scene.width)}"'
        f' height="{_n(scene.height)}" rx="16"/>'
    )
    for row, cells in groupby(scene.cells, key=lambda cell: cell.row):
        drawn = "".join(_cell(cell) for cell in cells)
        parts.append(f'<g data-key="row-{row}" role="row">{drawn}</g>')
    pieces = "".join(_PAINTERS[type(piece)](piece) for piece in scene.pieces)
    parts.append(f'<g data-key="pieces" class="gk-pieces" aria-hidden="true">{pieces}</g></svg>')
    return "".join(parts)


def _cell(cell: Cell) -> str:
    classes = ["gk-cell", *(f"gk-{mark}" for mark in sorted(cell.marks))]
    if cell.owner is not None:
        classes.append(f"gk-home-{cell.owner}")
    left, top = cell.x - _HALF, cell.y - _HALF
    corner = cell.x + _HALF - 15, top + 15
    extra = ""
    if "refused" in cell.marks:
        x, y = corner
        extra = f'<path class="gk-cross" d="M{_n(x - 6)} {_n(y - 6)}l12 12m0-12l-12 12"/>'
    elif cell.badge:
        x, y = corner
        extra = (
            f'<circle class="gk-badge" cx="{_n(x)}" cy="{_n(y)}" r="13"/>'
            f'<text class="gk-badge-text" x="{_n(x)}" y="{_n(y + 5)}">{escape(cell.badge)}</text>'
        )
    return (
        f'<g data-key="cell-{cell.label}" role="gridcell" tabindex="-1"'
        f' class="{" ".join(classes)}" aria-label="{escape(cell.says)}"'
        + (' aria-selected="true"' if "pressed" in cell.marks else "")
        + f' data-cell="{cell.label}" data-x="{_n(cell.x)}" data-y="{_n(cell.y)}">'
        f'<rect class="gk-shape" x="{_n(left)}" y="{_n(top)}" width="{_n(2 * _HALF)}" height="{_n(2 * _HALF)}"'
        f' rx="11"/><text class="gk-label" x="{_n(left + 8)}" y="{_n(top + 18)}">{cell.label}'
        f"</text>{extra}</g>"
    )


def _chip(chip: Chip) -> str:
    lifted = " gk-lifted" if chip.is_lifted else ""
    return f'<ellipse class="gk-chip{lifted}" {_place(chip)} rx="30" ry="19"/>'


def _words(words: Words) -> str:
    owner = "" if words.owner is None else f" gk-ink-{words.owner}"
    return f'<text class="gk-{words.look}{owner}" {_place(words)}>{escape(words.text)}</text>'


def _emblem(emblem: Emblem) -> str:
    r = emblem.size / 2
    shape = (
        f"M0 {_n(-r)}L{_n(r)} {_n(0.8 * r)}H{_n(-r)}Z"
        if emblem.owner == 0
        else f"M0 {_n(-r)}L{_n(r)} 0L0 {_n(r)}L{_n(-r)} 0Z"
    )
    faint = " gk-faint" if emblem.is_faint else ""
    return f'<path class="gk-emblem-{emblem.owner}{faint}" {_place(emblem)} d="{shape}"/>'


# where the pips of a face sit, in thirds of the distance from the centre
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _die(die: Die) -> str:
    half = die.size / 2
    if die.face in _PIPS:
        apart, radius = 0.27 * die.size, _n(0.095 * die.size)
        face = "".join(
            f'<circle cx="{_n(x * apart)}" cy="{_n(y * apart)}" r="{radius}"/>'
            for x, y in _PIPS[die.face]
        )
    else:
        face = f'<text y="{_n(0.19 * die.size)}">{die.face}</text>'
    return (
        f'<g class="gk-die gk-die-{die.owner}" {_place(die)}>'
        f'<g class="gk-tumble" data-key="{die.key}-face" data-roll="{die.roll}">'
        f'<rect x="{_n(-half)}" y="{_n(-half)}" width="{_n(die.size)}" height="{_n(die.size)}"'
        f' rx="{_n(0.22 * die.size)}"/>{face}</g></g>'
    )


def _arrow(arrow: Arrow) -> str:
    turn = round(degrees(atan2(arrow.dy, arrow.dx)))
    hint = " gk-hint" if arrow.is_hint else ""
    # The word stays upright whichever way the arrow points; it sits in the shaft.
    return (
        f'<g class="gk-arrow gk-arrow-{arrow.owner}{hint}" {_place(arrow)}>'
        f'<path transform="rotate({turn})" d="M-18-8H3V-14L20 0L3 14V8H-18Z"/>'
        f'<text x="{_n(-3 * _unit(arrow.dx))}" y="{_n(5 - 3 * _unit(arrow.dy))}">'
        f"{escape(arrow.text)}</text></g>"
    )


def _unit(length: float) -> int:
    return (length > 0) - (length < 0)


def _place(piece: Piece) -> str:
    return f'data-key="{piece.key}" transform="translate({_n(piece.x)} {_n(piece.y)})"'


def _n(number: float) -> str:
    """Write a length shortly, and the same on every machine."""
    return f"{round(number, 1):g}"


_PAINTERS: dict[type, Callable[[Any], str]] = {
    Chip: _chip,
    Words: _words,
    Emblem: _emblem,
    Die: _die,
    Arrow: _arrow,
}
