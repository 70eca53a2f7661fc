"""`gamekit replay`: a saved match, board by board."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from gamekit.cli.terminal import Screen, add_changes, chosen_game
from gamekit.contract import ALL, CHANCE, PUBLIC
from gamekit.match.match import Match
from gamekit.match.view import HIDDEN

SUMMARY = "show a saved match or a journal, board by board"
DESCRIPTION = """\
FILE is what a match, a table or gamekit play saved, or a journal from your folder of matches. Each
move goes through the rules again, so a changed file is noticed.
"""
EXAMPLES = """\
examples:
  gamekit replay my_match.json
  gamekit replay my_match.json --step
  gamekit replay my_match.json --as 0
"""
VIEWERS = {"public": PUBLIC, "0": 0, "1": 1, "all": ALL}


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the saved match or journal")
    parser.add_argument("--step", action="store_true", help="wait for Enter after each move")
    parser.add_argument(
        "--as", dest="viewer", choices=tuple(VIEWERS), default="public",
        help="whose view: an onlooker's (default), a player's, or everything",
    )  # fmt: skip
    parser.add_argument(
        "--game", metavar="FILE.py", help="the file of the game, where it is not one of the kit's"
    )
    add_changes(parser, "with --game: a parameter as it was then")


def run(chosen: Namespace) -> int:
    """Show a match."""
    from gamekit.storage.replay import read

    game = chosen_game(chosen.game, chosen.set) if chosen.game else None
    match, screen = read(chosen.file, game=game), Screen()
    show(match, VIEWERS[chosen.viewer], screen, chosen.step and sys.stdin.isatty())
    return 0


def show(match: Match, viewer: int, screen: Screen, waits: bool) -> None:
    """Write the board after every move, and what led to it."""
    last, told = match.ply, 0
    screen.say(f"{match.game.title}: {' and '.join(match.names)}, {last} moves", "bold")
    for ply in range(last + 1):
        match.goto(ply)
        view = match.view(viewer)
        steps = view.history[told:]
        told = len(view.history)
        print()
        for entry in steps:
            if entry.player in (0, 1):
                screen.say(f"{entry.ply}. {match.names[entry.player]}: {entry.text}", "bold", "  ")
            elif entry.text != HIDDEN:
                screen.say(f"Chance: {entry.text}" if entry.player == CHANCE else entry.text)
        screen.board(view.board_text())
        if waits and ply < last:
            input("Enter goes on, Ctrl-C stops. ")
    result = match.result
    screen.say(f"\n{result.text} ({result.rule})" if result else "\nThe match is not over.", "bold")
