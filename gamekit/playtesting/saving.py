"""Games kept in a folder while they are played: a Parquet file a chunk, written whole or not at all.

The folder has a page of its own, `playtest.json`, that says what was played. Chunks follow each
other without a gap, since they are handed out in the order of their games; so what is there is
always the beginning of the playtest, and the same call goes on behind it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from gamekit import drivers
from gamekit.durable import PART, lock, named, reason, shown_path, write_whole
from gamekit.errors import GameError
from gamekit.playtesting.estimates import Rows
from gamekit.playtesting.local import Blocks
from gamekit.playtesting.plan import Plan
from gamekit.playtesting.receipt import Document, differences, played

FORMAT, VERSION = "gamekit games", 1
PAGE, LOCK = "playtest.json", ".lock"
FILE = re.compile(r"games-(\d+)-(\d+)\.parquet")
# The columns of a row, in the order of `drivers.room`; before them, which of the plans it is of.
PLAN = "plan"
COLUMNS = ("first", "winner", "rule", "moves", "turns", "skips", "choices", "trail")
SECONDS, PERCENT = 1.0, 0.01  # at most so much work is lost: a second, or a hundredth of all of it


class Folder:
    """A folder in which the games of some plans are kept."""

    def __init__(self, path: str | os.PathLike[str], plans: Sequence[Plan]) -> None:
        _parquet()
        self.path, self.plans = named(path), len(plans)
        self.page: Document = {
            "format": FORMAT,
            "version": VERSION,
            "plans": [played(p.game, p.bots, p.seed, p.max_moves) for p in plans],
        }

    def kept(self, games: int, play: Callable[[int], Generator[Blocks]]) -> Generator[Blocks]:
        """Yield the games that are here, then those that `play(first)` yields, and keep these."""
        with self._open():
            done = 0
            for blocks in self._read(games):
                done += len(blocks[0])
                yield blocks
            if done < games:
                with closing(play(done)) as new:
                    yield from self._keeping(new, done)

    @contextmanager
    def _open(self) -> Iterator[None]:
        """Have the folder for this process alone, and see that it holds these games."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            file = (self.path / LOCK).open("wb")
        except OSError as problem:
            raise GameError(
                f"{shown_path(self.path)} cannot be written: {reason(problem)}."
            ) from None
        with file:
            if not lock(file.fileno()):
                raise GameError(f"Another playtest is being saved in {shown_path(self.path)}.")
            self._check()
            for part in self.path.glob(f"{PART}*"):
                part.unlink(missing_ok=True)  # what a process that was killed had begun
            yield

    def _check(self) -> None:
        """See that the folder holds games of these plans, or make it their folder."""
        page, where = self.path / PAGE, shown_path(self.path)
        if not page.exists():
            if any(not file.name.startswith(".") for file in self.path.iterdir()):
                raise GameError(f"{where} holds something else than a playtest: name a new folder.")
            write_whole(page, json.dumps(self.page, indent=1))
            return
        try:
            then = json.loads(page.read_text("utf-8"))
            plans = [dict(plan) for plan in then["plans"]]
        except (OSError, ValueError, KeyError, TypeError):
            raise GameError(f"{shown_path(page)} cannot be read: name a new folder.") from None
        if len(plans) != self.plans:
            raise GameError(f"{where} holds games of {len(plans)} variants, not of {self.plans}.")
        found = [list(differences(*two)) for two in zip(plans, self.page["plans"], strict=True)]
        if any(found):
            told = ", ".join(dict.fromkeys(each for plan in found for each in plan))
            raise GameError(
                f"{where} holds another playtest. What differs: {told}. Name a new folder."
            )

    def _files(self) -> list[tuple[int, int, Path]]:
        """Return the number of the first game, that after the last one, and the file of chunks."""
        matches = ((FILE.fullmatch(path.name), path) for path in self.path.iterdir())
        return sorted((int(m[1]), int(m[2]) + 1, path) for m, path in matches if m)

    def _read(self, games: int) -> Generator[Blocks]:
        """Yield what is here from game 0 on; throw away what does not follow."""
        done = 0
        for first, end, path in self._files():
            if done >= games:
                return
            rows = self._rows(path, end - first) if first == done else None
            if rows is None:
                path.unlink(missing_ok=True)
                continue
            done = end
            yield tuple(block[: games - first] for block in rows)

    def _rows(self, path: Path, count: int) -> Blocks | None:
        """Return a chunk; None if the file is damaged."""
        try:
            table = _parquet().read_table(path)
            columns = [table[name].to_numpy() for name in (PLAN, *COLUMNS)]
        except (OSError, ValueError, KeyError):
            return None
        rows = np.stack(columns[1:], axis=1, dtype=np.int64)
        blocks = tuple(rows[columns[0] == n] for n in range(self.plans))
        return blocks if all(len(block) == count for block in blocks) else None

    def _keeping(self, new: Generator[Blocks], first: int) -> Generator[Blocks]:
        """Yield chunks, and write what came together whenever enough work went into it."""
        waiting: list[Blocks] = []
        began = written = monotonic()
        try:
            for blocks in new:
                waiting.append(blocks)
                now = monotonic()
                if now - written > max(SECONDS, PERCENT * (now - began)):
                    first += self._write(waiting, first)
                    waiting, written = [], now
                yield blocks
        finally:
            if waiting:
                self._write(waiting, first)

    def _write(self, waiting: Sequence[Blocks], first: int) -> int:
        """Write a file; return how many games are in it."""
        import pyarrow as pa

        blocks: list[Rows] = [np.concatenate(of_plan) for of_plan in zip(*waiting, strict=True)]
        rows = np.concatenate(blocks)
        plan = np.repeat(np.arange(len(blocks), dtype=np.int16), len(blocks[0]))
        table = pa.table([plan, *rows.T], names=[PLAN, *COLUMNS])
        file = BytesIO()
        _parquet().write_table(table, file)
        end = first + len(blocks[0])
        write_whole(self.path / f"games-{first:09}-{end - 1:09}.parquet", file.getvalue())
        return len(blocks[0])


def _parquet() -> Any:
    """Return what reads and writes Parquet files."""
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        raise GameError(
            'save= writes Parquet files with pyarrow: pip install "gamekit-lab[save]".'
        ) from None
    return parquet


assert len(COLUMNS) == drivers.COLUMNS
