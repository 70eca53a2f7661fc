"""What the README names is there; its examples run with all others, in `tests/test_examples.py`."""

from __future__ import annotations

import re
from pathlib import Path

import gamekit as gk

README = Path(__file__).parents[2] / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_its_links_and_its_picture_lead_somewhere() -> None:
    targets = re.findall(r'\]\(([^):]+)\)|src="([^":]+)"', TEXT)
    missing = [a or b for a, b in targets if not (README.parent / (a or b)).exists()]
    assert not missing


def test_its_commands_are_targets_of_the_makefile() -> None:
    makefile = (README.parent / "Makefile").read_text(encoding="utf-8")
    workflows = "".join(
        path.read_text("utf-8") for path in (README.parent / ".github" / "workflows").glob("*.yml")
    )
    named = re.findall(r"(?:^|`)make ([a-z-]+)", TEXT, re.M)
    for command in {*named, *re.findall(r"run: make ([a-z-]+)", workflows)}:
        assert re.search(rf"^{command}:", makefile, re.M), command


def test_its_table_names_every_game() -> None:
    for game in gk.games():
        assert f"| {game.title}" in TEXT
