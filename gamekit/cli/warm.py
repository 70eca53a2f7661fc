"""`gamekit warm`: from when rules took long to compile."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

SUMMARY = "nothing any more: rules are compiled when they are used"
DESCRIPTION = "Rules are compiled in a fraction of a second when they are first used."
EXAMPLES = "examples:\n  gamekit warm"


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("games", metavar="GAME", nargs="*", help="ignored")


def run(chosen: Namespace) -> int:
    """Say so."""
    from gamekit.compiling import warm

    warm(*chosen.games)
    return 0
