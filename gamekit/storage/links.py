"""Links that open a match on the published site: a record, packed into an address.

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
    """Return the address of the published site, ending with "/", or an empty text if it is unknown."""
    named = os.environ.get(SITE, "")
    return named if not named or named.endswith("/") else f"{named}/"


def can_be_linked(game: Game) -> bool:
    """Does the site have a page for this game, and is no function of it replaced?"""
    return game.name in NAMES and not game.replaced


def address(record: Record, puzzle: Mapping[str, object] | None = None) -> str:
    """Return the link that opens a record, or asks a puzzle about it.

    Raises:
        GameError: the site's address is unknown, or the record needs code that the site lacks.
    """
    if not site():
        raise GameError(
            f"The address of the published site is unknown. Set {SITE} to it, for example "
            "https://example.org/gamekit/."
        )
    if record.replaced or record.game not in NAMES:
        raise GameError(
            "A link cannot hold code. It opens the kit's own games and changes only their numbers and options."
        )
    return f"{site()}play/{record.game}/#{packed(record, puzzle)}"


def packed(record: Record, puzzle: Mapping[str, object] | None = None) -> str:
    """Return a record, and any puzzle about it, in letters that an address may hold."""
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
