"""A question that everybody in a room guesses at, and their guesses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gamekit as gk
from gamekit_widgets.guess import Guess, Truth
from gamekit_widgets.rooms.people import Person

Asked = dict[str, Any]  # a question as it is written down
WORDS = 200  # letters of a guess in words


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
            value = value[:WORDS]
        found = self.guess.read(value)
        return list(found) if isinstance(found, tuple) else found

    def judged(self) -> tuple[dict[str, Any], list[int]]:
        """Return the answer as it is shown, and who was right."""
        truth = self.guess.told()
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
