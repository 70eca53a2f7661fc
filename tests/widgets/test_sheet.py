"""Scores of tasks, as a teacher collects them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import gamekit as gk
import gamekit_widgets as gw

STACKS = {"A1": 5, "A2": 2, "A4": 5, "B1": 8, "B2": 7, "B4": 1, "C2": 6, "C3": 6}


def task(report: object, text: str = "Win in one.") -> gw.Task:
    start = gk.Match("take-back-toe", position={"board": STACKS, "die": 3}, seed=1)
    return gw.Task(start, text, hints=["Count the fives."], report=report)  # type: ignore[arg-type]


def test_tries_hints_and_success_are_noted_until_it_is_solved() -> None:
    sheet = gw.Sheet("Ann")
    one = task(sheet)
    one.answer("B1-A1")
    one.answer("B1-C2")  # refused, so it is no try
    one.click("hint")
    one.answer("B2-A2")
    one.answer("B1-A1")  # playing on no longer counts
    task(sheet, "Another.")
    first, second = sheet.rows()
    assert first[:4] == ("Ann", "Win in one.", "2", "1")
    assert first[4].isdigit()
    assert first[5] == "yes"
    assert second == ("Ann", "Another.", "0", "0", "", "no")
    assert 'download="scores.csv"' in sheet._repr_html_()


def test_a_file_keeps_the_rows_of_others(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    for name in ("Ann", "=Bo", "=Bo"):
        task(gw.Sheet(name, path)).answer("B2-A2")
    task(gw.Sheet("Ann", path)).answer("B1-A1")
    rows = list(csv.reader(path.read_text().splitlines()))
    assert [(row[0], row[5]) for row in rows[1:]] == [("'=Bo", "yes"), ("Ann", "no")]
    task(tmp_path / "mine.csv").answer("B2-A2")
    assert (tmp_path / "mine.csv").read_text().startswith("name,task,tries,hints,seconds,solved")


def test_rows_that_a_spreadsheet_saved_stay(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    task(gw.Sheet("Zoë", path)).answer("B2-A2")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n") + b"\r\n")
    task(gw.Sheet("Bo", path)).answer("B2-A2")
    rows = list(csv.reader(path.read_text("utf-8").splitlines()))
    assert [row[0] for row in rows] == ["name", "Zoë", "Bo"]


@pytest.mark.parametrize(
    "content", [b"name\xff\xfe", b'"' + b"x" * 200_000 + b'"', b"x" * 17_000_000, b"\0"]
)
def test_a_file_that_is_no_sheet_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "scores.csv"
    path.write_bytes(content)
    with pytest.raises(gk.GameError, match=r"scores.csv (cannot be read|holds something else)"):
        task(path).answer("B2-A2")
    assert path.read_bytes() == content
    with pytest.raises(gk.GameError, match="cannot be read"):
        task(tmp_path).answer("B2-A2")


def test_another_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann,")
    with pytest.raises(gk.GameError, match="something else than scores"):
        task(path).answer("B2-A2")
    assert path.read_text() == "Dear Ann,"
    with pytest.raises(gk.GameError, match="or the path of a CSV file"):
        task(3)
