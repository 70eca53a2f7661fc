"""The parts of a picture in space, and the plotly figure they make.

A game in a cube also gives its scene a `Solid`: the same cells and pieces, at whole numbers in
three directions. `figure` writes it as plain plotly JSON: pieces on glass plates, one plate above
the other. Colors are names from the style sheet (`var(--gk-text)`), which the browser replaces with
the colors of the notebook's theme. From `spots` the browser also works out which cell is under the
pointer, and it draws arrows and names over the figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import pairwise
from typing import Literal, TypeAlias, TypedDict

from gamekit_widgets.assets import bundle
from gamekit_widgets.drawing import pieces
from gamekit_widgets.drawing.pieces import Mark

Point: TypeAlias = tuple[float, float, float]
Trace: TypeAlias = dict[str, object]  # of a plotly figure, as JSON
Look: TypeAlias = Literal["four", "three", "shift", "shifted"] | pieces.Look

CELL = 0.21  # width of a cell, where the picture is 2 high
APART = 2.3  # distance between two plates, in widths of a cell
RISE = 0.135  # height of a piece's center above its plate, as a share of that distance


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell in space.

    Attributes:
        label: its name in notation, "AW1".
        at: its place.
        says: the text that appears when the pointer is on it.
        marks: what to point out about it, as in `pieces.Cell`.
        is_empty: is it free of pieces?
    """

    label: str
    at: Point
    says: str
    marks: frozenset[Mark]
    is_empty: bool


@dataclass(frozen=True, slots=True)
class Body:
    """A player's piece: a tetrahedron for player 0, an octahedron for player 1."""

    key: str
    spot: Spot
    owner: int


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through these places, in order; a single place gets a border.

    Attributes:
        through: the centers of its cells.
        look: "four" if completed, "three" if threatened, "shift" if about to shift, "shifted" if it just did,
            or why a move is pointed out.
        owner: the player whose pieces these are, if that matters.
    """

    through: tuple[Point, ...]
    look: Look
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Solid:
    """A position in space.

    Attributes:
        axes: names along each direction, from zero up.
        spots: the cells.
        bodies: the pieces.
        ghosts: where pieces were before they moved.
        strokes: lines and arrows.
        lines: the lines that a drag can choose now. Each lists the labels of its cells in the direction
            of the drag, which presses the first and then the last.
    """

    axes: tuple[Sequence[str], Sequence[str], Sequence[str]]
    spots: tuple[Spot, ...]
    bodies: tuple[Body, ...]
    strokes: tuple[Stroke, ...]
    lines: tuple[tuple[str, ...], ...] = ()
    ghosts: tuple[Body, ...] = ()

    def pointing(self, ways: Iterable[tuple[pieces.Look, tuple[str, ...]]]) -> Solid:
        """Return the solid with these moves pointed out, each as a line in its direction."""
        at = {spot.label: spot.at for spot in self.spots}
        found = (
            Stroke(tuple(at[label] for label in way if label in at), look) for look, way in ways
        )
        return replace(self, strokes=(*self.strokes, *(each for each in found if each.through)))


def figure(solid: Solid) -> dict[str, object]:
    """Return the plotly figure. It always has the same traces in the same order."""
    across, along, up = map(len, solid.axes)
    return {
        "data": [
            _grid(across, along, up),
            _plates(across, along, up),
            _tiles(solid.spots),
            *(_bodies(solid.bodies, owner) for owner in range(2)),
            *(_ghosts(solid.ghosts, owner) for owner in range(2)),
            *_strokes(solid.strokes),
        ],
        "layout": _layout(solid),
    }


# --- the browser's part ------------------------------------------------------------------------


class InSpace(TypedDict):
    """A position in space, and the module that draws it. A browser asks for the module once."""

    module: str
    figure: dict[str, object]  # of plotly
    axes: list[list[str]]  # names along each direction
    spots: list[dict[str, object]]  # the cells, as in js/cube/figure.js
    lines: list[list[int]]  # the lines that a drag can choose now, as numbers of spots
    arrows: list[dict[str, object]]  # `look` and `through`
    rise: float  # height of a piece's center above its cell


def in_space(solid: Solid | None) -> InSpace | None:
    """Return a solid for the browser, or None."""
    if solid is None:
        return None
    numbers = {spot.label: number for number, spot in enumerate(solid.spots)}
    return {
        "module": module(),
        "figure": figure(solid),
        "axes": [list(names) for names in solid.axes],
        "spots": [
            {
                "label": spot.label,
                "at": spot.at,
                "says": spot.says,
                "state": "pressed" if "pressed" in spot.marks else "" if spot.is_empty else "held",
                "isNext": "next" in spot.marks,
            }
            for spot in solid.spots
        ],
        "lines": [[numbers[label] for label in line] for line in solid.lines],
        "arrows": [
            {"look": each.look, "through": list(each.through)}
            for each in solid.strokes
            if each.look not in _LOOKS
        ],
        "rise": RISE,
    }


@cache
def source() -> str:
    """Return the module that draws figures, plotly.js included."""
    return bundle("cube")


@cache
def module() -> str:
    """Return the name of the module, which changes with its source."""
    return f"cube-{sha256(source().encode()).hexdigest()[:12]}"


# --- plates ------------------------------------------------------------------------------------


def _grid(across: int, along: int, up: int) -> Trace:
    """Draw thin lines between the cells of each plate."""
    points: list[Point | tuple[None, None, None]] = []
    for z in range(up):
        for x in range(across + 1):
            points += [(x - 0.5, -0.5, z), (x - 0.5, along - 0.5, z), (None, None, None)]
        for y in range(along + 1):
            points += [(-0.5, y - 0.5, z), (across - 0.5, y - 0.5, z), (None, None, None)]
    return {
        "type": "scatter3d",
        "mode": "lines",
        "line": {"color": "var(--gk-wire)", "width": 1.5},
        "hoverinfo": "skip",
        **_at(points),
    }


def _plates(across: int, along: int, up: int) -> Trace:
    """Draw a pane of glass under each level."""
    middle = ((across - 1) / 2, (along - 1) / 2)
    panes = [((*middle, z), (across / 2, along / 2)) for z in range(up)]
    return {**_panes(panes), "color": "var(--gk-glass)", "opacity": 0.34}


# a cell takes the color of the first of these marks that it has
_COLORS: dict[Mark, str] = {
    "refused": "var(--gk-wrong)",
    "pressed": "var(--gk-accent)",
    "hinted": "var(--gk-coach)",
    "winning": "var(--gk-gold)",
    "recent": "var(--gk-lamp)",
}


def _tiles(spots: Iterable[Spot]) -> Trace:
    """Color the cells that have marks."""
    colored = [
        (spot, next(color for mark, color in _COLORS.items() if mark in spot.marks))
        for spot in spots
        if not spot.marks.isdisjoint(_COLORS)
    ]
    return {
        **_panes([(spot.at, (0.46, 0.46)) for spot, _ in colored]),
        "facecolor": [color for _, color in colored for _ in range(2)],
        "opacity": 0.6,
    }


def _panes(panes: Sequence[tuple[Point, tuple[float, float]]]) -> Trace:
    """Draw level rectangles, given by their centers and half their sizes."""
    corners = [
        (round(x + right * a, 3), round(y + down * b, 3), z)
        for (x, y, z), (a, b) in panes
        for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    firsts = [4 * number for number in range(len(panes)) for _ in range(2)]
    return {
        "type": "mesh3d",
        "flatshading": True,
        "lighting": {"ambient": 1, "diffuse": 0, "specular": 0},
        "hoverinfo": "skip",
        "visible": bool(panes),
        **_at(corners),
        "i": firsts,
        "j": [first + 1 + n % 2 for n, first in enumerate(firsts)],
        "k": [first + 2 + n % 2 for n, first in enumerate(firsts)],
    }


def _at(points: Sequence[Point | tuple[None, None, None]]) -> Trace:
    return {axis: [point[k] for point in points] for k, axis in enumerate("xyz")}


# --- pieces ------------------------------------------------------------------------------------

# Corners of a piece around the center of its cell, and its faces as numbers of corners. Heights
# are shares of the distance between two plates.
_SHAPES: tuple[tuple[tuple[Point, ...], tuple[tuple[int, int, int], ...]], ...] = (
    (
        ((0.1, 0, 2 * RISE), (0.36, 0.42, 0.01), (-0.4, 0, 0.01), (0.36, -0.42, 0.01)),
        ((0, 1, 2), (0, 2, 3), (0, 3, 1), (1, 3, 2)),
    ),
    (
        (
            *((0, 0, 2 * RISE + 0.02), (0.4, 0, RISE), (0, 0.4, RISE)),
            *((-0.4, 0, RISE), (0, -0.4, RISE), (0, 0, 0)),
        ),
        ((0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 1), (5, 2, 1), (5, 3, 2), (5, 4, 3), (5, 1, 4)),
    ),
)


def _bodies(bodies: Iterable[Body], owner: int) -> Trace:
    """Draw one player's pieces; `meta` names them in the order of their corners."""
    own = [body for body in bodies if body.owner == owner]
    corners, faces = _SHAPES[owner]
    triples = [
        tuple(len(corners) * n + corner for corner in face)
        for n in range(len(own))
        for face in faces
    ]
    return {
        "type": "mesh3d",
        "color": f"var(--gk-player-{owner})",
        "flatshading": True,
        "lighting": {"ambient": 0.6, "diffuse": 0.5, "specular": 0.05, "roughness": 0.9},
        # from the left, above and in front; without perspective plotly turns the light around
        "lightposition": {"x": -6000, "y": 9000, "z": -5000},
        "hoverinfo": "skip",
        "visible": bool(own),
        "meta": [body.key for body in own],
        **_at([_moved(body.spot.at, corner) for body in own for corner in corners]),
        **{side: [triple[k] for triple in triples] for k, side in enumerate("ijk")},
    }


def _ghosts(ghosts: Iterable[Body], owner: int) -> Trace:
    return {**_bodies(ghosts, owner), "opacity": 0.25, "meta": []}


def _moved(point: Point, by: Point) -> Point:
    (x, y, z), (dx, dy, dz) = point, by
    return round(x + dx, 3), round(y + dy, 3), round(z + dz, 3)


# --- lines -------------------------------------------------------------------------------------

# Lines that stand in space among the pieces; the others are arrows, which the browser draws on top.
_LOOKS: dict[Look, tuple[str, int]] = {
    "four": ("var(--gk-gold)", 11),
    "three": ("var(--gk-player-{owner})", 3),
}


def _strokes(strokes: Sequence[Stroke]) -> list[Trace]:
    """Draw the lines of each kind."""
    traces = []
    for look, (color, width) in _LOOKS.items():
        for owner in range(2) if "{owner}" in color else (None,):
            drawn = [s.through for s in strokes if s.look == look and owner in (None, s.owner)]
            traces.append(_lines(drawn, {"color": color.format(owner=owner), "width": width}))
    return traces


def _lines(drawn: Sequence[tuple[Point, ...]], line: Trace) -> Trace:
    """Draw lines from piece to piece, through their centers."""
    points: list[Point | tuple[None, None, None]] = []
    for through in drawn:
        for a, b in pairwise(through):
            points += [_between(a, b, 0.2), _between(a, b, 0.8), (None, None, None)]
    return {
        "type": "scatter3d",
        "mode": "lines",
        "line": line,
        "hoverinfo": "skip",
        "visible": bool(points),
        **_at(points),
    }


def _between(a: Point, b: Point, share: float) -> Point:
    x, y, z = (p + (q - p) * share for p, q in zip(a, b, strict=True))
    return round(x, 3), round(y, 3), round(z + RISE, 3)


# --- layout ------------------------------------------------------------------------------------


def _layout(solid: Solid) -> dict[str, object]:
    clear = "rgba(0, 0, 0, 0)"
    spans = [(-0.5, len(names) - 0.5) for names in solid.axes[:2]]
    spans.append((-0.1, len(solid.axes[2]) - 1 + 2.3 * RISE))  # from the lowest plate to the top
    stretch = (1, 1, APART)
    return {
        "margin": dict.fromkeys("lrtb", 0),
        "paper_bgcolor": clear,
        "showlegend": False,
        "hovermode": False,
        "scene": {
            **{
                f"{axis}axis": {"range": list(span), "visible": False}
                for axis, span in zip("xyz", spans, strict=True)
            },
            "aspectmode": "manual",
            "aspectratio": {
                axis: CELL * by * (high - low)
                for axis, by, (low, high) in zip("xyz", stretch, spans, strict=True)
            },
            "bgcolor": clear,
            "hovermode": False,
            "dragmode": "turntable",
            "camera": {
                "projection": {"type": "orthographic"},
                "eye": {"x": 1.8, "y": 0.32, "z": 0.97},
                "center": {"x": 0, "y": 0, "z": 0},
            },
        },
    }
