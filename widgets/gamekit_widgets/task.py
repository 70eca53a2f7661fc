"""A position with something to find in it, judged by the engine, and a ladder of hints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, cast

import gamekit as gk
from gamekit_widgets.goals import NAMED, Goal, Question, Turn, Verdict
from gamekit_widgets.picture import scene_of
from gamekit_widgets.scene import Scene
from gamekit_widgets.surface import Control, Message, Shown, law, note
from gamekit_widgets.table import Table

TABLE_ONLY = {"players", "moves", "at", "hints", "clock", "ending", "pace", "form", "pad"}


class Task(Table):
    """A position with a task.

    Args:
        match: the position, with the player to move who is asked. It is not changed.
        text: what is asked: "Win in one."
        goal: "win", "lose", a goal or a question of `gamekit_widgets.goals`, or a function of the
            match before the turn, and of the match after it or the refusal.
        hints: from the gentlest on; each press of "Hint" shows one more.

    The answer is played on the board, or typed. From Python `answer` gives it, and `solutions`
    lists every answer that solves the task; that is never shown.
    """

    def __init__(
        self,
        match: gk.Match,
        text: str,
        goal: str | Goal | Question = "win",
        hints: Sequence[str] = (),
    ) -> None:
        if isinstance(hints, str):
            raise gk.GameError("hints: give a list of sentences.")
        self.start, self.text, self.hints = match.fork(), text, tuple(hints)
        self.question = _question(goal)
        if self.question.is_played and match.to_act not in (0, 1):
            raise gk.GameError("A task starts where a player is to move.")
        self.hints_shown = 0
        self.verdict: Verdict | None = None
        self._is_over = False  # the attempt, and so the next one starts afresh
        viewer = match.to_act if match.to_act in (0, 1) else gk.PUBLIC
        super().__init__(self.start.fork(), seats=("human", "human"), viewer=viewer, assist=False)

    def answer(self, answer: Any) -> Verdict:
        """Answer the task as if on the page, from the start; return the verdict."""
        self._begin()
        self._play(answer)
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

    # --- what can be done ----------------------------------------------------------------------

    def _begin(self) -> None:
        """Go back to the position; hints that were shown stay."""
        self.match = self.start.fork()
        self.verdict, self._is_over = None, False
        self._start_afresh()

    def _can_move(self) -> bool:
        if self._is_over:
            self._begin()
        return not self.question.is_played or super()._can_move()

    def press(self, what: str) -> None:
        """Press a cell or a choice beside the board."""
        if self.question.is_played:
            super().press(what)
        else:
            self._say(note(f"{self.question.label}, in the line below."))
            self.show()

    def _explain(self, attempt: str) -> bool:
        """A press that no legal move allows is an answer too: of what is refused."""
        is_refused = self.match.why_not(attempt) is not None
        if is_refused:
            self._judge(attempt)
        return is_refused

    def _play(self, text: Any) -> None:
        self._judge(text)
        self.show()

    def _judge(self, answer: Any) -> None:
        found = self.question.judge(self.start, self.match, answer)
        if isinstance(found, gk.Match):
            self.match = found
            self._start_afresh()
            return
        self.verdict = found
        self._is_over = found.is_solved or found.after is not None
        if found.after:
            self.match = found.after
        if self._is_over:
            self._start_afresh()
        self._say(self._told(found))
        self._refused = found.cells

    def _told(self, verdict: Verdict) -> Message:
        kind = "solved" if verdict else "missed" if verdict.after else "refusal"
        rule = law(self.match.game, verdict.rule)
        return {"kind": kind, "text": verdict.text, "law": rule, "legal": []}

    def _next_hint(self) -> None:
        self.hints_shown += 1
        self.show()

    def _again(self) -> None:
        self._begin()
        self.show()

    _buttons: ClassVar[dict[str, Callable[[Any], None]]] = {"hint": _next_hint, "again": _again}

    # --- what is shown -------------------------------------------------------------------------

    def _controls(self) -> list[Control]:
        total = len(self.hints)
        why = "" if self.hints_shown < total else "That was the last hint."
        hint: Control = {"name": "hint", "label": "Hint", "why": why}
        again: Control = {"name": "again", "label": "Again", "why": ""}
        return [hint, again] if total else [again]

    def _typing(self) -> str:
        return self.question.label

    def _prompt(self, scene: Scene, mover: int | None) -> str:
        if self.verdict is not None and self._is_over:
            return "Solved" if self.verdict.is_solved else "Not what is asked"
        return scene.prompt

    def _put(self, shown: Shown) -> None:
        """Show the task, with the board and the buttons of a table but not its players and moves."""
        own: Shown = {
            "kind": "task",
            "task": self.text,
            "rungs": list(self.hints[: self.hints_shown]),
            "mover": None if self._is_over else shown["mover"],
        }
        rest = {name: value for name, value in shown.items() if name not in TABLE_ONLY}
        super()._put(cast(Shown, rest | own))

    def _still(self) -> tuple[Scene, str]:
        """What is saved asks; it never tells what was answered."""
        view = self.start.view(gk.PUBLIC if self.start.game.has_secrets else self._viewer())
        return scene_of(view), f"{self.text}\n{view.board_text()}\n{scene_of(view).prompt}"


def _question(goal: str | Goal | Question) -> Question:
    if isinstance(goal, str):
        if goal not in NAMED:
            raise gk.GameError(f"goal={goal!r}: give {' or '.join(map(repr, NAMED))}, or a goal.")
        return Turn(NAMED[goal])
    return Turn(goal) if callable(goal) else goal
