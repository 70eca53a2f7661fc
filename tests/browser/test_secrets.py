"""Games with secrets in JupyterLab: two people play at one screen, and no secret leaks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, WebSocket, expect

from tests.browser.lab import PANEL, Lab, Notebook
from tests.browser.test_games import play, use_keys, use_pointer

pytestmark = pytest.mark.browser

Open = Callable[..., Notebook]

TABLE = """\
import gamekit as gk, gamekit_widgets as gw
game = gk.load("{name}", {parameters})
gw.Table(gk.Match(game, seed={seed}, players=("Ann", "Bo")), seats=("human", "human"))"""

# Three dice can never show what two or three dice are; the third die loses.
BLUFF = TABLE.format(name="liars-dice", parameters="start_dice=1, die_limit=2", seed=1)
BLUFFED = (
    "I am Ann", "number 3", "face 2", "face 2", "I am Bo", "Challenge",
    "I am Ann", "number 4", "face 1", "face 1", "I am Bo", "Challenge",
)  # fmt: skip
EVOLVED = TABLE.format(name="tic-tac-toe-evolved", parameters="", seed=5)
CONTESTED = (
    "1,1", "I am Ann", "die 1", "Bid 1", "I am Bo", "Bid 0", "Leave it",
    "Roll to recharge", "I am Ann", "die 1", "Bid 1", "I am Bo", "Bid 0", "Leave it",
    "Roll to recharge", "3,1", "I am Ann", "die 1", "Bid 1", "I am Bo", "Bid 0",
)  # fmt: skip


@pytest.mark.parametrize(
    ("cell", "presses", "ending"),
    [
        (BLUFF, BLUFFED, "Bo wins. Ann has 3 dice, more than 2."),
        (EVOLVED, CONTESTED, "Ann wins. X holds the top row."),
    ],
    ids=["liars-dice", "tic-tac-toe-evolved"],
)
def test_two_people_at_one_screen_play_a_whole_game_by_keys(
    notebook: Open, cell: str, presses: tuple[str, ...], ending: str
) -> None:
    book = notebook(cell)
    play(book, presses, use_keys)
    expect(book.prompt).to_contain_text(ending)


def test_nothing_behind_the_curtain_can_be_reached(notebook: Open) -> None:
    book = notebook(EVOLVED)
    play(book, ("1,1",), use_keys)
    button = book.button("I am Ann")
    expect(book.table.locator(".gk-curtain")).to_be_focused()
    expect(book.table.locator(".gk-place")).to_have_attribute("inert", "")
    button.press("Enter")
    expect(book.cell("die 1")).to_be_visible()
    expect(book.table.locator(".gk-place")).not_to_have_attribute("inert", "")


# --- twins: two matches that differ only in what is hidden -------------------------------------

READ = """\
import json
import gamekit as gk, gamekit_widgets as gw
with open("secret.json") as file:
    secret = json.load(file)
"""


@dataclass(frozen=True)
class Twins:
    """A notebook cell that reads its secret from a file, and the presses before the secret comes out.

    `table` may take a `viewer`, whose view it shows.
    """

    table: str
    secrets: tuple[object, object]
    presses: tuple[str, ...]
    showdown: str
    is_there_from_the_start: bool = True


CASES = {
    "liars-dice": Twins(
        READ + """\
position = {"dice": [[2, 2, 5, 6], secret]}
match = gk.Match("liars-dice", seed=1, players=("Ann", "Bo"), position=position)
gw.Table(match, seats=("human", "human"), viewer=%s)""",
        ([2, 3, 3, 1], [4, 4, 6, 6]),
        ("I am Ann", "number 2", "face 1", "face 1", "Undo", "I am Ann", "number 1", "face 1", "face 1"),
        "I am Bo",
    ),
    "death-match": Twins(
        READ + """\
position = {"liars_dice": {"dice": [[2, 2, 5, 6], secret]}}
match = gk.Match("death-match", seed=1, players=("Ann", "Bo"), position=position)
gw.Table(match, seats=("human", "human"), viewer=%s)""",
        ([2, 3, 3, 1], [4, 4, 6, 6]),
        (
            "I am Ann", "dice number 1", "dice face 1", "dice face 1", "tiles C3", "Undo tiles", "tiles A1", "flowers D5", "Red",
            "Done with flowers",
        ),
        "I am Bo",
    ),
    "tic-tac-toe-evolved": Twins(
        READ + """\
class Bidder:
    def choose(self, view, seed=1):
        return view.game.read(view.rules, view.state, f"bid {secret}")[0]
match = gk.Match("tic-tac-toe-evolved", seed=1, position={"slot": 1})
gw.Table(match, seats=(Bidder(), "human"), viewer=%s)""",
        (0, 4),
        ("2,2", "Board before", "Last board", "Undo", "Redo", "die 1"),
        "Bid 1",
        is_there_from_the_start=False,
    ),
    "tactical-escape": Twins(
        READ + """\
position = {"offer": [1, 6, 9], "given": [[6], [secret]]}
match = gk.Match("tactical-escape", seed=1, players=("Ann", "Bo"), position=position)
gw.Table(match, seats=("human", "human"), viewer=%s)""",
        (1, 9),
        ("I am Ann", "E5", "End turn"),
        "I am Bo",
    ),
}  # fmt: skip


@dataclass
class Wire:
    """A notebook and everything that passes between its page and the server about widgets.

    It keeps each direction by itself, because what the page says while the kernel is still sending may
    come before or after that.
    """

    book: Notebook
    came: list[str] = field(default_factory=list)
    went: list[str] = field(default_factory=list)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", partial(self.hear, self.came))
        socket.on("framesent", partial(self.hear, self.went))

    def hear(self, messages: list[str], frame: str | bytes) -> None:
        kind, content = message(frame)
        if kind in ("comm_open", "comm_msg", "display_data", "execute_result"):
            messages.append(normal(json.dumps([kind, content])))


def message(frame: str | bytes) -> tuple[str, Any]:
    """The kind and content of a message to or from the kernel."""
    if isinstance(frame, str):
        try:
            whole = json.loads(frame)
            return whole["header"]["msg_type"], whole["content"]
        except (ValueError, KeyError, TypeError):
            return "", None
    numbers = [int.from_bytes(frame[n : n + 8], "little") for n in range(0, 64, 8)]
    offsets = numbers[1 : numbers[0] + 1]
    _, header, _, _, content, *_ = (frame[start:end] for start, end in pairwise(offsets))
    return json.loads(header)["msg_type"], json.loads(content)


def normal(text: str) -> str:
    """Leave out what differs in every run: ids, and how often cells ran."""
    text = re.sub(r"[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}", "id", text)
    return re.sub(r'"execution_count": \d+', '"execution_count": 1', text)


@pytest.fixture(scope="module")
def wire(lab: Lab, context: BrowserContext) -> Iterator[Wire]:
    """A notebook whose socket is listened to from the beginning."""
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce")  # every picture at once
    found = Wire(Notebook(lab, page, lab.write([""])))
    page.on("websocket", found.listen)
    found.book.load()
    for _ in range(200):  # until the page has asked what widgets there are already
        if any("request_states" in each for each in found.went):
            break
        page.wait_for_timeout(50)
    yield found
    page.close()


# The same twice, a tenth of a second apart, with the kernel idle. To ask the kernel something and wait
# for its answer would not do: a table's messages have a thread of their own there.
AT_REST = f"""async (table) => {{
    const kernel = {PANEL}.sessionContext.session.kernel;
    let before, now;
    do {{
        before = now;
        await new Promise((done) => setTimeout(done, 100));
        now = kernel.status === "idle" ? table.outerHTML : undefined;
    }} while (now === undefined || now !== before);
    return now;
}}"""


def at_rest(book: Notebook) -> str:
    """The table in the page once the kernel has nothing more to say."""
    return normal(book.table.evaluate(AT_REST))


@dataclass(frozen=True)
class Trace:
    """The content of the page, the wire and the file before the showdown, and after it."""

    pages: list[str]
    messages: list[str]
    file: str
    end: str


def trace(wire: Wire, twins: Twins, secret: object, viewer: str) -> Trace:
    """Play with this secret, as far as its showdown."""
    book = wire.book
    (book.lab.root / "secret.json").write_text(json.dumps(secret))
    wire.came.clear()
    wire.went.clear()
    book.show([twins.table % viewer])
    pages = []
    for what in twins.presses:
        play(book, (what,), use_pointer)
        pages.append(at_rest(book))
    book.save()
    messages, file = [*wire.came, *wire.went], normal((book.lab.root / book.name).read_text())
    play(book, (twins.showdown,), use_pointer)
    return Trace(pages, messages, file, at_rest(book))


@pytest.mark.parametrize("case", CASES)
def test_nothing_hidden_reaches_the_browser_or_the_file(wire: Wire, case: str) -> None:
    twins = CASES[case]
    one, other = (trace(wire, twins, secret, '"auto"') for secret in twins.secrets)
    assert len(one.messages) > len(twins.presses), "the wire was heard"
    for mine, theirs in zip(one.messages, other.messages, strict=False):
        assert mine == theirs  # the first that differs, in full
    assert len(one.messages) == len(other.messages)
    assert replace(one, end="") == replace(other, end="")
    assert one.end != other.end, "it does come out in the end"


@pytest.mark.parametrize("case", ["liars-dice", "tic-tac-toe-evolved"])
def test_that_test_notices_a_leak(wire: Wire, case: str) -> None:
    """At a table that shows everything, the page, the wire and the file all leak.

    The file keeps what the table showed when its cell was run.
    """
    twins = CASES[case]
    presses = tuple(what for what in twins.presses if not what.startswith("I am "))
    leaky = replace(twins, presses=presses, showdown="Board before")
    one, other = (trace(wire, leaky, secret, "gk.ALL") for secret in twins.secrets)
    assert one.pages != other.pages
    assert one.messages != other.messages
    assert (one.file != other.file) == twins.is_there_from_the_start
