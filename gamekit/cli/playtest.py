"""`gamekit playtest`: many games between bots, and what they show."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from gamekit.cli.terminal import Screen, add_game, chosen_game, writable

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.studies import Comparison, Study

SUMMARY = "let bots play many games, and show how fair, long and varied they are"
DESCRIPTION = """\
Two bots play; player 0 and player 1 start equally often. Every figure comes with its 95 % interval.
The same seed gives the same games on any machine. Ctrl-C or SIGTERM ends the playtest and keeps its
finished games. Without a terminal, stderr gets a line of progress every half minute.
"""
EXAMPLES = """\
examples:
  gamekit playtest take-back-toe
  gamekit playtest take-back-toe --set match=4 --bots greedy greedy
  gamekit playtest liars-dice --bots club expert --games 2000 --html report.html
  gamekit playtest my_game.py --json | jq .metrics
"""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_game(parser)
    add_bots(parser)
    parser.add_argument("--games", type=int, metavar="N", help="how many games (default: 10,000)")
    parser.add_argument(
        "--precision",
        type=float,
        metavar="WIDTH",
        help="instead of --games: play until the interval of the first-player score is this narrow",
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="of all chance (default: 1)"
    )
    parser.add_argument(
        "--save", metavar="FOLDER", help="keep the games there; the same command goes on with them"
    )
    parser.add_argument("--csv", metavar="FILE", help="write a row for each game")
    parser.add_argument("--html", metavar="FILE", help="write a report with figures, one web page")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def add_bots(parser: ArgumentParser, usual: str = "random") -> None:
    """Let a command take two bots; the usual one plays where none are named."""
    parser.add_argument(
        "--bots",
        nargs=2,
        default=[usual, usual],
        metavar=("PLAYER0", "PLAYER1"),
        help=f"random, greedy, search:500 or a level such as club (default: {usual})",
    )


def run(chosen: Namespace) -> int:
    """Play, and show the study."""
    game = chosen_game(chosen.game, chosen.set)
    for path in filter(None, (chosen.csv, chosen.html)):
        writable(path)
    from gamekit.studies import playtest

    study = playtest(
        game, chosen.bots, chosen.games, chosen.seed,
        precision=chosen.precision, save=chosen.save,
    )  # fmt: skip
    keep(study, chosen)
    if chosen.json:
        print(json.dumps(figures(study), indent=2))
    else:
        show(study)
    return 0


def keep(found: Study | Comparison, chosen: Namespace) -> None:
    """Write what was found into the files that were named."""
    if chosen.csv:
        found.games.to_csv(chosen.csv, index=False)
    if chosen.html:
        found.to_html(chosen.html)


def figures(study: Study) -> dict[str, object]:
    """Return what a study shows, as JSON would hold it."""
    return {
        "game": study.game.name,
        "parameters": dict(study.game.changes),
        "bots": list(study.bots),
        "seed": study.seed,
        "games": len(study.games),
        "metrics": rows(study.metrics),
        "endings": rows(study.endings()),
    }


def rows(table: pd.DataFrame) -> list[dict[str, object]]:
    """Return the rows of a table as JSON would hold them: what is unknown is null."""
    found: list[dict[str, object]] = json.loads(
        table.to_json(orient="records", double_precision=15)
    )
    return found


def show(study: Study) -> None:
    """Write a study for people."""
    screen = Screen()
    screen.say(repr(study), "bold")
    if "greedy" in study.bots and study.game.leaves_out("policy"):
        said = "The game has no policy, so greedy moves at random unless a win is near."
        screen.say(said, "dim")
    print()
    screen.table(
        (row["metric"], f"{row['value']:.3f} ({row['low']:.3f} to {row['high']:.3f}) {row['unit']}")
        for row in study.report().metrics.to_dict("records")
    )
    screen.say("\nHow games end", "bold")
    book = study.game.rulebook
    screen.table(
        (
            row["ending"],
            f"{row['share']:.1%}",
            book[row["ending"]].title if row["ending"] in book else "",
        )
        for row in study.endings().to_dict("records")
    )
