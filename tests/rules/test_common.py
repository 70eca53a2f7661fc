"""The rulings common to all games. What a table does with them is tested with the table."""

from __future__ import annotations

import pytest

import gamekit as gk
from tests.matches import timed

FLAT = {
    "A1": 4, "A2": 4, "A3": 2, "A4": 3,
    "B1": 4, "B2": 4, "B3": 4, "B4": 3,
    "C1": 4, "C2": 4, "C3": 1, "C4": 3,
}  # fmt: skip


@pytest.mark.rule("X-Q1")
@pytest.mark.parametrize("move", ["B2-B4", "A1-A2", "nonsense", "", 0, 10_000, -1])
def test_an_illegal_or_unreadable_move_changes_nothing(move: str | int) -> None:
    match = gk.Match("take-back-toe", seed=7)
    before, history = match.state, match.history
    with pytest.raises(gk.IllegalMove) as refused:
        match.play(move)
    assert refused.value.rule in match.game.rulebook
    assert refused.value.message
    assert (match.state, match.history) == (before, history)
    match.play("B2-A2")


@pytest.mark.rule("X-Q1")
def test_the_clock_runs_on_after_an_illegal_move() -> None:
    match, wall = timed("official")
    match.dictate(4)
    wall.now += 50
    with pytest.raises(gk.IllegalMove):
        match.play("B2-B4")
    assert match.clock.left == (300, 300)
    wall.now += 30
    match.play("B2-A2")
    assert match.clock.left == (280, 300)


@pytest.mark.rule("X-Q2")
def test_a_player_whose_time_runs_out_loses() -> None:
    match, wall = timed(gk.Clock(main=10, reserve=5))
    match.dictate(4)
    wall.now += 15.1
    with pytest.raises(gk.IllegalMove) as refused:
        match.play("B2-A2")
    assert refused.value.rule == "X-Q2"
    assert (match.result.winner, match.result.kind, match.result.rule) == (1, "win", "X-Q2")
    assert match.result.text == "Green wins. Red ran out of time."
    assert match.to_act == gk.OVER


@pytest.mark.rule("X-Q2")
def test_the_host_may_call_the_flag() -> None:
    match = gk.Match("take-back-toe", seed=1).flag(1)
    assert (match.result.winner, match.result.rule) == (0, "X-Q2")


@pytest.mark.rule("X-Q3")
@pytest.mark.parametrize(
    ("elapsed", "used", "flag"),
    [(120, 0, False), (120.1, 1, False), (130, 1, False), (130.1, 2, False),
     (720, 60, False), (720.1, 61, True)],
)  # fmt: skip
def test_a_part_of_a_period_used_is_a_whole_period_used(
    elapsed: float, used: int, flag: bool
) -> None:
    charge = gk.Clock(main=120, reserve=600, period=10).charge(0, elapsed)
    assert (charge.used, charge.left, charge.flag) == (used, max(0, 60 - used), flag)


@pytest.mark.rule("X-Q4")
def test_the_clock_starts_when_the_roll_has_been_shown() -> None:
    match, wall = timed("official")
    wall.now += 1000  # waiting for the host to roll
    match.dictate(4)
    wall.now += 61
    match.play("B2-A2")
    wall.now += 1000
    match.dictate(4)
    wall.now += 62
    match.play("B3-A3")
    assert match.clock.left == (299, 298)


@pytest.mark.rule("X-Q5")
def test_a_skip_uses_nobodys_time() -> None:
    match, wall = timed("official", position={"board": FLAT})
    wall.now += 1000
    match.dictate(6)
    assert match.history[-1].text == "skip"
    wall.now += 1000
    match.dictate(1)
    assert match.to_act == 1
    assert match.clock.left == (300, 300)


@pytest.mark.rule("X-Q6")
def test_player_0_starts_unless_told_otherwise() -> None:
    assert gk.Match("take-back-toe", seed=1).to_act == 0
    assert gk.Match("take-back-toe", seed=1, first=1).to_act == 1


@pytest.mark.rule("X-Q6")
def test_a_random_start_is_drawn_from_the_seed_before_play() -> None:
    starts = [gk.Match("take-back-toe", seed=seed, first="random").first for seed in range(40)]
    assert starts == [
        gk.Match("take-back-toe", seed=seed, first="random").first for seed in range(40)
    ]
    assert 10 < sum(starts) < 30
    for seed in range(5):  # who starts changes no die
        one, two = (gk.Match("take-back-toe", seed=seed, first=first) for first in (0, "random"))
        assert one.state.die == two.state.die


@pytest.mark.rule("X-Q7")
@pytest.mark.parametrize("text", ["pass", "skip", "", "stop"])
def test_nobody_may_pass_where_no_rule_says_so(text: str) -> None:
    match = gk.Match("take-back-toe", seed=1)
    assert match.why_not(text) is not None
    assert match.to_act == 0


@pytest.mark.rule("X-Q8")
def test_a_draw_needs_a_rule_that_says_so() -> None:
    tie = {"board": {"B1": 40}, "turns": [40, 40]}
    assert gk.Match("take-back-toe", position=tie).result.kind == "win"
    drawn = gk.load("take-back-toe", limit_tie="draw")
    result = gk.Match(drawn, position=tie).result
    assert (result.kind, result.winner, result.rule) == ("draw", None, "TBT-20")


@pytest.mark.rule("X-Q9")
@pytest.mark.parametrize("player", [0, 1])
def test_a_player_may_resign_at_any_time(player: int) -> None:
    match = gk.Match("take-back-toe", seed=1).resign(player)
    result = match.result
    assert (result.winner, result.kind, result.rule) == (1 - player, "win", "X-Q9")
    assert result.text == f"{match.names[1 - player]} wins. {match.names[player]} resigned."
    assert match.to_act == gk.OVER
    with pytest.raises(gk.GameError, match="The game is over"):
        match.resign(1 - player)
    with pytest.raises(gk.IllegalMove, match="The game is over"):
        match.play("B2-A2")


@pytest.mark.rule("X-Q12")
def test_letters_are_rows_from_the_top_and_numbers_columns_from_the_left() -> None:
    corners = {"A1": 1, "A4": 2, "C1": 3, "C4": 4, "B1": 30}
    lines = gk.Match("take-back-toe", position={"board": corners}).board_text().splitlines()
    assert lines[0].split() == ["1", "2", "3", "4"]
    cells = [(line[0], [cell.strip() for cell in line.split("|")[1:5]]) for line in lines[1:4]]
    assert cells == [
        ("A", ["1", "", "", "2"]),
        ("B", ["30", "", "", ""]),
        ("C", ["3", "", "", "4"]),
    ]


OPEN = ("take-back-toe", "shift-tac-toe", "flower-field", "sliding-tic-tac-toe")


@pytest.mark.rule("TBT-23", "SHT-17")
@pytest.mark.parametrize("name", OPEN)
def test_nothing_is_hidden(name: str) -> None:
    match = gk.Match(name, seed=1)
    for _ in range(3):
        match.play(match.legal_moves()[-1])
    for viewer in (0, 1, gk.PUBLIC, gk.ALL):
        assert match.view(viewer).state == match.state
        assert match.view(viewer).history == match.history


@pytest.mark.rule("SHT-17", "SHT-Q24")
@pytest.mark.parametrize("name", OPEN[1:])
def test_a_game_whose_rules_give_no_times_has_no_official_clock(name: str) -> None:
    with pytest.raises(gk.GameError, match=r"has no official clock.*gk\.Clock\("):
        gk.Match(name, clock="official")
    timed = gk.Match(name, clock=gk.Clock(main=60, reserve=300))
    assert timed.clock
    assert timed.clock.remaining(0) == (60, 300)
