"""Mend the links and copy the pictures of raw HTML in texts and pages, which Sphinx leaves alone."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import nbformat
from galleries import texts

INSIDE = r"(?![\w+.-]+:|[/#])"  # an address inside the site, relative to the page
LINK = re.compile(rf'(<a [^>]*\bhref="{INSIDE}[^"#]+)\.(?:ipynb|md)(?=["#])')
PICTURE = re.compile(rf'<img [^>]*\bsrc="({INSIDE}[^"]+)"')


def mend_links(source: Path) -> None:
    """Point links in raw HTML at what Sphinx makes from a text or page."""
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
    told = texts(text) if text.suffix == ".ipynb" else [text.read_text("utf-8")]
    yield from PICTURE.findall("\n".join(told))
