"""The browser side as files: style sheets, and modules bundled with their imports (`hatch_build.py`)."""

from __future__ import annotations

from pathlib import Path

_JS = Path(__file__).parent / "js"

_NOT_BUILT = """\
export default { render({ el }) {
    el.textContent = "The browser side of gamekit has not been built: run python hatch_build.py.";
} };
"""


def style(name: str) -> str:
    """Return the style sheet js/<name>.css."""
    return (_JS / f"{name}.css").read_text(encoding="utf-8")


def bundle(name: str) -> str:
    """Return the module js/<name>.js with all its imports.

    In a checkout without a build, it is a widget that says so. Everything but widgets works there.
    """
    built = _JS / f"{name}.bundle.js"
    return built.read_text(encoding="utf-8") if built.exists() else _NOT_BUILT
