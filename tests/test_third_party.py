"""A game from somebody else's package: its helpers can be replaced, its objects are not touched."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

import gamekit as gk
from gamekit.compiling import compiled, module_name
from gamekit.drivers.engine import Engine, Interpreted
from tests import random_games

NAME = "gamekit_guest"
FILES = {
    "rules.py": '''
"""Stones are put on a row, never beside another one. Who cannot move loses."""

import math

import gamekit_guest.helpers
from gamekit.contract import ONGOING, OVER, Game, Parameters, Rule, State, array, number
from gamekit_guest import helpers as tools
from gamekit_guest.helpers import fits as is_free

RULES = (
    Rule("ST-1", "Place", "A stone goes to an empty cell."),
    Rule("ST-2", "Apart", "No stone goes beside another one."),
    Rule("ST-3", "End", "Who cannot move loses."),
)


class Parameters(Parameters):
    cells: int = number(9, range(3, 13), "cells of the row")


class State(State):
    stones: list[int] = array(12, "i1")


def setup(rules, state):
    state.turn, state.player = 0, state.first
    for cell in range(12):
        state.stones[cell] = 0


def move_count(rules):
    return rules.cells


def to_act(rules, state):
    for move in range(rules.cells):
        if why_illegal(rules, state, move) == 0:
            return state.player
    return OVER


def why_illegal(rules, state, move):
    if not is_free(state, move):
        return 1
    if tools.stands_beside(rules, state, move):
        return 2
    return 0


def apply(rules, state, move):
    state.stones[move] = int(gamekit_guest.helpers.STONE)
    state.player = 1 - state.player
    state.turn += 1


def result(rules, state):
    if to_act(rules, state) == OVER:
        return 1 - state.player, 3
    return ONGOING, 0


def explain(rules, state, move, rule):
    return "No.", ()


def ending(rules, state):
    return "{0} or {1}"


def read(rules, state, text):
    return [int(text)]


def write(rules, state, move):
    return str(move)


def position(rules, state, fields):
    pass


def dump(rules, state):
    return {}


def text_board(rules, state):
    return ""


GAME = Game(globals(), name="stones", title="Stones")
''',
    "helpers.py": '''
import gamekit_guest.deeper
from gamekit_guest.deeper import holds

STONE = 1
PLACES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19)


def fits(state, cell):
    return not holds(state, PLACES[cell])


def both_sides(test):
    def stands_beside(rules, state, cell):
        """Is there a stone on either side?"""
        left = cell > 0 and test(state, cell - 1)
        return left or (cell + 1 < rules.cells and test(state, cell + 1))

    return stands_beside


stands_beside = both_sides(holds)
stands_beside.author = "a guest"
''',
    "deeper.py": """
def holds(state, cell):
    return gamekit_guest.deeper.is_stone(state.stones[cell])


def is_stone(value):
    return value == 1


import gamekit_guest.deeper
""",
    "lists.py": """
from gamekit_guest import helpers, rules


def why_illegal(rules, state, move):
    return handed(helpers, state, move)


def handed(module, state, move):
    return 0 if module.fits(state, move) else 1


GAME = rules.GAME.variant(why_illegal=why_illegal)
""",
}


@pytest.fixture
def guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The package, written and imported."""
    folder = tmp_path / NAME
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module(f"{NAME}.rules")
    for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[name]


def everything() -> dict[str, Any]:
    """Return all that can be seen of the package: its globals, and its functions inside and out."""
    seen: dict[str, Any] = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == NAME:
            seen[name] = {key: value for key, value in vars(module).items() if key != "GAME"}
            for key, value in vars(module).items():
                if isinstance(value, FunctionType) and (value.__module__ or "").startswith(NAME):
                    cells = tuple(cell.cell_contents for cell in value.__closure__ or ())
                    seen[f"{name}.{key}"] = (
                        value, value.__code__, value.__code__.co_code, value.__globals__,
                        dict(value.__globals__), dict(value.__dict__), value.__module__,
                        value.__qualname__, value.__name__, value.__doc__, value.__defaults__,
                        value.__closure__, cells,
                    )  # fmt: skip
    return seen


def same(one: Any, two: Any) -> bool:
    """Is everything the very same object, or made of the very same ones?"""
    if type(one) is dict:
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if type(one) is tuple:
        return len(one) == len(two) and all(map(same, one, two))
    return one is two or (isinstance(one, bytes | str) and one == two)


def longest(engine: Engine) -> list[int]:
    """Return the moves that there are at the start, and in each of some games."""
    found = [random_games.trace(engine, 1, number)[0] for number in range(30)]
    return [found[0][0], *(len(steps) // 2 for steps in found)]


def never(rules: Any, state: Any, cell: int) -> bool:
    return False


def only_on_the_left(rules: Any, state: Any, cell: int) -> bool:
    return bool(cell > 0 and holds(state, cell - 1))  # type: ignore[name-defined]  # noqa: F821


def nobody(value: int) -> bool:
    return value > 1


@pytest.mark.parametrize(
    ("name", "function", "least", "most"),
    [
        ("stands_beside", never, 9, 9),  # called through a module, held together by a closure
        ("stands_beside", only_on_the_left, 5, 9),  # finds the game's helpers by their names
        ("holds", lambda state, cell: cell == 8 and state.stones[cell] == 1, 9, 2000),
        ("is_stone", nobody, 2000, 2000),  # a helper's helper's helper: nothing is ever full
        ("is_free", lambda state, cell: cell < 3, 3, 2000),  # by the name it has in the rules
        ("fits", lambda state, cell: cell < 3, 3, 2000),  # and by its own
    ],
)
def test_a_helper_in_somebody_elses_module_is_replaced_and_nothing_of_theirs_is_touched(
    guest: ModuleType, name: str, function: Any, least: int, most: int
) -> None:
    before, game = everything(), guest.GAME
    plain = longest(Interpreted(game))
    assert longest(compiled(game)) == plain
    assert all(3 <= moves <= 5 for moves in plain[1:])
    other = game.variant(**{name: function})
    found = longest(Interpreted(other))
    assert found != plain
    assert all(least <= moves <= most for moves in found[1:])
    assert longest(compiled(other)) == found
    assert longest(Interpreted(game)) == plain
    assert same(everything(), before)


def test_replacements_of_helpers_follow_one_another(guest: ModuleType) -> None:
    before, game = everything(), guest.GAME
    first = game.variant(stands_beside=only_on_the_left)
    both = first.variant(holds=lambda state, cell: cell < 4 and state.stones[cell] == 1)
    assert both.replaced == ("stands_beside", "holds")
    found = longest(Interpreted(both))
    assert longest(compiled(both)) == found != longest(Interpreted(first))
    back = first.variant(stands_beside=guest.tools.stands_beside)
    assert longest(Interpreted(back)) == longest(Interpreted(game))
    assert same(everything(), before)


def test_a_replacement_may_call_the_helper_that_it_replaces(guest: ModuleType) -> None:
    original = guest.tools.stands_beside

    def stands_beside(rules: Any, state: Any, cell: int) -> bool:
        return cell != 4 and bool(original(rules, state, cell))

    before = everything()
    game = guest.GAME.variant(stands_beside=stands_beside)
    found = longest(Interpreted(game))
    assert longest(compiled(game)) == found != longest(Interpreted(guest.GAME))
    assert same(everything(), before)


def test_a_module_may_be_handed_around(guest: ModuleType) -> None:
    lists = importlib.import_module(f"{NAME}.lists")
    assert longest(compiled(lists.GAME)) == longest(Interpreted(lists.GAME))


def test_an_edited_helper_is_another_module(guest: ModuleType) -> None:
    first = module_name(guest.GAME, "random")
    changed = guest.GAME.variant(is_stone=lambda value: value == 2)
    assert module_name(guest.GAME.variant(), "random") == first
    assert module_name(changed, "random") != first
    with pytest.raises(gk.BadVariant, match=r"no function 'stand_beside'.*'stands_beside'"):
        guest.GAME.variant(stand_beside=never)


def test_a_match_of_it_is_saved_and_read_again(guest: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "stones.json"
    match = gk.Match(guest.GAME.with_(cells=5)).play("0")
    match.save(path)
    assert gk.read(path, game=match.game).state == match.state
    with pytest.raises(gk.BadRecord, match=r"no game 'stones'\. If it is your own: .*game=GAME"):
        gk.read(path)
