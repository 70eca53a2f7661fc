"""Rules compiled in the browser: how long they take there, and whether they play the same games.

    make site && python -m tests.bench.browser [folder of the site]

Opens a page in JupyterLite in headless Chromium, as a reader does, and times what its Python does:
10,000 random games with their report, the first move of search:500 and the next one, and *Stop* while a
rule never returns. Moves and rows are compared with those played here. The seconds are what a person
waits, so that a busy machine makes them longer.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from playwright.sync_api import sync_playwright

import gamekit as gk
from tests.browser.conftest import launch
from tests.test_site import Live, Quiet, serving, stopped

SITE = Path(__file__).parents[2] / "dist" / "site"
REPORT, MOVE, STOP = 2.0, 0.3, 0.5  # seconds asked
WORK = """\
import json
from hashlib import sha256
from time import perf_counter
import gamekit as gk
from gamekit.studies.study_without_numpy import playtest

def timed(work):
    began = perf_counter()
    return work(), perf_counter() - began

def report(name):
    study = playtest(name, games=10_000, progress=False)
    return repr(study) and study

def measure(name):
    match = gk.Match(name, seed=3)
    choose = lambda seed: gk.bot("search:500").choose(match.view(match.to_act), seed=seed)
    first, waits = timed(lambda: choose(7))
    again, next_one = timed(lambda: choose(8))
    study, games = timed(lambda: report(name))
    rows = sha256(repr(study.rows).encode()).hexdigest()
    return [games, waits, next_one, [first, again, rows]]

print(json.dumps(measure(NAME)))"""


@contextmanager
def opened(folder: Path) -> Iterator[Live]:
    """A page whose Python has started."""
    with (
        serving(partial(Quiet, directory=str(folder))) as site,
        sync_playwright() as playwright,
        launch(playwright) as browser,
    ):
        page = browser.new_page()
        page.set_default_timeout(300_000)
        book = Live(page)
        book.open(site, "01_take_back_toe.ipynb")
        yield book


def main(folder: Path) -> None:
    if not (folder / "live").exists():
        sys.exit(f"There is no JupyterLite in {folder}: run make site first.")
    late = []
    with opened(folder) as book:
        print(f"{'':<22}{'10,000 games':>13}{'first move':>12}{'next':>9}")
        for game in gk.games():
            name = f"NAME = {game.name!r}\n"
            scope: dict[str, object] = {"print": lambda _: None}
            exec(name + WORK, scope)
            here = scope["measure"](game.name)  # type: ignore[operator]
            games, first, after, same = json.loads(book.tells(name + WORK))
            told = "the same games and moves" if same == here[3] else "OTHER GAMES THAN HERE"
            print(
                f"{game.name:<22}{games:>11.2f} s{first:>10.2f} s{after:>7.2f} s  {told}",
                flush=True,
            )
            late += [f"{game.name}, first move"] if first > MOVE else []
            late += [f"{game.name}, next move"] if after > MOVE else []
            late += [f"{game.name}, 10,000 games"] if games > REPORT else []
        took = stopped(book)
    print(f"Stop, in a rule that never returns: {took:.2f} s, asked {STOP}")
    print(f"longer than asked: {'; '.join(late) or 'none'}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else SITE)
