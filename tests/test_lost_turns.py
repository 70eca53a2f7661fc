"""A turn is called lost or safe only where it is, as trying every way to play it confirms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import gamekit as gk
from gamekit.chance import Random, draw
from gamekit.contract import DRAW, ONGOING, OVER, SURE
from gamekit.games.death_match.state import GARDEN, TILES
from gamekit.games.flower_field.bots import can_hold as can_hold_life
from gamekit.games.sliding_tic_tac_toe.bots import can_hold as can_hold_line
from gamekit.games.sliding_tic_tac_toe.bots import holding_move
from tests.test_policies_tiles import SMALL, ends_of_turn, random_positions


def wins(game: gk.Game, rules: Any, state: Any) -> bool:
    """Can the player to act win in this turn?"""
    chance = game.may_win(rules, state)
    if chance in (SURE, False):
        return bool(chance)
    return any(
        game.result(rules, end)[0] == state.player for end in ends_of_turn(game, rules, state)
    )


def holds(game: gk.Game, rules: Any, state: Any, me: int) -> bool:
    """Has `me`, whose turn is over, not lost, and cannot in the next turn?"""
    winner = game.result(rules, state)[0]
    if winner != ONGOING:
        return winner in (me, DRAW)
    return state.player == me or not wins(game, rules, state)


def may_end_well(game: gk.Game, rules: Any, state: Any) -> bool:
    """Is there a way to end the turn that holds?"""
    me = state.player
    return any(holds(game, rules, end, me) for end in ends_of_turn(game, rules, state))


def lost_positions(game: gk.Game, can_hold: Callable[..., int], games: int) -> int:
    """Return how many random positions are called lost. Check that these are lost, that those which surely
    hold do, and that asking changes nothing."""
    lost = 0
    for rules, state in random_positions(game, games, 60):
        before = state.copy()
        answer = can_hold(rules, state)
        if answer in (SURE, False):
            assert may_end_well(game, rules, state) == (answer == SURE), game.text_board(
                rules, state
            )
        lost += not answer
        assert state == before
    return lost


@pytest.mark.parametrize(
    "changes",
    [
        {"neutral": "none"},
        {"neutral": "second"},
        {"neutral": "none", "slide_whose": "own"},
        {"neutral": "none", "slide_whose": "own_and_neutral", "five_check": "both_end"},
        {"neutral": "none", "stop_at": 3},
        {"neutral": "none", "repetition": "threefold_draw"},
    ],
)
def test_tiles_are_given_up_only_where_every_tile_and_slide_leaves_a_line(
    changes: dict[str, Any],
) -> None:
    game = gk.load("sliding-tic-tac-toe", **{**SMALL, **changes})

    def can_hold(rules: Any, state: Any) -> int:  # who can make a line need not hold
        return can_hold_line(rules, state) or bool(game.may_win(rules, state))

    assert lost_positions(game, can_hold, 8) > (0 if "repetition" in changes else 3) - 1


@pytest.mark.parametrize(
    "changes", [{}, {"overlap": "disjoint"}, {"redo": "plant_only"}, {"adjacency": "running"}]
)
def test_flowers_are_given_up_only_where_each_makes_a_duplicate(changes: dict[str, Any]) -> None:
    game = gk.load("flower-field", size=5, lives=1, colours=2, **changes)
    assert lost_positions(game, can_hold_life, 4) > 5


def test_tiles_that_hold_leave_no_line() -> None:
    game, held = gk.load("sliding-tic-tac-toe", **SMALL, neutral="none"), 0
    for rules, state in random_positions(game, 12, 20):
        me, after = state.player, state.copy()
        move = holding_move(rules, after)
        assert after == state
        while move >= 0 and after.turn == state.turn:
            assert game.why_illegal(rules, after, move) == 0
            game.apply(rules, after, move)
            if after.turn == state.turn:
                move = holding_move(rules, after)
                if move < 0:  # nothing is left to be broken
                    game.apply(rules, after, 0)
        if after.turn != state.turn:
            assert holds(game, rules, after, me), game.text_board(rules, state)
            held += 1
    assert held > 5


def test_in_a_submission_too_what_is_lost_is_seen_before_flowers_are_planted() -> None:
    game = gk.load("death-match")
    rules, seen, sure = game.rules(), set(), 0
    moves, random = [0] * game.moves, Random(2)
    for number in range(12):
        state = game.start(rules, number % 2)
        while game.to_act(rules, state) != OVER and state.turn < 24:
            if game.to_act(rules, state) == gk.CHANCE:
                game.apply(rules, state, draw(random, game.outcomes(rules, state)))
                continue
            before = state.copy()
            answer = game.may_hold(rules, state)
            if not answer:
                seen.add(state.part)
            assert state == before
            if answer == SURE and state.part == GARDEN:
                end = state.copy()
                while end.turn == state.turn:
                    game.sensible_moves(rules, end, moves)
                    game.apply(rules, end, moves[0])
                assert holds(game, rules, end, state.player), game.text_board(rules, state)
                sure += 1
            game.apply(rules, state, game.policy(rules, state, moves, random))
    assert seen >= {TILES, GARDEN}
    assert sure > 100
