"""A process beside the kernel that compiles a game's rules into the cache on disk.

It says on its standard output which calls are ready, prints nothing else, makes way for everything
more urgent, and ends when its standard input is closed, as with the process that started it. Of
several that want the same code, one compiles and the others wait for it.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Queue
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


def compile_beside(game: Game, calls: Iterable[str], nice: int = NICE) -> Iterator[str]:
    """Compile some of an engine's `CALLS` in another process; yield each once it is in the cache.

    The next call is asked for when that is done. There is no process before there is a first.

    Raises:
        NoProcess: none can be started, or it knows another version of the kit.
        Refused: the rules cannot be compiled.
    """
    child: subprocess.Popen[bytes] | None = None
    try:
        for call in calls:
            child = child or _start(game, nice)
            said = _said(child, call)
            if said != call:
                status = OTHER if said else child.wait()
                raise Refused if status < 0 or status == REFUSED else NoProcess
            yield call
    finally:
        if child:
            _end(child)


def _said(child: subprocess.Popen[bytes], call: str) -> str:
    """Have a call compiled; return what the process says then, nothing if it has ended."""
    assert child.stdin
    assert child.stdout
    with suppress(OSError):  # it may have ended
        child.stdin.write(f"{call}\n".encode())
        child.stdin.flush()
    return child.stdout.readline().decode().strip()


def _start(game: Game, nice: int) -> subprocess.Popen[bytes]:
    """Start a process that knows the game and waits for calls."""
    how: dict[str, Any] = {"start_new_session": True}  # Ctrl-C is not meant for it
    if sys.platform == "win32":
        how = {"creationflags": subprocess.CREATE_NO_WINDOW}
    try:
        order = pickle.dumps((packed(game), code_name(game), nice))
        child = subprocess.Popen(
            [sys.executable, "-P", "-c", START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **how,
        )
    except (OSError, ValueError, TypeError, AttributeError, pickle.PicklingError) as problem:
        raise NoProcess from problem
    _children.add(child)
    assert child.stdin
    with suppress(OSError):  # it may have ended
        child.stdin.write(pickle.dumps(sys.path) + order)
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
    """Compile what is asked for on standard input, a call a line, until that is closed."""
    data, name, nice = pickle.load(sys.stdin.buffer)
    calls: Queue[str] = Queue()
    Thread(target=_listen, args=[calls], daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(nice)
    out, sys.stdout = sys.stdout, sys.stderr
    folder = cache_folder()
    if folder is None:
        os._exit(OTHER)
    os._exit(_compile(data, name, calls, folder / f"{name}.lock", out))


def _compile(data: bytes, name: str, calls: Queue[str], held: Path, out: IO[str]) -> int:
    from gamekit.compiled import Compiled

    game = unpacked(data)
    if code_name(game) != name:
        return OTHER
    try:
        engine = Compiled(game)
        while True:
            call = calls.get()
            with held.open("wb") as file:
                while not lock(file.fileno()):
                    time.sleep(PAUSE)
                engine.prepare(call)
            print(call, file=out, flush=True)
    except Exception:
        return REFUSED


def _listen(calls: Queue[str]) -> None:
    """Pass on what is wanted; end with the process that wants it, in the middle of whatever it is."""
    for line in sys.stdin.buffer:
        calls.put(line.decode().strip())
    os._exit(0)
