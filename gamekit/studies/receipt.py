"""What was played, as data, on a receipt and beside saved games.

A receipt holds no code. It has a hash of the compiled module, which holds rules and bots, so that a replay
can tell whether anything has changed since.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from gamekit.compiling import module_name
from gamekit.contract import Game
from gamekit.errors import GameError
from gamekit.studies.statistics import Rows
from gamekit.validation import as_text, bare, brief, is_whole, plain, printable, shown

Document = dict[str, Any]

FORMAT, VERSION = "gamekit receipt", 1
LIBRARIES = ("gamekit-lab", "numpy")
LONGEST = 100_000  # characters of a receipt; usually there are fewer than 800
DIGITS = 16  # of a digest, in hexadecimal
PLAYED: dict[str, Any] = {
    "game": str,
    "parameters": dict,
    "replaced": list,
    "bots": list,
    "seed": int,
    "max_moves": int,
}
FOUND: dict[str, Any] = {"versions": dict, "games": int, "rows": str}
SHAPES: dict[str, dict[str, Any]] = {
    "playtest": {**PLAYED, **FOUND, "asked": int, "precision": (int, float, type(None))},
    "comparison": {**FOUND, "a": dict, "b": dict},
}
# What may differ from a receipt, and what messages call it.
NAMES = {
    "game": "the game",
    "parameters": "the parameters",
    "replaced": "the replaced functions",
    "module": "the module of the rules",
    "bots": "the bots",
    "seed": "the seed",
    "max_moves": "max_moves",
    "measures": "the measures",
}


def settings(game: Game, bots: tuple[str, str], seed: int, max_moves: int) -> Document:
    """Return what determines the games of a playtest."""
    return {
        "game": game.name,
        "parameters": _plain(game.changes),
        "replaced": list(game.replaced),
        "module": module_name(game, "random" if set(bots) == {"random"} else "bots"),
        "bots": list(bots),
        "seed": seed,
        "max_moves": max_moves,
        **({"measures": list(game.measures)} if game.measures else {}),
    }


def written(kind: str, body: Document) -> str:
    head = {"format": FORMAT, "version": VERSION, "kind": kind, "versions": versions()}
    return json.dumps({**head, **body})


def read(text: object) -> Document:
    """Read a receipt, as it was written or as people paste it.

    Raises:
        GameError: this is no receipt; the message says why.
    """
    document = _parsed(text) if isinstance(text, str) and len(text) <= LONGEST else None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise GameError(f"{shown(text)} is not a receipt: give the text of study.receipt.")
    kind, number = document.get("kind"), document.get("version")
    if number != VERSION:
        raise GameError(
            f"The receipt has version {shown(number)}; this gamekit reads version {VERSION}."
        )
    if not isinstance(kind, str) or kind not in SHAPES:
        raise GameError(f"The receipt is of a {shown(kind)}, which cannot be played again.")
    _check(document, SHAPES[kind])
    for part in ("a", "b"):
        if part in SHAPES[kind]:
            _check(document[part], PLAYED)
    return document


def _parsed(text: str) -> object:
    """Parse a text as JSON, as it is or in plain characters. Return None if it is not JSON."""
    line = " ".join(map(bare, text.splitlines()))
    for spelling in dict.fromkeys((text, line, plain(line))):
        with suppress(ValueError, RecursionError):
            found: object = json.loads(spelling)
            return found
    return None


def _check(document: Document, shapes: Mapping[str, Any]) -> None:
    for key, kinds in shapes.items():
        value = document.get(key)
        is_number = not isinstance(value, int) or is_whole(value)
        if key not in document or not isinstance(value, kinds) or not is_number:
            raise GameError(f"The receipt is damaged: {key} is {shown(value)}.")


def differences(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is different now, briefly: "the seed (1, now 2)"."""
    old, new = then.get("versions", {}), now.get("versions", {})
    # Receipts of earlier versions do not name the module.
    pairs = [(name, then.get(key), now.get(key)) for key, name in NAMES.items() if key in then]
    pairs += [(f"the version of {name}", old.get(name), new[name]) for name in new]
    for name, before, after in pairs:
        if before != after:
            yield f"{name} ({_in_words(before)}, now {_in_words(after)})"


def versions() -> Document:
    """Return the versions of the kit, Python and the libraries that play."""
    found = {"python": platform.python_version()}
    for library in LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            found[library] = ""
    return found


def digest(*rows: Rows) -> str:
    """Return a digest of rows. It is the same for equal rows, on any machine."""
    found = sha256()
    for each in rows:
        found.update(np.ascontiguousarray(each, "<i8").tobytes())
    return found.hexdigest()[:DIGITS]


def _plain(parameters: Mapping[str, object]) -> Document:
    """Return parameters as JSON has them, without tuples."""
    found: Document = json.loads(json.dumps(dict(parameters)))
    return found


def _in_words(value: object) -> str:
    if isinstance(value, dict):
        pairs = (f"{printable(str(k))}={shown(v)}" for k, v in value.items())
        return brief(", ".join(pairs)) or "as published"
    if isinstance(value, list):
        return brief(", ".join(map(as_text, value))) or "none"
    return "unknown" if value in (None, "") else as_text(value)
