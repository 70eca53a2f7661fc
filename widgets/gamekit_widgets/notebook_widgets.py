"""A page in a notebook: a widget whose one dictionary is shown."""

from __future__ import annotations

import warnings
from typing import Any

import anywidget
import ipywidgets
import traitlets

from gamekit import GameWarning
from gamekit_widgets.drawing.svg import STYLE
from gamekit_widgets.page import Here, Page
from gamekit_widgets.page_data import Move, Shown, bundle, style
from gamekit_widgets.table.words import in_parts

OLDEST = 8  # of ipywidgets; version 7 shows no picture beside a widget


def warn_of_old(version: str) -> None:
    """Say what to do where an older ipywidgets was loaded, as in a hosted notebook before a restart."""
    if int(version.partition(".")[0]) < OLDEST:
        warnings.warn(
            f"This kernel runs ipywidgets {version}. Boards are made for version {OLDEST}: here they may "
            "stay blank, and they leave no picture in the saved page. Run "
            "`pip install --upgrade ipywidgets`, then restart the kernel.",
            GameWarning,
            stacklevel=2,
        )


warn_of_old(ipywidgets.__version__)


class Surface(Here, anywidget.AnyWidget, Page):
    """A widget that shows `shown` and hears what is done to it."""

    _esm = bundle("table")
    _css = STYLE + style("table")

    shown = traitlets.Dict().tag(sync=True, to_json=lambda shown, _: _without_moves(shown))

    def __init__(self) -> None:
        super().__init__()
        self._own_layout = self.layout
        self.on_msg(self._hear)

    def close(self) -> None:
        """Take the widget away wherever it is shown, and free all it had."""
        super().close()
        if hasattr(self, "_own_layout"):
            self._own_layout.close()

    def _put(self, shown: Shown) -> None:
        """Show this in every browser that has the widget open."""
        self.shown = dict(shown)

    def _hear(self, _: object, content: object, __: object) -> None:
        """Hear a browser. What comes late, when its button has gone, means nothing."""
        self.hear(content)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, object], dict[str, object]]:
        """The live widget, and beside it a picture and a text that outlive the kernel."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        scene, text = self._still()
        return {**data, "text/plain": text, "text/html": scene.html()}, metadata


class ListSurface(Surface):
    """A widget with a list of moves, which is sent in parts."""

    early: traitlets.List[Move] = traitlets.List().tag(sync=True)
    middle: traitlets.List[Move] = traitlets.List().tag(sync=True)
    late: traitlets.List[Move] = traitlets.List().tag(sync=True)

    def _put(self, shown: Shown) -> None:
        with self.hold_sync():
            self.early, self.middle, self.late = in_parts(shown["moves"])
            super()._put(shown)


def _without_moves(shown: dict[str, object]) -> dict[str, object]:
    """Return what is sent whenever anything has changed: all but the list that grows."""
    return {name: part for name, part in shown.items() if name != "moves"}
