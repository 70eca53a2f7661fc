"""Replaying records and journals: every step goes through the rules again, nothing is executed."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gamekit.contract import Game
from gamekit.errors import BadRecord, GameError
from gamekit.games import load
from gamekit.journal import JOURNAL
from gamekit.match import Match
from gamekit.record import FORMAT, SHAPES, VERSION, Record, SavedStep, digest, wrong
from gamekit.referee import OPEN
from gamekit.view import HIDDEN


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
        raise BadRecord(f"{path} is not a gamekit save file: not UTF-8 text.") from None
    except OSError as problem:
        raise BadRecord(f"{path} cannot be read: {problem.strerror}.") from None
    first = text.partition("\n")[0]
    if first.startswith("{") and JOURNAL in first:
        return _journal(text, game)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadRecord(f"{path} is not a gamekit save file: not valid JSON ({problem}).") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadRecord(f"{path} is not a gamekit save file.")
    body = _body(document)
    record = Record.of(body)
    if document.get("digest") != digest(body):
        wrong("digest", "the file was changed after it was saved")
    return replayed(record, game)


def replayed(record: Record, game: Game | None = None) -> Match:
    """Return the match that a record describes.

    Args:
        record: the host's.
        game: needed where rules were replaced: a record holds no code.
    """
    match = _begun(record, game)
    for n, step in enumerate(record.steps, 1):
        _repeat(match, step, record.seed is not None, f"step {n}")
    _end(match, record)
    return _handed_over(match)


Record.replayed = replayed


def _begun(record: Record, game: Game | None) -> Match:
    """Return the match before its first step. Its clock stands still while it is replayed."""
    found = _game(record, game)
    try:
        match = Match(
            found,
            seed=record.seed,
            number=record.number,
            first=record.first,
            dmo=record.dmo,
            players=record.players,
            clock="official" if record.official else record.clock,
            position=record.position,
            auto=False,
            open=record.open,
        )
    except GameError as problem:
        raise BadRecord(f"Record, how the match began: {problem}") from None
    match.timer = lambda: 0.0
    return match


def _handed_over(match: Match) -> Match:
    """Let the clock run and chance come by itself again."""
    match.timer = time.monotonic
    match.goto(match.ply)  # the mover's time begins now
    match.auto = True
    return match


def _game(record: Record, game: Game | None) -> Game:
    try:
        found = load(record.game)
        found = found.with_(**record.parameters) if game is None else game
    except GameError as problem:
        raise BadRecord(f"Record, game or parameters: {problem}") from None
    if found.name != record.game or dict(found.changes) != dict(record.parameters):
        played = f"{record.game} {dict(record.parameters)}"
        wrong("game", f"it was played with {played}, not {found}")
    if set(found.replaced) != set(record.replaced):
        names = ", ".join(record.replaced) or "nothing"
        wrong(
            "replaced",
            f"it was played with {names} replaced; give that variant: read(path, game=variant)",
        )
    return found


def _repeat(match: Match, step: SavedStep, check_chance: bool, place: str) -> None:
    """Make a saved step again; `BadRecord` where the rules or the seed disagree."""
    if step.text == HIDDEN:
        raise BadRecord(
            f"Record, {place}: this is one player's record, and what they may not know is "
            "hidden; only the host's record can be replayed."
        )
    if match.clock and step.left:
        match.clock.left = step.left
    try:
        if step.who == "dictated" or (step.who == "chance" and not check_chance):
            match.dictate(step.text)
        elif step.who == "chance":
            _draw(match, step.text)
        elif step.who == "forced":
            if not match.history or match.history[-1].player is not None:
                raise GameError("nothing is forced here")
        elif match.to_act != int(step.who):
            raise GameError(f"player {step.who} is not to act")
        else:
            match.play(f"{step.text} {OPEN}")
    except GameError as problem:
        raise BadRecord(f"Record, {place}: {problem}") from None


def _draw(match: Match, text: str) -> None:
    """Draw once from the seed, and compare. Several sides of a die may be written alike."""
    made = len(match.history)
    drawn = match.advance(1).history[made:]
    if not drawn or drawn[0].text != text:
        raise GameError(f"the seed does not give {text!r} here")


def _end(match: Match, record: Record) -> None:
    """Bring a resignation or a lost clock back, and compare how the match ended."""
    result = record.result
    if result and not match.result and result.rule in ("X-Q2", "X-Q9"):
        if result.winner not in (0, 1):
            wrong("result", f"winner is {result.winner!r}")
        (match.flag if result.rule == "X-Q2" else match.resign)(1 - result.winner)
    if match.result != result:
        wrong("result", f"the moves lead to {match.result}, not to {result}")


# --- journals ----------------------------------------------------------------------------------


def _journal(text: str, game: Game | None) -> Match:
    # A last line without its end was cut short by a crash, before it was acknowledged.
    head, *lines = text[: text.rfind("\n") + 1].splitlines() or [text]
    record = Record.of(_body(_line(head, 1)))
    match = _begun(record, game)
    for n, line in enumerate(lines, 2):
        _follow(match, _line(line, n), n)
    return _handed_over(match)


def _line(text: str, n: int) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        wrong(f"line {n}", f"not valid JSON ({problem})")


def _follow(match: Match, event: object, n: int) -> None:
    """Do what a line of a journal says."""
    match event:
        case {"step": data}:
            _repeat(match, SavedStep.read(data, f"line {n}"), True, f"line {n}")
        case {"goto": int(ply)}:
            _try(lambda: match.goto(ply), n)
        case {"end": ["X-Q2", 0 | 1 as loser]}:
            _try(lambda: match.flag(loser), n)
        case {"end": ["X-Q9", 0 | 1 as loser]}:
            _try(lambda: match.resign(loser), n)
        case _:
            wrong(f"line {n}", f"{event!r} is not a step of a match")


def _try(action: Callable[[], object], n: int) -> None:
    try:
        action()
    except GameError as problem:
        wrong(f"line {n}", str(problem))


def _body(document: dict[str, Any]) -> dict[str, Any]:
    """Return a record's fields out of a file of this version."""
    if document.get("version") != VERSION:
        wrong(
            "version", f"it is {document.get('version')!r}; this version of gamekit reads {VERSION}"
        )
    return {key: document[key] for key in SHAPES if key in document}
