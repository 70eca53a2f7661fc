"""Death Match in JupyterLab: three boards at once, by pointer and by keys, wide and narrow."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Notebook, TablePage
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

Open = Callable[..., Notebook]

CELL = """\
import gamekit as gk, gamekit_widgets as gw
tiles = {"rows": ["......", "......", "XX.X..", "......", "OO.O..", "......"], "turns": [3, 3]}
position = {"sliding_tic_tac_toe": tiles, "turn": 6}
match = gk.Match("death-match", seed=1, players=("Ann", "Bo"), position=position)
gw.Table(match, seats=("human", "human"))"""

SUBMITTED = (
    "I am Ann", "Claim 1 × 1", "tiles C3", "Done with tiles", "flowers D5", "Red",
    "Done with flowers",
)  # fmt: skip
WON = (
    *SUBMITTED,
    "I am Bo", "Claim 1 × 2", "tiles F6", "Done with tiles", "flowers D3", "Blue",
    "Done with flowers",
    "I am Ann", "Claim 1 × 3", "tiles C5", "Done with tiles", "flowers D6", "Red",
    "Done with flowers",
)  # fmt: skip


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


@pytest.mark.parametrize("press", [use_mouse, use_boards], ids=["pointer", "keys"])
def test_a_match_is_played_to_its_end(notebook: Open, press: Press) -> None:
    book = notebook(CELL)
    play(book, WON, press)
    expect(book.prompt).to_contain_text("Ann wins.")
    expect(book.table.locator(".gk-ending strong")).to_be_visible()
    expect(book.table.locator(".gk-row")).to_have_count(1)


def test_focus_goes_on_to_the_part_that_is_due(notebook: Open) -> None:
    book = notebook(CELL)
    book.button("I am Ann").focus()
    for what, board in (("I am Ann", ""), ("Claim 1 × 1", "tiles"), ("Done with tiles", "flowers")):
        if what == "Done with tiles":
            use_boards(book, "tiles C3")
        use_keys(book, what)
        expect(book.table.locator(f".gk-due [data-cell^='{board}']:focus, [data-dial]:focus")
               ).to_have_count(1)  # fmt: skip


def test_boards_stand_side_by_side_or_one_below_the_other(notebook: Open) -> None:
    for width, columns in ((1200, 3), (360, 1)):
        book = notebook(CELL, width=width)
        play(book, SUBMITTED[:1], use_mouse)
        boxes = [board.bounding_box() for board in book.table.locator(".gk-board").all()]
        assert len({round(box["x"]) for box in boxes if box}) == columns
        buttons = book.table.locator(".gk-choices").bounding_box()
        due = book.table.locator(".gk-due").bounding_box()
        assert buttons
        assert due
        assert abs(buttons["x"] - due["x"]) < 20, "below the board that they are for"
        assert 0 <= buttons["y"] - (due["y"] + due["height"]) < 120


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_no_violation_and_targets_are_large_enough(notebook: Open, dark: bool) -> None:
    book = notebook(CELL, width=360, height=740, dark=dark)
    for start, end in ((0, 1), (1, 3), (3, 5), (5, 8)):
        play(book, SUBMITTED[start:end], use_mouse)
        assert violations(book) == []
        sizes = book.table.locator("[data-cell], button, input, [role=spinbutton]").evaluate_all(
            "all => all.map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])"
            ".map(([name, box]) => [name, Math.min(box.width, box.height)])"
        )
        assert [name for name, size in sizes if size < 24] == []
