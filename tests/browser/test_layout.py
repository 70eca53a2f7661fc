"""Nothing is covered and nothing moves: each part of a table keeps its own place all through a game.

The test plays a game once and shows it on four pages at a time: as JupyterLab shows it with its side
bar open, in a larger window, on a phone, and on a page without a notebook. After a step it asks each
page about everything that can be pressed: is it in sight, on top, apart from the other buttons, and
where it was before? It asks after each of the first steps, and later after some.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

import gamekit as gk
import gamekit_widgets as gw
from gamekit_widgets.table import advice as advising
from tests.browser.bare import BarePage
from tests.browser.lab import Notebook, TablePage
from tests.browser.test_games import play, use_pointer
from tests.browser.test_rooms import ANN_FIRST, people

pytestmark = pytest.mark.browser

# The window, what is above the notebook's part of it, and the room at either side of the table.
SIZES: dict[str, dict[str, int]] = {
    "JupyterLab": {"width": 1016, "height": 720, "above": 97},
    "large": {"width": 1440, "height": 900},
    "phone": {"width": 390, "height": 844, "side": 0},
    "site": {"width": 1280, "height": 720, "above": 48, "side": 6},
}
STEPS = 60  # after that bots play the game to its end
FIRST = 20  # steps that are all looked at
BOARDS = 20  # of a match that are looked at in a replay
LONG = (
    "Hawk has claimed eleven dice that show a four, names C5 C6 C7 D6 and slides three tiles from the "
    "top of the board to its bottom; the two fields are not equivalent, so Hawk lost the last life."
)  # longer than any message about what bots have done
RULE = {"id": "FF-24", "title": "A challenge that fails", "text": LONG}
REFUSED = {
    "kind": "refusal",
    "text": LONG,
    "law": RULE,
    "legal": ["B2-A2", "B3-C3", "A1-B1 ..."] * 4,
}

# What is wrong on a page after it received something new.
PROBE = """async (parts) => {
    if (parts) {
        await take(parts);
        await new Promise((done) => setTimeout(done));
    }
    const table = document.querySelector("section.gk:has(.gk-middle)");
    const seen = document.querySelector("#notebook, .jp-WindowedPanel-outer")?.getBoundingClientRect()
        ?? new DOMRect(0, 0, innerWidth, innerHeight);
    const boxOf = (each) => (each.matches("[data-cell]") && each.querySelector(".gk-shape") || each).getBoundingClientRect();
    const isIn = ({ left, right, top, bottom }, room) =>
        top >= room.top - 1 && bottom <= room.bottom + 1 && left >= room.left - 1 && right <= room.right + 1;
    const nameOf = (each) => `${each.dataset?.cell ?? each.className} “${each.textContent.slice(0, 30)}”`;
    const all = (what) => [...table.querySelectorAll(what)].filter((each) => each.checkVisibility({ visibilityProperty: true }));
    const wrong = [];

    // in sight, and within the table
    const wanted = all(".gk-field, .gk-prompt, .gk-message, .gk-press, .gk-controls, .gk-cube-foot");
    for (const part of wanted) if (!isIn(boxOf(part), seen)) wrong.push(`out of sight: ${nameOf(part)}`);
    const { left, right } = table.getBoundingClientRect();
    for (const part of all(".gk-middle > *, .gk-side > *, .gk-apart > *")) {
        const box = boxOf(part);
        if (box.left < left + 4 || box.right > right - 4) wrong.push(`at the edge: ${nameOf(part)}`);
    }

    // on top
    const cells = all(".gk-place:not([inert]) :is(.gk-board:not(.gk-boards > *), .gk-large) .gk-next")
        .filter((cell) => !cell.dataset.cell.startsWith("number ")); // they are leafed through
    const buttons = all("button, input, select, summary");
    for (const control of [...buttons.filter((each) => !each.matches("[aria-disabled]")), ...cells]) {
        const box = boxOf(control);
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        const isElsewhere = (room) => y < room.top + 2 || y > room.bottom - 2 || x < room.left + 2 || x > room.right - 2;
        const list = control.closest(".gk-moves, .gk-rule, .gk-legal");
        const isScrolled = [list, list?.closest(".gk-press")]
            .some((place) => place && isElsewhere(place.getBoundingClientRect()));
        if (isScrolled) continue; // inside its place
        if (isElsewhere(seen) && control.closest(".gk-log, .gk-foot, .gk-apart")) continue;
        const hit = document.elementFromPoint(x, y);
        if (!control.contains(hit)) wrong.push(`covered: ${nameOf(control)} by ${hit && nameOf(hit)}`);
    }

    const offered = table.querySelector(".gk-press > .gk-legal button");
    const rooms = offered ? [offered.parentElement, offered.closest(".gk-press")] : [];
    if (!rooms.every((room) => isIn(boxOf(offered), boxOf(room)))) wrong.push(`cut: ${nameOf(offered)}`);

    // apart from each other
    const pressed = buttons.filter((each) => each.closest(".gk-press, .gk-controls") && !each.closest(".gk-legal"));
    for (const [number, each] of pressed.entries()) {
        const a = boxOf(each);
        for (const other of pressed.slice(number + 1)) {
            const b = boxOf(other);
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (across > 2 && down > 2) wrong.push(`overlap: ${nameOf(each)} and ${nameOf(other)}`);
        }
    }

    // where it was
    const places = [table, ...all(".gk-field, .gk-strip, .gk-prompt, .gk-message, .gk-press, .gk-controls, .gk-log, .gk-foot")];
    const stable = [...places, ...buttons.filter((each) => !each.closest(".gk-log, .gk-here, .gk-legal")), ...cells];
    const now = new Map(stable.map((each) => [each, boxOf(each)]));
    for (const [each, box] of now) {
        const was = window.places?.get(each);
        const isSame = !was || ["left", "top", ...(places.includes(each) ? ["right", "bottom"] : [])]
            .every((edge) => Math.abs(was[edge] - box[edge]) <= 4);
        if (!isSame) wrong.push(`moved: ${nameOf(each)} from ${was.left} ${was.top} ${was.bottom} to ${box.left} ${box.top} ${box.bottom}`);
    }
    window.places = now;
    return wrong;
}"""

TO_THE_TOP = "document.querySelector('.gk-middle').scrollIntoView({ block: 'start' })"

Pages = dict[str, BarePage]
Open = Callable[..., Pages]


@pytest.fixture
def pages(browser: Browser) -> Iterator[Open]:
    """Show a widget on a page of each size."""
    opened = []

    def show(widget: Any, *sizes: str) -> Pages:
        found = {}
        for size in sizes or SIZES:
            page = browser.new_page(has_touch=size == "phone")
            opened.append(page)
            found[size] = BarePage(page, widget)
            found[size].open(**SIZES[size], still=True)
            page.evaluate(TO_THE_TOP)
            page.evaluate("document.querySelector('.gk-sights button:last-child')?.click()")  # flat
        return found

    yield show
    for page in opened:
        page.close()


def probe(pages: Pages, **other: Any) -> list[str]:
    """Send the widget's state to every page, with some of it replaced, and return what is wrong there."""
    state = next(iter(pages.values())).state()
    state["shown"] = {**state["shown"], **other}
    return [
        f"{size}: {what}"
        for size, book in pages.items()
        for what in book.page.evaluate(PROBE, state)
    ]


def act(table: gw.Table, luck: Random) -> None:
    """Do something that can be done now, or press a cell that may be refused."""
    shown = table.shown
    if shown["curtain"]:
        table.click(shown["curtain"]["name"])
        return
    cells = re.findall(r"<g[^>]*data-cell=[^>]*>", shown["svg"])
    labels = [re.findall(r'data-cell="([^"]*)"', cell)[0] for cell in cells]
    next_ones = [label for label, cell in zip(labels, cells, strict=True) if "gk-next" in cell]
    usable = next_ones + [choice["name"] for choice in shown["choices"]]
    anything = labels if labels and luck.random() < 0.15 else usable or labels
    table.press(luck.choice(anything))


@pytest.mark.parametrize("game", [game.name for game in gk.games()])
def test_nothing_is_buried_and_nothing_moves_all_through_a_game(
    pages: Open, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "FIRST", 0.05)  # what hints say is tested elsewhere
    players = ("Annabella Featherstone", "Bo")
    match = gk.Match(game, seed=2, players=players)
    table = gw.Table(match, seats=("human", "random"), journal=False)
    books, luck = pages(table), Random(4)
    wrong = probe(books)
    for step in range(STEPS):
        act(table, luck)
        if step < FIRST or step % 10 in (3, 5, 9) or table.match.result:
            wrong += [f"step {step}: {what}" for what in probe(books)]
        if step % 10 == 3 and not table.match.result:
            table.click("hint")
            wrong += [f"step {step}, hint: {what}" for what in probe(books)]
        if step % 10 == 5:
            wrong += [f"step {step}, refused: {what}" for what in probe(books, message=REFUSED)]
            wrong += [f"step {step}, after: {what}" for what in probe(books)]
        if table.match.result:
            break
    bot = gk.bot("greedy")
    while not table.match.result:
        table.match.play(bot.choose(table.match.view(table.match.to_act), seed=table.match.ply))
    wrong += [f"end: {what}" for what in probe(books)]
    assert wrong == []


def test_no_button_lies_on_another_during_a_challenge(pages: Open) -> None:
    flowers = dict.fromkeys(("D3", "D4", "D5", "D6"), "P")
    position = {"board": flowers, "recent": ["D6"], "to_move": 0}
    match = gk.Match("flower-field", position=position)
    table = gw.Table(match, seats=("human", "human"), journal=False)
    books = pages(table)
    wrong = probe(books)
    for press in ("find duplicates", "challenge", "D4", "D5", "D6"):
        table.press(press)
        wrong += [f"{press}: {what}" for what in probe(books)]
    wrong += [f"refused: {what}" for what in probe(books, message=REFUSED)]
    assert wrong == []


def test_nothing_below_a_table_moves_when_a_curtain_is_passed(pages: Open) -> None:
    table = gw.Table(gk.Match("liars-dice", seed=1), seats=("human", "human"), journal=False)
    books = pages(table)
    wrong = probe(books)
    for do, what in (
        (table.click, "lift"),
        (table.type, str(table.match.legal()[0])),
        (table.click, "lift"),
        (table.click, "resign"),
        (table.click, "resign-now"),
        (table.click, "new"),
    ):
        do(what)
        wrong += [f"{what}: {found}" for found in probe(books)]
    assert wrong == []


def test_a_refusal_in_death_match_is_read_whole_on_a_narrow_phone(pages: Open) -> None:
    match = gk.Match("death-match", seed=7)
    table = gw.Table(match, seats=("human", "random"), journal=False)
    table.type("nonsense")
    page = pages(table, "phone")["phone"].page
    page.set_viewport_size({"width": 330, "height": 844})
    said = page.locator(".gk-said")
    expect(said).to_contain_text("for Tiles.")
    assert said.evaluate("said => said.scrollHeight - said.clientHeight") == 0


def test_no_hint_reaches_the_answer(pages: Open) -> None:
    hints = ["Count the dice under both cups, and then those that you can see."] * 3
    task = gw.Task(
        gk.Match("liars-dice", seed=1), "Claim what is certain, whatever Bo has.", "win", hints
    )
    for _ in hints:
        task.click("hint")
    for book in pages(task, "JupyterLab", "phone").values():
        foot = book.table.locator(".gk-foot").bounding_box()
        assert foot
        for hint in book.table.locator(".gk-rungs li").all():
            box = hint.bounding_box()
            assert box
            assert (
                box["y"] + box["height"] + 5 <= foot["y"] or box["y"] >= foot["y"] + foot["height"]
            )


def finished(game: str) -> gk.Match:
    """Return a match between a careless and a careful player."""
    bots, match = (gk.bot("random"), gk.bot("greedy")), gk.Match(game, seed=2)
    while not match.result:
        match.play(bots[match.to_act].choose(match.view(match.to_act), seed=match.ply))
    return match


@pytest.mark.parametrize("game", ["take-back-toe", "liars-dice", "flower-field"])
def test_nothing_moves_while_somebody_looks_back(
    pages: Open, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "GAMES", 4)  # what the coach finds is tested elsewhere
    monkeypatch.setattr(advising, "MORE", 20)
    table = gw.Table(finished(game), seats=("human", "random"), journal=False)
    books = pages(table)
    wrong = probe(books)
    table.click("back")
    for book in books.values():
        book.page.evaluate("window.places = undefined")  # the curve and the arrows get their places
    while table.shown["thinks_on"]:
        wrong += [f"looking back: {what}" for what in probe(books)]
        table.hear({"do": "think", "what": ""})
    chances = table.shown["chances"]
    for chance in chances[:: max(1, len(chances) // BOARDS)]:
        table.look(chance["ply"])
        wrong += [f"after {chance['ply']}: {what}" for what in probe(books)]
    assert wrong == []


def test_the_form_of_a_new_game_is_whole_while_somebody_looks_back(
    pages: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "GAMES", 4)
    table = gw.Table(finished("take-back-toe"), seats=("human", "random"), journal=False)
    table.click("back")
    table.click("ask")
    table.hear({"do": "answer", "what": {"name-0": " "}})  # which is refused
    for book in pages(table).values():
        form = book.table.get_by_role("form", name="New game")
        expect(form.get_by_role("button")).to_have_text(["Start", "Cancel"])
        assert form.evaluate("""form => {
            const said = form.querySelector(".gk-said").getBoundingClientRect();
            const name = form.querySelector("input").getBoundingClientRect();
            return said.left === name.left && said.bottom <= name.top;
        }""")


@pytest.mark.parametrize("game", ["take-back-toe", "liars-dice", "shift-tac-toe"])
def test_nothing_moves_in_a_replay(pages: Open, game: str) -> None:
    match = finished(game)
    replay = gw.Replay(match)
    books = pages(replay)
    wrong = probe(books)
    for ply in range(0, match.ply + 1, max(1, match.ply // BOARDS)):
        replay.look(ply)
        wrong += [f"after {ply}: {what}" for what in probe(books)]
    assert wrong == []


class InLab(TablePage):
    """The table of a lab."""

    def __init__(self, book: Notebook) -> None:
        self.page = book.page

    @property
    def table(self) -> Locator:
        return self.page.locator("section.gk:has(.gk-middle)")


def walk(books: Sequence[TablePage], turns: int = 4) -> list[str]:
    """Play Take-Back-Toe as people do, a turn on each page, and return what was wrong."""

    def look() -> list[str]:
        return [what for book in books for what in book.page.evaluate(PROBE, None)]

    for book in books:
        book.page.evaluate(TO_THE_TOP)
    wrong = look()
    for turn in range(turns):
        book = books[turn % len(books)]
        expect(book.table.locator(".gk-next").first).to_be_visible()
        for _ in range(2):  # a stack, and where it goes
            play(book, tuple(book.next_cells()[:1]), use_pointer)
            wrong += [f"turn {turn}: {what}" for what in look()]
    return wrong


def test_nothing_moves_in_a_room(browser: Browser) -> None:
    def window(width: int, height: int) -> Any:
        return browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )

    with window(390, 844) as phone, window(1280, 720) as desk:
        room = gw.Room(gk.load("take-back-toe"), seed=ANN_FIRST)
        with people([phone, desk], room) as guests:
            assert walk(guests) == []


def test_nothing_moves_in_a_lab(notebook: Callable[..., Notebook]) -> None:
    cell = """\
import gamekit_widgets as gw
gw.Lab("take-back-toe", bots=("random", "random"), games=200)"""
    book = notebook(cell, width=1280, height=720)
    book.page.get_by_role("button", name="Run", exact=True).click()
    expect(book.page.locator(".gk-compared")).to_be_in_viewport()  # whose place the page goes to
    book.page.locator(".gk-is-table").evaluate("table => table.scrollIntoView()")
    assert walk([InLab(book)]) == []


def test_a_place_that_grows_is_noticed(pages: Open) -> None:
    table = gw.Table("take-back-toe", seats=("human", "human"), journal=False)
    books = pages(table, "JupyterLab")
    assert probe(books) == []
    for book in books.values():
        book.page.add_style_tag(
            content=".gk .gk-message, .gk .gk-sentences > div { height: auto; max-height: none; display: block; }"
        )
    assert any("moved: gk-controls" in what for what in probe(books, message=REFUSED))
