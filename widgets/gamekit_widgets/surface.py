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
from gamekit.given import shown
from gamekit_widgets import solid
from gamekit_widgets.assets import bundle, style
from gamekit_widgets.scene import Scene
from gamekit_widgets.shown import Control, Shown
from gamekit_widgets.svg import STYLE

# what the browser may report: the type of its detail, and what it does
Deeds: TypeAlias = dict[str, tuple[type, Callable[[Any], object]]]

LONGEST = 20_000  # characters of a text, and the largest number, that a browser may send
MOST = 100  # answers in a form


class Surface(anywidget.AnyWidget):
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
        """Do what the browser reports: {"do": "press", "what": "B2"}."""
        do, what = (
            (content.get(key) for key in ("do", "what")) if isinstance(content, dict) else ("", "")
        )
        deeds: Deeds = {"module": (str, self._send_module), **self._deeds()}
        if not isinstance(do, str) or do not in deeds or not _is_sound(what):
            return
        kind, act = deeds[do]
        if type(what) is kind:
            act(what)

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


def _without_moves(shown: dict[str, object]) -> dict[str, object]:
    """Return what is sent whenever anything has changed: all but the list that grows."""
    return {name: part for name, part in shown.items() if name != "moves"}


def _is_sound(what: object) -> bool:
    """Can this be from a browser: no text that could not be sent back, nothing of a size to fear?"""
    if isinstance(what, dict):
        return len(what) < MOST and all(_is_sound(part) for item in what.items() for part in item)
    if isinstance(what, str):
        return len(what) <= LONGEST and not any("\ud800" <= sign <= "\udfff" for sign in what)
    return isinstance(what, int) and abs(what) <= LONGEST


def why_unusable(controls: Sequence[Control], name: object) -> str:
    """Return why the button of this name cannot be used now, or nothing.

    Raises:
        GameError: there is no such button.
    """
    known = {control["name"]: control["why"] for control in controls}
    if not isinstance(name, str) or name not in known:
        raise GameError(f"There is no button {shown(name)} now: {', '.join(known)}.")
    return known[name]
