"""Tables write their matches down, and offer to continue an unfinished one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.storage.files import Appended
from gamekit_widgets import Lab, Table, Task

PEOPLE = ("human", "human")


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*")) if folder.exists() else []


def move(table: Table) -> None:
    table.type(table.match.legal()[0])


def buttons(table: Table) -> dict[str, str]:
    return {control["name"]: control["label"] for control in table.shown["controls"]}


def left(game: Any = "take-back-toe", moves: int = 3, **more: Any) -> gk.Match:
    """A match whose kernel died."""
    table = Table(game, seats=PEOPLE, **more)
    for _ in range(moves):
        move(table)
    match = table.match
    journal = match.journal
    assert journal
    assert journal._file
    journal._file.close()  # as the end of a process does
    return match


def test_a_table_writes_down_its_match_from_the_first_move_on(folder: Path) -> None:
    table = Table("take-back-toe", seats=PEOPLE)
    table.type("Z9")
    assert files(folder) == [], "nobody has done anything"
    move(table)
    (path,) = files(folder)
    move(table)
    table.click("resign")
    table.click("resign-now")
    assert files(folder) == [path]
    assert gk.read(path).history == table.match.history
    assert gk.read(path).result == table.match.result


def test_the_next_match_has_a_journal_of_its_own(folder: Path) -> None:
    table = Table("take-back-toe", seats=PEOPLE)
    for n in (1, 2):
        move(table)
        table.click("resign")
        table.click("resign-now")
        table.click("new")
        assert len(files(folder)) == n
    table.set_up(first="1")
    move(table)
    assert len(files(folder)) == 3


def test_a_journal_that_was_named_is_followed_by_others_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "club night.journal"
    table = Table("take-back-toe", seats=PEOPLE, journal=path)
    assert path.exists()
    for _ in range(2):
        table.match.resign(0)
        table.show()
        table.click("new")
        move(table)
    names = [f"club night{end}.journal" for end in ("", "-2", "-3")]
    assert sorted(each.name for each in tmp_path.glob("*.journal")) == sorted(names)
    assert gk.read(tmp_path / names[2]).ply == 1


@pytest.mark.parametrize("name", [None, "club.journal"])
def test_a_journal_knows_that_its_table_is_open(
    folder: Path, tmp_path: Path, name: str | None
) -> None:
    table = Table(
        "take-back-toe", seats=PEOPLE, open=True, journal=tmp_path / name if name else True
    )
    move(table)
    assert table.match.journal
    assert gk.read(table.match.journal.path).open


def test_a_journal_begun_before_its_table_knows_that_too(tmp_path: Path) -> None:
    match = gk.Match("liars-dice", seed=3, journal=tmp_path / "club.journal")
    table = Table(match, seats=PEOPLE, open=True)
    match.play("2x2").play("challenge")
    table.click("undo")
    again = gk.read(tmp_path / "club.journal")
    assert (again.open, again.ply, again.plies) == (True, 1, 2)


def test_no_journal_is_written_if_none_is_wanted(folder: Path) -> None:
    for table in (
        Table("take-back-toe", seats=PEOPLE, journal=False),
        Table("take-back-toe", seats=PEOPLE, journal=None),
        Table("take-back-toe", seats=("random", "random")),
        Lab("take-back-toe", games=200).table,
    ):
        table.click("step") if "step" in buttons(table) else move(table)
        table.set_up(first="0")
        assert table.match.journal is None
    assert files(folder) == []


def test_a_match_that_has_a_journal_keeps_it(folder: Path, tmp_path: Path) -> None:
    match = gk.Match("take-back-toe", seed=1, journal=tmp_path / "mine.journal")
    table = Table(match, seats=PEOPLE)
    move(table)
    Task(match, "Win.").type(match.legal()[0])
    assert match.ply == 1
    assert files(folder) == []
    move(table)
    assert gk.read(tmp_path / "mine.journal").ply == 2


def test_two_tables_of_one_match_write_one_journal(folder: Path) -> None:
    match = gk.Match("take-back-toe", seed=1)
    tables = [Table(match, seats=PEOPLE, viewer=player) for player in range(2)]
    for _ in range(4):
        move(tables[match.to_act])
    assert match.ply == 4
    (path,) = files(folder)
    assert gk.read(path).ply == 4


def test_a_new_table_offers_to_continue_but_does_not_do_so_by_itself() -> None:
    match = left(clock=gk.Clock(50, 60))
    table = Table("take-back-toe", seats=PEOPLE)
    assert table.match.ply == 0
    assert buttons(table)["go-on"].startswith("Go on with the match of ")
    table._hear(None, {"do": "click", "what": "go-on"}, [])
    assert table.match.history == match.history
    assert table.match.clock
    assert table.match.clock.main == 50
    assert "go-on" not in buttons(table)
    move(table)
    assert table.match.journal
    assert match.journal
    assert table.match.journal.path == match.journal.path


def test_the_offer_ends_with_the_first_move() -> None:
    left()
    table = Table("take-back-toe", seats=PEOPLE)
    move(table)
    assert "go-on" not in buttons(table)
    table.click("undo") if table.match.open else None
    table._hear(None, {"do": "click", "what": "go-on"}, [])
    assert table.match.plies == 1


def test_a_match_is_offered_for_the_same_game_alone() -> None:
    small = gk.load("take-back-toe", columns=5)
    match = left(small)
    assert "go-on" not in buttons(Table("take-back-toe", seats=PEOPLE))
    assert "go-on" not in buttons(Table("liars-dice", seats=("human", "random")))
    assert "go-on" not in buttons(Table(small, seats=("random", "random")))
    assert "go-on" not in buttons(Table(small, seats=PEOPLE, journal=False))
    assert "go-on" not in buttons(Table(small, seats=PEOPLE, viewer=gk.PUBLIC))
    table = Table(small, seats=PEOPLE)
    table.click("go-on")
    assert table.match.history == match.history


def test_a_match_is_not_offered_while_it_is_played_or_once_it_is_over() -> None:
    playing = Table("take-back-toe", seats=PEOPLE)
    move(playing)
    assert "go-on" not in buttons(Table("take-back-toe", seats=PEOPLE))
    playing.match.resign(0)
    journal = playing.match.journal
    assert journal
    assert journal._file
    journal._file.close()
    assert "go-on" not in buttons(Table("take-back-toe", seats=PEOPLE))


def test_a_match_that_cannot_be_resumed_says_why() -> None:
    match = left()
    table = Table("take-back-toe", seats=PEOPLE)
    assert match.journal
    match.journal.path.unlink()
    table.click("go-on")
    assert table.shown["message"]["kind"] == "refusal"
    assert table.match.ply == 0
    assert "go-on" not in buttons(table)


def test_the_table_says_that_the_disk_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    table = Table("take-back-toe", seats=PEOPLE)
    assert table.shown["trouble"] == ""
    with monkeypatch.context() as patch:
        patch.setattr(Appended, "append", full)
        with pytest.warns(gk.GameWarning):
            move(table)
        assert table.match.ply == 1
        assert "continues in memory" in table.shown["trouble"]
    move(table)
    assert table.shown["trouble"] == ""
