"""Tasks: how the engine judges answers, the order of hints, what the widget does not give away, and scores."""

from __future__ import annotations

import csv
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit_widgets import goals

WIN = {"A1": 5, "A2": 2, "A4": 5, "B1": 8, "B2": 7, "B4": 1, "C2": 6, "C3": 6}
BANNED = {"A1": 5, "A2": 1, "A3": 5, "A4": 1, "B2": 9, "B3": 6, "B4": 8, "C2": 5}
LADDER = ["Count the fives.", "Fill A2 up.", "From below."]


def position(board: dict[str, int], die: int = 3, **more: object) -> gk.Match:
    return gk.Match("take-back-toe", seed=1, position={"board": board, "die": die, **more})


def win_in_one() -> gw.Task:
    return gw.Task(position(WIN), "Win in one.", goal="win", hints=LADDER)


def banned(goal: str | goals.Goal) -> gw.Task:
    return gw.Task(position(BANNED, die=4, last=["A2", "B2", 4]), "Find it.", goal=goal)


def seen(task: gw.Task) -> str:
    """Return everything that the browser gets."""
    return json.dumps(task.shown)


# --- turns -----------------------------------------------------------------------------------


@pytest.mark.rule("TBT-17")
def test_a_turn_that_meets_the_goal_solves_the_task_by_the_rule_that_ends_the_game() -> None:
    task = win_in_one()
    verdict = task.answer("B2-A2")
    assert verdict
    assert (verdict.rule, "Red wins" in verdict.text) == ("TBT-17", True)
    assert task.shown["prompt"] == "Solved"
    assert (task.shown["message"]["kind"], task.shown["message"]["law"]["id"]) == (
        "solved", "TBT-17",
    )  # fmt: skip


def test_another_legal_turn_is_shown_and_does_not_solve_it() -> None:
    task = win_in_one()
    assert task.answer("B1-A1").text == "That turn is legal, but the task asks for another."
    assert task.shown["message"]["kind"] == "missed"
    assert task.match.state.stacks[0] == 8
    assert task.start.state.stacks[0] == 5


def test_a_refusal_quotes_its_rule_but_offers_no_legal_moves_which_may_be_the_answer() -> None:
    task = win_in_one()
    verdict = task.answer("B1-A2")
    assert (verdict.is_solved, verdict.rule) == (False, "TBT-11")
    assert task.shown["message"]["law"]["id"] == "TBT-11"
    assert task.shown["message"]["legal"] == []
    assert "gk-refused" in task.shown["svg"]


def test_it_is_solved_by_pressing_and_again_brings_the_position_back() -> None:
    task = win_in_one()
    before = task.shown
    task.press("B2")
    task.press("A2")
    assert task.verdict
    task.click("again")
    assert task.verdict is None
    assert task.shown == before


def test_the_next_answer_starts_from_the_position_again() -> None:
    task = win_in_one()
    task.press("B1")
    task.press("A1")
    assert not task.verdict
    task.press("B2")
    assert "gk-pressed" in task.shown["svg"]
    task.press("A2")
    assert task.verdict


def test_a_turn_of_several_moves_is_judged_when_it_is_complete() -> None:
    task = gw.Task(garden(), "Plant.", goal=passed_on)
    task.type("C4 purple ...")
    assert task.verdict is None
    assert task.match.ply == 1
    task.type("stop")
    assert task.verdict


def passed_on(before: gk.Match, after: gk.Match | gk.GameError) -> bool:
    return isinstance(after, gk.Match) and after.to_act != before.to_act


@pytest.mark.parametrize(
    ("action", "what"),
    [("look", 0), ("flag", 0), ("answer", {"first": "1"}), ("notes", {"pad": 0, "text": "x"}),
     ("pad", 0), ("click", "undo"), ("click", "resign")],
)  # fmt: skip
def test_reports_for_tables_mean_nothing_to_a_task(action: str, what: object) -> None:
    task = gw.Task(garden(), "Plant.", goal=passed_on)
    task.type("C4 purple ...")
    match, before = task.match, task.shown
    task._hear(None, {"do": action, "what": what}, [])
    assert (task.match, task.match.ply, task.shown) == (match, 1, before)


def test_the_match_it_was_made_from_stays_as_it_was() -> None:
    match = position(WIN)
    task = gw.Task(match, "Win in one.")
    task.answer("B2-A2")
    assert (match.ply, match.result) == (0, None)


# --- goals -----------------------------------------------------------------------------------


def test_the_solutions_are_found_by_trying_every_turn() -> None:
    assert win_in_one().solutions() == ["B2-A2"]
    assert set(banned("win").solutions()) == {"A1-B1", "A3-B3", "B4-A4"}
    assert all(banned("win").answer(turn) for turn in ("A1-B1", "A3-B3", "B4-A4"))


def test_losing_on_the_spot() -> None:
    board = {"A1": 6, "A2": 1, "B2": 7, "B3": 9, "B4": 3, "C1": 6, "C2": 4, "C4": 4}
    task = gw.Task(position(board, die=2), "Lose.", goal="lose")
    assert task.solutions() == ["C1-B1"]
    assert "Green wins" in task.answer("C1-B1").text


@pytest.mark.rule("TBT-12")
def test_a_forbidden_move_is_the_answer_only_by_the_rule_that_was_asked_for() -> None:
    task = banned(goals.refused("TBT-12"))
    assert task.solutions() == ["B2-A2"]
    task.press("B2")
    task.press("A2")
    assert task.verdict
    assert task.shown["message"]["law"]["id"] == "TBT-12"
    assert task.answer("B2-A1").text.endswith("But the task asks for another rule.")
    assert task.answer("B2-C2").text == "No rule forbids that."


def test_a_press_that_is_refused_at_once_is_an_answer() -> None:
    task = gw.Task(position(WIN), "Find a stack that is too small.", goal=goals.refused("TBT-9"))
    task.press("B4")
    assert task.verdict


def tic_tac_toe() -> gk.Match:
    """Nine cells, placing only; A2 would threaten both A3 and C2, and one tile cannot block two."""
    game = gk.load("sliding-tic-tac-toe").with_(
        size=3, line=3, tiles=5, sliding="no", stop_at=0, neutral="none"
    )
    match = gk.Match(game, seed=1)
    for turn in ("A1", "C3", "B2", "B1"):
        match.play(turn)
    return match


def can_win(match: gk.Match, player: int) -> bool:
    return any(
        (result := match.fork().play(turn).result) and result.winner == player
        for turn in match.turns()
    )


def rolls_that_win(match: gk.Match) -> int:
    """Return how many faces of the die let the player who rolls it win at once."""
    thrown = [match.fork().dictate(die) for die in range(1, 7)]
    return sum(not each.result and can_win(each, each.to_act) for each in thrown)


def test_exact_odds_are_those_of_counting_rolls() -> None:
    board = {"A1": 17, "B1": 3, "B4": 10, "C1": 3, "C2": 3, "C3": 4}
    match = gk.Match("take-back-toe", seed=1, auto=False, position={"board": board, "to_move": 1})
    winning = rolls_that_win(match)
    assert 0 < winning < 6
    assert goals.score(match, 1, 0) == Fraction(1, 2)
    assert goals.score(match, 1, 1) == Fraction(1, 2) + Fraction(1, 2) * Fraction(winning, 6)


def test_odds_of_a_game_with_secrets_are_refused() -> None:
    with pytest.raises(gk.GameError, match="secrets"):
        goals.score(gk.Match("liars-dice", seed=1), 0, 1)


def garden() -> gk.Match:
    """A row of five purple flowers, the last one just planted, holds two equal fields of four."""
    row = dict.fromkeys(("D2", "D3", "D4", "D5", "D6"), "P")
    game = gk.load("flower-field").with_(colours=1, size=7)
    return gk.Match(game, seed=1, position={"board": row, "recent": ["D6"]})


def test_a_challenge_succeeds_where_the_opponent_pays() -> None:
    task = gw.Task(garden(), "Catch it.", goal=goals.challenge("lives"))
    assert task.answer("challenge D2 D3 D4 D5 / D3 D4 D5 D6")
    assert not task.answer("C4 purple")


def test_a_challenge_that_fails_ends_the_attempt_although_the_turn_goes_on() -> None:
    row = dict.fromkeys(("D2", "D3", "D4", "D5"), "P") | {"C5": "P"}
    match = gk.Match("flower-field", seed=1, position={"board": row, "recent": ["C5"]})
    task = gw.Task(match, "Catch it.", goal=goals.challenge("lives"))
    assert task.answer("challenge D2 D3 D4 D5 / D3 D4 D5 C5").text == "The challenge fails."
    assert task.shown["message"]["kind"] == "missed"


# --- other answers ---------------------------------------------------------------------------


def test_a_number_is_compared_with_what_the_engine_finds() -> None:
    match = position(WIN)
    task = gw.Task(match, "How many?", goals.Value(lambda match: len(match.legal_moves())))
    right = len(match.legal())
    assert task.solutions() == [str(right)]
    assert task.answer(right)
    assert not task.answer(right + 1)
    task.press("B2")
    assert "Your answer" in task.shown["message"]["text"]
    task.type(f" {right} ")
    assert task.verdict


def test_a_task_about_a_number_offers_no_move() -> None:
    task = gw.Task(gk.Match("liars-dice", seed=1), "How many?", goals.Value(lambda match: 1))
    assert "Claim" not in [choice["label"] for choice in task.shown["choices"]]


def test_nonsense_is_refused_with_what_is_meant() -> None:
    with pytest.raises(gk.GameError, match="'win' or 'lose'"):
        gw.Task(position(WIN), "Win.", goal="winn")
    with pytest.raises(gk.GameError, match="list of sentences"):
        gw.Task(position(WIN), "Win.", hints="Think.")
    with pytest.raises(gk.GameError, match="a player is to move"):
        gw.Task(gk.Match("take-back-toe", auto=False), "Win.")
    with pytest.raises(gk.GameError, match="give a function of two arguments"):
        gw.Task(position(WIN), "Win.", goal=lambda match: True)  # type: ignore[arg-type]
    with pytest.raises(gk.GameError, match="give a function of one argument"):
        goals.Value(lambda: 1)  # type: ignore[arg-type]


def test_a_goal_that_fails_is_told_on_the_page() -> None:
    task = gw.Task(position(WIN), "Win.", goal=lambda before, after: 1 / 0)  # type: ignore[arg-type]
    with pytest.raises(ZeroDivisionError):
        task._hear(None, {"do": "type", "what": "B2-A2"}, [])
    assert task.shown["message"]["text"] == "That failed: division by zero"


# --- hints, and what is not given away -------------------------------------------------------


def test_each_hint_shows_one_more_rung_and_the_rest_is_not_in_the_browser() -> None:
    task = win_in_one()
    assert not any(rung in seen(task) for rung in LADDER)
    for count in range(1, 4):
        task.click("hint")
        assert task.shown["rungs"] == LADDER[:count]
        assert task.shown["message"]["text"] == f"Hint: {LADDER[count - 1]}", "in sight on a phone"
        assert not any(rung in seen(task) for rung in LADDER[count:])
    task.click("hint")
    assert task.shown["message"]["text"] == "That was the last hint."
    assert task.shown["message"]["kind"] != "refusal"
    task.click("again")
    assert task.shown["rungs"] == LADDER, "what was read stays readable"


def test_nothing_on_the_page_gives_the_answer_away() -> None:
    task = win_in_one()
    assert "B2-A2" not in seen(task)
    assert "B2-A2" not in json.dumps(task._repr_mimebundle_()[0])


def test_a_saved_task_shows_the_question_but_no_answer() -> None:
    task = win_in_one()
    saved = task._repr_mimebundle_()[0]
    task.answer("B2-A2")
    again = task._repr_mimebundle_()[0]
    for kind in ("text/plain", "text/html"):
        assert again[kind] == saved[kind]
    assert saved["text/plain"].startswith("Win in one.\n    1    2")
    assert str(saved["text/html"]).startswith("<p><b>Win in one.</b></p><img ")
    folded = re.findall("<details[^>]*><summary>(.*?)</summary>(.*?)</details>", saved["text/html"])
    assert folded == [(f"Hint {number}", hint) for number, hint in enumerate(LADDER, 1)]


def test_a_secret_of_the_opponent_is_not_in_the_browser() -> None:
    shown = []
    for others in ("1,1,1,1", "6,5,5,2"):
        match = gk.Match("liars-dice", seed=1, auto=False).dictate(f"3,3,4,5,{others}")
        task = gw.Task(match, "Win.", hints=LADDER)
        saved = task._repr_mimebundle_()[0]
        shown.append((task.shown, saved["text/html"], saved["text/plain"]))
    assert shown[0] == shown[1]
    assert "5" in shown[0][0]["svg"]
    assert "3 3 4 5" in str(shown[0][2]), "who is asked sees their own dice on a saved page, too"


def task(report: object, text: str = "Win in one.") -> gw.Task:
    return gw.Task(position(WIN), text, hints=LADDER, report=report)  # type: ignore[arg-type]


def test_tries_hints_and_success_are_noted_until_it_is_solved() -> None:
    sheet = gw.Sheet("Ann")
    one = task(sheet)
    one.answer("B1-A1")
    one.answer("B1-C2")  # refused, so it is no try
    one.click("hint")
    one.answer("B2-A2")
    one.answer("B1-A1")  # playing on no longer counts
    task(sheet, "Another.")
    first, second = sheet.rows()
    assert first[:4] == ("Ann", "Win in one.", "2", "1")
    assert first[4].isdigit()
    assert first[5] == "yes"
    assert second == ("Ann", "Another.", "0", "0", "", "no")
    assert 'download="scores.csv"' in sheet._repr_html_()


def test_a_file_keeps_the_rows_of_others(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    for name in ("Ann", "=Bo", "=Bo"):
        task(gw.Sheet(name, path)).answer("B2-A2")
    task(gw.Sheet("Ann", path)).answer("B1-A1")
    rows = list(csv.reader(path.read_text().splitlines()))
    assert [(row[0], row[5]) for row in rows[1:]] == [("'=Bo", "yes"), ("Ann", "no")]
    task(tmp_path / "mine.csv").answer("B2-A2")
    assert (tmp_path / "mine.csv").read_text().startswith("name,task,tries,hints,seconds,solved")


def test_rows_that_a_spreadsheet_saved_stay(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    task(gw.Sheet("Zoë", path)).answer("B2-A2")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n") + b"\r\n")
    task(gw.Sheet("Bo", path)).answer("B2-A2")
    rows = list(csv.reader(path.read_text("utf-8").splitlines()))
    assert [row[0] for row in rows] == ["name", "Zoë", "Bo"]


@pytest.mark.parametrize(
    "content", [b"name\xff\xfe", b'"' + b"x" * 200_000 + b'"', b"x" * 17_000_000, b"\0"]
)
def test_a_file_that_is_no_sheet_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "scores.csv"
    path.write_bytes(content)
    with pytest.raises(gk.GameError, match=r"scores.csv (cannot be read|holds something other)"):
        task(path).answer("B2-A2")
    assert path.read_bytes() == content
    for nowhere in (tmp_path, tmp_path / "missing" / "scores.csv"):
        with pytest.raises(gk.GameError, match="name a file in a folder that exists"):
            task(nowhere)


def test_another_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann,")
    with pytest.raises(gk.GameError, match="something other than scores"):
        task(path).answer("B2-A2")
    assert path.read_text() == "Dear Ann,"
    with pytest.raises(gk.GameError, match="or the path of a CSV file"):
        task(3)
