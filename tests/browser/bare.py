"""A table on a bare page: no server, no kernel, only the widget's own module and Python behind it.

The widget in this process gets the page's reports, and the page shows what the widget sends. The page is
like a notebook: a part of the window scrolls, and something stands above the table.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, expect

from gamekit_widgets.notebook_widgets import Surface
from tests.browser.lab import TablePage

PARTS = ("early", "middle", "late", "shown")

PAGE = """\
<!doctype html><html lang="en"><title>bare</title>
<body data-jp-theme-light="{light}" style="margin: 0; display: flex; flex-direction: column;
    height: 100vh; background: {paper}; color-scheme: {scheme}">
<div style="flex: none; height: {above}px"></div>
<div id="notebook" tabindex="0" style="flex: 1; min-height: 0; overflow-y: auto">
<div style="height: 120px"></div><div id="out" style="margin: 0 {side}px"></div>
<div style="height: 300px"></div></div>
<div style="flex: none; height: 24px"></div></body></html>"""

MODEL = """async ([source, style, state]) => {
    const heard = {};
    const model = {
        get: (name) => state[name],
        on: (name, hear) => (heard[name] ??= []).push(hear),
        off: (name, hear) => { heard[name] = (heard[name] ?? []).filter((one) => one !== hear); },
        send: async (content) => {
            for (const [kind, what] of await window.tell(JSON.stringify(content))) {
                if (kind === "msg:custom") emit(kind, what);
                else await take(what); // as each would come by itself
            }
        },
    };
    const emit = (name, what) => (heard[name] ?? []).slice().forEach((hear) => hear(what));
    const take = (parts) => {
        const changed = Object.keys(parts).filter((name) => parts[name] !== state[name]);
        Object.assign(state, parts);
        changed.forEach((name) => emit(`change:${name}`));
        return null;
    };
    Object.assign(window, { take, emit });
    document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const { default: widget } = await import(url);
    window.leave = widget.render({ model, el: document.querySelector("#out") });
}"""


@dataclass
class BarePage(TablePage):
    """A page of its own for a widget in this process."""

    page: Page
    widget: Surface
    _news: list[tuple[str, object]] = field(default_factory=list)

    def open(
        self,
        width: int = 1280,
        height: int = 720,
        dark: bool = False,
        still: bool = False,
        above: int = 88,
        side: int | None = None,
    ) -> None:
        """Show the widget, in a part of the window as large as JupyterLab's.

        Args:
            width, height: of the window, in pixels.
            dark: in the dark theme?
            still: does the user prefer less motion?
            above: pixels between the top of the window and that part.
            side: pixels at either side of the widget; None for those of JupyterLab.
        """
        page, widget = self.page, self.widget
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(reduced_motion="reduce" if still else "no-preference")
        is_phone = width < 600
        page.set_content(
            PAGE.format(
                light=str(not dark).lower(),
                paper="#111111" if dark else "#ffffff",
                scheme="dark" if dark else "light",
                above=above,
                side=side if side is not None else 33 if is_phone else 84,
            )
        )
        widget.observe(lambda _: self._news.append(("change", self.state())), "shown")
        widget.send = lambda content, buffers=None: self._news.append(("msg:custom", content))  # type: ignore[method-assign]
        page.expose_function("tell", self._hear)
        page.evaluate(MODEL, [str(widget._esm), str(widget._css), self.state()])
        expect(self.table).to_be_visible()

    def catch_up(self, job: Callable[[], object]) -> None:
        """Run this, and show its effect and everything before it on the page, as a kernel would by itself."""
        job()
        messages, self._news = [each for each in self._news if each[0] == "msg:custom"], []
        self.page.evaluate("state => take(state)", self.state())
        for name, content in messages:
            self.page.evaluate("([name, content]) => emit(name, content)", [name, content])

    def _hear(self, content: str) -> list[tuple[str, object]]:
        self._news.clear()
        self.widget._hear(None, json.loads(content), None)
        return list(self._news)

    def state(self) -> dict[str, Any]:
        """Return the state that the browser gets."""
        state = {name: getattr(self.widget, name, None) for name in PARTS}
        shown = {name: part for name, part in dict(state["shown"]).items() if name != "moves"}
        return {**json.loads(json.dumps({**state, "shown": shown}))}
