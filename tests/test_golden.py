"""Golden games are replayed through the rules, move for move and board for board."""

from __future__ import annotations

import pytest

import gamekit as gk
from tests import golden


def test_every_game_has_one() -> None:
    assert {name for name, _, _ in golden.GAMES.values()} == {game.name for game in gk.games()}
    assert {path.stem for path in golden.FOLDER.glob("*.txt")} == set(golden.GAMES)


@pytest.mark.parametrize("file", golden.GAMES)
def test_a_golden_game_is_played_as_it_is_written(file: str) -> None:
    text = (golden.FOLDER / f"{file}.txt").read_text("utf-8")
    match = gk.Record.parse(text.split(golden.BOARDS)[0]).match()
    assert match.result is not None
    assert golden.written(match) == text
