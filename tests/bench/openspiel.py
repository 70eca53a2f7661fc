"""How fast the games run here, against OpenSpiel's own benchmark loop run in turns with ours.

    python -m tests.bench.openspiel

OpenSpiel counts chance outcomes as moves, and its game has none. Ours are not counted.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import choice
from statistics import median
from time import perf_counter
from typing import NamedTuple

import gamekit as gk
from gamekit import drivers
from gamekit.compiling import compiled
from gamekit.drivers.engine import Engine, Games, Interpreted

REPOSITORY = Path(__file__).parents[2]
GAME = "take-back-toe"
PEER = "connect_four"
LONGEST = 2000  # moves of a game
ROUNDS, SECONDS = 3, 1.0  # that each loop runs
GIVE_UP_AFTER = 100  # OpenSpiel's own default
IMPORT = """
from time import perf_counter
start = perf_counter()
import gamekit
print(perf_counter() - start)
import sys
print("numpy" in sys.modules)
"""


def line(what: str, value: str, against: str = "") -> None:
    print(f"  {what:<46}{value:>16}  {against}".rstrip(), flush=True)


def rate(number: float) -> str:
    return f"{number / 1e6:.2f} M/s" if number >= 1e6 else f"{number / 1e3:.1f} k/s"


# --- random play -------------------------------------------------------------------------------


class Rates(NamedTuple):
    """What a loop does in a second."""

    moves: float  # that players make
    legal: float  # moves generated
    games: float


def random_play(engine: Engine, chunk: int) -> Callable[[float], Rates]:
    """Return a loop that plays random games for some seconds, `chunk` at a time."""

    def loop(seconds: float) -> Rates:
        legal = played = games = 0
        start = perf_counter()
        while perf_counter() - start < seconds:
            rows = engine.play(Games(1, games, chunk, LONGEST))
            games += chunk
            legal += sum(rows[drivers.CHOICES :: drivers.COLUMNS])
            played += sum(rows[drivers.MOVES :: drivers.COLUMNS])
        elapsed = perf_counter() - start
        counts = played, legal, games
        return Rates(*(count / elapsed for count in counts))

    loop(0.01)  # compiles
    return loop


def peer_loop() -> Callable[[float], Rates]:
    """Return OpenSpiel's own Python benchmark loop."""
    import pyspiel
    from open_spiel.python.examples import benchmark_games

    moves = choices = 0  # the loop does not count legal moves: how many are there on average?
    for _ in range(500):
        state = pyspiel.load_game(PEER).new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            moves, choices = moves + 1, choices + len(legal)
            state.apply_action(choice(legal))

    def loop(seconds: float) -> Rates:
        found = benchmark_games._rollout_until_timeout(PEER, seconds, GIVE_UP_AFTER)
        actions = 1000 / float(found["ms_per_moves"])
        return Rates(actions, actions * choices / moves, 0)

    loop(0.01)
    return loop


def in_turns(loops: list[Callable[[float], Rates]], rounds: int, seconds: float) -> list[Rates]:
    """Run loops in turns, the last of them as the measure; return medians of each."""
    measured = [[loop(seconds) for loop in loops] for _ in range(rounds)]
    return [
        Rates(*(median(column) for column in zip(*runs, strict=True)))
        for runs in zip(*measured, strict=True)
    ]


def compare_speed() -> None:
    """Print every game's random play beside the peer's, all in one run."""
    names = [game.name for game in gk.games()]
    loops = [random_play(compiled(game), 200) for game in gk.games()]
    loops += [random_play(Interpreted(gk.load(GAME)), 2), peer_loop()]
    *ours, peer = in_turns(loops, ROUNDS, SECONDS)
    print(f"  {'':<28}{'moves':>12}{'':>9}{'legal moves':>14}{'':>9}{'games':>12}")
    for name, found in zip([*names, f"{GAME}, interpreted"], ours, strict=True):
        cells = [f"  {name:<28}"]
        for width, mine, theirs in zip((12, 14), found[:2], peer[:2], strict=True):
            cells.append(f"{rate(mine):>{width}}{f'{mine / theirs:.1f} x':>9}")
        cells.append(f"{rate(found.games):>12}")
        print("".join(cells), flush=True)
    line(f"OpenSpiel's loop, {PEER}", rate(peer.moves), f"{rate(peer.legal)} legal moves")


# --- starting ----------------------------------------------------------------------------------


def run(code: str, *arguments: str) -> str:
    """Run code in a new process; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=REPOSITORY,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def starts() -> None:
    """Print how long an import takes in a new process."""
    imports = [run(IMPORT).split() for _ in range(7)]
    loaded = "loads NumPy!" if any(numpy != "False" for _, numpy in imports) else "without NumPy"
    seconds = median(float(seconds) for seconds, _ in imports)
    line("import gamekit", f"{seconds:.3f} s", f"median of 7, {loaded}")


def main() -> None:
    print(f"Random play on one core, medians of {ROUNDS} rounds of {SECONDS:g} s in turns")
    compare_speed()
    print("Starting")
    starts()


if __name__ == "__main__":
    main()
