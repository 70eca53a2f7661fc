"""One match in the hands of several threads: a table, a clock, a bot that thinks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event, Lock, Thread

import pytest

import gamekit as gk


@pytest.fixture(autouse=True)
def _busy() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def together(*deeds: Callable[[], object]) -> None:
    """Do all of this at the same time, and raise what one of them raises."""
    barrier = Barrier(len(deeds))

    def begun(deed: Callable[[], object]) -> object:
        barrier.wait()
        return deed()

    with ThreadPoolExecutor(len(deeds)) as pool:
        for done in [pool.submit(begun, deed) for deed in deeds]:
            done.result()


def hammer(match: gk.Match, moves: int) -> Callable[[], None]:
    """Play whatever is legal, take a move back now and then, and be refused where others were
    faster."""

    def deed() -> None:
        for n in range(moves):
            try:
                match.play(match.legal()[n % 2])
                if n % 5 == 4:
                    match.undo()
            except gk.GameError:
                continue
            except IndexError:  # the match is over
                return

    return deed


@pytest.mark.parametrize("run", range(6))
def test_the_journal_is_what_was_played(run: int, tmp_path: Path) -> None:
    path = tmp_path / "match.journal"
    match = gk.Match("take-back-toe", seed=run, journal=path)
    together(*[hammer(match, 25)] * 3)
    assert match.journal
    match.journal.close()
    again = gk.read(path)
    assert again.line == match.line
    assert again.state == match.state
    plies = [entry.ply for entry in match.line if entry.player in (0, 1)]
    assert plies == [*range(1, match.plies + 1)]


def test_a_listener_may_wait_for_another_thread() -> None:
    match, key, is_held = gk.Match("take-back-toe", seed=1), Lock(), Event()

    def hear() -> None:
        with key:
            pass

    match.changed(hear)
    with key:
        playing = Thread(target=lambda: match.play(match.legal()[0]), daemon=True)
        playing.start()
        looking = Thread(target=lambda: (match.view(0), is_held.set()), daemon=True)
        looking.start()
        assert is_held.wait(10)
    playing.join(10)
    assert not playing.is_alive()
