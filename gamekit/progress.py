"""The progress of long work: a line below a notebook's cell, a bar in a terminal, lines in a log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from html import escape
from time import monotonic
from typing import Any, TypeAlias

Progress: TypeAlias = bool | Callable[[int], object]

PAUSE = 0.2  # seconds between two updates of a line, at least
LOG_PAUSE = 30.0  # seconds between two lines of a log, at least


@contextmanager
def bar(total: int, progress: Progress, what: str = "games") -> Iterator[Callable[[int], object]]:
    """Show progress, or call a function with it.

    Args:
        total: how many there may be at most.
        progress: see `gamekit.playtest`.
        what: what is counted.
    """
    if callable(progress):
        yield progress
    elif not progress:
        yield lambda n: None
    elif in_notebook():
        with closing(Notice()) as notice:
            notice.say(f"0 of {total:,} {what}", 0, total)
            yield _Teller(total, what, PAUSE, notice.say).tell
    elif not sys.stderr.isatty():
        log = partial(print, file=sys.stderr, flush=True)
        yield _Teller(total, what, LOG_PAUSE, lambda words, *_: log(words)).tell
    else:
        from tqdm import tqdm

        with tqdm(total=total, unit=f" {what}", leave=False) as shown_bar:
            yield shown_bar.update


class _Teller:
    """Says how much is done, with a pause of some seconds in between."""

    def __init__(
        self, total: int, what: str, pause: float, say: Callable[[str, int, int], object]
    ) -> None:
        self.total, self.what, self.pause, self.say = total, what, pause, say
        self.done, self.latest = 0, monotonic()

    def tell(self, more: int) -> None:
        self.done += more
        if monotonic() - self.latest > self.pause:
            self.say(f"{self.done:,} of {self.total:,} {self.what}", self.done, self.total)
            self.latest = monotonic()


def in_notebook() -> bool:
    """Is this the kernel of a notebook rather than a terminal?"""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    kinds = [kind.__name__ for kind in type(shell).__mro__]
    return shell is not None and "TerminalInteractiveShell" not in kinds


class Notice:
    """A line of words below the cell that runs, beside a bar.

    It updates an output that is empty before and after, so a saved notebook holds no trace of it, and a cell
    shows the same every time.
    """

    def __init__(self) -> None:
        self._output: Any = None

    def say(self, words: str, done: int = 0, total: int = 0) -> None:
        """Show these words and the part of the total that is done. At 0 the bar only shows activity."""
        if self._output is None:
            from IPython.display import display

            show: Any = display  # has no types
            self._output = show({}, raw=True, display_id=True)
        value = f' value="{done}"' if done else ""
        html = f'<progress max="{max(1, total)}"{value}></progress> {escape(words)}'
        self._output.update({"text/plain": words, "text/html": html}, raw=True)

    def close(self) -> None:
        """Remove the line."""
        if self._output is not None:
            self._output.update({}, raw=True)
