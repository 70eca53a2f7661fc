"""Motion on a board, and none for people who want less of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import gamekit as gk
import gamekit_widgets as gw
from tests.browser.bare import BarePage

pytestmark = pytest.mark.browser

Open = Callable[..., BarePage]

# The delays of what moves, in milliseconds, by key.
DELAYS = """table => Object.fromEntries(table.getAnimations({ subtree: true })
    .filter(({ effect }) => effect.target.dataset.key)
    .map(({ effect }) => [effect.target.dataset.key, effect.getTiming().delay]))"""
# The places through which what moves goes, by key.
WAYS = """table => Object.fromEntries(table.getAnimations({ subtree: true })
    .map(({ effect }) => [effect.target.dataset.key, effect.getKeyframes().map((each) => each.transform)])
    .filter(([key, way]) => key && way.every((each) => each?.startsWith("translate"))))"""


@pytest.fixture
def table(browser: Browser) -> Iterator[Open]:
    """Open a table for two people on a page of its own."""
    with browser.new_context(has_touch=True) as context:

        def open_table(
            match: gk.Match, still: bool = False, seats: Any = ("human", "human"), **size: int
        ) -> BarePage:
            viewer = gk.ALL if seats == ("human", "human") else "auto"
            shown = gw.Table(match, seats=seats, viewer=viewer, journal=False)
            page = BarePage(context.new_page(), shown)
            page.open(**size, still=still)
            return page

        yield open_table


def seen(book: BarePage, what: str) -> dict[str, Any]:
    found: dict[str, Any] = book.table.evaluate(what)
    return found


def bluffed() -> gk.Match:
    position = {"dice": [[2, 2, 5, 6], [2, 3, 3, 1]], "claim": [3, 2], "to_move": 1}
    return gk.Match("liars-dice", seed=7, position=position)


def test_challenged_dice_are_turned_over_one_by_one_before_it_is_said_what_came_of_it(
    table: Open,
) -> None:
    book = table(bluffed())
    book.button("Challenge").click()
    expect(book.table.locator("[data-key='verdict-1']")).to_contain_text("3 counted")
    delays = seen(book, DELAYS)
    dice = [delays[f"before-{player}-{die}-face"] for player in range(2) for die in range(4)]
    assert dice == sorted(set(dice)), "one after the other"
    assert delays["verdict-0"] > dice[-1]
    assert delays["die-0-0-face"] > delays["verdict-0"], "then the next dice are rolled"
    counts = book.table.locator(".gk-said-of-die").all_text_contents()
    assert [count for count in counts if count] == ["1", "2", "3"]


def test_a_press_on_the_plain_board_goes_on_after_a_challenge(table: Open) -> None:
    book = table(bluffed(), seats=("random", "human"))
    book.button("Challenge").click()
    expect(book.prompt).to_contain_text("is next: press the board to go on")
    book.table.locator(".gk-place").click(position={"x": 6, "y": 6})
    expect(book.prompt).to_contain_text("or press Challenge", timeout=1_000)


def test_a_tile_slides_along_its_line(table: Open) -> None:
    rows = ("......", ".X....", "......", "......", "....O.", "......")
    position = {"rows": list(rows), "to_move": 0, "neutral": [0, 0]}
    book = table(gk.Match("sliding-tic-tac-toe", position=position))
    book.cell("B2").click()
    book.cell("B6").click()
    expect(book.table.locator("[data-key^=ghost-B2]")).to_have_count(1)
    (way,) = seen(book, WAYS).values()
    (start, end) = (float(each.split("px, ")[1].removesuffix("px)")) for each in way)
    assert abs(start - end) < 4, "it stays in its row"


def test_a_shifted_piece_comes_around_the_ends_of_its_line_in_the_flat_view(table: Open) -> None:
    board = {"AW1": 0, "AX1": 1, "AZ1": 0, "DZ4": 1}
    book = table(gk.Match("shift-tac-toe", position={"board": board}))
    book.button("Flat").click()
    for label in ("DX4", "AW1", "AX1"):
        book.cell(label).click()
    expect(book.table.locator("[data-key=trail]")).to_have_count(1)
    ways = seen(book, WAYS)
    assert sorted(map(len, ways.values())) == [2, 2, 4], "two straight on, one around"


def test_nothing_moves_for_those_who_want_less_motion(table: Open) -> None:
    book = table(bluffed(), still=True)
    book.button("Challenge").click()
    expect(book.table.locator("[data-key='verdict-1']")).to_contain_text("3 counted")
    assert seen(book, DELAYS) == {}
