"""How each game looks: a scene file for each, and `default.py` for a game that has none.

A scene file turns a view into a `Scene`, and presses into moves; it knows no rules. Begin with
`take_back_toe.py`. The functions below find the scene file of a game and draw a match or a view with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any, cast

import gamekit as gk
from gamekit import ALL, PUBLIC, Match, View
from gamekit.games import NAMES
from gamekit.match.match import match_of
from gamekit.match.view import Heat
from gamekit.sentences import YOU, addressed
from gamekit_widgets.drawing.scene import Choice, Hand, Scene, SceneFile, Way, Words
from gamekit_widgets.drawing.svg import heat_map
from gamekit_widgets.scenes import default

SCENES: dict[str, SceneFile] = {}  # of registered games; the kit's own have modules here


def register(
    name: str,
    draw: Callable[[gk.View, Hand], Scene],
    presses: Callable[[gk.View, str], Way] = default.presses,
    compose: Callable[[gk.View, tuple[str, ...]], str | None] = default.compose,
    attempt: Callable[[gk.View, tuple[str, ...]], str] = default.attempt,
    **more: Any,
) -> None:
    """Give a game of your own a picture. The game may be written in a notebook.

    Args:
        name: the game's name. A second registration replaces the first.
        draw: returns the picture, as in `SceneFile`.
        presses, compose, attempt: as in `SceneFile`. Only a game whose moves take more than one press,
            or a press under another name, needs them.
        more: other fields of a `SceneFile`, such as `elsewhere`.

    Raises:
        GameError: it is one of the kit's own games.
    """
    if name in NAMES:
        raise gk.GameError(
            f"{name!r} is one of the kit's own games and has a picture: choose another name."
        )
    SCENES[name] = SceneFile(draw, presses, compose, attempt, **more)


def drawn(view: gk.View, hand: Hand) -> Scene:
    """Return the scene of a view. Its texts address a player who is called You. A registered picture gets a
    button for each press that it does not offer.
    """
    scene = scene_file(view.game.name).draw(view, hand)
    if view.game.name in SCENES:
        offered = {choice.name for choice in scene.choices}
        offered.update(cell.label for part in (scene, *scene.parts) for cell in part.cells)
        more = sorted(hand.next - offered, key=lambda word: (len(word), word))[: default.MOST]
        buttons = (Choice(word, default.label(word)) for word in more)
        scene = replace(scene, choices=(*scene.choices, *buttons))
    return _addressed(scene) if YOU in view.names else scene


def _addressed(scene: Scene) -> Scene:
    return replace(
        scene,
        name=addressed(scene.name),
        says=addressed(scene.says),
        prompt=addressed(scene.prompt),
        reminder=addressed(scene.reminder),
        besides=addressed(scene.besides),
        cells=tuple(replace(cell, says=addressed(cell.says)) for cell in scene.cells),
        pieces=tuple(
            replace(piece, text=addressed(piece.text)) if isinstance(piece, Words) else piece
            for piece in scene.pieces
        ),
        parts=tuple(map(_addressed, scene.parts)),
    )


def scene_file(name: str) -> SceneFile:
    """Return the scene file of the game with this name, or the default one."""
    if name in SCENES:
        return SCENES[name]
    if name in NAMES:
        file = import_module(f"{__name__}.{name.replace('-', '_')}")
        return cast(SceneFile, file.SCENE_FILE)
    return default.SCENE_FILE


def svg(shown: Match | View, heat: Heat | None = None) -> str:
    """Return the board as one self-contained SVG string.

    Args:
        shown: a view, or a match; of a match, this draws an onlooker's view.
        heat: figures for the cells, which replace the pieces on the board.
    """
    scene = scene_of(onlookers_view(shown))
    if heat:
        return heat_map([part.cells for part in scene.parts or (scene,)], heat)
    return scene.svg(still=True)


def html(view: View) -> str:
    """Return the board as an HTML image, with the position in words for those who cannot see it."""
    return scene_of(view).html()


def scene_of(view: View, hand: Hand | None = None) -> Scene:
    return drawn(view, hand or Hand())


def onlookers_view(shown: Match | View) -> View:
    """Return the view itself, or an onlooker's view of the match."""
    return shown if isinstance(shown, View) else match_of("svg", shown).view(PUBLIC)


def players_view(match: Match) -> View:
    """Return the view of somebody who moves for both sides: everything, unless the game has secrets."""
    return match.view(PUBLIC if match.game.has_secrets else ALL)
