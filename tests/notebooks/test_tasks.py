"""The tasks on the pages: each can be solved, each can be missed, and no hint begins with the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest

import gamekit as gk
import gamekit_widgets as gw
from notebooks import refresh

pytestmark = pytest.mark.page

# What is asked of one page is asked in one process: to solve its tasks may take long.
WITH_TASKS = [
    pytest.param(page, marks=pytest.mark.xdist_group(f"tasks of {page.stem}"), id=page.stem)
    for page in refresh.pages()
    if "gw.Task(" in page.read_text(encoding="utf-8")
]


def sources(page: Path) -> list[str]:
    """The code cells that make a page's tasks, and those that they need: imports and the game."""
    cells = [cell.source for cell in refresh.code_cells(nbformat.read(page, as_version=4))]
    return [
        source
        for source in cells
        if "gw.Task(" in source or re.search(r"^game = gk\.load|^import gamekit", source, re.M)
    ]


@pytest.fixture(scope="module", params=WITH_TASKS)
def tasks(request: pytest.FixtureRequest) -> Iterator[dict[str, gw.Task]]:
    """Each task of a page by the source of its cell."""
    made: list[gw.Task] = []
    init = gw.Task.__init__

    def remember(self: gw.Task, *args: Any, **more: Any) -> None:
        init(self, *args, **more)
        made.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gw.Task, "__init__", remember)
        yield made_by(request.param, made)


def made_by(page: Path, made: list[gw.Task]) -> dict[str, gw.Task]:
    """Run the cells of a page that make tasks; `made` is added to as they do."""
    names: dict[str, Any] = {}
    found: dict[str, gw.Task] = {}
    for source in sources(page):
        exec(compile(source, page.name, "exec"), names)
        if "gw.Task(" in source:
            assert len(made) == len(found) + 1, "one task a cell"
            found[source] = made[-1]
    return found


@cache  # it tries every answer
def solutions(task: gw.Task) -> list[str]:
    return task.solutions()


def test_the_pages_have_tasks() -> None:
    assert WITH_TASKS


def test_every_task_can_be_solved_and_can_be_missed(tasks: dict[str, gw.Task]) -> None:
    for task in tasks.values():
        right = solutions(task)
        assert right, task.text
        assert all(task.answer(answer) for answer in right), task.text
        wrong = [turn for turn in task.start.turns() if turn not in right] or ["no answer"]
        assert not any(task.answer(answer) for answer in wrong[:20]), task.text


def test_no_answer_is_in_the_source_or_in_what_is_shown(tasks: dict[str, gw.Task]) -> None:
    for source, task in tasks.items():
        task.click("again")
        saved = task._repr_mimebundle_()[0]
        picture = re.sub(r' d="[^"]*"', "", task.shown["svg"])  # no one reads how a bee is drawn
        saved_text = saved["text/plain"]
        buttons = "" if len(task.shown["choices"]) > 1 else task.shown["choices"]  # one of several
        words = f"{source}{task.shown | {'svg': '', 'choices': buttons}}{saved_text}"
        cells = re.findall(r'data-cell="(\w+)"', picture)  # every one has its name on it
        for answer in solutions(task):
            assert not says(words, answer), task.text
            assert answer in cells or not says(picture, answer), task.text


def test_every_task_has_a_ladder_and_its_first_rung_does_not_tell(
    tasks: dict[str, gw.Task],
) -> None:
    for task in tasks.values():
        assert len(task.hints) >= 2, task.text
        for answer in solutions(task):
            cells = re.findall(r"\b[A-Z]\d+\b", answer)
            assert not says(task.hints[0], answer), task.text
            assert not cells or not all(says(task.hints[0], cell) for cell in cells), task.text


def says(text: str, answer: str) -> bool:
    """Is this answer in the text, as a word of its own?"""
    return re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", text, re.I) is not None


def test_a_task_that_cannot_be_solved_is_noticed() -> None:
    board = {"A1": 10, "B1": 10, "B2": 10, "B3": 10}
    match = gk.Match("take-back-toe", seed=1, position={"board": board, "die": 1})
    assert gw.Task(match, "Win in one.").solutions() == []
