"""Build JupyterLite: the pages with a Python that runs in the browser, without a server.

Everything comes from the site's own address. Pyodide is the npm package in the lock, and the other packages are
pure wheels. Pyodide's own lock file lists both, so the kernel never asks an index. Pyodide's NumPy, pandas and
SciPy are neither on npm nor on PyPI. If you have the full release of the same version, name its folder, and the
site serves the packages that the kit can use:

    make site PYODIDE=/path/to/pyodide
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import nbformat
from play import RUNTIME
from pyodide_lock import PyodideLockSpec
from pyodide_lock.utils import add_wheels_to_spec

ROOT = Path(__file__).parents[1]
LOCK = "pyodide-lock.json"
PYTHON = "3.14"  # Pyodide's
KERNEL = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
# The kernel would otherwise look for these one by one. They load together, while Python starts.
AT_START = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython",
            "ipywidgets", "anywidget", "gamekit-lab")  # fmt: skip
STUBS = ("jedi/third_party/typeshed/stubs/", "jedi/third_party/django-stubs/")
EXTRA = ("numpy", "pandas", "scipy")  # from the full release
APPS = ("notebooks", "tree", "lab")  # links between pages go through the tree
BOARD = "data:image/svg+xml"
BY_HAND = "**▶** above, or **Shift+Enter**"  # a phone has no such keys
ASLEEP = "<p><strong>This board is asleep.</strong> It wakes up by itself within some seconds.</p>"
BELOW = "<p><strong>Asleep.</strong> To wake it, press ▶ above, cell by cell.</p>"
PRESSED = re.compile(r"gw\.(Dial|Table|Task)\(")
# JupyterLab would break a line anywhere
WHOLE_WORDS = "body .jp-OutputArea-output pre { word-break: normal; }"
PLUGIN = "@jupyterlite/pyodide-kernel-extension:kernel"
# These parts of JupyterLab would ask other addresses.
OFF = (
    "@jupyterlab/apputils-extension:announcements",
    "@jupyterlab/extensionmanager-extension:plugin",
    "@jupyterlite/application-extension:share-file",
)


def build(output: Path, pages: Iterable[Path], wheel: Path, release: Path | None = None) -> None:
    """Build a folder that can be served as it is.

    Args:
        output: the folder, emptied first.
        pages: the notebooks.
        wheel: the kit's wheel.
        release: the folder of a full release of Pyodide, if somebody has one.
    """
    shutil.rmtree(output, ignore_errors=True)
    with TemporaryDirectory() as work:
        lite, contents = Path(work, "lite"), Path(work, "contents")
        contents.mkdir()
        for page in pages:
            book = asleep(nbformat.read(page, 4))
            # JupyterLite would show a text that is kept line by line with commas between the lines
            nbformat.write(book, contents / page.name, split_lines=False)
        copy_pictures(contents / "pictures")
        pyodide = lite / "static" / "pyodide"
        pyodide.mkdir(parents=True)
        add_python(pyodide, wheel, release)
        (lite / "jupyter-lite.json").write_text(json.dumps(settings()), encoding="utf-8")
        apps = [f"--apps={app}" for app in APPS]
        command = ["-m", "jupyterlite_core.app", "build", *apps, f"--lite-dir={lite}"]
        folders = [f"--contents={contents}", f"--output-dir={output.resolve()}", "--no-sourcemaps"]
        subprocess.run([sys.executable, *command, *folders], cwd=lite, check=True, **quiet())
    add_waking(output)


def add_waking(output: Path) -> None:
    """Make a page run by itself up to its first board as soon as its Python has started."""
    page = output / "notebooks" / "index.html"
    html = page.read_text("utf-8").replace("</head>", f"<style>{WHOLE_WORDS}</style></head>", 1)
    script = Path(__file__).with_name("wake.js").read_text("utf-8")
    page.write_text(html.replace("</body>", f"<script>{script}</script></body>", 1), "utf-8")


def asleep(book: Any) -> Any:
    """Return a page that says how to wake it, both where it explains how to run cells and at its boards."""
    has_board = False
    for cell in book.cells:
        if cell.cell_type == "markdown":
            cell.source = cell.source.replace("**Shift+Enter**", BY_HAND)
        for output in cell.get("outputs", []):
            drawn = output.get("data", {}).get("text/html", "")
            if BOARD in drawn and not has_board:
                has_board, output.data["text/html"] = True, drawn + ASLEEP
            elif BOARD in drawn and PRESSED.search(cell.source):
                output.data["text/html"] = drawn + BELOW
    return book


def copy_pictures(folder: Path) -> None:
    """Copy the pictures of the pages. JupyterLite shows an SVG only if it is pure ASCII."""
    shutil.copytree(ROOT / "notebooks" / "pictures", folder)
    for picture in folder.glob("*.svg"):
        picture.write_bytes(picture.read_text("utf-8").encode("ascii", "xmlcharrefreplace"))


def quiet() -> dict[str, Any]:
    """Return the arguments that silence a program, unless VERBOSE is set."""
    if os.environ.get("VERBOSE"):
        return {}
    return {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def settings() -> dict[str, Any]:
    """Return the settings of JupyterLite."""
    kernel = {
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": list(AT_START)},
    }
    data = {
        "appName": "gamekit",
        "disabledExtensions": list(OFF),
        "enableMemoryStorage": True,
        "exposeAppInBrowser": True,
        "litePluginSettings": {PLUGIN: kernel},
    }
    return {"jupyter-lite-schema-version": 0, "jupyter-config-data": data}


def add_python(folder: Path, own: Path, release: Path | None) -> None:
    """Put Pyodide into a folder, with every wheel, and the lock that lists them."""
    source = ROOT / "node_modules" / "pyodide"
    for name in RUNTIME:
        shutil.copy(source / name, folder)
    lock = json.loads((source / LOCK).read_text("utf-8"))
    lock["packages"] = released(lock["packages"], release, folder) if release else {}
    lock["info"]["version"] = json.loads((source / "package.json").read_text("utf-8"))["version"]
    wheels = [*download(folder), *kernel_wheels(folder), Path(shutil.copy(own, folder))]
    lighten(next(folder.glob("jedi-*.whl")))
    spec = add_wheels_to_spec(
        PyodideLockSpec(**lock), wheels, base_path=folder, base_url="",
        ignore_missing_dependencies=True,
    )  # fmt: skip
    for package in spec.packages.values():
        package.depends = [name for name in package.depends if name in spec.packages]
    spec.to_json(folder / LOCK)
    compile_ahead(folder)


def compile_ahead(folder: Path) -> None:
    """Compile what every start imports, and update the hashes in the lock."""
    command = ["node", str(Path(__file__).with_name("compile.mjs")), str(folder), *AT_START]
    subprocess.run(command, check=True, **quiet())
    lock = json.loads((folder / LOCK).read_text("utf-8"))
    for entry in lock["packages"].values():
        content = (folder / entry["file_name"]).read_bytes()
        entry["sha256"] = hashlib.sha256(content).hexdigest()
    (folder / LOCK).write_text(json.dumps(lock), "utf-8")


def lighten(jedi: Path) -> None:
    """Take the stubs of other packages out of Jedi's wheel: five sixths of its files, which nothing here needs."""
    with ZipFile(jedi) as old:
        names = [name for name in old.namelist() if not name.startswith(STUBS)]
        parts = {name: old.read(name) for name in names}
    with ZipFile(jedi, "w", ZIP_DEFLATED) as new:
        for name, content in parts.items():
            new.writestr(name, content)


def released(packages: dict[str, Any], release: Path, folder: Path) -> dict[str, Any]:
    """Copy the packages that the kit can use, and what they need, from a full release. Return their entries."""
    found: dict[str, Any] = {}
    wanted = list(EXTRA)
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        found[name] = entry = packages[name]
        file = release / entry["file_name"]
        if hashlib.sha256(file.read_bytes()).hexdigest() != entry["sha256"]:
            raise SystemExit(
                f"{file} is not the one that this version of Pyodide was released with."
            )
        shutil.copy(file, folder)
        wanted += entry["depends"]
    return found


def download(folder: Path) -> list[Path]:
    """Download the pure wheels in the lock, and check each against its hash."""
    before = set(folder.glob("*.whl"))
    of_python = ["--python-version", PYTHON, "--implementation", "py", "--abi", "none"]
    what = ["--platform", "any", "--only-binary", ":all:", "--no-deps", "--require-hashes"]
    run("pip", "download", "--quiet", "--disable-pip-version-check", *of_python, *what,
        "--dest", str(folder), "-r", str(ROOT / "requirements" / "browser.txt"))  # fmt: skip
    return sorted(set(folder.glob("*.whl")) - before)


def kernel_wheels(folder: Path) -> list[Path]:
    """Copy the wheels that the kernel brings along, including its stand-in for the server side of ipywidgets."""
    newest = {
        path.name.split("-")[0]: path for path in sorted(Path(sys.prefix, KERNEL).glob("*.whl"))
    }
    return [Path(shutil.copy(path, folder)) for path in newest.values()]


def run(module: str, *arguments: str) -> None:
    """Run a module of this Python in the checkout."""
    subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, check=True, **quiet())
