"""How far a playtest is: a line below the cell of a notebook, or a bar in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from time import monotonic
from typing import TypeAlias

from gamekit.studies.notice import Notice, in_notebook

Progress: TypeAlias = bool | Callable[[int], object]

PAUSE = 0.2  # seconds at least between two updates of a line


@contextmanager
def bar(total: int, progress: Progress) -> Iterator[Callable[[int], object]]:
    """Show progress, or tell it to whoever wants to know.

    Args:
        total: how many games there may be.
        progress: see `gamekit.playtest`.
    """
    if callable(progress):
        yield progress
    elif not progress:
        yield lambda n: None
    elif in_notebook():
        with closing(Notice()) as notice:
            yield _Line(notice, total).tell
    else:
        from tqdm import tqdm

        with tqdm(total=total, unit=" games", leave=False) as shown_bar:
            yield shown_bar.update


class _Line:
    """Says in a notebook how many games are played, a few times a second."""

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
