"""A player who is called "You" is spoken to, in whatever sentence a game gives."""

from __future__ import annotations

import pytest

import gamekit as gk
from gamekit.errors import addressed


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("You wins.", "You win."),
        ("You is to move", "You are to move"),
        ("You passes, so Club goes on", "You pass, so Club goes on"),
        ("First You must give Club one.", "First you must give Club one."),
        ("Club challenged You's claim.", "Club challenged your claim."),
        ("2 × 5: none counted, so You gets a die.", "2 × 5: none counted, so you get a die."),
        ("Club wins. You has no dice left.", "Club wins. You have no dice left."),
        ("This completes a four of You always.", "This completes a four of you always."),
        ("No winner yet\nYou to move", "No winner yet\nYou to move"),
        ("Your turn, Young Bo.", "Your turn, Young Bo."),
    ],
)
def test_the_verb_follows_you(sentence: str, told: str) -> None:
    assert addressed(sentence) == told


def test_a_result_speaks_to_you() -> None:
    match = gk.Match("liars-dice", seed=1, players=("You", "Club"))
    match.resign(1)
    assert match.result
    assert match.result.text.startswith("You win. Club ")
