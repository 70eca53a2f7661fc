"""The folder of a user's matches: where journals go that nobody gave a name."""

from __future__ import annotations

import os
import re
import sys
import time
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path

from gamekit.errors import GameWarning
from gamekit.storage.files import is_held, read_whole

NAMED_HERE = re.compile(r".+-\d{4}-\d\d-\d\d-\d{6}-[0-9a-f]{6}\.journal")  # not by a person
DAY = 24 * 60 * 60
OVER_DAYS, OPEN_DAYS, MOST = 30, 180, 500  # how long matches stay, and how many
OVER = b'"over": true'


def folder() -> Path | None:
    """Return where matches go: GAMEKIT_MATCHES, or a folder of the user's.

    There is none in a browser, nor for a user without a home, as in many containers.
    """
    if named := os.environ.get("GAMEKIT_MATCHES"):
        return Path(os.path.abspath(named))
    try:
        from platformdirs import user_data_path  # not at the top: it would slow `import gamekit`
    except ImportError:
        return None
    try:
        found = user_data_path("gamekit", appauthor=False) / "matches"
    except RuntimeError:  # neither a variable nor the system names a home
        return None
    return found if found.is_absolute() else None


def default_path(game: str) -> Path | None:
    """Return a new name in the folder of matches for the journal of a game; None without one."""
    where = folder()
    if where is None:
        _say_once()
    now = time.strftime("%Y-%m-%d-%H%M%S")
    return where and where / f"{game}-{now}-{os.urandom(3).hex()}.journal"


@cache
def _say_once() -> None:
    """Say that matches are kept nowhere; in a browser the page itself is what keeps them."""
    if sys.platform != "emscripten":
        warnings.warn_explicit(
            "There is no home folder to keep matches in, so they stay in memory and are lost with "
            "Python. Set GAMEKIT_MATCHES to a folder, or give a file: journal=path.",
            GameWarning,
            "gamekit",
            1,
        )


def journals() -> list[Path]:
    """Return the journals in the folder, the latest first."""
    where, found = folder(), []
    with suppress(OSError):
        for path in where.glob("*.journal") if where else ():
            with suppress(OSError):
                if path.is_file():
                    found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)]


def tidy() -> None:
    """Delete old journals that got their names here, those being written excepted."""
    old = [path for path in journals() if NAMED_HERE.fullmatch(path.name)]
    for n, path in enumerate(old):
        with suppress(OSError):
            days = (time.time() - path.stat().st_mtime) / DAY
            limit = OPEN_DAYS if days <= OVER_DAYS or not is_over(path) else OVER_DAYS
            if (n >= MOST or days > limit) and not is_held(path):
                path.unlink()


def is_over(path: Path) -> bool:
    """Does the last line of a journal say that the match is over?"""
    content = read_whole(path).rstrip()
    return OVER in content[content.rfind(b"\n") + 1 :]
