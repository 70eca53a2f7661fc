"""Tasks and polls for everybody in a room, and everybody's answers."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from copy import copy
from functools import partial
from hashlib import sha256
from typing import Any

import gamekit as gk
from gamekit.match.view import written
from gamekit.validation import brief
from gamekit_widgets.browser_page import Carried
from gamekit_widgets.goals import Question, Verdict, options
from gamekit_widgets.questions import Guess, Truth
from gamekit_widgets.rooms.people import Person
from gamekit_widgets.task import Score, Solve

Noted = dict[str, Any]  # a reply in the form of the journal
MOST = 5_000  # answers whose verdicts a question remembers
LONGEST = 120  # characters of an answer that a reply keeps
Asked = dict[str, Any]  # the question of a poll in the form of the journal
LONGEST_GUESS = 200  # letters of a guess in words


class Assignment:
    """A task for everybody in the room.

    Args:
        number: 1 for the first task of the room.
        text: the text of the task.
        mark: identifies the task when the host gives it again, see `task_mark`.
        round: the round of the playlist to which it belongs, if any.
        given: when the host gave it, in seconds since 1970.

    Attributes:
        task: the task. After a crash it is None until the host gives it again.
        is_out: can people answer it?
        replied: called with this assignment, a person and their reply in the form of the journal.
        woken: called with a person whose paper has changed.
    """

    def __init__(self, number: int, text: str, mark: str, round: int | None, given: float) -> None:
        self.number, self.text, self.mark, self.round = number, text, mark, round
        self.given, self.is_out = given, True
        self.task: Solve | None = None
        self.replied: Callable[[Assignment, Person, Noted], object] = lambda *given: None
        self.woken: Callable[[Person], object] = lambda person: None
        self._replies: dict[int, Reply] = {}
        self._papers: dict[int, Paper] = {}
        self._question: Once | None = None

    @property
    def name(self) -> str:
        """Its name in messages to browsers."""
        return f"task {self.number}"

    def reply_of(self, person: Person) -> Reply:
        """Return somebody's reply, a new one if they have none yet."""
        return self._replies.setdefault(person.number, Reply(self.text, self.given))

    def paper(self, person: Person) -> Paper:
        """Return somebody's paper, a new one if they have none yet."""
        if person.number not in self._papers:
            assert self.task is not None
            self._question = self._question or Once(self.task.question)
            paper = Paper(self.task, self._question, self.reply_of(person))
            paper.replied = partial(self.replied, self, person)
            paper.wake = partial(self.woken, person)
            self._papers[person.number] = paper
        return self._papers[person.number]

    def merge(self, person: Person, seat: Person) -> Callable[[], None]:
        """Give the better of two people's replies to the second; return a function that undoes it."""
        before = {each.number: self._replies.get(each.number) for each in (person, seat)}
        one, other = before[person.number], before[seat.number]
        if one and not (other and other.is_solved):
            self._keep(seat.number, one if one.is_solved or not other else other)

        def undo() -> None:
            for number, reply in before.items():
                self._keep(number, reply)

        return undo

    def _keep(self, number: int, reply: Reply | None) -> None:
        self._papers.pop(number, None)
        if reply:
            self._replies[number] = reply
        else:
            self._replies.pop(number, None)

    def awaited(self, people: Iterable[Person]) -> list[Person]:
        """Return the simulated people among these who have yet to answer."""
        if not self.task or not self.task.question.is_played:
            return []
        return [each for each in people if each.bot and not self.reply_of(each).tries]


class Reply(Score):
    """Somebody's score for a task, with their latest answer."""

    answer = ""

    def __init__(self, task: str, given: float) -> None:
        super().__init__(task, given, time.time)

    def noted(self) -> Noted:
        """Return the reply in the form of the journal."""
        return {
            "tries": self.tries,
            "hints": self.hints,
            "seconds": self.seconds,
            "is_solved": self.is_solved,
            "answer": self.answer,
        }

    def take(self, noted: Noted) -> None:
        """Take over a reply in the form of the journal."""
        for name in self.noted():
            setattr(self, name, noted[name])


class Paper(Carried, Solve):
    """Somebody's copy of a task, on a page of their own.

    Args:
        task: the task.
        question: its question, which all papers share.
        reply: keeps the score.
    """

    def __init__(self, task: Solve, question: Question, reply: Reply) -> None:
        super().__init__(task.start, task.text, question, task.hints)
        self._reply = reply
        self.hints_shown = reply.hints
        self.replied: Callable[[Noted], object] = reply.take

    def view(self) -> gk.View:
        """Return the player to move's view of the position."""
        return self._view()

    def play(self, move: int) -> None:
        """Answer with a legal move."""
        self.type(written(self.match.game, self.match.rules, self.match.state, move))

    def _note(self, verdict: Verdict, answer: object) -> None:
        if not self._reply.is_solved:
            new = copy(self._reply)
            new.note(verdict.is_solved, self.hints_shown)
            new.answer = brief(self._in_words(verdict, answer), LONGEST)
            self.replied(new.noted())

    def _in_words(self, verdict: Verdict, answer: object) -> str:
        """Return an answer as text. For a turn, it is the whole turn, played or typed."""
        after, start = verdict.after, self.start
        if not after or not self.question.is_played:
            return str(answer)
        steps = after.history[len(start.history) :]
        words = tuple(step.text for step in steps if step.player in (0, 1))
        return start.game.turn_text(start.rules, start.state, words)


class Once:
    """A question that judges each answer only once for all people, because some goals are slow."""

    def __init__(self, question: Question) -> None:
        self.label, self.is_played = question.label, question.is_played
        self._question, self.options = question, options(question)
        self._known: dict[object, Verdict | gk.Match] = {}
        self.answers = question.answers

    def judge(self, start: gk.Match, here: gk.Match, answer: Any) -> Verdict | gk.Match:
        """Return the verdict on an answer, which may be an earlier one."""
        key = here.history, answer
        if key not in self._known:
            if len(self._known) >= MOST:
                self._known.clear()
            self._known[key] = self._question.judge(start, here, answer)
        return self._known[key]


def task_mark(task: Solve) -> str:
    """Return the mark of a task: a hash of its text, its game and its position."""
    start = task.start
    position = start.game.dump(start.rules, start.state)
    parts = [task.text, start.game.name, dict(start.game.changes), position]
    return sha256(json.dumps(parts, default=str, sort_keys=True).encode()).hexdigest()[:16]


class Poll:
    """A question that everybody answers with a guess.

    Args:
        number: 1 for the first question of the room.
        guess: the question. After a crash its answer is unknown until the host asks it again.

    Attributes:
        is_out: can people still answer it?
        guesses: the guesses, by the number of the person.
        right: the numbers of people who were right, once everybody sees the answer.
        truth: the answer for browsers; None until everybody sees it.
    """

    def __init__(self, number: int, guess: Guess) -> None:
        self.number, self.guess, self.is_out = number, guess, True
        self.guesses: dict[int, Any] = {}
        self.right: list[int] = []
        self.truth: dict[str, Any] | None = None

    @property
    def asked(self) -> Asked:
        """The question in the form of the journal, which browsers get too."""
        guess = self.guess
        return {
            "question": guess.question,
            "kind": guess.kind,
            "low": guess.low,
            "high": guess.high,
            "unit": guess.unit,
            "choices": list(guess.choices),
        }

    def read(self, value: object) -> Any:
        """Return a guess from a browser in the form that `guesses` has.

        Raises:
            GameError: it is not a guess at this question, or everybody has seen the answer.
        """
        if not self.is_out:
            raise gk.GameError("The answer has been shown.")
        if isinstance(value, str):
            value = value[:LONGEST_GUESS]
        found = self.guess.read(value)
        return list(found) if isinstance(found, tuple) else found

    def judged(self) -> tuple[dict[str, Any], list[int]]:
        """Return the answer for browsers, and the numbers of the people who were right."""
        truth = self.guess.checked_truth()
        right = [
            number
            for number, value in self.guesses.items()
            if self.guess.judged(tuple(value) if isinstance(value, list) else value, truth)[1]
        ]
        if isinstance(truth, Truth):
            return {"value": truth.value, "low": truth.low, "high": truth.high}, right
        return {"text": str(truth)}, right

    def show(self, truth: dict[str, Any], right: list[int]) -> None:
        self.truth, self.right, self.is_out = truth, right, False

    def merge(self, person: Person, seat: Person) -> Callable[[], None]:
        """Give one person's guess to another who has none; return a function that undoes it."""
        before = dict(self.guesses), list(self.right)
        if person.number in self.guesses and seat.number not in self.guesses:
            self.guesses[seat.number] = self.guesses[person.number]
            if person.number in self.right:
                self.right = [*self.right, seat.number]

        def undo() -> None:
            self.guesses, self.right = before

        return undo

    def for_person(self, person: Person) -> dict[str, Any]:
        """Return the question for somebody's page."""
        return {
            "number": self.number,
            **self.asked,
            "how": self.guess.how,
            "yours": self.guesses.get(person.number),
            "truth": self.truth,
            "right": None if self.truth is None else person.number in self.right,
        }


def asked_again(asked: Asked) -> Guess:
    """Return a question from the form of the journal, which does not have the answer."""
    has_axis = asked["kind"] in ("point", "interval")
    return Guess(
        str(asked["question"]),
        _unknown,
        low=asked["low"] if has_axis else None,
        high=asked["high"] if has_axis else None,
        interval=asked["kind"] == "interval",
        choices=asked["choices"],
        unit=str(asked["unit"]),
    )


def _unknown() -> object:
    raise gk.GameError("The answer is in your notebook: run the cell with room.ask(...) again.")
