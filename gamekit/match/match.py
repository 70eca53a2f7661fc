"""A match between two players: it checks and explains every move, and can rewind every step.

A match combines its steps (`history`), a judge of moves (`referee`), a clock and a record. If there
is a journal, every change goes there first.
"""

from __future__ import annotations

import json
import os
import time
import warnings
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import RLock
from types import MethodType
from typing import Any, Self

from gamekit.chance import CHANCE_STREAM, MASK, STARTER, Random, fresh_seed, outcome, stream_key
from gamekit.contract import ALL, CHANCE, OVER, PUBLIC, Game, State
from gamekit.drivers.playing import is_skip
from gamekit.errors import BadPosition, GameError, GameWarning, IllegalMove
from gamekit.games import game_of
from gamekit.match.clock import Clock, full_clock
from gamekit.match.history import Line, is_next_forced, named_outcomes, outcome_words
from gamekit.match.referee import Referee
from gamekit.match.view import (
    EARLY,
    OUT_OF_TIME,
    RESIGNED,
    Entry,
    Result,
    View,
    all_written,
    picture,
    result_of,
    whole_turns,
)
from gamekit.sentences import with_names
from gamekit.storage.journal import Journal
from gamekit.storage.record import Record, address, saved_steps
from gamekit.validation import seat, shown, switch, two_names, whole, whole_number


def match_of(what: str, match: object) -> Match:
    """Return the match that was given.

    Raises:
        GameError: it is something else.
    """
    if isinstance(match, Match):
        return match
    raise GameError(f"{what}({shown(match)}): give a match, such as gamekit.Match(game).")


class Match:
    """One game between two players, with the host's view of it.

    Args:
        game: a game or its name.
        seed: a whole number that decides all chance: the k-th outcome depends on (seed, number, k)
            alone, so whoever knows the seed knows the dice. None takes 64 bits from the system and
            keeps them in `seed`.
        number: which game under this seed: game n has the dice of game n of a playtest.
        first: who starts: 0, 1 or "random", which the seed decides. None stands for player 0, or for
            player 1 if `number` is odd, as in playtests.
        dmo: the Death Match Opponent, 0 or 1, for games whose rules mention one.
        players: the two names.
        clock: None, "official" or a `Clock` for its settings. The time of a turn begins when the
            mover has seen everything, and is charged when the turn is over. `timer` returns the
            seconds.
        position: the fields of a position to start from.
        auto: draw chance from the seed automatically; otherwise call `advance` or `dictate`.
        open: let people take back across rolls. The record notes it.
        journal: a file to which the match writes everything before it acknowledges it. True makes one
            in your folder of matches (`gamekit.matches`) at the first move.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        seed: int | None = None,
        number: int = 0,
        first: int | str | None = None,
        dmo: int = 1,
        players: Sequence[str] | None = None,
        clock: Clock | str | None = None,
        position: Mapping[str, object] | None = None,
        auto: bool = True,
        open: bool = False,
        journal: str | os.PathLike[str] | bool | None = None,
    ) -> None:
        self.game = game_of(game)
        self.seed = fresh_seed() if seed is None else whole("seed", seed)
        self.number = whole("number", number, 0)
        self.first = who_starts(first, self.seed, self.number)
        self.dmo = seat("dmo", dmo)
        self.names = two_names(self.game.players if players is None else players)
        self.official = isinstance(clock, str) and clock == "official"
        self.clock = full_clock(self.game, clock)
        self.auto, self.open = switch("auto", auto), switch("open", open)
        self.timer = time.monotonic
        self.rules: Any = self.game.rules()
        self._prepare_sharing()
        start = self.game.start(self.rules, self.first, self.dmo, position)
        self.position = None if position is None else plain_copy(position)
        self._line = Line(self.game, self.rules, start, self.names)
        self._referee = Referee(self.game, self.rules, self.names)
        if journal is not None and journal is not False:
            self._line.journal = Journal.of(journal, self.record, self._line)
        self._started = self.timer()
        with self.all_or_nothing():
            self._settle()

    def _keep_up(self) -> None:
        """Continue with the game's current functions if somebody redefined them.

        Raises:
            GameError: the moves played do not fit them; the message says what to do.
        """
        self.game.keep_up()
        if self._line.made_by is self.game.namespace:
            return
        with self._lock:
            if self._line.made_by is self.game.namespace or self._line.is_under_way:
                return
            rules = self.game.rules()
            try:
                start = self.game.start(rules, self.first, self.dmo, self.position)
                line = self._line.again(rules, start)
            except GameError as problem:
                raise GameError(
                    f"The rules of {self.game.title} changed since this match began, and it does not fit "
                    f"them: {str(problem).rstrip('.')}. Begin a new match."
                ) from None
            self.rules, self._line = rules, line
            self._referee = Referee(self.game, rules, self.names)

    # --- where it stands -----------------------------------------------------------------------

    @property
    def _state(self) -> State:
        return self._line.state

    @property
    def state(self) -> Any:
        """A copy of the full state, secrets included."""
        self._keep_up()
        return self._state.copy()

    @property
    def to_act(self) -> int:
        """CHANCE, the player to act, or OVER."""
        return OVER if self.result else self.game.answer("to_act", self.rules, self._state)

    @property
    def result(self) -> Result | None:
        """How the match ended, or None."""
        self._keep_up()
        return self._line.early_end or result_of(self.game, self.rules, self._state, self.names)

    @property
    def ply(self) -> int:
        """How many moves the players have made up to here."""
        return self._line.ply

    @property
    def plies(self) -> int:
        """How many moves the whole line holds, undone ones included."""
        return self._line.plies

    @property
    def history(self) -> tuple[Entry, ...]:
        """Every step so far."""
        return tuple(step.entry for step in self._line.made)

    @property
    def line(self) -> tuple[Entry, ...]:
        """Every step of this line, undone ones included."""
        return tuple(step.entry for step in self._line.steps)

    def view(self, player: int = PUBLIC) -> View:
        """Return what `player` may know; ALL for everything, PUBLIC for an onlooker."""
        viewer = whole_number(player)
        if viewer not in (0, 1, PUBLIC, ALL):
            raise GameError(f"view({shown(player)}): give 0, 1, gamekit.PUBLIC or gamekit.ALL.")
        with self._lock:
            self._keep_up()
            history = self._line.seen_by(viewer)
            return View(
                self.game, self.rules, self._state, viewer, self.names, history, self.result
            )

    def board_text(self, viewer: int = PUBLIC) -> str:
        """Return the board as text."""
        return self.view(viewer).board_text()

    # --- moves ---------------------------------------------------------------------------------

    def legal_moves(self) -> tuple[int, ...]:
        """Return the legal moves of the player to act, as numbers."""
        with self._lock:
            if self.to_act not in (0, 1):
                return ()
            return self.game.numbered_moves(self.rules, self._state)

    def legal(self) -> tuple[str, ...]:
        """Return the legal moves in notation; one that leaves the turn open ends with " ..."."""
        return all_written(self.game, self.rules, self._state, self.legal_moves())

    def turns(self) -> Iterator[str]:
        """Iterate over the distinct whole turns of the player to act, in notation."""
        if self.to_act in (0, 1):
            yield from whole_turns(self.game, self.rules, self._state)

    def play(self, move: str | int) -> Self:
        """Play a whole turn, or one move of it; all or nothing.

        Args:
            move: a turn in notation, one move in notation with " ..." after it, or the number of
                one move.

        Raises:
            IllegalMove: with the rule that forbids it, a sentence, and legal moves nearby.
        """
        with self._alone():
            self._keep_up()
            seconds = self.seconds_used() if self.clock else 0.0
            mover = self.to_act
            if self.clock and mover in (0, 1) and self.clock.is_out(mover, seconds):
                self.flag(mover)
            moves = self._referee.judge(self._state, move, self.result)
            written = self._referee.spelled(self._state, move) if isinstance(move, str) else ""
            is_over = self.clock is None or not self._referee.runs_on(self._state, moves)
            with self.all_or_nothing():
                if self.clock and is_over:
                    self.clock.charge(mover, seconds)
                for one in moves:
                    self._do(one, written=written)
                self._settle(restart=is_over)
        return self

    def why_not(self, move: str | int) -> IllegalMove | None:
        """Return why `play` would refuse this, or None if it is legal."""
        self._keep_up()
        try:
            self._referee.judge(self._state, move, self.result)
        except IllegalMove as refusal:
            return refusal
        return None

    def seconds_used(self) -> float:
        """Return how many seconds the player to act has been thinking."""
        return max(0.0, self.timer() - self._started) if self.to_act in (0, 1) else 0.0

    # --- chance --------------------------------------------------------------------------------

    def advance(self, most: int | None = None) -> Self:
        """Draw chance from the seed until a player is to act or the game is over.

        Args:
            most: stop after this many rolls or draws.
        """
        most = most if most is None else whole("most", most, 0)
        with self._alone():
            self._keep_up()
            with self.all_or_nothing():
                while self.to_act == CHANCE and most != 0:
                    self._do(self._line.drawn(self.seed, self.number))
                    self._forced()
                    most = None if most is None else most - 1
        return self

    def dictate(self, outcomes: str | int) -> Self:
        """Set the next chance outcome, or several ("2,2,5,6"), by notation; all or nothing."""
        with self._alone():
            self._keep_up()
            with self.all_or_nothing():
                for outcome in named_outcomes(self._line, outcome_words(outcomes)):
                    self._forced()
                    self._do(outcome, dictated=True)
                self._settle()
        return self

    def _forced(self) -> None:
        """Take every step that involves neither a choice nor chance."""
        while not self.result and is_next_forced(self.game, self.rules, self._state):
            self._do(0)

    def _settle(self, restart: bool = True) -> None:
        """Take the automatic steps, then start the mover's clock or let it run on."""
        self._forced()
        if self.auto:
            self.advance()
        if restart:
            self._started = self.timer()

    # --- the line ------------------------------------------------------------------------------

    def _do(self, move: int, dictated: bool = False, written: str = "") -> None:
        """Make one legal step."""
        left = self.clock.left if self.clock else None
        self._line.add(self._line.step(move, dictated, left, written))

    def undo(self, *, turns: int = 0) -> Self:
        """Take back the last move, or that many turns; `redo` brings it back.

        The host may undo anything; a table decides what its players may undo.
        """
        with self._alone():
            if turns := whole("turns", turns, 0):
                return self.goto(self._line.ply_before(turns))
            if self.ply == 0:
                raise GameError("There is no move to take back.")
            return self.goto(self.ply - 1)

    def why_no_undo(self, ply: int, remedy: str) -> str:
        """Return why the players may not go back to where `ply` moves were made, or "" if they may.

        Args:
            ply: how many moves would stay; negative if there is nothing to take back.
            remedy: a sentence that says how to allow it.
        """
        with self._lock:
            self._keep_up()
            return self._line.why_no_undo(ply, self.official, self.open, remedy)

    def redo(self) -> Self:
        """Redo the next move that was taken back."""
        with self._alone():
            if self.ply == self.plies:
                raise GameError("There is no move to redo.")
            return self.goto(self.ply + 1)

    def goto(self, ply: int) -> Self:
        """Go to the point after `ply` moves of the line, with the chance that follows them.

        Nothing is lost: later moves can come back until somebody plays another move.
        """
        with self._alone():
            target = whole_number(ply)
            if target is None or not 0 <= target <= self.plies:
                raise GameError(f"goto({shown(ply)}): this line has moves 0 to {self.plies}.")
            turn = self.to_act, self._state.turn
            with self.all_or_nothing():
                has_moved = self._line.goto(target)
                if self.clock:
                    left = self._line.last.left if self._line.last else None
                    self.clock.left = left or (self.clock.total, self.clock.total)
                self._settle(restart=not has_moved or turn != (self.to_act, self._state.turn))
        return self

    def fork(self, seed: int | None = None) -> Match:
        """Return an independent match from here. The same dice follow unless you give a seed."""
        with self._lock:
            new = object.__new__(type(self))
            new.__dict__.update(self.__dict__)
            new.clock = self.clock.copy() if self.clock else None
            # With another seed, the outcomes that the old one gave remain.
            new._line = self._line.fork(as_dictated=seed is not None)
            new._referee = Referee(self.game, self.rules, self.names)
            new.seed = self.seed if seed is None else whole("seed", seed)
            new._started = new.timer()
            new._prepare_sharing()
            return new

    def __copy__(self) -> Match:
        """A copy is a fork; it writes no journal."""
        return self.fork()

    def __deepcopy__(self, memo: object) -> Match:
        return self.fork()

    def rename(self, *players: str) -> Self:
        """Rename the two players from now on; the journal keeps their original names."""
        with self._alone():
            self.names = self._line.names = self._referee.names = two_names(players)
            if (ending := self._line.ending) and ending.winner is not None:
                self._line.ending = self._early(1 - ending.winner, ending.rule)
        return self

    def changed(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Call `callback` after every change of the match: a move, an undo, the end.

        Return a function that stops the calls. A callback that is a method does not keep its object alive.
        """
        return self._changes.call(callback)

    # --- ending early --------------------------------------------------------------------------

    def resign(self, player: int) -> Self:
        """End the match: this player gives up."""
        return self.end_early(player, RESIGNED)

    def flag(self, player: int) -> Self:
        """End the match: this player is out of time."""
        return self.end_early(player, OUT_OF_TIME)

    def end_early(self, player: int, rule: str) -> Self:
        """End the match by a rule of `EARLY`: this player loses."""
        loser = seat("player", player)
        with self._alone():
            if self.result:
                raise GameError(f"The game is over. {self.result.text}")
            with self.all_or_nothing():
                self._line.end(self._early(loser, rule), loser)
        return self

    def _early(self, loser: int, rule: str) -> Result:
        ending = f"{{{1 - loser}}} wins. {{{loser}}} {EARLY[rule]}."
        text = with_names(ending, self.names, "result")
        payoff = None
        if self.game.has_payoffs:  # the largest possible loss, so that nobody gains by giving up
            highest = int(self.game.highest_payoff(self.rules))
            payoff = highest if loser == 1 else -highest
        return Result(1 - loser, "win", rule, text, payoff)

    # --- one change at a time ------------------------------------------------------------------

    def _prepare_sharing(self) -> None:
        """Let one thread at a time change the match; nobody listens yet."""
        self._lock = RLock()  # held by a thread that changes the match or must see it whole
        self._inside = 0  # how often that thread holds it
        self._is_news = False  # must it tell listeners when it lets go?
        self._changes = Changes()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Make other threads wait.

        Listeners hear of changes afterward, because they may wait for other threads.
        """
        try:
            with self._lock:
                self._inside += 1
                try:
                    yield
                finally:
                    self._inside -= 1
        finally:
            if self._is_news and not self._inside:
                self._is_news = False
                self._changes.tell()

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Make everything done inside happen, or none of it; the journal gets it first.

        It becomes one line of the journal.
        """
        with self._alone():
            left, started = self.clock and self.clock.left, self._started
            try:
                with self._line.all_or_nothing():
                    yield
            except BaseException:
                self._started = started
                if self.clock and left:
                    self.clock.left = left
                raise
            if not self._line.is_under_way:
                self._is_news = True
                if self.journal:
                    self.journal.warn()

    # --- writing it down -----------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The match as a record: `str()` of it is a transcript. It is the host's, secrets included."""
        return self._record(None)

    def _record(self, viewer: int | None) -> Record:
        """Return the match as a record, without what this viewer may not know; None for all of it."""
        with self._lock:
            position = self.position
            if viewer is not None and position is not None:
                start = View(self.game, self.rules, self._line.start, viewer, self.names)
                position = self.game.dump(self.rules, start.state)
            try:
                result = self.result
            except GameError:  # its rules changed, and its moves do not fit them
                result = self._line.early_end
            return Record(
                game=self.game.name,
                parameters=dict(self.game.changes),
                replaced=self.game.replaced,
                seed=None if viewer is not None else self.seed,
                number=self.number,
                first=self.first,
                dmo=self.dmo,
                players=self.names,
                clock=self.clock.copy() if self.clock else None,
                official=self.official,
                open=self.open,
                viewer=viewer,
                position=position,
                steps=saved_steps(self._line, viewer),
                result=result,
            )

    def save(self, path: str | os.PathLike[str], *, viewer: int | None = None) -> None:
        """Write the match to a file that `gamekit.read` reads back.

        Args:
            path: the file. The kit replaces an existing one completely or not at all.
            viewer: 0 or 1 leaves out the seed and everything that this player may not know. A
                record that hides something cannot be replayed.

        Raises:
            GameError: the file cannot be written.
        """
        if viewer is not None:
            seat("viewer", viewer)
        self._record(viewer).save(path)

    def link(self, viewer: int | None = None) -> str:
        """Return a link to the published site that opens this match there, without its seed or its names.

        The players have the names of the game's sides. If the game has secrets, the link opens only the
        position, with anything the viewer may not know made up.

        Args:
            viewer: 0 or 1, who shares it; None for the player to act.

        Raises:
            GameError: the variable GAMEKIT_SITE does not name the site, or rules were replaced.
        """
        return address(self.shared(viewer))

    def shared(self, viewer: int | None = None) -> Record:
        """Return the record that `link` puts into a link."""
        if viewer is None:
            viewer = self.to_act if self.to_act in (0, 1) else 0
        viewer = seat("viewer", viewer)
        with self._lock:
            nameless = self.fork().rename(*self.game.players)
            record = replace(
                nameless._record(None), seed=None, number=0, clock=None, official=False
            )
            if self.game.has_secrets:
                state = self.view(viewer).state
                self.game.imagine(self.rules, state, viewer, Random.from_key(fresh_seed()))
                position = self.game.dump(self.rules, state)
                record = replace(record, position=position, steps=())
        return record

    @property
    def choices(self) -> int:
        """How many legal moves the players had, summed over their decisions so far."""
        return sum(
            len(self.game.numbered_moves(self.rules, step.before))
            for step in self._line.made
            if step.entry.player in (0, 1)
        )

    @property
    def skips(self) -> int:
        """How many turns the players have skipped so far because no move was legal."""
        return sum(
            is_skip(step.entry.player is None, step.before.turn, step.after.turn)
            for step in self._line.made
        )

    @property
    def journal(self) -> Journal | None:
        """The journal, or None. Its `trouble` is a sentence if it could not be written."""
        journal = self._line.journal
        return journal if isinstance(journal, Journal) else None

    def start_journal(self, journal: str | os.PathLike[str] | bool = True) -> Self:
        """Write everything so far to a journal, then every change.

        Args:
            journal: a file that does not exist; True for one in your folder of matches.
        """
        with self._alone():
            if self.journal:
                raise GameError("This match has a journal already; `match.journal.path` names it.")
            self._line.journal = new = Journal.of(journal, self.record, self._line)
            try:
                with self._line.all_or_nothing():
                    pass
            except BaseException:
                self._line.journal = None
                raise
        if new:
            new.warn()
        return self

    def open_up(self) -> None:
        """Make this an open table, where people may take back across rolls; the journal notes it."""
        with self._alone():
            if self.open:
                return
            with self.all_or_nothing():
                if self.journal:
                    self.journal.open_up()
            self.open = True

    def go_on_with(self, journal: Journal) -> None:
        """Continue a journal that holds everything so far."""
        self._line.journal = journal

    # --- showing -------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return self.board_text()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The board as text, and as a picture where a package that draws is installed."""
        bundle = {"text/plain": repr(self)}
        html = picture(self.view(PUBLIC))
        if html:
            bundle["text/html"] = html
        return bundle


Callback = Callable[[], object]
Reference = Callable[[], Callback | None]  # returns the callback, or None once its object is gone


class Changes:
    """Functions to call after each change, in the order they were added."""

    def __init__(self) -> None:
        self._references: list[Reference] = []

    def call(self, callback: Callback) -> Callable[[], None]:
        """Call this after each change from now on, and return a function that stops the calls."""
        if not callable(callback):
            raise GameError(f"changed({shown(callback)}): give a function without arguments.")
        is_method = isinstance(callback, MethodType)
        reference: Reference = weakref.WeakMethod(callback) if is_method else lambda: callback
        self._references.append(reference)
        return lambda: self._forget(reference)

    def _forget(self, reference: Reference) -> None:
        self._references = [other for other in self._references if other is not reference]

    def tell(self) -> None:
        """Call them all. An error in a callback does not reach the code that made the change."""
        for reference in self._references:
            callback = reference()
            if callback is None:
                self._forget(reference)
                continue
            try:
                callback()
            except Exception as problem:
                warnings.warn(
                    f"A function that hears of changes to a match failed: {problem!r}.",
                    GameWarning,
                    stacklevel=2,
                )


def who_starts(first: int | str | None, seed: int, number: int) -> int:
    """Return who starts game `number` for this value of `first`. None gives player 1 the odd games."""
    if first is None:
        return number % 2
    if isinstance(first, str) and first == "random":
        return outcome(stream_key(seed & MASK, number, CHANCE_STREAM), STARTER, 2)
    return seat("first", first, '0, 1 or "random"')


def plain_copy(position: Mapping[str, object]) -> dict[str, object]:
    """Return a copy of a position as a file would hold it, so that later changes do not reach it."""
    try:
        copy: dict[str, object] = json.loads(json.dumps(position, default=_plain))
    except (TypeError, ValueError, RecursionError):
        raise BadPosition(
            "Position: a match keeps the position it starts from; write it with dictionaries, "
            "lists, numbers and text only."
        ) from None
    return copy


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if (number := whole_number(value)) is not None:
        return number
    raise TypeError
