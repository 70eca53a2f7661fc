"""Long work that Ctrl-C stops: machine code and the compiler hear no signal themselves."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")
PAUSE = 0.1  # seconds: where waiting hears no signal, it is cut into these


def interruptible(work: Callable[[], T], stop: Callable[[], object] = lambda: None) -> T:
    """Return what `work()` returns, so that Ctrl-C is heard while it is under way.

    Signals reach the main thread alone; so there, work goes on in another thread. After Ctrl-C it
    is asked to stop and left to itself: a function that is being compiled is then ready later.

    Args:
        work: what may take long.
        stop: asks the work to stop soon.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    outcome: Future[T] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as problem:
            outcome.set_exception(problem)

    thread = threading.Thread(target=run, name="gamekit", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # a browser kernel has no threads
        return work()
    try:
        while thread.is_alive():
            thread.join(PAUSE)
        return outcome.result()
    except KeyboardInterrupt:
        stop()
        raise
