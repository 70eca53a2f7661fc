"""Playtests in other processes: the same rows, whatever plays them and whoever dies."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from multiprocessing import get_context
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

import gamekit as gk
from gamekit.studies import run
from gamekit.studies.plan import plan_of
from tests.small_games import noughts

pytestmark = pytest.mark.long

GAME, RANDOM = "take-back-toe", ("random", "random")


class Places:
    """Plays the legal move at a place of the list; some first end their process, and leave a note
    in a folder."""

    def __init__(self, place: int, grave: Path | None = None, deaths: int = 0) -> None:
        self.place, self.grave, self.deaths = place, grave, deaths

    def choose(self, view: gk.View, seed: int = 1) -> int:
        if self.grave and len(list(self.grave.iterdir())) < self.deaths:
            (self.grave / str(os.getpid())).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return view.legal_moves()[self.place]


class Here(Executor):
    """An executor that does at once what it is given, after sending it there and back."""

    def submit(self, function: Any, /, *given: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*given, **named))
        except BaseException as problem:
            future.set_exception(problem)
        return future


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    run._unpacked.cache_clear()


def played(game: gk.Game | str = GAME, games: int = 40, **how: Any) -> gk.studies.Study:
    return gk.playtest(game, games=games, **{"progress": False, "max_moves": 10, **how})


def seldom(rules: Any, state: Any, start: int, target: int) -> bool:
    return start == 2


@pytest.mark.parametrize(
    "game",
    [gk.load(GAME, columns=5), gk.load(GAME).variant(takes_back=seldom), noughts.GAME],
    ids=["the kit's", "a variant", "somebody's own"],
)
@pytest.mark.parametrize("bots", [RANDOM, ("greedy", Places(-1))], ids=["ours", "any"])
def test_what_travels_is_played_there_as_here(game: gk.Game, bots: Any) -> None:
    here, there = played(game, 12, bots=bots), played(game, 12, bots=bots, executor=Here())
    assert there.games.equals(here.games)
    assert there.receipt == here.receipt


def test_what_is_compiled_travels_as_a_module_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker plays a variant of a notebook's without its source."""
    monkeypatch.delenv("GAMEKIT_COMPILE")
    game = gk.load(GAME).variant(takes_back=seldom)
    data = run.packed(plan_of(game, RANDOM))
    assert len(data) < 20_000
    assert b"takes_back" not in data
    assert b"seldom" not in data
    here, there = played(game), played(game, executor=Here())
    assert there.games.equals(here.games)
    assert there.receipt == here.receipt


def test_a_precise_playtest_stops_elsewhere_with_the_same_game(tmp_path: Path) -> None:
    there = played(games=1000, precision=0.15, executor=Here(), save=tmp_path)
    assert there.games.equals(played(games=1000, precision=0.15).games)


def test_many_variants_are_played_elsewhere_as_here() -> None:
    how: Any = {"bots": RANDOM, "games": 12, "max_moves": 10, "progress": False}
    values = {"columns": [2, 3, 5]}
    with ThreadPoolExecutor(2) as pool:
        there = gk.sweep(GAME, values, executor=pool, **how), gk.ablate(GAME, executor=pool, **how)
    here = gk.sweep(GAME, values, **how), gk.ablate(GAME, **how)
    for one, other in zip(here, there, strict=True):
        assert len(one) > 1
        assert one.table.equals(other.table)
        assert one.effects.equals(other.effects)
        assert one.left_out.equals(other.left_out)


def test_a_player_without_a_move_is_reported_from_elsewhere() -> None:
    game = gk.load(GAME).variant(why_illegal=lambda rules, state, move: 9)
    with pytest.raises(gk.GameError, match="game 0 of seed 1 the player to act had no legal move"):
        played(game, executor=Here())


# --- a pool of processes -----------------------------------------------------------------------


@pytest.mark.parametrize("deaths", [1, 2])
def test_a_worker_that_dies_costs_a_second_try_and_no_more(tmp_path: Path, deaths: int) -> None:
    bots = (Places(0, tmp_path, deaths), Places(0))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        if deaths == 2:
            with pytest.raises(gk.GameError, match="died twice on the games from 0 on"):
                played(games=4, bots=bots, executor=pool)
        else:
            study = played(games=4, bots=bots, executor=pool)
            assert study.games.equals(played(games=4, bots=(Places(0), Places(0))).games)
    assert len(list(tmp_path.iterdir())) == deaths


class Broken(Here):
    def submit(self, function: Any, /, *given: Any, **named: Any) -> Future[Any]:
        raise BrokenExecutor("all are gone")


def test_an_executor_that_breaks_is_reported() -> None:
    with pytest.raises(gk.GameError, match="The executor broke with the games from 0 on"):
        played(executor=Broken())


# --- refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"executor": 2}, "executor=2: give an executor of concurrent.futures"),
        (
            {"client": "tcp://me"},
            r"give a dask.distributed.Client; pip install \"gamekit-lab\[dask",
        ),
        ({"executor": Here(), "client": 1}, "an executor or a client, not both"),
    ],
)
def test_who_cannot_play_is_refused(how: dict[str, Any], message: str) -> None:
    with pytest.raises(gk.GameError, match=message):
        played(**how)


def test_an_object_that_cannot_be_sent_is_named() -> None:
    bot = Places(0)
    bot.turn = Lock()  # type: ignore[attr-defined]
    with pytest.raises(gk.GameError, match="cannot be sent to other processes"):
        played(bots=(bot, bot), executor=Here())


def test_without_cloudpickle_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    assert played(executor=Here()).games.equals(played().games)
    with pytest.raises(gk.GameError, match=r'pip install "gamekit-lab\[dask\]"'):
        played(bots=(Places(0), "random"), executor=Here())


# --- dask --------------------------------------------------------------------------------------


def test_a_cluster_loses_a_worker_and_no_game(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    batches: list[int] = []
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            host="127.0.0.1",
            local_directory=str(tmp_path),
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = client.run(os.getpid)

        def follow(games: int) -> None:
            batches.append(games)
            if sum(batches) >= 100 and pids:
                os.kill(pids.popitem()[1], signal.SIGKILL)
                pids.clear()

        study = played(games=400, client=client, progress=follow)
    assert not pids
    assert sum(batches) == 400
    assert study.games.equals(played(games=400).games)
