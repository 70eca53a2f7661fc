"""`gamekit room`: people in other browsers play."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path

from gamekit.cli.terminal import add_changes, chosen_game, settings
from gamekit.errors import GameError

SUMMARY = "open a room in which people in other browsers play"
DESCRIPTION = """\
Prints a link and a code for players, pairs them as they come, and finally lists what each has reached.
Without --host, only browsers on this machine get in; --host 0.0.0.0 lets in everybody in your network
who has the code. Ctrl-C closes the room, also one that was ended on its wall.
"""
EXAMPLES = """\
examples:
  gamekit room take-back-toe
  gamekit room liars-dice --host 0.0.0.0 --port 8765 --journal friday
  gamekit room take-back-toe --or match=4
  gamekit room --service rooms.toml
"""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="a game's name, or a file such as my_game.py"
    )
    add_changes(parser)
    parser.add_argument(
        "--service",
        metavar="FILE",
        help="keep the rooms of a TOML file open in one process, see docs/room-service.md; everything else stands in it",
    )
    parser.add_argument(
        "--or", dest="other", action="append", default=[], metavar="NAME=VALUE",
        help="for an experiment: half of the matches are played with this change",
    )  # fmt: skip
    _add_people(parser)
    _add_access(parser)


def _add_people(parser: ArgumentParser) -> None:
    """Declare who has a seat, and what they are called."""
    parser.add_argument(
        "--people", metavar="FILE", help="a CSV file of names; everybody gets a seat of their own"
    )
    parser.add_argument(
        "--slips", metavar="FILE", help="write a page with a slip for everybody on that list"
    )
    parser.add_argument(
        "--new-words", action="store_true",
        help="give everybody on the list a new word and slip; earlier slips open nothing",
    )  # fmt: skip
    parser.add_argument(
        "--approve",
        action="store_true",
        help="whoever joins waits until you let them in on the wall",
    )
    parser.add_argument(
        "--no-names", action="store_true", help="what is saved says Person 1, Person 2, ..."
    )


def _add_access(parser: ArgumentParser) -> None:
    """Declare who gets in, where, and what is kept."""
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="the address to listen on"
    )
    parser.add_argument(
        "--port", type=int, default=0, metavar="N", help="the port (default: a free one)"
    )
    parser.add_argument(
        "--address", default="", metavar="URL",
        help="where people reach the room, if a proxy stands before it",
    )  # fmt: skip
    parser.add_argument(
        "--wait", action="store_true", help="let nobody play before you press Start on the wall"
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
        "--journal", metavar="FOLDER", help="keep a journal there; it opens the same room again"
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="draws pairs and dice; whoever knows it knows the dice",
    )


def run(chosen: Namespace) -> int:
    """Open a room until Ctrl-C, or the rooms of a file until they are stopped."""
    try:  # the kit itself knows nothing of the widgets
        rooms = import_module("gamekit_widgets.rooms")
        if chosen.service:
            import_module("gamekit_widgets.rooms.service").keep(Path(chosen.service), say)
            return 0
    except ModuleNotFoundError as problem:
        raise GameError(f'a room needs {problem.name}: pip install "gamekit-lab[rooms]"') from None
    if not chosen.game:
        raise GameError("name a game, such as: gamekit room take-back-toe")
    game = chosen_game(chosen.game, chosen.set)
    other = game.with_(**settings(game, chosen.other)) if chosen.other else None
    rooms.serve(
        game, host=chosen.host, port=chosen.port, pairs=chosen.pairs, clock=chosen.clock,
        bot=chosen.bot, odd=chosen.odd, names=not chosen.no_names, journal=chosen.journal,
        against=other, seed=chosen.seed, people=chosen.people, slips=chosen.slips,
        address=chosen.address, approve=chosen.approve, starts=not chosen.wait,
        new_words=chosen.new_words, say=say,
    )  # fmt: skip
    return 0


def say(line: str) -> None:
    """Write a line at once, into a pipe as well."""
    print(line, flush=True)
