"""The coach: what a decision gave away, and what was luck, under the same dice."""

from __future__ import annotations

import pytest

import gamekit as gk
from gamekit.bots import coach

pytestmark = pytest.mark.long


def tiles(*row: str) -> gk.Match:
    """Return a match of Sliding Tic-Tac-Toe with these rows, Cross to move, and some moves made."""
    rows = [*row, *["......"] * (6 - len(row))]
    return gk.Match("sliding-tic-tac-toe", position={"rows": rows, "to_move": 0, "turns": [6, 6]})


def test_a_missed_win_is_found_and_may_be_tried_again() -> None:
    match = tiles("XXXX..", "......", "OOO...", "O.....")
    match.play("F6")
    lessons = gk.coach(match, by="search:100", games=20)
    lesson = lessons.worst()[0]
    assert lesson.played.startswith("F6")
    assert lesson.best.startswith("A5")
    value, low, high = lesson.given_away
    assert 0 <= low <= value <= high <= 1
    assert value > 0.1
    again = lessons.again(lesson)
    assert again.ply == 0
    assert match.ply == 2
    again.play("A5")
    assert again.result
    assert again.result.winner == 0


def test_who_plays_what_the_search_would_play_gives_nothing_away() -> None:
    match = tiles("XXXX..", "......", "OOO...", "O.....").play("A5")
    lessons = gk.coach(match, by="search:100", games=20)
    assert lessons[0].given_away == (0, 0, 0)
    assert lessons.worst() == []


def test_another_choice_is_made_under_the_same_dice() -> None:
    match = gk.Match("take-back-toe", seed=5)
    while match.ply < 6:
        match.play(match.legal_moves()[0])
    lessons = gk.coach(match, by="search:50", games=4)
    assert [each.ply for each in lessons] == list(range(6))
    again = lessons.again(lessons[2])
    while again.ply < 6:
        again.play(again.legal_moves()[0])
    assert again.history == match.history


def test_lucky_and_unlucky_rolls_are_told_apart() -> None:
    """With a 2 Green makes three equal stacks at home; with a 6 nothing is won, which was likely."""
    board = {"A1": 1, "A2": 9, "B1": 6, "B2": 8, "B3": 9, "C1": 3, "C2": 3, "C3": 1}
    luck = {}
    for roll in ("2", "6"):
        match = gk.Match("take-back-toe", position={"board": board, "die": 1}, auto=False)
        match.play("B1-B2").dictate(roll)
        match.play("B3-C3")
        luck[roll] = gk.coach(match, by="search:50", games=100)[0].luck
    assert luck["2"] is not None
    assert luck["6"] is not None
    assert luck["2"] < -0.2
    assert -0.1 < luck["6"] < 0.2


def test_the_coach_tells_no_secret_of_a_match_that_goes_on() -> None:
    match = gk.Match("liars-dice", seed=1).play("1x1")
    with pytest.raises(gk.GameError, match="waits until the match is over"):
        gk.coach(match)
    match.resign(0)
    assert len(gk.coach(match, by="search:20", games=4)) == 1


def test_the_coach_waits_where_a_match_is_official() -> None:
    match = gk.Match("take-back-toe", clock="official", seed=1)
    match.play(match.legal_moves()[0])
    with pytest.raises(gk.GameError, match="waits until the match is over"):
        gk.coach(match)


@pytest.mark.parametrize("by", ["greedy", "random"])
def test_a_coach_searches(by: str) -> None:
    with pytest.raises(gk.GameError, match="name a search"):
        gk.coach(gk.Match("take-back-toe"), by=by)


def test_lessons_are_a_table() -> None:
    match = tiles("XXXX..", "......", "OOO...", "O.....").play("F6")
    lessons = gk.coach(match, by="search:50", games=10)
    assert "given away" in repr(lessons)
    assert lessons._repr_html_().count("<tr>") == len(lessons) + 1


def test_a_sign_is_only_given_where_the_interval_bears_it_out() -> None:
    """The first move misses a win at once; of the second, too few games say nothing."""
    match = tiles("XXXX..", "......", "OOO...", "O.....").play("F6")
    few = gk.coach(match, by="search:100", games=4)[0]
    many = gk.coach(match, by="search:100", games=200)[0]
    assert few.given_away[0] > 0.1
    assert (few.sign, many.sign) == ("", "??")
    assert many.chance[1] <= many.chance[0] <= many.chance[2]


def test_what_seems_given_away_is_looked_at_again_with_other_dice() -> None:
    match = tiles("XXXX..", "......", "OOO...", "O.....").play("F6")
    found = coach.look_back(match, gk.bots.Search(100), games=4, more=200, players=(0,))
    first, closer = (lesson for lesson in found if lesson and lesson.ply == 0)
    assert coach.doubtful([first]) == [first]
    assert (first.ply, first.sign, closer.ply, closer.sign) == (0, "", 0, "??")
    assert closer.given_away[2] - closer.given_away[1] < 0.4


def test_every_decision_is_judged_by_a_few_games_before_any_by_all() -> None:
    match, by = (
        tiles("XXX...", "......", "OOO...", "O.....").play("F6").play("F1"),
        gk.bots.Search(30),
    )
    early = [lesson for lesson in coach.look_back(match, by, games=6, first=2) if lesson]
    decisions = len({lesson.ply for lesson in early})
    assert [lesson.ply for lesson in early[:decisions]] == sorted({each.ply for each in early})
    assert early[decisions:] == [each for each in coach.look_back(match, by, games=6) if each]
    assert early[:decisions] == [each for each in coach.look_back(match, by, games=2) if each]


def test_closer_looks_begin_with_what_seems_to_cost_most() -> None:
    match = tiles("XXX...", "......", "OOO...", "O.....", "......", "......")
    match.play("F6").play("F1").play("E6").play("E1")
    costs, order = dict[int, float](), list[float]()
    for lesson in filter(None, coach.look_back(match, gk.bots.Search(60), games=6, more=20)):
        if lesson.ply in costs:
            order.append(costs[lesson.ply])
        costs.setdefault(lesson.ply, lesson.given_away[0])
    assert len(set(order)) > 1
    assert order == sorted(order, reverse=True)


def test_a_closer_look_ends_early_where_the_moves_are_alike() -> None:
    match, more = gk.Match("take-back-toe", seed=2).play("B1-A1"), 1000
    found = list(coach.look_back(match, gk.bots.Search(20), games=4, more=more))
    assert [lesson.sign for lesson in found if lesson] == ["", ""]
    assert found.count(None) < 2 * more


def test_decisions_have_the_numbers_of_the_list_of_turns() -> None:
    match = tiles("XXX...", "......", "OO....", "O.....")
    match.play("F6").play("F1").play("E6")
    assert [each.turn for each in gk.coach(match, by="search:20", games=2)][:1] == [1]
