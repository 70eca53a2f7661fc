"""Matches read back from files: saved games, journals, and the matches that can be resumed.

Every step goes through the rules again, and no code in a file runs.
"""

from __future__ import annotations

import json
import os
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any

from gamekit.contract import Game
from gamekit.errors import BadRecord, GameError, GameWarning
from gamekit.games import NAMES, load, name_in
from gamekit.match.match import Match
from gamekit.match.view import EARLY, HIDDEN, OPEN, OUT_OF_TIME, RESIGNED, Result
from gamekit.storage.files import is_held, journals, named, read_whole, reason, shown_path
from gamekit.storage.journal import BOM, JOURNAL, PLAIN, SUMMED, Damage, Journal, checked
from gamekit.storage.record import FORMAT, SHAPES, VERSION, Record, SavedStep, digest, wrong
from gamekit.validation import printable, shown


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match in a journal that is not over.

    Attributes:
        path: the journal.
        game: the name of the game.
        parameters: the parameters that differ from the game's own.
        replaced: the functions that were replaced. To go on, give the variant.
        players: the names of the two.
        moves: how many moves they have made.
        changed: when the last move was made.
        damage: what is wrong with the file and where, or "".
    """

    path: Path
    game: str
    parameters: Mapping[str, object]
    replaced: tuple[str, ...]
    players: tuple[str, str]
    moves: int
    changed: datetime
    damage: str

    def match(self, game: Game | None = None) -> Match:
        """Return the match, which goes on in the same journal, or in a new one if that is damaged.

        Args:
            game: the variant, if rules were replaced by functions.
        """
        if not self.damage:
            return read(self.path, game=game, journal=True)
        return read(self.path, game=game, salvage=True).start_journal()

    def __str__(self) -> str:
        return ", ".join(self.row())

    def row(self) -> tuple[str, ...]:
        """A table's row: game, players, moves, when, and anything else to know."""
        count = f"{self.moves} {'move' if self.moves == 1 else 'moves'}"
        known = [f"{key}={value!r}" for key, value in self.parameters.items()]
        known += (
            [f"needs the variant: {', '.join(self.replaced)} replaced"] if self.replaced else []
        )
        known += [self.damage] if self.damage else []
        when = self.changed.strftime("%Y-%m-%d %H:%M")
        row = (self.game, " and ".join(self.players), count, when, *known)
        return tuple(map(printable, row))


class KeptMatches(tuple[KeptMatch, ...]):
    """Matches that can be resumed, the latest first: `gk.matches()[0].match()`."""

    def __repr__(self) -> str:
        lines = [f"{n}: {one}" for n, one in enumerate(self)]
        return "\n".join(lines) or "There are no matches to resume."

    def _repr_html_(self) -> str:
        if not self:
            return f"<p>{self!r}</p>"
        rows = "".join(
            f"<tr><td>{n}</td>"
            + "".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in one.row())
            + "</tr>"
            for n, one in enumerate(self)
        )
        return f"<table>{rows}</table>"


def matches(game: str | None = None) -> KeptMatches:
    """Return the matches that can be resumed, the latest first.

    They are in your folder of matches, or in the one that the environment variable
    GAMEKIT_MATCHES names. The list leaves out matches that are over or being played elsewhere.
    The kit deletes old ones: 30 days after the last move if they are over, otherwise after 180.

    Args:
        game: the name or title of a game, to list only its matches.
    """
    found = (described(path) for path in journals() if not is_held(path))
    wanted = None if game is None else name_in(game)
    return KeptMatches(one for one in found if one and wanted in (None, one.game))


def described(path: Path) -> KeptMatch | None:
    """Return what a journal says about its match, or None if the match is over or the file is no journal."""
    lines: list[dict[str, Any]] = []
    damage = ""
    try:
        for _, line in checked(read_whole(path)):
            lines.append(line)
    except Damage:
        damage = f"damaged in line {len(lines) + 1}"
        if not lines:
            return None
    except OSError:
        return None
    head, *events = lines
    if head.get("format") != JOURNAL or (
        events and (events[-1].get("over") or "end" in events[-1])
    ):
        return None
    with suppress(TypeError, ValueError):
        record = Record.of({key: head[key] for key in SHAPES if key in head})
        return KeptMatch(
            path=path,
            game=record.game,
            parameters=record.parameters,
            replaced=record.replaced,
            players=record.players,
            moves=_moves(events),
            changed=datetime.fromtimestamp(path.stat().st_mtime),
            damage=damage,
        )
    return None


def _moves(events: Sequence[Mapping[str, Any]]) -> int:
    moves = 0
    for event in events:
        moves = event.get("goto", moves)
        steps = event.get("steps", [event["step"]] if "step" in event else [])
        moves += sum(who in ("0", "1") for who, *_ in steps)
    return moves


def read(
    path: str | os.PathLike[str],
    *,
    game: Game | None = None,
    salvage: bool = False,
    journal: str | os.PathLike[str] | bool | None = None,
) -> Match:
    """Read a saved game or a journal and replay it through the rules.

    Args:
        path: a file that `Match.save` or a journal wrote.
        game: the variant, if rules were replaced by functions.
        salvage: return the match as it stood before a journal was damaged, and warn.
        journal: True to continue the journal that is read; a path to write everything to a new
            file. With True, a saved game continues in your folder of matches.

    Raises:
        BadRecord: the file is damaged, is not a saved match, or disagrees with the rules. The message names the
            place.
        GameError: somebody else is writing the journal, or the disk refuses.
    """
    file = named(path)
    content = _content(file)
    first = content.removeprefix(BOM).partition(b"\n")[0]
    if first.startswith(b"{") and JOURNAL.encode() in first:
        return read_journal(file, content, game, salvage, journal)
    record = _saved(file, content)
    match = replayed(record, game)
    return match.start_journal(journal) if journal else match


def _content(path: Path) -> bytes:
    try:
        return read_whole(path)
    except (OSError, ValueError) as problem:
        raise BadRecord(f"{shown_path(path)} cannot be read: {reason(problem)}.") from None


def _saved(path: Path, content: bytes) -> Record:
    """Return the record in a saved game."""
    foreign = f"{shown_path(path)} is not a gamekit save file"
    try:
        document = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadRecord(f"{foreign}: not UTF-8 text.") from None
    except (ValueError, RecursionError) as problem:
        raise BadRecord(f"{foreign}: not valid JSON ({problem}).") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadRecord(f"{foreign}.")
    body = _body(document, VERSION)
    record = Record.of(body)
    if document.get("digest") != digest(body):
        wrong("digest", "the file was changed after it was saved")
    return record


def replayed(record: Record, game: Game | None = None) -> Match:
    """Return the match that a record describes.

    Args:
        record: the host's record.
        game: the variant, if rules were replaced: a record holds no code.
    """
    match = _begun(record, game)
    for n, step in enumerate(record.steps, 1):
        _repeat(match, step, record.seed is not None, f"step {n}")
    _end(match, record)
    return _handed_over(match)


Record.replayed = replayed


def _begun(record: Record, game: Game | None) -> Match:
    """Return the match before its first step. Its clock stands still during the replay."""
    found = _game(record, game)
    if record.viewer is not None and record.position is not None and found.has_secrets:
        raise _one_sided("position")
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
        wrong("how the match began", str(problem))
    match.timer = lambda: 0.0
    return match


def _handed_over(match: Match) -> Match:
    """Let the clock run and draw chance automatically again."""
    match.timer = time.monotonic
    match.goto(match.ply)  # the mover's time begins now
    match.auto = True
    return match


def _game(record: Record, game: Game | None) -> Game:
    if game is not None and not isinstance(game, Game):
        raise GameError(f"game={shown(game)}: give a game or a variant, such as gamekit.load(...).")
    try:
        found = game or load(record.game).with_(**record.parameters)
    except GameError as problem:
        own = (
            f"there is no game {shown(record.game)}. If it is your own: gamekit.read(path, game=GAME), "
            "or gamekit replay --game FILE.py."
        )
        wrong("game or parameters", str(problem) if record.game in NAMES else own)
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
    """Make a saved step again; raise `BadRecord` if the rules or the seed disagree."""
    if step.text == HIDDEN:
        raise _one_sided(place)
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
        wrong(place, str(problem))


def _one_sided(place: str) -> BadRecord:
    return BadRecord(
        f"Record, {place}: this is one player's record, and what they may not know is "
        "hidden; only the host's record can be replayed."
    )


def _draw(match: Match, text: str) -> None:
    """Draw once from the seed, and compare. Several sides of a die may have the same name."""
    made = len(match.history)
    drawn = match.advance(1).history[made:]
    if not drawn or drawn[0].text != text:
        raise GameError(f"the seed does not give {shown(text)} here")


def _end(match: Match, record: Record) -> None:
    """Repeat a resignation or a lost clock, and compare how the match ended."""
    result = record.result
    if result and not match.result and result.rule in (RESIGNED, OUT_OF_TIME):
        if result.winner not in (0, 1):
            wrong("result", f"winner is {shown(result.winner)}")
        match.end_early(1 - result.winner, result.rule)
    found = match.result
    if found and result and result.payoff is None:  # written before the game had payoffs
        found = replace(found, payoff=None)
    if _as_worded_now(found) != _as_worded_now(result):
        wrong("result", f"the moves lead to {match.result}, not to {result}")


def _as_worded_now(result: Result | None) -> Result | None:
    """Return a result in today's words, because earlier versions used others."""
    return result and replace(result, text=str(result.text).replace("win-con", "win condition"))


# --- journals ----------------------------------------------------------------------------------


def read_journal(
    path: Path,
    content: bytes,
    game: Game | None,
    salvage: bool,
    journal: str | os.PathLike[str] | bool | None,
) -> Match:
    """Replay a journal; with `salvage`, only up to the first damaged line."""
    lines: list[bytes] = []
    match: Match | None = None
    damage = ""
    try:
        for line, event in checked(content):
            if match is None:
                match = _begun(Record.of(_body(event, PLAIN, SUMMED)), game)
            else:
                _follow(match, event, f"line {len(lines) + 1}")
            lines.append(line)
    except (Damage, BadRecord) as problem:
        place = f"Record, line {len(lines) + 1}: " if isinstance(problem, Damage) else ""
        damage = f"{place}{str(problem).rstrip('.')}."
    if match is None:
        raise BadRecord(damage)
    if damage:
        _report(damage, len(lines), salvage, journal)
    match = _handed_over(match)
    if journal is True:
        match.go_on_with(Journal.again(path, content, lines))
    elif journal:
        match.start_journal(journal)
    return match


def _report(
    damage: str, good: int, salvage: bool, journal: str | os.PathLike[str] | bool | None
) -> None:
    """Report what is wrong with a journal: as a warning with `salvage`, otherwise as an error."""
    if not salvage:
        raise BadRecord(
            f"{damage} gamekit.read(path, salvage=True) returns the match after the "
            f"{good} {'line' if good == 1 else 'lines'} before the damage."
        )
    if journal is True:
        raise GameError(
            f"{damage} A damaged journal is left as it is; name a new file to continue in: "
            "gamekit.read(path, salvage=True, journal=new)."
        )
    warnings.warn_explicit(
        f"{damage} This is the match after the {good} {'line' if good == 1 else 'lines'} before it.",
        GameWarning,
        "gamekit",
        1,
    )


def _follow(match: Match, event: dict[str, Any], place: str) -> None:
    """Carry out a line of a journal completely, or not at all."""
    match event:
        case {"end": [str(rule), 0 | 1 as loser]} if rule in EARLY:
            _try(lambda: match.end_early(loser, rule), place)
        case {"open": True}:
            match.open_up()
        case {"goto": int(ply)}:
            _try(lambda: match.goto(ply), place)
            _steps(match, event.get("steps", []), place)
        case {"steps": steps}:
            _steps(match, steps, place)
        case {"step": step}:
            _steps(match, [step], place)
        case _:
            wrong(place, f"{shown(event)} is not a step of a match")


def _steps(match: Match, steps: object, place: str) -> None:
    if not isinstance(steps, list):
        wrong(place, f"{shown(steps)} are not steps")
    with match.all_or_nothing():
        for step in steps:
            _repeat(match, SavedStep.read(step, place), True, place)


def _try(action: Callable[[], object], place: str) -> None:
    try:
        action()
    except GameError as problem:
        wrong(place, str(problem))


def _body(document: dict[str, Any], *versions: int) -> dict[str, Any]:
    """Return the fields of a record from a file, which must be of one of these versions."""
    found = document.get("version")
    if type(found) is not int or found not in versions:
        readable = " and ".join(map(str, versions))
        wrong("version", f"it is {shown(found)}; this version of gamekit reads {readable}")
    return {key: document[key] for key in SHAPES if key in document}
