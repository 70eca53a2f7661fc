"""What all widgets share: one dictionary that is shown, and a few messages that are heard.

Python draws and judges; the browser (js/table/) patches what it shows and reports which cell or
button was used, or what was typed. Nothing else passes between them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import anywidget
import traitlets

from gamekit import GameError
from gamekit_widgets import solid
from gamekit_widgets.assets import bundle, style
from gamekit_widgets.scene import Scene
from gamekit_widgets.shown import Control, Shown
from gamekit_widgets.svg import STYLE

# what the browser may report: the type of its detail, and what it does
Deeds: TypeAlias = dict[str, tuple[type, Callable[[Any], object]]]


class Surface(anywidget.AnyWidget):
    """A widget that shows `shown` and hears what is done to it."""

    _esm = bundle("table")
    _css = STYLE + style("table")

    shown = traitlets.Dict().tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(self._hear)

    def _put(self, shown: Shown) -> None:
        """Show this in every browser that has the widget open."""
        self.shown = dict(shown)

    def _hear(self, _: object, content: object, __: object) -> None:
        """Do what the browser reports: {"do": "press", "what": "B2"}."""
        if not isinstance(content, dict):
            return
        deeds: Deeds = {"module": (str, self._send_module), **self._deeds()}
        deed = deeds.get(content.get("do", ""))
        if deed is None:
            return
        kind, act = deed
        if type(content.get("what")) is kind:
            act(content["what"])

    def _send_module(self, name: str) -> None:
        """Send the large module that only some games need; empty where it is not to be had."""
        self.send({"module": name, "source": solid.source() if name == solid.module() else ""})

    def _deeds(self) -> Deeds:
        """Return what this widget hears."""
        raise NotImplementedError

    def _still(self) -> tuple[Scene, str]:
        """Return the scene and the text that stand for the widget where it cannot run."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, object], dict[str, object]]:
        """The live widget, and beside it a picture and a text that outlive the kernel."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        scene, text = self._still()
        return {**data, "text/plain": text, "text/html": scene.html()}, metadata


def why_unusable(controls: Sequence[Control], name: str) -> str:
    """Return why the button of this name cannot be used now, or nothing.

    Raises:
        GameError: there is no such button.
    """
    known = {control["name"]: control["why"] for control in controls}
    if name not in known:
        raise GameError(f"There is no button {name!r} now: {', '.join(known)}.")
    return known[name]
