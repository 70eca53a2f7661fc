"""What the browser is sent."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamekit_widgets import assets


def test_a_widget_that_was_not_built_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(assets, "_JS", tmp_path)
    assert "render" in assets.bundle("table")
    assert "run python hatch_build.py" in assets.bundle("table")
    (tmp_path / "table.bundle.js").write_text("export default {};", encoding="utf-8")
    assert assets.bundle("table") == "export default {};"
