"""How far a playtest is: a line below the cell of a notebook, or a bar in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from time import monotonic
from typing import Any, TypeAlias

from gamekit.notice import Notice, in_notebook
from gamekit.playtesting.plan import Plan

Progress: TypeAlias = bool | Callable[[int], object]

PREPARING = "Preparing the rules, once"
PAUSE = 0.2  # seconds at least between two updates of a line


@contextmanager
def bar(
    total: int, progress: Progress, plans: Sequence[Plan], how: Mapping[str, Any]
) -> Iterator[Callable[[int], object]]:
    """Show progress, or tell it to whoever wants to know.

    Args:
        total: how many games there may be.
        progress: see `gamekit.playtest`.
        plans: what is played. Its rules may have to be prepared first.
        how: workers, executor, client and save, see `gamekit.playtest`. Other machines prepare
            the rules for themselves.
    """
    if how.get("executor") or how.get("client"):
        plans = ()
    if callable(progress):
        yield progress
    elif not progress:
        yield lambda n: None
    elif in_notebook():
        with closing(Notice()) as notice:
            yield _Line(notice, total, plans).tell
    else:
        from tqdm import tqdm

        with tqdm(total=total, unit=" games", leave=False, desc=_preparing(plans)) as shown_bar:

            def tell(games: int) -> None:
                shown_bar.set_description(_preparing(plans), refresh=False)
                shown_bar.update(games)

            yield tell


def _preparing(plans: Sequence[Plan]) -> str:
    return PREPARING if any(plan.is_preparing() for plan in plans) else ""


class _Line:
    """Says in a notebook how many games are played, a few times a second."""

    def __init__(self, notice: Notice, total: int, plans: Sequence[Plan]) -> None:
        self.notice, self.total, self.plans, self.done = notice, total, plans, 0
        self.say()

    def tell(self, games: int) -> None:
        self.done += games
        if monotonic() - self.said > PAUSE:
            self.say()

    def say(self) -> None:
        words = f"{self.done:,} of {self.total:,} games"
        if preparing := _preparing(self.plans):
            words = f"{preparing}; meanwhile {words}" if self.done else f"{preparing} ..."
        self.notice.say(words, self.done, self.total)
        self.said = monotonic()
