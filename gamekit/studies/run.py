"""Playing the games of a playtest: on threads, in other processes and on other machines.

A chunk is a plan, the number of its first game, and how many games. Any worker that plays it returns
the same rows, so another worker can take over from one that died. Chunks count in the order of their
numbers: those with short games finish first, and would bias the figures if they also counted first.

`save=` keeps the games in a folder: a Parquet file for each chunk, written completely or not at all. The
folder always holds the beginning of the playtest, so the same call continues after it.
"""

from __future__ import annotations

import json
import os
import pickle
import re
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from io import BytesIO
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any

import numpy as np

from gamekit import drivers
from gamekit.bots import Bot, is_ours
from gamekit.compiling import Program, compiled
from gamekit.contract import Game
from gamekit.contract.game import Measures
from gamekit.drivers.engine import Games, Halt
from gamekit.errors import GameError
from gamekit.games import NAMES, load
from gamekit.progress import Progress, bar
from gamekit.storage.files import PART, lock, named, read_whole, reason, shown_path, write_whole
from gamekit.storage.pickling import by_value, with_its_code
from gamekit.studies.measures import noted
from gamekit.studies.plan import (
    COMPILED,
    GAMES,
    RESULTS,
    STEPS,
    Blocks,
    Driven,
    Extent,
    Plan,
    chunk_size,
    plan_of,
)
from gamekit.studies.receipt import Document, differences, settings
from gamekit.studies.statistics import Rows, games_for, share
from gamekit.studies.study import Study
from gamekit.validation import is_number, shown, whole, whole_number

MOST_GAMES, MOST_WORKERS = 100_000_000, 1024
LOOK, LEAST, SHARE = 100, 10, 50  # check after LOOK games, then after 1/SHARE more, at least LEAST
SHORT = 0.1  # seconds for a chunk without threads, if games are that short
AHEAD, CHUNKS_AHEAD = 4, 2  # chunks to begin early, for each thread here or worker elsewhere
FORMAT, VERSION = "gamekit games", 1
PAGE, LOCK = "playtest.json", ".lock"
FILE = re.compile(r"games-(\d+)-(\d+)\.parquet")
PLAN = "plan"  # the column of a row before those of `drivers`
LONGEST_PAGE = 1_000_000  # bytes
MOST_ROWS = 4_000_000  # in a file
EMPTY_SIZE, ROW_SIZE = 1_000_000, 100  # bytes that a file may have, and more bytes for each row
COMPRESSIONS = "SNAPPY", "UNCOMPRESSED"  # neither expands a file to more than twenty times its size
MOST_COUNTED = 10**12  # moves, turns, ...
SECONDS, PERCENT = 1.0, 0.01  # a crash may lose a second of work, or a hundredth of all of it
SHORTEST, LONGEST = 0.2, 2.0  # seconds that a worker's chunk should take, from and to
LARGEST = 200_000  # games in a chunk
PLANS_KEPT = 16  # plans that a worker keeps in memory
Chunk = tuple[Rows, float, set[str]]  # a chunk's rows, the seconds it took, and the engines


def playtest(
    game: Game | str,
    bots: Sequence[str | Bot] = ("random", "random"),
    games: int | None = None,
    seed: int = 1,
    *,
    precision: float | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    client: Any = None,
    save: str | os.PathLike[str] | None = None,
    progress: Progress = True,
    max_moves: int = 2000,
    measures: Measures = None,
) -> Study:
    """Play many games between two bots and study them.

    Ctrl-C, or a notebook's stop button, ends it early. The study keeps and counts the
    finished games. See `docs/playtests.md` for long playtests.

    Args:
        game: a game, a variant or a name.
        bots: who plays player 0 and player 1: names for `gamekit.bot`, or anything with
            `choose(view, seed)`. Two "random" bots choose among all legal moves; against another bot,
            "random" keeps to the sensible ones, as it does at a table.
        games: how many games to play at most; by default 10,000 or, with a precision, as many as that may
            take. Player 0 starts the even games, and player 1 the odd ones.
        seed: the seed of all chance. A game depends on the seed and its number alone.
        precision: stop when the 95% interval of the first-player score is this narrow.
        workers: how many threads; None for one per core.
        executor, client: what plays the games elsewhere, see `docs/playtests.md`.
        save: a folder that keeps the games; the same call continues where it stopped.
        progress: True to show progress, or a function to call with the number of games just
            finished. An exception from it stops the playtest; KeyboardInterrupt acts like Ctrl-C.
        max_moves: stop longer games. They have the ending "capped", and lengths leave them out.
        measures: functions that count something else, by name, see `gamekit.contract.measure`.
    """
    plan, workers = plan_of(game, bots, seed, max_moves, measures), threads(workers)
    how: Any = {"workers": workers, "executor": executor, "client": client, "save": save}
    return _study(plan, how, *amounts(games, precision), progress)


def _study(
    plan: Plan,
    how: dict[str, Any],
    games: int,
    precision: float | None,
    progress: Progress,
) -> Study:
    with bar(games, progress) as tell:
        room = np.zeros((games, drivers.width(plan.game)), np.int64)
        rows, is_interrupted = _play(chunks([plan], games, **how), room, precision, tell)
    extent = Extent(games, precision, is_interrupted)
    how_far = plan.max_moves, extent, plan.engine
    return Study(plan.game, plan.bots, plan.seed, rows, plan.players, *how_far)


def threads(workers: int | None) -> int | None:
    """Return the number of threads; raise `GameError` if it makes no sense."""
    return workers if workers is None else whole("workers", workers, 1, MOST_WORKERS)


def amounts(games: int | None, precision: float | None) -> tuple[int, float | None]:
    """Return how many games to play at most, and the precision; raise `GameError` if they make no sense."""
    games = games if games is None else whole("games", games, 1, MOST_GAMES)
    if precision is None:
        return games or GAMES, None
    if not is_number(precision) or not 0 < precision <= 1:
        raise GameError(
            f"precision={shown(precision)}: give the width of an interval of scores, such as 0.02."
        )
    needed = games_for(float(precision))
    most = next((look for look in looks(MOST_GAMES) if look >= needed), MOST_GAMES)
    return games or most, float(precision)


def _play(
    chunks: Generator[Blocks],
    rows: Rows,
    precision: float | None,
    tell: Callable[[int], object],
) -> tuple[Rows, bool]:
    """Play until there are enough games. Return their rows, and whether somebody interrupted them."""
    games, done = len(rows), 0
    due = looks(games)
    look = next(due)
    try:
        with closing(chunks):
            for (block,) in chunks:
                rows[done : done + len(block)] = block
                done += len(block)
                tell(len(block))
                while precision and look <= done and look < games:
                    if _is_precise(rows[:look], precision):
                        return rows[:look], False
                    look = next(due)
    except KeyboardInterrupt:
        if not done:
            raise
        return rows[:done], done < games
    return rows, False


def _is_precise(rows: Rows, width: float) -> bool:
    """Is the 95% interval of the starter's score narrow enough?"""
    games = noted(list(rows.T))
    _, low, high = share(games.score(games.first))
    return high - low <= width


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

    Yield an array of rows for each plan, see `Plan.play`, always for the same numbers. The numbers follow each
    other without a gap. How many come at once depends on the machine and means nothing. To stop, close the
    generator; it drops the games under way.

    Args:
        games: the number after the last one.
        first: the number of the first game to yield.
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
    with closing(folder.chunks(games, play) if folder else play(first)) as played:
        for blocks in played:
            for plan, rows in zip(plans, blocks, strict=True):
                plan.check(rows, done)
            begin, done = done, done + len(blocks[0])
            if done > first:
                yield tuple(rows[max(0, first - begin) :] for rows in blocks)


def looks(games: int) -> Iterator[int]:
    """Yield the numbers of games after which to check whether they are enough.

    They do not depend on the chunks, so a study stops at the same game on any machine.
    """
    look = LOOK
    while look < games:
        yield look
        look += max(LEAST, look // SHARE)
    yield games


def on_this_machine(
    plans: Sequence[Plan], games: int, *, first: int = 0, workers: int | None = None
) -> Generator[Blocks]:
    """Play games number `first` to `games` - 1 of every plan, see `chunks`."""
    workers = workers or os.cpu_count() or 1
    most, count = chunk_size(plans, games - first, max(workers, STEPS)), 1
    if workers > 1 and all(plan.is_compiled for plan in plans):
        yield from _on_threads(plans, range(first, games), workers, most)
        return
    while first < games:
        count = min(count, most, games - first)
        began = perf_counter()
        blocks = tuple(plan.play(first, count) for plan in plans)
        count = 2 * count if perf_counter() - began < SHORT else max(1, count // 2)
        first += len(blocks[0])
        yield blocks


def _on_threads(
    plans: Sequence[Plan], numbers: range, workers: int, most: int
) -> Generator[Blocks]:
    halt = Halt()
    parts = (numbers[start : start + most] for start in range(0, len(numbers), most))
    pool = ThreadPoolExecutor(workers)
    begun: deque[list[Future[Rows]]] = deque()
    try:
        for part in parts:
            begun.append([pool.submit(plan.play, part[0], len(part), halt) for plan in plans])
            if len(begun) > AHEAD * workers:
                yield tuple(future.result() for future in begun.popleft())
        while begun:
            yield tuple(future.result() for future in begun.popleft())
    finally:
        halt.want()  # when somebody stops the playtest, drop the games under way
        pool.shutdown(cancel_futures=True)


class Folder:
    """A folder that keeps the games of some plans."""

    def __init__(self, path: str | os.PathLike[str], plans: Sequence[Plan]) -> None:
        _parquet()
        self.path, self.plans = named(path), len(plans)
        self.games = [plan.game for plan in plans]
        notes = max(drivers.width(game) for game in self.games) - drivers.COLUMNS
        self.columns = (*drivers.COLUMN_NAMES, *(f"note {n + 1}" for n in range(notes)))
        self.page: Document = {
            "format": FORMAT,
            "version": VERSION,
            "plans": [settings(p.game, p.bots, p.seed, p.max_moves) for p in plans],
        }

    def chunks(self, games: int, play: Callable[[int], Generator[Blocks]]) -> Generator[Blocks]:
        """Yield the games in the folder, then those that `play(first)` yields, and write these there, too."""
        with self._open():
            done = 0
            for blocks in self._read(games):
                done += len(blocks[0])
                yield blocks
            if done < games:
                with closing(play(done)) as new:
                    yield from self._written(new, done)

    @contextmanager
    def _open(self) -> Iterator[None]:
        """Take the folder for this process alone, and check that it holds these games."""
        # Never empty a lock file: a stranger's may be a link to a file of yours.
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._refuse_links()
            fd = os.open(self.path / LOCK, flags, 0o666)
        except OSError as problem:
            raise GameError(
                f"{shown_path(self.path)} cannot be written: {reason(problem)}."
            ) from None
        with open(fd, "r+b", buffering=0):
            if not lock(fd):
                raise GameError(
                    f"Another playtest is being saved in {shown_path(self.path)}: wait for it, or "
                    "give save= another folder."
                )
            self._check()
            for part in self.path.glob(f"{PART}*"):
                part.unlink(missing_ok=True)  # begun by a process that was killed
            yield

    def _refuse_links(self) -> None:
        """Refuse links, so that nothing here reads or writes a file somewhere else."""
        for path in self.path.iterdir():
            is_used = path.name in (PAGE, LOCK) or FILE.fullmatch(path.name)
            if is_used and path.is_symlink():
                raise GameError(
                    f"{shown_path(path)} is a link, which a playtest never writes: name a new folder."
                )

    def _check(self) -> None:
        """Check that the folder holds games of these plans, or make it their folder."""
        page, where = self.path / PAGE, shown_path(self.path)
        if not page.exists():
            if any(not file.name.startswith(".") for file in self.path.iterdir()):
                raise GameError(
                    f"{where} holds something other than a playtest: name a new folder."
                )
            write_whole(page, json.dumps(self.page, indent=1))
            return
        try:
            then = json.loads(read_whole(page, LONGEST_PAGE, follow=False))
            plans = [dict(plan) for plan in then["plans"]]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            raise GameError(f"{shown_path(page)} cannot be read: name a new folder.") from None
        if len(plans) != self.plans:
            raise GameError(f"{where} holds games of {len(plans)} variants, not of {self.plans}.")
        found = [list(differences(*two)) for two in zip(plans, self.page["plans"], strict=True)]
        if any(found):
            what = ", ".join(dict.fromkeys(each for plan in found for each in plan))
            raise GameError(
                f"{where} holds another playtest. What differs: {what}. Name a new folder."
            )

    def _files(self) -> list[tuple[int, int, Path]]:
        """Return for each file the number of its first game, the number after its last, and its path."""
        matches = ((FILE.fullmatch(path.name), path) for path in self.path.iterdir())
        return sorted((int(m[1]), int(m[2]) + 1, path) for m, path in matches if m)

    def _read(self, games: int) -> Generator[Blocks]:
        """Yield the games from 0 on; discard files after a gap."""
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
        """Return the rows in a file; None if a crash has damaged it.

        This checks sizes, columns and row counts before it reads any row, because a file of a few kilobytes can
        expand to gigabytes.

        Raises:
            GameError: no playtest writes a file like this.
        """
        rows, parquet = count * self.plans, _parquet()
        if rows > MOST_ROWS:
            raise _foreign(path, f"its name says that it holds {rows:,} rows")
        try:
            size = ROW_SIZE * len(self.columns) // drivers.COLUMNS
            content = read_whole(path, EMPTY_SIZE + size * rows, follow=False)
        except OSError as problem:
            raise _foreign(path, reason(problem)) from None
        try:
            file = parquet.ParquetFile(BytesIO(content))
            if wrong := _oddity(file.metadata, rows, self.columns):
                raise _foreign(path, wrong)
            table = file.read()
            if any(column.null_count for column in table.columns):
                raise _foreign(path, "values are missing in it")
            columns = [table[name].to_numpy() for name in (PLAN, *self.columns)]
        except GameError:
            raise
        except (OSError, ValueError, KeyError, TypeError, NotImplementedError, RuntimeError):
            return None
        values = np.stack(columns[1:], axis=1, dtype=np.int64)
        blocks = tuple(values[columns[0] == n] for n in range(self.plans))
        if any(len(each) != count for each in blocks) or not self._are_possible(blocks):
            raise _foreign(path, "no games end like that")
        return blocks

    def _are_possible(self, blocks: Blocks) -> bool:
        """Can these be rows of games? Later code trusts their numbers, and looks things up by them."""
        for game, rows in zip(self.games, blocks, strict=True):
            counts = rows[:, drivers.MOVES : drivers.CHOICES + 1]
            in_range = (
                np.isin(rows[:, drivers.FIRST], (0, 1)),
                np.isin(rows[:, drivers.WINNER], RESULTS),
                (counts >= 0) & (counts <= MOST_COUNTED),
            )
            endings = np.unique(rows[:, drivers.RULE]).tolist()
            if not all(each.all() for each in in_range) or not _are_endings(game, endings):
                return False
        return True

    def _written(self, new: Generator[Blocks], first: int) -> Generator[Blocks]:
        """Yield chunks. Whenever enough work has been done, write the chunks that are not in a file yet."""
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
        """Write chunks to a file, or to several if they are large. Return how many games they hold."""
        blocks: list[Rows] = [np.concatenate(of_plan) for of_plan in zip(*waiting, strict=True)]
        most = max(1, MOST_ROWS // self.plans)
        for begin in range(0, len(blocks[0]), most):
            self._write_file([block[begin : begin + most] for block in blocks], first + begin)
        return len(blocks[0])

    def _write_file(self, blocks: list[Rows], first: int) -> None:
        import pyarrow as pa

        rows = np.concatenate(blocks)
        plan = np.repeat(np.arange(len(blocks), dtype=np.int16), len(blocks[0]))
        table = pa.table([plan, *rows.T], names=[PLAN, *self.columns])
        file = BytesIO()
        _parquet().write_table(table, file)
        end = first + len(blocks[0])
        write_whole(self.path / f"games-{first:09}-{end - 1:09}.parquet", file.getvalue())


def _oddity(found: Any, rows: int, names: Sequence[str]) -> str:
    """Return what is wrong with the metadata of a Parquet file, or "" if a playtest may have written it."""
    columns = [found.schema.column(n) for n in range(found.num_columns)]
    if [(each.path, each.physical_type, each.max_repetition_level) for each in columns] != [
        (name, "INT32" if name == PLAN else "INT64", 0) for name in (PLAN, *names)
    ]:
        return "its columns are not those of a playtest"
    groups = [found.row_group(n) for n in range(found.num_row_groups)]
    chunks = [(group, group.column(n)) for group in groups for n in range(found.num_columns)]
    if sum(group.num_rows for group in groups) != rows or found.num_rows != rows:
        return "the number of rows is not the one in its name"
    if any(chunk.num_values != group.num_rows for group, chunk in chunks):
        return "its columns differ in length"
    if any(chunk.compression not in COMPRESSIONS for _, chunk in chunks):
        return "its compression is not that of a playtest"  # a kilobyte of it makes gigabytes
    return ""


def _are_endings(game: Game, rules: list[int]) -> bool:
    """Can games end by rules with these numbers?"""
    numbers = [rule for rule in rules if rule not in (drivers.CAPPED, drivers.STUCK)]
    try:
        return all(number >= 0 and game.rule_id(number) for number in numbers)
    except IndexError:
        return False


def _foreign(path: Path, why: str) -> GameError:
    return GameError(
        f"{shown_path(path)} is not a file that a playtest wrote: {why}. Name a new folder, or delete "
        "the file to have its games played again."
    )


def _parquet() -> Any:
    """Return what reads and writes Parquet files."""
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        raise GameError(
            'save= writes Parquet files with pyarrow: pip install "gamekit-lab[save]".'
        ) from None
    return parquet


class Crew:
    """An executor and the number of chunks it plays at once."""

    def __init__(self, executor: Executor, size: int) -> None:
        self.executor, self.size = executor, size
        self._own: Executor | None = None

    def submit(self, data: bytes, first: int, count: int) -> Future[Chunk]:
        return self.executor.submit(play_there, data, first, count)

    def renew(self, problem: BaseException, number: int, is_last: bool) -> None:
        """Replace a broken pool of processes with a new one.

        Raises:
            GameError: the executor is no such pool, or the new pool broke at the same games, from `number` on.
        """
        if is_last or not isinstance(self.executor, ProcessPoolExecutor):
            raise GameError(
                f"The executor's workers died twice on the games from {number} on."
                if is_last
                else f"The executor broke with the games from {number} on: {shown(str(problem))}."
            ) from problem
        self.close()
        context = getattr(self.executor, "_mp_context", None)
        self.executor = self._own = ProcessPoolExecutor(self.size, mp_context=context)

    def close(self) -> None:
        """End the pool that `renew` made."""
        if self._own:
            self._own.shutdown(wait=False, cancel_futures=True)


def crew_of(executor: object, client: object, workers: int | None) -> Crew | None:
    """Return the crew that plays the games, or None if this process does."""
    if executor is None and client is None:
        return None
    if executor is not None and client is not None:
        raise GameError("Give an executor or a client, not both.")
    if client is not None:
        executor, size = _of_dask(client)
        return Crew(executor, workers or size)
    if not isinstance(executor, Executor):
        raise GameError(
            f"executor={shown(executor)}: give an executor of concurrent.futures, such as a "
            "ProcessPoolExecutor."
        )
    known: object = getattr(executor, "_max_workers", None)
    return Crew(executor, workers or whole_number(known) or os.cpu_count() or 1)


def _of_dask(client: Any) -> tuple[Executor, int]:
    """Return the executor of a Dask client and the number of threads of all its workers."""
    try:
        return client.get_executor(pure=False), sum(client.nthreads().values()) or 1
    except AttributeError:
        raise GameError(
            f"client={shown(client)}: give a dask.distributed.Client; "
            'pip install "gamekit-lab[dask]".'
        ) from None


@dataclass
class _Begun:
    """A chunk in play: one future for each plan."""

    first: int
    count: int
    futures: list[Future[Chunk]]


def elsewhere(
    plans: Sequence[Plan], games: int, crew: Crew, *, first: int = 0
) -> Generator[Blocks]:
    """Have others play games number `first` to `games` - 1 of every plan, see `chunks`."""
    packages = [packed(plan) for plan in plans]
    count = chunk_size(plans, games - first, max(crew.size, STEPS))
    begun, broke = deque[_Begun](), -1

    def begin(first: int, count: int) -> _Begun:
        return _Begun(first, count, [crew.submit(data, first, count) for data in packages])

    try:
        while first < games or begun:
            head = begun[0].first if begun else first
            try:
                while first < games and len(begun) < CHUNKS_AHEAD * crew.size:
                    begun.append(begin(first, min(count, games - first)))
                    first += begun[-1].count
                played = [future.result() for future in begun[0].futures]
            except BrokenExecutor as problem:
                crew.renew(problem, head, is_last=broke == head)
                broke = head
                begun = deque(
                    one if _is_done(one) else begin(one.first, one.count) for one in begun
                )
                continue
            done = begun.popleft()
            seconds = max(took for _, took, _ in played)
            if seconds < SHORTEST and done.count >= count:
                count = min(2 * count, LARGEST, max(count, (games - first) // (2 * crew.size)))
            elif seconds > LONGEST:
                count = max(1, count // 2)
            for plan, (_, _, engines) in zip(plans, played, strict=True):
                plan.engines |= engines
            yield tuple(rows for rows, _, _ in played)
    finally:
        for chunk in begun:
            for future in chunk.futures:
                future.cancel()
        crew.close()


def _is_done(chunk: _Begun) -> bool:
    return all(f.done() and not f.cancelled() and f.exception() is None for f in chunk.futures)


@dataclass(frozen=True)
class Sent:
    """Games of the kit's own bots, for a worker that need not know the game.

    Attributes:
        program: the compiled module.
        seed, most, seats, simulations: its arguments, see `Games`.
        engines: the names of the engines that play.
    """

    program: Program
    seed: int
    most: int
    seats: list[int] | None
    simulations: int
    engines: frozenset[str] = frozenset({COMPILED})

    def play(self, first: int, count: int) -> Rows:
        """Play games number `first` and following."""
        games = Games(self.seed, first, count, self.most, self.seats, self.simulations)
        played = self.program.play(games)
        return np.frombuffer(played, np.int64).reshape(count, self.program.width)


def packed(plan: Plan) -> bytes:
    """Return a plan as bytes: the module if the rules compile, otherwise the whole game.

    Raises:
        GameError: somebody's own bot or rule cannot be sent.
    """
    if isinstance(plan, Driven) and plan.is_compiled:
        program = compiled(plan.game).program(plan.calls)
        return pickle.dumps(Sent(program, plan.seed, plan.max_moves, plan.seats, plan.work))
    is_known = plan.game.name in NAMES and plan.game.namespace is load(plan.game.name).namespace
    is_known = is_known and not plan.game.measures
    game: Any
    if is_known:
        game = partial(load, plan.game.name, **plan.game.changes)
    else:
        made, given = with_its_code(plan.game)
        game = partial(made, *given)
    parts = partial(_made, type(plan), game, plan.players, plan.seed, plan.max_moves)
    try:
        # `pickle` sends classes by name, even those of a notebook.
        if is_known and all(map(is_ours, plan.players)):
            return pickle.dumps(parts)
        return by_value(f"{plan.game} between {plan.bots[0]} and {plan.bots[1]}", parts)
    except (pickle.PicklingError, TypeError, AttributeError) as problem:
        raise GameError(
            f"{plan.game} between {plan.bots[0]} and {plan.bots[1]} cannot be sent to other "
            f"processes: {shown(str(problem))}."
        ) from None


def _made(kind: type[Plan], game: Any, players: Any, seed: int, max_moves: int) -> Plan:
    return kind(game(), players, seed, max_moves)


def play_there(data: bytes, first: int, count: int) -> Chunk:
    """Play a chunk in a worker."""
    plan, began = _unpacked(data), perf_counter()
    rows = plan.play(first, count)
    return rows, perf_counter() - began, set(plan.engines)


@lru_cache(PLANS_KEPT)
def _unpacked(data: bytes) -> Plan | Sent:
    """Return what to play. All chunks of a plan share it."""
    found = pickle.loads(data)
    return found if isinstance(found, Sent) else found()
