"""The command line: `gamekit play take-back-toe` and so on.

`play` has a module of its own, and `commands` holds the others. Import heavy modules where a
command uses them, so that `gamekit --help` answers quickly.

Exit codes: 0 all is well, 1 `check` found something, 2 the command is wrong or failed, 130 stopped by
Ctrl-C or SIGTERM, 141 nobody reads the output any more.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from traceback import extract_tb
from typing import TextIO

from gamekit import __version__
from gamekit.checking.game_file import path_and_name
from gamekit.cli.commands import CHECK, COMPARE, GAMES, PLAYTEST, REPLAY, ROOM, WARM
from gamekit.cli.play import PLAY, STOPPED
from gamekit.cli.terminal import CommandParser, Help, Parser
from gamekit.errors import GameError

COMMANDS = {
    "games": GAMES,
    "play": PLAY,
    "playtest": PLAYTEST,
    "compare": COMPARE,
    "check": CHECK,
    "warm": WARM,
    "replay": REPLAY,
    "room": ROOM,
}
DESCRIPTION = """\
Small two-player games: play them, change them, playtest the change.

Wherever a command takes a GAME, give one of the kit's games by name (gamekit games lists them) or
a file with a game of your own: my_game.py, or my_game.py:NAME if it holds several.
"""
EXAMPLES = """\
examples:
  gamekit games
  gamekit play take-back-toe
  gamekit playtest take-back-toe --set match=4
  gamekit check my_game.py

Each command has its own help: gamekit play --help

Install it with: pip install gamekit-lab (the package on PyPI named gamekit is another project)
"""
UNREAD = 141
FULL = errno.ENOSPC, errno.EFBIG, errno.EDQUOT


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command of the command line; return its exit code.

    Args:
        arguments: what follows `gamekit`; None for the arguments of this process.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):  # a test's, or a notebook's
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    named, command = "", ""
    try:
        chosen = parser().parse_args(arguments)
        command = chosen.command
        named = str(getattr(chosen, "game", None) or getattr(chosen, "file", None) or "")
        with _sigterm_like_ctrl_c():
            code: int = COMMANDS[command].run(chosen)
        sys.stdout.flush()
        return code
    except GameError as problem:
        print(f"gamekit: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as stopped:
        print(f"\ngamekit: stopped{_where(stopped, named)}.", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        _close(sys.stdout)
        return UNREAD
    except Exception as problem:
        if isinstance(problem, OSError) and problem.errno in FULL:
            _close(sys.stdout)
            what = problem.filename or "the output"
            print(f"gamekit: {what} cannot be written: {problem.strerror}.", file=sys.stderr)
            return 2
        if ".py" in named and command != "check":
            problem.add_note(
                f"To find out what is wrong with a game's rules: gamekit check {named}"
            )
        raise


def _where(stopped: KeyboardInterrupt, named: str) -> str:
    """Return where in a game's file the command was stopped: " in apply (heap.py, line 16)", or ""."""
    file, _ = path_and_name(named)
    steps = [
        one
        for one in extract_tb(stopped.__traceback__)
        if one.filename == str(Path(file).resolve())
    ]
    return f" in {steps[-1].name} ({file}, line {steps[-1].lineno})" if steps else ""


@contextmanager
def _sigterm_like_ctrl_c() -> Iterator[None]:
    """Let SIGTERM raise KeyboardInterrupt as well, so that a command keeps what it has done.

    A shell's background jobs ignore Ctrl-C, and schedulers and containers send SIGTERM.
    """
    if threading.current_thread() is not threading.main_thread():  # only that one may set a handler
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)


def parser() -> ArgumentParser:
    """Return the parser of the whole command line."""
    whole = Parser(prog="gamekit", description=DESCRIPTION, epilog=EXAMPLES, formatter_class=Help)
    whole.add_argument("--version", action="version", version=f"gamekit {__version__}")
    commands = whole.add_subparsers(
        title="commands",
        dest="command",
        metavar="COMMAND",
        required=True,
        parser_class=CommandParser,
    )
    for name, command in COMMANDS.items():
        about = command.summary[0].upper() + command.summary[1:] + "."
        one = commands.add_parser(
            name,
            help=command.summary,
            description=f"{about}\n\n{command.description}",
            epilog=command.examples,
            formatter_class=Help,
        )
        command.arguments(one)
    return whole


def _close(stream: TextIO) -> None:
    """Stop writing to what takes no more, even at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
