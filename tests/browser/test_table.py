"""Take-Back-Toe at a table in JupyterLab, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lab import Lab, Notebook

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

TABLE = """\
import gamekit as gk, gamekit_widgets as gw
match = gk.Match("take-back-toe", seed={seed}{more})
table = gw.Table(match, seats=("human", "human"), open={open})
table"""


def table(seed: int = 7, more: str = "", open: bool = False) -> str:
    """The source of a notebook cell with a table for two people."""
    return TABLE.format(seed=seed, more=more, open=open)


def test_a_whole_game_is_played_by_mouse(notebook: Callable[..., Notebook]) -> None:
    book = notebook(table(seed=3))
    for _ in range(80):
        if book.table.locator(".gk-ending").count():
            break
        made = book.moves.count()
        book.cell(book.next_cells()[0]).click()
        expect(book.table.locator(".gk-pressed")).to_have_count(1)
        book.cell(book.next_cells()[-1]).click()
        expect(book.moves).to_have_count(made + 1)
    expect(book.prompt).to_contain_text("wins.")
    expect(book.table.locator(".gk-ending")).to_contain_text("TBT-")
