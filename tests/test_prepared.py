"""Programs that were made ahead play what would be translated, and nothing else plays by them."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import gamekit as gk
from gamekit.compiling import Compiled
from gamekit.compiling.program import Ingredients, file_name, prepared
from gamekit.drivers.engine import Engine, Games, Interpreted

NAMES = """
import gamekit as gk
from gamekit.compiling.program import Ingredients
print(*(Ingredients(game).name for game in gk.games()))"""
BONUS = (0, 0, 7)


def rows(engine: Engine) -> list[int]:
    return engine.play(Games(1, 0, 5, 100)).tolist()


def bonus(rules: Any, state: Any) -> int:
    return BONUS[2]


def limit(rules: Any, state: Any) -> int:
    return int(one.other.one.LIMIT + other.one.LIMIT)  # type: ignore[name-defined] # noqa: F821


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where programs are looked for: there is one of Take-Back-Toe."""
    monkeypatch.setattr("gamekit.compiling.program.FOLDER", tmp_path)
    game = gk.load("take-back-toe")
    program = Compiled(game).program("random")
    (tmp_path / file_name(Ingredients(game), "random")).write_bytes(pickle.dumps(program))
    return tmp_path


@pytest.fixture
def no_translator(monkeypatch: pytest.MonkeyPatch) -> None:
    def translate(self: Compiled, calls: str) -> None:
        raise AssertionError(f"{self.game} is translated")

    monkeypatch.setattr(Compiled, "_translate", translate)


@pytest.mark.usefixtures("folder", "no_translator")
def test_a_program_made_ahead_plays_without_translating() -> None:
    game = gk.load("take-back-toe")
    assert rows(Compiled(game)) == rows(Interpreted(game))
    with pytest.raises(AssertionError, match="is translated"):
        Compiled(game).program("bots")
    with pytest.raises(AssertionError, match="is translated"):
        Compiled(game, checked=True).program("random")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.with_(columns=5),
        lambda game: game.variant(takes_back=lambda rules, state, start, target: False),
        lambda game: game.measuring({"bonus": bonus}),
        lambda game: gk.load("shift-tac-toe"),
    ],
    ids=["a number", "a rule", "a measure", "another game"],
)
def test_whatever_differs_is_translated(change: Any) -> None:
    game = change(gk.load("take-back-toe"))
    assert prepared(game, "random") is None
    assert rows(Compiled(game)) == rows(Interpreted(game))


def test_a_table_that_a_rule_reads_is_an_ingredient(monkeypatch: pytest.MonkeyPatch) -> None:
    game = gk.load("take-back-toe").measuring({"bonus": bonus})
    before = Ingredients(game).name
    assert Ingredients(game).name == before
    monkeypatch.setitem(globals(), "BONUS", (0, 0, 8))
    assert Ingredients(game).name != before


@pytest.mark.usefixtures("folder")
def test_a_program_made_ahead_is_given_up_when_a_function_changes() -> None:
    game = gk.load("take-back-toe").variant()
    compiled = Compiled(game)
    compiled.program("random")
    assert compiled.is_current()
    game.namespace["takes_back"].__code__ = (lambda rules, state, start, target: False).__code__
    assert not compiled.is_current()
    assert prepared(game, "random") is None


def test_modules_that_name_each_other_are_described(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = ModuleType("one"), ModuleType("other")
    one.other, other.one, one.LIMIT = other, one, 3  # type: ignore[attr-defined]
    monkeypatch.setitem(globals(), "one", one)
    monkeypatch.setitem(globals(), "other", other)
    game = gk.load("take-back-toe").measuring({"limit": limit})
    before = Ingredients(game).name
    one.LIMIT = 4  # type: ignore[attr-defined]
    assert Ingredients(game).name != before


def test_ingredients_have_the_same_names_in_every_process() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", NAMES],
            env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True, text=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(found) == 1
    assert len(set(found.pop().split())) == len(gk.games())
