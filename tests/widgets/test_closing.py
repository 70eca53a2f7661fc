"""A closed widget leaves nothing behind, in Python or in the browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from ipywidgets import Layout, Widget
from ipywidgets.widgets.widget import _instances

import gamekit as gk
import gamekit_widgets as gw

MADE: dict[str, Callable[[], Widget]] = {
    "table": lambda: gw.Table("take-back-toe", seats=("human", "human")),
    "task": lambda: gw.Task(gk.Match("take-back-toe", seed=1), "Win."),
    "board": lambda: gw.Board(gk.Match("take-back-toe")),
    "replay": lambda: gw.Replay(gk.Match("take-back-toe")),
    "lab": lambda: gw.Lab("take-back-toe", games=200),
}


@pytest.mark.parametrize("kind", MADE)
def test_a_closed_widget_takes_all_it_had_with_it(kind: str) -> None:
    before = set(_instances)
    widget = MADE[kind]()
    assert set(_instances) > before
    widget.close()
    assert set(_instances) == before
    widget.close()  # closing again does no harm


def test_every_board_of_a_lab_goes_when_the_next_one_comes() -> None:
    lab = gw.Lab("take-back-toe", games=200)
    before = len(_instances)
    for columns in (5, 6, 4):
        lab.set(columns=columns)
    assert len(_instances) == before
    assert lab.is_running
    lab.close()
    assert not lab.is_running


def test_a_layout_that_is_somebody_elses_stays() -> None:
    mine = Layout(width="300px")
    table = gw.Table("take-back-toe", seats=("human", "human"))
    table.layout = mine
    table.close()
    assert mine.comm is not None
