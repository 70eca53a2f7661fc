"""Take-Back-Toe at a table in JupyterLab, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import gamekit as gk
from tests.browser.bare import BarePage
from tests.browser.lab import EXECUTE, PANEL, Lab, Notebook

pytestmark = pytest.mark.browser

Open = Callable[..., Notebook]

GAME = """\
import gamekit as gk, gamekit_widgets as gw
match = gk.Match("take-back-toe", seed={seed})
table = gw.Table(match, seats={seats}, open={open})
table"""

# The die shows 4; A1 is too small for it, and Green has just moved four pieces from B2 to A2.
SCENE = """\
import gamekit as gk, gamekit_widgets as gw
board = {"A1": 1, "A2": 4, "B1": 9, "B2": 6, "B3": 10, "B4": 10}
match = gk.Match("take-back-toe", seed=7,
                 position={"board": board, "die": 4, "last": ["B2", "A2", 4]})
table = gw.Table(match, seats=("human", "human"), open=True)
table"""


TASK = 'gw.Task(match, "Win in one.", goal="win")'


def table(seed: int = 7, seats: tuple[str, str] = ("human", "human"), open: bool = False) -> str:
    """A notebook cell with a table."""
    return GAME.format(seed=seed, seats=seats, open=open)


def make_a_move(book: Notebook) -> None:
    """Use the mouse on the first stack that can move, and the last cell it can move to."""
    book.cell(book.next_cells()[0]).click()
    expect(book.table.locator(".gk-pressed")).to_have_count(1)
    book.cell(book.next_cells()[-1]).click()


def test_a_whole_game_is_played_by_mouse(notebook: Open) -> None:
    book = notebook(table(seed=3, seats=("human", "random")))
    for _ in range(40):
        made = book.moves.count()
        make_a_move(book)
        expect(book.moves).not_to_have_count(made)
        # The bot has answered when it is a person's turn again, or the game is over.
        expect(book.prompt).to_have_text(re.compile("Red rolled|You (win|lose)"))
        if "Red rolled" not in book.prompt.inner_text():
            break
    ending = book.table.locator(".gk-ending")
    expect(ending).to_have_text(re.compile("Rule: .* wins"))
    assert ending.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"), "all can be read"
    assert book.next_cells() == []
    expect(book.button("Play again")).to_be_visible()


def focused(page: Page) -> str | None:
    """The label of the focused cell."""
    label: str | None = page.evaluate("document.activeElement?.dataset?.cell ?? null")
    return label


def test_a_typed_move_is_played_or_explained(notebook: Open) -> None:
    book = notebook(SCENE)
    line = book.table.get_by_label("Type a move")
    line.fill("A2-B2")
    line.press("Enter")
    expect(book.rule()).to_contain_text("TBT-12")
    expect(line).to_have_value("A2-B2")
    book.table.locator(".gk-legal").get_by_role("button").first.click()
    expect(book.moves).to_have_count(1)
    expect(line).to_have_value("")


def test_the_move_list_rewinds_and_comes_back(notebook: Open) -> None:
    book = notebook(table(seed=1, open=True))
    for made in range(3):
        make_a_move(book)
        expect(book.moves).to_have_count(made + 1)
    now = book.says()
    book.button("First board").click()
    expect(book.prompt).to_have_text("The board after the start")
    assert book.says()["B1"] == "B1, stack of 10"
    book.moves.nth(1).get_by_role("button").click()
    expect(book.prompt).to_have_text("The board after turn 2 of 3")
    book.button("Last board").click()
    expect(book.prompt).to_contain_text("rolled")
    assert book.says() == now
    book.button("Undo").click()
    expect(book.table.locator(".gk-undone")).to_have_count(1)
    book.button("Redo").click()
    expect(book.table.locator(".gk-undone")).to_have_count(0)
    assert book.says() == now


def test_a_roll_is_not_taken_back_and_the_button_says_why(notebook: Open) -> None:
    book = notebook(table())
    make_a_move(book)
    expect(book.moves).to_have_count(1)
    expect(book.button("Undo")).to_have_accessible_description(
        re.compile("^Undo stops where dice have fallen")
    )
    book.button("Undo").click(force=True)
    expect(book.message).to_contain_text("Undo stops where dice have fallen")
    expect(book.moves).to_have_count(1)


def test_after_a_reload_the_match_is_as_it_was(notebook: Open) -> None:
    book = notebook(table())
    for made in range(2):
        make_a_move(book)
        expect(book.moves).to_have_count(made + 1)
    book.cell(book.next_cells()[0]).click()
    expect(book.table.locator(".gk-pressed")).to_have_count(1)
    before, prompt = book.says(), book.prompt.inner_text()
    book.save()
    book.load()
    expect(book.prompt).to_have_text(prompt)
    assert book.says() == before
    book.cell(book.next_cells()[-1]).click()
    expect(book.moves).to_have_count(3)


def test_a_table_says_that_its_kernel_has_stopped(notebook: Open) -> None:
    book = notebook(table())
    expect(book.table.get_by_role("alert")).to_have_count(0)
    kernel = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
    book.page.evaluate(f"{kernel}.restart()")
    expect(book.table.get_by_role("alert")).to_contain_text("Run the cell again")


def test_elements_stay_the_same_while_the_match_goes_on(notebook: Open) -> None:
    book = notebook(table())
    book.page.evaluate(
        """() => { window.kept = [...document.querySelectorAll(
            'section.gk, .gk-board, [data-cell], [data-key^=chip-], .gk-stepper button')] }"""
    )
    make_a_move(book)
    expect(book.moves).to_have_count(1)
    assert book.page.evaluate("window.kept.length") > 55
    assert book.page.evaluate("window.kept.every((element) => element.isConnected)")


def test_keys_on_the_board_are_no_notebook_shortcuts(notebook: Open) -> None:
    book = notebook(table())
    book.cell("B2").focus()
    for key in "abdxzm":
        book.page.keyboard.press(key)
    assert (book.cell_count, focused(book.page)) == (1, "B2")
    book.table.get_by_label("Type a move").focus()
    book.page.keyboard.type("b")
    assert book.cell_count == 1


def test_the_cell_of_a_table_is_always_laid_out(notebook: Open) -> None:
    """Chromium loses what is added to a table in a cell whose layout JupyterLab skips."""
    book = notebook(table())
    shown = book.table.first.evaluate(
        """table => {
            const cell = table.closest(".jp-Cell");
            cell.style.contentVisibility = "auto";  // as JupyterLab does when it is out of sight
            return getComputedStyle(cell).contentVisibility;
        }"""
    )
    assert shown == "visible"


def test_typed_text_stays_until_it_is_played(notebook: Open) -> None:
    reply = gk.Match("take-back-toe", seed=7).play("B2-A2").legal()[0]
    book = notebook(table(seed=7))
    line = book.table.get_by_label("Type a move")
    line.fill(reply)
    book.cell("B2").click()
    book.cell("A2").click()
    expect(book.moves).to_have_count(1)
    expect(line).to_have_value(reply)
    line.press("Enter")
    expect(book.moves).to_have_count(2)
    expect(line).to_have_value("")


def test_escape_first_lets_go_and_then_leaves_the_board(notebook: Open) -> None:
    book = notebook(table())
    book.cell("B2").focus()
    book.page.keyboard.press("Enter")
    expect(book.table.locator(".gk-pressed")).to_have_count(1)
    book.page.keyboard.press("Escape")
    expect(book.table.locator(".gk-pressed")).to_have_count(0)
    assert focused(book.page) == "B2"
    book.page.keyboard.press("Escape")
    assert focused(book.page) is None


def test_tab_goes_through_the_table_with_one_stop_on_the_board(notebook: Open) -> None:
    book = notebook(table())
    assert book.table.locator("[data-cell][tabindex='0']").count() == 1
    book.table.locator("[data-cell][tabindex='0']").focus()
    book.page.keyboard.press("Tab")
    assert focused(book.page) is None
    assert book.page.evaluate("document.activeElement.closest('section.gk') !== null")


def test_the_clock_runs_in_the_browser_and_the_match_judges_it(notebook: Open) -> None:
    book = notebook(
        'import gamekit as gk, gamekit_widgets as gw\n'
        'match = gk.Match("take-back-toe", seed=7, clock=gk.Clock(main=2, reserve=1))\n'
        'gw.Table(match, seats=("human", "human"))'
    )  # fmt: skip
    expect(book.table.locator(".gk-clock").nth(1)).to_have_text("0:02 + 0:01")
    expect(book.prompt).to_contain_text("Red ran out of time")
    book.button("More").click()
    expect(book.table.locator(".gk-rule")).to_contain_text("X-Q2")


def test_bots_play_on_by_themselves_until_paused(notebook: Open) -> None:
    book = notebook(table(seats=("random", "greedy")))
    book.button("Play on").click()
    expect(book.moves).to_have_count(2)
    book.button("Pause").click()
    expect(book.button("Play on")).to_be_visible()


MISSED = """\
import gamekit as gk, gamekit_widgets as gw
board = {"A1": 3, "A2": 1, "A3": 3, "B1": 10, "B2": 6, "B3": 7, "B4": 4, "C4": 6}
players = 'Ann "A" <b>', "Bo"
match = gk.Match("take-back-toe", players=players, seed=1, position={"board": board, "die": 3})
gw.Table(match.play("B1-C1").resign(1), seats=("human", "human"), journal=False)"""


def test_somebody_looks_back_at_a_finished_match(bare: Callable[..., BarePage]) -> None:
    book = bare(MISSED)
    book.button("Look back").click()
    turn = book.moves.first
    expect(turn.locator(".gk-turn-sign")).to_have_text("??", timeout=90_000)
    expect(book.prompt).to_have_text("The only turn is marked")
    line = book.table.locator(".gk-chances svg")
    expect(line).to_have_attribute("aria-label", re.compile('^Ann "A" <b>’s chance to win: '))
    expect(book.message).to_contain_text("the coach would move 3 from B4 to A4")
    expect(turn.get_by_role("button")).to_have_attribute("aria-current", "step")
    for look in ("played", "better"):
        expect(book.table.locator(f".gk-trail.gk-{look}")).to_have_count(1)
    book.button("Try again from here").click()
    expect(book.message).to_contain_text("Find something better than: move 3 from B1 to C1")
    expect(book.button("Resign")).to_be_visible()


def test_somebody_steps_through_a_replay(notebook: Open) -> None:
    book = notebook(
        'import gamekit as gk, gamekit_widgets as gw\n'
        'match = gk.Match("take-back-toe", seed=7).play("B2-A2").play("B3-C3")\n'
        "gw.Replay(match)"
    )  # fmt: skip
    expect(book.prompt).to_have_text("Turn 2 of 2")
    slider = book.table.get_by_label("Board after move")
    slider.focus()
    slider.press("Home")
    expect(book.prompt).to_have_text("The start")
    book.button("Next board").click()
    expect(book.prompt).to_have_text("Turn 1 of 2")
    expect(slider).to_have_value("1")
    book.table.get_by_label("Seen by").select_option("everyone")
    expect(book.prompt).to_have_text("Turn 1 of 2")
    book.moves.last.get_by_role("button").click()
    expect(book.prompt).to_have_text("Turn 2 of 2")
    book.button("4× speed").click()
    expect(book.button("4× speed")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)], ids=["desk", "phone"])
def test_a_replay_has_its_board_and_its_controls_in_view_at_once(
    bare: Callable[..., BarePage], width: int, height: int
) -> None:
    book = bare(
        "import gamekit as gk, gamekit_widgets as gw\n"
        'match = gk.Match("flower-field", seed=7).play("D3 red").play("D5 blue")\n'
        "widget = gw.Replay(match)",
        width=width,
        height=height,
    )
    book.table.evaluate("table => table.scrollIntoView({ block: 'start' })")
    seen = book.page.locator("#notebook").bounding_box()
    assert seen
    for part in (".gk-board", ".gk-foot", *([".gk-moves"] if width > 620 else [])):
        box = book.table.locator(part).bounding_box()
        assert box
        assert box["y"] >= seen["y"], part
        assert box["y"] + box["height"] <= seen["y"] + seen["height"], part


def test_a_replay_plays_by_itself_while_it_is_in_sight(notebook: Open) -> None:
    book = notebook(
        'import gamekit as gk, gamekit_widgets as gw\n'
        'match = gk.Match("take-back-toe", seed=7).play("B2-A2").play("B3-C3")\n'
        "gw.Replay(match, autoplay=True)"
    )  # fmt: skip
    expect(book.prompt).to_have_text("The start")
    expect(book.prompt).to_have_text("Turn 1 of 2")
    expect(book.message).to_contain_text("from B2 to A2")
    book.table.evaluate("table => { table.style.display = 'none'; }")
    book.page.wait_for_timeout(3_000)  # longer than a board is shown
    expect(book.prompt).to_have_text("Turn 1 of 2", timeout=1)
    book.table.evaluate("table => { table.style.display = ''; }")
    expect(book.prompt).to_have_text("Turn 2 of 2")
    book.button("Play").click()
    expect(book.prompt).to_have_text("The start")
    book.button("Pause").click()
    expect(book.button("Play")).to_be_visible()


def test_a_board_alone_reports_moves(notebook: Open) -> None:
    book = notebook(
        'import gamekit as gk, gamekit_widgets as gw\n'
        'match = gk.Match("take-back-toe", seed=7)\n'
        "board = gw.Board(match)\n"
        "board.on_move(lambda move: board.show(match.play(move)))\n"
        "board"
    )  # fmt: skip
    book.cell("B2").click()
    expect(book.table.locator(".gk-pressed")).to_have_count(1)
    book.cell("A2").click()
    expect(book.cell("A2")).to_have_attribute("aria-label", re.compile("A2, stack of"))


@pytest.mark.parametrize("kind", ["table", "task"])
def test_a_table_begins_in_sight_when_its_cell_is_run_by_hand(notebook: Open, kind: str) -> None:
    shown = f"{table()}\n{TASK if kind == 'task' else ''}"
    book = notebook("#\n" * 60, shown, "#\n" * 60, width=1280, height=720)
    book.page.evaluate(f"{EXECUTE}('notebook:clear-all-cell-outputs')")
    expect(book.table).to_have_count(0)
    book.page.evaluate(f"() => {{ {PANEL}.content.activeCellIndex = 1; }}")
    book.page.locator(".jp-CodeCell .jp-InputPrompt").nth(1).click()
    book.page.keyboard.press("Shift+Enter")
    expect(book.table).to_be_visible()
    book.page.wait_for_timeout(500)  # the table grows until the viewport is measured
    page = book.page.locator(".jp-WindowedPanel-outer")
    tops = [one.evaluate("(one) => one.getBoundingClientRect().top") for one in (book.table, page)]
    assert tops[0] > tops[1] - 1
    assert page.evaluate("(page) => page.scrollTop") > 0


def test_a_picture_begins_in_sight_when_its_cell_is_run_by_hand(notebook: Open) -> None:
    book = notebook(table(), "#\n" * 5 + "match", "#\n" * 60, width=1280, height=720)
    picture = book.page.locator(".jp-OutputArea").nth(1)
    expect(picture.locator("svg, img").first).to_be_visible()
    book.page.evaluate(f"() => {{ {PANEL}.content.activeCellIndex = 1; }}")
    book.page.evaluate(f"{EXECUTE}('notebook:clear-cell-output')")
    book.page.locator(".jp-CodeCell .jp-InputPrompt").nth(1).click()
    book.page.keyboard.press("Shift+Enter")
    expect(picture.locator("svg, img").first).to_be_visible()
    book.page.wait_for_timeout(500)  # anchored scrolling follows
    page = book.page.locator(".jp-WindowedPanel-outer")
    tops = [one.evaluate("(one) => one.getBoundingClientRect().top") for one in (picture, page)]
    assert tops[0] > tops[1] - 1


def test_shift_enter_on_a_folded_heading_keeps_the_place(notebook: Open) -> None:
    cells = table(), "#\n" * 60, "# The rules", "'Of this game.'", "2"
    book = notebook(*cells, width=1280, height=720)
    for index, kind in ((3, "markdown"), (2, "heading-2")):
        book.page.evaluate(f"() => {{ {PANEL}.content.activeCellIndex = {index}; }}")
        for command in (f"change-cell-to-{kind}", "run-cell"):
            book.page.evaluate(f"{EXECUTE}('notebook:{command}')")
    heading, hidden = map(book.page.locator(".jp-MarkdownCell").nth, (0, 1))
    heading.locator(".jp-collapseHeadingButton").click()
    expect(hidden).to_be_hidden()
    heading.locator("h2").click()
    for seen in (False, True):  # the second press unfolds
        book.page.keyboard.press("Shift+Enter")
        book.page.wait_for_timeout(500)  # JupyterLab scrolls after a while
        expect(hidden).to_be_visible(visible=seen)
        expect(heading.locator("h2")).to_be_in_viewport()


SLOW_PLAYTEST = """\
import time
class Slow:
    def choose(self, view, seed=1):
        time.sleep(0.03)
        return view.legal_moves()[0]
print("Before.")
study = gk.playtest("take-back-toe", (Slow(), Slow()), games=40, max_moves=2)
print("After.")"""


def test_a_playtest_tells_how_far_it_is_while_it_plays(notebook: Open) -> None:
    book = notebook(
        'import gamekit as gk, gamekit_widgets as gw\n'
        'gw.Board(gk.Match("take-back-toe", seed=7))',
        SLOW_PLAYTEST,
    )  # fmt: skip
    outputs = book.page.locator(".jp-OutputArea-output")
    before, after = outputs.filter(has_text="Before."), outputs.filter(has_text="After.")
    line = outputs.filter(has_text="of 40 games")
    expect(line).to_have_count(0)
    book.page.evaluate(f"() => {{ {EXECUTE}('notebook:run-cell'); }}")  # goes on by itself
    expect(line.locator("progress")).to_be_visible()
    expect(after).to_be_visible()
    expect(line).to_have_count(0)
    above, below = before.bounding_box(), after.bounding_box()
    assert above
    assert below
    assert below["y"] - (above["y"] + above["height"]) < 4  # nothing stays between the two


def test_a_saved_notebook_shows_the_picture_without_a_kernel(
    lab: Lab, context: BrowserContext
) -> None:
    """What is left once widget views are stripped from a committed notebook."""
    import gamekit as gk
    import gamekit_widgets as gw

    data, _ = gw.Table(gk.Match("take-back-toe", seed=7))._repr_mimebundle_()
    kept = {kind: data[kind] for kind in ("text/plain", "text/html")}
    with context.new_page() as page:
        page.goto(f"{lab.url}/doc/tree/{lab.write(['table'], [kept])}")
        image = page.locator(".jp-OutputArea-output img")
        expect(image).to_be_visible()
        assert image.evaluate("image => image.complete && image.naturalWidth > 300")
