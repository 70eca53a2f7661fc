"""`gamekit compare`: what a change of the rules does."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from gamekit.cli.playtest import add_bots, keep, rows
from gamekit.cli.terminal import Screen, add_game, game_named, settings, writable
from gamekit.errors import GameError

if TYPE_CHECKING:
    from gamekit.studies.comparison import Comparison

SUMMARY = "play a game as it is and with a change, and show what the change does"
DESCRIPTION = """\
Both play the same games, with the same dice and the same thoughts of the same bots until something
really differs, so a difference shows in far fewer games than it takes two playtests. p is adjusted for
the number of measures; below 0.05 a difference stands out, and is marked with a *.
"""
EXAMPLES = """\
examples:
  gamekit compare take-back-toe --set match=4
  gamekit compare take-back-toe --set columns=5 --until clear
  gamekit compare my_game.py --with my_game.py:GENTLE --bots club club
"""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_game(parser)
    parser.add_argument(
        "--with",
        dest="other",
        metavar="GAME",
        help="another game to compare with, instead of --set",
    )
    add_bots(parser, "greedy")
    parser.add_argument(
        "--games", type=int, metavar="N", help="pairs of games, at most (default: 2,000)"
    )
    parser.add_argument(
        "--precision",
        type=float,
        metavar="WIDTH",
        help="stop when the interval of the difference is this narrow",
    )
    parser.add_argument(
        "--until", choices=("clear",), help="stop when it is clear that there is a difference"
    )
    parser.add_argument(
        "--measure", metavar="NAME", default="first-player score",
        help="whose difference --precision and --until watch (default: first-player score)",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="of all chance (default: 1)"
    )
    parser.add_argument("--csv", metavar="FILE", help="write a row for each pair of games")
    parser.add_argument("--html", metavar="FILE", help="write a report with figures, one web page")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(chosen: Namespace) -> int:
    """Compare, and show the difference."""
    game = game_named(chosen.game)
    if bool(chosen.set) == bool(chosen.other):
        raise GameError(
            "compare with what? Change something, --set NAME=VALUE, or name a game, --with."
        )
    if chosen.other:
        other = game_named(chosen.other)
    else:
        other = game.with_(**settings(game, chosen.set))
    for path in filter(None, (chosen.csv, chosen.html)):
        writable(path)
    from gamekit.studies import compare

    found = compare(
        game, other, chosen.bots, chosen.games, chosen.seed,
        precision=chosen.precision, until=chosen.until, measure=chosen.measure,
    )  # fmt: skip
    keep(found, chosen)
    if chosen.json:
        print(json.dumps(figures(found), indent=2, default=str))
    else:
        show(found)
    return 0


def figures(found: Comparison) -> dict[str, Any]:
    """Return what a comparison shows, as JSON would hold it."""
    touched = dict(zip(("value", "low", "high"), found.touched, strict=True))
    return {
        "headline": found.headline,
        "a": {"game": found.a.game.name, "parameters": dict(found.a.game.changes)},
        "b": {"game": found.b.game.name, "parameters": dict(found.b.game.changes)},
        "bots": list(found.a.bots),
        "seed": found.a.seed,
        "pairs": len(found),
        "touched": touched,
        "measures": rows(found.table),
    }


def show(found: Comparison) -> None:
    """Write a comparison for people."""
    screen = Screen()
    screen.say(found.headline, "bold")
    print()
    for (name, a, b, difference, interval, p, worth), stands_out in found.report().cells():
        screen.say(f"{name}{' *' if stands_out else ''}", "bold" if stands_out else "")
        screen.say(
            f"  {a} and {b}; difference {difference} ({interval}), p {p}, worth {worth}", "", "  "
        )
    screen.say(f"\n{found.report().caption}", "dim")
