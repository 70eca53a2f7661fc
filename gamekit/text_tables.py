"""Tables of text, for a terminal and for a notebook, and the pictures beside them."""

from __future__ import annotations

from base64 import b64encode
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
    told = f"<caption>{escape(caption)}</caption>" if caption else ""
    body = "".join(_row("td", row) for row in rows)
    return f"<table>{told}{_row('th', heads)}{body}</table>"


def image(drawn: str, told: str, style: str = "") -> str:
    """Return SVG as an HTML image, which saved notebooks show everywhere, trusted or not."""
    data, look = b64encode(drawn.encode()).decode(), f' style="{style}"' if style else ""
    return f'<img alt="{escape(told)}"{look} src="data:image/svg+xml;base64,{data}">'


def _row(kind: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{kind}>{escape(cell)}</{kind}>' for cell in cells)}</tr>"
