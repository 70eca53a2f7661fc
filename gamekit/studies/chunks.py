"""Playing many games in chunks, wherever that is, and handing them out in the order of their
numbers: chunks with short games are ready first, and must not count first."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from typing import Any

from gamekit.studies.folder import Folder
from gamekit.studies.local import Blocks, on_this_machine
from gamekit.studies.plan import Plan
from gamekit.studies.remote import crew_of, elsewhere

LOOK, LEAST, SHARE = 100, 10, 50  # when to look: first, and then after how many more games


def chunks(
    plans: Sequence[Plan],
    games: int,
    *,
    first: int = 0,
    workers: int | None = None,
    executor: Executor | None = None,
    client: Any = None,
    save: str | os.PathLike[str] | None = None,
) -> Generator[Blocks]:
    """Play games number `first` to `games` - 1 of every plan.

    Yields, for the same numbers of each plan, one array of rows, see `Plan.play`. Numbers follow
    each other without a gap; how many come together depends on the machine and means nothing.
    Whoever has enough closes the generator: games under way are then left.

    Args:
        games: the number behind the last one.
        first: that of the first one; with `save`, those before it are only read.
        workers, executor, client, save: see `gamekit.playtest`.

    Raises:
        GameError: a player had no legal move; the folder holds other games, or cannot be written.
    """
    crew = crew_of(executor, client, workers)

    def play(first: int) -> Generator[Blocks]:
        if crew:
            return elsewhere(plans, games, crew, first=first)
        return on_this_machine(plans, games, first=first, workers=workers)

    folder = None if save is None else Folder(save, plans)
    done = 0 if folder else first
    with closing(folder.kept(games, play) if folder else play(first)) as played:
        for blocks in played:
            for plan, rows in zip(plans, blocks, strict=True):
                plan.check(rows, done)
            begin, done = done, done + len(blocks[0])
            if done > first:
                yield tuple(rows[max(0, first - begin) :] for rows in blocks)


def looks(games: int) -> Iterator[int]:
    """Yield the numbers of games after which to look whether these are enough.

    They are the same whatever the chunks were, so that a study stops with the same game on any
    machine.
    """
    look = LOOK
    while look < games:
        yield look
        look += max(LEAST, look // SHARE)
    yield games
