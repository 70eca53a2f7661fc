"""`gamekit warm`: compile rules ahead."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from gamekit.cli.arguments import game_named
from gamekit.errors import GameError

SUMMARY = "compile the rules of games ahead, so that nobody waits for it"
DESCRIPTION = """\
Bots and playtests run on compiled rules. Compiling a game takes ten to thirty seconds of both a first
playtest and a first match, which go on with interpreted rules meanwhile; done ahead, it takes none.
The machine code is kept in your cache folder, or in the one that GAMEKIT_CACHE names.
"""
EXAMPLES = "examples:\n  gamekit warm\n  gamekit warm take-back-toe my_game.py"


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "games", metavar="GAME", nargs="*", help="which games (default: all of the kit's own)"
    )


def run(chosen: Namespace) -> int:
    """Compile."""
    from gamekit.engines import has_compiler
    from gamekit.games import NAMES
    from gamekit.warming import warm

    if not has_compiler():
        raise GameError(
            "rules are compiled by Numba, which is not installed here: pip install numba"
        )
    games = [game_named(name) for name in chosen.games or NAMES]
    warm(*games)
    for game in games:
        print(f"{game.name}: compiled")
    return 0
