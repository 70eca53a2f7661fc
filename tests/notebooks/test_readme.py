"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import gamekit as gk

README = Path(__file__).parents[2] / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_its_examples_show_what_python_shows() -> None:
    blocks = re.findall(r"^```pycon\n(.*?)^```$", TEXT, re.M | re.S)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README", None, None)
    assert len(examples.examples) > 5
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    assert runner.run(examples, out=report.append).failed == 0, "".join(report)


def test_its_links_and_its_picture_lead_somewhere() -> None:
    targets = re.findall(r'\]\(([^):]+)\)|src="([^":]+)"', TEXT)
    missing = [a or b for a, b in targets if not (README.parent / (a or b)).exists()]
    assert not missing


def test_its_commands_are_targets_of_the_makefile() -> None:
    makefile = (README.parent / "Makefile").read_text(encoding="utf-8")
    for command in set(re.findall(r"(?:^|`)make ([a-z-]+)", TEXT, re.M)):
        assert re.search(rf"^{command}:", makefile, re.M), command


def test_its_table_names_every_game() -> None:
    for game in gk.games():
        assert f"| {game.title}" in TEXT
