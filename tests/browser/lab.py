"""JupyterLab and Chromium for the browser tests, and what the tests do in a notebook there."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Browser, Locator, Page, Playwright, TimeoutError, expect

REPOSITORY = Path(__file__).parents[2]
CHROMIUM = (
    "chromium-headless-shell",  # Debian's Chromium without windows needs two thirds of the CPU
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # nothing comes from elsewhere
    # the cube needs WebGL, which is drawn here without a graphics card
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
]

expect.set_options(timeout=30_000)  # a loaded machine is slow

PANEL = "window.jupyterapp.shell.currentWidget"
# A command's promise may hold what cannot leave the page, so its value is dropped.
EXECUTE = "(async (...what) => { await window.jupyterapp.commands.execute(...what) })"


def launch(playwright: Playwright) -> Browser:
    """Start the system's Chromium."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        raise RuntimeError(
            f"Chromium is needed: none of {', '.join(CHROMIUM)} is on the PATH. "
            "On Debian and Ubuntu: apt install chromium."
        )
    return playwright.chromium.launch(executable_path=found, args=FLAGS)


@contextmanager
def jupyterlab() -> Iterator[Lab]:
    with serving("jupyterlab", jupyter_options, "api") as (url, root):
        yield Lab(url, root)


@contextmanager
def serving(
    module: str, options: Callable[[str, Path], Sequence[str]], alive: str
) -> Iterator[tuple[str, Path]]:
    """Run a server that shares no configuration with the user's, on this machine only.

    Args:
        module: the Python module to run.
        options: returns its options for an address and the folder to serve.
        alive: the path that it answers once it is up.

    Yields the address and the folder.
    """
    with TemporaryDirectory(prefix=module, ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        (root := home / "root").mkdir()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{probe.getsockname()[1]}"
        with (home / "log").open("w") as log:
            server = subprocess.Popen(
                [sys.executable, "-m", module, *options(url, root)],
                env=_environment(home),
                cwd=root,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
            try:
                _wait_until_up(server, f"{url}/{alive}", home / "log")
                yield url, root
            finally:
                _stop(server)


def _stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(5)
    except subprocess.TimeoutExpired:
        # Kernels are down by then; only an idle thread of the server's pool was left waiting.
        server.kill()
        server.wait()


def jupyter_options(url: str, root: Path) -> list[str]:
    """Options of JupyterLab and Notebook."""
    return [
        "--no-browser",
        "--allow-root",
        "--expose-app-in-browser",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port(url)}",
        "--ServerApp.port_retries=0",
        "--IdentityProvider.token=",
        f"--ServerApp.root_dir={root}",
    ]


def port(url: str) -> str:
    return url.rpartition(":")[2]


def _environment(home: Path) -> dict[str, str]:
    folder = str(home)
    settings = home / "config" / "lab" / "user-settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text(
        '{"fetchNews": "false", "checkForUpdates": false}'
    )
    jupyter = {
        f"JUPYTER_{kind}_DIR": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "RUNTIME")
    }
    paths = [str(REPOSITORY), str(REPOSITORY / "widgets"), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        **jupyter,
        "HOME": folder,
        "IPYTHONDIR": str(home / "ipython"),
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        **{f"XDG_{kind}_HOME": folder for kind in ("CONFIG", "CACHE", "DATA", "STATE")},
    }


def _wait_until_up(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    end = time.monotonic() + 180  # a loaded machine is slow
    while time.monotonic() < end and server.poll() is None:
        try:
            with urlopen(url, timeout=5) as answer:
                answer.read()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"The server did not start:\n{log.read_text()}")


@dataclass
class Lab:
    """A running JupyterLab or Notebook 7: its address and the folder it serves."""

    url: str
    root: Path
    page: str = "doc/tree"  # where it opens a notebook
    _numbers: Iterator[int] = field(default_factory=count)

    def write(self, cells: Iterable[str], outputs: Iterable[dict[str, str]] = ()) -> str:
        """Write a notebook and return its name; `outputs` belong to its first cell."""
        name = f"test-{next(self._numbers)}.ipynb"
        written = document(cells)
        written["cells"][0]["outputs"] = [
            {"output_type": "display_data", "metadata": {}, "data": data} for data in outputs
        ]
        (self.root / name).write_text(json.dumps(written), encoding="utf-8")
        return name


def document(cells: Iterable[str]) -> dict[str, Any]:
    """Return a notebook with these code cells, as a file holds it."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": kernel},
        "cells": [
            {
                "id": f"cell-{number}",
                "cell_type": "code",
                "metadata": {},
                "execution_count": None,
                "outputs": [],
                "source": source,
            }
            for number, source in enumerate(cells)
        ],
    }


class TablePage:
    """A page with one table, board or replay, in any program."""

    page: Page

    @property
    def table(self) -> Locator:
        return self.page.locator("section.gk")

    @property
    def prompt(self) -> Locator:
        """The prompt of the board in front."""
        return self.table.locator(".gk-prompt:not([hidden])")

    @property
    def message(self) -> Locator:
        return self.table.locator(":not([hidden]) > .gk-said")

    def rule(self) -> Locator:
        """Press *More*, and return the whole message with the text of its rule."""
        self.button("More").click()
        return self.table.locator(".gk-rule")

    @property
    def moves(self) -> Locator:
        """The lines of the move list."""
        return self.table.locator(".gk-moves li")

    def cell(self, label: str) -> Locator:
        return self.table.locator(f"[data-cell='{label}']")

    def next_cells(self) -> list[str]:
        """Labels of the cells to press next on the way to a legal move."""
        labels: list[str] = self.table.locator(".gk-next").evaluate_all(
            "cells => cells.map(cell => cell.dataset.cell)"
        )
        return labels

    def button(self, name: str) -> Locator:
        return self.table.get_by_role("button", name=name, exact=True)

    def says(self) -> dict[str, str]:
        """What a screen reader would read of each cell."""
        return dict(
            self.table.locator("[data-cell]").evaluate_all(
                "cells => cells.map(c => [c.dataset.cell, c.getAttribute('aria-label')])"
            )
        )


@dataclass
class Notebook(TablePage):
    """A notebook open in a page of JupyterLab or Notebook 7.

    Starting a kernel and loading JupyterLab takes seconds, so tests share both: `show` replaces
    all cells and runs them.
    """

    lab: Lab
    page: Page
    name: str

    def load(self) -> None:
        """Load the page, and wait for the notebook and its kernel."""
        self.page.goto(f"{self.lab.url}/{self.lab.page}/{self.name}")
        self._wait_for_kernel()

    def open(self) -> None:
        """Open it where another notebook is shown, and wait for its kernel."""
        self.page.evaluate(f"{EXECUTE}('docmanager:open', {{path: '{self.name}'}})")
        self._wait_for_kernel()

    def _wait_for_kernel(self) -> None:
        self.page.wait_for_function(
            """name => {
                const panel = window.jupyterapp?.shell.currentWidget;
                const kernel = panel?.sessionContext?.session?.kernel;
                return panel?.context?.path === name && kernel?.status === "idle";
            }""",
            arg=self.name,
        )

    def show(self, cells: Iterable[str], dark: bool = False) -> None:
        """Replace the cells and run them until the table is there."""
        self.page.evaluate(f"document => {PANEL}.context.model.fromJSON(document)", document(cells))
        theme = "JupyterLab Dark" if dark else "JupyterLab Light"
        self.page.evaluate(f"{EXECUTE}('apputils:change-theme', {{theme: '{theme}'}})")
        self.run()
        expect(self.table.first).to_be_visible()
        self.page.wait_for_selector(f"body[data-jp-theme-name='{theme}']", state="attached")

    def run(self) -> None:
        """Run all cells, which have no outputs yet."""
        # Right after the kernel is up, the command may do nothing, so repeat it until the cells run.
        # Then stop: another run would replace the table that the test is about to use.
        begun = self.page.locator(".jp-InputPrompt", has_text=re.compile(r"\[(\*|\d+)\]"))
        for _ in range(10):
            self.page.evaluate(f"{EXECUTE}('notebook:run-all-cells')")
            try:
                begun.first.wait_for(timeout=5_000, state="attached")
                break
            except TimeoutError:
                continue

    def save(self) -> None:
        self.page.evaluate(f"{EXECUTE}('docmanager:save')")
        self.page.wait_for_function(f"() => !{PANEL}.context.model.dirty")

    @property
    def cell_count(self) -> int:
        """How many cells the notebook has."""
        return int(self.page.evaluate(f"{PANEL}.content.widgets.length"))
