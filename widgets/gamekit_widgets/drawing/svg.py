"""Cells, pieces and heat maps as SVG, for notebooks, browsers and tests.

board.css has the colors and strokes. A live widget loads that sheet once and follows the
notebook's theme. A still picture carries the sheet inside and shows its fallback colors, which read
well on light and on dark pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import groupby
from math import atan2, ceil, cos, degrees, hypot, radians, sin, sqrt
from string import digits
from typing import Any

from gamekit.match.view import Heat
from gamekit_widgets.assets import style
from gamekit_widgets.drawing.pieces import (
    CELL,
    Arrow,
    Cell,
    Chip,
    Die,
    Emblem,
    Line,
    Panel,
    Piece,
    Sketch,
    Token,
    Trail,
    Words,
    Zone,
)

STYLE = style("board")

GAP = 14.0  # between boards side by side
_INSET = 0.03  # of a cell's size, on each side of it
_BAR = 0.13  # half of a bar's breadth, as a share of its length
CARD_HEIGHT = 46.0
SENTENCE_LETTER = 8.5  # the width of a letter in a sentence
CLEAR = 26.0  # from the middle of a cell to an arrow that points a move out


def length(number: float) -> str:
    """Write a length in few digits, the same on every machine."""
    return f"{round(number, 1):g}"


def draw_cell(cell: Cell) -> str:
    """Return a cell as SVG: its shape and its label."""
    classes = ["gk-cell", *(f"gk-{mark}" for mark in sorted(cell.marks))]
    if cell.owner is not None:
        classes.append(f"gk-home-{cell.owner}")
    label = escape(cell.label)
    return (
        f'<g data-key="cell-{label}" role="gridcell" tabindex="-1"'
        f' class="{" ".join(classes)}" aria-label="{escape(cell.says)}"'
        + (' aria-selected="true"' if "pressed" in cell.marks else "")
        + ("" if cell.drag is None else f' data-drag="{cell.drag[0]}" data-onto="{cell.drag[1]}"')
        + f' data-cell="{label}" data-x="{length(cell.x)}" data-y="{length(cell.y)}">'
        f"{_SHAPES[cell.shape](cell)}</g>"
    )


def _plain(cell: Cell) -> str:
    half = (0.5 - _INSET) * cell.size
    return (
        f'<rect class="gk-shape" x="{length(cell.x - half)}" y="{length(cell.y - half)}"'
        f' width="{length(2 * half)}" height="{length(2 * half)}" rx="{length(0.11 * cell.size)}"/>'
    )


def _square(cell: Cell) -> str:
    inside = (0.08 - 0.5 + _INSET) * cell.size
    return (
        f'{_plain(cell)}<text class="gk-label" x="{length(cell.x + inside)}"'
        f' y="{length(cell.y + 10 + inside)}">{escape(cell.name)}</text>'
    )


def _circle(cell: Cell) -> str:
    return (
        f'<circle class="gk-shape" cx="{length(cell.x)}" cy="{length(cell.y)}"'
        f' r="{length(0.32 * cell.size)}"/><text class="gk-label gk-middle-of-cell"'
        f' x="{length(cell.x - 0.3 * cell.size)}" y="{length(cell.y - 0.26 * cell.size)}">'
        f"{escape(cell.name)}</text>"
    )


def _across(cell: Cell) -> str:
    return _bar(cell, (1 - 2 * _BAR) * cell.size, 2 * _BAR * cell.size)


def _upright(cell: Cell) -> str:
    return _bar(cell, 2 * _BAR * cell.size, (1 - 2 * _BAR) * cell.size)


def _bar(cell: Cell, width: float, height: float) -> str:
    return (
        f'<rect class="gk-shape" x="{length(cell.x - width / 2)}" y="{length(cell.y - height / 2)}"'
        f' width="{length(width)}" height="{length(height)}" rx="{length(0.08 * cell.size)}"/>'
    )


def _card(cell: Cell) -> str:
    return (
        f'<rect class="gk-shape" x="{length(cell.x - cell.size / 2)}" y="{length(cell.y - CARD_HEIGHT / 2)}"'
        f' width="{length(cell.size)}" height="{length(CARD_HEIGHT)}" rx="12"/>'
    )


def _hexagon(cell: Cell) -> str:
    half = (0.5 - 0.6 * _INSET) * cell.size  # narrower, because many stand in a row
    side = 2 * half / sqrt(3)
    rise = f"l{length(half)} {length(side / 2)}v{length(side)}l{length(-half)} {length(side / 2)}"
    back = f"l{length(-half)} {length(-side / 2)}v{length(-side)}z"
    return (
        f'<path class="gk-shape" d="M{length(cell.x)} {length(cell.y - side)}{rise}{back}"/>'
        f'<text class="gk-label gk-middle-of-cell" x="{length(cell.x)}"'
        f' y="{length(cell.y - 0.24 * cell.size)}">{escape(cell.name)}</text>'
    )


_SHAPES: dict[str, Callable[[Cell], str]] = {
    "square": _square,
    "plain": _plain,
    "hexagon": _hexagon,
    "circle": _circle,
    "across": _across,
    "upright": _upright,
    "card": _card,
}


def draw_corner(cell: Cell) -> str:
    """Draw the cross of a refusal or the badge in the upper right corner of a cell, above any piece."""
    key = f"corner-{escape(cell.label)}"
    x, y = cell.x + 0.47 * cell.size - 15, cell.y - 0.47 * cell.size + 15
    if "refused" in cell.marks:
        cross = '<path class="gk-cross-edge" d="{0}"/><path class="gk-cross" d="{0}"/>'
        mark = cross.format(f"M{length(x - 6)} {length(y - 6)}l12 12m0-12l-12 12")
    elif cell.badge and "hinted" in cell.marks:  # the order in which to press keys
        return f'<g class="gk-order" data-key="{key}">{_badge(x + 8, y - 8, cell.badge, 9)}</g>'
    elif cell.badge:
        radius = min(13.0, 0.14 * cell.size)  # on a small cell a small badge hides nothing
        mark = _badge(x + 13 - radius, y - 13 + radius, cell.badge, radius)
    else:
        return ""
    return f'<g data-key="{key}">{mark}</g>'


def _badge(x: float, y: float, text: str, radius: float) -> str:
    fitted = ' textLength="21" lengthAdjust="spacingAndGlyphs"' if len(text) > 2 else ""
    return (
        f'<circle class="gk-badge" cx="{length(x)}" cy="{length(y)}" r="{length(radius)}"/>'
        f'<text class="gk-badge-text" x="{length(x)}" y="{length(y + 5)}"{fitted}>{escape(text)}</text>'
    )


def _chip(chip: Chip) -> str:
    lifted = " gk-lifted" if chip.is_lifted else ""
    return f'<ellipse class="gk-chip{lifted}" {_place(chip)} rx="30" ry="19"/>'


def _words(words: Words) -> str:
    owner = "" if words.owner is None else f" gk-ink-{words.owner}"
    turned = f' data-turned="{words.turned}"' if words.turned else ""
    is_wide = 0 < words.widest < SENTENCE_LETTER * len(words.text)
    size = (
        f'textLength="{length(words.widest)}" lengthAdjust="spacingAndGlyphs" ' if is_wide else ""
    )
    return (
        f'<text class="gk-{words.look}{owner}"{turned} {size}{_place(words)}>'
        f"{escape(words.text)}</text>"
    )


def _emblem(emblem: Emblem) -> str:
    r = emblem.size / 2
    shape = (
        f"M0 {length(-r)}L{length(r)} {length(0.8 * r)}H{length(-r)}Z"
        if emblem.owner == 0
        else f"M0 {length(-r)}L{length(r)} 0L0 {length(r)}L{length(-r)} 0Z"
    )
    faint = " gk-faint" if emblem.is_faint else ""
    around = ",".join(f"{length(x)} {length(y)}" for x, y in emblem.around)
    way = f' data-around="{around}"' if around else ""
    offer = f' data-offer="{emblem.offer}"' if emblem.offer else ""
    return (
        f'<path class="gk-emblem-{emblem.owner}{faint}"{way}{offer} {_place(emblem)} d="{shape}"/>'
    )


# where the pips of a face sit, as steps from the center
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _die(die: Die) -> str:
    faint = " gk-faint" if die.is_faint else ""
    turned = f' data-turned="{die.turned}"' if die.turned else ""
    return (
        f'<g class="gk-die gk-die-{_whose(die)}{faint}" {_place(die)}>'
        f'<g class="gk-tumble" data-key="{die.key}-face" data-roll="{die.roll}"{turned}>'
        f"{_face(die.face, die.size)}{_turned(die)}</g></g>"
    )


@lru_cache(maxsize=1000)  # many dice, few faces and sizes
def _face(face: int | str, size: float) -> str:
    """Draw a die with its face, centered on 0, 0."""
    half, side = length(-size / 2), length(size)
    if face in _PIPS:
        apart, radius = 0.27 * size, length(0.095 * size)
        shown = "".join(
            f'<circle cx="{length(x * apart)}" cy="{length(y * apart)}" r="{radius}"/>'
            for x, y in _PIPS[face]
        )
    else:
        shown = f'<text transform="scale({length(size / 46)})" y="8.7">{face}</text>'
    square = f'x="{half}" y="{half}" width="{side}" height="{side}" rx="{length(0.22 * size)}"'
    return f"<rect {square}/>{shown}"


def _turned(die: Die) -> str:
    """Draw the back of a die, and the word that appears when it turns over."""
    if not die.turned:
        return ""
    half, side = length(-die.size / 2), length(die.size)
    back = f'<rect class="gk-back" x="{half}" y="{half}" width="{side}" height="{side}" rx="6"/>'
    y = length(-0.5 * die.size - 4)
    return f'{back}<text class="gk-said-of-die" y="{y}">{escape(die.word)}</text>'


def _whose(piece: Die | Line) -> str:
    return "nobody" if piece.owner is None else str(piece.owner)


def _arrow(arrow: Arrow) -> str:
    turn = round(degrees(atan2(arrow.dy, arrow.dx)))
    # The word stays upright whichever way the arrow points; it sits in the shaft.
    return (
        f'<g class="gk-arrow gk-arrow-{arrow.owner}" {_place(arrow)}>'
        f'<path transform="rotate({turn})" d="M-18-8H3V-14L20 0L3 14V8H-18Z"/>'
        f'<text x="{length(-3 * _unit(arrow.dx))}" y="{length(5 - 3 * _unit(arrow.dy))}">'
        f"{escape(arrow.text)}</text></g>"
    )


def _unit(length: float) -> int:
    return (length > 0) - (length < 0)


def _panel(panel: Panel) -> str:
    owner = "" if panel.owner is None else f" gk-panel-{panel.owner}"
    return (
        f'<rect class="gk-panel{owner}" {_place(panel)} x="{length(-panel.width / 2)}"'
        f' y="{length(-panel.height / 2)}" width="{length(panel.width)}" height="{length(panel.height)}"'
        ' rx="12"/>'
    )


def _line(line: Line) -> str:
    return f'<path class="gk-row gk-row-{_whose(line)}" {_place(line)} d="M0 0L{length(line.dx)} {length(line.dy)}"/>'


def _trail(trail: Trail) -> str:
    """Draw a line that ends in an arrowhead or, for a single place, a ring or a number."""
    look = f" gk-{trail.look}" if trail.look else ""
    through = _clear(trail.through) if trail.look else trail.through
    *_, (bx, by) = through
    offer = f' data-offer="{trail.offer}"' if trail.offer else ""
    if len(through) == 1:
        ring = f'<circle cx="{length(bx)}" cy="{length(by)}" r="{length(trail.ring)}"/>'
        if trail.text:
            ring = _badge(bx, by, trail.text, trail.ring)
        return f'<g class="gk-trail{look}"{offer} data-key="{trail.key}">{ring}</g>'
    ax, ay = through[-2]
    turn = round(degrees(atan2(by - ay, bx - ax)))
    way = "L".join(f"{length(x)} {length(y)}" for x, y in through)
    head = f'transform="translate({length(bx)} {length(by)}) rotate({turn})" d="M-11-8L0 0L-11 8"'
    lines = f'<path d="M{way}"/><path {head}/>'
    return f'<g class="gk-trail{look}"{offer} data-key="{trail.key}">{lines}</g>'


def _clear(through: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """Shorten a straight line at both ends, so that the cells there stay readable."""
    if len(through) != 2:
        return through
    (ax, ay), (bx, by) = through
    distance = hypot(bx - ax, by - ay)
    off = min(CLEAR, 0.3 * distance) / (distance or 1)
    dx, dy = off * (bx - ax), off * (by - ay)
    return (ax + dx, ay + dy), (bx - dx, by - dy)


def _zone(zone: Zone) -> str:
    """Draw one broad stroke through the cells or, in a pair, the outline of their shape."""
    owner = "" if zone.owner is None else f" gk-zone-{zone.owner}"
    size = zone.size
    if zone.hue:  # two outlines show where they share cells, and neither crosses petals
        inset, aside = (-0.025, 0.08)[zone.hue - 1] * size, (0.34, -0.34)[zone.hue - 1] * size
        each = zip(zone.cells, zone.text, strict=False)
        badges = "".join(_badge(x + aside, y - aside, text, 8.5) for (x, y), text in each)
        owner = f" gk-pair gk-hue-{zone.hue}"
        shape = f'<path d="{_outline(zone.cells, size, inset)}"/>'
    else:
        x, y = zone.cells[0]
        badges = _badge(x + 0.27 * size, y - 0.23 * size, zone.text, 9.5) if zone.text else ""
        shape = f'<path d="{_joined(zone.cells, size)}" stroke-width="{length(0.84 * size)}"/>'
    return f'<g class="gk-zone{owner}" data-key="{zone.key}">{shape}{badges}</g>'


def _outline(cells: tuple[tuple[float, float], ...], size: float, inset: float) -> str:
    """Return the outline of squares taken together, moved inward by `inset`."""
    left, top = cells[0]
    taken = {(round((x - left) / size), round((y - top) / size)) for x, y in cells}
    path = []
    for column, row in sorted(taken):
        x, y = left + column * size, top + row * size
        for across, down in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            if (column + across, row + down) in taken:
                continue
            out = 0.5 * size - inset
            ends = []
            for right, below in ((down, -across), (-down, across)):  # both ways along the edge
                beside = (column + right, row + below) in taken
                is_bend = (column + right + across, row + below + down) in taken
                reach = 0.5 * size + inset * is_bend if beside else out
                ends.append((x + across * out + right * reach, y + down * out + below * reach))
            (ax, ay), (bx, by) = ends
            path.append(f"M{length(ax)} {length(ay)}L{length(bx)} {length(by)}")
    return "".join(path)


def _joined(cells: tuple[tuple[float, float], ...], size: float) -> str:
    """Return a path that joins each cell to its neighbors, and four in a square crosswise too."""
    path = []
    for x, y in cells:
        beside = [
            (right, down)
            for right, down in ((a - x, b - y) for a, b in cells if (b, a) > (y, x))
            if right**2 + down**2 < 2.1 * size**2
        ]
        near = [(right, down) for right, down in beside if right**2 + down**2 < 1.1 * size**2]
        crosswise = [step for step in beside if step not in near and len(near) == 2]
        path.append(f"M{length(x)} {length(y)}h0")
        path += [
            f"m0 0l{length(a)} {length(b)}m{length(-a)} {length(-b)}" for a, b in near + crosswise
        ]
    return "".join(path)


def _petals(count: int, width: float, is_pointed: bool = False) -> str:
    """Return the path of a flower as large as a token: petals around its middle."""
    drop = [(-width, -16), (-width, -50), (0, -50), (width, -50), (width, -16), (0, 0)]
    if is_pointed:
        drop[1], drop[3] = (-0.2 * width, -38), (0.2 * width, -38)
    path = []
    for petal in range(count):
        turn = radians(360 * petal / count)
        points = [(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in drop]
        path.append("M0 0C" + " ".join(f"{length(x)} {length(y)}" for x, y in points))
    return "".join(path)


_TILE = "M-38-50H38Q50-50 50-38V38Q50 50 38 50H-38Q-50 50-50 38V-38Q-50-50-38-50Z"
_RING = "M0-{0}A{0} {0} 0 1 1 -.1-{0}Z"
_HEART = "M0 44C-24 24-50 2-50-20C-50-50-10-52 0-24C10-52 50-50 50-20C50 2 24 24 0 44Z"

# js/elements.js has the same bee and moth for small signs, the moth without its spots.
_BEE_WINGS = "M-6-6C-20-44-54-36-48-12C-44 4-20 6-6 2ZM6-6C20-44 54-36 48-12C44 4 20 6 6 2Z"
_BEE = (
    "M0-36C14-36 13-20 12-16C24-10 24 32 0 48C-24 32-24-10-12-16C-13-20-14-36 0-36Z"
    "M-4-33L-15-48M4-33L15-48"
)
_STRIPES = "M-17 2Q0 8 17 2M-18 16Q0 22 18 16M-13 30Q0 35 13 30"
_MOTH_WINGS = (
    "M-4-14C-16-34-40-44-50-38C-52-12-34 8-4 6ZM4-14C16-34 40-44 50-38C52-12 34 8 4 6Z"
    "M-4 6C-28 8-36 24-26 42C-12 42-4 26-4 6ZM4 6C28 8 36 24 26 42C12 42 4 26 4 6Z"
)
_MOTH = "M0-26C9-26 8 30 0 36C-8 30-9-26 0-26ZM-2-24Q-8-40-20-46M2-24Q8-40 20-46"
_SPOTS = "M-30-22A5 5 0 1 1-30.1-22ZM30-22A5 5 0 1 1 29.9-22Z"

_CUP = "M-30-46Q-30-50-26-50H26Q30-50 30-46L44 42H-44Z"
_RIM = "M-50 38H50V48H-50Z"

# The drawings of tokens, a hundred wide: for each look, the class and the path of its parts.
LOOKS = {
    "cross": (("gk-tile-0", _TILE), ("gk-sign", "M-22-22L22 22M22-22L-22 22")),
    "nought": (("gk-tile-1", _TILE), ("gk-sign", _RING.format(25))),
    "neutral": (("gk-tile-neutral", _TILE), ("gk-sign", "M-20 24V-24L20 24V-24")),
    "purple": (("gk-purple", _petals(5, 28)), ("gk-pollen", _RING.format(11))),
    "red": (("gk-red", _petals(3, 44)), ("gk-pollen", _RING.format(11))),
    "blue": (("gk-blue", _petals(4, 34, is_pointed=True)), ("gk-pollen", _RING.format(9))),
    "yellow": (("gk-yellow", _petals(8, 17)), ("gk-pollen", _RING.format(15))),
    "bee": (("gk-wing-0", _BEE_WINGS), ("gk-body-0", _BEE), ("gk-stripe", _STRIPES)),
    "moth": (("gk-wing-1", _MOTH_WINGS), ("gk-body-1", _MOTH), ("gk-stripe", _SPOTS)),
    "life": (("gk-life", _HEART),),
    "life-lost": (("gk-life-lost", _HEART),),
    "cup-0": (("gk-cup-0", _CUP), ("gk-cup-rim", _RIM)),
    "cup-1": (("gk-cup-1", _CUP), ("gk-cup-rim", _RIM)),
    "ban": (("gk-ban", _RING.format(40) + "M-28-28L28 28"),),
}


def _parts(look: str) -> str:
    return "".join(f'<path class="{name}" d="{path}"/>' for name, path in LOOKS[look])


def button_picture(look: str) -> str:
    """Return the drawing of a token by itself, for a button."""
    return (
        f'<svg class="gk-token" viewBox="-50 -50 100 100" aria-hidden="true">{_parts(look)}</svg>'
    )


def _token(token: Token) -> str:
    parts = _parts(token.look)
    size = f' transform="scale({token.size / 100:g})"'
    fades = f" gk-{token.fades}" if token.fades else ""
    return f'<g class="gk-token{fades}" {_place(token)}><g{size}>{parts}</g></g>'


LARGEST_HEXAGON = 12.0  # the largest width of a sketch's hexagon


def _sketch(sketch: Sketch) -> str:
    """Draw small hexagons around the center, as large as fit."""
    kinds = {"filled": sketch.filled, "ringed": sketch.ringed, "bare": sketch.bare}
    across, down = zip(*(spot for spots in kinds.values() for spot in spots), strict=True)
    width, height = max(across) - min(across) + 1, max(down) - min(down) + 2 / sqrt(3)
    size = min(LARGEST_HEXAGON, sketch.width / width, sketch.height / height)
    middle = (max(across) + min(across)) / 2, (max(down) + min(down)) / 2
    half, side = 0.46 * size, 0.92 * size / sqrt(3)
    paths = []
    for kind, spots in kinds.items():
        path = "".join(
            f"M{length(size * (x - middle[0]))} {length(size * (y - middle[1]) - side)}"
            f"l{length(half)} {length(side / 2)}v{length(side)}l{length(-half)} {length(side / 2)}"
            f"l{length(-half)} {length(-side / 2)}v{length(-side)}z"
            for x, y in spots
        )
        if path:
            paths.append(f'<path class="gk-sketch-{kind}" d="{path}"/>')
    return f"<g {_place(sketch)}>{''.join(paths)}</g>"


def _place(piece: Chip | Words | Emblem | Die | Arrow | Token | Panel | Line | Sketch) -> str:
    return f'data-key="{piece.key}" transform="translate({length(piece.x)} {length(piece.y)})"'


_PAINTERS: dict[type, Callable[[Any], str]] = {
    Chip: _chip,
    Words: _words,
    Emblem: _emblem,
    Die: _die,
    Arrow: _arrow,
    Token: _token,
    Panel: _panel,
    Line: _line,
    Trail: _trail,
    Zone: _zone,
    Sketch: _sketch,
}


def draw_piece(piece: Piece) -> str:
    return _PAINTERS[type(piece)](piece)


# --- a heat map ----------------------------------------------------------------------------------


HEAD, PAD = 44.0, 12.0  # height of the title, and around a board
PALE, DEEP = (247, 251, 255), (8, 69, 148)  # shades of one hue, which also read without color
DARK = 0.65  # from here on words are white


def heat_map(parts: Sequence[Sequence[Cell]], heat: Heat) -> str:
    """Return the boards that have values, side by side, as a still picture.

    Args:
        parts: the cells of each board.
        heat: the values of the cells.
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
    """Return a square for each cell of a game without cells on its board, in reading order.

    Cells that differ only in their number share a row. If that makes no board, the board is about as
    wide as it is high.
    """
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
    """Return where a board begins, and its size, in one direction and with a margin."""
    margin = max(cell.size for cell in cells) * 0.6 + PAD
    return min(middles) - margin, max(middles) - min(middles) + 2 * margin


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
    """Draw a cell in the color of its value, with the value in it."""
    share = value / most
    ink = "#fff" if share > DARK else "#2b2418"
    text = f"{value:{form}}"
    bare = Cell(cell.label, cell.x, cell.y, cell.row, f"{cell.label}: {text}", size=cell.size,
                shape=cell.shape)  # fmt: skip
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(PALE, DEEP, strict=True))
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
        f' font-size="{length(size)}" text-anchor="middle">{text}</text>'
    )
