"""The widget of a position with something to find in it, judged by the engine, and a ladder of hints."""

from __future__ import annotations

import os
from collections.abc import Sequence

import gamekit as gk
from gamekit.puzzling.puzzle import Puzzle
from gamekit.validation import shown
from gamekit_widgets.goals import Goal, Question, Verdict
from gamekit_widgets.notebook_widgets import Surface
from gamekit_widgets.score_sheet import Score, Sheet, sheet_of
from gamekit_widgets.task_page import Solve, posed


class Task(Solve, Surface):
    """A position with a task.

    Args:
        match: the position, with the player to move who is asked. It is not changed. Or a puzzle of
            `gamekit.puzzles`, which brings what it asks, its goal and its hints.
        text: what is asked: "Win in one."
        goal: "win", "lose", a goal or a question of `gamekit_widgets.goals`, or a function of the
            match before the turn, and of the match after it or the refusal.
        hints: the gentlest first; each press of "Hint" shows one more.
        report: where tries, hints, time and success are noted: a `Sheet`, or a CSV file.

    The answer is played on the board, or typed. From Python `answer` gives it, and `solutions`
    lists every answer that solves the task; that is never shown. `Room.give` gives it to a class.
    """

    def __init__(
        self,
        match: gk.Match | Puzzle,
        text: str = "",
        goal: str | Goal | Question = "win",
        hints: Sequence[str] = (),
        report: Sheet | str | os.PathLike[str] | None = None,
    ) -> None:
        if not isinstance(hints, list | tuple) or not all(isinstance(hint, str) for hint in hints):
            raise gk.GameError(f"hints={shown(hints)}: give a list of sentences.")
        if isinstance(match, Puzzle):
            match, asked, goal, own = posed(match)
            text, hints = text or asked, hints or own
        elif not text:
            raise gk.GameError('Task(...): say what is asked, such as text="Win in one."')
        super().__init__(match, text, goal, hints)
        self._sheet = sheet_of(report)
        self._score = self._sheet.score(text) if self._sheet else Score(text)
        self.show()

    def answer(self, answer: object) -> Verdict:
        """Answer the task as if on the page, from the start; return the verdict."""
        self._begin()
        self._judge(answer)
        self.show()
        if self.verdict is None:
            return Verdict(False, "The turn is not finished.")
        return self.verdict

    def solutions(self) -> list[str]:
        """Return every answer that solves the task, found by trying all of them."""
        found = []
        for answer in self.question.answers(self.start):
            verdict = self.question.judge(self.start, self.start, answer)
            if isinstance(verdict, Verdict) and verdict and answer not in found:
                found.append(answer)
        return found

    def _note(self, verdict: Verdict, answer: object) -> None:
        self._score.note(verdict.is_solved, self.hints_shown)
        if self._sheet:
            self._sheet.save()
