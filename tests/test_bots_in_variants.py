"""Bots in changed games: they choose among what is allowed, and a study says who really played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import gamekit as gk
from gamekit import drivers
from gamekit.bots import Naive
from gamekit.bots.built_in import Best, Search, brings_solution
from gamekit.bots.levels import levels, of_recipe
from gamekit.chance import Random, draw
from gamekit.games.tic_tac_toe_evolved.state import BID, BIDDING, CONTEST, TURN, code_of
from gamekit.studies import study_without_numpy
from tests.small_games import noughts

EVOLVED = gk.load("tic-tac-toe-evolved")
RULE = 12  # forbids the move, in all of these variants


def banning(name: str, is_banned: Callable[[Any, Any, int], bool]) -> gk.Game:
    """Return a variant that forbids moves which the game allows, as long as others are left."""
    game = gk.load(name)
    allowed = game.why_illegal

    def why_illegal(rules: Any, state: Any, move: int) -> int:
        rule = allowed(rules, state, move)
        return RULE if rule == 0 and is_banned(rules, state, move) else rule

    return game.variant(why_illegal=why_illegal)


def bans_even_bids(rules: Any, state: Any, move: int) -> bool:
    return state.phase == BIDDING and move in EVEN_BIDS


def bans_the_center(rules: Any, state: Any, move: int) -> bool:
    return state.phase == TURN and move == CENTER


EVEN_BIDS = code_of(BID, 2), code_of(BID, 4)
CENTER = code_of(CONTEST, 4)
BANS: dict[str, tuple[str, Callable[[Any, Any, int], bool]]] = {
    "even bids": ("tic-tac-toe-evolved", bans_even_bids),
    "the center": ("tic-tac-toe-evolved", bans_the_center),
    "tiles on even cells": (
        "sliding-tic-tac-toe",
        lambda rules, state, move: 0 < move <= 36 and move % 2 == 0 and state.turn < 8,
    ),
    "pieces above the ground": (
        "shift-tac-toe",
        lambda rules, state, move: 16 <= move < 64 and state.turn < 10,
    ),
    "pieces on even cells": (
        "tactical-escape",
        lambda rules, state, move: move < 61 and move % 2 == 0 and state.turn < 12,
    ),
    "claims of sixes": ("liars-dice", lambda rules, state, move: move > 0 and move % 6 == 0),
}


@pytest.mark.parametrize("banned", BANS)
def test_a_policy_wants_what_a_variant_allows(banned: str) -> None:
    """The driver draws any legal move where a policy insists on a forbidden one."""
    game, decisions = banning(*BANS[banned]), 0
    for seed in range(4):
        match = gk.Match(game, seed=seed)
        while match.result is None and match.ply < 24:
            view, moves = match.view(match.to_act), [0] * game.moves
            rules, state = view.rules, view.state
            move = game.policy(rules, state, moves, Random.from_key(100 * seed + match.ply))
            assert match.game.why_illegal(rules, state, move) == 0, (match.history, move)
            decisions += 1
            match.play(move)
    assert decisions > 40


@pytest.mark.parametrize("bot", ["greedy", "expert"])
def test_a_player_under_a_ban_plays_better_than_by_chance(bot: str) -> None:
    """Who bids at random among what is left scores 0.33 here."""

    def why_no_bid(rules: Any, state: Any, bid: int) -> int:
        return RULE if state.actor == 0 and bid in (2, 4) else allowed(rules, state, bid)

    allowed = EVOLVED.why_no_bid
    study = gk.playtest(
        EVOLVED.variant(why_no_bid=why_no_bid), (bot, bot), 400, seed=3, progress=False
    )
    assert study.scores(0).mean() > 0.4


def test_a_policy_that_draws_a_forbidden_move_draws_again() -> None:
    """It has six tries before the driver plays any legal move."""

    def why_illegal(rules: Any, state: Any, move: int) -> int:
        return 1 if move == 4 else allowed(rules, state, move)

    def policy(rules: Any, state: Any, moves: list[int], random: Random) -> int:
        return 4 * draw(random, 2)

    allowed = noughts.GAME.why_illegal
    view = gk.Match(noughts.GAME.variant(why_illegal=why_illegal, policy=policy)).view(0)
    assert sum(Naive().choose(view, seed) == 0 for seed in range(100)) > 90


def doubled(state: Any, player: int) -> int:
    """Every mark counts double."""
    return 2 * int(state.shown[player] + state.shown[2 + player])


def bids_one(rules: Any, state: Any, bid: int) -> int:
    """Everybody bids one die, or nothing."""
    return RULE if bid > 1 else 0 if bid <= state.pool[state.actor] else RULE


def test_the_best_player_goes_on_where_only_moves_are_forbidden() -> None:
    forbids, decides = EVOLVED.variant(why_no_bid=bids_one), EVOLVED.variant(marks_of=doubled)
    assert isinstance(of_recipe("best:45").in_game(forbids), Best)
    assert of_recipe("best:45").in_game(decides).seat == (drivers.THOROUGH, 0)
    assert isinstance(of_recipe("best:0").in_game(decides), Search)
    closed = gk.load("take-back-toe").variant(takes_back=lambda rules, state, start, target: False)
    assert isinstance(of_recipe("best:50").in_game(closed), Best)


def test_a_variant_of_a_variant_remembers_what_both_replace() -> None:
    both = EVOLVED.variant(marks_of=doubled).variant(why_no_bid=bids_one)
    assert isinstance(of_recipe("best:0").in_game(both), Search)


def test_a_solution_is_certain_of_the_published_rules_alone() -> None:
    assert brings_solution(EVOLVED)
    assert not brings_solution(EVOLVED.variant(why_no_bid=bids_one))


def test_levels_of_a_variant_name_the_bots_that_play() -> None:
    table = {row.level: row.bot for row in levels(EVOLVED.variant(marks_of=doubled))}
    assert (table["expert"], table["master"]) == ("thorough:0", "search:1000")


SAID = "The expert plays as greedy here: its best moves were worked out for the published rules."


def test_a_study_says_who_stood_in_for_a_level() -> None:
    game = EVOLVED.variant(marks_of=doubled)
    study = gk.playtest(game, ("expert", "club"), 20, progress=False)
    assert repr(study).endswith(SAID)
    assert SAID in repr(study.report())
    assert repr(
        study_without_numpy.playtest(game, ("expert", "club"), 20, progress=False)
    ).endswith(SAID)
    published = gk.playtest(EVOLVED, ("expert", "club"), 20, progress=False)
    assert published.stand_ins == ""


def test_both_sides_of_a_comparison_have_the_same_player() -> None:
    game = EVOLVED.variant(marks_of=doubled)
    compared = gk.compare(EVOLVED, game, ("expert", "expert"), 20, progress=False)
    careful = gk.playtest(EVOLVED, ("greedy", "greedy"), 20, progress=False)
    assert (compared.a.rows == careful.rows).all()
    assert compared.a.bots == ("greedy", "greedy")
    assert SAID in repr(compared.report())
    assert gk.rerun(compared.receipt, game=(EVOLVED, game)).agrees


def test_two_studies_with_different_players_say_so() -> None:
    studies = [
        gk.playtest(game, ("expert", "expert"), 20, progress=False)
        for game in (EVOLVED, EVOLVED.variant(marks_of=doubled))
    ]
    text = repr(gk.compare(*studies).report())
    assert "The players differ too" in text
    assert SAID in text


def test_all_variants_of_a_sweep_have_the_same_player() -> None:
    swept = gk.sweep(EVOLVED, {"max_bid": [2, 4]}, ("expert", "expert"), 20, progress=False)
    careful = gk.playtest(EVOLVED, ("greedy", "greedy"), 20, progress=False)
    assert (swept.base.rows == careful.rows).all()
    assert repr(swept).endswith(SAID)


@pytest.mark.parametrize("measure", ["turns", lambda study: tuple(study.metrics.iloc[1][1:4])])
def test_a_finding_compares_the_same_player_and_says_who(measure: Any) -> None:
    game = EVOLVED.variant(marks_of=doubled)
    found = gk.finding(
        "Doubled", game, measure, than=EVOLVED, bots=("greedy", "expert"), games=20, seed=5
    )
    greedy, expert = found.table
    assert greedy[1:] == expert[1:]
    assert found.text.endswith(SAID)
    assert gk.finding("Doubled", game, bots=("greedy",), games=20).stand_ins == ""
