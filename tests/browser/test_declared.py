"""Boards that a game only declares: pressed, refused, walked by keys, and large enough for a thumb."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.bare import BarePage
from tests.browser.test_access import too_small
from tests.browser.test_games import Press, use_keys, use_pointer

pytestmark = pytest.mark.browser

TABLE = """\
import gamekit as gk, gamekit_widgets as gw
from tests.published_games import {name}
gw.Table(gk.Match({name}.GAME, seed=1), seats=("human", "human"), journal=False)"""

# What is pressed, and then what the list of moves says.
GAMES = {
    "breakthrough": (("B2", "C3", "E4", "D4"), ("B2", "E4")),
    "hex": (("C3", "B2"), ("C3", "B2")),
    "mancala": (("A5", "B3"), ("A5", "B3")),
}


@pytest.mark.parametrize("use", [use_pointer, use_keys])
@pytest.mark.parametrize("name", GAMES)
def test_a_declared_board_is_played_by_mouse_and_by_keys(
    name: str, use: Press, bare: Callable[..., BarePage]
) -> None:
    book = bare(TABLE.format(name=name))
    pressed, told = GAMES[name]
    for cell in pressed:
        expect(book.cell(cell)).to_have_class(re.compile("gk-next"))
        use(book, cell)
    expect(book.moves).to_have_count(len(told))
    for line, text in zip(book.moves.all(), told, strict=True):
        expect(line).to_contain_text(text)


def test_a_refusal_quotes_the_rule_of_the_file(bare: Callable[..., BarePage]) -> None:
    book = bare(TABLE.format(name="breakthrough"))
    book.cell("A1").click()
    expect(book.rule()).to_contain_text("BT-")
    expect(book.moves).to_have_count(0)
    book.cell("B2").click()
    expect(book.prompt).to_contain_text("B2 to which cell?")


@pytest.mark.parametrize("name", [*GAMES, "morris", "pentago"])
def test_every_cell_is_in_sight_and_large_enough_on_a_phone(
    name: str, bare: Callable[..., BarePage]
) -> None:
    book = bare(TABLE.format(name=name), width=390, height=844)
    expect(book.table).to_be_visible()
    cells = book.table.locator("[data-cell]")
    assert too_small(cells) == []
    for cell in cells.all():
        expect(cell).to_be_in_viewport(ratio=1)


COUNTING = """\
from gamekit import contract
from gamekit.contract import ONGOING, Game, Rule, table, whole

RULES = (Rule("COUNT-1", "Count", "You add a number."), Rule("COUNT-2", "End", "Forty wins."))


Parameters = contract.Parameters


class State(contract.State):
    total = whole()


def move_count(rules):
    return 19


def way(rules, state, move):
    return ("add", move)


def why_illegal(rules, state, move):
    return 0


def apply(rules, state, move):
    state.total += move + 1
    state.turn += 1
    state.player = 1 - state.player


def result(rules, state):
    return (ONGOING, 0) if state.total < 40 else (1 - state.player, 2)


GAME = Game(globals(), name="counting", title="Counting", board=table("total"))
"""


def test_a_phone_says_that_there_are_more_buttons_than_it_shows(
    bare: Callable[..., BarePage], tmp_path: Path
) -> None:
    (tmp_path / "counting.py").write_text(COUNTING)
    code = f"""\
import gamekit as gk, gamekit_widgets as gw
from gamekit.checking.game_file import game_in_file
game = game_in_file("{tmp_path}/counting.py")
gw.Table(gk.Match(game, seed=1), seats=("human", "human"), journal=False)"""
    book = bare(code, width=390, height=844)
    more = "e => getComputedStyle(e.querySelector('.gk-strip'), '::after').content"
    assert book.table.evaluate(more) == "none"
    book.button("Add").click()
    expect(book.button("4")).to_be_in_viewport(ratio=1)
    assert book.table.evaluate(more).startswith('"more')
    book.button("19").click()
    expect(book.moves).to_contain_text("add 19")
    assert book.table.evaluate(more) == "none"


def test_cards_are_played_on_a_phone(bare: Callable[..., BarePage]) -> None:
    book = bare(TABLE.format(name="kuhn"), width=390, height=844)
    for word in ("Bet", "Bet"):
        if (curtain := book.table.get_by_role("button", name=re.compile("^I am "))).count():
            curtain.click()
        book.button(word).click()
    expect(book.prompt).to_contain_text("wins")
