"""Position fields are declared once: what is read, written, said in errors and documented agrees."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk
from gamekit.contract import PositionFields
from gamekit.contract.fields import Parameter

GAMES = [game.name for game in gk.games()]
FIELDS = PositionFields(
    board=("pieces on each cell", {"A1": 2}),
    turns=("turns of both players", [3, 2]),
    to_move=("the player whose turn it is", 0),
)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_declares_the_fields_that_it_dumps(name: str) -> None:
    match = gk.Match(name, seed=1)
    for _ in range(6):
        if match.to_act in (0, 1):
            match.play(match.legal_moves()[0])
    declared = [field.name for field in match.game.position_fields]
    dumped = list(match.game.dump(match.rules, match.state))
    assert dumped == [name for name in declared if name in dumped]


@pytest.mark.parametrize("name", GAMES)
def test_a_value_that_cannot_be_is_refused_in_every_field(name: str) -> None:
    match = gk.Match(name, seed=1)
    used = match.game.dump(match.rules, match.state)  # others belong to options that are off
    for field in (field for field in match.game.position_fields if field.name in used):
        with pytest.raises(gk.BadPosition):
            gk.Match(name, position={field.name: -99.5})


@pytest.mark.parametrize("name", GAMES)
def test_fields_show_as_a_table(name: str) -> None:
    fields = gk.load(name).position_fields
    assert all(field.meaning for field in fields)
    assert fields._repr_html_().count("<tr>") == len(fields) + 1
    assert len(repr(fields).splitlines()) == len(fields)


def test_fields_are_written_in_the_declared_order_and_no_others() -> None:
    assert list(FIELDS.write(to_move=1, board={})) == ["board", "to_move"]
    with pytest.raises(KeyError, match="not declared: bord"):
        FIELDS.write(bord={})


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ([1], r"a position is a dictionary of board, turns, to_move"),
        ({"bord": {}}, r"unknown field 'bord'. Did you mean 'board'"),
        ({"board": [1]}, r'board is \[1\]; write it like {"A1": 2}'),
        ({"turns": 5}, r"turns is 5; write it like \[3, 2\]"),
        ({"turns": [0, 5]}, "player 0 started"),
        ({"to_move": 2}, "to_move is 2; it must be a whole number from 0 to 1"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(fields: Any, message: str) -> None:
    with pytest.raises(gk.BadPosition, match=message):
        taken_apart(fields)


def taken_apart(fields: Any) -> None:
    given = FIELDS.read(fields)
    given.mapping("board")
    given.turns(0, 100)


def test_a_range_of_one_value_is_that_value() -> None:
    fields = PositionFields(passes=("passes in a row", 0)).read({"passes": 2})
    with pytest.raises(gk.BadPosition, match=r"passes is 2; it must be 0\."):
        fields.whole("passes", 0, 0, 0)
    with pytest.raises(gk.BadPosition, match="from 0 to 1"):
        fields.whole("passes", 0, 1, 0)


def test_a_parameter_with_one_value_says_that_value() -> None:
    assert Parameter(values=(0,)).range == "0"
    assert Parameter(values=(1, 2)).range == "a whole number from 1 to 2"
