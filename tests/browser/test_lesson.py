"""A lesson from its first pupil to the printed results, with all the usual trouble."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import gamekit as gk
from tests.browser.test_access import violations
from tests.browser.test_rooms import PHONE, Guest, play, use_touch

pytestmark = pytest.mark.browser

NAMES = [f"Pupil {n}" for n in range(1, 31)]
AT_PHONES = NAMES[:8]
CLAIM = ("number 1", "face 1", "face 1")  # a press picks it, and another sends it
SERVER = """\
import json, sys, time
import gamekit as gk, gamekit_widgets as gw
names = json.loads(sys.argv[2])
game = gk.load("liars-dice", start_dice=1, die_limit=1)
pairs = list(zip(names[::2], names[1::2]))
room = gw.Room(game, people=names, pairs=pairs, journal=sys.argv[1], seed=0, bot="random")
if not any(person.bot for person in room.people):
    for name in names[8:]:
        room.simulate([f"Bot of {name}"], bot="random")
        room.reseat(f"Bot of {name}", at=name)
    links = room.links()
else:
    links = {}
print(json.dumps({"wall": room.wall_link, "link": room.link, "links": links}), flush=True)
for line in sys.stdin:
    exec(line)
    print("done", flush=True)
"""
TASK = (
    'room.give(gw.Task(gk.Match("take-back-toe", position={"board": {"A1": 5, "A2": 2, "A4": 5, '
    '"B1": 8, "B2": 7, "B4": 1, "C2": 6, "C3": 6}, "die": 3}, seed=0), "Win in one."))'
)

EVERYBODY_IS_BACK = (
    "any(all(person.is_here for person in room.people) or time.sleep(0.05) for _ in range(2000))"
)


class Kernel:
    """The teacher's Python, which can be killed."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(folder), json.dumps(NAMES)],
            stdin=PIPE,
            stdout=PIPE,
            text=True,
        )
        assert self.process.stdout
        self.told: dict[str, Any] = json.loads(self.process.stdout.readline())

    def run(self, line: str) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "done\n"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream
            stream.close()


class Class:
    """The phones of a class, and the wall."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.phones: dict[str, Guest] = {}

    def context(self, **options: Any) -> BrowserContext:
        found = self.browser.new_context(reduced_motion="reduce", **options)
        found.set_default_timeout(60_000)
        self.contexts.append(found)
        return found

    def phone(self) -> Guest:
        return Guest(self.context(has_touch=True, is_mobile=True, viewport=PHONE))

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@pytest.fixture
def pupils(browser: Browser) -> Iterator[Class]:
    found = Class(browser)
    yield found
    found.close()


def press(page: Page, name: str, exact: bool = False) -> None:
    page.get_by_role("button", name=name, exact=exact).first.click()


def sits(guest: Guest, name: str) -> None:
    """Is this page at this seat?"""
    expect(guest.page.locator(".gk-lobby-who b")).to_have_text(name)


def bout(one: Guest, other: Guest, turns: tuple[tuple[str, ...], ...]) -> None:
    """Let two people play this, whichever of them moves first."""
    expect(one.table.locator(".gk-players .gk-active")).to_have_count(1)
    is_first = one.table.locator(".gk-players .gk-active").get_by_text("you").count() == 1
    for number, presses in enumerate(turns):
        mover = one if is_first == (number % 2 == 0) else other
        play(mover, presses, use_touch)


def come_in(pupils: Class, wall: Page, told: dict[str, Any]) -> None:
    """Seven people come in with their slips. One types a rude name instead, and gets the seat after all."""
    for name in AT_PHONES[:7]:
        pupils.phones[name] = pupils.phone()
        pupils.phones[name].page.goto(told["links"][name])
        sits(pupils.phones[name], name)
        assert "word" not in pupils.phones[name].page.url, "nobody reads it over a shoulder"
    rude = pupils.phones[AT_PHONES[7]] = pupils.phone()
    rude.join(told["link"], "Rude words")
    expect(wall.get_by_text("Rude words").first).to_be_visible()
    expect(wall.locator(".gk-wall-foot")).to_contain_text("30 of 31 are here")
    wall.get_by_role("button", name="Hide name Rude words").click()
    expect(wall.get_by_text("Rude words")).to_have_count(0)
    sits(rude, "Person 53")  # 30 on the list, 22 that are simulated
    press(wall, AT_PHONES[7], exact=True)
    expect(wall.get_by_role("group", name=AT_PHONES[7], exact=True)).to_be_in_viewport(ratio=1)
    wall.get_by_label(f"Who takes the seat of {AT_PHONES[7]}").select_option("Person 53")
    sits(rude, AT_PHONES[7])


def work(pupils: Class, wall: Page, kernel: Kernel) -> None:
    """A task, and two guesses."""
    kernel.run(TASK)
    for name in AT_PHONES[:2]:
        play(pupils.phones[name], ("B2", "A2"), use_touch)
        expect(pupils.phones[name].prompt).to_have_text("Solved")
    expect(wall.locator(".gk-wall-task")).to_contain_text("Solved by 3 of 30")  # with a lucky bot
    press(wall, "Collect")
    for number, question in enumerate(("How many dice?", "How many bouts?"), 1):
        kernel.run(f'room.ask(gw.Guess("{question}", 5, low=0, high=10))')
        for name in AT_PHONES[:3]:
            form = pupils.phones[name].page.locator(".gk-guess")
            expect(form).to_contain_text(question)
            form.get_by_role("button", name="That is my guess").click()
            expect(form.locator(".gk-guess-told")).to_contain_text("You said")
        poll = wall.locator(".gk-wall-poll")
        expect(poll).to_contain_text(question)
        expect(poll).to_contain_text("3 of 30 have guessed")
        expect(poll.locator(".gk-dot")).to_have_count(3)
        assert "Pupil" not in poll.inner_text()
        press(wall, "Show the answer")
        expect(poll).to_contain_text("Right: Pupil 1, Pupil 2, Pupil 3")
        assert number == 2 or violations(wall, "html") == []


def lose(pupils: Class, wall: Page, name: str, link: str) -> None:
    """Lose a phone, and come back on another one with the word."""
    lost = pupils.phones[name]
    told = lost.page.locator(".gk-word").inner_text()
    found = pupils.phones[name] = pupils.phone()
    found.page.goto(link)
    found.page.get_by_label("Your name").fill(name)
    found.page.get_by_text("I was here before").click()
    found.page.get_by_label("Your word").fill(told.rpartition(" ")[2].upper())
    press(found.page, "Join")
    sits(found, name)
    expect(wall.locator(".gk-news")).to_contain_text(f"{name} came back on another device.")
    expect(lost.page.get_by_role("alert")).to_contain_text("another device")


def moves(folder: Path) -> dict[int, list[str]]:
    """Every move of every match, from the disk."""
    found = {}
    for path in folder.glob("match-*.journal"):
        match = gk.read(path)
        found[int(path.stem[6:])] = [e.text for e in match.history if e.player in (0, 1)]
    return found


def test_a_lesson(pupils: Class, tmp_path: Path) -> None:
    kernel = Kernel(tmp_path)
    try:
        wall = pupils.context(viewport={"width": 1280, "height": 800}).new_page()
        wall.goto(kernel.told["wall"])
        come_in(pupils, wall, kernel.told)
        press(wall, "Start")
        for name in AT_PHONES:
            expect(pupils.phones[name].table).to_be_visible()
        work(pupils, wall, kernel)
        phones = [pupils.phones[name] for name in AT_PHONES]
        for one, other in zip(phones[::2], phones[1::2], strict=True):
            bout(one, other, (CLAIM,))
            for guest in (one, other):
                expect(guest.moves).to_have_count(1)
        kernel.kill()
        said = wall.locator(".gk-wall-said")
        expect(said).to_contain_text("The room cannot be reached.")
        expect(wall.get_by_role("button", name="Pause")).to_be_disabled()
        before = moves(tmp_path)
        kernel = Kernel(tmp_path)
        kernel.run(EVERYBODY_IS_BACK)
        expect(said).to_be_empty()
        for name, guest in pupils.phones.items():
            expect(guest.page.locator(".gk-lobby-told")).not_to_contain_text("No connection")
            sits(guest, name)
            expect(guest.moves).to_have_count(1)
        for name in (AT_PHONES[0], AT_PHONES[2]):
            lose(pupils, wall, name, kernel.told["link"])
            expect(pupils.phones[name].moves).to_have_count(1)
        phones = [pupils.phones[name] for name in AT_PHONES]
        for one, other in zip(phones[::2], phones[1::2], strict=True):
            press_challenge(one, other)
        for guest in phones[:2]:
            press(guest.page, "Rematch")
        expect(phones[0].moves).to_have_count(0)
        bout(phones[0], phones[1], (CLAIM, ("Challenge",)))
        expect(phones[0].prompt).to_contain_text("win")
        press(phones[0].page, "I need help")
        finish(wall)
        after = moves(tmp_path)
        assert all(after[number][: len(made)] == made for number, made in before.items())
        assert sum(len(made) == 2 for made in after.values()) >= 5
    finally:
        kernel.kill()


def press_challenge(one: Guest, other: Guest) -> None:
    """The player to move challenges, which ends the match."""
    expect(one.table.locator(".gk-players .gk-active")).to_have_count(1)
    is_first = one.table.locator(".gk-players .gk-active").get_by_text("you").count() == 1
    play(one if is_first else other, ("Challenge",), use_touch)
    for guest in (one, other):
        expect(guest.moves).to_have_count(2)


def finish(wall: Page) -> None:
    """Look at the full screen, the podium, and the results on paper."""
    press(wall, "Full screen")
    expect(wall.locator(".gk-stage .gk-corner")).to_be_visible()
    answer = wall.locator(".gk-wall-poll")
    expect(answer).to_contain_text("The answer: 5.0")
    expect(answer).to_be_in_viewport(ratio=1)
    cards = wall.locator(".gk-stage .gk-cards button")
    expect(cards).to_have_count(15)
    for _ in range(2):  # with the answer open above them, and folded
        for card in cards.all():
            expect(card).to_be_in_viewport(ratio=1)
        answer.locator("summary").click()
    expect(wall.locator(".gk-needy")).to_be_in_viewport(ratio=1)
    for _ in range(2):
        press(wall, "End", exact=True)
    podium = wall.locator(".gk-podium")
    expect(podium.locator(".gk-step-1")).to_contain_text("Pupil")
    assert violations(wall, "html") == []
    press(wall, "Hide the podium")
    expect(podium.locator(".gk-step")).to_have_count(0)
    press(wall, "Show the podium")
    press(wall, "Print the results")
    paper = wall.frame_locator(".gk-printed")
    expect(paper.locator("tbody tr")).to_have_count(30)
    assert "Rude" not in paper.locator("body").inner_text()
