"""A JupyterLab of our own and a Chromium to look at it with, once for all browser tests."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.lab import Lab, Notebook

REPOSITORY = Path(__file__).parents[2]
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        pytest.fail(
            f"The browser tests need Chromium: none of {', '.join(CHROMIUM)} is on the PATH. "
            "On Debian and Ubuntu: apt install chromium."
        )
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A running JupyterLab that shares no configuration with the user's."""
    home = tmp_path_factory.mktemp("jupyter")
    (root := home / "root").mkdir()
    settings = home / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text(
        '{"fetchNews": "false", "checkForUpdates": false}'
    )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = [
        "--no-browser", "--allow-root", "--expose-app-in-browser",
        "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
        "--IdentityProvider.token=", f"--ServerApp.root_dir={root}",
        f"--LabApp.user_settings_dir={home / 'settings'}",
        f"--LabApp.workspaces_dir={home / 'workspaces'}",
    ]  # fmt: skip
    own = {
        f"JUPYTER_{kind}_DIR": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "RUNTIME")
    }
    paths = [str(REPOSITORY), str(REPOSITORY / "widgets"), os.environ.get("PYTHONPATH", "")]
    environment = {
        **os.environ,
        **own,
        "IPYTHONDIR": str(home / "ipython"),
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
    }
    log = (home / "log").open("w")
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *options],
        env=environment, cwd=root, stdout=log, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        url = f"http://127.0.0.1:{port}"
        _wait_until_up(server, url, home / "log")
        yield Lab(url, root)
    finally:
        server.terminate()
        server.wait(30)
        log.close()


def _wait_until_up(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and server.poll() is None:
        try:
            with urlopen(f"{url}/api", timeout=5) as answer:
                json.load(answer)
            return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()}")


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One profile for all pages, so that JupyterLab's files are fetched once."""
    context = browser.new_context(has_touch=True)
    context.set_default_timeout(20_000)
    yield context
    context.close()


@pytest.fixture(scope="session")
def open_notebook(lab: Lab, context: BrowserContext) -> Notebook:
    """A notebook with a running kernel, whose cells are replaced again and again."""
    notebook = Notebook(lab, context.new_page(), lab.write([""]))
    notebook.load()
    return notebook


@pytest.fixture
def notebook(open_notebook: Notebook) -> Callable[..., Notebook]:
    """Run a notebook made of the given cells: notebook("1 + 1", width=360, dark=True)."""

    def show(*cells: str, width: int = 1200, height: int = 900, dark: bool = False) -> Notebook:
        page = open_notebook.page
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(reduced_motion="reduce")
        open_notebook.show(cells, dark)
        return open_notebook

    return show
