"""The widgets of a notebook: a table, a board, a task, a replay and panels of controls.

Importing this module loads ipywidgets. `table/`, `task.py` and `replay.py` hold the behavior of a table, a task
and a replay. They also run in a browser's Python, so they never import this module.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, TypedDict

import anywidget
import ipywidgets
import traitlets

import gamekit as gk
from gamekit.bots import Bot
from gamekit.contract.fields import Parameter
from gamekit.games import game_of
from gamekit.match.match import match_of
from gamekit.puzzle import Puzzle
from gamekit.validation import shown, switch
from gamekit_widgets.assets import bundle, style
from gamekit_widgets.browser_page import (
    Handlers,
    Move,
    NotCopyable,
    Page,
    Shown,
    in_parts,
    note,
    refusal,
)
from gamekit_widgets.drawing.svg import STYLE
from gamekit_widgets.goals import Goal, Question, Verdict
from gamekit_widgets.replay import ReplayPage
from gamekit_widgets.scenes import players_view, scene_of
from gamekit_widgets.table.picking import Gesture
from gamekit_widgets.table.seats import Sitting, default_names
from gamekit_widgets.table.tabletop import TablePage
from gamekit_widgets.task import Score, Sheet, Solve, posed, sheet_of

OLDEST = 8  # version of ipywidgets; version 7 saves no picture with a widget


def warn_of_old(version: str) -> None:
    """Warn if Python has loaded an older ipywidgets, as happens in a hosted notebook before a restart."""
    if int(version.partition(".")[0]) < OLDEST:
        warnings.warn(
            f"This kernel runs ipywidgets {version}. Boards are made for version {OLDEST}: here they may "
            "stay blank, and they leave no picture in the saved page. Run "
            "`pip install --upgrade ipywidgets`, then restart the kernel.",
            gk.GameWarning,
            stacklevel=2,
        )


warn_of_old(ipywidgets.__version__)


class Surface(NotCopyable, anywidget.AnyWidget, Page):
    """A widget that sends `shown` to browsers and handles their reports."""

    _esm = bundle("table")
    _css = STYLE + style("table")

    shown = traitlets.Dict().tag(sync=True, to_json=lambda shown, _: _without_moves(shown))

    def __init__(self) -> None:
        super().__init__()
        self._own_layout = self.layout
        self.on_msg(self._hear)

    def close(self) -> None:
        """Remove the widget from every page, and free its resources."""
        super().close()
        if hasattr(self, "_own_layout"):
            self._own_layout.close()

    def _put(self, shown: Shown) -> None:
        """Show this in every browser that has the widget open."""
        self.shown = dict(shown)

    def _hear(self, _: object, content: object, __: object) -> None:
        """Handle a browser's report. If somebody's code fails, say so where messages stand, for the page shows
        no traceback.
        """
        try:
            self.hear(content)
        except Exception as problem:
            if "message" in self.shown:
                self.shown = {**self.shown, "message": note(f"That failed: {problem}", "refusal")}
            raise

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, object], dict[str, object]]:
        """Return the live widget, with a picture and a text that outlive the kernel."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        html, text = self._still()
        return {**data, "text/plain": text, "text/html": html}, metadata


class ListSurface(Surface):
    """A widget with a list of moves, which it sends in parts."""

    early: traitlets.List[Move] = traitlets.List().tag(sync=True)
    middle: traitlets.List[Move] = traitlets.List().tag(sync=True)
    late: traitlets.List[Move] = traitlets.List().tag(sync=True)

    def _put(self, shown: Shown) -> None:
        with self.hold_sync():
            self.early, self.middle, self.late = in_parts(shown["moves"])
            super()._put(shown)


def _without_moves(shown: dict[str, object]) -> dict[str, object]:
    """Return the parts to send after any change: all but the list of moves, which goes in parts."""
    return {name: part for name, part in shown.items() if name != "moves"}


class Table(TablePage, ListSurface):
    """A table at which people and bots play one match.

    Args:
        game: a game, its name, or a match to continue.
        seats: who plays each side: "human", a level from "novice" to "master", the name of another
            bot, such as "search:500", or a bot.
        viewer: whose view the table shows: "auto" (the person to move), 0, 1, gk.PUBLIC or gk.ALL.
            If two people share a screen and have secrets, "auto" lowers a curtain between
            their turns, and the person to move lifts it. With 0 or 1 only that player can act,
            and with gk.PUBLIC nobody.
        assist: offer hints. The official clock rules them out.
        open: let people take moves back even after the roll or reveal that followed them. The
            official clock rules that out, too.
        clock: None, "official" or a gk.Clock, for a new match.
        ask: first show the form that asks who sits where and who starts. The button "New game …"
            shows it at any time.
        journal: where to write matches from a person's first move on: True for your folder of
            matches (`gk.matches()` lists those that are not over), a new file, or False for
            nowhere, which suits a server that strangers share.

    `match` is the match itself. Python can do what people do in the browser: `press` a cell,
    `type` a move, `click` a button, `look` at an earlier board.
    """

    def __init__(
        self,
        game: gk.Game | gk.Match | str,
        seats: Sequence[str | Bot] = ("human", "club"),
        viewer: int | str = "auto",
        assist: bool = True,
        open: bool = False,
        clock: gk.Clock | str | None = None,
        ask: bool = False,
        journal: str | os.PathLike[str] | bool = True,
    ) -> None:
        if not isinstance(game, gk.Match):
            game = game_of(game)
            match = gk.Match(game, clock=clock, players=default_names(game, seats))
        elif clock is None:
            match = game
        else:
            raise gk.GameError("This match already has its clock: leave out clock=.")
        if switch("open", open):
            match.open_up()
        super().__init__(Sitting(match, seats, viewer, assist, journal), ask)
        self._play_bots()


class Board(Surface):
    """A board to look at and to press. It never plays a move by itself.

    Args:
        shown: a match or a view. The board of a match shows everything if the game has no secrets,
            and otherwise an onlooker's view. Give `match.view(0)` to show a player's view.

    When somebody presses a legal move, the board calls the functions given to `on_move`, which may play it.
    Without such a function it is only to look at.
    The board of a match follows the match. The board of a view changes only by `show`.
    """

    def __init__(self, shown: gk.Match | gk.View) -> None:
        if not isinstance(shown, gk.View):
            match_of("Board", shown)
        super().__init__()
        self._callbacks: list[Callable[[str], object]] = []
        self._gesture = Gesture()
        self._stop_hearing: Callable[[], object] = lambda: None
        self.show(shown)

    def on_move(self, callback: Callable[[str], object]) -> None:
        """Call `callback` with the notation of every legal move made on the board."""
        self._callbacks.append(callback)
        self._draw()

    def show(self, shown: gk.Match | gk.View | None = None) -> None:
        """Draw another match or view or, without one, the same again after it has changed."""
        if shown is not None:
            self._source = shown
            self._stop_hearing()
            if isinstance(shown, gk.Match):
                self._stop_hearing = shown.changed(self.show)
        self._gesture.begin()
        self._draw()

    def press(self, what: str) -> None:
        """Press a cell ("B2") or a choice beside the board."""
        if not self._callbacks:
            return
        view, gesture = self._view(), self._gesture
        text = None
        gesture.say(None)
        if not gesture.release(view, what) and view.to_act in (0, 1):
            text = gesture.press(view, what, self._explain)
        if text in gesture.ways(view):
            gesture.let_go()
        elif text is not None:
            self._explain(text)
            text = None
        self._draw()
        if text is not None:
            for callback in self._callbacks:
                callback(text)

    def _explain(self, text: str) -> bool:
        """Say what is wrong with this move, and return whether anything is. A view cannot say why."""
        problem = self._source.why_not(text) if isinstance(self._source, gk.Match) else None
        if problem:
            self._gesture.say(refusal(self._source.game, problem), problem.cells)
        elif isinstance(self._source, gk.Match) and self._gesture.pressed:
            return False
        else:
            self._gesture.say(note(f"{text} is not a legal move now.", "refusal"))
        return True

    def _view(self) -> gk.View:
        source = self._source
        return source if isinstance(source, gk.View) else players_view(source)

    def _draw(self) -> None:
        view, gesture = self._view(), self._gesture
        hand = gesture.hand(view) if self._callbacks else gesture.idle_hand(is_assisted=False)
        scene = gesture.draw(view, hand)
        self._put({"kind": "board", "title": view.game.title, **gesture.shown(scene)})

    def _handlers(self) -> Handlers:
        return {
            "press": (str, self.press),
            "leave": (str, lambda _: self.show()),
        }

    def _still(self) -> tuple[str, str]:
        return scene_of(self._view()).html(), self._view().board_text()


class Task(Solve, Surface):
    """A position with a task.

    Args:
        match: the position in which the player to move answers; it does not change. A puzzle of
            `gamekit.puzzles` brings its own question, goal and hints.
        text: the question: "Win in one."
        goal: "win", "lose", a goal or a question of `gamekit_widgets.goals`, or a function of two
            arguments: the match before the turn, and the match after it or the refusal.
        hints: the gentlest hint first. Each press of "Hint" shows one more.
        report: where to note tries, hints, time and success: a `Sheet`, or a CSV file.

    People answer on the board, or type. In Python, `answer` gives an answer, and `solutions` lists every answer
    that solves the task, which no page shows. `Room.give` gives a task to a class.
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
            match, question, goal, own = posed(match)
            text, hints = text or question, hints or own
        elif not text:
            raise gk.GameError('Task(...): say what is asked, such as text="Win in one."')
        super().__init__(match, text, goal, hints)
        self._sheet = sheet_of(report)
        self._score = self._sheet.score(text) if self._sheet else Score(text)
        self.show()

    def answer(self, answer: object) -> Verdict:
        """Answer the task from its first position, as if on the page, and return the verdict."""
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


class Replay(ReplayPage, ListSurface):
    """A finished or running match, board after board, as a player, an onlooker or the host sees it.

    Args:
        match: the match, which the replay does not change. If the match is still running, the replay follows it.
        viewer: 0, 1, gk.PUBLIC (an onlooker) or gk.ALL. None stands for gk.ALL if the match is over, and
            for gk.PUBLIC while it runs.
        autoplay: begin with the first board, and play while the replay is in sight. A saved page shows the
            latest board.
        speed: how fast it plays: 0.5, 1, 2 or 4.

    Attributes:
        is_playing: is it playing now?
        speed: how fast it plays.
    """

    def __init__(
        self,
        match: gk.Match,
        viewer: int | None = None,
        autoplay: bool = False,
        speed: float = 1,
    ) -> None:
        super().__init__(match, viewer, autoplay, speed)


# --- panels of controls --------------------------------------------------------------------------

SLIDES = 64  # values of a slider; people type a number that has more
ON, OFF = ("yes", "on"), ("no", "off")


class ShownPanel(TypedDict):
    """The state of a panel."""

    title: str
    parts: dict[str, str]  # HTML, by name; screen readers read "said" and "news" aloud
    values: dict[str, int]  # the value of each control
    changed: list[str]  # the controls that differ from their first value
    why: dict[str, str]  # why a button cannot be used now


class Panel(Surface):
    """Controls and their results. Python makes the HTML, and js/control_panel.js reports what people do.

    Every control is native to the browser, has a label of its own, and reports a whole number: the number
    on it, or the place of an option in its list.

    Args:
        on_set: called with the name of a control and its new value.
        on_click: called with the name of a button.
    """

    _esm = bundle("control_panel")
    _css = Surface._css + style("control_panel")

    def __init__(
        self, on_set: Callable[[str, int], object], on_click: Callable[[str], object]
    ) -> None:
        super().__init__()
        self._on_set, self._on_click = on_set, on_click

    def put(self, shown: ShownPanel) -> None:
        self.shown = dict(shown)

    def give(self, button: str, name: str, text: str) -> None:
        """Have the browser in which somebody pressed this button download a web page."""
        self.send({"to": button, "file": name, "text": text})

    def _set(self, what: str) -> None:
        """Handle a report such as "columns=5"."""
        name, _, value = what.partition("=")
        if value.removeprefix("-").isdecimal() and value.isascii() and len(value) < 10:
            self._on_set(name, int(value))

    def _handlers(self) -> Handlers:
        return {"set": (str, self._set), "click": (str, self._on_click)}

    def _still(self) -> tuple[str, str]:
        raise NotImplementedError("the widget around a panel makes its saved picture")


# --- controls ----------------------------------------------------------------------------------


def control(name: str, label: str, option: Parameter) -> str:
    """Return the control of a parameter: a switch, a menu, a slider or a field."""
    if set(option.options) in [{on, off} for on, off in zip(ON, OFF, strict=True)]:
        return _labeled(name, label, option.doc, _switch(name, option), kind="switch")
    if option.options:
        texts = [_in_words(value) for value in option.options]
        return _labeled(name, label, option.doc, _menu(name, dict(enumerate(texts))), "menu")
    low, high = option.values[0], option.values[-1]
    if option.values != tuple(range(low, high + 1)):
        texts_of = {value: str(value) for value in option.values}
        return _labeled(name, label, option.doc, _menu(name, texts_of), "menu")
    kind = "range" if high - low < SLIDES else "number"
    note = f"{option.doc} ({low} to {high})"
    field = f'<input type="{kind}" {_named(name)} min="{low}" max="{high}" step="1">'
    return _labeled(name, label, note, field, kind)


def menu(name: str, label: str, texts: Sequence[str]) -> str:
    """Return a menu of these texts."""
    return _labeled(name, label, "", _menu(name, dict(enumerate(texts))), "menu")


def button(name: str, label: str, is_main: bool = False) -> str:
    main = ' class="gk-main"' if is_main else ""
    return f'<button type="button" data-click="{escape(name)}"{main}>{escape(label)}</button>'


def group(title: str, controls: Sequence[str], is_open: bool = True) -> str:
    """Return a group of controls that can be folded away."""
    return (
        f'<details class="gk-group"{" open" if is_open else ""}><summary>{escape(title)}</summary>'
        f'<div class="gk-knobs">{"".join(controls)}</div></details>'
    )


def _named(name: str) -> str:
    """Return the attributes that name this control and link it to its note."""
    name = escape(name)
    return f'id="knob-{name}" data-name="{name}" aria-describedby="note-{name}"'


def _labeled(name: str, label: str, note: str, field: str, kind: str) -> str:
    name = escape(name)
    value = '<span class="gk-value" aria-hidden="true"></span>' if kind == "range" else ""
    return (
        f'<div class="gk-knob gk-knob-{kind}" data-knob="{name}">'
        f'<label for="knob-{name}">{escape(label)}</label>{value}{field}'
        f'<small id="note-{name}">{escape(note)}</small></div>'
    )


def _switch(name: str, option: Parameter) -> str:
    on = next(place for place, word in enumerate(option.options) if word in ON)
    return (
        f'<input type="checkbox" role="switch" {_named(name)} data-on="{on}" data-off="{1 - on}">'
    )


def _menu(name: str, texts: Mapping[int, str]) -> str:
    options = "".join(
        f'<option value="{value}">{escape(text)}</option>' for value, text in texts.items()
    )
    return f"<select {_named(name)}>{options}</select>"


def _in_words(value: object) -> str:
    """Return an option as people read it: "1, 2, 3" for (1, 2, 3), "previous turn" for "previous_turn"."""
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value).replace("_", " ")
