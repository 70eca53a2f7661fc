"""Keeping a match: its record, a saved game, and a journal."""

from __future__ import annotations

import os
import warnings
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from types import MethodType
from typing import Any, Self

from gamekit.contract import Game
from gamekit.errors import GameError, GameWarning
from gamekit.match.clock import Clock
from gamekit.match.history import Line
from gamekit.match.view import Result, View, numbered_moves
from gamekit.storage.journal import Journal
from gamekit.storage.record import Record, saved_steps
from gamekit.validation import seat, shown


class Kept:
    """The part of a match that writes it down."""

    game: Game
    rules: Any
    seed: int
    number: int
    first: int
    dmo: int
    names: tuple[str, str]
    clock: Clock | None
    official: bool
    open: bool
    position: Mapping[str, object] | None
    _line: Line
    _started: float
    _changes: Changes
    _lock: RLock  # of whoever changes the match, or wants to see it whole
    _inside: int  # how often that thread has it
    _is_news: bool  # is there something to tell when it lets go?

    @property
    def result(self) -> Result | None:
        """How the match ended, or None."""
        raise NotImplementedError

    @property
    def record(self) -> Record:
        """The match as a record: `str()` of it is a transcript. The host's, secrets included."""
        return self._record(None)

    def _record(self, viewer: int | None) -> Record:
        with self._lock:
            return self._record_now(viewer)

    def _record_now(self, viewer: int | None) -> Record:
        position = self.position
        if viewer is not None and position is not None:
            start = View(self.game, self.rules, self._line.start, viewer, self.names)
            position = self.game.dump(self.rules, start.state)
        try:
            result = self.result
        except GameError:  # its rules changed, and what was played does not fit them
            result = self._line.early_end
        return Record(
            game=self.game.name,
            parameters=dict(self.game.changes),
            replaced=self.game.replaced,
            seed=None if viewer is not None else self.seed,
            number=self.number,
            first=self.first,
            dmo=self.dmo,
            players=self.names,
            clock=self.clock.copy() if self.clock else None,
            official=self.official,
            open=self.open,
            viewer=viewer,
            position=position,
            steps=saved_steps(self._line, viewer),
            result=result,
        )

    def save(self, path: str | os.PathLike[str], *, viewer: int | None = None) -> None:
        """Write the match to a file that `gamekit.read` reads back.

        Args:
            path: where; an existing file is replaced whole or not at all.
            viewer: 0 or 1 leaves out the seed and all that this player may not know: then there
                is nothing to replay where something was hidden.

        Raises:
            GameError: the file cannot be written.
        """
        if viewer is not None:
            seat("viewer", viewer)
        self._record(viewer).save(path)

    @property
    def choices(self) -> int:
        """How many legal moves the players had, summed over their decisions so far."""
        return sum(
            len(numbered_moves(self.game, self.rules, step.before))
            for step in self._line.made
            if step.entry.player in (0, 1)
        )

    # --- journal -------------------------------------------------------------------------------

    @property
    def journal(self) -> Journal | None:
        """The journal that is being written: its `path`, and a sentence of `trouble` if any."""
        journal = self._line.journal
        return journal if isinstance(journal, Journal) else None

    def start_journal(self, journal: str | os.PathLike[str] | bool = True) -> Self:
        """Write everything to a journal from now on, and first what has been done so far.

        Args:
            journal: a file that does not exist; True for one in your folder of matches.
        """
        with self._alone():
            if self.journal:
                raise GameError("This match has a journal already; `match.journal.path` names it.")
            self._line.journal = new = Journal.of(journal, self.record, self._line)
            try:
                with self._line.whole():
                    pass
            except BaseException:
                self._line.journal = None
                raise
        if new:
            new.warn()
        return self

    def open_up(self) -> None:
        """Make this an open table, where people may take back across rolls; the journal notes it."""
        with self._alone():
            if self.open:
                return
            with self.whole():
                if self.journal:
                    self.journal.open_up()
            self.open = True

    def go_on_with(self, journal: Journal) -> None:
        """Go on writing a journal that holds what has been done so far."""
        self._line.journal = journal

    def _begin(self) -> None:
        """Let one thread at a time change the match; nobody has heard of anything yet."""
        self._lock, self._inside, self._is_news = RLock(), 0, False
        self._changes = Changes()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads waiting meanwhile.

        Whoever listens to changes hears of them afterwards: they may wait for others in turn.
        """
        try:
            with self._lock:
                self._inside += 1
                try:
                    yield
                finally:
                    self._inside -= 1
        finally:
            if self._is_news and not self._inside:
                self._is_news = False
                self._changes.tell()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Do all that is done inside, or none of it; the journal has it before anybody else.

        What would be several lines of a journal becomes one.
        """
        with self._alone():
            left, started = self.clock and self.clock.left, self._started
            try:
                with self._line.whole():
                    yield
            except BaseException:
                self._started = started
                if self.clock and left:
                    self.clock.left = left
                raise
            if not self._line.is_under_way:
                self._is_news = True
                if self.journal:
                    self.journal.warn()


Heard = Callable[[], object]


class Changes:
    """Functions that are called whenever something has changed, in the order they came."""

    def __init__(self) -> None:
        self._heard: list[Callable[[], Heard | None]] = []

    def call(self, callback: Heard) -> Callable[[], None]:
        """Call this from now on; return what ends it.

        A method is forgotten together with its object, which nobody keeps for our sake.
        """
        if not callable(callback):
            raise GameError(f"changed({shown(callback)}): give a function without arguments.")
        held: Callable[[], Heard | None]
        held = (
            weakref.WeakMethod(callback) if isinstance(callback, MethodType) else lambda: callback
        )
        self._heard.append(held)
        return lambda: self._forget(held)

    def _forget(self, held: Callable[[], Heard | None]) -> None:
        self._heard = [other for other in self._heard if other is not held]

    def tell(self) -> None:
        """Call everybody. What goes wrong there is not the fault of whoever made the change."""
        for held in self._heard:
            callback = held()
            if callback is None:
                self._forget(held)
                continue
            try:
                callback()
            except Exception as problem:
                warnings.warn(
                    f"A function that hears of changes to a match failed: {problem!r}.",
                    GameWarning,
                    stacklevel=2,
                )
