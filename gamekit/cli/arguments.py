"""What the commands' arguments have in common: games, parameters, help that fits the terminal."""

from __future__ import annotations

import os
import sys
import textwrap
from argparse import ArgumentParser, HelpFormatter
from collections.abc import Iterable
from typing import Any, NoReturn

from gamekit.contract.fields import Parameter
from gamekit.contract.game import Game
from gamekit.errors import GameError
from gamekit.validation import shown


class Parser(ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is; leave with exit code 2."""
        print(f"gamekit: {message} (see {self.prog} --help)", file=sys.stderr)
        sys.exit(2)


class Command(Parser):
    """The parser of one command, which refuses what it does not know, and names its own help."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse everything or say what is wrong."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown


class Help(HelpFormatter):
    """Paragraphs are wrapped; lines that begin with a space stand as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        blocks = []
        for block in text.strip().split("\n\n"):
            lines = block.splitlines()
            if any(line.startswith(" ") for line in lines):
                blocks.append("\n".join(indent + line for line in lines))
            else:
                blocks.append(textwrap.fill(" ".join(lines), width))
        return "\n\n".join(blocks)


def add_game(parser: ArgumentParser) -> None:
    """Let a command take a game and changes of its parameters."""
    parser.add_argument("game", metavar="GAME", help="a game's name, or a file such as my_game.py")
    add_changes(parser)


def add_changes(parser: ArgumentParser, what: str = "change a parameter") -> None:
    """Let a command take changes of parameters."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"{what}, such as --set columns=4; give it again for another "
        "(gamekit games GAME lists them)",
    )


def chosen_game(named: str, changes: Iterable[str] = ()) -> Game:
    """Return the game that somebody named, with these parameters changed.

    Args:
        named: "take-back-toe", "my_game.py" or "my_game.py:GAME".
        changes: such as "columns=4".
    """
    game = game_named(named)
    return game.with_(**settings(game, changes))


def game_named(named: str) -> Game:
    """Return the game of that name or in that file."""
    from gamekit.checking.game_file import game_in_file, is_file
    from gamekit.games import load

    return game_in_file(named) if is_file(named) else load(named)


def settings(game: Game, changes: Iterable[str]) -> dict[str, object]:
    """Return the parameters in changes such as "columns=4"."""
    found: dict[str, object] = {}
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise GameError(f"--set {shown(change)}: write NAME=VALUE, such as columns=4.")
        option = game.options.get(name)
        found[name] = _value(option, text) if option else text
    return found


def _value(option: Parameter, text: str) -> object:
    """Return a value as the parameter declares it; what fits nothing is left for it to refuse."""
    for one in option.options:
        if text == str(one) or text == ",".join(str(part) for part in _parts(one)):
            return one
    try:
        return int(text)
    except ValueError:
        return text


def _parts(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def writable(path: str) -> str:
    """Return a path that something is going to be written to; refuse it before the work is done."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder) or os.path.isdir(path):
        raise GameError(f"{shown(path)} cannot be written: name a file in a folder that exists.")
    return path
