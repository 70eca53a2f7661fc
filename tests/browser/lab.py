"""What the browser tests do in JupyterLab: open a notebook, run it, use the table in it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

RUN_ALL = "window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => 0, () => 0)"


@dataclass
class Lab:
    """A running JupyterLab: its address and the folder it serves."""

    url: str
    root: Path
    _numbers: Iterable[int] = field(default_factory=count)

    def write(self, cells: Iterable[str], outputs: Iterable[dict[str, str]] = ()) -> str:
        """Write a notebook and return its name; `outputs` belong to the first cell."""
        name = f"test-{next(iter(self._numbers))}.ipynb"
        shown = [
            {"output_type": "display_data", "metadata": {}, "data": data} for data in outputs
        ]
        document = {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {
                "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}
            },
            "cells": [
                {
                    "id": f"cell-{number}",
                    "cell_type": "code",
                    "metadata": {},
                    "execution_count": None,
                    "outputs": [] if number else shown,
                    "source": source,
                }
                for number, source in enumerate(cells)
            ],
        }
        (self.root / name).write_text(json.dumps(document), encoding="utf-8")
        return name

    def open(self, page: Page, cells: Iterable[str], dark: bool = False) -> Notebook:
        """Open a new notebook with these cells and run it until its table is there."""
        notebook = Notebook(self, page, self.write(cells))
        notebook.load()
        if dark:
            page.evaluate(
                "window.jupyterapp.commands.execute('apputils:change-theme',"
                " {theme: 'JupyterLab Dark'}).then(() => 0)"
            )
            page.wait_for_selector("body[data-jp-theme-light=false]", state="attached")
        notebook.run()
        return notebook


@dataclass
class Notebook:
    """A notebook open in a page, with one table, board or replay in it."""

    lab: Lab
    page: Page
    name: str

    def load(self) -> None:
        """Load the page, and wait for the notebook and its kernel."""
        self.page.goto(f"{self.lab.url}/doc/tree/{self.name}")
        self.page.wait_for_function(
            """() => {
                const panel = window.jupyterapp?.shell.currentWidget;
                return panel?.sessionContext?.session?.kernel?.status === "idle";
            }"""
        )

    def run(self) -> None:
        """Run all cells. Right after the kernel is up that may do nothing, so until it did."""
        ran = "() => document.querySelectorAll('.jp-OutputArea-output').length > 0"
        for _ in range(10):
            self.page.evaluate(RUN_ALL)
            try:
                self.page.wait_for_function(ran, timeout=3_000)
                break
            except Exception:  # noqa: S110 - the next round tries again
                pass
        expect(self.table).to_be_visible()

    def save(self) -> None:
        """Save the notebook."""
        self.page.evaluate(
            "window.jupyterapp.commands.execute('docmanager:save').then(() => 0)"
        )
        self.page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.model.dirty")

    def close(self) -> None:
        """Stop the kernel."""
        if self.page.is_closed():
            return
        self.page.evaluate(
            "window.jupyterapp.shell.currentWidget?.sessionContext.shutdown().then(() => 0)"
        )

    @property
    def cell_count(self) -> int:
        """How many cells the notebook has."""
        return int(
            self.page.evaluate("window.jupyterapp.shell.currentWidget.content.widgets.length")
        )

    # --- the table -----------------------------------------------------------------------------

    @property
    def table(self) -> Locator:
        """The widget."""
        return self.page.locator("section.gk")

    @property
    def prompt(self) -> Locator:
        """What is to be done."""
        return self.table.locator(".gk-prompt")

    @property
    def said(self) -> Locator:
        """The message, with the rule it quotes."""
        return self.table.locator(".gk-said")

    @property
    def moves(self) -> Locator:
        """The lines of the move list."""
        return self.table.locator(".gk-moves li")

    def cell(self, label: str) -> Locator:
        """A cell of the board."""
        return self.table.locator(f"[data-cell={label}]")

    def next_cells(self) -> list[str]:
        """Labels of the cells that could be pressed on the way to a legal move."""
        labels: list[str] = self.table.locator(".gk-next").evaluate_all(
            "cells => cells.map(cell => cell.dataset.cell)"
        )
        return labels

    def button(self, name: str) -> Locator:
        """A button by its words."""
        return self.table.get_by_role("button", name=name, exact=True)

    def sizes(self) -> dict[str, str]:
        """What a screen reader would read of each cell."""
        return {
            label: says
            for label, says in self.table.locator("[data-cell]").evaluate_all(
                "cells => cells.map(c => [c.dataset.cell, c.getAttribute('aria-label')])"
            )
        }
