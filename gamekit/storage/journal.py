"""A journal: a match being written to disk while it is played, so that no crash loses a move.

The file is ASCII, with a line of JSON for each thing done, in order:

    {"format": "gamekit journal", "version": 2, "game": "take-back-toe", ..., "sum": "51a0..."}
    {"steps": [["chance", "4"]], "sum": "c07e..."}
    {"steps": [["0", "B2-A2"], ["chance", "2"]], "sum": "1b9d..."}
    {"goto": 0, "sum": "88f3..."}
    {"end": ["X-Q9", 1], "over": true, "sum": "e604..."}

The first line, the head, is a record without its steps: how the match began. Each further line is
one whole operation: `steps` are a turn with the rolls and draws after it, written as in saved
games; `goto` takes moves back, or brings them back; `open` says that they may be taken back across
rolls from here on; `end` is a resignation (X-Q9) or a lost clock (X-Q2), and who lost. `over`
marks the end of the match.

`sum` is the first 16 hexadecimal digits of a SHA-256 over the previous line's sum and this line without
its own. It reveals a changed, lost or moved line, and everything before that line can be trusted. A
last line that a crash cut short does not count: nobody acknowledged it. Version 1 had no sums, and a
line for each step: `{"step": ["0", "B2-A2"]}`. The kit still reads that version.

Git and editors change line endings. A journal with Windows line endings, a byte-order mark, or more or
fewer line endings at its end still counts as the same; the kit restores it before it continues.
"""

from __future__ import annotations

import errno
import json
import os
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from gamekit.errors import GameError, GameWarning, Unwritten
from gamekit.match.history import Line, Step
from gamekit.storage.files import (
    Appended,
    default_path,
    folder,
    named,
    reason,
    shown_path,
    tidy,
    write_whole,
)
from gamekit.storage.record import Record, SavedStep

JOURNAL = "gamekit journal"
PLAIN, SUMMED = 1, 2  # versions
LINE = re.compile(rb'(\{.*), "sum": "([0-9a-f]{16})"\}')
BOM = b"\xef\xbb\xbf"


class Journal:
    """A match being written to disk: each operation is there before it is acknowledged.

    If the disk refuses, the match goes on in memory, and everything is written as soon as that
    is possible again. A journal never raises `OSError`.

    Args:
        path: the file; it need not exist.
        lines: the lines that it holds or will hold, from the head on.
        written: how many of these lines are in the file already.
        waits: write nothing until a player has done something.
        must: refuse with `GameError` if the file cannot be begun.

    Attributes:
        path: the absolute path of the file.
        trouble: a sentence while the file cannot be written, otherwise "".
        later: if given, runs the slow part of writing in the background. Whoever acknowledges a move then has
            to wait for it.
        strict: refuse what cannot be written, instead of going on in memory.
    """

    def __init__(
        self,
        path: Path,
        lines: list[bytes],
        *,
        written: int = 0,
        waits: bool = False,
        must: bool = False,
    ) -> None:
        self.path = path
        self.trouble = ""
        self.later: Callable[[Callable[[], None]], object] | None = None
        self.strict = False
        self._is_reported = False  # has the trouble been reported at the prompt?
        self._lines, self._written = lines, written
        self._waits, self._must = waits, must
        self._event: dict[str, Any] = {}  # the operation under way
        self._file: Appended | None = None

    @classmethod
    def of(cls, where: str | os.PathLike[str] | bool, record: Record, line: Line) -> Journal | None:
        """Return a new journal of a match, or None if none can be kept.

        Args:
            where: a file that does not exist; True for one in the folder of matches.
            record: the record that says how the match began.
            line: the steps since.
        """
        if where is True:
            found = default_path(record.game)
            if found is None:
                return None
            path = found
        else:
            path = named(where)
        head = replace(record, steps=(), result=None).document()
        head = {"format": JOURNAL, "version": SUMMED, **head}
        new = cls(path, [summed(head, [])], waits=where is True, must=where is not True)
        for step in line.steps:
            new.step(step)
        if ending := line.ending:
            new.end(ending.rule, 1 - (ending.winner or 0))
        if len(line.made) < len(line.steps):
            new.goto(line.ply)
        return new

    @classmethod
    def again(cls, path: Path, content: bytes, lines: list[bytes]) -> Journal:
        """Return a journal that continues an existing file.

        Args:
            path: the file.
            content: the bytes that were read from it.
            lines: its complete lines.
        """
        if not LINE.match(lines[0]):
            raise GameError(
                f"{shown_path(path)} is a journal of an earlier version, without checksums; name a "
                "new file to continue in: journal=path."
            )
        new = cls(path, lines, written=len(lines))
        try:
            new._file = reopened(path, content, lines)
        except OSError as problem:
            raise GameError(
                f"{shown_path(path)} cannot be continued: {reason(problem)}. Read it without "
                "journal=True to look at it, or name another file: journal=path."
            ) from None
        return new

    # --- noting what is done ---------------------------------------------------------------------

    @property
    def mark(self) -> int:
        """A mark that `take_back` can return to."""
        return len(self._lines)

    def step(self, step: Step) -> None:
        self._event.setdefault("steps", []).append(SavedStep.of(step).data())

    def goto(self, ply: int) -> None:
        """Note that moves were taken back or brought back."""
        self._close_line()
        self._event["goto"] = ply

    def end(self, rule: str, loser: int) -> None:
        """Note a resignation or a lost clock."""
        self._close_line()
        self._event["end"] = [rule, loser]

    def open_up(self) -> None:
        """Note that moves may be taken back across rolls from here on."""
        self._close_line()
        self._event["open"] = True

    def commit(self, is_over: bool) -> None:
        """Write what was noted to disk as one line, if the disk lets us."""
        if is_over and self._event:
            self._event["over"] = True
        self._close_line()
        if self._waits or self._written == len(self._lines):
            return
        before, self.trouble = self.trouble, ""  # writing in the background may set it again
        try:
            self._bring_to_disk()
            self._is_reported, self._must = False, False
        except (OSError, ValueError) as problem:
            if self._must or self.strict:
                self.trouble = before
                raise self._refusal(problem) from None
            self.trouble = self._trouble(problem)

    def take_back(self, mark: int) -> None:
        """Forget all that was noted since the mark, on disk too."""
        self._event = {}
        del self._lines[mark:]
        if self._written > mark:
            self._written = mark
            if self._file:
                self._file.cut(self._size)

    def warn(self) -> None:
        """Report trouble at the prompt, once. A strict journal has raised it already."""
        if self.trouble and not self._is_reported and not self.strict:
            self._is_reported = True
            warnings.warn_explicit(self.trouble, GameWarning, "gamekit", 1)

    def close(self) -> None:
        """Let others write the file. The journal writes nothing from now on."""
        if self._file:
            self._file.close()

    def finish(self) -> None:
        """Write the rest to disk, and close."""
        self._sync()
        self.close()

    # --- the file --------------------------------------------------------------------------------

    @property
    def _size(self) -> int:
        """How many bytes of the file are good."""
        return sum(map(len, self._lines[: self._written]))

    def _close_line(self) -> None:
        if self._event:
            self._lines.append(summed(self._event, self._lines))
            self._waits = self._waits and not _is_by_a_player(self._event)
            self._event = {}

    def _bring_to_disk(self) -> None:
        if self._file and not self._file.is_there:
            self._file.close()
            self._file = None
        if self._file is None:
            self._written = 0
            if self.path.parent == folder():
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                tidy()
            self._file = Appended(self.path, new=True)
        elif self._file.size < self._size:
            self._written = 0
        is_new = self._file.size == 0
        try:
            is_later = self.later is not None
            self._file.append(b"".join(self._lines[self._written :]), self._size, not is_later)
            if self.later:
                self.later(self._sync)
        except BaseException:
            if is_new:  # leave no file without its head
                self._file.close()
                self._file = None
                with suppress(OSError):
                    self.path.unlink()
            raise
        self._written = len(self._lines)

    def _sync(self) -> None:
        """Do the slow part of writing."""
        try:
            if self._file:
                self._file.sync()
        except OSError as problem:
            self.trouble = self._trouble(problem)

    def _trouble(self, problem: OSError | ValueError) -> str:
        return (
            f"The journal {shown_path(self.path)} cannot be written: {reason(problem)}. The match "
            "continues in memory only. The journal gets all of it as soon as it can be written again."
        )

    def _refusal(self, problem: OSError | ValueError) -> GameError:
        path = repr(shown_path(self.path))
        if isinstance(problem, FileExistsError):
            return GameError(
                f"journal={path} exists; read it with gamekit.read or choose another name."
            )
        return Unwritten(f"journal={path} cannot be written: {reason(problem)}.")


def reopened(path: Path, content: bytes, lines: list[bytes]) -> Appended:
    """Open a journal to continue it. If its line endings have changed, the kit rewrites it.

    Args:
        path: the file.
        content: the bytes that were read from it.
        lines: its complete lines, as `checked` yields them.

    Raises:
        OSError: it cannot be opened, or is not what was read.
    """
    file, whole = Appended(path, new=False), b"".join(lines)
    if file.size != len(content):
        file.close()
        raise OSError(errno.EBUSY, "it was changed while it was read")
    if content.startswith(whole):
        return file
    file.close()
    write_whole(path, whole, path.stat().st_mode & 0o777)
    return Appended(path, new=False)


# --- lines -----------------------------------------------------------------------------------------


class Damage(Exception):
    """A line of a journal differs from what was written."""


def checked(content: bytes) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Yield each complete line of a journal and the JSON in it, head first.

    Raises:
        Damage: at the first line that is not what was written.
    """
    *lines, rest = _as_written(content).split(b"\n")
    if not lines:
        lines, rest = [rest], b""
    chain, version = b"", None
    for line in lines:
        event = _parsed(line)
        version = version or event.get("version")
        chain = _checked_sum(line, event, chain, version)
        yield line + b"\n", event
    if _is_whole(rest, version):
        event = _parsed(rest)
        _checked_sum(rest, event, chain, version)
        yield rest + b"\n", event


def _as_written(content: bytes) -> bytes:
    """Undo what Git and editors do to the line endings of a journal."""
    content = content.removeprefix(BOM).replace(b"\r\n", b"\n")
    stripped = content.rstrip(b" \t\r\n")
    return stripped + b"\n" if b"\n" in content[len(stripped) :] else content


def _checked_sum(line: bytes, event: Mapping[str, object], chain: bytes, version: object) -> bytes:
    """Return the checksum of a line; empty in a version without checksums.

    Raises:
        Damage: the checksum is wrong.
    """
    if version != SUMMED:
        if "sum" in event:
            raise Damage("it has a checksum, which this version does not use")
        return b""
    parts = LINE.fullmatch(line)
    if not parts or _sum(parts[1] + b"}", chain) != parts[2]:
        raise Damage("its checksum is wrong")
    return parts[2]


def _is_whole(rest: bytes, version: object) -> bool:
    """Is a last line without a line ending complete, or did a crash cut it short?"""
    if version == SUMMED:
        last = LINE.match(rest)
        if last and last.end() < len(rest):  # no crash leaves a line like this
            raise Damage("its end is wrong")
        return last is not None
    with suppress(Damage):
        return bool(_parsed(rest))
    return False


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError) as problem:
        raise Damage(f"not valid JSON ({problem})") from None
    if not isinstance(event, dict):
        raise Damage("it is not a step of a match")
    return event


def _sum(body: bytes, chain: bytes) -> bytes:
    """Return the checksum of a line, chained to that of the line before."""
    from hashlib import sha256  # not at the top: it would slow `import gamekit`

    return sha256(chain + body).hexdigest()[:16].encode()


def summed(event: Mapping[str, object], before: list[bytes]) -> bytes:
    """Return a line with its checksum."""
    body = json.dumps(event).encode()
    last = LINE.match(before[-1]) if before else None
    return body[:-1] + b', "sum": "' + _sum(body, last[2] if last else b"") + b'"}\n'


def _is_by_a_player(event: Mapping[str, Any]) -> bool:
    return "end" in event or any(who in ("0", "1") for who, *_ in event.get("steps", ()))
