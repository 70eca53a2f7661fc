"""Puzzles: each has one good answer, which a separate search confirms."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.bots import LEVELS
from gamekit.errors import GameWarning
from gamekit.puzzle import KINDS, PROVEN, Proof, Puzzle
from gamekit.storage.record import packed, unpacked
from tests.small_games import connect_four, dice, noughts

PUZZLES = Path(__file__).parents[1] / "website" / "puzzles.json"
GAMES = {
    "noughts": noughts.GAME,
    "connect-four": connect_four.GAME,
    "take-back-toe": gk.load("take-back-toe"),
}


@cache
def found(name: str, seed: int = 1) -> list[Puzzle]:
    return gk.puzzles(GAMES[name], 8, seed=seed)


def rolled(match: gk.Match) -> Iterator[gk.Match]:
    """Yield the match after whatever chance may bring."""
    if match.to_act != gk.CHANCE:
        yield match
        return
    for face in range(match.game.outcomes(match.rules, match.state)):
        after = match.fork()
        after.auto = False
        after.dictate(match.game.write(match.rules, match.state, face))
        yield from rolled(after)


def played(match: gk.Match, turn: str) -> gk.Match:
    after = match.fork()
    after.auto = False
    return after.play(turn)


def can_win(match: gk.Match, player: int) -> bool:
    """Has this player won, or can they win in the turn that is theirs now?"""
    if match.result:
        return match.result.winner == player
    return match.to_act == player and any(
        (result := played(match, turn).result) and result.winner == player for turn in match.turns()
    )


def is_met(kind: str, after: gk.Match, me: int) -> bool:
    if kind == "win":
        return after.result is not None and after.result.winner == me
    if kind == "hold":
        return not any(can_win(each, 1 - me) for each in rolled(after))
    return all(
        can_win(last, me)
        for each in rolled(after)
        for reply in ([None] if each.result else each.turns())
        for last in rolled(each if reply is None else played(each, reply))
    )


@pytest.mark.parametrize("name", GAMES)
def test_what_is_proven_has_one_answer_and_no_other(name: str) -> None:
    proven = [puzzle for puzzle in found(name) if puzzle.kind in PROVEN]
    assert proven
    if name == "take-back-toe":  # where it takes long to try everything: one of each kind
        proven = list({puzzle.kind: puzzle for puzzle in proven}.values())
    for puzzle in proven:
        me, start = puzzle.match.to_act, puzzle.match
        turns = {turn: played(start, turn) for turn in start.turns()}
        good = [turn for turn, after in turns.items() if is_met(puzzle.kind, after, me)]
        ends = {repr(turns[turn].state.values()) for turn in good}
        assert puzzle.solution[0] in good, puzzle
        assert len(ends) == 1, puzzle


@pytest.mark.parametrize(("name", "games"), [("noughts", 6), ("take-back-toe", 1)])
def test_a_reason_for_a_move_holds_when_it_is_tried(name: str, games: int) -> None:
    counts = Counter[str]()
    for match in positions(GAMES[name], games):
        me, legal = match.to_act, dict(zip(match.legal_moves(), match.legal(), strict=True))
        for move in legal:
            after = played(match, legal[move])
            others = {other: f"After {text}" for other, text in legal.items()}
            reason = Proof(match.game, 20_000).reason(match.state, move, others, match.names)
            counts[reason[:5]] += 1
            is_won = after.result is not None and after.result.winner == me
            assert (reason == "It wins at once.") == is_won
            if "could win with" in reason:
                other = reason.removeprefix("After ").partition(",")[0]
                assert any(can_win(each, 1 - me) for each in rolled(played(match, other)))
                assert not any(can_win(each, 1 - me) for each in rolled(after))
    assert set(counts) >= {"After", "", "It wi"}


def positions(game: gk.Game, games: int) -> Iterator[gk.Match]:
    """Yield the positions of some random games in which a player is to move."""
    for seed in range(games):
        match, player = gk.Match(game, seed=seed), gk.bot("random")
        while match.to_act in (0, 1):
            yield match.fork()
            match.play(player.choose(match.view(match.to_act), seed=match.ply))


@pytest.mark.parametrize("name", GAMES)
def test_the_line_of_a_win_in_two_is_played_to_its_end(name: str) -> None:
    for puzzle in found(name):
        if (
            puzzle.kind == "win in two" and name != "take-back-toe"
        ):  # whose dice the line leaves open
            match = puzzle.match.fork()
            for turn in puzzle.solution:
                match.play(turn)
            assert match.result
            assert match.result.winner == puzzle.match.to_act


def test_games_of_ones_own_have_puzzles_of_every_kind_that_they_allow() -> None:
    assert {puzzle.kind for puzzle in found("noughts")} >= {"win", "win in two", "hold"}


def test_a_refusal_is_what_the_rules_say() -> None:
    refusals = gk.puzzles("take-back-toe", 3, kinds=["refusal"])
    assert len({puzzle.solution for puzzle in refusals}) > 1
    for puzzle in refusals:
        refusal = puzzle.match.why_not(puzzle.move)
        assert refusal
        assert puzzle.solution == (refusal.rule,)
        assert refusal.rule in puzzle.choices
        assert len(puzzle.choices) > 1


def test_games_with_secrets_are_asked_for_what_is_best_and_nothing_is_called_proven() -> None:
    puzzles = gk.puzzles("liars-dice", 2, kinds=KINDS)
    assert len(puzzles) == 2
    assert {puzzle.kind for puzzle in puzzles} <= {"best", "refusal"}
    assert all(puzzle.is_proven == (puzzle.kind == "refusal") for puzzle in puzzles)


def test_where_there_is_no_puzzle_a_warning_says_what_it_takes() -> None:
    with pytest.warns(
        GameWarning, match="none in games of A Die .* It takes a move that a rule forbids"
    ):
        assert gk.puzzles(dice.GAME, 1, kinds=["refusal"]) == []


def test_the_same_seed_finds_the_same_puzzles() -> None:
    again = gk.puzzles(GAMES["noughts"], 8, seed=1)
    assert [each.document() for each in again] == [each.document() for each in found("noughts")]
    other = gk.puzzles(GAMES["noughts"], 8, seed=2)
    assert [each.match.history for each in other] != [each.match.history for each in again]


def test_grades_say_how_many_levels_miss_the_answer() -> None:
    graded = [puzzle for puzzle in found("take-back-toe") if puzzle.kind != "refusal"]
    assert graded
    for puzzle in graded:
        missed = sum(share < 0.5 for share in puzzle.found_by.values())
        assert puzzle.grade == 1 + missed
        assert puzzle.found_by.keys() == set(LEVELS)


@pytest.mark.parametrize("name", GAMES)
def test_a_task_is_solved_by_the_answer_and_by_nothing_else(name: str) -> None:
    for puzzle in found(name):
        task = gw.Task(puzzle)
        assert task.shown["task"] == puzzle.text
        assert task.answer(puzzle.solution[0]).is_solved, puzzle
        assert puzzle.why in task.answer(puzzle.solution[0]).text
        if puzzle.kind in PROVEN:
            ends = {repr(played(puzzle.match, turn).state.values()) for turn in task.solutions()}
            assert len(ends) == 1
            wrong = next(turn for turn in puzzle.match.turns() if turn not in task.solutions())
            verdict = task.answer(wrong)
            assert not verdict.is_solved
            assert verdict.text


def test_a_wrong_answer_gets_its_refutation() -> None:
    holds = [puzzle for puzzle in found("noughts") if puzzle.kind == "hold"]
    wrong = next(turn for turn in holds[0].match.turns() if turn != holds[0].solution[0])
    assert "and wins." in gw.Task(holds[0]).answer(wrong).text


def test_the_rules_of_a_refusal_are_offered_to_be_pressed() -> None:
    (puzzle,) = gk.puzzles("take-back-toe", 1, kinds=["refusal"])
    task = gw.Task(puzzle)
    offered = [choice["name"] for choice in task.shown["choices"]]
    assert offered == list(puzzle.choices)
    wrong = next(rule for rule in offered if rule != puzzle.solution[0])
    task.press(wrong)
    assert not task.verdict
    task.press(puzzle.solution[0])
    assert task.verdict


def test_a_puzzle_travels_in_a_link() -> None:
    for puzzle in found("take-back-toe"):
        record, document = unpacked(puzzle.packed())
        again = Puzzle.of(record.match(), document)
        assert again.document() == puzzle.document()
        assert again.text == puzzle.text
        assert gw.Task(again).answer(puzzle.solution[0]).is_solved


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "draw"},
        {"solution": []},
        {"solution": ["A1-Z9"]},
        {"solution": "B2-A2"},
        {"solution": ["x" * 10_000]},
        {"why": None},
        {"choices": ["X-1"], "kind": "refusal"},
    ],
    ids=repr,
)
def test_a_changed_puzzle_is_refused(change: dict[str, object]) -> None:
    puzzle = found("take-back-toe")[0]
    record, document = unpacked(packed(puzzle.match.shared(), {**puzzle.document(), **change}))
    with pytest.raises(gk.BadRecord):
        Puzzle.of(record.match(), document)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"n": 0}, "n=0"),
        ({"level": "wizard"}, "novice"),
        ({"kinds": "win"}, "give a list"),
        ({"kinds": ["draw"]}, "give a list"),
        ({"seed": "x"}, "seed"),
    ],
    ids=repr,
)
def test_impossible_requests_for_puzzles_are_refused_in_a_sentence(
    given: dict[str, object], says: str
) -> None:
    with pytest.raises(gk.GameError, match=says):
        gk.puzzles("take-back-toe", **given)  # type: ignore[arg-type]


def test_every_puzzle_of_the_site_fits_its_position() -> None:
    links = json.loads(PUZZLES.read_text("utf-8"))
    games, kinds = set(), Counter[str]()
    for link in links:
        record, document = unpacked(link)
        puzzle = Puzzle.of(record.match(), document)
        games.add(record.game)
        kinds[puzzle.kind] += 1
        if puzzle.kind != "refusal":
            assert puzzle.meets(puzzle.match, puzzle.solved()) is True
    assert games == {game.name for game in gk.games()}
    assert kinds["refusal"] < len(links) / 2
    assert set(kinds) >= {"win", "hold", "best", "refusal"}
