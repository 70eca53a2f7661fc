"""Rules that are edited while a game is there: a file loaded again, a cell run again."""

from __future__ import annotations

import importlib
import os
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from IPython.extensions.autoreload import superreload

import gamekit as gk
import gamekit_widgets as gw

NAME = "heap_of_somebody"
HEAP = """
from gamekit.contract import (
    ONGOING, OVER, Game, Parameters, PositionFields, Rule, State, Unreadable, number, whole)

RULES = (Rule("HP-1", "Take", "A player takes one to three stones."),
         Rule("HP-2", "Last", "Whoever takes the last stone wins."))
MOST = 3
FIELDS = PositionFields(heap=("stones", 7))


class Parameters(Parameters):
    stones = number(7, range(1, 30), "stones at the start")


class State(State):
    heap = whole()


def setup(rules, state):
    state.heap, state.turn, state.player = rules.stones, 0, state.first


def to_act(rules, state):
    return OVER if state.heap == 0 else state.player


def move_count(rules):
    return 3


def taken(move):
    return move + 1


def why_illegal(rules, state, move):
    return 1 if taken(move) > state.heap or taken(move) > MOST else 0


def apply(rules, state, move):
    state.heap -= taken(move)
    state.turn += 1
    state.player = 1 - state.player


def result(rules, state):
    return (1 - state.player, 2) if state.heap == 0 else (ONGOING, 0)


def explain(rules, state, move, rule):
    return f"There are {state.heap}.", ()


def ending(rules, state):
    return "The heap is empty."


def read(rules, state, text):
    if text.strip() not in ("1", "2", "3"):
        raise Unreadable("Write 1, 2 or 3.", 1)
    return [int(text) - 1]


def write(rules, state, move):
    return str(move + 1)


def position(rules, state, fields):
    state.heap = FIELDS.read(fields).whole("heap", 0, 30, rules.stones)


def dump(rules, state):
    return FIELDS.write(heap=state.heap)


def text_board(rules, state):
    return f"{state.heap} stones"


GAME = Game(globals(), name="heap-of-somebody", title="Heap")
"""
WINS, LOSES = "return (1 - state.player, 2) if", "return (state.player, 2) if"

Edit = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("interpreted")  # which engine plays makes no difference


def by_autoreload(module: types.ModuleType) -> None:
    """Do what `%autoreload 2` does before the next cell."""
    with suppress(TypeError):  # of objects whose fields are others; IPython only prints it
        superreload(module)  # type: ignore[no-untyped-call]


def by_reload(module: types.ModuleType) -> None:
    """Do what a person does who writes `importlib.reload(module)`."""
    importlib.reload(module)


@pytest.fixture(params=[by_autoreload, by_reload])
def edit(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: Any) -> Iterator[Edit]:
    """Write the file, with a text in it replaced, and load it again."""
    file, loaded = tmp_path / f"{NAME}.py", 0
    monkeypatch.syspath_prepend(tmp_path)

    def edited(old: str = "", new: str = "") -> Any:
        nonlocal loaded
        assert old in HEAP
        file.write_text(HEAP.replace(old, new) if old else HEAP)
        loaded += 1
        os.utime(file, (loaded, loaded))  # Python looks at the seconds
        if module := sys.modules.get(NAME):
            request.param(module)
        return importlib.import_module(NAME)

    yield edited
    del sys.modules[NAME]


@pytest.fixture
def cell() -> Edit:
    """Run a cell of a notebook whose first cell is the game."""
    notebook = {"__name__": "__main__", "__builtins__": __builtins__}

    def run(text: str) -> dict[str, Any]:
        exec(compile(text, f"<cell {len(text)}>", "exec"), notebook)
        return notebook

    return run


def part(name: str, old: str = "", new: str = "") -> str:
    """One function of the game, as the cell in which somebody edits it."""
    text = f"def {name}({HEAP.partition(f'def {name}(')[2].partition(chr(10) * 3)[0]}"
    assert old in text
    return text.replace(old, new) if old else text


def score(game: gk.Game) -> float:
    study = gk.playtest(game, games=40, progress=False)
    return float(study.metrics.loc["first-player score", "value"])


def test_a_game_takes_the_rules_of_the_file_that_it_comes_from(edit: Edit) -> None:
    game = edit().GAME
    before = score(game)
    edit(WINS, LOSES)
    assert score(game) == pytest.approx(1 - before)
    assert gk.Match(game).play("3").play("3").play("1").result.winner == 1  # type: ignore[union-attr]


def test_games_made_of_it_take_them_too(edit: Edit) -> None:
    def timid(move: int) -> int:
        return 1

    game = edit().GAME
    small, variant = game.with_(stones=3), game.variant(taken=timid)
    edit("MOST = 3", "MOST = 2")
    assert gk.Match(small).legal() == ("1", "2")
    assert gk.Match(game.variant(taken=timid)).legal() == ("1", "2", "3")
    assert gk.Match(variant).legal() == ("1", "2", "3")
    assert variant.replaced == ("taken",)
    edit("if state.heap == 0 else state.player", "if state.heap < 2 else state.player")
    assert gk.Match(variant.with_(stones=2)).play("1").to_act == gk.OVER


def test_what_the_rulebook_says_comes_along(edit: Edit) -> None:
    game = edit().GAME
    assert game.rulebook["HP-1"].text.endswith("one to three stones.")
    edit("one to three", "one to two")
    gk.Match(game)
    assert game.rulebook["HP-1"].text.endswith("one to two stones.")


def test_a_match_goes_on_by_the_new_rules(edit: Edit, tmp_path: Path) -> None:
    game = edit().GAME
    match = gk.Match(game, seed=1, journal=tmp_path / "heap.journal").play("2").play("1").undo()
    edit("MOST = 3", "MOST = 2")
    assert match.legal() == ("1", "2")
    assert match.state.heap == 5
    assert match.redo().ply == 2
    assert match.undo().play("2").board_text() == "3 stones"
    assert match.why_not("3") is not None
    again = gk.read(tmp_path / "heap.journal", game=game)
    assert [entry.text for entry in again.history] == ["2", "2"]


def test_a_match_that_the_new_rules_do_not_allow_says_so(edit: Edit) -> None:
    match = gk.Match(edit().GAME, seed=1).play("3")
    edit("MOST = 3", "MOST = 2")
    for attempt in (lambda: match.play("1"), match.legal, match.view, lambda: match.state):
        with pytest.raises(gk.GameError, match=r"changed since this match began.*step 1, '3'.*new"):
            attempt()  # type: ignore[operator]
    assert "Player 0: 3" in str(match.record)


def test_a_game_whose_state_has_other_fields_says_what_to_run_again(edit: Edit) -> None:
    game = edit().GAME
    match = gk.Match(game)
    now = edit("    heap = whole()", "    heap = whole()\n    passes = whole()").GAME
    for attempt in (lambda: gk.Match(game), lambda: game.with_(stones=3), match.legal):
        with pytest.raises(
            gk.BadGame, match=f"State now declares .* Take the game from {NAME} again"
        ):
            attempt()
    assert gk.Match(now).legal() == ("1", "2", "3")


def test_a_mistake_in_the_file_leaves_the_game_until_it_is_mended(edit: Edit) -> None:
    game = edit().GAME
    with pytest.raises(NameError):
        edit("MOST = 3", "MOST = three")
    edit("MOST = 3", "MOST = 2")
    assert gk.Match(game).legal() == ("1", "2")


def test_one_part_of_a_game_may_be_loaded_again(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    first, _, rest = HEAP.partition("def why_illegal")
    rest, _, _ = rest.partition("GAME = ")
    (tmp_path / "heap_parts.py").write_text(first)
    (tmp_path / "heap_rules.py").write_text(f"from heap_parts import *\ndef why_illegal{rest}")
    parts, rules = (importlib.import_module(name) for name in ("heap_parts", "heap_rules"))
    try:
        game = gk.Game(parts, rules, name="heap", title="Heap")
        match = gk.Match(game, seed=1).play("3")
        (tmp_path / "heap_parts.py").write_text(first.replace("move + 1", "min(2, move + 1)"))
        os.utime(tmp_path / "heap_parts.py", (1, 1))
        importlib.reload(parts)
        assert match.state.heap == 5
        assert gk.Match(game).play("3").state.heap == 5
        (tmp_path / "heap_parts.py").write_text(first.replace("MOST = 3", "MOST = 2"))
        os.utime(tmp_path / "heap_parts.py", (2, 2))
        importlib.reload(parts)
        assert gk.Match(game).legal() == ("1", "2")
    finally:
        del sys.modules["heap_parts"], sys.modules["heap_rules"]


def test_a_table_plays_by_the_new_rules(edit: Edit) -> None:
    match = gk.Match(edit().GAME, seed=1)
    table = gw.Table(match, seats=("human", "human"), journal=False)
    table.type("2")
    edit("MOST = 3", "MOST = 2")
    table.type("3")
    assert match.ply == 1
    table.type("1")
    assert match.board_text() == "4 stones"


def test_a_cell_that_is_run_again_changes_the_game(cell: Edit) -> None:
    game = cell(HEAP)["GAME"]
    before = score(game)
    cell(part("result", WINS, LOSES))
    assert score(game) == pytest.approx(1 - before)
    cell(part("result"))
    assert score(game) == before
    cell("MOST = 1")
    assert gk.Match(game).legal() == ("1",)


def test_a_solution_that_is_run_again_changes_what_moves_are_worth(cell: Edit) -> None:
    first = """
def best_move(rules, state, moves, random):
    return max(0, state.heap % 4 - 1)

def worths(rules, state):
    return [(0, 0.25, 1.0)]
"""
    game = cell(first + HEAP)["GAME"]
    view = gk.Match(game).view(0)
    assert [thought.value for thought in gk.solve(game).think(view)] == [0.25]
    cell("def worths(rules, state):\n    return [(1, 0.75, 1.0)]")
    view = gk.Match(game).view(0)
    assert [thought.value for thought in gk.solve(game).think(view)] == [0.75]


def test_a_cell_that_is_run_again_as_it_is_changes_nothing(cell: Edit) -> None:
    match = gk.Match(cell(HEAP)["GAME"], seed=1).play("3")
    cell(HEAP)
    assert match.play("3").legal() == ("1",)


def test_a_global_named_like_a_variants_function_does_not_change_the_game(cell: Edit) -> None:
    game = cell(HEAP)["GAME"]
    misere = cell(part("result", WINS, LOSES))["result"]
    variant = game.variant(result=misere)
    cell(part("taken", "move + 1", "1 + move"))
    assert score(game) == pytest.approx(1 - score(variant))
    third = game.variant(result=cell(part("result", "state.heap == 0", "state.heap < 2"))["result"])
    assert gk.Match(third, position={"heap": 3}).play("2").result is not None
    assert gk.Match(variant, position={"heap": 3}).play("2").result is None


def test_other_names_of_a_notebook_do_not_join_the_game(cell: Edit) -> None:
    game = cell(f"heap = turn = 1\n{HEAP}")["GAME"]
    played_by = game.namespace
    cell("heap = turn = player = 5")
    gk.Match(game)
    assert game.namespace is played_by
    cell("class State(State):\n    passes = whole()")
    with pytest.raises(gk.BadGame, match=r"State now declares .* Run the cell that makes"):
        gk.Match(game)
