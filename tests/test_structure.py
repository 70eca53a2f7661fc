"""The check of the structure finds the faults that it looks for."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gamekit.contract.defaults import OPTIONAL
from tests import structure


def tree(source: str) -> tuple[Path, ast.Module]:
    return Path("x.py"), ast.parse(source)


def graph(known: structure.Trees) -> dict[str, set[str]]:
    return {name: structure.imports(found, known) - {name} for name, (_, found) in known.items()}


def test_a_circle_is_found_even_where_only_types_need_it() -> None:
    types = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from gamekit.a import A"
    known = {"gamekit.a": tree("import gamekit.b"), "gamekit.b": tree(types)}
    (fault,) = structure.circles(graph(known))
    assert "gamekit.a" in fault
    assert "gamekit.b" in fault
    assert not list(structure.circles({"gamekit.a": {"gamekit.b"}, "gamekit.b": set()}))


@pytest.mark.parametrize(
    ("name", "imported", "is_fault"),
    [
        ("gamekit.match.match", "gamekit_widgets.notebook_widgets", True),
        ("gamekit.games.nim.rules", "gamekit.match.match", True),
        ("gamekit.boards.grid", "gamekit.contract", True),
        ("gamekit.games.nim.rules", "gamekit.contract", False),
        ("gamekit.games.nim.rules", "gamekit.errors", True),
        ("gamekit_widgets.notebook_widgets", "gamekit", False),
    ],
)
def test_an_import_against_the_layers_is_found(name: str, imported: str, is_fault: bool) -> None:
    assert bool(list(structure.layers({name: {imported}}))) == is_fault


@pytest.mark.parametrize(
    ("name", "source", "fault"),
    [
        ("rules", "def hide(): ...", None),
        ("text", "def hide(): ...", "x.py:1 hide belongs in rules"),
        ("text", "def helps_to_hide(): ...", None),
        ("rules", "class State: ...", "x.py:1 State belongs in state"),
        ("rulebook", "FIELDS = 1", "x.py:1 FIELDS belongs in text"),
        (
            "solution",
            "",
            "x.py belongs in one of bots, rulebook, rules, state, text, win_conditions",
        ),
        ("bots", "def policy(): ...", None),
        ("rules", "def sensible_moves(): ...", "x.py:1 sensible_moves belongs in bots"),
    ],
)
def test_what_stands_elsewhere_than_in_other_games_is_found(
    name: str, source: str, fault: str | None
) -> None:
    found = list(structure.misplaced({f"gamekit.games.nim.{name}": tree(source)}))
    assert found == ([fault] if fault else [])


def test_everything_that_a_game_may_have_stands_in_one_file() -> None:
    assert OPTIONAL.keys() <= structure.STANDS_IN.keys()


def test_rules_that_import_bots_are_found() -> None:
    meets = {
        "gamekit.games.nim.rules": {"gamekit.games.nim.state", "gamekit.games.go.bots"},
        "gamekit.games.nim": {"gamekit.games.nim.bots"},
    }
    (fault,) = structure.bots_in_rules(meets)
    assert fault.startswith("gamekit.games.nim.rules imports gamekit.games.go.bots")


def test_long_functions_are_faults_and_long_modules_are_named(tmp_path: Path) -> None:
    body = "    x = 0\n"
    texts = {"fits": "def f():\n" + 39 * body, "long": "def f():\n" + 40 * body, "full": 901 * "\n"}
    known = {}
    for name, text in texts.items():
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        known[name] = path, ast.parse(text)
    script = tmp_path / "full.js"
    script.write_text(901 * "\n")
    named = [
        *structure.long_modules([*(path for path, _ in known.values()), script]),
        *structure.long_functions(known),
    ]
    assert [line.split()[0].rsplit("/", 1)[1] for line in named] == [
        "full.py",
        "full.js",
        "long.py:1",
    ]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("NO_MIXING = RULING + 6  # AB-Q6", None),
        ("BOARD = 1  # AB-1", None),
        ("NO_MIXING = RULING + 7  # AB-Q6", "is not the number of AB-Q6"),
        ("NO_MIXING = 6  # AB-Q6", "is not the number of AB-Q6"),
        ("BOARD = 2  # AB-2", "AB-2, which is not in the rulebook"),
        ("BOARD = 1 + 0  # AB-1", "write NAME = 12"),
    ],
)
def test_a_rule_constant_that_disagrees_is_found(
    tmp_path: Path, line: str, fault: str | None
) -> None:
    (tmp_path / "state.py").write_text(line)
    faults = list(structure.constants(tmp_path, {"AB-1", "AB-Q6"}))
    assert len(faults) == (fault is not None)
    assert fault is None or fault in faults[0]


def test_a_rule_that_only_the_rulebook_mentions_is_found(tmp_path: Path) -> None:
    (tmp_path / "rulebook.py").write_text('"AB-1", "AB-2"')
    (tmp_path / "rules.py").write_text("BOARD = 1  # AB-1")
    (fault,) = structure.unmentioned(tmp_path, ["AB-1", "AB-2"])
    assert fault.endswith("mentions AB-2")


def test_a_folder_that_names_what_it_does_not_have_is_found(tmp_path: Path) -> None:
    def module(source: str) -> tuple[Path, ast.Module]:
        return tmp_path / "__init__.py", ast.parse(source)

    known = {
        "gamekit.nim": module('"""Nim.\n\nBegin with `heap.py`, then `light`, then `play`."""'),
        "gamekit.nim.heap": (tmp_path / "heap.py", ast.parse("def play(): ...")),
    }
    (fault,) = structure.misnamed(known)
    assert fault.endswith("names light, which is not in its folder")
