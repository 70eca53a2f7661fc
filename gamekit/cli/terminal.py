"""What all commands share: arguments that name a game, and what a terminal shows."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from argparse import ArgumentParser, HelpFormatter, Namespace
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NoReturn

from gamekit.contract.fields import Parameter
from gamekit.contract.game import Game
from gamekit.errors import GameError
from gamekit.validation import shown

NARROWEST = 24  # columns: narrower terminals wrap by themselves
WIDEST = 100  # columns of a paragraph that is pleasant to read
STYLES = {"bold": "1", "dim": "2", "bad": "31", "good": "32", "rule": "36"}


@dataclass(frozen=True)
class Command:
    """A command of the command line.

    Attributes:
        summary: what it does, in one line.
        description: what it does, at length.
        examples: what people may type.
        arguments: declares its arguments.
        run: does the work and returns the exit code.
    """

    summary: str
    description: str
    examples: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]


class Screen:
    """Standard output, with its width and colors at the time this object is created."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdout.isatty()
        self.has_color = (
            self.is_terminal
            and not os.environ.get("NO_COLOR")
            and os.environ.get("TERM") != "dumb"
            and os.name == "posix"
        )
        self.width = max(NARROWEST, shutil.get_terminal_size().columns)

    def styled(self, text: str, style: str) -> str:
        """Return a text in a style, where there is color."""
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if self.has_color and text else text

    def say(self, text: str = "", style: str = "", indent: str = "") -> None:
        """Write wrapped paragraphs; `indent` goes before every line but the first."""
        width = min(self.width, WIDEST)
        for paragraph in text.split("\n"):
            lines = textwrap.wrap(paragraph, width, subsequent_indent=indent) or [""]
            for line in lines:
                print(self.styled(line, style) if style else line)

    def board(self, text: str) -> None:
        """Write a board, folded if it is too wide."""
        for line in folded(text.splitlines(), self.width):
            print(line)

    def table(self, rows: Iterable[Sequence[str]]) -> None:
        """Write rows in columns. The last column wraps, or goes below if there is no room."""
        found = [list(row) for row in rows]
        widths = [
            max(map(len, column), default=0) for column in list(zip(*found, strict=True))[:-1]
        ]
        indent = sum(widths) + 2 * len(widths)
        has_room = indent + 30 <= self.width
        for row in found:
            head = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
            if has_room:
                self.say(f"{head}  {row[-1]}", indent=" " * indent)
            else:
                self.say("  ".join(row[:-1]), "bold", "  ")
                self.say(f"  {row[-1]}", indent="  ")

    def clear(self) -> None:
        """Empty the terminal, including what has scrolled away."""
        print("\x1b[2J\x1b[3J\x1b[H", end="", flush=True)


def folded(lines: Sequence[str], width: int) -> list[str]:
    """Return lines that fit.

    Sentences wrap. A board that is too wide is cut between its columns. The parts go one below the other, each
    with the labels of the rows.
    """
    found: list[str] = []
    for is_board, group in groupby(lines, _is_row):
        block = list(group)
        if is_board:
            found += _fold(block, width)
        else:
            found += [part for line in block for part in textwrap.wrap(line, width) or [""]]
    return found


def _is_row(line: str) -> bool:
    """Is this a line of a board? It has gaps between columns, or is indented."""
    return "|" in line or "  " in line.rstrip()


def _fold(block: list[str], width: int) -> list[str]:
    longest = max(map(len, block))
    if longest <= width:
        return block
    gaps = _gaps(block, longest)
    label = gaps[0][0] if gaps else longest
    fitting = [(size, place) for place, size in gaps if label < place <= width]
    if not fitting:
        return block
    cut = max(fitting)[1]
    left = [line[:cut].rstrip() for line in block]
    right = [(line[:label].ljust(label) + line[cut:]).rstrip() for line in block]
    return [*left, "", *_fold(right, width)]


def _gaps(block: list[str], longest: int) -> list[tuple[int, int]]:
    """Return the gaps that run through all lines after the first column, as (place, width)."""
    gaps: list[tuple[int, int]] = []
    for place in range(1, longest):
        if all(line[place : place + 1] in ("", " ") for line in block):
            start, size = gaps[-1] if gaps else (-1, 0)
            if start + size == place:
                gaps[-1] = start, size + 1
            else:
                gaps.append((place, 1))
    return gaps


class Parser(ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where to find help; exit with code 2."""
        print(f"gamekit: {message} (see {self.prog} --help)", file=sys.stderr)
        sys.exit(2)


class CommandParser(Parser):
    """The parser of one command. It refuses what it does not know, and points to its own help."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse everything or say what is wrong."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown


class Help(HelpFormatter):
    """Wraps paragraphs, and keeps lines that begin with a space."""

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


def with_changes(changes: Iterable[str]) -> list[str]:
    """Return the words of a command that make these changes again."""
    return [word for change in changes for word in ("--set", change)]


def chosen_game(named: str, changes: Iterable[str]) -> Game:
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
    """Return a value as the parameter declares it. The parameter later refuses a text that fits nothing."""
    for one in option.options:
        if text == str(one) or text == ",".join(str(part) for part in _parts(one)):
            return one
    try:
        return int(text)
    except ValueError:
        return text


def _parts(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)
