"""Matches as links to the published site, whose pages open them: a record, packed into an address.

Beside the record a link may hold a puzzle about it, see `gamekit.puzzling`.
"""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Mapping
from zlib import compress, decompressobj
from zlib import error as Damaged

from gamekit.contract import Game
from gamekit.errors import BadRecord, GameError
from gamekit.games import NAMES
from gamekit.storage.record import Record

LARGEST = 200_000  # bytes of an unpacked record
SITE = "GAMEKIT_SITE"  # the variable with the site's address


def site() -> str:
    """Return the address of the published site, ending with "/"; empty where nobody named one."""
    named = os.environ.get(SITE, "")
    return named if not named or named.endswith("/") else f"{named}/"


def can_be_linked(game: Game) -> bool:
    """Does this game have a page, and does it differ only in numbers and options?"""
    return game.name in NAMES and not game.replaced


def address(record: Record, puzzle: Mapping[str, object] | None = None) -> str:
    """Return the link that opens a record, or asks a puzzle about it.

    Raises:
        GameError: the site's address is unknown, or the record needs code that the site lacks.
    """
    if not site():
        raise GameError(
            f"Nobody said where the site is published: set {SITE} to its address, such as "
            "https://example.org/gamekit/."
        )
    if record.replaced or record.game not in NAMES:
        raise GameError(
            "A link holds no code: it opens the kit's own games, with other numbers and options only."
        )
    return f"{site()}play/{record.game}/#{packed(record, puzzle)}"


def packed(record: Record, puzzle: Mapping[str, object] | None = None) -> str:
    """Return a record, and a puzzle about it if there is one, as letters that an address may hold."""
    document: object = record.document()
    if puzzle is not None:
        document = {"record": document, "puzzle": dict(puzzle)}
    text = json.dumps(document, separators=(",", ":"))
    return urlsafe_b64encode(compress(text.encode(), 9)).rstrip(b"=").decode()


def unpacked(text: str) -> tuple[Record, object]:
    """Return the record that an address holds, and the puzzle about it as plain data, or None.

    Raises:
        BadRecord: it was cut off or changed.
    """
    try:
        unpacking = decompressobj()
        content = unpacking.decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4)), LARGEST)
        if not unpacking.eof:
            raise ValueError("cut off, or too long")
        document, puzzle = json.loads(content), None
        if isinstance(document, dict) and "record" in document:
            document, puzzle = document["record"], document.get("puzzle")
        return Record.of(document), puzzle
    except (ValueError, Damaged, Error, RecursionError) as problem:
        if isinstance(problem, BadRecord):
            raise
        raise BadRecord("This link was cut off or changed: ask for it again.") from None
