"""What all three widgets share: one dictionary that is shown, and a few messages that are heard.

Python draws and judges; the browser (js/table/) patches what it shows and reports which cell or
button was used, or what was typed. Nothing else passes between them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypedDict

import anywidget
import traitlets

from gamekit import Game, GameError, IllegalMove
from gamekit_widgets import solid
from gamekit_widgets.assets import bundle, style
from gamekit_widgets.picture import html
from gamekit_widgets.scene import Dial, Scene
from gamekit_widgets.start import Question
from gamekit_widgets.svg import STYLE


class Law(TypedDict):
    """A rule as it is quoted."""

    id: str
    title: str
    text: str


class Message(TypedDict):
    """Something said below the prompt.

    `kind` is "refusal", "news", "note", and of a task "solved" or "missed"; `legal` are moves nearby
    that would be legal.
    """

    kind: str
    text: str
    law: Law | None
    legal: list[str]


class Player(TypedDict):
    """A player at the table; `who` is "you", the bot's name or empty."""

    name: str
    who: str
    active: bool


class Move(TypedDict):
    """A line of the move list: `before` is the chance that came first, `ply` where it leads."""

    ply: int
    player: int
    before: str
    text: str


class Control(TypedDict):
    """A button; `why` says what it cannot do now, empty if it can."""

    name: str
    label: str
    why: str


class Option(TypedDict):
    """A choice beside the board; `state` is "pressed", "on", "off" or empty."""

    name: str
    label: str
    state: str


class Hint(TypedDict):
    """A move with the chance it gives the mover to win, and its 95% interval."""

    text: str
    value: float
    low: float
    high: float


class Times(TypedDict):
    """The clock when this was sent: seconds for the move and in reserve, for each player.

    A reserve that is used up in whole periods has their length in `period`.
    """

    running: int | None
    left: list[tuple[float, float]]
    period: float | None


class Setting(TypedDict):
    """A dial: what it is called, and what it shows of what it can show."""

    name: str
    label: str
    value: int
    low: int
    high: int


class InSpace(TypedDict):
    """A plotly figure, and the module that draws it, which the browser asks for once."""

    module: str
    figure: dict[str, Any]


class Shown(TypedDict, total=False):
    """Everything a widget shows. What is empty or missing is not there."""

    kind: str  # "table", "task", "board" or "replay"
    svg: str
    solid: InSpace | None  # the same in space, of a game that is played in a cube
    title: str
    note: str
    task: str  # what is asked
    rungs: list[str]  # of the ladder of hints, those shown so far
    prompt: str
    mover: int | None  # whose emblem stands before the prompt
    ending: Law | None  # the rule that ended the game
    message: Message | None
    players: list[Player]
    choices: list[Option]
    dials: list[Setting]
    curtain: Control | None  # hides the board until its button is pressed
    controls: list[Control]
    moves: list[Move]
    at: int  # the board after so many moves is shown
    ply: int  # so many moves have been made, later ones were taken back
    typing: str  # what the line to type on is called
    hints: list[Hint]
    clock: Times | None
    auto: bool  # bots play by themselves
    pace: str  # how fast they do, at a table of bots: a name of `PACES`
    form: list[Question]  # asked before a new match; while it is there, nothing else is
    pad: int | None  # whose notes are there to be asked for
    viewers: list[Control]  # who may be looked over the shoulder; `why` marks the chosen one


# what the browser may report: the type of its detail, and what it does
Deeds: TypeAlias = dict[str, tuple[type, Callable[[Any], object]]]


class Surface(anywidget.AnyWidget):
    """A widget that shows `shown` and hears what is done to it."""

    _esm = bundle("table")
    _css = STYLE + style("table")

    shown = traitlets.Dict().tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(self._hear)

    def _put(self, shown: Shown) -> None:
        """Show this in every browser that has the widget open."""
        self.shown = dict(shown)

    def _hear(self, _: object, content: object, __: object) -> None:
        """Do what the browser reports: {"do": "press", "what": "B2"}."""
        if not isinstance(content, dict):
            return
        deeds: Deeds = {"module": (str, self._send_module), **self._deeds()}
        deed = deeds.get(content.get("do", ""))
        if deed is None:
            return
        kind, act = deed
        if type(content.get("what")) is kind:
            act(content["what"])

    def _send_module(self, name: str) -> None:
        """Send the large module that only some games need; empty where it is not to be had."""
        self.send({"module": name, "source": solid.source() if name == solid.module() else ""})

    def _deeds(self) -> Deeds:
        """Return what this widget hears."""
        raise NotImplementedError

    def _still(self) -> tuple[Scene, str]:
        """Return the scene and the text that stand for the widget where it cannot run."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live widget, and beside it a picture and a text that outlive the kernel."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        scene, text = self._still()
        return {**data, "text/plain": text, "text/html": html(scene)}, metadata


def in_space(scene: Scene) -> InSpace | None:
    """Return what the browser draws beside the board, if anything."""
    if scene.solid is None:
        return None
    return {"module": solid.module(), "figure": solid.figure(scene.solid)}


def law(game: Game, rule: str) -> Law | None:
    """Quote a rule of the game's rulebook."""
    if rule not in game.rulebook:
        return None
    found = game.rulebook[rule]
    return {"id": found.id, "title": found.title, "text": found.text}


def options(scene: Scene, pressed: tuple[str, ...]) -> list[Option]:
    """Return the buttons beside the board as they stand."""
    switch = {None: "", True: "on", False: "off"}
    return [
        {
            "name": choice.name,
            "label": choice.label,
            "state": "pressed" if choice.name in pressed else switch[choice.is_on],
        }
        for choice in scene.choices
    ]


def dials(scene: Scene) -> list[Setting]:
    """Return the dials beside the board as they are shown."""
    return [_setting(dial) for dial in scene.dials]


def _setting(dial: Dial) -> Setting:
    return {
        "name": dial.name,
        "label": dial.label,
        "value": dial.value,
        "low": dial.low,
        "high": dial.high,
    }


def note(text: str, kind: str = "note") -> Message:
    """Return a plain message."""
    return {"kind": kind, "text": text, "law": None, "legal": []}


def refusal(game: Game, problem: GameError) -> Message:
    """Return the message that explains why a move, or a wish, is refused."""
    if not isinstance(problem, IllegalMove):
        return note(str(problem), "refusal")
    return {
        "kind": "refusal",
        "text": problem.message,
        "law": law(game, problem.rule),
        "legal": list(problem.legal),
    }
