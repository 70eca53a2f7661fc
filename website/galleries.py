"""The galleries of games and of playtest results, made from the games and from the pages about them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import nbformat
from front_page import card, played

import gamekit as gk

ROOT = Path(__file__).parents[1]
WELCOME = "00_welcome.ipynb"
BLURB = re.compile(r"\*\*\[[^]]+\]\((\w+\.ipynb)\)\*\*<br>(.+?) \|")  # in its table of pages
LEARNED = "What we learned"
CLAIM = re.compile(r"\*\*\d\. (.+?)\*\* (.+)", re.S)
# the text of `gk.finding`
FOUND = re.compile(r".+: (true|false|too close to tell) for .+\.\n  ")
MOVES = 24  # moves on the boards of the gallery


def pages() -> list[Path]:
    """Return the notebooks, in order."""
    return sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))


def page_of(game: gk.Game) -> Path:
    """Return the notebook of a game."""
    return next(page for page in pages() if page.stem[3:] == game.name.replace("-", "_"))


def anchor(title: str) -> str:
    """Return a heading's anchor as JupyterLab writes it, so that links work there and on the site."""
    return title.replace(" ", "-")


def write_games(source: Path) -> None:
    """Write the gallery of games."""
    pictures = source / "pictures"
    pictures.mkdir()
    blurbs = dict(BLURB.findall("\n".join(texts(ROOT / "notebooks" / WELCOME))))
    cards = []
    for game in gk.games():
        (pictures / f"{game.name}.svg").write_text(card(played(game, MOVES)), "utf-8")
        rules = f"gamekit/games/{game.name.replace('-', '_')}/rules.py"
        write_code(source, rules)
        cards.append(
            f':::{{grid-item-card}}\n<a class="gk-play" href="play/{game.name}/">'
            f'<img class="sd-card-img-top" src="pictures/{game.name}.svg" alt="">'
            f"<span>Play {game.title}</span></a>\n\n{blurbs[page_of(game).name]}\n\n"
            f"*{capital(', '.join(game.tags))}.*\n\n"
            f"[Notebook](notebooks/{page_of(game).name}) · [Rules in code](code/{rules}.md)\n:::"
        )
    grid = "\n\n".join(["::::{grid} 1 2 3 3\n:gutter: 3\n:padding: 0", *cards, "::::"])
    about = "Each game has a table to play at, bots of five levels, a page of its own, and rules that you can read."
    (source / "games.md").write_text(f"# Games\n\n{about}\n\n{grid}\n", "utf-8")


def write_code(source: Path, code: str) -> None:
    """Write a file of the kit as a page."""
    page = source / "code" / f"{code}.md"
    page.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / code, source / "code" / code)
    include = f"```{{literalinclude}} {Path(code).name}\n:language: python\n```"
    page.write_text(f"---\norphan: true\n---\n# {code}\n\n{include}\n", "utf-8")


def capital(words: str) -> str:
    """Return words with a capital first letter."""
    return words[:1].upper() + words[1:]


def write_findings(source: Path) -> None:
    """Write the gallery of playtest results: their pictures, or the sentences of a page without pictures."""
    parts = [
        "# Playtest results\n\nWhat playtests showed, and for which players. Each dot stands for games between two "
        "players of one kind. The bar through it shows how far luck could have moved it. Each title "
        "leads to its page."
    ]
    for page in pages():
        found = list(pictures(page)) or [f"**{claim}** {body}" for claim, body in claims(page)]
        if found:
            title = texts(page)[0].partition("\n")[0].lstrip("# ")
            place = f"#{anchor(LEARNED)}" if learned(page) else ""
            parts += [f"## [{title}](notebooks/{page.name}{place})", *found]
    (source / "findings.md").write_text("\n\n".join(parts) + "\n", "utf-8")


def pictures(page: Path) -> Iterator[str]:
    """Yield the findings on a page as HTML, each with a sentence and a picture."""
    for cell in nbformat.read(page, 4).cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if FOUND.match(data.get("text/plain", "")):
                yield f'<div class="finding">{data["text/html"]}</div>'


def claims(page: Path) -> Iterator[tuple[str, str]]:
    """Yield each claim that a page prints in bold, and the paragraph that answers it.

    A paragraph right before code asks a question. The first paragraph after it with no code behind it is the answer.
    """
    paragraphs = learned(page)
    for number, paragraph in enumerate(paragraphs):
        head = CLAIM.match(paragraph)
        if head:
            after = [head[2], *paragraphs[number + 1 :], " "]
            body = next(text for text, then in pairwise(after) if text and then)
            yield head[1], " ".join(body.split())


def learned(page: Path) -> list[str]:
    """Return the paragraphs under “What we learned” on a page. An empty one stands for code."""
    paragraphs: list[str] = []
    for cell in nbformat.read(page, 4).cells:
        if paragraphs and cell.source.startswith("## "):
            break
        # The heading may follow the answer to a guess in one cell.
        start = cell.source.find(f"## {LEARNED}")
        if paragraphs or start >= 0:
            is_text = cell.cell_type == "markdown"
            paragraphs += cell.source[max(start, 0) :].split("\n\n") if is_text else [""]
    return paragraphs


def texts(page: Path) -> list[str]:
    """Return the sources of a page's Markdown cells."""
    return [cell.source for cell in nbformat.read(page, 4).cells if cell.cell_type == "markdown"]
