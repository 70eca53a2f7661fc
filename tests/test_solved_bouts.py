"""Liar's Dice as it was solved: what bouts are worth, and how the master claims."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.bots.levels import of_recipe
from gamekit.chance import Random
from gamekit.compiling import compiled
from gamekit.drivers import BEST
from gamekit.drivers.interpreted import Interpreted
from gamekit.games.liars_dice.bots import solution
from gamekit.games.liars_dice.state import CHALLENGE, claimed
from tests.solve_bouts import Bout
from tests.strength import score

NAME = "liars-dice"


def test_a_bout_with_one_die_each_is_worth_what_it_is_known_to_be_worth() -> None:
    bout = Bout((1, 1), np.random.default_rng(1))
    bout.solve(200)
    start = bout.starts[0]
    assert float((start.worth * np.outer(*bout.chance)).sum()) == pytest.approx(-1 / 9, abs=1e-3)


def test_interpreted_and_compiled_masters_make_the_same_claims() -> None:
    game = gk.load(NAME)
    match, plain, fast = gk.Match(game, seed=5), Interpreted(game), compiled(game)
    while match.result is None:
        view = match.view(match.to_act)
        asked = view.state, match.ply, match.to_act, BEST, 0, 0
        move = plain.choose(*asked)
        assert fast.choose(*asked) == move
        match.play(move)


def test_the_master_draws_and_never_claims_or_challenges_against_what_it_sees() -> None:
    master = gk.bot("master")
    for seed in range(3):
        match = gk.Match(NAME, seed=seed)
        while match.result is None:
            view = match.view(match.to_act)
            state, other = view.state, view.state.count[1 - view.to_act]
            move = master.choose(view, seed=match.ply)
            if move == CHALLENGE:
                above = range(state.claim + 1, state.claim + 1 + solution.WINDOW)
                can_raise = any(
                    solution.lacks(view.rules, state, claim) <= other for claim in above
                )
                assert solution.lacks(view.rules, state, state.claim) > 0 or not can_raise
            else:
                assert solution.lacks(view.rules, state, move) <= other
            match.play(move)
    view = gk.Match(NAME, seed=1).view(0)
    drawn = {master.choose(view, seed=seed) for seed in range(40)}
    assert len(drawn) > 2


def test_a_variant_that_was_not_solved_has_a_master_that_searches() -> None:
    for game in (gk.load(NAME, wild="ones"), gk.load(NAME, sides=4)):
        assert not game.has_best_move(game.rules())
        assert "Search" in repr(of_recipe("best:0").in_game(game))


def test_the_master_beats_the_level_two_below() -> None:
    points, games = score(NAME, "master", "club", 100, 5)
    assert points / games > 0.6


def test_shares_add_up() -> None:
    view = gk.Match(NAME, seed=2).view(0)
    memory = [0] * solution.MEMORY
    stands = solution.weigh(view.rules, view.state, memory)
    shares = memory[solution.OUTPUT : solution.SHARES]
    assert sum(shares) == memory[solution.SHARES] > 0
    assert shares[-1] == 0  # nothing to challenge
    assert claimed(view.rules, stands + 1) == (1, 1)
    assert solution.best_move(view.rules, view.state, memory, Random.from_key(1)) > stands
