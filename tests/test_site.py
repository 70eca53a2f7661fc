"""The site as its visitors find it: served from one folder, with every other address blocked."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic
from typing import ClassVar

import pytest
from jinja2 import Template
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Response,
    Route,
    TimeoutError,
    ViewportSize,
    expect,
    sync_playwright,
)

import gamekit as gk
from gamekit.puzzle import Puzzle
from gamekit.storage.record import packed, unpacked
from gamekit_widgets.assets import bundle
from gamekit_widgets.table.site_page import drawn_ahead
from tests.browser.lab import EXECUTE, PANEL, TablePage, document, launch

pytestmark = [pytest.mark.package, pytest.mark.browser, pytest.mark.xdist_group("site")]

REPOSITORY = Path(__file__).parents[1]
GAMES = ("take-back-toe", "liars-dice", "shift-tac-toe", "tactical-escape")
MOVES = 10
MANY = 500  # presses, more than a game of these takes
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
DARK = "rgb(21, 23, 26)"  # behind a table
HASTE = "import gamekit.studies.study_without_numpy; gamekit.studies.study_without_numpy.SECONDS, gamekit.studies.study_without_numpy.PATIENCE = 0.2, 5\n"
BROWSERS_OWN = "content-autofill.googleapis.com:443"  # what Chromium asks wherever there is a form
TABLE = """\
import gamekit as gk, gamekit_widgets as gw
match = gk.Match("{game}", seed=5, first=0)
gw.Table(match, seats=("human", "human"), viewer=gk.ALL, open=True)"""
STARTED = """() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status
    === `idle`"""
ERRORS = f"""() => {PANEL}.content.model.sharedModel.cells.flatMap(cell => cell.outputs ?? [])
    .filter(output => output.output_type === "error").map(output => output.evalue)"""
OUTPUTS = f"() => JSON.stringify({PANEL}.content.model.sharedModel.cells.map(c => c.outputs ?? []))"
KEPT = """() => caches.match(new URL(document.getElementById("play").dataset.memory, new URL("..", location)))
    .then(kept => kept?.ok)"""
FOLLOW = """all => all.filter(one => one.src.startsWith("data:image/svg+xml;base64,")
    && /gk-board[^]*color-scheme: light dark[^]*--gk-text: /.test(atob(one.src.split(",")[1]))).length"""
LAST = f"() => {PANEL}.content.model.sharedModel.cells.filter(c => c.execution_count).length"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Gate(BaseHTTPRequestHandler):
    """The proxy for all other addresses: it lets nothing through, and remembers who asked for what."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_error(403)

    do_CONNECT = do_POST = do_HEAD = do_OPTIONS = do_GET

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def serving(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """Serve on this machine, and yield the address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the site, built as everybody builds it."""
    mine = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    done = subprocess.run(
        ["make", "--no-print-directory", "site"],
        cwd=REPOSITORY, env=mine, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    with serving(partial(Quiet, directory=str(REPOSITORY / "dist" / "site"))) as url:
        yield url


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser that reaches this machine only."""
    with sync_playwright() as playwright, launch(playwright) as browser:
        yield browser


@contextmanager
def visitor(chromium: Browser) -> Iterator[BrowserContext]:
    """A visitor whose browser is new, for a site that asks nobody but itself, its Python included."""
    with (
        serving(Gate) as proxy,
        chromium.new_context(proxy={"server": proxy, "bypass": "127.0.0.1"}) as context,
    ):
        context.set_default_timeout(120_000)
        yield context
    assert set(Gate.asked) <= {BROWSERS_OWN}


@pytest.fixture
def page(chromium: Browser, site: str) -> Iterator[Page]:
    """A page of somebody who has never been here."""
    with visitor(chromium) as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def regular(chromium: Browser, site: str) -> Iterator[BrowserContext]:
    """Somebody who comes back for one test after another, so that Python starts from memory."""
    with visitor(chromium) as context:
        yield context


@pytest.fixture
def later(regular: BrowserContext) -> Iterator[Page]:
    """A page of somebody who has been here before."""
    with regular.new_page() as page:
        yield page


@pytest.fixture(scope="module")
def book(chromium: Browser, site: str) -> Iterator[Live]:
    """A page open in JupyterLite, with a kernel."""
    with visitor(chromium) as context:
        book = Live(context.new_page())
        book.open(site, "01_take_back_toe.ipynb")
        yield book


def test_pages_are_read_without_python(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    expect(page.get_by_role("heading", level=1)).to_contain_text("gamekit")
    page.get_by_role("link", name="Games", exact=True).first.click()
    for game in gk.games():
        play = page.locator(f"[href='play/{game.name}/']")
        expect(play).to_have_accessible_name(re.compile("^Play "))
    expect(page.get_by_role("link", name="Open it live")).to_have_count(0)
    page.goto(f"{site}/notebooks/01_take_back_toe.html")
    boards = page.locator(".cell_output img")
    assert boards.count() > 10
    assert boards.evaluate_all("all => all.every(one => one.complete && one.naturalWidth > 0)")
    assert boards.evaluate_all(FOLLOW) > 10
    expect(page.get_by_text("Shift+Enter")).to_have_count(0)  # a phone has no such keys
    expect(page.locator("summary").first).to_have_accessible_name(re.compile("^Show the"))
    rule = page.get_by_text("TBT-17").last
    expect(rule).to_be_hidden()  # JupyterLab folds the rules, too
    page.get_by_text("Show the rules").click()
    expect(rule).to_be_visible()
    for words, leads in (
        ("Open it live", r"live/notebooks/index\.html\?path=01_take_back_toe\.ipynb$"),
        ("Play", r"play/take-back-toe/$"),
    ):
        link = page.locator(".gk-live").get_by_role("link", name=words, exact=True)
        expect(link).to_have_attribute("href", re.compile(leads))
    page.goto(f"{site}/search.html?q=reversal")
    expect(page.locator("#search-results li").first).to_be_visible()
    page.goto(f"{site}/reference/matches.html")
    expect(page.locator("dt#gamekit\\.Match")).to_be_visible()


def test_large_text_is_not_cut_on_a_small_phone(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{site}/index.html")
    for size in ("100%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        words = page.locator(".gk-ways .sd-card-text")
        assert words.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")


def test_a_phone_shows_three_boards_one_below_the_other(page: Page, site: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/notebooks/06_death_match.html")
    boards = page.locator(".cell_output div:has(> img + img)").first.locator("img")
    boxes = [board.bounding_box() for board in boards.all()]
    assert len(boxes) == 3
    for upper, lower in pairwise(boxes):
        assert upper
        assert lower
        assert upper["y"] + upper["height"] < lower["y"]
        assert upper["x"] == lower["x"]
        assert 300 < upper["width"] == lower["width"] < PHONE["width"]


def test_a_published_copy_has_a_button_for_each_place_where_people_are() -> None:
    template = Template((REPOSITORY / "website" / "_templates" / "live.html").read_text("utf-8"))
    page: dict[str, object] = {"pagename": "notebooks/03_liars_dice", "games": ["liars-dice"]}
    told = template.render(page, pathto=lambda name, _=0: name, repository="owner/name")
    for words, address in {
        "In Colab": "https://colab.research.google.com/github/owner/name/blob/HEAD/notebooks/03_liars_dice.ipynb",
        "On Kaggle": "https://kaggle.com/kernels/welcome?src=https://github.com/owner/name/blob/HEAD/notebooks/03_liars_dice.ipynb",
        "On Binder": "https://mybinder.org/v2/gh/owner/name/HEAD?urlpath=lab/tree/notebooks/03_liars_dice.ipynb",
        "In VS Code": "vscode://vscode.git/clone?url=https://github.com/owner/name.git",
    }.items():
        assert f'<a href="{address}">{words}</a>' in told


@pytest.mark.parametrize("name", ["00_welcome", "10_answers"])
def test_a_page_about_one_game_has_a_button_to_play_it(name: str) -> None:
    template = Template((REPOSITORY / "website" / "_templates" / "live.html").read_text("utf-8"))
    page: dict[str, object] = {"pagename": f"notebooks/{name}", "games": ["take-back-toe"]}
    told = template.render(page, pathto=lambda name, _=0: name)
    assert '<a href="play/take-back-toe/">Play</a>' in told


def test_a_page_runs_in_the_browser_and_games_are_played_there(page: Page, site: str) -> None:
    book = Live(page)
    book.open(site, "01_take_back_toe.ipynb")
    expect(book.table.first).to_be_visible()  # it woke up by itself
    expect(page.get_by_text("Run the cells from the top with ▶ above")).to_be_attached()
    expect(page.get_by_text("Asleep. To wake it, press ▶")).not_to_have_count(0)
    count = book.run_from_the_top()
    page.wait_for_function(f"count => ({LAST})() === count", arg=count, timeout=300_000)
    assert page.evaluate(ERRORS) == []
    outputs = page.evaluate(OUTPUTS)
    assert "is asleep" not in outputs
    assert "Asleep." not in outputs
    told = json.loads((REPOSITORY / "notebooks" / "01_take_back_toe.ipynb").read_text("utf-8"))
    said = findings(json.loads(outputs))
    assert len(said) > 1
    assert said.items() <= findings([cell.get("outputs", []) for cell in told["cells"]]).items()
    assert "This cell needs" not in outputs
    assert re.search(
        r"2,000 games, .+first-player score 0\.\d+ \(0\.\d+ to 0\.\d+, 95%\)",
        book.says_in_python("gk.playtest('take-back-toe', games=2_000, progress=False)"),
    )

    book.show(TASK)
    book.cell("B2").click()
    book.cell("A2").click()
    expect(book.prompt).to_have_text("Solved")
    assert "'Win in one.', '1', '0'" in book.says_in_python("sheet.rows()")
    for game in GAMES:
        book.show(TABLE.format(game=game))
        for text in opening(game):
            line = book.table.get_by_label("Type a move")
            line.fill(text)
            line.press("Enter")
            expect(line).to_have_value("")
        assert int(book.says_in_python("match.ply")) >= MOVES, game
    book.button("Hint").click()
    expect(book.message).to_contain_text(re.compile("Best|qually good"))
    book.show("gw.Replay(match)")
    book.button("First board").click()
    expect(book.prompt).to_have_text("The start")
    book.show("gw.Lab('take-back-toe', games=200)")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_text(re.compile(r"^\d+ games, greedy against greedy"))).to_be_visible()
    book.show("gw.Lab('take-back-toe', games=1_000_000)")
    page.get_by_role("button", name="Run", exact=True).click()
    for go_on in ("", "Resume"):
        if go_on:
            page.get_by_role("button", name=go_on, exact=True).click()
        expect(page.get_by_text(re.compile(r"^[1-9][\d,]* of 1,000,000 games"))).to_be_visible()
        page.get_by_role("button", name="Stop", exact=True).click()
        expect(page.locator("[data-part=news]")).to_have_text(
            re.compile(r"^Stopped after [1-9][\d,]* of")
        )
    assert page.evaluate(ERRORS) == []


def test_a_cell_that_cannot_run_in_the_browser_says_so_in_whole_words_and_keeps_its_picture(
    later: Page, site: str
) -> None:
    book = Live(later)
    book.open(site, "00_welcome.ipynb")
    number = later.evaluate(f"""() => {{
        const cells = {PANEL}.content.model.sharedModel.cells;
        const number = cells.findIndex(cell => cell.source.includes("study.figure()"));
        cells[number].setSource("import scipy_of_another_computer");
        {PANEL}.content.activeCellIndex = number;
        return number;
    }}""")
    later.evaluate(f"() => {{ {EXECUTE}('notebook:run-cell'); }}")
    later.wait_for_function(
        f"""number => (found => found.includes("This cell needs scipy_of") && found.includes("How games end"))(
            JSON.stringify({PANEL}.content.model.sharedModel.cells[number].outputs))""",
        arg=number,
    )
    said = later.get_by_text("This cell needs scipy_of")
    expect(said).to_have_css("word-break", "normal")


@pytest.mark.usefixtures("site")
def test_what_a_live_page_has_printed_is_one_text() -> None:
    page = REPOSITORY / "dist" / "site" / "live" / "files" / "03_liars_dice.ipynb"
    cells = json.loads(page.read_text("utf-8"))["cells"]
    printed = [one["text"] for cell in cells for one in cell.get("outputs", []) if "text" in one]
    assert {type(text) for text in printed} == {str}


def findings(cells: list[list[dict[str, dict[str, list[str] | str]]]]) -> dict[str, list[str]]:
    """Return for each finding in outputs who it holds for, and what was measured in how many games."""
    texts = (output.get("data", {}).get("text/plain", "") for cell in cells for output in cell)
    lines = ("".join(text).split("\n") for text in texts)
    return {
        first: [re.sub(r"\(.+?\)", "", line) for line in rest]
        for first, *rest in lines
        if re.search(r": (true|false|too close to tell)", first)
    }


def test_the_browser_compiles_rules_and_plays_the_same_games(book: Live) -> None:
    here = StringIO()
    with redirect_stdout(here):
        exec(SAME, {})
    assert here.getvalue().startswith("compiled 10000 ")
    assert book.tells(SAME) == here.getvalue()
    assert book.tells(f"{MADE_AHEAD}\nprint(found)") == "True\n"


def test_stop_ends_a_rule_that_never_returns(book: Live) -> None:
    assert stopped(book) < 10
    assert book.says_in_python("6 * 7") == "42\n"


def stopped(book: Live) -> float:
    """Press *Stop* while a rule never returns; return the seconds until it is answered."""
    book.show(ENDLESS)
    book.page.get_by_role("button", name="Run", exact=True).click()
    book.page.wait_for_timeout(3000)
    began = monotonic()
    book.page.get_by_role("button", name="Stop", exact=True).click()
    expect(book.page.locator("[data-part=news]")).to_have_text("Stopped after 0 of 1,000 games.")
    return monotonic() - began


class Front(TablePage):
    """The board on the first page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.goto(address)

    @property
    def table(self) -> Locator:
        """The widget, which has a frame of its own."""
        return self.page.frame_locator(".gk-front").locator("section.gk")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_board_on_the_first_page_is_in_view_and_answers_a_press(
    page: Page, site: str, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    page.emulate_media(color_scheme="dark")
    front = Front(page, f"{site}/index.html")
    expect(front.cell("C4")).to_be_in_viewport(ratio=0.99)  # less what is rounded
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    for said in ("Press a stack, then a cell beside it", "Nothing to install.", "no accounts."):
        expect(page.get_by_text(said).first).to_be_in_viewport()
    undo = front.table.locator("[data-what=undo]")
    expect(undo).to_be_hidden()
    front.cell("B2").click()
    front.cell("A2").click()
    expect(front.moves).to_have_count(2)
    expect(undo).to_be_visible()
    assert front.table.evaluate("table => getComputedStyle(table).backgroundColor") == DARK
    expect(page.get_by_text("would be the exact reverse. (TBT-12)")).to_be_visible()
    for game in gk.games():
        expect(page.locator(f"a[href='play/{game.name}/']")).to_be_visible()


def test_boards_follow_the_theme_that_is_chosen_on_the_site(page: Page, site: str) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(f"{site}/index.html")
    page.evaluate("for (const name of ['mode', 'theme']) localStorage.setItem(name, 'dark')")
    front = Front(page, f"{site}/index.html")
    expect(front.table).to_have_css("background-color", DARK)
    book = Played(page, f"{site}/play/liars-dice/")
    expect(book.table).to_have_css("background-color", DARK)


class Played(TablePage):
    """A page of the site where one game is played."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.goto(address)
        expect(self.table).to_be_visible()

    @property
    def pressable(self) -> Locator:
        """What may be pressed on the way to a legal move."""
        choices = ".gk-choices button:not(.gk-off, .gk-was, :disabled), .gk-here button, .gk-palette button"
        return self.table.locator(f".gk-place .gk-next, {choices}")

    def wait(self) -> None:
        expect(self.page.locator("#play")).to_have_attribute("data-awake", "")


def test_a_page_finds_the_programs_made_ahead(page: Page, site: str) -> None:
    page.route("**/play/worker.js", with_python_exposed)
    Played(page, f"{site}/play/take-back-toe/").wait()
    (worker,) = page.workers
    assert worker.evaluate("code => exposed().runPython(code)", f"{MADE_AHEAD}\nfound")


def with_python_exposed(route: Route) -> None:
    """Let a test run code in the Python of a page."""
    answer = route.fetch()
    route.fulfill(response=answer, body=f"{answer.text()}\nself.exposed = () => pyodide;")


def test_only_a_press_is_said_to_be_kept(page: Page, site: str) -> None:
    page.route("**/pyodide.asm.wasm", lambda _: None)  # Python never comes
    book = Played(page, f"{site}/play/take-back-toe/")
    waking = page.locator(".gk-waking")
    expect(waking).to_have_text("Starting Python …")
    book.cell("B2").click()
    expect(waking).to_have_text("Your press is kept. Starting Python …")


def test_a_page_of_a_link_says_to_everybody_why_it_cannot_start(chromium: Browser) -> None:
    opening = json.dumps(json.loads(drawn_ahead("take-back-toe"))["shown"])
    html = f"""<main id="play"></main><script type="application/json" id="opening">{opening}</script>
        <script type="module" src="play.js"></script>"""
    trouble = 'postMessage(JSON.stringify({trouble: "no memory"}))'
    page = chromium.new_page()
    for name, body in {"": html, "play.js": bundle("play"), "worker.js": trouble}.items():
        kind = f"text/{'javascript' if name else 'html'}"
        page.route(f"http://site/{name}", partial(Route.fulfill, body=body, content_type=kind))
    book = Played(page, "http://site/#link")
    status = page.get_by_role("status").filter(has_text="cannot start in this browser: no memory")
    expect(status).to_be_visible()
    assert not status.evaluate("each => each.closest('[inert]')")
    expect(book.table).to_have_attribute("inert", "")
    page.close()


def test_a_press_before_python_is_awake_is_played_and_answered(page: Page, site: str) -> None:
    book = Played(page, f"{site}/play/take-back-toe/")
    book.cell("B2").click()
    book.cell("A2").click()
    expect(book.moves).to_have_count(2)
    expect(page.locator(".gk-waking")).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_later_visit_restores_the_memory_that_the_first_one_kept(
    page: Page, site: str, size: ViewportSize, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []
    loaded: list[int] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("response", lambda answer: loaded.append(weight(answer)))
    page.set_viewport_size(size)
    for visit in ("cold", "cached"):
        loaded.clear()
        began = monotonic()
        book = Played(page, f"{site}/play/take-back-toe/")
        book.cell("B2").click()
        expect(book.table.locator("[data-cell=B2].gk-pressed")).to_be_visible()
        pressed = monotonic()
        book.cell("A2").click()
        expect(book.moves).to_have_count(2)
        took = f"{pressed - began:.2f} s, the bot {monotonic() - pressed:.2f} s later"
        with capsys.disabled():
            print(f"\n{visit}: the board answers after {took}, {sum(loaded) / 1e6:.1f} MB")
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        assert page.evaluate(KEPT)
    assert not [text for text in said if "starts anew" in text]


def weight(answer: Response) -> int:
    """Return how many bytes came over the network."""
    return 0 if answer.from_service_worker else int(answer.headers.get("content-length", 0))


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("take-back-toe", DESKTOP),
        ("sliding-tic-tac-toe", PHONE),
    ],
)
def test_a_game_is_played_to_its_end_on_its_page(
    later: Page, site: str, game: str, size: ViewportSize
) -> None:
    later.set_viewport_size(size)
    play_on(Played(later, f"{site}/play/{game}/"))


@pytest.mark.parametrize(
    "game", sorted({game.name for game in gk.games()} - {"take-back-toe", "sliding-tic-tac-toe"})
)
def test_a_shared_game_is_played_to_its_end_on_its_page(later: Page, site: str, game: str) -> None:
    later.set_viewport_size(PHONE)
    book = Played(later, f"{site}/play/{game}/#{packed(near_its_end(game).shared())}")
    book.wait()
    play_on(book)


def near_its_end(game: str) -> gk.Match:
    """Return a game between bots, two moves before it is over."""
    match, bot = gk.Match(game, seed=3), gk.bot("club")
    while match.to_act in (0, 1):
        match.play(bot.choose(match.view(match.to_act), seed=match.ply))
    assert match.result
    return match.goto(match.ply - 2)


def play_on(book: Played) -> None:
    """Press whatever may be pressed until the game is over."""
    chance, over = Random(1), book.table.locator(".gk-ending strong")
    for _ in range(MANY):
        expect(book.pressable.or_(over).first).to_be_visible()
        if over.count():
            break
        with suppress(TimeoutError, ValueError):  # the bot moves meanwhile
            book.pressable.nth(chance.randrange(book.pressable.count())).click(timeout=2_000)
    expect(over).to_be_visible()
    expect(book.prompt).to_contain_text(re.compile("You (win|lose)|draw"))


def test_a_shared_link_opens_the_same_position(later: Page, site: str) -> None:
    later.context.grant_permissions(["clipboard-read", "clipboard-write"])
    book = Played(later, f"{site}/play/take-back-toe/")
    book.wait()
    book.cell("B2").click()
    book.cell("A2").click()
    expect(book.moves).to_have_count(2)
    book.button("Share").click()
    expect(book.message).to_contain_text("copied")
    says, link = book.says(), later.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{site}/play/take-back-toe/#")
    later.goto("about:blank")
    again = Played(later, link)
    again.wait()
    assert again.says() == says
    expect(again.moves).to_have_count(2)


def test_a_finished_game_is_replayed_from_its_link(later: Page, site: str) -> None:
    match = gk.Match("take-back-toe", seed=5)
    for text in opening("take-back-toe"):
        match.play(text)
    match.resign(match.to_act)
    book = Played(later, f"{site}/play/take-back-toe/#{packed(match.shared())}")
    book.wait()
    expect(book.button("First board")).to_be_visible()
    book.button("Last board").click()
    expect(book.prompt).to_contain_text("resigned")


def test_the_puzzle_of_the_day_is_solved_on_its_board(later: Page, site: str) -> None:
    seen = []
    for day in ("2026-12-01", "2026-12-02"):
        later.clock.set_fixed_time(f"{day}T12:00:00Z")
        later.goto(f"{site}/puzzles.html")
        expect(later.locator("#puzzles time")).to_have_attribute("datetime", day)
        expect(later.locator("#puzzles img")).to_be_visible()
        expect(later.locator("#earlier li").first).to_be_visible()
        seen.append(later.locator("#puzzles a").first.get_attribute("href"))
    assert seen[0] != seen[1]
    expect(later.locator("#earlier a").first).to_have_attribute("href", str(seen[0]))
    later.clock.resume()
    game, _, link = str(seen[1]).removeprefix("play/").partition("/#")
    record, document = unpacked(link)
    puzzle = Puzzle.of(record.match(), document)
    book = Played(later, f"{site}/play/{game}/#{link}")
    book.wait()
    expect(book.table.locator(".gk-task")).to_have_text(puzzle.text)
    line = book.table.locator(".gk-type input")
    line.fill(puzzle.solution[0])
    line.press("Enter")
    expect(book.prompt).to_have_text("Solved")


def test_a_page_opens_and_plays_without_a_network_after_one_visit(page: Page, site: str) -> None:
    Played(page, f"{site}/play/take-back-toe/").wait()
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    book = Played(page, f"{site}/play/liars-dice/")
    book.wait()
    book.button("Hint").click()
    expect(book.message).to_contain_text(re.compile("Best|qually good"))


SAME = """\
from hashlib import sha256
import gamekit as gk
from gamekit.compiling import engine_of
from gamekit.studies.study_without_numpy import playtest

game = gk.load("take-back-toe")
study = playtest(game, games=10_000, progress=False)
games = sha256(repr(study.rows).encode()).hexdigest()
match = gk.Match(game, seed=3)
move = gk.bot("search:500").choose(match.view(match.to_act), seed=7)
print(engine_of(game).name, len(study.rows), games, move)"""

MADE_AHEAD = """\
import gamekit as gk
from gamekit.compiling.program import prepared
found = all(prepared(game, calls) for game in gk.games() for calls in ("random", "bots"))"""

ENDLESS = """\
import gamekit as gk, gamekit_widgets as gw

def takes_back(rules, state, start, target):
    while state.turn > 3:
        pass
    return False

game = gk.load("take-back-toe").variant(takes_back=takes_back)
gw.Lab(game, games=1000)"""

TASK = """\
import gamekit as gk, gamekit_widgets as gw
stacks = {"A1": 5, "A2": 2, "A4": 5, "B1": 8, "B2": 7, "B4": 1, "C2": 6, "C3": 6}
start = gk.Match("take-back-toe", position={"board": stacks, "die": 3}, seed=1)
sheet = gw.Sheet("Ann")
gw.Task(start, "Win in one.", report=sheet)"""


def opening(game: str) -> Iterator[str]:
    """Yield turns, as people write them, up to the tenth move; the same dice fall there."""
    match = gk.Match(game, seed=5, first=0)
    while match.ply < MOVES:
        turns = islice(match.turns(), 1000)
        *_, text = (turn for turn in turns if "escape" not in turn and turn != "challenge")
        yield text
        match.play(text)


class Live(TablePage):
    """A notebook open in JupyterLite."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, site: str, name: str) -> None:
        """Open a page, and wait for its Python."""
        self.page.goto(f"{site}/live/notebooks/index.html?path={name}")
        self.page.wait_for_function(STARTED, timeout=300_000)
        self.page.wait_for_function(f"() => !({OUTPUTS})().includes('is asleep')", timeout=300_000)
        self.page.wait_for_function(STARTED, timeout=300_000)

    def run_from_the_top(self) -> int:
        """Run all cells, with less patience for playtests; return how many there are."""
        count: int = self.page.evaluate(
            f"""haste => {{
                const cells = {PANEL}.content.model.sharedModel.cells;
                const code = cells.filter(cell => cell.cell_type === "code");
                code[0].setSource(haste + code[0].getSource());
                code.forEach(cell => {{ cell.setOutputs([]); cell.execution_count = null; }});
                return code.length;
            }}""",
            HASTE,
        )
        self.page.evaluate(f"() => {{ {EXECUTE}('notebook:run-all-cells'); }}")
        return count

    def show(self, cell: str) -> None:
        """Replace all cells by this one, and run it until its table is there."""
        self.page.evaluate(
            f"document => {PANEL}.context.model.fromJSON(document)", document([cell])
        )
        expect(self.table).to_have_count(0)
        self.page.evaluate(f"() => {{ {EXECUTE}('notebook:run-all-cells'); }}")
        expect(self.table.first).to_be_visible(timeout=120_000)

    def says_in_python(self, expression: str) -> str:
        """Ask the kernel for a value."""
        return self.tells(f"print({expression})")

    def tells(self, code: str) -> str:
        """Run code in the kernel, and return what it prints."""
        said: str = self.page.evaluate(
            f"""async code => {{
                const asked = {PANEL}.sessionContext.session.kernel.requestExecute({{ code }});
                let said = "";
                asked.onIOPub = answer => {{
                    said += answer.content.text ?? answer.content.evalue ?? "";
                }};
                await asked.done;
                return said;
            }}""",
            code,
        )
        return said
