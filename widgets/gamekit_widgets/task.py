"""A task on a page: presses, typed answers and hints, how the engine judges an answer, and the scores.

A score counts somebody's attempts at one task. A sheet collects scores for a teacher, as a table and as a CSV file.
"""

from __future__ import annotations

import csv
import os
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from html import escape
from io import StringIO
from pathlib import Path
from time import monotonic

import gamekit as gk
from gamekit import GameError
from gamekit.match.match import match_of
from gamekit.puzzle import REFUSAL, Puzzle
from gamekit.storage.files import read_whole, reason, shown_path, writable, write_whole
from gamekit.text_tables import as_html
from gamekit.validation import accepts, shown
from gamekit_widgets.browser_page import (
    Control,
    Handlers,
    Message,
    Page,
    Shown,
    law,
    note,
    why_unusable,
)
from gamekit_widgets.drawing.scene import Choice, Scene
from gamekit_widgets.goals import NAMED, Goal, Posed, Question, Turn, Verdict, Which, options
from gamekit_widgets.scenes import scene_of
from gamekit_widgets.table.picking import Gesture, option


class Solve(Page):
    """A position with a task, on a page. `Task` is the widget.

    Args:
        match: the position, in which the player to move has to answer. It does not change.
        text: the question.
        goal: what solves it, see `Task`.
        hints: the gentlest first.
    """

    def __init__(
        self, match: gk.Match, text: str, goal: str | Goal | Question, hints: Sequence[str]
    ) -> None:
        super().__init__()
        self.start, self.text, self.hints = match_of("Task", match).fork(), text, tuple(hints)
        self.question = _question(goal)
        if self.question.is_played and match.to_act not in (0, 1):
            raise gk.GameError("A task must start where a player is to move.")
        self.hints_shown = 0
        self.verdict: Verdict | None = None
        self._is_over = False  # is the attempt over, so that the next one starts from the position?
        self._viewer = match.to_act if match.to_act in (0, 1) else gk.PUBLIC
        self._gesture = Gesture()
        self._begin()

    # --- answers -------------------------------------------------------------------------------

    def press(self, what: str) -> None:
        """Press a cell or a choice beside the board."""
        gesture = self._gesture
        if any(what == name for name, _ in options(self.question)):
            self._go_on()
            self._judge(what)
        elif not self.question.is_played:
            gesture.say(note(f"{self.question.label}, in the line below."))
        elif not gesture.release(self._view(), what):
            self._go_on()
            text = gesture.press(self._view(), what, self._judge_if_illegal)
            if text is not None:
                self._judge(text)
        self.show()

    def type(self, text: str) -> None:
        """Type an answer."""
        self._go_on()
        self._judge(text)
        self.show()

    def click(self, button: str) -> None:
        """Use a button: "hint" or "again"."""
        why = why_unusable(self._controls(), button)
        if why:
            self._gesture.say(note(why))
        elif button == "hint":  # the list below the board keeps it
            self.hints_shown += 1
            self._gesture.say(note(f"Hint: {self.hints[self.hints_shown - 1]}"))
        else:
            self._begin()
        self.show()

    def _begin(self) -> None:
        """Go back to the position, but keep the hints shown so far."""
        self.match = self.start.fork()
        self.verdict, self._is_over = None, False
        self._gesture.begin()

    def _go_on(self) -> None:
        """Begin another attempt if the last one is over."""
        if self._is_over:
            self._begin()

    def _judge_if_illegal(self, attempt: str) -> bool:
        """Judge an illegal move as an answer; return whether the move was illegal."""
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
        self._gesture.say(self._message(found), found.cells)

    def _note(self, verdict: Verdict, answer: object) -> None:
        """Note that an attempt is over. A page that keeps scores overrides this."""

    def _message(self, verdict: Verdict) -> Message:
        kind = "solved" if verdict else "missed" if verdict.after else "refusal"
        rule = law(self.match.game, verdict.rule)
        return {"kind": kind, "text": verdict.text, "law": rule, "legal": []}

    def _handlers(self) -> Handlers:
        return {
            "press": (str, self.press),
            "type": (str, self.type),
            "click": (str, self._clicked),
            "leave": (str, lambda _: self._leave()),
            "hello": (str, lambda _: self.show()),
        }

    def _clicked(self, button: str) -> None:
        """Click a button, unless the click arrives after the button has gone."""
        if any(control["name"] == button for control in self._controls()):
            self.click(button)

    def _leave(self) -> None:
        """Let go of all presses."""
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
        gesture = self._gesture.shown(scene)
        if not self.question.is_played:
            offered = [option(Choice(name, label)) for name, label in options(self.question)]
            switches = [each for each in gesture["choices"] if each["state"] in ("on", "off")]
            gesture["choices"] = offered or switches
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
            **gesture,
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
            return "Solved" if self.verdict.is_solved else "That does not solve it"
        return scene.prompt

    def picture(self) -> Scene:
        """Return the position as the player to move may see it."""
        return scene_of(self.start.view(self._viewer))

    def _still(self) -> tuple[str, str]:
        """Return the question and, folded, its hints. A saved page never shows the answer."""
        scene, view = self.picture(), self.start.view(self._viewer)
        hints = "".join(
            f"<details style='margin-top: 8px'><summary>Hint {number}</summary>{escape(hint)}</details>"
            for number, hint in enumerate(self.hints, 1)
        )
        html = f"<p><b>{escape(self.text)}</b></p>{scene.html()}{hints}"
        return html, f"{self.text}\n{view.board_text()}\n{scene.prompt}"


NAMES = " or ".join(map(repr, NAMED))


def _question(goal: str | Goal | Question) -> Question:
    if isinstance(goal, str):
        if goal not in NAMED:
            raise gk.GameError(f"goal={shown(goal)}: give {NAMES}, or a goal.")
        return Turn(NAMED[goal])
    if not callable(goal) and not hasattr(goal, "judge"):
        raise gk.GameError(f"goal={shown(goal)}: give {NAMES}, or a goal.")
    if callable(goal) and not accepts(goal, None, None):
        raise gk.GameError(
            f"goal={shown(goal)}: give a function of two arguments, the match before the turn, and the "
            "match after it or the refusal."
        )
    return Turn(goal) if callable(goal) else goal


def posed(puzzle: Puzzle) -> tuple[gk.Match, str, Question, tuple[str, ...]]:
    """Return a puzzle as the arguments of `Solve`: the match, the text, the goal and the hints."""
    question: Question = Posed(puzzle)
    if puzzle.kind == REFUSAL:
        titles = {rule: puzzle.match.game.rulebook[rule].title for rule in puzzle.choices}
        question = Which(titles, puzzle.solution[0], puzzle.why)
    return puzzle.match, puzzle.text, question, puzzle.hints


# --- scores --------------------------------------------------------------------------------------


HEADINGS = ("name", "task", "tries", "hints", "seconds", "solved")


class Score:
    """Somebody's attempts at one task.

    Args:
        task: the text of the task.
        began: what `now` returned when the attempt began; None if it begins now.
        now: a clock, in seconds.

    Attributes:
        task: the text of the task.
        tries: answers so far, up to and including the one that solved it.
        hints: how many hints they saw before they solved it.
        seconds: from the first look at it to the solution; None until then.
        is_solved: have they solved it?
    """

    def __init__(
        self, task: str, began: float | None = None, now: Callable[[], float] = monotonic
    ) -> None:
        self.task, self.tries, self.hints = task, 0, 0
        self.seconds: int | None = None
        self.is_solved = False
        self._now, self._began = now, now() if began is None else began

    def note(self, is_solved: bool, hints: int) -> None:
        """Count an answer, unless the task is already solved."""
        if self.is_solved:
            return
        self.tries, self.hints, self.is_solved = self.tries + 1, hints, is_solved
        if is_solved:
            self.seconds = round(self._now() - self._began)

    def row(self, name: str) -> tuple[str, ...]:
        """Return the score as texts, in the order of `HEADINGS`."""
        seconds = "" if self.seconds is None else str(self.seconds)
        solved = "yes" if self.is_solved else "no"
        return name, self.task, str(self.tries), str(self.hints), seconds, solved


class Sheet:
    """The scores of a page. Give it to each task as `report`, and show it at the end.

    Args:
        name: the name of the person who solves the tasks.
        path: a CSV file, rewritten after each answer. Other people's rows in it stay.

    It shows a table with a link that downloads the scores, in JupyterLite too.
    """

    def __init__(self, name: str = "", path: str | os.PathLike[str] | None = None) -> None:
        if not isinstance(name, str):
            raise GameError(f"name={shown(name)}: give a name as text.")
        self.name, self.path = name, None if path is None else Path(writable(path))
        self.scores: dict[str, Score] = {}

    def score(self, task: str) -> Score:
        """Return the score of a task, which begins now if there is none."""
        return self.scores.setdefault(task, Score(task))

    def rows(self) -> list[tuple[str, ...]]:
        """Return a row for each task."""
        return [score.row(self.name) for score in self.scores.values()]

    def csv(self) -> str:
        """Return the scores as a CSV file."""
        return _csv(self.rows())

    def save(self) -> None:
        """Write the scores to the file, if the sheet has one."""
        if self.path is None:
            return
        mine = {(harmless(self.name), harmless(task)) for task in self.scores}
        others = [row for row in _read(self.path) if tuple(row[:2]) not in mine]
        write_whole(self.path, _csv([*others, *self.rows()]))

    def __repr__(self) -> str:
        return self.csv().rstrip("\n")

    def _repr_html_(self) -> str:
        data = b64encode(self.csv().encode()).decode()
        link = f'<a download="scores.csv" href="data:text/csv;base64,{data}">Download</a>'
        return f"{as_html(HEADINGS, self.rows())}{link}"


def sheet_of(report: object) -> Sheet | None:
    """Return the sheet that `report` names: itself, a new one for the file at this path, or None."""
    if report is None or isinstance(report, Sheet):
        return report
    if isinstance(report, str | os.PathLike):
        return Sheet(path=report)
    raise GameError(f"report={shown(report)}: give a gw.Sheet, or the path of a CSV file.")


def _csv(rows: Iterable[Iterable[str]]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(
        [HEADINGS, *(map(harmless, row) for row in rows)]
    )
    return out.getvalue()


def harmless(cell: str) -> str:
    """Return a cell changed so that no spreadsheet takes it for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@")) else cell


def _read(path: Path) -> list[list[str]]:
    if not path.exists():
        return []
    try:
        text = read_whole(path).decode("utf-8-sig")  # spreadsheets may write a byte order mark
        found = [row for row in csv.reader(StringIO(text, newline="")) if row]
    except OSError as problem:
        raise GameError(f"{shown_path(path)} cannot be read: {reason(problem)}.") from None
    except (UnicodeDecodeError, csv.Error):
        found = []
    if not found or tuple(found[0]) != HEADINGS:
        raise GameError(f"{shown_path(path)} holds something other than scores: name another file.")
    return found[1:]
