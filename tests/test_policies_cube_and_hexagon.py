"""What careful players of Shift Tac Toe and Tactical Escape do, and never do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random as Dice
from typing import Any

import pytest

import gamekit as gk
from gamekit.bots import Greedy
from gamekit.chance import Random
from gamekit.contract import SURE
from gamekit.games.shift_tac_toe.rules import put
from gamekit.games.tactical_escape.state import ESCAPE, GIVE, code_of
from tests.hobby_players import shift_tac_toe as cube_hobby


def chosen(match: Any, seed: int = 1) -> int:
    """Return what the policy says here, to whoever is to act."""
    game, view = match.game, match.view(match.to_act)
    move: int = game.policy(match.rules, view.state, [0] * game.moves, Random(seed, match.ply))
    return move


# --- Shift Tac Toe -------------------------------------------------------------------------------


def cube(red: str, blue: str, **fields: Any) -> Any:
    board = dict.fromkeys(red.split(), 0) | dict.fromkeys(blue.split(), 1)
    position = {"board": board, "to_move": 0, "round": 2, "rounds": [{}]} | fields
    return gk.Match(gk.load("shift-tac-toe"), position=position)


def bits(state: Any, player: int) -> int:
    return sum(1 << cell for cell in range(64) if state.board[cell] == player)


def can_win_the_round(state: Any, player: int) -> bool:
    """By an exhaustive look at all turns."""
    return cube_hobby.wins(bits(state, player), bits(state, 1 - player))


def test_a_round_that_can_be_won_within_the_turn_is_won() -> None:
    won = 0
    for seed in range(4):
        match, dice = gk.Match("shift-tac-toe", seed=seed), Dice(seed)
        while match.to_act in (0, 1) and match.state.round == 1:
            me, may = match.to_act, can_win_the_round(match.state, match.to_act)
            match.play(chosen(match, seed))
            if match.to_act == me and match.state.placed >= 0:
                match.play(chosen(match, seed) if may or dice.random() < 0.8 else "stop")
            if may:
                assert match.state.round_winner[0] == me
                won += 1
    assert won > 0


@pytest.mark.parametrize("blue", ["DW1 DX1 DY1", "DW1 DX1 DY1 CW1 CX2"])
def test_the_fours_that_end_the_last_round_are_never_said_to_be_out_of_reach(blue: str) -> None:
    match = cube("AW1 AW2 AW3 AW4 BX1 BY2", blue)
    assert can_win_the_round(match.state, 0) is bool(match.game.may_win(match.rules, match.state))


def small_cubes(**parameters: Any) -> list[gk.Game]:
    """Cubes of 27 cells, where all lines shift or straight ones only."""
    return [
        gk.load("shift-tac-toe", size=3, shift_lines=lines, **parameters)
        for lines in ("all", "axes_only")
    ]


def crowded(game: gk.Game, dice: Dice, fours_needed: int) -> Any:
    """Return a position where lines are nearly full and the round is not decided."""
    rules = game.rules()
    while True:
        state = game.start(rules, 0)
        pieces = dice.randrange(2, 25)
        for number, cell in enumerate(dice.sample(range(27), pieces)):
            put(rules, state, cell, number % 2)
        state.turn = 5
        if max(state.fours) < fours_needed:
            return state


def wins_somehow(game: gk.Game, state: Any) -> bool:
    """Does a way to play this turn win the round? All are tried."""
    rules, moves, me = game.rules(), [0] * game.moves, state.player
    for move in moves[: game.legal_moves(rules, state, moves)]:
        there = state.copy()
        game.apply(rules, there, move)
        if there.round_winner[0] == me or (there.player == me and wins_somehow(game, there)):
            return True
    return False


@pytest.mark.parametrize("fours_needed", [1, 2, 3])
@pytest.mark.parametrize("four_lock", ["preserve", "freeze", "none"])
def test_whether_a_round_can_be_won_within_the_turn_is_known(
    fours_needed: int, four_lock: str
) -> None:
    dice, found = Dice(fours_needed), [0, 0]
    for game in small_cubes(fours_needed=fours_needed, four_lock=four_lock):
        for _ in range(12):
            state = crowded(game, dice, fours_needed)
            wins = wins_somehow(game, state)
            before = state.copy()
            assert game.may_win(game.rules(), state) == (SURE if wins else False)
            assert all(getattr(state, name) == getattr(before, name) for name in state.fields)
            found[wins] += 1
    assert min(found) > 0


def loses_however(game: gk.Game, state: Any, wins: Callable[[Any], bool]) -> bool:
    """Does the opponent win the round, however this turn is ended after the piece is placed?"""
    rules, moves, me = game.rules(), [0] * game.moves, state.player
    for move in moves[: game.legal_moves(rules, state, moves)]:
        there = state.copy()
        game.apply(rules, there, move)
        is_over = there.round > 1
        if there.round_winner[0] != 1 - me if is_over else not wins(there):
            return False
    return True


@pytest.mark.parametrize("fours_needed", [1, 2])
@pytest.mark.parametrize("four_lock", ["preserve", "freeze"])
def test_a_turn_that_is_given_up_is_lost_in_the_small_cube(
    fours_needed: int, four_lock: str
) -> None:
    dice, found = Dice(fours_needed), [0, 0]
    for game in small_cubes(fours_needed=fours_needed, four_lock=four_lock):
        for _ in range(25):
            state = crowded(game, dice, fours_needed)
            empty = [cell for cell in range(27) if state.board[cell] == -1]
            game.apply(game.rules(), state, dice.choice(empty))
            if state.placed >= 0 and state.player == 0:
                before = state.copy()
                held = game.may_hold(game.rules(), state)
                assert all(getattr(state, name) == getattr(before, name) for name in state.fields)
                found[held] += 1
                assert held or loses_however(game, state, partial(wins_somehow, game))
    assert min(found) > 0


def test_a_turn_that_is_given_up_is_lost() -> None:
    game, dice, found = gk.load("shift-tac-toe"), Dice(1), [0, 0]
    for _ in range(150):
        state = game.start(game.rules(), 0)
        for number, cell in enumerate(dice.sample(range(4, 64), dice.randrange(10, 36))):
            put(game.rules(), state, cell, number % 2)
        for cell in range(4):
            put(game.rules(), state, cell, 1)
        state.turn = 30
        if state.fours[0] < 2 and state.fours[1] < 2:
            empty = [cell for cell in range(64) if state.board[cell] == -1]
            game.apply(game.rules(), state, dice.choice(empty))
            held = game.may_hold(game.rules(), state)
            lost = state.player == 0 and loses_however(
                game, state, lambda s: can_win_the_round(s, 1)
            )
            assert held or lost
            found[held] += 1
    assert min(found) > 0


@pytest.mark.parametrize("bot", ["greedy", "search:30"])
def test_in_the_first_of_two_rounds_the_round_is_what_counts(bot: str) -> None:
    match = cube("AW1 AW2 AW3 AW4 AX1 AY1", "DW1 DX1 DY1", round=1, rounds=[])
    assert match.game.may_win(match.rules, match.state) == SURE
    assert match.game.standing(match.rules, match.state) == 50
    while match.to_act == 0:
        match.play(gk.bot(bot).choose(match.view(0)))
    assert match.state.round_winner[0] == 0
    assert match.game.standing(match.rules, match.state) == 75


def test_a_round_that_the_opponent_would_win_is_kept_open() -> None:
    match = cube("BX2 CY3 BZ4", "DW1 DX1 DY1 DZ1 AW1 AW2 AW3")
    assert can_win_the_round(match.state, 1)
    while match.to_act == 0:
        match.play(gk.bot("club").choose(match.view(0)))
    assert not can_win_the_round(match.state, 1)


# --- Tactical Escape -----------------------------------------------------------------------------


def escape(own: str, theirs: str = "", offer: Any = (1, 7, 11), **fields: Any) -> Any:
    board = dict.fromkeys(own.split(), 0) | dict.fromkeys(theirs.split(), 1)
    gifts = [[offer[0]], [offer[0]]]
    position = {"board": board, "offer": list(offer), "given": gifts, "to_move": 0} | fields
    return gk.Match(gk.load("tactical-escape"), first=0, position=position)


@pytest.mark.parametrize("offer", [(1, 11, 12), (5, 11, 12), (10, 11, 12)])
def test_what_cannot_be_prevented_is_not_given_first(offer: tuple[int, ...]) -> None:
    match = gk.Match(gk.load("tactical-escape", offer=offer))
    gift = code_of(match.rules, GIVE, offer[0])
    assert {chosen(match, seed) for seed in range(20)} == {gift}


def test_a_gift_is_not_always_the_hardest() -> None:
    match = gk.Match(gk.load("tactical-escape", offer=(3, 4, 5)))
    assert len({chosen(match, seed) for seed in range(40)}) > 1


def test_one_escapes_by_what_the_opponent_will_have_given() -> None:
    five = "E1 E2 E3 E4 E5"
    move = chosen(escape(five, "A1 A3 B5 C7 I1"))
    assert move == code_of(escape(five).rules, ESCAPE, 0)


def test_one_does_not_escape_by_what_is_easy() -> None:
    match = escape("E1 E2 E3 E4 E5", "A1 A3 B5 C7 I1", offer=(4, 1, 10))
    for seed in range(10):
        assert chosen(match, seed) != code_of(match.rules, ESCAPE, 0)


LACKING_TWO = {
    1: ("E1 E2 E3", "A1 A3"),
    2: ("E1 E2 E3 E4", "A1 A3"),
    5: ("A1 B1 C1 D1 E1 F1 G1", "A5 B5"),
    6: ("A2", "A1 I5"),
    7: ("E5 E6", "A1 A3"),
    8: ("A2 C3 E3", "A1 B2 C2 D4 E4"),
}


@pytest.mark.parametrize("condition", LACKING_TWO)
def test_what_two_pieces_fulfil_is_within_reach_and_what_three_do_is_not(condition: int) -> None:
    own, theirs = LACKING_TWO[condition]
    offer = (condition, *[c for c in (1, 2, 3) if c != condition][:2])
    near = escape(own, theirs, offer)
    assert near.game.may_win(near.rules, near.state)
    far = escape(own.rpartition(" ")[0], theirs, offer)
    assert not far.game.may_win(far.rules, far.state)


@pytest.mark.parametrize("careless", [0, 100])
def test_one_way_to_play_wins_whatever_was_given(careless: int) -> None:
    """With two of the three win conditions received, a piece each for two of them: five in a row, a flower."""
    own, theirs = "E1 E2 E3 E4 G4 G5 F4", "A1 A3 C2 C6 I1 I3 B5"
    gifts = {"given": [[1, 7], [1, 3]], "turns": [10, 10]}
    for seed in range(2):
        match = escape(own, theirs, (1, 7, 3), **gifts)
        while match.to_act == 0:
            match.play(Greedy(careless).choose(match.view(0), seed))
        assert match.result.winner == 0, match.history


def test_hard_gifts_are_thought_likelier_than_easy_ones() -> None:
    match = escape("E5", "A1", offer=(4, 7, 12))
    fits = []
    for gift in (4, 7, 12):
        state = match.state
        state.given[3] = gift
        fits.append(match.game.likelihood(match.rules, state, 0))
    assert fits == sorted(fits, reverse=True)
    assert fits[0] > 2 * fits[1] > 0
