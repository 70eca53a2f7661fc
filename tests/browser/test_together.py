"""Tables on one match agree: two in one notebook, and each of them in two browsers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import gamekit as gk
from tests.browser.lab import Lab, Notebook, TablePage

pytestmark = pytest.mark.browser

TWO_TABLES = (
    """\
import gamekit as gk, gamekit_widgets as gw
match = gk.Match("take-back-toe", seed=1)
gw.Table(match, seats=("human", "human"), open=True, journal=False)""",
    'gw.Table(match, seats=("human", "human"), open=True, journal=False)',
)


class OneTable(TablePage):
    """One of the tables on a page."""

    def __init__(self, page: Page, place: int) -> None:
        self.page, self.place = page, place

    @property
    def table(self) -> Locator:
        return super().table.nth(self.place)


def test_two_browsers_on_one_notebook_agree_at_every_table(
    notebook: Callable[..., Notebook], lab: Lab, browser: Browser
) -> None:
    book = notebook(*TWO_TABLES)
    expect(book.table).to_have_count(2)
    book.save()
    match = gk.Match("take-back-toe", seed=1)
    with browser.new_context(reduced_motion="reduce") as elsewhere:
        elsewhere.set_default_timeout(60_000)
        other = Notebook(lab, elsewhere.new_page(), book.name)
        other.load()
        expect(other.table).to_have_count(2)
        tables = [OneTable(page, place) for page in (book.page, other.page) for place in range(2)]
        for number, mover in enumerate((tables[0], tables[3], tables[2]), 1):
            turn = match.legal()[0]
            match.play(turn)
            for cell in turn.split("-"):
                mover.cell(cell).click()
            for table in tables:
                expect(table.moves).to_have_count(number)
            assert all(table.says() == mover.says() for table in tables)
        tables[1].button("Undo").click()
        for table in tables:
            expect(table.button("Redo")).to_be_enabled()
            assert table.says() == tables[0].says()
