"""How long a click takes until the table is redrawn, against a widget that only echoes.

Prints the medians and their ratio; both are measured in the same JupyterLab, in turns.

    python tests/bench_redraw.py
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, sync_playwright

from tests.browser.lab import Notebook, jupyterlab, launch

ROUNDS = 60

NOTEBOOK = """\
import anywidget, traitlets, gamekit as gk, gamekit_widgets as gw

class Echo(anywidget.AnyWidget):
    _esm = '''export default { render({ model, el }) {
        const button = document.createElement("button");
        button.className = "echo";
        button.onclick = () => model.send("click");
        model.on("change:count", () => { button.dataset.count = model.get("count"); });
        el.append(button);
    } }'''
    count = traitlets.Int(0).tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(self.hear)

    def hear(self, *_):
        self.count += 1

display(Echo())
gw.Table(gk.Match("take-back-toe", seed=1), seats=("human", "human"))"""

# Click, then wait for the first change below `watched`; the time is the browser's own.
CLICK = """([clicked, watched]) => new Promise((resolve) => {
    const start = performance.now();
    const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve(performance.now() - start);
    });
    observer.observe(document.querySelector(watched), {
        attributes: true, childList: true, subtree: true, characterData: true,
    });
    document.querySelector(clicked).dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""


def echo(page: Page) -> float:
    """Milliseconds from a click to the echo."""
    return float(page.evaluate(CLICK, [".echo", ".echo"]))


def select(page: Page) -> float:
    """Milliseconds from a click on a stack to the board with its targets."""
    label = page.locator(".gk-next").first.get_attribute("data-cell")
    # Focus changes tabindex by itself; the die and the pieces change only when Python answers.
    return float(page.evaluate(CLICK, [f"[data-cell={label}]", ".gk-prompt"]))


def move(page: Page) -> float:
    """Milliseconds from a click on a target to the board after the move."""
    label = page.locator(".gk-next").last.get_attribute("data-cell")
    return float(page.evaluate(CLICK, [f"[data-cell={label}]", ".gk-moves"]))


def main() -> None:
    """Measure and print."""
    with sync_playwright() as playwright, jupyterlab() as lab:
        page = launch(playwright).new_page(reduced_motion="reduce")
        notebook = Notebook(lab, page, lab.write([""]))
        notebook.load()
        times: dict[str, list[float]] = {"echo": [], "select": [], "move": []}
        notebook.show([NOTEBOOK])
        while len(times["move"]) < ROUNDS:
            if page.locator(".gk-ending").count():
                notebook.show([NOTEBOOK])
            for name, measure in (
                ("echo", echo),
                ("select", select),
                ("echo", echo),
                ("move", move),
            ):
                times[name].append(measure(page))
        base = median(times["echo"])
        print(f"echo widget        {base:6.1f} ms")
        for name, words in (("select", "choose a stack"), ("move", "make a move")):
            mine = median(times[name])
            print(f"{words:<18} {mine:6.1f} ms   {mine / base:.2f} times the echo")
        both = median(times["select"] + times["move"])
        print(f"click to redraw    {both:6.1f} ms   {both / base:.2f} times the echo")


if __name__ == "__main__":
    main()
