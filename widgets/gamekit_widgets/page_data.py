"""What Python sends to the browser: one dictionary, its parts, and the style and code to show it.

`js/table.js` reads the same names. A part that is empty may be missing.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NotRequired, TypedDict

from gamekit import Game, GameError, IllegalMove
from gamekit.validation import brief


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
    is_level: bool
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
    cannot; `form` is "narrow", "third", "quiet", "main", "narrow main" or empty.
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


class InSpace(TypedDict):
    """A position in space, and the module that draws it. A browser asks for the module once."""

    module: str
    figure: dict[str, object]  # of plotly
    axes: list[list[str]]  # names along each direction
    spots: list[dict[str, object]]  # the cells, as in js/cube/figure.js
    lines: list[list[int]]  # lines for drags now, as numbers of spots
    arrows: list[dict[str, object]]  # `look` and `through`
    rise: float  # the middle of a piece above its cell


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
    message: Message | None
    players: list[Player]
    choices: list[Option]
    rows: tuple[int, int]  # of buttons beside the board, or below it; the panel keeps room for them
    steps: list[
        tuple[str, str, str]
    ]  # parts of a turn: name, how it stands, what was done or how its game ends
    grips: list[str]  # cells that a mouse can drag onto another
    curtain: Control | None  # whoever is to move presses its button first
    veiled: bool  # the curtain hides the board; otherwise people can still see what was revealed
    controls: list[Control]
    moves: list[Move]
    at: int  # the board after that many moves is shown
    ply: int  # how many moves have been made; later ones were taken back
    guide: str  # how to play, in a few sentences
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


_JS = Path(__file__).parent / "js"

_NOT_BUILT = """\
export default { render({ el }) {
    el.textContent = "The browser side of gamekit has not been built: run python hatch_build.py.";
} };
"""


def style(name: str) -> str:
    """Return the style sheet js/<name>.css."""
    return (_JS / f"{name}.css").read_text(encoding="utf-8")


def bundle(name: str) -> str:
    """Return the module js/<name>.js with all its imports.

    In a checkout without a build, return a widget that says so. Everything but widgets works there.
    """
    built = _JS / f"{name}.bundle.js"
    return built.read_text(encoding="utf-8") if built.exists() else _NOT_BUILT
