"""A JupyterLab and a Chromium that all browser tests share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.bare import BarePage
from tests.browser.lab import Lab, Notebook, jupyterlab, launch


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def lab() -> Iterator[Lab]:
    """A running JupyterLab."""
    with jupyterlab() as running:
        yield running


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One profile for all pages, so that JupyterLab's files are fetched once."""
    context = browser.new_context(has_touch=True)
    context.set_default_timeout(60_000)  # a loaded machine is slow
    yield context
    context.close()


@pytest.fixture(scope="session")
def open_notebook(lab: Lab, context: BrowserContext) -> Notebook:
    """A notebook with a running kernel. Each test replaces its cells."""
    notebook = Notebook(lab, context.new_page(), lab.write([""]))
    notebook.load()
    return notebook


@pytest.fixture
def notebook(open_notebook: Notebook) -> Callable[..., Notebook]:
    """Run a notebook made of the given cells: notebook("1 + 1", width=360, dark=True)."""

    def show(*cells: str, width: int = 1200, height: int = 900, dark: bool = False) -> Notebook:
        page = open_notebook.page
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(reduced_motion="reduce")
        open_notebook.show(cells, dark)
        return open_notebook

    return show


@pytest.fixture
def bare(browser: Browser) -> Iterator[Callable[..., BarePage]]:
    """Show the last value of a notebook cell on a page of its own: bare(cell, width=360, dark=True)."""
    with browser.new_context(has_touch=True) as context:
        context.set_default_timeout(60_000)  # a loaded machine is slow

        def show(
            cell: str, width: int = 1200, height: int = 900, dark: bool = False, before: str = ""
        ) -> BarePage:
            names: dict[str, Any] = {}
            exec(cell.replace("\ngw.", "\nwidget = gw."), names)
            book = BarePage(context.new_page(), names["widget"])
            if before:
                book.page.evaluate(before)
            book.open(width, height, dark, still=True)
            return book

        yield show
