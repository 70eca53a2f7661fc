"""What a browser gets: the code of a widget, and messages that stay small while the list of moves grows."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import ipywidgets
import pytest

import gamekit as gk
from gamekit_widgets import Table, assets, browser_page, replay
from gamekit_widgets.table import tabletop

PARTS = ("early", "middle", "late")
JS = Path(browser_page.__file__).with_name("js")


def go_round(match: gk.Match, moves: int) -> gk.Match:
    """Play up to this many moves that do not end the match."""
    luck = Random(match.ply)
    while match.ply < moves:
        match.play(luck.choice(match.legal_moves()))
        if match.result:
            match.undo()
    return match


class Browser:
    """A browser's knowledge of a widget: the state that it asked for, and the changes since."""

    def __init__(self, table: Table) -> None:
        self.state = json.loads(json.dumps(table.get_state()))

    @property
    def moves(self) -> list[dict[str, Any]]:
        return [move for part in PARTS for move in self.state[part]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Return a list that receives the changes that widgets send from now on."""
    updates: list[dict[str, Any]] = []

    def send(_: object, message: dict[str, Any], buffers: object = None) -> None:
        if message["method"] == "update":
            updates.append(json.loads(json.dumps(message["state"])))

    monkeypatch.setattr(ipywidgets.Widget, "_send", send)
    return updates


def test_the_messages_of_a_move_do_not_grow_with_the_match(sent: list[dict[str, Any]]) -> None:
    match = gk.Match(gk.load("take-back-toe", turn_limit=0), seed=1, open=True)
    table = Table(go_round(match, 600), seats=("human", "human"))
    browser = Browser(table)
    sent.clear()
    sizes = []
    for _ in range(40):
        before = len(sent)
        go_round(match, match.ply + 1)
        assert len(sent) == before + 1, "board and moves change together"
        browser.state |= sent[-1]
        assert browser.moves == table.shown["moves"]
        assert "moves" not in sent[-1]["shown"]
        sizes.append(sum(len(json.dumps(sent[-1].get(part, []))) for part in PARTS))
    assert sorted(sizes)[20] < 1_500
    assert sum(sizes) / 40 < 5_000, "the whole list has more than 40,000 characters"


def test_a_view_that_comes_later_has_the_whole_list(sent: list[dict[str, Any]]) -> None:
    table = Table(gk.Match("take-back-toe", seed=1, open=True), seats=("human", "human"))
    early = Browser(table)
    actions = (
        ["play"] * 40 + ["undo"] * 20 + ["play"] * 3 + ["undo", "redo"] + ["play"] * 10 + ["new"]
    )
    for action in actions:
        sent.clear()
        if action == "play" and not table.match.result:
            table.type(table.match.legal()[-1])
        elif action == "new":
            table.set_up(first="1")
        elif action != "play":
            table.click(action)
        for update in sent:
            early.state |= update
        assert early.moves == Browser(table).moves == table.shown["moves"]
    assert early.moves == []


def test_a_widget_that_was_not_built_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(assets, "_JS", tmp_path)
    assert "render" in assets.bundle("table")
    assert "run python hatch_build.py" in assets.bundle("table")
    (tmp_path / "table.bundle.js").write_text("export default {};", encoding="utf-8")
    assert assets.bundle("table") == "export default {};"


def test_python_and_the_browser_use_the_same_names_for_the_state() -> None:
    text = (JS / "table" / "shown.d.ts").read_text("utf-8")
    found = re.findall(r"^export interface (\w+) {\n(.*?)^}", text, re.MULTILINE | re.DOTALL)
    assert "Shown" in dict(found)
    for name, body in found:
        keys = re.findall(r"^  (\w+)\??: ", body, re.MULTILINE)
        assert set(keys) == set(getattr(browser_page, name).__annotations__), name


def test_python_and_the_browser_have_the_same_limits() -> None:
    limit = re.compile(r'(\d+)"?[,;] // .*\bas `(\w+)` in (\S+)\.py$', re.MULTILINE)
    scripts = [path for path in JS.rglob("*.js") if not path.name.endswith(".bundle.js")]
    limits = [found for path in scripts for found in limit.findall(path.read_text("utf-8"))]
    assert len(limits) == 8
    for number, name, module in limits:
        python = import_module(f"gamekit_widgets.{module.replace('/', '.')}")
        assert int(number) == getattr(python, name), (name, module)


def test_python_and_the_browser_have_the_same_speeds() -> None:
    text = (JS / "table" / "motion.js").read_text("utf-8")
    paces, speeds = (
        {name: float(number) for name, number in re.findall(r'([^\s"]+)"?: ([\d.]+)', body)}
        for body in re.findall(r"^export const (?:PACES|SPEEDS) = {(.*)};", text, re.MULTILINE)
    )
    assert tuple(paces) == tabletop.PACES
    assert speeds == {name: speed for speed, name in replay.SPEEDS.items()}
