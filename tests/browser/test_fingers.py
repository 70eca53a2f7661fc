"""On a phone everything that people press is as wide as a finger, and boards have room for that."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import gamekit as gk
import gamekit_widgets as gw
from tests.browser.bare import BarePage
from tests.browser.lab import Notebook
from tests.browser.test_games import ESCAPE, ESCAPED, play, table, use_pointer
from tests.browser.test_visibility import PHONE, PRESS

pytestmark = pytest.mark.browser

Phone = Callable[[str], BarePage]

FINGER = 44  # pixels
UNSURE = 6  # pixels: a touch means the nearest cell if all others are farther away than this

# These cells are closer together than a finger is wide, in pixels, because all of a table is in sight at
# once and nothing touches the edge. A touch between two of them shows both, larger.
CLOSE = {
    "death-match": 35,  # seven numbers of dice side by side
    "flower-field": 41,  # seven columns
    "liars-dice": 35,  # numbers of dice above each other
    "tactical-escape": 25,  # nine hexagons in a row, and cards above each other
    "shift-tac-toe": 34,  # two levels of four cells side by side
    "tic-tac-toe-evolved": 24,  # dice of a pool, and those that are rolled again; not the squares
}

# The distance from each cell that can be pressed to the nearest other cell of its board.
APART = """() => [...document.querySelectorAll(".gk-place > .gk-board, .gk-large")].flatMap((board) => {
    const middles = [...board.querySelectorAll("[data-cell]")].map((cell) => {
        const { left, top, width, height } = cell.querySelector(".gk-shape").getBoundingClientRect();
        return [cell, left + width / 2, top + height / 2];
    });
    return middles.filter(([cell]) => cell.matches(".gk-next, .gk-pressed")).map(([cell, x, y]) => {
        const others = middles.filter(([other]) => other !== cell);
        const apart = others.map(([, a, b]) => Math.max(Math.abs(a - x), Math.abs(b - y)));
        return [cell.dataset.cell, Math.min(...apart)];
    });
})"""

# Everything else that can be pressed, and its size.
CONTROLS = """() => [...document.querySelectorAll(
    ".gk :is(button, input, select, summary, [role=spinbutton])"
)].filter((one) => one.getClientRects().length > 0).map((one) => {
    const { width, height } = one.getBoundingClientRect();
    return [one.outerHTML.slice(0, 90), Math.min(width, height)];
})"""

# What can be pressed on a board, unless something is in front of it.
OPEN = """() => document.querySelector(".gk-here, .gk-place[inert]") ? []
    : [...document.querySelectorAll(".gk-place > .gk-board .gk-next, .gk-large .gk-next")]
        .map((cell) => cell.dataset.cell)"""

# Listen to what would be sent, without sending it.
HEAR = """() => { window.really = window.tell; window.told = [];
    window.tell = async (said) => { window.told.push(JSON.parse(said).what); return []; } }"""
SEND = "() => { window.tell = window.really; }"

# Where a finger may come down to press a cell: its middle and the corners of the target.
SPOTS = """([label, reach]) => {
    const cell = document.querySelector(`[data-cell="${label}"]`);
    cell.scrollIntoView({ block: "center" });
    const { left, top, width, height } = cell.querySelector(".gk-shape").getBoundingClientRect();
    const board = cell.ownerSVGElement.getBoundingClientRect();
    return [[0, 0], [-1, -1], [1, -1], [1, 1], [-1, 1]]
        .map(([a, b]) => [left + width / 2 + a * reach, top + height / 2 + b * reach])
        .filter(([x, y]) => x > Math.max(board.left, 34) && x < Math.min(board.right, innerWidth - 34)
            && y > board.top && y < board.bottom);
}"""

ANSWERED = "() => window.told.length > 0 || document.querySelector('.gk-near') !== null"

# What was pressed since the last time, including cells that are shown larger.
PRESSED = (
    """() => [...window.told.splice(0), ...document.querySelectorAll(".gk-near")].map(String)"""
)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Phone]:
    """Show a table for two people on a phone."""
    with browser.new_context(has_touch=True) as context:

        def show(game: str) -> BarePage:
            match = gk.Match(game, seed=1, players=("Ann", "Bo"))
            match_table = gw.Table(match, seats=("human", "human"), journal=False)
            book = BarePage(context.new_page(), match_table)
            book.open(*PHONE, still=True)
            return book

        yield show


def positions(book: BarePage) -> Iterator[None]:
    """Go through the first positions of a game, pressing one thing after the other."""
    for n in range(12):
        yield
        if not book.page.evaluate(PRESS, 5 * n + 3):
            return
        book.page.evaluate("() => new Promise(requestAnimationFrame)")


@pytest.mark.parametrize("game", [game.name for game in gk.games()])
def test_all_that_can_be_pressed_is_as_wide_as_a_finger(phone: Phone, game: str) -> None:
    book = phone(game)
    least = CLOSE.get(game, FINGER)
    for _ in positions(book):
        assert [one for one in book.page.evaluate(APART) if one[1] < least] == []
        assert [one for one in book.page.evaluate(CONTROLS) if one[1] < FINGER] == []
        assert book.table.evaluate("table => table.scrollWidth <= table.clientWidth")


@pytest.mark.parametrize("game", [game.name for game in gk.games() if game.name != "liars-dice"])
def test_a_touch_on_a_target_presses_it_at_once(phone: Phone, game: str) -> None:
    """Anywhere on it or, if cells are close, wherever no other cell is nearly as near."""
    book, tried = phone(game), 0
    reach = CLOSE[game] / 2 - UNSURE if game in CLOSE else FINGER / 2 - 1
    for _ in positions(book):
        labels = book.page.evaluate(OPEN)
        book.page.evaluate(HEAR)
        for label in labels[:: max(1, len(labels) // 3)]:
            for x, y in book.page.evaluate(SPOTS, [label, reach]):
                book.page.touchscreen.tap(x, y)
                book.page.wait_for_function(ANSWERED, timeout=10_000)
                pressed = book.page.evaluate(PRESSED)
                assert pressed == [label]
                tried += 1
        book.page.evaluate(SEND)
    assert tried


def between(page: Page, one: str, other: str) -> tuple[float, float]:
    """The place halfway between two cells."""
    boxes: list[Any] = [
        page.locator(f"[data-cell='{label}'] .gk-shape").bounding_box() for label in (one, other)
    ]
    x, y = (
        sum(box[a] + box[b] / 2 for box in boxes) / 2 for a, b in (("x", "width"), ("y", "height"))
    )
    return x, y


@pytest.fixture
def close(bare: Callable[..., BarePage]) -> BarePage:
    """A board of small cells on which somebody is about to place a piece."""
    width, height = PHONE
    book = bare(ESCAPE, width=width, height=height)
    play(book, ESCAPED[:5], use_pointer)
    book.cell("E5").scroll_into_view_if_needed()
    return book


def test_a_touch_between_two_cells_shows_them_and_the_next_one_chooses(close: BarePage) -> None:
    close.page.touchscreen.tap(*between(close.page, "E5", "E6"))
    near = close.table.locator(".gk-near")
    expect(near.locator("[data-meant]")).to_have_count(2)
    for cell in near.locator("[data-meant] .gk-shape").all():
        box = cell.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= FINGER
    near.locator("[data-meant=E6]").tap()
    expect(near).to_have_count(0)
    expect(close.cell("E6")).to_have_class(re.compile("gk-recent"))
    expect(close.table.locator(".gk-recent")).to_have_count(1)


def test_a_touch_beside_enlarged_cells_closes_them(close: BarePage) -> None:
    close.page.touchscreen.tap(*between(close.page, "E5", "E6"))
    near = close.table.locator(".gk-near")
    expect(near).to_be_visible()
    close.cell("A1").tap()
    expect(near).to_have_count(0)
    expect(close.table.locator(".gk-recent, .gk-refusal")).to_have_count(0)


@pytest.fixture
def levels(bare: Callable[..., BarePage]) -> BarePage:
    """The levels of a cube, side by side."""
    width, height = PHONE
    book = bare(table("shift-tac-toe"), width=width, height=height)
    book.button("Flat").click()
    book.cell("AZ1").tap()
    expect(book.cell("AY1")).not_to_have_class(re.compile("gk-next"))
    return book


def test_where_only_one_of_two_cells_can_be_pressed_a_touch_between_them_presses_it(
    levels: BarePage,
) -> None:
    x, y = between(levels.page, "AY1", "AZ1")
    levels.page.touchscreen.tap(x - 2, y)
    expect(levels.cell("AZ1")).to_have_class(re.compile("gk-pressed"))


def test_it_counts_where_the_finger_is_and_not_which_cell_the_browser_takes(
    levels: BarePage,
) -> None:
    levels.button("End turn").click()
    levels.page.touchscreen.tap(*between(levels.page, "AY2", "AZ2"))
    expect(levels.table.locator(".gk-near [data-meant]")).to_have_count(2)


def test_dice_of_a_pool_are_alike_so_a_touch_between_two_takes_one(phone: Phone) -> None:
    book = phone("tic-tac-toe-evolved")
    book.cell("1,2").tap()
    book.table.locator(".gk-curtain button").tap()
    book.page.touchscreen.tap(*between(book.page, "die 2", "die 3"))
    expect(book.button("Bid 1")).to_be_visible()


def test_a_mouse_presses_what_is_below_it(close: BarePage) -> None:
    x, y = between(close.page, "E5", "E6")
    close.page.mouse.click(x + 3, y)
    expect(close.cell("E6")).to_have_class(re.compile("gk-recent"))


def test_in_jupyterlab_a_board_of_seven_columns_has_room_for_fingers(
    notebook: Callable[..., Notebook],
) -> None:
    width, height = PHONE
    book = notebook(table("flower-field"), width=width, height=height)
    assert min(apart for _, apart in book.page.evaluate(APART)) >= CLOSE["flower-field"]
    assert [one for one in book.page.evaluate(CONTROLS) if one[1] < FINGER] == []
    assert book.table.evaluate(
        """table => {
            const around = [];
            for (let part = table; part; part = part.parentElement) around.push(part);
            return around.every((part) => part.scrollWidth <= part.clientWidth);
        }"""
    ), "nothing scrolls sideways"
    sizes = book.table.locator(".gk-place .gk-edge").evaluate_all(
        "all => all.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"
    )
    assert min(sizes) >= 9
    cut = book.table.locator(".gk-place").evaluate(
        """place => [...place.querySelectorAll("text, .gk-token, .gk-cell")].filter((part) => {
            const [box, seen] = [part, place].map((each) => each.getBoundingClientRect());
            return box.left < seen.left - 1 || box.right > seen.right + 1;
        }).map((part) => part.outerHTML.slice(0, 80))"""
    )
    assert cut == []
