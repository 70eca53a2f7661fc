"""Files that survive a crash, and the folder for matches that have no file of their own.

The kit appends to a file completely or not at all, and it replaces a file completely or not at all.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
import warnings
import weakref
from contextlib import suppress
from functools import cache
from pathlib import Path

from gamekit.errors import GameError, GameWarning
from gamekit.validation import shown

HELD = (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK)
PART = ".gamekit-"  # the beginning of a half-written file's name
LONGEST = 160  # a path in messages
LARGEST = 16_000_000  # bytes of a file: a hundred thousand turns of a match, or events of a room
FAR = 1 << 30  # the byte that Windows locks, past the end, so that others can still read the file
NAMED_HERE = re.compile(r".+-\d{4}-\d\d-\d\d-\d{6}-[0-9a-f]{6}\.journal")  # a name the kit made up
DAY = 24 * 60 * 60
OVER_DAYS, OPEN_DAYS, MOST = 30, 180, 500  # how long finished and open matches stay, and how many
OVER = b'"over": true'


class Appended:
    """A file that this process alone appends to. Every method may raise `OSError`.

    Args:
        path: an absolute path.
        new: make the file; otherwise open an existing one.
    """

    def __init__(self, path: Path, *, new: bool) -> None:
        made = os.O_CREAT | os.O_EXCL if new else 0
        binary = getattr(os, "O_BINARY", 0)
        self.path = path
        self._fd = os.open(path, os.O_RDWR | os.O_APPEND | binary | made, 0o600)
        self._owner = os.getpid()
        self.close = weakref.finalize(self, os.close, self._fd)
        if not lock(self._fd, tries=5):
            self.close()
            raise _busy()
        if new:
            sync_folder(path.parent)

    @property
    def size(self) -> int:
        """How many bytes the file has."""
        return os.fstat(self._fd).st_size

    @property
    def is_there(self) -> bool:
        """Is this still the file that the path names?"""
        try:
            return os.path.samestat(os.stat(self.path), os.fstat(self._fd))
        except FileNotFoundError:
            return False

    def append(self, data: bytes, size: int, sync: bool = True) -> None:
        """Write `data` to disk after the first `size` bytes. If that fails, keep only those bytes.

        Until `sync` the data survives a crash of Python; after `sync` it survives a crash of the machine.
        """
        if os.getpid() != self._owner:  # a fork of the process holds the file, too
            raise _busy()
        if size + len(data) > LARGEST:  # nothing could read it again
            raise OSError(errno.EFBIG, f"it would be larger than {LARGEST / 1e6:g} MB")
        try:
            if self.size != size:
                os.ftruncate(self._fd, size)
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._fd, rest) :]
            if sync:
                os.fsync(self._fd)
        except BaseException:
            self.cut(size)
            raise

    def sync(self) -> None:
        """Write to disk what was appended."""
        os.fsync(self._fd)

    def cut(self, size: int) -> None:
        """Leave the first `size` bytes, if the disk lets us."""
        with suppress(OSError):
            if os.getpid() == self._owner and self.size > size:
                os.ftruncate(self._fd, size)
                os.fsync(self._fd)


def read_whole(path: Path, most: int | None = None, *, follow: bool = True) -> bytes:
    """Return the content of a file.

    Args:
        path: the file.
        most: how many bytes it may have; by default LARGEST.
        follow: may the path be a link to another file?

    Raises:
        OSError: it cannot be read, is too large, or is no regular file.
    """
    most = LARGEST if most is None else most
    no_waiting, no_links = getattr(os, "O_NONBLOCK", 0), getattr(os, "O_NOFOLLOW", 0)
    if not follow and path.is_symlink():
        raise OSError(errno.ELOOP, "it is a link")
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | no_waiting | (0 if follow else no_links)
    fd = os.open(path, flags)  # opening a pipe would wait for a writer
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        with open(fd, "rb", closefd=False) as file:
            content = file.read(most + 1) if status.st_size <= most else b""
    finally:
        os.close(fd)
    if max(status.st_size, len(content)) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most / 1e6:g} MB")
    return content


def write_whole(path: Path, content: str | bytes, mode: int = 0o666) -> None:
    """Write a file, text as UTF-8, completely or not at all.

    Args:
        path: the file.
        content: what to write.
        mode: its permissions, as for `os.open`; the system's mask may remove some.

    Raises:
        GameError: it cannot be written.
    """
    try:
        _replace(path, content if isinstance(content, bytes) else content.encode(), mode)
    except (OSError, ValueError) as problem:
        raise GameError(f"{shown_path(path)} cannot be written: {reason(problem)}.") from None


def _replace(path: Path, content: bytes, mode: int) -> None:
    part = path.with_name(f"{PART}{os.urandom(4).hex()}.part")
    new = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(part, new, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        with suppress(OSError, ValueError):
            part.unlink()
        raise
    sync_folder(path.parent)


def named(path: object) -> Path:
    """Return an absolute path, so that a change of the working directory does not matter."""
    try:
        return Path(os.path.abspath(os.fsdecode(path)))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise GameError(f"{shown(path)} is not the name of a file.") from None


def shown_path(path: Path) -> str:
    """Return a path as messages show it."""
    text = str(path) if str(path).isprintable() else ascii(str(path))[1:-1]
    return text if len(text) <= LONGEST else f"...{text[-LONGEST:]}"


def reason(problem: OSError | ValueError) -> str:
    """Return why a file could not be read or written."""
    if isinstance(problem, FileExistsError):
        return "there is another file in its place"
    return getattr(problem, "strerror", None) or "this is not the name of a file"


def writable(path: str | os.PathLike[str]) -> str:
    """Return a path to write to, or refuse it before the work begins."""
    path = os.fspath(path)
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder) or os.path.isdir(path):
        raise GameError(f"{shown(path)} cannot be written: name a file in a folder that exists.")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise GameError(f"{shown(path)} cannot be written: you may not write there.")
    return path


def sync_folder(folder: Path) -> None:
    """Write the names of new files to disk, where the system can."""
    with suppress(OSError):
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def is_held(path: Path) -> bool:
    """Is a process appending to this file?"""
    try:
        fd = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        return not lock(fd, shared=True)
    finally:
        os.close(fd)


def lock(fd: int, *, shared: bool = False, tries: int = 1) -> bool:
    """Lock a file until it is closed. Return False if another process has locked it.

    On a system without locks, such as a browser, this always succeeds.
    """
    for attempt in range(tries):
        if attempt:
            time.sleep(0.02)  # somebody may just be asking `is_held`
        try:
            _lock(fd, shared)
        except ImportError:
            return True
        except OSError as problem:
            if problem.errno not in HELD:
                return True
        else:
            return True
    return False


def _lock(fd: int, shared: bool) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(fd, FAR, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(fd, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def _busy() -> OSError:
    return OSError(errno.EBUSY, "another match, here or in another process, is writing it")


def folder() -> Path | None:
    """Return where matches go: GAMEKIT_MATCHES, or a folder of the user's.

    A browser has none, and neither has a user without a home, as in many containers.
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
    """Return a new path in the folder of matches for the journal of a game; None if there is no folder."""
    where = folder()
    if where is None:
        _say_once()
    now = time.strftime("%Y-%m-%d-%H%M%S")
    return where and where / f"{game}-{now}-{os.urandom(3).hex()}.journal"


@cache
def _say_once() -> None:
    """Warn that nothing keeps matches, except in a browser, where the page keeps them."""
    if sys.platform != "emscripten":
        warnings.warn_explicit(
            "There is no home folder to keep matches in, so they end with this Python process. "
            "Set GAMEKIT_MATCHES to a folder, or give a file: journal=path.",
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
    """Delete old journals with names that the kit made up, except those being written."""
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
