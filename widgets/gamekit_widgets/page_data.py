"""What Python sends to the browser: one dictionary, its parts, and the style and code to show it.

`js/table/` reads the same names. A part that is empty or missing is left out.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from gamekit import Game, GameError, IllegalMove


class Law(TypedDict):
    """A rule as it is quoted."""

    id: str
    title: str
    text: str


class Message(TypedDict):
    """Something said below the prompt.

    `kind` is "refusal", "news", "note", "aim", and of a task "solved" or "missed"; `legal` are moves nearby
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
    """A button; `why` says what it cannot do now, empty if it can."""

    name: str
    label: str
    why: str


class Option(TypedDict):
    """A choice; `state` is "pressed", "on", "off" or empty, or why it is pointed out: "hinted",
    in a look back "played" or "better".

    `at` is the cell at which it opens, empty for one beside the board; `look` is a picture, as SVG;
    `board` is the number of its board, where there are several.
    """

    name: str
    label: str
    state: str
    at: str
    look: str
    board: str


class Times(TypedDict):
    """The clock when this was sent: seconds for the move and in reserve, for each player.

    A reserve that is used up in whole periods has their length in `period`.
    """

    running: int | None
    left: list[tuple[float, float]]
    period: float | None


class InSpace(TypedDict):
    """A position in space, and the module that draws it, which the browser asks for once."""

    module: str
    figure: dict[str, object]  # of plotly
    axes: list[list[str]]  # names along each direction
    spots: list[dict[str, object]]  # the cells, as in js/cube/figure.js
    lines: list[list[int]]  # those that can be dragged along now, as numbers of spots
    arrows: list[dict[str, object]]  # `look` and `through`
    rise: float  # the middle of a piece above its cell


class Field(TypedDict):
    """A question of a form: `options` by name and label to choose from, or none to type a text."""

    name: str
    label: str
    value: str
    options: list[tuple[str, str]]


class Chance(TypedDict):
    """The chance to win, or the payoff to expect, after a decision, with its 95% interval.

    `ply` says how many moves came before it, `sign` how bad a mistake it surely was: "?!", "?", "??".
    `value`, `low` and `high` are heights of the line from 0 to 1; `said` is what the value stands for.
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
    solid: InSpace | None  # the same in space, of a game that is played in a cube
    title: str
    reply: bool  # somebody else did this: what was there before is to be seen first
    held: bool  # something was revealed or caught: this is to be seen longer
    signs: str  # what the players are known by: "shapes", "marks" or "insects"
    note: str
    task: str  # what is asked
    rungs: list[str]  # of the ladder of hints, those shown so far
    prompt: str
    mover: int | None  # whose emblem stands before the prompt
    ending: Law | None  # the rule that ended the game
    outcome: str  # the same in two words: "You win"
    message: Message | None
    players: list[Player]
    choices: list[Option]
    rows: tuple[int, int]  # of buttons beside the board, or below it: the panel keeps room for them
    grips: list[str]  # cells that can be dragged onto another with a mouse
    curtain: Control | None  # whoever is to move presses its button first
    veiled: bool  # the curtain hides the board; otherwise what was revealed is still to be seen
    controls: list[Control]
    moves: list[Move]
    at: int  # the board after that many moves is shown
    ply: int  # how many moves have been made; later ones were taken back
    typing: str  # what the line to type on is called
    thinks_on: int  # thoughts so far about what is shown, while the page asks for more; or 0
    chances: list[Chance]  # once somebody looked back at a match that is over
    whose: str  # chances they are, in words
    scale: list[str]  # what their line shows at its top, in its middle and at its bottom
    trouble: str  # why the match is not being written down as it should
    clock: Times | None
    auto: bool  # bots play by themselves, or a replay goes on
    pace: str  # how fast, where that can be chosen: a name of `PACES`
    form: list[Field]  # asked before a new match; while it is there, nothing else is
    pad: int | None  # whose notes are there to be asked for
    viewers: list[Control]  # who may be looked over the shoulder; `why` marks the chosen one


def law(game: Game, rule: str) -> Law | None:
    """Quote a rule of the game's rulebook."""
    if rule not in game.rulebook:
        return None
    found = game.rulebook[rule]
    return {"id": found.id, "title": found.title, "text": found.text}


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
    """Return the module js/<name>/index.js with everything that it imports.

    In a checkout where it was not built, return a widget that says so: all but widgets works there.
    """
    built = _JS / f"{name}.bundle.js"
    return built.read_text(encoding="utf-8") if built.exists() else _NOT_BUILT
