"""Notebook programs other than JupyterLab, each on this machine only, with a home of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Protocol

from playwright.sync_api import Page, expect

from tests.browser.lab import (
    Lab,
    Notebook,
    TablePage,
    document,
    jupyter_options,
    port,
    serving,
)


class Host(Protocol):
    """A running notebook program."""

    def open(self, page: Page, cell: str, dark: bool) -> TablePage:
        """Open a notebook with this cell, in this theme, and wait for the table in it."""
        ...


@dataclass
class Notebook7:
    lab: Lab

    def open(self, page: Page, cell: str, dark: bool) -> TablePage:
        notebook = Notebook(self.lab, page, self.lab.write([""]))
        notebook.load()
        notebook.show([cell], dark)
        return notebook


@dataclass
class Shown(TablePage):
    """A page that runs a notebook by itself."""

    page: Page


@dataclass
class Voila:
    """Voila, which shows the outputs of a notebook's cells."""

    url: str
    root: Path
    _numbers: Iterator[int] = field(default_factory=count)

    def open(self, page: Page, cell: str, dark: bool) -> TablePage:
        name = f"test-{next(self._numbers)}.ipynb"
        (self.root / name).write_text(json.dumps(document([cell])), encoding="utf-8")
        theme = "dark" if dark else "light"
        page.goto(f"{self.url}/voila/render/{name}?theme={theme}")
        return shown(page)


MARIMO = """\
# /// script
# [tool.marimo.display]
# theme = "{theme}"
# ///
import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    {before}
    mo.ui.anywidget({last})
    return
"""


@dataclass
class Marimo:
    """marimo, whose cells are functions, and whose widgets live in shadow roots."""

    url: str
    root: Path
    _numbers: Iterator[int] = field(default_factory=count)

    def open(self, page: Page, cell: str, dark: bool) -> TablePage:
        """Open a notebook as an app. The last line of the cell is the table."""
        name = f"test_{next(self._numbers)}.py"
        *before, last = cell.splitlines()
        theme = "dark" if dark else "light"
        written = MARIMO.format(theme=theme, before="\n    ".join(before), last=last)
        (self.root / name).write_text(written, encoding="utf-8")
        page.goto(f"{self.url}/?file={name}")
        return shown(page)


def shown(page: Page) -> TablePage:
    """Wait for the table."""
    found = Shown(page)
    expect(found.table).to_be_visible()
    return found


@contextmanager
def notebook7() -> Iterator[Host]:
    """Run a Jupyter Notebook."""
    with serving("notebook", jupyter_options, "api") as (url, root):
        yield Notebook7(Lab(url, root, "notebooks"))


@contextmanager
def voila() -> Iterator[Host]:

    def options(url: str, root: Path) -> list[str]:
        where = ["--Voila.ip=127.0.0.1", f"--port={port(url)}", "--Voila.port_retries=0"]
        return [str(root), "--no-browser", *where]

    with serving("voila", options, "") as (url, root):
        yield Voila(url, root)


@contextmanager
def marimo() -> Iterator[Host]:

    def options(url: str, root: Path) -> list[str]:
        where = ["--host", "127.0.0.1", "--port", port(url)]
        # without --watch it would know only the files that were there when it started
        return ["--yes", "run", str(root), "--watch", "--headless", "--no-token", *where]

    with serving("marimo", options, "health") as (url, root):
        yield Marimo(url, root)


HOSTS: dict[str, Callable[[], AbstractContextManager[Host]]] = {
    "notebook": notebook7,
    "voila": voila,
    "marimo": marimo,
}
