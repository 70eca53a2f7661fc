"""Worked positions from an independent calculation, put to the kit through its public interface.

pytest tests/test_positions.py --positions FILE runs any other file of the same form.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import gamekit as gk
from tests.position_checks import (
    clock,
    death_match,
    flower_field,
    liars_dice,
    shift_tac_toe,
    sliding_tic_tac_toe,
    tactical_escape,
    take_back_toe,
    tic_tac_toe_evolved,
)

CHECKS = {
    **take_back_toe.CHECKS,
    **shift_tac_toe.CHECKS,
    **liars_dice.CHECKS,
    **flower_field.CHECKS,
    **sliding_tic_tac_toe.CHECKS,
    **death_match.CHECKS,
    **tic_tac_toe_evolved.CHECKS,
    **clock.CHECKS,
    **tactical_escape.CHECKS,
}
TABLES = {**liars_dice.TABLES, **tic_tac_toe_evolved.TABLES}
FORM = {"id", "title", "rules", "check", "given", "expect", "note"}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "position" in metafunc.fixturenames:
        document = read(metafunc.config)
        positions = [position for group in document["positions"].values() for position in group]
        metafunc.parametrize("position", positions, ids=[each["id"] for each in positions])


def read(config: pytest.Config) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(config.getoption("positions").read_text("utf-8"))
    return document


def test_the_file_has_the_form_and_the_number_of_positions_it_says(
    pytestconfig: pytest.Config,
) -> None:
    document = read(pytestconfig)
    assert set(document) == {"meta", "counts", "tables", "positions"}
    assert document["meta"]["format"] == 1
    counts = {name: len(group) for name, group in document["positions"].items()}
    assert counts == document["counts"]
    ids = [position["id"] for group in document["positions"].values() for position in group]
    assert ids
    assert len(set(ids)) == len(ids)


def test_position(position: dict[str, Any]) -> None:
    assert set(position) == FORM
    check = position["check"]
    if check not in CHECKS:
        pytest.fail(f"unknown kind of check {check!r}: tests/position_checks has no translation")
    CHECKS[check](position["given"], position["expect"], position)


def test_positions_rest_on_rules_that_exist(pytestconfig: pytest.Config) -> None:
    rulebooks = {game.prefix: game.rulebook for game in gk.games()}
    for prefix, group in read(pytestconfig)["positions"].items():
        for position in group if prefix in rulebooks else ():
            assert position["rules"]
            assert [rule for rule in position["rules"] if rule not in rulebooks[prefix]] == []


def test_tables(pytestconfig: pytest.Config) -> None:
    for name, table in read(pytestconfig)["tables"].items():
        assert name in TABLES, f"unknown table {name!r}: tests/position_checks has no translation"
        TABLES[name](table)


@pytest.mark.parametrize("name", [game.name for game in gk.games()])
def test_the_position_of_a_finished_match_is_over(name: str) -> None:
    random = Random(1)
    for seed in range(2 if name == "death-match" else 10):
        match = gk.Match(name, seed=seed)
        while match.result is None:
            match.play(random.choice(match.legal_moves()))
        fields = match.game.dump(match.rules, match.state)
        again = gk.Match(name, first=match.first, dmo=match.dmo, position=fields)
        assert again.result == match.result
