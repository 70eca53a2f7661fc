"""Journals: nothing that was acknowledged is lost, and nothing wrong is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk


def same(one: Any, two: Any) -> None:
    assert two.state == one.state
    assert two.line == one.line
    assert two.history == one.history
    assert two.record == one.record
    assert two.result == one.result


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.journal"


def as_version_1(path: Path) -> None:
    """Write a journal as it was written before there were check sums."""
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
        whole = content[start:length].splitlines(keepends=True)
        whole = [json.loads(line) for line in whole if line.endswith(b"\n")]
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
