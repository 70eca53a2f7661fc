"""The pictures that other sites show beside a link to ours. `make cards` redraws them with Chromium.

They are PNG because few sites show an SVG there.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from front_page import played
from playwright.sync_api import sync_playwright

import gamekit as gk
import gamekit_widgets as gw
from tests.browser.lab import launch

FOLDER = Path(__file__).parent / "_static" / "cards"
WIDE, HIGH = 1200, 630  # px, the size most sites ask for
MOVES = 24  # played on the board of a card
PAGE = """\
<style>
body {{ margin: 0; display: flex; align-items: center; background: #fbf6ec; color: #1d1a15;
  font: 30px/1.4 "DejaVu Sans", sans-serif; }}
div {{ width: 440px; padding-left: 60px; }}
h1 {{ font-size: 58px; line-height: 1.1; margin: 0 0 24px; }}
svg {{ width: 640px; height: 550px; margin: 40px 30px; }}
</style>
<div><h1>{title}</h1>{words}</div>{board}"""


def draw() -> None:
    """Draw a card for the site, and one for each game."""
    FOLDER.mkdir(exist_ok=True)
    first = gk.games()[0]
    cards = [("gamekit", first, "gamekit", "Small games to play, read and change")]
    cards += [(game.name, game, game.title, "Play it in your browser.") for game in gk.games()]
    with sync_playwright() as playwright, launch(playwright) as chromium:
        page = chromium.new_page(viewport={"width": WIDE, "height": HIGH})
        for name, game, title, words in cards:
            board = gw.svg(played(game, MOVES))
            page.set_content(PAGE.format(title=escape(title), words=escape(words), board=board))
            page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    draw()
