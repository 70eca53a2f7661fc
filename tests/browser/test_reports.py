"""Reports in a browser without network: nothing is fetched, nothing complains, everybody can read
them, in both themes and printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import gamekit as gk
from tests.browser.test_access import AXE

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
            page.evaluate(AXE.read_text("utf-8"))
            found = page.evaluate("axe.run()")
            assert [violation["id"] for violation in found["violations"]] == []
        context.close()
