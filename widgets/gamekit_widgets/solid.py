"""What a picture in space is made of, and the same as a plotly figure.

A game that is played in a cube gives its scene a `Solid` besides: the same cells and pieces, at
whole numbers in three directions. `figure` writes it as plain plotly JSON, in which colours are
the names of the style sheet's (`var(--gk-text)`); the browser puts in what they stand for in the
notebook's theme. Whatever can be pressed carries its label as `customdata`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from itertools import pairwise
from typing import Literal, TypeAlias

from gamekit_widgets.assets import bundle
from gamekit_widgets.pieces import Mark
from gamekit_widgets.shown import InSpace

Point: TypeAlias = tuple[float, float, float]
Trace: TypeAlias = dict[str, object]  # of a plotly figure, as JSON
Look: TypeAlias = Literal["four", "three", "shift", "shifted"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell in space.

    Attributes:
        label: its name in notation, "AW1".
        at: where it is.
        says: what is shown of it under the pointer.
        marks: what to make conspicuous about it, as in `pieces.Cell`.
        is_empty: is there no piece on it?
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
    """A line through these places, from the first to the last.

    Attributes:
        through: the centres of its cells.
        look: a completed four, a threatened three, a line about to shift or the last one shifted.
        owner: the player whose pieces they are, if it matters.
    """

    through: tuple[Point, ...]
    look: Look
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Solid:
    """A position in space; `axes` are the names along each direction, from zero up."""

    axes: tuple[Sequence[str], Sequence[str], Sequence[str]]
    spots: tuple[Spot, ...]
    bodies: tuple[Body, ...]
    strokes: tuple[Stroke, ...]


def figure(solid: Solid) -> dict[str, object]:
    """Return the plotly figure, its traces always the same ones in the same order."""
    return {
        "data": [
            _empty_spots(solid.spots),
            _rings(solid.spots),
            *(_bodies(solid.bodies, owner) for owner in range(2)),
            *_strokes(solid.strokes),
        ],
        "layout": _layout(solid),
    }


# --- the browser's part ------------------------------------------------------------------------


def in_space(solid: Solid | None) -> InSpace | None:
    """Return what the browser draws beside the board, if anything."""
    return {"module": module(), "figure": figure(solid)} if solid else None


@cache
def source() -> str:
    """Return the module that draws figures, plotly.js included."""
    return bundle("cube")


@cache
def module() -> str:
    """Return a name for exactly this module."""
    return f"cube-{sha256(source().encode()).hexdigest()[:12]}"


# --- cells -------------------------------------------------------------------------------------

# the first of these marks that a cell has decides its colour
_COLOURS: dict[Mark, str] = {
    "refused": "var(--gk-wrong)",
    "pressed": "var(--gk-accent)",
    "hinted": "var(--gk-accent)",
    "winning": "var(--gk-gold)",
    "recent": "var(--gk-text)",
}


def _colour(spot: Spot) -> str:
    return next((colour for mark, colour in _COLOURS.items() if mark in spot.marks), "")


def _empty_spots(spots: Iterable[Spot]) -> Trace:
    """Draw the empty cells as faint points, those that can be pressed now a little larger."""
    empty = [spot for spot in spots if spot.is_empty]
    return _points(
        empty,
        {
            "symbol": "circle",
            "size": [7 if "next" in spot.marks else 6 for spot in empty],
            "color": [_colour(spot) or "var(--gk-dot)" for spot in empty],
            "line": {"width": 0},
        },
    )


def _rings(spots: Iterable[Spot]) -> Trace:
    """Draw a ring around what is conspicuous; a full line shows by itself."""
    marked = [spot for spot in spots if _colour(spot) and spot.marks != {"winning"}]
    look = {"symbol": "circle-open", "size": 26, "color": [_colour(spot) for spot in marked]}
    return _points(marked, {**look, "line": {"width": 3}})


def _points(spots: Sequence[Spot], marker: Trace) -> Trace:
    return {
        "type": "scatter3d",
        "mode": "markers",
        "marker": {**marker, "opacity": 1},
        **_at([spot.at for spot in spots]),
        **_named(spots),
    }


def _at(points: Sequence[Point | tuple[None, None, None]]) -> Trace:
    return {axis: [point[k] for point in points] for k, axis in enumerate("xyz")}


def _named(spots: Sequence[Spot]) -> Trace:
    """Let these places be pressed and read."""
    return {
        "customdata": [spot.label for spot in spots],
        "text": [escape(spot.says, quote=False) for spot in spots],  # plotly takes it for HTML
        "hovertemplate": "%{text}<extra></extra>",
    }


# --- pieces ------------------------------------------------------------------------------------

# corners of a piece around its centre, and its faces as numbers of corners
_SHAPES: tuple[tuple[tuple[Point, ...], tuple[tuple[int, int, int], ...]], ...] = (
    (
        ((0, 0, 0.36), (0.36, 0, -0.24), (-0.18, 0.31, -0.24), (-0.18, -0.31, -0.24)),
        ((0, 1, 2), (0, 2, 3), (0, 3, 1), (1, 3, 2)),
    ),
    (
        ((0, 0, 0.36), (0.3, 0, 0), (0, 0.3, 0), (-0.3, 0, 0), (0, -0.3, 0), (0, 0, -0.36)),
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
        "lighting": {"ambient": 0.5, "diffuse": 0.8, "specular": 0.12, "roughness": 0.8},
        "lightposition": {"x": 2000, "y": -1000, "z": 4000},
        "visible": bool(own),
        "meta": [body.key for body in own],
        **_at([_moved(body.spot.at, corner) for body in own for corner in corners]),
        **{side: [triple[k] for triple in triples] for k, side in enumerate("ijk")},
        **_named([body.spot for body in own for _ in corners]),
    }


def _moved(point: Point, by: Point) -> Point:
    (x, y, z), (dx, dy, dz) = point, by
    return round(x + dx, 3), round(y + dy, 3), round(z + dz, 3)


# --- lines -------------------------------------------------------------------------------------

_LOOKS: dict[Look, tuple[str, int]] = {
    "four": ("var(--gk-gold)", 11),
    "three": ("var(--gk-player-{owner})", 3),
    "shift": ("var(--gk-accent)", 7),
    "shifted": ("var(--gk-faded)", 3),
}


def _strokes(strokes: Sequence[Stroke]) -> list[Trace]:
    """Draw the lines of each kind, and which way those go that shift."""
    traces = []
    for look, (colour, width) in _LOOKS.items():
        for owner in range(2) if "{owner}" in colour else (None,):
            drawn = [s.through for s in strokes if s.look == look and owner in (None, s.owner)]
            line = {"color": colour.format(owner=owner), "width": width}
            traces.append(_lines(drawn, line))
            if look.startswith("shift"):
                traces.append(_arrows(drawn, colour))
    return traces


def _lines(drawn: Sequence[tuple[Point, ...]], line: Trace) -> Trace:
    """Draw lines from cell to cell, with a gap at each: they must not catch a press meant for it."""
    points: list[Point | tuple[None, None, None]] = []
    for through in drawn:
        for a, b in pairwise(through):
            points += [_between(a, b, 0.22), _between(a, b, 0.78), (None, None, None)]
    return {
        "type": "scatter3d",
        "mode": "lines",
        "line": line,
        "hoverinfo": "skip",
        "visible": bool(points),
        **_at(points),
    }


def _arrows(drawn: Sequence[tuple[Point, ...]], colour: str) -> Trace:
    """Draw a cone between each two cells of a line."""
    steps = [pair for through in drawn for pair in pairwise(through)]
    tips = [_between(a, b, 0.62) for a, b in steps]
    ways = [tuple(q - p for p, q in zip(a, b, strict=True)) for a, b in steps]
    return {
        "type": "cone",
        "anchor": "tip",
        "sizemode": "absolute",
        "sizeref": 0.5,
        "showscale": False,
        "colorscale": [[0, colour], [1, colour]],
        "hoverinfo": "skip",
        "visible": bool(steps),
        **_at(tips),
        **{name: [way[k] for way in ways] for k, name in enumerate("uvw")},
    }


def _between(a: Point, b: Point, share: float) -> Point:
    x, y, z = (round(p + (q - p) * share, 3) for p, q in zip(a, b, strict=True))
    return x, y, z


# --- around it ---------------------------------------------------------------------------------


def _layout(solid: Solid) -> dict[str, object]:
    clear = "rgba(0, 0, 0, 0)"
    return {
        "margin": dict.fromkeys("lrtb", 0),
        "paper_bgcolor": clear,
        "showlegend": False,
        "font": {"color": "var(--gk-text)", "size": 13},
        "hoverlabel": {
            "bgcolor": "var(--gk-paper)",
            "bordercolor": "var(--gk-edge)",
            "font": {"color": "var(--gk-text)", "size": 14},
        },
        "scene": {
            **{f"{axis}axis": _axis(solid.axes[k]) for k, axis in enumerate("xyz")},
            "aspectmode": "cube",
            "bgcolor": clear,
            "dragmode": "turntable",
            "camera": {
                "eye": {"x": 0.77, "y": 1.94, "z": 0.81},
                "center": {"x": 0, "y": 0, "z": -0.1},
            },
        },
    }


def _axis(names: Sequence[str]) -> dict[str, object]:
    return {
        "range": [-0.6, len(names) - 0.4],
        "tickvals": list(range(len(names))),
        "ticktext": list(names),
        "title": {"text": ""},
        "gridcolor": "var(--gk-grid)",
        "showbackground": False,
        "showspikes": False,
        "zeroline": False,
    }
