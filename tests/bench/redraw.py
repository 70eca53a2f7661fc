"""How long a click takes until the table is redrawn, against a widget that only echoes, and how much is sent.

Prints medians and their ratio for every game, and the kilobytes that came to show its start and each
change. Table and echo are in the same notebook and clicked in turns, a few times each: a socket that
has rested answers sooner than one that has not, so single clicks by turns would not compare. A redraw of
the cube ends when plotly has drawn.

    python -m tests.bench.redraw [game ...]
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from statistics import median

from playwright.sync_api import WebSocket, expect, sync_playwright

import gamekit as gk
from tests.browser.lab import Notebook, jupyterlab, launch

ROUNDS, CLICKS = 5, 5

NOTEBOOK = """\
import anywidget, traitlets, gamekit as gk, gamekit_widgets as gw

class Echo(anywidget.AnyWidget):
    _esm = '''export default {{ render({{ model, el }}) {{
        const button = document.createElement("button");
        button.className = "echo";
        button.onclick = () => model.send("click");
        model.on("change:count", () => {{ button.dataset.count = model.get("count"); }});
        el.append(button);
    }} }}'''
    count = traitlets.Int(0).tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(self.hear)

    def hear(self, *_):
        self.count += 1

display(Echo())
gw.Table(gk.Match("{game}", seed=1), seats=("human", "human"))"""

# Click, then wait for the first change; the time is the browser's own.
ECHO = """() => new Promise((resolve) => {
    const echo = document.querySelector(".echo");
    const start = performance.now();
    new MutationObserver((_, observer) => {
        observer.disconnect();
        resolve(performance.now() - start);
    }).observe(echo, { attributes: true });
    echo.click();
})"""

# Click the n-th control of the game, starting over after the last; null if nothing came of it.
CLICK = """(n) => {
    const table = document.querySelector("section.gk");
    const curtain = table.querySelector(".gk-curtain button, .gk-pass button");
    const usable = curtain ? [curtain] : [...table.querySelectorAll(
        ":is(.gk-place > .gk-board, .gk-large) .gk-next, .gk-here button, .gk-palette button, .gk-choices button:not(.gk-was, [aria-pressed], [hidden])"
    )];
    const space = table.querySelector(".gk-space");
    const start = performance.now();
    const drawn = space && new Promise((resolve) => space.once("plotly_afterplot", resolve));
    const changed = new Promise((resolve) => {
        new MutationObserver((records, observer) => {
            // Focus changes tabindex by itself; everything else changes only when Python answers.
            const isOurs = ({ target, attributeName }) =>
                attributeName !== "tabindex" && !target.closest?.(".gk-space");
            if (!records.some(isOurs)) return;
            observer.disconnect();
            resolve();
        }).observe(table, { attributes: true, childList: true, subtree: true, characterData: true });
    });
    const late = new Promise((resolve) => setTimeout(resolve, 5000, null));
    const redrawn = Promise.all([drawn, changed]).then(() => performance.now() - start);
    usable[n % usable.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return Promise.race([redrawn, late]);
}"""


@dataclass
class Wire:
    """The sizes of the messages that came to show a table."""

    sizes: list[int] = field(default_factory=list)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self.hear)

    def hear(self, frame: str | bytes) -> None:
        whole = frame.encode() if isinstance(frame, str) else frame
        if b'"shown"' in whole:
            self.sizes.append(len(whole))


def times(notebook: Notebook, game: str) -> tuple[list[float], list[float]]:
    """Return how many milliseconds clicks take at the echo and at the table."""
    page = notebook.page
    echoes: list[float] = []
    redraws: list[float] = []
    for start in range(0, ROUNDS * CLICKS, CLICKS):
        echoes += [page.evaluate(ECHO) for _ in range(CLICKS)]
        for n in range(start, start + CLICKS):
            if page.locator(".gk-ending").count():
                show(notebook, game)
            found = page.evaluate(CLICK, 37 * n)
            redraws += [found] if found is not None else []
    return echoes, redraws


def show(notebook: Notebook, game: str) -> None:
    """Show a new table, and the cube if there is one."""
    notebook.show([NOTEBOOK.format(game=game)])
    cube = notebook.page.locator(".gk-cube-foot")
    if cube.count():
        cube.get_by_role("button", name="3D").click()
        expect(cube).to_contain_text("Drag to turn")


def measure(notebook: Notebook, wire: Wire, game: str) -> None:
    """Print a game's line."""
    wire.sizes.clear()
    show(notebook, game)
    start = sum(wire.sizes)
    wire.sizes.clear()
    echoes, redraws = times(notebook, game)
    base, mine = median(echoes), median(redraws)
    print(
        f"  {game:<22}{base:>7.1f} ms{mine:>9.1f} ms{mine / base:>7.2f} x"
        f"{start / 1e3:>10.1f} kB{median(wire.sizes) / 1e3:>9.1f} kB",
        flush=True,
    )


def main() -> None:
    """Measure and print."""
    print(f"  {'':<22}{'echo':>10}{'redraw':>12}{'':>9}{'start':>13}{'change':>12}")
    with sync_playwright() as playwright, jupyterlab() as lab:
        page = launch(playwright).new_page(reduced_motion="reduce")
        wire = Wire()
        page.on("websocket", wire.listen)
        notebook = Notebook(lab, page, lab.write([""]))
        notebook.load()
        for game in sys.argv[1:] or [game.name for game in gk.games()]:
            measure(notebook, wire, game)


if __name__ == "__main__":
    main()
