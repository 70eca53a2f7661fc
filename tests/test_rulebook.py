"""Every rule has a sentence and a test, and every test's rule exists."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

import gamekit as gk
from gamekit.contract import Game, Rule
from gamekit.games import death_match as three

TESTS = Path(__file__).parent
GAMES = [game.name for game in gk.games()]


def is_marker(call: ast.Call) -> bool:
    return ast.unparse(call.func) == "pytest.mark.rule"


def marks(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Every marker on a test, with the name of the test."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and is_marker(mark):
                    yield node.name, mark


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(TESTS.rglob("*.py"))}


@cache
def marked() -> dict[str, list[str]]:
    """Return the tests marked for each rule id, in any file here."""
    found: dict[str, list[str]] = {}
    for path, tree in trees().items():
        for name, mark in marks(tree):
            for rule in mark.args:
                found.setdefault(ast.literal_eval(rule), []).append(f"{path.name}: {name}")
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_that_states_behavior_has_a_test(name: str) -> None:
    rulebook = gk.load(name).rulebook
    assert [rule.id for rule in rulebook if not rule.note and rule.id not in marked()] == []


def test_every_marker_names_a_rule_that_states_behavior() -> None:
    real = {rule.id for game in gk.games() for rule in game.rulebook if not rule.note}
    assert {rule: tests for rule, tests in marked().items() if rule not in real} == {}


def test_the_marker_stands_on_tests_only() -> None:
    for path, tree in trees().items():
        uses = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and is_marker(n)]
        assert len(uses) == len([mark for _, mark in marks(tree)]), path.name


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_a_title_and_a_sentence_of_its_own(name: str) -> None:
    rulebook = gk.load(name).rulebook
    for rule in rulebook:
        assert rule.title
        assert rule.text.endswith(".")
        assert rule.source == ("ruling" if "-Q" in rule.id else "text")
    for texts in ([rule.title for rule in rulebook], [rule.text for rule in rulebook]):
        assert len(set(texts)) == len(texts)


def test_the_rules_of_take_back_toe_are_complete_and_in_order() -> None:
    rulebook = gk.load("take-back-toe").rulebook
    ids = [f"TBT-{n}" for n in range(1, 26)] + [f"TBT-Q{n}" for n in range(1, 20)]
    ids += [f"X-Q{n}" for n in range(1, 13)]
    assert [rule.id for rule in rulebook] == ids
    assert [rule.id for rule in rulebook.notes] == ["TBT-21", "TBT-Q5", "TBT-Q18"]


def test_a_rulebook_can_be_asked_for_a_rule() -> None:
    rulebook = gk.load("take-back-toe").rulebook
    assert rulebook["TBT-12"].title == "No taking back"
    assert "TBT-12" in rulebook
    assert "TBT-99" not in rulebook
    with pytest.raises(KeyError, match="Did you mean 'TBT-12'"):
        rulebook["TBT12"]


def test_a_rulebook_shows_as_a_table() -> None:
    rulebook = gk.load("take-back-toe").rulebook
    html = rulebook._repr_html_()
    assert html.count("<tr>") == len(rulebook) + 1
    assert "<b>TBT-12</b>" in html
    assert "opponent&#x27;s last move" in html, "text must be escaped"
    assert len(repr(rulebook).splitlines()) == len(rulebook)


RULES = (
    Rule(
        "AB-1", "Board", "There are {cells:words} cells, {cells} in digits, in {columns} columns."
    ),
    Rule("AB-2", "Taking back", "It is forbidden.", when={"reversal": {"none": "It is allowed."}}),
)


@pytest.mark.parametrize(("cells", "sentence"), [(12, "twelve cells, 12"), (13, "13 cells, 13")])
def test_a_sentence_has_places_for_numbers(cells: int, sentence: str) -> None:
    assert sentence in RULES[0].under({"cells": cells, "columns": 4}).text


def test_a_sentence_gives_way_to_that_of_another_option() -> None:
    texts = [RULES[1].under({"reversal": option}).text for option in ("previous_turn", "none")]
    assert texts == ["It is forbidden.", "It is allowed."]


def test_a_place_for_something_unknown_is_an_error_that_names_the_rule() -> None:
    with pytest.raises(gk.BadGame, match=r"AB-1: its sentence has a place for 'cells'"):
        RULES[0].under({"columns": 4})


def test_the_rulebook_of_a_variant_tells_the_truth() -> None:
    game = gk.load("take-back-toe", columns=5)
    assert "columns 1 to 5" in game.rulebook["TBT-1"].text
    inner = gk.load("death-match", liars_dice__sides=8).rulebook
    assert inner["LD-1"].text == gk.load("liars-dice", sides=8).rulebook["LD-1"].text


def test_a_replaced_function_marks_the_rules_it_may_have_changed() -> None:
    game = gk.load("take-back-toe")
    variant = game.variant(takes_back=lambda rules, state, start, target: False)
    assert variant.rulebook["TBT-12"].changed_by == ("takes_back",)
    assert "perhaps changed by takes_back" in repr(variant.rulebook)
    assert "perhaps changed by takes_back" in variant.rulebook._repr_html_()
    assert not variant.rulebook["TBT-1"].changed_by
    assert not any(rule.changed_by for rule in game.rulebook)


def test_a_game_made_of_others_says_the_rule_of_the_game_that_decides() -> None:
    own = {name: one for name, one in vars(three.text).items() if name not in ("explain", "ending")}
    parts = three.state, three.rules, three.rulebook, own, three.bots
    game = Game(*parts, name="three-games", title="Three games")
    match, draw, prefixes = gk.Match(game, seed=1), Random(1), set()
    while match.result is None:
        for move in draw.sample(range(game.moves), 5):
            if problem := match.why_not(move):
                assert game.rulebook[problem.rule].text in problem.message
                prefixes.add(problem.rule.partition("-")[0])
        match.play(draw.choice(match.legal_moves()))
    assert prefixes == {"DM", "LD", "FF", "STT"}
    assert game.rulebook[match.result.rule].text in match.result.text


@pytest.mark.parametrize("name", GAMES)
def test_rulebooks_can_be_read_under_every_value_of_every_parameter(name: str) -> None:
    game = gk.load(name)
    for key, option in game.options.items():
        for value in option.options or (option.values[0], option.values[-1]):
            try:
                variant = game.with_(**{key: value})
            except gk.BadVariant:  # not together with the other defaults
                continue
            texts = [rule.text for rule in variant.rulebook]
            assert len(set(texts)) == len(texts)
            assert not any("{" in text for text in texts)
