"""Bots ask `may_win` whether an escape is at hand in Tactical Escape. The answers are checked
against every way to play the turn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import gamekit as gk
from gamekit.boards.hexagon import NOWHERE, cell_count, join
from gamekit.bots.built_in import Thorough
from gamekit.compiling import compiled
from gamekit.games.tactical_escape.state import (
    GIVE,
    LATEST,
    PLACE,
    REMOVE,
    code_of,
)
from gamekit.games.tactical_escape.win_conditions import ANYTHING, CONDITIONS, DRAWN, WIN_CONDITIONS
from tests.exploit import mistakes

POSITIONS = 12  # of each win condition
OPTIONS = {
    "superlative": ("strict", "ties_ok"),
    "wc1": ("any_exact5", "longest_is_5", "contains_5"),
    "wc11_first_turn": ("counts", "exempt"),
}


def begun(condition: int, random: Random) -> tuple[gk.Game, Any, Any]:
    """Return a small game in which player 0 is to move and has received this win condition."""
    others = random.sample([n for n in range(1, DRAWN + 1) if n != condition], 2)
    options = {name: random.choice(values) for name, values in OPTIONS.items()}
    game = gk.load("tactical-escape", size=4, offer=sorted([condition, *others]), **options)
    rules = game.rules()
    state = game.start(rules, 0)
    for gift in (others[0], condition):  # of players 0 and 1
        game.apply(rules, state, code_of(rules, GIVE, gift))
    return game, rules, state


def scatter(rules: Any, state: Any, random: Random) -> None:
    """Put pieces here and there, mostly beside each other."""
    cells = list(range(cell_count(rules.size)))
    random.shuffle(cells)
    cells.sort(key=lambda cell: cell % random.choice((3, 7, 100)))
    mine, theirs = random.randrange(2, 16), random.randrange(1, 16)
    for n, cell in enumerate(cells[: mine + theirs]):
        state.board[cell] = int(n >= mine)
        join(rules.size, state, cell)
    state.turn, state.banned = 6, random.choice([NOWHERE, cells[-1], cells[-2]])
    for turn in range(LATEST):
        state.placed[turn] = random.choice((0, 1, 1, 2) if turn > 0 else (0, 0, 1))


def can_escape(game: gk.Game, rules: Any, state: Any, first: int = 0) -> bool:
    """Does some way to play the turn fulfill the win condition? Two pieces are tried in the order of cells."""
    if game.fulfills(rules, state, 0, state.given[len(state.given) // 2]):
        return True
    for cell in range(first, cell_count(rules.size)):
        for kind in (PLACE, REMOVE):
            move = code_of(rules, kind, cell)
            if game.why_illegal(rules, state, move) == 0:
                there = state.copy()
                game.apply(rules, there, move)
                if can_escape(game, rules, there, cell):
                    return True
    return False


@pytest.mark.parametrize("condition", range(1, CONDITIONS + 1))
def test_no_escape_is_said_to_be_out_of_reach(condition: int) -> None:
    random, answers = Random(condition), []
    for _ in range(POSITIONS):
        game, rules, state = begun(condition, random)
        scatter(rules, state, random)
        answers.append((bool(game.may_win(rules, state)), can_escape(game, rules, state)))
    assert (False, True) not in answers
    if condition <= DRAWN or WIN_CONDITIONS[condition - 1].adds != ANYTHING:
        assert answers.count((True, False)) <= POSITIONS // 3


@pytest.mark.parametrize("condition", range(DRAWN, CONDITIONS + 1))
def test_a_game_that_offers_an_added_win_condition_conforms(condition: int) -> None:
    """Bots look up numbers of its row, so they may read beyond the end of a table."""
    gk.conformance.check(gk.load("tactical-escape", size=4, offer=(1, 2, condition)), games=2)


@pytest.fixture
def one_answer() -> gk.Match:
    """Blue has received two of the win conditions 1, 2 and 5, and F8 with C5 or B4 would fulfill 1 and 5, one of
    which it must hold. Red has one answer: F8."""
    red = "E5 D4 F5 E7 G3 D3 B3 H4 H3 F2 D2 A1 A3 A4 B6 H6 I4 I3 I1 E1"
    blue = "C3 C4 G5 G4 B2 B5 C6 D7 E8 G6 H5 H2 A5 G1 D1 C1 B1"
    return standing(
        red,
        blue,
        to_move=0,
        offer=[1, 2, 5],
        given=[[2, 5], [2, 5]],
        turns=[15, 16],
        placed=[[2, 0], [1, 0, 0]],
        banned=["E6"],
        laid=1,
    )


def test_a_bot_keeps_the_opponent_from_an_escape_that_is_sure(one_answer: gk.Match) -> None:
    match = one_answer
    for seed in range(6):
        move = Thorough().choose(match.view(0), seed)
        assert match.game.write(match.rules, match.state, move) == "F8"


def test_where_all_else_loses_for_sure_a_bot_hopes_for_an_escape() -> None:
    """Red will escape whatever Blue does, which may win only if it was given what it fulfills then."""
    red = "A3 B2 B3 B4 B5 C1 D7 D8 E1 E4 E5 E6 E7 E8 G2 G4 G7 H2 H6 I1"
    blue = "A1 A4 A5 B6 C2 C4 C5 C6 D1 D2 D4 F1 F3 F4 F6 G3 G5 G6 H1 I3 I5"
    begun_at = standing(
        red,
        blue,
        to_move=1,
        offer=[3, 6, 7],
        given=[[7, 6], [3, 6]],
        turns=[12, 12],
        placed=[[2, 1, 0], [2, 0]],
        banned=["F2"],
        laid=1,
    )
    for seed in range(3):
        match = begun_at.fork()
        while match.result is None and match.to_act == 1:
            match.play(Thorough().choose(match.view(1), seed))
        assert match.result is not None  # only an escape ends the match within the turn


def test_of_all_cells_a_bot_finds_the_one_that_keeps_the_game() -> None:
    """Blue has placed one piece. Unless the other goes to E7, Red, whose next turn can be played in more
    than 2,000 ways, can be sure of a win."""
    red = "A1 B3 C3 C6 D1 D5 D7 D8 E1 E6 F2 F5 F8 G2 H6 I3"
    blue = "A2 B4 B6 C1 C5 C7 D2 D4 E5 E9 F1 H2 H4 I1 I5"
    match = standing(
        red,
        blue,
        to_move=1,
        offer=[2, 6, 7],
        given=[[7, 2], [2, 7]],
        turns=[10, 10],
        placed=[[0, 2, 2], [2, 2]],
        laid=1,
    )
    for seed in range(6):
        move = Thorough().choose(match.view(1), seed)
        assert match.game.write(match.rules, match.state, move) == "E7"


def test_nobody_escapes_below_even_odds() -> None:
    """Red has placed both pieces. If it escapes, it wins only if it was given win condition 8, the least
    hard one that is offered. A person may overlook the escape that Blue has."""
    red = "A5 B4 B5 C1 C5 C6 D1 D3 D6 E1 E5 E7 F1 G1 H1 H5 I2 I4"
    blue = "A4 B3 C4 C7 D7 E2 E6 E8 E9 F2 F3 F5 G3 G5 H6 I1 I5"
    match = standing(
        red,
        blue,
        to_move=0,
        offer=[3, 7, 8],
        given=[[7, 3], [3, 7]],
        turns=[10, 10],
        placed=[[2, 2], [2, 2, 2]],
        laid=2,
    )
    assert "escape" in match.legal()
    bots = [Thorough(), gk.bot("search:20"), gk.bot("random")]
    for bot in bots:
        chosen = {bot.choose(match.view(0), seed) for seed in range(60, 80)}
        assert [match.game.write(match.rules, match.state, move) for move in chosen] == ["stop"]
    against_the_odds = mistakes("tactical-escape")["escaped against the odds"]
    moves = dict(zip(match.legal(), match.view(0).legal_moves(), strict=True))
    assert against_the_odds(match.view(0), moves["escape"])
    assert not against_the_odds(match.view(0), moves["stop"])


def test_of_many_ways_to_play_a_lost_turn_the_one_with_a_hope_is_found() -> None:
    """Red has nothing left but an escape that it may hope for, once it has placed two of B1, B2, A3
    and A5."""
    red = "A2 B4 B5 C4 C6 D3 D7 E1 E3 F1 F6 G1 H3 H6 I2 I3 I4"
    blue = "A1 A4 C1 C2 C3 D4 E2 E4 E5 E6 F3 F7 G2 G4 G5 G7 H5 I5"
    match = standing(
        red,
        blue,
        to_move=0,
        offer=[2, 5, 6],
        given=[[5, 6], [2, 6]],
        turns=[13, 13],
        placed=[[0, 2], [2, 2, 2]],
    )
    assert thorough_moves(match, range(12)) <= {"B1", "B2", "A3", "A5"}


def test_a_safe_move_that_takes_long_to_prove_is_found() -> None:
    """Red has placed one piece. Wherever it places the other, but for six cells, Blue can be sure of a win;
    and it takes thousands of looks to see that for one cell."""
    red = "A3 B2 B4 B6 C2 C4 D6 E4 F2 F3 F5 F6 G3 H6 I2"
    blue = "A2 A4 D1 D3 D5 E2 E7 E9 F4 G2 G7 H1 H2 H3 I1 I3"
    match = standing(
        red,
        blue,
        to_move=0,
        offer=[3, 8, 11],
        given=[[11, 8], [11, 8]],
        turns=[10, 10],
        placed=[[0, 2], [0, 2, 2]],
        laid=1,
    )
    assert thorough_moves(match, range(6)) <= {"A5", "E1", "F1", "G1", "H4", "I4"}


def test_a_win_that_is_sure_is_found_whatever_the_bot_was_given() -> None:
    """Red wins with D5 and B3, in either order, and an escape, whichever win condition it was given."""
    red = "A2 A3 A4 C1 C3 C4 C5 D2 D4 E4 E6 E9 F5 F6 F8 G1 H1 I5"
    blue = "B2 B5 C2 D1 D3 D8 E2 E5 E8 F4 G2 G3 G7 H4 H6"
    match = standing(
        red,
        blue,
        to_move=0,
        offer=[2, 7, 10],
        given=[[7, 2], [7, 2]],
        turns=[11, 12],
        placed=[[0, 2, 2], [2, 0, 0]],
    )
    assert thorough_moves(match, range(1000)) == {"B3", "D5"}


def thorough_moves(match: gk.Match, seeds: range) -> set[str]:
    """Return the moves that a bot plays for Red with these seeds."""
    engine, bot, state = compiled(match.game), Thorough(), match.view(0).state
    moves = {engine.choose(state, seed, 0, *bot.seat, 0) for seed in seeds}
    return {match.game.write(match.rules, match.state, move) for move in moves}


def standing(red: str, blue: str, to_move: int, turns: list[int], **fields: Any) -> gk.Match:
    """Return a match in which Red and Blue have pieces on these cells."""
    board = dict.fromkeys(red.split(), 0) | dict.fromkeys(blue.split(), 1)
    position = {"board": board, "to_move": to_move, "turns": turns} | fields
    first = to_move if turns[0] == turns[1] else 1 - to_move
    return gk.Match(gk.load("tactical-escape"), position=position, first=first)
