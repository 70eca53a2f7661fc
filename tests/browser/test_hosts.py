"""Tables in Notebook 7, Voila and marimo look and play as they do in JupyterLab."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect

from tests.browser import test_cube as cube
from tests.browser.hosts import HOSTS, Host
from tests.browser.lab import TablePage
from tests.browser.test_games import (
    Press,
    focused,
    play,
    table,
    use_keys,
    use_pointer,
)
from tests.browser.test_layout import walk
from tests.browser.test_secrets import BLUFF, BLUFFED

pytestmark = pytest.mark.browser


def use_cube(book: TablePage, what: str) -> None:
    """Click a cell in space, or a button as usual."""
    if what.startswith("Shift"):
        use_pointer(book, what)
    else:
        cube.drawn(book)
        cube.press(book, what)


class Game(NamedTuple):
    """Moves to play, first by pointer and then by keys, and a typed move that the rules refuse."""

    cell: str
    by_pointer: tuple[str, ...]
    by_keys: tuple[str, ...]
    lines: int  # turns in the list of moves, after that
    refused: str
    rule: str
    pointer: Press = use_pointer


GAMES = {
    "cube": Game(
        table("shift-tac-toe"), ("AZ1",), ("End turn", "BX2"), 2, "BX2>BX3", "SHT-Q23", use_cube
    ),
    "secrets": Game(BLUFF, BLUFFED[:6], BLUFFED[6:11], 3, "9x9", "LD-Q4"),
}


@pytest.fixture(scope="module", params=HOSTS)
def host(request: pytest.FixtureRequest) -> Iterator[Host]:
    """A running notebook program."""
    with HOSTS[request.param]() as running:
        yield running


@pytest.fixture
def errors() -> list[str]:
    """What went wrong in the page."""
    return []


@pytest.fixture
def page(browser: Browser, dark: bool, errors: list[str]) -> Iterator[Page]:
    """A page on a system that prefers the other theme than the notebook's."""

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)

    def fail(error: Error) -> None:
        errors.append(str(error))

    with browser.new_context(color_scheme="light" if dark else "dark") as context:
        context.set_default_timeout(60_000)  # a loaded machine is slow
        page = context.new_page()
        page.on("console", hear)
        page.on("pageerror", fail)
        yield page


@pytest.mark.parametrize(("game", "dark"), [("cube", True), ("secrets", False)], ids=list(GAMES))
def test_a_table_is_played_at(
    host: Host, page: Page, errors: list[str], game: str, dark: bool
) -> None:
    wanted = GAMES[game]
    book = host.open(page, wanted.cell, dark)
    errors.clear()  # some programs start with complaints of their own
    play(book, wanted.by_pointer, wanted.pointer)
    play(book, wanted.by_keys, use_keys)
    expect(book.moves).to_have_count(wanted.lines)
    assert focused(book, "section.gk *"), "what was used may be gone, the focus is not"
    line = book.table.get_by_label("Type a move")
    line.fill(wanted.refused)
    line.press("Enter")
    expect(book.rule()).to_contain_text(wanted.rule)
    assert is_dark(book) == dark
    assert book.table.evaluate("table => table.scrollWidth <= table.clientWidth")
    assert errors == []


@pytest.mark.parametrize("host", ["notebook"], indirect=True)
def test_nothing_moves_in_notebook_7(host: Host, browser: Browser) -> None:
    cell = """\
import gamekit_widgets as gw
gw.Table("take-back-toe", seats=("human", "human"), journal=False)"""
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.set_viewport_size({"width": 1280, "height": 720})
        assert walk([host.open(page, cell, dark=False)]) == []


def is_dark(book: TablePage) -> bool:
    """Is light text written on dark paper?"""
    paper, text = book.table.evaluate(
        """table => [["background"], ["text"]].map(([what]) => {
            const { backgroundColor, color } = getComputedStyle(table);
            const parts = (what === "text" ? color : backgroundColor).match(/[\\d.]+/g);
            return parts.slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
        })"""
    )
    assert abs(paper - text) > 300, "text can be read"
    return bool(text > paper)
