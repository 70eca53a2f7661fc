"""A task: a position to be solved, what is pressed, typed and asked for, and what comes of it."""

from __future__ import annotations

import os
from collections.abc import Sequence

import gamekit as gk
from gamekit.match.match import match_of
from gamekit.validation import shown
from gamekit_widgets.drawing.picture import scene_of
from gamekit_widgets.goals import NAMED, Goal, Question, Turn, Verdict
from gamekit_widgets.page import Deeds, Page, why_unusable
from gamekit_widgets.page_data import Control, Message, Shown, law, note
from gamekit_widgets.page_widget import Surface
from gamekit_widgets.scene import Scene
from gamekit_widgets.sheet import Score, Sheet, sheet_of
from gamekit_widgets.table.presses import Gesture


class Solve(Page):
    """A position with a task on a page. `Task` is the widget of one.

    Args:
        match: the position, with the player to move who is asked. It is not changed.
        text: what is asked.
        goal: what solves it, see `Task`.
        hints: the gentlest first.
    """

    def __init__(
        self, match: gk.Match, text: str, goal: str | Goal | Question, hints: Sequence[str]
    ) -> None:
        super().__init__()
        if isinstance(hints, str):
            raise gk.GameError("hints: give a list of sentences.")
        self.start, self.text, self.hints = match_of("Task", match).fork(), text, tuple(hints)
        self.question = _question(goal)
        if self.question.is_played and match.to_act not in (0, 1):
            raise gk.GameError("A task must start where a player is to move.")
        self.hints_shown = 0
        self.verdict: Verdict | None = None
        self._is_over = False  # the attempt, and so the next one starts afresh
        self._viewer = match.to_act if match.to_act in (0, 1) else gk.PUBLIC
        self._gesture = Gesture()
        self._begin()

    # --- what can be done ----------------------------------------------------------------------

    def press(self, what: str) -> None:
        """Press a cell or a choice beside the board."""
        gesture = self._gesture
        if not self.question.is_played:
            gesture.say(note(f"{self.question.label}, in the line below."))
        elif not gesture.release(self._view(), what):
            self._go_on()
            text = gesture.press(self._view(), what, self._explain)
            if text is not None:
                self._judge(text)
        self.show()

    def type(self, text: str) -> None:
        """Give an answer in writing."""
        self._go_on()
        self._judge(text)
        self.show()

    def click(self, button: str) -> None:
        """Use a button: "hint" or "again"."""
        why = why_unusable(self._controls(), button)
        if why:
            self._gesture.say(note(why, "refusal"))
        elif button == "hint":
            self.hints_shown += 1
        else:
            self._begin()
        self.show()

    def _begin(self) -> None:
        """Go back to the position; hints that were shown stay."""
        self.match = self.start.fork()
        self.verdict, self._is_over = None, False
        self._gesture.begin()

    def _go_on(self) -> None:
        """What is done once an attempt is over begins another."""
        if self._is_over:
            self._begin()

    def _explain(self, attempt: str) -> bool:
        """A press that no legal move allows is an answer too: of what is refused."""
        is_refused = self.match.why_not(attempt) is not None
        if is_refused:
            self._judge(attempt)
        return is_refused

    def _judge(self, answer: object) -> None:
        found = self.question.judge(self.start, self.match, answer)
        if isinstance(found, gk.Match):
            self.match = found
            self._gesture.begin()
            return
        self.verdict = found
        self._is_over = found.is_solved or found.after is not None
        if self._is_over:
            self._note(found, answer)
        if found.after:
            self.match = found.after
        if self._is_over:
            self._gesture.begin()
        self._gesture.say(self._told(found), found.cells)

    def _note(self, verdict: Verdict, answer: object) -> None:
        """Note that an attempt is over; whoever keeps scores does it here."""

    def _told(self, verdict: Verdict) -> Message:
        kind = "solved" if verdict else "missed" if verdict.after else "refusal"
        rule = law(self.match.game, verdict.rule)
        return {"kind": kind, "text": verdict.text, "law": rule, "legal": []}

    def _deeds(self) -> Deeds:
        return {
            "press": (str, self.press),
            "type": (str, self.type),
            "click": (str, self._clicked),
            "leave": (str, lambda _: self._leave()),
            "hello": (str, lambda _: self.show()),
        }

    def _clicked(self, button: str) -> None:
        """A click may arrive after its button has gone; then it means nothing."""
        if any(control["name"] == button for control in self._controls()):
            self.click(button)

    def _leave(self) -> None:
        """Let go of what was pressed."""
        self._gesture.let_go()
        self.show()

    # --- what is shown -------------------------------------------------------------------------

    def show(self) -> None:
        """Draw the task again."""
        self._put(self._drawn())

    def _drawn(self) -> Shown:
        view = self._view()
        scene = self._gesture.draw(view, self._gesture.hand(view))
        mover = view.to_act if view.to_act in (0, 1) and not self._is_over else None
        return {
            "kind": "task",
            "title": self.match.game.title,
            "note": scene.note,
            "task": self.text,
            "rungs": list(self.hints[: self.hints_shown]),
            "prompt": self._prompt(scene),
            "mover": mover,
            "controls": self._controls(),
            "ply": self.match.ply,
            "typing": self.question.label,
            **self._gesture.shown(scene),
        }

    def _view(self) -> gk.View:
        return self.match.view(self._viewer)

    def _controls(self) -> list[Control]:
        total = len(self.hints)
        why = "" if self.hints_shown < total else "That was the last hint."
        hint: Control = {"name": "hint", "label": "Hint", "why": why}
        again: Control = {"name": "again", "label": "Again", "why": ""}
        return [hint, again] if total else [again]

    def _prompt(self, scene: Scene) -> str:
        if self.verdict is not None and self._is_over:
            return "Solved" if self.verdict.is_solved else "Not what was asked for"
        return scene.prompt

    def picture(self) -> Scene:
        """Return the position as anybody may see it."""
        return scene_of(self._public())

    def _public(self) -> gk.View:
        return self.start.view(gk.PUBLIC if self.start.game.has_secrets else self._viewer)

    def _still(self) -> tuple[Scene, str]:
        """What is saved asks; it never tells what was answered."""
        scene = self.picture()
        return scene, f"{self.text}\n{self._public().board_text()}\n{scene.prompt}"


NAMES = " or ".join(map(repr, NAMED))


def _question(goal: str | Goal | Question) -> Question:
    if isinstance(goal, str):
        if goal not in NAMED:
            raise gk.GameError(f"goal={shown(goal)}: give {NAMES}, or a goal.")
        return Turn(NAMED[goal])
    if not callable(goal) and not hasattr(goal, "judge"):
        raise gk.GameError(f"goal={shown(goal)}: give {NAMES}, or a goal.")
    return Turn(goal) if callable(goal) else goal


class Task(Solve, Surface):
    """A position with a task.

    Args:
        match: the position, with the player to move who is asked. It is not changed.
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
        match: gk.Match,
        text: str,
        goal: str | Goal | Question = "win",
        hints: Sequence[str] = (),
        report: Sheet | str | os.PathLike[str] | None = None,
    ) -> None:
        if not isinstance(hints, list | tuple) or not all(isinstance(hint, str) for hint in hints):
            raise gk.GameError(f"hints={shown(hints)}: give a list of sentences.")
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
