"""How long does a look back take? Prints it for a finished match of each game.

    python -m tests.bench.look_back [GAME ...] [--seeds 1] [--bots club] [--both] [--most 120]

Two bots of a level play the match. The table then judges the decisions of player 0, as if a person had
played there, or of both. "Opens" is when it has judged every decision once, "done" when it has looked closer at
the doubtful ones. Both are seconds of a clock. The processor seconds behind them grow less when the machine has
other work. "Longest" is how long a press waits at most.
"""

from __future__ import annotations

from argparse import ArgumentParser
from time import perf_counter, process_time

import gamekit as gk
from gamekit_widgets.table.advice import Review

LINE = "{:<22}{:>5}{:>10}{:>9}{:>9}{:>9}{:>9}{:>9}{:>7}"
LONGEST = 1000  # moves of a match


def finished(game: str, level: str, seed: int) -> gk.Match:
    """Return a match that two bots played to its end."""
    match, bot = gk.Match(game, seed=seed), gk.bot(level)
    while not match.result and match.ply < LONGEST:
        match.play(bot.choose(match.view(match.to_act), seed=match.ply))
    return match if match.result else match.resign(match.to_act)


def told(match: gk.Match, players: tuple[int, ...], seed: int, most: float) -> str:
    """Look back at a match for at most so many seconds. Return the line of the table."""
    review = Review(match, players)
    wall, cpu, opened, longest = perf_counter(), process_time(), ("", ""), 0.0
    while not review.is_done and perf_counter() - wall < most:
        before = perf_counter()
        review.think()
        longest = max(longest, perf_counter() - before)
        if review.opens is not None and not opened[0]:
            opened = f"{perf_counter() - wall:.1f}", f"{process_time() - cpu:.1f}"
    done = (f"{perf_counter() - wall:.1f}", f"{process_time() - cpu:.1f}")
    signs = sum(bool(each.sign) for each in review.lessons.values())
    judged = f"{len(review.lessons)}/{review.total}"
    return LINE.format(match.game.name, seed, judged, *opened,
                       *(done if review.is_done else ("not yet", done[1])), f"{longest:.2f}", signs)  # fmt: skip


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=gk.games(), help="all eight by default")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1], help="of the matches (1)")
    parser.add_argument("--bots", default="club", help="who plays them (club)")
    parser.add_argument("--both", action="store_true", help="judge both players, not one")
    parser.add_argument("--most", type=float, default=120, help="seconds for each match (120)")
    given = parser.parse_args()
    print(LINE.format("game", "seed", "judged", "opens", "CPU", "done", "CPU", "longest", "signs"))
    for game in given.games:
        for seed in given.seeds:
            match = finished(game, given.bots, seed)
            print(told(match, (0, 1) if given.both else (0,), seed, given.most), flush=True)


if __name__ == "__main__":
    main()
