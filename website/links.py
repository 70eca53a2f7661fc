"""Mend and check the links of the site.

Sphinx leaves raw HTML in texts and pages alone, so this module mends its links and copies its pictures.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
from galleries import texts

INSIDE = r"(?![\w+.-]+:|[/#])"  # an address inside the site, relative to the page
LINK = re.compile(rf'(<a [^>]*\bhref="{INSIDE}[^"#]+)\.(?:ipynb|md)(?=["#])')
PICTURE = re.compile(rf'<(?:img [^>]*\bsrc|source [^>]*\bsrcset)="({INSIDE}[^"]+)"')


def mend_links(source: Path) -> None:
    """Point links in raw HTML at the HTML that Sphinx makes from a text or page."""
    for page in source.rglob("*.ipynb"):
        book = nbformat.read(page, 4)
        for cell in book.cells:
            if cell.cell_type == "markdown":
                cell.source = LINK.sub(r"\1.html", cell.source)
        nbformat.write(book, page)
    for text in source.rglob("*.md"):
        text.write_text(LINK.sub(r"\1.html", text.read_text("utf-8")), "utf-8")


def copy_pictures(source: Path, target: Path) -> None:
    """Copy the pictures that raw HTML names to the same places."""
    for text in (*source.rglob("*.ipynb"), *source.rglob("*.md")):
        for name in pictures(text):
            place = text.parent.relative_to(source) / name
            (target / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / place, target / place)


def pictures(text: Path) -> Iterator[str]:
    """Yield the pictures that the raw HTML of a text or page names, relative to it."""
    sources = texts(text) if text.suffix == ".ipynb" else [text.read_text("utf-8")]
    yield from PICTURE.findall("\n".join(sources))


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors = {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note links and anchors."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


@cache
def read(path: Path) -> Page:
    """Return the links and the anchors of a page."""
    return Page(path.read_text("utf-8"))


def broken(site: Path, ignore: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield a sentence for each link that leads nowhere.

    Args:
        site: the folder. Links inside JupyterLite's own pages in `live` are not checked.
        ignore: folders that do not exist yet.
    """
    for page in sorted(site.rglob("*.html")):
        if page.relative_to(site).parts[0] == "live":
            continue
        for link in read(page).links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if any(target.is_relative_to(site.resolve() / name) for name in ignore):
                continue
            if not target.exists():
                yield f"{page.relative_to(site)}: {link} is not there."
            elif target.suffix == ".html" and unquote(parts.fragment) not in read(target).anchors:
                yield f"{page.relative_to(site)}: {link} has no such anchor."
