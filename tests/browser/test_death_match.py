"""Death Match in a browser: three boards and their tabs, by pointer and by keys, wide and narrow."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.bare import BarePage
from tests.browser.lab import TablePage
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
    "Take back tiles", "tiles F1", "Done with tiles", "dice number 1", "dice face 2", "dice face 2",
)  # fmt: skip


def use_mouse(book: TablePage, what: str) -> None:
    """Click a button, or a cell once its board is due."""
    if is_cell(what):
        expect(book.table.locator(f".gk-due [data-cell='{what}']")).to_be_visible()
    use_pointer(book, what)


def use_boards(book: TablePage, what: str) -> None:
    """The board in front is one stop of the Tab key; on it arrows lead from cell to cell."""
    if not is_cell(what):
        use_keys(book, what)
        return
    expect(book.table.locator(f".gk-due [data-cell='{what}']")).to_be_visible()
    board = f"[data-cell^='{what.split()[0]} ']"
    if not focused(book, board):
        tab_to(book, board, "Shift+Tab")
    walk(book, what)
    book.page.keyboard.press("Enter")


def test_a_match_is_played_to_its_end_by_keys(bare: Open) -> None:
    book = bare(CELL)
    play(book, WON, use_boards)
    expect(book.prompt).to_contain_text("Ann wins")
    expect(book.table.locator(".gk-ending strong")).to_be_visible()
    expect(book.table.locator(".gk-row")).to_have_count(1)


def play_anywhere(book: TablePage, presses: tuple[str, ...], press: Press = use_pointer) -> None:
    """Play on any board: a press on its tab first brings it to the front."""
    for what in presses:
        if is_cell(what):
            tab(book, what).press("Enter")
        play(book, (what,), press)


def tab(book: TablePage, what: str) -> Locator:
    """Return the tab of the board that this cell is on."""
    return book.table.locator(".gk-tabs").get_by_role("button", name=what.split()[0].capitalize())


def use_keys_from_tab(book: TablePage, what: str) -> None:
    """Go from a tab to its board, and to a button, by keys."""
    if is_cell(what):
        tab_to(book, f"[data-cell^='{what.split()[0]} ']", "Tab")
        walk(book, what)
        book.page.keyboard.press("Enter")
    else:
        use_keys(book, what)


@pytest.mark.rule("DM-4", "DM-Q13")
@pytest.mark.parametrize("press", [use_pointer, use_keys_from_tab], ids=["pointer", "keys"])
def test_parts_are_made_in_any_order(bare: Open, press: Press) -> None:
    book = bare(CELL)
    play_anywhere(book, FLOWERS_FIRST, press)
    expect(book.moves).to_have_text(re.compile("claims one 1, plays C3 and plants red on D5"))
    play_anywhere(book, TILES_FIRST[:4], press)
    expect(book.message).to_contain_text("Flowers: A1 shares no side with a flower.")
    expect(book.rule()).to_contain_text("FF-6")
    play_anywhere(book, TILES_FIRST[4:7], press)
    tab(book, "tiles").press("Enter")
    play_anywhere(book, TILES_FIRST[7:-3], press)
    expect(book.prompt).to_contain_text(
        "Bo: pick how many dice show which face, or press Challenge"
    )
    expect(large(book)).to_have_class(re.compile("gk-due"))
    expect(book.moves).to_have_count(1)
    play_anywhere(book, TILES_FIRST[-3:], press)
    expect(book.moves.last).to_have_text(re.compile("claims one 2, plays F1 and plants blue on D3"))
    expect(book.button("I am Ann")).to_be_visible()


def test_while_flowers_are_drafted_their_board_stays_large(bare: Open) -> None:
    book = bare(CELL)
    play(book, (*FLOWERS_FIRST[:1], "dice number 1", "dice face 1", "dice face 1"), use_mouse)
    play_anywhere(book, FLOWERS_FIRST[1:3])
    assert "Flower" in (large(book).get_attribute("aria-label") or "")
    expect(large(book)).to_have_class(re.compile("gk-due"))
    play_anywhere(book, FLOWERS_FIRST[3:4])
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


def test_a_hint_brings_the_board_to_the_front_that_it_is_about(bare: Open) -> None:
    book = bare(CELL)
    play(book, SUBMITTED[:1], use_mouse)
    book.table.locator(".gk-tabs [data-tab]").nth(2).click()
    expect(large(book)).to_have_accessible_name(re.compile("Flower"))
    book.button("Hint").click()
    expect(large(book)).to_have_accessible_name(re.compile("Liar's Dice"))


def test_the_board_where_something_is_to_be_done_is_in_front(bare: Open) -> None:
    for width, height in ((1200, 720), (390, 844)):
        book = bare(CELL, width=width, height=height)
        for start, end, name in ((0, 1, "Liar's Dice"), (1, 4, "Sliding"), (4, 6, "Flower")):
            play(book, SUBMITTED[start:end], use_mouse)
            expect(large(book)).to_have_class(re.compile("gk-due"))
            assert name in (large(book).get_attribute("aria-label") or "")
            expect(book.table.locator(".gk-board:visible")).to_have_count(1)


@pytest.mark.parametrize("width", [1200, 390])
def test_there_is_a_tab_for_each_board(bare: Open, width: int) -> None:
    book = bare(CELL, width=width, height=844)
    tabs = book.table.locator(".gk-tabs button")
    expect(tabs).to_have_text(
        ["Dice lose at 9 dice", "Tiles 5 in a row win", "Flowers lose at 0 lives"]
    )
    play(book, SUBMITTED[:1], use_mouse)  # lifts the curtain
    tabs.nth(2).click()
    expect(large(book)).to_have_attribute("aria-label", re.compile("Flower Field"))
    expect(tabs.nth(2)).to_have_attribute("aria-pressed", "true")


def test_a_warning_in_two_lines_stays_within_its_tab(bare: Open) -> None:
    book = bare(
        CELL.replace("6}", '6, "liars_dice": {"dice": [[1] * 8, [1] * 8]}}'), width=340, height=844
    )
    play(book, SUBMITTED[:1], use_mouse)
    warned = tab(book, "dice")
    expect(warned).to_contain_text("Ann: next die loses")
    assert warned.evaluate("each => each.scrollHeight <= each.clientHeight")


def test_a_tab_opens_its_board_with_its_question_and_does_nothing_else(bare: Open) -> None:
    book = bare(CELL)
    play(book, SUBMITTED[:2], use_mouse)
    before = dict(book.state()["shown"])
    for part, question in (
        ("flowers", "plant"),
        ("tiles", "press an empty cell"),
        ("dice", "face"),
    ):
        tab(book, part).click()
        expect(large(book).locator(f"[data-cell^='{part} ']").first).to_be_visible()
        expect(book.prompt).to_contain_text(f"{part.capitalize()} · ")
        expect(book.prompt).to_contain_text(question)
    assert book.state()["shown"] == before
    play_anywhere(book, SUBMITTED[2:4])
    expect(large(book)).to_have_attribute("aria-label", re.compile("Sliding"))
    tab(book, "dice").click()
    expect(book.table.locator("[data-key='dice-claimer']")).to_be_visible()
    expect(book.prompt).to_contain_text("Your move here: 1 × 1")


def test_once_a_part_is_made_early_the_board_that_is_due_comes_back(bare: Open) -> None:
    book = bare(CELL)
    play_anywhere(book, (*SUBMITTED[:2], "tiles C3", "Done with tiles"))
    expect(large(book)).to_have_attribute("aria-label", re.compile("Dice"))
    expect(book.cell("dice number 1")).to_have_class(re.compile("gk-pressed"))


def test_the_claim_that_waits_is_drawn_for_whoever_made_it(bare: Open) -> None:
    book = bare(CELL)
    play(book, SUBMITTED[:4], use_mouse)
    expect(book.table.locator("[data-key='dice-claimer']")).to_have_text("Ann claims")
