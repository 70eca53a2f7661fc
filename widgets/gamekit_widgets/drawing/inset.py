"""A game inside another: its scene becomes a part of a larger one, under names of its own.

Cells and buttons of two boards may share their names. So inside a larger scene, everything that
can be pressed has the part's name in front, "tiles C3", and so do keys.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from gamekit_widgets.scene import Hand, Piece, Scene, Trail, Way, Zone


def inset(scene: Scene, part: str, down: float) -> Scene:
    """Return the scene as the part of this name, moved down to leave room for a heading."""
    return replace(
        scene,
        key=f"{part}-",
        height=scene.height + down,
        cells=tuple(
            replace(
                cell,
                label=f"{part} {cell.label}",
                says=f"{part} {cell.says}",
                row=f"{part}-{cell.row}",
                y=cell.y + down,
            )
            for cell in scene.cells
        ),
        pieces=tuple(_moved(piece, part, down) for piece in scene.pieces),
        ground=tuple(_moved(piece, part, down) for piece in scene.ground),
        choices=tuple(
            replace(
                choice,
                name=f"{part} {choice.name}",
                at=f"{part} {choice.at}" if choice.at else "",
            )
            for choice in scene.choices
        ),
    )


def _moved(piece: Piece, part: str, down: float) -> Piece:
    key = f"{part}-{piece.key}"
    if isinstance(piece, Zone):
        return replace(piece, key=key, cells=tuple((x, y + down) for x, y in piece.cells))
    if isinstance(piece, Trail):
        return replace(piece, key=key, through=tuple((x, y + down) for x, y in piece.through))
    return replace(piece, key=key, y=piece.y + down)


KEPT = 10_000  # ways: each is asked for again and again, and some games have hundreds of long ones


@lru_cache(maxsize=KEPT)
def outside(way: Way, part: str) -> Way:
    """Return the presses of a part's move under the names they have outside it."""
    return _renamed(way, lambda press: f"{part} {press}")


def inside(hand: Hand, part: str, is_due: bool) -> Hand:
    """Return what the player is doing in the part of this name; if it is not due, in its draft."""
    if not is_due and part in hand.drafts:
        draft = hand.drafts[part].hand
        return inside(replace(draft, on=hand.on, is_assisted=hand.is_assisted), part, True)
    start = len(part) + 1
    on = frozenset(name[start:] for name in hand.on if name.startswith(f"{part} "))
    if not is_due:
        return Hand(on=on, is_assisted=hand.is_assisted)
    return replace(
        hand,
        pressed=tuple(press[start:] for press in hand.pressed),
        # " ..." is about the whole turn and says nothing about the part
        ways={move.removesuffix(" ..."): _shortened(way, start) for move, way in hand.ways.items()},
        on=on,
    )


@lru_cache(maxsize=KEPT)
def _shortened(way: Way, start: int) -> Way:
    return _renamed(way, lambda press: press[start:])


def _renamed(way: Way, name: Callable[[str], str]) -> Way:
    return tuple(
        name(step) if isinstance(step, str) else frozenset(map(name, step)) for step in way
    )
