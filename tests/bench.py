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
from random import choice
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

REPOSITORY = Path(__file__).parents[1]
PATHS = [str(REPOSITORY), str(REPOSITORY / "widgets")]
sys.path[:0] = PATHS

import gamekit as gk  # noqa: E402
from gamekit import drivers  # noqa: E402
from gamekit.bots import LEVELS  # noqa: E402
from gamekit.interpreted import Interpreted  # noqa: E402
from gamekit.intervals import score_interval  # noqa: E402

GAME = "take-back-toe"
PEER = "connect_four"
GIVE_UP_AFTER = 100  # OpenSpiel's own default
START = """
import sys
from time import perf_counter
import numba
import gamekit as gk
from gamekit.compiled import compiled
numba.njit(lambda: 0)()  # Numba starts
start = perf_counter()
game = gk.load(sys.argv[1])
engine = compiled(game)
rows = engine.whole_numbers(8)
engine.play_games(engine.room(game.rules()), engine.seed(1), 0, 1, rows, 2000, None)
print(perf_counter() - start)
"""
REPLIES = """
import sys
from time import perf_counter
import gamekit as gk
match, bot, waits = gk.Match(sys.argv[1], seed=1), gk.bot(sys.argv[2]), []
while len(waits) < 4 and not match.result:
    view, start = match.view(match.to_act), perf_counter()
    move = bot.choose(view, seed=match.ply)
    waits.append(perf_counter() - start)
    match.play(move)
print(waits[0], max(waits[1:]), match.game.engines["coming"].engine("choose") is not None)
"""
PLAYTEST = """
import sys
from time import perf_counter
import gamekit as gk
class Shown(Exception):
    pass
def show(games):
    raise Shown
start = perf_counter()
try:
    gk.playtest(sys.argv[1], (sys.argv[2],) * 2, 1000, progress=show)
except Shown:
    print(perf_counter() - start)
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


class Rates(NamedTuple):
    """What a loop does in a second."""

    actions: float  # moves and chance outcomes
    legal: float  # legal moves generated
    moves: float  # players' decisions


def random_play(engine: Any, game: gk.Game, chunk: int) -> Callable[[float], Rates]:
    """Return a loop that plays random games for some seconds."""
    room = engine.room(game.rules())
    rows = engine.whole_numbers(chunk * drivers.COLUMNS)

    def loop(seconds: float) -> Rates:
        actions = legal = played = games = 0
        start = perf_counter()
        while perf_counter() - start < seconds:
            actions += engine.play_games(room, engine.seed(1), games, chunk, rows, 2000, None)
            games += chunk
            legal += int(sum(rows[drivers.CHOICES :: drivers.COLUMNS]))
            played += int(sum(rows[drivers.MOVES :: drivers.COLUMNS]))
        elapsed = perf_counter() - start
        return Rates(actions / elapsed, legal / elapsed, played / elapsed)

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
        return Rates(actions, actions * choices / moves, actions)

    loop(0.01)
    return loop


def in_turns(loops: list[Callable[[float], Rates]], rounds: int, seconds: float) -> list[Rates]:
    """Run loops in turns, the last of them as the measure; return medians of each."""
    measured = [[loop(seconds) for loop in loops] for _ in range(rounds)]
    return [
        Rates(*(median(column) for column in zip(*runs, strict=True)))
        for runs in zip(*measured, strict=True)
    ]


def compare_speed(rounds: int, seconds: float) -> None:
    """Print every game's random play beside the peer's, all in one run."""
    from gamekit.compiled import compiled

    names = [game.name for game in gk.games()]
    loops = [random_play(compiled(game), game, 200) for game in gk.games()]
    loops += [random_play(Interpreted(gk.load(GAME)), gk.load(GAME), 2), peer_loop()]
    *ours, peer = in_turns(loops, rounds, seconds)
    print(f"  {'':<28}{'actions':>12}{'':>9}{'legal moves':>14}{'':>9}{'decisions':>12}")
    for name, found in zip([*names, f"{GAME}, interpreted"], ours, strict=True):
        cells = [f"  {name:<28}"]
        for width, mine, theirs in zip((12, 14, 12), found, peer, strict=True):
            cells.append(f"{rate(mine):>{width}}{f'{mine / theirs:.1f} x':>9}")
        print("".join(cells), flush=True)
    line(f"OpenSpiel's loop, {PEER}", rate(peer.actions), f"{rate(peer.legal)} legal moves")


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


def run(code: str, environment: dict[str, str], *arguments: str) -> tuple[float, str]:
    start = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return perf_counter() - start, done.stdout


def starts(rounds: int) -> None:
    with environment() as empty:
        for game in gk.games():
            whole, printed = run(START, empty, game.name)
            started = f"{whole:.1f} s with the start of Python and Numba"
            line(f"{game.name}, first compile", f"{float(printed):.1f} s", started)
        again = median(run(START, empty, GAME)[0] for _ in range(rounds))
        line(f"{GAME}, new process, from the cache", f"{again:.2f} s", f"median of {rounds}")
        imports = [run(IMPORT, empty)[1].split() for _ in range(7)]
    loaded = "loads NumPy!" if any(numpy != "False" for _, numpy in imports) else "without NumPy"
    seconds = median(float(seconds) for seconds, _ in imports)
    line("import gamekit", f"{seconds:.3f} s", f"median of 7, {loaded}")


def first_replies(rounds: int) -> None:
    """Print how long a person waits in a new process whose cache of compiled rules is empty."""
    os.environ.pop("GAMEKIT_COMPILE", None)
    nothing = median(run("", dict(os.environ))[0] for _ in range(rounds))
    line("Python's own start", f"{nothing:.2f} s", f"median of {rounds}")
    for game in gk.games():
        for level in (*LEVELS, "search:500"):
            with environment() as empty:
                whole, printed = run(REPLIES, empty, game.name, level)
                first, later, is_compiled = printed.split()
            told = f"the next three {float(later):.2f} s at most, all in {whole:.1f} s"
            told += ", compiled meanwhile" if is_compiled == "True" else ""
            line(f"{game.name}, {level}: first reply", f"{float(first):.2f} s", told)
        for bots in ("random", "greedy"):
            with environment() as empty:
                shown = float(run(PLAYTEST, empty, game.name, bots)[1])
            line(f"{game.name}, playtest of {bots}: first game", f"{shown:.2f} s")


# --- bots --------------------------------------------------------------------------------------


def bots(games: int) -> None:
    """Print how search does against random play in each seat, starting half of the games."""
    for game in gk.games():
        scores = []
        for seat, pair in enumerate((("search:500", "random"), ("random", "search:500"))):
            study = gk.playtest(game, pair, games=games // 2, seed=1, progress=False)
            scores.append(float(study.scores(seat).mean()))
        low, high = score_interval(sum(scores) / 2, games)
        line(
            f"{game.name}, search:500 against random",
            f"{sum(scores) / 2:.1%}",
            f"{low:.1%} to {high:.1%}, {games} games",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="short rounds, no browser")
    quick = parser.parse_args().quick
    rounds, seconds = (3, 0.3) if quick else (5, 2.0)
    print(f"Random play on one core, medians of {rounds} rounds of {seconds:g} s in turns")
    compare_speed(rounds, seconds)
    print("Starting")
    starts(1 if quick else 3)
    print("Answering with an empty cache")
    first_replies(1 if quick else 3)
    print("Bots")
    bots(40 if quick else 200)
    redraw = Path(__file__).with_name("bench_redraw.py")
    if redraw.exists() and not quick:
        print("Redrawing in the browser", flush=True)
        subprocess.run([sys.executable, str(redraw)], check=True)


if __name__ == "__main__":
    main()
