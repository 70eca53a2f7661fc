"""Death Match in JupyterLab: three boards at once, by pointer and by keys, wide and narrow."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.bare import BarePage
from tests.browser.lab import TablePage
from tests.browser.test_access import violations
from tests.browser.test_games import (
    Press,
    focused,
    is_cell,
    play,
    tab_to,
    use_keys,
    use_pointer,
    walk,
)

pytestmark = pytest.mark.browser

Open = Callable[..., BarePage]

CELL = """\
import gamekit as gk, gamekit_widgets as gw
tiles = {"rows": ["......", "......", "XX.X..", "......", "OO.O..", "......"], "turns": [3, 3]}
position = {"sliding_tic_tac_toe": tiles, "turn": 6}
match = gk.Match("death-match", seed=1, players=("Ann", "Bo"), position=position)
gw.Table(match, seats=("human", "human"))"""

SUBMITTED = (
    "I am Ann", "dice number 1", "dice face 1", "dice face 1", "tiles C3", "Done with tiles", "flowers D5", "Red",
    "Done with flowers",
)  # fmt: skip
WON = (
    *SUBMITTED,
    "I am Bo", "dice number 1", "dice face 2", "dice face 2", "tiles F6", "Done with tiles", "flowers D3", "Blue",
    "Done with flowers",
    "I am Ann", "dice number 1", "dice face 3", "dice face 3", "tiles C5", "Done with tiles", "flowers D6", "Red",
    "Done with flowers",
)  # fmt: skip


# The parts come in other orders, Bo plays his tiles again, and the rules refuse one flower.
FLOWERS_FIRST = (
    "I am Ann", "flowers D5", "Red", "Done with flowers", "dice number 1", "dice face 1", "dice face 1", "tiles C3", "Done with tiles",
)  # fmt: skip
TILES_FIRST = (
    "I am Bo", "tiles F6", "Done with tiles", "flowers A1", "flowers D3", "Blue", "Done with flowers",
    "Revise tiles", "tiles F1", "Done with tiles", "dice number 1", "dice face 2", "dice face 2",
)  # fmt: skip


TARGETS = (
    ":is(.gk-large [data-cell], .gk-board:not(.gk-large), button, input, [role=spinbutton]):visible"
)


def use_mouse(book: TablePage, what: str) -> None:
    """Click a button, or a cell once its board is due."""
    if is_cell(what):
        expect(book.table.locator(f".gk-due [data-cell='{what}']")).to_be_visible()
    use_pointer(book, what)


def use_boards(book: TablePage, what: str) -> None:
    """Each board is one stop of the Tab key; on it arrows lead from cell to cell."""
    if not is_cell(what):
        use_keys(book, what)
        return
    expect(book.table.locator(f".gk-due [data-cell='{what}']")).to_be_visible()
    board = f"[data-cell^='{what.split()[0]} ']"
    if not focused(book, board):
        tab_to(book, board, "Shift+Tab" if what.startswith("tiles") else "Tab")
    walk(book, what)
    book.page.keyboard.press("Enter")


def test_a_match_is_played_to_its_end_by_keys(bare: Open) -> None:
    book = bare(CELL)
    play(book, WON, use_boards)
    expect(book.prompt).to_contain_text("Ann wins")
    expect(book.table.locator(".gk-ending strong")).to_be_visible()
    expect(book.table.locator(".gk-row")).to_have_count(1)


def use_mouse_anywhere(book: TablePage, what: str) -> None:
    """Click a button or a cell; a press on a small board first brings it here."""
    if is_cell(what):
        board = book.table.locator(f".gk-board:has([data-cell='{what}'])")
        if "gk-large" not in (board.get_attribute("class") or ""):
            board.click()
    use_pointer(book, what)


def use_boards_anywhere(book: TablePage, what: str) -> None:
    """Go to a button or a cell by keys, whichever part is due."""
    if is_cell(what):
        board = f"[data-cell^='{what.split()[0]} ']"
        to_flowers = what.startswith("flowers") and focused(book, "[data-cell^='tiles ']")
        tab_to(book, board, "Tab" if to_flowers else "Shift+Tab")
        walk(book, what)
        book.page.keyboard.press("Enter")
    else:
        use_keys(book, what)


@pytest.mark.rule("DM-4", "DM-Q13")
@pytest.mark.parametrize(
    "press", [use_mouse_anywhere, use_boards_anywhere], ids=["pointer", "keys"]
)
def test_parts_are_made_in_any_order(bare: Open, press: Press) -> None:
    book = bare(CELL)
    play(book, FLOWERS_FIRST, press)
    expect(book.moves).to_have_text(re.compile("claims one 1, plays C3 and plants red on D5"))
    play(book, TILES_FIRST[:4], press)
    expect(book.said).to_contain_text("Flowers: A1 shares no side with a flower.")
    expect(book.said).to_contain_text("FF-6")
    play(book, TILES_FIRST[4:7], press)
    if press is use_mouse_anywhere:
        book.table.locator(".gk-board:has([data-cell^='tiles '])").click()
    else:
        tab_to(book, "[data-cell^='tiles ']", "Shift+Tab")
        book.page.keyboard.press("ArrowDown")
    play(book, TILES_FIRST[7:-3], press)
    expect(book.prompt).to_contain_text(
        "Bo: pick how many dice show which face, or press Challenge"
    )
    expect(large(book)).to_have_class(re.compile("gk-due"))
    expect(book.moves).to_have_count(1)
    play(book, TILES_FIRST[-3:], press)
    expect(book.moves.last).to_have_text(re.compile("claims one 2, plays F1 and plants blue on D3"))
    expect(book.button("I am Ann")).to_be_visible()


def test_while_flowers_are_drafted_their_board_stays_large(bare: Open) -> None:
    book = bare(CELL)
    play(book, (*FLOWERS_FIRST[:1], "dice number 1", "dice face 1", "dice face 1"), use_mouse)
    play(book, FLOWERS_FIRST[1:3], use_mouse_anywhere)
    assert "Flower" in (large(book).get_attribute("aria-label") or "")
    expect(large(book)).to_have_class(re.compile("gk-due"))
    play(book, FLOWERS_FIRST[3:4], use_mouse_anywhere)
    expect(large(book)).to_have_attribute("aria-label", re.compile("Sliding"))


def test_focus_goes_on_to_the_part_that_is_due(bare: Open) -> None:
    book = bare(CELL)
    book.button("I am Ann").focus()
    for what, board in (
        ("I am Ann", "dice"),
        ("dice number 1", "dice"),
        ("dice face 1", "dice"),
        ("Claim 1 × 1", "tiles"),
        ("Done with tiles", "flowers"),
    ):
        if what == "Done with tiles":
            use_boards(book, "tiles C3")
        use_keys(book, what)
        expect(book.table.locator(f".gk-due [data-cell^='{board}']:focus")
               ).to_have_count(1)  # fmt: skip


def large(book: TablePage) -> Locator:
    return book.table.locator(".gk-boards > .gk-large")


def test_the_board_where_something_is_to_be_done_is_large(bare: Open) -> None:
    for width, height, shown in ((1200, 720, 3), (390, 844, 1)):
        book = bare(CELL, width=width, height=height)
        for start, end, name in ((0, 1, "Liar's Dice"), (1, 4, "Sliding"), (4, 6, "Flower")):
            play(book, SUBMITTED[start:end], use_mouse)
            expect(large(book)).to_have_class(re.compile("gk-due"))
            assert name in (large(book).get_attribute("aria-label") or "")
            boxes = [board.bounding_box() for board in book.table.locator(".gk-board").all()]
            widths = sorted(box["width"] for box in boxes if box)
            assert len(widths) == shown
            assert all(widths[-1] > 1.5 * width for width in widths[:-1])


def test_a_phone_shows_one_board_and_a_tab_for_each(bare: Open) -> None:
    book = bare(CELL, width=390, height=844)
    tabs = book.table.locator(".gk-tabs button")
    expect(tabs).to_have_text(
        ["Dice lose at 9 dice", "Tiles 5 in a row win", "Flowers lose at 0 lives"]
    )
    play(book, SUBMITTED[:1], use_mouse)  # lifts the curtain
    tabs.nth(2).click()
    expect(large(book)).to_have_attribute("aria-label", re.compile("Flower Field"))
    expect(tabs.nth(2)).to_have_attribute("aria-pressed", "true")


def test_a_press_on_another_board_moves_there(bare: Open) -> None:
    book = bare(CELL)
    play(book, SUBMITTED[:1], use_mouse)
    for number in (2, 1, 0):
        book.table.locator(".gk-board").nth(number).click()
        expect(large(book)).to_have_count(1)
        expect(book.table.locator(".gk-board").nth(number)).to_have_class(re.compile("gk-large"))
        expect(book.said).not_to_have_class(re.compile("gk-refusal"))
    book.table.locator(".gk-board").nth(2).click()
    play(book, SUBMITTED[1:4], use_mouse_anywhere)
    expect(large(book)).to_have_class(re.compile("gk-due"))


def test_the_claim_that_waits_is_drawn_for_whoever_made_it(bare: Open) -> None:
    book = bare(CELL)
    play(book, SUBMITTED[:4], use_mouse)
    expect(book.table.locator("[data-key='dice-claimer']")).to_have_text("Ann claims")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_no_violation_and_targets_are_large_enough(bare: Open, dark: bool) -> None:
    book = bare(CELL, width=360, height=740, dark=dark)
    for start, end in ((0, 1), (1, 4), (4, 6), (6, 9)):
        play(book, SUBMITTED[start:end], use_mouse)
        assert violations(book) == []
        sizes = book.table.locator(TARGETS).evaluate_all(
            "all => all.map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])"
            ".map(([name, box]) => [name, Math.min(box.width, box.height)])"
        )
        assert [name for name, size in sizes if size < 24] == []


def test_a_line_of_the_list_of_parts_brings_its_board_forward(bare: Open) -> None:
    book = bare(CELL)
    play(book, SUBMITTED[:1], use_mouse)
    for number, name in ((2, "Flower Field"), (0, "Dice"), (1, "Sliding")):
        book.table.locator(".gk-steps li b").nth(number).click()
        expect(book.table.locator(".gk-board").nth(number)).to_have_class(re.compile("gk-large"))
        expect(large(book)).to_have_attribute("aria-label", re.compile(name))
