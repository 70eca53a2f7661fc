"""What a page shows and what it hears, whatever carries the two.

Python draws and judges; the browser (js/table.js) patches what it shows and reports which cell or
button was used, or what was typed. Nothing else passes between them. A widget carries it in a
notebook (`notebook_widgets.py`), and a socket in a room (`rooms/`).

What a page shows is one dictionary, `Shown`. js/table/shown.d.ts has the same names, and an empty part
may be missing.
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
    """Something said below the prompt.

    `kind` is "refusal", "news", "note" or "aim", or for a task "solved" or "missed". `legal` holds legal
    moves nearby, `marks` the parts of a look back's text that have the colors of the board: "played" or
    "better", and the words.
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

    `first` and `ply` are the numbers of its first and last move, `player` is None for a contest that
    the green die opened, `before` is what its player has rolled, `text` its notation, `words` says
    what was done and what came of it. Where somebody looked back, `sign` says how bad the worst
    decision of the turn was, `look` after how many moves it was made, and `better` what was better.
    """

    first: int
    ply: int
    player: int | None
    before: str
    text: str
    words: str
    sign: str
    look: int
    better: str


class Control(TypedDict):
    """A button. `why` says why nobody can use it now, and is empty if somebody can."""

    name: str
    label: str
    why: str


class Option(TypedDict):
    """A choice; `state` is "pressed", "on", "off" or empty, or the reason to point it out: "hinted" or
    "second", or in a look back "played" or "better".

    `at` is the cell at which it opens, empty for one beside the board; `look` is a picture, as SVG;
    `board` is the number of its board, where there are several; `title` says what it does, if the label
    cannot; `form` is empty or one or two of "narrow", "third", "main", "disabled" and "costly".
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
    """The clock when this was sent: seconds for the move and in reserve, for each player.

    If the reserve is counted in whole periods, `period` is their length.
    """

    running: int | None
    left: list[tuple[float, float]]
    period: float | None


class Field(TypedDict):
    """A question of a form: the name and label of each option, or no options for a text."""

    name: str
    label: str
    value: str
    options: list[tuple[str, str]]


class Chance(TypedDict):
    """The chance to win, or the payoff to expect, after a decision, with its 95% interval.

    `ply` says how many moves came before it, `sign` how bad a mistake it surely was: "?!", "?", "??".
    `value`, `low` and `high` are heights of the line from 0 to 1. `said` says what the value stands for.
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
    solid: InSpace | None  # the same in space, if the game has a cube
    title: str
    reply: bool  # somebody else did this, so the page first shows what came before
    held: bool  # something was revealed or caught, so this stays longer
    signs: str  # the signs of the players: "shapes", "marks" or "insects"
    note: str
    task: str  # what is asked
    rungs: list[str]  # the hints shown so far
    prompt: str
    mover: int | None  # whose emblem stands before the prompt
    ending: Law | None  # the rule that ended the game
    outcome: str  # the same in two words: "You win"
    won: int | str | None  # which player, or "you" and "other" for the only person at a table
    message: Message | None
    players: list[Player]
    choices: list[Option]
    rows: tuple[int, int]  # of buttons beside the board, or below it; the panel keeps room for them
    asked: list[tuple[str, str]]  # of each of several boards: its prompt and reminder
    grips: list[str]  # cells that a mouse can drag onto another
    curtain: Control | None  # whoever is to move presses its button first
    veiled: bool  # the curtain hides the board; otherwise people can still see what was revealed
    controls: list[Control]
    moves: list[Move]
    at: int  # the board after that many moves is shown
    ply: int  # how many moves have been made; later ones were taken back
    guide: str  # how to play, in a few sentences
    guide_picture: str  # beside them, as SVG
    typing: str  # the label of the line to type on
    thinks_on: int  # thoughts so far about what is shown, while the page asks for more; or 0
    chances: list[Chance]  # once somebody has looked back at a finished match
    whose: str  # chances these are, in words
    scale: list[str]  # what their line shows at its top, in its middle and at its bottom
    trouble: str  # why the journal of the match has trouble
    clock: Times | None
    auto: bool  # bots play by themselves, or a replay goes on
    pace: str  # how fast, where people can choose: a name in `PACES`
    form: list[Field]  # the form before a new match, which stands alone
    pad: int | None  # whose notes the page may ask for
    viewers: list[Control]  # whose eyes the board may show; `why` marks the chosen ones


def law(game: Game, rule: str) -> Law | None:
    """Quote a rule of the game's rulebook."""
    if rule not in game.rulebook:
        return None
    found = game.rulebook[rule]
    return {"id": found.id, "title": found.title, "text": found.text}


def note(text: str, kind: str = "note") -> Message:
    """Return a plain message."""
    return {"kind": kind, "text": text, "law": None, "legal": []}


def refusal(game: Game, problem: GameError, is_typed: bool = False) -> Message:
    """Return the message that explains a refused move or wish.

    Args:
        game: the one it is a move of.
        problem: why it is refused.
        is_typed: did somebody type it? Then the message quotes a text that is no move.
    """
    if not isinstance(problem, IllegalMove):
        return note(str(problem), "refusal")
    return {
        "kind": "refusal",
        "text": _quoting(problem) if is_typed and problem.is_unread else problem.message,
        "law": law(game, problem.rule),
        "legal": list(problem.legal),
    }


LONGEST_QUOTED = 24  # characters of a text that was typed
NAME = re.compile(r"\w*\d\w*")  # of a cell or a number


def _quoting(problem: IllegalMove) -> str:
    """Return the message about a text that is no move. It quotes the text unless it names part of it."""
    text, message = brief(problem.move, LONGEST_QUOTED), problem.message
    named = set(NAME.findall(message.upper()))
    if not text or text in message or not named.isdisjoint(NAME.findall(text.upper())):
        return message
    return f"Not a move: “{text}”. {message}"


# --- a page --------------------------------------------------------------------------------------


# what the browser may report: the type of its detail, and what handles it
Handlers: TypeAlias = dict[str, tuple[type, Callable[[Any], object]]]

LONGEST = 20_000  # characters of a text, and the largest number, that a browser may send
MOST = 100  # answers in a form
UNHEARD = "That cannot be done here."


class Here:
    """Something that lives in this process, with whatever shows it. Nobody can copy or pickle it."""

    def __copy__(self) -> NoReturn:
        self.__reduce_ex__(0)

    def __deepcopy__(self, memo: object) -> NoReturn:
        self.__reduce_ex__(0)

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise GameError(
            f"A {type(self).__name__} stays where it is shown: copy or send what is in it, such as its "
            "game, its match or its study, and make a new one of that."
        )


class Page:
    """Something that is shown and hears what is done to it."""

    def hear(self, content: object) -> str:
        """Do what the browser reports: {"do": "press", "what": "B2"}.

        Returns why the page ignores it, or nothing.
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
        said = act(what)
        return said if isinstance(said, str) else ""

    def _send_module(self, name: str) -> None:
        """Send the large module that only some games need, or nothing if it is not available."""
        self.send({"module": name, "source": space.source() if name == space.module() else ""})

    def send(self, content: Any) -> None:
        """Send a message besides what is shown."""
        raise NotImplementedError

    def _drawn(self) -> Shown:
        raise NotImplementedError

    def _put(self, shown: Shown) -> None:
        raise NotImplementedError

    def _handlers(self) -> Handlers:
        """Return what this page does with each report."""
        raise NotImplementedError

    def _still(self) -> tuple[str, str]:
        """Return the HTML and the text that stand for the page where it cannot run."""
        raise NotImplementedError


def _is_sound(what: object) -> bool:
    """Can this come from a browser? Texts must be fit to send back, and nothing may be huge."""
    if isinstance(what, dict):
        return len(what) < MOST and all(_is_sound(part) for item in what.items() for part in item)
    if isinstance(what, str):
        return len(what) <= LONGEST and not any("\ud800" <= sign <= "\udfff" for sign in what)
    return isinstance(what, int) and abs(what) <= LONGEST


def why_unusable(controls: Sequence[Control], name: object) -> str:
    """Return why the button of this name cannot be used now, or nothing.

    Raises:
        GameError: there is no such button.
    """
    known = {control["name"]: control["why"] for control in controls}
    if not isinstance(name, str) or name not in known:
        raise GameError(f"There is no button {shown(name)} now: {', '.join(known)}.")
    return known[name]


EARLY, MIDDLE = 256, 16  # how many moves the long parts of the list grow by


def in_parts(moves: list[Move]) -> tuple[list[Move], list[Move], list[Move]]:
    """Return the list of moves in parts. The longer a part, the less often it changes.

    After a move, only the parts that changed are sent.
    """
    old, recent = (len(moves) // size * size for size in (EARLY, MIDDLE))
    return moves[:old], moves[old:recent], moves[recent:]


Sent = dict[str, Any]


class Carried(Page):
    """What one browser shows.

    Attributes:
        is_stale: something has changed since it was drawn.
        wake: is called when something has changed.
        messages: what to send besides what is shown.
    """

    def __init__(self, *given: Any) -> None:
        self.is_stale = True
        self.wake: Callable[[], object] = lambda: None
        self.messages: list[Any] = []
        self._sent: Sent = {}
        self._shown: Sent = {}
        super().__init__(*given)  # which may already show something

    def show(self) -> None:
        """Note that something has changed."""
        self.is_stale = True
        self.wake()

    def send(self, content: Any) -> None:
        """Send a message besides what is shown."""
        self.messages.append(content)
        self.wake()

    def fresh(self, whole: bool = False) -> Sent:
        """Return what has changed since the last call, or everything that is shown.

        What has gone is None.
        """
        if self.is_stale or whole:
            self._put(self._drawn())
            self.is_stale = False
        was = {} if whole else self._sent
        self._sent = self._shown
        changed = {name: part for name, part in self._shown.items() if was.get(name, was) != part}
        return {**{name: None for name in was if name not in self._shown}, **changed}

    def forget(self) -> None:
        """Let go of what was drawn, because nobody looks at it any more."""
        self.is_stale, self.messages = True, []
        self._sent, self._shown = {}, {}

    def _put(self, shown: Shown) -> None:
        """Keep what was drawn, and send a list that grows in parts."""
        moves = shown.pop("moves", None)
        parts = (
            {} if moves is None else zip(("early", "middle", "late"), in_parts(moves), strict=True)
        )
        self._shown = {**shown, **dict(parts)}

    def _send_module(self, name: str) -> None:
        """Send nothing: here modules have addresses, so no socket carries megabytes."""
