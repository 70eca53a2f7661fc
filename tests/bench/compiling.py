"""How soon rules are compiled and how fast they then play, beside what Numba made of the same rules.

    python -m tests.bench.compiling [game ...]

Waits are those of a new process that has imported the kit. Python has compiled the kit's files before, as in
every installation. It is timed until 100 games are played, until search:500 has chosen its first move, and
until 100 games are played after a rule was replaced. Each wait is the median of three, by the clock.
Rates are games of a bot against itself, in processor time, because the machine may be busy. Everything takes
longer where other programs use the cores or share the caches.

A fixed WebAssembly loop, timed in turns with each game, is the yardstick for rates: Numba's games were
timed in turns with the same loop, so its figures hold on a faster or slower machine too. Each rate is
that of the least time out of several, the one that other programs disturbed least.
"""

from __future__ import annotations

import compileall
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import exp, log
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import wasmtime

import gamekit as gk
from gamekit import drivers
from gamekit.compiling import compiled
from gamekit.contract import Game
from gamekit.drivers.engine import Games

REPOSITORY = Path(__file__).parents[2]
BOTS = "random", "greedy", "search:500"
# How many games of each of BOTS Numba played in the time of a run of the yardstick, at commit 1418351, the
# last that compiled by Numba. The rows of all games were equal to those of today, except that greedy and
# search play Tactical Escape by a better policy now.
NUMBA: dict[str, tuple[float, ...]] = {
    "take-back-toe": (2137, 51.92, 0.0245),
    "shift-tac-toe": (523, 15.07, 0.01996),
    "liars-dice": (4561, 62.44, 0.03121),
    "flower-field": (2604, 22.37, 0.01339),
    "sliding-tic-tac-toe": (424, 8.262, 0.04355),
    "death-match": (539, 3.088, 0.01176),
    "tic-tac-toe-evolved": (1226, 112.8, 0.331),
    "tactical-escape": (12276, 8.959, 0.05097),
}  # fmt: skip
GAMES = {
    "take-back-toe": (16_000, 600), "shift-tac-toe": (3000, 150), "liars-dice": (16_000, 600),
    "flower-field": (8000, 200), "sliding-tic-tac-toe": (2500, 40), "death-match": (2000, 30),
    "tic-tac-toe-evolved": (8000, 600), "tactical-escape": (60_000, 80),
}  # fmt: skip
SIMULATIONS, MOVES = 500, 8  # of search, which plays the beginning of one game
LONGEST = 2000  # moves of any other game
ROUNDS, STARTS = (9, 7, 3), 3  # of each of BOTS; of each wait
YARDSTICK = """(module (memory 1) (func (export "run")
  (local $x i64) (local $sum i64) (local $value i64) (local $at i32) (local $left i32)
  (local.set $left (i32.const 3000000))
  (loop $again
    (local.set $x (i64.add (i64.mul (local.get $x) (i64.const 6364136223846793005)) (i64.const 1442695040888963407)))
    (local.set $at (i32.wrap_i64 (i64.and (i64.shr_u (local.get $x) (i64.const 48)) (i64.const 0xfff8))))
    (local.set $value (i64.load (local.get $at)))
    (if (i64.lt_s (local.get $x) (i64.const 0))
      (then (local.set $value (i64.add (local.get $value) (local.get $x))))
      (else (local.set $value (i64.xor (local.get $value) (local.get $sum)))))
    (local.set $sum (i64.add (local.get $sum) (i64.rem_u (local.get $value) (i64.const 1000))))
    (i64.store (local.get $at) (local.get $value))
    (br_if $again (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))))"""
BYTECODE = "PYTHONDONTWRITEBYTECODE"  # with it, every new process would read the kit's sources anew
SLOW = "death-match"  # its rules are those of three games
ASKED = {"games": (0.1, 0.3), "move": (0.3, 0.6), "replaced": (0.1, 0.1)}  # seconds; of SLOW, too
MEAN, LEAST = 0.9, 0.6  # of Numba's rates, asked of the geometric mean and of each


def yardstick() -> Callable[[], object]:
    """Return a loop that multiplies, branches and works in memory."""
    store = wasmtime.Store(wasmtime.Engine())
    module = wasmtime.Module(store.engine, YARDSTICK)
    run: Any = wasmtime.Instance(store, module, []).exports(store)["run"]
    return partial(run, store)


def replaced(game: Game) -> Game:
    """Return the game with a rule that does what it did."""
    original: Any = game.namespace["apply"]

    def apply(rules: Any, state: Any, move: int) -> None:
        original(rules, state, move)

    return game.variant(apply=apply)


def play(game: Game | str) -> None:
    gk.playtest(game, games=100, seed=1, workers=1, progress=False)


def wait(name: str, what: str) -> float:
    """Return how long one of the waits takes in this process, which is a new one."""
    import gamekit.studies.run  # noqa: F401 (so that imports are not counted)

    if what == "replaced":
        play(name)
    started = perf_counter()
    if what == "move":
        match = gk.Match(name, seed=1)
        gk.bot("search:500").choose(match.view(match.to_act), seed=1)
    else:
        play(replaced(gk.load(name)) if what == "replaced" else name)
    return perf_counter() - started


def in_new_process(name: str, what: str) -> float:
    command = [sys.executable, "-m", "tests.bench.compiling", "--wait", name, what]
    surroundings = {key: value for key, value in os.environ.items() if key != BYTECODE}
    done = subprocess.run(
        command, cwd=REPOSITORY, env=surroundings, check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def seconds(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


def wishes(name: str) -> list[Games]:
    """Return the games that each of BOTS plays."""
    plain, careful = GAMES[name]
    greedy, search = [drivers.GREEDY, 0] * 2, [drivers.SEARCH, SIMULATIONS] * 2
    return [
        Games(1, 0, plain, LONGEST),
        Games(1, 0, careful, LONGEST, greedy),
        Games(1, 0, 1, MOVES, search, SIMULATIONS),
    ]


def ratios(name: str) -> list[tuple[float, float]]:
    """Return the games a second of each bot, and how many times Numba's rate that is."""
    engine, run, found = compiled(gk.load(name)), yardstick(), []
    for games, numba, rounds in zip(wishes(name), NUMBA[name], ROUNDS, strict=True):
        engine.play(replace(games, count=1, most=1))  # compiles
        pairs = [(seconds(run), seconds(partial(engine.play, games))) for _ in range(rounds)]
        loop, took = map(min, zip(*pairs, strict=True))
        found.append((games.count / took, games.count * loop / took / numba))
    return found


def main(names: list[str]) -> None:
    compileall.compile_dir(REPOSITORY / "gamekit", quiet=1)
    print(f"{'':<22}{'100 games':>10}{'search:500':>11}{'new rule':>10}", end="")
    print("".join(f"{bot + ', games/s':>26}" for bot in BOTS))
    all_ratios, late = list[tuple[float, str]](), list[str]()
    for name in names or list(GAMES):
        waits = {what: median(in_new_process(name, what) for _ in range(STARTS)) for what in ASKED}
        late += [
            f"{name}, {what}: {waits[what]:.2f} s"
            for what, asked in ASKED.items()
            if waits[what] > asked[name == SLOW]
        ]
        found = ratios(name)
        all_ratios += [
            (ratio, f"{name}, {bot}") for bot, (_, ratio) in zip(BOTS, found, strict=True)
        ]
        cells = [f"{waits['games']:.2f} s", f"{waits['move']:.2f} s", f"{waits['replaced']:.2f} s"]
        print(f"{name:<22}{cells[0]:>10}{cells[1]:>11}{cells[2]:>10}", end="")
        print("".join(f"{rate:>15,.1f} {ratio:>6.2f} x  " for rate, ratio in found), flush=True)
    mean = exp(sum(log(ratio) for ratio, _ in all_ratios) / len(all_ratios))
    least, where = min(all_ratios)
    print(f"times Numba's rate: {mean:.2f} on the geometric mean, asked {MEAN}; ", end="")
    print(f"least {least:.2f} ({where}), asked {LEAST}")
    print(f"waits longer than asked: {'; '.join(late) or 'none'}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--wait"]:
        print(wait(*sys.argv[2:]))
    else:
        main(sys.argv[1:])
