"""What the notes for teachers tell people to type, typed as they would type it; and the rules that a class needs."""

from __future__ import annotations

import re
import textwrap
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

import gamekit as gk
from gamekit_widgets.rooms.room_match import rules_card

REPOSITORY = Path(__file__).parents[2]
NOTES, ROOMS = REPOSITORY / "notebooks" / "README.md", REPOSITORY / "docs" / "rooms.md"
HUB = "c.Proxy"  # a file of the hub's, not a cell
PEOPLE = ["Ann", "Ann 2", "Ann 3", "Bo", "Cy"]


def cells(path: Path) -> list[str]:
    """Return the cells of a page that are about rooms, those that a table or a sentence quotes last."""
    text = path.read_text("utf-8")
    if path == NOTES:
        text = text[text.index("### A class plays") :]
    blocks = re.findall(r"^ *```python\n(.*?)^ *```$", text, re.M | re.S)
    quoted = re.findall(r"`((?:room|gw)\.[^`]+\))`", re.sub(r"```.*?```", "", text, flags=re.S))
    found = [textwrap.dedent(each) for each in blocks]
    return [each for each in found if HUB not in each] + quoted


def here(cell: str) -> str:
    """Return a cell for this machine, where ports are taken and nobody else may come in."""
    cell = re.sub(r"port=\d+", "port=0", cell).replace("0.0.0.0", "127.0.0.1")
    return re.sub(r'address="[^"]*"', 'address="https://hub.example.org/"', cell)


@pytest.fixture(autouse=True)
def in_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Work in a folder that holds a list of the class; the room's warnings are for people."""
    monkeypatch.chdir(tmp_path)
    Path("class.csv").write_text("name\nAnn\nBo\nCy\n", "utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gk.GameWarning)
        yield


def run_alone(cell: str) -> dict[str, Any]:
    """Run a cell in a new notebook, and return what it leaves behind."""
    notebook: dict[str, Any] = {}
    exec(compile(here(cell), "<cell>", "exec"), notebook)
    return notebook


@pytest.mark.parametrize("page", [NOTES, ROOMS], ids=lambda path: path.name)
def test_a_cell_that_opens_a_room_runs_in_a_new_notebook(page: Path) -> None:
    opening = [each for each in cells(page) if "room = gw.Room(" in each]
    assert opening
    for cell in opening:
        room = run_alone(cell)["room"]
        try:
            assert room.is_open
        finally:
            room.close()


@pytest.mark.parametrize("page", [NOTES, ROOMS], ids=lambda path: path.name)
def test_every_other_cell_runs_below_the_one_that_opens_the_room(page: Path) -> None:
    opening = next(each for each in cells(page) if "room = gw.Room(" in each)
    others = [each for each in cells(page) if "gw.Room(" not in each]
    assert len(others) > 5
    for number, cell in enumerate(others):
        more = f", journal='lesson {number}', people={PEOPLE}, seed=1"
        if "compare" in cell:
            more += ", against=gk.load('liars-dice', start_dice=3)"
        bare = re.sub(r", (people|journal)=[^,)]*|^room.slips.*$", "", opening, flags=re.M)
        notebook = run_alone(re.sub(r"(gw\.Room\([^)\n]*)\)", rf"\1{more})", bare, count=1))
        room = notebook["room"]
        try:
            if re.search("matches|study|compare", cell):
                room.simulate(4, bot="random")
                room.start()
                assert room.wait(300)
            exec(compile(cell, "<cell>", "exec"), notebook)
        finally:
            room.close()


def test_the_page_for_a_class_gives_the_rules_as_phones_do() -> None:
    short_game = gk.load("liars-dice", die_limit=6)
    told = rules_card(gk.Match(short_game))["short"]
    opening = nbformat.read(
        REPOSITORY / "notebooks" / "11_a_class_plays.ipynb", as_version=4
    ).cells[0]
    assert "\n".join(f"{n}. {rule}" for n, rule in enumerate(told, 1)) in opening.source
