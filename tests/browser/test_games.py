"""The games on hexagons and grids, played in JupyterLab from the start to the end."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.bare import BarePage
from tests.browser.lab import Notebook, TablePage

pytestmark = pytest.mark.browser

Open = Callable[..., Notebook]
Press = Callable[[TablePage, str], None]

TABLE = """\
import gamekit as gk, gamekit_widgets as gw
game = gk.load("{name}", {parameters})
gw.Table(gk.Match(game, seed=1), seats=("human", "human"))"""


def table(name: str, parameters: str = "") -> str:
    """A notebook cell with a table for two people."""
    return TABLE.format(name=name, parameters=parameters)


ESCAPE = table("tactical-escape", "offer=(1, 6, 12)")
SLIDING = table("sliding-tic-tac-toe")
GARDEN = table("flower-field", "lives=1")

# What is pressed, cells and buttons by their words, from the start to the end of a game.
ESCAPED = (
    "I am Red", "Row of five", "I am Blue", "Quick escape",
    "I am Red", "E5", "End turn",
    "I am Blue", "F3", "F4", "End turn",
    "I am Red", "F4", "End turn",
    "I am Blue", "Pass",
    "I am Red", "A1", "Escape …", "Escape now",
)  # fmt: skip
SLID = (
    "C1",
    "Neutral tile", "A6", "E1", "End turn",
    "C2", "End turn",
    "E2", "End turn",
    "C3", "End turn",
    "E1", "E2", "E3",
    "C4", "End turn",
    "E6", "End turn",
    "B5", "B5", "C5",
)  # fmt: skip
CAUGHT = (
    "D5", "Purple", "D3", "Purple",
    "D2", "Purple", "D6", "Purple",
    "Challenge", "D2", "D3", "D4", "D5", "D6", "D5", "D4", "D3",
)  # fmt: skip


def use_pointer(book: TablePage, what: str) -> None:
    """Click a cell or a button."""
    target(book, what).click()


def use_keys(book: TablePage, what: str) -> None:
    """Go to a cell or a button by arrows and Tab, and press Enter."""
    if is_cell(what):
        if not focused(book, "[data-cell]"):
            tab_to(book, "[data-cell]", "Shift+Tab")
        walk(book, what)
    else:
        expect(target(book, what)).to_be_visible()
        target(book, what).evaluate("button => { window.wanted = button }")
        backwards = book.table.evaluate(
            "table => window.wanted.compareDocumentPosition(table.getRootNode().activeElement)"
            " & Node.DOCUMENT_POSITION_FOLLOWING"
        )
        tab_to(book, None, "Shift+Tab" if backwards else "Tab")
        # Without another key in between, Enter may be the second press of two.
        book.page.keyboard.press("Shift")
    book.page.keyboard.press("Enter")


CELL_NAME = r"(\w+ )?([A-I][W-Z]?\d|(number|face) \d+)|\d,\d|die \d"


def is_cell(what: str) -> bool:
    return re.fullmatch(CELL_NAME, what) is not None


def target(book: TablePage, what: str) -> Locator:
    """The cell or the button with this name."""
    return book.cell(what) if is_cell(what) else book.button(what)


def focused(book: TablePage, selector: str | None) -> bool:
    """Is the focus on such an element, or on the one that we want?"""
    found: bool = book.table.evaluate(
        """(table, selector) => {
            const focused = table.getRootNode().activeElement;
            return selector ? !!focused?.matches(selector) : focused === window.wanted;
        }""",
        selector,
    )
    return found


def tab_to(book: TablePage, selector: str | None, key: str) -> None:
    """Press a key until the focus is there."""
    for _ in range(80):
        if focused(book, selector):
            return
        book.page.keyboard.press(key)
    raise AssertionError(f"{key} never comes to {selector or 'the button'}")


def walk(book: TablePage, label: str) -> None:
    """Go to a cell by arrow keys."""
    x, y = place(book, f"[data-cell='{label}']")
    for _ in range(30):
        here_x, here_y = place(book, "[data-cell]:focus")
        if (here_x, here_y) == (x, y):
            return
        if abs(y - here_y) > 1:
            key = "ArrowDown" if y > here_y else "ArrowUp"
        else:
            key = "ArrowRight" if x > here_x else "ArrowLeft"
        book.page.keyboard.press(key)
    raise AssertionError(f"{label} cannot be reached by arrow keys")


def place(book: TablePage, selector: str) -> tuple[float, float]:
    """Where a cell is on the board."""
    x, y = book.table.locator(selector).evaluate("cell => [cell.dataset.x, cell.dataset.y]")
    return float(x), float(y)


# Everything that Python shows. It leaves out what the page does by itself: the focus and what it
# lights, clocks, and the cube, which comes later and names what is under the pointer.
SAID = """table => {
    const copy = table.cloneNode(true);
    for (const lit of copy.querySelectorAll(".gk-lit")) lit.classList.remove("gk-lit");
    for (const own of copy.querySelectorAll(".gk-cube, .gk-clock, .gk-clock-warning")) own.remove();
    for (const cell of copy.querySelectorAll("[tabindex]")) cell.removeAttribute("tabindex");
    return copy.innerHTML;
}"""


def play(book: TablePage, presses: tuple[str, ...], press: Press) -> None:
    """Press one thing after another, each after the previous one has had its effect."""
    if press is use_keys:
        book.table.locator("[data-cell][tabindex='0'], button").first.focus()
    for what in presses:
        expect(target(book, what)).to_be_visible()
        before = book.table.evaluate(SAID)
        press(book, what)
        book.page.wait_for_function(
            f"([table, before]) => ({SAID})(table) !== before",
            arg=[book.table.element_handle(), before],
        )


WHOLE = pytest.mark.parametrize(
    ("cell", "presses", "ending"),
    [
        (ESCAPE, ESCAPED, "Red wins. Red escaped with Quick escape."),
        (SLIDING, SLID, "Cross wins. Five crosses in a row, C1 to C5."),
        (GARDEN, CAUGHT, "Bee wins. Moth has no lives left."),
    ],
    ids=["tactical-escape", "sliding-tic-tac-toe", "flower-field"],
)


@WHOLE
def test_a_game_is_played_by_keys_from_the_start_to_the_end(
    notebook: Open, cell: str, presses: tuple[str, ...], ending: str
) -> None:
    book = notebook(cell)
    play(book, presses, use_keys)
    expect(book.prompt).to_contain_text(ending)
    expect(book.table.locator(".gk-ending strong")).to_be_visible()


@WHOLE
def test_a_game_is_played_by_touch_on_a_phone(
    bare: Callable[..., BarePage], cell: str, presses: tuple[str, ...], ending: str
) -> None:
    book = bare(cell, width=390, height=844)
    play(book, presses, lambda book, what: target(book, what).tap())
    expect(book.prompt).to_contain_text(ending)


@pytest.mark.rule("TE-36")
def test_a_players_gift_is_not_in_the_page_of_the_other(notebook: Open) -> None:
    book = notebook(ESCAPE)
    play(book, ESCAPED[:2], use_pointer)
    known = re.compile(">(given|theirs|yours)[:<]")
    assert not known.search(book.table.inner_html())
    play(book, ESCAPED[2:3], use_pointer)
    assert not known.search(book.table.inner_html())
    expect(book.table.locator("[data-key=met-1]")).to_have_text("in 2 of 10 games")


def test_tiles_slide_and_completed_rows_are_drawn(notebook: Open) -> None:
    book = notebook(SLIDING)
    play(book, SLID[:-1], use_pointer)
    book.page.emulate_media(reduced_motion="no-preference")
    book.page.evaluate(
        """() => { window.slid = []; const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
            window.slid.push(this.dataset.key); return animate.apply(this, how); } }"""
    )
    play(book, SLID[-1:], use_pointer)
    expect(book.table.locator(".gk-winning")).to_have_count(5)
    assert set(book.page.evaluate("window.slid")) == {"tile-16"}
    expect(book.table.locator(".gk-row")).to_have_count(1)


def test_a_switch_shows_what_counts_for_a_win_condition(notebook: Open) -> None:
    book = notebook(ESCAPE)
    zones = book.table.locator(".gk-zone")
    play(book, ESCAPED[:10], use_pointer)
    expect(zones).to_have_count(0)
    play(book, ("Surround",), use_pointer)
    expect(book.button("Surround")).to_have_attribute("aria-pressed", "true")
    expect(zones).to_have_count(2)
    play(book, ("Surround",), use_keys)
    expect(book.button("Surround")).to_have_attribute("aria-pressed", "false")
    expect(zones).to_have_count(0)
