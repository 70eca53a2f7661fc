"""The progress of a playtest: a line below a notebook's cell, a bar in a terminal, lines in a log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from html import escape
from time import monotonic
from typing import Any, TypeAlias

Progress: TypeAlias = bool | Callable[[int], object]

PAUSE = 0.2  # the fewest seconds between two updates of a line
APART = 30.0  # the fewest seconds between two lines of a log


@contextmanager
def bar(total: int, progress: Progress) -> Iterator[Callable[[int], object]]:
    """Show progress, or call a function with it.

    Args:
        total: the most games there may be.
        progress: see `gamekit.playtest`.
    """
    if callable(progress):
        yield progress
    elif not progress:
        yield lambda n: None
    elif in_notebook():
        with closing(Notice()) as notice:
            yield _Line(notice, total).tell
    elif not sys.stderr.isatty():
        yield _Log(total).tell
    else:
        from tqdm import tqdm

        with tqdm(total=total, unit=" games", leave=False) as shown_bar:
            yield shown_bar.update


class _Line:
    """Shows in a notebook, a few times a second, how many games have been played."""

    def __init__(self, notice: Notice, total: int) -> None:
        self.notice, self.total, self.done = notice, total, 0
        self.say()

    def tell(self, games: int) -> None:
        self.done += games
        if monotonic() - self.said > PAUSE:
            self.say()

    def say(self) -> None:
        self.notice.say(f"{self.done:,} of {self.total:,} games", self.done, self.total)
        self.said = monotonic()


class _Log:
    """Says every half minute on stderr how many games have been played. A short playtest says nothing."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.said = total, 0, monotonic()

    def tell(self, games: int) -> None:
        self.done += games
        if monotonic() - self.said > APART:
            print(f"{self.done:,} of {self.total:,} games", file=sys.stderr, flush=True)
            self.said = monotonic()


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
