"""Every example in the README, in docs/, in CONTRIBUTING and in docstrings runs, and shows what it says."""

from __future__ import annotations

import inspect
import linecache
import re
import shlex
from collections.abc import Iterable
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE
from pathlib import Path

import pytest
from sybil import Document, Example, Region, Sybil
from sybil.document import PythonDocStringDocument
from sybil.evaluators.doctest import DocTestEvaluator
from sybil.parsers import markdown, rest
from sybil.parsers.abstract.doctest import DocTestStringParser
from sybil.region import Lexeme

import gamekit as gk
from gamekit.cli import parser
from gamekit.studies import comparison

pytestmark = pytest.mark.long

REPOSITORY = Path(__file__).parents[1]
PAGES = sorted(
    REPOSITORY / name
    for name in ("README.md", "CONTRIBUTING.md", "notebooks/README.md", "website/index.md")
) + sorted((REPOSITORY / "docs").glob("*.md"))
SOURCES = [
    path
    for folder in (REPOSITORY / "gamekit", REPOSITORY / "widgets" / "gamekit_widgets")
    for path in sorted(folder.rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]
FEW = 20
FEWER = {
    "games": FEW,
    "base": "search:2",
    "dice": 4,
    "thoughts": 4,
}  # where an example leaves it open
FLAGS = ELLIPSIS | NORMALIZE_WHITESPACE
COMMAND = re.compile(r"^ *(gamekit (?:[a-z]+ )?[^\n|`#]*)", re.M)


class Transcripts:
    """A parser of ```pycon blocks: what Python shows, line by line."""

    def __init__(self) -> None:
        self._blocks = markdown.CodeBlockParser("pycon")
        self._lines = DocTestStringParser(DocTestEvaluator(FLAGS))

    def __call__(self, document: Document) -> Iterable[Region]:
        for block in self._blocks(document):
            for region in self._lines(block.parsed, document.path):
                region.adjust(block, block.parsed)
                yield region


MARKDOWN = Sybil(
    parsers=[
        markdown.PythonCodeBlockParser(doctest_optionflags=FLAGS),
        Transcripts(),
        markdown.ClearNamespaceParser(),
        markdown.SkipParser(),
    ]
)
DOCSTRINGS = Sybil(
    parsers=[rest.DocTestParser(FLAGS)], document_types={".py": PythonDocStringDocument}
)


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where an example leaves the number of games open, a few are enough here; files it writes go
    into a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(comparison, "GAMES", FEW)
    for function in (gk.sweep, gk.ablate, gk.ladder, gk.luck, gk.restrict):
        open_ones = [
            (name, parameter.default)
            for name, parameter in inspect.signature(function).parameters.items()
            if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
            and parameter.default is not parameter.empty
        ]
        fewer = tuple(FEWER.get(name, value) for name, value in open_ones)
        monkeypatch.setattr(function, "__defaults__", fewer)


def keep_source(document: Document, examples: list[Example]) -> None:
    """Have Python find the source of what a page defines, as it does in a notebook."""
    lines = [""] * (document.text.count("\n") + 1)
    for example in examples:
        if isinstance(example.parsed, Lexeme):  # a block of code, not a transcript
            start = example.line + example.parsed.line_offset
            for number, line in enumerate(example.parsed.splitlines(), start):
                lines[number] = line
    source = "\n".join(lines) + "\n"
    linecache.cache[document.path] = len(source), None, source.splitlines(True), document.path


def run(sybil: Sybil, path: Path) -> int:
    """Evaluate all examples of a document in order; return how many there are."""
    document = sybil.parse(path)
    document.namespace.update(gk=gk, pytest=pytest)
    examples = list(document.examples())
    keep_source(document, examples)
    for example in examples:
        example.evaluate()
    for name, value in document.namespace.items():
        if name.startswith("test_"):  # a test that a page shows
            value()
    return len(examples)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_examples_of_a_page_run(path: Path) -> None:
    shown = len(re.findall(r"^ *```py(?:thon|con)$", path.read_text("utf-8"), re.M))
    assert run(MARKDOWN, path) >= shown


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_the_examples_of_docstrings_run(path: Path) -> None:
    assert run(DOCSTRINGS, path)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_commands_of_a_page_are_understood(path: Path) -> None:
    blocks = re.findall(
        r"^```(?:bash|sh|console)?\n(.*?)^```$", path.read_text("utf-8"), re.M | re.S
    )
    for block in blocks:
        for command in COMMAND.findall(block):
            parser().parse_args(shlex.split(command)[1:])
