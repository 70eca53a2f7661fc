"""What all tests of widgets share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of matches with nothing in it: no table offers to go on with another test's match."""
    monkeypatch.setenv("GAMEKIT_MATCHES", str(tmp_path / "matches"))
    return tmp_path / "matches"
