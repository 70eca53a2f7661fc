"""Build the play pages: a game on each, in a Python that runs in the visitor's browser.

They share Pyodide and the kit's wheel with JupyterLite, and need nothing else from it. Each page contains the state of
its table, for the time until Python is awake. A service worker keeps the pages, so that they open without a network
after the first visit.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterator
from html import escape
from pathlib import Path
from string import Template

from front_page import address
from galleries import page_of

import gamekit as gk
from gamekit_widgets.assets import bundle, style
from gamekit_widgets.table.site_page import drawn_ahead

HERE = Path(__file__).parent
PYTHON = "live/static/pyodide"
RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)


def build(site: Path) -> None:
    """Write the folder `play` of a site that already has JupyterLite."""
    folder = site / "play"
    folder.mkdir()
    wheel = next((site / PYTHON).glob("gamekit_lab-*.whl"))
    files = {
        "play.js": bundle("play"),
        "worker.js": bundle("worker"),
        "cube.js": bundle("cube"),
        "play.css": style("board") + style("table") + style("play"),
    }
    for name, content in files.items():
        (folder / name).write_text(content, "utf-8")
    memory = keep_memory(folder, wheel)
    page = Template((HERE / "play.html").read_text("utf-8"))
    for game in gk.games():
        (folder / game.name).mkdir()
        html = filled(page, game, wheel.name, memory)
        (folder / game.name / "index.html").write_text(html, "utf-8")
    shutil.copy(HERE / "_static" / "icon.svg", folder)
    kept = sorted([*addresses(wheel.name), memory])
    version = digest(b"".join((folder / name).read_bytes() for name in kept))
    worker = Template((HERE / "play.service.js").read_text("utf-8"))
    (folder / "service.js").write_text(
        worker.substitute(version=json.dumps(version), files=json.dumps(kept)), "utf-8"
    )
    (folder / "manifest.webmanifest").write_text(json.dumps(manifest()), "utf-8")


def keep_memory(folder: Path, wheel: Path) -> str:
    """Write the memory of a Python that has imported the kit, for later visits; return its name.

    The name changes with the content, so no page restores what another version left behind.
    """
    written = folder / "memory.bin"
    command = [
        "node",
        str(HERE / "snapshot.mjs"),
        str(wheel.parent.resolve()),
        str(wheel),
        str(written),
    ]
    subprocess.run(command, check=True)
    return written.rename(folder / f"memory-{digest(written.read_bytes())}.bin").name


def digest(content: bytes) -> str:
    """Return 16 characters that change with the content."""
    return hashlib.sha256(content).hexdigest()[:16]


def filled(page: Template, game: gk.Game, wheel: str, memory: str) -> str:
    """Return the page of a game."""
    others = [
        f'<a href="../{other.name}/">{escape(other.title)}</a>'
        for other in gk.games()
        if other.name != game.name
    ]
    return page.substitute(
        title=escape(game.title),
        name=game.name,
        image=picture(game),
        about=escape(f"Play {game.title} in your browser, against bots of five levels."),
        python=f"../{PYTHON}/",
        wheel=f"../{PYTHON}/{wheel}",
        memory=memory,
        notebook=f"../../notebooks/{page_of(game).stem}.html",
        others="".join(f"<li>{other}</li>" for other in others),
        # so that no "</" in it ends the script
        opening=json.dumps(json.loads(drawn_ahead(game.name))["shown"]).replace("</", "<\\/"),
    )


def picture(game: gk.Game) -> str:
    """Return the tags that tell other sites which picture to show beside a link. They need a full address."""
    if not address():
        return ""
    return (
        f'<meta property="og:image" content="{escape(address())}_static/cards/{game.name}.png">\n'
        '<meta name="twitter:card" content="summary_large_image">\n'
    )


def addresses(wheel: str) -> Iterator[str]:
    """Yield the files to keep for visits without a network, relative to the folder `play`."""
    yield from ("play.js", "worker.js", "cube.js", "play.css", "icon.svg")
    yield from (f"{game.name}/index.html" for game in gk.games())
    yield from (f"../{PYTHON}/{name}" for name in (*RUNTIME, wheel))


def manifest() -> dict[str, object]:
    """Return the manifest with which a phone can put the games on its home screen."""
    return {
        "name": "gamekit",
        "short_name": "gamekit",
        "start_url": "take-back-toe/",
        "scope": "./",
        "display": "standalone",
        "background_color": "#fbf6ec",
        "theme_color": "#3f51d8",
        "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }
