"""Ending what does not end: a function that loops for ever is interrupted, and its line is known."""

from __future__ import annotations

import _thread
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 20  # times as long may pass on a machine that is busy with other things
PAUSE = 0.2  # seconds between two looks at the clock


class TakesTooLong(Exception):
    """What was watched did not end in time."""


@contextmanager
def watched(seconds: float) -> Iterator[None]:
    """Interrupt what is done inside once it takes longer, and raise `TakesTooLong` from the place.

    Seconds are those of the processor, so that a busy machine accuses nobody; only what sleeps for
    ever is measured by the clock. It works on the main thread; on another nothing is watched.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    done, rung = threading.Event(), threading.Event()
    end, latest = time.process_time() + seconds, time.monotonic() + PATIENCE * seconds

    def watch() -> None:
        while not done.wait(PAUSE):
            if time.process_time() > end or time.monotonic() > latest:
                rung.set()
                _thread.interrupt_main()
                return

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    except KeyboardInterrupt as stopped:
        if not rung.is_set():
            raise
        raise TakesTooLong from stopped
    finally:
        done.set()
        thread.join()
