"""The line of a match: how it begins, its steps, what Undo may take back, and the turns it falls into.

Steps that were taken back can come back. `Line.why_no_undo` says how far players may go back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Protocol

from gamekit.chance import CHANCE_STREAM, MASK, stream_key
from gamekit.contract import ALL, CHANCE, ONGOING, OVER, PUBLIC, Game, Parameters, State
from gamekit.errors import GameError, discreet, listed
from gamekit.match.view import HIDDEN, Entry, Result
from gamekit.sentences import with_names
from gamekit.validation import shown, typed, whole_number

LONGEST_RUN = 10_000  # characters of outcomes dictated at once


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what the history shows of it, and the states before and after."""

    move: int  # or the number of an outcome
    entry: Entry
    dictated: bool  # a chance outcome that somebody named instead of drawing it from the seed
    before: State
    after: State
    left: tuple[float, float] | None  # reserve on both players' clocks
    known_to: tuple[int, ...]  # who may know it at once: players, PUBLIC and ALL
    reveals: bool  # does it reveal to everybody what was hidden?


class Recorder(Protocol):
    """What a line asks of a journal."""

    @property
    def mark(self) -> int: ...
    def step(self, step: Step) -> None: ...
    def goto(self, ply: int) -> None: ...
    def end(self, rule: str, loser: int) -> None: ...
    def commit(self, is_over: bool) -> None: ...
    def take_back(self, mark: int) -> None: ...


class Line:
    """Steps with a cursor. Those before it have been made, and those after it can be brought back."""

    def __init__(self, game: Game, rules: Parameters, start: State, names: tuple[str, str]) -> None:
        self.game, self.rules, self.start, self.names = game, rules, start, names
        self.made_by = game.namespace  # the functions that made these states
        self.steps: list[Step] = []
        self._made = 0  # the cursor: how many of the steps have been made
        self.ending: Result | None = None  # by resignation or by time, after the last step
        self.journal: Recorder | None = None
        self.is_under_way = False  # changes that happen together or not at all
        # For each viewer, the latest history they were shown and what it depends on: seats ask often.
        self._shown: dict[int, tuple[Step | None, int, bool, tuple[Entry, ...]]] = {}

    # --- where it stands -----------------------------------------------------------------------

    @property
    def made(self) -> list[Step]:
        """The steps made so far."""
        return self.steps[: self._made]

    @property
    def last(self) -> Step | None:
        """The latest step that is made."""
        return self.steps[self._made - 1] if self._made else None

    @property
    def state(self) -> State:
        """The state at the cursor. Copy it before you change it."""
        return self.steps[self._made - 1].after if self._made else self.start

    @property
    def early_end(self) -> Result | None:
        """How the match ended here by resignation or by time, or None."""
        return self.ending if self._made == len(self.steps) else None

    @property
    def is_over(self) -> bool:
        """Is the match over at the cursor?"""
        return (
            bool(self.early_end) or self.game.answer("result", self.rules, self.state)[0] != ONGOING
        )

    @property
    def ply(self) -> int:
        """How many moves the players have made up to the cursor."""
        return self.last.entry.ply if self.last else 0

    @property
    def plies(self) -> int:
        """How many moves the whole line holds."""
        return self.steps[-1].entry.ply if self.steps else 0

    def seen_by(self, player: int) -> tuple[Entry, ...]:
        """Return the history as `player` may know it: hidden steps are "?"."""
        last, made, is_over = self.last, self._made, self.is_over
        known = self._shown.get(player)
        if known and known[0] is last and known[1:3] == (made, is_over):
            return known[3]
        seen = self._seen_by(player)
        self._shown[player] = last, made, is_over, seen
        return seen

    def _seen_by(self, player: int) -> tuple[Entry, ...]:
        steps = self.made
        if self.is_over and self.game.tells_all(self.rules):
            return tuple(step.entry for step in steps)
        revealed = max((n for n, step in enumerate(steps) if step.reveals), default=-1)
        return tuple(
            self._for_viewer(step.entry, player)
            if player in step.known_to or (n <= revealed and step.entry.player != CHANCE)
            else replace(step.entry, text=HIDDEN, move=None, remark="", came="")
            for n, step in enumerate(steps)
        )

    def _for_viewer(self, entry: Entry, player: int) -> Entry:
        """Return an entry as a player sees it who may know its notation.

        The number of a move may give away more than the notation. The number of a drawn card counts
        the cards left in the deck, so it tells which of them are gone.
        """
        is_own = entry.player in (0, 1) and entry.player == player
        if is_own or player == ALL or not self.game.has_secrets:
            return entry
        return replace(entry, move=None)

    def has_revealed(self, ply: int) -> bool:
        """Has any move after the first `ply` shown everybody what was hidden?"""
        hidden: int | None = None  # the ply of the first move that is still hidden
        for step in self.made:
            entry = step.entry
            if step.reveals:
                if hidden is not None and max(hidden, ply) < entry.ply:
                    return True
                hidden = None
            elif hidden is None and entry.player != CHANCE and PUBLIC not in step.known_to:
                hidden = entry.ply
        if hidden is None or not (self.is_over and self.game.tells_all(self.rules)):
            return False
        return max(hidden, ply) < self.made[-1].entry.ply

    # --- going on ------------------------------------------------------------------------------

    def drawn(self, seed: int, number: int) -> int:
        """Return the outcome that game `number` under `seed` gives here."""
        k = sum(step.entry.player == CHANCE for step in self.made)
        key = stream_key(seed & MASK, number, CHANCE_STREAM)
        return self.game.outcome_at(self.rules, self.state, key, k)

    def step(
        self, move: int, dictated: bool, left: tuple[float, float] | None, written: str = ""
    ) -> Step:
        """Return the step that this legal move or chance outcome makes here. The line stays as it is.

        Args:
            dictated: did somebody name the outcome?
            left: reserve on both players' clocks.
            written: the turn as somebody wrote it.
        """
        game, rules, before = self.game, self.rules, self.state
        actor = game.to_act(rules, before)
        is_forced = actor == CHANCE and game.outcomes(rules, before) == 1
        player = None if is_forced else actor
        ply = self.ply + (actor != CHANCE)
        whose = game.whose_roll(rules, before) if player == CHANCE else -1
        if player is None:
            text, remark = game.write(rules, before, move), ""
        else:
            text, remark = game.tell(rules, before, move, written)
        after = before.copy()
        game.apply(rules, after, move)
        entry = Entry(
            player,
            text,
            move,
            ply,
            with_names(remark, self.names, "tell"),
            self._turn(before),
            whose if whose in (0, 1) else None,
            with_names(game.came_of(rules, before, after), self.names, "came_of"),
        )
        after.share(before)  # a long match holds hundreds of states
        known_to = tuple(
            viewer
            for viewer in (0, 1, PUBLIC, ALL)
            if viewer in (ALL, player) or game.sees(rules, before, move, viewer)
        )
        reveals = game.reveals(rules, before, move)
        return Step(move, entry, dictated and not is_forced, before, after, left, known_to, reveals)

    def _turn(self, state: State) -> int:
        """Return the number of the turn that a step from here belongs to.

        It is the game's own number, unless an earlier turn has used that.
        """
        last = next((step for step in reversed(self.made) if step.entry.player in (0, 1)), None)
        if last is None:
            return state.turn
        if self.game.same_turn(self.rules, last.before, state):
            return last.entry.turn
        return max(state.turn, last.entry.turn + 1)

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Make everything done inside happen here and in the journal, or none of it."""
        if self.is_under_way:  # this is part of a larger change
            yield
            return
        saved = self.steps.copy(), self._made, self.ending
        mark = self.journal.mark if self.journal else 0
        self.is_under_way = True
        try:
            yield
            if self.journal:
                self.journal.commit(self.is_over)
        except BaseException:
            self.steps, self._made, self.ending = saved
            if self.journal:
                self.journal.take_back(mark)
            raise
        finally:
            self.is_under_way = False

    def add(self, step: Step) -> None:
        """Make a new step, and discard the steps that were taken back."""
        if self.journal:
            self.journal.step(step)
        self.steps[self._made :] = [step]
        self._made += 1
        self.ending = None

    def end(self, result: Result, loser: int) -> None:
        """End the match here, whatever the rules say, and discard the steps that were taken back."""
        if self.journal:
            self.journal.end(result.rule, loser)
        del self.steps[self._made :]
        self.ending = result

    # --- back and forth ------------------------------------------------------------------------

    def goto(self, ply: int) -> bool:
        """Put the cursor after `ply` moves of the players, and return whether it moved."""
        if self.journal:
            self.journal.goto(ply)
        before = self._made
        self._made = sum(step.entry.ply <= ply for step in self.steps)
        return self._made != before

    def why_no_undo(self, ply: int, is_official: bool, is_open: bool, remedy: str) -> str:
        """Return why the players may not go back, or nothing.

        Args:
            ply: how many moves would stay; negative if there is nothing to take back.
            is_official: is this played under the official clock?
            is_open: may people here take back across rolls?
            remedy: a sentence that says how to allow it.
        """
        if ply < 0:
            return "There is no move to take back."
        if self._is_unseen(ply):
            return ""
        if is_official:
            return "Under the official clock, moves cannot be taken back."
        if is_open:
            return ""
        if any(step.entry.player == CHANCE and step.entry.ply > ply for step in self.made):
            limit = "Undo stops where dice have fallen or something was drawn."
        elif self.game.has_secrets and (self.is_over or self.has_revealed(ply)):
            limit = "Undo stops where a secret was shown."
        else:
            return ""
        return f"{limit} {remedy}"

    def _is_unseen(self, ply: int) -> bool:
        """Did the mover make every step since, in a turn that nobody else has seen?"""
        mover = OVER if self.is_over else self.game.answer("to_act", self.rules, self.state)
        since = [entry for entry in self.seen_by(PUBLIC) if entry.ply > ply]
        return bool(since) and all((each.player, each.text) == (mover, HIDDEN) for each in since)

    def ply_before(self, turns: int) -> int:
        """Return how many moves had been made before the latest `turns` turns."""
        turn_of = [step.entry.turn for step in self.made if step.entry.player in (0, 1)]
        distinct = sorted(set(turn_of))
        if turns > len(distinct):
            begun = f"{len(distinct)} {'has' if len(distinct) == 1 else 'have'} begun"
            raise GameError(f"{turns} turns cannot be taken back: only {begun}.")
        return turn_of.index(distinct[-turns])

    def again(self, rules: Parameters, start: State) -> Line:
        """Return the same line, replayed with the game's current functions.

        Raises:
            GameError: these functions do not allow what was played, or write it differently.
        """
        game, new = self.game, Line(self.game, rules, start, self.names)
        for n, step in enumerate(self.steps, 1):
            actor, is_player = game.to_act(rules, new.state), step.entry.player in (0, 1)
            if is_player:
                fits = actor == step.entry.player
                fits = fits and not game.why_illegal(rules, new.state, step.move)
            else:
                fits = actor == CHANCE and step.move < game.outcomes(rules, new.state)
            if not fits or new.is_over:
                raise GameError(f"step {n}, {shown(step.entry.text)}, is no longer possible")
            made = new.step(step.move, step.dictated, step.left, step.entry.text)
            if (made.entry.player, made.entry.text) != (step.entry.player, step.entry.text):
                raise GameError(f"step {n}, {shown(step.entry.text)}, is now something else")
            new.add(made)
        new._made, new.ending, new.journal = self._made, self.ending, self.journal
        return new

    def fork(self, as_dictated: bool = False) -> Line:
        """Return an independent line of the steps made so far.

        Args:
            as_dictated: record every roll and draw as dictated.
        """
        new = Line(self.game, self.rules, self.start, self.names)
        new.made_by = self.made_by
        new.steps = [
            replace(step, dictated=step.entry.player == CHANCE) if as_dictated else step
            for step in self.made
        ]
        new._made, new.ending = self._made, self.early_end
        return new


def turns(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Go through a history turn by turn.

    A turn begins with the rolls before its first move, and ends with the steps that the rules force after
    its last move. Rolls after the last turn belong to no turn yet.
    """
    steps: list[Entry] = []
    made: list[Entry] = []  # the moves among them
    for entry in entries:
        if made and entry.player is not None and entry.turn != made[-1].turn:
            yield steps
            steps, made = [], []
        steps.append(entry)
        if entry.player in (0, 1):
            made.append(entry)
    if made:
        yield steps


def turn_numbers(entries: Iterable[Entry]) -> dict[int, int]:
    """Return the number of the turn that each move belongs to, by its ply."""
    numbered = enumerate(turns(entries), 1)
    return {step.ply: number for number, steps in numbered for step in moves_in(steps)}


def moves_in(steps: Iterable[Entry]) -> list[Entry]:
    """Return the moves of players among these steps."""
    return [step for step in steps if step.player in (0, 1)]


def place_in_match(entries: Iterable[Entry], ply: int) -> str:
    """Name the board after this many moves: "turn 6 of 17", "turn 6 of 17, move 1 of 2"."""
    whole = [moves_in(steps) for steps in turns(entries)]
    for number, made in enumerate(whole, 1):
        if made[0].ply <= ply <= made[-1].ply:
            done = ply - made[0].ply + 1
            within = f", move {done} of {len(made)}" if done < len(made) else ""
            return f"turn {number} of {len(whole)}{within}"
    return "the start"


def is_next_forced(game: Game, rules: Parameters, state: State) -> bool:
    """Is the next step forced: a chance point with one outcome?

    Nobody chooses such a step, and it draws nothing from the seed's stream.
    """
    return game.to_act(rules, state) == CHANCE and game.outcomes(rules, state) == 1


@discreet
def outcome_words(outcomes: object) -> list[str]:
    """Split what somebody dictates into outcomes in notation."""
    number = whole_number(outcomes)
    text = outcomes if isinstance(outcomes, str) else shown(outcomes if number is None else number)
    if len(text) > LONGEST_RUN:
        raise GameError(f"dictate({shown(text)}): write at most {LONGEST_RUN} characters.")
    return [word.strip() for word in re.split("[,\uff0c\u3001]", text)]


def named_outcomes(line: Line, words: list[str]) -> list[int]:
    """Return the numbers of a run of outcomes in notation, tried on a copy of the state."""
    game, rules, state, numbers = line.game, line.rules, line.state.copy(), []
    for word in words:
        while is_next_forced(game, rules, state):
            game.apply(rules, state, 0)
        if line.early_end or game.to_act(rules, state) != CHANCE:
            raise GameError(f"No roll or draw is due, so {shown(word)} cannot be dictated.")
        names = [game.write(rules, state, n) for n in range(game.outcomes(rules, state))]
        spelled = names if word in names else [typed(name) for name in names]
        plain = word if word in names else typed(word)
        if plain not in spelled:
            raise GameError(f"{shown(word)} is not possible here; choose from: {listed(names)}.")
        numbers.append(spelled.index(plain))
        game.apply(rules, state, numbers[-1])
    return numbers
