"""One game being played by people: every move checked and explained, every step rewindable."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Self

from gamekit import record as records
from gamekit.chance import CHANCE_STREAM, MASK, outcome, stream_key
from gamekit.clock import Clock
from gamekit.contract import ALL, CHANCE, OVER, PUBLIC, Game, State
from gamekit.errors import BadPosition, BadRecord, GameError, IllegalMove, Unreadable
from gamekit.games import load
from gamekit.picture import picture
from gamekit.view import (
    HIDDEN,
    Entry,
    Result,
    View,
    leaves_turn_open,
    numbered_moves,
    result_of,
    written,
)

OPEN = "..."  # ends the notation of a move that leaves its turn open


@dataclass(frozen=True, slots=True)
class _Step:
    """A step of the line, with what stood after it."""

    entry: Entry
    dictated: bool
    after: State
    left: tuple[float, float] | None  # reserve of both players' clocks


class Match:
    """One game between two players, with the host's view of it.

    Args:
        game: a game or its name.
        seed: a whole number from which all chance is drawn: the k-th outcome depends on (seed, k)
            alone. None picks one; it is kept in `seed`.
        first: 0, 1 or "random" (drawn from the seed): who starts.
        dmo: the player who was picked to face the elimination candidate.
        players: what the two are called.
        clock: None, "official" or a `Clock` for its settings. The time of a turn counts from when
            the mover had been shown everything, and is charged when the turn is over; `timer`
            gives the seconds.
        position: scenario fields to start from.
        auto: draw chance from the seed by itself; otherwise `advance` or `dictate` does.
        open: an open table, where people may take back across rolls; noted in the record.
        journal: a file to which every step is written before it is acknowledged.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        seed: int | None = None,
        first: int | str = 0,
        dmo: int = 1,
        players: Sequence[str] | None = None,
        clock: Clock | str | None = None,
        position: Mapping[str, object] | None = None,
        auto: bool = True,
        open: bool = False,
        journal: str | os.PathLike[str] | None = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.seed = int.from_bytes(os.urandom(4)) if seed is None else _whole("seed", seed)
        self.first = self._who_starts(first)
        self.dmo = _seat("dmo", dmo)
        self.names = _named(players or self.game.players)
        self.official = clock == "official"
        self.clock = self._clock_of(clock)
        self.auto, self.open = auto, open
        self.timer = time.monotonic
        self.rules: Any = self.game.rules()
        self._start_state = self._start(position)
        self.position = None if position is None else dict(position)
        self._line: list[_Step] = []
        self._at = 0  # so many steps of the line are made, the rest can be brought back
        self._ended: Result | None = None  # by resignation or by time
        self._journal: records.Journal | None = None
        if journal is not None:
            self._journal = records.Journal(Path(journal), self.record)
        self._settle()

    # --- starting ------------------------------------------------------------------------------

    def _who_starts(self, first: int | str) -> int:
        if first == "random":
            return outcome(stream_key(self.seed & MASK, 1, CHANCE_STREAM), 0, 2)
        return _seat("first", first)

    def _clock_of(self, clock: Clock | str | None) -> Clock | None:
        if clock is None:
            return None
        if isinstance(clock, Clock):
            return clock.full()
        if clock != "official":
            raise GameError(f'clock={clock!r}: give None, "official" or a gamekit.Clock.')
        if self.game.official_clock is None:
            raise GameError(f"{self.game.title} has no official clock; give a gamekit.Clock.")
        main, reserve, period = self.game.official_clock
        return Clock(main, reserve, period or None)

    def _start(self, position: Mapping[str, object] | None) -> State:
        state: State = self.game.start(self.rules, self.first, self.dmo)
        if position is not None:
            self.game.position(self.rules, state, position)
            if self.game.to_act(self.rules, state) in (0, 1) and not numbered_moves(
                self.game, self.rules, state
            ):
                raise BadPosition("Position: the player to move would have no legal move.")
        return state

    # --- where it stands -----------------------------------------------------------------------

    @property
    def _state(self) -> State:
        return self._line[self._at - 1].after if self._at else self._start_state

    def _befores(self) -> list[State]:
        """The state before each step of the line."""
        return [self._start_state, *(step.after for step in self._line)]

    @property
    def state(self) -> Any:
        """A copy of the full state, secrets included."""
        return self._state.copy()

    @property
    def to_act(self) -> int:
        """CHANCE, the player to act, or OVER."""
        return OVER if self.result else int(self.game.to_act(self.rules, self._state))

    @property
    def result(self) -> Result | None:
        """How the match ended, or None."""
        if self._ended is not None and self._at == len(self._line):
            return self._ended
        return result_of(self.game, self.rules, self._state, self.names)

    @property
    def ply(self) -> int:
        """How many moves the players have made up to here."""
        return self._line[self._at - 1].entry.ply if self._at else 0

    @property
    def plies(self) -> int:
        """How many moves the whole line holds, the undone ones included."""
        return self._line[-1].entry.ply if self._line else 0

    @property
    def history(self) -> tuple[Entry, ...]:
        """Every step so far."""
        return tuple(step.entry for step in self._line[: self._at])

    @property
    def line(self) -> tuple[Entry, ...]:
        """Every step of the line being played, the undone ones included."""
        return tuple(step.entry for step in self._line)

    def view(self, player: int = PUBLIC) -> View:
        """Return what `player` may know; ALL for everything, PUBLIC for an onlooker."""
        if player not in (0, 1, PUBLIC, ALL):
            raise GameError(f"view({player!r}): give 0, 1, gamekit.PUBLIC or gamekit.ALL.")
        game, rules = self.game, self.rules
        steps = list(zip(self.history, self._befores(), strict=False))
        reveals = (game.reveals(rules, before, entry.move) for entry, before in reversed(steps))
        revealed = next((len(steps) - n for n, shows in enumerate(reveals, 1) if shows), -1)
        history = tuple(
            entry
            if (n <= revealed and entry.player != CHANCE)
            or player in (ALL, entry.player)
            or game.sees(rules, before, entry.move, player)
            else replace(entry, text=HIDDEN, move=None)
            for n, (entry, before) in enumerate(steps)
        )
        return View(self.game, self.rules, self._state, player, self.names, history, self.result)

    def board_text(self, viewer: int = PUBLIC) -> str:
        """Return the board as text, in the form the rules ask to have posted."""
        return self.view(viewer).board_text()

    # --- moves ---------------------------------------------------------------------------------

    def legal_moves(self) -> tuple[int, ...]:
        """Return the legal moves of the player to act, as numbers."""
        if self.to_act not in (0, 1):
            return ()
        return numbered_moves(self.game, self.rules, self._state)

    def legal(self) -> tuple[str, ...]:
        """Return the same in notation; one that leaves the turn open ends with " ..."."""
        return tuple(written(self.game, self.rules, self._state, m) for m in self.legal_moves())

    def turns(self) -> Iterator[str]:
        """Iterate over the distinct whole turns of the player to act, in notation."""
        if self.to_act not in (0, 1):
            return
        seen = set()
        waiting: list[tuple[State, tuple[str, ...]]] = [(self._state, ())]
        while waiting:
            state, words = waiting.pop()
            for move in reversed(numbered_moves(self.game, self.rules, state)):
                after = state.copy()
                self.game.apply(self.rules, after, move)
                so_far = (*words, self.game.write(self.rules, state, move))
                if leaves_turn_open(self.game, self.rules, state, move):
                    waiting.append((after, so_far))
                else:
                    text = self.game.turn_text(self.rules, self._state, so_far)
                    if text not in seen:
                        seen.add(text)
                        yield text

    def play(self, move: str | int) -> Self:
        """Play a whole turn, or one move of it; all or nothing.

        Args:
            move: a turn in notation, one move in notation with " ..." behind it, or the number of
                one move.

        Raises:
            IllegalMove: with the rule that forbids it, a sentence, and legal moves nearby.
        """
        seconds = self._seconds()
        mover = self.to_act
        if self.clock and mover in (0, 1) and self.clock.is_out(mover, seconds):
            self.flag(mover)
        moves = self._judged(move)
        is_over = self.clock is None or not self._runs_on(moves)
        if self.clock and is_over:
            self.clock.charge(mover, seconds)
        for number in moves:
            text = self.game.write(self.rules, self._state, number)
            self._do(Entry(mover, text, number, self.ply + 1))
        self._settle(restart=is_over)
        return self

    def _runs_on(self, moves: Sequence[int]) -> bool:
        """Does the mover's clock run on after these legal moves?"""
        before = after = self._state
        for number in moves:
            before, after = after, after.copy()
            self.game.apply(self.rules, after, number)
        return bool(self.game.runs_on(self.rules, before, after))

    def replay(self, step: records.Step, check_chance: bool, place: str) -> None:
        """Make one step of a record; `BadRecord` where the rules or the seed disagree."""
        if step.text == HIDDEN:
            raise BadRecord(
                f"Record, {place}: this is one player's record, and what they may not know is "
                "hidden; only the host's record can be replayed."
            )
        acting = self.to_act
        if self.clock and step.left:
            self.clock.left = step.left
        try:
            if step.who in ("chance", "dictated"):
                number = self._named_outcomes([step.text])[0]
                if step.who == "chance" and check_chance:
                    number = self._drawn()  # several sides of a die may be written alike
                    if self.game.write(self.rules, self._state, number) != step.text:
                        raise GameError(f"the seed does not give {step.text!r} here")
                self._chance(number, dictated=step.who == "dictated" or not check_chance)
            elif step.who == "forced":
                if not self._at or self._line[-1].entry.player is not None:
                    raise GameError("nothing is forced here")
            else:
                if acting != int(step.who):
                    raise GameError(f"player {step.who} is not to act")
                for number in self._judged(f"{step.text} {OPEN}"):
                    text = self.game.write(self.rules, self._state, number)
                    self._do(Entry(acting, text, number, self.ply + 1))
        except GameError as problem:
            raise BadRecord(f"Record, {place}: {problem}") from None
        self._forced()

    def why_not(self, move: str | int) -> IllegalMove | None:
        """Return why `play` would refuse this, or None if it is legal."""
        try:
            self._judged(move)
        except IllegalMove as refusal:
            return refusal
        return None

    def _judged(self, move: str | int) -> list[int]:
        """Return the moves that a text or a number stands for, all of them legal."""
        text = move.strip() if isinstance(move, str) else str(move)
        if self.result:
            raise IllegalMove(self.result.rule, text, f"The game is over. {self.result.text}")
        if self.to_act == CHANCE:
            raise IllegalMove(
                "X-Q1", text, "A roll or draw comes first: call advance() or dictate(...)."
            )
        if isinstance(move, str):
            opens = text.endswith(OPEN)
            moves = self._read(text.removesuffix(OPEN).strip())
        else:
            opens, moves = True, [self._numbered(move)]
        state = self._state.copy()
        for index, number in enumerate(moves):  # grows by a stop that was left out
            rule = self.game.why_illegal(self.rules, state, number)
            if rule:
                raise self._refusal(state, number, rule, text)
            goes_on = leaves_turn_open(self.game, self.rules, state, number)
            if index < len(moves) - 1 and not goes_on:
                done = self.game.write(self.rules, state, number)
                raise IllegalMove("X-Q1", text, f"The turn ends with {done!r}; say no more.")
            self.game.apply(self.rules, state, number)
            if index == len(moves) - 1 and goes_on and not opens:
                moves.append(self._stop(state, text))
        return moves

    def _read(self, text: str) -> list[int]:
        try:
            moves: list[int] = self.game.read(self.rules, self._state.copy(), text)
        except Unreadable as problem:
            rule = self.game.rule_id(problem.rule) if problem.rule else "X-Q1"
            message = str(problem)  # not a format: it may repeat any text
            for player, name in enumerate(self.names):
                message = message.replace(f"{{{player}}}", name)
            raise IllegalMove(rule, text, message, problem.cells, self._nearest(text)) from None
        return moves

    def _numbered(self, move: int) -> int:
        if not _is_whole(move) or not 0 <= move < self.game.moves:
            raise IllegalMove(
                "X-Q1",
                str(move),
                f"{move!r} is no move: moves are written as text or numbered 0 to "
                f"{self.game.moves - 1}.",
                (),
                self.legal()[:5],
            )
        return move

    def _refusal(self, state: State, move: int, rule: int, text: str) -> IllegalMove:
        sentence, cells = self.game.explain(self.rules, state, move, rule)
        return IllegalMove(
            self.game.rule_id(rule), text, sentence.format(*self.names), cells, self._nearest(text)
        )

    def _stop(self, state: State, text: str) -> int:
        """Return the move "stop", which a whole turn in notation leaves out."""
        for move in numbered_moves(self.game, self.rules, state):
            if self.game.write(self.rules, state, move) == "stop":
                return move
        try:
            stop: int = self.game.read(self.rules, state.copy(), "stop")[0]
        except Unreadable:
            stop = -1  # no turn of this game ends like this
        rule = self.game.why_illegal(self.rules, state, stop) if stop >= 0 else 0
        if rule:
            raise self._refusal(state, stop, rule, text)
        raise IllegalMove(
            "X-Q1",
            text,
            f"The turn is not finished after {text!r}; write the whole turn, or "
            f'"{text} {OPEN}" to play this much of it.',
        )

    def _nearest(self, text: str) -> list[str]:
        legal = self.legal()
        near = get_close_matches(text.upper(), [word.upper() for word in legal], n=5, cutoff=0.3)
        return [word for word in legal if word.upper() in near][:5] or list(legal[:5])

    # --- chance --------------------------------------------------------------------------------

    def advance(self) -> Self:
        """Draw chance from the seed until a player is to act or the game is over."""
        while self.to_act == CHANCE:
            self._chance(self._drawn(), dictated=False)
        return self

    def dictate(self, outcomes: str | int) -> Self:
        """Set the next chance outcome, or several ("2,2,5,6"), by notation; all or nothing."""
        numbers = self._named_outcomes([word.strip() for word in str(outcomes).split(",")])
        for number in numbers:
            self._forced()
            self._chance(number, dictated=True)
        self._settle()
        return self

    def _named_outcomes(self, words: list[str]) -> list[int]:
        """Return the numbers of a run of outcomes, checked on a copy of the state."""
        state, numbers = self._state.copy(), []
        for word in words:
            while self.game.to_act(self.rules, state) == CHANCE and (
                self.game.outcomes(self.rules, state) == 1
            ):
                self.game.apply(self.rules, state, 0)
            if self.result or self.game.to_act(self.rules, state) != CHANCE:
                raise GameError(f"No roll or draw is due, so {word!r} cannot be dictated.")
            count = self.game.outcomes(self.rules, state)
            names = [self.game.write(self.rules, state, number) for number in range(count)]
            if word not in names:
                raise GameError(f"{word!r} is no possible outcome; possible: {', '.join(names)}.")
            numbers.append(names.index(word))
            self.game.apply(self.rules, state, numbers[-1])
        return numbers

    def _drawn(self) -> int:
        """Return the outcome the seed gives here. A forced step uses up nothing of the stream."""
        count = self.game.outcomes(self.rules, self._state)
        if count == 1:
            return 0
        k = sum(step.entry.player == CHANCE for step in self._line[: self._at])
        return outcome(stream_key(self.seed & MASK, 0, CHANCE_STREAM), k, count)

    def _chance(self, number: int, dictated: bool) -> None:
        forced = self.game.outcomes(self.rules, self._state) == 1
        text = self.game.write(self.rules, self._state, number)
        entry = Entry(None if forced else CHANCE, text, number, self.ply)
        self._do(entry, dictated and not forced)

    def _forced(self) -> None:
        """Take every step that is no choice and no chance."""
        while self.to_act == CHANCE and self.game.outcomes(self.rules, self._state) == 1:
            self._chance(0, dictated=False)

    def _settle(self, restart: bool = True) -> None:
        """Do what happens by itself, then start the mover's clock, or let it run on."""
        self._forced()
        if self.auto:
            self.advance()
        if restart:
            self._started = self.timer()

    # --- the line ------------------------------------------------------------------------------

    def _do(self, entry: Entry, dictated: bool = False) -> None:
        """Add one legal step; the journal has it before anybody else does."""
        assert entry.move is not None
        step = _Step(entry, dictated, self._state.copy(), self.clock.left if self.clock else None)
        if self._journal:
            self._journal.step(self._written(step))
        self.game.apply(self.rules, step.after, entry.move)
        self._line[self._at :] = [step]
        self._at += 1
        self._ended = None

    def _seconds(self) -> float:
        return max(0.0, self.timer() - self._started)

    def seconds_used(self) -> float:
        """Return the seconds the player to act has been thinking."""
        return self._seconds() if self.to_act in (0, 1) else 0.0

    def undo(self, *, turns: int = 0) -> Self:
        """Take back the last move, or so many turns; `redo` brings it back.

        The host may undo anything; what a table lets its players undo is the table's business.
        """
        if turns == 0:
            if self.ply == 0:
                raise GameError("There is no move to take back.")
            return self.goto(self.ply - 1)
        begun = [  # the turn each move was part of
            before.turn
            for before, step in zip(self._befores(), self._line[: self._at], strict=False)
            if step.entry.player in (0, 1)
        ]
        distinct = sorted(set(begun))
        if not 0 < turns <= len(distinct):
            raise GameError(f"{turns} turns cannot be taken back: {len(distinct)} were begun.")
        return self.goto(begun.index(distinct[-turns]))

    def redo(self) -> Self:
        """Bring back the next move that was taken back."""
        if self.ply == self.plies:
            raise GameError("There is no move to bring back.")
        return self.goto(self.ply + 1)

    def goto(self, ply: int) -> Self:
        """Go to where the players had made so many moves of the line, chance after them included.

        Nothing is lost: later moves can be brought back until another move is played.
        """
        if not _is_whole(ply) or not 0 <= ply <= self.plies:
            raise GameError(f"goto({ply!r}): this line has moves 0 to {self.plies}.")
        at, turn = self._at, (self.to_act, self._state.turn)
        self._at = sum(step.entry.ply <= ply for step in self._line)
        if self._journal:
            self._journal.goto(ply)
        if self.clock:
            left = self._line[self._at - 1].left if self._at else None
            self.clock.left = left or (self.clock.total, self.clock.total)
        self._settle(restart=at == self._at or turn != (self.to_act, self._state.turn))
        return self

    def fork(self, seed: int | None = None) -> Match:
        """Return an independent match from here; the same dice follow unless a seed is given."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new._line = self._line[: self._at]
        new.clock = self.clock.copy() if self.clock else None
        new._journal = None
        if seed is not None:  # what the old seed gave stays, as if dictated
            new.seed = _whole("seed", seed)
            new._line = [replace(step, dictated=step.entry.player == CHANCE) for step in new._line]
        new._ended = self._ended if self._at == len(self._line) else None
        new._started = new.timer()
        return new

    # --- ending early --------------------------------------------------------------------------

    def resign(self, player: int) -> Self:
        """End the match: this player gives up."""
        return self._end(player, "X-Q9", "resigned")

    def flag(self, player: int) -> Self:
        """End the match: this player's time is out."""
        return self._end(player, "X-Q2", "ran out of time")

    def _end(self, player: int, rule: str, did: str) -> Self:
        loser = _seat("player", player)
        if self.result:
            raise GameError(f"The game is over. {self.result.text}")
        if self._journal:
            self._journal.end(rule, loser)
        del self._line[self._at :]
        text = f"{self.names[1 - loser]} wins. {self.names[loser]} {did}."
        self._ended = Result(1 - loser, "win", rule, text)
        return self

    # --- keeping -------------------------------------------------------------------------------

    def _written(self, step: _Step) -> records.Step:
        who = {None: "forced", CHANCE: "dictated" if step.dictated else "chance"}
        player = step.entry.player
        return records.Step(who.get(player, str(player)), step.entry.text, step.left)

    @property
    def record(self) -> records.Record:
        """The match as a record: `str()` of it is a transcript. The host's, secrets included."""
        return self._record(None)

    def _record(self, viewer: int | None) -> records.Record:
        steps = [self._written(step) for step in self._line[: self._at]]
        position = self.position
        if viewer is not None:
            seen = self.view(viewer).history
            steps = [replace(step, text=e.text) for step, e in zip(steps, seen, strict=True)]
            if position is not None:
                start = View(self.game, self.rules, self._start_state, viewer, self.names)
                position = self.game.dump(self.rules, start.state)
        return records.Record(
            game=self.game.name,
            parameters=self.game.changes,
            replaced=self.game.replaced,
            seed=None if viewer is not None else self.seed,
            first=self.first,
            dmo=self.dmo,
            players=self.names,
            clock=self.clock.copy() if self.clock else None,
            official=self.official,
            open=self.open,
            viewer=viewer,
            position=position,
            steps=tuple(steps),
            result=self.result,
        )

    def save(self, path: str | os.PathLike[str], *, viewer: int | None = None) -> None:
        """Write the match to a file that `gamekit.read` reads back.

        Args:
            path: where; an existing file is replaced at once or not at all.
            viewer: 0 or 1 leaves out the seed and all that this player may not know.
        """
        if viewer is not None:
            _seat("viewer", viewer)
        self._record(viewer).save(Path(path))

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


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _whole(name: str, value: object) -> int:
    if not _is_whole(value):
        raise GameError(f"{name}={value!r}: give a whole number.")
    return int(str(value))


def _seat(name: str, value: object) -> int:
    if not _is_whole(value) or value not in (0, 1):
        extra = ' or "random"' if name == "first" else ""
        raise GameError(f"{name}={value!r}: give 0 or 1{extra}.")
    return int(value)


def _named(players: object) -> tuple[str, str]:
    names: tuple[object, ...] = tuple(players) if isinstance(players, Iterable) else ()
    fit = all(
        isinstance(name, str) and name.strip() and [name] == name.splitlines() for name in names
    )
    if len(names) != 2 or not fit or names[0] == names[1]:
        raise GameError(f"players={players!r}: give two different names, each on one line.")
    return str(names[0]), str(names[1])
