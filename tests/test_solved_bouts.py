"""Solved bouts of Liar's Dice: what they are worth, and how the master claims."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.bots.levels import of_recipe
from gamekit.chance import Random
from gamekit.compiling import compiled
from gamekit.drivers import BEST
from gamekit.drivers.engine import Interpreted
from gamekit.games.liars_dice import bots
from gamekit.games.liars_dice.state import BITS, CHALLENGE, FIRST_CLAIM, MOST_DICE, claimed
from tests.exploiters.liars_dice import Trusts
from tests.solve_bouts import Bout, Place, bot_shares, loses, played, read, related
from tests.strength import score

NAME = "liars-dice"
NETWORK = Path(bots.__file__).with_name("network.bin")


def seen(bout: Bout, place: Place, hand: Any) -> tuple[Any, Any]:
    """Return the rules and the state as a player with this hand knows it."""
    game, (mover, stands, before, relation) = gk.load(NAME), place
    state = game.start(game.rules(), 0, 1)
    state.count[:] = bout.dice
    shown = np.repeat(np.arange(1, bots.SIDES + 1), hand).tolist()
    state.dice[MOST_DICE * mover : MOST_DICE * mover + len(shown)] = shown
    state.player, state.claim = mover, 0 if bout.is_opening(stands) else stands
    earlier = next((c for c in range(bout.below + 1, before) if related(stands, c) == relation), 0)
    for claim in (earlier if relation else 0, before, state.claim):
        if claim >= FIRST_CLAIM:
            state.made[claim // BITS] |= 1 << claim % BITS
    return game.rules(), state


def test_a_bout_with_one_die_each_is_solved() -> None:
    bout = Bout((1, 1), np.random.default_rng(1))
    bout.solve(200)
    assert loses(bout, bout.average(), 0.0) < 0.001
    worth = float((bout.worth[0, bout.below] * np.outer(bout.chance[0], bout.chance[1])).sum())
    assert worth == pytest.approx(-1 / 9, abs=1e-3)


@pytest.mark.parametrize(("dice", "most"), [((1, 1), 0.001), ((1, 2), 0.02), ((2, 2), 0.03)])
def test_the_shipped_play_with_few_dice_loses_little_to_the_best_answer(
    dice: tuple[int, int], most: float
) -> None:
    bout = Bout(dice, np.random.default_rng(1))
    assert loses(bout, played(bout, read(NETWORK))) < most


@pytest.mark.parametrize("dice", [(1, 1), (1, 2), (2, 2), (4, 4)])
def test_the_network_plays_in_the_game_as_it_was_trained(dice: tuple[int, int]) -> None:
    bout = Bout(dice, np.random.default_rng(1))
    layers, memory = read(NETWORK), [0] * bots.MEMORY
    places = [
        place
        for place, _, _ in bout.places()
        if place[2] > bout.below + bots.SIDES or place[3] == 0
    ]
    for place in places[:: len(places) // 12]:
        mover, stands, *remembered = place
        is_opening, theirs = bout.is_opening(stands), dice[1 - mover]
        expected = bot_shares(layers, bout.hands[mover], theirs, stands, *remembered, is_opening)
        for number, hand in enumerate(bout.hands[mover][:4]):
            rules, state = seen(bout, place, hand)
            assert bots.weigh(rules, state, memory) == stands
            shares = np.array(memory[bots.OUTPUT : bots.SHARES]) / memory[bots.SHARES]
            assert shares == pytest.approx(expected[number], abs=0.06)


def test_interpreted_and_compiled_masters_make_the_same_claims() -> None:
    game = gk.load(NAME)
    match, plain, fast = gk.Match(game, seed=5), Interpreted(game), compiled(game)
    while match.result is None:
        view = match.view(match.to_act)
        arguments = view.state, match.ply, match.to_act, BEST, 0, 0
        move = plain.choose(*arguments)
        assert fast.choose(*arguments) == move
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
                above = range(state.claim + 1, state.claim + 1 + bots.WINDOW)
                can_raise = any(bots.lacks(view.rules, state, claim) <= other for claim in above)
                assert bots.lacks(view.rules, state, state.claim) > 0 or not can_raise
            else:
                assert bots.lacks(view.rules, state, move) <= other
            match.play(move)
    view = gk.Match(NAME, seed=1).view(0)
    drawn = {master.choose(view, seed=seed) for seed in range(40)}
    assert len(drawn) > 2


def test_a_variant_that_was_not_solved_has_a_master_that_searches() -> None:
    for game in (gk.load(NAME, wild="ones"), gk.load(NAME, sides=4)):
        assert not game.has_best_move(game.rules())
        assert "Search" in repr(of_recipe("best:0").in_game(game))


def test_a_slip_of_the_expert_is_the_move_of_a_careless_player() -> None:
    view = gk.Match(NAME, seed=3).play("2x3").view(1)
    slips, careless = of_recipe("best:100"), of_recipe("naive:100")
    for seed in range(20):
        assert slips.choose(view, seed) == careless.choose(view, seed)


def test_the_master_beats_the_level_two_below() -> None:
    points, games = score(NAME, "master", "club", 60, 5)
    assert points / games > 0.6


def test_a_plain_player_who_trusts_claims_loses_to_the_master() -> None:
    points, games = score(NAME, Trusts(), "master", 60, 7)
    assert points / games < 0.5


def test_shares_add_up() -> None:
    view = gk.Match(NAME, seed=2).view(0)
    memory = [0] * bots.MEMORY
    stands = bots.weigh(view.rules, view.state, memory)
    shares = memory[bots.OUTPUT : bots.SHARES]
    assert sum(shares) == memory[bots.SHARES] > 0
    assert shares[-1] == 0  # nothing to challenge
    assert claimed(view.rules, stands + 1) == (1, 1)
    assert bots.best_move(view.rules, view.state, memory, Random.from_key(1)) > stands
