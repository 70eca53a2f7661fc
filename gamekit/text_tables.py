"""Tables of text, for a terminal and for a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def in_columns(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of the same length as lines, each column as wide as its longest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def as_html(heads: Sequence[str], rows: Iterable[Iterable[str]], caption: str = "") -> str:
    """Return a table as HTML."""
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    body = "".join(_row("td", row) for row in rows)
    return f"<table>{above}{_row('th', heads)}{body}</table>"


def _row(kind: str, cells: Iterable[str]) -> str:
    # An empty cell heads nothing.
    named = ((kind if cell else "td", escape(cell)) for cell in cells)
    return f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for tag, cell in named)}</tr>"
