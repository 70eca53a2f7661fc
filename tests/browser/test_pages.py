"""Each page in JupyterLab shows what was saved, and everything that people can touch reacts.

nbval tests that a page runs from the top. Here we run only the cells that make the first table,
task and lab, and the cells that they need.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from symtable import SymbolTable, symtable

import nbformat
import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Locator, Page, expect

from notebooks import refresh
from tests.browser.lab import EXECUTE, PANEL, Lab, Notebook, TablePage
from tests.browser.test_games import SAID

pytestmark = [pytest.mark.browser, pytest.mark.page]

RUN = f"""async index => {{
    {PANEL}.content.activeCellIndex = index;
    await window.jupyterapp.commands.execute("notebook:run-cell");
}}"""
COMPLAINTS = f"""() => {PANEL}.content.widgets
    .flatMap(cell => cell.model.outputs?.toJSON() ?? [])
    .filter(output => output.output_type === "error" || output.name === "stderr")"""
PRINTED = f"""async code => {{
    const run = {PANEL}.sessionContext.session.kernel.requestExecute({{ code }});
    let printed = "";
    run.onIOPub = ({{ header, content }}) => {{
        if (header.msg_type === "stream") printed += content.text;
    }};
    await run.done;
    return printed;
}}"""
SOLUTION = """\
from ipywidgets.widgets.widget import _instances
print(next(w for w in _instances.values() if isinstance(w, gw.Task)).solutions()[0], end="")"""


class One(TablePage):
    """One of the tables on a page."""

    def __init__(self, book: Notebook, table: Locator) -> None:
        self.page, self._table = book.page, table

    @property
    def table(self) -> Locator:
        return self._table


@pytest.fixture
def errors() -> list[str]:
    """What went wrong in the browser."""
    return []


@pytest.fixture(scope="module")
def window(lab: Lab, context: BrowserContext) -> Iterator[Page]:
    """JupyterLab, which opens one page after another."""
    shutil.copytree(refresh.FOLDER / "pictures", lab.root / "pictures", dirs_exist_ok=True)
    page = context.new_page()
    page.set_viewport_size({"width": 1200, "height": 900})
    page.emulate_media(reduced_motion="reduce")
    Notebook(lab, page, lab.write([""])).load()
    yield page
    page.close()


@pytest.fixture(params=refresh.pages(), ids=lambda page: page.stem)
def book(
    request: pytest.FixtureRequest, lab: Lab, window: Page, errors: list[str]
) -> Iterator[Notebook]:
    """A page as it is committed, open, with a kernel of its own."""
    committed: Path = request.param
    shutil.copy(committed, lab.root)

    def note_message(said: ConsoleMessage) -> None:
        if said.type == "error":
            errors.append(said.text)

    def note_error(error: Error) -> None:
        errors.append(str(error))

    window.on("console", note_message)
    window.on("pageerror", note_error)
    book = Notebook(lab, window, committed.name)
    book.open()
    yield book
    window.evaluate(f"async () => {{ await {PANEL}.sessionContext.shutdown(); {PANEL}.dispose() }}")
    window.remove_listener("console", note_message)
    window.remove_listener("pageerror", note_error)


def test_everything_that_people_can_touch_on_a_page_reacts(
    book: Notebook, errors: list[str]
) -> None:
    look_at_a_figure(book)
    book.page.evaluate(f"{EXECUTE}('notebook:clear-all-cell-outputs')")
    for cell in needed(book.lab.root / book.name):
        book.page.evaluate(RUN, cell)
    code = (book.lab.root / book.name).read_text("utf-8")
    for widget, touch in TOUCHED.items():
        if f"gw.{widget}(" in code:
            touch(book)
    assert book.page.evaluate(COMPLAINTS) == []
    assert errors == []


def needed(page: Path) -> list[int]:
    """The cells that make the first table, task and lab of a page, and the cells that they need."""
    cells = nbformat.read(page, as_version=4).cells
    scopes = {
        n: symtable(cell.source, page.name, "exec")
        for n, cell in enumerate(cells)
        if cell.cell_type == "code"
    }
    found: set[int] = set()
    for widget in TOUCHED:
        makes = re.compile(rf"\bgw\.{widget}\(")
        waiting = [n for n in scopes if makes.search(cells[n].source)][:1]
        while waiting:
            cell = waiting.pop()
            if cell not in found:
                found.add(cell)
                wanted = used(scopes[cell])
                waiting += [
                    n
                    for n in scopes
                    if n < cell and ("globals" in wanted or made(scopes[n]) & wanted)
                ]
    return sorted(found)


def made(cell: SymbolTable) -> set[str]:
    """The names that a cell assigns."""
    return {
        name.get_name() for name in cell.get_symbols() if name.is_assigned() or name.is_imported()
    }


def used(cell: SymbolTable) -> set[str]:
    """The names of the page that a cell uses, its functions included."""
    found = {name.get_name() for name in cell.get_symbols() if name.is_referenced()}
    inside = list(cell.get_children())
    while inside:
        scope = inside.pop()
        found |= {name.get_name() for name in scope.get_symbols() if name.is_global()}
        inside += scope.get_children()
    return found


def look_at_a_figure(book: Notebook) -> None:
    """Its picture is there at once, and then the figure itself replaces it."""
    picture = book.page.locator(".plot-img").first
    if picture.count():
        picture.dispatch_event("mouseenter")
        expect(book.page.locator(".js-plotly-plot .main-svg").first).to_be_visible()


def press_at_a_table(book: Notebook) -> None:
    """Press something at the first table."""
    one = One(book, book.page.locator("section.gk-is-table").first)
    legal = one.table.locator(".gk-curtain button, .gk-next, .gk-choices button").first
    before = one.table.evaluate(SAID)
    legal.press("Enter")  # in space, what is focused is not what is seen
    book.page.wait_for_function(
        f"([table, before]) => ({SAID})(table) !== before",
        arg=[one.table.element_handle(), before],
    )
    expect(one.table.locator(".gk-refused")).to_have_count(0)


def solve_a_task(book: Notebook) -> None:
    """Ask for a hint in the first task, miss it, and solve it."""
    one = One(book, book.page.locator("section.gk-is-task").first)
    one.button("Hint").click()
    expect(one.table.locator(".gk-rungs li")).to_have_count(1)
    line = one.table.locator(".gk-type input")
    line.fill("nothing that solves it")
    one.button("Answer").click()
    expect(one.message).to_be_visible()
    line.fill(book.page.evaluate(PRINTED, SOLUTION))
    one.button("Answer").click()
    expect(one.prompt).to_have_text("Solved")


def turn_a_number(book: Notebook) -> None:
    """Turn the first number of a lab, and stop the playtest that this starts."""
    lab = book.page.locator(".gk-lab").first
    slider = lab.locator("input[type=range]").first
    before = slider.input_value()
    slider.focus()
    slider.press("ArrowRight")
    if slider.input_value() == before:
        slider.press("ArrowLeft")
    expect(lab.locator(".gk-changed")).to_have_count(1)
    lab.get_by_role("button", name="Stop", exact=True).click()


# What is touched: of each, the first on the page.
TOUCHED = {"Table": press_at_a_table, "Task": solve_a_task, "Lab": turn_a_number}
