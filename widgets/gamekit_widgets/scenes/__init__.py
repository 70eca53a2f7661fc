"""How each game looks: a scene file for each, and a plain one for a game that has none.

A scene file turns a view into a `Scene`, and presses into moves; it knows no rule. Begin with
`take_back_toe.py`. The functions below draw a match or a view, for somebody in particular.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from html import escape
from importlib import import_module
from itertools import groupby
from math import ceil, sqrt
from string import digits
from types import SimpleNamespace
from typing import cast

import gamekit as gk
from gamekit import ALL, PUBLIC, Match, View
from gamekit.errors import YOU, addressed
from gamekit.games import NAMES
from gamekit.match.match import match_of
from gamekit.match.view import Heat
from gamekit_widgets.drawing.pieces import CELL, Cell
from gamekit_widgets.drawing.svg import STYLE, draw_cell, length
from gamekit_widgets.scene import Hand, Scene, SceneFile, Way, Words
from gamekit_widgets.scenes import plain

SCENES: dict[str, SceneFile] = {}  # of games that are registered; the kit's own are found by name


def register(
    name: str,
    draw: Callable[[gk.View, Hand], Scene],
    presses: Callable[[gk.View, str], Way] = plain.presses,
    compose: Callable[[gk.View, tuple[str, ...]], str | None] = plain.compose,
    attempt: Callable[[gk.View, tuple[str, ...]], str] = plain.attempt,
) -> None:
    """Give a game of your own its picture, also one written in a notebook.

    Args:
        name: the game's; a second registration takes the place of the first.
        draw: its picture. This and the others work as in `SceneFile`; only a game whose moves take
            more than one press, or a press under another name, needs the others.

    Raises:
        GameError: it is one of the kit's own games.
    """
    if name in NAMES:
        raise gk.GameError(
            f"{name!r} is one of the kit's own games and has a picture: choose another name."
        )
    own = SimpleNamespace(draw=draw, presses=presses, compose=compose, attempt=attempt)
    SCENES[name] = cast(SceneFile, own)


def drawn(view: gk.View, hand: Hand) -> Scene:
    """Return the scene of a view, which addresses a player who is called You."""
    scene = scene_file(view.game.name).draw(view, hand)
    return _addressed(scene) if YOU in view.names else scene


def _addressed(scene: Scene) -> Scene:
    return replace(
        scene,
        name=addressed(scene.name),
        says=addressed(scene.says),
        prompt=addressed(scene.prompt),
        cells=tuple(replace(cell, says=addressed(cell.says)) for cell in scene.cells),
        pieces=tuple(
            replace(piece, text=addressed(piece.text)) if isinstance(piece, Words) else piece
            for piece in scene.pieces
        ),
        parts=tuple(map(_addressed, scene.parts)),
    )


def scene_file(name: str) -> SceneFile:
    """Return the scene file of the game with this name, or the plain one."""
    if name in SCENES:
        return SCENES[name]
    if name in NAMES:
        return cast(SceneFile, import_module(f"{__name__}.{name.replace('-', '_')}"))
    return plain


def svg(shown: Match | View, heat: Heat | None = None) -> str:
    """Return the board as one self-contained SVG string.

    Args:
        shown: a view, or a match; of a match, this draws an onlooker's view.
        heat: figures for the cells, which replace the pieces on the board.
    """
    scene = scene_of(onlookers_view(shown))
    return heat_svg(scene, heat) if heat else scene.svg(still=True)


def scene_of(view: View, hand: Hand | None = None) -> Scene:
    """Return the scene of a view."""
    return drawn(view, hand or Hand())


def onlookers_view(shown: Match | View) -> View:
    """Return the view itself, or an onlooker's view of the match."""
    return shown if isinstance(shown, View) else match_of("svg", shown).view(PUBLIC)


def players_view(match: Match) -> View:
    """Return the view of somebody who moves for both sides: everything, unless the game has secrets."""
    return match.view(PUBLIC if match.game.has_secrets else ALL)


HEAD, PAD = 44.0, 12.0  # height of the title, and around a board
PALE, DEEP = (247, 251, 255), (8, 69, 148)  # shades of one hue, which also read without color
DARK = 0.65  # from here on words are white


def heat_svg(scene: Scene, heat: Heat) -> str:
    """Return the boards that have figures, side by side, as a still picture."""
    parts = scene.parts or (scene,)
    found = ([cell for cell in part.cells if cell.label in heat.values] for part in parts)
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
