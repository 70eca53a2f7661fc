"""Copies of what the kit makes: with `copy`, with `pickle`, in other processes."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

import cloudpickle
import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.solving import KnownSolution
from gamekit.storage.pickling import with_its_code
from tests.new_python import printed
from tests.small_games import deals
from tests.small_games.noughts import GAME as NOUGHTS

GAMES = ("take-back-toe", "liars-dice", "death-match", "tic-tac-toe-evolved")
CARRIERS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "cloudpickle": lambda thing: pickle.loads(cloudpickle.dumps(thing)),
}
COPIERS = {**CARRIERS, "copy": copy.copy, "deepcopy": copy.deepcopy}


EARLIER = Path(__file__).parent / "earlier_version.pickle"  # written before modules were in folders


def played(game: str | gk.Game, moves: int = 3) -> gk.Match:
    match = gk.Match(game, seed=5, players=("Ann", "Bo"))
    for n in range(moves):
        match.play(match.legal_moves()[n])
    return match


def both(copier: Any) -> Any:
    return pytest.mark.parametrize("copied", copier.values(), ids=copier)


@both(COPIERS)
@pytest.mark.parametrize("game", [*GAMES, NOUGHTS, deals.GAME], ids=str)
def test_a_copy_of_a_match_is_a_fork(game: Any, copied: Any, tmp_path: Path) -> None:
    match = played(game, 2).start_journal(tmp_path / "match.journal")
    written, other = (tmp_path / "match.journal").read_bytes(), copied(match)
    assert (other.record, other.state.values()) == (match.record, match.state.values())
    assert other.view(0).history == match.view(0).history
    other.play(other.legal_moves()[0])
    assert (match.ply, other.ply, other.journal) == (2, 3, None)
    assert (tmp_path / "match.journal").read_bytes() == written
    match.play(match.legal_moves()[0])
    assert match.state.values() == other.state.values()  # the same dice follow


@both(CARRIERS)
def test_a_match_takes_its_settings_along(copied: Any) -> None:
    clock = gk.Clock(main=10, reserve=60)
    match = gk.Match("take-back-toe", seed=3, first=1, clock=clock, auto=False, open=True)
    match.dictate("4").play("B2-C2").resign(0)
    other = copied(match)
    assert (other.auto, other.open, other.first) == (False, True, 1)
    assert (other.clock, other.result) == (match.clock, match.result)


@both(COPIERS)
@pytest.mark.parametrize("game", [*GAMES, NOUGHTS], ids=str)
def test_a_view_is_carried_without_more_than_it_shows(game: Any, copied: Any) -> None:
    match = played(game)
    for player in (0, 1, gk.PUBLIC, gk.ALL):
        view = match.view(player)
        other = copied(view)
        assert (other.state.values(), other.history) == (view.state.values(), view.history)
        assert (other.player, other.legal(), repr(other)) == (player, view.legal(), repr(view))
    mover = match.view(match.to_act)
    assert gk.bot("greedy").choose(copied(mover)) == gk.bot("greedy").choose(mover)


def test_what_an_earlier_version_pickled_is_read() -> None:
    study, comparison, match, view, game, bot = pickle.loads(EARLIER.read_bytes())
    again = gk.rerun(study.receipt, progress=False)
    assert again.agrees
    assert study.metrics.equals(again.study.metrics)
    assert comparison.found["length"].a.value == comparison.a.metrics.loc["length", "value"]
    compared = gk.studies.Comparison(comparison.a, comparison.b)
    assert comparison.table["difference"].equals(compared.table["difference"])
    assert match.ply == 1
    assert view.board_text() == match.view(0).board_text()
    assert repr(bot) == repr(gk.bot("greedy"))
    assert game.parameters == gk.load("take-back-toe", columns=5).parameters


@both(COPIERS)
def test_records_studies_and_comparisons_are_carried(copied: Any) -> None:
    record = played("tactical-escape").record
    assert copied(record) == record
    study = gk.playtest("take-back-toe", games=20, progress=False)
    other = copied(study)
    assert other.receipt == study.receipt
    assert other.games.equals(study.games)
    assert other.rules.equals(study.rules)
    a, b = gk.load("take-back-toe"), gk.load("take-back-toe", columns=5)
    comparison = gk.compare(a, b, ("random", "random"), 20, progress=False)
    assert copied(comparison).receipt == comparison.receipt
    assert copied(comparison).table.equals(comparison.table)


def never(rules: Any, state: Any, start: int, target: int) -> bool:
    return False


VARIANTS: dict[str, gk.Game] = {
    "the kit's": gk.load("take-back-toe"),
    "with numbers": gk.load("liars-dice", sides=4, wild="ones"),
    "with a rule replaced": gk.load("take-back-toe", columns=5).variant(
        takes_back=lambda rules, state, start, target: False
    ),
    "twice": gk.load("take-back-toe").variant(takes_back=never).with_(columns=3),
    "somebody's": NOUGHTS,
}


@both(COPIERS)
@pytest.mark.parametrize("game", VARIANTS.values(), ids=VARIANTS)
def test_a_game_plays_the_same_wherever_it_goes(game: gk.Game, copied: Any) -> None:
    other = copied(game)
    assert (repr(other), other.replaced) == (repr(game), game.replaced)
    assert other.parameters == game.parameters
    assert repr(other.rulebook) == repr(game.rulebook)
    assert counts(other) == counts(game)


def test_a_game_that_travels_with_its_code_takes_its_solution_along() -> None:
    game = gk.load("tic-tac-toe-evolved")
    build, parts = with_its_code(game)
    ours, theirs = gk.solve(game), gk.solve(build(*parts))
    view = gk.Match(game).view(0)
    assert isinstance(ours, KnownSolution)
    assert isinstance(theirs, KnownSolution)
    assert (theirs.value, theirs.gains(view)) == (ours.value, ours.gains(view))


def counts(game: gk.Game) -> tuple[int, ...]:
    match, found = gk.Match(game, seed=7), []
    while match.to_act in (0, 1) and match.ply < 12:
        found.append(len(match.legal_moves()))
        match.play(match.legal_moves()[-1])
    return tuple(found)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_pool_maps_over_games(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip("this system starts processes otherwise")
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(method)) as pool:
        games = list(VARIANTS.values())
        assert list(pool.map(counts, games)) == [counts(game) for game in games]
        matches = [played(game, 2) for game in games]
        assert list(pool.map(gk.Match.legal, matches)) == [match.legal() for match in matches]


NOTEBOOK = """
import pickle, sys, threading
import gamekit as gk
import gamekit_widgets as gw
from tests.test_reloading import HEAP
exec(HEAP)
lock = threading.Lock()  # what else is in a notebook, and goes nowhere

def timid(move):
    return 1

class First:
    def choose(self, view, seed=1):
        return view.legal_moves()[0]

variant = GAME.variant(taken=timid)
match = gk.Match(GAME, seed=1).play("3")
study = gk.playtest(GAME, (First(), "random"), games=6, progress=False)
with open(sys.argv[1], "wb") as file:
    pickle.dump((GAME, variant, match, match.view(0), study), file)
"""
ELSEWHERE = """
import pickle, sys
import gamekit as gk
import gamekit_widgets as gw
with open(sys.argv[1], "rb") as file:
    game, variant, match, view, study = pickle.load(file)
print(gk.Match(game, seed=1).play("3").state.heap, gk.Match(variant, seed=1).play("3").state.heap)
print(match.play("1").state.heap, view.legal_moves(), match.legal())
print(gk.playtest(game, games=5, progress=False).games["moves"].sum() > 0)
print(gk.Match(game.with_(stones=2)).legal(), gk.Match(game.variant(taken=lambda m: 1)).play("2").state.heap)
print(len(study.rules), study.players[0].choose(gk.Match(game).view(0)))
"""


def test_what_a_notebook_defines_is_carried_with_its_code(tmp_path: Path) -> None:
    path = str(tmp_path / "things.pickle")
    printed(NOTEBOOK, path)
    assert printed(ELSEWHERE, path).splitlines() == [
        "4 6",
        "3 () ('1', '2', '3')",
        "True",
        "('1', '2') 6",
        "2 0",
    ]


def test_what_cannot_be_carried_says_what_to_do() -> None:
    lock = Lock()

    def guarded(rules: Any, state: Any, start: int, target: int) -> bool:
        with lock:
            return False

    game = gk.load("take-back-toe").variant(takes_back=guarded)
    for thing in (game, gk.Match(game, seed=1), gk.Match(game, seed=1).view()):
        with pytest.raises(gk.GameError, match=r"cannot be sent to other processes.*into a file"):
            pickle.dumps(thing)


def test_what_is_shown_says_what_to_copy_instead() -> None:
    match = gk.Match("liars-dice", seed=1)
    room = gw.Room("take-back-toe", bot="random")
    shown = (
        gw.Table(match, ("human", "human"), journal=False), gw.Lab("take-back-toe"), gw.Board(match),
        gw.Replay(match), gw.Task(gk.Match("take-back-toe", seed=1), "Win in one."), room, room.wall,
    )  # fmt: skip
    try:
        for thing in shown:
            for carry in (copy.copy, copy.deepcopy, pickle.dumps, cloudpickle.dumps):
                with pytest.raises(
                    gk.GameError, match=f"A {type(thing).__name__} cannot be copied"
                ):
                    carry(thing)
    finally:
        room.close()
        for widget in shown[:-2]:
            widget.close()


def test_without_cloudpickle_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    assert pickle.loads(pickle.dumps(gk.load("liars-dice"))).name == "liars-dice"
    with pytest.raises(gk.GameError, match=r'pip install "gamekit-lab\[dask\]"'):
        pickle.dumps(VARIANTS["with a rule replaced"])
