"""Clocks by themselves and in a match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from tests.matches import Wall, timed


def play(match: Any, wall: Wall, seconds: float) -> None:
    wall.now += seconds
    match.play(match.legal_moves()[0])
    if match.to_act == gk.CHANCE:
        match.dictate(1)


def test_a_continuous_bank_is_used_by_the_second() -> None:
    clock = gk.Clock(main=60, reserve=300)
    for seconds, used, left, flag in [
        (0, 0, 300, False), (60, 0, 300, False), (60.25, 0.25, 299.75, False),
        (359.75, 299.75, 0, False), (60, 0, 0, False), (60.5, 0.5, 0, True),
    ]:  # fmt: skip
        charge = clock.charge(0, seconds)
        assert (charge.used, charge.left, charge.flag) == (used, left, flag)
    assert clock.left == (0, 300), "each player has a reserve of their own"


def test_periods_are_used_whole() -> None:
    clock = gk.Clock(main=90, reserve=35, period=10)
    assert clock.left == (3, 3), "a reserve is a number of whole periods"
    for seconds, used, left, flag in [
        (90, 0, 3, False), (90.001, 1, 2, False), (110, 2, 0, False), (90.001, 1, 0, True),
    ]:  # fmt: skip
        charge = clock.charge(1, seconds)
        assert (charge.used, charge.left, charge.flag) == (used, left, flag)
    assert clock.left == (3, 0)
    assert clock.remaining(0) == (90, 30)


def test_looking_at_the_flag_costs_nothing() -> None:
    clock = gk.Clock(main=10, reserve=5)
    assert not clock.is_out(0, 15)
    assert clock.is_out(0, 15.01)
    assert clock.left == (5, 5)


def test_a_clock_without_reserve_is_so_much_a_move() -> None:
    clock = gk.Clock(main=10, reserve=0)
    assert not clock.charge(0, 10).flag
    assert clock.charge(0, 10.1).flag


@pytest.mark.parametrize(
    ("settings", "named"),
    [({"main": -1}, "main"), ({"reserve": -1}, "reserve"), ({"period": 0}, "period"),
     ({"period": -5}, "period"), ({"main": float("nan")}, "main"), ({"reserve": float("inf")}, "reserve")],
)  # fmt: skip
def test_impossible_clock_settings_are_refused(settings: Any, named: str) -> None:
    with pytest.raises(gk.GameError, match=f"Clock: {named}="):
        gk.Clock(**settings)


def test_no_move_takes_less_than_no_time() -> None:
    with pytest.raises(gk.GameError, match="cannot take -1 seconds"):
        gk.Clock().charge(0, -1)


@pytest.mark.parametrize("clock", ["blitz", 60])
def test_a_match_refuses_anything_but_a_clock(clock: Any) -> None:
    with pytest.raises(gk.GameError, match='"official" or a gamekit'):
        gk.Match("take-back-toe", clock=clock)


def test_a_match_does_not_use_up_the_clock_it_was_given() -> None:
    clock = gk.Clock(main=1, reserve=100)
    match, wall = timed(clock, 1)
    play(match, wall, 50)
    assert clock.left == (100, 100)
    assert match.clock.left == (51, 100)


def test_time_in_periods_runs_out_in_a_match() -> None:
    match, wall = timed(gk.Clock(main=10, reserve=20, period=10), 1)
    play(match, wall, 20.5)
    assert match.clock.left == (0, 2)
    play(match, wall, 10)
    wall.now += 10.5
    with pytest.raises(gk.IllegalMove, match="ran out of time"):
        match.play(match.legal_moves()[0])
    assert (match.result.winner, match.result.rule) == (1, "X-Q2")
    assert match.ply == 2


def test_the_seconds_used_can_be_asked_for() -> None:
    match, wall = timed(roll=1)
    wall.now += 12.5
    assert match.seconds_used() == 12.5
    match.play(match.legal_moves()[0])
    wall.now += 3
    assert match.seconds_used() == 0, "nobody's time runs before the roll"


def test_undo_and_redo_bring_the_clocks_back() -> None:
    match, wall = timed(roll=1)
    for seconds in (70, 80, 90):
        play(match, wall, seconds)
    left = {3: (260, 280), 2: (290, 280), 1: (290, 300), 0: (300, 300)}
    for ply in (2, 1, 0, 3, 1):
        wall.now += 1000
        match.goto(ply)
        assert match.clock.left == left[ply]
        assert match.seconds_used() == 0
    play(match, wall, 75)
    assert match.clock.left == (290, 285)


def test_a_fork_has_clocks_of_its_own() -> None:
    match, wall = timed(roll=1)
    play(match, wall, 70)
    fork = match.fork()
    play(fork, wall, 100)
    assert fork.clock.left == (290, 260)
    assert match.clock.left == (290, 300)


def test_the_time_of_a_match_that_is_read_back_begins_then(tmp_path: Path) -> None:
    match, wall = timed(roll=1)
    play(match, wall, 70)
    wall.now += 1000
    match.save(tmp_path / "match.json")
    again = gk.read(tmp_path / "match.json")
    assert again.seconds_used() < 60
    assert again.clock.left == match.clock.left == (290, 300)


@pytest.mark.parametrize("clock", ["official", gk.Clock(main=5, reserve=60, period=10)])
def test_clock_times_are_saved(clock: Any, tmp_path: Path) -> None:
    match, wall = timed(clock, 1)
    play(match, wall, 62)
    play(match, wall, 23.5)
    match.save(tmp_path / "match.json")
    for again in (gk.read(tmp_path / "match.json"), gk.Record.parse(str(match.record)).match()):
        assert again.clock == match.clock
        assert again.official is (clock == "official")
        assert again.undo().clock.left == match.fork().undo().clock.left


def test_official_clocks_are_those_that_the_published_rules_give() -> None:
    official = {game.name for game in gk.games() if game.official_clock}
    assert official == {"take-back-toe", "death-match", "tactical-escape"}
    for game in gk.games():
        if game.name not in official:
            with pytest.raises(gk.GameError, match=r"no official clock.*clock=gk\.Clock\("):
                gk.Match(game, clock="official")
