"""Everybody can use the table: names, contrast and sizes, in both themes, at a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Notebook, TablePage
from tests.browser.test_games import (
    CAUGHT,
    ESCAPE,
    ESCAPED,
    GARDEN,
    SLID,
    SLIDING,
    play,
    use_pointer,
)
from tests.browser.test_table import SCENE, table

pytestmark = pytest.mark.browser

# a voice command uses the words on a control; axe tests that only if told to
RULES = {"label-content-name-mismatch": {"enabled": True}}
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
Open = Callable[..., Notebook]


def violations(book: TablePage, what: str = "section.gk") -> list[str]:
    """What axe-core finds wrong inside the table, or elsewhere."""
    if not AXE.exists():
        pytest.fail("axe-core is not installed: run npm ci.")
    if not book.page.evaluate("'axe' in window"):
        book.page.add_script_tag(path=AXE)
    found: dict[str, Any] = book.page.evaluate(
        "([what, rules]) => axe.run(what, { rules })", [what, RULES]
    )
    assert found["passes"], "axe looked at something"
    return [
        f"{violation['id']}: {node['html']}: {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1200, 360], ids=["desk", "phone"])
def test_axe_finds_no_violation(notebook: Open, dark: bool, width: int) -> None:
    book = notebook(SCENE, dark=dark, width=width)
    assert violations(book) == []
    book.cell("A2").click()
    book.cell("B2").click()
    expect(book.said).to_be_visible()
    assert violations(book) == [], "with a refusal"
    book.cell("B1").click()
    book.cell("A2").click()
    book.button("Hint").click()
    expect(book.said).to_contain_text(re.compile("Best|qually good"))
    assert violations(book) == [], "with a hint"
    book.table.get_by_label("Type a move").fill("B1-B2")
    book.table.get_by_label("Type a move").press("Enter")
    expect(book.moves).to_have_count(1)
    book.button("Undo").click()
    expect(book.table.locator(".gk-undone")).to_have_count(1)
    assert violations(book) == [], "with a move taken back"
    book.button("Resign").click()
    book.button("Resign").click()
    expect(book.table.locator(".gk-ending")).to_be_visible()
    assert violations(book) == [], "when the game is over"


# The middle of a game: something on the board, something pressed.
CONTEST = """\
import gamekit as gk, gamekit_widgets as gw
gw.Table(gk.Match("tic-tac-toe-evolved", seed=7), seats=("human", "club"))"""
MIDDLES = {
    "tic-tac-toe-evolved": (CONTEST, ("3,1", "die 2")),
    "tactical-escape": (ESCAPE, (*ESCAPED[:10], "Row of five", "Surround", "Escape …")),
    "sliding-tic-tac-toe": (SLIDING, (*SLID[:10], "E1", "E2")),
    "flower-field": (GARDEN, (*CAUGHT[:8], "Show duplicates", *CAUGHT[8:12], "D5", "D6")),
}


@pytest.mark.parametrize(("width", "dark"), [(1200, False), (360, True)], ids=["desk", "phone"])
@pytest.mark.parametrize("game", MIDDLES)
def test_axe_finds_no_violation_in_any_game(
    notebook: Open, game: str, width: int, dark: bool
) -> None:
    cell, presses = MIDDLES[game]
    book = notebook(cell, dark=dark, width=width)
    assert violations(book) == []
    play(book, presses, use_pointer)
    assert violations(book) == []
    assert too_small(book) == []
    assert book.table.evaluate("table => table.scrollWidth <= table.clientWidth")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(
    "shown",
    [
        "gw.Replay(match)",
        "gw.Board(match)",
        'gw.Table(match, seats=("human", "random"), clock="official")',
        'gw.Table(match, seats=("random", "random"))',
    ],
    ids=["replay", "board", "clock", "watch"],
)
def test_axe_finds_no_violation_elsewhere(notebook: Open, shown: str, dark: bool) -> None:
    clock = ', clock="official"' if "clock=" in shown else ""
    book = notebook(
        "import gamekit as gk, gamekit_widgets as gw\n"
        f'match = gk.Match("take-back-toe", seed=7{clock}).play("B2-A2").play("B3-C3")\n'
        + shown.replace(', clock="official"', ""),
        dark=dark,
    )
    assert violations(book) == []


def test_every_cell_has_a_name_and_every_control_too(notebook: Open) -> None:
    """axe does not notice a nameless gridcell."""
    book = notebook(table())
    cells = book.table.get_by_role("gridcell")
    assert cells.count() == 12
    for cell in cells.all():
        label = cell.get_attribute("data-cell")
        assert (cell.get_attribute("aria-label") or "").startswith(f"{label}, ")
    for control in book.table.get_by_role("button").all():
        assert control.get_attribute("aria-label") or control.inner_text().strip()


def too_small(book: Notebook) -> list[str]:
    """The elements that are too small for a finger."""
    sizes = book.table.locator("[data-cell], button, input, select").evaluate_all(
        """all => all.filter(one => one.getClientRects().length > 0).map(one => {
            const {width, height} = one.getBoundingClientRect();
            return [one.dataset.cell ?? one.textContent, width, height];
        })"""
    )
    assert len(sizes) > 20
    return [name for name, width, height in sizes if min(width, height) < 24]


def test_on_a_phone_all_targets_are_large_enough_and_nothing_is_cut_off(notebook: Open) -> None:
    """axe does not notice small targets inside an SVG."""
    book = notebook(SCENE, width=360, height=740)
    book.cell("A1").tap()
    expect(book.said).to_be_visible()
    assert too_small(book) == []
    assert book.table.evaluate("table => table.scrollWidth <= table.clientWidth")
    assert book.table.evaluate("table => table.getBoundingClientRect().right <= innerWidth")


def test_what_happens_is_announced(notebook: Open) -> None:
    book = notebook(table(seats=("human", "random")))
    expect(book.prompt).to_have_attribute("role", "status")
    expect(book.table.locator(".gk-message")).to_have_attribute("aria-live", "polite")
    book.cell("B2").click()
    expect(book.table.locator(".gk-pressed")).to_have_count(1)
    book.cell("A2").click()
    expect(book.said).to_contain_text("Green moves")
