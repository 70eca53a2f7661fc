"""Everything in sight, and one thing at a time: what people need to see is in their view, and moves in turn.

Tables are shown on bare pages, in a part of the window as large as the one that a notebook has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import gamekit as gk
import gamekit_widgets as gw
from tests.browser.bare import BarePage
from tests.browser.test_access import TARGETS, too_small, violations

pytestmark = pytest.mark.browser

DESK, PHONE = (1280, 720), (390, 844)
Shown = Callable[..., BarePage]

# Press one of the things that can be pressed now, another one each time.
PRESS = """(n) => {
    const table = document.querySelector("section.gk");
    const usable = [...table.querySelectorAll(
        ".gk-curtain button, .gk-pass button, .gk-here button, .gk-palette button, .gk-next, .gk-choices button"
    )].filter((each) => each.getClientRects().length > 0);
    const one = usable[n % usable.length];
    one?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return usable.length;
}"""

# What must be seen that is not: parts that stick out of the notebook's part of the window.
HIDDEN = """() => {
    const seen = document.querySelector("#notebook").getBoundingClientRect();
    const table = document.querySelector("section.gk");
    const wanted = [".gk-outcome", ".gk-prompt", ".gk-said", ".gk-pass", ".gk-curtain button"];
    return wanted.flatMap((what) => [...table.querySelectorAll(what)]).filter((part) => {
        const { top, bottom, left, right } = part.getBoundingClientRect();
        const isOut = top < seen.top - 1 || bottom > seen.bottom + 1;
        return part.getClientRects().length > 0 && (isOut || left < 0 || right > innerWidth);
    }).map((part) => `${part.className}: ${part.textContent.slice(0, 60)}`);
}"""

# Note every animation: when it starts, and when it ends.
WATCH = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        const start = performance.now() + (how.delay ?? 0);
        window.moved.push([start, start + how.duration]);
        return animate.call(this, frames, how);
    };
}"""


@pytest.fixture
def bare(browser: Browser) -> Iterator[Shown]:
    """Show a table on a page of its own: bare("flower-field", size=PHONE)."""
    pages = []

    def show(
        game: str,
        seats: tuple[str, str] = ("human", "human"),
        size: tuple[int, int] = DESK,
        **how: Any,
    ) -> BarePage:
        page = browser.new_page(has_touch=size == PHONE)
        pages.append(page)
        match = gk.Match(game, seed=1, players=("Ann", "Bo"))
        found = BarePage(page, gw.Table(match, seats=seats, journal=False))
        found.open(*size, **how)
        return found

    yield show
    for page in pages:
        page.close()


def steps(book: BarePage) -> list[str]:
    """Scroll the table half out of sight, press twelve times, and return everything that was then out of sight."""
    book.page.evaluate("document.querySelector('#notebook').scrollTop = 260")
    hidden = []
    for n in range(12):
        if not book.page.evaluate(PRESS, 5 * n + 3):
            break
        book.page.evaluate("() => new Promise(requestAnimationFrame)")
        hidden += [f"press {n + 1}: {what}" for what in book.page.evaluate(HIDDEN)]
    return hidden


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", [game.name for game in gk.games()])
def test_message_and_prompt_are_in_sight_after_every_press(
    bare: Shown, game: str, size: tuple[int, int]
) -> None:
    book = bare(game, size=size, still=True, dark=size == PHONE)  # each theme once
    assert violations(book.page) == []
    assert steps(book) == []
    assert book.table.evaluate("table => table.scrollWidth <= table.clientWidth")
    assert violations(book.page) == []
    assert too_small(book.table.locator(TARGETS)) == []


def test_nothing_scrolls_while_all_of_it_is_in_sight(bare: Shown) -> None:
    book = bare("take-back-toe", size=PHONE, still=True)
    to_the_lower_edge = """hint => {
        const notebook = document.querySelector("#notebook");
        const room = notebook.getBoundingClientRect().bottom - hint.getBoundingClientRect().bottom;
        notebook.firstElementChild.style.height = `${120 + Math.floor(room)}px`;
    }"""
    book.button("Hint").evaluate(to_the_lower_edge)
    book.button("Hint").click()
    expect(book.message).to_contain_text("Try: ")
    assert book.page.locator("#notebook").evaluate("each => each.scrollTop") == 0


@pytest.mark.parametrize("game", ["take-back-toe", "flower-field", "sliding-tic-tac-toe"])
def test_board_strip_and_buttons_fit_the_notebooks_part_of_a_small_window(
    bare: Shown, game: str
) -> None:
    book = bare(game)
    room = book.page.locator("#notebook").evaluate("room => room.clientHeight")
    head = book.table.locator(".gk-head").bounding_box()
    middle = book.table.locator(".gk-middle").bounding_box()
    assert head
    assert middle
    assert middle["y"] + middle["height"] - head["y"] <= room


def test_the_input_line_stays_in_sight_when_a_move_is_refused(bare: Shown) -> None:
    book = bare("take-back-toe", size=(1280, 900), still=True)
    line = book.table.get_by_label("Type a move")
    for move in ("B2-A2", "A2-B2"):
        line.fill(move)
        line.press("Enter")
    expect(book.table.locator(".gk-refusal")).to_be_visible()
    outline = 5
    seen, box = book.page.locator("#notebook").bounding_box(), line.bounding_box()
    assert seen
    assert box
    assert seen["y"] <= box["y"] - outline
    assert box["y"] + box["height"] + outline <= seen["y"] + seen["height"]


def test_no_two_animations_overlap_and_a_bot_waits_until_a_move_was_seen(bare: Shown) -> None:
    book = bare("take-back-toe", seats=("human", "random"))
    book.page.evaluate(WATCH)
    book.cell("B1").click()
    book.page.wait_for_timeout(500)  # until the lifted chips are at rest
    book.cell("B2").click()
    expect(book.prompt).to_contain_text("Ann rolled", timeout=10_000)
    book.page.wait_for_timeout(1_100)
    moved: list[list[float]] = book.page.evaluate("window.moved")
    groups: list[list[float]] = []  # what starts together is one animation
    for start, end in sorted(moved):
        if groups and start - groups[-1][0] < 50:
            groups[-1][1] = max(end, groups[-1][1])
        else:
            groups.append([start, end])
    assert len(groups) == 5, "chips lifted, moved, a die, the bot's chips, a die"
    assert all(end <= start + 30 for (_, end), (start, _) in pairwise(groups))
    assert groups[3][0] - groups[1][1] >= 300, "the answer begins after the move was seen"


def test_one_press_skips_the_pictures_that_wait(bare: Shown) -> None:
    book = bare("take-back-toe", seats=("human", "random"))
    # Only a press ends the wait for the reply, however slow this machine is.
    book.page.evaluate("{ const now = performance.now(); performance.now = () => now; }")
    book.cell("B1").click()
    book.cell("B2").click()
    expect(book.moves).to_have_count(1)
    book.cell("C1").click()
    assert book.moves.count() == 2, "the bot's move is there, and the press did no more"
    assert book.table.locator(".gk-pressed, .gk-said.gk-refusal").count() == 0


def test_a_move_typed_before_the_reply_is_seen_is_tried_after_it(bare: Shown) -> None:
    book = bare("take-back-toe", seats=("human", "random"))
    line = book.table.get_by_label("Type a move")
    book.cell("B1").click()
    book.cell("B2").click()
    expect(book.moves).to_have_count(1)
    line.fill("A1-C3")
    line.press("Enter")
    expect(book.table.locator(".gk-said.gk-refusal")).to_contain_text("A1")
    expect(book.moves).to_have_count(2)
    expect(line).to_have_value("A1-C3")


@pytest.mark.parametrize(("size", "is_cut"), [(DESK, False), (PHONE, True)])
def test_a_sign_shows_that_offered_moves_are_out_of_sight(
    size: tuple[int, int], is_cut: bool, bare: Shown
) -> None:
    book = bare("sliding-tic-tac-toe", ("human", "random"), size, still=True)
    line = book.table.get_by_label("Type a move")
    line.fill("Z9")
    line.press("Enter")
    expect(book.table.locator(".gk-legal")).to_be_visible()
    expect(book.table.locator(".gk-cut")).to_have_count(int(is_cut))


def test_on_a_phone_the_latest_turns_are_in_the_list_and_targets_fit_a_finger(
    browser: Browser,
) -> None:
    match = gk.Match("take-back-toe", seed=7, auto=False)
    for turn in ["B1-A1", "B2-C2", "A1-B1", "C2-B2"] * 2:
        match.dictate(1).play(turn)
    with browser.new_page(has_touch=True) as page:
        book = BarePage(page, gw.Table(match.advance(), seats=("human", "human"), journal=False))
        book.open(*PHONE)
        page.wait_for_function("() => document.querySelector('.gk-moves').scrollTop > 0")
        shown = book.table.locator(".gk-moves").evaluate(
            """list => {
                list.closest(".gk-middle").scrollIntoView();
                const places = [list, document.querySelector("#notebook")];
                return [...list.children].filter((line) => {
                    const box = line.getBoundingClientRect();
                    return places.map((each) => each.getBoundingClientRect())
                        .every(({ top, bottom }) => box.top >= top - 1 && box.bottom <= bottom + 1);
                }).map((line) => line.querySelector(".gk-turn").textContent);
            }"""
        )
        assert shown[-2:] == ["7", "8"], (
            "they are above the lower edge, with the board and the buttons"
        )
        small = book.table.locator(":is(button, input, summary):visible").evaluate_all(
            """all => all.map((each) => [each.textContent, each.getBoundingClientRect()])
                .filter(([, {width, height}]) => Math.min(width, height) < 44)
                .map(([name]) => name)"""
        )
        assert small == []


def test_the_list_of_turns_is_one_stop_of_the_tab_key(bare: Shown) -> None:
    book = bare("take-back-toe", still=True)
    stops = book.table.locator(".gk-moves [tabindex='0']")
    keys = book.page.keyboard
    for _ in range(3):
        book.cell(book.next_cells()[0]).click()
        book.cell(book.next_cells()[-1]).click()
    expect(book.moves).to_have_count(3)
    expect(stops).to_have_count(1)
    stops.focus()
    for key, line in (("ArrowUp", 1), ("Home", 0), ("End", 2), ("ArrowUp", 1)):
        keys.press(key)
        expect(book.moves.nth(line).get_by_role("button")).to_be_focused()
    expect(stops).to_have_count(1)
    keys.press("Tab")
    expect(book.button("First board")).to_be_focused()


def test_colors_have_one_place_for_pointer_and_keys(bare: Shown) -> None:
    book = bare("flower-field", still=True)
    colors = book.table.get_by_role("group", name="Colors")
    places = []
    for label in ("C4", "E4"):
        book.cell(label).click()
        expect(colors.get_by_role("button")).to_have_count(3)
        places.append(colors.bounding_box())
        book.page.keyboard.press("Escape")
    assert places[0] == places[1]
    book.cell("C4").click()
    book.button("Red").click()
    expect(colors).to_have_count(0)
    book.cell("D3").focus()
    keys = book.page.keyboard
    keys.press("Enter")
    expect(book.button("Purple")).to_be_focused()
    keys.press("Escape")
    expect(colors).to_have_count(0)
    book.cell("D3").focus()
    keys.press("Enter")
    expect(book.button("Purple")).to_be_focused()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        keys.press(key)
    expect(book.moves.first).to_contain_text("plants red on C4 and blue on D3")


def test_a_turn_that_is_pressed_stays_where_it_is(browser: Browser) -> None:
    match = gk.Match("take-back-toe", seed=7)
    while match.ply < 30 and not match.result:
        match.play(match.legal_moves()[0])
    page = browser.new_page()
    book = BarePage(page, gw.Table(match, seats=("human", "human"), journal=False))
    book.open()
    page.locator(".gk-middle").evaluate("part => part.scrollIntoView()")
    moves = page.locator(".gk-moves")
    moves.evaluate("list => { list.scrollTop = 0 }")
    lowest = moves.evaluate(
        "list => [...list.children].filter((line) => line.offsetTop + line.clientHeight <= list.clientHeight).length"
    )
    line = book.moves.nth(lowest - 1).get_by_role("button")
    before = line.bounding_box()
    line.click()
    expect(line).to_have_attribute("aria-current", "step")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert moves.evaluate("list => list.scrollHeight > list.clientHeight"), (
        "there is more to scroll"
    )
    assert before
    now = line.bounding_box()
    assert now
    assert abs(now["y"] - before["y"]) < 1
    page.close()


# How much of the board is in sight, from 0 to 1, and which of the parts beside it are not in sight.
TYPED = """() => {
    const room = document.querySelector("#notebook").getBoundingClientRect();
    const seen = (what) => {
        const { top, bottom } = document.querySelector(`section.gk ${what}`).getBoundingClientRect();
        return Math.max(0, Math.min(bottom, room.bottom) - Math.max(top, room.top)) / (bottom - top);
    };
    const parts = [".gk-prompt", ".gk-said", ".gk-legal", ".gk-type input"];
    return [seen(".gk-field"), parts.filter((part) => seen(part) < 0.99)];
}"""


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("take-back-toe", "A1-A9"),
        ("flower-field", "A1 blue"),
        ("shift-tac-toe", "AW9"),
        ("death-match", "9"),
    ],
)
def test_a_refused_move_is_read_beside_the_board_on_a_phone(
    browser: Browser, game: str, typed: str
) -> None:
    with browser.new_page(has_touch=True) as page:
        match_table = gw.Table(gk.Match(game, seed=7), seats=("human", "random"), journal=False)
        book = BarePage(page, match_table)
        book.open(*PHONE, still=True)
        line = book.table.get_by_label("Type a move")
        line.fill(typed)
        line.press("Enter")
        expect(book.table.locator(".gk-said.gk-refusal")).to_be_visible()
        board, unseen = page.evaluate(TYPED)
        assert unseen == []
        assert board > 0.85


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_long_reason_for_a_win_is_whole_and_no_button_covers_another(
    size: tuple[int, int], browser: Browser
) -> None:
    given = [[5, 10], [10, 3]]
    position = {"board": {"E5": 0}, "given": given, "offer": [3, 5, 10], "turns": [18, 18]}
    match = gk.Match("tactical-escape", seed=1, position=position, players=("Ann", "Bo"))
    with browser.new_page(has_touch=size == PHONE) as page:
        table = gw.Table(match, seats=("human", "human"), viewer=gk.ALL, journal=False)
        book = BarePage(page, table)
        book.open(*size, still=True)
        for name in ("Escape …", "Escape now"):
            book.button(name).click()
        expect(book.table.locator(".gk-outcome")).to_be_visible()
        assert book.prompt.evaluate("prompt => prompt.scrollHeight <= prompt.clientHeight")
        switch, again = book.button("Group of ten"), book.button("Play again").bounding_box()
        assert again
        if size == PHONE:  # in a notebook it has no room for both
            expect(switch).to_be_hidden()
            return
        below = switch.bounding_box()
        assert below
        assert again["y"] + again["height"] <= below["y"]
