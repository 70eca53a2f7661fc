"""What happened in a room besides its matches, written down so that it can be opened again.

A folder holds `room.journal`, a line of JSON for each thing that happened, chained by check sums as
in a match's journal, and a journal for each match. The first line says what the room plays.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import gamekit as gk
from gamekit.errors import Unwritten
from gamekit.storage.files import Appended, named, read_whole, reason, shown_path
from gamekit.storage.journal import SUMMED, Damage, checked, reopened, summed

FILE = "room.journal"
FORMAT = "gamekit room"


class Diary:
    """The journal of a room.

    Args:
        folder: where it is; it is made if it is not there.

    Attributes:
        events: what it said when it was opened, the head left out.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = named(folder)
        self._path = self.folder / FILE
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            is_new = not self._path.exists()
            content = b"" if is_new else read_whole(self._path)
            self._lines = self._checked(content)
            self._file = (
                reopened(self._path, content, self._lines)
                if self._lines
                else Appended(self._path, new=is_new)
            )
            self._size = sum(map(len, self._lines))
        except OSError as problem:
            raise gk.GameError(
                f"The room's folder {shown_path(self.folder)} cannot be used: {reason(problem)}."
            ) from None

    def _checked(self, content: bytes) -> list[bytes]:
        lines: list[bytes] = []
        self.events: list[dict[str, Any]] = []
        if b"\n" not in content:  # nothing of it was acknowledged
            return lines
        try:
            for line, said in checked(content):
                lines.append(line)
                self.events.append(said)
        except Damage as damage:
            raise gk.BadRecord(
                f"{shown_path(self._path)} is damaged in line {len(lines) + 1}: {damage}. Give the "
                "room another folder; the matches in this one can be read with gamekit.read."
            ) from None
        return lines

    def begin(self, plays: list[str]) -> None:
        """Write what the room plays, or compare it with what is there.

        Raises:
            GameError: the folder is that of a room which plays something else.
        """
        if not self.events:
            try:
                self.note(format=FORMAT, version=SUMMED, plays=plays)
            except gk.GameError:
                self.close()
                raise
            return
        was = self.events.pop(0)
        if was.get("format") != FORMAT or was.get("plays") != plays:
            self.close()
            raise gk.GameError(
                f"{shown_path(self.folder)} holds a room that plays {was.get('plays')}; give this "
                "one another folder: journal=folder."
            )

    def note(self, **event: object) -> None:
        """Bring to disk what has happened."""
        line = summed(event, self._lines)
        try:
            self._file.append(line, self._size)
        except OSError as problem:
            raise Unwritten(
                f"The room's journal {shown_path(self._path)} cannot be written: {reason(problem)}."
            ) from None
        self._lines.append(line)
        self._size += len(line)

    def path_of(self, number: int) -> Path:
        """Return where the journal of a match is."""
        return self.folder / f"match-{number:04}.journal"

    def close(self) -> None:
        """Let others write it."""
        self._file.close()
