"""Questions in JupyterLab, in a real browser: a task solved, missed, refused, hinted; a guess."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.bare import BarePage
from tests.browser.lab import Notebook
from tests.browser.test_access import DESK_AND_PHONE, violations

pytestmark = pytest.mark.browser

Open = Callable[..., Notebook]

TASK = """\
import gamekit as gk, gamekit_widgets as gw
board = {"A1": 5, "A2": 2, "A4": 5, "B1": 8, "B2": 7, "B4": 1, "C2": 6, "C3": 6}
match = gk.Match("take-back-toe", seed=1, position={"board": board, "die": 3})
gw.Task(match, "Win in one.", hints=["Count the fives in row A.", "Fill A2 up to five."])"""

GUESS = """\
import gamekit_widgets as gw
runs = 0
gw.Guess("How many?", "one", choices=["one", "two"])"""

REFUSED = """\
import gamekit as gk, gamekit_widgets as gw
board = {"A1": 5, "A2": 1, "A3": 5, "A4": 1, "B2": 9, "B3": 6, "B4": 8, "C2": 5}
match = gk.Match("take-back-toe", position={"board": board, "die": 4, "last": ["A2", "B2", 4]})
gw.Task(match, "Find a move that TBT-12 forbids.", goal=gw.goals.refused("TBT-12"))"""
IS_WHOLE = """said => said.scrollHeight <= said.clientHeight + 1 &&
    said.getBoundingClientRect().bottom <= said.closest(".gk-strip").getBoundingClientRect().bottom"""

SLIDER = """\
import gamekit_widgets as gw
gw.Guess("How many?", 5, low=0, high=10)"""


def test_a_task_is_missed_refused_hinted_and_solved_by_pointer(notebook: Open) -> None:
    book = notebook(TASK)
    expect(book.table.locator(".gk-task")).to_have_text("Win in one.")
    rungs = book.table.locator(".gk-rungs li")
    expect(rungs).to_have_count(0)
    book.cell("B1").click()
    book.cell("A2").click()
    expect(book.rule().locator("strong")).to_have_text("TBT-11 No diagonals")
    expect(book.table.locator(".gk-legal")).to_have_count(0)
    book.cell("A1").click()
    expect(book.message).to_have_text("That turn is legal, but the task asks for another.")
    book.button("Hint").click()
    expect(rungs).to_have_text(["Count the fives in row A."])
    book.button("Hint").press("Enter")
    expect(rungs).to_have_count(2)
    book.button("Again").click()
    expect(book.cell("A1")).to_have_attribute("aria-label", re.compile("A1, stack of 5,"))
    book.cell("B2").click()
    book.cell("A2").click()
    expect(book.prompt).to_have_text("Solved")
    expect(book.rule().locator("strong")).to_have_text(re.compile("TBT-17 "))


def test_a_task_is_solved_by_keyboard_and_by_typing(notebook: Open) -> None:
    book = notebook(TASK)
    book.cell("B2").focus()
    book.page.keyboard.press("Enter")
    expect(book.table.locator(".gk-pressed")).to_have_count(1)
    book.page.keyboard.press("ArrowUp")
    book.page.keyboard.press("Space")
    expect(book.prompt).to_have_text("Solved")
    line = book.table.get_by_label("Type a move")
    line.fill("B1-A1")
    book.button("Answer").click()
    expect(book.prompt).to_have_text("That does not solve it")
    line.fill("B2-A2")
    line.press("Enter")
    expect(book.prompt).to_have_text("Solved")


@pytest.mark.parametrize("by", ["pointer", "keyboard"])
def test_shift_enter_runs_the_next_cell_after_a_guess(notebook: Open, by: str) -> None:
    book = notebook(GUESS, 'runs += 1\nprint("run", runs)')
    choice, guess = book.table.get_by_label("one"), book.button("That is my guess")
    if by == "pointer":
        choice.click()
        guess.click()
    else:
        choice.press("Space")
        guess.press("Enter")
    expect(book.table).to_contain_text("Right.")
    book.page.keyboard.press("Shift+Enter")
    expect(book.page.get_by_text("run 2", exact=True)).to_be_visible()
    expect(book.table).to_contain_text("Right.")  # it was not asked anew


@pytest.mark.parametrize("question", [GUESS, SLIDER], ids=["choice", "slider"])
def test_a_guess_stays_in_its_place_when_it_is_answered(notebook: Open, question: str) -> None:
    book = notebook("#\n" * 30, question, "#\n" * 30)
    asked, guess = book.table.locator(".gk-question"), book.button("That is my guess")
    guess.scroll_into_view_if_needed()
    if question == GUESS:
        guess.click(force=True)
        expect(book.table).to_contain_text("Choose one first.")
        book.table.get_by_label("one").click()
        expect(book.table).not_to_contain_text("Choose one first.")
    before = asked.bounding_box()
    guess.click()
    expect(book.table).to_contain_text("You said")
    book.page.wait_for_timeout(300)  # anchored scrolling follows
    after = asked.bounding_box()
    assert before
    assert after
    assert after["y"] == pytest.approx(before["y"], abs=2)


SHADOW = "panel => panel.parentElement.attachShadow({ mode: 'open' }).append(panel)"


@pytest.mark.parametrize("is_in_a_shadow", [False, True], ids=["page", "shadow"])
def test_the_focus_stays_at_a_guess_outside_jupyterlab(
    bare: Callable[..., BarePage], is_in_a_shadow: bool
) -> None:
    book = bare(GUESS)
    if is_in_a_shadow:
        book.table.evaluate(SHADOW)
    book.table.get_by_label("one").press("Space")
    book.button("That is my guess").press("Enter")
    expect(book.table).to_contain_text("Right.")
    expect(book.table).to_be_focused()


@pytest.mark.parametrize(
    ("cell", "touched"),
    [
        ('gw.Table(gk.Match("take-back-toe", seed=1), seats=("human", "human"))', "[data-cell=B2]"),
        ('gw.Table(gk.Match("take-back-toe", seed=1), seats=("human", "human"))', ".gk-prompt"),
        ('gw.Guess("How many?", 5, low=0, high=10)', ".gk [type=range]"),
        ('gw.Guess("How many?", 5, low=0, high=10)', ".gk-question"),
        ('gw.Room("take-back-toe")', ".gk-wall .gk-title"),
        ('gw.Lab("take-back-toe", games=20)', ".gk-lab .gk-caption"),
        ('gw.Dial("Dice", {1: 0.5, 2: 0.7}, told="Score")', ".gk-dial label"),
        ('gw.Dial("Dice", {1: 0.5, 2: 0.7}, told="Score")', ".gk-dial"),
    ],
    ids=["cell", "table", "slider", "guess", "wall", "lab", "dial", "beside the dial"],
)
def test_shift_enter_runs_the_next_cell_after_a_press(
    notebook: Open, cell: str, touched: str
) -> None:
    made = f"import gamekit as gk, gamekit_widgets as gw\nruns = 0\n{cell}"
    book = notebook(made, 'runs += 1\nprint("run", runs)', SLIDER)
    book.page.locator(touched).first.click()
    book.page.keyboard.press("Shift+Enter")
    expect(book.page.get_by_text("run 2", exact=True)).to_be_visible()


@pytest.mark.parametrize("is_made", [False, True], ids=["not yet", "guessed"])
def test_a_result_is_folded_until_the_guess_is_made(notebook: Open, is_made: bool) -> None:
    made = GUESS.replace("gw.Guess", "guess = gw.Guess")
    guessed = 'guess.guess("one")\nguess' if is_made else "guess"
    book = notebook(f"{made}\n{guessed}", 'gw.after_guess()\nprint("the answer")\n"more of it"')
    answer, more = (
        book.page.get_by_text(words, exact=True) for words in ("the answer", "'more of it'")
    )
    fold = book.page.get_by_text("Show the result", exact=True)
    expect(fold).to_be_visible()
    expect(answer).to_be_visible(visible=is_made)
    expect(more).to_be_visible(visible=is_made)
    fold.click()
    expect(answer).to_be_visible(visible=not is_made)
    expect(more).to_be_visible(visible=not is_made)


def test_a_closed_fold_shows_how_far_its_cell_is(notebook: Open) -> None:
    runs = 'from gamekit.progress import Notice\nNotice().say("5 of 9 games", 5, 9)'
    book = notebook(GUESS, f'gw.after_guess()\nprint("the answer")\n{runs}')
    expect(book.page.locator(".jp-OutputArea progress")).to_be_visible()
    expect(book.page.get_by_text("the answer", exact=True)).to_be_hidden()


def test_a_choice_in_one_guess_leaves_that_in_another(notebook: Open) -> None:
    book = notebook(GUESS, GUESS)
    groups = book.page.get_by_role("radiogroup", name="How many?")
    first, second = (groups.nth(n).get_by_label("one") for n in range(2))
    first.check()
    second.check()
    expect(first).to_be_checked()


def test_a_slider_takes_every_step_of_quick_keys(notebook: Open) -> None:
    book = notebook(SLIDER)
    slider = book.table.get_by_role("slider")
    slider.focus()
    for _ in range(30):
        book.page.keyboard.press("ArrowLeft", delay=20)
    expect(slider).to_have_value("20")
    book.button("That is my guess").click()
    expect(book.table).to_contain_text("You said 2.0.")


def test_a_phone_shows_the_whole_verdict_beside_more(notebook: Open) -> None:
    book = notebook(REFUSED, width=360, height=800)
    book.cell("B2").click()
    book.cell("A2").click()
    expect(book.prompt).to_have_text("Solved")
    expect(book.button("More")).to_be_visible()
    assert book.message.evaluate(IS_WHOLE)


@DESK_AND_PHONE
def test_axe_finds_no_violation_in_a_task(notebook: Open, width: int, dark: bool) -> None:
    book = notebook(TASK, dark=dark, width=width, height=800)
    book.button("Hint").click()
    expect(book.table.locator(".gk-rungs li")).to_have_count(1)
    book.cell("A1").click()
    book.cell("A2").click()
    expect(book.message).to_be_visible()
    assert violations(book.page) == [], "missed"
    book.cell("B2").click()
    book.cell("A2").click()
    expect(book.prompt).to_have_text("Solved")
    assert violations(book.page) == [], "solved"
    assert book.table.evaluate("table => table.getBoundingClientRect().right <= innerWidth")
