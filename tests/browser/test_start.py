"""The form before a match, notes, a pause and the clock's warning, in JupyterLab."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Notebook
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser

Open = Callable[..., Notebook]

CELL = """\
import gamekit as gk, gamekit_widgets as gw
match = gk.Match("liars-dice", seed=1, players=("Ann", "Bo"), clock=gk.Clock({main}, {reserve}, 10))
table = gw.Table(match, seats=("human", "human"), ask={ask})
table"""


def cell(main: int = 60, reserve: int = 300, ask: bool = False) -> str:
    return CELL.format(main=main, reserve=reserve, ask=ask)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_form_is_answered_by_keys_on_a_phone(notebook: Open, dark: bool) -> None:
    book = notebook(cell(ask=True), width=360, height=740, dark=dark)
    assert violations(book.page) == []
    form = book.table.get_by_role("form", name="New game")
    box = form.bounding_box()
    assert box
    assert box["width"] <= 360
    form.get_by_label("Name of Fox").fill("Cleo")
    form.get_by_label("Who starts").focus()
    expect(form.get_by_label("Who starts").locator("option").first).to_have_text("Cleo")
    book.page.keyboard.type("Bo")
    form.get_by_role("button", name="Start").press("Enter")
    expect(form).to_have_count(0)
    expect(book.table.locator(".gk-curtain")).to_be_focused()
    expect(book.table.locator(".gk-player").first).to_contain_text("Cleo")
    book.button("New game …").click()
    expect(book.table.locator("[name=name-0]")).to_be_focused()
    book.page.keyboard.press("Escape")
    expect(book.button("New game …")).to_be_focused()
    expect(book.button("I am Bo")).to_be_visible()


def test_notes_stay_while_the_table_is_drawn_again(notebook: Open) -> None:
    book = notebook(cell())
    book.button("I am Ann").click()
    book.table.get_by_text("Ann’s private notes").click()
    notes = book.table.get_by_label("Ann’s private notes")
    notes.press_sequentially("Bo bluffs")
    book.cell("number 2").click()
    expect(book.cell("number 2")).to_have_attribute("aria-selected", "true")
    expect(notes).to_have_value("Bo bluffs")
    notes.press_sequentially("!")
    assert violations(book.page) == []
    assert book.cell_count == 1, "what is typed is no shortcut of the notebook"
    book.cell("face 1").click()
    book.button("Claim 2 × 1").click()
    expect(notes).to_have_count(0)
    book.button("I am Bo").click()
    expect(book.table.get_by_label("Bo’s private notes")).to_have_value("")
    book.button("Challenge").click()
    book.button("I am Ann").click()
    expect(notes).to_have_value("Bo bluffs!")
    book.save()
    assert "bluffs" not in (book.lab.root / book.name).read_text()


def test_a_pause_covers_the_board_and_a_warning_is_said_once(notebook: Open) -> None:
    book = notebook(cell(main=29, reserve=0))
    book.button("I am Ann").click()
    warning = book.table.locator(".gk-clock-warning")
    expect(warning).to_have_text("Ann: less than 30 seconds left.")
    expect(warning).to_have_attribute("aria-live", "polite")
    assert warning.evaluate("warning => warning.offsetHeight") == 21, "the room that it had before"
    book.button("Pause").click()
    expect(book.table.locator(".gk-curtain")).to_be_focused()
    expect(book.table.locator(".gk-place")).to_have_attribute("inert", "")
    assert violations(book.page) == []
    clock = book.table.locator(".gk-clock").first.inner_text()
    book.page.wait_for_timeout(1500)
    assert book.table.locator(".gk-clock").first.inner_text() == clock
    book.button("Go on").press("Enter")
    expect(book.button("Pause")).to_be_visible()
