"""Ctrl-C stops whatever takes long, and leaves everything usable."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import pytest

from gamekit import drivers
from gamekit.bots import bot
from gamekit.contract.fields import State
from gamekit.drivers.engine import Games, Halt, Interpreted, interruptible
from gamekit.studies.replay_games import in_one_go
from tests.small_games import noughts

pytestmark = pytest.mark.long

REPOSITORY = Path(__file__).parents[1]

# What is done for long, and how the process shows afterwards that all is well.
BEGIN = """
import gamekit as gk
game = gk.load('take-back-toe')
match = gk.Match(game, seed=1)
view = match.view(match.to_act)
"""
STOPPED = """
print('begun', flush=True)
try:
    {work}
except KeyboardInterrupt:
    print('stopped', flush=True)
print({check})
"""
PATIENCE = 120  # seconds; nothing here that is stopped could end by itself in that time
SEARCH = "gk.bot('search:{}').choose(view)"


def interrupted(before: str, work: str, check: str, wait: float) -> str:
    """Send Ctrl-C to a process at its work; return what it prints of the check."""
    code = BEGIN + before + STOPPED.format(work=work, check=check)
    paths = os.pathsep.join([str(REPOSITORY), os.environ.get("PYTHONPATH", "")])
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n", child.stderr
        time.sleep(wait)
        child.send_signal(signal.SIGINT)
        out, errors = child.communicate(timeout=PATIENCE)
    finally:
        child.kill()
    assert child.returncode == 0, errors
    stopped, _, well = out.partition("\n")
    assert stopped == "stopped", out
    return well.rstrip()


def test_a_stopped_search_leaves_the_next_one_unchanged(take_back_toe: object) -> None:
    again = f"{SEARCH.format(1500)} == first"
    warm = f"first = {SEARCH.format(1500)}"
    assert interrupted(warm, SEARCH.format(5_000_000), again, 1.5) == "True"


def test_a_rule_that_never_returns_stops() -> None:
    before = (
        "def endless(rules, state, start, target):\n"
        "    while state.turn >= 0:\n"
        "        pass\n"
        "    return False\n"
    )
    # The rule is in a string, which has no source; so it goes through a file.
    file = Path(mkdtemp()) / "endless_rule.py"
    file.write_text(before)
    load = (
        f"import sys; sys.path.insert(0, {str(file.parent)!r}); from endless_rule import endless\n"
    )
    load += "never = game.variant(takes_back=endless)\n"
    # What playtests import is there before. Python exits as if nobody had caught an interrupt that came while
    # it read source from a string, as some imports do.
    load += "gk.playtest(game, games=10, progress=False)"
    work = "gk.playtest(never, games=10, workers={}, progress=False)"
    for workers in (1, 2):
        check = "len(match.legal()) > 0"
        assert interrupted(load, work.format(workers), check, 1.0) == "True"


@pytest.mark.parametrize("workers", [1, 2])
def test_a_playtest_stops(take_back_toe: object, workers: int) -> None:
    play = "gk.playtest(game, ('search:{0}', 'search:{0}'), {1}, workers=%d, progress=False)"
    play %= workers
    warm = play.format(8, 2)
    assert interrupted(warm, play.format(100_000, 8), f"len({warm}.games)", 1.5) == "2"


TOLD_AND_STOPPED = """
from gamekit.cli import main
from gamekit import progress
progress.LOG_PAUSE = 0
raise SystemExit(main(["playtest", "take-back-toe", "--games", "100000", "--json"]))
"""


def test_without_a_terminal_a_playtest_tells_how_far_it_is_and_sigterm_keeps_its_games() -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", TOLD_AND_STOPPED],
        cwd=REPOSITORY,
        env={**os.environ, "GAMEKIT_COMPILE": "never"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert child.stderr is not None
        line = child.stderr.readline()
        assert re.fullmatch(r"[\d,]+ of 100,000 games\n", line), line
        child.terminate()
        out, errors = child.communicate(timeout=PATIENCE)
    finally:
        child.kill()
    assert child.returncode == 0, errors
    assert 0 < json.loads(out)["games"] < 100_000


def test_interpreted_games_stop_on_request() -> None:
    halt, greedy = Halt(), (drivers.GREEDY, 0)
    games = Games(seed=1, first=0, count=20, most=100, seats=(*greedy, *greedy))
    played = Interpreted(noughts.GAME).play(games)
    stopped = Interpreted(noughts.GAME, tick=halt.want).play(games, halt)
    last = drivers.width(noughts.GAME) * (games.count - 1)
    assert any(played[last:])
    assert not any(stopped[last:])


def test_what_the_work_raises_is_raised_and_other_threads_do_it_themselves() -> None:
    with pytest.raises(TimeoutError, match="its own"):
        interruptible(lambda: exec("raise TimeoutError('its own')"))
    where: list[threading.Thread] = []
    assert interruptible(lambda: where.append(threading.current_thread())) is None
    assert where[0] is not threading.main_thread()
    other = threading.Thread(
        target=interruptible, args=[lambda: where.append(threading.current_thread())]
    )
    other.start()
    other.join()
    assert where[1] is other


def test_a_game_that_is_looked_at_again_stops_between_two_steps() -> None:
    where: list[threading.Thread] = []

    def note(state: State, actor: int, move: int) -> None:
        if move == 3:
            where.append(threading.current_thread())
            os.kill(os.getpid(), signal.SIGINT)

    forever = ((State(), 0, move) for move in count())
    with pytest.raises(KeyboardInterrupt):
        in_one_go((bot("random"), bot("random")), forever, note)
    where[0].join(PATIENCE)
    assert not where[0].is_alive()
