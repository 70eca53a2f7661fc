"""Everything `gamekit check` tries on a game file: declarations, play, compiling, odd input.

A `Collector` turns what goes wrong into findings and drops those that only follow from others. `check` is the
public test that every game must pass, yours too: `gk.conformance.check(game)`. It stops at the first promise
that is broken.
"""

from __future__ import annotations

import _thread
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from inspect import CO_OPTIMIZED
from io import TextIOBase
from pathlib import Path
from random import Random
from time import process_time
from types import FunctionType, TracebackType
from typing import Any

from gamekit import contract, drivers
from gamekit.checking import trial_games
from gamekit.checking.contract_checks import Broken, countable, starts, stuck, wrong_answer
from gamekit.checking.game_file import (
    USES,
    NoGame,
    absences,
    faults,
    game_in,
    path_and_name,
    run_file,
    slips,
)
from gamekit.checking.report import ADVICE, ERROR, FROM_CHANCE, WARNING, Finding, Report
from gamekit.checking.secrecy import Guesses, Truths
from gamekit.checking.trial_games import Played, Unseen, doubted, play, promised, walk
from gamekit.compiling import NoSource, Refused, RuleFailure, compiled, is_compiling, refusals
from gamekit.contract import OVER, PUBLIC, Game, State
from gamekit.contract.fields import Struct
from gamekit.contract.variants import TAKES
from gamekit.drivers.engine import Games, Interpreted
from gamekit.errors import BadGame, BadSentence, BadVariant, GameError, did_you_mean, listed, series
from gamekit.games import NAMES, game_of
from gamekit.match.match import Match
from gamekit.validation import as_text

GAMES, TEXTS, POSITIONS, MIXED, PLAYTEST = 20, 150, 100, 6, 200  # how many of each to try
LONGEST, WALKED, SHORT = 2000, 200, 60  # moves: of a playtest, of an examined game, of a variant
# Counts rather than times, so that a file gets the same report on any machine.
EXAMINED, VARIED, PLAYED = 400, 1000, 40_000  # positions: games, variants; steps: playtest
LOOP = 10.0  # processor seconds for one trial, such as one position
ENOUGH = 3  # endless games to examine
SAMPLES = 6  # positions in which to try odd texts, and to change
UNPLAYABLE = ("bad-rulebook", "bad-signature", "bad-answer")
PHASE = 60.0  # processor seconds after which each kind of trial ends, in case rules are very slow
COMPILED_GAMES = 10
# The designer may intend these.
DOUBTFUL = ("forgotten-card", "imagine-count", "imagine-never-true", "secret-in-history")
# The report drops a finding if one of these is present, because they most likely cause it.
FOLLOWS = {
    "imagine-count": ("leak", "imagine-differs", "imagine-impossible"),
    "imagine-never-true": ("leak", "imagine-count", "imagine-differs", "imagine-impossible"),
    "secret-in-history": ("leak",),
    "position-lost": ("turn-miscounted", "off-board"),
    "not-read-back": ("off-board",),
    "written-alike": ("off-board",),
    "policy": ("no-legal-move", "answers-differ"),
    "record-lost": ("answers-differ", "written-alike"),
    "turn-goes-on": ("state-replaced",),
    "turn-not-counted": ("state-replaced",),
    "endless": ("state-replaced", "no-outcomes"),
    "position-breaks": ("bad-answer", "bad-sentence", "exception"),
    "exception": ("answers-differ",),
    "cannot-compile": (
        "recursion",
        "list-replaced",
        "state-replaced",
        "answers-differ",
        "text-compared",
    ),
    "goes-wrong": ("exception", "bad-value", "off-board"),
}
ROOTS = ("bad-answer", "bad-value", "state-changed", "parameters-changed")
DOUBTS = 8  # exceptions for which to look for a wrong answer as the cause
PATIENCE = 2.0  # processor seconds to look for it, or to describe where it happened
LATEST = 20  # moves of a history that a report shows
# Functions that most likely cause a fault in a default.
CALLED_BY_DEFAULT = {
    "legal_moves": "why_illegal", "sensible_moves": "why_illegal", "hide": "sees", "reveals": "hide",
    "sees": "hide",
}  # fmt: skip
BY_WAY = (
    "Without read and write, people write what way returns: a tuple of cells and words, such as (5,) "
    "or (5, 'red'), another one for each legal move."
)
CALLED = re.compile(r"^(\w+)(?:\.__init__)?\(\) (?:takes|missing|got)")
LACKS = re.compile(r"'(\w+)' object has no attribute '(\w+)'")
NOWHERE = re.compile(r"cannot import name '(\w+)' from 'gamekit.contract'")
UNDECLARED = re.compile(r"not declared: ([\w, ]+)")
BUSY = 20  # a busy machine may take this many times as long
PAUSE = 0.2  # seconds between two looks at the clock
AGAIN = 5.0  # seconds until the code is interrupted once more


def check_file(
    named: str, *, seed: int = 1, compiles: bool, tell: Callable[[str], object] = lambda words: None
) -> Report:
    """Check the game in a file: "my_game.py", or "my_game.py:NAME" if it holds several.

    The check runs the file. Anything wrong with it becomes a finding.

    Args:
        named: the file, perhaps with the name of a game in it.
        seed: the seed of everything random.
        compiles: also try the compiler if it is installed.
        tell: called with each part of the check as it begins.

    Raises:
        GameError: there is no such file, no game of that name in it, or several games.
    """
    path, name = path_and_name(named)
    report, found = Report(path), Collector(Path(path).parent)
    game = _loaded(path, name, found)
    if game is not None:
        report.game, report.has_secrets = game.name, game.has_secrets
        report.has_chance = game.has_chance
        printed = Printed()
        with redirect_stdout(printed):
            _Check(game, found, report, seed, tell).everything(compiles)
        report.checked |= {"printed": printed.lines} if printed.lines else {}
    report.findings = found.findings
    return report


class Printed(TextIOBase):
    """Swallows and counts the lines that a game prints, which may be many thousands."""

    lines = 0

    def write(self, text: str) -> int:
        """Count the lines of a text."""
        self.lines += text.count("\n")
        return len(text)


def _loaded(path: str, name: str, found: Collector) -> Game | None:
    """Return the game in a file, or None and a finding."""
    try:
        with watched(LOOP), redirect_stdout(sys.stderr):  # standard output is for the report
            module = run_file(path)
    except SyntaxError as problem:
        file = found.own(problem.filename or path)
        found.add("syntax-error", f"{problem.msg}", file=file, line=problem.lineno)
        return None
    except BadGame as problem:
        _add_at(found, "bad-game", problem)
        return None
    except BadVariant as problem:
        _add_at(found, "bad-parameters", problem)
        return None
    except GameError as problem:
        if found.raised_at(problem)[0] is None:  # there is no such file
            raise
        _add_at(found, "file-fails", problem)
        return None
    except (Exception, SystemExit) as problem:
        _add_at(found, "file-fails", problem)
        return None
    try:
        return game_of(game_in(module, path, name))
    except NoGame:
        found.add("no-game", f"{path} holds no game", file=found.own(path))
    except BadGame as problem:
        found.add("bad-game", str(problem), file=found.own(path))
    return None


def _is_by_way(function: str, game: Game) -> bool:
    """Does this function of the kit read or write moves as the game's own `way` has them?"""
    is_left_out = game.leaves_out("read") and game.leaves_out("write")
    return function in ("read", "write") and is_left_out and not game.leaves_out("way")


def _add_at(found: Collector, code: str, problem: BaseException) -> None:
    file, line, function = found.raised_at(problem)
    message = str(problem)
    if isinstance(problem, TakesTooLong):
        message = "Running the file does not end"
    elif not isinstance(problem, GameError):
        message = f"{function or 'Running the file'} raises {type(problem).__name__}: {problem}"
    advice = advice_on(problem, function=function)
    found.add(code, message, file=file, line=line, function=function, advice=advice)


class _Check:
    """One game, tried in every way."""

    def __init__(
        self,
        game: Game,
        found: Collector,
        report: Report,
        seed: int,
        tell: Callable[[str], object],
    ) -> None:
        self.game, self.found, self.report, self.seed, self.tell = game, found, report, seed, tell
        self.random = Random(seed)
        self.unfinished = 0  # endless games examined so far
        self.guesses, self.truths = Guesses(), Truths()
        self.samples: list[Match] = []  # positions reached
        self.known: list[dict[str, object]] = []  # the same positions as fields

    def everything(self, compiles: bool) -> None:
        """Try everything except what an earlier finding makes pointless."""
        self._try(self._read, "exception")
        if any(one.code in UNPLAYABLE for one in self.found.findings):
            return
        few = partial(countable, self.game)
        if self._try(few, "exception") and self._try(partial(starts, self.game), "exception"):
            self._play()
            self._fuzz()
            self._playtest()
        compiles = compiles and not self._is_broken()
        if compiles:
            self.tell("compiling the rules, and comparing")
        self.report.checked["compiled"] = (
            check_compiling(self.game, self.found, self.seed) if compiles else None
        )

    def _read(self) -> None:
        """Look at what the file declares, and at its text."""
        for fault in faults(self.game):
            file, line = self.found.mentioned(self.game, fault.words)
            self.found.add(fault.code, fault.message, file=file, line=line, advice=fault.advice)
        for slip in (*slips(self.game), *absences(self.game)):
            if file := self.found.own(slip.path):
                place = {"file": file, "line": slip.line, "function": slip.function}
                self.found.add(slip.code, slip.message, slip.severity, **place)

    @cached_property
    def unseen(self) -> Unseen:
        """What has not come up so far. It needs a rulebook that has passed its test."""
        return Unseen(self.game)

    @property
    def _hangs(self) -> bool:
        """Has a function failed to return? One such wait is enough."""
        return any(one.code == "never-returns" for one in self.found.findings)

    def _is_broken(self) -> bool:
        """Would further tests only repeat a finding?"""
        fatal = {
            "bad-answer", "list-replaced", "exception", "never-returns", "no-legal-move", "state-changed", "bad-value", "ends-differ",
            "legal-moves-differ",
        }  # fmt: skip
        return any(one.code in fatal for one in self.found.findings)

    def _try(
        self,
        trial: Callable[[], object],
        code: str,
        match: Match | None = None,
        game: Game | None = None,
        seconds: float | None = None,
    ) -> bool:
        """Run a test; add a finding if it fails; return whether it passed."""
        try:
            with watched(seconds or LOOP):
                trial()
            return True
        except Exception as problem:  # whatever a function of the game may raise
            self.found.raised(problem, code, game or self.game, match)
            return False

    def _play(self) -> None:
        """Play random games and test the promises at every position."""
        self.tell(f"playing up to {GAMES} games, with tests at every position")
        end, played, positions = process_time() + PHASE, 0, 0
        while (
            played < GAMES and positions < EXAMINED and self.unfinished < ENOUGH and not self._hangs
        ):
            positions += self._walk(self.game, self.seed + played, WALKED)
            played += 1
            if process_time() > end:
                break
        self.report.checked |= {"games": played, "positions": positions}
        if wrong := self.guesses.judge():
            self.found.raised(wrong[1], "exception", self.game, wrong[0])
        self._try(self._judge_truths, "exception", seconds=PHASE)

    def _judge_truths(self) -> None:
        if missing := self.truths.judge(self.random):
            self.found.raised(missing[1], "exception", self.game, missing[0])

    def _walk(self, game: Game, seed: int, longest: int) -> int:
        """Play a random game, testing as it goes; return how many positions had a player to move."""
        walking, positions = walk(game, seed, longest, self.random), 0
        last: Match | None = None
        while True:
            try:
                with watched(LOOP):
                    match = next(walking, None)
                    last = last if match is None else match
                    is_decision = match is not None and match.to_act in (0, 1)
            except Exception as problem:
                self.found.raised(problem, "exception", game, last)
                return positions
            if match is None:
                if last and last.to_act != OVER:
                    self.unfinished += 1
                    on = partial(trial_games.hold, last, LONGEST, LOOP / 2, Random(self.seed))
                    self._try(on, "exception", last, game)
                return positions
            positions += is_decision
            for promise in (*promised(match), *doubted(match)):
                if not self._try(partial(promise, match, self.random), "exception", match, game):
                    break  # it most likely causes other faults here
            else:
                self._try(partial(self.unseen.note, match), "exception", match, game)
                self._try(partial(drawn, match, self.random), "exception", match, game)
                if game is self.game and game.has_secrets:
                    for asked in (self.guesses, self.truths):
                        self._try(partial(asked.ask, match, self.random), "exception", match)
            if self._hangs:
                return positions
            if game is self.game and is_decision and positions % 5 == 1:
                self._keep(match)

    def _keep(self, match: Match) -> None:
        """Remember a position for the fuzz."""
        if len(self.samples) < SAMPLES:
            self.samples.append(match.fork())
            with (
                suppress(Exception),
                watched(PATIENCE),
            ):  # another test finds what is wrong with dump
                self.known.append(self.game.dump(match.rules, match.state))

    def _fuzz(self) -> None:
        """Try unexpected texts, positions and parameters."""
        if self._hangs:
            return
        self.tell("trying odd texts, odd positions and the ends of every parameter's range")
        each = max(1, TEXTS // max(1, len(self.samples)))
        for match in self.samples:
            self._try(
                partial(trial_games.try_texts, match, each, self.seed, self.unseen.cite),
                "exception",
                match,
            )
        self._try(
            partial(trial_games.try_positions, self.game, self.known, POSITIONS, self.seed),
            "exception",
        )
        tried, positions, end = 0, 0, process_time() + PHASE
        variants = trial_games.variants(self.game, self.random, MIXED)
        while positions < VARIED and process_time() < end and not self._hangs:
            try:
                with watched(LOOP):
                    variant = next(variants, None)
            except Exception as problem:
                self.found.raised(problem, "parameters-fail", self.game)
                break
            if variant is None:
                break
            tried += 1
            if self._try(partial(countable, variant), "exception", game=variant):
                positions += self._walk(variant, self.seed, SHORT)
        self.report.checked |= {"texts": each * len(self.samples), "variants": tried}
        self.report.checked["position_changes"] = POSITIONS if self.known else 0

    def _playtest(self) -> None:
        """Play short playtests: does a player get stuck, and do games end?"""
        if self._is_broken():
            self.report.checked["playtest"] = None
            return
        self.tell(f"playing up to {PLAYTEST} quick games")
        played: list[Played] = []
        self._try(
            lambda: played.append(play(self.game, PLAYTEST, LONGEST, self.seed, PLAYED, PHASE)),
            "exception",
            seconds=PHASE + LOOP,
        )
        self.report.checked["playtest"] = played[0].data() if played else None
        if played:
            self._try(partial(self._judge, played[0]), "exception")
            self._try(partial(self._report_unseen, played[0]), "exception")

    def _report_unseen(self, played: Played) -> None:
        """Report what never came up, unless an error prevented it."""
        if all(one.severity != ERROR for one in self.found.findings):
            unseen = self.unseen
            moves = unseen.moves(self.samples, played.made())
            unseen.cite(*played.endings)
            self.report.checked |= {
                "unseen": {"moves": moves, "rules": unseen.rules()},
                "uncited": unseen.uncited(),
                "one_player": not unseen.have_both_moved,
                "always_first": unseen.always_first(),
                "outcome_like_move": unseen.alike or None,
            }

    def _judge(self, played: Played) -> None:
        if played.stuck:
            match = played.match(played.stuck[0], LONGEST)
            if match.to_act in (0, 1):
                self.found.raised(stuck(match), "exception", self.game, match)
        if played.capped:
            number = played.capped[0]
            circle = played.circle(number)
            many = f"{len(played.capped)} of {played.games} random games were not over after {LONGEST} moves"
            after = "1 move" if circle == 1 else f"{circle} moves"
            turns = f"; in one of them, a position recurred after {after}" if circle else ""
            severity = ERROR if len(played.capped) == played.games else WARNING
            place = place_of(played.match(number, circle or LONGEST))
            self.found.add_in(self.game, "result", "endless", f"{many}{turns}", severity, **place)
        if played.scores and not any(played.turns) and min(played.lengths) > 1:
            message = "state.turn stays 0 in every game"
            self.found.add_in(self.game, "apply", "turn-not-counted", message, WARNING)


def check_compiling(game: Game, found: Collector, seed: int) -> bool | None:
    """Compile the rules and compare. Return whether both agree, or None if nothing compiles."""
    refused = refusals(game)
    for problem in refused:
        known = problem if isinstance(problem, Refused) else None
        message = known.message if known else str(problem)
        found.add(
            "cannot-compile", f"the rules cannot be compiled: {message}", **found.place(known)
        )
    if refused:
        return False
    if not is_compiling():
        return None
    try:
        check_compiled(game, COMPILED_GAMES, seed, WALKED)
    except AssertionError as problem:
        message = f"{problem}: the interpreted rules and the compiled ones disagree"
        found.add_in(game, "apply", "compiled-differs", message, seed=seed)
        return False
    except RuleFailure as problem:
        failure = problem.failure
        message = failure.message if failure else str(problem)
        found.add("goes-wrong", message, seed=seed, **found.place(failure))
        return False
    return True


def drawn(match: Match, random: Random) -> None:
    """The picture can be drawn for both players and for an onlooker."""
    home, name = sys.modules.get("gamekit_widgets.scenes"), match.game.name
    if home is None or name in NAMES or name not in home.SCENES:
        return  # tables show the board as text
    for viewer in (0, 1, PUBLIC):
        try:
            import_module("gamekit_widgets.scenes").svg(match.view(viewer))
        except Exception as problem:
            message = f"the picture raises {type(problem).__name__}: {problem}"
            advice = advice_on(problem, match.game)
            raise Broken("picture-fails", "draw", message, advice=advice) from problem


class Collector:
    """The findings so far. For each kind and function it keeps the one that the fewest moves reach.

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

    def add_in(
        self,
        game: Game | None,
        function: str,
        code: str,
        message: str,
        severity: str = ERROR,
        **more: Any,
    ) -> None:
        """Add a finding about a function of the game."""
        file, line = self.function_at(game, function)
        self.add(code, message, severity, file=file, line=line, function=function, **more)

    def place(self, known: Any) -> dict[str, Any]:
        """Return the place that a refusal or a failure of the compiler names; nothing for None."""
        if known is None:
            return {}
        return {"file": self.own(known.file), "line": known.line, "function": known.function}

    def raised(
        self, problem: BaseException, code: str, game: Game | None, match: Match | None = None
    ) -> None:
        """Add an exception: a broken promise, or anything the game raised."""
        if isinstance(problem, Broken) and game and _is_by_way(problem.function, game):
            problem.function, problem.advice = "way", BY_WAY
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
            self.add_in(game, problem.function, "bad-sentence", str(problem), **more)
            return
        file, line, function = self.raised_at(problem)
        if file is None and game and code == "parameters-fail":
            file, line = self.mentioned(game, "class Parameters")
        if isinstance(problem, TakesTooLong):
            if file is None:  # it was not in a function of the game
                return
            code, message = "never-returns", f"{function or 'A function'} does not return"
        elif isinstance(problem, GameError):
            message = str(problem)
        else:
            message = f"{function or 'The game'} raises {type(problem).__name__}: {problem}"
        more["advice"] = advice_on(problem, game, function)
        self.add(code, message, file=file, line=line, function=function, **more)

    def _knows(self, problem: BaseException, match: Match | None) -> bool:
        """Is there already a finding of this kind that as few moves reach?"""
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
                    is_function = code.co_flags & CO_OPTIMIZED and code.co_name.isidentifier()
                    found = file, step.tb_lineno, code.co_name if is_function else None
                step = step.tb_next
            seen = seen.__cause__ or seen.__context__
        return found

    def function_at(self, game: Game | None, name: str) -> tuple[str | None, int | None]:
        """Return the file and line of a game's function or, for a default, of the one that it calls."""
        for known in (name, CALLED_BY_DEFAULT.get(name, "")):
            function = game.namespace.get(known) if game else None
            if isinstance(function, FunctionType):
                file = self.own(function.__code__.co_filename)
                if file:
                    return file, function.__code__.co_firstlineno
        return None, None

    def mentioned(self, game: Game, words: str) -> tuple[str | None, int | None]:
        """Return the file and line where the game's main file first has these words."""
        file, line = self.function_at(game, "apply")
        with suppress(OSError, TypeError, ValueError):
            lines = (
                Path(game.namespace["apply"].__code__.co_filename).read_text("utf-8").splitlines()
            )
            line = next((n for n, text in enumerate(lines, 1) if words in text), None)
        return file, line

    def own(self, path: str) -> str | None:
        """Return the path of a game's file as reports show it, or None for any other file."""
        with suppress(OSError, ValueError):
            file = Path(path).resolve()
            if file.is_relative_to(self.folder) and file.is_file():
                return _shown(file)
        return None


def _shown(file: Path) -> str:
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)


def place_of(match: Match | None) -> dict[str, Any]:
    """Return what a finding says of a match's position, as far as the game's own functions work."""
    if match is None:
        return {}
    steps = [f"{step.who}: {step.text}" for step in match.record.steps]
    found: dict[str, Any] = {
        "seed": match.seed,
        "first": match.first,
        "history": tuple(steps[-LATEST:]),
        "moves": match.ply,
    }
    for name, describe in (("to_act", _actor), ("board", _board), ("position", _position)):
        with suppress(Exception), watched(PATIENCE):  # what breaks here is a finding of its own
            found[name] = describe(match)
    return found


def _actor(match: Match) -> int | None:
    return match.to_act if match.to_act in (0, 1) else None


def _board(match: Match) -> str:
    return match.game.text_board(match.rules, match.state).format(*match.names)


def _position(match: Match) -> Mapping[str, object] | None:
    """Return the fields of the position, or None if they do not set up the same state."""
    fields: dict[str, object] = match.game.dump(match.rules, match.state)
    again = Match(match.game, first=match.first, dmo=match.dmo, position=fields, auto=False)
    return again.position if again.state == match.state else None


def advice_on(problem: BaseException, game: Game | None = None, function: str | None = None) -> str:
    """Return what to do about an exception from this function of a game file, or ""."""
    match problem:
        case NameError(name=str(name)):
            return _name(name, game, function)
        case AttributeError() if lacks := LACKS.match(str(problem)):
            return _field(lacks[2], lacks[1], getattr(problem, "obj", None), game)
        case ImportError() if lacks := NOWHERE.match(str(problem)):
            return f"gamekit.contract has no {lacks[1]}.{did_you_mean(lacks[1], contract.__all__)}"
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


def _name(name: str, game: Game | None, function: str | None) -> str:
    """Return what to do about a name that is not defined in this function."""
    given = TAKES.get(function or "", ())
    if given and any(name in takes for takes in TAKES.values()):
        only = f"The kit gives {function} only {series(given)}."
        return f"{only} {FROM_CHANCE}" if name == "random" else only
    if name in contract.__all__:
        return f"Import it: from gamekit.contract import {name}."
    own = [*(game.namespace if game else ()), *contract.__all__]
    guess = did_you_mean(name, own)
    return f"Define {name}, or import it.{guess if guess.startswith(' Did') else ''}"


def _field(name: str, record: str, lacking: object, game: Game | None) -> str:
    """Return what to do about a field that was not declared, or "" if it is not one.

    Args:
        name: of the field.
        record: the name of the class that lacks it.
        lacking: the record, if the exception knows it.
        game: the game, if there is one yet.
    """
    known = [game.State, game.Parameters] if game else [type(lacking)]
    for declared in known:
        if record == declared.__name__ and issubclass(declared, Struct):
            what = "State" if issubclass(declared, State) else "Parameters"
            fields = list(declared.fields)
            guess = did_you_mean(name, fields)
            more = guess if guess.startswith(" Did") else f" It has {listed(fields)}."
            return f"The class {what} declares no field {name}.{more}"
    return ""


def _called(name: str) -> str:
    """Return how to declare or call a function that got the wrong arguments."""
    if name in USES:
        return f"Write it like {USES[name]}."
    given = TAKES.get(name)
    return f"Write it as def {name}({', '.join(given)})." if given else ""


class TakesTooLong(Exception):
    """The watched code did not end in time."""


@contextmanager
def watched(seconds: float) -> Iterator[None]:
    """Interrupt the code inside if it takes longer, and raise `TakesTooLong` there.

    The limit counts processor seconds, so a busy machine does not matter. The clock catches code that
    sleeps forever. Only the main thread can be watched.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    done, rung = threading.Event(), threading.Event()
    end, latest = time.process_time() + seconds, time.monotonic() + BUSY * seconds

    def interrupt(number: int, frame: object) -> None:
        if rung.is_set() or before is not signal.SIG_IGN:
            raise KeyboardInterrupt

    def watch() -> None:
        while not done.wait(PAUSE):
            if time.process_time() > end or time.monotonic() > latest:
                rung.set()
                _thread.interrupt_main()
                # Python drops an exception in a callback of its garbage collector, so ring again.
                done.wait(AGAIN)

    # A job in the background ignores Ctrl-C, and would ignore this interruption.
    before = signal.signal(signal.SIGINT, interrupt)
    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        try:
            yield
        finally:
            done.set()
            thread.join()
    except KeyboardInterrupt as stopped:
        if not rung.is_set():
            raise
        raise TakesTooLong from stopped
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


# --- the same promises, up to the first that is broken -------------------------------------------


FEW, BRIEF = 10, 20  # games and simulations of bots; moves of a game between searches


@dataclass(frozen=True, slots=True)
class Summary:
    """What was checked."""

    game: str
    games: int
    positions: int
    compiled: bool

    def __str__(self) -> str:
        how = "interpreted and compiled" if self.compiled else "interpreted (nothing compiles here)"
        return f"{self.game}: {self.games} games, {self.positions} positions, {how}: conforms."

    __repr__ = __str__


def check(game: Game | str, *, games: int = 20, seed: int = 1, longest: int = 2000) -> Summary:
    """Check a game against the contract.

    The check plays random games and tests at every position what the contract promises: legal moves
    are exactly those that no rule forbids, every refusal has a rule and a sentence, notation,
    positions and saved games can be read back, nobody is ever stuck, every ending has a rule,
    secrets stay secret, and the compiled rules play the very same games.

    It stops at the first promise that is broken. `gamekit check FILE.py` goes on and says what
    to do.

    Args:
        game: the game, its name or a variant of it.
        games: how many random games to play.
        seed: the seed of the games, their dice and the samples.
        longest: the number of moves after which the check abandons a game.

    Raises:
        AssertionError: a promise is broken; the message names it and the moves that lead there.
    """
    checked = game_of(game)
    positions = sum(_play(checked, seed + n, longest) for n in range(games))
    starts(checked)
    try:
        is_compiled = check_compiled(checked, games, seed, longest)
    except (Refused, RuleFailure) as problem:
        raise AssertionError(str(problem)) from None
    return Summary(checked.name, games, positions, is_compiled)


def _play(game: Game, seed: int, longest: int) -> int:
    random, positions = Random(seed), 0
    match: Match | None = None
    try:
        for match in walk(game, seed, longest, random):
            for promise in promised(match):
                promise(match, random)
            positions += match.to_act in (0, 1)
    except Exception as problem:  # whatever a function of the game may raise
        is_sentence = isinstance(problem, AssertionError | GameError)
        what = str(problem) if is_sentence else f"{type(problem).__name__}: {problem}"
        raise AssertionError(
            f"{what}\n\nafter\n{match.record if match else 'nothing'}"
        ) from problem
    return positions


def check_compiled(game: Game, games: int, seed: int, longest: int) -> bool:
    """Require that the compiled rules play the same games, step for step, and that bots can play by them.

    Return False if nothing compiles here or the rules have no source.

    Raises:
        AssertionError: they do not.
        Refused, RuleFailure: the rules cannot be compiled, or fail while they run.
    """
    if not is_compiling():
        return False
    one, two = Interpreted(game), compiled(game, checked=True)
    try:
        two.program("trace")
    except NoSource:
        return False
    for number in range(games):
        traces = [engine.trace(seed, number, longest) for engine in (one, two)]
        assert traces[0] == traces[1], f"game {number} of seed {seed} differs once compiled"
    two.play(Games(seed, 0, FEW, longest, [drivers.GREEDY, 10, drivers.NAIVE, 10]))
    two.play(Games(seed, 0, 1, BRIEF, [drivers.SEARCH, FEW] * 2, FEW))
    return True
