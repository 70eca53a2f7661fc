"""Tasks and polls for everybody in a room, and what each person answered."""

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

Noted = dict[str, Any]  # a reply as the journal has it
MOST = 5_000  # answers whose verdicts are remembered
LONGEST = 120  # characters of an answer that are kept
Asked = dict[str, Any]  # the question of a poll as the journal has it
LONGEST_GUESS = 200  # letters of a guess in words


class Assignment:
    """A task, given to everybody.

    Args:
        number: the first task of the room is 1.
        text: what is asked.
        mark: identifies the task when it is given again, see `task_mark`.
        round: of the playlist, if it is a part of it.
        given: when, in seconds since 1970.

    Attributes:
        task: the task; None after a crash, until it is given again.
        is_out: can it be answered?
        replied: is called with this task, a person and their reply as it is to be written down.
        woken: is called with a person whose paper has changed.
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
        """What a browser calls it."""
        return f"task {self.number}"

    def reply_of(self, person: Person) -> Reply:
        """Return what somebody has done about it."""
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
        """Give the better of two people's answers to the second; return a function that undoes it."""
        was = {each.number: self._replies.get(each.number) for each in (person, seat)}
        mine, theirs = was[person.number], was[seat.number]
        if mine and not (theirs and theirs.is_solved):
            self._keep(seat.number, mine if mine.is_solved or not theirs else theirs)

        def undo() -> None:
            for number, reply in was.items():
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
    """What somebody has done about a task, and their latest answer."""

    answer = ""

    def __init__(self, task: str, given: float) -> None:
        super().__init__(task, given, time.time)

    def noted(self) -> Noted:
        """Return it as the journal has it."""
        return {
            "tries": self.tries,
            "hints": self.hints,
            "seconds": self.seconds,
            "is_solved": self.is_solved,
            "answer": self.answer,
        }

    def take(self, noted: Noted) -> None:
        """Take it from the journal."""
        for name in self.noted():
            setattr(self, name, noted[name])


class Paper(Carried, Solve):
    """Somebody's copy of a task, on a page of their own.

    Args:
        task: the task.
        question: its question, which all papers share.
        reply: where answers are noted.
    """

    def __init__(self, task: Solve, question: Question, reply: Reply) -> None:
        super().__init__(task.start, task.text, question, task.hints)
        self._reply = reply
        self.hints_shown = reply.hints
        self.replied: Callable[[Noted], object] = reply.take

    def view(self) -> gk.View:
        """Return the position as its player to move knows it."""
        return self._view()

    def play(self, move: int) -> None:
        """Answer with a legal move."""
        self.type(written(self.match.game, self.match.rules, self.match.state, move))

    def _note(self, verdict: Verdict, answer: object) -> None:
        if not self._reply.is_solved:
            new = copy(self._reply)
            new.note(verdict.is_solved, self.hints_shown)
            new.answer = brief(self._said(verdict, answer), LONGEST)
            self.replied(new.noted())

    def _said(self, verdict: Verdict, answer: object) -> str:
        """Return the whole turn, whether it was played or typed."""
        after, start = verdict.after, self.start
        if not after or not self.question.is_played:
            return str(answer)
        steps = after.history[len(start.history) :]
        words = tuple(step.text for step in steps if step.player in (0, 1))
        return start.game.turn_text(start.rules, start.state, words)


class Once:
    """A question that judges each answer once, whoever gives it, because some take long to judge."""

    def __init__(self, question: Question) -> None:
        self.label, self.is_played = question.label, question.is_played
        self._question, self.options = question, options(question)
        self._known: dict[object, Verdict | gk.Match] = {}
        self.answers = question.answers

    def judge(self, start: gk.Match, here: gk.Match, answer: Any) -> Verdict | gk.Match:
        """Judge an answer, or return its earlier verdict."""
        key = here.history, answer
        if key not in self._known:
            if len(self._known) >= MOST:
                self._known.clear()
            self._known[key] = self._question.judge(start, here, answer)
        return self._known[key]


def task_mark(task: Solve) -> str:
    """Return a mark of a task: its question, its game and its position."""
    start = task.start
    position = start.game.dump(start.rules, start.state)
    told = [task.text, start.game.name, dict(start.game.changes), position]
    return sha256(json.dumps(told, default=str, sort_keys=True).encode()).hexdigest()[:16]


class Poll:
    """A question that everybody answers with a guess.

    Args:
        number: the first question of the room is 1.
        guess: the question. After a crash its answer is unknown until it is asked again.

    Attributes:
        is_out: can it still be answered?
        guesses: by the number of the person.
        right: the numbers of people who were right, once the answer is shown.
        truth: the answer as it is shown, or None before that.
    """

    def __init__(self, number: int, guess: Guess) -> None:
        self.number, self.guess, self.is_out = number, guess, True
        self.guesses: dict[int, Any] = {}
        self.right: list[int] = []
        self.truth: dict[str, Any] | None = None

    @property
    def asked(self) -> Asked:
        """The question as it is written down and sent to browsers."""
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
        """Return a guess that a browser sent.

        Raises:
            GameError: it cannot be one, or the answer has been shown.
        """
        if not self.is_out:
            raise gk.GameError("The answer has been shown.")
        if isinstance(value, list) and not all(isinstance(one, int | float) for one in value):
            raise gk.GameError("This is not a guess.")
        if isinstance(value, str):
            value = value[:LONGEST_GUESS]
        found = self.guess.read(value)
        return list(found) if isinstance(found, tuple) else found

    def judged(self) -> tuple[dict[str, Any], list[int]]:
        """Return the answer as it is shown, and who was right."""
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
        """Show the answer."""
        self.truth, self.right, self.is_out = truth, right, False

    def merge(self, person: Person, seat: Person) -> Callable[[], None]:
        """Give one person's guess to another who made none; return a function that undoes it."""
        was = dict(self.guesses), list(self.right)
        if person.number in self.guesses and seat.number not in self.guesses:
            self.guesses[seat.number] = self.guesses[person.number]
            if person.number in self.right:
                self.right = [*self.right, seat.number]

        def undo() -> None:
            self.guesses, self.right = was

        return undo

    def for_person(self, person: Person) -> dict[str, Any]:
        """Return the question as somebody's page shows it."""
        return {
            "number": self.number,
            **self.asked,
            "how": self.guess.how,
            "yours": self.guesses.get(person.number),
            "truth": self.truth,
            "right": None if self.truth is None else person.number in self.right,
        }


def asked_again(asked: Asked) -> Guess:
    """Return a question as it was written down, without its answer."""
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
