"""A process beside the kernel that compiles games' rules into the cache on disk.

It says on its standard output which calls are ready, prints nothing else, and makes way for others
while nobody waits for it. What it has compiled for one game it need not compile again for a variant,
so it waits a while for more; it ends at once with the process that started it, when its standard
input is closed. Of several that want the same code, one compiles and the others wait for it.
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
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any, NamedTuple, TypeAlias

from gamekit.cache import cache_folder
from gamekit.codename import ALONE, CALLS, code_name
from gamekit.durable import lock
from gamekit.game import Game
from gamekit.parcel import packed, unpacked

CODE = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from gamekit.beside import main; main()"
)
# Ways to end: there was nothing more to do; the rules cannot be compiled; this is another version.
IDLE, REFUSED, OTHER = 0, 3, 4
# How much they give way to others: not at all where somebody waits, as on a busy machine the
# interpreted games that are played meanwhile would take all the time.
NICE, URGENT = 5, 0
PAUSE = 0.2  # seconds, while another process compiles the same
PATIENCE = 60.0  # seconds without anything to do

Child: TypeAlias = "subprocess.Popen[bytes]"
Done: TypeAlias = "frozenset[tuple[str, bool]]"  # names of games, for `ALONE` or for other calls
Order: TypeAlias = tuple[bytes, str, str]  # a packed game, the name of its code, a call


class Start(NamedTuple):
    """How a process is started, or was."""

    python: str
    nice: int
    path: list[str]
    environment: dict[str, str]


_children: set[Child] = set()
# Those with nothing to do, the latest last: how each was started, and what it has compiled.
_waiting: list[tuple[Start, Done, Child]] = []


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
        data, name = packed(game), code_name(game)
    except (ValueError, TypeError, AttributeError, pickle.PicklingError) as problem:
        raise NoProcess from problem
    start = Start(sys.executable, nice, [*sys.path], dict(os.environ))
    begun, done, child = _taken(start, game.name, calls[0]) or (start, frozenset(), None)
    try:
        for call in calls:
            status = _asked(child, (data, name, call)) if child else IDLE
            if status in (IDLE, OTHER):  # there was none, or one that had gone or was too old
                _end(child)
                begun, done, child = start, frozenset(), _started(start)
                status = _asked(child, (data, name, call))
            if status is not None:
                _end(child)
                child = None
                raise Refused if status < 0 or status == REFUSED else NoProcess
            done |= {(game.name, call in ALONE)}
            yield call
    finally:
        if child:
            _waiting.append((begun, done, child))


def _taken(start: Start, name: str, call: str) -> tuple[Start, Done, Child] | None:
    """Take a process that has nothing to do, if there is one that was started so.

    Best is one that has compiled such a call of a game of that name, as for variants much is the
    same; that counts for more than how nice it is.
    """

    def strangeness(each: tuple[Start, Done, Child]) -> tuple[bool, bool, bool]:
        begun, done, _ = each
        same, other = (name, call in ALONE), (name, call not in ALONE)
        return same not in done, other not in done, begun.nice != start.nice

    latest_first = _waiting[::-1]
    for each in sorted(latest_first, key=strangeness):
        begun, _, child = each
        with suppress(ValueError):  # another thread has taken it
            if begun._replace(nice=start.nice) == start:
                _waiting.remove(each)
                if child.poll() is None:
                    return each
                _end(child)
    return None


def _asked(child: Child, order: Order) -> int | None:
    """Have a call compiled; return how the process has ended if it has."""
    assert child.stdin
    assert child.stdout
    with suppress(OSError):  # it may have ended
        child.stdin.write(pickle.dumps(order))
        child.stdin.flush()
    said = child.stdout.readline().decode().strip()
    if said == order[-1]:
        return None
    return OTHER if said else child.wait()


def _started(start: Start) -> Child:
    """Start a process that waits for something to do."""
    # Ctrl-C is not meant for it. In a session of its own, being nice would count for nothing.
    how: dict[str, Any] = {"process_group": 0}
    if sys.platform == "win32":
        how = {"creationflags": subprocess.CREATE_NO_WINDOW}
    try:
        child = subprocess.Popen(
            [start.python, "-P", "-c", CODE],
            env=start.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **how,
        )
    except OSError as problem:
        raise NoProcess from problem
    _children.add(child)
    assert child.stdin
    with suppress(OSError):  # it may have ended
        child.stdin.write(pickle.dumps(start.path) + pickle.dumps(start.nice))
    return child


def _end(child: Child | None) -> None:
    """End a process, and let nothing of it stay."""
    if child:
        _children.discard(child)
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            with suppress(OSError):
                if pipe:
                    pipe.close()


def _forget() -> None:
    """In a fork, they are the parent's."""
    _children.clear()
    _waiting.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


@atexit.register
def _end_all() -> None:
    for child in list(_children):
        _end(child)


# --- on the other side -----------------------------------------------------------------------------


def main() -> None:
    """Compile what is asked for on standard input until that is closed, or long nothing is."""
    nice = pickle.load(sys.stdin.buffer)
    if hasattr(os, "nice"):
        os.nice(nice)
    out, sys.stdout = sys.stdout, sys.stderr
    folder = cache_folder()
    if folder is None:
        os._exit(OTHER)
    orders: Queue[Order] = Queue()
    Thread(target=_listen, args=[orders], daemon=True).start()
    status = None
    while status is None:
        try:
            data, name, call = orders.get(timeout=PATIENCE)
        except Empty:
            os._exit(IDLE)
        status = _compile(unpacked(data), name, call, folder)
        if status is None:
            print(call, file=out, flush=True)
    os._exit(status)


def _listen(orders: Queue[Order]) -> None:
    """Pass on what is wanted; end with the process that wants it, in the middle of whatever it is."""
    with suppress(EOFError):
        while True:
            orders.put(pickle.load(sys.stdin.buffer))
    os._exit(IDLE)


def _compile(game: Game, name: str, call: str, folder: Path) -> int | None:
    """Compile a call, unless it is in the cache; return a way to end if that cannot be done."""
    from gamekit.compiled import compiled

    if code_name(game) != name:
        return OTHER
    try:
        with (folder / f"{name}.{CALLS[call]}.lock").open("wb") as file:
            while not lock(file.fileno()):
                time.sleep(PAUSE)
            compiled(game).prepare(call)
    except Exception:
        return REFUSED
    return None
