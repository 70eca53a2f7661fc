"""Fixtures for all tests of widgets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import gamekit_widgets as gw
from tests.widgets.hall import Hall


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of matches, so that no table offers another test's match."""
    monkeypatch.setenv("GAMEKIT_MATCHES", str(tmp_path / "matches"))
    return tmp_path / "matches"


@pytest.fixture
def hall() -> Iterator[Hall]:
    """Rooms without a server. They close at the end of a test."""
    found = Hall()
    yield found
    for room in found.open:
        room.close()


@pytest.fixture
def room() -> Iterator[gw.Room]:
    """A room with a server."""
    found = gw.Room("liars-dice", bot="random", seed=1)
    yield found
    found.close()
