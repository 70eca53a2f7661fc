"""The solved game of Tic-Tac-Toe Evolved: its table is right, and who plays by it is strong."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk
from gamekit.bots.built_in import Search
from gamekit.bots.levels import of_recipe
from gamekit.compiling import compiled
from gamekit.drivers import BEST
from gamekit.drivers.engine import Interpreted
from gamekit.games.tic_tac_toe_evolved import bots
from gamekit.games.tic_tac_toe_evolved.state import BIDDING, TURN
from tests.exploit import lost, mistakes

NAME = "tic-tac-toe-evolved"


def turns(count: int) -> list[Any]:
    """Matches at the beginning of a turn, from games between masters."""
    found: list[Any] = []
    master = gk.bot("master")
    for seed in range(count):
        match = gk.Match(NAME, seed=seed)
        while match.result is None and (match.state.phase != TURN or match.ply < 5 * (seed % 6)):
            match.play(master.choose(match.view(match.to_act), seed=match.ply))
        if match.result is None:
            found.append(match)
    return found


def test_what_a_position_is_worth_is_what_its_best_turn_is_worth() -> None:
    gaps = []
    for match in turns(24):
        rules, state, memory = match.rules, match.state, [0] * match.game.moves
        me = state.player
        board = bots.board_with(state, me, -1, -1)
        moment = state.slot % bots.MOMENTS
        said = bots.chance(board, moment, state.pool[me], state.pool[1 - me])
        worths = [bots.recharged(state)] if state.discard[me] else []
        for square in range(9):
            if state.marks[square] != me and state.pool[me]:
                worths.append(bots.fight(rules, state, square, memory, 200))
        gaps.append(abs(said - max(worths)) / bots.SURE)
    assert len(gaps) > 15
    assert max(gaps) < 0.05
    assert sum(gaps) / len(gaps) < 0.012


def test_the_best_move_is_the_same_interpreted_and_compiled() -> None:
    game = gk.load(NAME)
    plain, fast = Interpreted(game), compiled(game)
    for match in turns(8):
        for seed in range(3):
            known, me = match.view(match.to_act).state, match.to_act
            chosen = [engine.choose(known, seed, me, BEST, 0, 0) for engine in (plain, fast)]
            assert chosen[0] == chosen[1]


def test_bids_are_drawn_from_a_mixture() -> None:
    match = gk.Match(NAME)
    match.play("contest 2,2")
    assert match.state.phase == BIDDING
    view, master = match.view(match.to_act), gk.bot("master")
    assert len({master.choose(view, seed) for seed in range(40)}) > 1


def test_the_best_player_beats_a_careful_one() -> None:
    points = 0.0
    for order, mine in ((("master", "greedy"), 0), (("greedy", "master"), 1)):
        points += float(gk.playtest(NAME, order, games=60, progress=False).scores(mine).sum())
    assert points > 75


@pytest.mark.parametrize(
    ("changes", "is_solved"),
    [({}, True), ({"start_pool": 3}, True), ({"dice": 12}, False), ({"green": "off"}, False)],
)
def test_a_variant_that_was_not_solved_is_searched(
    changes: dict[str, object], is_solved: bool
) -> None:
    best = of_recipe("best:0").in_game(gk.load(NAME, **changes))
    assert isinstance(best, Search) != is_solved


def test_a_variant_with_another_rule_is_searched() -> None:
    game = gk.load(NAME).variant(can_mark=lambda rules, state, die: die == 0)
    assert isinstance(of_recipe("best:0").in_game(game), Search)


def test_gk_solve_says_what_squares_dice_and_the_turn_are_worth() -> None:
    solution = gk.solve(NAME)
    match = gk.Match(NAME)
    assert -0.1 < solution.value < 0.1  # the first player's turn is worth little
    assert isinstance(solution, gk.solving.KnownSolution)
    gains = solution.gains(match.view(0))
    assert gains["2,2"] > gains["1,1"] > gains["2,1"] > gains["a die more"] > 0
    assert gains["1,1"] == gains["3,3"]
    marks = {"1,1": "X", "2,1": "X", "2,2": "O"}
    board = {square: {"mark": mark, "owner": mark} for square, mark in marks.items()}
    near = gk.Match(NAME, position={"board": board})
    gains = solution.gains(near.view(0))
    assert max(gains, key=lambda what: gains[what]) == "3,1"  # a row


def test_the_solution_weighs_turns_and_bids_as_the_master_plays_them() -> None:
    solution, master = gk.solve(NAME), gk.bot("master")
    match = gk.Match(NAME, seed=2)  # its winner chooses between dice
    turns = solution.think(match.view(0))
    assert turns[0].value == max(each.value for each in turns)
    assert master.choose(match.view(0)) == turns[0].move
    match.play("contest 2,2")
    for _ in range(2):
        view = match.view(match.to_act)
        bids = solution.strategy(view)
        assert sum(bids.values()) == pytest.approx(1.0, abs=0.01)
        assert solution.think(view)[0].value > 0.4
        drawn = [master.choose(view, seed) for seed in range(200)]
        made = drawn.count(view.game.read(view.rules, view.state, "bid 2")[0]) / 200
        assert made == pytest.approx(bids["bid 2"], abs=0.12)
        match.play("bid 1")
    with pytest.raises(gk.GameError, match="does not weigh"):
        solution.think(match.view(match.to_act))


def test_a_variant_without_a_solution_is_not_given_one() -> None:
    game = gk.load(NAME, green="off")
    with pytest.raises(gk.GameError, match="too large"):
        gk.solve(game, limit=1000)


def test_the_coach_tells_what_the_solution_does() -> None:
    match = gk.Match(NAME, seed=1).play("contest 2,2")
    match.play("bid 4").play("bid 4")
    while match.result is None:
        match.play(gk.bot("greedy").choose(match.view(match.to_act), match.ply))
    lessons = gk.coach(match, by="search:10", games=2)
    solution, begun = gk.solve(NAME), gk.Match(NAME, seed=1)
    best, *_, worst = sorted(solution.think(begun.view(0)), key=lambda each: -each.value)
    assert lessons[0].best == best.text == "recharge"
    assert lessons[0].given_away == (best.value - worst.value,) * 3
    assert lessons[0].chance == (worst.value,) * 3
    assert lessons[0].sign == "?!"


def test_the_master_loses_no_game_by_a_mistake_that_a_novice_makes() -> None:
    defeats, made = lost(NAME, gk.bot("master"), 4, 1)
    assert defeats == 4
    assert not made
    _, made = lost(NAME, gk.bot("novice"), 4, 1)
    assert made.keys() == mistakes(NAME).keys()
