"""Tic-Tac-Toe Evolved by pointer and by touch: people drag or press dice, and answer on the dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

import gamekit as gk
import gamekit_widgets as gw
from tests.browser.bare import BarePage

pytestmark = pytest.mark.browser

Open = Callable[..., BarePage]


@pytest.fixture
def table(browser: Browser) -> Iterator[Open]:
    """Open a table for two people on a page of its own."""
    with browser.new_context(has_touch=True) as context:

        def open_table(width: int = 1280, height: int = 800, **position: object) -> BarePage:
            match = gk.Match("tic-tac-toe-evolved", seed=7, position=position or None)
            table = gw.Table(match, seats=("human", "human"), viewer=gk.ALL, journal=False)
            page = BarePage(context.new_page(), table)
            page.open(width, height)
            return page

        yield open_table


def drag(book: BarePage, die: str, onto: str) -> None:
    """Drag a die to a square."""
    (x, y), (to_x, to_y) = middle(book, die), middle(book, onto)
    book.page.mouse.move(x, y)
    book.page.mouse.down()
    book.page.mouse.move(to_x, to_y, steps=4)
    book.page.mouse.up()


def middle(book: BarePage, label: str) -> tuple[float, float]:
    """Return the center of a cell in the window."""
    book.cell(label).scroll_into_view_if_needed()
    box = book.cell(label).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def moves(book: BarePage) -> list[str]:
    """Return the moves so far."""
    assert isinstance(book.widget, gw.Table)
    return [entry.text for entry in book.widget.match.history if entry.player in (0, 1)]


def test_dice_are_dragged_to_the_square(table: Open) -> None:
    book = table(slot=0)
    drag(book, "die 1", "2,2")
    expect(book.prompt).to_contain_text("how many dice for the middle?")
    drag(book, "die 2", "1,1")
    expect(book.table.locator(".gk-pressed")).to_have_count(0)
    for die in ("die 2", "die 4"):
        drag(book, die, "2,2")
        expect(book.cell(die)).to_have_class(re.compile("gk-pressed"))
    book.button("Bid 2").click()
    expect(book.button("Bid 0")).to_be_visible()
    assert moves(book) == ["contest 2,2", "bid 2"]
