"""What bots hold likely of secrets: from the mover's view and from how the others played."""

from __future__ import annotations

import pytest

import gamekit as gk


def bluff(dice: list[list[int]]) -> gk.View:
    """The view of player 1, after player 0 has claimed fours twice."""
    position = {"dice": dice, "count": [4, 4], "claim": [3, 4], "claims": [[2, 4], [2, 5], [3, 4]]}
    match = gk.Match("liars-dice", seed=1, position={**position, "to_move": 1, "turn": 3})
    return match.view(1)


def test_what_was_claimed_is_held_likely() -> None:
    found = gk.bot("greedy").beliefs(bluff([[4, 4, 4, 2], [1, 3, 5, 6]]))
    shares = {belief.value: belief.share for belief in found}
    assert set(shares) == set("123456")
    assert shares["4"] == max(shares.values())
    assert all(0 <= belief.low <= belief.share <= belief.high <= 1 for belief in found)
    assert sum(belief.mean for belief in found) == pytest.approx(4)  # dice


def test_beliefs_do_not_depend_on_what_is_hidden() -> None:
    one = gk.bot("club").beliefs(bluff([[4, 4, 4, 2], [1, 3, 5, 6]]))
    other = gk.bot("club").beliefs(bluff([[1, 1, 2, 2], [1, 3, 5, 6]]))
    assert one == other


def test_one_of_the_gifts_offered_was_given() -> None:
    match = gk.Match("tactical-escape", seed=3)
    match.play(match.legal_moves()[0])
    found = gk.bot("greedy").beliefs(match.view(match.to_act))
    assert {belief.secret for belief in found} == {"given, Red"}
    assert sum(belief.share for belief in found) == pytest.approx(1)


def test_where_nothing_is_secret_there_is_nothing_to_believe() -> None:
    found = gk.bot("greedy").beliefs(gk.Match("take-back-toe", seed=1).view(0))
    assert found == []
    assert repr(found) == "Nothing is secret here."


def test_beliefs_are_a_table() -> None:
    found = gk.bot("greedy").beliefs(bluff([[4, 4, 4, 2], [1, 3, 5, 6]]))
    assert found._repr_html_().count("<tr>") == len(found) + 1
    assert len(repr(found).splitlines()) == len(found) + 1
