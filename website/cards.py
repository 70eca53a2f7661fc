"""The pictures that need Chromium: `make cards` draws them.

Other sites show some of them beside a link to ours. They are PNG because few sites show an SVG there. Others show a
room, its wall and a phone, on the page for a class.
"""

from __future__ import annotations

from contextlib import closing
from html import escape
from pathlib import Path

from front_page import card, played
from playwright.sync_api import Browser, Locator, Page, sync_playwright

import gamekit as gk
import gamekit_widgets as gw
from tests.browser.lab import launch

FOLDER = Path(__file__).parent / "_static" / "cards"
OF_A_ROOM = Path(__file__).parent.parent / "notebooks" / "pictures"
PHONE, SCREEN = {"width": 390, "height": 844}, {"width": 760, "height": 430}  # px
EDGE = 8  # px at the edges of a page that a picture leaves out
BELOW = 4  # px below the last part that a picture keeps
OTHERS = "Bo", "Cy", "Di"  # with Ann they make two boards, which are readable in a picture
WIDE, HIGH = 1200, 630  # px, the size most sites ask for
MOVES = 24  # moves on the board of a card
PAGE = """\
<style>
body {{ margin: 0; display: flex; align-items: center; background: #fbf6ec; color: #1d1a15;
  font: 30px/1.4 "DejaVu Sans", sans-serif; }}
div {{ width: 440px; padding-left: 60px; }}
h1 {{ font-size: 58px; line-height: 1.1; margin: 0 0 24px; }}
body > svg {{ width: 640px; height: 550px; margin: 40px 30px; }}
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
            board = card(played(game, MOVES))
            page.set_content(PAGE.format(title=escape(title), words=escape(words), board=board))
            page.screenshot(path=FOLDER / f"{name}.png")
        draw_room(chromium)


def draw_room(chromium: Browser) -> None:
    """Draw a room in which Ann, on a phone, must answer a claim, and the other game is over."""
    game = gk.load("liars-dice", die_limit=6)
    with closing(gw.Room(game, seed=2, address="https://school.example/room/")) as room:
        room.simulate(OTHERS, bot="casual")
        phone, screen = (chromium.new_page(viewport=size) for size in (PHONE, SCREEN))
        here = f"http://127.0.0.1:{room.port}"
        phone.goto(f"{here}/#{room.code}")
        phone.get_by_label("Your name").fill("Ann")
        phone.get_by_role("button", name="Join").click()
        phone.locator(".gk-lobby-who").filter(has_text="Ann").wait_for()
        room.start()
        screen.goto(f"{here}/wall#{room.wall_link.partition('#')[2]}")
        screen.get_by_role("button", name="Full screen").click()
        screen.wait_for_timeout(3000)  # so that the others finish
        photograph(phone, phone.get_by_role("button", name="Resign"), "phone")
        photograph(screen, screen.locator(".gk-cards"), "wall")


def photograph(page: Page, last: Locator, name: str) -> None:
    """Save a light and a dark picture of a page, down to the end of this part, so that none is cut in two."""
    box = last.bounding_box()
    assert box is not None, "it is on the page"
    width, height = page.evaluate("innerWidth") - 2 * EDGE, box["y"] + box["height"] - EDGE + BELOW
    clip = {"x": EDGE, "y": EDGE, "width": width, "height": height}  # full screen has round corners
    for scheme, ending in (("light", ""), ("dark", "-dark")):
        page.emulate_media(color_scheme=scheme)
        path = OF_A_ROOM / f"{name}{ending}.png"
        page.screenshot(path=path, clip=clip, full_page=True, animations="disabled")


if __name__ == "__main__":
    draw()
