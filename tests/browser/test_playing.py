"""Things that once made people stop and think while they played, by pointer, by keys, or with a finger."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import gamekit_widgets as gw
from tests.browser.bare import BarePage
from tests.browser.test_cube import camera, drawn
from tests.browser.test_games import CAUGHT, GARDEN, play, table, target
from tests.browser.test_table import focused

pytestmark = pytest.mark.browser

Open = Callable[..., BarePage]

LIARS = 'game = gk.load("liars-dice")\ngw.Table(gk.Match(game, seed=4), seats=("human", "greedy"))'
LIARS = "import gamekit as gk, gamekit_widgets as gw\n" + LIARS


def drag(book: BarePage, start: str, to: str | None) -> None:
    """Drag with the mouse from a cell to another one, or off the board."""
    ends = [book.cell(label).bounding_box() for label in (start, to) if label]
    places = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in ends if box]
    mouse = book.page.mouse
    mouse.move(*places[0])
    mouse.down()
    mouse.move(*(places[1] if to else (2, 2)), steps=4)
    mouse.up()


def test_a_stack_is_dragged_with_a_mouse_and_let_go_beside_the_board(bare: Open) -> None:
    book = bare(table("take-back-toe"))
    label = book.next_cells()[0]
    drag(book, label, None)
    expect(book.table.locator(".gk-pressed, .gk-refusal")).to_have_count(0)
    drag(book, label, f"A{label[1]}")
    expect(book.moves).to_have_count(1)


def test_dice_are_dragged_to_the_square_until_a_bid_is_made(bare: Open) -> None:
    book = bare("""\
import gamekit as gk, gamekit_widgets as gw
match = gk.Match("tic-tac-toe-evolved", seed=7, position={"slot": 0})
gw.Table(match, seats=("human", "human"), viewer=gk.ALL, journal=False)""")
    drag(book, "die 1", "2,2")
    expect(book.prompt).to_contain_text("how many dice for the middle?")
    drag(book, "die 2", "1,1")
    expect(book.table.locator(".gk-pressed")).to_have_count(0)
    for die in ("die 2", "die 4"):
        drag(book, die, "2,2")
        expect(book.cell(die)).to_have_class(re.compile("gk-pressed"))
    book.button("Bid 2").click()
    expect(book.button("Bid 0")).to_be_visible()
    assert isinstance(book.widget, gw.Table)
    moves = [entry.text for entry in book.widget.match.history if entry.player in (0, 1)]
    assert moves == ["contest 2,2", "bid 2"]


@pytest.mark.parametrize("width", [340, 390, 640, 730, 800, 900, 1016])
def test_no_button_of_a_bout_lies_on_another(bare: Open, width: int) -> None:
    game = 'match = gk.Match("liars-dice", seed=4).play("1x2")\ngw.Table(match, seats=("greedy", "human"))'
    book = bare(f"import gamekit as gk, gamekit_widgets as gw\n{game}", width=width)
    buttons = book.table.locator(".gk-press button:visible")
    expect(buttons).to_have_text(["Claim", "Challenge", "Show odds"])
    on_top = buttons.evaluate_all(
        """all => all.every(button => {
            const { left, right, top, height } = button.getBoundingClientRect();
            return [left + 2, right - 2].every(x =>
                document.elementFromPoint(x, top + height / 2) === button);
        })"""
    )
    assert on_top


def test_dice_are_pressed_and_claimed_by_keys_alone(bare: Open) -> None:
    book = bare(LIARS)
    keys = book.page.keyboard
    book.cell("number 1").focus()
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(book.cell("number 2")).to_have_attribute("aria-selected", "true")
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(book.button(re.compile("Claim 2 × [12]"))).to_be_visible()
    expect(book.moves).to_have_count(0)
    keys.press("Enter")
    expect(book.moves.first).to_contain_text(re.compile("claims two [12]s"))
    expect(book.moves).to_have_count(2)
    assert focused(book.page).startswith("face "), "the next claim begins where this one ended"


def test_on_a_phone_a_touch_opens_how_to_play(bare: Open) -> None:
    book = bare(table("flower-field"), width=390, height=844)
    guide = book.table.locator(".gk-guide")
    is_whole = "guide => guide.scrollHeight <= guide.clientHeight"
    assert not guide.evaluate(is_whole)
    guide.tap()
    assert guide.evaluate(is_whole)
    book.cell("D5").tap()
    assert not guide.evaluate(is_whole)


@pytest.mark.parametrize(("game", "is_cut"), [("take-back-toe", False), ("flower-field", True)])
def test_the_guide_promises_more_only_if_there_is_more(bare: Open, game: str, is_cut: bool) -> None:
    guide = bare(table(game), width=390, height=844).table.locator(".gk-guide")
    assert guide.evaluate("guide => guide.scrollHeight > guide.clientHeight") == is_cut
    more = guide.evaluate("guide => getComputedStyle(guide, '::after').content")
    assert (more == '"… more"') == is_cut


def test_what_unfolds_below_the_table_scrolls_into_sight(bare: Open) -> None:
    book = bare(table("take-back-toe"), width=1280, height=720)
    fold = book.table.locator("summary", has_text="How to play")
    for each, inside in (
        (fold, "p"),
        (book.table.locator("summary", has_text="notes"), "textarea"),
    ):
        each.click()
        expect(each).to_be_in_viewport(ratio=1)
        expect(each.locator(f"xpath=following-sibling::{inside}")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [390, 1000])
def test_a_double_press_on_challenge_costs_no_life(bare: Open, width: int) -> None:
    cell = table("flower-field").replace("seed=1", """position={
        "board": dict.fromkeys(("D2", "D3", "D4", "D5", "D6"), "P"), "recent": ["D6"]}""")  # fmt: skip
    book = bare(cell, width=width)
    place = book.button("Challenge").bounding_box()
    assert place
    book.button("Challenge").click()
    gives_up = book.button("Give up, lose a life")
    expect(gives_up).to_be_visible()
    book.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    gives_up.click()  # it is still there
    expect(book.table).to_contain_text("gave up and lost a life")


def test_a_second_enter_chooses_no_color_and_confirms_no_move(bare: Open) -> None:
    book = bare(table("flower-field"))
    book.cell("C4").focus()
    book.page.keyboard.press("Enter")
    expect(book.button("Purple")).to_be_focused()
    book.page.keyboard.press("Enter")
    book.page.keyboard.press("ArrowRight")
    expect(book.button("Red")).to_be_focused()
    book.page.keyboard.press("Enter")
    expect(book.cell("C4")).to_have_attribute("aria-label", re.compile("red flower"))

    book = bare("""import gamekit as gk, gamekit_widgets as gw
match = gk.Match("tactical-escape", seed=1)
match.play("give 2").play("give 9").play("E5").play("D5 D6")
gw.Table(match, seats=("human", "club"))""")
    line = book.page.get_by_label("Type a move")
    line.fill("pass escape")
    for _ in range(2):
        line.press("Enter")
    expect(book.message).to_contain_text("Escape ends the game")
    expect(line).to_have_value("pass escape")


def test_escape_takes_a_refusal_away_before_it_leaves_the_board(bare: Open) -> None:
    book = bare(table("flower-field"))
    book.cell("A1").focus()
    book.page.keyboard.press("Enter")
    expect(book.message).to_have_class(re.compile("gk-refusal"))
    book.page.keyboard.press("Escape")
    expect(book.message).not_to_have_class(re.compile("gk-refusal"))
    assert focused(book.page) == "A1"


def test_a_cell_shows_its_name_while_it_has_the_focus(bare: Open) -> None:
    book = bare(table("flower-field"))
    shown = """() => getComputedStyle(document.activeElement.querySelector(".gk-label")).opacity"""
    book.cell("A1").focus()
    book.page.keyboard.press("ArrowRight")
    assert focused(book.page) == "A2"
    assert book.page.evaluate(shown) == "1"
    other = book.cell("A1").locator(".gk-label")
    assert other.evaluate("(label) => getComputedStyle(label).opacity") == "0"


def test_a_choice_of_colors_is_closed_by_a_tap_beside_the_cells(bare: Open) -> None:
    book = bare(table("flower-field"), width=390, height=844)
    book.cell("C4").tap()
    expect(book.table.locator(".gk-palette")).to_be_visible()
    book.table.locator(".gk-place > .gk-board").tap(position={"x": 30, "y": 4})
    expect(book.table.locator(".gk-palette")).to_have_count(0)
    expect(book.message).not_to_have_class(re.compile("gk-refusal"))


def test_after_a_curtain_the_focus_is_on_the_choices(bare: Open) -> None:
    book = bare(table("tactical-escape", "offer=(1, 6, 12)"))
    assert book.table.locator(".gk-press button").count() == 0, "nothing to press in the dark"
    book.table.locator(".gk-curtain button").press("Enter")
    expect(book.table.locator("[data-cell].gk-next:focus")).to_have_count(1)


def press_on(book: BarePage) -> None:
    """Press Enter once more, and then hold it."""
    keys = book.page.keyboard
    keys.press("Enter")
    for _ in range(4):
        keys.down("Enter")
    keys.up("Enter")
    book.page.evaluate("0")  # Python has received it all


def test_only_another_key_lifts_the_curtain(bare: Open) -> None:
    book = bare(table("liars-dice"))
    book.button("I am Fox").click()
    for ply, answer, covers in ((0, "Claim 2 × 1", ".gk-curtain"), (1, "Challenge", ".gk-pass")):
        if ply == 0:
            book.cell("number 2").click()
            book.cell("face 1").click()
        book.button(answer).press("Enter")
        expect(book.table.locator(covers)).to_be_focused()
        press_on(book)
        expect(book.table.locator(covers)).to_be_focused()
        expect(book.table.locator(".gk-place")).to_have_attribute("inert", "")
        book.page.keyboard.press("Tab")
        book.page.keyboard.press("Enter")
        expect(book.table.locator(".gk-place")).not_to_have_attribute("inert", "")


def test_keys_pressed_again_or_held_do_not_resign(bare: Open) -> None:
    book = bare(table("flower-field"))
    book.button("Resign").press("Enter")
    expect(book.button("No, play on")).to_be_focused()
    press_on(book)
    book.page.keyboard.press("Escape")
    expect(book.button("Yes, resign")).to_have_count(0)
    book.button("Resign").press("Enter")
    expect(book.button("No, play on")).to_be_focused()
    book.page.keyboard.press("Escape")
    expect(book.button("Yes, resign")).to_have_count(0)
    expect(book.button("Resign")).to_be_focused()
    assert book.table.locator(".gk-outcome").count() == 0


def test_a_page_does_not_scroll_by_itself(bare: Open) -> None:
    book = bare(table("take-back-toe"), width=640, height=360)
    match = book.widget.match
    book.catch_up(lambda: match.play(match.legal()[0]))
    expect(book.moves).to_have_count(1)
    assert book.page.locator("#notebook").evaluate("notebook => notebook.scrollTop") == 0


def test_the_last_turn_of_a_game_is_in_sight_on_a_phone(bare: Open) -> None:
    book = bare(GARDEN, width=390, height=844)
    play(book, CAUGHT[:-1], lambda book, what: target(book, what).tap())
    book.page.locator("#notebook").evaluate("notebook => { notebook.scrollTop = 50; }")
    book.catch_up(lambda: book.widget.press(CAUGHT[-1]))
    expect(book.table.locator(".gk-outcome")).to_be_visible()
    expect(book.moves.last).to_be_in_viewport()


def test_a_second_tap_is_not_for_the_button_that_comes_there(bare: Open) -> None:
    book = bare(table("shift-tac-toe"), width=390, height=844)
    book.button("Flat").tap()
    for label in ("CX3", "CX3", "CX4"):
        book.cell(label).tap()
    box = book.button("Cancel").bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    book.page.touchscreen.tap(*middle)
    expect(book.button("End turn")).to_be_visible()
    book.page.touchscreen.tap(*middle)
    book.page.evaluate("0")  # Python has received it
    expect(book.moves).to_have_count(1)
    expect(book.button("End turn")).to_be_visible()
    book.button("End turn").tap()  # which waits until it can be pressed
    expect(book.button("End turn")).to_have_count(0)


def test_the_levels_and_the_cube_leave_the_prompt_in_sight_on_a_phone(bare: Open) -> None:
    book = bare(table("shift-tac-toe"), width=390, height=844)
    book.page.evaluate("document.querySelector('#notebook').scrollTop = 168")
    for sight in ("3D", "Flat"):
        book.button(sight).click()
        room = book.page.locator("#notebook").bounding_box()
        asked = book.prompt.bounding_box()
        assert room
        assert asked
        assert room["y"] <= asked["y"]
        assert asked["y"] + asked["height"] <= room["y"] + room["height"]


def test_a_finger_that_scrolls_the_page_does_not_turn_the_cube(bare: Open) -> None:
    book = bare(table("shift-tac-toe"), width=390, height=844)
    drawn(book)
    before, scrolled = camera(book), book.page.locator("#notebook").evaluate("e => e.scrollTop")
    box = book.table.locator(".gk-space").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 20
    touch = book.page.context.new_cdp_session(book.page)
    for kind, up in (("touchStart", 0), *(("touchMove", 12 * n) for n in range(1, 16))):
        points = [{"x": x, "y": y - up}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        book.page.wait_for_timeout(40)  # as fast as a hand
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    book.page.wait_for_function(
        "was => document.querySelector('#notebook').scrollTop > was + 60", arg=scrolled
    )
    after = camera(book)
    assert max(abs(after[axis] - before[axis]) for axis in after) < 0.3


# The contrast of what is on each die with the die itself.
CONTRASTS = """dice => dice.map((die) => {
    const light = (element) => {
        const [r, g, b] = getComputedStyle(element).fill.match(/[\\d.]+/g).map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const [one, other] = [die.querySelector("rect"), die.querySelector("circle, text")].map(light);
    return Math.max(one, other) / Math.min(one, other) * getComputedStyle(die).opacity;
})"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_dice_that_do_not_count_can_be_read(bare: Open, dark: bool) -> None:
    shown = LIARS.replace("seed=4)", 'seed=4).play("1x1").play("challenge")')
    book = bare(shown, dark=dark)
    contrasts = book.table.locator(".gk-die.gk-faint").evaluate_all(CONTRASTS)
    assert len(contrasts) >= 4
    assert min(contrasts) >= 4.5
