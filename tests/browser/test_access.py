"""Everybody can use the table: names, contrast and sizes, in both themes, at a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.bare import BarePage
from tests.browser.lab import Notebook
from tests.browser.test_table import SCENE, table

pytestmark = pytest.mark.browser

# a voice command uses the words on a control; axe tests that only if told to
RULES = {"label-content-name-mismatch": {"enabled": True}}
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
Open = Callable[..., Notebook]
TARGETS = ":is([data-cell], button, input, select, [role=spinbutton]):visible"
# each width once and each theme once: what is too small does not depend on colors
DESK_AND_PHONE = pytest.mark.parametrize(
    ("width", "dark"), [(1200, False), (360, True)], ids=["desk", "phone"]
)


# gets the focus, and screen readers do not say what it is
NAMELESS = ".gk [tabindex]:not(button, [role][aria-label], section[aria-label])"


def violations(page: Page, what: str = "section.gk") -> list[str]:
    """What axe-core finds wrong inside the table, or elsewhere. It is loaded past the page's security policy."""
    expect(page.locator(f"{what} *:is({NAMELESS})")).to_have_count(0)
    if not AXE.exists():
        pytest.fail("axe-core is not installed: run npm ci.")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("([what, rules]) => axe.run(what, { rules })", [what, RULES])
    assert found["passes"], "axe looked at something"
    return [
        f"{violation['id']}: {node['html']}: {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


@DESK_AND_PHONE
def test_axe_finds_no_violation(notebook: Open, width: int, dark: bool) -> None:
    book = notebook(SCENE, dark=dark, width=width)
    assert violations(book.page) == []
    book.cell("A2").click()
    book.cell("B2").click()
    expect(book.message).to_be_visible()
    assert violations(book.page) == [], "with a refusal"
    if width < 1200:
        assert too_small(book.table.locator(TARGETS)) == []
        assert book.table.evaluate("table => table.scrollWidth <= table.clientWidth")
        assert book.table.evaluate("table => table.getBoundingClientRect().right <= innerWidth")
    book.cell("B1").click()
    book.cell("A2").click()
    book.button("Hint").click()
    expect(book.message).to_contain_text(re.compile("Best|qually good"))
    assert violations(book.page) == [], "with a hint"
    book.table.get_by_label("Type a move").fill("B1-B2")
    book.table.get_by_label("Type a move").press("Enter")
    expect(book.moves).to_have_count(1)
    book.button("Undo").click()
    expect(book.table.locator(".gk-undone")).to_have_count(1)
    assert violations(book.page) == [], "with a move taken back"
    book.button("Resign").click()
    book.button("Yes, resign").click()
    expect(book.table.locator(".gk-ending")).to_be_visible()
    assert violations(book.page) == [], "when the game is over"


@pytest.mark.parametrize(
    ("shown", "dark"),
    [
        ("gw.Replay(match)", True),
        ("gw.Board(match)", False),
        ('gw.Table(match, seats=("human", "random"), clock="official")', True),
        ('gw.Table(match, seats=("random", "random"))', False),
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
    assert violations(book.page) == []


def too_small(targets: Locator) -> list[str]:
    """The elements that are too small for a finger. axe does not notice small targets inside an SVG."""
    sizes = targets.evaluate_all(
        "all => all.map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])"
        ".map(([name, box]) => [name, Math.min(box.width, box.height)])"
    )
    assert sizes
    return [name for name, size in sizes if size < 24]


def test_changes_are_announced(notebook: Open) -> None:
    book = notebook(table(seats=("human", "random")))
    expect(book.prompt).to_have_attribute("role", "status")
    expect(book.table.locator(".gk-message")).to_have_attribute("aria-live", "polite")
    book.cell("B2").click()
    expect(book.table.locator(".gk-pressed")).to_have_count(1)
    book.cell("A2").click()
    expect(book.message).to_contain_text("Green moves")


def test_screen_readers_hear_who_moved_and_what_only_the_picture_says(
    bare: Callable[..., BarePage],
) -> None:
    book = bare("""\
import gamekit as gk, gamekit_widgets as gw
match = gk.Match("flower-field", seed=1, players=("Ann", "Bo"))
gw.Table(match, seats=("human", "human"))""")
    expect(book.table.get_by_text("Ann has 3 lives, Bo has 3 lives.")).to_have_role("status")
    line = book.table.get_by_label("Type a move")
    line.fill("D5 red")
    line.press("Enter")
    expect(book.moves.get_by_role("button").first).to_have_accessible_name(re.compile("^1 Ann "))
