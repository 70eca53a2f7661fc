"""Saved games: readable, replayed through the rules when read, never executed.

One document, two forms: JSON in files (`Match.save`, `read`) and a transcript for people
(`str(record)`, `Record.parse`). A journal is the same, written step by step.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Self

from gamekit.clock import Clock
from gamekit.errors import BadRecord, GameError
from gamekit.view import Result

if TYPE_CHECKING:
    from gamekit.contract import Game
    from gamekit.match import Match

FORMAT, JOURNAL, VERSION = "gamekit match", "gamekit journal", 1
WHO = ("0", "1", "chance", "dictated", "forced")
SHAPES: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "parameters": (dict,),
    "replaced": (list,),
    "seed": (int, type(None)),
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


@dataclass(frozen=True, slots=True)
class Step:
    """One step: who ("0", "1", "chance", "dictated" or "forced"), its notation, reserves left."""

    who: str
    text: str
    left: tuple[float, float] | None = None


@dataclass(frozen=True)
class Record:
    """A match as data. `parameters` holds what differs from the game's own; `viewer` is None for
    the host's record or the player from whose view it was made."""

    game: str
    parameters: Mapping[str, object]
    replaced: tuple[str, ...]
    seed: int | None
    first: int
    dmo: int
    players: tuple[str, str]
    clock: Clock | None
    official: bool
    open: bool
    viewer: int | None
    position: Mapping[str, object] | None
    steps: tuple[Step, ...]
    result: Result | None

    # --- to and from plain data ----------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        """Return the record as JSON-able data."""
        clock, result = self.clock, self.result
        return {
            "game": self.game,
            "parameters": dict(self.parameters),
            "replaced": list(self.replaced),
            "seed": self.seed,
            "first": self.first,
            "dmo": self.dmo,
            "players": list(self.players),
            "clock": clock
            and {
                "main": clock.main,
                "reserve": clock.total * (clock.period or 1),
                "period": clock.period,
                "official": self.official,
            },
            "open": self.open,
            "viewer": self.viewer,
            "position": None if self.position is None else dict(self.position),
            "steps": [_step_data(step) for step in self.steps],
            "result": result
            and {
                "winner": result.winner,
                "kind": result.kind,
                "rule": result.rule,
                "text": result.text,
            },
        }

    @classmethod
    def of(cls, document: object) -> Self:
        """Return the record that plain data describes; `BadRecord` names the place that is wrong."""
        if not isinstance(document, dict):
            _bad("the document", "it is not a JSON object")
        for key, types in SHAPES.items():
            if key not in document:
                _bad(key, "it is missing")
            wrong_bool = isinstance(document[key], bool) and bool not in types
            if not isinstance(document[key], types) or wrong_bool:
                _bad(key, f"it is {document[key]!r}")
        clock, result, players = document["clock"], document["result"], document["players"]
        if len(players) != 2 or not all(isinstance(name, str) for name in players):
            _bad("players", f"they are {players!r}; two names belong there")
        try:
            return cls(
                game=document["game"],
                parameters={
                    key: tuple(value) if isinstance(value, list) else value  # JSON has no tuples
                    for key, value in document["parameters"].items()
                },
                replaced=tuple(str(name) for name in document["replaced"]),
                seed=document["seed"],
                first=document["first"],
                dmo=document["dmo"],
                players=(players[0], players[1]),
                clock=None
                if clock is None
                else Clock(clock["main"], clock["reserve"], clock["period"]),
                official=clock is not None and bool(clock["official"]),
                open=document["open"],
                viewer=document["viewer"],
                position=document["position"],
                steps=tuple(_step_of(n, data) for n, data in enumerate(document["steps"], 1)),
                result=None
                if result is None
                else Result(result["winner"], result["kind"], result["rule"], result["text"]),
            )
        except (KeyError, TypeError, GameError) as problem:
            if isinstance(problem, BadRecord):
                raise
            _bad("clock or result", str(problem))

    # --- files ---------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write the record as UTF-8 JSON, whole or not at all."""
        document = self.document()
        document = {
            "format": FORMAT,
            "version": VERSION,
            **document,
            "digest": _digest(document),
        }
        part = path.with_name(path.name + ".part")
        part.write_text(_pretty(document), encoding="utf-8")
        os.replace(part, path)

    # --- transcripts ---------------------------------------------------------------------------

    def __str__(self) -> str:
        document = self.document()
        steps, result = document.pop("steps"), document.pop("result")
        lines = [f"{key}: {json.dumps(value)}" for key, value in document.items()]
        lines.append("")
        ply = 0
        for step, data in zip(self.steps, steps, strict=True):
            clock = f"  [{_brief(data[2][0])} {_brief(data[2][1])}]" if step.left else ""
            if step.who in ("0", "1"):
                ply += 1
                lines.append(f"{ply:4}. {self.players[int(step.who)]}: {step.text}{clock}")
            else:
                lines.append(f"      {step.who}: {step.text}{clock}")
        lines += ["", f"result: {json.dumps(result)}"]
        return "\n".join(lines)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a transcript back."""
        document: dict[str, Any] = {"steps": []}
        for n, line in enumerate(text.splitlines(), 1):
            key, _, rest = line.partition(":")
            try:
                if key in SHAPES and key != "steps":
                    document[key] = json.loads(rest)
                elif line.strip():
                    document["steps"].append(_parsed_step(line, document.get("players", [])))
            except (ValueError, TypeError, RecursionError):
                _bad(f"line {n}", f"{line.strip()[:80]!r} cannot be read")
        return cls.of(document)

    # --- replaying -----------------------------------------------------------------------------

    def match(self, game: Game | None = None) -> Match:
        """Replay the record through the rules.

        Args:
            game: needed where rules were replaced: a record holds no code.
        """
        from gamekit.match import Match

        found = self._game(game)
        try:
            match = Match(
                found,
                seed=self.seed,
                first=self.first,
                dmo=self.dmo,
                players=self.players,
                clock="official" if self.official else self.clock,
                position=self.position,
                auto=False,
                open=self.open,
            )
        except GameError as problem:
            raise BadRecord(f"Record, how the match began: {problem}") from None
        for n, step in enumerate(self.steps, 1):
            match.replay(step, check_chance=self.seed is not None, place=f"step {n}")
        self._finish(match)
        match.auto = True
        return match

    def _game(self, game: Game | None) -> Game:
        from gamekit.games import load

        try:
            found = game or load(self.game)
            changed = found.with_(**self.parameters) if game is None else found
        except GameError as problem:
            raise BadRecord(f"Record, game or parameters: {problem}") from None
        if changed.name != self.game or dict(changed.changes) != dict(self.parameters):
            _bad("game", f"it was played with {self.game} {dict(self.parameters)}, not {changed}")
        if set(changed.replaced) != set(self.replaced):
            names = ", ".join(self.replaced) or "nothing"
            _bad(
                "replaced",
                f"it was played with {names} replaced; give that variant: read(path, game=variant)",
            )
        return changed

    def _finish(self, match: Match) -> None:
        """Bring a resignation or a lost clock back, and compare how the match ended."""
        result = self.result
        if result and not match.result and result.rule in ("X-Q2", "X-Q9"):
            if result.winner not in (0, 1):
                _bad("result", f"winner is {result.winner!r}")
            (match.flag if result.rule == "X-Q2" else match.resign)(1 - result.winner)
        if match.result != result:
            _bad("result", f"the moves lead to {match.result}, not to {result}")


def read(path: str | os.PathLike[str], *, game: Game | None = None) -> Match:
    """Read a saved game or a journal and replay it through the rules.

    Args:
        path: a file that `Match.save` or a journal wrote.
        game: the variant it was played with, where rules were replaced by functions.

    Raises:
        BadRecord: the file is damaged, foreign or disagrees with the rules; the place is named.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is no saved game: it is not UTF-8 text.") from None
    except OSError as problem:
        raise BadRecord(f"{path} cannot be read: {problem.strerror}.") from None
    first = text.partition("\n")[0]
    if first.startswith("{") and JOURNAL in first:
        return _replay_journal(text, game)
    document = _json(text, "the file")
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadRecord(f"{path} is no saved game of this kit.")
    _check_version(document)
    body = {key: document[key] for key in SHAPES if key in document}
    record = Record.of(body)
    if document.get("digest") != _digest(body):
        _bad("digest", "the file was changed after it was saved")
    return record.match(game)


# --- journals ----------------------------------------------------------------------------------


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
        self._write({"step": _step_data(step)})

    def goto(self, ply: int) -> None:
        self._write({"goto": ply})

    def end(self, rule: str, loser: int) -> None:
        self._write({"end": [rule, loser]})

    def _write(self, line: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())


def _replay_journal(text: str, game: Game | None) -> Match:
    # A last line without its end was cut short by a crash, before it was acknowledged.
    head, *lines = text[: text.rfind("\n") + 1].splitlines() or [text]
    document = _json(head, "line 1")
    _check_version(document)
    record = Record.of({key: document[key] for key in SHAPES if key in document})
    match = record.match(game)
    match.auto = False
    for n, line in enumerate(lines, 2):
        event = _json(line, f"line {n}")
        match event:
            case {"step": data}:
                match_step = _step_of(n, data)
                match.replay(match_step, check_chance=True, place=f"line {n}")
            case {"goto": int(ply)}:
                _tried(lambda: match.goto(ply), n)
            case {"end": ["X-Q2", 0 | 1 as loser]}:
                _tried(lambda: match.flag(loser), n)
            case {"end": ["X-Q9", 0 | 1 as loser]}:
                _tried(lambda: match.resign(loser), n)
            case _:
                _bad(f"line {n}", f"{line!r} is no step")
    match.auto = True
    return match


def _tried(action: Any, n: int) -> None:
    try:
        action()
    except GameError as problem:
        _bad(f"line {n}", str(problem))


# --- pieces ------------------------------------------------------------------------------------


def _step_data(step: Step) -> list[Any]:
    return [step.who, step.text] + ([list(step.left)] if step.left else [])


def _brief(seconds: float) -> str:
    """As many places as a clock has, and no zeros behind them."""
    return f"{seconds:.6f}".rstrip("0").rstrip(".")


def _step_of(n: int, data: object) -> Step:
    match data:
        case [str(who), str(text)] if who in WHO:
            return Step(who, text)
        case [str(who), str(text), [int() | float() as a, int() | float() as b]] if who in WHO:
            return Step(who, text, (float(a), float(b)))
    _bad(f"step {n}", f"{data!r} is no step")


def _parsed_step(line: str, players: list[str]) -> list[Any]:
    numbered = re.fullmatch(r"\s*\d+\. (.*)", line)
    body = numbered[1] if numbered else line.strip()
    known = list(enumerate(players) if numbered else enumerate(WHO[2:], 2))
    for who, name in sorted(known, key=lambda pair: -len(pair[1])):  # one may begin another
        if body.startswith(f"{name}: "):
            text, clock = body[len(name) + 2 :], None
            if times := re.fullmatch(r"(.*)  \[(\S+) (\S+)\]", text):
                text, clock = times[1], [float(times[2]), float(times[3])]
            return [WHO[who], text] + ([clock] if clock else [])
    raise ValueError(line)


def _json(text: str, place: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        _bad(place, f"it is no JSON: {problem}")


def _check_version(document: Mapping[str, Any]) -> None:
    if document.get("version") != VERSION:
        _bad("version", f"it is {document.get('version')!r}; this kit reads {VERSION}")


def _digest(document: Mapping[str, Any]) -> str:
    """A checksum against damage and slips of the hand, not a signature."""
    from hashlib import sha256  # not at the top: it would slow `import gamekit`

    return sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:16]


def _pretty(document: Mapping[str, Any]) -> str:
    """JSON with one line a field and one line a step."""
    lines = []
    for key, value in document.items():
        if key == "steps" and value:
            inside = ",\n".join(f"  {json.dumps(step)}" for step in value)
            lines.append(f' "steps": [\n{inside}\n ]')
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _bad(place: str, problem: str) -> NoReturn:
    raise BadRecord(f"Record, {place}: {problem}.")
