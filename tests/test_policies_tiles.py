"""What careful players of Sliding Tic-Tac-Toe and Death Match do, and never do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import gamekit as gk
from gamekit.bots import Greedy
from gamekit.chance import Random, draw, outcome
from gamekit.contract import SURE
from gamekit.games.death_match.state import GARDEN

EMPTY_ROW = "......"


def tiles(*rows: str, mover: str = "X", **more: Any) -> Any:
    """Return a board with these rows and empty ones below; nobody has a neutral tile unless it is said."""
    fields = {"rows": [*rows, *[EMPTY_ROW] * (6 - len(rows))], "to_move": "XO".index(mover)}
    first = more.pop("first", 0)
    fields = {**fields, "neutral": [0, 0], **more}
    return gk.Match("sliding-tic-tac-toe", first=first, position=fields)


def advised_turn(match: Any, seed: int) -> Any:
    """Return the match after the turn that the policy plays."""
    player, turn, random = match.to_act, match.state.turn, Random(seed)
    while (match.to_act, match.state.turn) == (player, turn):
        state = match.view(player).state
        match.play(match.game.policy(match.rules, state, [0] * match.game.moves, random))
    return match


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"size": 4, "line": 3, "stop_at": 1, "neutral": "both"},
        {"slide_whose": "own", "neutral": "both"},
        {"sliding": "no", "size": 5, "stop_at": 0, "tiles": 13},
    ],
)
def test_a_random_move_is_the_one_at_a_random_place_of_the_list(changes: dict[str, Any]) -> None:
    game = gk.load("sliding-tic-tac-toe").with_(**changes)
    room, kinds = [0] * game.moves, set()
    for seed in range(12):
        match, random = gk.Match(game), Random(seed)
        while match.to_act >= 0 and match.plies < 200:
            count = game.sensible_moves(match.rules, match.state, room)
            expected = room[outcome(random.key, random.k, count)]
            move = game.random_move(match.rules, match.state, room, random)
            assert move == expected, match.board_text()
            kinds.add(game.write(match.rules, match.state, move).split()[0])
            match.play(move)
    assert len(kinds) > 1


WON = (
    ("a tile", ("XXXX..", "O.O.O.")),
    ("a slide", ("XXX.XX", "OO.OO.")),
    ("a tile aslant", ("X.....", ".X....", "..X...", "....O.", "....X.", ".O.OO.")),
    ("a tile, and a slide across", ("..X...", "..X...", "..X...", "X.....", "OO.OO.")),
    ("a slide that pushes", (EMPTY_ROW, "..X...", "XXOXX.", EMPTY_ROW, "OO.O.O")),
    (
        "a tile behind, and a slide that pushes",
        (EMPTY_ROW, EMPTY_ROW, "XXOXX.", EMPTY_ROW, "O..O.O"),
    ),
    ("a tile that lets a slide close the row", ("XX..XX", "OO.OO.")),
)


@pytest.mark.parametrize(("how", "rows"), WON)
def test_what_can_be_won_in_this_turn_is_won(how: str, rows: tuple[str, ...]) -> None:
    for seed in range(5):
        match = tiles(*rows)
        assert match.game.may_win(match.rules, match.state), how
        assert advised_turn(match, seed).result.winner == 0, how


def test_three_tiles_out_of_reach_of_a_fourth_cannot_win_at_once() -> None:
    match = tiles("......", ".XXX..", "......", ".OO.O.")
    assert not match.game.may_win(match.rules, match.state)


def test_four_in_a_row_are_broken() -> None:
    """The opponent could win with a tile; after the turn they no longer can."""
    rows = ("X.X...", ".O....", "......", "OXXXX.", "..O...", "...O..")
    for seed in range(5):
        match = advised_turn(tiles(*rows, mover="O"), seed)
        assert not match.game.may_win(match.rules, match.state), match.board_text()


def random_positions(game: gk.Game, games: int, plies: int) -> Iterator[tuple[Any, Any]]:
    rules, moves, random = game.rules(), [0] * game.moves, Random(3)
    for number in range(games):
        state = game.start(rules, number % 2)
        for _ in range(plies):
            actor = game.to_act(rules, state)
            if actor == gk.OVER:
                break
            if actor == gk.CHANCE:
                game.apply(rules, state, draw(random, game.outcomes(rules, state)))
                continue
            yield rules, state
            count = game.legal_moves(rules, state, moves)
            game.apply(rules, state, moves[draw(random, count)])


def ends_of_turn(game: gk.Game, rules: Any, state: Any) -> Iterator[Any]:
    """Every state in which the rest of the turn may end."""
    me, moves, waiting, seen = state.player, [0] * game.moves, [state], set()
    while waiting:
        here = waiting.pop()
        count = game.legal_moves(rules, here, moves)
        for move in reversed(
            moves[:count]
        ):  # a challenge, of which there are many, is looked at last
            after = here.copy()
            game.apply(rules, after, move)
            if after.turn != state.turn or game.to_act(rules, after) != me:
                yield after
            elif after.values() not in seen:
                seen.add(after.values())
                waiting.append(after)


SMALL = {"size": 4, "line": 3, "stop_at": 2, "tiles": 6}


@pytest.mark.parametrize(
    "changes", [{}, {"slide_whose": "own"}, {"neutral": "none"}, {"neutral": "both"}]
)
def test_a_win_within_the_turn_is_never_denied(changes: dict[str, str]) -> None:
    game, seen = gk.load("sliding-tic-tac-toe", **SMALL, **changes), 0
    for rules, state in random_positions(game, 6, 9):
        chance = game.may_win(rules, state)
        if chance in (False, SURE):
            ends = ends_of_turn(game, rules, state)
            wins = any(game.result(rules, end)[0] == state.player for end in ends)
            assert wins is bool(chance), game.text_board(rules, state)
            seen += 1
    assert seen > 10


# --- Death Match -------------------------------------------------------------------------------


def submission(**fields: Any) -> Any:
    return gk.Match("death-match", position=fields, auto=False)


DICE = {"dice": [[2, 2, 5, 6], [2, 3, 3, 1]]}
QUIET = {"rows": ["X.....", "......", "..O...", "......", "......", "......"], "neutral": [0, 0]}
FOUR = {"rows": ["XXXX..", "......", "O.O...", "..O...", "......", "O....."], "neutral": [0, 0]}


def test_a_submission_wins_with_the_tiles() -> None:
    match = submission(liars_dice=DICE, sliding_tic_tac_toe=FOUR, turn=8)
    assert match.game.may_win(match.rules, match.state)
    assert advised_turn(match, 1).result.winner == 0


def test_where_nothing_can_be_won_nobody_needs_to_look() -> None:
    match = submission(liars_dice=DICE, sliding_tic_tac_toe=QUIET, turn=2)
    assert not match.game.may_win(match.rules, match.state)


def test_a_challenge_may_win_against_whoever_has_eight_dice() -> None:
    eight = {"dice": [[1] * 4, [2] * 8], "claim": [3, 4]}
    match = submission(liars_dice=eight, sliding_tic_tac_toe=QUIET, turn=2)
    assert match.game.may_win(match.rules, match.state)


BESET = {  # O has five in one column, but for a tile of X's between them
    "rows": [".O....", ".XXXO.", ".O.X..", ".O.X..", ".O.O.X", ".O..X."],
    "neutral": [0, 1],
    "placed": [7, 7],
}


BESET_TWICE = {  # four in row B between two of X's, and more than one way to a fifth
    "rows": ["..O...", "XOOOOX", ".O.O..", ".X..X.", ".XOXX.", ".X.O.X"],
    "neutral": [0, 1],
    "placed": [9, 9],
}


def beset(seed: int, tiles: dict[str, Any] = BESET) -> Any:
    """X to move, with dice and flowers as if the match had just begun."""
    fields = {"liars_dice": DICE | {"claim": [1, 2]}, "sliding_tic_tac_toe": tiles}
    return gk.Match("death-match", position=fields, seed=seed)


def leaves_a_line(match: Any) -> bool:
    """Can whoever is next make a line of tiles, for sure?"""
    tiles, state = gk.load("sliding-tic-tac-toe"), match.state.sliding_tic_tac_toe
    return bool(tiles.may_win(match.rules.sliding_tic_tac_toe, state) == SURE)


@pytest.mark.parametrize(("tiles", "careless"), [(BESET, 0), (BESET, 25), (BESET_TWICE, 100)])
def test_tiles_that_can_be_saved_are_saved_beside_dice_and_flowers(
    tiles: dict[str, Any], careless: int
) -> None:
    for seed in range(6):
        match = beset(seed, tiles)
        while match.to_act == 0:
            match.play(Greedy(careless).choose(match.view(0), seed))
        assert not leaves_a_line(match), match.history


def test_a_submission_is_given_up_once_its_tiles_are_lost() -> None:
    match = beset(1).play("2x2 ...")
    assert match.game.may_hold(match.rules, match.state)
    lost = match.fork().play("A6, slide A6 left 1 ...")
    assert lost.state.part == GARDEN
    assert leaves_a_line(lost)
    assert not lost.game.may_hold(lost.rules, lost.state)
    held = match.fork().play("E5, slide D2 left 1 ...")
    assert not leaves_a_line(held)
    assert held.game.may_hold(held.rules, held.state)


def test_a_submission_with_a_challenge_that_may_win_is_not_given_up() -> None:
    eight = {"dice": [[1] * 4, [2] * 8], "claim": [3, 4]}
    fields = {"liars_dice": eight, "sliding_tic_tac_toe": BESET}
    match = gk.Match("death-match", position=fields, auto=False)
    match.play("challenge ...").play("A6, slide A6 left 1 ...")
    assert leaves_a_line(match)
    assert match.game.may_hold(match.rules, match.state)
