"""Reports and dials in a browser without network or Python: they fetch nothing and complain about
nothing, and everybody can read them, in both themes and in print."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import gamekit as gk
import gamekit_widgets as gw
from tests.browser.test_access import violations

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A study and a comparison as pages."""
    folder = tmp_path_factory.mktemp("reports")
    game = gk.load("take-back-toe", columns=3, match=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEKIT_COMPILE", "never")
        how: dict[str, Any] = {"games": 30, "max_moves": 12, "progress": False}
        gk.playtest(game, **how).to_html(folder / "study.html")
        other = game.with_(win_check="mover_only")
        gk.compare(game, other, ("random", "random"), **how).to_html(folder / "comparison.html")
    return [folder / "study.html", folder / "comparison.html"]


def test_reports_open_offline_for_everybody(browser: Browser, pages: list[Path]) -> None:
    for scheme, width, media in (
        ("light", 1000, "screen"),
        ("dark", 380, "screen"),
        ("dark", 800, "print"),
    ):
        context = browser.new_context(
            offline=True,
            bypass_csp=True,  # for axe
            color_scheme=scheme,  # type: ignore[arg-type]
            viewport={"width": width, "height": 900},
        )
        for path in pages:
            page, heard = context.new_page(), []
            page.on("request", lambda request, heard=heard: heard.append(request.url[:100]))
            page.on("console", lambda message, heard=heard: heard.append(message.text))
            page.on("pageerror", lambda problem, heard=heard: heard.append(str(problem)))
            page.emulate_media(media=media)  # type: ignore[arg-type]
            page.goto(path.as_uri())
            assert [each for each in heard if not each.startswith("data:")] == [path.as_uri()]
            sizes = "[...document.images].map(image => image.naturalWidth)"
            assert min(page.evaluate(sizes)) > 100
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
            is_light = scheme == "light" or media == "print"
            assert (paper == "rgb(255, 255, 255)") == is_light
            assert violations(page, "html") == []
        context.close()


def test_a_dial_is_turned_on_a_page_without_python(browser: Browser, tmp_path: Path) -> None:
    shares = {(ann, bo): {"tie": ann * bo / 20} for ann in (1, 2) for bo in (0, 1, 2)}
    dial = gw.Dial(("Ann bids", "Bo bids"), shares, told="Chances")
    (tmp_path / "page.html").write_text(dial._repr_mimebundle_()["text/html"])
    page = browser.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    told = page.locator(".gk-dial-told:visible p")
    expect(told).to_have_text("Ann bids 1, Bo bids 0. Chances: tie 0.00.")
    page.get_by_text("2, 2", exact=True).click()
    expect(told).to_have_text("Ann bids 2, Bo bids 2. Chances: tie 0.20.")
    page.keyboard.press("ArrowLeft")
    expect(told).to_have_text("Ann bids 2, Bo bids 1. Chances: tie 0.10.")
    page.close()


def test_the_words_in_a_dials_squares_fit_a_phone(browser: Browser, tmp_path: Path) -> None:
    bots = ("Credulous", "Patient", "Counter", "greedy", "expert")
    dial = gw.Dial(("Player", "Opponent"), dict.fromkeys(product(bots, bots), 0.5), told="Wins")
    html = dial._repr_mimebundle_()["text/html"]
    body = '<!doctype html><body style="margin: 29px; font: 14px system-ui">'
    (tmp_path / "page.html").write_text(body + html)
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto((tmp_path / "page.html").as_uri())
    squares = page.locator(".gk-dial-board label")
    expect(squares).to_have_count(25)
    assert squares.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
    page.close()
