"""How fast the games run here, against OpenSpiel's own benchmark loop run in turns with ours.

    python tests/bench.py [--quick]

Actions are moves and chance outcomes, as OpenSpiel counts them.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

REPOSITORY = Path(__file__).parents[1]
PATHS = [str(REPOSITORY), str(REPOSITORY / "widgets")]
sys.path[:0] = PATHS

import gamekit as gk  # noqa: E402
from gamekit import drivers  # noqa: E402
from gamekit.interpreted import Interpreted  # noqa: E402

GAME = "take-back-toe"
PEER = "connect_four"
GIVE_UP_AFTER = 100  # OpenSpiel's own default
START = """
import gamekit as gk
from gamekit.compiled import compiled
game = gk.load("take-back-toe")
engine = compiled(game)
bank, words = engine.bank()
rows = engine.whole_numbers(7)
engine.play_games(engine.rules(game.rules()), bank, words, engine.whole_numbers(game.moves),
                  engine.randoms(1), engine.seed(1), 0, 1, rows, 2000, None)
"""
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


def random_play(engine: Any, game: gk.Game, chunk: int) -> Callable[[float], tuple[float, float]]:
    """Return a loop that plays random games for some seconds: (actions, players' moves) a second."""
    rules, moves = engine.rules(game.rules()), engine.whole_numbers(game.moves)
    (bank, words), randoms = engine.bank(), engine.randoms(1)
    rows = engine.whole_numbers(chunk * drivers.COLUMNS)

    def loop(seconds: float) -> tuple[float, float]:
        actions = played = games = 0
        start = perf_counter()
        while perf_counter() - start < seconds:
            actions += engine.play_games(
                rules, bank, words, moves, randoms, engine.seed(1), games, chunk, rows, 2000, None
            )
            games += chunk
            played += int(sum(rows[drivers.MOVES :: drivers.COLUMNS]))
        elapsed = perf_counter() - start
        return actions / elapsed, played / elapsed

    loop(0.01)  # compiles
    return loop


def peer_loop() -> Callable[[float], float]:
    """Return OpenSpiel's own Python benchmark loop: actions a second."""
    from open_spiel.python.examples import benchmark_games

    def loop(seconds: float) -> float:
        found = benchmark_games._rollout_until_timeout(PEER, seconds, GIVE_UP_AFTER)
        return 1000 / float(found["ms_per_moves"])

    loop(0.01)
    return loop


def compare_speed(rounds: int, seconds: float) -> None:
    from gamekit.compiled import compiled

    game = gk.load(GAME)
    peer = peer_loop()
    for name, engine, chunk in (
        ("compiled", compiled(game), 200),
        ("interpreted", Interpreted(game), 2),
    ):
        ours = random_play(engine, game, chunk)
        measured = [(*ours(seconds), peer(seconds)) for _ in range(rounds)]
        actions, moves, theirs = (median(column) for column in zip(*measured, strict=True))
        ratio = median(one / other for one, _, other in measured)
        move_ratio = median(one / other for _, one, other in measured)
        line(f"{GAME}, {name}, actions", rate(actions), f"{ratio:.2f} x OpenSpiel's loop")
        line(f"{GAME}, {name}, players' moves", rate(moves), f"{move_ratio:.2f} x OpenSpiel's loop")
        line(f"OpenSpiel's loop, {PEER}, actions", rate(theirs))


# --- starting ----------------------------------------------------------------------------------


@contextmanager
def environment() -> Iterator[dict[str, str]]:
    """An environment with an empty cache of compiled rules."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [*PATHS, os.environ.get("PYTHONPATH", "")]
        yield {
            **os.environ,
            "GAMEKIT_CACHE": folder,
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        }


def run(code: str, environment: dict[str, str]) -> tuple[float, str]:
    start = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    )
    return perf_counter() - start, done.stdout


def starts(rounds: int) -> None:
    with environment() as empty:
        line("new process, first compile", f"{run(START, empty)[0]:.2f} s", "play_games, one game")
        again = median(run(START, empty)[0] for _ in range(rounds))
        line("new process, from the cache", f"{again:.2f} s", f"median of {rounds}")
        imports = [run(IMPORT, empty)[1].split() for _ in range(7)]
    loaded = "loads NumPy!" if any(numpy != "False" for _, numpy in imports) else "without NumPy"
    seconds = median(float(seconds) for seconds, _ in imports)
    line("import gamekit", f"{seconds:.3f} s", f"median of 7, {loaded}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="short rounds, no browser")
    quick = parser.parse_args().quick
    rounds, seconds = (3, 0.3) if quick else (5, 2.0)
    print(f"Random play on one core, medians of {rounds} rounds of {seconds:g} s in turns")
    compare_speed(rounds, seconds)
    print("Starting")
    starts(1 if quick else 3)
    redraw = Path(__file__).with_name("bench_redraw.py")
    if redraw.exists() and not quick:
        print("Redrawing in the browser", flush=True)
        subprocess.run([sys.executable, str(redraw)], check=True)


if __name__ == "__main__":
    main()
