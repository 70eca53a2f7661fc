"""How soon rules are compiled and how fast they then play, beside what Numba made of the same rules.

    python -m tests.bench.compiling [game ...]

Waits are those of a new process once it has imported the kit: to compile a game and play 100 games, to
the first move of search:500, and to play 100 games after a rule was replaced. Rates are games of a
bot against itself. All are processor time, because the machine may be busy with something else; where a
wait uses two cores, a person waits less. A plain loop of Python, timed here and with Numba, scales the
rates of one machine to the other.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from math import exp, log
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import gamekit as gk
from gamekit.contract import Game

REPOSITORY = Path(__file__).parents[2]
BOTS = "random", "greedy", "search:500"
# Games a second of each of BOTS, measured at commit 1418351, the last that compiled by Numba, and the
# seconds that the plain loop took then.
NUMBA_LOOP = 0.1075
NUMBA: dict[str, tuple[float, ...]] = {
    "take-back-toe": (110540, 3541.0, 0.5500),
    "shift-tac-toe": (23368, 969.5, 0.3206),
    "liars-dice": (223574, 3882.0, 0.7804),
    "flower-field": (97446, 1225.8, 0.3098),
    "sliding-tic-tac-toe": (17296, 181.4, 0.8656),
    "death-match": (12207, 241.1, 0.1349),
    "tic-tac-toe-evolved": (60881, 5032.8, 5.5940),
    "tactical-escape": (74905, 543.1, 1.3786),
}  # fmt: skip
GAMES = {
    "take-back-toe": (4000, 300, 1), "shift-tac-toe": (1500, 100, 1), "liars-dice": (10_000, 500, 1),
    "flower-field": (4000, 300, 1), "sliding-tic-tac-toe": (1000, 60, 1), "death-match": (500, 20, 1),
    "tic-tac-toe-evolved": (4000, 300, 4), "tactical-escape": (2000, 100, 1),
}  # fmt: skip
ROUNDS, STARTS = 2, 1
SLOW = "death-match"  # its rules are those of three games
ASKED = {"games": (0.1, 0.3), "move": (0.3, 0.6), "replaced": (0.1, 0.1)}  # seconds; of SLOW, too
MEAN, LEAST = 0.9, 0.6  # of Numba's rates, asked of the geometric mean and of each


def plain_loop() -> float:
    """Return how long a loop takes that nobody compiles."""
    started, total = process_time(), 0
    for number in range(2_000_000):
        total += number * number % 7
    return process_time() - started


def replaced(game: Game) -> Game:
    """Return the game with a rule that does what it did."""
    original: Any = game.namespace["apply"]

    def apply(rules: Any, state: Any, move: int) -> None:
        original(rules, state, move)

    return game.variant(apply=apply)


def play(game: Game | str, bot: str, games: int) -> None:
    gk.playtest(game, (bot, bot), games, seed=1, workers=1, progress=False)


def wait(name: str, what: str) -> float:
    """Return how long one of the waits takes in this process, which is a new one."""
    import gamekit.studies.run  # noqa: F401 (so that imports are not counted)

    if what == "replaced":
        play(name, "random", 100)
    started = process_time()
    if what == "move":
        match = gk.Match(name, seed=1)
        gk.bot("search:500").choose(match.view(match.to_act), seed=1)
    else:
        play(replaced(gk.load(name)) if what == "replaced" else name, "random", 100)
    return process_time() - started


def in_new_process(name: str, what: str) -> float:
    command = [sys.executable, "-m", "tests.bench.compiling", "--wait", name, what]
    done = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    return float(done.stdout)


def quickest(work: Callable[[], object]) -> float:
    """Return how long work takes at its best."""
    took = []
    for _ in range(ROUNDS):
        started = process_time()
        work()
        took.append(process_time() - started)
    return min(took)


def ratios(name: str, loops: list[float]) -> list[tuple[float, float]]:
    """Return the games a second of each bot, and how many times Numba's rate that is."""
    found = []
    for bot, games, numba in zip(BOTS, GAMES[name], NUMBA[name], strict=True):
        play(name, bot, 1)  # compiles
        rate = games / quickest(partial(play, name, bot, games))
        loops.append(plain_loop())
        found.append((rate, rate * min(loops) / (numba * NUMBA_LOOP)))
    return found


def main(names: list[str]) -> None:
    print(f"{'':<22}{'100 games':>10}{'search:500':>11}{'new rule':>10}", end="")
    print("".join(f"{bot + ', games/s':>26}" for bot in BOTS))
    loops, all_ratios, late = [plain_loop()], list[tuple[float, str]](), list[str]()
    for name in names or list(GAMES):
        waits = {what: median(in_new_process(name, what) for _ in range(STARTS)) for what in ASKED}
        late += [
            f"{name}, {what}: {waits[what]:.2f} s"
            for what, asked in ASKED.items()
            if waits[what] > asked[name == SLOW]
        ]
        found = ratios(name, loops)
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
