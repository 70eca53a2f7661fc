"""What the browser receives."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamekit_widgets import page_data


def test_a_widget_that_was_not_built_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(page_data, "_JS", tmp_path)
    assert "render" in page_data.bundle("table")
    assert "run python hatch_build.py" in page_data.bundle("table")
    (tmp_path / "table.bundle.js").write_text("export default {};", encoding="utf-8")
    assert page_data.bundle("table") == "export default {};"


def test_python_and_the_browser_give_the_same_names_to_what_is_shown() -> None:
    text = (
        Path(page_data.__file__).with_name("js").joinpath("table", "shown.d.ts").read_text("utf-8")
    )
    found = re.findall(r"^export interface (\w+) {\n(.*?)^}", text, re.MULTILINE | re.DOTALL)
    assert "Shown" in dict(found)
    for name, body in found:
        keys = re.findall(r"^  (\w+)\??: ", body, re.MULTILINE)
        assert set(keys) == set(getattr(page_data, name).__annotations__), name
