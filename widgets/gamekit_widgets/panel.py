"""Panels of controls: this module makes their HTML, and js/panel.js reports what people do.

Every control is native to the browser, has a label of its own, and shows whole numbers: the number
itself, or the place of what it names in a list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import TypedDict

from gamekit.contract.fields import Parameter
from gamekit_widgets.assets import bundle, style
from gamekit_widgets.notebook_widgets import Surface
from gamekit_widgets.page import Handlers
from gamekit_widgets.scene import Scene

SLIDES = 64  # with more values than this a number is typed
ON, OFF = ("yes", "on"), ("no", "off")


class ShownPanel(TypedDict):
    """Everything a panel shows."""

    title: str
    parts: dict[str, str]  # HTML of each part, by name; "said" and "news" are read aloud
    values: dict[str, int]  # what each control is set to
    changed: list[str]  # controls that are not as they were at first
    why: dict[str, str]  # why a button cannot be used now


class Panel(Surface):
    """Controls and their results.

    Args:
        on_set: is called with the name of a control and what it was set to.
        on_click: is called with the name of a button.
    """

    _esm = bundle("panel")
    _css = Surface._css + style("panel")

    def __init__(
        self, on_set: Callable[[str, int], object], on_click: Callable[[str], object]
    ) -> None:
        super().__init__()
        self._on_set, self._on_click = on_set, on_click

    def put(self, shown: ShownPanel) -> None:
        """Show this."""
        self.shown = dict(shown)

    def give(self, button: str, name: str, text: str) -> None:
        """Make the browser in which somebody used this button download a web page."""
        self.send({"to": button, "file": name, "text": text})

    def _set(self, what: str) -> None:
        """Hear "columns=5"."""
        name, _, value = what.partition("=")
        if value.removeprefix("-").isdecimal() and value.isascii() and len(value) < 10:
            self._on_set(name, int(value))

    def _handlers(self) -> Handlers:
        return {"set": (str, self._set), "click": (str, self._on_click)}

    def _still(self) -> tuple[Scene, str]:
        raise NotImplementedError("a panel is shown in something that says what it is about")


# --- controls ----------------------------------------------------------------------------------


def control(name: str, label: str, option: Parameter) -> str:
    """Return the control of a parameter: a switch, a menu, a slider or a field."""
    if set(option.options) in [{on, off} for on, off in zip(ON, OFF, strict=True)]:
        return _labelled(name, label, option.doc, _switch(name, option), kind="switch")
    if option.options:
        texts = [_in_words(value) for value in option.options]
        return _labelled(name, label, option.doc, _menu(name, dict(enumerate(texts))), "menu")
    low, high = option.values[0], option.values[-1]
    if option.values != tuple(range(low, high + 1)):
        texts_of = {value: str(value) for value in option.values}
        return _labelled(name, label, option.doc, _menu(name, texts_of), "menu")
    kind = "range" if high - low < SLIDES else "number"
    note = f"{option.doc} ({low} to {high})"
    field = f'<input type="{kind}" {_named(name)} min="{low}" max="{high}" step="1">'
    return _labelled(name, label, note, field, kind)


def menu(name: str, label: str, texts: Sequence[str]) -> str:
    """Return a menu of these texts."""
    return _labelled(name, label, "", _menu(name, dict(enumerate(texts))), "menu")


def button(name: str, label: str, is_main: bool = False) -> str:
    """Return a button."""
    main = ' class="gk-main"' if is_main else ""
    return f'<button type="button" data-click="{escape(name)}"{main}>{escape(label)}</button>'


def group(title: str, controls: Sequence[str], is_open: bool = True) -> str:
    """Return a group of controls that can be folded away."""
    return (
        f'<details class="gk-group"{" open" if is_open else ""}><summary>{escape(title)}</summary>'
        f'<div class="gk-knobs">{"".join(controls)}</div></details>'
    )


def _named(name: str) -> str:
    """Return the attributes that name this control and point to the note that describes it."""
    name = escape(name)
    return f'id="knob-{name}" data-name="{name}" aria-describedby="note-{name}"'


def _labelled(name: str, label: str, note: str, field: str, kind: str) -> str:
    name = escape(name)
    value = '<span class="gk-value" aria-hidden="true"></span>' if kind == "range" else ""
    return (
        f'<div class="gk-knob gk-knob-{kind}" data-knob="{name}">'
        f'<label for="knob-{name}">{escape(label)}</label>{value}{field}'
        f'<small id="note-{name}">{escape(note)}</small></div>'
    )


def _switch(name: str, option: Parameter) -> str:
    on = next(place for place, word in enumerate(option.options) if word in ON)
    return (
        f'<input type="checkbox" role="switch" {_named(name)} data-on="{on}" data-off="{1 - on}">'
    )


def _menu(name: str, texts: Mapping[int, str]) -> str:
    options = "".join(
        f'<option value="{value}">{escape(text)}</option>' for value, text in texts.items()
    )
    return f"<select {_named(name)}>{options}</select>"


def _in_words(value: object) -> str:
    """Return an option as people read it: 1, 2, 3 for (1, 2, 3), previous turn for the word."""
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value).replace("_", " ")
