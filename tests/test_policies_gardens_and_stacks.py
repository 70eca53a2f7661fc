"""What careful players of Flower Field and Take-Back-Toe do, and never do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random as Dice
from typing import Any

import pytest

import gamekit as gk
from gamekit.boards import tetrominoes
from gamekit.chance import Random
from gamekit.games.flower_field.state import CHALLENGE, PLANT, meaning_of
from tests.hobby_players import flower_field as garden_hobby
from tests.hobby_players import take_back_toe as stacks_hobby


def positions(name: str, games: int, careless: float = 0.2, **parameters: Any) -> Iterator[Any]:
    """Positions where a player is to act; some of the moves that lead there are any legal ones."""
    game, dice = gk.load(name, **parameters), Dice(1)
    for seed in range(games):
        match = gk.Match(game, seed=seed)
        while match.to_act in (0, 1):
            yield match
            is_careless = dice.random() < careless
            match.play(dice.choice(match.legal_moves()) if is_careless else chosen(match, seed))


def chosen(match: Any, seed: int = 1) -> int:
    """Return what the policy says here."""
    game, state = match.game, match.state
    move: int = game.policy(match.rules, state, [0] * game.moves, Random(seed, match.ply))
    return move


# --- Flower Field ------------------------------------------------------------------------------


def garden(state: Any) -> garden_hobby.Garden:
    return {garden_hobby.CELLS[cell]: colour for cell, colour in enumerate(state.flowers) if colour}


def planted(state: Any, move: int) -> garden_hobby.Flower:
    _, cell, colour = meaning_of(gk.load("flower-field").rules(), move)
    return garden_hobby.CELLS[cell], colour


def test_every_duplicate_that_can_be_proved_is_challenged_and_nothing_else() -> None:
    proved = 0
    for match in positions("flower-field", 2):
        state = match.state
        if not state.challenging and not state.sown and state.plants:
            flowers = garden(state)
            recent = {c for c in flowers if state.planted[7 * c[0] + c[1]] == state.plants}
            is_proved = bool(garden_hobby.duplicates(flowers, recent))
            assert (chosen(match) == CHALLENGE) is is_proved
            proved += is_proved
    assert proved


@pytest.mark.parametrize("overlap", ["allowed", "disjoint"])
def test_the_fields_that_are_named_are_duplicates(overlap: str) -> None:
    named = 0
    for match in positions("flower-field", 2, overlap=overlap):
        if not match.state.challenging and chosen(match) == CHALLENGE:
            trial, lives = match.fork(), match.state.lives[1 - match.to_act]
            me = trial.to_act
            for _ in range(3):
                trial.play(chosen(trial))
            assert trial.state.lives[1 - me] == lives - 1
            named += 1
    assert named


def test_no_flower_makes_a_duplicate_while_another_makes_none() -> None:
    decided = 0
    for match in positions("flower-field", 2):
        state, move = match.state, chosen(match)
        if not state.challenging and move >= PLANT:
            safe = {flower for (flower,) in garden_hobby.plantings(garden(state))}
            may = {planted(state, m) for m in match.legal_moves() if m >= PLANT}
            if safe & may:
                assert planted(state, move) in safe
                decided += may > safe & may
    assert decided


@pytest.mark.parametrize(("size", "colours"), [(3, 1), (3, 2), (3, 3), (3, 4), (5, 4), (9, 4)])
def test_the_flowers_that_make_no_duplicate_are_found_in_gardens_of_any_size(
    size: int, colours: int
) -> None:
    several = 0
    for match in islice(positions("flower-field", 2, size=size, colours=colours), 0, None, 4):
        state, moves = match.state, [0] * match.game.moves
        if not state.challenging and match.legal_moves()[0] >= PLANT:
            count = match.game.sensible_moves(match.rules, state, moves)
            found = {move for move in moves[:count] if move >= PLANT}
            has_words = len(found) < count
            legal = [move for move in match.legal_moves() if move >= PLANT]
            safe = {move for move in legal if not makes_duplicate(match, move)}
            assert found == (safe if safe or has_words else set(legal))
            several += 0 < len(safe) < len(legal)
    assert several > 1 or size == 3


def makes_duplicate(match: Any, move: int) -> bool:
    """Would this flower stand in a field that looks like another one?"""
    size, flowers = match.rules.size, list(match.state.flowers)
    _, cell, colour = meaning_of(match.rules, move)
    flowers[cell] = colour
    looks = [tetrominoes.look(size, flowers, four) for four in range(tetrominoes.count(size))]
    new = {look for four, look in enumerate(looks) if cell in tetrominoes.cells(size, four)}
    return any(looks.count(look) > 1 for look in new - {-1})


def test_the_last_safe_flower_is_planted() -> None:
    found = 0
    for match in positions("flower-field", 6, careless=0.0):
        state = match.state
        if not state.sown and not state.challenging:
            flowers = garden(state)
            safe = [flower for (flower,) in garden_hobby.plantings(flowers)]
            if len(safe) > 4 or chosen(match) == CHALLENGE:
                continue
            last = [f for f in safe if not garden_hobby.plantings({**flowers, **dict([f])})]
            if last:
                assert planted(state, chosen(match)) in last
                found += 1
    assert found


def test_slips_overlook_and_miscount() -> None:
    """A slip never challenges, and the field that it names differs from the first in one flower."""
    misread = 0
    for match in positions("flower-field", 3):
        game, state = match.game, match.state
        drawn = [game.slip(match.rules, state, [0] * game.moves, Random(seed)) for seed in range(4)]
        if not state.challenging and match.legal_moves() != [CHALLENGE]:
            assert CHALLENGE not in drawn
        elif state.named >= 0:
            named = [meaning_of(match.rules, move)[1] for move in drawn if move > PLANT]
            first, *others = (
                Counter(state.flowers[cell] for cell in tetrominoes.cells(7, field))
                for field in (state.named, *named)
            )
            assert all((first - other).total() <= 1 for other in others)
            misread += sum(first != other for other in others)
    assert misread


# --- Take-Back-Toe -----------------------------------------------------------------------------


def test_of_equally_good_moves_each_is_as_likely() -> None:
    start = gk.Match("take-back-toe", first=0, auto=False).dictate("4")
    moves = Counter(
        start.game.write(start.rules, start.state, chosen(start, n)) for n in range(800)
    )
    assert set(moves) == {"B1-A1", "B2-A2", "B3-A3", "B4-A4"}  # with worse ones in between
    assert min(moves.values()) > 150


def test_the_opponent_is_left_no_more_winning_rolls_than_a_player_who_looks_for_nothing_else() -> (
    None
):
    counts: list[int] = []
    for match in positions("take-back-toe", 2):
        left = []
        for move in (chosen(match), stacks_hobby.HobbyPlayer().choose(match.view(match.to_act))):
            after = match.fork().play(move).state.stacks[:12]
            left.append(stacks_hobby.winning_rolls(after, 1 - match.to_act))
        counts.append(left[0] - left[1])
    assert max(counts) <= 1
    assert sum(counts) <= 0.1 * len(counts)


def test_winning_rolls_are_those_with_which_a_move_wins() -> None:
    seen = set()
    for match in positions("take-back-toe", 6, careless=0.5):
        for player in (0, 1):
            rolls = stacks_hobby.winning_rolls(match.state.stacks[:12], player)
            assert match.game.winning_rolls(match.rules, match.state, player) == rolls
            seen.add(rolls)
    assert seen >= {0, 1, 2}


@pytest.mark.parametrize(("turn", "is_good"), [(20, False), (78, True)])
def test_many_pieces_at_home_are_bad_until_they_are_soon_counted(turn: int, is_good: bool) -> None:
    match = gk.Match("take-back-toe", first=0)
    rules, chances = match.rules, []
    for home in ([9, 6, 3, 1], [7, 4, 1, 2]):
        state = match.state
        state.stacks[:12] = [*home, 25 - sum(home), 0, 0, 0, 8, 2, 1, 4]
        state.turn, state.player = turn - 2, 0
        assert match.game.winning_rolls(rules, state, 0) == 0
        chances.append(match.game.estimate(rules, state))
    assert (chances[0] > chances[1]) == is_good
