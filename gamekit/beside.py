"""A process beside the kernel that compiles a game's rules into the cache on disk.

It says on its standard output which calls are ready, prints nothing else, makes way for everything
more urgent, and ends with the process that started it: its standard input is then closed. Of several
that want the same code, one compiles and the others wait for it.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from threading import Thread
from typing import IO, Any

from gamekit.cache import cache_folder
from gamekit.codename import code_name
from gamekit.durable import lock
from gamekit.game import Game
from gamekit.parcel import packed, unpacked

START = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from gamekit.beside import main; main()"
)
REFUSED, OTHER = (
    3,
    4,
)  # ways to end: the rules cannot be compiled; this is another version of the kit
NICE = 15
PAUSE = 0.2  # seconds, while another process compiles the same

_children: set[subprocess.Popen[bytes]] = set()
_owner = os.getpid()


class NoProcess(Exception):
    """Nothing can be compiled beside this process."""


class Refused(Exception):
    """The rules cannot be compiled, or the compiler did not survive it: better not tried here."""


def compile_beside(game: Game, calls: Sequence[str], nice: int = NICE) -> Iterator[str]:
    """Compile some of an engine's `CALLS` in another process; yield each once it is in the cache.

    Raises:
        NoProcess: none can be started, or it knows another version of the kit.
        Refused: the rules cannot be compiled.
    """
    try:
        order = packed(game), code_name(game), tuple(calls), nice
        child = _start()
    except (OSError, ValueError, TypeError, AttributeError, pickle.PicklingError) as problem:
        raise NoProcess from problem
    assert child.stdin
    assert child.stdout
    try:
        with suppress(OSError):  # it may have ended
            pickle.dump(sys.path, child.stdin)
            pickle.dump(order, child.stdin)
            child.stdin.flush()
        for line in child.stdout:
            yield line.decode().strip()
        status = child.wait()
    finally:
        _end(child)
    if status < 0 or status == REFUSED:
        raise Refused
    if status != 0:
        raise NoProcess


def _start() -> subprocess.Popen[bytes]:
    how: dict[str, Any] = {"start_new_session": True}  # Ctrl-C is not meant for it
    if sys.platform == "win32":
        how = {"creationflags": subprocess.CREATE_NO_WINDOW}
    child = subprocess.Popen(
        [sys.executable, "-P", "-c", START],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        **how,
    )
    _children.add(child)
    return child


def _end(child: subprocess.Popen[bytes]) -> None:
    """End a process, and let nothing of it stay."""
    _children.discard(child)
    child.kill()
    child.wait()
    for pipe in (child.stdin, child.stdout):
        with suppress(OSError):
            if pipe:
                pipe.close()


@atexit.register
def _end_all() -> None:
    if os.getpid() == _owner:  # in a fork, they are the parent's
        for child in list(_children):
            child.kill()
            child.wait()


# --- on the other side -----------------------------------------------------------------------------


def main() -> None:
    """Compile what is asked for on standard input."""
    data, name, calls, nice = pickle.load(sys.stdin.buffer)
    Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(nice)
    out, sys.stdout = sys.stdout, sys.stderr
    folder = cache_folder()
    if folder is None:
        os._exit(OTHER)
    with (folder / f"{name}.lock").open("wb") as file:
        while not lock(file.fileno()):
            time.sleep(PAUSE)
        os._exit(_compile(data, name, calls, out))


def _compile(data: bytes, name: str, calls: Sequence[str], out: IO[str]) -> int:
    from gamekit.compiled import Compiled

    game = unpacked(data)
    if code_name(game) != name:
        return OTHER
    try:
        engine = Compiled(game)
        for call in calls:
            engine.prepare(call)
            print(call, file=out, flush=True)
    except Exception:
        return REFUSED
    return 0


def _end_with_parent() -> None:
    while os.read(0, 1):
        pass
    os._exit(0)
