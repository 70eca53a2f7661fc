"""A match as data: JSON in files, and a transcript for people.

`gamekit.storage.saved_matches` turns a record back into a match; `gamekit.storage.journal` writes one step by step.
A link that opens a match on the published site holds a record, packed into an address, and perhaps a puzzle
about it.
"""

from __future__ import annotations

import json
import os
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self
from zlib import compress, decompressobj
from zlib import error as Damaged

from gamekit.contract import CHANCE, Game
from gamekit.errors import BadRecord, GameError
from gamekit.games import NAMES
from gamekit.match.clock import Clock
from gamekit.match.view import Result
from gamekit.storage.files import named, write_whole
from gamekit.validation import (
    as_text,
    bare,
    is_duration,
    name_kept,
    name_key,
    plain,
    printable,
    shown,
)

if TYPE_CHECKING:
    from gamekit.match.history import Line, Step


FORMAT, VERSION = "gamekit match", 1
WHO = ("0", "1", "chance", "dictated", "forced")
EXACT = 1 << 53  # JavaScript rounds whole numbers beyond this, so they are written as text
SHAPES: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "parameters": (dict,),
    "replaced": (list,),
    "seed": (int, str, type(None)),
    "number": (int,),
    "first": (int,),
    "dmo": (int,),
    "players": (list,),
    "clock": (dict, type(None)),
    "open": (bool,),
    "viewer": (int, type(None)),
    "position": (dict, type(None)),
    "steps": (list,),
    "result": (dict, type(None)),
}
ONLY_IF_NOT = {"number": 0}  # fields that are left out if they have this value


@dataclass(frozen=True, slots=True)
class SavedStep:
    """A step as files hold it.

    Attributes:
        who: "0", "1", "chance", "dictated" or "forced".
        text: its notation.
        left: reserve left on both players' clocks, if there are any.
    """

    who: str
    text: str
    left: tuple[float, float] | None = None

    @classmethod
    def of(cls, step: Step) -> Self:
        """Return the saved form of a step."""
        who = {None: "forced", CHANCE: "dictated" if step.dictated else "chance"}
        player = step.entry.player
        return cls(who.get(player, str(player)), step.entry.text, step.left)

    @classmethod
    def read(cls, data: object, place: str) -> Self:
        """Return the step that this data describes."""
        match data:
            case [str(who), str(text)] if who in WHO:
                return cls(who, printable(text))
            case [str(who), str(text), [a, b]] if who in WHO and is_duration(a) and is_duration(b):
                return cls(who, printable(text), (float(a), float(b)))
        wrong(place, f"{shown(data)} is not a step")

    def data(self) -> list[object]:
        """Return the step as JSON-able data."""
        return [self.who, self.text] + ([[*map(_number, self.left)]] if self.left else [])


def saved_steps(line: Line, viewer: int | None) -> tuple[SavedStep, ...]:
    """Return the steps made so far, for the host (None) or with what `viewer` may know."""
    steps = [SavedStep.of(step) for step in line.made]
    if viewer is not None:
        seen = line.seen_by(viewer)
        steps = [replace(step, text=e.text) for step, e in zip(steps, seen, strict=True)]
    return tuple(steps)


@dataclass(frozen=True, kw_only=True)
class Record:
    """A match as data.

    `parameters` has those that differ from the game's own. `viewer` is None in the host's record; otherwise it
    is the player whose view the record shows.
    """

    game: str
    parameters: Mapping[str, object]
    replaced: tuple[str, ...]
    seed: int | None
    number: int
    first: int
    dmo: int
    players: tuple[str, str]
    clock: Clock | None
    official: bool
    open: bool
    viewer: int | None
    position: Mapping[str, object] | None
    steps: tuple[SavedStep, ...]
    result: Result | None

    # `gamekit.storage.saved_matches` puts its function here, since this module cannot import matches.
    replayed: ClassVar[Callable[[Record, Game | None], Any]]

    def match(self, game: Game | None = None) -> Any:
        """Replay the record through the rules, and return the `Match`.

        Args:
            game: the variant, if rules were replaced: a record holds no code.
        """
        return type(self).replayed(self, game)

    # --- to and from plain data ----------------------------------------------------------------

    def document(self) -> dict[str, object]:
        """Return the record as JSON-able data."""
        document: dict[str, object] = {
            "game": self.game,
            "parameters": dict(self.parameters),
            "replaced": list(self.replaced),
            "seed": str(self.seed) if abs(self.seed or 0) > EXACT else self.seed,
            "number": self.number,
            "first": self.first,
            "dmo": self.dmo,
            "players": list(self.players),
            "clock": _clock_data(self.clock, self.official),
            "open": self.open,
            "viewer": self.viewer,
            "position": None if self.position is None else dict(self.position),
            "steps": [step.data() for step in self.steps],
            "result": _result_data(self.result),
        }
        for key, value in ONLY_IF_NOT.items():
            if document[key] == value:
                del document[key]
        return document

    @classmethod
    def of(cls, document: object) -> Self:
        """Return the record that plain data describes.

        Raises:
            BadRecord: the data is wrong. The message names the place.
        """
        if not isinstance(document, dict):
            wrong("the document", "it is not a JSON object")
        document = {**ONLY_IF_NOT, **document}
        _check_shapes(document)
        clock = document["clock"]
        steps = enumerate(document["steps"], 1)
        names = _names(document["players"])
        spelled = dict(zip(document["players"], names, strict=True))
        return cls(
            game=document["game"],
            parameters=with_tuples(document["parameters"]),
            replaced=tuple(printable(str(name)) for name in document["replaced"]),
            seed=_seed_of(document["seed"]),
            number=document["number"],
            first=document["first"],
            dmo=document["dmo"],
            players=names,
            clock=_clock_of(clock),
            official=clock is not None and bool(clock["official"]),
            open=document["open"],
            viewer=document["viewer"],
            position=document["position"],
            steps=tuple(SavedStep.read(data, f"step {n}") for n, data in steps),
            result=_result_of(document["result"], spelled),
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record as UTF-8 JSON, completely or not at all."""
        body = self.document()
        document = {"format": FORMAT, "version": VERSION, **body, "digest": digest(body)}
        write_whole(named(path), _pretty(document))

    # --- transcripts ---------------------------------------------------------------------------

    def __str__(self) -> str:
        document = self.document()
        result = document.pop("result")
        del document["steps"]
        lines = [f"{key}: {json.dumps(value)}" for key, value in document.items()]
        lines.append("")
        ply = 0
        for step in self.steps:
            clock = f"  [{' '.join(map(_brief, step.left))}]" if step.left else ""
            if step.who in ("0", "1"):
                ply += 1
                lines.append(f"{ply:4}. {self.players[int(step.who)]}: {step.text}{clock}")
            else:
                lines.append(f"      {step.who}: {step.text}{clock}")
        lines += ["", f"result: {json.dumps(result)}"]
        return "\n".join(lines)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a transcript back, as it was written or as people paste it: indented, quoted, fenced,
        or with changed quotation marks, dashes and blanks."""
        if not isinstance(text, str):
            wrong("the transcript", f"it is text, not of type {type(text).__name__}")
        document: dict[str, Any] = {"steps": []}
        for n, line in enumerate(text.splitlines(), 1):
            stripped = bare(line)
            if stripped and not _read_line(stripped, document):
                wrong(f"line {n}", f"{shown(stripped)} cannot be read")
        return cls.of(document)


# --- what files have in common -----------------------------------------------------------------


def wrong(place: str, problem: str) -> NoReturn:
    """Refuse a record and name the place."""
    text = as_text(problem)
    raise BadRecord(f"Record, {place}: {text}{'' if text[-1:] in '.?' else '.'}") from None


def digest(document: Mapping[str, object]) -> str:
    """Return a checksum that reveals damage and accidental edits. It is not a signature."""
    from hashlib import sha256  # not at the top: it would slow `import gamekit`

    return sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:16]


# --- pieces ------------------------------------------------------------------------------------


def _check_shapes(document: Mapping[str, Any]) -> None:
    for key, types in SHAPES.items():
        if key not in document:
            wrong(key, "it is missing")
        is_wrong_bool = isinstance(document[key], bool) and bool not in types
        if not isinstance(document[key], types) or is_wrong_bool:
            wrong(key, f"it is {shown(document[key])}")
    if document["viewer"] not in (None, 0, 1):
        wrong("viewer", f"it is {shown(document['viewer'])}; it must be 0, 1 or null")
    players = document["players"]
    if len(players) != 2 or not all(isinstance(name, str) for name in players):
        wrong("players", f"they are {shown(players)}; two names belong there")


def _check_keys(place: str, data: Mapping[str, object], *keys: str) -> None:
    for key in keys:
        if key not in data:
            wrong(place, f"it has no {key!r}")


def _clock_data(clock: Clock | None, official: bool) -> dict[str, object] | None:
    return (
        None
        if clock is None
        else {
            "main": _number(clock.main),
            "reserve": _number(clock.reserve),
            "period": clock.period if clock.period is None else _number(clock.period),
            "official": official,
        }
    )


def _number(seconds: float) -> float:
    """Return a number as JavaScript would write it, so that checksums agree there."""
    return int(seconds) if seconds == int(seconds) else seconds


def _seed_of(seed: int | str | None) -> int | None:
    if isinstance(seed, str):
        if not re.fullmatch("-?[1-9][0-9]{15,39}", seed) or abs(int(seed)) <= EXACT:
            wrong("seed", f"it is {shown(seed)}")
        return int(seed)
    return seed


def _clock_of(data: Mapping[str, Any] | None) -> Clock | None:
    if data is None:
        return None
    _check_keys("clock", data, "main", "reserve", "period", "official")
    try:
        return Clock(data["main"], data["reserve"], data["period"])
    except (TypeError, ArithmeticError, ValueError) as problem:
        wrong("clock", str(problem))


def _result_data(result: Result | None) -> dict[str, object] | None:
    if result is None:
        return None
    data: dict[str, object] = {
        "winner": result.winner,
        "kind": result.kind,
        "rule": result.rule,
        "text": result.text,
    }
    return data if result.payoff is None else {**data, "payoff": result.payoff}


def with_tuples(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters from JSON, which has no tuples, as games have them."""
    return {k: tuple(v) if isinstance(v, list) else v for k, v in parameters.items()}


def _result_of(data: Mapping[str, Any] | None, spelled: Mapping[str, str]) -> Result | None:
    """Return how a match ended, with the names in its sentence spelled as they are now."""
    if data is None:
        return None
    _check_keys("result", data, "winner", "kind", "rule", "text")
    text = data["text"]
    if isinstance(text, str):
        longest_first = map(re.escape, sorted(spelled, key=len, reverse=True))
        names = re.compile(rf"({'|'.join(longest_first)})(?!\w)")  # one may begin another
        text = printable(names.sub(lambda name: spelled[name[0]], text))
    return Result(data["winner"], data["kind"], data["rule"], text, data.get("payoff"))


def _names(given: list[str]) -> tuple[str, str]:
    """Return the players' names as they are spelled now."""
    one, two = map(name_kept, given)
    are_alike = name_key(one) == name_key(two) and given[0] != given[1]
    return one, f"{two} 2" if are_alike else two


def _brief(seconds: float) -> str:
    """Return seconds with a clock's precision and no trailing zeros."""
    return f"{seconds:.6f}".rstrip("0").rstrip(".")


def _read_line(line: str, document: dict[str, Any]) -> bool:
    """Read a line of a transcript into the document. Return whether it can be read.

    A line counts as written or in plain characters.
    """
    for spelling in dict.fromkeys((line, plain(line))):
        key, _, rest = spelling.partition(":")
        with suppress(ValueError, TypeError, RecursionError):
            if key in SHAPES and key != "steps":
                document[key] = json.loads(rest)
            else:
                document["steps"].append(_parsed_step(spelling, document))
            return True
    return False


def _parsed_step(line: str, document: Mapping[str, Any]) -> list[Any]:
    numbered = re.fullmatch(r"\d+\. (.*)", line)
    body = numbered[1] if numbered else line
    known = enumerate(document.get("players", ()) if numbered else WHO[2:], 0 if numbered else 2)
    names = [(who, name) for who, name in known if isinstance(name, str)]
    spelled = [(who, each) for who, name in names for each in (name, plain(name))]
    gap = r"\s+" if document.get("clock") else "  "
    for who, name in sorted(spelled, key=lambda pair: -len(pair[1])):  # one may begin another
        if body.startswith(f"{name}: "):
            text, clock = body[len(name) + 2 :], None
            if times := re.fullmatch(rf"(.*){gap}\[(\S+) (\S+)\]", text):
                text, clock = times[1].rstrip(), [float(times[2]), float(times[3])]
            return [WHO[who], text] + ([clock] if clock else [])
    raise ValueError(line)


def _pretty(document: Mapping[str, object]) -> str:
    """Return JSON with one line for each field and each step."""
    lines = []
    for key, value in document.items():
        if key == "steps" and isinstance(value, list) and value:
            inside = ",\n".join(f"  {json.dumps(step)}" for step in value)
            lines.append(f' "steps": [\n{inside}\n ]')
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


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
    """Return a record, and perhaps a puzzle about it, in characters that an address may contain."""
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
