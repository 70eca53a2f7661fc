"""The variant lab in JupyterLab, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.lab import Notebook
from tests.browser.test_access import DESK_AND_PHONE, too_small, violations

# Compiled once for all of them.
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("take_back_toe")]

Open = Callable[..., Notebook]

LAB = """\
import gamekit as gk, gamekit_widgets as gw
lab = gw.Lab("take-back-toe", games=200)
lab"""
TURNED = """\
import gamekit as gk, gamekit_widgets as gw
lab = gw.Lab("take-back-toe", bots=("random", "random"), games=200)
lab.set(win_check="mover_only")
lab"""
COMPILING = 180_000  # milliseconds


def part(book: Notebook, name: str) -> Locator:
    return book.page.locator(".gk-lab").locator(name)


def button(book: Notebook, name: str) -> Locator:
    return part(book, ".gk-control-panel").get_by_role("button", name=name, exact=True)


def slide(book: Notebook, label: str, key: str) -> None:
    slider = part(book, ".gk-control-panel").get_by_label(label, exact=True)
    slider.focus()
    slider.press(key)


def compare(book: Notebook) -> None:
    """Playtest the published game, pin it, and look at one with a column more."""
    button(book, "Run").click()
    expect(part(book, ".gk-compared")).to_be_visible(timeout=COMPILING)
    button(book, "Pin").click()
    expect(part(book, ".gk-compared")).to_contain_text("pinned")
    slide(book, "columns", "ArrowRight")
    expect(part(book, ".gk-compared")).to_contain_text("difference")


def test_a_slider_changes_the_board_and_a_playtest_is_run_pinned_and_compared(
    notebook: Open,
) -> None:
    book = notebook(LAB, width=1016, height=720)
    expect(part(book, "[data-cell=A5]")).to_have_count(0)
    expect(part(book, ".gk-compared")).to_have_count(0)
    button(book, "Run").click()
    expect(part(book, ".gk-compared")).to_be_in_viewport(ratio=1, timeout=COMPILING)
    compare(book)
    expect(part(book, "[data-cell=A5]")).to_have_count(1)
    expect(part(book, ".gk-compared thead")).to_contain_text("columns=5")
    lengths = (
        part(
            book,
            ".gk-compared tr",
        )
        .filter(has_text="moves a game")
        .locator("td")
    )
    expect(lengths).to_have_text([re.compile(r"^\d+\.\d\d+\.\d to \d+\.\d$")] * 2
                                 + [re.compile(r"^[+−]\d+\.\d[+−]\d+\.\d to [+−]\d+\.\d$")])  # fmt: skip
    expect(part(book, ".js-plotly-plot .main-svg").first).to_be_visible()
    part(book, "[data-cell=B2]").click()
    part(book, "[data-cell=A2]").click()
    expect(part(book, ".gk-moves li")).to_have_count(2)
    button(book, "Reset").click()
    expect(part(book, "[data-cell=A5]")).to_have_count(0)


def test_a_playtest_is_stopped_and_numbers_that_make_no_game_are_explained(notebook: Open) -> None:
    book = notebook(LAB.replace("games=200", "games=5_000_000"))
    expect(button(book, "Stop")).to_have_attribute("aria-disabled", "true")
    button(book, "Stop").click(force=True)
    expect(part(book, ".gk-part-said").last).to_have_text("No playtest is under way.")
    button(book, "Run").click()
    expect(part(book, ".gk-under-way progress")).to_be_visible()
    expect(part(book, ".gk-part-said").last).to_be_empty()
    button(book, "Stop").click()
    expect(part(book, ".gk-part-news")).to_contain_text("Stopped after")
    expect(part(book, ".gk-under-way")).to_have_count(0)
    slide(book, "match", "End")
    expect(part(book, ".gk-part-said").first).to_contain_text("cannot hold 8 stacks")
    expect(part(book, "[data-cell=A4]")).to_have_count(1)
    slide(book, "match", "Home")
    expect(part(book, ".gk-part-said").first).to_be_empty()
    button(book, "Stop").click()


def test_sentence_board_and_numbers_are_in_sight(notebook: Open) -> None:
    book = notebook(TURNED, width=1280)
    headline = part(book, ".gk-headline")
    expect(headline).to_contain_text("of games went differently", timeout=COMPILING)
    for shown in (headline, part(book, "[data-cell=A1]"), part(book, ".gk-knob").first):
        expect(shown).to_be_in_viewport(ratio=1)


def test_from_a_number_to_a_game_that_differs_and_a_report(
    notebook: Open, browser: Browser, tmp_path: Path
) -> None:
    book = notebook(LAB.replace("games=200", 'bots=("random", "random"), games=5_000_000'))
    slide(book, "columns", "ArrowRight")
    going = part(book, ".gk-under-way")
    expect(going).to_contain_text(re.compile(r"^[1-9][\d,]* of"), timeout=COMPILING)
    done = stopped(book)
    button(book, "Resume").click()
    further = re.compile(rf"^(?!{done:,} of)[1-9][\d,]* of")
    expect(going).to_contain_text(further, timeout=COMPILING)
    assert stopped(book) > done, "it went on"
    part(book, ".gk-control-panel").get_by_label("Games", exact=True).select_option("200")
    expect(part(book, ".gk-part-news")).to_contain_text("200 games have been played")
    headline = part(book, ".gk-headline")
    expect(headline).to_contain_text("of games went differently")
    button(book, "Show me such a game").click()
    pair = book.page.locator(".gk-lab-pair")
    expect(pair).to_contain_text("with columns=5")
    expect(pair.locator("[data-cell=A1]")).to_have_count(2)
    with book.page.expect_download() as download:
        button(book, "Download report").click()
    assert download.value.suggested_filename == "take-back-toe-columns=5.html"
    download.value.save_as(tmp_path / "report.html")
    with browser.new_context(offline=True) as nowhere:
        report = nowhere.new_page()
        report.goto((tmp_path / "report.html").as_uri())
        expect(report.get_by_role("listitem")).to_have_text(headline.inner_text())
        for title in ("What changed", "What the rules did", "Use of the board", "Receipt"):
            expect(report.get_by_role("heading", name=title)).to_be_visible()
        assert report.evaluate("[...document.images].every(image => image.naturalWidth > 100)")


def stopped(book: Notebook) -> int:
    """Stop the playtest, and return how many games it has played."""
    button(book, "Stop").click()
    news = part(book, ".gk-part-news")
    expect(news).to_contain_text("Stopped after")
    return int(re.findall(r"[\d,]+", news.inner_text())[0].replace(",", ""))


def test_elements_stay_while_numbers_are_turned_so_that_the_focus_does(notebook: Open) -> None:
    book = notebook(LAB)
    slide(book, "columns", "ArrowRight")
    expect(part(book, "[data-cell=A5]")).to_have_count(1)
    book.page.keyboard.press("ArrowRight")
    expect(part(book, "[data-cell=A6]")).to_have_count(1)
    assert book.page.evaluate("document.activeElement.dataset.name") == "columns"


@DESK_AND_PHONE
def test_axe_finds_no_violation_in_a_lab(notebook: Open, width: int, dark: bool) -> None:
    book = notebook(LAB, dark=dark, width=width)
    compare(book)
    assert violations(book.page, ".gk-lab") == []
    slide(book, "match", "End")
    expect(part(book, ".gk-part-said").first).to_contain_text("cannot hold")
    assert violations(book.page, ".gk-lab") == [], "with a problem"
    panels = part(book, ".gk-control-panel")
    assert too_small(panels.locator("button, input, select, summary")) == []
    lab = panels.first
    assert lab.evaluate("lab => lab.getBoundingClientRect().right <= innerWidth")
