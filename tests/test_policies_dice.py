"""What careful players of Liar's Dice and Tic-Tac-Toe Evolved do, and never do."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk
from gamekit.bots.built_in import Naive
from gamekit.chance import Random, draw
from gamekit.games.liars_dice.state import CHALLENGE, claimed
from gamekit.games.tic_tac_toe_evolved.bots import edge, leads, odds


def chosen(match: Any, seeds: int = 40) -> set[str]:
    """Return what the policy of the player to act does, over some seeds."""
    game, state = match.game, match.view(match.to_act).state
    moves = [0] * game.moves
    found = {game.policy(match.rules, state, moves, Random(seed)) for seed in range(seeds)}
    return {game.write(match.rules, state, move) for move in found}


def bout(dice: Any, *claims: list[int], **parameters: Any) -> Any:
    """Return a bout of Liar's Dice after these claims; player 0's dice come first."""
    fields = {"dice": dice, "claims": list(claims), "to_move": 0}
    return gk.Match(gk.load("liars-dice", **parameters), position=fields, auto=False)


# --- Liar's Dice -------------------------------------------------------------------------------


@pytest.mark.parametrize("wild", ["none", "ones", "top"])
def test_what_cannot_be_true_is_challenged(wild: str) -> None:
    assert chosen(bout([[2, 3, 3, 4], [5, 5, 5, 5]], [5, 5], wild=wild)) == {"challenge"}


def test_what_must_be_true_is_not_challenged() -> None:
    assert "challenge" not in chosen(bout([[2, 5, 5, 5], [1, 1, 2, 3]], [3, 5]))


def test_three_of_a_kind_are_claimed_at_once() -> None:
    assert "3x6" in chosen(bout([[1, 6, 6, 6], [1, 2, 3, 4]]))


def test_what_the_other_claimed_is_counted_upon() -> None:
    assert "challenge" not in chosen(bout([[1, 4, 5, 6], [2, 3, 6, 6]], [2, 6]))
    assert "3x6" in chosen(bout([[1, 4, 5, 6], [2, 3, 6, 6]], [2, 6]))


def test_claims_are_mixed() -> None:
    assert len(chosen(bout([[1, 3, 4, 6], [1, 2, 3, 4]]))) > 2


@pytest.mark.parametrize("parameters", [{}, {"wild": "ones"}, {"penalty": "lose", "sides": 4}])
def test_no_claim_that_its_maker_knows_to_be_false(parameters: Any) -> None:
    game = gk.load("liars-dice", **parameters)
    rules, state, moves, random = game.rules(), game.State(), [0] * game.moves, Random(1)
    for number in range(3):
        state.first = number % 2
        game.setup(rules, state)
        dice = Random(2, number)
        while (actor := game.to_act(rules, state)) != gk.OVER:
            if actor == gk.CHANCE:
                move = draw(dice, rules.sides)
            else:
                move = game.policy(rules, state, moves, random)
                assert game.why_illegal(rules, state, move) == 0
                if move != CHALLENGE:
                    count, face = claimed(rules, move)
                    seen = state.copy()
                    game.hide(rules, seen, actor)
                    assert count <= game.matching(rules, seen.dice, face) + state.count[1 - actor]
            game.apply(rules, state, move)


@pytest.mark.parametrize("standing", [[], [3, 5], [4, 2]])
def test_slips_need_no_rare_luck(standing: Any) -> None:
    """Player 0 holds three fives. Two more fours, say, come up in 13% of rolls of four dice, three in 2%."""
    match = bout([[5, 5, 5, 2], [1, 1, 2, 3]], *([standing] if standing else []))
    slips = {match.game.write(match.rules, match.state, Naive(100).choose(match.view(0), seed))
             for seed in range(300)}  # fmt: skip
    claims = {tuple(map(int, slip.split("x"))) for slip in slips - {"challenge"}}
    held = {5: 3, 2: 1}
    assert claims
    assert all(dice <= held.get(face, 0) + 2 for dice, face in claims)
    assert (5, 5) in claims
    assert ("challenge" in slips) == (standing == [4, 2]), "of dice that the player does not see"


def test_dice_that_fit_the_claims_are_likelier() -> None:
    fits = []
    for hand in ([1, 2, 3, 4], [1, 2, 3, 6], [1, 2, 6, 6], [6, 6, 6, 6]):
        match = bout([[1, 1, 1, 1], hand], [2, 6])
        fits.append(match.game.likelihood(match.rules, match.state, 0))
    assert 0 < fits[0] < fits[1] < fits[2] == fits[3] == 100


def test_own_claims_tell_nothing_about_the_others_dice() -> None:
    match = bout([[1, 1, 1, 1], [2, 2, 2, 2]], [3, 6], [4, 2])
    assert match.game.likelihood(match.rules, match.state, 0) == 100


# --- Tic-Tac-Toe Evolved -----------------------------------------------------------------------


def board(squares: dict[str, str], **more: Any) -> Any:
    """Return a position of Tic-Tac-Toe Evolved; player 0, X, begins."""
    marks = {square: {"mark": sign, "owner": sign} for square, sign in squares.items()}
    return gk.Match(
        gk.load("tic-tac-toe-evolved"), first=0, position={"board": marks, **more}, auto=False
    )


@pytest.mark.parametrize("bids", [(1, 0), (1, 1), (2, 1), (3, 3), (4, 2)])
@pytest.mark.parametrize("holder", ["", "X", "O"])
def test_the_policy_knows_the_odds(bids: tuple[int, int], holder: str) -> None:
    match = board({"2,2": holder} if holder else {})
    match.play("contest 2,2").play(f"bid {bids[0]}").play(f"bid {bids[1]}")
    won, _, lost = odds(match.rules, match.state)
    free = {"": 0, "X": 1, "O": -1}[holder]
    assert leads(*bids, free) == pytest.approx(100 * float(won), abs=1)
    assert edge(*bids, free) == pytest.approx(100 * float(won - lost), abs=2)


@pytest.mark.parametrize(("sign", "other"), ["XO", "OX"])
def test_the_square_that_makes_a_line_is_the_one_to_contest(sign: str, other: str) -> None:
    squares = {"1,1": sign, "2,1": sign, "2,2": other}
    assert chosen(board(squares, pool={"X": 6, "O": 6})) <= {"contest 3,1", "recharge"}
    assert chosen(board(squares, pool={"X": 6, "O": 0})) == {"contest 3,1"}


def test_who_has_no_dice_recharges() -> None:
    assert chosen(board({"1,1": "X", "2,1": "X"}, pool={"X": 0, "O": 4})) == {"recharge"}


def test_bids_are_mixed() -> None:
    match = board({"2,2": "O"})
    match.play("contest 1,1")
    assert len(chosen(match)) > 1
    assert "bid 0" not in chosen(match)  # a contester bids one die at least


def test_dice_that_show_r_are_rolled_again_while_it_matters() -> None:
    match = board({})
    match.play("contest 1,1").play("bid 2").play("bid 1")
    for side in "XRO":
        match.dictate(side)
    assert chosen(match) == {"reroll 1"}
    match = board({})
    match.play("contest 1,1").play("bid 3").play("bid 1")
    for side in "XXRX":
        match.dictate(side)
    assert chosen(match) == {"reroll 0"}


def test_a_square_is_marked_with_the_others_die() -> None:
    match = board({})
    match.play("contest 1,1").play("bid 2").play("bid 1")
    for side in "XXX":
        match.dictate(side)
    assert chosen(match) == {"mark theirs"}
