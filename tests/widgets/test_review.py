"""Looking back at a match: reliable signs, the better move on the board, and another try."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest

import gamekit as gk
from gamekit.bots.coach import Estimate, Lesson
from gamekit_widgets import Table
from gamekit_widgets.table import advice as advising
from tests.small_games import stakes

PEOPLE = ("human", "human")
ROWS = ["XXXX..", "......", "OOO...", "O.....", "......", "......"]


def looked_back(match: gk.Match) -> Table:
    """Return a table after a complete look back."""
    table = Table(match, seats=PEOPLE, journal=False)
    table.click("back")
    for _ in range(1000):
        if not table.shown["thinks_on"]:
            return table
        table.hear({"do": "think", "what": ""})
    raise AssertionError("it looks back for ever")


def missed_win() -> gk.Match:
    """Cross could win with A5, played F6, and lost."""
    position = {"rows": ROWS, "to_move": 0, "turns": [6, 6]}
    match = gk.Match("sliding-tic-tac-toe", seed=1, position=position)
    return match.play("F6").resign(0)


def trails(table: Table) -> list[str]:
    return re.findall(r'gk-trail gk-(\w+)"', str(table.shown["svg"]))


def test_a_blunder_is_marked_with_the_better_move() -> None:
    table = looked_back(missed_win())
    first = table.shown["moves"][0]
    assert (first["sign"], first["look"]) == ("??", 0)
    assert table.shown["at"] == 0, "it opens there"
    assert table.shown["prompt"] == "The only turn is marked"
    told = table.shown["message"]["text"]
    judged = re.fullmatch(
        r"Turn 1, Cross’s move\. Cross chose to place a tile on F6 \((\d+)% to win\); "
        r"the coach would place a tile on A5 \((\d+)%\)\. It wins at once\.",
        told,
    )
    assert judged
    assert int(judged[1]) < int(judged[2]) == 100
    assert table.shown["message"]["marks"] == [
        ("played", "Cross chose to place a tile on F6"),
        ("better", "the coach would place a tile on A5"),
    ]
    assert table.shown["outcome"] == ""
    table.click("latest")
    assert table.shown["message"]["text"].startswith("1 blunder")
    table.look(0)
    assert first["better"] == "place a tile on A5"
    assert trails(table) == ["played", "better"]
    assert table.shown["choices"] == []


@pytest.mark.parametrize("looks_at", [None, 2])
def test_it_shows_a_marked_turn_in_the_end_unless_somebody_looks_elsewhere(
    monkeypatch: pytest.MonkeyPatch, looks_at: int | None
) -> None:
    """A closer look may find that another decision than the one that it opened was the mistake."""
    match = gk.Match("take-back-toe", seed=2, auto=False)
    match.dictate("4").play("B2-A2").dictate("3").play("B3-C3").dictate("3").play("B1-A1").resign(1)
    made = [entry for entry in match.history if entry.player in (0, 1)]

    def judged(*gained: Estimate) -> Iterator[Lesson]:
        for ply, (entry, better) in enumerate(zip(made, gained, strict=True)):
            other = next(move for move in match.fork().goto(ply).legal() if move != entry.text)
            yield Lesson(ply, ply + 1, entry.player, entry.text, other, better, None)

    def looks(*_: object) -> Iterator[Lesson]:
        yield from judged((0.2, -0.1, 0.5), (0.1, -0.1, 0.3), (0, 0, 0))
        time.sleep(2 * advising.PART)  # what has been found is shown
        yield from judged((0, -0.1, 0.1), (0.3, 0.2, 0.4), (0, 0, 0))

    monkeypatch.setattr(advising, "look_back", looks)
    table = Table(match, seats=PEOPLE, journal=False)
    table.click("back")
    while table.shown["at"] == match.ply:
        table.hear({"do": "think", "what": ""})
    opened = table.shown["at"]
    if looks_at is not None:
        table.look(looks_at)
    while table.shown["thinks_on"]:
        table.hear({"do": "think", "what": ""})
    assert (opened, table.shown["at"]) == (0, 1 if looks_at is None else looks_at)


def test_the_arrow_of_the_move_before_is_not_under_those_of_a_comparison() -> None:
    match = gk.Match("take-back-toe", seed=2, auto=False)
    match.dictate("4").play("B2-A2").dictate("3").play("B3-C3").resign(0)
    table = looked_back(match)
    table.look(table.shown["moves"][1]["look"])
    assert "played" in trails(table)
    assert "gk-arrow" not in str(table.shown["svg"])
    table.click("latest")
    assert "gk-arrow" in str(table.shown["svg"])


def test_a_look_back_addresses_the_person() -> None:
    table = Table(missed_win(), seats=("human", "club"), journal=False)
    table.click("back")
    while table.shown["thinks_on"]:
        table.hear({"do": "think", "what": ""})
    assert table.shown["prompt"] == "Your only turn is marked"
    told = table.shown["message"]["text"]
    assert told.startswith("Turn 1, your move. You chose to place a tile on F6 (")


def test_a_look_back_says_how_the_opponent_could_win_after_the_played_move() -> None:
    """With E6 and A1 to E1, Nought needs one more tile in row 1."""
    rows = ["OOOO..", "......", "XXX...", "X.....", "......", "......"]
    position = {"rows": rows, "to_move": 0, "turns": [6, 6]}
    match = gk.Match("sliding-tic-tac-toe", seed=1, position=position)
    table = looked_back(match.play("F6").resign(0))
    table.look(0)
    told = table.shown["message"]["text"]
    assert re.search(r" After F6(, .*)?, Nought could win with A5", told), told
    reply = re.findall(r"could win with (.*)\.", told)[0]
    turn = re.findall(r"After (.*), Nought could", told)[0]
    after = gk.Match("sliding-tic-tac-toe", seed=1, position=position).play(turn).play(reply)
    assert after.result
    assert after.result.winner == 1


def test_a_button_that_was_played_is_marked() -> None:
    match = gk.Match("liars-dice", seed=1)
    match.play(match.legal_moves()[0]).play("challenge")
    table = looked_back(match.resign(0))
    table.look(1)
    (choice,) = table.shown["choices"]
    assert (choice["name"], choice["label"]) == ("challenge", "Played: Challenge")
    assert choice["state"] == "played"


def looking_back() -> Table:
    """Return a table where somebody begins to look back at a match of six moves."""
    match = gk.Match("take-back-toe", seed=2).play("B1-A1")
    while match.ply < 6:
        match.play(match.legal_moves()[0])
    table = Table(match.resign(1), seats=PEOPLE, journal=False)
    table.click("back")
    return table


def test_it_opens_at_the_decision_that_seems_worst_and_stays_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every decision has its point on the line by then; a closer look comes after that."""
    monkeypatch.setattr(advising, "PART", 0.001)
    monkeypatch.setattr(advising, "EARLY", 2)
    monkeypatch.setattr(advising, "GAMES", 4)
    table = looking_back()
    opened = set[int]()
    while table.shown["thinks_on"]:
        if table.shown["at"] < 6:
            opened.add(table.shown["at"])
            assert len(table.shown["chances"]) == 7, "the result too"
            assert table.shown["prompt"].endswith((" so far", " …"))
        table.hear({"do": "think", "what": ""})
    assert opened == {table.shown["at"]}
    assert not table.shown["prompt"].endswith((" so far", " …"))


def test_it_reports_its_progress_and_its_findings_are_usable_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(advising, "PART", 0.001)
    table = looking_back()
    while "1 of 6 decisions" not in table.shown["message"]["text"]:
        table.hear({"do": "think", "what": ""})
    assert table.shown["message"]["text"] == "Looking back: 1 of 6 decisions …"
    (judged,) = (move for move in table.shown["moves"] if "look" in move)
    table.look(judged["look"])
    assert "chose to move" in table.shown["message"]["text"]
    assert table.shown["thinks_on"]
    table.click("here")
    assert (table.match.ply, table.match.to_act, table.shown["thinks_on"]) == (0, 0, 0)


def test_a_page_hears_of_each_thought_even_if_it_found_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(advising, "PART", 0.001)  # shorter than any decision takes
    table = Table(missed_win(), seats=PEOPLE, journal=False)
    table.click("back")
    heard: list[object] = []
    table.observe(heard.append, "shown")
    for thoughts in range(1, 4):
        table.hear({"do": "think", "what": ""})
        assert len(heard) == thoughts, "otherwise the page never asks again"


def test_the_line_shows_the_chance_of_one_player_decision_by_decision() -> None:
    match = gk.Match("take-back-toe", seed=7)
    while match.ply < 6:
        match.play(match.legal_moves()[0])
    table = looked_back(match.resign(1))
    chances = table.shown["chances"]
    assert [chance["ply"] for chance in chances] == list(range(7))
    assert all(0 <= each["low"] <= each["value"] <= each["high"] <= 1 for each in chances)
    assert all(each["said"] == f"{100 * each['value']:.0f}%" for each in chances)
    assert table.shown["scale"] == ["100%", "50%", "0%"]
    assert [chances[-1][part] for part in ("value", "low", "high")] == [1, 1, 1], "the result"


def test_in_a_game_with_payoffs_the_line_shows_the_expected_payoff() -> None:
    """Player 1 called with the lowest card of three, which surely loses two chips instead of one."""
    match = gk.Match(stakes.GAME, seed=0, auto=False)
    match.dictate("K,J")
    shown = looked_back(match.play("2").play("1")).shown
    assert shown["whose"] == "Player 0’s expected chips"
    assert shown["scale"] == ["+2.0", "0", "-2.0"]
    last = shown["chances"][-1]
    assert (last["said"], last["value"]) == ("+2.0", 1)
    assert "%" not in str(shown["message"]["text"])


def test_a_good_move_gets_no_sign() -> None:
    position = {"rows": ROWS, "to_move": 0, "turns": [6, 6]}
    match = gk.Match("sliding-tic-tac-toe", seed=1, position=position).play("A5")
    table = looked_back(match)
    assert table.shown["moves"][0]["sign"] == ""
    assert table.shown["prompt"] == "No mistake found in the only turn"
    assert table.shown["at"] == sorted(chance["ply"] for chance in table.shown["chances"])[-2]
    table.look(0)
    told = table.shown["message"]["text"]
    assert told == "Cross chose to place a tile on A5 (about 100% to win); so would the coach."
    assert trails(table) == ["played"]


def test_trying_again_is_a_task_under_the_same_dice_and_keeps_the_match() -> None:
    match = missed_win()
    table = looked_back(match)
    table.look(0)
    table.click("here")
    told = "Find something better than: place a tile on F6. The dice will fall as they did."
    assert table.shown["message"]["text"] == told
    assert (table.match.ply, table.match.seed, match.ply) == (0, match.seed, 2)
    table.type("A5")
    assert table.match.result
    assert table.match.result.winner == 0


def test_a_bid_that_is_too_high_is_marked() -> None:
    match, bot = gk.Match("tic-tac-toe-evolved", seed=3), gk.bot("greedy")
    while not any(move.startswith("bid ") for move in match.legal()):
        match.play(int(bot.choose(match.view(match.to_act), seed=match.ply)))
    ply, highest = match.ply, match.legal()[-1]
    assert (match.to_act, highest) == (0, "bid 4")
    table = looked_back(match.play(highest).resign(1))
    (turn,) = (move for move in table.shown["moves"] if move.get("look") == ply)
    assert turn["sign"]
    assert turn["better"].startswith("bid ")
