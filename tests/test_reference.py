"""The examples of the reference run as they stand."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from types import ModuleType

import pytest

import gamekit as gk
import gamekit_widgets as gw

PAGES = sorted((Path(__file__).parents[1] / "website" / "reference").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_show_what_python_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_MATCHES", str(tmp_path))
    blocks = re.findall(r"^```pycon\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S)
    found = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.stem, None, None)
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    assert runner.run(found, out=report.append).failed == 0, "".join(report)


@pytest.mark.parametrize("module", [gk, gw], ids=lambda module: module.__name__)
def test_every_public_name_has_its_entry_and_an_example(module: ModuleType) -> None:
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    entries = set(re.findall(rf"^\.\. \w+:: {module.__name__}\.(\w+)(?:\.check)?$", text, re.M))
    assert sorted(set(module.__all__) - entries) == []
    parts = re.split(r"^## ", text, flags=re.M)[1:]
    assert [part.partition("\n")[0] for part in parts if "```pycon" not in part] == []
