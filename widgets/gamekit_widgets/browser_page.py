"""A page: what Python sends to a browser, and how it handles the browser's reports.

Python draws and judges. The browser (js/table.js) updates its page and reports which cell or button
somebody used, or what they typed. Nothing else passes between them. In a notebook, a widget carries
these messages (`notebook_widgets.py`); in a room, a socket does (`rooms/`).

The state of a page is one dictionary, `Shown`. js/table/shown.d.ts has the same names. An empty part may be
missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, NotRequired, TypeAlias, TypedDict

from gamekit import Game, GameError, IllegalMove
from gamekit.validation import brief, shown
from gamekit_widgets.drawing import space
from gamekit_widgets.drawing.space import InSpace


class Law(TypedDict):
    """A rule that a message quotes."""

    id: str
    title: str
    text: str


class Message(TypedDict):
    """The message below the prompt.

    `kind` is "refusal", "news", "note" or "aim", or for a task "solved" or "missed". `legal` lists
    legal moves that resemble a refused one. In a look back, `marks` lists the parts of the text that
    have the colors of the board, each as "played" or "better" and its words.
    """

    kind: str
    text: str
    law: Law | None
    legal: list[str]
    marks: NotRequired[list[tuple[str, str]]]


class Player(TypedDict):
    """A player at the table. `who` is "you", the bot's name or level, or empty."""

    name: str
    who: str
    active: bool


class Move(TypedDict, total=False):
    """A line of the list of moves: a turn.

    `first` and `ply` are the numbers of its first and last move. `player` and `name` say whose turn it
    was: None and "" if it was no player's own. `before` is what its player rolled or was `dealt`,
    `text` its notation, and `words` says what the turn did and what followed. After a look back, `sign`
    says how bad the turn's worst decision was, `look` how many moves came before that decision, and `better` which move was better.
    """

    first: int
    ply: int
    player: int | None
    name: str
    before: str
    dealt: bool
    text: str
    words: str
    sign: str
    look: int
    better: str


class Control(TypedDict):
    """A button. `why` says why nobody can use it now; it is empty if somebody can."""

    name: str
    label: str
    why: str


class Option(TypedDict):
    """A choice, which the page shows as a button.

    `state` is "pressed", "on", "off" or empty, or the reason to point it out: "hinted" or "second", or
    in a look back "played" or "better". `at` is the cell at which it opens, empty for a button beside
    the board. `look` is a picture, as SVG. `board` is the number of its board, where there are several.
    `title` says what it does, if the label cannot. `form` is one of the forms of `pieces.Choice`.
    """

    name: str
    label: str
    state: str
    at: str
    look: str
    board: str
    title: str
    form: str


class Times(TypedDict):
    """The clock at the time of sending. `left` has the seconds for the move and in reserve, for each player.

    If the reserve is counted in whole periods, `period` is their length.
    """

    running: int | None
    left: list[tuple[float, float]]
    period: float | None


class Field(TypedDict):
    """A question of a form. `options` has the name and label of each option; it is empty for a text field."""

    name: str
    label: str
    value: str
    options: list[tuple[str, str]]


class Chance(TypedDict):
    """The chance to win, or the payoff to expect, after a decision, with its 95% interval.

    `ply` says how many moves came before the decision. `sign` says how bad a mistake it surely was:
    "?!", "?", "??". `value`, `low` and `high` are heights from 0 to 1. `said` is the value as text.
    """

    ply: int
    value: float
    low: float
    high: float
    said: str
    sign: str


class Shown(TypedDict, total=False):
    """Everything a widget shows."""

    kind: str  # "table", "task", "board" or "replay"
    svg: str
    solid: InSpace | None  # the board in space, if the game has a cube
    title: str
    reply: bool  # somebody else made this change, so the page first shows the board before it
    held: bool  # something was revealed or captured, so the page shows it for longer
    signs: str  # the signs of the players: "shapes", "marks" or "insects"
    note: str
    task: str  # the question of a task
    rungs: list[str]  # the hints shown so far
    prompt: str
    besides: str  # what else only the picture says, for screen readers
    mover: int | None  # whose emblem stands before the prompt
    ending: Law | None  # the rule that ended the game
    outcome: str  # how it ended, in a few words: "You win"
    won: int | str | None  # the winner: a player, or "you" or "other" at a table with one person
    message: Message | None
    players: list[Player]
    choices: list[Option]
    rows: tuple[int, int]  # rows of buttons to keep room for, beside the board and below it
    asked: list[tuple[str, str]]  # the prompt and the reminder of each of several boards
    grips: list[str]  # cells that a mouse can drag onto another
    curtain: Control | None  # the button on the curtain, for the person to move
    veiled: bool  # the curtain hides the board too; otherwise what was revealed stays in sight
    controls: list[Control]
    moves: list[Move]
    at: int  # how many moves come before the board that is shown
    ply: int  # how many moves the match has; later ones were taken back
    guide: str  # how to play, in a few sentences
    guide_picture: str  # the picture beside the guide, as SVG
    typing: str  # the label of the input line
    thinks_on: int  # counts thoughts about this board, so that the page asks for more; 0 when they are done
    chances: list[Chance]  # the line of a look back
    whose: str  # the heading of the line
    scale: list[str]  # the labels at the top, the middle and the bottom of the line
    trouble: str  # why the match cannot be written to its journal
    clock: Times | None
    auto: bool  # bots play, or a replay runs, without presses
    pace: str  # how fast, where people can choose: a name in `PACES`
    form: list[Field]  # the form before a new match, shown instead of the board
    pad: int | None  # whose notes the page may ask for
    viewers: list[Control]  # the views that a replay offers; `why` marks the chosen one


def law(game: Game, rule: str) -> Law | None:
    """Return a rule of the game's rulebook, or None if the rulebook has no such rule."""
    if rule not in game.rulebook:
        return None
    found = game.rulebook[rule]
    return {"id": found.id, "title": found.title, "text": found.text}


def note(text: str, kind: str = "note") -> Message:
    """Return a plain message."""
    return {"kind": kind, "text": text, "law": None, "legal": []}


def refusal(game: Game, problem: GameError, is_typed: bool = False) -> Message:
    """Return the message that explains a refusal.

    Args:
        game: the game, whose rule the message quotes.
        problem: the refusal.
        is_typed: did somebody type the move? Then the message quotes a text that is not a move.
    """
    if not isinstance(problem, IllegalMove):
        return note(str(problem), "refusal")
    return {
        "kind": "refusal",
        "text": _quoting(problem) if is_typed and problem.is_unread else problem.message,
        "law": law(game, problem.rule),
        "legal": list(problem.legal),
    }


LONGEST_QUOTED = 24  # characters of a typed text
NAME = re.compile(r"\w*\d\w*")  # of a cell or a number


def _quoting(problem: IllegalMove) -> str:
    """Return the message about a text that is not a move. It quotes the text unless it already names part of it."""
    text, message = brief(problem.move, LONGEST_QUOTED), problem.message
    named = set(NAME.findall(message.upper()))
    if not text or text in message or not named.isdisjoint(NAME.findall(text.upper())):
        return message
    return f"Not a move: “{text}”. {message}"


# --- a page --------------------------------------------------------------------------------------


# for each report that a browser may make: the type of its detail, and the function that handles it
Handlers: TypeAlias = dict[str, tuple[type, Callable[[Any], object]]]

LONGEST = 20_000  # characters of a text, and the largest number, that a browser may send
MOST = 100  # answers in a form
UNHEARD = "That cannot be done here."


class NotCopyable:
    """Something tied to this process and to the page that shows it, so nobody can copy or pickle it."""

    def __copy__(self) -> NoReturn:
        self.__reduce_ex__(0)

    def __deepcopy__(self, memo: object) -> NoReturn:
        self.__reduce_ex__(0)

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise GameError(
            f"A {type(self).__name__} cannot be copied or pickled: copy what it holds, such as its game, "
            "its match or its study, and make a new one from that."
        )


class Page:
    """Something that a browser shows, and whose reports from the browser it handles."""

    def hear(self, content: object) -> str:
        """Do what the browser reports: {"do": "press", "what": "B2"}.

        Returns why the page ignores it, or "".
        """
        do, what = (
            (content.get(key) for key in ("do", "what")) if isinstance(content, dict) else ("", "")
        )
        handlers: Handlers = {"module": (str, self._send_module), **self._handlers()}
        if not isinstance(do, str) or do not in handlers or not _is_sound(what):
            return UNHEARD
        kind, act = handlers[do]
        if type(what) is not kind:
            return UNHEARD
        why_ignored = act(what)
        return why_ignored if isinstance(why_ignored, str) else ""

    def _send_module(self, name: str) -> None:
        """Send the large module that only some games need, with an empty source if this is not its name."""
        self.send({"module": name, "source": space.source() if name == space.module() else ""})

    def send(self, content: Any) -> None:
        """Send a message that is not part of `Shown`."""
        raise NotImplementedError

    def _drawn(self) -> Shown:
        raise NotImplementedError

    def _put(self, shown: Shown) -> None:
        raise NotImplementedError

    def _handlers(self) -> Handlers:
        raise NotImplementedError

    def _still(self) -> tuple[str, str]:
        """Return the HTML and the text that replace the page where it cannot run."""
        raise NotImplementedError


def _is_sound(what: object) -> bool:
    """Is this safe to handle? Texts must be fit to send back, and nothing may be huge."""
    if isinstance(what, dict):
        return len(what) < MOST and all(_is_sound(part) for item in what.items() for part in item)
    if isinstance(what, str):
        return len(what) <= LONGEST and not any("\ud800" <= sign <= "\udfff" for sign in what)
    return isinstance(what, int) and abs(what) <= LONGEST


def why_unusable(controls: Sequence[Control], name: object) -> str:
    """Return why the button of this name cannot be used now, or "".

    Raises:
        GameError: there is no such button.
    """
    known = {control["name"]: control["why"] for control in controls}
    if not isinstance(name, str) or name not in known:
        raise GameError(f"There is no button {shown(name)} now: {', '.join(known)}.")
    return known[name]


EARLY, MIDDLE = 256, 16  # moves by which the longer parts of the list grow


def in_parts(moves: list[Move]) -> tuple[list[Move], list[Move], list[Move]]:
    """Return the list of moves in three parts. The longer a part, the less often it changes.

    After a move, a page sends only the parts that changed.
    """
    old, recent = (len(moves) // size * size for size in (EARLY, MIDDLE))
    return moves[:old], moves[old:recent], moves[recent:]


Sent = dict[str, Any]


class Carried(Page):
    """A page that sends its changes to one browser.

    Attributes:
        is_stale: has anything changed since it was drawn?
        wake: called after a change.
        messages: what to send besides `Shown`.
    """

    def __init__(self, *given: Any) -> None:
        self.is_stale = True
        self.wake: Callable[[], object] = lambda: None
        self.messages: list[Any] = []
        self._sent: Sent = {}
        self._shown: Sent = {}
        super().__init__(*given)  # may already call show

    def show(self) -> None:
        """Note that something has changed."""
        self.is_stale = True
        self.wake()

    def send(self, content: Any) -> None:
        """Send a message that is not part of `Shown`."""
        self.messages.append(content)
        self.wake()

    def fresh(self, whole: bool = False) -> Sent:
        """Return the parts of `Shown` that have changed since the last call, or all of them.

        A part that is gone is None.
        """
        if self.is_stale or whole:
            self._put(self._drawn())
            self.is_stale = False
        was = {} if whole else self._sent
        self._sent = self._shown
        changed = {name: part for name, part in self._shown.items() if was.get(name, was) != part}
        return {**{name: None for name in was if name not in self._shown}, **changed}

    def forget(self) -> None:
        """Drop the drawing, because nobody looks at it any more."""
        self.is_stale, self.messages = True, []
        self._sent, self._shown = {}, {}

    def _put(self, shown: Shown) -> None:
        """Keep the drawing, with its list of moves in parts."""
        moves = shown.pop("moves", None)
        parts = (
            {} if moves is None else zip(("early", "middle", "late"), in_parts(moves), strict=True)
        )
        self._shown = {**shown, **dict(parts)}

    def _send_module(self, name: str) -> None:
        """Send nothing: here modules have addresses, so that no socket carries megabytes."""
