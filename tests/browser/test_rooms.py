"""People in separate browsers play in one room, and each receives only what their seat may know."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, WebSocket, expect

import gamekit as gk
import gamekit_widgets as gw
from gamekit.games import NAMES
from gamekit_widgets.drawing.scene import Hand
from gamekit_widgets.rooms import admission, room_match
from gamekit_widgets.rooms.room_match import Seat
from gamekit_widgets.scenes import scene_of
from tests.browser.lab import Lab, Notebook, TablePage
from tests.browser.test_access import TARGETS, too_small, violations
from tests.browser.test_games import ESCAPED, play, target, use_pointer
from tests.browser.test_secrets import BLUFFED

pytestmark = pytest.mark.browser

ANN_FIRST = 0  # a seed that makes whoever joins first player 0
PHONE = {"width": 360, "height": 740}


class Guest(TablePage):
    """Somebody in a browser of their own, and all that came over its socket."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.frames: list[str] = []
        self.open()

    def open(self) -> None:
        self.page = self.context.new_page()
        self.page.on("websocket", self.listen)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def join(self, link: str, name: str) -> None:
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Join").click()
        expect(self.page.locator(".gk-lobby-who")).to_contain_text(name)


def use_touch(guest: TablePage, what: str) -> None:
    """Tap a cell or a button."""
    target(guest, what).tap()


WAYS = use_touch, use_pointer


@pytest.fixture(scope="module")
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    """A phone and a desk."""
    found = [
        browser.new_context(
            has_touch=True, is_mobile=True, viewport=PHONE, reduced_motion="reduce"
        ),
        browser.new_context(viewport={"width": 1000, "height": 800}, reduced_motion="reduce"),
    ]
    for context in found:
        context.set_default_timeout(60_000)
    yield found
    for context in found:
        context.close()


@contextmanager
def people(contexts: list[BrowserContext], room: gw.Room) -> Iterator[list[Guest]]:
    """Ann on a phone and Bo at a desk, at one match."""
    guests = [Guest(context) for context in contexts]
    try:
        for guest, name in zip(guests, ("Ann", "Bo"), strict=True):
            guest.join(room.link, name)
        room.start()
        for guest in guests:
            expect(guest.table).to_be_visible()
        yield guests
    finally:
        room.close()
        for guest in guests:
            guest.page.close()


def in_turns(guests: list[Guest], presses: tuple[str, ...], names: tuple[str, str]) -> None:
    """Press what two people at one screen would press, each on their own: one taps, one clicks."""
    mover = 0
    for what in presses:
        if what.startswith("I am "):
            mover = names.index(what.removeprefix("I am "))
        else:
            play(guests[mover], (what,), WAYS[mover])


GAMES = {
    "liars-dice": (
        gk.load("liars-dice", start_dice=1, die_limit=2),
        BLUFFED,
        ("Ann", "Bo"),
        "Bo wins. Ann has 3 dice, more than 2.",
    ),
    "tactical-escape": (
        gk.load("tactical-escape", offer=(1, 6, 12)),
        ESCAPED,
        ("Red", "Blue"),
        "Ann wins. Ann escaped with Quick escape.",
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_two_play_to_the_end_one_of_them_away_for_a_while(
    contexts: list[BrowserContext], name: str
) -> None:
    game, presses, names, ending = GAMES[name]
    room = gw.Room(game, seed=ANN_FIRST)
    with people(contexts, room) as guests:
        half = len(presses) // 2
        half -= next(n for n in range(half) if presses[half - n].startswith("I am "))
        in_turns(guests, presses[:half], names)
        mover = ("Ann", "Bo")[names.index(presses[half].removeprefix("I am "))]
        expect(guests[1].table.locator(".gk-players .gk-active")).to_contain_text(mover)
        board = guests[1].table.locator(".gk-board").inner_html()
        guests[1].page.close()
        expect(guests[0].page.locator(".gk-lobby-told")).to_contain_text("Bo is away")
        guests[1].open()
        guests[1].page.goto(room.link)
        expect(guests[1].table).to_be_visible()
        assert guests[1].table.locator(".gk-board").inner_html() == board
        expect(guests[0].page.locator(".gk-lobby-told")).not_to_contain_text("away")
        in_turns(guests, presses[half:], names)
        for guest in guests:
            expect(guest.prompt).to_contain_text(ending)
        room.wall.refresh()
        told = room.wall.shown["cards"][0]["told"]  # in the words of the transcript
        assert told.startswith(ending.partition(". ")[0])
        for guest in guests:
            guest.page.get_by_role("button", name="Rematch").click()
        expect(guests[0].table.locator(".gk-players")).to_contain_text("Ann")
        expect(guests[0].prompt).not_to_contain_text(ending)
        assert len(room.matches) == 2


# --- twins: two rooms that differ only in what is hidden from Ann -------------------------------

TWINS: dict[str, tuple[Callable[[Any], dict[str, Any]], tuple[Any, Any], tuple[str, ...], str]] = {
    "liars-dice": (
        lambda secret: {"dice": [[2, 2, 5, 6], secret]},
        ([2, 3, 3, 1], [4, 4, 6, 6]),
        ("number 2", "face 1", "face 1"),
        "Challenge",
    ),
    "tactical-escape": (
        lambda secret: {"offer": [1, 6, 9], "given": [[6], [secret]]},
        (1, 9),
        ("E5", "End turn"),
        "",
    ),
}


def sent(contexts: list[BrowserContext], name: str, secret: object) -> tuple[set[str], set[str]]:
    """Return what Ann's browser was sent before the showdown, and all of it, part by part."""
    position, _, presses, showdown = TWINS[name]
    match = gk.Match(name, position=position(secret))
    with people(contexts, gw.Room(match, seed=ANN_FIRST)) as guests:
        for what in presses:
            play(guests[0], (what,), use_touch)
        expect(guests[1].table.locator(".gk-moves li")).not_to_have_count(0)
        before = parts(guests[0].frames)
        if showdown:
            play(guests[1], (showdown,), use_pointer)
            expect(guests[0].table.locator(".gk-moves li")).to_have_count(2)
        return before, parts(guests[0].frames)


def parts(frames: list[str]) -> set[str]:
    """Return every part of every frame but the token."""
    found = set()
    for frame in map(json.loads, frames):
        found |= {f"{key}: {json.dumps(part)}" for key, part in frame.get("shown", {}).items()}
        rest = {key: part for key, part in frame.items() if key not in ("shown", "you")}
        found |= {f"{key}= {json.dumps(part)}" for key, part in rest.items()}
    return found


@pytest.mark.parametrize("name", TWINS)
def test_no_frame_tells_what_a_seat_may_not_know(
    contexts: list[BrowserContext], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (sent(contexts, name, secret) for secret in TWINS[name][1])
    assert one[0] == other[0]
    if TWINS[name][3]:
        assert one[1] != other[1], "it does come out in the end"
    else:
        return  # one planted leak is enough

    class Leak(Seat):
        def __init__(self, match: gk.Match, seats: tuple[str, str], viewer: int) -> None:
            super().__init__(match, seats, gk.ALL)

    monkeypatch.setattr(room_match, "Seat", Leak)
    one, other = (sent(contexts, name, secret) for secret in TWINS[name][1])
    assert one[0] != other[0], "a leak is noticed"


# --- a crash ---------------------------------------------------------------------------------

SERVER = """\
import sys
import gamekit_widgets as gw
room = gw.Room("liars-dice", journal=sys.argv[1], seed=SEED)
print(room.link, flush=True)
sys.stdin.readline()
room.start()
sys.stdin.readline()""".replace("SEED", str(ANN_FIRST))


@contextmanager
def killed_at_the_end(folder: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """A room in a process of its own; yields its link, and what starts it."""
    command = [sys.executable, "-c", SERVER, str(folder)]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True) as server:
        assert server.stdin
        assert server.stdout

        def start() -> None:
            assert server.stdin
            server.stdin.write("\n")
            server.stdin.flush()

        yield server.stdout.readline().strip(), start
        server.kill()


def test_browsers_go_on_by_themselves_after_the_kernel_was_killed(
    contexts: list[BrowserContext], tmp_path: Path
) -> None:
    guests = [Guest(context) for context in contexts]
    with killed_at_the_end(tmp_path) as (link, start):
        for guest, name in zip(guests, ("Ann", "Bo"), strict=True):
            guest.join(link, name)
        start()
        play(guests[0], ("number 1", "face 1", "face 1"), use_touch)
        expect(guests[1].moves).to_have_count(1)
    for guest in guests:
        expect(guest.page.locator(".gk-lobby-told")).to_contain_text("No connection")
    with killed_at_the_end(tmp_path):
        for guest in guests:
            expect(guest.page.locator(".gk-lobby-told")).not_to_contain_text("No connection")
            expect(guest.moves).to_have_count(1)
        play(guests[1], ("Challenge",), use_pointer)
        expect(guests[0].moves).to_have_count(2)
    for guest in guests:
        guest.page.close()


def test_a_browser_without_a_network_says_so_and_what_is_pressed_there_counts_later(
    contexts: list[BrowserContext],
) -> None:
    with people(contexts, gw.Room("liars-dice", seed=ANN_FIRST)) as (ann, bo):
        told, table = ann.page.locator(".gk-lobby-told"), ann.page.locator(".gk-room-table")
        try:
            contexts[0].set_offline(True)
            expect(told).to_contain_text("No connection")
            expect(table).to_have_attribute("aria-busy", "true")
            for what in ("number 1", "face 1"):
                ann.page.locator(f'[data-cell="{what}"]').tap()
        finally:
            contexts[0].set_offline(False)
        expect(told).to_have_text("")
        expect(table).to_have_attribute("aria-busy", "false")
        play(ann, ("face 1",), use_touch)
        expect(bo.moves).to_have_count(1)


def test_a_phone_shows_all_of_a_turn_that_stands_beside_dice(
    contexts: list[BrowserContext],
) -> None:
    with people(contexts, gw.Room("liars-dice", seed=ANN_FIRST)) as (ann, bo):
        play(ann, ("number 1", "face 3", "face 3"), use_touch)
        play(bo, ("Challenge",), use_pointer)
        expect(ann.moves).to_have_count(2)
        words = ann.moves.last.locator(".gk-in-words")
        expect(words).to_contain_text("gets a die")
        assert words.evaluate("words => words.scrollHeight <= words.clientHeight")


def test_nothing_that_a_room_says_moves_the_board(contexts: list[BrowserContext]) -> None:
    room = gw.Room("liars-dice", seed=ANN_FIRST)
    with people(contexts, room) as guests:

        def places() -> list[object]:
            kept = '.gk-place, [data-do="rules"]'
            return [
                [each.bounding_box() for each in guest.page.locator(kept).all()] for guest in guests
            ]

        def told(sentence: str) -> None:
            for guest in guests:
                expect(guest.page.locator(".gk-lobby-told")).to_have_text(sentence)

        at_rest = places()
        room.pause()
        told("The room is paused.")
        assert places() == at_rest
        room.start()
        told("")
        room.matches[0].resign(0)
        for guest in guests:
            expect(guest.page.get_by_role("button", name="Next opponent")).to_be_visible()
        guests[0].page.get_by_role("button", name="Rematch").click()
        expect(guests[1].page.locator(".gk-lobby-told")).to_have_text("Ann would like a rematch.")
        assert places() == at_rest


def test_a_page_keeps_its_key_whatever_the_door_says_but_that_it_is_unknown(
    contexts: list[BrowserContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = gw.Room("liars-dice", seed=ANN_FIRST)
    guest = Guest(contexts[0])
    try:
        guest.join(room.link, "Ann")
        monkeypatch.setattr(admission, "DOOR", 0)
        guest.page.reload()
        told = guest.page.get_by_role("alert")
        expect(told).to_contain_text("Too many people are trying to join.")
        with guest.page.expect_websocket() as again:
            pass
        again.value.wait_for_event("close")
        assert "Too many" in told.inner_text(), "the reason stays while the page tries again"
        monkeypatch.setattr(admission, "DOOR", 100)
        expect(guest.page.locator(".gk-lobby-who")).to_contain_text("Ann")
        assert len(room.people) == 1
        room.remove("Ann")
        expect(guest.page.get_by_role("alert")).to_contain_text("removed you")
        guest.page.reload()
        guest.join(room.link, "Ann")
        assert [person.number for person in room.people] == [2]
    finally:
        room.close()
    expect(guest.page.locator(".gk-lobby-told")).to_have_text("The room has been closed.")
    guest.page.close()


def test_somebody_who_joins_where_it_is_crowded_gets_in_without_pressing_again(
    contexts: list[BrowserContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = gw.Room("liars-dice", seed=ANN_FIRST)
    guest = Guest(contexts[1])
    opened: list[str] = []
    guest.page.on("websocket", lambda socket: opened.append(socket.url))
    monkeypatch.setattr(admission, "DOOR", 0)
    guest.page.goto(room.link)
    guest.page.get_by_label("Your name").fill("Ann")
    assert opened == [], "who is typing takes no place at the door"
    guest.page.get_by_role("button", name="Join").click()
    expect(guest.page.get_by_role("alert")).to_contain_text("Too many people are trying to join.")
    monkeypatch.setattr(admission, "DOOR", 100)
    expect(guest.page.locator(".gk-lobby-who")).to_contain_text("Ann")
    assert len(room.people) == 1
    room.close()
    guest.page.close()


# --- for everybody ---------------------------------------------------------------------------


def test_the_door_and_a_seat_can_be_used_by_everybody_on_a_phone(
    contexts: list[BrowserContext],
) -> None:
    room = gw.Room("liars-dice", seed=ANN_FIRST)
    guest = Guest(contexts[0])
    failures: list[str] = []
    guest.page.on("console", lambda said: failures.append(said.text))
    guest.page.on(
        "request", lambda to: failures.append(to.url) if str(room.port) not in to.url else None
    )
    guest.page.goto(room.link)
    expect(guest.page.get_by_label("Code")).to_have_value(room.code)
    assert violations(guest.page, "html") == []
    guest.page.get_by_label("Code").fill("nope")
    guest.page.get_by_label("Your name").fill("<b>Ann</b>")
    guest.page.get_by_role("button", name="Join").tap()
    expect(guest.page.get_by_role("alert")).to_have_text("This is not the code of this room.")
    assert violations(guest.page, "html") == []
    guest.page.get_by_label("Code").fill(room.code.lower())
    guest.page.get_by_role("button", name="Join").tap()
    expect(guest.page.locator(".gk-lobby-who")).to_contain_text("<b>Ann</b>")
    room._room.patience = 0
    room.start()
    expect(guest.table).to_be_visible()
    assert violations(guest.page, "html") == []
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    guest.page.get_by_label("Type a move").fill("9x9")
    guest.page.get_by_label("Type a move").press("Enter")
    expect(guest.table.locator(".gk-said.gk-refusal")).to_be_visible()
    quoted = guest.rule().locator("strong").text_content()
    guest.page.get_by_role("button", name="Rules").tap()
    rules = guest.page.get_by_role("dialog")
    expect(rules.locator(".gk-rules-card li")).to_have_count(5)
    expect(rules.locator("[aria-current] strong")).to_have_text(quoted or "a rule")
    expect(rules.locator("[aria-current]")).to_be_in_viewport()
    assert violations(guest.page, "html") == []
    rules.get_by_role("button", name="Close").tap()
    assert too_small(guest.page.locator(TARGETS)) == []
    assert failures == []
    assert contexts[0].cookies() == []
    room.close()
    guest.page.close()


LONG_NAMES = "Maximilian Alexander Ott", "Wilhelmine Charlotte Eva"
CROWDED = """(names) => [...document.querySelectorAll("svg.gk-board")].flatMap((board) => {
    const texts = [...board.querySelectorAll("text")].map((text) => [text, text.getBoundingClientRect()]);
    const whole = board.getBoundingClientRect();
    return texts.filter(([text]) => names.some((name) => text.textContent.includes(name))).flatMap(([text, box]) => {
        const out = box.right > whole.right ? ["leaves the board"] : [];
        const over = texts.filter(([other, { left, right, top, bottom }]) => other !== text &&
            Math.min(right, box.right) - Math.max(left, box.left) > 2 &&
            Math.min(bottom, box.bottom) - Math.max(top, box.top) > 8);
        return [...out, ...over.map(([other]) => other.textContent)].map((what) => `${text.textContent}: ${what}`);
    });
})"""


@pytest.mark.parametrize("name", NAMES)
def test_the_longest_names_fit_on_every_board(browser: Browser, name: str) -> None:
    match = gk.Match(name, seed=1, players=LONG_NAMES)
    drawn = []
    for _ in range(12):
        if match.result:
            break
        for viewer in (0, 1, gk.PUBLIC):
            hand = Hand(is_onlooker=viewer == gk.PUBLIC)
            drawn.append(scene_of(match.view(viewer), hand).svg(still=True))
        match.play("challenge" if "challenge" in match.legal() else match.legal()[0])
    page = browser.new_page()
    page.set_content(f"<style>svg {{ width: 500px; height: auto }}</style>{''.join(drawn)}")
    assert page.evaluate(CROWDED, ["Maxi", "Wilh"]) == []
    page.close()


def test_a_card_of_the_wall_holds_the_longest_names(contexts: list[BrowserContext]) -> None:
    room = gw.Room("liars-dice", seed=ANN_FIRST)
    room.simulate(LONG_NAMES, bot="search:1000")
    room.start()
    wall = contexts[1].new_page()
    wall.goto(room.wall_link)
    card = wall.locator(".gk-cards > button")
    for _ in range(2):
        expect(card.locator("svg.gk-board")).to_be_visible()
        assert card.evaluate("(card) => card.scrollWidth <= card.clientWidth")
        wall.get_by_role("button", name="Full screen").click()
    room.close()
    wall.close()


def test_each_of_two_walls_follows_the_match_that_it_shows(contexts: list[BrowserContext]) -> None:
    room = gw.Room("liars-dice", seed=ANN_FIRST)
    room.simulate(4)
    room.start()
    room.pause()
    walls = [context.new_page() for context in contexts]
    for wall in walls:
        wall.goto(room.wall_link)
    one, other = (wall.locator(".gk-cards > button") for wall in walls)
    for card in (one.first, other.first, other.last):
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
    shown = walls[0].locator(".gk-watched")
    expect(shown.locator("svg.gk-board")).to_be_visible()
    room.matches[0].resign(0)
    expect(shown).to_contain_text(re.compile(r"Guest \d wins"))
    room.close()
    for wall in walls:
        wall.close()


# --- the wall in JupyterLab, and a seat through its proxy ---------------------------------------

ROOM = """\
import gamekit as gk, gamekit_widgets as gw
room = gw.Room("liars-dice", seed=%d)
start = gk.Match("take-back-toe", position={"board": {"A1": 5, "A2": 2, "A4": 5, "B1": 8, "B2": 7, "B4": 1,
    "C2": 6, "C3": 6}, "die": 3})
room.give(gw.Task(start, "Win in one.", hints=["Count the fives."]))
room"""


def test_the_wall_follows_in_jupyterlab_and_a_seat_is_reached_through_its_proxy(
    notebook: Callable[..., Notebook], lab: Lab, contexts: list[BrowserContext]
) -> None:
    book = notebook(ROOM % ANN_FIRST)
    wall, page = book.table.first, book.page
    link = wall.get_by_role("link").get_attribute("href") or ""
    port = link.partition("#")[0].strip("/").rpartition(":")[2]
    guests = [Guest(context) for context in contexts]
    guests[0].join(link, "Ann")
    guests[1].join(f"{lab.url}/proxy/{port}/#{link.partition('#')[2]}", "Bo")
    for guest, cells, use in zip(guests, (("B2", "A2"), ("B1", "A1")), WAYS, strict=True):
        expect(guest.page.locator(".gk-task")).to_have_text("Win in one.")
        play(guest, cells, use)
    expect(guests[0].prompt).to_have_text("Solved")
    assert violations(guests[0].page, "html") == []
    task = wall.locator(".gk-wall-task")
    expect(task).to_contain_text("Solved by 1 of 2")
    expect(task.locator("tbody tr")).to_have_text([re.compile(r"Annyes1\d:\d\d"), "Bonot yet1"])
    expect(task.locator("svg.gk-board")).to_be_visible()
    assert violations(page, "section.gk-wall") == []
    wall.get_by_role("button", name="Collect").click()
    expect(guests[1].page.locator(".gk-task")).to_have_count(0)
    expect(wall.locator(".gk-wall-door")).to_contain_text("Waiting: Ann, Bo")
    wall.get_by_label("Clock of new matches").select_option("30 s a move, 3 min in reserve")
    wall.get_by_role("button", name="Start").click()
    card = wall.locator(".gk-cards button")
    expect(card).to_contain_text("Ann to move")
    expect(card.locator("svg.gk-board")).to_be_visible()
    clocks = card.locator(".gk-card-clock")
    expect(clocks).to_have_text([re.compile(r"0:(1|2)\d \+ 3:00"), "0:30 + 3:00"])
    play(guests[0], ("number 1", "face 1", "face 1"), use_touch)
    expect(card).to_contain_text("Bo to move")
    card.click()
    large = wall.locator(".gk-watched section.gk")
    expect(large.locator(".gk-moves li")).to_have_count(1)
    play(guests[1], ("Challenge",), use_pointer)
    expect(large.locator(".gk-moves li")).to_have_count(2)
    assert violations(page, "section.gk-wall") == []
    guests[1].button("Resign").click()
    guests[1].button("Yes, resign").click()
    expect(card).to_contain_text("Ann wins")
    expect(wall.locator(".gk-wall-score")).to_contain_text("in 1 game")
    wall.get_by_role("button", name="Bo", exact=True).click()
    actions = wall.get_by_role("group", name="Bo")
    actions.get_by_role("textbox").fill("Bob")
    actions.get_by_role("button", name="Rename").click()
    expect(guests[1].page.locator(".gk-lobby-who")).to_contain_text("Bob")
    assert violations(page, "section.gk-wall") == []
    page.set_viewport_size({"width": 420, "height": 800})
    assert violations(page, "section.gk-wall") == []
    guests[0].page.evaluate("localStorage.clear()")
    guests[0].page.reload()
    guests[0].page.goto(link)
    guests[0].page.get_by_label("Your name").fill("Ann")
    guests[0].page.get_by_role("button", name="Join").click()
    guests[0].page.get_by_role("button", name="I am somebody else").click()
    expect(guests[0].page.locator(".gk-lobby-who")).to_contain_text("Ann 2")
    wall.get_by_role("button", name="Ann", exact=True).click()
    wall.get_by_label("Who takes the seat of Ann").select_option("Ann 2")
    expect(guests[0].page.locator(".gk-lobby-who")).not_to_contain_text("Ann 2")
    expect(guests[0].table).to_be_visible()
    wall.get_by_role("button", name="Bob", exact=True).click()
    wall.get_by_role("button", name="Remove").click()
    expect(guests[1].page.get_by_role("alert")).to_contain_text("removed you")
    for guest in guests:
        guest.page.close()
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    expect(wall.locator(".gk-wall-said")).to_have_text(re.compile("kernel .* has stopped"))
    expect(wall.get_by_role("button", name="Start")).to_be_disabled()
