"""Collecting findings: the place in the file, the shortest game that leads there, and what to do.

A function that never ends is interrupted, and its line is known.
"""

from __future__ import annotations

import _thread
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType, TracebackType
from typing import Any

from gamekit import contract
from gamekit.checking.answers import Broken, wrong_answer
from gamekit.checking.reading import USES, signature
from gamekit.checking.report import ADVICE, ERROR, WARNING, Finding
from gamekit.contract import Game
from gamekit.errors import BadSentence, GameError, did_you_mean, listed
from gamekit.match.match import Match
from gamekit.validation import as_text

DOUBTFUL = (
    "forgotten-card",
    "imagine-count",
    "imagine-never-true",
    "secret-in-history",
)  # the designer may intend these
# The report drops a finding if one of these is present, because they most likely cause it.
FOLLOWS = {
    "imagine-count": ("leak", "imagine-differs", "imagine-impossible"),
    "imagine-never-true": ("leak", "imagine-count", "imagine-differs", "imagine-impossible"),
    "secret-in-history": ("leak",),
    "position-lost": ("turn-miscounted", "off-board"),
    "not-read-back": ("off-board",),
    "written-alike": ("off-board",),
    "policy": ("no-legal-move",),
    "position-breaks": ("bad-answer", "bad-sentence", "exception"),
    "exception": ("answers-differ",),
    "cannot-compile": ("recursion", "list-replaced", "answers-differ", "text-compared"),
    "goes-wrong": ("exception", "bad-value", "off-board"),
}
ROOTS = ("bad-answer", "bad-value", "state-changed", "parameters-changed")
DOUBTS, PATIENCE = (
    8,
    2.0,
)  # exceptions that a wrong answer may cause, and seconds to look for one
LATEST = 20  # moves of a history that a report shows
INSTEAD = {
    "legal_moves": "why_illegal", "sensible_moves": "why_illegal", "hide": "sees", "reveals": "hide",
    "sees": "hide",
}  # fmt: skip
CALLED = re.compile(r"^(\w+)(?:\.__init__)?\(\) (?:takes|missing|got)")
LACKS = re.compile(r"'(\w+)' object has no attribute '(\w+)'")
NOWHERE = re.compile(r"cannot import name '(\w+)' from 'gamekit.contract'")
UNDECLARED = re.compile(r"not declared: ([\w, ]+)")
BUSY = 20  # how many times as long the wait may be on a busy machine
PAUSE = 0.2  # seconds between two looks at the clock


class Collector:
    """The findings so far: for each kind and function, the one that the fewest moves reach.

    Args:
        folder: the folder that holds the game's files.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._found: dict[tuple[str, str | None], Finding] = {}
        self._doubts = DOUBTS

    @property
    def findings(self) -> list[Finding]:
        """The findings, errors first, without those that a spoiled state causes."""
        found = list(self._found.values())
        if any(one.code in ROOTS for one in found):
            found = [one for one in found if one.code in ROOTS or one.moves is None]
        codes = {one.code for one in found}
        found = [one for one in found if codes.isdisjoint(FOLLOWS.get(one.code, ()))]
        if len(found) > 1:  # a fault outside the game's files comes from something inside them
            found = [one for one in found if one.file or one.code != "exception"]
        return sorted(found, key=lambda one: one.severity != ERROR)

    def add(self, code: str, message: str, severity: str = ERROR, **more: Any) -> None:
        """Add a finding unless a shorter one of its kind exists."""
        advice = more.pop("advice", "") or ADVICE[code]
        one = Finding(code, severity, as_text(message), advice, **more)
        key = one.code, one.function
        known = self._found.get(key)
        if known is None or (one.moves or 0) < (known.moves or 0):
            self._found[key] = one

    def raised(
        self, problem: BaseException, code: str, game: Game | None, match: Match | None = None
    ) -> None:
        """Add an exception: a broken promise, or anything the game raised."""
        if self._knows(problem, match):
            return
        if game and not isinstance(problem, Broken | TakesTooLong) and self._doubts:
            self._doubts -= 1
            with suppress(TakesTooLong), watched(PATIENCE):
                problem = wrong_answer(game, match) or problem
        more = {**place_of(match), "parameters": dict(game.changes) if game else {}}
        if isinstance(problem, Broken):
            file, line = self.function_at(game, problem.function)
            if problem.__cause__:
                inside = self.raised_at(problem.__cause__)
                file, line = inside[:2] if inside[0] else (file, line)
            more |= {"function": problem.function, "rule": problem.rule or None}
            more["advice"] = problem.advice
            severity = WARNING if problem.code in DOUBTFUL else ERROR
            self.add(problem.code, str(problem), severity, file=file, line=line, **more)
            return
        if isinstance(problem, BadSentence):
            file, line = self.function_at(game, problem.function)
            more |= {"function": problem.function}
            self.add("bad-sentence", str(problem), file=file, line=line, **more)
            return
        file, line, function = self.raised_at(problem)
        if isinstance(problem, TakesTooLong):
            if file is None:  # it was not in a function of the game
                return
            code, said = "never-returns", f"{function or 'A function'} does not return"
        elif isinstance(problem, GameError):
            said = str(problem)
        else:
            said = f"{function or 'The game'} raises {type(problem).__name__}: {problem}"
        more["advice"] = counsel(problem, game, function)
        self.add(code, said, file=file, line=line, function=function, **more)

    def _knows(self, problem: BaseException, match: Match | None) -> bool:
        """Does a finding of this kind, reached in as few moves, exist already?"""
        if not isinstance(problem, Broken):
            return False
        known = self._found.get((problem.code, problem.function))
        return known is not None and (known.moves or 0) <= (match.ply if match else 0)

    def raised_at(self, problem: BaseException) -> tuple[str | None, int | None, str | None]:
        """Return the file, line and function of the game that raised this."""
        found: tuple[str | None, int | None, str | None] = None, None, None
        seen: BaseException | None = problem
        while seen is not None and found[0] is None:
            step: TracebackType | None = seen.__traceback__
            while step is not None:
                code = step.tb_frame.f_code
                if file := self.own(code.co_filename):
                    name = code.co_name
                    found = file, step.tb_lineno, None if name.startswith("<") else name
                step = step.tb_next
            seen = seen.__cause__ or seen.__context__
        return found

    def function_at(self, game: Game | None, name: str) -> tuple[str | None, int | None]:
        """Return the file and line of a game's function, or of the one that a default calls."""
        for known in (name, INSTEAD.get(name, "")):
            function = game.namespace.get(known) if game else None
            if isinstance(function, FunctionType):
                file = self.own(function.__code__.co_filename)
                if file:
                    return file, function.__code__.co_firstlineno
        return None, None

    def mentioned(self, game: Game, words: str) -> tuple[str | None, int | None]:
        """Return the first place in the game's main file with these words."""
        file, line = self.function_at(game, "setup")
        with suppress(OSError, TypeError, ValueError):
            lines = (
                Path(game.namespace["setup"].__code__.co_filename).read_text("utf-8").splitlines()
            )
            line = next((n for n, text in enumerate(lines, 1) if words in text), None)
        return file, line

    def own(self, path: str) -> str | None:
        """Return the path of a game's file in the form to show, or None."""
        with suppress(OSError, ValueError):
            file = Path(path).resolve()
            if file.is_relative_to(self.folder) and file.is_file():
                return _shown(file)
        return None


def _shown(file: Path) -> str:
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)


def place_of(match: Match | None) -> dict[str, Any]:
    """Return the position of a match as well as the game's own functions can describe it."""
    if match is None:
        return {}
    steps = [f"{step.who}: {step.text}" for step in match.record.steps]
    found: dict[str, Any] = {
        "seed": match.seed,
        "first": match.first,
        "history": tuple(steps[-LATEST:]),
        "moves": match.ply,
    }
    with suppress(Exception):
        found["to_act"] = match.to_act if match.to_act in (0, 1) else None
    with suppress(Exception):  # anything broken here is a finding of its own
        found["board"] = match.game.text_board(match.rules, match.state).format(*match.names)
    with suppress(Exception):
        found["position"] = _position(match)
    return found


def _position(match: Match) -> Mapping[str, object] | None:
    """Return the fields of the position, or None if they do not set up the same state."""
    fields: dict[str, object] = match.game.dump(match.rules, match.state)
    again = Match(match.game, first=match.first, dmo=match.dmo, position=fields, auto=False)
    return again.position if again.state == match.state else None


def counsel(problem: BaseException, game: Game | None = None, function: str | None = None) -> str:
    """Return what to do about an exception that this function of a game file raised, or ""."""
    match problem:
        case NameError(name=str(name)):
            return _name(name, game)
        case AttributeError() if game and (lacks := LACKS.match(str(problem))):
            return _field(lacks[2], lacks[1], game)
        case ImportError() if lacks := NOWHERE.match(str(problem)):
            return f"There is no {lacks[1]} in it.{did_you_mean(lacks[1], contract.__all__)}"
        case TypeError() if called := CALLED.match(str(problem)):
            return _called(called[1])
        case KeyError() if undeclared := UNDECLARED.search(str(problem)):
            return (
                f"Declare {undeclared[1]} in FIELDS = PositionFields(...), or leave it out of dump."
            )
        case IndexError() if function in ("hide", "sees"):
            return "The player may also be PUBLIC, an onlooker, who is neither 0 nor 1: test for it first."
        case IndexError():
            return (
                "Keep every index in range, from 0: look at the size that State declares, and at -1 "
                "for what is off the board."
            )
        case _:
            return ""


def _name(name: str, game: Game | None) -> str:
    """Return what to do about a name that is not defined."""
    if name in contract.__all__:
        return f"Import it: from gamekit.contract import {name}."
    own = [*(game.namespace if game else ()), *contract.__all__]
    guess = did_you_mean(name, own)
    return f"Define {name}, or import it.{guess if guess.startswith(' Did') else ''}"


def _field(name: str, record: str, game: Game) -> str:
    """Return what to do about a field that was not declared, or "" if it is not one."""
    for what, declared in (("State", game.State), ("Parameters", game.Parameters)):
        if record == declared.__name__:
            fields = list(declared.fields)
            guess = did_you_mean(name, fields)
            known = guess if guess.startswith(" Did") else f" It has {listed(fields)}."
            return f"The class {what} declares no field {name}.{known}"
    return ""


def _called(name: str) -> str:
    """Return how a function is declared or called, if it was given other arguments."""
    if name in USES:
        return f"Write it like {USES[name]}."
    wanted = signature(name)
    return f"Write it as def {name}({wanted})." if wanted else ""


class TakesTooLong(Exception):
    """The watched code did not end in time."""


@contextmanager
def watched(seconds: float) -> Iterator[None]:
    """Interrupt the code inside when it takes longer, and raise `TakesTooLong` there.

    The limit counts processor seconds, so a busy machine does not matter; the clock catches code that
    sleeps forever. Only the main thread can be watched.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    done, rung = threading.Event(), threading.Event()
    end, latest = time.process_time() + seconds, time.monotonic() + BUSY * seconds

    def watch() -> None:
        while not done.wait(PAUSE):
            if time.process_time() > end or time.monotonic() > latest:
                rung.set()
                _thread.interrupt_main()
                return

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    except KeyboardInterrupt as stopped:
        if not rung.is_set():
            raise
        raise TakesTooLong from stopped
    finally:
        done.set()
        thread.join()
