"""`gamekit room`: people in other browsers play."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module

from gamekit.cli.terminal import add_game, chosen_game, settings
from gamekit.errors import GameError

SUMMARY = "open a room in which people in other browsers play"
DESCRIPTION = """\
Prints a link and a code for those who play, pairs whoever comes, and says in the end who reached what.
Without --host, only browsers on this machine get in; --host 0.0.0.0 lets in everybody in your network
who has the code. Ctrl-C closes the room.
"""
EXAMPLES = """\
examples:
  gamekit room take-back-toe
  gamekit room liars-dice --host 0.0.0.0 --port 8765 --journal friday
  gamekit room take-back-toe --or match=4
"""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_game(parser)
    parser.add_argument(
        "--or", dest="other", action="append", default=[], metavar="NAME=VALUE",
        help="for an experiment: half of the matches are played with this change",
    )  # fmt: skip
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="the address to listen on"
    )
    parser.add_argument(
        "--port", type=int, default=0, metavar="N", help="the port (default: a free one)"
    )
    parser.add_argument(
        "--pairs", choices=("random", "bots", "choice"), default="random",
        help="who plays whom: at random, everybody against a bot, or people choose",
    )  # fmt: skip
    parser.add_argument("--bot", default="club", metavar="WHO", help="who takes empty seats")
    parser.add_argument(
        "--odd",
        choices=("bot", "wait"),
        default="bot",
        help="who plays a person left over: a bot, or nobody (wait)",
    )
    parser.add_argument(
        "--clock", choices=("official",), help="the official clock, where the rules give one"
    )
    parser.add_argument(
        "--no-names", action="store_true", help="what is saved says Person 1, Person 2, ..."
    )
    parser.add_argument(
        "--journal", metavar="FOLDER", help="keep a journal there; it opens the same room again"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="of pairs and dice; whoever knows it knows the dice"
    )


def run(chosen: Namespace) -> int:
    """Open a room until Ctrl-C."""
    game = chosen_game(chosen.game, chosen.set)
    other = game.with_(**settings(game, chosen.other)) if chosen.other else None
    try:  # the kit itself knows nothing of the widgets
        serve = import_module("gamekit_widgets.rooms").serve
    except ModuleNotFoundError as problem:
        raise GameError(f'a room needs {problem.name}: pip install "gamekit-lab[rooms]"') from None
    serve(
        game, host=chosen.host, port=chosen.port, pairs=chosen.pairs, clock=chosen.clock,
        bot=chosen.bot, odd=chosen.odd, names=not chosen.no_names, journal=chosen.journal,
        against=other, seed=chosen.seed, say=say,
    )  # fmt: skip
    return 0


def say(line: str) -> None:
    """Write a line at once, into a pipe as well."""
    print(line, flush=True)
