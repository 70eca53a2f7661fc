"""Nobody waits for the compiler: the interpreted rules answer until another process has compiled."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event, Thread
from types import ModuleType
from typing import Any

import pytest

import gamekit as gk
from gamekit import beside, engines
from gamekit.beside import NoProcess, Refused, compile_beside
from gamekit.bots import Search, kinds
from gamekit.codename import code_name
from gamekit.coming import HASTY, PATIENT, Coming, _LastComeFirst, _loading
from gamekit.compiled import Compiled
from gamekit.drivers.engine import Engine
from gamekit.durable import is_held
from gamekit.engines import COMING
from gamekit.game import Game
from gamekit.interpreted import Interpreted
from gamekit.parcel import packed, unpacked
from tests import traces
from tests.toys import dice, noughts, pennies

pytestmark = pytest.mark.long

REPOSITORY = Path(__file__).parents[1]


def python(code: str, **environment: str) -> list[str]:
    """Run a script in a process of its own, which compiles beside itself and prints no errors."""
    paths = [str(REPOSITORY), os.environ.get("PYTHONPATH", "")]
    settings = {"GAMEKIT_COMPILE": "beside", "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **settings, **environment},
        capture_output=True,
        text=True,
    )
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout.splitlines()


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game that has nothing ready."""
    monkeypatch.setenv("GAMEKIT_COMPILE", "beside")
    return gk.load("take-back-toe").variant()


@pytest.fixture
def game(fresh: Game, take_back_toe: Any) -> Game:
    """The same, but the cache has it all."""
    return fresh


class Told(Coming):
    """Compiled drivers that a test makes ready at the time it wants."""

    def want(self, *calls: str, nice: int) -> None:
        pass


@pytest.fixture
def coming(game: Game) -> Coming:
    """Its compiled drivers on their way."""
    found = Told(game)
    game.engines[COMING] = found
    return found


# --- what is sent to the other process ---------------------------------------------------------


def helped() -> Game:
    """A variant from a notebook: its rule has a closure, helpers that call each other, a module."""
    module = ModuleType("somebodys")
    exec("CORNER = 4\nUNUSED = open\ndef corner(n): return n == CORNER", vars(module))
    cell: dict[str, Any] = {"somebodys": module}
    exec(
        "def odd(n): return n > 0 and even(n - 1)\n"
        "def even(n): return n == 0 or odd(n - 1)\n"
        "def rule(last):\n"
        "    def takes_back(rules, state, start, target):\n"
        "        return somebodys.corner(start) and not odd(target) or start == last\n"
        "    return takes_back\n",
        cell,
    )
    return gk.load("take-back-toe").variant(takes_back=cell["rule"](11))


@pytest.mark.parametrize("game", [*gk.games(), helped()], ids=lambda game: repr(game)[1:-1])
def test_a_game_that_was_sent_is_the_same_game(game: Game) -> None:
    sent = unpacked(packed(game))
    assert code_name(sent) == code_name(game)
    engines = Interpreted(game), Interpreted(sent)
    one, two = (traces.trace(engine, game, 1, 0)[0] for engine in engines)
    assert one == two


def test_what_cannot_be_sent_is_not_compiled_beside() -> None:
    thing = Thread()
    game = gk.load("take-back-toe").variant(takes_back=lambda rules, state, a, b: thing is None)
    with pytest.raises(NoProcess):
        next(compile_beside(game, ["random"]))


# --- the process beside ------------------------------------------------------------------------

FIRST = """
import sys
import gamekit as gk
from tests.toys import noughts
game = noughts.GAME
match, bot = gk.Match(game, seed=1), gk.bot('search:20')
first = bot.choose(match.view(match.to_act))
print('numba' in sys.modules)
coming = game.engines['coming']
coming.join()
engine = coming.engine('choose')
print(bot.choose(match.view(match.to_act)) == first)
print(sum(len(entry.stats.cache_misses) for entry in engine.entries.values()))
"""


def test_with_an_empty_cache_nothing_is_compiled_where_the_answers_come_from(
    tmp_path: Path,
) -> None:
    assert python(FIRST, GAMEKIT_CACHE=str(tmp_path)) == ["False", "True", "0"]
    kept = {file.name.split(".")[1].split("-")[0] for file in tmp_path.glob("*.code")}
    assert kept == {"choose"}, "nothing else was wanted"
    assert python(FIRST, GAMEKIT_CACHE=str(tmp_path))[1:] == ["True", "0"]


def test_of_two_processes_one_compiles_and_the_other_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    game = noughts.GAME.variant()
    one = compile_beside(game, ["random", "choose"])
    assert next(one) == "random"
    (file,) = tmp_path.glob("*.code")
    before = file.stat().st_ino, file.stat().st_mtime_ns
    two = Thread(target=list, args=[compile_beside(game, ["random"])])
    two.start()
    assert list(one) == ["choose"]
    two.join()
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == before


def test_one_process_serves_one_game_after_another_and_is_replaced_when_it_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    monkeypatch.setattr(beside, "_waiting", [])
    processes = []
    for game in (noughts.GAME, pennies.GAME, dice.GAME):
        assert list(compile_beside(game.variant(), ["random"])) == ["random"]
        ((_, _, process),) = beside._waiting
        processes.append(process)
        if game is pennies.GAME:
            process.kill()
            process.wait()
    assert processes[0] is processes[1] is not processes[2]
    assert len(list(tmp_path.glob("*.code"))) == 3


DYING = """
from gamekit.beside import compile_beside
from tests.toys import noughts
for call in compile_beside(noughts.GAME, ['random', 'choose', 'bots']):
    print(call, flush=True)
    input()
"""


def until(it_is_so: Callable[[], bool]) -> None:
    """Wait for it, a minute at most."""
    started = time.monotonic()
    while not it_is_so():
        assert time.monotonic() - started < 60
        time.sleep(0.05)


def test_it_dies_with_the_process_that_started_it(tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", DYING],
        env={**os.environ, "GAMEKIT_CACHE": str(tmp_path)},
        cwd=REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert parent.stdout
    assert parent.stdout.readline() == b"random\n"
    assert parent.stdin
    parent.stdin.write(b"\n")
    parent.stdin.flush()
    until(lambda: any(map(is_held, tmp_path.glob("*.lock"))))
    parent.send_signal(signal.SIGKILL)
    parent.communicate()
    until(lambda: not any(map(is_held, tmp_path.glob("*.lock"))))
    assert len(list(tmp_path.glob("*.code"))) < 3, "it went on to the end"


def test_nothing_is_printed_and_nothing_crashes_whenever_a_program_ends(
    take_back_toe: object,
) -> None:
    code = """
import time
import gamekit as gk
match = gk.Match('take-back-toe', seed=1)
gk.bot('search:5').choose(match.view(match.to_act))
time.sleep({})
"""
    for wait in (0, 0.2, 0.5, 1):
        assert python(code.format(wait)) == []


def test_a_process_stays_as_nice_as_it_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    monkeypatch.setattr(beside, "_waiting", [])
    for nice in (beside.NICE, beside.URGENT):
        assert list(compile_beside(noughts.GAME.variant(), ["random"], nice)) == ["random"]
    ((start, _, process),) = beside._waiting
    # Linux weighs niceness within a session; and Ctrl-C reaches a whole group.
    assert os.getsid(process.pid) == os.getsid(0)
    assert os.getpgid(process.pid) != os.getpgid(0)
    assert start.nice == beside.NICE == os.getpriority(os.PRIO_PROCESS, process.pid)


def test_a_playtest_pauses_while_rules_are_loaded(game: Game, coming: Coming) -> None:
    studies: list[gk.Study] = []
    player = Thread(
        target=lambda: studies.append(gk.playtest(game, ("greedy", "greedy"), 2, progress=False))
    )
    with _loading:
        player.start()
        until(lambda: bool(coming._slow))
        player.join(0.5)  # many times what two games take
        assert player.is_alive()
    player.join()
    assert len(studies[0].games) == 2


class Held:
    """Rules that are being loaded and never ready, and how long somebody would wait for them."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    def locked(self) -> bool:
        return True

    def acquire(self, timeout: float) -> bool:
        self.waited.append(timeout)
        return False


def test_an_answer_waits_only_a_moment_for_rules_that_are_loaded_and_a_playtest_longer(
    game: Game, coming: Coming, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, longest = gk.Match(game, seed=1), []
    for work in (
        lambda: gk.bot("search:5").choose(match.view(match.to_act)),
        lambda: gk.playtest(game, ("greedy", "greedy"), 1, progress=False),
    ):
        held = Held()
        monkeypatch.setattr("gamekit.coming._loading", held)
        assert work()
        longest.append(max(held.waited))
    assert 0 < longest[0] <= HASTY < longest[1] <= PATIENT


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no forks")
def test_in_a_fork_nobody_is_loading() -> None:
    with _loading:
        child = os.fork()
        if child == 0:
            os._exit(_loading.locked())
        _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_rules_are_loaded_while_interpreted_ones_pause(
    game: Game, coming: Coming, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[bool] = []
    prepare = Compiled.prepare

    def noticed(self: Compiled, call: str) -> None:
        paused.append(_loading.locked())
        prepare(self, call)

    monkeypatch.setattr(Compiled, "prepare", noticed)
    Coming.want(coming, "random", nice=beside.NICE)
    coming.join()
    assert paused == [True]
    assert not _loading.locked()


def test_what_is_waited_for_comes_first_and_of_that_the_last() -> None:
    places = _LastComeFirst(1)
    served: list[int] = []

    def serve(number: int) -> None:
        with places.place(lambda: number in (1, 2)):
            served.append(number)

    workers = [Thread(target=serve, args=[number]) for number in range(4)]
    with places.place(lambda: False):
        for number, worker in enumerate(workers):
            worker.start()
            until(lambda number=number: len(places._waiting) > number)  # type: ignore[misc]
        assert served == []
    for worker in workers:
        worker.join()
    assert served == [2, 1, 3, 0]


def test_what_somebody_waits_for_comes_first_and_nothing_unwanted_is_compiled(
    fresh: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[tuple[str, int]] = []
    is_begun, is_late = Event(), Event()

    def compiling(game: Game, calls: Sequence[str], nice: int) -> Iterator[str]:
        for call in calls:
            if call == "choose":
                is_begun.set()
                assert is_late.wait(60)
            compiled.append((call, nice))
            yield call

    monkeypatch.setattr("gamekit.coming.compile_beside", compiling)
    monkeypatch.setattr("gamekit.coming.seems_kept", lambda folder, name: False)
    monkeypatch.setattr(Coming, "_load", lambda self, call: True)
    engines.expect(fresh, "choose", "play_on")
    assert is_begun.wait(60)
    for _ in range(2):
        assert engines.compiled_soon(fresh, "random") is None  # somebody waits for it
    until(lambda: bool(compiled))
    assert engines.compiled_soon(fresh, "bots") is None
    is_late.set()
    found = fresh.engines[COMING]
    assert isinstance(found, Coming)
    found.join()
    soon, late = beside.URGENT, beside.NICE
    assert compiled == [("random", soon), ("choose", late), ("bots", soon), ("play_on", late)]


def test_what_is_wanted_long_after_the_rest_is_compiled_too(
    fresh: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []

    def compiling(game: Game, calls: Sequence[str], nice: int) -> Iterator[str]:
        compiled.extend(calls)
        yield from calls

    monkeypatch.setattr("gamekit.coming.compile_beside", compiling)
    monkeypatch.setattr("gamekit.coming.seems_kept", lambda folder, name: False)
    monkeypatch.setattr(Coming, "_load", lambda self, call: True)
    for call in ("choose", "bots"):
        assert engines.compiled_soon(fresh, call) is None
        found = fresh.engines[COMING]
        assert isinstance(found, Coming)
        found.join()
    assert compiled == ["choose", "bots"]


def test_a_hint_needs_nothing_compiled_that_a_bots_move_does_not(
    fresh: Game, take_back_toe: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "here")
    used: list[str] = []
    prepare = Compiled.prepare
    monkeypatch.setattr(
        Compiled, "prepare", lambda self, call: used.append(call) or prepare(self, call)
    )
    view = gk.Match(fresh, seed=1).view(0)
    bot = gk.bot("search:200")
    thoughts = bot.think(view)
    assert bot.choose(view) == max(thoughts, key=lambda thought: thought.visits).move
    assert set(used) == {"choose"}


PROGRAMS = {
    "cannot be started": ("", NoProcess),
    "knows no kit": ("exit 1", NoProcess),
    "is of another version": (f"exit {beside.OTHER}", NoProcess),
    "cannot compile this": (f"exit {beside.REFUSED}", Refused),
    "is killed": ("kill -9 $$", Refused),
    "prints what nobody asked for": ("echo nonsense; sleep 60", NoProcess),
}


@pytest.mark.parametrize("what", PROGRAMS)
def test_a_broken_compiler_leaves_everything_working(
    what: str, fresh: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, raised = PROGRAMS[what]
    program = tmp_path / "python"
    if text:
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    with pytest.raises(raised):
        list(compile_beside(fresh, ["choose"]))
    monkeypatch.setattr("gamekit.coming.seems_kept", lambda folder, name: False)
    monkeypatch.setattr(Coming, "_load", lambda self, call: False)
    match, bot = gk.Match(fresh, seed=1), gk.bot("search:20")
    move = bot.choose(match.view(match.to_act))
    fresh.engines[COMING].join()  # type: ignore[attr-defined]
    assert bot.choose(match.view(match.to_act)) == move
    assert len(gk.playtest(fresh, ("greedy", "random"), 3, progress=False).games) == 3


def test_rules_that_cannot_be_compiled_are_interpreted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "beside")
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    banned: list[int] = []
    for takes_back in (
        lambda rules, state, start, target: start in banned,
        lambda rules, state, start, target: len(str(start).encode()) == 0,
    ):
        game = gk.load("take-back-toe").variant(takes_back=takes_back)
        study = gk.playtest(game, ("greedy", "random"), 3, progress=False)
        found = game.engines[COMING]
        assert isinstance(found, Coming)
        found.join()
        assert found.engine("bots") is None
        again = gk.playtest(game, ("greedy", "random"), 3, progress=False)
        assert again.games.equals(study.games)


# --- taking over -------------------------------------------------------------------------------


def test_a_choice_under_way_is_taken_over(game: Game, coming: Coming) -> None:
    match = gk.Match(game, seed=1)
    used: list[Engine] = []

    def work(engine: Engine) -> tuple[int, int]:
        used.append(engine)
        room = engine.room(match.rules, match.state, 1, 50)
        if isinstance(engine, Interpreted):
            coming._load("choose")
        move = engine.choose(room, match.to_act, 2, 50)
        return move, int(room.tree.counts[0])

    move, nodes = engines.soonest(game, "choose", work)
    assert [isinstance(engine, Interpreted) for engine in used] == [True, False]
    assert nodes > 20
    assert move == gk.bot("search:50").choose(match.view(match.to_act))
    assert engines.soonest(game, "choose", work) == (move, nodes)
    assert len(used) == 3


@pytest.mark.parametrize("after", [0, 1, 3, 200])
@pytest.mark.parametrize("bots", [("random", "random"), ("greedy", "search:2")])
def test_a_playtest_that_changes_horses_has_the_same_rows(
    game: Game, coming: Coming, bots: tuple[str, str], after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = 6
    seen: list[int] = []

    def follow(count: int) -> None:
        seen.append(count)
        if sum(seen) >= after:
            coming._load("random" if bots == ("random", "random") else "bots")

    study = gk.playtest(game, bots, games, progress=follow)
    assert sum(seen) == games
    assert (coming.engine("bots" if "greedy" in bots else "random") is not None) == (after < games)
    monkeypatch.setenv("GAMEKIT_COMPILE", "here")
    assert study.games.equals(gk.playtest(game, bots, games, progress=False).games)


def test_a_game_under_way_is_begun_again_when_it_is_taken_over(
    game: Game, coming: Coming, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Interpreted.room

    def room(self: Interpreted, *given: Any, **more: Any) -> Any:
        coming._load("bots")  # between the making of the room and its use
        return play(self, *given, **more)

    monkeypatch.setattr(Interpreted, "room", room)
    taken = gk.playtest(game, ("greedy", "random"), 10, progress=False).games
    monkeypatch.setenv("GAMEKIT_COMPILE", "here")
    assert taken.equals(gk.playtest(game, ("greedy", "random"), 10, progress=False).games)


# --- haste -------------------------------------------------------------------------------------


def test_a_hasty_search_plays_as_greedy_while_the_rules_are_interpreted(
    game: Game, coming: Coming
) -> None:
    match = gk.Match(game, seed=3)
    hasty, patient = Search(50, hasty=True), gk.bot("search:50")
    while match.ply < 12 and not match.result:
        view = match.view(match.to_act)
        move = hasty.choose(view, seed=match.ply)
        assert move == gk.bot("greedy").choose(view, seed=match.ply)
        match.play(move)
    coming._load("choose")
    view = match.view(match.to_act)
    assert hasty.choose(view) == patient.choose(view)


def test_a_hasty_thought_ends_early_and_says_how_often_it_tried(
    fresh: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    monkeypatch.setattr(kinds, "HASTE", 0.0)
    match = gk.Match(fresh, seed=3)
    thoughts = Search(100_000, hasty=True).think(match.view(match.to_act))
    assert sum(thought.visits for thought in thoughts) <= 1
    assert len(thoughts) == len(match.legal_moves())


def test_the_rows_of_a_playtest_do_not_depend_on_haste(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    found = [
        gk.playtest(game, (Search(2, hasty=is_hasty), other), 1, progress=False).games
        for is_hasty in (True, False)
        for other in ("greedy", First())
    ]
    assert found[0].equals(found[2])
    assert found[1].equals(found[3])


class First:
    """Plays the first legal move, as somebody's own bot might."""

    def choose(self, view: gk.View, seed: int = 1) -> int:
        return view.legal_moves()[0]
