"""`gamekit play`: a match in the terminal."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from gamekit.checking.game_file import is_file
from gamekit.cli.arguments import add_game, chosen_game
from gamekit.errors import BadPosition, GameError
from gamekit.match.match import Match
from gamekit.storage.files import read_whole
from gamekit.validation import shown

SUMMARY = "play a match in the terminal"
DESCRIPTION = """\
The board is shown as text. Type a move as the game writes it, or ? for help: hints, the legal moves,
the rules, why a move is not legal, taking back. You see what your player may know and nothing else.

What you play is kept from your first move on, and --resume goes on with it.
"""
EXAMPLES = """\
examples:
  gamekit play take-back-toe
  gamekit play liars-dice --against expert --seat 1
  gamekit play take-back-toe --set columns=5 --seed 7
  gamekit play sliding-tic-tac-toe --against human
"""
HUMAN, OPPONENT = "human", "club"
STOPPED = 130  # exit code after Ctrl-C


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_game(parser)
    parser.add_argument(
        "--against",
        metavar="WHO",
        default=OPPONENT,
        help="novice, casual, club (the default), expert or master; another bot, such as "
        "search:500; or human, for somebody at this terminal",
    )
    parser.add_argument(
        "--seat", choices=("0", "1"), default="0", help="which player you are (default: 0)"
    )
    parser.add_argument(
        "--first", choices=("0", "1", "random"), default="0", help="who starts (default: player 0)"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N",
        help="for dice that come again; whoever knows it knows the dice",
    )  # fmt: skip
    parser.add_argument(
        "--position", metavar="FIELDS", help="start here: JSON, or a file that holds it"
    )
    parser.add_argument(
        "--open", action="store_true", help="let moves be taken back even after a roll or a reveal"
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on with your latest match of this game"
    )


def run(chosen: Namespace) -> int:
    """Play a match."""
    from gamekit.bots import bot
    from gamekit.cli.dialogue import Dialogue

    you, other = int(chosen.seat), 1 - int(chosen.seat)
    opponent = None if chosen.against == HUMAN else bot(chosen.against)
    match = _resumed(chosen) if chosen.resume else _begun(chosen)
    seats = {you: None, other: opponent}
    dialogue = Dialogue(match, (seats[0], seats[1]), chosen.against, _again(chosen))
    return 0 if dialogue.play() else STOPPED


def _again(chosen: Namespace) -> str:
    """Return the command that goes on with this match."""
    seat = "" if chosen.seat == "0" else " --seat 1"
    against = "" if chosen.against == OPPONENT else f" --against {chosen.against}"
    changes = "".join(f" --set {change}" for change in chosen.set) if is_file(chosen.game) else ""
    return f"gamekit play {chosen.game}{changes}{against}{seat} --resume"


def _begun(chosen: Namespace) -> Match:
    game = chosen_game(chosen.game, chosen.set)
    return Match(
        game,
        seed=chosen.seed,
        first=chosen.first if chosen.first == "random" else int(chosen.first),
        position=_position(chosen.position) if chosen.position else None,
        open=chosen.open,
        journal=True,
    )


def _resumed(chosen: Namespace) -> Match:
    from gamekit.storage.matches import matches

    game = chosen_game(chosen.game, chosen.set)
    found = matches(game.name)
    if not found:
        raise GameError(f"there is no match of {game.name} to go on with.")
    return found[0].match(game if is_file(chosen.game) else None)


def _position(given: str) -> dict[str, object]:
    """Return position fields that are written out, or stand in a file."""
    text = given
    try:
        if not given.lstrip().startswith("{"):
            text = read_whole(Path(given)).decode("utf-8-sig")
        fields = json.loads(text)
    except (OSError, ValueError, RecursionError) as problem:
        raise BadPosition(f"--position {shown(given)} cannot be read: {problem}.") from None
    if not isinstance(fields, dict):
        raise BadPosition(f"--position {shown(given)}: write a JSON object, {{...}}.")
    return fields
