"""Journals: nothing that was acknowledged is lost, and nothing wrong is read."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.storage import files, journal
from tests.matches import same
from tests.new_python import printed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.journal"


def several(match: Any, turns: int = 5) -> Any:
    for _ in range(turns):
        match.play(match.legal_moves()[0])
    return match


def as_version_1(path: Path) -> None:
    """Write a journal as it was written before there were checksums."""
    head, *events = map(json.loads, path.read_text().splitlines())
    old = [{**head, "version": 1}]
    for event in events:
        old += [{key: event[key]} for key in ("goto", "end") if key in event]
        old += [{"step": step} for step in event.get("steps", [])]
    old[0].pop("sum")
    path.write_text("".join(json.dumps(line) + "\n" for line in old))


# --- what is written, and when -------------------------------------------------------------------


def test_a_journal_has_every_step_before_it_is_acknowledged(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, journal=path)
    for n in range(8):
        same(match, gk.read(path))
        match.play(match.legal_moves()[n])
    match.undo().undo()
    assert gk.read(path).state == match.state
    match.redo().play(match.legal_moves()[0])
    same(match, gk.read(path))
    match.resign(0)
    same(match, gk.read(path))
    match.undo()
    assert gk.read(path).state == match.state


def test_a_journal_that_a_crash_cut_short_returns_what_was_acknowledged(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, journal=path)
    acknowledged = [(path.stat().st_size, match.state)]
    for n in range(4):
        match.play(match.legal_moves()[n])
        acknowledged.append((path.stat().st_size, match.state))
    content = path.read_bytes()
    start = content.index(b"\n") + 1
    for length in range(start, len(content) + 1):
        path.write_bytes(content[:length])
        again = gk.read(path)
        known = [state for size, state in acknowledged if size <= length]
        if known:
            assert again.ply >= len(known) - 1
            if length in dict(acknowledged):
                assert again.state == known[-1]
        lines = content[start:length].splitlines(keepends=True)
        whole = [json.loads(line) for line in lines if line.rstrip(b"\n").endswith(b"}")]
        assert len(again.history) == sum(len(line["steps"]) for line in whole)


def test_a_journal_goes_on_under_another_name(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, journal=path).play("B2-A2")
    with pytest.raises(gk.GameError, match=r"exists; read it with gamekit\.read or choose another"):
        gk.Match("take-back-toe", seed=7, journal=path)
    again = gk.read(path)
    again.play(again.legal_moves()[0])
    assert gk.read(path).ply == match.ply == 1, "what is read back writes no journal"


def test_a_fork_does_not_write_the_journal(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, journal=path)
    fork = match.fork()
    fork.play("B2-A2")
    assert gk.read(path).ply == 0


def test_an_illegal_move_is_not_in_the_journal(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, journal=path)
    before = path.read_bytes()
    with pytest.raises(gk.IllegalMove):
        match.play("B2-B4")
    assert path.read_bytes() == before


def test_a_journal_keeps_the_clock(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, clock="official", journal=path)
    now = [0.0]
    match.timer = lambda: now[0]
    match.goto(0)
    for seconds in (61.5, 75, 100):
        now[0] += seconds
        match.play(match.legal_moves()[0])
    again = gk.read(path)
    assert again.clock.left == match.clock.left == (258.5, 285)
    now[0] += 500
    with pytest.raises(gk.IllegalMove, match="ran out of time"):
        match.play(match.legal_moves()[0])
    assert gk.read(path).result == match.result


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "line 4: not valid JSON"),
        ("{}", "line 4: {} is not a step of a match"),
        ("[1]", "line 4: it is not a step of a match"),
        ('{"step": 5}', "line 4: 5 is not a step"),
        ('{"step": ["1", "B2-B4"]}', "line 4: "),
        ('{"step": ["chance", "1"]}', "line 4: "),
        ('{"goto": 99}', "line 4: goto(99)"),
        ('{"goto": true}', "line 4: goto(True)"),
        ('{"goto": "0"}', "line 4: "),
        ('{"end": ["X-Q9", 2]}', "line 4: "),
        ('{"end": ["X-Q9", true]}', "line 4: "),
        ('{"end": ["TBT-17", 0]}', "line 4: "),
        ("[" * 100_000, "line 4: not valid JSON"),
    ],
)
def test_a_damaged_journal_is_refused_with_the_line(line: str, message: str, path: Path) -> None:
    gk.Match("take-back-toe", seed=7, journal=path).play("B2-A2")
    as_version_1(path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:3], line, *lines[3:]]) + "\n")
    with pytest.raises(gk.BadRecord) as found:
        gk.read(path)
    assert message in str(found.value)


# --- all or nothing ------------------------------------------------------------------------------


class Disk:
    """A disk with room for this many bytes, which counts how often it is written to."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.room = 10**9
        self.breaks = False  # then nothing can be taken back either
        self._write, self._cut, self._sync = os.write, os.ftruncate, os.fsync
        patch.setattr(files.os, "write", self.write)
        patch.setattr(files.os, "ftruncate", self.cut)

    def write(self, fd: int, data: Any) -> int:
        if self.room == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fits = min(self.room, len(data))
        self.room -= fits
        return self._write(fd, bytes(data)[:fits])

    def cut(self, fd: int, size: int) -> None:
        if self.breaks:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self._cut(fd, size)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.mark.parametrize("room", [0, 1, 20, 45])
@pytest.mark.parametrize("breaks", [False, True])
def test_a_full_disk_loses_nothing(room: int, breaks: bool, path: Path, disk: Disk) -> None:
    match = gk.Match("take-back-toe", seed=7, journal=path).play("B2-A2")
    known = path.read_bytes()
    disk.room, disk.breaks = room, breaks
    with pytest.warns(gk.GameWarning, match="cannot be written: No space left on device") as caught:
        several(match).undo()
    assert len(caught) == 1, "once is enough"
    assert len(str(caught[0].message)) <= 500
    assert (match.ply, match.plies) == (5, 6)
    assert match.journal.trouble
    if not breaks:
        assert path.read_bytes() == known, "taken back"
    disk.room, disk.breaks = 10**9, False
    match.play(match.legal_moves()[0])
    assert match.journal.trouble == ""
    same(match, gk.read(path))


def test_a_full_disk_is_reported_again_when_it_is_full_again(path: Path, disk: Disk) -> None:
    match = gk.Match("take-back-toe", seed=7, journal=path)
    for _ in range(2):
        disk.room = 10
        with pytest.warns(gk.GameWarning):
            match.play(match.legal_moves()[0])
        disk.room = 10**9
        match.play(match.legal_moves()[0])
    same(match, gk.read(path))


def test_no_journal_begins_on_a_full_disk(path: Path, disk: Disk) -> None:
    for room in (0, 1, 100):
        disk.room = room
        with pytest.raises(gk.GameError, match="cannot be written: No space left on device"):
            gk.Match("take-back-toe", seed=7, journal=path)
        assert list(path.parent.iterdir()) == []
    disk.room = 10**9
    gk.Match("take-back-toe", seed=7, journal=path)


def test_a_turn_of_several_moves_is_one_line(path: Path) -> None:
    match = gk.Match("shift-tac-toe", seed=1, journal=path)
    before = path.read_bytes()
    match.play("BX2, AW up")
    written = path.read_bytes()[len(before) :]
    assert len(match.history) > 1
    assert written.count(b"\n") == 1
    for length in range(len(written) - 1):  # without its end alone the line is whole
        path.write_bytes(before + written[:length])
        assert gk.read(path).history == (), "a turn that was not acknowledged whole is not there"


def test_a_turn_is_made_whole_or_not_at_all(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = gk.Match("shift-tac-toe", seed=1, journal=path, clock=gk.Clock())
    turn = "BX2, AW up"
    before = match.record, match.state, match.clock.left, path.read_bytes()
    really, calls = os.fsync, iter([None])

    def interrupted(fd: int) -> None:
        really(fd)
        if next(calls, 1) is None:
            raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        match.play(turn)
    assert (match.record, match.state, match.clock.left, path.read_bytes()) == before
    same(match.play(turn), gk.read(path))


# --- files that move, vanish or belong to somebody else ------------------------------------------


def test_the_working_directory_does_not_matter(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    match = gk.Match("take-back-toe", seed=7, journal=path.name)
    (path.parent / "elsewhere").mkdir()
    monkeypatch.chdir(path.parent / "elsewhere")
    same(match.play("B2-A2"), gk.read(path))
    assert match.journal.path == path
    assert list((path.parent / "elsewhere").iterdir()) == []


def test_a_deleted_journal_is_written_again_from_its_head_on(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, journal=path).play("B2-A2").undo().redo()
    path.unlink()
    same(match.play(match.legal_moves()[0]), gk.read(path))
    path.write_bytes(path.read_bytes()[:100])
    same(match.play(match.legal_moves()[0]), gk.read(path))
    with path.open("ab") as file:
        file.write(b"rubbish")
    same(match.play(match.legal_moves()[0]), gk.read(path))


def test_what_takes_the_place_of_a_journal_is_left_alone(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, journal=path)
    path.unlink()
    path.write_text("a letter")
    with pytest.warns(gk.GameWarning, match="there is another file in its place"):
        match.play("B2-A2")
    assert path.read_text() == "a letter"
    path.unlink()
    path.mkdir()
    match.play(match.legal_moves()[0])
    path.rmdir()
    same(match.play(match.legal_moves()[0]), gk.read(path))


def test_a_folder_that_vanishes_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    path = tmp_path / "folder" / "journal"
    match = gk.Match("take-back-toe", seed=7, journal=path)
    path.unlink()
    path.parent.rmdir()
    with pytest.warns(gk.GameWarning, match="No such file or directory"):
        match.play("B2-A2")
    path.parent.mkdir()
    same(match.play(match.legal_moves()[0]), gk.read(path))


@pytest.mark.parametrize(
    "name", [5, "no/such/folder", "", ".", "a\0b", "\ud800" * 5000, "x" * 5000]
)
def test_a_bad_name_is_refused(name: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(gk.GameError) as refused:
        gk.Match("take-back-toe", journal=name)
    assert len(str(refused.value)) <= 500
    with pytest.raises(gk.GameError):
        gk.Match("take-back-toe").save(name)
    with pytest.raises(gk.GameError):
        gk.read(name)
    assert list(tmp_path.iterdir()) == []


READER = """
import sys
import gamekit as gk
try:
    gk.read(sys.argv[1], journal=True)
except gk.GameError as refused:
    print(refused)
print(gk.read(sys.argv[1]).ply)
"""


def test_a_second_process_is_warned(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, journal=path).play("B2-A2")
    told = (
        f"{files.shown_path(path)} cannot be continued: another match, here or in another "
        "process, is writing it. Read it without journal=True to look at it, or name another "
        "file: journal=path."
    )
    assert printed(READER, str(path)).splitlines() == [told, "1"]
    with pytest.raises(gk.GameError, match="another match, here or in another process"):
        gk.read(path, journal=True)
    same(match.play(match.legal_moves()[0]), gk.read(path))


FORK = """
import os, sys, warnings
import gamekit as gk
match = gk.Match("take-back-toe", seed=7, journal=sys.argv[1]).play("B2-A2")
if os.fork() == 0:
    with warnings.catch_warnings(record=True) as caught:
        match.play(match.legal_moves()[0])
        match.play(match.legal_moves()[0])
    print(*(str(warning.message) for warning in caught), flush=True)
    os._exit(0)
os.wait()
match.play(match.legal_moves()[-1])
print(match.record == gk.read(sys.argv[1]).record)
"""


def test_a_process_that_was_forked_off_writes_no_journal(path: Path) -> None:
    output, is_kept = printed(FORK, str(path)).splitlines()
    assert "cannot be written: another match, here or in another process, is writing it." in output
    assert is_kept == "True"


NOTHING_THERE = """
import sys
sys.modules.update(dict.fromkeys(["fcntl", "msvcrt", "platformdirs"]))
import gamekit as gk
match = gk.Match("take-back-toe", seed=7, journal=sys.argv[1]).play("B2-A2")
print(gk.read(sys.argv[1]).record == match.record)
print(gk.Match("take-back-toe", seed=7, journal=True).play("B2-A2").journal, gk.matches())
"""


def test_in_a_browser_there_are_neither_locks_nor_a_folder(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GAMEKIT_MATCHES")
    output = printed(NOTHING_THERE, str(path)).splitlines()
    assert output == ["True", "None There are no matches to resume."]


NO_HOME = """
import os, pwd, sys, warnings
for name in ("HOME", "GAMEKIT_MATCHES", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
    os.environ.pop(name, None)
def nobody(number):
    raise KeyError(f"getpwuid(): uid not found: {number}")
pwd.getpwuid = nobody
import gamekit as gk
import gamekit_widgets as gw
from gamekit.cli import main
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(gk.matches())
    print(gk.Match("take-back-toe", seed=7, journal=True).play("B2-A2").journal)
    match = gk.Match("take-back-toe", seed=7)
    gw.Table(match, seats=("human", "human")).type("B2-A2")
    print(match.ply)
    sys.stdin = open(os.devnull)
    sys.stdout = open(os.devnull, "w")
    left = main(["play", "take-back-toe"])
sys.stdout = sys.__stdout__
print(left)
print(*[each.message for each in caught])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there every user has a home")
def test_without_a_home_matches_stay_in_memory_and_say_so_once() -> None:
    nothing, journal, ply, left, output = printed(NO_HOME).splitlines()
    assert nothing == "There are no matches to resume."
    assert (journal, ply, left) == ("None", "1", "0")
    assert output.count("There is no home folder") == 1
    assert "GAMEKIT_MATCHES" in output


# --- damage --------------------------------------------------------------------------------------


def test_one_flipped_bit_never_gives_another_game(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, journal=path)
    match.play("B2-A2").undo().play("B1-A1").play(match.legal_moves()[0]).resign(1)
    content = path.read_bytes()
    assert len(list(journal.checked(content))) == content.count(b"\n")
    for place, bit in product(range(len(content)), range(8)):
        flipped = bytes([content[place] ^ 1 << bit])
        damaged = content[:place] + flipped + content[place + 1 :]
        with pytest.raises(journal.Damage):
            list(journal.checked(damaged))
        if (place + bit) % 50 == 0:
            path.write_bytes(damaged)
            with pytest.raises(gk.BadRecord):
                gk.read(path)


@pytest.mark.parametrize("change", ["lost", "twice", "moved", "of another match"])
def test_lines_hang_together(change: str, path: Path) -> None:
    gk.Match("take-back-toe", seed=7, journal=path).play("B2-A2").undo().redo().undo()
    other = path.with_name("other")
    gk.Match("take-back-toe", seed=8, journal=other).play("B2-A2").undo()
    lines = path.read_text().splitlines()
    lines[3:5] = {
        "lost": [lines[4]],
        "twice": [lines[3], lines[3], lines[4]],
        "moved": [lines[4], lines[3]],
        "of another match": [other.read_text().splitlines()[3], lines[4]],
    }[change]
    path.write_text("".join(f"{line}\n" for line in lines))
    with pytest.raises(gk.BadRecord, match=r"line [45]: its checksum is wrong"):
        gk.read(path)


@pytest.mark.parametrize("version", [1, 2])
def test_what_stands_before_the_damage_is_salvaged(version: int, path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, journal=path)
    states = [match.state]
    for _ in range(4):
        states.append(match.play(match.legal_moves()[0]).state)
    del match
    if version == 1:
        as_version_1(path)
    lines = path.read_bytes().splitlines(keepends=True)
    for n in range(2, len(lines)):
        path.write_bytes(b"".join([*lines[:n], b"rubbish" + lines[n], *lines[n + 1 :]]))
        with pytest.raises(gk.BadRecord, match=rf"line {n + 1}: .*salvage=True.* the {n} lines"):
            gk.read(path)
        with pytest.warns(gk.GameWarning, match=rf"line {n + 1}: "):
            again = gk.read(path, salvage=True)
        assert again.state == states[n - 2 if version == 2 else (n - 1) // 2] or version == 1
        with pytest.raises(gk.GameError, match="name a new file to continue in"):
            gk.read(path, salvage=True, journal=True)
        new = path.with_name(f"new-{n}")
        with pytest.warns(gk.GameWarning):
            again = gk.read(path, salvage=True, journal=new)
        same(again.play(again.legal_moves()[0]) if again.to_act in (0, 1) else again, gk.read(new))


def test_salvaging_takes_a_line_whole_or_not_at_all(path: Path) -> None:
    """A line that was made up: its checksum is right, and its second step is not legal."""
    match = gk.Match("take-back-toe", seed=7, journal=path).play("B2-A2")
    lines = path.read_bytes().splitlines(keepends=True)
    event = {"steps": [["0", match.legal()[0]], ["1", "A1-A1"]]}
    path.write_bytes(b"".join([*lines, journal.summed(event, lines)]))
    with pytest.raises(gk.BadRecord, match="line 4: "):
        gk.read(path)
    with pytest.warns(gk.GameWarning):
        same(gk.read(path, salvage=True), match)


def test_without_a_head_there_is_nothing_to_salvage(path: Path) -> None:
    gk.Match("take-back-toe", seed=7, journal=path).play("B2-A2")
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"seed": 7', b'"seed": 8'))
    for salvage in (False, True):
        with pytest.raises(gk.BadRecord, match="line 1: its checksum is wrong"):
            gk.read(path, salvage=salvage)


def test_a_journal_without_check_sums_is_read(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, journal=path, clock="official")
    match.play("B2-A2").undo().play("B1-A1").undo().redo().play(match.legal_moves()[0]).resign(1)
    as_version_1(path)
    same(match, gk.read(path))
    with pytest.raises(gk.GameError, match=r"without checksums; .*journal=path"):
        gk.read(path, journal=True)
    new = path.with_name("new")
    same(gk.read(path, journal=new), gk.read(new))


EDITORS: dict[str, Callable[[bytes], bytes]] = {
    "Windows line ends": lambda content: content.replace(b"\n", b"\r\n"),
    "a byte-order mark": lambda content: b"\xef\xbb\xbf" + content,
    "blank lines at the end": lambda content: content + b"\n \t\n\n",
    "blank lines at the end, Windows": lambda content: content + b"\r\n\r\n",
    "no end of the last line": lambda content: content[:-1],
    "Notepad": lambda content: b"\xef\xbb\xbf" + content[:-1].replace(b"\n", b"\r\n"),
}


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("editor", EDITORS)
def test_what_git_and_editors_do_to_the_ends_of_lines_is_read(
    editor: str, version: int, path: Path
) -> None:
    match = several(gk.Match("take-back-toe", seed=7, journal=path))
    if version == 1:
        as_version_1(path)
    path.write_bytes(EDITORS[editor](path.read_bytes()))
    same(match, gk.read(path))


@pytest.mark.parametrize("editor", EDITORS)
def test_a_match_goes_on_in_a_journal_that_an_editor_saved(editor: str, kept: Path) -> None:
    match = several(gk.Match("take-back-toe", seed=7, journal=True))
    assert match.journal
    match.journal.close()
    path = match.journal.path
    path.write_bytes(EDITORS[editor](path.read_bytes()))
    path.chmod(0o600)
    (found,) = gk.matches()
    assert (found.moves, found.damage) == (5, "")
    again = several(found.match())
    same(again, gk.read(path))
    assert b"\r" not in path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(kept.iterdir()) == [path]
    with pytest.raises(gk.GameError, match="cannot be continued"):
        gk.read(path, journal=True)  # it is still this match's alone


def test_a_saved_game_with_a_byte_order_mark_is_read(path: Path) -> None:
    match = several(gk.Match("take-back-toe", seed=7))
    match.save(path)
    path.write_bytes(EDITORS["Notepad"](path.read_bytes()))
    same(match, gk.read(path))


def test_a_last_line_without_an_end_and_with_a_wrong_sum_is_damage(path: Path) -> None:
    several(gk.Match("take-back-toe", seed=7, journal=path))
    content = path.read_bytes()
    path.write_bytes(content[:-5] + b'00"}')
    with pytest.raises(gk.BadRecord, match="line 7: its checksum is wrong"):
        gk.read(path)


# --- going on ------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", [0, 1, 30])
def test_a_match_goes_on_in_its_journal(cut: int, path: Path) -> None:
    gk.Match("take-back-toe", seed=7, journal=path).play("B2-A2").undo()
    path.write_bytes(path.read_bytes()[: -cut or None])
    again = gk.read(path, journal=True)
    again.play(again.legal_moves()[0]).play(again.legal_moves()[0])
    same(again, gk.read(path))


def test_a_saved_game_goes_on_in_a_journal(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7).play("B2-A2")
    match.save(path.with_name("saved"))
    again = gk.read(path.with_name("saved"), journal=path)
    same(again.play(again.legal_moves()[0]), gk.read(path))


@pytest.mark.parametrize("end", [None, "resign", "flag"])
def test_a_journal_can_be_started_late(end: str | None, path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, auto=False, clock="official").dictate("3")
    match.play("B2-A2").advance().play(match.legal_moves()[0]).advance()
    if end:
        getattr(match, end)(1)
    match.start_journal(path)
    same(match, gk.read(path))
    with pytest.raises(gk.GameError, match="has a journal already"):
        match.start_journal(path.with_name("second"))
    back = gk.read(path).undo(turns=1)
    same(back.start_journal(path.with_name("back")), gk.read(path.with_name("back")))


def test_a_journal_that_cannot_be_started_changes_nothing(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7)
    path.touch()
    with pytest.raises(gk.GameError, match="exists"):
        match.start_journal(path)
    assert match.journal is None
    assert path.read_bytes() == b""


def test_a_position_that_somebody_changes_later_is_kept_as_it_was(path: Path) -> None:
    board = {"B1": 20, "B2": 20}
    position: dict[str, Any] = {"board": board, "turns": (3, 2)}
    match = gk.Match("take-back-toe", seed=7, position=position, journal=path)
    board["B1"] = 1
    position["turns"] = None
    match.play(match.legal_moves()[0])
    same(match, gk.read(path))
    match.save(path.with_name("saved"))
    same(match, gk.read(path.with_name("saved")))


# --- the folder of matches -----------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GAMEKIT_MATCHES", str(tmp_path / "a" / "matches"))
    return tmp_path / "a" / "matches"


def test_a_match_is_kept_from_its_first_move_on(kept: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, journal=True)
    assert not kept.exists(), "a match that nobody plays leaves nothing behind"
    match.play("B2-A2")
    assert list(kept.iterdir()) == [match.journal.path]
    same(match, gk.read(match.journal.path))
    assert gk.Match("take-back-toe", seed=7, journal=False).journal is None


def test_matches_lists_what_can_be_gone_on_with(kept: Path) -> None:
    assert repr(gk.matches()) == "There are no matches to resume."
    two = gk.Match("take-back-toe", seed=7, journal=True, players=("A<b>", "B")).play("B2-A2")
    assert gk.matches() == (), "it is being played"
    path, record = two.journal.path, two.record
    over = gk.Match("take-back-toe", seed=7, journal=True).play("B2-A2").resign(0)
    game = gk.load("liars-dice", start_dice=3)
    dice = gk.Match(game, seed=7, journal=True)
    dice.play(dice.legal_moves()[0])
    os.utime(path, (1e9, 1e9))
    (kept / "letter.journal").write_text("a letter")
    (kept / "list.journal").write_text('{"format": "gamekit journal"}\n[]\n')
    del two, over, dice
    found = gk.matches()
    assert [(one.game, one.moves, one.damage) for one in found] == [
        ("liars-dice", 1, ""), ("take-back-toe", 1, ""),
    ]  # fmt: skip
    assert repr(found).startswith("0: liars-dice, Fox and Owl, 1 move, 20")
    assert "start_dice=3" in repr(found)
    assert "A&lt;b&gt; and B" in found._repr_html_()
    assert [one.game for one in gk.matches("take-back-toe")] == ["take-back-toe"]
    again = found[1].match()
    assert again.record == record
    assert gk.matches("take-back-toe") == ()
    same(again.play(again.legal_moves()[0]), gk.read(path))


def test_a_damaged_match_goes_on_in_a_new_journal(kept: Path) -> None:
    path = gk.Match("take-back-toe", seed=7, journal=True).play("B2-A2").undo().journal.path
    damaged = path.read_bytes().replace(b'"goto": 0', b'"goto": 1')
    path.write_bytes(damaged)
    (one,) = gk.matches()
    assert one.damage == "damaged in line 4"
    with pytest.warns(gk.GameWarning, match="line 4"):
        again = one.match()
    assert again.ply == 1
    assert again.journal.path != path
    same(again.play(again.legal_moves()[0]), gk.read(again.journal.path))
    assert path.read_bytes() == damaged


def test_matches_of_replaced_rules_need_the_variant(kept: Path) -> None:
    free = gk.load("take-back-toe").variant(takes_back=lambda rules, state, start, target: False)
    state = gk.Match(free, seed=7, journal=True).play("B1-A1").state
    (one,) = gk.matches()
    assert "needs the variant: takes_back replaced" in str(one)
    assert one.match(free).state == state


def test_old_matches_are_tidied(kept: Path) -> None:
    def play(days: int, over: bool, name: str = "") -> Path:
        match = gk.Match("take-back-toe", journal=kept / name if name else True)
        match.play(match.legal_moves()[0])
        if over:
            match.resign(0)
        then = time.time() - days * 24 * 60 * 60
        os.utime(match.journal.path, (then, then))
        return match.journal.path

    stays = [play(29, True), play(179, False), play(999, True, "mine.journal")]
    goes = [play(31, True), play(181, False)]
    held = gk.Match("take-back-toe", journal=True)
    held.play(held.legal_moves()[0])
    os.utime(held.journal.path, (1e9, 1e9))
    play(0, False)
    assert all(path.exists() for path in [*stays, held.journal.path])
    assert not any(path.exists() for path in goes)


def test_a_folder_that_cannot_be_written_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GAMEKIT_MATCHES", str(tmp_path / "file" / "matches"))
    match = gk.Match("take-back-toe", seed=7, journal=True)
    with pytest.warns(gk.GameWarning, match="cannot be written"):
        match.play("B2-A2").undo()
    assert match.journal.trouble
    assert gk.matches() == ()


# --- a crash -------------------------------------------------------------------------------------


PLAYER = """
import sys
import gamekit as gk
match = gk.Match("take-back-toe", seed=7, journal=sys.argv[1])
n = 0
while True:
    n += 1
    if match.result or n % 7 == 0:
        match.undo(turns=min(2, match.ply))
    else:
        match.play(match.legal_moves()[n % len(match.legal_moves())])
    print(match.ply, match.plies, n, flush=True)
"""


def test_a_killed_process_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    for n in range(3):
        path = tmp_path / f"journal-{n}"
        child = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout
        printed = [child.stdout.readline() for _ in range(10 + 17 * n)]
        child.send_signal(signal.SIGKILL)
        printed += [line for line in child.stdout if line.endswith("\n")]
        child.wait()
        child.stdout.close()
        ply, plies, operations = map(int, printed[-1].split())
        again = gk.read(path, journal=True)
        written = path.read_bytes().count(b"\n") - 2  # its head, and the first roll
        assert operations <= written <= operations + 1
        if written == operations:
            assert (again.ply, again.plies) == (ply, plies)
        same(again.undo(), gk.read(path))


def test_a_limit_on_the_size_of_files_loses_nothing(tmp_path: Path) -> None:
    """As the disk above, with the system itself refusing."""
    path = tmp_path / "journal"
    code = f"""
import resource, warnings
import gamekit as gk
match = gk.Match("take-back-toe", seed=7, journal={str(path)!r})
resource.setrlimit(resource.RLIMIT_FSIZE, (700, resource.RLIM_INFINITY))
with warnings.catch_warnings(record=True) as caught:
    for _ in range(12):
        match.play(match.legal_moves()[0])
assert len(caught) == 1 and "File too large" in str(caught[0].message), caught
assert gk.read({str(path)!r}).ply in range(1, 12)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
match.play(match.legal_moves()[0])
print(gk.read({str(path)!r}).record == match.record, match.ply)
"""
    assert printed(code).splitlines() == ["True 13"]
