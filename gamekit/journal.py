"""A journal: a match being written to disk while it is played, so that no crash loses a move."""

from __future__ import annotations

import json
import os
from pathlib import Path

from gamekit.errors import GameError
from gamekit.line import Step
from gamekit.record import VERSION, Record, SavedStep

JOURNAL = "gamekit journal"


class Journal:
    """A match being written to disk, a line a step, each on disk before it is acknowledged."""

    def __init__(self, path: Path, record: Record) -> None:
        self._path = path
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            raise GameError(
                f"journal={str(path)!r} exists; read it with gamekit.read or choose another name."
            ) from None
        self._write({"format": JOURNAL, "version": VERSION, **record.document()})

    def step(self, step: Step) -> None:
        """Note a step that is about to be made."""
        self._write({"step": SavedStep.of(step).data()})

    def goto(self, ply: int) -> None:
        """Note that moves were taken back or brought back."""
        self._write({"goto": ply})

    def end(self, rule: str, loser: int) -> None:
        """Note a resignation or a lost clock."""
        self._write({"end": [rule, loser]})

    def _write(self, line: dict[str, object]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())
