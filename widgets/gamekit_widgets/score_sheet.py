"""Scores that a teacher can collect, with a row for each task, as a table and as a CSV file."""

from __future__ import annotations

import csv
import os
from base64 import b64encode
from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path
from time import monotonic

from gamekit import GameError
from gamekit.storage.files import read_whole, reason, shown_path, write_whole
from gamekit.tables import as_html
from gamekit.validation import shown

HEADINGS = ("name", "task", "tries", "hints", "seconds", "solved")


class Score:
    """What somebody has done about one task.

    Args:
        task: what is asked.
        began: when it began, by the same clock; None for now.
        now: the clock, in seconds.

    Attributes:
        task: what is asked.
        tries: answers so far, up to and including the one that solved it.
        hints: how many somebody saw before solving it.
        seconds: from the first look at it until it was solved, or None.
        is_solved: was it?
    """

    def __init__(
        self, task: str, began: float | None = None, now: Callable[[], float] = monotonic
    ) -> None:
        self.task, self.tries, self.hints = task, 0, 0
        self.seconds: int | None = None
        self.is_solved = False
        self._now, self._began = now, now() if began is None else began

    def note(self, is_solved: bool, hints: int) -> None:
        """Count an answer, unless the task is already solved."""
        if self.is_solved:
            return
        self.tries, self.hints, self.is_solved = self.tries + 1, hints, is_solved
        if is_solved:
            self.seconds = round(self._now() - self._began)

    def row(self, name: str) -> tuple[str, ...]:
        """Return it as text, see `HEADINGS`."""
        seconds = "" if self.seconds is None else str(self.seconds)
        solved = "yes" if self.is_solved else "no"
        return name, self.task, str(self.tries), str(self.hints), seconds, solved


class Sheet:
    """The scores of a page. Give it to each task as `report`, and show it at the end.

    Args:
        name: the name of whoever solves the tasks.
        path: a CSV file, rewritten after each answer. Other people's rows in it stay. Without one, the table has a link to download the file.

    It shows a table with a link to the file, in JupyterLite too.
    """

    def __init__(self, name: str = "", path: str | os.PathLike[str] | None = None) -> None:
        if not isinstance(name, str):
            raise GameError(f"name={shown(name)}: give a name as text.")
        self.name, self.path = name, None if path is None else Path(path)
        self.scores: dict[str, Score] = {}

    def score(self, task: str) -> Score:
        """Return the score of a task, and begin one if there is none."""
        return self.scores.setdefault(task, Score(task))

    def rows(self) -> list[tuple[str, ...]]:
        """Return a row for each task."""
        return [score.row(self.name) for score in self.scores.values()]

    def csv(self) -> str:
        """Return the scores as text with commas."""
        return _text(self.rows())

    def save(self) -> None:
        """Write the file, if there is one to write."""
        if self.path is None:
            return
        mine = {(harmless(self.name), harmless(task)) for task in self.scores}
        others = [row for row in _read(self.path) if tuple(row[:2]) not in mine]
        write_whole(self.path, _text([*others, *self.rows()]))

    def __repr__(self) -> str:
        return self.csv().rstrip("\n")

    def _repr_html_(self) -> str:
        data = b64encode(self.csv().encode()).decode()
        link = f'<a download="scores.csv" href="data:text/csv;base64,{data}">Download</a>'
        return f"{as_html(HEADINGS, self.rows())}{link}"


def sheet_of(report: object) -> Sheet | None:
    """Return the sheet that somebody means: a sheet, the path of its file, or none."""
    if report is None or isinstance(report, Sheet):
        return report
    if isinstance(report, str | os.PathLike):
        return Sheet(path=report)
    raise GameError(f"report={shown(report)}: give a gw.Sheet, or the path of a CSV file.")


def _text(rows: Iterable[Iterable[str]]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(
        [HEADINGS, *(map(harmless, row) for row in rows)]
    )
    return out.getvalue()


def harmless(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@")) else cell


def _read(path: Path) -> list[list[str]]:
    if not path.exists():
        return []
    try:
        text = read_whole(path).decode("utf-8-sig")  # spreadsheets put a mark before it
        found = [row for row in csv.reader(StringIO(text, newline="")) if row]
    except OSError as problem:
        raise GameError(f"{shown_path(path)} cannot be read: {reason(problem)}.") from None
    except (UnicodeDecodeError, csv.Error):
        found = []
    if not found or tuple(found[0]) != HEADINGS:
        raise GameError(f"{shown_path(path)} holds something other than scores: name another file.")
    return found[1:]
