"""The pictures and sentences that the kit makes for the front page."""

from __future__ import annotations

import os
import re
from base64 import b64decode, b64encode
from pathlib import Path

import gamekit as gk
from gamekit.drawing import GREY
from gamekit.storage.record import site
from gamekit_widgets.assets import style
from gamekit_widgets.scenes import onlookers_view, scene_of, svg

INLINE_START = "data:image/svg+xml;base64,"
# in the outputs of a page
INLINE = re.compile(rf'src=(\\?"){re.escape(INLINE_START)}([\w+/]+=*)\1')
COLORS = re.compile(r"--gk-[\w-]+: [^;]*light-dark\([^;]+;")
CLASS = ("take-back-toe", "flower-field", "tactical-escape")
MOVES = 12  # moves on each phone of the class
PHONE, HIGH, GAP, EDGE = 200, 300, 30, 10  # px


def address() -> str:
    """Return the address that the site will have, with "/" at its end, or "" if it is unknown.

    It comes from GAMEKIT_SITE, or else from the GitHub repository whose workflow builds the site.
    """
    owner, _, name = os.environ.get("GITHUB_REPOSITORY", "").partition("/")
    return site() or (f"https://{owner.lower()}.github.io/{name}/" if name else "")


def write_front(source: Path) -> None:
    """Write the parts of the front page: a refused move and its sentence, a class, and the games."""
    match = gk.Match("take-back-toe", auto=False, seed=1)
    match.dictate("4").play("B2-A2").dictate("3").play("A2-A1").dictate("3")
    (source / "pictures" / "refused.svg").write_text(svg(match), "utf-8")
    try:
        match.play("A1-A2")
    except gk.IllegalMove as refusal:
        (source / "refused.md").write_text(f"> {refusal}\n", "utf-8")
    (source / "pictures" / "class.svg").write_text(phones(), "utf-8")
    games = (
        f'<a href="play/{game.name}/"><img src="pictures/{game.name}.svg" alt="" loading="lazy">'
        f"{game.title}</a>"
        for game in gk.games()
    )
    (source / "front.md").write_text(f'<div class="gk-games">\n{"".join(games)}\n</div>\n', "utf-8")


def phones() -> str:
    """Return phones side by side, each with a board, as SVG."""
    drawn = []
    for number, name in enumerate(CLASS):
        left = number * (PHONE + GAP)
        scene = scene_of(onlookers_view(played(gk.load(name))))
        drawn.append(
            f'<rect x="{left + 1}" y="1" width="{PHONE}" height="{HIGH}" rx="24" '
            'fill="none" stroke="#808080" stroke-width="2"/>'
        )
        place = f'x="{left + EDGE + 1}" y="{EDGE}" width="{PHONE - 2 * EDGE}" height="{HIGH - 2 * EDGE}"'
        drawn.append(scene.svg().replace("<svg", f"<svg {place}", 1))
    wide = len(CLASS) * (PHONE + GAP) - GAP + 2
    size = f'width="{wide}" height="{HIGH + 2}" viewBox="0 0 {wide} {HIGH + 2}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{style("board")}</style>'
    return "".join([head, *drawn, "</svg>\n"])


def card(match: gk.Match) -> str:
    """Return a board for a small place, as SVG. Of several boards the first is large, and the others stand beside
    it, one below the other.
    """
    scene = scene_of(onlookers_view(match))
    if not scene.parts:
        return scene.svg(still=True)
    first, *others = scene.parts
    high = (first.height + EDGE) / len(others)
    left, wide = first.width + EDGE, max(each.width / each.height for each in others) * high
    drawn = [first.svg().replace("<svg", f'<svg width="{first.width}" height="{first.height}"', 1)]
    for number, board in enumerate(others):
        place = f'x="{left}" y="{number * high}" width="{wide}" height="{high - EDGE}"'
        drawn.append(board.svg().replace("<svg", f"<svg {place}", 1))
    size = (
        f'viewBox="0 0 {left + wide} {first.height}" width="{left + wide}" height="{first.height}"'
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{style("board")}</style>'
    return "".join([head, *drawn, "</svg>\n"])


def played(game: gk.Game, moves: int = MOVES) -> gk.Match:
    """Return a match between novices after some moves."""
    match, bot = gk.Match(game, seed=2), gk.bot("novice")
    while match.ply < moves and match.to_act in (0, 1):
        match.play(bot.choose(match.view(match.to_act), seed=match.ply))
    if match.result:
        match.undo()
    return match


def follow_theme(folder: Path) -> None:
    """Have every board and figure in a folder follow the theme of the page that shows it."""
    for picture in folder.rglob("*.svg"):
        picture.write_text(following(picture.read_text("utf-8")), "utf-8")
    for page in (*folder.rglob("*.ipynb"), *folder.rglob("*.md")):
        page.write_text(INLINE.sub(_following_inline, page.read_text("utf-8")), "utf-8")


def following(drawn: str) -> str:
    """Return a board or a figure with the colors of both themes. It leaves any other picture as it is."""
    end_of_tag = drawn.find(">", drawn.find("<svg")) + 1
    if "gk-board" in drawn:
        colors = "".join(COLORS.findall(style("table")))
    elif f'fill="{GREY}"' in drawn[:end_of_tag]:  # of a figure's words
        colors = "fill: light-dark(#5c5c5c, #b4b4b4)"
    else:
        return drawn
    both = f"<style>:root {{ color-scheme: light dark; {colors} }}</style>"
    return drawn[:end_of_tag] + both + drawn[end_of_tag:]


def _following_inline(found: re.Match[str]) -> str:
    quote, whole = found[1], b64decode(found[2]).decode()
    encoded = b64encode(following(whole).encode()).decode()
    return f"src={quote}{INLINE_START}{encoded}{quote}"
