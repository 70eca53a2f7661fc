"""Two matches side by side, where they part."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from ipywidgets import HTML, Box, Layout, VBox

import gamekit as gk
from gamekit.match.picture import show_pairs
from gamekit_widgets.page import Here
from gamekit_widgets.replay import Replay

if TYPE_CHECKING:
    from gamekit.studies.example import Example


class Pair(Here, VBox):  # type: ignore[misc] # ipywidgets has no types
    """Both games of a pair as replays, standing where they were last alike.

    Args:
        example: what `comparison.example()` gives.
    """

    def __init__(self, example: Example) -> None:
        self.example = example
        self.replays = tuple(_replay(match, example.ply) for match in (example.a, example.b))
        sides = [
            VBox([HTML(f"<b>{escape(name)}</b>"), replay], layout=Layout(flex="1 1 300px"))
            for name, replay in zip(example.names, self.replays, strict=True)
        ]
        both = Box(sides, layout=Layout(display="flex", flex_flow="row wrap"))
        super().__init__([HTML(f"<p>{escape(example.text)}</p>"), both])
        self.add_class("gk-pair")


def _replay(match: gk.Match, ply: int) -> Replay:
    """Return a replay of the whole game that shows it after `ply` moves."""
    here = match.ply
    replay = Replay(match.goto(match.plies).fork(), viewer=gk.ALL)
    match.goto(here)
    replay.look(ply)
    return replay


def _live(example: Any) -> dict[str, Any]:
    bundle: dict[str, Any] = Pair(example)._repr_mimebundle_() or {}
    return {key: value for key, value in bundle.items() if "widget" in key}


show_pairs(_live)
