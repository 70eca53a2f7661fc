"""Hints: what stands out is named and marked, what does not is not, and thinking goes on."""

from __future__ import annotations

import re
from typing import Any

import pytest

import gamekit as gk
from gamekit_widgets import Table
from gamekit_widgets.table.coach import FEW, LONGEST

PEOPLE = ("human", "human")


def win_in_one() -> gk.Match:
    """Red rolled 4 and wins by moving 4 pieces from B2 to A2."""
    board = {"A1": 4, "A3": 4, "B2": 8, "B3": 8, "C1": 8, "C3": 8}
    return gk.Match("take-back-toe", seed=7, position={"board": board, "die": 4})


def asked(match: gk.Match) -> Table:
    table = Table(match, seats=PEOPLE, journal=False)
    table.click("hint")
    return table


def marked(table: Table) -> list[str]:
    """The cells that are marked as leading to good moves."""
    return re.findall(r'class="[^"]*gk-warm[^"]*"[^>]*data-cell="(\w+)"', str(table.shown["svg"]))


def until_it_rests(table: Table) -> None:
    """Do what the page does while it shows a hint."""
    for _ in range(1000):
        if not table.shown["thinks_on"]:
            return
        table.hear({"do": "think", "what": ""})
    raise AssertionError("it thinks on for ever")


def test_a_move_that_stands_out_is_named_by_what_it_does_and_marked_alone() -> None:
    table = asked(win_in_one())
    until_it_rests(table)
    assert table.shown["message"]["text"] == "Best found: Move 4 from B2 to A2."
    assert table.shown["hints"][0]["label"] == "Move 4 from B2 to A2"
    assert table.shown["hints"][0]["low"] > 0.6
    assert marked(table) == ["B2"]


def test_where_moves_are_alike_it_is_too_close_to_tell_and_nothing_is_marked() -> None:
    table = asked(gk.Match("sliding-tic-tac-toe", seed=1))
    told = table.shown["message"]["text"]
    until_it_rests(table)
    assert told.startswith("Too close to tell: ")
    assert table.shown["message"]["text"].startswith("Too close to tell: ")
    assert len(marked(table)) <= FEW


def test_a_hint_grows_surer_while_it_is_shown_and_comes_to_an_end() -> None:
    table = asked(gk.Match("sliding-tic-tac-toe", seed=1))
    advice: Any = table._top.advice
    before = sum(n for _, n, _ in advice._found.values())
    table.hear({"do": "think", "what": ""})
    assert sum(n for _, n, _ in advice._found.values()) > before
    assert "Thinking on" in table.shown["message"]["text"] or not table.shown["thinks_on"]
    until_it_rests(table)
    assert advice.seconds < 2 * LONGEST
    assert "Thinking on" not in table.shown["message"]["text"]


def test_a_move_ends_the_thinking() -> None:
    table = asked(gk.Match("sliding-tic-tac-toe", seed=1))
    table.type("C3")
    assert (table.shown["hints"], table.shown["thinks_on"]) == ([], 0)
    table.hear({"do": "think", "what": ""})
    assert table.shown["hints"] == []


@pytest.mark.parametrize(
    ("game", "moves", "label"),
    [
        ("shift-tac-toe", ["BX2 ..."], "No shift"),
        ("liars-dice", ["9x6"], "Challenge"),
        ("tactical-escape", ["give 1", "give 1", "E5 ..."], "End turn"),
    ],
)
def test_a_hint_calls_a_move_what_its_button_is_called(
    game: str, moves: list[str], label: str
) -> None:
    offer = {"position": {"offer": [1, 2, 3]}} if game == "tactical-escape" else {}
    match = gk.Match(game, seed=1, **offer)
    for move in moves:
        match.play(move)
    table = Table(match, seats=PEOPLE, viewer=gk.ALL, journal=False)
    table.click("hint")
    until_it_rests(table)
    buttons = {choice["label"] for choice in table.shown["choices"]}
    assert label in buttons
    advice: Any = table._top.advice
    assert label in {each["label"] for each in advice.thoughts}


def test_of_a_solved_game_a_hint_is_the_solved_move_with_its_chance() -> None:
    match = gk.Match("tic-tac-toe-evolved", seed=1)
    table = asked(match)
    best = gk.solve("tic-tac-toe-evolved").think(match.view(0))[0]
    assert not table.shown["thinks_on"]
    assert table.shown["message"]["text"] == "Best found: Recharge."
    hint = table.shown["hints"][0]
    assert (hint["text"], hint["value"]) == (best.text, best.value)
    assert hint["low"] == hint["high"] == best.value
