"""Files of results that go on from lesson to lesson."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import gamekit as gk
from gamekit.storage.files import read_whole, reason, shown_path, write_whole
from gamekit_widgets.rooms.overview import ANSWERED, COLUMNS, GUESSED
from gamekit_widgets.score_sheet import harmless

if TYPE_CHECKING:
    import pandas as pd

LESSON = "lesson"  # the heading of the column that says which one


def save(table: pd.DataFrame, path: Path, lesson: str) -> None:
    """Write a table as CSV in which no name and no answer is taken for a formula.

    Rows of other lessons in the file stay, also those of files from before there was such a column.

    Raises:
        GameError: the file holds something else.
    """
    safe = table.map(lambda cell: harmless(cell) if isinstance(cell, str) else cell)
    safe.insert(0, LESSON, lesson)
    mine = _read_rows(safe.to_csv(index=False), path)
    headings = _all_headings(table)
    others = [row for row in _kept(path, headings) if row.get(LESSON) != lesson]
    rows = [*others, *mine]
    _write(path, [each for each in headings if not rows or any(each in row for row in rows)], rows)


def take_out(path: Path, name: str) -> int:
    """Take somebody's rows out of a file that `save` wrote; elsewhere they become somebody.

    Returns how many rows were theirs.
    """
    rows = _kept(path, ())
    if not rows:
        return 0
    called = harmless(name)
    left = [row for row in rows if row.get("name") != called]
    for row in left:
        if row.get("opponent") == called:
            row["opponent"] = "somebody"
    if len(left) < len(rows) or left != _kept(path, ()):
        _write(path, list(rows[0]), left)
    return len(rows) - len(left)


def _all_headings(table: pd.DataFrame) -> list[str]:
    """Return the headings of a file for such a table, names included."""
    known = (COLUMNS, ANSWERED, GUESSED)
    return [LESSON, *next(each for each in known if set(table.columns) <= set(each))]


def _kept(path: Path, headings: Sequence[str]) -> list[dict[str, str]]:
    """Return the rows of a file; any headings fit where none are given."""
    if not path.exists():
        return []
    try:
        text = read_whole(path).decode("utf-8-sig")  # spreadsheets put a mark before it
    except OSError as problem:
        raise gk.GameError(f"{shown_path(path)} cannot be read: {reason(problem)}.") from None
    except UnicodeDecodeError:
        raise _foreign(path) from None
    rows = _read_rows(text, path)
    if (
        rows and headings and not {"person"} <= set(rows[0]) <= set(headings)
    ):  # a list has names only
        raise _foreign(path)
    return rows


def _read_rows(text: str, path: Path) -> list[dict[str, str]]:
    found = list(csv.DictReader(StringIO(text, newline="")))
    if any(None in row or None in row.values() for row in found):
        raise _foreign(path)
    return found


def _foreign(path: Path) -> gk.GameError:
    return gk.GameError(f"{shown_path(path)} does not hold a room's results; name another file.")


def _write(path: Path, headings: Sequence[str], rows: Sequence[dict[str, str]]) -> None:
    out = StringIO()
    writer = csv.DictWriter(out, list(headings), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(path, out.getvalue())
